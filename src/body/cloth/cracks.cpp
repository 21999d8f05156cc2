#include "body/cloth/cracks.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant::cloth {

void Cracks::choose(const ClothModel& model, const ParticleView& view, std::span<const std::array<u32, 2>> unopened,
                    std::span<const LoadedLink> candidates, std::vector<Overload>& out) {
    model_ = &model, view_ = &view, count_ = 0;
    near_.assign(model.particle_count, no_index), end_.assign(model.particle_count, no_index);
    end_direction_.resize(model.particle_count);
    for (const auto& [a, b] : unopened) begin(a, b);
    chosen_.assign(candidates.size(), 0);
    constexpr int most_rounds = 8;
    bool grown = true;
    for (int round = 0; round < most_rounds && grown; ++round) {
        grown = false;
        for (size_t i = 0; i < candidates.size(); ++i) {
            if (chosen_[i]) continue;
            const ClothModel::Link& l = *candidates[i].link;
            if (goes_on(l)) {
                go_on(l);
            } else if (candidates[i].load > 1 && candidates[i].was_strained && near_[l.a] == no_index &&
                       near_[l.b] == no_index) {
                begin(l.a, l.b);
            } else {
                continue;
            }
            chosen_[i] = 1, grown = true;
        }
    }
    for (size_t i = 0; i < candidates.size(); ++i) {
        if (!chosen_[i]) continue;
        const ClothModel::Link& l = *candidates[i].link;
        out.push_back({l.number, candidates[i].load, (view.position[l.a].xyz() + view.position[l.b].xyz()) * 0.5f});
    }
    std::sort(out.begin(), out.end(), [](const Overload& x, const Overload& y) { return x.link < y.link; });
}

void Cracks::begin(u32 a, u32 b) {
    PL_ASSERT(a != b && a < end_.size() && b < end_.size());
    end_[a] = end_[b] = count_;
    end_direction_[b] = way(a, b), end_direction_[a] = -end_direction_[b];
    mark(a, b, count_++);
}

// From the end of a crack, about straight on, to where no other crack is.
bool Cracks::goes_on(const ClothModel::Link& l) const {
    PL_ASSERT(l.a < end_.size() && l.b < end_.size());
    const bool from_a = end_[l.a] != no_index, from_b = end_[l.b] != no_index;
    if (from_a == from_b) return false;
    const u32 from = from_a ? l.a : l.b, to = from_a ? l.b : l.a;
    if (near_[to] != no_index && near_[to] != end_[from]) return false;
    constexpr float straight = 0.5f;  // within 60°
    return dot(way(from, to), end_direction_[from]) > straight;
}

void Cracks::go_on(const ClothModel::Link& l) {
    PL_ASSERT(goes_on(l));
    const bool from_a = end_[l.a] != no_index;
    const u32 from = from_a ? l.a : l.b, to = from_a ? l.b : l.a, crack = end_[from];
    end_direction_[to] = way(from, to);
    end_[to] = crack, end_[from] = no_index;
    mark(l.a, l.b, crack);
}

// Particles within some links of an edge.
void Cracks::mark(u32 a, u32 b, u32 crack) {
    constexpr int rings = 3;
    ring_.assign({a, b});
    for (int r = 0; r <= rings; ++r) {
        next_.clear();
        for (const u32 p : ring_) {
            if (near_[p] == no_index) near_[p] = crack;
            for (u32 i = model_->particle_triangle_start[p]; i < model_->particle_triangle_start[p + 1] && r < rings;
                 ++i)
                for (const u32 q : model_->triangles[model_->particle_triangle[i]]) next_.push_back(q);
        }
        std::sort(next_.begin(), next_.end());
        next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
        ring_.swap(next_);
    }
}

Vec3 Cracks::way(u32 from, u32 to) const {
    return direction(view_->position[to].xyz() - view_->position[from].xyz(), Vec3{});
}

}  // namespace pliant::cloth
