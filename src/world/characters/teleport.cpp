// Characters that are put elsewhere take along what follows them or hangs on them: nothing is dragged through the
// world.

#include <algorithm>

#include "world/bodies/rigid_moves.h"
#include "world/characters/characters.h"
#include "world/present/presentation.h"
#include "world/rigid_coupling/skeletons.h"
#include "world/sleep/waking.h"

namespace pliant {

namespace {

Transform inverted(const Transform& t) { return {conjugate(t.rotation) * -t.position, conjugate(t.rotation)}; }

bool hangs_on(const Attachment& a, CharacterId character) {
    return a.holding && !a.holds.empty() && std::all_of(a.holds.begin(), a.holds.end(), [&](const GripHold& h) {
               return !h.target || h.target.character == character;
           });
}

}  // namespace

void CharacterSystem::teleport(CharacterId id, const Transform& by) {
    CharacterInstance* c = contents_.characters.find(id);
    PL_ASSERT(c);
    c->root = by * c->root;
    for (Body* body : move_followers(*c, by)) {
        waking_.wake(body->id);
        presentation_.show_at_once(*body);
    }
    jump_to_pose(*c);
}

// Keys that lead further in a step than anything runs are a cut, not a way.
void CharacterSystem::jump_if_far(CharacterInstance& c) {
    if (!c.parameters.is_explicit(CharacterP::teleport_distance) || contents_.clock_step() == 0) return;
    const Transform before = c.placement(contents_.time), now = c.placement(contents_.time + contents_.clock_step());
    const float most = static_cast<float>(c.parameters.number(CharacterP::teleport_distance));
    if (!(length(now.position - before.position) > most)) return;
    const Transform by = now * inverted(before);
    // Frames that are shown may be read at this moment: what jumps is shown when the step is over, and then has no
    // moment before.
    for (Body* body : move_followers(c, by)) waking_.wake_in_step(*body), body->jumped = true;
    for (Transform& frame : c.frames) frame = by * frame;
    for (size_t i = 0; i < c.colliders.size(); ++i)
        if (contents_.colliders.find(c.colliders[i]))
            put_capsule(c.colliders[i], c.frames[c.capsules[i].node] * c.capsules[i].local);
}

// What follows it, hangs on it, or is tied to something that does.
std::vector<Body*> CharacterSystem::move_followers(CharacterInstance& c, const Transform& by) {
    std::vector<Body*> all;
    const auto comes = [&](BodyId id) {
        return std::any_of(all.begin(), all.end(), [&](const Body* body) { return body->id == id; });
    };
    contents_.bodies.each([&](BodyId id, Body& body) {
        bool follows = body.character_guide && body.character_guide->character == c.id;
        contents_.attachments.each(
            [&](AttachmentId, const Attachment& a) { follows = follows || (a.body == id && hangs_on(a, c.id)); });
        if (follows) all.push_back(&body);
    });
    for (size_t known = 0; known < all.size();) {
        known = all.size();
        contents_.attachments.each([&](AttachmentId, const Attachment& a) {
            for (const GripHold& h : a.holds) {
                if (!a.holding || !h.target.body || comes(a.body) == comes(h.target.body)) continue;
                all.push_back(contents_.bodies.find(comes(a.body) ? h.target.body : a.body));
            }
        });
    }
    for (Body* body : all) {
        if (body->character_guide && body->character_guide->character == c.id) {
            for (Vec3& place : body->character_guide->places) place = by * place;
            for (Vec3& normal : body->character_guide->normals) normal = by.rotation * normal;
        }
        waking_.wake_near(body->motion.bounds);  // what lay on it must notice
        move_rigidly(*body, by);
    }
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        const bool tied =
            a.holding && !a.holds.empty() && std::all_of(a.holds.begin(), a.holds.end(), [&](const GripHold& h) {
                return !h.target || h.target.character == c.id || (h.target.body && comes(h.target.body));
            });
        if (tied && comes(a.body)) carry(a, by);
    });
    std::vector<Collider*> joined;
    for (const ColliderId id : c.colliders)
        if (Collider* capsule = contents_.colliders.find(id)) joined.push_back(capsule);
    skeletons_.add_joined(joined);
    skeletons_.move_joined(joined, by);
    return all;
}

void CharacterSystem::carry(Attachment& a, const Transform& by) const {
    for (Vec3& from : a.from) from = by * from;
    for (Vec3& impulse : a.impulses) impulse = by.rotation * impulse;
    a.home = by * a.home, a.place = by * a.place;
    for (size_t g = 0; g < a.holds.size(); ++g)  // other offsets are seen from what they hang on
        if (a.holds[g].target.body) a.offset[g] = by.rotation * a.offset[g];
}

}  // namespace pliant
