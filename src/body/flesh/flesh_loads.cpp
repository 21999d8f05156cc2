// What faces between tets bear, and how the flesh of a piece goes on as what it was part of.
//
// Strain is that of the mean deformation around a particle: single tets are too stiff or too soft, and their mean is
// not.

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh_matter.h"
#include "body/flesh/tet_strain.h"
#include "core/contract.h"
#include "core/svd3.h"
#include "core/trig.h"

namespace pliant::flesh {

void FleshMatter::break_links(std::span<const u32> links) {
    PL_ASSERT(all_below(links, model_->partings().links.size()));
    broken_links_.insert(broken_links_.end(), links.begin(), links.end());
    std::sort(broken_links_.begin(), broken_links_.end());
    links_.clear();
}

void FleshMatter::list_links() {
    links_ = model_->links();
    std::erase_if(links_, [&](const FleshModel::Link& l) {
        return std::binary_search(broken_links_.begin(), broken_links_.end(), l.number);
    });
    cracks_.list(*model_, links_);
}

void FleshMatter::overloads(const ParticleView& view, const TearLimits& limits, std::vector<Overload>& out) {
    PL_ASSERT(view.count == model_->particle_count &&
              (limits.strength.empty() || limits.strength.size() == view.count));
    PL_ASSERT(limits.stretch >= 0 && limits.squash >= 0 && limits.bend >= 0);
    if (links_.empty()) list_links();
    const float least = least_strain(limits);
    if (!find_strains(view, least)) return;
    if (limits.bend > 0) find_rotations(view);
    load_.assign(links_.size(), 0);
    bool any = false;
    for (u32 l = 0; l < links_.size(); ++l) {
        load_[l] = load_of(links_[l], limits);
        any = any || load_[l] > Cracks::runs_on;
    }
    if (!any) return;
    weak_.clear();
    for (size_t l = 0; l < links_.size() && !limits.of_link.empty(); ++l)
        weak_.push_back(limits.of_link[links_[l].number] < 1);
    bool begin = !(quiet_ > 0);
    const std::vector<u32>& parting = cracks_.choose(*model_, {links_, load_, weak_, drawn_}, tips_, begin);
    // A crack takes the load off what is left, at the speed of sound: until that is across, what is still strained is
    // no reason for another one. Without that, what is pulled evenly falls into slices.
    if (begin) quiet_ = length(model_->size) / static_cast<float>(std::sqrt(stiffness_.wanted / stiffness_.density));
    for (const u32 l : parting) {
        Vec3 place;
        for (const u32 p : links_[l].face) place += view.position[p].xyz() / 3.0f;
        out.push_back({links_[l].number, load_[l], place});
    }
}

// What is strained less than that bears nothing worth looking at.
float FleshMatter::least_strain(const TearLimits& limits) const {
    if (limits.bend > 0) return 0;
    float weakest = 1, of_link = 1;
    for (size_t p = 0; p < limits.strength.size(); ++p)
        weakest = p == 0 ? limits.strength[0] : std::min(weakest, limits.strength[p]);
    for (const float strength : limits.of_link) of_link = std::min(of_link, strength);
    float limit = 3e38f;
    for (const float given : {limits.stretch, limits.squash})
        if (given > 0) limit = std::min(limit, given);
    return 0.5f * weakest * of_link * limit;
}

// The mean deformation around each particle, by volume, and how far and which way that draws it. False: nowhere by more
// than the least.
bool FleshMatter::find_strains(const ParticleView& view, float least) {
    const u32 n = model_->particle_count;
    around_.assign(n, Mat3{}), volume_around_.assign(n, 0);
    for (size_t g = 0; g < groups().size(); ++g) {
        const TetGroup& group = groups()[g];
        Four8 x[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(floats(view.position), group.corner[k]);
        const Mat3x8 f = deformation_gradient(x, rest_of(rests()[g]));
        for (u32 l = 0; l < lane_count; ++l) {
            const std::vector<u32>& tets = model_->clusters.tet;
            if (l > 0 && tets[g * lane_count + l] == tets[g * lane_count]) continue;  // there already
            const float volume = static_cast<float>(model_->tet_volume[tets[g * lane_count + l]]);
            const Mat3 part = lane_of(f, l) * volume;
            for (int k = 0; k < 4; ++k) {
                const u32 p = group.corner[k][l];
                for (int c = 0; c < 3; ++c) around_[p].column[c] += part.column[c];
                volume_around_[p] += volume;
            }
        }
    }
    stretch_.assign(n, 0), squash_.assign(n, 0), drawn_.assign(n, Vec3{1, 0, 0});
    bool any = false;
    for (u32 first = 0; first < n; first += lane_count) {
        const u32 count = std::min(n - first, lane_count);
        alignas(32) float numbers[9][lane_count] = {};
        for (u32 l = 0; l < count; ++l)
            for (int k = 0; k < 9; ++k)
                numbers[k][l] = around_[first + l].column[k / 3][k % 3] / volume_around_[first + l];
        Mat3x8 f;
        for (int c = 0; c < 3; ++c)
            f.column[c] = {load8(numbers[3 * c]), load8(numbers[3 * c + 1]), load8(numbers[3 * c + 2])};
        if (!may_be_strained(f, splat(least))) continue;
        any = true;
        const Svd3x8 of_all = svd(f);
        for (u32 l = 0; l < count; ++l) {
            stretch_[first + l] = lane(of_all.s.x, l) - 1, squash_[first + l] = 1 - lane(of_all.s.z, l);
            drawn_[first + l] = lane_of(of_all.v, l).column[0];
        }
    }
    return any;
}

void FleshMatter::find_rotations(const ParticleView& view) {
    rotation_.resize(model_->tets.size());
    for (size_t g = 0; g < groups().size(); ++g) {
        Four8 x[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(floats(view.position), groups()[g].corner[k]);
        const Svd3x8 of_all = svd(deformation_gradient(x, rest_of(rests()[g])));
        for (u32 l = 0; l < lane_count; ++l)
            rotation_[model_->clusters.tet[g * lane_count + l]] =
                lane_of(of_all.u, l) * transposed(lane_of(of_all.v, l));
    }
}

float FleshMatter::load_of(const FleshModel::Link& link, const TearLimits& limits) const {
    const auto mean = [&](std::span<const float> of) {
        return (of[link.face[0]] + of[link.face[1]] + of[link.face[2]]) / 3;
    };
    float load = 0;
    if (limits.stretch > 0) load = mean(stretch_) / limits.stretch;
    if (limits.squash > 0) load = std::max(load, mean(squash_) / limits.squash);
    if (limits.bend > 0) {
        const Mat3 &a = rotation_[link.low], &b = rotation_[link.high];
        float trace = 0;
        for (int c = 0; c < 3; ++c) trace += dot(a.column[c], b.column[c]);
        const double cosine = std::clamp(0.5 * (static_cast<double>(trace) - 1), -1.0, 1.0);
        load = std::max(load, static_cast<float>(arc_cosine(cosine)) / limits.bend);
    }
    // What has no strength parts at the first strain there is; a load stays a number.
    if (!limits.strength.empty()) load /= std::max(mean(limits.strength), 1e-6f);
    if (!limits.of_link.empty()) load /= std::max(limits.of_link[link.number], 1e-6f);
    return load;
}

void FleshMatter::take_over(const Matter& matter, const ParticleView&) {
    const FleshMatter& before = static_cast<const FleshMatter&>(matter);
    const std::vector<u32> from = model_->particles_before(*before.model_);
    quiet_ = before.quiet_;
    std::vector<u32> tip(before.model_->particle_count, FleshModel::none);
    for (u32 i = 0; i < before.tips_.size(); ++i) tip[before.tips_[i].particle] = i;
    for (u32 p = 0; p < model_->particle_count; ++p) {
        steps_.velocity_excess[p] = before.steps_.velocity_excess[from[p]];
        if (tip[from[p]] == FleshModel::none) continue;
        tips_.push_back(before.tips_[tip[from[p]]]);
        tips_.back().particle = p;
    }
    if (!before.rest_shape_.empty())
        for (const u32 p : from) rest_shape_.push_back(before.rest_shape_[p]);
    if (!before.plastic_.empty())
        for (const u32 of_whole : model_->torn->tet_from) {
            const Torn* was = before.model_->torn.get();
            plastic_.push_back(before.plastic_[was ? was->tet_now[of_whole] : of_whole]);
        }
    reshape();
}

}  // namespace pliant::flesh
