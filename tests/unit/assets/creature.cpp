#include "assets/creature.h"

#include <filesystem>

#include "assets/creature_character.h"
#include "assets/creature_file.h"
#include "assets/creature_glb.h"
#include "assets/creature_scene.h"
#include "assets/kobold.h"
#include "assets/scene_build.h"
#include "cook/model_bytes.h"
#include "core/files.h"
#include "core/random.h"
#include "core/trig.h"
#include "creatures.h"
#include "json_schema.h"
#include "unit/assets/support.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {
namespace creature_tests {
namespace {

std::string written(const Creature& creature) { return creature_glb(creature, "a.glb"); }
Creature read(const std::string& bytes) { return read_creature_glb(bytes, "a.glb", {}); }

// The JSON of a .glb.
std::string document_of(const std::string& glb) {
    u32 length = 0;
    std::memcpy(&length, glb.data() + 12, 4);
    return glb.substr(20, length);
}
// A .glb with another document and the same bytes.
std::string with_document(const std::string& glb, std::string json) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string result = glb.substr(0, 12) + std::string(8, 0) + json + glb.substr(20 + document_of(glb).size());
    const u32 whole = static_cast<u32>(result.size()), length = static_cast<u32>(json.size());
    std::memcpy(result.data() + 8, &whole, 4);
    std::memcpy(result.data() + 12, &length, 4);
    std::memcpy(result.data() + 16, "JSON", 4);
    return result;
}
std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

TEST(Kobold, HasThePapersNumbersOfPolygonsAndTets) {
    const Creature k = make_kobold();
    const u64 tets = k.mesh.volume->tets.size();
    std::printf("kobold: %zu polygons, %zu points, %llu tets, %zu bones, %zu joints\n", k.mesh.face_count(),
                k.mesh.points.size(), static_cast<unsigned long long>(tets), k.bones.size(), k.joints.size());
    EXPECT_NEAR(static_cast<double>(k.mesh.face_count()), 1036, 250);  // the paper: 1036 and about 2750
    EXPECT_NEAR(static_cast<double>(tets), 2750, 100);
    expect_whole(k.mesh);
    check_creature(k, "kobold");
}

TEST(Kobold, BonesLieInsideTheFleshAndJointsAtTheirEnds) {
    const Creature k = make_kobold();
    const TetEmbedding inside(*k.mesh.volume);
    double worst = 1;
    const auto look = [&](const Vec3d& p, const std::string& what) {
        const TetPlace place = inside.find(p.to<float>());
        for (const float w : place.weight) {
            worst = std::min<double>(worst, w);
            EXPECT_GT(w, -0.01f) << what;
        }
    };
    for (const Bone& bone : k.bones)
        for (const BonePiece& piece : bone.pieces) {
            const Transformd pose = from_frame(bone.pose, piece.pose);
            look(pose.position, bone.name);
            for (const double end : {-0.5, 0.5}) look(pose * Vec3d{0, end * piece.length, 0}, bone.name);
            for (const Vec3& p : piece.points) look(pose * p.to<double>(), bone.name);
        }
    for (const BoneJoint& joint : k.joints) look(joint.pose.position, joint.name);
    std::printf("least barycentric weight of a bone's place: %.3f\n", worst);
}

TEST(Kobold, LimbsAreHingesThatBendTheRightWay) {
    const Creature k = make_kobold();
    const auto bent = [&](const std::string& joint_name, const Vec3d& end) {
        for (const BoneJoint& j : k.joints)
            if (j.name == joint_name) {
                EXPECT_EQ(j.kind(), "revolute");
                const Vec3d axis = normalized(j.pose.rotation) * Vec3d{1, 0, 0};
                return turn(axis, radians(60)) * (end - j.pose.position) + j.pose.position;
            }
        ADD_FAILURE() << joint_name;
        return Vec3d{};
    };
    for (const bool left : {true, false}) {
        const double s = left ? 1 : -1;
        const std::string side = left ? " left" : " right";
        EXPECT_GT(bent("elbow" + side, {s * 0.43, 0.535, 0.06}).z, 0.1) << "hands come forward" << side;
        EXPECT_LT(bent("knee" + side, {s * 0.135, 0.085, -0.02}).z, -0.1) << "heels go back" << side;
    }
}

TEST(CreatureGlb, IsTheSameAfterWriteReadWrite) {
    for (const Creature& creature : {make_kobold(), small_creature()}) {
        const std::string once = written(creature), twice = written(read(once));
        std::printf("%s: %zu bytes\n", creature.name.c_str(), once.size());
        EXPECT_TRUE(once == twice);
    }
}

// Unit quaternions change when they are rounded and normalised again.
TEST(CreatureGlb, TurnsOfClipsStayTheSameToTheBit) {
    Creature c = small_creature();
    RigChannel& turns = c.clips[0].channels[0];
    turns.times.clear();
    turns.values.clear();
    Random random(7);
    const auto number = [&] { return random.between(-1, 1); };
    for (int k = 0; k < 20000; ++k) {
        const Quatd q = normalized(Quatd{number(), number(), number(), number()});
        turns.times.push_back(0.001 * k);
        turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
    }
    const std::string once = written(c);
    EXPECT_TRUE(written(read(once)) == once);
}

// A skin that is not bound at rest, bones under other nodes, scale: what cannot be had is left out, and said.
TEST(CreatureGlb, RigsOfOthersAreTakenAsFarAsTheyGo) {
    const std::string glb = written(small_creature()), json = document_of(glb);
    const auto with = [&](const std::string& what, const std::string& by) {
        return read(with_document(glb, replaced(json, what, by)));
    };
    EXPECT_TRUE(read(glb).notes.empty());
    const Creature scaled = with("\"name\": \"skull\",", "\"name\": \"skull\", \"scale\": [2, 2, 2],");
    EXPECT_TRUE(mentions(scaled.notes, "scaled"));
    EXPECT_TRUE(scaled.skin.empty() && scaled.clips.empty());
    EXPECT_EQ(scaled.poses.size(), 2u);
    const Creature moved = with("\"translation\": [0.5, 0.2, 0.5]", "\"translation\": [0.5, 0.2, 0.6]");
    EXPECT_TRUE(mentions(moved.notes, "bound in another pose"));
    EXPECT_EQ(moved.clips.size(), 2u);
}

TEST(CreatureGlb, BringsEverythingBack) {
    const Creature c = small_creature(), r = read(written(c));
    EXPECT_EQ(r.name, c.name);
    EXPECT_EQ(json_text(r.body), json_text(c.body));
    EXPECT_EQ(json_text(r.attachments), json_text(c.attachments));
    EXPECT_EQ(r.mesh.points, c.mesh.points);
    EXPECT_EQ(r.mesh.volume->points, c.mesh.volume->points);
    EXPECT_EQ(r.mesh.volume->tets, c.mesh.volume->tets);
    ASSERT_EQ(r.places.size(), c.places.size());
    for (size_t p = 0; p < c.places.size(); ++p) {
        EXPECT_EQ(r.places[p].tet, c.places[p].tet);
        for (int k = 0; k < 4; ++k) EXPECT_EQ(r.places[p].weight[k], c.places[p].weight[k]);
    }
    EXPECT_EQ(r.mesh.face_count(), 6u);  // the square has become two triangles
    EXPECT_EQ(r.mesh.vertex_point.size(), 7u);
    expect_whole(r.mesh);
    ASSERT_EQ(r.mesh.materials.size(), 2u);
    EXPECT_EQ(r.mesh.materials[1], c.mesh.materials[0]);  // in the order of faces
    EXPECT_EQ(r.mesh.materials[0], c.mesh.materials[1]);
    for (const Attribute& a : c.mesh.attributes) EXPECT_EQ(r.mesh.attribute(a.name)->values, a.values) << a.name;

    ASSERT_EQ(r.skin.size(), c.skin.size());
    for (size_t p = 0; p < c.skin.size(); ++p) {
        ASSERT_EQ(r.skin[p].size(), c.skin[p].size());
        for (size_t i = 0; i < c.skin[p].size(); ++i) {
            EXPECT_EQ(r.skin[p][i].joint, c.skin[p][i].joint);
            EXPECT_EQ(r.skin[p][i].weight, c.skin[p][i].weight);
        }
    }
    ASSERT_EQ(r.poses.size(), 2u);
    for (size_t p = 0; p < 2; ++p) {
        EXPECT_EQ(r.poses[p].name, c.poses[p].name);
        EXPECT_EQ(r.poses[p].moved, c.poses[p].moved);
    }
    ASSERT_EQ(r.clips.size(), 2u);
    for (size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(r.clips[k].name, c.clips[k].name);
        EXPECT_NEAR(r.clips[k].length(), c.clips[k].length(), 1e-7);
        ASSERT_EQ(r.clips[k].channels.size(), c.clips[k].channels.size());
        for (size_t i = 0; i < c.clips[k].channels.size(); ++i) {
            const RigChannel &x = r.clips[k].channels[i], &y = c.clips[k].channels[i];
            EXPECT_TRUE(x.node == y.node && x.path == y.path && x.interpolation == y.interpolation);
            ASSERT_EQ(x.values.size(), y.values.size());
            for (size_t v = 0; v < x.values.size(); ++v) EXPECT_NEAR(x.values[v], y.values[v], 1e-7);
        }
    }
    ASSERT_EQ(r.bones.size(), c.bones.size());
    for (size_t b = 0; b < c.bones.size(); ++b) {
        const Bone &x = r.bones[b], &y = c.bones[b];
        EXPECT_EQ(x.name, y.name);
        EXPECT_EQ(x.parent, y.parent);
        EXPECT_EQ(x.motion, y.motion) << y.name;
        EXPECT_EQ(x.mass, y.mass) << y.name;
        EXPECT_EQ(x.density, y.density) << y.name;
        EXPECT_EQ(x.friction, y.friction) << y.name;
        EXPECT_EQ(x.restitution, y.restitution) << y.name;
        EXPECT_EQ(x.gravity_scale, y.gravity_scale) << y.name;
        // Numbers in a file lie on a grid of 1e-9 (creature.h), once for the bone and once for its parent: each is off
        // by at most half of that along each axis, together √3 × 1e-9.
        EXPECT_LT(length(x.pose.position - y.pose.position), 1.7321e-9) << y.name;
        ASSERT_EQ(x.pieces.size(), y.pieces.size()) << y.name;
        for (size_t p = 0; p < y.pieces.size(); ++p) {
            EXPECT_EQ(x.pieces[p].shape, y.pieces[p].shape);
            EXPECT_EQ(x.pieces[p].points, y.pieces[p].points);
            EXPECT_EQ(x.pieces[p].face_point, y.pieces[p].face_point);
            EXPECT_EQ(x.pieces[p].radius, y.pieces[p].radius);
            EXPECT_EQ(x.pieces[p].length, y.pieces[p].length);
            EXPECT_EQ(x.pieces[p].size, y.pieces[p].size);
            EXPECT_LT(length(x.pieces[p].pose.position - y.pieces[p].pose.position), 1.7321e-9);
        }
    }
    ASSERT_EQ(r.joints.size(), c.joints.size());
    for (size_t j = 0; j < c.joints.size(); ++j) {
        const BoneJoint &x = r.joints[j], &y = c.joints[j];
        EXPECT_EQ(x.name, y.name);
        EXPECT_EQ(x.kind(), y.kind());
        EXPECT_EQ(x.a, y.a) << y.name;
        EXPECT_EQ(x.b, y.b) << y.name;
        for (int k = 0; k < 3; ++k) EXPECT_TRUE(x.move[k] == y.move[k] && x.turn[k] == y.turn[k]) << y.name << k;
        EXPECT_TRUE(x.distance == y.distance && x.drive == y.drive) << y.name;
        EXPECT_EQ(x.strength, y.strength) << y.name;
        EXPECT_EQ(x.break_force, y.break_force) << y.name;
        EXPECT_EQ(x.break_torque, y.break_torque) << y.name;
        EXPECT_EQ(x.collide, y.collide) << y.name;
        EXPECT_LT(length(x.pose.position - y.pose.position), 3e-9) << y.name;
        EXPECT_TRUE(x.wheel_a == y.wheel_a && x.wheel_b == y.wheel_b && x.rope == y.rope && x.ratio == y.ratio)
            << y.name;
    }
}

TEST(CreatureGlb, IsAPlainMeshWithAVolumeForReadersOfMeshes) {
    const Creature k = make_kobold();
    const LoadedMesh loaded = load_mesh(written(k), "kobold.glb", {}, {});
    EXPECT_EQ(loaded.mesh.points, k.mesh.points);
    ASSERT_TRUE(loaded.mesh.volume);
    EXPECT_EQ(loaded.mesh.volume->tets, k.mesh.volume->tets);
    for (const std::string& note : loaded.notes) ADD_FAILURE() << note;
}

TEST(CreatureGlb, FitsTheSchemaOfTheExtension) {
    const Json schema = parse_json(read_file(PLIANT_SOURCE_DIR "/schema/PLIANT_body.schema.json"), "schema");
    int found = 0;
    for (const Creature& creature : {make_kobold(), small_creature()}) {
        const Json document = parse_json(document_of(written(creature)), "a.glb");
        for (const Json& node : document.find("nodes")->items) {
            const Json* extensions = node.find("extensions");
            const Json* ours = extensions ? extensions->find("PLIANT_body") : nullptr;
            if (!ours) continue;
            ++found;
            EXPECT_EQ(schema_complaint(schema, *ours), "") << json_text(*ours);
        }
    }
    EXPECT_GT(found, 15);
    // And it can say no.
    EXPECT_NE(schema_complaint(schema, parse_json(R"({ "kind": 3 })", "")), "");
    EXPECT_NE(schema_complaint(schema, parse_json(R"({ "volume": { "points": 1 } })", "")), "");
    EXPECT_NE(schema_complaint(schema, parse_json(R"({ "colour": "red" })", "")), "");
}

// A file as Blender's exporter of the drafts writes it: names with dots, nested and scaled nodes, earlier spellings.
TEST(GltfPhysics, ReadsFilesOfOthers) {
    Creature plain = small_creature();
    plain.bones.clear();
    plain.joints.clear();
    plain.attachments.members.clear();
    plain.skin.clear();
    plain.clips.clear();
    const std::string glb = written(plain);
    std::string json = document_of(glb);
    json = replaced(json, "\"scenes\": [ { \"nodes\": [0] } ]", "\"scenes\": [ { \"nodes\": [0, 1] } ]");
    json = replaced(json, "\"nodes\": [\n", R"("extensions": { "KHR_implicit_shapes": { "shapes": [
        { "type": "cylinder", "cylinder": { "height": 2, "radiusTop": 0.5, "radiusBottom": 1 } },
        { "type": "box", "box": { "size": [1, 2, 3] } }, { "type": "sphere" } ] },
      "KHR_physics_rigid_bodies": { "physicsMaterials": [ { "staticFriction": 0.9, "dynamicFriction": 0.4, "restitution": 0.2 } ],
        "physicsJoints": [ { "limits": [ { "linearAxes": [0, 1, 2], "max": 0 }, { "angularAxes": [1, 2], "max": 0.5 }, { "angularAxes": [0], "min": -1.5707963267948966 } ] } ] } },
      "nodes": [
)");
    const size_t end = json.find(" ],\n\"meshes\"");
    ASSERT_NE(end, std::string::npos);
    json.insert(end, R"(,
      { "name": "Rig", "scale": [2, 2, 2], "children": [2, 3] },
      { "name": "Bone.001", "translation": [1, 0, 0], "children": [4, 5], "extensions": { "KHR_physics_rigid_bodies": { "motion": { "mass": 2, "gravityFactor": 0, "linearVelocity": [1, 0, 0] },
          "collider": { "geometry": { "shape": 1 }, "physicsMaterial": 0, "collisionFilter": 0 } } } },
      { "name": "Bone.001", "extensions": { "KHR_physics_rigid_bodies": { "motion": {}, "collider": { "shape": 0 } } }, "children": [6] },
      { "translation": [0, 1, 0], "extensions": { "KHR_physics_rigid_bodies": { "collider": { "geometry": { "shape": 2 } }, "trigger": {} } } },
      { "name": "Joint", "translation": [0, 0, 0.5], "extensions": { "KHR_physics_rigid_bodies": { "joint": { "connectedNode": 6, "joint": 0, "enableCollision": true } } } },
      { "name": "other end", "translation": [1, 0, 0.5] })");
    const Creature c = read(with_document(glb, json));
    ASSERT_EQ(c.bones.size(), 2u);
    EXPECT_EQ(c.bones[0].name, "Bone_001");
    EXPECT_EQ(c.bones[1].name, "Bone_001_2");
    EXPECT_EQ(c.bones[0].pose.position, (Vec3d{2, 0, 0}));
    ASSERT_EQ(c.bones[0].pieces.size(), 2u);
    EXPECT_EQ(c.bones[0].pieces[0].size, (Vec3d{2, 4, 6}));
    EXPECT_EQ(c.bones[0].pieces[1].radius, 1);
    EXPECT_EQ(c.bones[0].pieces[1].pose.position, (Vec3d{0, 2, 0}));
    EXPECT_EQ(*c.bones[0].friction, 0.4);
    EXPECT_EQ(c.bones[0].gravity_scale, 0);
    EXPECT_EQ(c.bones[1].pieces[0].shape, BonePiece::Shape::hull);
    EXPECT_EQ(c.bones[1].pieces[0].points.size(), 32u);
    ASSERT_EQ(c.joints.size(), 1u);
    EXPECT_EQ(c.joints[0].kind(), "spherical");
    EXPECT_EQ(c.joints[0].turn[0].low, -90);
    EXPECT_EQ(c.joints[0].turn[0].high, unlimited);
    EXPECT_NEAR(c.joints[0].turn[1].high, degrees(0.5), 1e-8);
    EXPECT_EQ(c.joints[0].pose.position, (Vec3d{2, 0, 1}));
    EXPECT_TRUE(c.joints[0].collide);
    for (const char* note : {"triggers", "collision filters", "linearVelocity", "cylinders"})
        EXPECT_TRUE(mentions(c.notes, note)) << note;
    const std::string once = written(c);
    EXPECT_TRUE(written(read(once)) == once);
}

