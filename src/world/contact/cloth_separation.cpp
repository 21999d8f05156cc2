// Cloth that is on its right side when a substep begins is so when it ends (Bridson 2002, rigid impact zones).
//
// Contacts usually take care of that. Where they cannot, because cloth is pressed together or moved by something fast,
// all particles that would pass through each other move as one zone, which grows until nothing passes any more:
// particles with the same displacement keep their distance. A zone keeps its momentum, unless one of its particles is
// held or a collider is in its way.

#include "world/contact/cloth_separation.h"

#include <algorithm>

namespace pliant {

void ClothSeparation::run() {
    // What met nothing goes where it was seen to go when contacts were looked for; unless this was before matter was
    // solved.
    const bool any_touched = step_.solves_together ||
        std::any_of(pairs_.cloth_bodies().begin(), pairs_.cloth_bodies().end(), [&](const Body* body) {
            return std::any_of(body->pairs.begin(), body->pairs.end(),
                               [&](u32 p) { return !pairs_[p].found.empty() || !pairs_[p].found_back.empty(); });
        });
    if (!any_touched && pulls_.groups.empty()) return;
    in_zones_.clear();
    constexpr int rounds_of_zones = 8, most_rounds = rounds_of_zones + 4;
    for (int round = 0; round < most_rounds && find_hits(round >= rounds_of_zones); ++round) move_zones();
    // Zones that move with a held particle may have gone into colliders. Colliders win: cloth that is tangled comes
    // free again, but cloth that a limb has passed through does not.
    for (const SheetParticle& p : in_zones_)
        if (!is_fixed(p)) separation_.push_out(*p.body, p.particle);
    for (const SheetParticle& p : in_zones_) zones_.part(p.particle), is_in_zone_[p.particle] = 0;
}

// And joins what hits to zones: where that does not help, sheets as a whole.
bool ClothSeparation::find_hits(bool whole) {
    step_.team.run(static_cast<u32>(pairs_.cloth_bodies().size()),
                   [&](u32 i, u32) { ContactDetection::fit_sheet(*pairs_.cloth_bodies()[i]); });
    if (is_in_zone_.size() < contents_.particles.used())
        zones_.reset(contents_.particles.used()), is_in_zone_.assign(contents_.particles.used(), 0), in_zones_.clear();
    bool any = false;
    for (const u32 p : pairs_.body_pairs()) {
        const Pair& pair = pairs_[p];
        if (!pair.of_sheets()) continue;
        const Body &a = *pair.body, &b = *pair.other_body;
        sheet_hits_.clear();
        sheet_guard_.find(a.sheet, b.sheet, pair.same_origin(), pair.tangle, a.thickness + b.thickness, sheet_hits_);
        bool hits = false;
        for (const SheetHit& hit : sheet_hits_) {
            const SheetHitParticles hit_by = particles_of(hit, a, b);
            // Nothing can be done where fixed particles are moved through each other.
            if (std::all_of(hit_by.begin(), hit_by.end(), [&](const SheetParticle& by) { return is_fixed(by); }))
                continue;
            hits = true;
            for (const SheetParticle& by : hit_by) join_zone(hit_by.begin()->particle, by);
        }
        any = any || hits;
        if (!hits || !whole) continue;
        for (const Body* body : {&a, &b})
            for (u32 i = 0; i < body->view.count; ++i) join_zone(a.first_particle, {body, body->first_particle + i});
    }
    return any;
}

ClothSeparation::SheetHitParticles ClothSeparation::particles_of(const SheetHit& hit, const Body& a, const Body& b) {
    SheetHitParticles found;
    for (u32 k = 0; k < 4; ++k) {
        const Body& of = k < hit.of_first ? a : b;
        const ContactSurface& skin = of.model->contact;
        for (u32 s = hit.point[k] * skin.supports; s < (hit.point[k] + 1) * skin.supports; ++s)
            found.all[found.count++] = {&of, of.first_particle + skin.particle[s]};
    }
    return found;
}

bool ClothSeparation::is_fixed(const SheetParticle& p) const {
    return contents_.particles.position[p.particle].w == 0 || p.body->immovable();
}

void ClothSeparation::join_zone(u32 zone, const SheetParticle& p) {
    if (!is_in_zone_[p.particle]) is_in_zone_[p.particle] = 1, in_zones_.push_back(p);
    zones_.join(zone, p.particle);
}

void ClothSeparation::move_zones() {
    // By zones, and within them by bodies and particles: sums depend neither on what was found first nor on where in
    // memory bodies happen to stand.
    const auto order = [](const SheetParticle& p) {
        return static_cast<u64>(p.body->number) << 32 | (p.particle - p.body->first_particle);
    };
    std::sort(in_zones_.begin(), in_zones_.end(), [&](const SheetParticle& p, const SheetParticle& q) {
        const u32 zone = zones_.find(p.particle), other = zones_.find(q.particle);
        return zone != other ? zone < other : order(p) < order(q);
    });
    for (size_t begin = 0, end = 0; begin < in_zones_.size(); begin = end) {
        const u32 zone = zones_.find(in_zones_[begin].particle);
        Vec3d sum, sum_of_resting;
        double mass = 0, resting = 0;
        for (end = begin; end < in_zones_.size() && zones_.find(in_zones_[end].particle) == zone; ++end) {
            const u32 p = in_zones_[end].particle;
            const Vec3d displacement =
                (contents_.particles.position[p].xyz() - contents_.particles.previous[p].xyz()).to<double>();
            if (is_fixed(in_zones_[end])) {
                sum_of_resting += displacement, resting += 1;
            } else {
                const double m = 1 / static_cast<double>(contents_.particles.position[p].w);
                sum += displacement * m, mass += m;
            }
        }
        Vec3 displacement = (resting > 0 ? sum_of_resting / resting : sum / mass).to<float>();
        if (resting == 0)
            displacement = zone_pushed_out(std::span(in_zones_).subspan(begin, end - begin), displacement);
        if (!is_finite(displacement)) continue;  // that one will be quarantined; not all that it touches
        for (size_t i = begin; i < end; ++i)
            if (const u32 p = in_zones_[i].particle; !is_fixed(in_zones_[i]))
                separation_.set_end_position(p, contents_.particles.previous[p].xyz() + displacement);
    }
}

// A zone that would go into a collider goes round it as a whole.
Vec3 ClothSeparation::zone_pushed_out(std::span<const SheetParticle> zone, Vec3 displacement) const {
    for (int round = 0; round < 3; ++round) {
        Vec3 furthest;
        for (const SheetParticle& p : zone) {
            const Vec3 to = contents_.particles.previous[p.particle].xyz() + displacement,
                       out = separation_.pushed_out_of_all(*p.body, p.particle, to) - to;
            if (length_squared(out) > length_squared(furthest)) furthest = out;
        }
        if (furthest == Vec3{}) break;
        displacement += furthest;
    }
    return displacement;
}

void ClothSeparation::list_crossings() {
    for (const u32 p : pairs_.body_pairs())
        for (const SheetCrossing& c : pairs_[p].tangle.crossings) {
            const Body& body = c.edge_of == &pairs_[p].body->sheet ? *pairs_[p].body : *pairs_[p].other_body;
            const SheetTree::Edge& e = body.sheet.edge(c.edge);
            const Vec3 a = skin_point(body.model->contact, e.a, body.view.position),
                       b = skin_point(body.model->contact, e.b, body.view.position);
            contact_set_.crossings.push_back(a + (b - a) * c.along);
        }
}

}  // namespace pliant
