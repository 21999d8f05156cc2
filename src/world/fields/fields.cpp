// Fields change velocities before matter predicts, as all external forces do, and so affect every kind in the same way.
// On rigid bodies they act at the centre of mass.

#include "world/fields/fields.h"

#include <algorithm>

#include "core/trig.h"
#include "rigid/system.h"
#include "world/fields/field.h"
#include "world/paths.h"

namespace pliant {

// ---- one field

FieldNow::FieldNow(const Field& field, double time) {
    const ParameterSet& p = field.parameters;
    type_ = static_cast<Type>(p.choice(FieldP::type)), region_ = static_cast<Region>(p.choice(FieldP::region));
    frame_ = {p.vector(FieldP::position, time).to<float>(),
              rotation_from_degrees(p.vector(FieldP::rotation, time)).to<float>()};
    half_ = p.vector(FieldP::size, time).to<float>() * 0.5f;
    radius_ = static_cast<float>(p.number(FieldP::radius, time));
    falloff_ = static_cast<float>(p.number(FieldP::falloff, time));
    strength_ = static_cast<float>(p.number(FieldP::strength, time));
    if (type_ == Type::drag) strength_ = std::max(strength_, 0.0f);
    direction_ = frame_.rotation * pliant::direction(p.vector(FieldP::direction, time).to<float>(), Vec3{0, 1, 0});
    velocity_ = frame_.rotation * p.vector(FieldP::velocity, time).to<float>();
}

Box FieldNow::bounds() const {
    constexpr float all = 1e30f;
    const float reach = region_ == Region::everywhere ? all
                        : region_ == Region::ball     ? radius_ + falloff_
                                                      : length(half_) + falloff_;
    const Vec3 r{reach, reach, reach};
    return {frame_.position - r, frame_.position + r};
}

float FieldNow::share_at(const Vec3& local) const {
    if (region_ == Region::everywhere) return 1;
    const Vec3 beyond = greatest(greatest(local - half_, -local - half_), Vec3{});
    const float outside = region_ == Region::ball ? std::max(0.0f, length(local) - radius_) : length(beyond);
    if (outside == 0) return 1;
    if (outside >= falloff_) return 0;
    const float t = 1 - outside / falloff_;
    return t * t * (3 - 2 * t);
}

Vec3 FieldNow::velocity_after(float h, const Vec3& at, const Vec3& velocity) const {
    const Vec3 away = at - frame_.position;
    const float strength = strength_ * share_at(conjugate(frame_.rotation) * away);
    if (strength == 0) return velocity;
    switch (type_) {
        case Type::directional: return velocity + direction_ * (strength * h);
        case Type::radial: return velocity + pliant::direction(away, Vec3{}) * (strength * h);
        case Type::vortex: return velocity + pliant::direction(cross(direction_, away), Vec3{}) * (strength * h);
        // Taken at the end of the substep: it stops things and does not throw them back, however strong it is.
        case Type::drag: return velocity + (velocity_ - velocity) * (strength * h / (1 + strength * h));
    }
    return velocity;
}

// ---- in a world

FieldId FieldSystem::add(std::string name, ParameterSet parameters) {
    PL_ASSERT(&parameters.table() == &field_table);
    check_field(parameters);
    auto [id, field] = contents_.fields.add(std::move(name), std::move(parameters));
    field.id = id;
    resolve_names(field);
    wake_in(field);
    return id;
}

bool FieldSystem::remove(FieldId id) {
    const Field* field = contents_.fields.find(id);
    if (!field) return false;
    wake_in(*field);
    return contents_.fields.remove(id);
}

void FieldSystem::set_parameter(FieldId id, std::string_view name, Value value) {
    Field* field = contents_.fields.find(id);
    PL_ASSERT(field);
    const Parameter* row = field_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({field->name + "." + std::string(name), "this parameter is only used when the field is made", "",
                     "make the field anew with the other value"});
    ParameterSet tried = field->parameters;
    tried.set(name, std::move(value));
    check_field(tried);
    wake_in(*field);  // as it was,
    field->parameters = std::move(tried);
    resolve_names(*field);
    wake_in(*field);  // and as it is
}

template <class Thing>  // Body or Collider
static bool acts_on(const Field& field, const Thing& thing) {
    return field.for_all || have_common_id(field.bodies, thing.names.fields);
}

// A name stands for the body, for its pieces and for all its instances.
void FieldSystem::resolve_names(Field& field) {
    field.for_all = !field.parameters.is_explicit(FieldP::bodies);
    field.bodies.clear();
    if (!field.for_all) field.bodies = contents_.names.ids(field.parameters.names(FieldP::bodies));
}

static Box where_felt(const Body& body) { return body.motion.bounds.grown(body.model->contact.spacing); }

void FieldSystem::wake_in(const Field& field) {
    const FieldNow now(field, contents_.time);
    contents_.bodies.each([&](BodyId id, const Body& body) {
        if (acts_on(field, body) && where_felt(body).overlaps(now.bounds())) waking_.wake(id);
    });
    waking_.wake_rigid_bodies_in(now.bounds());
}

// What lies still in a field that does not change may sleep.
void FieldSystem::wake() {
    const double before = contents_.time - contents_.step_length();
    contents_.fields.each([&](FieldId, const Field& field) {
        if (!field.parameters.changes_between(before, contents_.time)) return;
        const FieldNow was(field, before), is(field, contents_.time);
        if (was.idle() && is.idle()) return;
        contents_.bodies.each([&](BodyId, Body& body) {
            const Box where = where_felt(body);
            if (body.asleep && acts_on(field, body) && (where.overlaps(was.bounds()) || where.overlaps(is.bounds())))
                waking_.wake_in_step(body);
        });
        waking_.wake_rigid_bodies_in(was.bounds()), waking_.wake_rigid_bodies_in(is.bounds());
    });
}

void FieldSystem::push() {
    if (contents_.fields.size() == 0) return;
    const double time = contents_.time + contents_.clock_step() * (step_.substep + 0.5) / step_.substeps;
    contents_.fields.each([&](FieldId, const Field& field) {
        const FieldNow now(field, time);
        if (now.idle()) return;
        step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
            const Body& body = *step_.moving_bodies[i];
            if (!acts_on(field, body)) return;
            for (u32 p = 0; p < body.view.count; ++p) {
                if (!(body.view.position[p].w > 0)) continue;
                Float4& v = body.view.velocity[p];
                v.set_xyz(now.velocity_after(step_.h, body.view.position[p].xyz(), v.xyz()));
            }
        });
        for (const Collider* c : step_.all_colliders) {
            if (!step_.rigid_moves || c->hosted || !step_.movable(*c) || !acts_on(field, *c)) continue;
            const RigidVelocity v = contents_.rigid->velocity(c->rigid);
            const Vec3& center = contents_.rigid->bodies().pose[rigid::System::number(c->rigid)].position;
            contents_.rigid->set_velocity(c->rigid, now.velocity_after(step_.h, center, v.linear), v.angular);
        }
    });
}