TEST(CreatureGlb, WhatIsWrongIsSaid) {
    const std::string glb = written(small_creature()), json = document_of(glb);
    const auto error = [&](const std::string& what, const std::string& with) {
        return error_of([&] { read(with_document(glb, replaced(json, what, with))); });
    };
    const struct {
        const char *what, *with, *sentence;
    } cases[] = {
        {"\"kind\": \"flesh\"", "\"kind\": \"fish\"", "there is no kind 'fish'"},
        {"\"preset\": \"fat\"", "\"preset\": \"fatt\"", "fatt"},
        {"\"small_steps\": 3", "\"small_stepz\": 3", "did you mean \"small_steps\""},
        {"\"small_steps\": 3", "\"small_steps\": -3", "small_steps"},
        {"\"points\": ", "\"pointz\": ", "unknown key 'pointz'"},
        {"\"to\": \"skull\"", "\"to\": \"skul\"", "there is no bone 'skul'"},
        {"\"name\": \"rod\"", "\"name\": \"skull\"", "there is no bone 'rod'"},
        {"\"mass\": 1.7", "\"mass\": -1", "bone 'skull': mass is -1"},
        {"\"density\": 1234.5", "\"density\": \"heavy\"", "found text; expected a number"},
        {"\"radius\": 0.1", "\"radius\": 0", "radius is 0"},
        {"\"break_force\": 400", "\"break_force\": -4", "a stiffness, damping or force is -4"},
        {"\"strength\": 0.25", "\"strength\": 25", "strength is 25"},
        {"\"connectedNode\": ", "\"connectedNode\": 9", "connected to node 9"},
        {"\"geometry\": { \"shape\": 0", "\"geometry\": { \"shape\": 77", "there is no shape 77"},
        {"\"geometry\": { \"mesh\": 1", "\"geometry\": { \"mesh\": 55", "there is no such mesh"},
        {"\"linearAxes\": [0", "\"linearAxes\": [7", "axis 7"},
        {"\"rope\": 3.25", "\"rope\": 0", "rope"},
        {"\"children\": [", "\"children\": [0, ", "reached twice"},
        {"\"path\": \"rotation\"", "\"path\": \"translation\"", "animation 'nod', channel 0"},
        {"\"joints\": [", "\"joints\": [77, ", "4 inverse bind matrices; expected 5"},
    };
    for (const auto& c : cases) {
        const std::string sentence = error(c.what, c.with);
        EXPECT_NE(sentence.find(c.sentence), std::string::npos) << c.what << " -> " << c.with << ": " << sentence;
        EXPECT_EQ(sentence.rfind("a.glb", 0), 0u) << sentence;
    }
}

