// Snapshots: all state of a world, or of some bodies, as bytes. Restoring and stepping on gives the bits of a run that
// was never interrupted.
//
//   "PLSNAP" format behaviour | size of what follows | its hash | what follows
//
// What follows: flags, step, unspent time; bodies, each with id, name, hash of its model, particles, matter; colliders
// with poses; what was touching; characters; attachments, whole. A snapshot holds no meshes and no parameters: it fits
// the world it was taken of, or one made in the same way. Bodies and colliders that came later are removed when a whole
// world is restored.

#include <algorithm>

#include "body/painted.h"
#include "core/hash.h"
#include "core/soundness.h"
#include "core/text.h"
#include "world/world.h"

namespace pliant {

namespace {

constexpr char magic[6] = {'P', 'L', 'S', 'N', 'A', 'P'};
constexpr u16 format_version = 2;
constexpr u32 behaviour_version = 1;

struct Header {
    char magic[6];
    u16 format;
    u32 behaviour;
    u32 whole;  // of a world, or of some bodies
    u64 size, hash;
};

void save_body(Writer& w, const Body& body) {
    w.value(body.id), w.text(body.name), w.value(body.model->content_hash);
    w.value(static_cast<u8>(body.asleep)), w.value(static_cast<u8>(body.quarantined)), w.value(body.quiet_time);
    w.value(static_cast<u64>(body.view.count));
    w.bytes(body.view.position, body.view.count * sizeof(Float4));
    w.value(static_cast<u64>(body.view.count));
    w.bytes(body.view.velocity, body.view.count * sizeof(Float4));
    w.array(body.forces);
    std::vector<std::byte> inner;
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
}

// Read completely before anything is changed.
struct SavedBody {
    BodyId id;
    std::string name;
    u64 model = 0;
    u8 asleep = 0, quarantined = 0;
    float quiet_time = 0;
    std::vector<Float4> position, velocity;
    std::vector<PointForce> forces;
    std::vector<std::byte> parameters, matter, guide_bytes;
    std::unique_ptr<Guide> guide;
    std::vector<float> guide_strength, yield_strain;
    std::optional<ParameterSet> common, own;
};

SavedBody load_body(Reader& r) {
    SavedBody b;
    b.id = r.value<BodyId>(), b.name = r.text(), b.model = r.value<u64>();
    b.asleep = r.value<u8>(), b.quarantined = r.value<u8>(), b.quiet_time = r.value<float>();
    r.array(b.position), r.array(b.velocity), r.array(b.forces);
    r.array(b.parameters), r.array(b.matter), r.array(b.guide_bytes);
    return b;
}

void check_fits(SavedBody& saved, const Body* body) {
    if (!body)
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " is not in this world",
                     "the world the snapshot was taken of", ""});
    if (body->model->content_hash != saved.model || body->view.count != saved.position.size() ||
        body->view.count != saved.velocity.size())
        throw Error({"snapshot", "the body " + in_quotes(saved.name) + " was cooked differently then",
                     "the same mesh and parameters", ""});
    for (const PointForce& f : saved.forces)
        if (f.point >= body->model->contact.point_count())
            throw Error({"snapshot", "a force on no point of " + in_quotes(saved.name), "", "the data is damaged"});
    const Soundness sound("snapshot");
    for (const Float4& p : saved.position)
        sound.require(is_sound(p) && p.w >= 0, "particles");  // velocities are judged by the step
    sound.require(is_sound(saved.quiet_time) && saved.quiet_time >= 0, "times of rest");
    Reader matter(saved.matter, saved.name);
    body->matter->check(matter);
    Reader parameters(saved.parameters, saved.name);
    saved.common = body->common, saved.own = body->own;
    saved.common->load_live(parameters), saved.own->load_live(parameters);
    saved.guide_strength = painted(*body->model, *saved.common, BodyP::guide_strength);
    saved.yield_strain = painted(*body->model, *saved.common, BodyP::plasticity_yield_strain);
    sound.require(saved.guide_bytes.empty() == !body->guide, "guides");
    if (!body->guide) return;
    saved.guide = std::make_unique<Guide>(*body->guide);
    Reader guide(saved.guide_bytes, saved.name);
    saved.guide->load(guide);
}

void put_back_body(const SavedBody& saved, Body& body) {
    std::copy(saved.position.begin(), saved.position.end(), body.view.position);
    std::copy(saved.position.begin(), saved.position.end(), body.view.previous);
    std::copy(saved.velocity.begin(), saved.velocity.end(), body.view.velocity);
    body.asleep = saved.asleep, body.quarantined = saved.quarantined, body.quiet_time = saved.quiet_time;
    body.forces.assign(saved.forces.begin(), saved.forces.end());
    body.common = *saved.common, body.own = *saved.own;
    body.parameters_changed = true;
    // Copied, not moved: what its arrays have grown to stays.
    if (saved.guide) *body.guide = *saved.guide;
    body.guide_strength = saved.guide_strength, body.yield_strain = saved.yield_strain;
    Reader matter(saved.matter, saved.name);
    body.matter->load(matter);
    body.motion = {};
    for (const Float4& p : saved.position) body.motion.bounds.add(p.xyz());
    body.matter->present(body.view, body.frames[body.shown]);
    body.frames[(body.shown + 2) % 3] = body.frames[body.shown];
}

