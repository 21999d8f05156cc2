// Stage collide: who is near whom, once a step; where skins meet, every substep.

#include <algorithm>

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

void World::collide() {
    if (substep_ == 0 || left_its_reach()) find_pairs();
    find_contacts();
    if (slow_down_hits()) {
        if (left_its_reach()) find_pairs();  // something was launched
        find_contacts();                     // again, for the way that is left to them
    }
    if (rigid_moves_) rigid_->collide(h_, team_);
}

// Which worker takes which job is chance, and chance may not decide whether a step allocates: what one of them had to
// make room for, all have room for.
template <class Finder>
static void level(std::vector<Finder>& finders) {
    for (size_t i = 1; i < finders.size(); ++i) finders[0].make_room_as(finders[i]);
    for (size_t i = 1; i < finders.size(); ++i) finders[i].make_room_as(finders[0]);
}

void World::find_contacts() {
    // Bounds of patches first, because a body needs those of its partners to know which of its own matter.
    team_.run(static_cast<u32>(near_bodies_.size()), [&](u32 i, u32) {
        Body& body = *near_bodies_[i];
        body.surface.begin_substep();
        const auto meets_another = [&](u32 p) {
            return pairs_[p].other_body && !pairs_[p].with_itself() && !pairs_[p].of_sheets();
        };
        if (std::any_of(body.pairs.begin(), body.pairs.end(), meets_another)) body.surface.fit_for_others();
        if (body.meets_sheets) fit_sheet(body);
    });
    team_.run(static_cast<u32>(near_bodies_.size()),
              [&](u32 i, u32 worker) { find_contacts(*near_bodies_[i], collider_finders_[worker]); });
    team_.run(static_cast<u32>(body_pairs_.size()),
              [&](u32 i, u32 worker) { find_contacts(pairs_[body_pairs_[i]], worker); });
    level(collider_finders_);
    level(pair_finders_);
    level(sheet_finders_);
    assemble_contacts();
}

// What comes faster than its matter can take is slowed down as a whole first.
bool World::slow_down_hits() {
    hits_.begin();
    for (const Contact& c : contact_set_.contacts) {
        if (c.approach > -1) continue;  // [m/s] slow for anything
        const Pair& pair = pairs_[c.pair];
        if (pair.with_itself()) continue;  // as a whole it does not move against itself
        const float hardest = hardest_hit(*pair.body, pair.other_body);
        if (c.approach >= -hardest) continue;
        hits_.add(c, {contact_set_.supports.data() + c.first_support, c.support_count}, hardest,
                  c.swapped ? pair.other_body : pair.body, c.swapped ? pair.body : pair.other_body, particles_,
                  rigid_.get());
    }
    if (!hits_.any()) return false;
    hits_.solve(particles_, h_);
    // Most of a hard hit happens here: whoever listens for hits wants to hear of it, even when what is left of the way
    // no longer brings the two together in this substep.
    for (const HitSolver::Hit& hit : hits_.hits()) {
        if (!(hit.impulse > 0)) continue;
        pairs_[hit.contact->pair].add_touch(hit.place.to<float>(), hit.contact->normal, hit.contact->swapped,
                                            static_cast<float>(hit.impulse), -hit.contact->approach);
        if (hit.contact->rigid)
            rigid_->apply_impulse(hit.contact->rigid, hit.place.to<float>(),
                                  hit.contact->normal * -static_cast<float>(hit.impulse));
    }
    foresee_rigid();
    return true;
}

static ContactDistances distances_between(float thickness, float other_thickness, float spacing, float h) {
    const float kept = thickness + other_thickness;
    return {kept, std::max(kept, 0.05f * spacing), h};
}

// Whether a body has come further than the broad phase foresaw.
bool World::left_its_reach() const {
    for (const std::vector<Body*>* all : {&moving_bodies_, &carried_bodies_})
        for (const Body* body : *all) {
            const Box &now = body->motion.bounds, &reach = body->reach;
            if (!reach.contains(now.low) || !reach.contains(now.high)) return true;
        }
    return rigid_moves_ && rigid_left_its_reach();
}

bool World::pair_allowed(const std::string& a, const std::string& b, LayerMask la, LayerMask lb, Pair& pair) const {
    if (!la.meets(lb)) return false;
    for (const PairRule& rule : pair_rules_) {
        if (!((rule.first == a && rule.second == b) || (rule.first == b && rule.second == a))) continue;
        if (!rule.parameters.flag(PairP::collide)) return false;
        if (rule.parameters.given(PairP::friction))
            pair.friction = static_cast<float>(rule.parameters.number(PairP::friction));
        if (rule.parameters.given(PairP::restitution))
            pair.restitution = static_cast<float>(rule.parameters.number(PairP::restitution));
    }
    return true;
}

