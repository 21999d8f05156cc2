#include "world/snapshot/body_snapshot.h"

#include <algorithm>

#include "body/guide_springs.h"
#include "body/painted.h"
#include "body/tearable.h"
#include "core/soundness.h"
#include "core/text.h"
#include "world/guides/motion_limits.h"
#include "world/tear/tear_settings.h"

namespace pliant {

namespace {

// What a part of a body saves by itself, with its length.
template <class Save>
void save_part(Writer& w, Save&& save) {
    std::vector<std::byte> bytes;
    Writer part(bytes);
    save(part);
    w.array(bytes);
}

const CharacterGuide& followed_by(const Body& body) {
    static const CharacterGuide none;
    return body.character_guide ? *body.character_guide : none;
}

// Maps must still exist: a world may have been made with other assets.
void check_maps(const Model& whole, const ParameterSet& then, const ParameterSet& now) {
    for (const Parameter& row : then.table().rows)
        if (then.map(row.id) && !(then.value(row.id) == now.value(row.id))) {
            painted(whole, then, row.id);  // throws where the body has no such map
            for (const std::string& frame : then.map(row.id)->frames) carried_attribute(whole, frame);
        }
}

// Relations between members; each by itself was checked when it was read.
void check_state(const SavedBody& saved, const Body& like) {
    const Soundness sound("snapshot");
    const size_t count = saved.position.size();
    const BodyState& s = saved.state;
    for (const Float4& p : saved.position)
        sound.require(is_sound(p) && p.w >= 0, "particles");  // velocities are judged by the step
    for (const std::vector<u8>* marks : {&s.held, &s.contact_disabled})
        sound.require(marks->empty() || marks->size() == count, "marks of particles");
    sound.below(s.held, 4, "marks of particles");
    sound.below(s.contact_disabled, 2, "marks of particles");
    const bool some_by_matter =
        like.matter->guide_springs() != nullptr;  // which holds particles where a guide has them
    for (size_t i = 0; i < count; ++i) {
        const bool held = !s.held.empty() && s.held[i], fixed = saved.position[i].w == 0;
        sound.require(fixed == held || (fixed && some_by_matter), "particles that are held");
    }
    for (const PointForce& f : s.forces)
        if (f.point >= saved.model->contact.point_count())
            throw Error({"snapshot", "a force on no point of " + in_quotes(saved.name), "", "the data is damaged"});
    sound.require(s.kept_velocity.size() == (s.paused ? count : 0), "velocities that are kept");
    sound.require(s.quiet_time >= 0, "times of rest");
    sound.require(s.substeps <= 100000, "numbers of substeps");
    const DetailState& d = saved.detail;
    sound.require(d.since >= 0 && d.blend >= 0, "levels of detail");
    sound.require((d.offset.empty() || d.offset.size() == count) && d.drift.size() == d.offset.size(),
                  "offsets from guided places");
}

}  // namespace

void BodySnapshot::save(Writer& w, const Body& body) {
    w.value(body.id);
    w.text(body.name);
    w.value(body.whole_model().content_hash);
    save_fields(w, static_cast<const PieceOrigin&>(body));
    save_part(w, [&](Writer& part) {
        if (body.model->whole) body.model->tearable()->save_tear(part);
    });
    save_fields(w, static_cast<const BodyState&>(body));
    save_fields(w, body.detail);
    w.array(std::span<const Float4>(body.view.position, body.view.count));
    w.array(std::span<const Float4>(body.view.velocity, body.view.count));
    save_part(w, [&](Writer& part) {
        body.common.save_live(part);
        body.own.save_live(part);
    });
    save_part(w, [&](Writer& part) { body.matter->save(part); });
    save_part(w, [&](Writer& part) {
        if (body.guide) body.guide->save(part);
    });
    w.array(followed_by(body).places);
    w.array(followed_by(body).normals);
}

SavedBody BodySnapshot::read(Reader& r, bool whole_world) const {
    SavedBody b;
    b.id = r.value<BodyId>();
    b.name = r.text();
    b.whole = r.value<u64>();
    read_fields(r, b.origin);
    r.array(b.tear);
    read_fields(r, b.state);
    read_fields(r, b.detail);
    r.array(b.position);
    r.array(b.velocity);
    r.array(b.parameters);
    r.array(b.matter_bytes);
    r.array(b.guide_bytes);
    r.array(b.followed_places);
    r.array(b.followed_normals);
    find_model(b, whole_world);
    find_parameters(b);
    if (b.model->particle_count != b.position.size() || b.model->particle_count != b.velocity.size())
        throw Error({"snapshot", "the body " + in_quotes(b.name) + " has other particles", "", "the data is damaged"});
    check_state(b, *b.like);
    check_matter(b);
    check_guide(b);
    return b;
}

void BodySnapshot::find_model(SavedBody& saved, bool whole_world) const {
    constexpr u32 most = 1u << 20;  // slots: a wrong number must not take all memory
    if (!saved.id || saved.id.slot > most || saved.id.generation == 0)
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " has no id", "", "the data is damaged"});
    saved.like = contents_.bodies.find(saved.id);
    if (!saved.like && whole_world && saved.origin.torn_from && !saved.tear.empty())
        saved.like = contents_.bodies.find(saved.origin.torn_from);
    if (!saved.like)
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " is not in this world",
                     "the world the snapshot was taken of", ""});
    // Ids are given out in the order in which bodies are made: those of one model would change places without a word.
    if (saved.like->id == saved.id && saved.like->name != saved.name)
        throw Error({"snapshot",
                     "the body " + in_quotes(saved.name) + " has the place of " + in_quotes(saved.like->name) +
                         " in this world",
                     "a world whose bodies were made in the same order and have the same names", ""});
    const Body& like = *saved.like;
    const std::shared_ptr<const Model> whole = like.model->whole ? like.model->whole : like.model;
    if (whole->content_hash != saved.whole)
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " was cooked differently then",
                     "the same mesh and parameters", ""});
    std::vector<std::byte> now;
    Writer tear(now);
    if (like.model->whole) like.model->tearable()->save_tear(tear);
    if (now == saved.tear) {
        saved.model = like.model;
    } else if (saved.tear.empty()) {
        saved.model = whole;
    } else {
        Reader reader(saved.tear, saved.name);
        saved.model = load_torn(*whole, reader, inside_of(like));
    }
}

