#include "body/lattice/lattice_matter.h"

#include <algorithm>
#include <cmath>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_stiffness.h"
#include "body/painted.h"
#include "core/contract.h"

namespace pliant::lattice {

LatticeMatter::LatticeMatter(std::shared_ptr<const LatticeModel> model, const ParameterSet& parameters)
    : model_(std::move(model)) {
    PL_VALIDATE(*model_);
    for (int k = 0; k < 4; ++k) rotation_[k].assign(model_->region_count, k == 3 ? 1.0f : 0.0f);
    if (model_->torn) broken_links_ = model_->torn->broken_links;
    set_masses(parameters);
    resize_scratch();
}

void LatticeMatter::resize_scratch() {
    plates_.resize(static_cast<size_t>(gathered_record) * (model_->gather.plate_count + 8));
    goal_plates_.resize(static_cast<size_t>(spread_record) * (model_->spread.plate_count + 8));
    results_.resize(std::max<size_t>(1, model_->slice_blocks.size()));
}

// Of each particle, where density or mass_scale are painted; else empty.
static std::vector<float> painted_density(const LatticeModel& m, const ParameterSet& parameters) {
    std::vector<float> field = painted(m, parameters, P::density);
    const std::vector<float> scale = painted(m, parameters, P::mass_scale);
    if (scale.empty() && parameters.number(P::mass_scale) == 1) return field;
    if (field.empty() && scale.empty()) return field;
    if (field.empty()) field.assign(m.particle_count, static_cast<float>(parameters.number(P::density)));
    for (u32 p = 0; p < m.particle_count; ++p)
        field[p] *= scale.empty() ? static_cast<float>(parameters.number(P::mass_scale)) : scale[p];
    return field;
}

void LatticeMatter::set_masses(const ParameterSet& parameters) {
    const LatticeModel& m = *model_;
    const std::vector<float> field = painted_density(m, parameters);
    const float uniform = static_cast<float>(uniform_density(parameters));
    mass_.resize(m.particle_count);
    for (u32 p = 0; p < m.particle_count; ++p) mass_[p] = m.particle_volume[p] * (field.empty() ? uniform : field[p]);
    if (field.empty()) {
        cooked_region_ = region_ = &m.region;
        cooked_rest_ = rest_ = m.rest.data();
        mass_scale_ = static_cast<float>(uniform / weight_unit(m.lattice));
        return;
    }
    double mass = 0;
    for (float of_particle : mass_) mass += of_particle;
    const double unit = std::ldexp(weight_unit(m.lattice), -std::ilogb(mass / m.volume));
    std::vector<double> weight(m.particle_count);
    weighted_rest_ = m.rest;
    for (u32 p = 0; p < m.particle_count; ++p) {
        weight[p] = static_cast<double>(mass_[p]) / m.region_size[p] * unit;
        weighted_rest_[p].w = static_cast<float>(weight[p]);
    }
    weighted_region_ = region_rest(m, weight);
    cooked_region_ = region_ = &weighted_region_;
    cooked_rest_ = rest_ = weighted_rest_.data();
    mass_scale_ = static_cast<float>(1 / unit);
}

void LatticeMatter::place(const ParticleView& view, const Placement& placement) {
    PL_ASSERT(view.count == model_->particle_count);
    const LatticeModel& m = *model_;
    const Mat3 r = matrix(placement.transform.rotation);
    const Vec3 center = placement.transform * m.center;
    for (u32 p = 0; p < m.particle_count; ++p) {
        const Vec3 arm = r * (rest_[p].xyz() + shape_shift_);
        view.position[p].set_xyz(center + arm);
        view.position[p].w = 1.0f / mass_[p];
        view.previous[p] = view.position[p];
        view.velocity[p] = {};
        view.velocity[p].set_xyz(placement.velocity + cross(placement.spin, arm));
    }
    const Quat q = placement.transform.rotation;
    const float start[4] = {q.x, q.y, q.z, q.w};
    for (int k = 0; k < 4; ++k) std::fill(rotation_[k].begin(), rotation_[k].end(), start[k]);
    frame_rotation_ = q;
    frame_center_ = center + r * shape_shift_;
    frame_velocity_ = placement.velocity;
}

void LatticeMatter::transform_state(const Transform& moved) {
    PL_ASSERT(all_finite(moved) && is_unit(moved.rotation));
    frame_center_ = moved * frame_center_;
    frame_velocity_ = moved.rotation * frame_velocity_;
    if (moved.rotation == Quat{}) return;
    frame_rotation_ = normalized(moved.rotation * frame_rotation_);
    for (u32 i = 0; i < model_->region_count; ++i) {
        const Quat q =
            normalized(moved.rotation * Quat{rotation_[0][i], rotation_[1][i], rotation_[2][i], rotation_[3][i]});
        rotation_[0][i] = q.x, rotation_[1][i] = q.y, rotation_[2][i] = q.z, rotation_[3][i] = q.w;
    }
}

void LatticeMatter::begin_step(const ParameterSet& parameters, double time, float h, bool parameters_changed) {
    PL_ASSERT(std::isfinite(time) && is_positive(h));
    const u16 stiffness = parameters.has_value(P::alpha) ? P::alpha : P::youngs_modulus;
    const std::array<double, 2> keyed{parameters.number(stiffness, time), parameters.number(P::damping, time)};
    if (!parameters_changed && h == substep_length_ && keyed == keyed_) return;
    substep_length_ = h, keyed_ = keyed;
    set_stiffness(parameters, time, h);
}

// Per region, and as the mean over the regions of each particle.
void LatticeMatter::set_field(std::span<const float> per_particle, Array<float>& per_region, Array<float>& mean) const {
    PL_ASSERT(per_particle.size() == model_->particle_count);
    const LatticeModel& m = *model_;
    per_region.assign(m.region_count, 0.0f);
    mean.resize(m.particle_count + 8);
    for (u32 p = 0; p < m.particle_count; ++p) per_region[m.region_of[p]] = per_particle[p];
    const std::vector<u32> planar = planar_order(m.lattice);
    std::vector<double> sources(m.particle_count), sums(m.particle_count);
    for (u32 o = 0; o < m.particle_count; ++o) sources[o] = per_particle[planar[o]];
    execute(m.spread, 1, sources, sums);
    for (u32 p = 0; p < m.particle_count; ++p) mean[p] = static_cast<float>(sums[p] / m.region_size[p]);
}

void LatticeMatter::set_stiffness(const ParameterSet& parameters, double time, float h) {
    const StiffnessRule rule(*model_, parameters, h, substep_stride_);
    const std::vector<float> modulus =
        painted(*model_, parameters, parameters.has_value(P::alpha) ? P::alpha : P::youngs_modulus, time);
    const std::vector<float> damping_time = painted(*model_, parameters, P::damping, time);
    const std::vector<float> densities = painted_density(*model_, parameters);
    const double given = rule.given(parameters, time), tau = parameters.number(P::damping, time),
                 rho = uniform_density(parameters);
    damped_ = !damping_time.empty() || tau > 0;
    stiffness_ = rule.outcome(given, rho);
    double longest = 1e18;
    crush_resistance_ = rule.crush_resistance(given, rho);
    if (modulus.empty() && damping_time.empty() && densities.empty()) {
        const StiffnessRule::Share share = rule.share(given, rho, tau);
        uniform_stiffness_ = share.stiffness, uniform_damping_ = share.damping;
        longest_substep_ = static_cast<float>(rule.longest_substep(given, rho));
        region_stiffness_.clear(), mean_stiffness_.clear(), region_damping_.clear(), mean_damping_.clear();
        return;
    }
    std::vector<float> stiff(model_->particle_count), damp(model_->particle_count);
    for (u32 p = 0; p < model_->particle_count; ++p) {
        const double modulus_here = modulus.empty() ? given : modulus[p],
                     rho_here = densities.empty() ? rho : densities[p];
        const StiffnessRule::Share share =
            rule.share(modulus_here, rho_here, damping_time.empty() ? tau : damping_time[p]);
        stiff[p] = share.stiffness, damp[p] = share.damping;
        longest = std::min(longest, rule.longest_substep(modulus_here, rho_here));
    }
    longest_substep_ = static_cast<float>(longest);
    set_field(stiff, region_stiffness_, mean_stiffness_);
    set_field(damp, region_damping_, mean_damping_);
}

u32 LatticeMatter::predict_blocks(u32 phase) const {
    PL_ASSERT(phase < predict_phases());
    if (is_small()) return 1;
    return static_cast<u32>(phase == 1 ? model_->plane_blocks.size() : model_->slice_blocks.size());
}

static size_t round_up(size_t n) { return (n + 15) / 16 * 16; }

// Kernels work in whole lanes and may write a group too many.
size_t LatticeMatter::record_capacity() const {
    const SumProgram &g = model_->gather, &s = model_->spread;
    return round_up(std::max({g.max_slice_sources, s.max_slice_sources, g.max_plane_outputs, s.max_plane_outputs}) + 8);
}

size_t LatticeMatter::scratch_bytes() const {
    const size_t bars = round_up(std::max(model_->gather.max_slice_bars, model_->spread.max_slice_bars) + 8);
    return sizeof(float) * gathered_record * (record_capacity() + bars);
}

LatticeMatter::Scratch LatticeMatter::divide(std::byte* bytes) const {
    float* all = reinterpret_cast<float*>(bytes);
    return {all, all + gathered_record * record_capacity()};
}

void LatticeMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte* bytes) {
    PL_ASSERT(view.count == model_->particle_count && substep.length > 0 && block < predict_blocks(phase) && bytes);
    const Scratch scratch = divide(bytes);
    if (is_small()) {
        gather_slices({0, static_cast<u32>(model_->gather.slices.size())}, view, scratch);
        fit_planes({0, static_cast<u32>(model_->gather.planes.size())}, scratch);
        results_[0] = move_slices({0, static_cast<u32>(model_->spread.planes.size())}, view, substep, scratch);
        return;
    }
    switch (phase) {
        case 0: return gather_slices(model_->slice_blocks[block], view, scratch);
        case 1: return fit_planes(model_->plane_blocks[block], scratch);
        default: results_[block] = move_slices(model_->slice_blocks[block], view, substep, scratch);
    }
}