TEST(CreatureGlb, CutOffAnywhereItIsRefused) {
    const std::string glb = written(small_creature());
    for (size_t size = 0; size < glb.size(); size += 53)
        EXPECT_NE(error_of([&] { read_creature(std::string_view(glb).substr(0, size), "a.glb", {}); }), "") << size;
}

TEST(CreatureCheck, CirclesOfJointsAreFineAndBonesHeldToThemselvesAreNot) {
    Creature c = small_creature();
    BoneJoint back = c.joints[0];
    back.name = "back";
    back.a = c.joints[0].b;
    back.b = c.joints[0].a;
    c.joints.push_back(back);
    EXPECT_EQ(error_of([&] { check_creature(c, "c"); }), "");
    c.joints.back().b = c.joints.back().a;
    EXPECT_NE(error_of([&] { check_creature(c, "c"); }).find("to itself"), std::string::npos);
    c = small_creature();
    c.places[2].weight[1] += 0.1f;
    EXPECT_NE(error_of([&] { check_creature(c, "c"); }).find("barycentric place of point 3"), std::string::npos);
    c = small_creature();
    c.bones[0].name = "a/b";
    EXPECT_NE(error_of([&] { check_creature(c, "c"); }).find("without dots and slashes"), std::string::npos);
}

TEST(CreatureScene, PartsStandWhereTheBodyStands) {
    Creature c = small_creature();
    c.bones = {c.bones[0], c.bones[2]};  // rod, block
    c.bones[0].parent.clear();
    c.bones[0].pose = {{0, 1, 0}, {}};
    c.joints = {c.joints[3]};  // the hinge
    c.joints[0].pose = {{0.5, 0, 0}, {}};
    c.attachments.members.clear();
    const CreaturePlace place{{{10, 0, 0}, rotation_from_degrees({0, 90, 0})}, 2};
    const CreatureParts parts = creature_parts(c, "mob/3", place);
    ASSERT_EQ(parts.colliders.size(), 2u);
    EXPECT_EQ(parts.colliders[0].name, "mob/3/rod");
    const ParameterSet& rod = parts.colliders[0].parameters;
    EXPECT_EQ(rod.text(ColliderP::shape), "capsule");
    EXPECT_EQ(rod.number(ColliderP::radius), 0.1);
    EXPECT_EQ(rod.number(ColliderP::height), 0.8);
    EXPECT_EQ(rod.vector(ColliderP::position), (Vec3d{10, 2, 0}));
    EXPECT_EQ(rod.vector(ColliderP::rotation), (Vec3d{0, 90, 0}));
    EXPECT_EQ(rod.text(ColliderP::motion), "dynamic");
    EXPECT_TRUE(rod.is_explicit(ColliderP::collides_with) && rod.names(ColliderP::collides_with).empty());
    EXPECT_EQ(rod.number(ColliderP::density), 1234.5);
    EXPECT_FALSE(rod.is_explicit(ColliderP::mass));
    ASSERT_EQ(parts.joints.size(), 1u);
    EXPECT_EQ(parts.joints[0].name, "mob/3/hinge");
    const ParameterSet& hinge = parts.joints[0].parameters;
    EXPECT_EQ(hinge.text(JointP::kind), "revolute");
    EXPECT_EQ(hinge.text(JointP::a), "mob/3/rod");
    EXPECT_EQ(hinge.text(JointP::b), "mob/3/block");
    EXPECT_EQ(hinge.vector(JointP::position), (Vec3d{10, 0, -1}));
    EXPECT_EQ(hinge.vector(JointP::rotation), (Vec3d{0, 90, 0}));
    const std::pair<u16, double> numbers[] = {{JointP::low, -10},   {JointP::high, 100.1},  {JointP::stiffness, 5},
                                              {JointP::damping, 0}, {JointP::target, 33.3}, {JointP::strength, 1}};
    for (const auto& [row, value] : numbers) {
        EXPECT_TRUE(hinge.is_explicit(row)) << joint_table.rows[row].name;
        EXPECT_EQ(hinge.number(row), value) << joint_table.rows[row].name;
    }
    for (const u16 row : {JointP::max_force, JointP::break_force, JointP::collide})
        EXPECT_FALSE(hinge.is_explicit(row));
    ASSERT_EQ(parts.attachments.size(), 1u);
    const SceneAttachment& bones = parts.attachments[0];
    EXPECT_EQ(bones.name, "mob/3/bones");
    EXPECT_EQ(bones.body, "mob/3");
    EXPECT_TRUE(bones.parameters.flag(AttachmentP::where_overlap));
    const std::span<const std::string> to = bones.parameters.names(AttachmentP::to);
    EXPECT_EQ((std::vector<std::string>{to.begin(), to.end()}), (std::vector<std::string>{"mob/3/rod", "mob/3/block"}));
}

