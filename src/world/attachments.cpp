// Attachments come, change and go, between steps.

#include "world/attachments.h"

#include <algorithm>

#include "core/soundness.h"
#include "core/text.h"
#include "geometry/triangle_queries.h"
#include "world/world.h"

namespace pliant {

AttachmentWhere where_of(const ParameterSet& p) {
    return {p.vector(AttachmentP::where_point).to<float>(), static_cast<float>(p.number(AttachmentP::where_radius))};
}

namespace {

// The place of a skin that is nearest to a point, where its points are as given.
SkinPlace nearest_place(const ContactSurface& skin, std::span<const Vec3> at, const Vec3& point) {
    SkinPlace best{{0, 0, 0}, {1, 0, 0}, 1};
    float least = 3e38f;
    for (const auto& t : skin.triangles) {
        const TrianglePoint<float> on = closest_on_triangle(point, at[t[0]], at[t[1]], at[t[2]]);
        if (on.distance_squared >= least) continue;
        least = on.distance_squared;
        best = {{t[0], t[1], t[2]}, {on.weights.x, on.weights.y, on.weights.z}, 3};
    }
    if (!skin.triangles.empty()) return best;
    for (u32 p = 0; p < skin.point_count(); ++p) {  // particles that collide themselves
        const float d = length_squared(at[p] - point);
        if (skin.role[p] != PointRole::guard && d < least) least = d, best.point[0] = p;
    }
    return best;
}

Vec3 place_of(const SkinPlace& place, std::span<const Vec3> at) {
    Vec3 x;
    for (u32 k = 0; k < place.count; ++k) x += at[place.point[k]] * place.weight[k];
    return x;
}

std::vector<Vec3> skin_at_rest(const Model& model) {
    std::vector<Float4> particles(model.particle_count);
    for (u32 p = 0; p < model.particle_count; ++p) particles[p].set_xyz(model.rest_position(p));
    std::vector<Vec3> points(model.contact.point_count());
    for (u32 p = 0; p < points.size(); ++p) points[p] = skin_point(model.contact, p, particles.data());
    return points;
}

Vec3 place_now(const Body& body, const SkinPlace& place) {
    Vec3 x;
    for (u32 k = 0; k < place.count; ++k)
        x += skin_point(body.model->contact, place.point[k], body.view.position) * place.weight[k];
    return x;
}

}  // namespace

std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where) {
    if (model.contact.point_count() == 0)
        throw Error({"where", "the body has no skin", "a body that can be touched", ""});
    const std::vector<Vec3> rest = skin_at_rest(model);
    std::vector<SkinPlace> grips{nearest_place(model.contact, rest, where.point)};
    for (u32 p = 0; p < rest.size() && where.radius > 0; ++p)
        if (model.contact.role[p] != PointRole::guard &&
            length_squared(rest[p] - where.point) <= where.radius * where.radius)
            grips.push_back({{p, 0, 0}, {1, 0, 0}, 1});
    return grips;
}

float distance_to_skin(const Model& model, const Vec3& point) {
    const std::vector<Vec3> rest = skin_at_rest(model);
    return length(place_of(nearest_place(model.contact, rest, point), rest) - point);
}

Vec3 World::rest_place(BodyId id, const Vec3& point) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    const ContactSurface& skin = body->model->contact;
    std::vector<Vec3> now(skin.point_count());
    for (u32 p = 0; p < now.size(); ++p) now[p] = skin_point(skin, p, body->view.position);
    return now.empty() ? Vec3{} : place_of(nearest_place(skin, now, point), skin_at_rest(*body->model));
}

AttachmentId World::add_attachment(std::string name, BodyId body_id, const AttachmentWhere& where,
                                   ParameterSet parameters) {
    const Body* body = bodies_.find(body_id);
    PL_ASSERT(body && &parameters.table() == &attachment_table);
    std::vector<SkinPlace> grips = find_grips(*body->model, where);
    Attachment made(std::move(name), body_id, where, std::move(parameters));
    const AttachmentTarget target = find_target(made);
    auto [id, a] = attachments_.add(std::move(made));
    a.id = id, a.target = target;
    a.grips = std::move(grips);
    a.offset.resize(a.grips.size()), a.impulses.resize(a.grips.size());
    a.body_mass = mass(body_id);
    wake(body_id);
    return id;
}