// Plates of a body of this size do not stay in a core's own cache.
static bool is_far(const LatticeModel& m) { return m.particle_count > 60000; }

static Frame kernel_frame(const Quat& rotation, const Vec3& center, const Vec3& velocity) {
    const Mat3 q = matrix(rotation);
    Frame frame;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) frame.rotation[3 * c + r] = q(r, c);
    for (int k = 0; k < 3; ++k) frame.center[k] = center[k], frame.velocity[k] = velocity[k];
    return frame;
}

void LatticeMatter::gather_slices(BlockRange range, const ParticleView& view, const Scratch& scratch) {
    const SumProgram& g = model_->gather;
    const Kernels& k = kernels();
    const Frame frame = kernel_frame(frame_rotation_, frame_center_, frame_velocity_);
    for (u32 s = range.begin; s < range.end; ++s) {
        const SumProgram::Slice& slice = g.slices[s];
        const MomentArguments moments{floats(view.position + slice.source_begin),
                                      floats(view.velocity + slice.source_begin),
                                      floats(rest_ + slice.source_begin),
                                      slice.source_end - slice.source_begin,
                                      frame,
                                      scratch.records};
        const SumArguments to_bars = sum_arguments(g, g.bar_runs, slice.bar_runs_begin, slice.bar_runs_end,
                                                   scratch.records, scratch.bars, false);
        const SumArguments to_plates = sum_arguments(g, g.plate_runs, slice.plate_runs_begin, slice.plate_runs_end,
                                                     scratch.bars, plates_.data(), is_far(*model_));
        k.moments[damped_](moments);
        k.gather[damped_](to_bars);
        k.gather[damped_](to_plates);
    }
}

