// Attachments come, change and go, between steps.

#include "world/attachments/attachments.h"

#include <algorithm>

#include "core/text.h"
#include "world/attachments/attachment.h"
#include "world/bodies/bodies.h"
#include "world/bodies/measure.h"
#include "world/paths.h"
#include "world/skin_places.h"

namespace pliant {

AttachmentId AttachmentSystem::add(std::string name, BodyId body_id, const AttachmentWhere& where,
                                   ParameterSet parameters) {
    const Body* body = contents_.bodies.find(body_id);
    PL_ASSERT(body && &parameters.table() == &attachment_table);
    Attachment made(std::move(name), body_id, where, std::move(parameters));
    if (where.overlap) find_overlap(made, *body);
    find_places(made, *body->model);
    if (!made.where.by_point) made.where.point = made.rest[0];
    made.targets = targets_.find(made);
    for (const AttachmentTarget& target : made.targets)
        if (const Body* other = contents_.bodies.find(target.body)) stitchable(*other->model, made.parameters);
    made.resize_grips();
    auto [id, a] = contents_.attachments.add(std::move(made));
    a.id = id;
    a.body_mass = mass(*body);
    waking_.wake(body_id);
    return id;
}

// Particles that are inside the colliders that it is attached to, as everything stands now.
void AttachmentSystem::find_overlap(Attachment& a, const Body& body) const {
    std::vector<const Collider*> colliders;
    for (const AttachmentTarget& target : targets_.find(a)) {
        const Collider* c = contents_.colliders.find(target.collider);
        if (!c)
            throw Error({a.name + ".where.overlap", in_quotes(targets_.name_of(target)) + " is not a collider",
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

void Attachment::resize_grips() {
    const size_t count = grips.size(), held = targets.empty() ? 0 : count;
    offset.resize(count), impulses.resize(count);
    holds.resize(held), from.resize(held), goals.resize(held);
}

bool AttachmentSystem::remove(AttachmentId id) {
    const Attachment* a = contents_.attachments.find(id);
    if (!a) return false;
    waking_.wake(a->body);
    for (const GripHold& hold : a->holds)
        if (hold.target.body) waking_.wake(hold.target.body);
    return contents_.attachments.remove(id);
}

void AttachmentSystem::remove_of(BodyId body) {
    std::vector<AttachmentId> gone;
    contents_.attachments.each([&](AttachmentId id, const Attachment& a) {
        if (a.body == body) gone.push_back(id);
    });
    for (AttachmentId id : gone) contents_.attachments.remove(id);
}

void AttachmentSystem::move(AttachmentId id, const Vec3& target) {
    set_parameter(id, attachment_table.rows[AttachmentP::position].name, target.to<double>());
}

void AttachmentSystem::set_parameter(AttachmentId id, std::string_view name, Value value) {
    Attachment* a = contents_.attachments.find(id);
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
    waking_.wake(a->body);
}

Vec3 AttachmentSystem::held_at(AttachmentId id, size_t grip) const {
    const Attachment* a = contents_.attachments.find(id);
    PL_ASSERT(a && grip < a->grips.size());
    return place_now(*contents_.bodies.find(a->body), a->grips[grip]);
}

Vec3 AttachmentSystem::pulled_to(AttachmentId id, size_t grip) const {
    const Attachment* a = contents_.attachments.find(id);
    PL_ASSERT(a && grip < a->grips.size());
    if (a->targets.empty()) return a->place + a->offset[grip];
    const GripHold& hold = a->holds[grip];
    return contents_.bodies.find(hold.target.body) ? holds_.tied_place(hold, a->gap) + a->from[grip] : a->from[grip];
}

void AttachmentSystem::shift(const Vec3& by) {
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        a.home -= by, a.place -= by;
        for (size_t g = 0; g < a.holds.size(); ++g)
            if (!a.holds[g].target.body) a.from[g] -= by;  // ties are between bodies, wherever they are
        if (a.parameters.is_explicit(AttachmentP::position)) shift_path(a.parameters, AttachmentP::position, by);
    });
}

}  // namespace pliant