void FieldSystem::shift(const Vec3& by) {
    contents_.fields.each([&](FieldId, Field& f) { shift_path(f.parameters, FieldP::position, by); });
}

// ---- snapshots: what can be changed of them; they are made as the world is

void FieldSystem::save(Writer& w) const {
    w.value(static_cast<u64>(contents_.fields.size()));
    contents_.fields.each([&](FieldId id, const Field& f) { w.value(id), f.parameters.save_live(w); });
}

std::vector<Field> FieldSystem::read(Reader& r) const {
    std::vector<Field> all;
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const Field* there = contents_.fields.find(r.value<FieldId>());
        if (!there)
            throw Error(
                {"snapshot", "a field is not in this world any more", "the world the snapshot was taken of", ""});
        all.push_back(*there);
        all.back().parameters.load_live(r);
        check_field(all.back().parameters);
    }
    return all;
}

void FieldSystem::put_back(const std::vector<Field>& saved) {
    std::vector<FieldId> late;
    contents_.fields.each([&](FieldId id, const Field&) {
        if (std::none_of(saved.begin(), saved.end(), [&](const Field& f) { return f.id == id; })) late.push_back(id);
    });
    for (const FieldId id : late) contents_.fields.remove(id);
    for (const Field& f : saved) {
        Field& there = *contents_.fields.find(f.id);
        there.parameters = f.parameters;
        resolve_names(there);
    }
}

}  // namespace pliant
