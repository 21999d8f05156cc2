#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

pliant_attachment_def pliant_default_attachment_def(void) {
    pliant_attachment_def def{};
    def.cookie = attachment_cookie;
    return def;
}

static const Attachment& attachment_of(WorldObject& world, pliant_attachment attachment) {
    const Attachment* found = world.world.attachment(from_c(attachment));
    if (!found)
        fail(PLIANT_NO_SUCH_ID,
             attachment.slot ? "there is no such attachment in this world" : "the attachment is null");
    return *found;
}

pliant_result pliant_attachment_create(pliant_world world, const pliant_attachment_def* def, pliant_attachment* out) {
    return changing<pliant_attachment_create>(world, def, out)([&] {
        need(def, "def"), need(out, "out");
        need_cookie(def->cookie, attachment_cookie, "pliant_default_attachment_def");
        const auto w = resting_world(world);
        const Body& body = body_of(*w, def->body);
        const auto given = settings_of(def->settings);
        if (given && &given->own.table() != &attachment_table)
            fail(PLIANT_BAD_ARGUMENT, "the settings are not of \"attachment\"");
        const ParameterSet parameters = given ? given->own : ParameterSet(attachment_table);
        if (!def->use_point && !parameters.is_explicit(AttachmentP::where_point) &&
            !parameters.is_explicit(AttachmentP::where_low) && !parameters.is_explicit(AttachmentP::where_attribute) &&
            !parameters.flag(AttachmentP::where_overlap))
            fail(PLIANT_BAD_ARGUMENT, "neither the point of the def nor where.point of the settings is given");
        ParameterSet checked = parameters;
        if (def->use_point) checked.set(AttachmentP::where_point, Vec3d{});
        check_where(checked);
        AttachmentWhere where = where_of(parameters);
        if (def->use_point)
            where.point = w->world.bodies().rest_place(body.id, place_of(def->point, "point")), where.by_point = true;
        *out = to_c(w->world.attachments().add(def->name ? def->name : "", body.id, where, parameters));
    });
}

pliant_result pliant_attachment_destroy(pliant_world world, pliant_attachment attachment) {
    return changing<pliant_attachment_destroy>(world, attachment)([&] {
        const auto w = resting_world(world);
        attachment_of(*w, attachment);
        w->world.attachments().remove(from_c(attachment));
    });
}

pliant_result pliant_attachment_move(pliant_world world, pliant_attachment attachment, pliant_vec3 to) {
    return changing<pliant_attachment_move>(world, attachment, to)([&] {
        const auto w = resting_world(world);
        attachment_of(*w, attachment);
        w->world.attachments().move(from_c(attachment), place_of(to, "to"));
    });
}

static void set_parameter(pliant_world world, pliant_attachment attachment, const char* parameter, double value) {
    need(parameter, "parameter");
    const auto w = resting_world(world);
    const Attachment& a = attachment_of(*w, attachment);
    try {
        w->world.attachments().set_parameter(from_c(attachment), parameter, value);
    } catch (const Error& e) {
        throw e.inside(a.name);
    }
}

pliant_result pliant_attachment_set_number(pliant_world world, pliant_attachment attachment, const char* parameter,
                                           double value) {
    return changing<pliant_attachment_set_number>(world, attachment, parameter,
                                                  value)([&] { set_parameter(world, attachment, parameter, value); });
}

pliant_result pliant_attachment_set_flag(pliant_world world, pliant_attachment attachment, const char* parameter,
                                         bool value) {
    return changing<pliant_attachment_set_flag>(
        world, attachment, parameter, value)([&] { set_parameter(world, attachment, parameter, value ? 1 : 0); });
}

pliant_result pliant_attachment_force(pliant_world world, pliant_attachment attachment, pliant_vec3* force,
                                      bool* broken) {
    return guarded("pliant_attachment_force", [&] {
        const auto w = resting_world(world);
        const Attachment& a = attachment_of(*w, attachment);
        if (force) *force = to_c(a.force);
        if (broken) *broken = a.broken;
    });
}

pliant_result pliant_attachment_get_info(pliant_world world, pliant_attachment attachment,
                                         pliant_attachment_info* out) {
    return guarded("pliant_attachment_get_info", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const Attachment& a = attachment_of(*w, attachment);
        *out = {a.name.c_str(),      to_c(a.body),  static_cast<u32>(a.grips.size()),
                to_c(a.where.point), to_c(a.place), to_c(w->world.attachments().held_at(a.id)),
                to_c(a.force),       a.holding,     a.broken};
    });
}

pliant_result pliant_attachment_get_grip(pliant_world world, pliant_attachment attachment, uint32_t point,
                                         pliant_grip_info* out) {
    return guarded("pliant_attachment_get_grip", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const Attachment& a = attachment_of(*w, attachment);
        if (point >= a.grips.size())
            fail(PLIANT_BAD_ARGUMENT,
                 "point " + std::to_string(point) + " of " + std::to_string(a.grips.size()) + " that are held");
        *out = {};
        out->place = to_c(a.rest[point]), out->held_at = to_c(w->world.attachments().held_at(a.id, point));
        out->target = to_c(w->world.attachments().pulled_to(a.id, point));
        out->holding = a.holding && a.holds_grip(point);
        if (a.targets.empty() || !out->holding) return;
        const GripHold& hold = a.holds[point];
        out->to = hold.target.body ? to_c(hold.target.body) : to_c(hold.target.collider);
        out->to_place = to_c(hold.rest);
        if (const CharacterInstance* c = w->world.character(hold.target.character)) {
            out->to_character = c->name.c_str();
            if (!hold.target.on_surface()) out->to_bone = c->character().nodes[hold.target.node].name.c_str();
        }
    });
}

pliant_result pliant_world_find_attachment(pliant_world world, const char* name, pliant_attachment* out) {
    return guarded("pliant_world_find_attachment", [&] {
        need(name, "name"), need(out, "out");
        const AttachmentId id = resting_world(world)->world.find_attachment(name);
        if (!id) fail(PLIANT_NO_SUCH_ID, std::string("there is no attachment '") + name + "'");
        *out = to_c(id);
    });
}

size_t pliant_world_attachments(pliant_world world, pliant_attachment* out, size_t capacity) {
    const auto w = world_table_of_ids().find(world);
    if (!w || w->stepping) return 0;
    size_t n = 0;
    w->world.contents().attachments.each([&](AttachmentId id, const Attachment&) {
        if (out && n < capacity) out[n] = to_c(id);
        ++n;
    });
    return n;
}