TEST(CreatureScene, RotationsComeOutAsScenesReadThem) {
    Creature c = small_creature();
    double worst = 0;
    for (const Vec3d& angles :
         {Vec3d{10, 20, 30}, Vec3d{-170, 80, 5}, Vec3d{30, 90, 0}, Vec3d{45, -90, 0}, Vec3d{0, 0, 180}}) {
        c.bones[0].pose.rotation = rotation_from_degrees(angles);
        const CreatureParts parts = creature_parts(c, "b", {});
        ASSERT_EQ(parts.colliders[0].name, "b/rod");
        const Quatd back = rotation_from_degrees(parts.colliders[0].parameters.vector(ColliderP::rotation));
        const Quatd apart = conjugate(back) * c.bones[0].pose.rotation;
        worst = std::max(worst, length(Vec3d{apart.x, apart.y, apart.z}));
    }
    std::printf("worst rotation: %.2g rad off\n", 2 * worst);
    EXPECT_LT(worst, 1e-9);
}

TEST(CreatureScene, BodiesTakeKindAndParametersAndTheSceneWins) {
    const auto body = [](const std::string& keys) {
        return open_scene(
                   R"({ "assets": { "k": { "shape": "kobold" } }, "bodies": { "k": { "asset": "k")" + keys + " } } }",
                   "s.json", {})
            .bodies[0];
    };
    const SceneBody plain = body("");
    EXPECT_STREQ(plain.kind->name, "flesh");
    EXPECT_EQ(plain.own.number(plain.kind->parameters.find("youngs_modulus")->id), 4e4);
    const SceneBody softer = body(R"(, "youngs_modulus": 2e4)");
    EXPECT_EQ(softer.own.number(softer.kind->parameters.find("youngs_modulus")->id), 2e4);
    EXPECT_EQ(softer.own.number(softer.kind->parameters.find("poisson_ratio")->id), 0.45);
    const SceneBody preset = body(R"(, "preset": "jelly")");
    EXPECT_FALSE(preset.own.is_explicit(preset.kind->parameters.find("youngs_modulus")->id));
    EXPECT_STREQ(body(R"(, "kind": "lattice")").kind->name, "lattice");
}

