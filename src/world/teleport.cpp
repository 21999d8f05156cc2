// Characters that are put elsewhere take along what follows them or hangs on them: nothing is dragged through the
// world.

#include <algorithm>

#include "world/world.h"

namespace pliant {

namespace {

Transform inverted(const Transform& t) { return {conjugate(t.rotation) * -t.position, conjugate(t.rotation)}; }

bool hangs_on(const Attachment& a, CharacterId character) {
    return a.holding && !a.holds.empty() && std::all_of(a.holds.begin(), a.holds.end(), [&](const GripHold& h) {
               return !h.target || h.target.character == character;
           });
}

}  // namespace

void World::teleport(CharacterId id, const Transform& by) {
    CharacterInstance* c = characters_.find(id);
    PL_ASSERT(c);
    c->root = by * c->root;
    carry_followers(*c, by);
    jump_to_pose(*c);
}

// Keys that lead further in a step than anything runs are a cut, not a way.
void World::carry_if_it_jumps(CharacterInstance& c) {
    if (!c.parameters.given(CharacterP::teleport_distance) || clock_step() == 0) return;
    const Transform before = c.placement(time_), now = c.placement(time_ + clock_step());
    const float most = static_cast<float>(c.parameters.number(CharacterP::teleport_distance));
    if (!(length(now.position - before.position) > most)) return;
    const Transform by = now * inverted(before);
    carry_followers(c, by);
    for (Transform& frame : c.frames) frame = by * frame;
    for (size_t i = 0; i < c.colliders.size(); ++i)
        if (colliders_.find(c.colliders[i]))
            put_capsule(c.colliders[i], c.frames[c.capsules[i].node] * c.capsules[i].local);
}

void World::carry_followers(CharacterInstance& c, const Transform& by) {
    bodies_.each([&](BodyId id, Body& body) {
        bool comes = body.character_guide && body.character_guide->character == c.id;
        attachments_.each(
            [&](AttachmentId, const Attachment& a) { comes = comes || (a.body == id && hangs_on(a, c.id)); });
        if (!comes) return;
        if (body.character_guide && body.character_guide->character == c.id) {
            for (Vec3& place : body.character_guide->places) place = by * place;
            for (Vec3& normal : body.character_guide->normals) normal = by.rotation * normal;
        }
        move_rigidly(body, by);
        attachments_.each([&](AttachmentId, Attachment& a) {
            if (a.body == id && hangs_on(a, c.id)) carry(a, by);
        });
    });
}

void World::carry(Attachment& a, const Transform& by) const {
    for (Vec3& from : a.from) from = by * from;
    for (Vec3& impulse : a.impulses) impulse = by.rotation * impulse;
    a.home = by * a.home, a.place = by * a.place;
}

}  // namespace pliant
