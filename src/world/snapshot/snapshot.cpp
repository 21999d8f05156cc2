// Snapshots: all state of a world, or of some bodies, as bytes. Restoring and stepping on gives the bits of a run that
// was never interrupted.
//
//   "PLSNAP" format behaviour | size of what follows | its hash | what follows
//
// What follows: flags, step, unspent time; bodies, each with id, name, hash of its model, particles, matter; colliders
// with poses; what was touching; characters; attachments, whole; fields; rigid bodies and joints. A snapshot holds no
// meshes and no parameters: it fits the world it was taken of, or one made in the same way. Bodies and colliders that
// came later are removed when a whole world is restored.

#include "world/snapshot/snapshot.h"

#include <algorithm>

#include "body/painted.h"
#include "core/soundness.h"
#include "core/text.h"
#include "rigid/system.h"
#include "world/behaviour.h"
#include "world/guides/motion_limits.h"
#include "world/tear/tear_settings.h"

namespace pliant {

namespace {

constexpr char magic[6] = {'P', 'L', 'S', 'N', 'A', 'P'};
constexpr u16 format_version = 11;

struct Header {
    char magic[6];
    u16 format;
    u32 behaviour;
    u32 whole;  // of a world, or of some bodies
    u64 size, hash;
};

void save_body(Writer& w, const Body& body) {
    w.value(body.id), w.text(body.name), w.value(body.whole_model().content_hash);
    w.value(body.came_off), w.text(body.family), w.value(body.came_off_at), w.value(static_cast<u8>(body.limp));
    std::vector<std::byte> inner;
    Writer tear(inner);
    if (body.model->whole) body.model->save_tear(tear);
    w.array(inner);
    inner.clear();
    w.value(static_cast<u8>(body.asleep)), w.value(static_cast<u8>(body.quarantined)), w.value(body.quiet_time);
    w.value(static_cast<u8>(body.paused)), w.array(body.kept_velocity), w.value(body.substeps);
    w.value(body.detail.level), w.value(body.detail.before), w.value(body.detail.since), w.value(body.detail.blend),
        w.value(body.detail.place);
    w.array(body.detail.offset), w.array(body.detail.drift);
    w.array(body.held), w.array(body.untouching);
    w.value(static_cast<u64>(body.view.count));
    w.bytes(body.view.position, body.view.count * sizeof(Float4));
    w.value(static_cast<u64>(body.view.count));
    w.bytes(body.view.velocity, body.view.count * sizeof(Float4));
    w.array(body.forces);
    Writer parameters(inner);
    body.common.save_live(parameters), body.own.save_live(parameters);
    w.array(inner);
    inner.clear();
    Writer matter(inner);
    body.matter->save(matter);
    w.array(inner);
    inner.clear();
    Writer guide(inner);
    if (body.guide) body.guide->save(guide);
    w.array(inner);
    const CharacterGuide none, &followed = body.character_guide ? *body.character_guide : none;
    w.array(followed.places), w.array(followed.normals);
}

// The hash covers the content and its type: one flipped bit must not turn a world into some bodies.
u64 checksum(const Header& header, std::span<const std::byte> content) {
    return hash_bytes(content.data(), content.size()) + header.whole;
}

std::vector<std::byte> with_header(bool whole, const std::vector<std::byte>& content) {
    Header header{};
    std::copy(magic, magic + sizeof magic, header.magic);
    header.format = format_version, header.behaviour = behaviour_version, header.whole = whole;
    header.size = content.size(), header.hash = checksum(header, content);
    std::vector<std::byte> bytes;
    bytes.reserve(sizeof header + content.size());
    Writer w(bytes);
    w.value(header);
    w.bytes(content.data(), content.size());
    return bytes;
}

Header checked_header(std::span<const std::byte> bytes) {
    Header header{};
    if (bytes.size() < sizeof header)
        throw Error(
            {"snapshot", "only " + std::to_string(bytes.size()) + " bytes", "a snapshot", "the file is cut off"});
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!std::equal(magic, magic + sizeof magic, header.magic))
        throw Error({"snapshot", "this is not a snapshot", "", ""});
    if (header.format != format_version || header.behaviour != behaviour_version)
        throw Error({"snapshot",
                     "format " + std::to_string(header.format) + ", behaviour " + std::to_string(header.behaviour),
                     "format " + std::to_string(format_version) + ", behaviour " + std::to_string(behaviour_version),
                     "it was made by another version"});
    const auto content = bytes.subspan(sizeof header);
    if (header.size != content.size())
        throw Error({"snapshot", std::to_string(content.size()) + " bytes", std::to_string(header.size),
                     "the file is cut off"});
    if (header.hash != checksum(header, content))
        throw Error({"snapshot", "the content does not match its hash", "", "the file is damaged"});
    return header;
}

}  // namespace