TEST(CreatureScene, ACookedModelInTheFileIsUsedWhereItFits) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "creature_model";
    std::filesystem::create_directories(folder);
    const std::string file = (folder / "kobold.glb").string();
    std::vector<std::string> warnings;
    const auto prepared = [&](const std::string& keys, std::string& told) {
        const Scene scene = read_scene(
            R"({ "assets": { "k": { "file": "kobold.glb" } }, "bodies": { "k": { "asset": "k")" + keys + " } } }",
            "s.json", {}, folder.string() + "/");
        SceneBuilder builder(scene);
        told.clear();
        builder.prepare([&](const std::string& what) { told += what; });
        warnings = builder.report().warnings;
        return builder.bodies()[0].model;
    };
    std::string told;
    Creature k = make_kobold();
    save_creature(file, k);
    k.model = prepared("", told);
    EXPECT_EQ(told, "cooking k");
    save_creature(file, k);
    EXPECT_TRUE(written(read(written(k))) == written(k));
    EXPECT_TRUE(model_bytes(*prepared("", told)) == model_bytes(*k.model));
    EXPECT_EQ(told, "");
    prepared(R"(, "scale": 2)", told);  // another body: cooked
    EXPECT_EQ(told, "cooking k");
    const std::string model = model_bytes(*k.model);
    std::string bytes = written(k);
    const size_t at = bytes.find(model);
    ASSERT_NE(at, std::string::npos);
    bytes[at + 100] ^= 1;
    write_file(file, bytes);
    prepared("", told);
    EXPECT_EQ(told, "cooking k");
    ASSERT_FALSE(warnings.empty());
    EXPECT_NE(warnings[0].find("does not match its hash"), std::string::npos) << warnings[0];
}

