#include "world/contact/filters.h"

#include <algorithm>

namespace pliant {

bool rules_allow(const Contents& contents, u32 a, u32 b, Pair& pair) {
    for (const PairRule& rule : contents.pair_rules) {
        if (!((rule.first_id == a && rule.second_id == b) || (rule.first_id == b && rule.second_id == a))) continue;
        if (!rule.parameters.flag(PairP::collide)) return false;
        if (rule.parameters.is_explicit(PairP::friction))
            pair.friction = static_cast<float>(rule.parameters.number(PairP::friction));
        if (rule.parameters.is_explicit(PairP::restitution))
            pair.restitution = static_cast<float>(rule.parameters.number(PairP::restitution));
    }
    return true;
}

bool is_held_inside(const Contents& contents, const Body& body, const Collider& collider) {
    bool held = false;
    contents.attachments.each([&](AttachmentId, const Attachment& a) {
        held = held || (a.where.overlap && a.body == body.id && !a.broken &&
                        std::any_of(a.targets.begin(), a.targets.end(),
                                    [&](const AttachmentTarget& t) { return t.collider == collider.id; }));
    });
    return held;
}

}  // namespace pliant
