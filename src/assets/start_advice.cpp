#include "assets/start_advice.h"

#include <algorithm>

#include "core/text.h"

namespace pliant {

namespace {

struct Depth {
    double greatest = 0;  // [m]
    bool whole = true;    // all of the skin is below
};

Depth depth_below(const Body& body, const Collider& ground) {
    Depth depth;
    const ContactSurface& skin = body.model->contact;
    for (u32 p = 0; p < skin.point_count(); ++p) {
        if (skin.role[p] == PointRole::guard) continue;
        const Vec3 at = ground.pose.inverse(skin_point(skin, p, body.view.position));
        const double distance = static_cast<double>(signed_distance(ground.shape, at).distance);
        depth.greatest = std::max(depth.greatest, -distance);
        depth.whole = depth.whole && distance < 0;
    }
    return depth;
}

bool is_ground(const Collider& c) {
    return !c.sensor && (c.shape.kind == ShapeKind::plane || c.shape.kind == ShapeKind::height_field);
}

}  // namespace

std::vector<std::string> warn_of_starts_below(const World& world) {
    std::vector<std::string> warnings;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const double size = static_cast<double>(length(body.model->size));
        world.contents().colliders.each([&](ColliderId, const Collider& ground) {
            if (!is_ground(ground) || !ground.layers.meets(body.layers)) return;
            const Depth depth = depth_below(body, ground);
            if (depth.greatest <= 0.02 * size) return;
            warnings.push_back(body.name + ": it begins " + (depth.whole ? "wholly " : "") + "below " + ground.name +
                               ", by " + short_number(depth.greatest) + " m; a position that is so much higher would " +
                               "put it on top");
        });
    });
    return warnings;
}

}  // namespace pliant
