#include "body/cloth/cloth_matter.h"

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth.h"
#include "core/contract.h"

namespace pliant::cloth {

ClothMatter::ClothMatter(std::shared_ptr<const ClothModel> model, const ParameterSet& parameters)
    : model_(std::move(model)), steps_(model_->particle_count) {
    PL_VALIDATE(*model_);
    const u32 n = model_->particle_count, blocks = (n + per_block - 1) / per_block;
    push_.resize(n), face_force_.resize(model_->triangles.size()), sums_.resize(blocks);
    const u32 asked = parameters.choice(P::bend_model), automatic = model_->fabric.flat ? 2 : 1;
    chooses_bends_ = asked == 0;
    bend_model_ = static_cast<BendModel>((asked == 0 ? automatic : asked) - 1);
    if (model_->torn) broken_links_ = model_->torn->broken_links;
    set_masses(parameters);
}

void ClothMatter::set_failure_limits(float tear_stretch, bool flow) {
    PL_ASSERT(tear_stretch >= 0);
    expects_other_ = expects_other_ || tear_stretch != tears_at_ || flow != flows_;
    tears_at_ = tear_stretch, flows_ = flow;
    choose_bends();
}

// Rows of three know how much they bend and not to which side: a sheet that lies exactly flat would not know where to
// begin towards a bent shape.
void ClothMatter::choose_bends() {
    if (!chooses_bends_ || !model_->fabric.flat) return;
    const bool wants_sides = flows_ || (own_fabric_ && !own_fabric_->flat);
    bend_model_ = wants_sides ? BendModel::dihedral : BendModel::triangle;
}

void ClothMatter::set_rest_shape(std::span<const Vec3> places) {
    PL_ASSERT(places.size() == model_->particle_count && all_finite(places));
    if (rest_shape_.size() == places.size() && std::equal(places.begin(), places.end(), rest_shape_.begin())) return;
    rest_shape_.assign(places.begin(), places.end());
    if (!own_fabric_) own_fabric_ = std::make_unique<Fabric>(model_->fabric);
    reshape(*own_fabric_, rest_shape_);
    choose_bends();
    substep_length_ = 0;  // lengths and bends are to be taken over
    links_.clear(), curvature_.clear();
}

void ClothMatter::place(const ParticleView& view, const Placement& placement) {
    PL_ASSERT(view.count == model_->particle_count);
    steps_.place(view, placement, rest_shape_.empty() ? model_->rest : rest_shape_, mass_, model_->center);
}

// ---- what happens in a substep

void ClothMatter::add_phase(Task task, u32 small_step, u32 begin, u32 end) {
    if (begin < end) plan_.push_back({task, small_step, begin, end, (end - begin + per_block - 1) / per_block});
}

void ClothMatter::add_colors(Task task, u32 small_step, const std::vector<u32>& start) {
    PL_ASSERT(!start.empty() && start.front() == 0);
    for (size_t c = 0; c + 1 < start.size(); ++c) add_phase(task, small_step, start[c], start[c + 1]);
}

void ClothMatter::make_plan() {
    plan_.clear();
    const u32 n = model_->particle_count, triangles = static_cast<u32>(model_->triangles.size());
    const Fabric& f = fabric();
    const bool air = air_drag_ > 0 || pressure_ != 0;
    if (air) add_phase(Task::faces, 0, 0, triangles), add_phase(Task::push, 0, 0, n);
    if (damping_ > 0) add_phase(Task::sums, 0, 0, n);
    for (u32 s = 0; s < steps_.count; ++s) {
        add_phase(Task::move, s, 0, n);
        if (steps_.has_kinematic_targets()) add_phase(Task::kinematic, s, 0, 1);
        if (tethers_.each > 0) add_phase(Task::tether, s, 0, n);
        if (bends() && s % 2 == 0) add_colors(Task::bend, s, bends()->color_start);
        add_colors(Task::diagonals, s, f.diagonals.color_start);
        add_colors(Task::spans, s, f.spans.color_start);
        add_colors(Task::edges, s, f.edges.color_start);
        if (steps_.has_resting_contacts()) add_phase(Task::resting, s, 0, n);
        if (!steps_.motion_limits.empty()) add_phase(Task::motion_limit, s, 0, n);
    }
    if (steps_.has_kinematic_targets()) add_phase(Task::kinematic, steps_.count, 0, 1);
    add_phase(Task::end, steps_.count - 1, 0, n);
}

u64 ClothMatter::projections() const {
    const Fabric& f = fabric();
    return static_cast<u64>(steps_.count) * (f.edges.count() + f.diagonals.count() + f.spans.count());
}

void ClothMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte*) {
    PL_ASSERT(view.count == model_->particle_count && substep.length > 0 && (is_small() || phase < plan_.size()));
    if (!is_small()) return run(plan_[phase], block, view, substep);
    for (const Phase& p : plan_)
        for (u32 b = 0; b < p.blocks; ++b) run(p, b, view, substep);
}

