#include "world/contact/detection.h"

#include <algorithm>

#include "world/contact/assembly.h"

namespace pliant {

// Which worker takes which job is chance, and chance may not decide whether a step allocates: what one of them had to
// make room for, all have room for.
template <class Finder>
static void level(std::vector<Finder>& finders) {
    for (size_t i = 1; i < finders.size(); ++i) finders[0].reserve_like(finders[i]);
    for (size_t i = 1; i < finders.size(); ++i) finders[i].reserve_like(finders[0]);
}

// Contacts are made of what comes near enough to touch before contacts are looked for again: paths are foreseen without
// what deforms the two sides, of whose speeds `internal_speed` [m/s] is the sum.
static ContactDistances distances_between(float thickness, float other_thickness, float spacing, float h,
                                          float internal_speed) {
    const float kept = thickness + other_thickness, off_path = std::min(0.5f * internal_speed * h, 0.5f * spacing);
    return {kept, std::max({kept, 0.05f * spacing, off_path}), h};
}

static std::vector<Vec3> rest_positions(const Body& body) {
    std::vector<Vec3> particles(body.model->particle_count);
    for (u32 p = 0; p < particles.size(); ++p) particles[p] = body.model->rest_position(p);
    return particles;
}

void ContactDetection::find() {
    // Bounds of patches first, because a body needs those of its partners to know which of its own matter.
    step_.team.run(static_cast<u32>(pairs_.near_bodies().size()), [&](u32 i, u32) {
        Body& body = *pairs_.near_bodies()[i];
        body.surface.begin_substep();
        const auto meets_another = [&](u32 p) {
            return pairs_[p].other_body && !pairs_[p].with_itself() && !pairs_[p].of_sheets();
        };
        if (std::any_of(body.pairs.begin(), body.pairs.end(), meets_another)) body.surface.update_bounds();
        if (body.meets_sheets) fit_sheet(body);
    });
    step_.team.run(static_cast<u32>(pairs_.near_bodies().size()),
                   [&](u32 i, u32 worker) { find(*pairs_.near_bodies()[i], collider_finders_[worker]); });
    step_.team.run(static_cast<u32>(pairs_.body_pairs().size()),
                   [&](u32 i, u32 worker) { find(pairs_[pairs_.body_pairs()[i]], worker); });
    level(collider_finders_);
    level(pair_finders_);
    level(sheet_finders_);
}

// Contacts with colliders, and what contacts with other bodies will need.
void ContactDetection::find(Body& body, ColliderContacts& finder) {
    bool own = false, meets_others = false;
    if (!body.surface.has_rest_edges()) body.surface.set_rest_edges(rest_positions(body));
    for (u32 p : body.pairs) {
        Pair& pair = pairs_[p];
        if (pair.of_sheets()) continue;
        if (pair.with_itself()) {
            own = true;
            continue;
        }
        if (pair.collider) {
            pair.found.clear();
            const ContactDistances distances = distances_between(
                body.thickness, pair.collider->thickness, body.model->contact.spacing, step_.h, body.internal_speed);
            finder.find(body.surface, {&pair.collider->shape, pair.collider->before, pair.collider->now}, distances,
                        pair.found);
            continue;
        }
        const Body& partner = pair.body == &body ? *pair.other_body : *pair.body;
        const float margin = 2 * (body.thickness + partner.thickness) + body.surface.radius() +
                             partner.surface.radius() +
                             std::max(body.model->contact.spacing, partner.model->contact.spacing);
        body.surface.prepare_near(partner.surface, margin);
        meets_others = true;
    }
    own = own && can_meet_itself(body);
    body.meets_itself = own;
    if (own || meets_others) body.surface.list_targets();
}

// False where it cannot meet itself in this substep.
bool ContactDetection::can_meet_itself(Body& body) const {
    if (!body.surface.has_rest_positions()) body.surface.set_rest_positions(rest_positions(body));
    return body.surface.prepare_self_contact(PairContacts::self_contact_distance(body.surface, own_distances(body)));
}

ContactDistances ContactDetection::own_distances(const Body& body) const {
    return distances_between(body.thickness, body.thickness, body.model->contact.spacing, step_.h, 0);
}

void ContactDetection::fit_sheet(Body& body) {
    if (body.sheet.empty()) body.sheet = SheetTree(body.model->contact, rest_positions(body));
    body.sheet.refit(body.surface);
}

void ContactDetection::find(Pair& pair, u32 worker) {
    pair.found.clear(), pair.found_back.clear();
    Body &a = *pair.body, &b = *pair.other_body;
    const ContactDistances distances =
        pair.with_itself()
            ? own_distances(a)
            : distances_between(a.thickness, b.thickness, std::min(a.model->contact.spacing, b.model->contact.spacing),
                                step_.h, a.internal_speed + b.internal_speed);
    if (pair.of_sheets()) {
        // Layers of cloth lie as close to each other as their thickness allows, so a larger distance of notice is
        // useless.
        ContactDistances near = distances;
        near.speculative_distance = 0.25f * distances.thickness;
        SheetContacts& finder = sheet_finders_[worker];
        if (pair.with_itself()) {
            finder.find_self(a.sheet, near, pair.found, pair.tangle);
        } else {
            finder.find(a.sheet, b.sheet, near, pair.found, pair.found_back, pair.tangle, pair.same_origin());
        }
        return;
    }
    PairContacts& finder = pair_finders_[worker];
    if (pair.with_itself() && !a.meets_itself) return;
    finder.clear_remembered();
    for (const WarmImpulse& w : warm_.of(pair)) finder.remember(w.feature & 1, w.feature / 2, w.triangle);
    if (pair.with_itself()) {
        finder.find_self(a.surface, distances, pair.found);
    } else {
        finder.find(a.surface, b.surface, distances, pair.found, pair.found_back);
    }
}

}  // namespace pliant
