#include "world/snapshot/snapshot.h"

#include <algorithm>

#include "core/soundness.h"
#include "core/text.h"

namespace pliant {

// As it was read: everything is checked before anything is changed.
struct Snapshot::SavedWorld {
    ClockState clock;
    ParameterSet parameters;
    std::vector<SavedBody> bodies;
    SavedRigid rigid;
    std::vector<ObjectPair> touching;
    std::vector<WarmImpulse> warm;
    std::vector<ObjectEvent> coming;
    std::vector<CharacterInstance> characters;
    std::vector<Attachment> attachments;
    std::vector<Field> fields;
};

std::vector<std::byte> Snapshot::save() const {
    std::vector<std::byte> content;
    Writer w(content);
    save_fields(w, static_cast<const ClockState&>(contents_));
    contents_.parameters.save_live(w);
    w.value(static_cast<u64>(contents_.bodies.size()));
    contents_.bodies.each([&](BodyId, const Body& body) { BodySnapshot::save(w, body); });
    rigid_.save(w);
    save_field(w, pairs_.touching());
    save_field(w, warm_.all());
    save_field(w, step_.events.coming_objects);
    characters_.save(w);
    attachments_.save(w);
    fields_.save(w);
    return with_snapshot_header({true, content});
}

std::vector<std::byte> Snapshot::save(std::span<const BodyId> ids) const {
    std::vector<std::byte> content;
    Writer w(content);
    w.value(static_cast<u64>(ids.size()));
    for (BodyId id : ids) {
        const Body* body = contents_.bodies.find(id);
        PL_ASSERT(body);
        BodySnapshot::save(w, *body);
    }
    return with_snapshot_header({false, content});
}

std::vector<SavedBody> Snapshot::read_bodies(Reader& r, bool whole_world) const {
    std::vector<SavedBody> bodies;
    for (u64 n = r.value<u64>(); n > 0; --n) {
        bodies.push_back(bodies_.read(r, whole_world));
        if (whole_world && bodies.size() > 1 && bodies[bodies.size() - 2].id.slot >= bodies.back().id.slot)
            throw Error({"snapshot", "its bodies are not in order", "", "the data is damaged"});
    }
    return bodies;
}

Snapshot::SavedWorld Snapshot::read_world(Reader& r) const {
    const Soundness sound("snapshot");
    SavedWorld saved{{}, contents_.parameters, {}, {}, {}, {}, {}, {}, {}, {}};
    read_fields(r, saved.clock);
    sound.require(saved.clock.unspent >= 0 && saved.clock.unspent < 1e9, "times");
    saved.parameters.load_live(r);
    saved.bodies = read_bodies(r, true);
    saved.rigid = rigid_.read(r);
    read_field(r, saved.touching, "contacts");
    read_field(r, saved.warm, "impulses");
    read_field(r, saved.coming, "events");
    sound.require(std::is_sorted(saved.touching.begin(), saved.touching.end()), "contacts");
    const auto find_body = [&](BodyId id) -> const SavedBody* {
        const auto at =
            std::find_if(saved.bodies.begin(), saved.bodies.end(), [&](const auto& b) { return b.id == id; });
        return at == saved.bodies.end() ? nullptr : &*at;
    };
    saved.characters = characters_.read(r);
    saved.attachments = attachments_.read(r, [&](BodyId id) -> const Model* {
        const SavedBody* body = find_body(id);
        return body ? body->model.get() : nullptr;
    });
    saved.fields = fields_.read(r);
    for (const Attachment& a : saved.attachments)
        if (!find_body(a.body))
            throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " is of a body that is not in it", "",
                         "the data is damaged"});
    return saved;
}

void Snapshot::restore(std::span<const std::byte> bytes) {
    const SnapshotContent content = open_snapshot(bytes);
    Reader r(content.bytes, "snapshot");
    SavedWorld saved{{}, contents_.parameters, {}, {}, {}, {}, {}, {}, {}, {}};
    if (content.whole) {
        saved = read_world(r);
    } else {
        saved.bodies = read_bodies(r, false);
    }
    if (!r.at_end()) throw Error({"snapshot", "there is more than a snapshot in it", "", "the data is damaged"});

    bodies_.allocate(saved.bodies);
    ++contents_.revision;
    contact_set_.clear();
    if (content.whole) {
        remove_late(saved);  // first: it wakes bodies nearby
        contents_.parameters = saved.parameters;
        static_cast<ClockState&>(contents_) = saved.clock;
        contents_.time = static_cast<double>(contents_.step_count) * contents_.step_length();
    }
    for (SavedBody& body : saved.bodies) put_back_body(body, content.whole);
    if (content.whole) put_back_world(saved);
}

void Snapshot::remove_late(const SavedWorld& saved) {
    characters_.remove_late(saved.characters);
    std::vector<BodyId> late;
    contents_.bodies.each([&](BodyId id, const Body&) {
        if (std::none_of(saved.bodies.begin(), saved.bodies.end(), [&](const SavedBody& b) { return b.id == id; }))
            late.push_back(id);
    });
    for (BodyId id : late) body_system_.remove(id);
    rigid_.remove_late(saved.rigid);
}

void Snapshot::put_back_body(SavedBody& saved, bool whole_world) {
    const Body* before = contents_.bodies.find(saved.id);
    const bool new_parameters = before && !saved.own->same_live(before->own);
    const bool new_topology = saved.matter != nullptr;
    if (!whole_world) holds_.release(saved.id);
    bodies_.put_back(saved);
    if (!whole_world && new_topology)
        contents_.attachments.each([&](AttachmentId, Attachment& a) {
            if (a.body == saved.id) holds_.reattach(a);
        });
    if (!new_parameters) return;
    Body& body = *contents_.bodies.find(saved.id);
    body.matter->begin_step(body.own, static_cast<double>(contents_.step_count) * contents_.step_length(),
                            static_cast<float>(contents_.step_length() / contents_.substep_count()), true);
}

void Snapshot::put_back_world(const SavedWorld& saved) {
    // Copied, not moved: arrays keep their capacity, and the next steps need not allocate.
    pairs_.touching().assign(saved.touching.begin(), saved.touching.end());
    warm_.all().assign(saved.warm.begin(), saved.warm.end());
    step_.events.clear();
    step_.events.coming_objects.assign(saved.coming.begin(), saved.coming.end());
    rigid_.put_back(saved.rigid);
    characters_.put_back(saved.characters);
    attachments_.put_back(saved.attachments);
    fields_.put_back(saved.fields);
}

}  // namespace pliant
