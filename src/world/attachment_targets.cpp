// What attachments hang on, where that is not a place in the world: colliders, and bones of characters.

#include "core/text.h"
#include "world/world.h"

namespace pliant {

namespace {

std::string suggestion(const std::string& wanted, const std::vector<std::string>& known) {
    const std::string meant = nearest_name(wanted, known);
    return meant.empty() ? "" : "did you mean \"" + meant + "\"?";
}

}  // namespace

AttachmentTarget World::find_target(const Attachment& a) const {
    const std::string& to = a.parameters.text(AttachmentP::to);
    if (to.empty()) return {};
    if (a.parameters.given(AttachmentP::position))
        throw Error({a.name, "both \"to\" and \"position\" are given", "one of them", ""});
    const size_t slash = to.find('/');
    const CharacterId character = find_character(to.substr(0, slash));
    if (const CharacterInstance* c = characters_.find(character)) {
        const std::string bone = slash == std::string::npos ? "" : to.substr(slash + 1);
        const u32 node = c->character().find_node(bone);
        if (node != Node::none) return {character, node, {}};
        std::vector<std::string> names;
        for (const Node& n : c->character().nodes) names.push_back(c->name + "/" + n.name);
        throw Error({a.name, in_quotes(c->name) + " has no bone " + in_quotes(bone),
                     "a bone or node, as in " + names[0], suggestion(to, names)});
    }
    if (const ColliderId collider = find_collider(to)) return {{}, 0, collider};
    std::vector<std::string> names;
    each_collider([&](ColliderId, const Collider& c) { names.push_back(c.name); });
    each_character([&](CharacterId, const CharacterInstance& c) { names.push_back(c.name); });
    throw Error({a.name, "there is no collider and no character " + in_quotes(to), "", suggestion(to, names)});
}

bool World::is_there(const AttachmentTarget& t) const {
    return t.character ? characters_.find(t.character) != nullptr : colliders_.find(t.collider) != nullptr;
}

Transform World::frame_of(const AttachmentTarget& t) const {
    return t.character ? characters_.find(t.character)->frames[t.node] : colliders_.find(t.collider)->pose;
}

Transform World::goal_frame_of(const AttachmentTarget& t) const {
    return t.character ? characters_.find(t.character)->goal_frames[t.node] : colliders_.find(t.collider)->target;
}

}  // namespace pliant
