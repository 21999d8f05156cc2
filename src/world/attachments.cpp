// Attachments come, change and go, between steps.

#include "world/attachments.h"

#include <algorithm>

#include "body/painted.h"
#include "core/text.h"
#include "world/paths.h"
#include "world/skin_places.h"
#include "world/world.h"

namespace pliant {

AttachmentWhere where_of(const ParameterSet& p) {
    AttachmentWhere where{p.vector(AttachmentP::where_point).to<float>(),
                          static_cast<float>(p.number(AttachmentP::where_radius))};
    if (p.given(AttachmentP::where_low))
        where.box = {p.vector(AttachmentP::where_low).to<float>(), p.vector(AttachmentP::where_high).to<float>()};
    where.attribute = p.text(AttachmentP::where_attribute);
    where.by_point = p.given(AttachmentP::where_point);
    where.overlap = p.flag(AttachmentP::where_overlap);
    return where;
}

static void check_box(const ParameterSet& p, u16 low_row, u16 high_row) {
    const std::string low = attachment_table.rows[low_row].name, high = attachment_table.rows[high_row].name;
    if (p.given(low_row) != p.given(high_row))
        throw Error({low, "only one corner of a box", "both " + low + " and " + high, ""});
    const Vec3d from = p.vector(low_row), to = p.vector(high_row);
    for (int k = 0; k < 3; ++k)
        if (from[k] > to[k])
            throw Error({low, short_number(from[k]) + " is above " + short_number(to[k]) + " of " + high,
                         "the lower corner of the box", ""});
}

void check_where(const ParameterSet& p) {
    const bool point = p.given(AttachmentP::where_point), low = p.given(AttachmentP::where_low),
               high = p.given(AttachmentP::where_high);
    const bool overlap = p.flag(AttachmentP::where_overlap);
    if (!point && !low && !high && !overlap && !p.given(AttachmentP::where_attribute))
        throw Error({"", "an attachment without \"where\"",
                     "\"where\": { \"point\": [x, y, z] }, a place on the body at rest; or a box, \"low\" and "
                     "\"high\"; or an \"attribute\"; or \"overlap\": true",
                     ""});
    if (!point && p.given(AttachmentP::where_radius))
        throw Error({"where.radius", "a radius without where.point", "the middle of the ball", ""});
    if (overlap && !p.given(AttachmentP::to))
        throw Error({"where.overlap", "an overlap without \"to\"", "the colliders in which particles are held", ""});
    check_box(p, AttachmentP::where_low, AttachmentP::where_high);
    check_box(p, AttachmentP::to_low, AttachmentP::to_high);
    for (const u16 row : {AttachmentP::to_low, AttachmentP::to_attribute, AttachmentP::gap, AttachmentP::break_each})
        if (p.given(row) && !p.given(AttachmentP::to))
            throw Error({attachment_table.rows[row].name, "given without \"to\"", "what it is attached to", ""});
}

namespace {

// The place of the skin that is nearest to a point.
SkinPlace nearest_grip(const Model& model, std::span<const Vec3> rest, const Vec3& point) {
    const SkinPlace on = nearest_on_skin(model.contact, rest, point).place;
    // Where points are particles, a corner is held: it can be led, and three corners of a triangle cannot be led to one
    // place.
    if (model.contact.supports != 1 || on.count != 3) return on;
    u32 most = 0;
    for (u32 k = 1; k < 3; ++k)
        if (on.weight[k] > on.weight[most]) most = k;
    return {{on.point[most], 0, 0}, {1, 0, 0}, 1};
}

// An attribute of the mesh at the points of the skin.
std::vector<float> attribute_of_skin(const Model& model, const std::string& attribute) {
    const std::vector<float> of_particle = carried_attribute(model, attribute);
    const ContactSurface& skin = model.contact;
    std::vector<float> values(skin.point_count());
    for (u32 s = 0; s < values.size() * skin.supports; ++s)
        values[s / skin.supports] += skin.weight[s] * of_particle[skin.particle[s]];
    return values;
}

}  // namespace

static std::vector<SkinPlace> grips_at(const Model& model, const AttachmentWhere& where) {
    if (model.contact.point_count() == 0)
        throw Error({"where", "the body has no skin", "a body that can be touched", ""});
    const std::vector<Vec3> rest = skin_at_rest(model);
    std::vector<SkinPlace> grips;
    if (where.by_point) grips.push_back(nearest_grip(model, rest, where.point));
    std::vector<float> painted(rest.size());
    if (!where.attribute.empty()) painted = attribute_of_skin(model, where.attribute);
    const auto is_held = [&](u32 p) {
        return (where.radius > 0 && length_squared(rest[p] - where.point) <= where.radius * where.radius) ||
               where.box.contains(rest[p]) || painted[p] > 0.5f;
    };
    for (u32 p = 0; p < rest.size(); ++p)
        if (model.contact.role[p] != PointRole::guard &&
            !(where.by_point && grips[0].count == 1 && grips[0].point[0] == p) && is_held(p))
            grips.push_back({{p, 0, 0}, {1, 0, 0}, 1});
    if (grips.empty() && !model.whole)  // a piece may have nothing of what was held
        throw Error({"where", "no point of the body's skin is there", "a place on the body at rest",
                     "where.low and where.high are in the space of its mesh as scaled"});
    return grips;
}

std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where) {
    std::vector<SkinPlace> grips;
    if (where.on_skin()) grips = grips_at(model, where);
    for (u32 p = 0; p < model.particle_count && !where.particles.empty(); ++p) {
        const u32 whole = model.whole ? model.particle_from[p] : p;
        if (std::binary_search(where.particles.begin(), where.particles.end(), whole))
            grips.push_back({{p, 0, 0}, {1, 0, 0}, SkinPlace::at_particle});
    }
    if (grips.empty()) grips.push_back(nearest_grip(model, skin_at_rest(model), where.point));
    return grips;
}

