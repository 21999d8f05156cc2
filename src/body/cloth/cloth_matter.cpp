#include "body/cloth/cloth_matter.h"

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth.h"
#include "body/painted.h"
#include "core/assert.h"

namespace pliant::cloth {

ClothMatter::ClothMatter(std::shared_ptr<const ClothModel> model, const ParameterSet& parameters)
    : model_(std::move(model)) {
    const u32 n = model_->particle_count, blocks = (n + per_block - 1) / per_block;
    haste_.resize(n), before_.resize(n), lost_.resize(n), push_.resize(n), face_force_.resize(model_->triangles.size());
    sums_.resize(blocks), results_.resize(blocks);
    const u32 asked = parameters.choice(P::bend_model), automatic = model_->fabric.flat ? 2 : 1;
    bend_model_ = static_cast<BendModel>((asked == 0 ? automatic : asked) - 1);
    set_masses(parameters);
}

void ClothMatter::set_masses(const ParameterSet& parameters) {
    const std::vector<float> density = painted(*model_, parameters, P::density);
    const float uniform = static_cast<float>(parameters.number(P::density));
    const std::vector<float>& area = model_->fabric.area;
    double total_area = 0;
    for (const float a : area) total_area += a;
    // A particle whose triangles have hardly any area still has a mass.
    const float least = static_cast<float>(1e-4 * total_area / static_cast<double>(area.size())) + 1e-30f;
    mass_.resize(model_->particle_count), total_mass_ = 0;
    for (u32 p = 0; p < model_->particle_count; ++p) {
        mass_[p] = std::max(area[p], least) * (density.empty() ? uniform : std::max(density[p], 1e-6f));
        total_mass_ += mass_[p];
    }
    areal_density_ = static_cast<float>(total_mass_ / std::max(total_area, 1e-30));
}

// In-plane sound crosses any cloth faster than anything that hits it.
Stiffness ClothMatter::stiffness() const { return {1e18, 1e18, 1}; }

void ClothMatter::want_shape(std::span<const Vec3> places) {
    if (wanted_.size() == places.size() && std::equal(places.begin(), places.end(), wanted_.begin())) return;
    wanted_.assign(places.begin(), places.end());
    if (!own_fabric_) own_fabric_ = std::make_unique<Fabric>(model_->fabric);
    reshape(*own_fabric_, wanted_);
    substep_length_ = 0;  // lengths and bends are to be taken over
}

void ClothMatter::place(const ParticleView& view, const Placement& placement) {
    const Vec3 center = placement.transform * model_->center;
    for (u32 p = 0; p < model_->particle_count; ++p) {
        const Vec3 at = placement.transform * (wanted_.empty() ? model_->rest[p] : wanted_[p]);
        view.position[p].set_xyz(at);
        view.position[p].w = 1.0f / mass_[p];
        view.previous[p] = view.position[p];
        view.velocity[p] = {};
        view.velocity[p].set_xyz(placement.velocity + cross(placement.spin, at - center));
        haste_[p] = {};
    }
}

void ClothMatter::follow(const Transform& moved) {
    for (Float4& h : haste_) h.set_xyz(moved.rotation * h.xyz());
}

// ---- parameters

void ClothMatter::begin_step(const ParameterSet& parameters, double time, float h, bool parameters_changed) {
    static constexpr u16 may_be_keyed[] = {P::stretch_stiffness, P::weft_stiffness, P::shear_stiffness,
                                           P::bend_stiffness,    P::curl,           P::damping,
                                           P::stretch_limit,     P::air_drag,       P::pressure};
    std::array<double, std::size(may_be_keyed)> keyed;
    for (size_t i = 0; i < keyed.size(); ++i) keyed[i] = parameters.number(may_be_keyed[i], time);
    if (!parameters_changed && h == substep_length_ && keyed == keyed_) return;
    keyed_ = keyed, substep_length_ = h;
    damping_ = static_cast<float>(parameters.number(P::damping, time));
    air_drag_ = static_cast<float>(parameters.number(P::air_drag, time));
    pressure_ = static_cast<float>(parameters.number(P::pressure, time));
    tethered_ = parameters.flag(P::tethers);
    small_steps_ = choose_small_steps(parameters, time, h);
    set_stiffness(parameters, time);
    make_plan();
}

// How much the cloth would stretch hanging by its own weight.
double ClothMatter::own_weight_strain(const ParameterSet& parameters, double time) const {
    double least = parameters.number(P::stretch_stiffness, time);
    if (parameters.decided(P::weft_stiffness)) least = std::min(least, parameters.number(P::weft_stiffness, time));
    return least > 0 ? areal_density_ * 9.81 * length(model_->size) / least : 100;
}

// Enough for news to cross the cloth in some frames, with spans to help. Cloth that is meant to stretch needs more: one
// pass over links is only right where what a link gives in a small step is large against what particles give.
u32 ClothMatter::choose_small_steps(const ParameterSet& parameters, double time, float h) const {
    if (parameters.decided(P::small_steps)) return static_cast<u32>(parameters.number(P::small_steps));
    const double links_across = length(model_->size) / std::max(fabric().mean_edge, 1e-30f);
    double in_a_frame = std::clamp(links_across / 8, 8.0, 32.0);
    if (own_weight_strain(parameters, time) > 0.01) {
        const double stiffness = parameters.number(P::stretch_stiffness, time),
                     sound = std::sqrt(stiffness / areal_density_),  // [m/s]
            steps = sound * 4.5 / (60 * static_cast<double>(fabric().mean_edge));
        in_a_frame = std::max(in_a_frame, std::min(steps, 64.0));
    }
    return static_cast<u32>(std::max(1.0, std::ceil(in_a_frame * 60 * h - 1e-6)));
}

const Bends* ClothMatter::bends() const {
    if (bend_model_ == BendModel::none) return nullptr;
    return bend_model_ == BendModel::dihedral ? &fabric().dihedral : &fabric().triangle;
}

// A link is as stiff as the strip of cloth that it stands for: K area / length². How stiff cloth is along a direction
// between warp and weft follows from both and from shear, as for any plate with two such directions.
void ClothMatter::set_stiffness(const ParameterSet& parameters, double time) {
    const Fabric& f = fabric();
    const std::vector<float> stretch = painted(*model_, parameters, P::stretch_stiffness),
                             shear = painted(*model_, parameters, P::shear_stiffness),
                             bend = painted(*model_, parameters, P::bend_stiffness);
    const double warp = parameters.number(P::stretch_stiffness, time),
                 shear_one = parameters.number(P::shear_stiffness, time);
    const double weft_ratio =
        parameters.decided(P::weft_stiffness) && warp > 0 ? parameters.number(P::weft_stiffness, time) / warp : 1;
    const auto compliances = [&](const Links& links, Array<float>& out) {
        out.resize(links.count());
        for (u32 i = 0; i < links.count(); ++i) {
            const u32 a = links.a[i], b = links.b[i];
            const double kw = stretch.empty() ? warp : 0.5 * (stretch[a] + stretch[b]), kf = kw * weft_ratio,
                         g = shear.empty() ? shear_one : 0.5 * (shear[a] + shear[b]);
            const double c2 = links.warp[i], s2 = 1 - c2;
            const double per =
                c2 * c2 / std::max(kw, 1e-20) + s2 * s2 / std::max(kf, 1e-20) + c2 * s2 / std::max(g, 1e-20);
            const double l2 = static_cast<double>(links.rest[i]) * links.rest[i];
            out[i] = static_cast<float>(std::min(1e25, l2 * per / std::max<double>(links.area[i], 1e-4 * l2 + 1e-30)));
        }
    };
    compliances(f.edges, edge_compliance_), compliances(f.diagonals, diagonal_compliance_);

    slack_ = static_cast<float>(parameters.decided(P::stretch_limit)
                                    ? parameters.number(P::stretch_limit, time)
                                    : std::clamp(3 * own_weight_strain(parameters, time), 0.002, 100.0));
    span_rest_.resize(f.spans.count());
    for (u32 i = 0; i < f.spans.count(); ++i) span_rest_[i] = f.spans.rest[i] * (1 + slack_);

    const Bends* b = bends();
    if (!b) return;
    const float curl = bend_model_ == BendModel::curl ? static_cast<float>(parameters.number(P::curl, time)) : 0;
    const double uniform = parameters.number(P::bend_stiffness, time);
    bend_rest_.resize(b->count()), bend_compliance_.resize(b->count());
    bends_are_flat_ = true;
    for (u32 i = 0; i < b->count(); ++i) {
        const double stiff = bend.empty() ? uniform : 0.5 * (bend[b->particle[0][i]] + bend[b->particle[1][i]]);
        bend_rest_[i] = b->rest[i] + curl;
        bends_are_flat_ = bends_are_flat_ && bend_rest_[i] == 0;
        bend_compliance_[i] = static_cast<float>(std::min(1e25, b->weight[i] / std::max(stiff, 1e-25)));
    }
}

// ---- what happens in a substep

void ClothMatter::add_phase(Task task, u32 small_step, u32 begin, u32 end) {
    if (begin < end) plan_.push_back({task, small_step, begin, end, (end - begin + per_block - 1) / per_block});
}

void ClothMatter::add_colors(Task task, u32 small_step, const std::vector<u32>& start) {
    for (size_t c = 0; c + 1 < start.size(); ++c) add_phase(task, small_step, start[c], start[c + 1]);
}

void ClothMatter::make_plan() {
    plan_.clear();
    const u32 n = model_->particle_count, triangles = static_cast<u32>(model_->triangles.size());
    const Fabric& f = fabric();
    const bool air = air_drag_ > 0 || pressure_ != 0;
    if (air) add_phase(Task::faces, 0, 0, triangles), add_phase(Task::push, 0, 0, n);
    if (damping_ > 0) add_phase(Task::sums, 0, 0, n);
    for (u32 s = 0; s < small_steps_; ++s) {
        add_phase(Task::move, s, 0, n);
        if (!leads_.empty()) add_phase(Task::lead, s, 0, 1);
        if (tethers_.each > 0) add_phase(Task::tether, s, 0, n);
        if (bends() && s % 2 == 0) add_colors(Task::bend, s, bends()->color_start);
        add_colors(Task::diagonals, s, f.diagonals.color_start);
        add_colors(Task::spans, s, f.spans.color_start);
        add_colors(Task::edges, s, f.edges.color_start);
    }
    if (!leads_.empty()) add_phase(Task::lead, small_steps_, 0, 1);
    add_phase(Task::end, small_steps_ - 1, 0, n);
}

u64 ClothMatter::projections() const {
    const Fabric& f = fabric();
    return static_cast<u64>(small_steps_) * (f.edges.count() + f.diagonals.count() + f.spans.count());
}

void ClothMatter::predict(u32 phase, u32 block, const ParticleView& view, const Substep& substep, std::byte*) {
    if (!is_small()) return run(plan_[phase], block, view, substep);
    for (const Phase& p : plan_)
        for (u32 b = 0; b < p.blocks; ++b) run(p, b, view, substep);
}

void ClothMatter::run(const Phase& p, u32 block, const ParticleView& view, const Substep& substep) {
    const u32 begin = p.begin + block * per_block, end = std::min(p.end, begin + per_block);
    const Fabric& f = fabric();
    const Kernels& k = kernels();
    switch (p.task) {
        case Task::faces: return find_faces(begin, end, view, substep);
        case Task::push: return push_particles(begin, end, view);
        case Task::sums: return sum_motion(block, begin, end, view);
        case Task::move: return move_particles(p, begin, end, view, substep);
        case Task::lead: return lead_particles(p.small_step, view, substep);
        case Task::tether:
            return k.tethers(
                {floats(view.position + begin), floats(anchor_.data() + p.small_step * tethers_.anchors.size()),
                 tethers_.which.data() + begin, tethers_.length.data() + begin, tethers_.each, tethers_.stride,
                 end - begin, 1 + slack_, leads_.empty() ? nullptr : floats(tether_pull_.data() + begin)});
        case Task::bend: return project_bends(begin, end, view);
        case Task::diagonals:
            return k.links(link_arguments(f.diagonals, diagonal_compliance_, f.diagonals.rest, begin, end, view));
        case Task::spans: return k.limits(link_arguments(f.spans, {}, span_rest_, begin, end, view));
        case Task::edges: return k.links(link_arguments(f.edges, edge_compliance_, f.edges.rest, begin, end, view));
        case Task::end:
            results_[block] =
                k.end({floats(view.position + begin), floats(before_.data() + begin), floats(lost_.data() + begin),
                       floats(view.previous + begin), floats(view.velocity + begin), floats(haste_.data() + begin),
                       end - begin, substep.length / static_cast<float>(small_steps_), substep.length});
            return;
    }
}

LinkArguments ClothMatter::link_arguments(const Links& links, const Array<float>& compliance, const Array<float>& rest,
                                          u32 begin, u32 end, const ParticleView& view) const {
    const float small = substep_length_ / static_cast<float>(small_steps_);
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
    const Bends& b = *bends();
    BendArguments a{};
    a.position = floats(view.position);
    for (u32 k = 0; k < b.size; ++k)
        a.particle[k] = b.particle[k].data() + begin, a.coefficient[k] = b.coefficient[k].data() + begin;
    a.rest = bend_rest_.data() + begin, a.compliance = bend_compliance_.data() + begin;
    a.count = end - begin;
    const float small = substep_length_ / static_cast<float>(small_steps_);
    a.inverse_h2 = 1 / (small * substep_length_ / static_cast<float>((small_steps_ + 1) / 2));
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

// ---- motion

// Of a block, about the origin.
void ClothMatter::sum_motion(u32 block, u32 begin, u32 end, const ParticleView& view) {
    MotionSums s;
    for (u32 p = begin; p < end; ++p) {
        const double m = mass_[p];
        const Vec3d x = view.position[p].xyz().to<double>(),
                    v = (view.velocity[p].xyz() + haste_[p].xyz()).to<double>() * m;
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
    MoveArguments m{};
    m.position = floats(view.position + begin), m.before = floats(before_.data() + begin);
    m.lost = floats(lost_.data() + begin);
    const bool first = phase.small_step == 0;
    m.previous = first ? floats(view.previous + begin) : nullptr;
    m.velocity = floats(view.velocity + begin), m.haste = floats(haste_.data() + begin);
    const bool air = air_drag_ > 0 || pressure_ != 0;
    m.acceleration = air ? floats(push_.data() + begin) : nullptr;
    m.count = end - begin;
    m.step = substep.length / static_cast<float>(small_steps_);
    m.drag = substep.drag * m.step / (1 + substep.drag * m.step);
    for (int k = 0; k < 3; ++k) m.gravity[k] = substep.gravity[k], m.air[k] = substep.air[k];
    if (first && damping_ > 0) {
        const RigidMotion rigid = rigid_motion();
        m.damping = damping_ * substep.length / (1 + damping_ * substep.length);
        for (int k = 0; k < 3; ++k)
            m.center[k] = rigid.center[k], m.motion[k] = rigid.velocity[k], m.spin[k] = rigid.spin[k];
    }
    kernels().move(m);
}

Motion ClothMatter::motion() const {
    Motion motion;
    float speed2 = 0;
    for (const EndResult& r : results_) {
        motion.bounds.add(Vec3{r.low[0], r.low[1], r.low[2]}), motion.bounds.add(Vec3{r.high[0], r.high[1], r.high[2]});
        speed2 = std::max(speed2, r.greatest_speed2);
        motion.wild = motion.wild || r.wild != 0;
    }
    motion.greatest_speed = std::sqrt(speed2);
    return motion;
}

// ---- what is led

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
    if (pressure_ != 0) pressure_now_ = pressure_ * (model_->volume > 0 ? gas_share(view) : 1.0f);
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

void ClothMatter::end_substep(const ParticleView& view) {
    for (size_t l = 0; l < leads_.size(); ++l) view.position[leads_[l].particle].w = lead_mobility_[l];
}

// A gas that is let alone: pressure times volume stays the same.
float ClothMatter::gas_share(const ParticleView& view) const {
    double volume = 0;
    const Vec3 origin = view.position[0].xyz();
    for (const TrianglePoints& t : model_->triangles) {
        const Vec3 a = view.position[t[0]].xyz() - origin, b = view.position[t[1]].xyz() - origin,
                   c = view.position[t[2]].xyz() - origin;
        volume += dot(a, cross(b, c)) / 6;
    }
    return static_cast<float>(std::clamp(model_->volume / std::max(volume, 1e-3 * model_->volume), 0.0, 10.0));
}

}  // namespace pliant::cloth
