// Bodies tear in the stage settle, the only place where topology changes: links that bear more than they can part.
// Pieces are bodies of their own; the one with most of the guide's strength, or of the mass, keeps the old name.

#include "world/tear/tear.h"

#include <algorithm>

#include "core/trig.h"
#include "world/tear/tear_settings.h"

namespace pliant {

void TearSystem::run() {
    step_.events.tears.clear();
    taken_names_.clear(), first_untried_.clear();
    find_overloads();
    bool changed = false;
    for (Body* body : step_.moving_bodies)
        if (!body->overloads.empty()) changed = tear(*body) || changed;
    remove_old_pieces();
    if (changed) step_.list_bodies();
}

void TearSystem::find_overloads() {
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        const ParameterSet& p = body.common;
        body.overloads.clear();
        Tearable* tearable = body.matter->tearable();
        if (!tearable || !can_tear(p) || !p.flag(BodyP::tear_enabled, contents_.time) || !body.moves()) return;
        const float strength =
            body.tear_strength.empty() ? static_cast<float>(p.number(BodyP::tear_strength, contents_.time)) : 1.0f;
        TearLimits limits;
        if (p.has_value(BodyP::tear_stretch))
            limits.stretch = limits.squash =
                strength * static_cast<float>(p.number(BodyP::tear_stretch, contents_.time));
        if (p.has_value(BodyP::tear_squash))
            limits.squash = strength * static_cast<float>(p.number(BodyP::tear_squash, contents_.time));
        if (p.has_value(BodyP::tear_bend))
            limits.bend = strength * static_cast<float>(p.number(BodyP::tear_bend, contents_.time) * (pi / 180));
        limits.strength = body.tear_strength;
        if (body.weak_links) limits.of_link = body.weak_links->strength;
        tearable->overloads(body.view, limits, body.overloads);
    });
}

// Room for the pieces, among those that the body may fall into.
bool TearSystem::fits(const Body& body, size_t pieces) const {
    const BodyId root = body.torn_from ? body.torn_from : body.id;
    size_t others = 0;
    contents_.bodies.each([&](BodyId, const Body& b) { others += b.torn_from == root || b.id == root; });
    return others - 1 + pieces <= static_cast<size_t>(body.common.number(BodyP::tear_max_pieces));
}

// Where all that bears too much would make too many pieces, what bears most parts alone.
bool TearSystem::tear(Body& body) {
    PL_ASSERT(body.matter->tearable() && body.model->tearable());
    Tearable& tearable = *body.matter->tearable();
    std::vector<Overload>& over = body.overloads;
    std::sort(over.begin(), over.end(), [](const Overload& a, const Overload& b) {
        return a.load != b.load ? a.load > b.load : a.link < b.link;
    });
    for (size_t count = over.size(); count > 0; count /= 2) {
        std::vector<u32> links;
        TearEvent event{body.id, {}, {}, over[0].load, static_cast<u32>(count)};
        for (size_t i = 0; i < count; ++i) {
            links.push_back(over[i].link);
            event.point += over[i].place / static_cast<float>(count);
        }
        std::vector<u32> broken(tearable.broken_links().begin(), tearable.broken_links().end());
        broken.insert(broken.end(), links.begin(), links.end());
        std::sort(broken.begin(), broken.end());
        const std::optional<Tearable::Crack> crack = tearable.crack_preview(broken);
        const TearPreview preview = crack ? TearPreview{1, crack->opens} : body.model->tearable()->tear_preview(broken);
        if (!fits(body, preview.pieces)) continue;
        step_.events.tears.push_back(event);
        const BodyId root = body.torn_from ? body.torn_from : body.id;
        if (!preview.opens) {
            tearable.break_links(links);
        } else if (crack && open_cracks(body, broken, *crack)) {
            // It has changed where it is.
        } else if (!take_pieces(body, torn_models(*body.model, broken, inside_of(body)), event)) {
            step_.events.tears.pop_back();
            return false;
        }
        if (Body* whole = contents_.bodies.find(root))
            whole->torn_links.insert(whole->torn_links.end(), links.begin(), links.end());
        return preview.opens;
    }
    return false;
}

