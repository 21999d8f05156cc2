#include "assets/hold_advice.h"

#include <algorithm>

#include "core/text.h"

namespace pliant {

namespace {

constexpr double near_share = 0.1;  // of a body's size: points that are this near to its box are meant to be at it

std::string vector_text(const Vec3& v) {
    const auto number = [](float x) { return short_number(static_cast<double>(x)); };
    return "[" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "]";
}

Box box_at_rest(const Model& model) {
    Box box;
    for (u32 p = 0; p < model.particle_count; ++p) box.add(model.rest_position(p));
    return box;
}

std::string extent_text(const Box& box) {
    return "at rest, in the space of its mesh as scaled, it reaches from " + vector_text(box.low) + " to " +
           vector_text(box.high);
}

// "the box from hold.low [0, 1, 0] to hold.high [1, 1, 1]", and the other ways in which a body is held.
std::string looked_for(const ParameterSet& p) {
    std::vector<std::string> list;
    if (p.is_explicit(BodyP::hold_low))
        list.push_back("hold.low " + vector_text(p.vector(BodyP::hold_low).to<float>()) + " and hold.high " +
                       vector_text(p.vector(BodyP::hold_high).to<float>()));
    if (p.is_explicit(BodyP::hold_point))
        list.push_back("hold.radius " + short_number(p.number(BodyP::hold_radius)) + " around hold.point " +
                       vector_text(p.vector(BodyP::hold_point).to<float>()));
    if (p.is_explicit(BodyP::hold_where)) list.push_back("hold.where above a half");
    std::string text;
    for (const std::string& way : list) text += (text.empty() ? "" : ", or ") + way;
    return text;
}

float distance_to_box(const Box& box, const Vec3& p) {
    Vec3 away;
    for (int k = 0; k < 3; ++k) away[k] = std::max({box.low[k] - p[k], p[k] - box.high[k], 0.0f});
    return length(away);
}

}  // namespace

std::vector<std::string> warn_of_empty_holds(const World& world) {
    std::vector<std::string> warnings;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const bool catches = std::any_of(body.hold_map.begin(), body.hold_map.end(), [](u8 held) { return held != 0; });
        if (body.hold_map.empty() || catches) return;
        warnings.push_back(body.name + ": hold catches none of its particles, and it falls: none is within " +
                           looked_for(body.common) + "; " + extent_text(box_at_rest(*body.model)));
    });
    return warnings;
}

std::vector<std::string> warn_of_far_attachments(const World& world) {
    std::vector<std::string> warnings;
    world.contents().attachments.each([&](AttachmentId, const Attachment& a) {
        const Body* body = world.contents().bodies.find(a.body);
        if (!body || !a.where.by_point || a.rest.empty()) return;
        const Box box = box_at_rest(*body->model);
        const float away = distance_to_box(box, a.where.point);
        if (static_cast<double>(away) <= near_share * static_cast<double>(length(box.size()))) return;
        warnings.push_back(a.name + ": nothing of " + body->name + " is near where.point " +
                           vector_text(a.where.point) + "; it holds the nearest point of the skin, " +
                           short_number(static_cast<double>(length(a.rest[0] - a.where.point))) + " m away (" +
                           extent_text(box) + ")");
    });
    return warnings;
}

}  // namespace pliant