bool World::remove_attachment(AttachmentId id) {
    const Attachment* a = attachments_.find(id);
    if (!a) return false;
    wake(a->body);
    return attachments_.remove(id);
}

void World::remove_attachments_of(BodyId body) {
    std::vector<AttachmentId> gone;
    attachments_.each([&](AttachmentId id, const Attachment& a) {
        if (a.body == body) gone.push_back(id);
    });
    for (AttachmentId id : gone) attachments_.remove(id);
}

AttachmentId World::find_attachment(std::string_view name) const {
    AttachmentId found;
    attachments_.each([&](AttachmentId id, const Attachment& a) {
        if (!found && a.name == name) found = id;
    });
    return found;
}

void World::move_attachment(AttachmentId id, const Vec3& target) {
    set_attachment_parameter(id, attachment_table.rows[AttachmentP::position].name, target.to<double>());
}

void World::set_attachment_parameter(AttachmentId id, std::string_view name, Value value) {
    Attachment* a = attachments_.find(id);
    PL_ASSERT(a);
    const Parameter* row = attachment_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({a->name + "." + std::string(name), "this parameter is only used when the attachment is made", "",
                     "make the attachment anew with the other value"});
    if (row && row->id == AttachmentP::position && a->target)
        throw Error({a->name + ".position", "the attachment hangs on " + in_quotes(a->parameters.text(AttachmentP::to)),
                     "", "make the attachment anew without \"to\""});
    a->parameters.set(name, std::move(value));
    wake(a->body);
}

Vec3 World::held_at(AttachmentId id) const {
    const Attachment* a = attachments_.find(id);
    PL_ASSERT(a);
    return place_now(*bodies_.find(a->body), a->grips[0]);
}

// A body that is put elsewhere is taken hold of anew, and not torn back.
void World::let_go(BodyId body) {
    attachments_.each([&](AttachmentId, Attachment& a) {
        if (a.body == body) a.holding = false;
    });
}

// Offsets of all grips, and the place of the first, are those of this moment.
void World::take_hold(Attachment& a) const {
    const Body& body = *bodies_.find(a.body);
    a.home = a.place = place_now(body, a.grips[0]);
    std::fill(a.impulses.begin(), a.impulses.end(), Vec3{});
    if (a.target) a.frame = frame_of(a.target);
    for (size_t g = 0; g < a.grips.size(); ++g) {
        const Vec3 at = place_now(body, a.grips[g]);
        a.offset[g] = a.target ? a.frame.inverse(at) : at - a.home;
    }
    a.holding = true;
}

// The skin has become another: its places are found again. The first stays where it was held, the others stand around
// it as they do now.
void World::hold_anew(Attachment& a) const {
    const Body& body = *bodies_.find(a.body);
    const Vec3 first = a.offset.empty() ? Vec3{} : a.offset[0];
    a.grips = find_grips(*body.model, a.where);
    a.body_mass = mass(a.body);
    a.offset.assign(a.grips.size(), first), a.impulses.assign(a.grips.size(), {});
    const Vec3 at = place_now(body, a.grips[0]);
    for (size_t g = 1; g < a.grips.size(); ++g) {
        const Vec3 around = place_now(body, a.grips[g]);
        a.offset[g] += a.target ? a.frame.inverse(around) - a.frame.inverse(at) : around - at;
    }
}

void World::shift_attachments(const Vec3& by) {
    attachments_.each([&](AttachmentId, Attachment& a) {
        a.home -= by, a.place -= by;
        if (a.target) a.frame.position -= by;
        // Targets in the scene are in the old coordinates; they move along.
        Value target = a.parameters.value(AttachmentP::position);
        if (Vec3d* v = std::get_if<Vec3d>(&target.data)) *v -= by.to<double>();
        if (Keys* keys = std::get_if<Keys>(&target.data))
            for (Vec3d& v : keys->values) v -= by.to<double>();
        if (target.given()) a.parameters.set(AttachmentP::position, std::move(target));
    });
}