void LatticeMatter::fit_planes(BlockRange range, const Scratch& scratch) {
    const SumProgram &g = model_->gather, &s = model_->spread;
    const Kernels& k = kernels();
    const Frame frame = kernel_frame(frame_rotation_, frame_center_, frame_velocity_);
    const bool far = is_far(*model_);
    for (u32 p = range.begin; p < range.end; ++p) {
        const SumProgram::Plane& plane = g.planes[p];
        const u32 at = model_->plane_start[p];
        FitArguments fit{};
        fit.sums = sum_arguments(g, g.region_runs, plane.region_runs_begin, plane.region_runs_end, plates_.data(),
                                 scratch.records, far);
        const u32 regions = plane.output_end - plane.output_begin;
        fit.count = (regions + 7) / 8 * 8;
        // Rotations of the padding are state like all others, so it must not see what the scratch held before.
        const u32 width = damped_ ? gathered_record : plain_record;
        std::fill(scratch.records + width * regions, scratch.records + width * fit.count, 0.0f);
        fit.lag = g.region_lag;
        fit.frame = frame;
        fit.crush_resistance = crush_resistance_;
        fit.mass = region_->mass.data() + at;
        for (int i = 0; i < 3; ++i) fit.center[i] = region_->center[i].data() + at;
        for (int i = 0; i < 6; ++i) fit.covariance[i] = region_->covariance[i].data() + at;
        for (int i = 0; i < 4; ++i) fit.rotation[i] = rotation_[i].data() + at;
        fit.stiffness = region_stiffness_.empty() ? nullptr : region_stiffness_.data() + at;
        fit.damping = region_damping_.empty() ? nullptr : region_damping_.data() + at;
        const SumProgram::Slice& slice = s.slices[p];
        const SumArguments to_bars = sum_arguments(s, s.bar_runs, slice.bar_runs_begin, slice.bar_runs_end,
                                                   scratch.records, scratch.bars, false);
        const SumArguments to_plates = sum_arguments(s, s.plate_runs, slice.plate_runs_begin, slice.plate_runs_end,
                                                     scratch.bars, goal_plates_.data(), far);
        k.fit[damped_](fit);
        k.spread[damped_](to_bars);
        k.spread[damped_](to_plates);
    }
}

