#include "render/joint_marks.h"

#include <algorithm>

#include "core/trig.h"
#include "render/moment.h"
#include "rigid/rotation_vector.h"
#include "world/world.h"

namespace pliant::render {

namespace {

constexpr Vec3 along_x{1, 0, 0}, along_y{0, 1, 0};

bool is_limited(const rigid::Axis& axis) { return axis.mode == rigid::AxisMode::limited; }

// One joint, drawn in its frame on a; `size` [m] is how long axes are.
struct Sketch {
    Marks& marks;
    Transform on_a, on_b;
    float size;
    bool broken;

    void line(const Vec3& from, const Vec3& to, Color color) const {
        marks.lines.push_back({from, to, broken ? Color{170, 170, 170} : color});
    }
    Vec3 at(const Vec3& direction) const { return on_a.position + on_a.rotation * direction * size; }

    // The border of how far x of b may lean: half-angles about y and z, an ellipse between.
    void cone(float about_y, float about_z) const {
        constexpr int sides = 32;
        Vec3 before;
        for (int i = 0; i <= sides; ++i) {
            const double angle = 2 * pi * i / sides;
            const Vec3 lean{0, about_y * static_cast<float>(cosine(angle)), about_z * static_cast<float>(sine(angle))};
            const Vec3 rim = at(rigid::turned({}, lean) * along_x);
            if (i > 0) line(before, rim, joint_limit_color);
            if (i % 4 == 0) line(on_a.position, rim, joint_limit_color);
            before = rim;
        }
        line(on_a.position, on_a.position + on_b.rotation * along_x * size, joint_stand_color);
    }

    // The range of an angle about x, as a sector that y of b points into.
    void sector(float low, float high) const {
        const int parts = std::max(2, static_cast<int>((high - low) / 0.15f));
        Vec3 before = on_a.position;
        for (int i = 0; i <= parts; ++i) {
            const float angle = low + (high - low) * static_cast<float>(i) / static_cast<float>(parts);
            const Vec3 rim = at(rigid::turned({}, along_x * angle) * along_y * 0.6f);
            line(before, rim, joint_limit_color);
            before = rim;
        }
        line(before, on_a.position, joint_limit_color);
        line(on_a.position, on_a.position + on_b.rotation * along_y * (0.6f * size), joint_stand_color);
    }

    void slide(float low, float high) const {
        line(on_a * (along_x * low), on_a * (along_x * high), joint_limit_color);
    }
};

void sketch(const Sketch& s, const rigid::JointDef& def) {
    constexpr float turn = static_cast<float>(2 * pi), far = 100;  // [m] beyond it, a range is no limit
    s.marks.dots.push_back({s.on_b.position, 4, joint_color});
    if (def.kind != rigid::JointKind::axes) return s.line(s.on_a.position, s.on_b.position, joint_color);
    if (is_limited(def.turn[1]) || is_limited(def.turn[2]))
        s.cone(is_limited(def.turn[1]) ? def.turn[1].high : 0, is_limited(def.turn[2]) ? def.turn[2].high : 0);
    if (is_limited(def.turn[0]) && def.turn[0].high - def.turn[0].low < turn)
        s.sector(def.turn[0].low, def.turn[0].high);
    if (is_limited(def.move[0])) s.slide(std::max(def.move[0].low, -far), std::min(def.move[0].high, far));
    const bool reaches = def.move_drive[0].stiffness > 0 && def.move[0].mode == rigid::AxisMode::free;
    if (reaches) s.line(s.on_b.position, s.on_a * def.target.position, joint_color);
}

}  // namespace

void collect_joints(const World& world, Moment& moment) {
    world.contents().joints.each([&](JointId id, const RigidJoint& joint) {
        const Collider* b = world.collider(joint.b);
        const auto [on_a, on_b] = world.joints().frames(id);
        const float size = 0.4f * length(b->shape.bounds({}).size());
        sketch({moment.marks, on_a, on_b, std::min(size, 1.0f), joint.broken}, world.joints().definition(id));
    });
}

}  // namespace pliant::render