void BodySnapshot::find_parameters(SavedBody& saved) const {
    const Body& like = *saved.like;
    Reader parameters(saved.parameters, saved.name);
    saved.common = like.common;
    saved.own = like.own;
    saved.common->load_live(parameters);
    saved.own->load_live(parameters);
    check_maps(like.whole_model(), *saved.common, like.common);
    check_maps(like.whole_model(), *saved.own, like.own);
}

void BodySnapshot::check_matter(SavedBody& saved) const {
    if (saved.model != saved.like->model || saved.id != saved.like->id)
        saved.matter = saved.model->kind().make_matter(saved.model, *saved.own);
    Reader matter(saved.matter_bytes, saved.name);
    (saved.matter ? *saved.matter : *saved.like->matter).check(matter);
}

void BodySnapshot::check_guide(SavedBody& saved) const {
    const Soundness sound("snapshot");
    const Body& like = *saved.like;
    const size_t followed = like.character_guide ? like.character_guide->places.size() : 0;
    const bool follows = saved.id == like.id;  // a piece that was torn off does not
    sound.require(saved.followed_places.size() == (follows ? followed : 0) &&
                      saved.followed_normals.size() == saved.followed_places.size(),
                  "places that are followed");
    sound.numbers(saved.followed_places, "places that are followed");
    sound.numbers(saved.followed_normals, "normals that are followed");
    sound.require(saved.guide_bytes.empty() || like.guide, "guides");
    if (saved.guide_bytes.empty()) return;
    saved.guide = like.guide->clone();
    Reader guide(saved.guide_bytes, saved.name);
    saved.guide->load(guide);
}

void BodySnapshot::allocate(std::vector<SavedBody>& bodies) {
    for (size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].matter) continue;
        bodies[i].first_particle = contents_.particles.allocate(bodies[i].model->particle_count);
        if (bodies[i].first_particle != Particles::no_room) continue;
        for (size_t k = 0; k < i; ++k)
            if (bodies[k].matter)
                contents_.particles.release(bodies[k].first_particle, bodies[k].model->particle_count);
        throw CapacityError({bodies[i].name, "its particles do not fit the world as well as what it has become", "",
                             "raise world.max_particles"});
    }
}

// The body has torn since then, or before it.
void BodySnapshot::replace_matter(Body& body, SavedBody& saved) {
    if (body.view.count) contents_.particles.release(body.first_particle, body.view.count);
    warm_.forget(body.id);
    body.model = saved.model;
    body.matter = std::move(saved.matter);
    body_system_.set_range(body, saved.first_particle);
    body_system_.update_parameters(body);
    body.matter->begin_step(body.own, contents_.time,
                            static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
}

void BodySnapshot::put_back(SavedBody& saved) {
    Body* known = contents_.bodies.find(saved.id);
    if (!known) {
        known = &contents_.bodies.restore_at(saved.id, saved.name, saved.model, *saved.common, *saved.own);
        known->id = saved.id;
    }
    Body& body = *known;
    body.common = *saved.common;
    body.own = *saved.own;
    body.parameters_changed = true;
    body.contacts = 0;
    const bool torn_differently = saved.matter != nullptr;
    if (torn_differently) replace_matter(body, saved);
    clear_motion_limits(body);
    std::copy(saved.position.begin(), saved.position.end(), body.view.position);
    std::copy(saved.position.begin(), saved.position.end(), body.view.previous);
    std::copy(saved.velocity.begin(), saved.velocity.end(), body.view.velocity);
    // Copied, not moved, here and below: arrays keep their capacity.
    static_cast<BodyState&>(body) = saved.state;
    static_cast<PieceOrigin&>(body) = saved.origin;
    body.detail = saved.detail;
    body.names = names_of_body(contents_.names, body.name, body.scene_name());
    put_back_guide(body, saved);
    body_system_.paint(body, body.common);
    Reader matter(saved.matter_bytes, saved.name);
    body.matter->load(matter);
    if (torn_differently) {
        presentation_.show_new_topology(body);
        return;
    }
    body.motion = {};
    for (const Float4& p : saved.position) body.motion.bounds.add(p.xyz());
    presentation_.present_body(body, body.frames[body.shown]);
    body.frames[(body.shown + 2) % 3] = body.frames[body.shown];
}

void BodySnapshot::put_back_guide(Body& body, const SavedBody& saved) {
    body.guide = saved.guide ? saved.guide->clone() : nullptr;
    if (body.detail.level == Detail::guide || body.detail.leaves_guide()) {
        detail_.find_guided_shape(body);
        body.detail.place = saved.detail.place;
    }
    if (body.character_guide) {
        body.character_guide->places.assign(saved.followed_places.begin(), saved.followed_places.end());
        body.character_guide->normals.assign(saved.followed_normals.begin(), saved.followed_normals.end());
    }
}

}  // namespace pliant