std::vector<u8> stitchable(const Model& model, const ParameterSet& p) {
    AttachmentWhere where;
    where.by_point = false;
    if (p.given(AttachmentP::to_low))
        where.box = {p.vector(AttachmentP::to_low).to<float>(), p.vector(AttachmentP::to_high).to<float>()};
    where.attribute = p.text(AttachmentP::to_attribute);
    if (!p.given(AttachmentP::to_low) && where.attribute.empty()) return {};
    std::vector<u8> may(model.contact.point_count());
    for (const SkinPlace& place : grips_at(model, where)) may[place.point[0]] = 1;
    return may;
}

Vec3 World::rest_place(BodyId id, const Vec3& point) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    std::vector<Vec3> now;
    skin_now(*body, now);
    if (now.empty()) return {};
    return place_of(nearest_on_skin(body->model->contact, now, point).place, skin_at_rest(*body->model));
}

AttachmentId World::add_attachment(std::string name, BodyId body_id, const AttachmentWhere& where,
                                   ParameterSet parameters) {
    const Body* body = bodies_.find(body_id);
    PL_ASSERT(body && &parameters.table() == &attachment_table);
    Attachment made(std::move(name), body_id, where, std::move(parameters));
    if (where.overlap) find_overlap(made, *body);
    find_places(made, *body->model);
    if (!made.where.by_point) made.where.point = made.rest[0];
    made.targets = find_targets(made);
    for (const AttachmentTarget& target : made.targets)
        if (const Body* other = bodies_.find(target.body)) stitchable(*other->model, made.parameters);
    made.resize_grips();
    auto [id, a] = attachments_.add(std::move(made));
    a.id = id;
    a.body_mass = mass(body_id);
    wake(body_id);
    return id;
}

void World::find_places(Attachment& a, const Model& model) {
    a.grips = find_grips(model, a.where);
    const std::vector<Vec3> rest = skin_at_rest(model);
    a.rest.resize(a.grips.size());
    for (size_t g = 0; g < a.grips.size(); ++g)
        a.rest[g] = a.grips[g].count == SkinPlace::at_particle ? model.rest_position(a.grips[g].point[0])
                                                               : place_of(a.grips[g], rest);
}

