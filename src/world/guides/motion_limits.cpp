// Motion limits of bodies that follow a guide: max_distance and backstop. Matter with motion limit constraints enforces
// them while it is solved; after contacts they are enforced here, for all kinds.

#include "world/guides/motion_limits.h"

#include <algorithm>

#include "body/guide_springs.h"
#include "body/motion_limits.h"

namespace pliant {

namespace {

// A painted value, or one for all.
class GuideValue {
  public:
    GuideValue(const Body& body, const std::vector<float>& map, u16 row, double time)
        : map_(map), number_(static_cast<float>(body.common.number(row, time))) {}
    float of(u32 particle) const { return map_.empty() ? number_ : map_[particle]; }

  private:
    const std::vector<float>& map_;
    const float number_;
};

bool is_limited(const ParameterSet& p) {
    return p.has_value(BodyP::guide_max_distance) || p.has_value(BodyP::guide_backstop_distance) ||
           p.has_value(BodyP::guide_border);
}

// In one piece: what follows places does not tear.
GuideTargets followed(const GuidedPlaces& g) {
    const auto frame = [](const Transform& root, const Vec3& scale, float share) {
        const Mat3 scaling{{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}};
        return GuideTargets::Frame{matrix(root.rotation) * scaling, root.position, share};
    };
    return {g.from, g.to, frame(g.root_before, g.scale_before, g.share_before), frame(g.root, g.scale, g.share)};
}

void give_limits(Body& body) {
    if (MotionLimitConstraints* limits = body.matter->motion_limits()) limits->set_motion_limits(body.motion_limits);
}

}  // namespace

void MotionLimits::set_guide_targets(Body& body) const {
    GuideSprings* springs = body.matter->guide_springs();
    if (!springs) return;
    const std::optional<GuidedPlaces> places = guides_.places(body);
    springs->set_guide_targets(places ? followed(*places) : GuideTargets{});
}

void MotionLimits::set() {
    const double end = contents_.time + contents_.clock_step() * (step_.substep + 1.0) / step_.substeps;
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        body.motion_limits.clear();
        set_guide_targets(body);
        const std::optional<GuidedPlaces> places = is_limited(body.common) ? guides_.places(body) : std::nullopt;
        if (!places) return give_limits(body);
        const bool limited = body.common.has_value(BodyP::guide_max_distance),
                   backstop = body.common.has_value(BodyP::guide_backstop_distance);
        const GuideValue most(body, body.guide_maps.max_distance, BodyP::guide_max_distance, end),
            distance(body, body.guide_maps.backstop_distance, BodyP::guide_backstop_distance, end),
            radius(body, body.guide_maps.backstop_radius, BodyP::guide_backstop_radius, end),
            border(body, body.guide_maps.border, BodyP::guide_border, end);
        body.motion_limits.resize(body.view.count);
        for (u32 p = 0; p < body.view.count; ++p) {
            const u32 w = body.whole_particle(p);
            MotionLimit& limit = body.motion_limits[p];
            limit = {};
            limit.from.set_xyz(places->before(w)), limit.to.set_xyz(places->at(w));
            limit.from.w = limited ? most.of(w) : MotionLimit::unlimited;
            if (border.of(w) > 0.5f) limit.from.w = 0;
            if (!backstop || places->normal_from.empty()) continue;
            // A ball that reaches further forward than the particle may go would leave it no place at all.
            const float behind = std::max(distance.of(w), -limit.from.w);
            limit.to.w = radius.of(w);
            limit.back.set_xyz(places->normal(w) * -(behind + limit.to.w));
        }
        give_limits(body);
    });
}

// A particle with a max distance of 0 gets a kinematic target where the matter has these, as those of attachments do:
// its links then pull at something that does not give.
void MotionLimits::add_kinematic_targets(Body& body) const {
    if (!body.matter->kinematic_targets()) return;
    const size_t of_attachments = body.kinematic_targets.size();
    for (u32 p = 0; p < body.motion_limits.size(); ++p) {
        if (body.motion_limits[p].from.w > 0 || !(body.view.position[p].w > 0)) continue;
        const auto attached = body.kinematic_targets.begin() + static_cast<std::ptrdiff_t>(of_attachments);
        if (std::any_of(body.kinematic_targets.begin(), attached,
                        [&](const KinematicTarget& l) { return l.particle == p; }))
            continue;
        body.kinematic_targets.push_back({p, body.motion_limits[p].to.xyz()});
    }
}

void MotionLimits::enforce() {
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        if (body.motion_limits.empty()) return;
        PL_ASSERT(body.motion_limits.size() == body.view.count);
        motion_limit_kernels().enforce({floats(body.view.position), floats(body.view.velocity),
                                        body.motion_limits.data(), body.view.count, 1, 1 / step_.h});
    });
}

// A body that wakes within a step is limited from the next substep on, not by the limits from before it fell asleep.
void clear_motion_limits(Body& body) {
    body.motion_limits.clear();
    give_limits(body);
    if (GuideSprings* springs = body.matter->guide_springs()) springs->set_guide_targets({});
}

}  // namespace pliant
