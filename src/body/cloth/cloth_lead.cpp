// Particles of cloth that something outside moves, and how hard the cloth pulls at them; and those that a guide does
// not let stray.

#include <algorithm>

#include "body/cloth/cloth_matter.h"
#include "core/assert.h"

namespace pliant::cloth {

void ClothMatter::lead(const ParticleView& view, std::span<const Lead> leads) {
    PL_ASSERT(view.count == model_->particle_count);
    const bool led_before = steps_.led();
    const u32 each_before = tethers_.each;
    steps_.take_leads(leads, view);
    find_anchors(view);
    steps_.make_heavy(view);
    if (!leads.empty()) tether_pull_.reserve(static_cast<size_t>(Tethers::most) * (model_->particle_count + 15));
    if (!leads.empty()) tether_pull_.assign(static_cast<size_t>(tethers_.each) * tethers_.stride, Float4{});
    // What was closed and has torn holds no gas any more.
    const bool leaks = model_->torn && model_->torn->whole->closed;
    if (pressure_ != 0) pressure_now_ = leaks ? 0 : pressure_ * (model_->volume > 0 ? gas_share(view) : 1.0f);
    if (led_before != steps_.led() || each_before != tethers_.each) make_plan();
}

// Where the cloth is held, by what leads it or fixed in space.
void ClothMatter::find_anchors(const ParticleView& view) {
    held_.clear();
    if (tethered_) {
        for (u32 p = 0; p < view.count; ++p)
            if (!(view.position[p].w > 0)) held_.push_back(p);
        for (const Lead& l : steps_.leads)
            if (view.position[l.particle].w > 0) held_.push_back(l.particle);
        std::sort(held_.begin(), held_.end());
    }
    tethers_.find(*model_, held_);
    if (tethers_.each == 0) return;
    const size_t n = tethers_.anchors.size();
    anchor_.resize(n * steps_.count);
    for (size_t i = 0; i < n; ++i)
        for (u32 s = 0; s < steps_.count; ++s) anchor_[s * n + i] = view.position[tethers_.anchors[i]];
    for (size_t l = 0; l < steps_.leads.size(); ++l) {
        const auto found = std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), steps_.leads[l].particle);
        const size_t i = static_cast<size_t>(found - tethers_.anchors.begin());
        for (u32 s = 0; s < steps_.count; ++s) anchor_[s * n + i].set_xyz(steps_.lead_place(l, s));
    }
}

// Tethers bear much of what hangs on an anchor, past the links: the anchor feels that too.
void ClothMatter::add_tether_pulls(const Substep& substep) {
    PL_ASSERT(substep.length > 0 && steps_.count > 0);
    if (tethers_.each == 0) return;
    const double per_step = static_cast<double>(steps_.count) / substep.length;  // a way in a small step, as a speed
    anchor_impulse_.assign(tethers_.anchors.size(), Vec3d{});
    for (u32 k = 0; k < tethers_.each; ++k)
        for (u32 p = 0; p < model_->particle_count; ++p) {
            const size_t at = static_cast<size_t>(k) * tethers_.stride + p;
            const Vec3 pull = tether_pull_[at].xyz();
            anchor_impulse_[tethers_.which[at]] += pull.to<double>() * (mass_[p] * per_step);
        }
    for (size_t l = 0; l < steps_.leads.size(); ++l) {
        const auto found = std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), steps_.leads[l].particle);
        if (found != tethers_.anchors.end() && *found == steps_.leads[l].particle)
            steps_.led_impulses[l] +=
                anchor_impulse_[static_cast<size_t>(found - tethers_.anchors.begin())].to<float>();
    }
}

void ClothMatter::lead_particles(u32 small_step, const ParticleView& view, const Substep& substep) {
    if (small_step == steps_.count) add_tether_pulls(substep);
    steps_.lead(small_step, view, substep);
}

void ClothMatter::stand_on(std::span<const Footing> footings) {
    const bool stood = steps_.stands();
    steps_.take_footings(footings);
    if (stood != steps_.stands()) make_plan();
}

void ClothMatter::keep_near(std::span<const Leash> leashes) {
    PL_ASSERT(leashes.empty() || leashes.size() == model_->particle_count);
    const bool other = leashes.empty() != steps_.leashes.empty();
    steps_.leashes = leashes;
    if (other) make_plan();
}

void ClothMatter::end_substep(const ParticleView& view) {
    PL_ASSERT(view.count == model_->particle_count);
    steps_.let_go(view);
}

}  // namespace pliant::cloth
