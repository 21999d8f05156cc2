// Attachments come, change and go, between steps.

#include "world/attachments.h"

#include <algorithm>

#include "core/text.h"
#include "world/skin_places.h"
#include "world/world.h"

namespace pliant {

AttachmentWhere where_of(const ParameterSet& p) {
    return {p.vector(AttachmentP::where_point).to<float>(), static_cast<float>(p.number(AttachmentP::where_radius))};
}

std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where) {
    if (model.contact.point_count() == 0)
        throw Error({"where", "the body has no skin", "a body that can be touched", ""});
    const std::vector<Vec3> rest = skin_at_rest(model);
    std::vector<SkinPlace> grips{nearest_on_skin(model.contact, rest, where.point).place};
    // Where points are particles, a corner is held: it can be led, and three corners of a triangle cannot be led to one
    // place.
    if (model.contact.supports == 1 && grips[0].count == 3) {
        const SkinPlace on = grips[0];
        u32 most = 0;
        for (u32 k = 1; k < 3; ++k)
            if (on.weight[k] > on.weight[most]) most = k;
        grips[0] = {{on.point[most], 0, 0}, {1, 0, 0}, 1};
    }
    for (u32 p = 0; p < rest.size() && where.radius > 0; ++p)
        if (model.contact.role[p] != PointRole::guard && !(grips[0].count == 1 && grips[0].point[0] == p) &&
            length_squared(rest[p] - where.point) <= where.radius * where.radius)
            grips.push_back({{p, 0, 0}, {1, 0, 0}, 1});
    return grips;
}

float distance_to_skin(const Model& model, const Vec3& point) {
    const std::vector<Vec3> rest = skin_at_rest(model);
    return length(place_of(nearest_on_skin(model.contact, rest, point).place, rest) - point);
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
    find_places(made, *body->model);
    made.targets = find_targets(made);
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
    for (size_t g = 0; g < a.grips.size(); ++g) a.rest[g] = place_of(a.grips[g], rest);
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
    return bodies_.find(hold.target.body) ? tied_place(hold) + a->from[grip] : a->from[grip];
}

void World::shift_attachments(const Vec3& by) {
    attachments_.each([&](AttachmentId, Attachment& a) {
        a.home -= by, a.place -= by;
        for (size_t g = 0; g < a.holds.size(); ++g)
            if (!a.holds[g].target.body) a.from[g] -= by;  // ties are between bodies, wherever they are
        // Targets in the scene are in the old coordinates; they move along.
        Value target = a.parameters.value(AttachmentP::position);
        if (Vec3d* v = std::get_if<Vec3d>(&target.data)) *v -= by.to<double>();
        if (Keys* keys = std::get_if<Keys>(&target.data))
            for (Vec3d& v : keys->values) v -= by.to<double>();
        if (target.given()) a.parameters.set(AttachmentP::position, std::move(target));
    });
}

}  // namespace pliant
