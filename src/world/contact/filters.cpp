#include "world/contact/filters.h"

#include <algorithm>
#include <cmath>

namespace pliant {

// Later rules override earlier ones, but none allows what another forbids.
PairRuling ruling_of(const Contents& contents, const ContactProperties& a, const ContactProperties& b) {
    PairRuling ruling;
    for (const PairRule& rule : contents.pair_rules) {
        if (!rule.is_about(a.names.rule, b.names.rule)) continue;
        ruling.collide = ruling.collide && rule.collide;
        if (rule.friction >= 0) ruling.friction = rule.friction;
        if (rule.restitution >= 0) ruling.restitution = rule.restitution;
    }
    return ruling;
}

static bool ignores(const ContactProperties& a, const ContactProperties& b) {
    return have_common_id(a.ignored, b.names.groups);
}

PairFilter filter_pair(const Contents& contents, const ContactProperties& a, const ContactProperties& b) {
    if (ignores(a, b) || ignores(b, a)) return {};
    PairFilter filter{true, a.sensor || b.sensor, std::sqrt(a.friction * b.friction),
                      std::max(a.restitution, b.restitution)};
    if (&a == &b) return filter;
    if (!a.layers.meets(b.layers)) return {};
    const PairRuling ruling = ruling_of(contents, a, b);
    filter.collide = ruling.collide;
    if (ruling.friction >= 0) filter.friction = ruling.friction;
    if (ruling.restitution >= 0) filter.restitution = ruling.restitution;
    return filter;
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
