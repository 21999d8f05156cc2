#include "body/jiggle/jiggle_matter.h"

#include <algorithm>
#include <cmath>

#include "body/jiggle/jiggle.h"
#include "body/painted.h"
#include "body/place.h"
#include "constraint/oscillator.h"
#include "core/contract.h"
#include "core/soundness.h"

namespace pliant::jiggle {

JiggleMatter::JiggleMatter(std::shared_ptr<const JiggleModel> model, const ParameterSet& parameters)
    : model_(std::move(model)), mass_(model_->particle_count), velocity_excess_(model_->particle_count) {
    PL_VALIDATE(*model_);
    const u32 n = model_->particle_count;
    results_.resize((n + per_block - 1) / per_block);
    take_maps(parameters, 0);
    substep_length_ = 1.0f / 60;  // of no consequence: every step begins by giving its own
    set_responses(parameters, 0);
    substep_length_ = 0;
}

void JiggleMatter::place(const ParticleView& view, const Placement& placement) {
    PL_ASSERT(view.count == model_->particle_count);
    place_particles(view, placement, rest_shape_.empty() ? model_->rest : rest_shape_, mass_, model_->center);
    for (u32 p = 0; p < view.count; ++p) velocity_excess_[p] = {};
}

void JiggleMatter::transform_state(const Transform& moved) {
    PL_ASSERT(all_finite(moved) && is_unit(moved.rotation));
    for (Float4& h : velocity_excess_) h.set_xyz(moved.rotation * h.xyz());
}

void JiggleMatter::take_maps(const ParameterSet& p, double time) {
    const auto of = [&](u16 id) { return painted(*model_, p, id, time); };
    maps_ = {of(P::mass), of(P::stiffness), of(P::damping), of(P::weight), of(P::frequency), of(P::damping_ratio)};
}

void JiggleMatter::begin_step(const ParameterSet& parameters, double time, float substep_length, bool changed) {
    PL_ASSERT(std::isfinite(time) && is_positive(substep_length));
    std::array<double, 7> keyed;
    for (u16 id = 0; id < keyed.size(); ++id) keyed[id] = parameters.number(id, time);
    if (!changed && substep_length == substep_length_ && keyed == keyed_) return;
    if (changed) take_maps(parameters, time);
    keyed_ = keyed, substep_length_ = substep_length;
    volume_ = static_cast<float>(parameters.number(P::volume, time));
    set_responses(parameters, time);
    if (keeps_volume() && gradient_.empty()) {
        gradient_.resize(model_->particle_count);
        volume_off_.resize(predict_blocks(1)), steepness_.resize(predict_blocks(2));
    }
}

void JiggleMatter::set_responses(const ParameterSet& parameters, double time) {
    const auto value = [](const std::vector<float>& map, double number, u32 p) {
        return map.empty() ? number : static_cast<double>(map[p]);
    };
    const double mass = parameters.number(P::mass, time), stiffness = parameters.number(P::stiffness, time),
                 damping = parameters.number(P::damping, time), weight = parameters.number(P::weight, time),
                 frequency = parameters.number(P::frequency, time), ratio = parameters.number(P::damping_ratio, time);
    const bool by_frequency = parameters.has_value(P::frequency), by_ratio = parameters.has_value(P::damping_ratio);
    const auto response = [&](u32 p) {
        const double m = value(maps_.mass, mass, p), w = value(maps_.weight, weight, p);
        if (!(m > 0) || !(w > 0)) return Response{};
        const double turns = 2 * pi * value(maps_.frequency, frequency, p);
        const double k = by_frequency ? turns * turns : value(maps_.stiffness, stiffness, p) / m;
        const double c =
            by_ratio ? 2 * std::sqrt(k) * value(maps_.damping_ratio, ratio, p) : value(maps_.damping, damping, p) / m;
        const Oscillation o = oscillation(k, c, substep_length_);
        return Response{static_cast<float>(o.keep),
                        static_cast<float>(o.carry),
                        static_cast<float>(o.pull),
                        static_cast<float>(o.slow),
                        static_cast<float>(o.push),
                        static_cast<float>(w),
                        1.0f,
                        static_cast<float>(1 / m)};
    };
    const bool alike = maps_.mass.empty() && maps_.stiffness.empty() && maps_.damping.empty() && maps_.weight.empty() &&
                       maps_.frequency.empty() && maps_.damping_ratio.empty();
    responses_.resize(alike ? 1 : model_->particle_count);
    for (u32 p = 0; p < responses_.size(); ++p) responses_[p] = response(p);
    for (u32 p = 0; p < model_->particle_count; ++p) {
        const Response& r = responses_[alike ? 0 : p];
        mass_[p] = r.simulated > 0 ? 1 / r.inverse_mass : 0.0f;
    }
}

u32 JiggleMatter::predict_blocks(u32 phase) const {
    PL_ASSERT(phase < predict_phases());
    const u32 items = phase == 1 ? static_cast<u32>(model_->triangles.size()) : model_->particle_count;
    return (items + per_block - 1) / per_block;
}

void JiggleMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte*) {
    PL_ASSERT(view.count == model_->particle_count && substep.length > 0 && block < predict_blocks(phase));
    if (targets_.empty()) return phase == 0 ? stand_still(block, view) : void();
    switch (phase) {
        case 0: return swing(block, view, substep);
        case 1: return measure_volume(block, view);
        case 2: return find_gradient(block, view);
        default: return inflate(block, view, substep);
    }
}