void ClothMatter::run(const Phase& p, u32 block, const ParticleView& view, const Substep& substep) {
    PL_ASSERT(block < p.blocks);
    const u32 begin = p.begin + block * per_block, end = std::min(p.end, begin + per_block);
    const Fabric& f = fabric();
    const Kernels& k = kernels();
    switch (p.task) {
        case Task::faces: return find_faces(begin, end, view, substep);
        case Task::push: return push_particles(begin, end, view);
        case Task::sums: return sum_motion(block, begin, end, view);
        case Task::move: return move_particles(p, begin, end, view, substep);
        case Task::kinematic: return move_kinematic_particles(p.small_step, view, substep);
        case Task::tether:
            return k.tethers({floats(view.position + begin),
                              floats(anchor_.data() + p.small_step * tethers_.anchors.size()),
                              tethers_.which.data() + begin, tethers_.length.data() + begin, tethers_.each,
                              tethers_.stride, end - begin, 1 + slack_,
                              !steps_.has_kinematic_targets() ? nullptr : floats(tether_pull_.data() + begin)});
        case Task::bend: return project_bends(begin, end, view);
        case Task::diagonals:
            return k.links(link_arguments(f.diagonals, diagonal_compliance_, f.diagonals.rest, begin, end, view));
        case Task::spans: return k.limits(link_arguments(f.spans, {}, span_rest_, begin, end, view));
        case Task::edges: return k.links(link_arguments(f.edges, edge_compliance_, f.edges.rest, begin, end, view));
        case Task::resting: return steps_.project_resting_contacts(p.small_step, begin, end, view, substep);
        case Task::motion_limit: return steps_.enforce_motion_limits(p.small_step, begin, end, view);
        case Task::end: return steps_.finish(block, view, substep);
    }
}

LinkArguments ClothMatter::link_arguments(const Links& links, const Array<float>& compliance, const Array<float>& rest,
                                          u32 begin, u32 end, const ParticleView& view) const {
    const float small = substep_length_ / static_cast<float>(steps_.count);
    return {floats(view.position),
            links.a.data() + begin,
            links.b.data() + begin,
            rest.data() + begin,
            compliance.empty() ? nullptr : compliance.data() + begin,
            end - begin,
            1 / (small * small)};
}

// For every other small step, for two at once: bending is slow. More rarely, it would crease what it should smooth.
void ClothMatter::project_bends(u32 begin, u32 end, const ParticleView& view) {
    PL_ASSERT(begin < end && bends() && end <= bends()->count());
    const Bends& b = *bends();
    BendArguments a{};
    a.position = floats(view.position);
    for (u32 k = 0; k < b.size; ++k)
        a.particle[k] = b.particle[k].data() + begin, a.coefficient[k] = b.coefficient[k].data() + begin;
    a.rest = bend_rest_.data() + begin, a.compliance = bend_compliance_.data() + begin;
    a.count = end - begin;
    const float small = substep_length_ / static_cast<float>(steps_.count);
    a.inverse_h2 = 1 / (small * substep_length_ / static_cast<float>((steps_.count + 1) / 2));
    BendRule rule = bend_model_ == BendModel::dihedral ? BendRule::signed_ : BendRule::equal;
    if (bends_are_flat_) rule = BendRule::flat;
    if (bend_model_ == BendModel::curl) rule = BendRule::at_least;
    kernels().bends[static_cast<size_t>(rule)](a);
}

// ---- air

void ClothMatter::find_faces(u32 begin, u32 end, const ParticleView& view, const Substep& substep) {
    constexpr float half_air_density = 0.6f;  // [kg/m³]
    FaceArguments a{};
    a.position = floats(view.position), a.velocity = floats(view.velocity);
    for (size_t k = 0; k < 3; ++k) a.corner[k] = model_->corner[k].data() + begin;
    a.force = floats(face_force_.data() + begin), a.count = end - begin, a.step = substep.length;
    for (int k = 0; k < 3; ++k) a.air[k] = substep.air[k];
    a.drag = half_air_density * air_drag_, a.areal_density = areal_density_;
    a.pressure = pressure_now_;
    a.turbulence = substep.turbulence, a.eddy = substep.eddy;
    const double speed = length(substep.air) + substep.turbulence;
    static constexpr double faster[4] = {1.0, 1.45, 2.3, 3.4};
    for (size_t k = 0; k < 4; ++k) {
        const double turns = substep.time * speed / substep.eddy * faster[k];
        a.phase[k] = static_cast<float>(turns - std::floor(turns));
    }
    kernels().faces(a);
}