// Read completely before anything is changed.
struct Snapshot::SavedBody {
    BodyId id;
    std::string name;
    u64 whole = 0;  // hash of the model as it was cooked
    BodyId came_off;
    std::string family;
    u64 came_off_at = 0;
    u8 limp = 0, asleep = 0, quarantined = 0, paused = 0;
    float quiet_time = 0;
    u32 substeps = 0;
    std::vector<Vec3> kept_velocity;
    DetailState detail;
    std::vector<u8> held, untouching;
    std::vector<Float4> position, velocity;
    std::vector<PointForce> forces;
    std::vector<std::byte> tear, parameters, matter_bytes, guide_bytes;
    std::vector<Vec3> followed_places, followed_normals;

    const Body* like = nullptr;          // a body of this world that it is, or was a part of
    std::shared_ptr<const Model> model;  // as it was torn then
    std::unique_ptr<Matter> matter;      // where that is another one than the body has
    u32 first_particle = 0;              // then: its range
    std::unique_ptr<Guide> guide;
    std::optional<ParameterSet> common, own;
};

Snapshot::SavedBody Snapshot::read_body(Reader& r, bool whole_world) const {
    SavedBody b;
    b.id = r.value<BodyId>(), b.name = r.text(), b.whole = r.value<u64>();
    b.came_off = r.value<BodyId>(), b.family = r.text(), b.came_off_at = r.value<u64>(), b.limp = r.value<u8>(),
    r.array(b.tear);
    b.asleep = r.value<u8>(), b.quarantined = r.value<u8>(), b.quiet_time = r.value<float>();
    b.paused = r.value<u8>(), r.array(b.kept_velocity), b.substeps = r.value<u32>();
    b.detail.level = r.value<Detail>(), b.detail.before = r.value<Detail>(), b.detail.since = r.value<float>(),
    b.detail.blend = r.value<float>();
    b.detail.place = r.value<Transform>(), r.array(b.detail.offset), r.array(b.detail.drift);
    r.array(b.held), r.array(b.untouching);
    r.array(b.position), r.array(b.velocity), r.array(b.forces);
    r.array(b.parameters), r.array(b.matter_bytes), r.array(b.guide_bytes);
    r.array(b.followed_places), r.array(b.followed_normals);
    check_fits(b, whole_world);
    return b;
}

// A piece that does not exist now is made again from the body that it was torn from.
void Snapshot::find_model(SavedBody& saved, bool whole_world) const {
    constexpr u32 most = 1u << 20;  // slots: a wrong number must not take all memory
    if (!saved.id || saved.id.slot > most || saved.id.generation == 0)
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " has no id", "", "the data is damaged"});
    saved.like = contents_.bodies.find(saved.id);
    if (!saved.like && whole_world && saved.came_off && !saved.tear.empty())
        saved.like = contents_.bodies.find(saved.came_off);
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
    if (like.model->whole) like.model->save_tear(tear);
    if (now == saved.tear) {
        saved.model = like.model;
    } else if (saved.tear.empty()) {
        saved.model = whole;
    } else {
        Reader reader(saved.tear, saved.name);
        saved.model = load_torn(*whole, reader, inside_of(like));
    }
}