// Everything whose ways may meet in what is left of the step. What pairs have gathered so far in it stays with them.
void World::find_pairs() {
    const size_t known = pair_count_;
    find_reaches(h_ * static_cast<float>(substeps_ - substep_));
    if (all_bodies_.empty()) box_pairs_.clear();  // two colliders are no pair here
    if (!all_bodies_.empty()) broad_phase_.find(boxes_, box_pairs_);
    for (const auto& [i, j] : box_pairs_)
        if (i < all_bodies_.size()) add_pair(i, j, known);  // else two colliders
    for (u32 i = 0; i < all_bodies_.size(); ++i)
        if (all_bodies_[i]->self_contact) add_pair(i, i, known);
    list_pairs();
    wake_touched();
    for (Body* body : all_bodies_)
        if (!body->pairs.empty()) near_bodies_.push_back(body);
}

// Where everything may come in that time: bodies, then colliders.
void World::find_reaches(float seconds) {
    const float fall = length(parameters_.vector(WorldP::gravity, time_).to<float>()) * seconds;
    boxes_.clear();
    for (Body* body : all_bodies_) {
        const float margin = 3 * body->thickness + 0.1f * body->model->contact.spacing + body->surface.radius();
        const float faster = body->moves() ? fall * std::fabs(body->gravity_scale) : 0;
        const float way = body->still() ? 0 : (body->motion.greatest_speed + faster) * seconds;
        body->reach = body->motion.bounds.grown(way + margin);
        boxes_.push_back(body->reach);
    }
    for (Collider* c : all_colliders_) {
        if (c->dynamic) {
            c->reach = reach_of_rigid(*c, seconds);
            boxes_.push_back(c->reach);
            continue;
        }
        Box box = c->shape.bounds(c->pose);
        box.add(c->shape.bounds(c->target));
        if (!(c->pose.rotation == c->target.rotation)) {  // all that it may sweep when it turns about its origin
            const Box local = c->shape.bounds({});
            const float far = length(greatest(local.high, -local.low));
            for (const Vec3& at : {c->pose.position, c->target.position}) {
                box.add(at - Vec3{far, far, far}), box.add(at + Vec3{far, far, far});
            }
        }
        boxes_.push_back(box.grown(c->thickness));
    }
}

// A name stands for the thing, for all instances of a body, and for all that a character is made of.
static bool is_called(const std::string& thing, const std::string& name) {
    return thing.compare(0, name.size(), name) == 0 && (thing.size() == name.size() || thing[name.size()] == '/');
}

static bool ignores(const Body& body, const std::string& other) {
    const std::span<const std::string> names = body.common.names(BodyP::ignores);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is_called(other, name); });
}

// Boxes i and j meet: a new pair, unless it is among those known, or nothing in it moves, or it is not allowed.
void World::add_pair(u32 i, u32 j, size_t known) {
    Body* body = all_bodies_[i];
    Body* other = j < all_bodies_.size() ? all_bodies_[j] : nullptr;
    Collider* collider = other ? nullptr : all_colliders_[j - all_bodies_.size()];
    const bool collider_moves =
        collider && !body->waits && (collider->dynamic || !body->carried) &&
        (collider->dynamic ? movable(*collider) != 0 : collider->kinematic && !(collider->pose == collider->target));
    const auto disturbs = [](const Body* one, const Body* sleeper) { return one->carried && sleeper->asleep; };
    const bool wakes = other && (disturbs(body, other) || disturbs(other, body));
    if (!body->moves() && !(other && other->moves()) && !collider_moves && !wakes) return;
    for (Body* side : {body, other})
        if (side && side->waits) std::copy_n(side->view.position, side->view.count, side->view.previous);  // it stands
    for (size_t p = 0; p < known; ++p)
        if (pairs_[p].body == body && pairs_[p].other_body == other && pairs_[p].collider == collider) return;

    if (ignores(*body, other ? other->family_name() : collider->name)) return;
    if (other && ignores(*other, body->family_name())) return;
    if (collider && is_held_inside(*body, *collider)) return;
    if (pairs_.size() == pair_count_) pairs_.emplace_back();
    Pair& pair = pairs_[pair_count_];
    pair.body = body, pair.other_body = other, pair.collider = collider;
    pair.friction = std::sqrt(body->friction * (other ? other->friction : collider->friction));
    pair.restitution = std::max(body->restitution, other ? other->restitution : collider->restitution);
    if (body != other && !pair_allowed(body->family_name(), other ? other->family_name() : collider->name, body->layers,
                                       other ? other->layers : collider->layers, pair))
        return;
    pair.sensor = body->sensor || (other ? other->sensor : collider->sensor);
    pair.touching = false, pair.impulse = 0, pair.speed = 0, pair.point = {}, pair.normal = {};
    pair.found.clear(), pair.found_back.clear(), pair.tangle.clear();
    ++pair_count_;
}

// Every body learns its pairs, and pairs of bodies are listed.
void World::list_pairs() {
    for (Body* body : all_bodies_) body->pairs.clear(), body->meets_sheets = false;
    body_pairs_.clear(), near_bodies_.clear(), sheet_bodies_.clear();
    for (u32 p = 0; p < pair_count_; ++p) {
        if (pairs_[p].waits()) continue;
        pairs_[p].body->pairs.push_back(p);
        if (!pairs_[p].other_body) continue;
        if (!pairs_[p].with_itself()) pairs_[p].other_body->pairs.push_back(p);
        body_pairs_.push_back(p);
        if (!pairs_[p].of_sheets()) continue;
        for (Body* body : {pairs_[p].body, pairs_[p].other_body})
            if (!body->meets_sheets) body->meets_sheets = true, sheet_bodies_.push_back(body);
    }
}