namespace {

// A body before it tore.
struct Before {
    std::shared_ptr<const Model> model;
    std::unique_ptr<Matter> matter;
    u32 first;
    ParticleView view;
    std::vector<u8> held, contact_disabled;
};

std::vector<u8> copied_marks(const std::vector<u8>& of_particles, const std::vector<u32>& was) {
    std::vector<u8> now;
    if (!of_particles.empty())
        for (const u32 p : was) now.push_back(of_particles[p]);
    return now;
}

void copy_particles(const Before& from, Body& to) {
    const std::vector<u32> was = to.model->tearable()->particles_before(*from.model);
    to.held = copied_marks(from.held, was), to.contact_disabled = copied_marks(from.contact_disabled, was);
    for (u32 p = 0; p < to.view.count; ++p) {
        to.view.position[p] = from.view.position[was[p]];
        to.view.previous[p] = from.view.previous[was[p]];
        to.view.velocity[p] = from.view.velocity[was[p]];
        if (to.view.position[p].w > 0) to.view.position[p].w = static_cast<float>(1.0 / to.matter->mass(p));
        to.view.previous[p].w = to.view.position[p].w;
    }
}

}  // namespace

// How much it counts for whose guide it is. Of what follows a character, that counts which may not stray from it.
static double guided_share(const Body& body, u32 p) {
    if (body.character_guide) {
        const GuideMaps& maps = body.guide_maps;
        const bool fixed = (!maps.border.empty() && maps.border[p] > 0.5f) ||
                           (!maps.max_distance.empty() && !(maps.max_distance[p] > 0));
        return fixed ? 1e6 : 1;
    }
    return body.guide && !body.guide_strength.empty() ? static_cast<double>(body.guide_strength[p]) : 1.0;
}

// Which piece goes on as the body: the one with most of the guide's strength, or of the mass.
static size_t heir(const Body& body, std::span<const std::shared_ptr<const Model>> pieces) {
    size_t best = 0;
    double most = -1;
    for (size_t i = 0; i < pieces.size() && pieces.size() > 1; ++i) {
        const std::vector<u32> was = pieces[i]->tearable()->particles_before(*body.model);
        double sum = 0;
        for (const u32 p : was) sum += body.matter->mass(p) * guided_share(body, body.whole_particle(p));
        if (sum > most) most = sum, best = i;
    }
    return best;
}

void TearSystem::forget_contacts(Body& body) {
    ++contents_.revision;
    contact_set_.clear();
    warm_.forget(body.id);
    body.forces.clear();
}