void Snapshot::check_fits(SavedBody& saved, bool whole_world) const {
    find_model(saved, whole_world);
    const Body& like = *saved.like;
    Reader parameters(saved.parameters, saved.name);
    saved.common = like.common, saved.own = like.own;
    saved.common->load_live(parameters), saved.own->load_live(parameters);
    if (saved.model != like.model || saved.id != like.id)
        saved.matter = saved.model->kind().make_matter(saved.model, *saved.own);
    if (saved.model->particle_count != saved.position.size() || saved.model->particle_count != saved.velocity.size())
        throw Error(
            {"snapshot", "the body " + in_quotes(saved.name) + " has other particles", "", "the data is damaged"});
    for (const PointForce& f : saved.forces)
        if (f.point >= saved.model->contact.point_count())
            throw Error({"snapshot", "a force on no point of " + in_quotes(saved.name), "", "the data is damaged"});
    const Soundness sound("snapshot");
    const auto check_maps = [&](const ParameterSet& then, const ParameterSet& now) {
        for (const Parameter& row : then.table().rows)
            if (then.map(row.id) && !(then.value(row.id) == now.value(row.id))) {
                painted(like.whole_model(), then, row.id);  // throws where the body has no such map
                for (const std::string& frame : then.map(row.id)->frames) carried_attribute(like.whole_model(), frame);
            }
    };
    check_maps(*saved.common, like.common), check_maps(*saved.own, like.own);
    for (const Float4& p : saved.position)
        sound.require(is_sound(p) && p.w >= 0, "particles");  // velocities are judged by the step
    for (const std::vector<u8>* flags : {&saved.held, &saved.untouching})
        sound.require(flags->empty() || flags->size() == saved.position.size(), "marks of particles");
    sound.below(saved.held, 4, "marks of particles"), sound.below(saved.untouching, 2, "marks of particles");
    const bool some_by_matter = like.matter->follows_places();  // which holds particles where a guide has them
    for (size_t i = 0; i < saved.position.size(); ++i) {
        const bool held = !saved.held.empty() && saved.held[i], fixed = saved.position[i].w == 0;
        sound.require(fixed == held || (fixed && some_by_matter), "particles that are held");
    }
    sound.require(saved.kept_velocity.size() == (saved.paused ? saved.position.size() : 0), "velocities that are kept");
    const DetailState& d = saved.detail;
    sound.require(d.level <= Detail::frozen && d.before <= Detail::frozen && is_sound(d.since) && is_sound(d.blend) &&
                      d.since >= 0 && d.blend >= 0,
                  "levels of detail");
    sound.require(is_sound(d.place.position) && is_finite(d.place.rotation) &&
                      (d.offset.empty() || d.offset.size() == saved.position.size()) &&
                      d.drift.size() == d.offset.size(),
                  "places of what is carried");
    sound.numbers(d.offset, "places of what is carried"), sound.numbers(d.drift, "places of what is carried");
    sound.require(is_sound(saved.quiet_time) && saved.quiet_time >= 0, "times of rest");
    sound.require(saved.substeps <= 100000, "numbers of substeps");
    Reader matter(saved.matter_bytes, saved.name);
    (saved.matter ? *saved.matter : *like.matter).check(matter);
    const size_t followed = like.character_guide ? like.character_guide->places.size() : 0;
    const bool follows = saved.id == like.id;  // a piece that came off does not
    sound.require(saved.followed_places.size() == (follows ? followed : 0) &&
                      saved.followed_normals.size() == saved.followed_places.size(),
                  "places that are followed");
    sound.numbers(saved.followed_places, "places that are followed");
    sound.numbers(saved.followed_normals, "normals that are followed");
    sound.require(saved.guide_bytes.empty() || like.guide, "guides");
    if (saved.guide_bytes.empty()) return;
    saved.guide = std::make_unique<Guide>(*like.guide);
    Reader guide(saved.guide_bytes, saved.name);
    saved.guide->load(guide);
}

