#include "body/small_steps.h"

#include <algorithm>
#include <cmath>

#include "body/place.h"
#include "core/contract.h"

namespace pliant {

constexpr float led_mobility = 1.0f / 32;

SmallSteps::SmallSteps(u32 particles)
    : haste(particles), before(particles), lost(particles), results_((particles + per_block - 1) / per_block) {}

void SmallSteps::place(const ParticleView& view, const Placement& placement, std::span<const Vec3> rest,
                       std::span<const float> mass, const Vec3& center) {
    PL_ASSERT(view.count == haste.size());
    place_particles(view, placement, rest, mass, center);
    for (u32 p = 0; p < view.count; ++p) haste[p] = {};
}

void SmallSteps::follow(const Transform& moved) {
    PL_ASSERT(all_finite(moved) && is_unit(moved.rotation));
    for (Float4& h : haste) h.set_xyz(moved.rotation * h.xyz());
}

MoveArguments SmallSteps::move_arguments(u32 small_step, u32 begin, u32 end, const ParticleView& view,
                                         const Substep& substep) {
    PL_ASSERT(begin < end && end <= view.count && small_step < count && substep.length > 0);
    MoveArguments m{};
    m.position = floats(view.position + begin), m.before = floats(before.data() + begin);
    m.lost = floats(lost.data() + begin);
    m.previous = small_step == 0 ? floats(view.previous + begin) : nullptr;
    m.velocity = floats(view.velocity + begin), m.haste = floats(haste.data() + begin);
    m.count = end - begin;
    m.step = step(substep);
    m.drag = substep.drag * m.step / (1 + substep.drag * m.step);
    for (int k = 0; k < 3; ++k) m.gravity[k] = substep.gravity[k], m.air[k] = substep.air[k];
    return m;
}

void SmallSteps::finish(u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block < results_.size() && view.count == before.size() && substep.length > 0);
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    results_[block] = small_step_kernels().end({floats(view.position + begin), floats(before.data() + begin),
                                                floats(lost.data() + begin), floats(view.previous + begin),
                                                floats(view.velocity + begin), floats(haste.data() + begin),
                                                end - begin, step(substep), substep.length});
}

Motion motion_of(std::span<const EndResult> blocks) {
    PL_ASSERT(!blocks.empty());
    Motion motion;
    float speed2 = 0;
    for (const EndResult& r : blocks) {
        motion.bounds.add(Vec3{r.low[0], r.low[1], r.low[2]}), motion.bounds.add(Vec3{r.high[0], r.high[1], r.high[2]});
        speed2 = std::max(speed2, r.greatest_speed2);
        motion.wild = motion.wild || r.wild != 0;
    }
    motion.greatest_speed = std::sqrt(speed2);
    return motion;
}

void SmallSteps::take_leads(std::span<const Lead> wanted, const ParticleView& view) {
    PL_ASSERT(std::all_of(wanted.begin(), wanted.end(),
                          [&](const Lead& l) { return l.particle < view.count && is_finite(l.target); }));
    leads.assign(wanted.begin(), wanted.end());
    lead_from_.clear(), lead_mobility_.clear();
    for (const Lead& l : leads) {
        lead_from_.push_back(view.position[l.particle].xyz());
        lead_mobility_.push_back(view.position[l.particle].w);
    }
    led_impulses.assign(leads.size(), Vec3{});
}

void SmallSteps::make_heavy(const ParticleView& view) {
    for (const Lead& l : leads) view.position[l.particle].w *= led_mobility;
}

Vec3 SmallSteps::lead_place(size_t l, u32 small_step) const {
    PL_ASSERT(l < leads.size() && lead_from_.size() == leads.size() && small_step <= count);
    return lead_from_[l] +
           (leads[l].target - lead_from_[l]) * (static_cast<float>(small_step + 1) / static_cast<float>(count));
}

void SmallSteps::lead(u32 small_step, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(small_step <= count && lead_from_.size() == leads.size());
    const bool over = small_step == count;
    for (size_t l = 0; l < leads.size(); ++l) {
        const u32 p = leads[l].particle;
        if (!(lead_mobility_[l] > 0)) continue;
        const float per_metre =
            static_cast<float>(count) / (substep.length * lead_mobility_[l] * led_mobility);  // [kg/s]
        const Vec3 was = over ? view.position[p].xyz() : before[p].xyz();
        if (small_step > 0) led_impulses[l] -= (was - lead_place(l, small_step - 1)) * per_metre;
        if (!over) {
            view.position[p].set_xyz(lead_place(l, small_step));
            continue;
        }
        led_impulses[l] -= substep.gravity * (substep.length / lead_mobility_[l]);
        view.position[p].set_xyz(leads[l].target);
        view.position[p].w = 0;  // contacts do not move it either
        before[p].set_xyz(leads[l].target - (leads[l].target - lead_from_[l]) / static_cast<float>(count));
        lost[p] = {};
    }
}

