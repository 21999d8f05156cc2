#include "world/contact/contact_update.h"

#include <algorithm>
#include <cmath>

#include "rigid/system.h"

namespace pliant {

void ContactUpdate::run() {
    constexpr u32 per_block = 256;
    std::vector<Contact>& contacts = contact_set_.contacts;
    const u32 count = static_cast<u32>(contacts.size());
    step_.team.run((count + per_block - 1) / per_block, [&](u32 block, u32) {
        for (u32 i = block * per_block; i < std::min(count, (block + 1) * per_block); ++i) update(contacts[i]);
    });
    if (step_.begins_search())
        for (size_t p = 0; p < pairs_.count(); ++p) pairs_[p].edge_approach = 0;
    for (const Contact& c : contacts)
        if (Pair& pair = pairs_[c.pair]; pair.collider && c.by_edge)
            pair.edge_approach = std::max(pair.edge_approach, -c.approach);
}

void ContactUpdate::update(Contact& c) {
    const Pair& pair = pairs_[c.pair];
    const Body* other = c.swapped ? pair.body : pair.other_body;
    const Side soft = soft_sides(c), rigid = c.rigid ? rigid_side(c) : Side{};
    const float k = soft.k + rigid.k;
    c.inverse_k = k > 0 ? 1 / k : 0;
    c.inverse_k_across = k > 0 ? 1 / (soft.k + rigid.k_across) : 0;
    share_out(c, rigid.k);
    c.approach = dot(c.normal, soft.velocity - rigid.velocity - c.other_velocity);
    c.closed = c.impulse.normal > 0;
    c.impulse.normal -= c.unrepeated;
    c.unrepeated = 0;

    const float h = step_.h, since = h * static_cast<float>(step_.since_search()),
                left = h * static_cast<float>(step_.search_stride) - since - h;
    const float closer = dot(c.normal, soft.displacement - rigid.displacement),
                along = dot(c.normal, c.other_velocity);  // how fast a collider comes
    c.gap = c.found_gap + closer - along * since;
    c.separation = c.found_separation + closer + along * left;
    // What has come apart since its impulse was borne does not bear it again: one pass would not take all of it back.
    if (step_.solves_together && c.gap > 0.25f * c.thickness) c.impulse = {};
    // A point that was inside when the substep began may stay there for now: it is pushed out gently. Once an edge is
    // passed, the side it was on is lost; the side of a face is not.
    const bool by_edge = !other && c.by_edge;
    c.min_separation = std::min(c.gap + c.thickness, by_edge ? 0 : -0.5f * c.thickness);
    c.least_speed =
        c.deep || step_.search_stride == 1 ? c.found_speed : (c.thickness - c.separation - std::max(-c.gap, 0.0f)) / h;
}

ContactUpdate::Side ContactUpdate::soft_sides(const Contact& c) {
    const Pair& pair = pairs_[c.pair];
    const Particles& particles = contents_.particles;
    Side sum;
    for (u32 s = 0; s < c.support_count; ++s) {
        Support& support = contact_set_.supports[c.first_support + s];
        const Body& side = (s < c.own_supports) == c.swapped ? *pair.other_body : *pair.body;
        const bool held = side.immovable();
        const float inverse_mass = held ? 0 : particles.position[support.particle].w;
        support.weighted_inverse_mass = support.weight * inverse_mass;
        sum.k += support.weight * support.weighted_inverse_mass;
        if (held && !side.kinematic_from_guide) continue;
        sum.velocity += particles.velocity[support.particle].xyz() * support.weight;
        sum.displacement +=
            (particles.previous[support.particle].xyz() - particles.start[support.particle].xyz()) * support.weight;
    }
    sum.k_across = sum.k;
    return sum;
}

// Both sides receive their impulse at one place, so that linear and angular momentum are kept.
ContactUpdate::Side ContactUpdate::rigid_side(Contact& c) const {
    const rigid::System& system = *contents_.rigid;
    c.place = {};
    for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
        c.place +=
            contents_.particles.previous[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
    const Mat3 k = system.inverse_mass_matrix_at(c.rigid, c.place);
    const Vec3 t = perpendicular(c.normal), b = cross(c.normal, t);
    // The larger eigenvalue of the part across the normal.
    const float tt = dot(t, k * t), bb = dot(b, k * b), tb = dot(t, k * b), half = 0.5f * (tt - bb);
    Side side;
    side.k = dot(c.normal, k * c.normal);
    side.k_across = 0.5f * (tt + bb) + std::sqrt(half * half + tb * tb);
    side.velocity = system.velocity_at(c.rigid, c.place);
    if (step_.search_stride > 1) side.displacement = system.bodies().pose[c.rigid] * c.rigid_anchor - c.anchor_start;
    return side;
}

// How much of a change of speed falls to either side when all particles of a side move together, so that both get the
// same momentum: with masses M and sums of weights W of what can move, the impulse J gives J (W/M + W'/M').
void ContactUpdate::share_out(Contact& c, float rigid_k) const {
    float mass[2] = {0, 0}, weight[2] = {0, 0};
    for (u32 s = 0; s < c.support_count; ++s) {
        const Support& support = contact_set_.supports[c.first_support + s];
        if (support.weighted_inverse_mass == 0) continue;
        const int side = s < c.own_supports ? 0 : 1;
        mass[side] += 1 / contents_.particles.position[support.particle].w, weight[side] += std::fabs(support.weight);
    }
    float together = rigid_k;
    for (int side = 0; side < 2; ++side) together += mass[side] > 0 ? weight[side] / mass[side] : 0;
    c.own_share = mass[0] > 0 ? 1 / (mass[0] * together) : 0;
    c.other_share = mass[1] > 0 ? 1 / (mass[1] * together) : rigid_k > 0 ? 1 / together : 0;
}

}  // namespace pliant