// Something fast enough to disturb a sleeper comes near it.
void World::wake_touched() {
    const float loud = static_cast<float>(parameters_.number(WorldP::sleep_speed));
    const auto wake_if_asleep = [&](Body& body) {
        if (body.asleep) wake_now(body);
    };
    for (size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (pair.sensor || pair.waits()) continue;
        if (pair.collider) {
            if (pair.collider->dynamic && pair.body->moves() && pair.body->speed > 4 * loud)
                rigid_->wake(rigid::System::number(pair.collider->rigid));
            if (pair.collider->dynamic ? speed_of(*pair.collider) > 4 * loud
                                       : pair.collider->kinematic && !(pair.collider->pose == pair.collider->target))
                wake_if_asleep(*pair.body);
            continue;
        }
        // What comes near must be faster than what already leans: slow neighbours would keep a pile awake.
        const bool leans = std::binary_search(touching_.begin(), touching_.end(),
                                              PairKey{pair.body->id, pair.other_body->id, ColliderId{}});
        const float disturbing = leans ? loud : 4 * loud;
        if (!pair.body->still() && pair.body->speed > disturbing) wake_if_asleep(*pair.other_body);
        if (!pair.other_body->still() && pair.other_body->speed > disturbing) wake_if_asleep(*pair.body);
    }
    wake_tied();
    list_moving();
}

static std::vector<Vec3> rest_positions(const Body& body) {
    std::vector<Vec3> particles(body.model->particle_count);
    for (u32 p = 0; p < particles.size(); ++p) particles[p] = body.model->rest_position(p);
    return particles;
}

// Contacts with colliders, and what contacts with other bodies will need.
void World::find_contacts(Body& body, ColliderContacts& finder) {
    bool own = false, meets_others = false;
    if (!body.surface.knows_edges()) body.surface.know_edges(rest_positions(body));
    for (u32 p : body.pairs) {
        Pair& pair = pairs_[p];
        if (pair.of_sheets()) continue;
        if (pair.with_itself()) {
            own = true;
            continue;
        }
        if (pair.collider) {
            pair.found.clear();
            const ContactDistances distances =
                distances_between(body.thickness, pair.collider->thickness, body.model->contact.spacing, h_);
            finder.find(body.surface, {&pair.collider->shape, pair.collider->before, pair.collider->now}, distances,
                        pair.found);
            continue;
        }
        const Body& partner = pair.body == &body ? *pair.other_body : *pair.body;
        const float margin = 2 * (body.thickness + partner.thickness) + body.surface.radius() +
                             partner.surface.radius() +
                             std::max(body.model->contact.spacing, partner.model->contact.spacing);
        body.surface.need_near(partner.surface, margin);
        meets_others = true;
    }
    own = own && ready_for_itself(body);
    body.meets_itself = own;
    if (own || meets_others) body.surface.list_targets();
}

// False where it cannot meet itself in this substep.
bool World::ready_for_itself(Body& body) const {
    if (!body.surface.knows_rest()) body.surface.know_rest(rest_positions(body));
    return body.surface.need_own(PairContacts::own_reach(body.surface, own_distances(body)));
}

ContactDistances World::own_distances(const Body& body) const {
    return distances_between(body.thickness, body.thickness, body.model->contact.spacing, h_);
}

void World::fit_sheet(Body& body) {
    if (body.sheet.empty()) body.sheet = SheetTree(body.model->contact, rest_positions(body));
    body.sheet.refit(body.surface);
}

void World::find_contacts(Pair& pair, u32 worker) {
    pair.found.clear(), pair.found_back.clear();
    Body &a = *pair.body, &b = *pair.other_body;
    const ContactDistances distances =
        pair.with_itself() ? own_distances(a)
                           : distances_between(a.thickness, b.thickness,
                                               std::min(a.model->contact.spacing, b.model->contact.spacing), h_);
    if (pair.of_sheets()) {
        // Layers of cloth lie as near to each other as they may: what is noticed further off is for nothing.
        ContactDistances near = distances;
        near.notice = 0.25f * distances.thickness;
        SheetContacts& finder = sheet_finders_[worker];
        if (pair.with_itself()) {
            finder.find_own(a.sheet, near, pair.found, pair.tangle);
        } else {
            finder.find(a.sheet, b.sheet, near, pair.found, pair.found_back, pair.tangle, pair.of_kin());
        }
        return;
    }
    PairContacts& finder = pair_finders_[worker];
    if (pair.with_itself() && !a.meets_itself) return;
    finder.forget();
    for (const WarmImpulse& w : warm_impulses(pair)) finder.remember(w.feature & 1, w.feature / 2, w.triangle);
    if (pair.with_itself()) {
        finder.find_own(a.surface, distances, pair.found);
    } else {
        finder.find(a.surface, b.surface, distances, pair.found, pair.found_back);
    }
}

}  // namespace pliant