// The ready-made creature used to be written as a .glb in memory and read again, to be a character.
TEST(CreatureScene, ACharacterIsThatOfItsFile) {
    for (const Creature& creature : {make_kobold(), small_creature()}) {
        const LoadedCharacter direct = load_character(creature, {.scale = 1.5}),
                              file = load_character(creature_glb(creature, "a.glb"), creature.name + ".glb",
                                                    {.scale = 1.5}, {});
        EXPECT_EQ(direct.summary, file.summary);
        const Character &a = direct.character, &b = file.character;
        EXPECT_EQ(a.mesh.points, b.mesh.points);
        EXPECT_EQ(a.mesh.vertex_point, b.mesh.vertex_point);
        EXPECT_EQ(a.mesh.uv, b.mesh.uv);
        EXPECT_EQ(a.mesh.normals, b.mesh.normals);
        EXPECT_EQ(a.mesh.face_start, b.mesh.face_start);
        EXPECT_EQ(a.mesh.face_vertex, b.mesh.face_vertex);
        EXPECT_EQ(a.mesh.face_material, b.mesh.face_material);
        ASSERT_EQ(a.mesh.materials.size(), b.mesh.materials.size());
        for (size_t m = 0; m < a.mesh.materials.size(); ++m) {
            EXPECT_EQ(a.mesh.materials[m].name, b.mesh.materials[m].name);
            EXPECT_EQ(a.mesh.materials[m].color, b.mesh.materials[m].color);
        }
        EXPECT_EQ(a.influences.joints, b.influences.joints);
        EXPECT_EQ(a.influences.weights, b.influences.weights);
        EXPECT_TRUE(a.root == b.root);
        ASSERT_EQ(a.nodes.size(), b.nodes.size());
        for (size_t n = 0; n < a.nodes.size(); ++n) {
            EXPECT_EQ(a.nodes[n].name, b.nodes[n].name);
            EXPECT_EQ(a.nodes[n].parent, b.nodes[n].parent) << a.nodes[n].name;
            EXPECT_TRUE(a.nodes[n].rest == b.nodes[n].rest) << a.nodes[n].name;
        }
        ASSERT_EQ(a.joints.size(), b.joints.size());
        for (size_t j = 0; j < a.joints.size(); ++j) {
            EXPECT_EQ(a.joints[j].node, b.joints[j].node);
            EXPECT_EQ(a.joints[j].inverse_bind.linear.column[1], b.joints[j].inverse_bind.linear.column[1]);
            EXPECT_EQ(a.joints[j].inverse_bind.translation, b.joints[j].inverse_bind.translation);
        }
        ASSERT_EQ(a.morphs.size(), b.morphs.size());
        for (size_t m = 0; m < a.morphs.size(); ++m) EXPECT_EQ(a.morphs[m].positions, b.morphs[m].positions);
        ASSERT_EQ(a.clips.size(), b.clips.size());
        for (size_t c = 0; c < a.clips.size(); ++c) {
            EXPECT_EQ(a.clips[c].name, b.clips[c].name);
            EXPECT_EQ(a.clips[c].end, b.clips[c].end);
            ASSERT_EQ(a.clips[c].channels.size(), b.clips[c].channels.size());
            for (size_t k = 0; k < a.clips[c].channels.size(); ++k) {
                const RigChannel &x = a.clips[c].channels[k], &y = b.clips[c].channels[k];
                EXPECT_EQ(x.node, y.node);
                EXPECT_EQ(x.times, y.times);
                EXPECT_EQ(x.values, y.values);
            }
        }
        EXPECT_EQ(content_hash(a), content_hash(b));
    }
}