// Ranges of all that has torn otherwise, before anything is changed. Throws Error.
void Snapshot::make_room(std::vector<SavedBody>& bodies) {
    for (size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].matter) continue;
        bodies[i].first_particle = contents_.particles.allocate(bodies[i].model->particle_count);
        if (bodies[i].first_particle != Particles::no_room) continue;
        for (size_t k = 0; k < i; ++k)
            if (bodies[k].matter)
                contents_.particles.release(bodies[k].first_particle, bodies[k].model->particle_count);
        throw RoomError({bodies[i].name, "its particles do not fit the world as well as what it has become", "",
                         "raise world.max_particles"});
    }
}

void Snapshot::put_back(SavedBody& saved) {
    Body* known = contents_.bodies.find(saved.id);
    if (!known) {
        known = &contents_.bodies.bring_back(saved.id, saved.name, saved.model, *saved.common, *saved.own);
        known->id = saved.id;
    }
    Body& body = *known;
    body.common = *saved.common, body.own = *saved.own;
    body.parameters_changed = true;
    body.contacts = 0;
    const bool torn_otherwise = saved.matter != nullptr;
    if (torn_otherwise) {
        if (body.view.count) contents_.particles.release(body.first_particle, body.view.count);
        warm_.forget(body.id);
        body.model = saved.model;
        body.matter = std::move(saved.matter);
        body_system_.set_range(body, saved.first_particle);
        body_system_.update_parameters(body);
        body.matter->begin_step(body.own, contents_.time,
                                static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
    }
    clear_motion_limits(body);
    std::copy(saved.position.begin(), saved.position.end(), body.view.position);
    std::copy(saved.position.begin(), saved.position.end(), body.view.previous);
    std::copy(saved.velocity.begin(), saved.velocity.end(), body.view.velocity);
    body.asleep = saved.asleep, body.quarantined = saved.quarantined, body.quiet_time = saved.quiet_time;
    body.held.assign(saved.held.begin(), saved.held.end());
    body.untouching.assign(saved.untouching.begin(), saved.untouching.end());
    body.substeps = saved.substeps;
    body.detail = saved.detail;
    body.paused = saved.paused, body.kept_velocity.assign(saved.kept_velocity.begin(), saved.kept_velocity.end());
    body.came_off = saved.came_off, body.family = saved.family, body.came_off_at = saved.came_off_at,
    body.limp = saved.limp;
    body.names = names_of_body(contents_.names, body.name, body.family_name());
    body.forces.assign(saved.forces.begin(), saved.forces.end());
    // Copied, not moved: what its arrays have grown to stays.
    if (saved.guide && body.guide) *body.guide = *saved.guide;
    if (saved.guide && !body.guide) body.guide = std::make_unique<Guide>(*saved.guide);
    if (!saved.guide) body.guide.reset();
    if (body.detail.level == Detail::guide || body.detail.leaves_guide()) {
        detail_.find_guided_shape(body);
        body.detail.place = saved.detail.place;
    }
    if (body.character_guide) {
        body.character_guide->places.assign(saved.followed_places.begin(), saved.followed_places.end());
        body.character_guide->normals.assign(saved.followed_normals.begin(), saved.followed_normals.end());
    }
    body_system_.paint(body, body.common);
    Reader matter(saved.matter_bytes, saved.name);
    body.matter->load(matter);
    if (torn_otherwise) {
        presentation_.show_new_topology(body);
        return;
    }
    body.motion = {};
    for (const Float4& p : saved.position) body.motion.bounds.add(p.xyz());
    presentation_.present_body(body, body.frames[body.shown]);
    body.frames[(body.shown + 2) % 3] = body.frames[body.shown];
}

std::vector<std::byte> Snapshot::save() const {
    std::vector<std::byte> content;
    Writer w(content);
    w.value(contents_.step_count), w.value(contents_.unspent);
    contents_.parameters.save_live(w);
    w.value(static_cast<u64>(contents_.bodies.size()));
    contents_.bodies.each([&](BodyId, const Body& body) { save_body(w, body); });
    w.value(static_cast<u64>(contents_.colliders.size()));
    contents_.colliders.each([&](ColliderId id, const Collider& c) {
        w.value(id), w.value(c.pose), w.value(c.target), w.value(static_cast<u8>(c.jumped));
        w.value(static_cast<u8>(c.kinematic));
        c.parameters.save_live(w);
    });
    w.array(pairs_.touching());
    w.array(warm_.all());
    w.array(step_.events.coming_bodies);
    character_system_.save(w);
    attachment_system_.save(w);
    field_system_.save(w);
    save_rigid(w);
    return with_header(true, content);
}

std::vector<std::byte> Snapshot::save(std::span<const BodyId> ids) const {
    std::vector<std::byte> content;
    Writer w(content);
    w.value(static_cast<u64>(ids.size()));
    for (BodyId id : ids) {
        const Body* body = contents_.bodies.find(id);
        PL_ASSERT(body);
        save_body(w, *body);
    }
    return with_header(false, content);
}

// Everything is read and checked before anything is changed.
struct Snapshot::SavedWorld {
    struct SavedCollider {
        ColliderId id;
        Transform pose, target;
        u8 jumped, kinematic;
        ParameterSet parameters;
    };
    u64 step;
    double unspent;
    ParameterSet parameters;
    std::vector<SavedBody> bodies;
    std::vector<SavedCollider> colliders;
    std::vector<PairKey> touching;
    std::vector<WarmImpulse> warm;
    std::vector<BodyEvent> coming;
    std::vector<Attachment> attachments;
    std::vector<CharacterInstance> characters;
    std::vector<Field> fields;
    std::vector<RigidJoint> joints;
    std::optional<rigid::SavedSystem> rigid;
    std::vector<RigidTouch> rigid_touching;
};

void Snapshot::restore(std::span<const std::byte> bytes) {
    const Header header = checked_header(bytes);
    Reader r(bytes.subspan(sizeof(Header)), "snapshot");
    SavedWorld saved{
        contents_.step_count, contents_.unspent, contents_.parameters, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    if (header.whole) saved.step = r.value<u64>(), saved.unspent = r.value<double>(), saved.parameters.load_live(r);
    for (u64 n = r.value<u64>(); n > 0; --n) {
        saved.bodies.push_back(read_body(r, header.whole));
        if (header.whole && saved.bodies.size() > 1 &&
            saved.bodies[saved.bodies.size() - 2].id.slot >= saved.bodies.back().id.slot)
            throw Error({"snapshot", "its bodies are not in order", "", "the data is damaged"});
    }
    if (header.whole) read_surroundings(r, saved);
    if (!r.at_end()) throw Error({"snapshot", "there is more than a snapshot in it", "", "the data is damaged"});

    make_room(saved.bodies);
    ++contents_.revision;
    contact_set_.clear();
    if (header.whole) remove_late(saved);  // first: it wakes those around
    contents_.parameters = saved.parameters;
    for (SavedBody& b : saved.bodies) {
        const Body* before = contents_.bodies.find(b.id);
        const bool other_matter = before && !(b.own->same_live(before->own));
        if (!header.whole) holds_.release(b.id);
        const bool other_skin = b.matter != nullptr;
        put_back(b);
        Body& body = *contents_.bodies.find(b.id);
        if (!header.whole && other_skin)
            contents_.attachments.each([&](AttachmentId, Attachment& a) {
                if (a.body == b.id) holds_.reattach(a);
            });
        if (other_matter)
            body.matter->begin_step(body.own, static_cast<double>(saved.step) * contents_.step_length(),
                                    static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
    }
    if (header.whole) put_back(saved);
}

void Snapshot::read_surroundings(Reader& r, SavedWorld& saved) const {
    const Soundness sound("snapshot");
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const ColliderId id = r.value<ColliderId>();
        const Collider* collider = contents_.colliders.find(id);
        sound.require(saved.colliders.empty() || saved.colliders.back().id.slot < id.slot, "colliders");
        if (!collider)
            throw Error(
                {"snapshot", "a collider is not in this world any more", "the world the snapshot was taken of", ""});
        SavedWorld::SavedCollider c{
            id, r.value<Transform>(), r.value<Transform>(), r.value<u8>(), r.value<u8>(), collider->parameters};
        c.parameters.load_live(r);
        sound.require(is_sound(c.pose) && is_sound(c.target), "poses of colliders");
        saved.colliders.push_back(std::move(c));
    }
    r.array(saved.touching), r.array(saved.warm), r.array(saved.coming);
    sound.require(saved.unspent >= 0 && saved.unspent < 1e9, "times");
    sound.require(std::is_sorted(saved.touching.begin(), saved.touching.end()), "contacts");
    for (const WarmImpulse& w : saved.warm)
        sound.require(
            is_sound(w.normal) && is_sound(w.impulse.normal) && is_sound(w.impulse.friction) && is_sound(w.footing),
            "impulses");
    for (const BodyEvent& e : saved.coming) sound.require(e.change <= BodyChange::quarantined, "events");
    saved.characters = character_system_.read(r);
    saved.attachments = attachment_system_.read(r, [&](BodyId id) -> const Model* {
        for (const SavedBody& b : saved.bodies)
            if (b.id == id) return b.model.get();
        return nullptr;
    });
    saved.fields = field_system_.read(r);
    read_rigid(r, saved);
    for (const Attachment& a : saved.attachments)
        if (std::none_of(saved.bodies.begin(), saved.bodies.end(), [&](const SavedBody& b) { return b.id == a.body; }))
            throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " is of a body that is not in it", "",
                         "the data is damaged"});
}