void SmallSteps::let_go(const ParticleView& view) {
    PL_ASSERT(lead_mobility_.size() == leads.size());
    for (size_t l = 0; l < leads.size(); ++l) view.position[leads[l].particle].w = lead_mobility_[l];
}

void SmallSteps::take_footings(std::span<const Footing> footings) {
    PL_ASSERT(std::is_sorted(footings.begin(), footings.end(),
                             [](const Footing& a, const Footing& b) { return a.particle < b.particle; }));
    PL_ASSERT(std::all_of(footings.begin(), footings.end(), [&](const Footing& f) {
        return f.particle < haste.size() && is_unit(f.normal, 0.01) && f.friction >= 0;
    }));
    footings_.assign(footings.begin(), footings.end());
    footing_impulses.assign(footings.size(), Vec3{});
    led_.clear();
    for (const Lead& l : leads) led_.push_back(l.particle);
    std::sort(led_.begin(), led_.end());
    for (Footing& f : footings_)
        if (std::binary_search(led_.begin(), led_.end(), f.particle)) f.begin = f.end = -3e38f;
}

// Of particles begin … end: f returns how far it moved one of the given inverse mass, times the mass.
template <class F>
void SmallSteps::each_footing(u32 begin, u32 end, F&& f) {
    const auto first = std::lower_bound(footings_.begin(), footings_.end(), begin,
                                        [](const Footing& g, u32 particle) { return g.particle < particle; });
    for (auto g = first; g != footings_.end() && g->particle < end; ++g)
        footing_impulses[static_cast<size_t>(g - footings_.begin())] += f(*g);
}

// How far a footing moves what came to a place by a way in the small step.
Vec3 SmallSteps::held_off(const Footing& f, u32 small_step, const Vec3& at, const Vec3& way) const {
    PL_ASSERT(small_step < count);
    const float steps = static_cast<float>(count), share = static_cast<float>(small_step + 1) / steps;
    const float depth = f.begin + (f.end - f.begin) * share - dot(f.normal, at);
    if (!(depth > 0)) return {};
    Vec3 slid = way - f.way / steps;
    slid -= f.normal * dot(f.normal, slid);
    const float distance = length(slid), most = f.friction * depth;
    return f.normal * depth - slid * (distance > most ? most / distance : 1.0f);
}

void SmallSteps::stand(u32 small_step, u32 begin, u32 end, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(begin <= end && end <= view.count && small_step < count);
    const float per_second = static_cast<float>(count) / substep.length;
    each_footing(begin, end, [&](const Footing& f) {
        Float4& x = view.position[f.particle];
        if (!(x.w > 0)) return Vec3{};
        const Vec3 move = held_off(f, small_step, x.xyz(), x.xyz() - before[f.particle].xyz());
        x.set_xyz(x.xyz() + move);
        return move * (per_second / x.w);
    });
}

void SmallSteps::stand(u32 small_step, u32 begin, u32 end, const ParticleView& view, Float4* way,
                       const Substep& substep) {
    const float per_second = static_cast<float>(count) / substep.length;
    each_footing(begin, end, [&](const Footing& f) {
        const Float4& x = view.position[f.particle];
        if (!(x.w > 0)) return Vec3{};
        const Vec3 gone = way[f.particle].xyz(), move = held_off(f, small_step, x.xyz() + gone, gone);
        way[f.particle].set_xyz(gone + move);
        return move * (per_second / x.w);
    });
}

void SmallSteps::keep_near(u32 small_step, u32 begin, u32 end, const ParticleView& view) const {
    PL_ASSERT(begin <= end && end <= view.count && leashes.size() == view.count && small_step < count);
    const float share = static_cast<float>(small_step + 1) / static_cast<float>(count);
    leash_kernels().keep({floats(view.position + begin), nullptr, leashes.data() + begin, end - begin, share, 0});
}

}  // namespace pliant