// A scene used to open the files of its creatures, and to make the ready-made one, while it was read.
TEST(CreatureScene, ReadingASceneOpensNothing) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "creature_unopened";
    std::filesystem::create_directories(folder);
    save_creature((folder / "kobold.glb").string(), make_kobold());
    const std::string text = R"({ "assets": { "k": { "file": "kobold.glb" }, "made": { "shape": "kobold" },
                                              "b": { "shape": "box" } },
        "bodies": { "k": { "asset": "k" }, "soft": { "asset": "made", "kind": "flesh", "youngs_modulus": 2e4 },
                    "b": { "asset": "b" } },
        "joints": { "k/elbow left": { "low": -3 } },
        "cameras": { "main": { "target": "k/head" } } })";
    const FileScope files;
    const Scene scene = read_scene(text, "s.json", {}, folder.string() + "/");
    EXPECT_TRUE(files.read().empty());
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.bodies[0].kind, nullptr) << "the file says it";
    EXPECT_STREQ(scene.bodies[1].kind->name, "flesh");
    EXPECT_STREQ(scene.bodies[2].kind->name, "lattice");
    EXPECT_TRUE(scene.colliders.empty());
    ASSERT_NE(scene.unopened, nullptr);
    // Then it is opened, and is the same as one that was opened at once.
    const Scene later = open_creatures(scene), at_once = open_scene(text, "s.json", {}, folder.string() + "/");
    EXPECT_FALSE(files.read().empty());
    EXPECT_EQ(later.unopened, nullptr);
    ASSERT_EQ(later.colliders.size(), 30u);
    ASSERT_EQ(at_once.colliders.size(), later.colliders.size());
    for (size_t i = 0; i < later.joints.size(); ++i) {
        EXPECT_EQ(later.joints[i].name, at_once.joints[i].name);
        EXPECT_EQ(later.joints[i].where, at_once.joints[i].where);
        EXPECT_TRUE(later.joints[i].parameters.same_live(at_once.joints[i].parameters));
        if (later.joints[i].name == "k/elbow left") {
            EXPECT_EQ(later.joints[i].parameters.number(JointP::low), -3);
        }
    }
    EXPECT_STREQ(later.bodies[0].kind->name, "flesh");
    EXPECT_EQ(read_scene(R"({ "assets": { "b": { "shape": "box" } } })", "s.json", {}).unopened, nullptr);
}