// Of the content and of what it is: one flipped bit must not turn a world into some bodies.
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

std::vector<std::byte> World::save() const {
    std::vector<std::byte> content;
    Writer w(content);
    w.value(step_count_), w.value(unspent_);
    parameters_.save_live(w);
    w.value(static_cast<u64>(bodies_.size()));
    bodies_.each([&](BodyId, const Body& body) { save_body(w, body); });
    w.value(static_cast<u64>(colliders_.size()));
    colliders_.each([&](ColliderId id, const Collider& c) {
        w.value(id), w.value(c.pose), w.value(c.target), w.value(static_cast<u8>(c.jumped));
        w.value(static_cast<u8>(c.kinematic));
        c.parameters.save_live(w);
    });
    w.array(touching_);
    w.array(warm_);
    w.array(coming_body_events_);
    save_characters(w);
    save_attachments(w);
    return with_header(true, content);
}

std::vector<std::byte> World::save(std::span<const BodyId> ids) const {
    std::vector<std::byte> content;
    Writer w(content);
    w.value(static_cast<u64>(ids.size()));
    for (BodyId id : ids) {
        const Body* body = bodies_.find(id);
        PL_ASSERT(body);
        save_body(w, *body);
    }
    return with_header(false, content);
}

// Everything is read and checked before anything is changed.
struct World::SavedWorld {
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
};

void World::restore(std::span<const std::byte> bytes) {
    const Header header = checked_header(bytes);
    Reader r(bytes.subspan(sizeof(Header)), "snapshot");
    SavedWorld saved{step_count_, unspent_, parameters_, {}, {}, {}, {}, {}, {}, {}};
    if (header.whole) saved.step = r.value<u64>(), saved.unspent = r.value<double>(), saved.parameters.load_live(r);
    for (u64 n = r.value<u64>(); n > 0; --n) {
        saved.bodies.push_back(load_body(r));
        check_fits(saved.bodies.back(), bodies_.find(saved.bodies.back().id));
    }
    if (header.whole) read_surroundings(r, saved);
    if (!r.at_end()) throw Error({"snapshot", "there is more than a snapshot in it", "", "the data is damaged"});

    ++revision_;
    contact_set_.clear();
    if (header.whole) remove_late(saved);  // first: it wakes those around
    parameters_ = saved.parameters;
    for (const SavedBody& b : saved.bodies) {
        Body& body = *bodies_.find(b.id);
        const bool other_matter = !(b.own->same_live(body.own));
        if (!header.whole) let_go(b.id);
        put_back_body(b, body);
        if (other_matter)
            body.matter->begin_step(body.own, static_cast<double>(saved.step) * step_length(),
                                    static_cast<float>(step_length() / substep_count()), true);
    }
    if (header.whole) put_back(saved);
}

void World::read_surroundings(Reader& r, SavedWorld& saved) const {
    const Soundness sound("snapshot");
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const ColliderId id = r.value<ColliderId>();
        const Collider* collider = colliders_.find(id);
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
        sound.require(is_sound(w.normal) && is_sound(w.impulse.normal) && is_sound(w.impulse.friction), "impulses");
    for (const BodyEvent& e : saved.coming) sound.require(e.change <= BodyChange::quarantined, "events");
    saved.characters = read_characters(r);
    saved.attachments = read_attachments(r);
    for (const Attachment& a : saved.attachments)
        if (std::none_of(saved.bodies.begin(), saved.bodies.end(), [&](const SavedBody& b) { return b.id == a.body; }))
            throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " is of a body that is not in it", "",
                         "the data is damaged"});
}

// What came after the snapshot was taken.
void World::remove_late(const SavedWorld& saved) {
    remove_late_characters(saved.characters);
    std::vector<BodyId> bodies;
    bodies_.each([&](BodyId id, const Body&) {
        if (std::none_of(saved.bodies.begin(), saved.bodies.end(), [&](const SavedBody& b) { return b.id == id; }))
            bodies.push_back(id);
    });
    for (BodyId id : bodies) remove_body(id);
    std::vector<ColliderId> colliders;
    colliders_.each([&](ColliderId id, const Collider&) {
        if (std::none_of(saved.colliders.begin(), saved.colliders.end(), [&](const auto& c) { return c.id == id; }))
            colliders.push_back(id);
    });
    for (ColliderId id : colliders) remove_collider(id);
}

void World::put_back(const SavedWorld& saved) {
    for (const SavedWorld::SavedCollider& c : saved.colliders) {
        Collider& collider = *colliders_.find(c.id);
        collider.pose = c.pose, collider.target = c.target, collider.jumped = c.jumped;
        collider.kinematic = c.kinematic, collider.parameters = c.parameters;
    }
    // Copied, not moved: what these arrays have grown to stays theirs, and the next steps need not allocate.
    touching_.assign(saved.touching.begin(), saved.touching.end());
    warm_.assign(saved.warm.begin(), saved.warm.end());
    coming_body_events_.assign(saved.coming.begin(), saved.coming.end());
    step_count_ = saved.step;
    unspent_ = saved.unspent;
    time_ = static_cast<double>(step_count_) * step_length();
    put_back_characters(saved.characters);
    put_back_attachments(saved.attachments);
    contact_events_.clear(), body_events_.clear(), attachment_events_.clear();
}

}  // namespace pliant