void World::hash_attachments(Hasher& hasher) const {
    attachments_.each([&](AttachmentId, const Attachment& a) {
        hasher.value(static_cast<u8>(a.holding)), hasher.value(static_cast<u8>(a.broken));
        hasher.array(std::span<const Vec3>(a.offset)), hasher.array(std::span<const Vec3>(a.impulses));
        hasher.value(a.home), hasher.value(a.place), hasher.value(a.force);
        if (a.target) hasher.value(a.frame);
    });
}

// ---- snapshots: an attachment is saved as a whole, because hands come and go

void World::save_attachments(Writer& w) const {
    w.value(static_cast<u64>(attachments_.size()));
    attachments_.each([&](AttachmentId id, const Attachment& a) {
        w.value(id), w.text(a.name), w.value(a.body), w.value(a.where), w.value(a.target);
        w.text(a.parameters.text(AttachmentP::to));
        a.parameters.save_live(w);
        w.value(static_cast<u8>(a.holding)), w.value(static_cast<u8>(a.broken));
        w.array(a.offset), w.array(a.impulses), w.value(a.home), w.value(a.place), w.value(a.frame), w.value(a.force);
    });
}

static void check_sound(const Attachment& a) {
    bool sound = is_finite(a.where.point) && a.where.radius >= 0 && is_finite(a.home) && is_finite(a.place) &&
                 is_sound(a.frame) && is_finite(a.force) && std::isfinite(a.where.radius);
    for (const Vec3& o : a.offset) sound = sound && is_finite(o);
    for (const Vec3& j : a.impulses) sound = sound && is_finite(j);
    sound = sound && a.offset.size() == a.grips.size() && a.impulses.size() == a.grips.size();
    if (!sound)
        throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " makes no sense", "", "the data is damaged"});
}

std::vector<Attachment> World::read_attachments(Reader& r, const ModelOf& model_of) const {
    constexpr u32 most = 1u << 20;  // slots: a wrong number must not take all memory
    std::vector<Attachment> all;
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const AttachmentId id = r.value<AttachmentId>();
        std::string name = r.text();
        const BodyId body = r.value<BodyId>();
        Attachment a(std::move(name), body, r.value<AttachmentWhere>(), ParameterSet(attachment_table));
        a.id = id;
        a.target = r.value<AttachmentTarget>();
        if (std::string to = r.text(); !to.empty()) a.parameters.set(AttachmentP::to, std::move(to));
        const Model* model = model_of(body);
        if (!id || id.slot > most || id.generation == 0 || (!all.empty() && all.back().id.slot >= id.slot) || !model)
            throw Error({"snapshot", "the attachment " + in_quotes(a.name) + " is of a body that is not in this world",
                         "the world the snapshot was taken of", ""});
        a.parameters.load_live(r);
        a.holding = r.value<u8>() != 0, a.broken = r.value<u8>() != 0;
        r.array(a.offset), r.array(a.impulses), a.home = r.value<Vec3>(), a.place = r.value<Vec3>(),
                                                a.frame = r.value<Transform>(), a.force = r.value<Vec3>();
        a.grips = find_grips(*model, a.where);
        check_sound(a);
        if (const CharacterInstance* c = characters_.find(a.target.character); c && a.target.node >= c->frames.size())
            throw Error(
                {"snapshot", "the attachment " + in_quotes(a.name) + " hangs on no bone", "", "the data is damaged"});
        all.push_back(std::move(a));
    }
    return all;
}

void World::put_back_attachments(std::vector<Attachment> saved) {
    std::vector<AttachmentId> late;
    attachments_.each([&](AttachmentId id, const Attachment&) {
        if (std::none_of(saved.begin(), saved.end(), [&](const Attachment& a) { return a.id == id; }))
            late.push_back(id);
    });
    for (AttachmentId id : late) attachments_.remove(id);
    for (Attachment& a : saved) {
        const AttachmentId id = a.id;
        a.body_mass = mass(a.body);
        attachments_.bring_back(id, std::move(a));
    }
}

}  // namespace pliant