static void merge(MoveResult& into, const MoveResult& other) {
    for (int k = 0; k < 3; ++k)
        into.low[k] = std::min(into.low[k], other.low[k]), into.high[k] = std::max(into.high[k], other.high[k]);
    into.greatest_speed2 = std::max(into.greatest_speed2, other.greatest_speed2);
    into.non_finite |= other.non_finite;
}

MoveResult LatticeMatter::move_slices(BlockRange range, const ParticleView& view, const Substep& substep,
                                      const Scratch& scratch) {
    const SumProgram& s = model_->spread;
    const Kernels& k = kernels();
    MoveArguments move{};
    move.frame = kernel_frame(frame_rotation_, frame_center_, frame_velocity_);
    move.mass_scale = mass_scale_;
    move.uniform_stiffness = uniform_stiffness_, move.uniform_damping = uniform_damping_;
    move.step = substep.length;
    for (int i = 0; i < 3; ++i) move.gravity[i] = substep.gravity[i], move.air[i] = substep.air[i];
    move.drag = substep.drag * substep.length / (1 + substep.drag * substep.length);
    MoveResult result{{3e38f, 3e38f, 3e38f}, {-3e38f, -3e38f, -3e38f}, 0, 0};
    for (u32 p = range.begin; p < range.end; ++p) {
        const SumProgram::Plane& plane = s.planes[p];
        const u32 at = plane.output_begin;
        move.position = floats(view.position + at), move.velocity = floats(view.velocity + at),
        move.rest = floats(rest_ + at);
        move.previous = view.previous ? floats(view.previous + at) : nullptr;
        move.count = plane.output_end - plane.output_begin;
        move.sums = sum_arguments(s, s.region_runs, plane.region_runs_begin, plane.region_runs_end, goal_plates_.data(),
                                  scratch.records, is_far(*model_));
        move.stiffness = mean_stiffness_.empty() ? nullptr : mean_stiffness_.data() + at;
        move.damping = mean_damping_.empty() ? nullptr : mean_damping_.data() + at;
        merge(result, k.move[damped_](move));
    }
    return result;
}

