// A small creature that has some of everything, for the tests of its files.
#pragma once

#include "assets/creature.h"
#include "geometry/tet_box.h"

namespace pliant {

// The first bytes of a PNG are enough for writers, which look no further.
inline std::vector<u8> png_like() { return {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 1, 2, 3, 255}; }

// Two tets, a square pyramid of four triangles and a square around them with a seam, four bones and a joint of every
// kind.
inline Creature small_creature() {
    Creature c;
    c.name = "small <one> & \"more\"";
    c.body = parse_json(
        R"({ "kind": "flesh", "preset": "fat", "youngs_modulus": { "attribute": "soft", "low": 1e3, "high": 2e4 },
                             "density": 1050, "friction": 0.7, "thickness": 0.01, "small_steps": 3 })",
        "small");
    Mesh& m = c.mesh;
    m.name = "small";
    m.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {0.5f, 0.7f, 0.5f}};
    m.vertex_point = {0, 1, 2, 3, 4, 4, 0};  // the top and one corner have two vertices each
    m.uv = {{0, 0}, {1, 0}, {1, 1}, {0, 0.1f}, {0.5f, 0.5f}, {0.3f, 0.001f}, {0.25f, 0.75f}};
    for (size_t v = 0; v < m.vertex_point.size(); ++v)
        m.normals.push_back(direction(Vec3{0.1f * static_cast<float>(v), 1, -0.3f}, Vec3{}));
    m.face_vertex = {0, 1, 2, 3, 1, 0, 4, 2, 1, 4, 3, 2, 5, 6, 3, 5};
    m.face_start = {0, 4, 7, 10, 13, 16};
    m.face_material = {1, 0, 0, 1, 0};
    m.materials.resize(2);
    m.materials[0].name = "skin";
    m.materials[0].color = {0.1f, 0.2f, 0.7f};
    m.materials[0].texture = "skin.png";
    m.materials[0].texture_bytes = png_like();
    m.materials[1].name = "glass";
    m.materials[1].opacity = 0.25f;
    m.materials[1].two_sided = true;
    m.attributes = {{"soft", {0, 0.25f, 0.5f, 0.75f, 1}}, {"arms", {1, 0, 0, 0.1f, 0}}};
    m.parts = {{"small", 0, 5}};
    TetMesh volume;
    volume.points = m.points;
    volume.tets = {{0, 2, 1, 4}, {0, 3, 2, 4}};
    m.volume = std::make_shared<const TetMesh>(std::move(volume));
    c.places = embed(*m.volume, m.points);
    for (TetPlace& p : c.places) p = place_in_tet(p.tet, {p.weight[0], p.weight[1], p.weight[2]});
    c.attachments = parse_json(R"({ "hold": { "where": { "overlap": true }, "to": "skull" },
                                    "hand": { "where": { "point": [0.5, 0.7, 0.5], "radius": 0.1 }, "to": "rod", "break_force": 40 } })",
                               "small");

    const auto turned = [](double x, double y, double z, double w) { return normalized(Quatd{x, y, z, w}); };
    const auto piece = [](BonePiece::Shape shape) {
        BonePiece p;
        p.shape = shape;
        return p;
    };
    Bone skull, rod, block, ground;
    skull.name = "skull";
    skull.pose = {{0.5, 0.2, 0.5}, turned(0.1, 0.2, 0.3, 1)};
    skull.pieces = {piece(BonePiece::Shape::sphere), piece(BonePiece::Shape::hull)};
    skull.pieces[0].radius = 0.1;
    skull.pieces[0].pose = {{0.01, 0.02, 0.03}, {}};
    skull.pieces[1].points = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}, {0, 0, 0.1f}};
    skull.pieces[1].face_point = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    skull.pieces[1].face_start = {0, 3, 6, 9, 12};
    skull.pieces[1].pose = {{1.0 / 3, 0, 0}, turned(0, 0.6, 0, 1)};
    skull.mass = 1.7;
    skull.friction = 0.3;
    skull.restitution = 0.25;
    skull.gravity_scale = 0.5;
    rod.name = "rod";
    rod.pose = {{0.2, 0.1, 0.7}, turned(-0.3, 0, 0.1, 0.4)};
    rod.pieces = {piece(BonePiece::Shape::capsule)};
    rod.pieces[0].radius = 0.05;
    rod.pieces[0].length = 0.3;
    rod.density = 1234.5;
    block.name = "block";
    block.pieces = {piece(BonePiece::Shape::box)};
    block.motion = BoneMotion::kinematic;
    block.pieces[0].size = {0.1, 0.2, 0.3};
    block.friction = 0.3;
    ground.name = "ground";
    ground.pieces = {piece(BonePiece::Shape::box), piece(BonePiece::Shape::box)};
    ground.pieces[0].size = {1, 1, 1};
    ground.pieces[1].size = {2, 1, 1};
    ground.pieces[1].pose.position = {0, -1, 0};
    ground.motion = BoneMotion::fixed;
    rod.parent = "skull";
    c.bones = {rod, skull, block, ground};  // a child before its parent
    c.skin = {{{0, 1}}, {{0, 0.25f}, {1, 0.75f}}, {{1, 1}}, {{3, 0.5f}, {2, 0.5f}}, {{1, 0.125f}, {0, 0.875f}}};
    c.poses = {{"flat", {{}, {}, {}, {}, {0, -0.5f, 0}}}, {"wide", {{-0.1f, 0, 0}, {0.1f, 0, 0}, {}, {}, {}}}};
    RigClip nod{"nod", 0, 0, {}}, breathe{"breathe", 0, 0, {}};
    RigChannel turns, way, weights;
    turns.node = 0;
    turns.path = ChannelPath::rotation;
    turns.width = 4;
    turns.times = {0, 0.3, 1};
    for (const Quatd& q :
         {normalized(Quatd{0.1, 0.2, 0.3, 1}), normalized(Quatd{-0.7, 0.1, 0.2, 0.3}), Quatd{0, 1, 0, 0}})
        turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
    way.node = 1;
    way.interpolation = KeyInterpolation::cubic;
    way.times = {0.25, 2};
    for (int i = 0; i < 18; ++i) way.values.push_back(0.25 * i - 1);
    weights.node = Creature::of_mesh;
    weights.path = ChannelPath::weights;
    weights.width = 2;
    weights.interpolation = KeyInterpolation::step;
    weights.times = {0, 0.5};
    weights.values = {0, 1, 0.5, 0};
    nod.channels = {turns, way};
    breathe.channels = {weights};
    find_length(nod);
    find_length(breathe);
    c.clips = {nod, breathe};

    const auto joint = [&](const char* name, const char* a, const char* b) {
        BoneJoint j;
        j.name = name;
        j.a = a;
        j.b = b;
        j.pose = {{0.3, 0.15 + 0.01 * static_cast<double>(c.joints.size()), 0.6}, turned(0.2, -0.1, 0.05, 0.9)};
        return j;
    };
    const auto add = [&](BoneJoint j) { c.joints.push_back(std::move(j)); };
    const auto all_free = [](BoneJoint& j) {
        for (int k = 0; k < 3; ++k) j.move[k] = j.turn[k] = free_range;
    };
    add(joint("glued", "skull", "block"));
    BoneJoint neck = joint("neck", "skull", "rod");
    neck.turn[0] = {-20, 35};
    neck.turn[1] = neck.turn[2] = {-45, 45};
    neck.drive = {12, 0.5, 30, 0};
    neck.strength = 0.25;
    neck.break_force = 400;
    neck.break_torque = 20;
    add(neck);
    BoneJoint oval = joint("oval", "block", "rod");
    oval.turn[0] = free_range;
    oval.turn[1] = {-30, 30};
    oval.turn[2] = {-10, 10};
    oval.collide = true;
    add(oval);
    BoneJoint hinge = joint("hinge", "rod", "block");
    hinge.turn[0] = {-10, 100.1};
    hinge.drive = {5, 0, unlimited, 33.3};
    add(hinge);
    BoneJoint slide = joint("slide", "", "rod");
    slide.move[0] = {-unlimited, 0.2};
    add(slide);
    BoneJoint pipe = joint("pipe", "rod", "ground");
    pipe.move[0] = {-0.1, 0.1};
    pipe.turn[0] = free_range;
    add(pipe);
    BoneJoint rail = joint("rail", "rod", "");
    all_free(rail);
    rail.move[0] = {-1, 1};
    rail.move[1] = rail.move[2] = {};
    add(rail);
    BoneJoint table = joint("table", "skull", "ground");
    all_free(table);
    table.move[0] = {};
    add(table);
    BoneJoint rope = joint("rope", "skull", "ground");
    all_free(rope);
    rope.rows = BoneJoint::Rows::distance;
    rope.distance = {0.1, 0.9};
    add(rope);
    BoneJoint wheels = joint("wheels", "skull", "rod");
    all_free(wheels);
    wheels.rows = BoneJoint::Rows::pulley;
    wheels.wheel_a = {0, 2, 0};
    wheels.wheel_b = {1, 2, 0.1};
    wheels.rope = 3.25;
    wheels.ratio = 2;
    add(wheels);
    BoneJoint odd = joint("odd", "block", "skull");
    odd.move[1] = {-0.5, 0.25};
    odd.turn[0] = free_range;
    odd.turn[2] = {-5, 15};
    add(odd);
    return c;
}

}  // namespace pliant
