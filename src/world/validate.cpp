#include "world/validate.h"

#include <algorithm>

#include "core/text.h"

namespace pliant {

namespace {

std::string of_body(const Body& body) {
    const auto wrong = [&](const char* what) { return "body " + in_quotes(body.name) + ": " + what; };
    if (!body.model || !body.matter) return wrong("it has no model or no matter");
    const u32 count = body.model->particle_count;
    if (body.view.count != count) return wrong("its range has another length than its model");
    if (body.first_particle % 8 != 0) return wrong("its range does not begin with a whole lane");
    if (body.asleep && body.quarantined) return wrong("it sleeps and is in quarantine");
    if (body.paused && body.kept_velocity.size() != count) return wrong("it is paused and keeps other velocities");
    for (const auto* marks : {&body.held, &body.contact_disabled, &body.hold_map})
        if (!marks->empty() && marks->size() != count) return wrong("marks of particles have another length");
    const u32 whole = body.whole_model().particle_count;
    if (!body.guide_strength.empty() && body.guide_strength.size() != whole)
        return wrong("a map of the guide is not of the whole body");
    if (!body.motion_limits.empty() && body.motion_limits.size() != count)
        return wrong("motion limits are of other particles");
    for (u32 p = 0; p < count; ++p) {
        if (!(body.view.position[p].w >= 0)) return wrong("an inverse mass is negative or not a number");
        if (!is_finite(body.view.position[p].xyz()) && !body.quarantined && body.sleeps())
            return wrong("it sleeps and is not finite");
    }
    return {};
}

// Ranges of particles may not overlap.
std::string of_ranges(const Contents& contents) {
    struct Range {
        u32 begin, end;
        const Body* body;
    };
    std::vector<Range> ranges;
    contents.bodies.each([&](BodyId, const Body& body) {
        ranges.push_back({body.first_particle, body.first_particle + body.view.count, &body});
    });
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    for (size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].end > contents.particles.used())
            return "body " + in_quotes(ranges[i].body->name) + ": its particles are beyond those of the world";
        if (i > 0 && ranges[i - 1].end > ranges[i].begin)
            return "bodies " + in_quotes(ranges[i - 1].body->name) + " and " + in_quotes(ranges[i].body->name) +
                   " share particles";
    }
    return {};
}

std::string of_attachments(const Contents& contents) {
    std::string wrong;
    contents.attachments.each([&](AttachmentId, const Attachment& a) {
        if (!wrong.empty()) return;
        if (!contents.bodies.find(a.body)) wrong = "attachment " + in_quotes(a.name) + " has no body";
        const size_t held = a.targets.empty() ? 0 : a.grips.size();
        if (a.rest.size() != a.grips.size() || a.offset.size() != a.grips.size() || a.holds.size() != held)
            wrong = "attachment " + in_quotes(a.name) + ": its grips do not have one place each";
    });
    return wrong;
}

}  // namespace

std::string validate(const Contents& contents) {
    std::string wrong;
    contents.bodies.each([&](BodyId id, const Body& body) {
        if (wrong.empty()) wrong = of_body(body);
        if (wrong.empty() && !(body.id == id)) wrong = "body " + in_quotes(body.name) + " has the id of another";
    });
    contents.colliders.each([&](ColliderId id, const Collider& collider) {
        if (wrong.empty() && !(collider.id == id)) wrong = "collider " + in_quotes(collider.name) + " has a wrong id";
        if (wrong.empty() && collider.dynamic && !collider.rigid)
            wrong = "collider " + in_quotes(collider.name) + " is dynamic and no rigid body";
    });
    if (wrong.empty()) wrong = of_ranges(contents);
    if (wrong.empty()) wrong = of_attachments(contents);
    return wrong;
}

std::string validate(const ContactSet& set, const Particles& particles) {
    u32 contacts = 0, pulled = 0, coupled = 0;
    for (const Island& island : set.islands) {
        if (island.contact_begin != contacts || island.contact_end < contacts)
            return "islands do not follow each other";
        if (island.pulled_begin != pulled || island.pulled_end < pulled) return "pulls of islands leave a gap";
        if (island.coupled_begin != coupled || island.coupled_end < coupled) return "coupled contacts leave a gap";
        contacts = island.contact_end, pulled = island.pulled_end, coupled = island.coupled_end;
    }
    if (contacts != set.contacts.size()) return "islands do not cover all contacts";
    if (coupled != set.coupled.size()) return "islands do not cover all coupled contacts";
    for (const Contact& c : set.contacts) {
        if (size_t{c.first_support} + c.support_count > set.supports.size())
            return "supports of a contact are not there";
        if (c.own_supports > c.support_count) return "a contact has more supports on its own side than it has";
        if (c.impulse.normal < 0) return "a contact pulls";
    }
    for (const Support& s : set.supports)
        if (s.particle >= particles.used()) return "a support is on a particle beyond those of the world";
    return {};
}

}  // namespace pliant