// What came after the snapshot was taken.
void Snapshot::remove_late(const SavedWorld& saved) {
    character_system_.remove_late(saved.characters);
    std::vector<BodyId> bodies;
    contents_.bodies.each([&](BodyId id, const Body&) {
        if (std::none_of(saved.bodies.begin(), saved.bodies.end(), [&](const SavedBody& b) { return b.id == id; }))
            bodies.push_back(id);
    });
    for (BodyId id : bodies) body_system_.remove(id);
    std::vector<ColliderId> colliders;
    contents_.colliders.each([&](ColliderId id, const Collider&) {
        if (std::none_of(saved.colliders.begin(), saved.colliders.end(), [&](const auto& c) { return c.id == id; }))
            colliders.push_back(id);
    });
    for (ColliderId id : colliders) collider_system_.remove(id);
    std::vector<JointId> joints;
    contents_.joints.each([&](JointId id, const RigidJoint&) {
        if (std::none_of(saved.joints.begin(), saved.joints.end(), [&](const RigidJoint& j) { return j.id == id; }))
            joints.push_back(id);
    });
    for (JointId id : joints) joint_system_.remove(id);
}

void Snapshot::save_rigid(Writer& w) const {
    w.value(static_cast<u64>(contents_.joints.size()));
    contents_.joints.each([&](JointId id, const RigidJoint& joint) {
        w.value(id), w.value(static_cast<u8>(joint.broken));
        joint.parameters.save_live(w);
    });
    w.value(static_cast<u8>(contents_.rigid != nullptr));
    if (contents_.rigid) contents_.rigid->save(w);
    w.array(rigid_report_.touching());
}

