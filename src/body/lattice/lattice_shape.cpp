// Another shape to want than the one that was cooked: sums over regions are the same fast ones as in every substep, and
// they are formed only when the shape changes.

#include <algorithm>

#include "body/lattice/lattice_matter.h"
#include "core/assert.h"

namespace pliant::lattice {

void LatticeMatter::set_rest_shape(std::span<const Vec3> places) {
    PL_ASSERT(places.size() == model_->particle_count);
    const std::span<const Vec3> before = wanted_places();
    for (u32 p = 0; p < bent_.size(); ++p) bent_[p] += places[p] - before[p];
    unsettled_ = !bent_.empty();
    rest_shape_.assign(places.begin(), places.end());
    take_shape();
}

std::span<const Vec3> LatticeMatter::wanted_places() {
    if (!rest_shape_.empty()) return rest_shape_;
    if (cooked_places_.empty())
        for (u32 p = 0; p < model_->particle_count; ++p) cooked_places_.push_back(model_->rest_position(p));
    return cooked_places_;
}

// What cells have become need not fit together, and the further they flow, the less it does: without a bound they drive
// each other on, until a body that was pressed or dropped lies there as blades. Measured on an octopus dropped 1.2 m
// and a bar pressed to 0.6 of its height: with 0.8 the bar ends 1.5 times as wide, with 0.5 1.25 times, as 1 / √0.6
// should be.
static constexpr float most_strain = 0.5f;

void LatticeMatter::apply_plasticity(const ParticleView& view, const PlasticFlow& given) {
    PL_ASSERT(view.count == model_->particle_count && given.seconds >= 0);
    PL_ASSERT(given.yield_map.empty() || given.yield_map.size() == view.count);
    PlasticFlow flow = given;
    if (flow.rule.max_strain >= PlasticRule{}.max_strain) flow.rule.max_strain = most_strain;
    if (!flow.rule.any() && bent_.empty()) return;
    const LatticeModel& m = *model_;
    if (!plastic_) plastic_ = std::make_unique<PlasticShape>(m.lattice);
    const std::span<const Vec3> wanted = wanted_places();
    bool flowed = false;
    if (flow.rule.any()) {
        cell_turned_.resize(m.lattice.cell_count());
        for (u32 c = 0; c < cell_turned_.size(); ++c) {
            const u32 r = m.region_of[m.lattice.cell_corner[c][0]];
            cell_turned_[c] = {rotation_[0][r], rotation_[1][r], rotation_[2][r], rotation_[3][r]};
        }
        flowed = plastic_->flow(view.position, wanted, cell_turned_, flow);
    }
    if (!flowed && !unsettled_) return;
    if (bent_.empty()) bent_.assign(wanted.begin(), wanted.end());
    unsettled_ = plastic_->settle(wanted, bent_);
    take_shape();
}

void LatticeMatter::take_shape() {
    const LatticeModel& m = *model_;
    region_ = cooked_region_, rest_ = cooked_rest_, shape_shift_ = {};
    link_rest2_.clear();
    const std::vector<Vec3>& shape = bent_.empty() ? rest_shape_ : bent_;
    if (shape.empty()) return;
    // Moved so that the anchor stands where it was cooked: then the frame that follows it stays a near one.
    const Vec3 anchor = cooked_rest_[m.anchor].xyz();
    shape_shift_ = shape[m.anchor] - m.center - anchor;
    shaped_rest_.resize(m.rest.size());
    for (u32 p = 0; p < m.particle_count; ++p) {
        shaped_rest_[p] = cooked_rest_[p];
        shaped_rest_[p].set_xyz(shape[p] - shape[m.anchor] + anchor);
    }
    std::copy(cooked_rest_ + m.particle_count, cooked_rest_ + m.rest.size(), shaped_rest_.begin() + m.particle_count);
    sum_shape();
    region_ = &shaped_region_, rest_ = shaped_rest_.data();
}

// Regions in the new shape, from sums of how far particles moved away from the cooked one.
void LatticeMatter::sum_shape() {
    const LatticeModel& m = *model_;
    const SumProgram& g = m.gather;
    const Kernels& k = kernels();
    shape_scratch_.resize(scratch_bytes());
    const Scratch scratch = divide(shape_scratch_.data());
    Frame frame{};
    for (int i = 0; i < 3; ++i) frame.rotation[4 * i] = 1;
    for (const SumProgram::Slice& slice : g.slices) {
        const float* shaped = floats(shaped_rest_.data() + slice.source_begin);
        k.moments[1]({shaped, shaped, floats(cooked_rest_ + slice.source_begin), slice.source_end - slice.source_begin,
                      frame, scratch.records});
        k.gather[1](sum_arguments(g, g.bar_runs, slice.bar_runs_begin, slice.bar_runs_end, scratch.records,
                                  scratch.bars, false));
        k.gather[1](sum_arguments(g, g.plate_runs, slice.plate_runs_begin, slice.plate_runs_end, scratch.bars,
                                  plates_.data(), false));
    }
    shaped_region_.mass = cooked_region_->mass;
    for (auto& a : shaped_region_.center) a.resize(m.region_count);
    for (auto& a : shaped_region_.covariance) a.resize(m.region_count);
    for (size_t p = 0; p < g.planes.size(); ++p) {
        const SumProgram::Plane& plane = g.planes[p];
        const u32 regions = plane.output_end - plane.output_begin, at = m.plane_start[p];
        ReshapeArguments reshape{};
        reshape.records = scratch.records, reshape.count = (regions + 7) / 8 * 8;
        k.gather[1](sum_arguments(g, g.region_runs, plane.region_runs_begin, plane.region_runs_end, plates_.data(),
                                  scratch.records, false));
        std::fill(scratch.records + gathered_record * regions, scratch.records + gathered_record * reshape.count, 0.0f);
        reshape.mass = cooked_region_->mass.data() + at;
        for (int i = 0; i < 3; ++i)
            reshape.center[i] = cooked_region_->center[i].data() + at,
            reshape.new_center[i] = shaped_region_.center[i].data() + at;
        for (int i = 0; i < 6; ++i)
            reshape.covariance[i] = cooked_region_->covariance[i].data() + at,
            reshape.new_covariance[i] = shaped_region_.covariance[i].data() + at;
        k.reshape(reshape);
    }
}

}  // namespace pliant::lattice