Motion LatticeMatter::motion() const {
    MoveResult all = results_[0];
    if (!is_small())
        for (size_t b = 1; b < results_.size(); ++b) merge(all, results_[b]);
    Motion motion;
    motion.bounds = {{all.low[0], all.low[1], all.low[2]}, {all.high[0], all.high[1], all.high[2]}};
    motion.greatest_speed = std::sqrt(all.greatest_speed2);
    motion.non_finite = all.non_finite != 0;
    return motion;
}

// The frame follows one particle and its region: any frame is right, a near one keeps digits.
void LatticeMatter::end_substep(const ParticleView& view) {
    PL_ASSERT(view.count == model_->particle_count);
    const u32 r = model_->region_of[model_->anchor];
    frame_rotation_ = {rotation_[0][r], rotation_[1][r], rotation_[2][r], rotation_[3][r]};
    frame_center_ = view.position[model_->anchor].xyz() - matrix(frame_rotation_) * rest_[model_->anchor].xyz();
    frame_velocity_ = view.velocity[model_->anchor].xyz();
}

void LatticeMatter::save(Writer& w) const {
    for (const auto& r : rotation_) w.array(r);
    w.value(frame_rotation_), w.value(frame_center_), w.value(frame_velocity_);
    w.array(rest_shape_), w.array(broken_links_), w.array(bent_);
    if (bent_.empty()) return;
    w.value(static_cast<u8>(unsettled_));
    plastic_->save(w);
}

void LatticeMatter::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<float> rotation[4];
    for (auto& component : rotation) {
        r.array(component);
        sound.require(component.size() == model_->region_count, "rotations of regions");
    }
    for (u32 i = 0; i < model_->region_count; ++i)
        sound.require(is_sound(Quat{rotation[0][i], rotation[1][i], rotation[2][i], rotation[3][i]}),
                      "rotations of regions");
    const Quat frame_rotation = r.value<Quat>();
    const Vec3 center = r.value<Vec3>(), velocity = r.value<Vec3>();
    std::vector<Vec3> wanted, bent;
    std::vector<u32> broken_links;
    r.array(wanted), r.array(broken_links), r.array(bent);
    if (!broken_links.empty()) sound.below(broken_links, model_->tear_map().links.size(), "links that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()), "links that have parted");
    if (!bent.empty()) {
        r.value<u8>();
        PlasticShape(model_->lattice).check(r);
    }
    sound.require(is_sound(frame_rotation) && is_sound(center) && is_sound(velocity) && r.at_end(), "frames of matter");
    sound.require(wanted.empty() || wanted.size() == model_->particle_count, "wanted shapes");
    sound.require(bent.empty() || bent.size() == model_->particle_count, "bent shapes");
    sound.numbers(wanted, "wanted shapes"), sound.numbers(bent, "bent shapes");
}

void LatticeMatter::load(Reader& r) {
    for (auto& q : rotation_) r.fill(std::span<float>(q));
    frame_rotation_ = r.value<Quat>(), frame_center_ = r.value<Vec3>(), frame_velocity_ = r.value<Vec3>();
    r.array(rest_shape_), r.array(broken_links_), r.array(bent_);
    links_.clear();
    unsettled_ = false;
    if (!bent_.empty()) {
        unsettled_ = r.value<u8>() != 0;
        if (!plastic_) plastic_ = std::make_unique<PlasticShape>(model_->lattice);
        plastic_->load(r);
    } else if (plastic_) {
        plastic_->forget();
    }
    take_shape();
}

}  // namespace pliant::lattice