void Snapshot::read_rigid(Reader& r, SavedWorld& saved) const {
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const JointId id = r.value<JointId>();
        const RigidJoint* joint = contents_.joints.find(id);
        Soundness("snapshot").require(saved.joints.empty() || saved.joints.back().id.slot < id.slot, "joints");
        if (!joint)
            throw Error(
                {"snapshot", "a joint is not in this world any more", "the world the snapshot was taken of", ""});
        RigidJoint j = *joint;
        j.broken = r.value<u8>() != 0;
        j.parameters.load_live(r);
        saved.joints.push_back(std::move(j));
    }
    const bool any = r.value<u8>() != 0;
    const Soundness sound("snapshot");
    const auto is_dynamic = [&](const auto& c) { return contents_.colliders.find(c.id)->dynamic; };
    sound.require(any == std::any_of(saved.colliders.begin(), saved.colliders.end(), is_dynamic), "rigid bodies");
    sound.require(any || saved.joints.empty(), "joints");
    if (!any) {
        r.array(saved.rigid_touching);
        return;
    }
    // In it are the colliders and joints that the snapshot has, and no others: those will be left.
    const rigid::SavedSystem system = contents_.rigid->read(r);
    r.array(saved.rigid_touching);
    sound.require(std::is_sorted(saved.rigid_touching.begin(), saved.rigid_touching.end()), "contacts of rigid bodies");
    for (const auto& c : saved.colliders) {
        const u32 slot = contents_.colliders.find(c.id)->rigid.slot;
        sound.require(slot < system.alive.size() && system.alive[slot], "rigid bodies");
    }
    for (const RigidJoint& j : saved.joints)
        sound.require(j.rigid.slot <= system.joints.size() && system.joints[j.rigid.slot - 1].alive, "joints");
    const auto bodies = std::count(system.alive.begin(), system.alive.end(), u8{1});
    const auto joints =
        std::count_if(system.joints.begin(), system.joints.end(), [](const auto& j) { return j.alive; });
    sound.require(
        static_cast<size_t>(bodies) == saved.colliders.size() && static_cast<size_t>(joints) == saved.joints.size(),
        "rigid bodies");
    saved.rigid = system;
}