void ClothMatter::push_particles(u32 begin, u32 end, const ParticleView& view) {
    const ClothModel& m = *model_;
    for (u32 p = begin; p < end; ++p) {
        Vec3 sum;
        for (u32 i = m.particle_triangle_start[p]; i < m.particle_triangle_start[p + 1]; ++i)
            sum += face_force_[m.particle_triangle[i]].xyz();
        push_[p].set_xyz(sum * view.position[p].w);
    }
}

// A gas that is let alone: pressure times volume stays the same.
float ClothMatter::gas_share(const ParticleView& view) const {
    PL_ASSERT(view.count > 0);
    double volume = 0;
    const Vec3 origin = view.position[0].xyz();
    for (const TrianglePoints& t : model_->triangles) {
        const Vec3 a = view.position[t[0]].xyz() - origin, b = view.position[t[1]].xyz() - origin,
                   c = view.position[t[2]].xyz() - origin;
        volume += dot(a, cross(b, c)) / 6;
    }
    return static_cast<float>(std::clamp(model_->volume / std::max(volume, 1e-3 * model_->volume), 0.0, 10.0));
}

// ---- motion

// Of a block, about the origin.
void ClothMatter::sum_motion(u32 block, u32 begin, u32 end, const ParticleView& view) {
    MotionSums s;
    for (u32 p = begin; p < end; ++p) {
        const double m = mass_[p];
        const Vec3d x = view.position[p].xyz().to<double>(),
                    v = (view.velocity[p].xyz() + steps_.velocity_excess[p].xyz()).to<double>() * m;
        s.mass += m, s.first += x * m, s.momentum += v, s.spin += cross(x, v);
        const Vec3d mx = x * m;
        s.second[0] += mx.x * x.x, s.second[1] += mx.y * x.y, s.second[2] += mx.z * x.z;
        s.second[3] += mx.x * x.y, s.second[4] += mx.x * x.z, s.second[5] += mx.y * x.z;
    }
    sums_[block] = s;
}

ClothMatter::RigidMotion ClothMatter::rigid_motion() const {
    MotionSums s;
    for (const MotionSums& b : sums_) {
        s.mass += b.mass, s.first += b.first, s.momentum += b.momentum, s.spin += b.spin;
        for (int k = 0; k < 6; ++k) s.second[k] += b.second[k];
    }
    const Vec3d c = s.first / s.mass, v = s.momentum / s.mass, l = s.spin - cross(c, s.momentum);
    const double xx = s.second[0] - s.mass * c.x * c.x, yy = s.second[1] - s.mass * c.y * c.y,
                 zz = s.second[2] - s.mass * c.z * c.z, xy = s.second[3] - s.mass * c.x * c.y,
                 xz = s.second[4] - s.mass * c.x * c.z, yz = s.second[5] - s.mass * c.y * c.z;
    // A sheet rolled up to a line has no inertia about it.
    const double trace = 1e-6 * (xx + yy + zz) + 1e-30;
    const Mat3d inertia{{{yy + zz + trace, -xy, -xz}, {-xy, xx + zz + trace, -yz}, {-xz, -yz, xx + yy + trace}}};
    const Vec3d spin = cofactor(inertia) * l / determinant(inertia);  // symmetric: cofactors make up the inverse
    return {c.to<float>(), v.to<float>(), spin.to<float>()};
}

void ClothMatter::move_particles(const Phase& phase, u32 begin, u32 end, const ParticleView& view,
                                 const Substep& substep) {
    MoveArguments m = steps_.move_arguments(phase.small_step, begin, end, view, substep);
    const bool air = air_drag_ > 0 || pressure_ != 0;
    m.acceleration = air ? floats(push_.data() + begin) : nullptr;
    if (phase.small_step == 0 && damping_ > 0) {
        const RigidMotion rigid = rigid_motion();
        m.damping = damping_ * substep.length / (1 + damping_ * substep.length);
        for (int k = 0; k < 3; ++k)
            m.center[k] = rigid.center[k], m.motion[k] = rigid.velocity[k], m.spin[k] = rigid.spin[k];
    }
    small_step_kernels().move(m);
}

}  // namespace pliant::cloth
