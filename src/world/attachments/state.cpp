// The state of attachments: hashed, saved and read.
//
// An attachment is saved as a whole, because hands come and go.

#include <algorithm>

#include "core/soundness.h"
#include "core/text.h"
#include "world/attachments/attachments.h"
#include "world/bodies/bodies.h"
#include "world/bodies/measure.h"

namespace pliant {

// Parameters that cannot change later and that are needed to take hold again.
static constexpr u16 only_at_start[] = {AttachmentP::to, AttachmentP::to_point, AttachmentP::to_low,
                                        AttachmentP::to_high, AttachmentP::to_attribute};

void AttachmentSystem::hash(Hasher& hasher) const {
    contents_.attachments.each(
        [&](AttachmentId, const Attachment& a) { hash_fields(hasher, static_cast<const AttachmentState&>(a)); });
}

static void save_where(Writer& w, const AttachmentWhere& where) {
    w.value(where.point), w.value(where.radius), w.value(where.box), w.text(where.attribute);
    w.value(static_cast<u8>(where.by_point)), w.value(static_cast<u8>(where.overlap)), w.array(where.particles);
}

static AttachmentWhere read_where(Reader& r) {
    AttachmentWhere where;
    where.point = r.value<Vec3>(), where.radius = r.value<float>(), where.box = r.value<Box>();
    where.attribute = r.text(), where.by_point = r.value<u8>() != 0, where.overlap = r.value<u8>() != 0;
    r.array(where.particles);
    return where;
}

void AttachmentSystem::save(Writer& w) const {
    w.value(static_cast<u64>(contents_.attachments.size()));
    contents_.attachments.each([&](AttachmentId id, const Attachment& a) {
        w.value(id), w.text(a.name), w.value(a.body), save_where(w, a.where), w.array(a.targets);
        for (const u16 start : only_at_start) a.parameters.value(start).save(w);
        a.parameters.save_live(w);
        save_fields(w, static_cast<const AttachmentState&>(a));
    });
}

static bool is_sound(const Attachment& a) {
    const size_t count = a.grips.size(), held = a.targets.empty() ? 0 : count;
    return std::is_sorted(a.where.particles.begin(), a.where.particles.end()) && is_finite(a.where.point) &&
           a.where.radius >= 0 && std::isfinite(a.where.radius) && a.offset.size() == count &&
           a.impulses.size() == count && a.from.size() == held && a.holds.size() == held;
}

// Whether a grip hangs on something that is there, and on parts that it has.
bool AttachmentSystem::hangs_on_parts(const GripHold& h, const ModelOf& model_of) const {
    const AttachmentTarget& t = h.target;
    bool sound = is_finite(h.rest) && h.on.count <= 3 && h.tie_count <= GripHold::most_ties;
    for (const float w : h.on.weight) sound = sound && std::isfinite(w);
    if (!sound || (t.body ? 1 : 0) + (t.character ? 1 : 0) + (t.collider ? 1 : 0) > 1) return false;
    const auto places_below = [&](u32 count) {
        return std::all_of(h.on.point, h.on.point + 3, [&](u32 p) { return p < count; });
    };
    if (const CharacterInstance* c = contents_.characters.find(t.character))
        return t.on_surface() ? places_below(c->character().vertex_count()) : t.node < c->frames.size();
    if (!t.body) return true;
    const Model* model = model_of(t.body);
    return model && places_below(model->contact.point_count()) &&
           std::all_of(h.ties, h.ties + h.tie_count, [&](const Tie& tie) {
               return tie.particle < model->particle_count && std::isfinite(tie.weight) && std::isfinite(tie.foot);
           });
}

// Its target may have been removed; if it exists, it must fit.
bool AttachmentSystem::is_sound_target(const AttachmentTarget& t, const ModelOf& model_of) const {
    if ((t.body ? 1 : 0) + (t.character ? 1 : 0) + (t.collider ? 1 : 0) > 1) return false;
    if (const CharacterInstance* c = contents_.characters.find(t.character))
        return t.on_surface() || t.node < c->frames.size();
    const Model* model = t.body ? model_of(t.body) : nullptr;
    return !model || model->contact.point_count() > 0;
}

std::vector<Attachment> AttachmentSystem::read(Reader& r, const ModelOf& model_of) const {
    constexpr u32 most = 1u << 20;  // slots: a wrong number must not take all memory
    std::vector<Attachment> all;
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const AttachmentId id = r.value<AttachmentId>();
        std::string name = r.text();
        const BodyId body = r.value<BodyId>();
        Attachment a(std::move(name), body, read_where(r), ParameterSet(attachment_table));
        a.id = id;
        r.array(a.targets);
        for (const AttachmentTarget& t : a.targets)
            Soundness("snapshot").require(is_sound_target(t, model_of), "what attachments hang on");
        for (const u16 start : only_at_start)
            if (Value value = Value::load(r); value.has_value()) a.parameters.set(start, std::move(value));
        const Model* model = model_of(body);
        if (!id || id.slot > most || id.generation == 0 || (!all.empty() && all.back().id.slot >= id.slot) || !model)
            throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " is of a body that is not in this world",
                         "the world the snapshot was taken of", ""});
        a.parameters.load_live(r);
        read_fields(r, static_cast<AttachmentState&>(a));
        find_places(a, *model);
        bool sound = is_sound(a);
        for (const GripHold& hold : a.holds) sound = sound && hangs_on_parts(hold, model_of);
        if (!sound)
            throw Error(
                {"snapshot", "the attachment " + in_quotes(a.name) + " makes no sense", "", "the data is damaged"});
        a.resize_grips();
        all.push_back(std::move(a));
    }
    return all;
}

void AttachmentSystem::put_back(std::vector<Attachment> saved) {
    std::vector<AttachmentId> late;
    contents_.attachments.each([&](AttachmentId id, const Attachment&) {
        if (std::none_of(saved.begin(), saved.end(), [&](const Attachment& a) { return a.id == id; }))
            late.push_back(id);
    });
    for (AttachmentId id : late) contents_.attachments.remove(id);
    for (Attachment& a : saved) {
        const AttachmentId id = a.id;
        a.body_mass = mass(*contents_.bodies.find(a.body));
        contents_.attachments.restore_at(id, std::move(a));
    }
}

}  // namespace pliant