// Particles that are inside the colliders that it is attached to, as everything stands now.
void World::find_overlap(Attachment& a, const Body& body) const {
    std::vector<const Collider*> colliders;
    for (const AttachmentTarget& target : find_targets(a)) {
        const Collider* c = colliders_.find(target.collider);
        if (!c)
            throw Error({a.name + ".where.overlap", in_quotes(name_of(target)) + " is not a collider",
                         "colliders in \"to\": particles lie inside them", ""});
        colliders.push_back(c);
    }
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 at = body.view.position[p].xyz();
        const bool inside = std::any_of(colliders.begin(), colliders.end(), [&](const Collider* c) {
            return is_inside(c->shape, (c->jumped ? c->target : c->pose).inverse(at));
        });
        if (inside) a.where.particles.push_back(body.whole_particle(p));
    }
    std::sort(a.where.particles.begin(), a.where.particles.end());
    if (a.where.particles.empty())
        throw Error({a.name + ".where.overlap",
                     "no particle of " + in_quotes(body.name) + " lies inside " + in_quotes(colliders[0]->name),
                     "a collider within the body, and particles in it",
                     "make the body finer, or the collider thicker"});
}

// Whether a body is held by all that lies in a collider: then they do not push each other apart.
bool World::is_held_inside(const Body& body, const Collider& collider) const {
    bool held = false;
    attachments_.each([&](AttachmentId, const Attachment& a) {
        held = held || (a.where.overlap && a.body == body.id && !a.broken &&
                        std::any_of(a.targets.begin(), a.targets.end(),
                                    [&](const AttachmentTarget& t) { return t.collider == collider.id; }));
    });
    return held;
}

void Attachment::resize_grips() {
    const size_t count = grips.size(), held = targets.empty() ? 0 : count;
    offset.resize(count), impulses.resize(count);
    holds.resize(held), from.resize(held), goals.resize(held);
}

bool World::remove_attachment(AttachmentId id) {
    const Attachment* a = attachments_.find(id);
    if (!a) return false;
    wake(a->body);
    for (const GripHold& hold : a->holds)
        if (hold.target.body) wake(hold.target.body);
    return attachments_.remove(id);
}

void World::remove_attachments_of(BodyId body) {
    std::vector<AttachmentId> gone;
    attachments_.each([&](AttachmentId id, const Attachment& a) {
        if (a.body == body) gone.push_back(id);
    });
    for (AttachmentId id : gone) attachments_.remove(id);
}

AttachmentId World::find_attachment(std::string_view name) const {
    AttachmentId found;
    attachments_.each([&](AttachmentId id, const Attachment& a) {
        if (!found && a.name == name) found = id;
    });
    return found;
}

void World::move_attachment(AttachmentId id, const Vec3& target) {
    set_attachment_parameter(id, attachment_table.rows[AttachmentP::position].name, target.to<double>());
}

void World::set_attachment_parameter(AttachmentId id, std::string_view name, Value value) {
    Attachment* a = attachments_.find(id);
    PL_ASSERT(a);
    const Parameter* row = attachment_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({a->name + "." + std::string(name), "this parameter is only used when the attachment is made", "",
                     "make the attachment anew with the other value"});
    if (row && row->id == AttachmentP::position && !a->targets.empty())
        throw Error({a->name + ".position",
                     "the attachment hangs on " + in_quotes(a->parameters.names(AttachmentP::to)[0]), "",
                     "make the attachment anew without \"to\""});
    a->parameters.set(name, std::move(value));
    wake(a->body);
}

Vec3 World::held_at(AttachmentId id, size_t grip) const {
    const Attachment* a = attachments_.find(id);
    PL_ASSERT(a && grip < a->grips.size());
    return place_now(*bodies_.find(a->body), a->grips[grip]);
}

Vec3 World::pulled_to(AttachmentId id, size_t grip) const {
    const Attachment* a = attachments_.find(id);
    PL_ASSERT(a && grip < a->grips.size());
    if (a->targets.empty()) return a->place + a->offset[grip];
    const GripHold& hold = a->holds[grip];
    return bodies_.find(hold.target.body) ? tied_place(hold, a->gap) + a->from[grip] : a->from[grip];
}

void World::shift_attachments(const Vec3& by) {
    attachments_.each([&](AttachmentId, Attachment& a) {
        a.home -= by, a.place -= by;
        for (size_t g = 0; g < a.holds.size(); ++g)
            if (!a.holds[g].target.body) a.from[g] -= by;  // ties are between bodies, wherever they are
        if (a.parameters.given(AttachmentP::position)) shift_path(a.parameters, AttachmentP::position, by);
    });
}

}  // namespace pliant
