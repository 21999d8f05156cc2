// Who is near whom, once a step; where they touch, every substep.

#include <algorithm>

#include "collide/layers.h"
#include "core/assert.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

constexpr u32 pairs_per_block = 32;

// How far two bodies may have moved against each other, at most, since a patch between them was found.
float moved_since(const Transform& found, const Transform& now, float radius) {
    const Quat turn = conjugate(found.rotation) * now.rotation;
    const float angle = 2 * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    return length(now.position - found.position) + angle * radius;
}

}  // namespace

bool System::touch(u32 a, u32 b) const {
    PL_ASSERT(a < bodies_.size() && b < bodies_.size());
    const Bodies& s = bodies_;
    const PairException* rule = exception(a, b);
    const bool stirred = s.moves(a) || s.moves(b) || (s.asleep[a] && s.is_in_motion(b)) || (s.asleep[b] && s.is_in_motion(a));
    const LayerMask mask_a{s.layers[a], s.collides_with[a]}, mask_b{s.layers[b], s.collides_with[b]};
    return stirred && mask_a.meets(mask_b) && !(rule && !rule->collide) &&
           !std::binary_search(joined_.begin(), joined_.end(), std::pair{a, b});
}

// Boxes hold the places that each body can reach in the rest of the step.
void System::find_pairs() {
    const Bodies& b = bodies_;
    joined_.clear();
    for (const Joint& joint : joints_)
        if (joint.alive && !joint.broken && !joint.def.bodies_collide)
            joined_.push_back({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
    std::sort(joined_.begin(), joined_.end());

    boxes_.assign(b.size(), {});
    travel_limit_.assign(b.size(), 0);
    travelled_.assign(b.size(), 0);
    infinite_bodies_.clear();
    pairs_.clear();
    pairs_known_ = true;
    u32 first = 1;
    while (first < b.size() && !b.is_in_motion(first)) ++first;
    if (first == b.size()) return;  // all sleep
    for (u32 i = 1; i < b.size(); ++i) {
        if (!b.shape[i]) continue;
        const RigidShape& shape = *b.shape[i];
        if (!(shape.radius < infinite)) {
            infinite_bodies_.push_back(i);
            continue;
        }
        const RigidVelocity& v = b.velocity[i];
        const float fall = b.moves(i) ? gravity_size_ * std::fabs(b.gravity_scale[i]) * seconds_left_ : 0;
        const float near = settings_.speculative_share * shape.min_half_extent;
        travel_limit_[i] =
            seconds_left_ * (length(v.linear) + fall + std::min(length(v.angular) * shape.radius, 1e6f)) + near;
        boxes_[i] = shape.bounds(b.pose[i]).grown(travel_limit_[i] + near);
    }
    broad_phase_.find(boxes_, box_pairs_);
    for (const auto& [i, j] : box_pairs_)
        if (touch(i, j)) pairs_.push_back({i, j});
    for (const u32 e : infinite_bodies_)
        for (u32 i = 1; i < b.size(); ++i)
            if (i != e && b.shape[i] && touch(std::min(i, e), std::max(i, e)) &&
                !far_apart(i, e, travel_limit_[i] + travel_limit_[e]))
                pairs_.push_back({std::min(i, e), std::max(i, e)});
    std::sort(pairs_.begin(), pairs_.end());
}

void System::collide(float h, Team& team) {
    PL_ASSERT((substep_ == 0 || h == substep_) && h > 0);
    for (u32 i = 1; i < bodies_.size() && pairs_known_; ++i)
        if (travelled_[i] + h * length(bodies_.velocity[i].linear) > travel_limit_[i] && bodies_.shape[i] &&
            bodies_.motion[i] != Motion::fixed && bodies_.shape[i]->radius < infinite) {
            pairs_known_ = false;  // a hit made it faster than predicted
        }
    if (!pairs_known_) find_pairs();
    find_contacts(h, team);
    while (wake_touched()) {
        find_pairs();
        find_contacts(h, team);
    }
}

void System::find_contacts(float h, Team& team) {
    const u32 pairs = static_cast<u32>(pairs_.size()), blocks = (pairs + pairs_per_block - 1) / pairs_per_block;
    if (found_.size() < blocks) found_.resize(blocks);
    team.run(blocks, [&](u32 block, u32) { collide_pairs(block, h, found_[block]); });
    previous_contacts_.clear();
    for (u32 block = 0; block < blocks; ++block)
        previous_contacts_.insert(previous_contacts_.end(), found_[block].patches.begin(), found_[block].patches.end());
    contacts_.swap(previous_contacts_);
}

void System::collide_pairs(u32 block, float h, Found& out) const {
    PL_ASSERT(block * pairs_per_block < pairs_.size());
    const Bodies& b = bodies_;
    out.patches.clear();
    const u32 first = block * pairs_per_block, last = std::min<u32>(first + pairs_per_block, u32(pairs_.size()));
    const auto before_pair = [](const PatchState& s, const std::pair<u32, u32>& p) {
        return std::pair{s.key.a, s.key.b} < p;
    };
    auto old = std::lower_bound(contacts_.begin(), contacts_.end(), pairs_[first], before_pair);
    for (u32 k = first; k < last; ++k) {
        const auto [i, j] = pairs_[k];
        while (old != contacts_.end() && before_pair(*old, pairs_[k])) ++old;
        auto end = old;
        while (end != contacts_.end() && end->key.a == i && end->key.b == j) ++end;

        // They notice each other at the distance that they can travel in this substep, and a little more.
        const RigidShape &si = *b.shape[i], &sj = *b.shape[j];
        const float near = settings_.speculative_share * std::min(si.min_half_extent, sj.min_half_extent);
        const auto swing = [&](u32 body, float radius) {
            return radius < infinite ? std::min(length(b.velocity[body].angular), 1 / h) * radius : 0;
        };
        const float way = h * length(falling_velocity(j, h) - falling_velocity(i, h));
        const float speculative_distance = near + way + h * (swing(i, si.radius) + swing(j, sj.radius));
        if (old != end) {
            const Transform now{b.pose[i].inverse(b.pose[j].position),
                                conjugate(b.pose[i].rotation) * b.pose[j].rotation};
            const float moved = moved_since(old->found(), now, std::min(si.radius, sj.radius));
            if (moved + speculative_distance < old->found_position.w + 0.25f * near && moved < 0.25f * near) {
                out.patches.insert(out.patches.end(), old, end);
                continue;
            }
        }
        if (far_apart(i, j, speculative_distance)) continue;
        const size_t from = out.patches.size();
        collide_pair(i, j, speculative_distance, way, out);
        for (size_t p = from; p < out.patches.size(); ++p)
            for (auto o = old; o != end; ++o)
                if (o->key == out.patches[p].key) inherit_impulses(out.patches[p], *o);
        if (from == out.patches.size())
            out.patches.push_back(make_patch_state({i, j}, {}, b.pose[i], b.pose[j], speculative_distance));
    }
}

// By the balls around them, or the height over a plane.
bool System::far_apart(u32 i, u32 j, float speculative_distance) const {
    PL_ASSERT(i != j && bodies_.shape[i] && bodies_.shape[j] && speculative_distance >= 0);
    const Bodies& b = bodies_;
    const RigidShape &si = *b.shape[i], &sj = *b.shape[j];
    if (si.radius < infinite && sj.radius < infinite) {
        const float reach = si.radius + sj.radius + speculative_distance;
        return length_squared(b.pose[j].position - b.pose[i].position) > reach * reach;
    }
    const bool plane_i = !(si.radius < infinite);
    const RigidShape &ground = plane_i ? si : sj, &other = plane_i ? sj : si;
    const u32 under = plane_i ? i : j, over = plane_i ? j : i;
    if (ground.pieces.size() > 1 || !(other.radius < infinite)) return false;
    const Transform plane = b.pose[under] * ground.pieces[0].frame;
    return dot(plane.rotation * Vec3{0, 1, 0}, b.pose[over].position - plane.position) >
           other.radius + speculative_distance;
}

void System::collide_pair(u32 a, u32 b, float speculative_distance, float way, Found& out) const {
    PL_ASSERT(a < b && bodies_.shape[a] && bodies_.shape[b] && speculative_distance >= 0);
    const auto &pieces_a = bodies_.shape[a]->pieces, &pieces_b = bodies_.shape[b]->pieces;
    for (u32 i = 0; i < pieces_a.size(); ++i)
        for (u32 j = 0; j < pieces_b.size(); ++j)
            collide_two(pieces_a[i], pieces_b[j], {a, b, i << 16 | j, 0}, speculative_distance, out);
    // What flies so fast that it may swing round a corner of itself within a substep has a ball inside that may not
    // pass.
    const float inside_a = 0.5f * bodies_.shape[a]->min_half_extent,
                inside_b = 0.5f * bodies_.shape[b]->min_half_extent;
    if (bodies_.moves(a) && way > inside_a)
        for (u32 j = 0; j < pieces_b.size(); ++j)
            collide_two(sphere(inside_a), pieces_b[j], {a, b, PatchKey::guard << 16 | j, 0}, speculative_distance, out);
    if (bodies_.moves(b) && way > inside_b)
        for (u32 i = 0; i < pieces_a.size(); ++i)
            collide_two(pieces_a[i], sphere(inside_b), {a, b, i << 16 | PatchKey::guard, 0}, speculative_distance, out);
}

void System::collide_two(const Piece& p, const Piece& q, PatchKey key, float speculative_distance, Found& out) const {
    PL_ASSERT(key.a < key.b && key.b < bodies_.size() && speculative_distance >= 0);
    const Transform &pose_a = bodies_.pose[key.a], &pose_b = bodies_.pose[key.b];
    const Transform at_p = pose_a * p.frame, at_q = pose_b * q.frame;
    Manifold manifold;
    const auto add = [&] {
        if (manifold.count)
            out.patches.push_back(make_patch_state(key, manifold, pose_a, pose_b, speculative_distance));
    };
    const bool many = bodies_.shape[key.a]->pieces.size() > 1 || bodies_.shape[key.b]->pieces.size() > 1;
    if (many && !p.is_infinite() && !q.is_infinite() &&
        !p.bounds(at_p).grown(speculative_distance).overlaps(q.bounds(at_q)))
        return;
    if (p.is_convex() && q.is_convex()) {
        collide_pieces(p, at_p, q, at_q, speculative_distance, manifold);
        return add();
    }
    const Piece &fixed = p.is_convex() ? q : p, &convex = p.is_convex() ? p : q;
    if (!convex.is_convex()) return;
    if (fixed.is_infinite()) {
        collide_pieces(p, at_p, q, at_q, speculative_distance, manifold);
        return add();
    }
    const bool turned = &fixed == &p;
    const Transform &at_fixed = turned ? at_p : at_q, &at_convex = turned ? at_q : at_p;
    collect_near_triangles(convex, at_convex, fixed, at_fixed, speculative_distance, out.near);
    const bool closed = fixed.shape.kind == ShapeKind::height_field || fixed.shape.mesh->closed();
    for (const ColliderTriangle& triangle : out.near) {
        collide_triangle(convex, at_convex, triangle, closed, at_fixed, speculative_distance, manifold);
        if (turned) swap_sides(manifold);
        key.triangle = triangle_key(triangle);
        add();
    }
}

}  // namespace pliant::rigid
