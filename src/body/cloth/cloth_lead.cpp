// Particles of cloth that something outside moves, and how hard the cloth pulls at them; and those that a guide does
// not let stray.

#include <algorithm>

#include "body/cloth/cloth_matter.h"

namespace pliant::cloth {

// A particle that is led is moved along its way, at the end of which its target is. It has 32 times its mass
// meanwhile: how far links draw it from its way says how hard they pull.
constexpr float led_mobility = 1.0f / 32;

void ClothMatter::lead(const ParticleView& view, std::span<const Lead> leads) {
    const bool led_before = !leads_.empty();
    const u32 each_before = tethers_.each;
    leads_.clear(), lead_from_.clear(), lead_mobility_.clear();
    for (const Lead& l : leads) {
        lead_from_.push_back(view.position[l.particle].xyz());
        lead_mobility_.push_back(view.position[l.particle].w);
        leads_.push_back(l);
    }
    led_impulses_.assign(leads.size(), Vec3{});
    find_anchors(view);
    for (const Lead& l : leads) view.position[l.particle].w *= led_mobility;
    if (!leads.empty()) tether_pull_.reserve(static_cast<size_t>(Tethers::most) * (model_->particle_count + 15));
    if (!leads.empty()) tether_pull_.assign(static_cast<size_t>(tethers_.each) * tethers_.stride, Float4{});
    // What was closed and has torn holds no gas any more.
    const bool leaks = model_->torn && model_->torn->whole->closed;
    if (pressure_ != 0) pressure_now_ = leaks ? 0 : pressure_ * (model_->volume > 0 ? gas_share(view) : 1.0f);
    if (led_before != !leads_.empty() || each_before != tethers_.each) make_plan();
}

// Where the cloth is held, by what leads it or fixed in space.
void ClothMatter::find_anchors(const ParticleView& view) {
    held_.clear();
    if (tethered_) {
        for (u32 p = 0; p < view.count; ++p)
            if (!(view.position[p].w > 0)) held_.push_back(p);
        for (const Lead& l : leads_)
            if (view.position[l.particle].w > 0) held_.push_back(l.particle);
        std::sort(held_.begin(), held_.end());
    }
    tethers_.find(*model_, held_);
    if (tethers_.each == 0) return;
    const size_t n = tethers_.anchors.size();
    anchor_.resize(n * small_steps_);
    for (size_t i = 0; i < n; ++i)
        for (u32 s = 0; s < small_steps_; ++s) anchor_[s * n + i] = view.position[tethers_.anchors[i]];
    for (size_t l = 0; l < leads_.size(); ++l) {
        const auto found = std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), leads_[l].particle);
        const size_t i = static_cast<size_t>(found - tethers_.anchors.begin());
        for (u32 s = 0; s < small_steps_; ++s) anchor_[s * n + i].set_xyz(lead_place(l, s));
    }
}

Vec3 ClothMatter::lead_place(size_t l, u32 small_step) const {
    return lead_from_[l] +
           (leads_[l].target - lead_from_[l]) * (static_cast<float>(small_step + 1) / static_cast<float>(small_steps_));
}

// Tethers bear much of what hangs on an anchor, past the links: the anchor feels that too.
void ClothMatter::add_tether_pulls(const Substep& substep) {
    if (tethers_.each == 0) return;
    const double per_step = static_cast<double>(small_steps_) / substep.length;  // a way in a small step, as a speed
    anchor_impulse_.assign(tethers_.anchors.size(), Vec3d{});
    for (u32 k = 0; k < tethers_.each; ++k)
        for (u32 p = 0; p < model_->particle_count; ++p) {
            const size_t at = static_cast<size_t>(k) * tethers_.stride + p;
            const Vec3 pull = tether_pull_[at].xyz();
            anchor_impulse_[tethers_.which[at]] += pull.to<double>() * (mass_[p] * per_step);
        }
    for (size_t l = 0; l < leads_.size(); ++l) {
        const auto found = std::lower_bound(tethers_.anchors.begin(), tethers_.anchors.end(), leads_[l].particle);
        if (found != tethers_.anchors.end() && *found == leads_[l].particle)
            led_impulses_[l] += anchor_impulse_[static_cast<size_t>(found - tethers_.anchors.begin())].to<float>();
    }
}

