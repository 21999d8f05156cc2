// What a world is about, as lines for whoever has no other way to look into it.

#include "capi/tables.h"
#include "core/trig.h"

using namespace pliant;
using namespace pliant::capi;

namespace {

// Okabe and Ito's colours, which everybody can tell apart.
constexpr u32 green = 0x009e73, yellow = 0xf0e442, vermilion = 0xd55e00, blue = 0x0072b2, orange = 0xe69f00,
              grey = 0x999999;

class Lines {
  public:
    void add(const Vec3& from, const Vec3& to, u32 color) { all.push_back({to_c(from), to_c(to), color}); }

    void skin(const Body& body) {
        const ContactSurface& s = body.model->contact;
        const u32 color = body.quarantined ? vermilion : body.sleeps() ? grey : green;
        const auto at = [&](u32 point) { return skin_point(s, point, body.view.position); };
        for (u32 t = 0; t < s.triangles.size(); ++t)
            for (u32 k = 0; k < 3; ++k)  // each edge once
                if (const u32 other = s.neighbor[t][k]; other == ContactSurface::none || other > t)
                    add(at(s.triangles[t][k]), at(s.triangles[t][(k + 1) % 3]), color);
    }

    // From where it pushes, as far as the speed [m/s] it gave a kilogram would go in a tenth of a second, at most 0.2
    // m.
    void push(const Vec3& at, const Vec3& normal, float impulse) {
        if (impulse > 0) add(at, at + normal * std::min(0.1f * impulse, 0.2f), yellow);
    }
    void contacts(const World& world) {
        const ContactSet& set = world.contacts();
        const Particles& particles = world.contents().particles;
        for (const Contact& c : set.contacts) {
            Vec3 at;
            for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
                at += particles.position[set.supports[s].particle].xyz() * set.supports[s].weight;
            push(at, c.normal, c.impulse.normal);
        }
        for (const RestingImpulse& f : set.resting_impulses)
            push(particles.position[f.particle].xyz(), f.normal, f.impulse);
    }

    void attachment(const World& world, const Attachment& a) {
        if (!a.holding || a.broken) return;
        for (size_t g = 0; g < a.grips.size(); ++g)
            if (a.holds_grip(g))
                add(world.attachments().held_at(a.id, g), world.attachments().pulled_to(a.id, g), vermilion);
    }

    void joint(const World& world, const RigidJoint& j) {
        const Collider *a = world.collider(j.a), *b = world.collider(j.b);
        const u32 color = j.broken ? grey : orange;
        if (a && b) add(a->pose.position, b->pose.position, color);
        if (!a && b) add(world.joints().frames(j.id).first.position, b->pose.position, color);
    }

    void collider(const Collider& c) {
        color_ = c.quarantined ? vermilion : blue;
        shape(c.shape, c.pose);
    }

    std::vector<pliant_debug_line> all;

  private:
    void shape(const Shape& s, const Transform& pose) {
        pose_ = pose;
        if (s.kind == ShapeKind::plane) plane();
        if (s.kind == ShapeKind::box) box(s.half_size);
        if (s.kind == ShapeKind::sphere) circles(s.radius, 0);
        if (s.kind == ShapeKind::capsule) circles(s.radius, s.half_height);
        if (s.kind == ShapeKind::mesh) mesh(*s.mesh);
        if (s.kind == ShapeKind::height_field) heights(*s.height_field);
        if (s.kind == ShapeKind::compound)
            for (const ShapePart& part : *s.parts) shape(part.shape, pose * part.frame);
    }
    void edge(const Vec3& a, const Vec3& b) { add(pose_ * a, pose_ * b, color_); }
    void plane() {  // ten metres of it
        for (int i = -5; i <= 5; ++i) {
            const float at = static_cast<float>(i);
            edge({at, 0, -5}, {at, 0, 5}), edge({-5, 0, at}, {5, 0, at});
        }
    }
    void box(const Vec3& h) {
        for (const float y : {-h.y, h.y}) {
            edge({-h.x, y, -h.z}, {h.x, y, -h.z}), edge({-h.x, y, h.z}, {h.x, y, h.z});
            edge({-h.x, y, -h.z}, {-h.x, y, h.z}), edge({h.x, y, -h.z}, {h.x, y, h.z});
        }
        for (const float x : {-h.x, h.x})
            for (const float z : {-h.z, h.z}) edge({x, -h.y, z}, {x, h.y, z});
    }
    // Three circles; those that stand are drawn apart along y by an axis.
    void circles(float radius, float half_height) {
        constexpr int corners = 24;
        const auto around = [&](int i) {
            const double angle = i * 2 * pi / corners;
            return Vec3{static_cast<float>(radius * cosine(angle)), static_cast<float>(radius * sine(angle)), 0};
        };
        for (int i = 0; i < corners; ++i) {
            const Vec3 a = around(i), b = around(i + 1);
            const float up = 2 * i < corners ? half_height : -half_height;
            edge({a.x, a.y + up, 0}, {b.x, b.y + up, 0}), edge({0, a.y + up, a.x}, {0, b.y + up, b.x});
            edge({a.x, half_height, a.y}, {b.x, half_height, b.y});
            if (half_height > 0) edge({a.x, -half_height, a.y}, {b.x, -half_height, b.y});
        }
        if (half_height > 0)
            for (const float side : {-radius, radius}) {
                edge({side, -half_height, 0}, {side, half_height, 0});
                edge({0, -half_height, side}, {0, half_height, side});
            }
    }
    void mesh(const MeshShape& m) {
        for (const auto& [a, b, c] : m.triangles())
            for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
                if (from < to || !m.closed()) edge(m.points()[from], m.points()[to]);  // of a closed mesh once
    }
    void heights(const HeightField& f) {
        const i32 columns = static_cast<i32>(f.columns()), rows = static_cast<i32>(f.rows());
        for (i32 c = 0; c < columns; ++c)
            for (i32 r = 0; r < rows; ++r) {
                if (c + 1 < columns) edge(f.point(c, r), f.point(c + 1, r));
                if (r + 1 < rows) edge(f.point(c, r), f.point(c, r + 1));
            }
    }

    Transform pose_;
    u32 color_ = 0;
};

}  // namespace

pliant_result pliant_world_debug_lines(pliant_world world, uint32_t what, pliant_debug_line* lines, size_t capacity,
                                       size_t* count) {
    return guarded("pliant_world_debug_lines", [&] {
        need(count, "count");
        const auto w = resting_world(world);
        const World& in = w->world;
        Lines found;
        if (what & PLIANT_DEBUG_SKINS) in.contents().bodies.each([&](BodyId, const Body& b) { found.skin(b); });
        if (what & PLIANT_DEBUG_CONTACTS) found.contacts(in);
        if (what & PLIANT_DEBUG_ATTACHMENTS)
            in.contents().attachments.each([&](AttachmentId, const Attachment& a) { found.attachment(in, a); });
        if (what & PLIANT_DEBUG_JOINTS)
            in.contents().joints.each([&](JointId, const RigidJoint& j) { found.joint(in, j); });
        if (what & PLIANT_DEBUG_COLLIDERS)
            in.contents().colliders.each([&](ColliderId, const Collider& c) { found.collider(c); });
        *count = found.all.size();
        if (!lines) return;
        if (capacity < *count)
            fail(PLIANT_BUFFER_TOO_SMALL, std::to_string(*count) + " lines, and room for " + std::to_string(capacity));
        std::copy(found.all.begin(), found.all.end(), lines);
    });
}
