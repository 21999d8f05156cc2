// The rigid bodies and joints of a creature.

#include "import/creature_xml_reader.h"
#include "import/creature_xml_words.h"

namespace pliant {

void CreatureXmlReader::read_rigid_bodies(const Node& node) {
    for (const Node b : plain(node, {"rigid_body"})) {
        attributes_are(b, {"id", "name", "motion", "parent"});
        enter(b, bone_ids_, static_cast<u32>(creature_.bones.size()));
        Bone bone;
        bone.name =
            b.attribute("name") ? b.attribute("name").value() : "bone " + std::string(b.attribute("id").value());
        bone.pose = pose_in(b);
        const std::string_view motion = b.attribute("motion").value();
        if (motion == "kinematic")
            bone.motion = BoneMotion::kinematic;
        else if (motion == "static")
            bone.motion = BoneMotion::fixed;
        else if (!motion.empty() && motion != "dynamic")
            fail(b, "motion is " + in_quotes(motion), "dynamic, kinematic or static");
        for (const Node part : children(b, {"pose", "polygon_mesh", "sphere", "capsule", "box", "attributes"})) {
            const std::string_view what = part.name();
            if (what == "attributes")
                read_bone_attributes(part, bone);
            else if (what != "pose")
                bone.pieces.push_back(read_piece(part));
        }
        creature_.bones.push_back(std::move(bone));
    }
    for (const Node b : plain(node, {"rigid_body"}))  // a parent may stand behind its children
        if (b.attribute("parent"))
            creature_.bones[find(b, "id", bone_ids_, "rigid body")].parent =
                creature_.bones[find(b, "parent", bone_ids_, "rigid body")].name;
}

void CreatureXmlReader::read_bone_attributes(const Node& node, Bone& bone) const {
    for (const Node a : plain(node, {"mass", "density", "friction", "restitution", "gravity_scale"})) {
        attributes_are(a, {});
        const std::string_view what = a.name();
        const double v = number(a, a.text().get(), a.name());
        if (what == "mass") bone.mass = v;
        if (what == "density") bone.density = v;
        if (what == "friction") bone.friction = v;
        if (what == "restitution") bone.restitution = v;
        if (what == "gravity_scale") bone.gravity_scale = v;
    }
}

BonePiece CreatureXmlReader::read_piece(const Node& node) const {
    BonePiece piece;
    piece.pose = pose_in(node);
    const std::string_view what = node.name();
    if (what == "polygon_mesh") return read_hull(node, std::move(piece));
    children(node, {"pose"});
    attributes_are(node, what == "box"      ? std::vector<std::string>{"x", "y", "z"}
                         : what == "sphere" ? std::vector<std::string>{"radius"}
                                            : std::vector<std::string>{"radius", "height"});
    if (what == "box") {
        piece.shape = BonePiece::Shape::box;
        piece.size = {number(node, "x"), number(node, "y"), number(node, "z")};
    } else {
        piece.radius = number(node, "radius");
        if (what == "capsule") {
            piece.shape = BonePiece::Shape::capsule;
            piece.length = number(node, "height");
        }
    }
    return piece;
}

BonePiece CreatureXmlReader::read_hull(const Node& node, BonePiece piece) const {
    target_is(node, "collision_detection");
    piece.shape = BonePiece::Shape::hull;
    Ids points;
    children(node, {"pose", "vertices", "faces"});
    for (const Node list : node.children("vertices")) read_vertices(list, piece.points, points);
    for (const Node list : node.children("faces"))
        for (const Node face : plain(list, {"face"})) {
            attributes_are(face, {});
            const std::vector<Node> corners = children(face, {"node"});
            if (corners.size() < 3) fail(face, "a face of " + std::to_string(corners.size()) + " nodes", "3 or more");
            for (const Node& c : corners) {
                attributes_are(c, {"v"});
                piece.face_point.push_back(find(c, "v", points, "vertex"));
            }
            piece.face_start.push_back(static_cast<u32>(piece.face_point.size()));
        }
    return piece;
}

void CreatureXmlReader::read_joints(const Node& node) {
    std::vector<std::string> known;
    for (const JointWord& word : joint_words) known.push_back(word.kind + std::string("_joint"));
    for (const Node j : plain(node, known)) {
        attributes_are(j, {"name", "r1", "r2", "collide"});
        children(j, {"pose", "limits", "drive", "break", "pulley"});
        BoneJoint joint;
        joint.name =
            j.attribute("name") ? j.attribute("name").value() : "joint " + std::to_string(creature_.joints.size() + 1);
        if (j.attribute("r1")) joint.a = creature_.bones[find(j, "r1", bone_ids_, "rigid body")].name;
        if (j.attribute("r2")) joint.b = creature_.bones[find(j, "r2", bone_ids_, "rigid body")].name;
        joint.pose = j.child("pose") ? pose_in(j) : between(joint);
        joint.collide = flag(j, "collide");
        begin_joint(j, joint);
        for (const Node list : j.children("limits"))
            for (const Node limit : plain(list, {"limit"})) read_limit(limit, joint);
        read_powers(j, joint);
        creature_.joints.push_back(std::move(joint));
    }
}

// The paper's joints name their bodies and no place: they are in the middle between the two, along the line that joins
// them.
Transformd CreatureXmlReader::between(const BoneJoint& joint) const {
    const auto middle = [&](const std::string& name) {
        const Bone* bone = creature_.bone(name);
        Vec3d sum, count;
        for (const BonePiece& piece : bone ? bone->pieces : std::vector<BonePiece>{}) {
            Vec3d inside;
            for (const Vec3& p : piece.points)
                inside += p.to<double>() * (1.0 / static_cast<double>(piece.points.size()));
            sum += from_frame(bone->pose, piece.pose) * inside;
            count.x += 1;
        }
        return count.x > 0 ? sum * (1 / count.x) : sum;
    };
    const Vec3d a = middle(joint.a.empty() ? joint.b : joint.a), b = middle(joint.b.empty() ? joint.a : joint.b);
    return {(a + b) * 0.5, turn_from_x(b - a)};
}

void CreatureXmlReader::begin_joint(const Node& node, BoneJoint& joint) const {
    const std::string_view name = node.name();
    for (const JointWord& word : joint_words)
        if (name == word.kind + std::string("_joint")) word.start(joint);
}

void CreatureXmlReader::read_limit(const Node& limit, BoneJoint& joint) const {
    attributes_are(limit, {"target", "angle", "low", "high"});
    const std::string target = limit.attribute("target").value(), kind = limit.parent().parent().name();
    std::vector<std::string> known;
    for (const JointWord& word : joint_words)
        if (kind == word.kind + std::string("_joint")) known = limit_words(word.kind);
    if (std::find(known.begin(), known.end(), target) == known.end()) unknown(limit, limit, target, known);
    const bool swing = target.rfind("swing", 0) == 0;
    if (swing != !limit.attribute("angle").empty())
        fail(limit, swing ? "no angle" : "an angle", swing ? "angle: the half-angle of the cone [°]" : "low and high");
    if (swing && (limit.attribute("low") || limit.attribute("high")))
        fail(limit, "low or high of a swing", "angle alone");
    const double angle = number_or(limit, "angle", 0);
    const JointRange range = swing
                                 ? JointRange{-angle, angle}
                                 : JointRange{number_or(limit, "low", -unlimited), number_or(limit, "high", unlimited)};
    for (JointRange* to : limited_by(joint, target)) *to = range;
}

void CreatureXmlReader::read_powers(const Node& j, BoneJoint& joint) const {
    if (const Node drive = j.child("drive")) {
        attributes_are(drive, {"stiffness", "damping", "max_force", "target", "strength"});
        joint.drive.stiffness = number_or(drive, "stiffness", 0);
        joint.drive.damping = number_or(drive, "damping", 0);
        joint.drive.max_force = number_or(drive, "max_force", unlimited);
        joint.drive.target = number_or(drive, "target", 0);
        joint.strength = number_or(drive, "strength", 1);
    }
    if (const Node limit = j.child("break")) {
        attributes_are(limit, {"force", "torque"});
        joint.break_force = number_or(limit, "force", unlimited);
        joint.break_torque = number_or(limit, "torque", unlimited);
    }
    const Node pulley = j.child("pulley");
    if ((joint.rows == BoneJoint::Rows::pulley) != static_cast<bool>(pulley))
        fail(j, pulley ? "<pulley> of another joint" : "no <pulley>", "<pulley> in a <pulley_joint>");
    if (!pulley) return;
    attributes_are(pulley, {"ax", "ay", "az", "bx", "by", "bz", "rope", "ratio"});
    joint.wheel_a = {number(pulley, "ax"), number(pulley, "ay"), number(pulley, "az")};
    joint.wheel_b = {number(pulley, "bx"), number(pulley, "by"), number(pulley, "bz")};
    joint.rope = number(pulley, "rope");
    joint.ratio = number_or(pulley, "ratio", 1);
}

}  // namespace pliant