void JiggleMatter::swing(u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block * per_block < view.count);
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    SwingArguments s{};
    s.position = floats(view.position + begin), s.previous = floats(view.previous + begin);
    s.velocity = floats(view.velocity + begin), s.velocity_excess = floats(velocity_excess_.data() + begin);
    const bool moves = targets_.to.data() != targets_.from.data();
    s.from = targets_.from.data() + begin, s.to = moves ? targets_.to.data() + begin : nullptr;
    s.before = targets_.before, s.now = targets_.now;
    s.alike = responses_.size() == 1 && model_->particle_count > 1;
    s.response = responses_.data() + (s.alike ? 0 : begin);
    s.count = end - begin;
    s.step = substep.length;
    s.drag = substep.drag * substep.length / (1 + substep.drag * substep.length);
    for (int k = 0; k < 3; ++k) s.gravity[k] = substep.gravity[k], s.air[k] = substep.air[k];
    results_[block] = jiggle_kernels().swing(s);
}

// There are no targets: a character was removed, or the body has just been woken.
void JiggleMatter::stand_still(u32 block, const ParticleView& view) {
    const u32 begin = block * per_block, end = std::min(view.count, begin + per_block);
    Box box;
    for (u32 p = begin; p < end; ++p) {
        view.previous[p] = view.position[p], view.velocity[p] = {}, velocity_excess_[p] = {};
        box.add(view.position[p].xyz());
    }
    results_[block] = {{box.low.x, box.low.y, box.low.z}, {box.high.x, box.high.y, box.high.z}, 0, 0};
}

void JiggleMatter::strain(const ParticleView& view, std::span<float> particles) const {
    PL_ASSERT(view.count == model_->particle_count && particles.size() == view.count);
    std::fill(particles.begin(), particles.end(), 0.0f);
    for (const auto& [a, b] : model_->edges) {
        const float rest = length(model_->rest[b] - model_->rest[a]);
        const float s = std::fabs(length(view.position[b].xyz() - view.position[a].xyz()) / std::max(rest, 1e-12f) - 1);
        particles[a] = std::max(particles[a], s), particles[b] = std::max(particles[b], s);
    }
}

// ---- state

void JiggleMatter::save(Writer& w) const { w.array(velocity_excess_), w.array(rest_shape_); }

void JiggleMatter::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<Float4> velocity_excess;
    std::vector<Vec3> wanted;
    r.array(velocity_excess), r.array(wanted);
    sound.require(velocity_excess.size() == model_->particle_count && r.at_end(), "speeds");
    sound.numbers(velocity_excess, "speeds");
    sound.require(wanted.empty() || wanted.size() == model_->particle_count, "wanted shapes");
    sound.numbers(wanted, "wanted shapes");
}

void JiggleMatter::load(Reader& r) {
    r.fill(std::span<Float4>(velocity_excess_));
    r.array(rest_shape_);
    substep_length_ = 0;
}

}  // namespace pliant::jiggle
