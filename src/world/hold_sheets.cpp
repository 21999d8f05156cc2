// Sheets that are on their right sides when a substep begins are so when it ends.
//
// Contacts see to that as a rule. Where they cannot (cloth is pressed together, or torn about by something fast) all
// that would pass through each other moves as one, in a zone that grows until nothing passes any more: what moves
// alike keeps its distance. Zones keep the momentum of what is in them.

#include <algorithm>

#include "world/world.h"

namespace pliant {

static constexpr u32 no_zone = 0xffffffffu;

void World::hold_sheets_apart() {
    // What met nothing goes where it was seen to go when contacts were looked for.
    const bool any_touched = std::any_of(sheet_bodies_.begin(), sheet_bodies_.end(), [&](const Body* body) {
        return std::any_of(body->pairs.begin(), body->pairs.end(),
                           [&](u32 p) { return !pairs_[p].found.empty() || !pairs_[p].found_back.empty(); });
    });
    if (!any_touched && pulls_.groups.empty()) return;
    in_zones_.clear();
    constexpr int rounds_of_zones = 8, most_rounds = rounds_of_zones + 4;
    for (int round = 0; round < most_rounds && find_sheet_hits(round >= rounds_of_zones); ++round) move_zones();
    // What moves with something that is held has not been kept out of colliders yet. They win: what is tangled comes
    // free again, what a limb has gone through does not.
    for (const u32 p : in_zones_)
        for (const Body* body : sheet_bodies_)
            if (!sheet_rests_[p] && p >= body->first_particle && p < body->first_particle + body->view.count)
                keep_out(*body, p);
    for (const u32 p : in_zones_) sheet_zone_[p] = no_zone;
}

// And joins what hits to zones: where that does not help, sheets as a whole.
bool World::find_sheet_hits(bool whole) {
    team_.run(static_cast<u32>(sheet_bodies_.size()), [&](u32 i, u32) { fit_sheet(*sheet_bodies_[i]); });
    if (sheet_zone_.size() < particles_.used())
        sheet_zone_.resize(particles_.used(), no_zone), sheet_rests_.resize(particles_.used());
    bool any = false;
    for (const u32 p : body_pairs_) {
        const Pair& pair = pairs_[p];
        if (!pair.of_sheets() || pair.sensor) continue;
        const Body &a = *pair.body, &b = *pair.other_body;
        sheet_hits_.clear();
        sheet_guard_.find(a.sheet, b.sheet, pair.tangle, a.thickness + b.thickness, sheet_hits_);
        bool hits = false;
        for (const SheetHit& hit : sheet_hits_) {
            if (rests(hit, a, b)) continue;
            hits = true;
            u32 zone = no_zone;
            for (u32 k = 0; k < 4; ++k) {
                const Body& of = k < hit.of_first ? a : b;
                const ContactSurface& skin = of.model->contact;
                for (u32 s = hit.point[k] * skin.supports; s < (hit.point[k] + 1) * skin.supports; ++s)
                    zone = join_zone(zone, of, skin.particle[s]);
            }
        }
        any = any || hits;
        if (!hits || !whole) continue;
        u32 zone = no_zone;
        for (const Body* body : {&a, &b})
            for (u32 particle = 0; particle < body->view.count; ++particle) zone = join_zone(zone, *body, particle);
    }
    return any;
}

// Nothing can be done about what holds or leads through each other.
bool World::rests(const SheetHit& hit, const Body& a, const Body& b) const {
    for (u32 k = 0; k < 4; ++k) {
        const Body& of = k < hit.of_first ? a : b;
        const ContactSurface& skin = of.model->contact;
        for (u32 s = hit.point[k] * skin.supports; s < (hit.point[k] + 1) * skin.supports; ++s)
            if (!of.immovable() && of.view.position[skin.particle[s]].w > 0) return false;
    }
    return true;
}

u32 World::zone_of(u32 particle) {
    while (sheet_zone_[particle] != particle) particle = sheet_zone_[particle] = sheet_zone_[sheet_zone_[particle]];
    return particle;
}

// The zone that a particle of a body is in together with all that is in another, if there is one.
u32 World::join_zone(u32 zone, const Body& body, u32 particle) {
    const u32 p = body.first_particle + particle;
    if (sheet_zone_[p] == no_zone) {
        sheet_zone_[p] = p, in_zones_.push_back(p);
        sheet_rests_[p] = body.immovable() || particles_.position[p].w == 0;
    }
    const u32 own = zone_of(p);
    if (zone == no_zone) return own;
    const u32 other = zone_of(zone);
    return sheet_zone_[std::max(own, other)] = std::min(own, other);
}

void World::move_zones() {
    // By zones, and within them by number: sums do not depend on what was found first.
    std::sort(in_zones_.begin(), in_zones_.end(), [&](u32 p, u32 q) {
        const u32 zone = zone_of(p), other = zone_of(q);
        return zone != other ? zone < other : p < q;
    });
    for (size_t begin = 0, end = 0; begin < in_zones_.size(); begin = end) {
        const u32 zone = zone_of(in_zones_[begin]);
        Vec3d sum, sum_of_resting;
        double mass = 0, resting = 0;
        for (end = begin; end < in_zones_.size() && zone_of(in_zones_[end]) == zone; ++end) {
            const u32 p = in_zones_[end];
            const Vec3d way = (particles_.position[p].xyz() - particles_.previous[p].xyz()).to<double>();
            if (sheet_rests_[p]) {
                sum_of_resting += way, resting += 1;
            } else {
                const double m = 1 / static_cast<double>(particles_.position[p].w);
                sum += way * m, mass += m;
            }
        }
        Vec3 way = (resting > 0 ? sum_of_resting / resting : sum / mass).to<float>();
        if (resting == 0) way = zone_kept_out(std::span(in_zones_).subspan(begin, end - begin), way);
        if (!is_finite(way)) continue;  // that one will be quarantined; not all that it touches
        for (size_t i = begin; i < end; ++i)
            if (!sheet_rests_[in_zones_[i]]) move_by_hand(in_zones_[i], particles_.previous[in_zones_[i]].xyz() + way);
    }
}

// A zone that would go into a collider goes round it as a whole.
Vec3 World::zone_kept_out(std::span<const u32> zone, Vec3 way) const {
    for (int round = 0; round < 3; ++round) {
        Vec3 furthest;
        for (const u32 p : zone)
            for (const Body* body : sheet_bodies_) {
                if (p < body->first_particle || p >= body->first_particle + body->view.count) continue;
                const Vec3 to = particles_.previous[p].xyz() + way, out = kept_out_of_all(*body, p, to) - to;
                if (length_squared(out) > length_squared(furthest)) furthest = out;
            }
        if (furthest == Vec3{}) break;
        way += furthest;
    }
    return way;
}

void World::list_crossings() {
    for (const u32 p : body_pairs_)
        for (const SheetCrossing& c : pairs_[p].tangle.crossings) {
            const Body& body = c.edge_of == &pairs_[p].body->sheet ? *pairs_[p].body : *pairs_[p].other_body;
            const SheetTree::Edge& e = body.sheet.edge(c.edge);
            const Vec3 a = skin_point(body.model->contact, e.a, body.view.position),
                       b = skin_point(body.model->contact, e.b, body.view.position);
            contact_set_.crossings.push_back(a + (b - a) * c.along);
        }
}

}  // namespace pliant