// Mistakes that only the creature shows are told with all others.
TEST(CreatureScene, MistakesAreToldTogether) {
    const std::string text = R"({ "world": { "rate": 0 }, "assets": { "k": { "shape": "kobold" } },
        "bodies": { "k": { "asset": "k", "spacing": 0.1 } }, "joints": { "k/elbow": {} } })";
    const std::string all = error_of([&] { open_scene(text, "s.json", {}); }),
                      plain = error_of([&] { read_scene(text, "s.json", {}); });
    for (const std::string& told : {all, plain}) EXPECT_NE(told.find("world.rate"), std::string::npos) << told;
    EXPECT_NE(all.find("bodies.k"), std::string::npos) << all;
    EXPECT_EQ(plain.find("bodies.k"), std::string::npos) << plain;
    const std::string no_such = error_of([&] {
        open_scene(R"({ "assets": { "k": { "shape": "kobold" } }, "bodies": { "k": { "asset": "k" } },
                        "joints": { "k/elbow": {} } })",
                   "s.json", {});
    });
    EXPECT_NE(no_such.find("no body brings 'k/elbow' with it"), std::string::npos) << no_such;
}

TEST(CreatureScene, AFileIsSimulatedAsItSays) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "creature_scene";
    std::filesystem::create_directories(folder);
    save_creature((folder / "kobold.glb").string(), make_kobold());
    const Scene scene =
        open_scene(R"({ "assets": { "k": { "file": "kobold.glb" } }, "bodies": { "k": { "asset": "k" } } })", "s.json",
                   {}, folder.string() + "/");
    SceneBuilder builder(scene);
    builder.prepare();
    const auto& model = *builder.bodies()[0].model;
    EXPECT_STREQ(model.kind().name, "flesh");
    EXPECT_EQ(model.particle_count, make_kobold().mesh.volume->points.size());
    EXPECT_EQ(scene.colliders.size(), 15u) << "one of them of two pieces, which are a compound";
    EXPECT_EQ(scene.joints.size(), 14u);
    const Scene missing = read_scene(R"({ "assets": { "k": { "file": "kobold.glb" } } })", "s.json", {}, "nowhere/");
    const Scene none =
        read_scene(R"({ "assets": { "k": { "file": "none.glb" } }, "bodies": { "k": { "asset": "k" } } })", "s.json",
                   {}, folder.string() + "/");
    EXPECT_NE(error_of([&] { SceneBuilder(none).prepare(); }).find("s.json:1: assets.k"), std::string::npos);
}

}  // namespace
}  // namespace creature_tests
}  // namespace pliant