void Snapshot::put_back(const SavedWorld& saved) {
    for (const SavedWorld::SavedCollider& c : saved.colliders) {
        Collider& collider = *contents_.colliders.find(c.id);
        collider.pose = c.pose, collider.target = c.target, collider.jumped = c.jumped;
        collider.kinematic = c.kinematic, collider.parameters = c.parameters;
    }
    // Copied, not moved: what these arrays have grown to stays theirs, and the next steps need not allocate.
    pairs_.touching().assign(saved.touching.begin(), saved.touching.end());
    rigid_report_.touching().assign(saved.rigid_touching.begin(), saved.rigid_touching.end());
    warm_.all().assign(saved.warm.begin(), saved.warm.end());
    step_.events.coming_bodies.assign(saved.coming.begin(), saved.coming.end());
    contents_.step_count = saved.step;
    contents_.unspent = saved.unspent;
    contents_.time = static_cast<double>(contents_.step_count) * contents_.step_length();
    character_system_.put_back(saved.characters);
    attachment_system_.put_back(saved.attachments);
    field_system_.put_back(saved.fields);
    for (const RigidJoint& j : saved.joints) {
        RigidJoint& joint = *contents_.joints.find(j.id);
        joint.parameters = j.parameters, joint.parameters_changed = true, joint.broken = j.broken;
    }
    if (saved.rigid) {
        contents_.rigid->put_back(*saved.rigid);
        contents_.colliders.each([&](ColliderId, Collider& c) { c.quarantined = contents_.rigid->is_frozen(c.rigid); });
        contents_.joints.each([&](JointId, RigidJoint& j) {
            j.force = contents_.rigid->joint_force(j.rigid), j.torque = contents_.rigid->joint_torque(j.rigid);
        });
    }
    step_.events.colliders.clear(), step_.events.joints.clear(), step_.events.rigid_contacts.clear();
    step_.events.contacts.clear(), step_.events.bodies.clear(), step_.events.attachments.clear(),
        step_.events.tears.clear();
}

}  // namespace pliant