// The body stays in one piece and changes where it is. False, and nothing happens, where it cannot.
bool TearSystem::open_cracks(Body& body, std::span<const u32> broken_links, const Tearable::Crack& crack) {
    Tearable& tearable = *body.matter->tearable();
    if (!contents_.particles.can_grow(body.first_particle, body.view.count, crack.particles)) return false;
    std::optional<Tearable::Opened> opened = open_own_cracks(tearable, broken_links, inside_of(body), body.own);
    if (!opened) return false;
    forget_contacts(body);
    const bool any_attached = contents_.attachments.size() > 0;
    std::vector<Float4> position_before;  // for what hangs on the body
    if (any_attached) position_before.assign(body.view.position, body.view.position + body.view.count);
    const u32 first = contents_.particles.grow(body.first_particle, body.view.count, crack.particles);
    ParticleView before = body.view;
    body.model = std::move(opened->model);
    body.parameters_changed = true;  // some follow from the model
    body_system_.set_range(body, first);
    body.matter->begin_step(body.own, contents_.time,
                            static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
    const Renumbering& numbers = opened->numbers;
    for (Float4* values : {body.view.position, body.view.previous, body.view.velocity})
        numbers.carry(values, numbers.count_before());
    for (std::vector<u8>* marks : {&body.held, &body.contact_disabled})
        if (!marks->empty()) numbers.carry(*marks);
    for (u32 p = 0; p < body.view.count; ++p) {
        Float4& x = body.view.position[p];
        if (x.w > 0) x.w = static_cast<float>(1.0 / body.matter->mass(p));
        body.view.previous[p].w = x.w;
    }
    tearable.finish_cracks(body.view);
    body_system_.paint(body, body.common);
    presentation_.show_new_topology_next(body);
    if (any_attached) {
        before.position = position_before.data();
        holds_.tie_to_pieces(body.id, {&body.id, 1}, before);  // first: it may be tied to itself
        holds_.move_to_pieces(body.id, {&body.id, 1});
    }
    return true;
}

// False, and nothing happens, where the world has no room.
bool TearSystem::take_pieces(Body& body, std::vector<std::shared_ptr<const Model>> pieces, const TearEvent& event) {
    std::vector<u32> first;
    for (const auto& piece : pieces) {
        first.push_back(contents_.particles.allocate(piece->particle_count));
        if (first.back() != Particles::no_room) continue;
        first.pop_back();
        for (size_t i = 0; i < first.size(); ++i) contents_.particles.release(first[i], pieces[i]->particle_count);
        return false;
    }
    forget_contacts(body);
    const size_t main = heir(body, pieces);
    const Before before{body.model, std::move(body.matter), body.first_particle,
                        body.view,  std::move(body.held),   std::move(body.contact_disabled)};
    const auto begin = [&](Body& b, size_t piece) {
        b.model = pieces[piece];
        b.parameters_changed = true;  // some follow from the model
        b.matter = b.model->kind().make_matter(b.model, b.own);
        body_system_.set_range(b, first[piece]);
        b.matter->begin_step(b.own, contents_.time,
                             static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
        copy_particles(before, b);
        b.matter->tearable()->take_over(*before.matter, b.view);
        body_system_.paint(b, b.common);
        presentation_.show_new_topology_next(b);
    };
    begin(body, main);
    enum OnTear { strongest, keep, drop };
    const u32 on_tear = body.common.choice(BodyP::guide_on_tear);
    std::vector<BodyId> piece_ids{body.id};
    for (size_t i = 0; i < pieces.size(); ++i) {
        if (i == main) continue;
        auto [id, piece] = contents_.bodies.add(name_of_piece(body), pieces[i], body.common, body.own);
        piece.id = id;
        piece.torn_from = body.torn_from ? body.torn_from : body.id, piece.torn_at = contents_.step_count;
        piece.root_name = body.scene_name();
        piece.names = names_of_body(contents_.names, piece.name, piece.root_name);
        piece.weak_links = body.weak_links;
        piece.detail = body.detail, piece.detail.before = body.detail.level;  // it may have no guide to leave
        piece.painted_at = body.painted_at;
        if (body.guide && !body.guide_released && on_tear == keep) piece.guide = body.guide->clone();
        begin(piece, i);
        body_system_.update_parameters(piece);
        piece_ids.push_back(id);
    }
    body.guide_released = body.guide_released || (piece_ids.size() > 1 && on_tear == drop);
    holds_.tie_to_pieces(body.id, piece_ids, before.view);  // first: it may be tied to itself
    holds_.move_to_pieces(body.id, piece_ids);
    contents_.particles.release(before.first, before.view.count);
    for (size_t i = 1; i < piece_ids.size(); ++i) {  // the first is the body itself
        if (body_system_.mass(piece_ids[i]) < body.common.number(BodyP::tear_min_piece)) {
            taken_names_.erase(contents_.bodies.find(piece_ids[i])->name);
            first_untried_.erase(body.scene_name());
            body_system_.remove(piece_ids[i]);
        } else {
            step_.events.tears.push_back(
                {body.id, piece_ids[i], body_system_.center_of_mass(piece_ids[i]).to<float>(), event.load, 0});
        }
    }
    return true;
}

// Pieces of "ollie" are called "ollie.1", "ollie.2" and so on, with the lowest free number. A sheet may fall into
// thousands of pieces in a step, so the names in use are collected once.
std::string TearSystem::name_of_piece(const Body& body) {
    if (taken_names_.empty()) contents_.bodies.each([&](BodyId, const Body& b) { taken_names_.insert(b.name); });
    u32& n = first_untried_.try_emplace(body.scene_name(), 1).first->second;
    for (;; ++n) {
        std::string tried = body.scene_name() + "." + std::to_string(n);
        if (taken_names_.insert(tried).second) return tried;
    }
}

// Pieces that came off stay for a while only, where that is asked for.
void TearSystem::remove_old_pieces() {
    std::vector<BodyId> old;
    contents_.bodies.each([&](BodyId id, const Body& b) {
        if (!b.torn_from || !b.common.has_value(BodyP::tear_lifetime)) return;
        const u64 steps = contents_.step_count > b.torn_at ? contents_.step_count - b.torn_at : 0;
        const double age = static_cast<double>(steps) * contents_.step_length();
        if (age >= b.common.number(BodyP::tear_lifetime)) old.push_back(id);
    });
    for (const BodyId id : old) body_system_.remove(id);
    if (!old.empty()) step_.list_bodies();
}

}  // namespace pliant
