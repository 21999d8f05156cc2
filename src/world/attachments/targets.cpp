// What attachments hang on, where that is not a place in the world: bodies, colliders, characters and their bones.

#include "world/attachments/targets.h"

#include "core/text.h"
#include "world/bodies/bodies.h"
#include "world/queries/queries.h"
#include "world/skin_places.h"

namespace pliant {

namespace {

std::string suggestion(const std::string& wanted, const std::vector<std::string>& known) {
    const std::string meant = nearest_name(wanted, known);
    return meant.empty() ? "" : "did you mean \"" + meant + "\"?";
}

AttachmentTarget target_of(BodyId body) { return {body, {}, 0, {}}; }

}  // namespace

std::vector<AttachmentTarget> AttachmentTargets::find(const Attachment& a) const {
    std::vector<AttachmentTarget> targets;
    const bool to_point = a.parameters.is_explicit(AttachmentP::to_point);
    if (!a.parameters.is_explicit(AttachmentP::to)) {
        if (to_point) throw Error({a.name, "\"to_point\" without \"to\"", "what the point is on, as \"to\"", ""});
        return targets;
    }
    if (a.parameters.is_explicit(AttachmentP::position))
        throw Error({a.name, "both \"to\" and \"position\" are given", "one of them", ""});
    for (const std::string& name : a.parameters.names(AttachmentP::to)) add(a, name, targets);
    if (targets.empty())
        throw Error({a.name, "nothing in \"to\"", "the name of a body, a collider or a character", ""});
    if (to_point && targets.size() > 1)
        throw Error({a.name, "\"to_point\" on " + std::to_string(targets.size()) + " things", "one name in \"to\"",
                     "leave \"to_point\" out: every held point then takes the nearest of them"});
    return targets;
}

// A body with instances stands for all of them, but the one that is held.
void AttachmentTargets::add(const Attachment& a, const std::string& to, std::vector<AttachmentTarget>& targets) const {
    const size_t before = targets.size();
    const std::string prefix = to + "/";
    const auto add_body = [&](BodyId id, const Body& body) {
        if (body.model->contact.point_count() == 0)
            throw Error({a.name, in_quotes(body.name) + " has no skin", "a body that can be touched", ""});
        targets.push_back(target_of(id));
    };
    // A body's own skin is nearest to itself: only a part of it that is named can be meant.
    const bool stitches =
        a.parameters.is_explicit(AttachmentP::to_low) || a.parameters.is_explicit(AttachmentP::to_attribute);
    bool itself = false;
    contents_.bodies.each([&](BodyId id, const Body& body) {
        if (body.name != to && body.name.compare(0, prefix.size(), prefix) != 0) return;
        if (id == a.body && !stitches)
            itself = true;
        else
            add_body(id, body);
    });
    if (targets.size() > before) return;
    if (itself)
        throw Error({a.name, in_quotes(to) + " is attached to itself", "another body",
                     "or say with which part of itself: \"to_low\" and \"to_high\", or \"to_attribute\""});

    const size_t slash = to.find('/');
    const CharacterId character = contents_.find_character(to.substr(0, slash));
    if (const CharacterInstance* c = contents_.characters.find(character)) {
        targets.push_back({{}, character, node_of(a, *c, to), {}});
    } else if (const ColliderId collider = contents_.find_collider(to)) {
        targets.push_back({{}, {}, 0, collider});
    } else {
        std::vector<std::string> names;
        contents_.bodies.each([&](BodyId, const Body& b) { names.push_back(b.name); });
        contents_.colliders.each([&](ColliderId, const Collider& known) { names.push_back(known.name); });
        contents_.characters.each([&](CharacterId, const CharacterInstance& known) { names.push_back(known.name); });
        throw Error(
            {a.name, "there is no body, no collider and no character " + in_quotes(to), "", suggestion(to, names)});
    }
}

// The bone behind the slash, or the surface where there is none.
u32 AttachmentTargets::node_of(const Attachment& a, const CharacterInstance& c, const std::string& to) {
    if (to == c.name) {
        if (c.model->triangles.empty())
            throw Error({a.name, in_quotes(c.name) + " has no surface", "a bone of it", ""});
        return AttachmentTarget::surface;
    }
    const std::string bone = to.substr(c.name.size() + 1);
    const u32 node = c.character().find_node(bone);
    if (node != Node::none) return node;
    std::vector<std::string> names;
    for (const Node& n : c.character().nodes) names.push_back(c.name + "/" + n.name);
    throw Error({a.name, in_quotes(c.name) + " has no bone " + in_quotes(bone), "a bone or node, as in " + names[0],
                 suggestion(to, names)});
}

bool AttachmentTargets::is_there(const AttachmentTarget& t) const {
    if (t.body) return contents_.bodies.find(t.body) != nullptr;
    return t.character ? contents_.characters.find(t.character) != nullptr
                       : contents_.colliders.find(t.collider) != nullptr;
}

std::string AttachmentTargets::name_of(const AttachmentTarget& t) const {
    if (const Body* b = contents_.bodies.find(t.body)) return b->name;
    if (const Collider* c = contents_.colliders.find(t.collider)) return c->name;
    const CharacterInstance* c = contents_.characters.find(t.character);
    if (!c) return "";
    return t.on_surface() ? c->name : c->name + "/" + c->character().nodes[t.node].name;
}

Transform AttachmentTargets::frame_of(const AttachmentTarget& t) const {
    if (t.character) return contents_.characters.find(t.character)->frames[t.node];
    const Collider& c = *contents_.colliders.find(t.collider);
    return c.jumped ? c.target : c.pose;
}

Transform AttachmentTargets::goal_frame_of(const AttachmentTarget& t) const {
    return t.character ? contents_.characters.find(t.character)->goal_frames[t.node]
                       : contents_.colliders.find(t.collider)->target;
}

// Corners of the triangle that a grip hangs on, where the character's nodes now stand.
void AttachmentTargets::find_corners(const GripHold& hold, Vec3 (&corner)[3]) const {
    const CharacterInstance& c = *contents_.characters.find(hold.target.character);
    for (u32 k = 0; k < 3; ++k) corner[k] = skin_vertex(c.character(), c.nodes, c.pose, hold.on.point[k]);
}

// Where a grip hangs on a triangle, from its offset in the triangle's frame.
Vec3 AttachmentTargets::place_on_surface(const GripHold& hold, const Vec3& offset) const {
    Vec3 corner[3];
    find_corners(hold, corner);
    Vec3 at;
    for (u32 k = 0; k < 3; ++k) at += corner[k] * hold.on.weight[k];
    return at + triangle_axes(corner) * offset;
}

// The distance of a point from a target with a frame: from the surface of a collider (0 inside), or from the beginning
// of a bone.
float AttachmentTargets::distance_to(const AttachmentTarget& t, const Vec3& point) const {
    if (t.character) return length(frame_of(t).position - point);
    QueryHit hit;
    hit.distance = 3e38f;
    closest_collider({point, 3e38f, ~0u}, *contents_.colliders.find(t.collider), hit);
    return std::max(0.0f, hit.distance);
}

}  // namespace pliant