void ClothMatter::lead_particles(u32 small_step, const ParticleView& view, const Substep& substep) {
    const bool over = small_step == small_steps_;
    if (over) add_tether_pulls(substep);
    for (size_t l = 0; l < leads_.size(); ++l) {
        const u32 p = leads_[l].particle;
        if (!(lead_mobility_[l] > 0)) continue;
        const float per_metre =
            static_cast<float>(small_steps_) / (substep.length * lead_mobility_[l] * led_mobility);  // [kg/s]
        const Vec3 was = over ? view.position[p].xyz() : before_[p].xyz();
        if (small_step > 0) led_impulses_[l] -= (was - lead_place(l, small_step - 1)) * per_metre;
        if (!over) {
            view.position[p].set_xyz(lead_place(l, small_step));
            continue;
        }
        led_impulses_[l] -= substep.gravity * (substep.length / lead_mobility_[l]);
        view.position[p].set_xyz(leads_[l].target);
        view.position[p].w = 0;  // contacts do not move it either
        before_[p].set_xyz(leads_[l].target - (leads_[l].target - lead_from_[l]) / static_cast<float>(small_steps_));
        lost_[p] = {};
    }
}

void ClothMatter::stand_on(std::span<const Footing> footings) {
    const bool other = footings.empty() != footings_.empty();
    footings_.assign(footings.begin(), footings.end());
    footing_impulses_.assign(footings.size(), Vec3{});
    led_.clear();
    for (const Lead& l : leads_) led_.push_back(l.particle);
    std::sort(led_.begin(), led_.end());
    for (Footing& f : footings_)  // what is led goes where it is led
        if (std::binary_search(led_.begin(), led_.end(), f.particle)) f.begin = f.end = -3e38f;
    if (other) make_plan();
}

// Of particles begin … end: off the ground, and held back by it.
void ClothMatter::stand(u32 small_step, u32 begin, u32 end, const ParticleView& view) {
    const float steps = static_cast<float>(small_steps_), share = static_cast<float>(small_step + 1) / steps;
    const float per_second = steps / substep_length_;
    const auto first = std::lower_bound(footings_.begin(), footings_.end(), begin,
                                        [](const Footing& f, u32 particle) { return f.particle < particle; });
    for (auto f = first; f != footings_.end() && f->particle < end; ++f) {
        Float4& x = view.position[f->particle];
        const Vec3 at = x.xyz();
        const float depth = f->begin + (f->end - f->begin) * share - dot(f->normal, at);
        if (!(depth > 0) || !(x.w > 0)) continue;
        Vec3 move = f->normal * depth;
        Vec3 slid = at - before_[f->particle].xyz() - f->way / steps;
        slid -= f->normal * dot(f->normal, slid);
        const float way = length(slid), most = f->friction * depth;
        move -= slid * (way > most ? most / way : 1.0f);
        x.set_xyz(at + move);
        footing_impulses_[static_cast<size_t>(f - footings_.begin())] += move * (per_second / x.w);
    }
}

void ClothMatter::keep_near(std::span<const Leash> leashes) {
    const bool other = leashes.empty() != leashes_.empty();
    leashes_ = leashes;
    if (other) make_plan();
}

void ClothMatter::keep_near(u32 small_step, u32 begin, u32 end, const ParticleView& view) const {
    const float share = static_cast<float>(small_step + 1) / static_cast<float>(small_steps_);
    leash_kernels().keep({floats(view.position + begin), nullptr, leashes_.data() + begin, end - begin, share, 0});
}

void ClothMatter::end_substep(const ParticleView& view) {
    for (size_t l = 0; l < leads_.size(); ++l) view.position[leads_[l].particle].w = lead_mobility_[l];
}

}  // namespace pliant::cloth
