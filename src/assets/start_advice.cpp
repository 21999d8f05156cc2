#include "assets/start_advice.h"

#include <algorithm>

#include "core/text.h"
#include "world/contact/filters.h"

namespace pliant {

namespace {

constexpr double worth_saying = 0.02;  // of the body's size

struct Depth {
    double greatest = 0;  // [m]
    bool whole = true;    // all of the skin is below
};

Depth depth_in(const Body& body, const Collider& collider) {
    Depth depth;
    const ContactSurface& skin = body.model->contact;
    const Transform& pose = collider.jumped ? collider.target : collider.pose;
    const bool is_endless = collider.shape.kind == ShapeKind::plane;
    const Box bounds = is_endless ? Box{} : collider.shape.bounds(pose);
    for (u32 p = 0; p < skin.point_count(); ++p) {
        if (skin.role[p] == PointRole::guard) continue;
        const Vec3 at = skin_point(skin, p, body.view.position);
        const bool may_be_inside = is_endless || bounds.contains(at);
        const double distance =
            may_be_inside ? static_cast<double>(signed_distance(collider.shape, pose.inverse(at)).distance) : 1;
        depth.greatest = std::max(depth.greatest, -distance);
        depth.whole = depth.whole && distance < 0;
    }
    return depth;
}

bool is_ground(const Collider& c) {
    return c.shape.kind == ShapeKind::plane || c.shape.kind == ShapeKind::height_field;
}

bool has_name(std::span<const std::string> names, const std::string& name) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& n) { return name == n || name.starts_with(n + "/"); });
}

// What filter_pair says once the first step has read the parameters.
bool push_each_other(const World& world, const Body& body, const Collider& collider) {
    const ParameterSet &a = body.common, &b = collider.parameters;
    if (a.flag(BodyP::sensor) || b.flag(ColliderP::sensor)) return false;
    if (has_name(a.names(BodyP::ignores), collider.name)) return false;
    if (a.is_explicit(BodyP::collides_with) && !has_name(a.names(BodyP::collides_with), b.text(ColliderP::layer)))
        return false;
    if (b.is_explicit(ColliderP::collides_with) && !has_name(b.names(ColliderP::collides_with), a.text(BodyP::layer)))
        return false;
    return ruling_of(world.contents(), body, collider).collide && !is_held_inside(world.contents(), body, collider);
}

}  // namespace

std::vector<std::string> warn_of_starts_below(const World& world) {
    std::vector<std::string> warnings;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const double size = static_cast<double>(length(body.model->size));
        world.contents().colliders.each([&](ColliderId, const Collider& ground) {
            if (!is_ground(ground) || !push_each_other(world, body, ground)) return;
            const Depth depth = depth_in(body, ground);
            if (depth.greatest <= worth_saying * size) return;
            warnings.push_back(body.name + ": it begins " + (depth.whole ? "wholly " : "") + "below " + ground.name +
                               ", by " + short_number(depth.greatest) + " m; a position that is so much higher would " +
                               "put it on top");
        });
    });
    return warnings;
}

std::vector<std::string> warn_of_starts_inside(const World& world) {
    std::vector<std::string> warnings;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const double least = worth_saying * static_cast<double>(length(body.model->size));
        double depth = 0;
        std::string deepest;
        size_t count = 0;
        world.contents().colliders.each([&](ColliderId, const Collider& collider) {
            if (is_ground(collider) || !push_each_other(world, body, collider)) return;
            const double now = depth_in(body, collider).greatest;
            count += now > least;
            if (now <= std::max(least, depth)) return;
            depth = now;
            deepest = collider.name;
        });
        if (deepest.empty()) return;
        const std::string others = count > 1 ? " (and inside others, " + std::to_string(count - 1) + ")" : "";
        warnings.push_back(body.name + ": it begins inside " + deepest + ", by " + short_number(depth) + " m" + others +
                           ", and is pushed out when the simulation starts: move it, or make the collider smaller");
    });
    return warnings;
}

}  // namespace pliant
