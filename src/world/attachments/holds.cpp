// Attachments take hold and let go: which target every grip takes, and how it hangs on it from then on.

#include "world/attachments/holds.h"

#include <algorithm>

#include "world/bodies/bodies.h"
#include "world/bodies/measure.h"
#include "world/skin_places.h"

namespace pliant {

// ---- letting go

// When a body is teleported, its attachments take hold again where it is, and so do those that hang on it.
void AttachmentHolds::release(BodyId body) {
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        const bool tied =
            std::any_of(a.holds.begin(), a.holds.end(), [&](const GripHold& hold) { return hold.target.body == body; });
        if (a.body != body && !tied) return;
        a.holding = a.lost = false;
        if (a.body != body) waking_.wake(a.body);
    });
}

// Grips whose target has been removed are free.
void AttachmentHolds::drop_lost_targets(Attachment& a) {
    if (!a.holding || a.targets.empty()) return;
    bool any = false;
    for (size_t g = 0; g < a.holds.size(); ++g) {
        GripHold& hold = a.holds[g];
        if (hold.target && !targets_.is_there(hold.target)) {
            hold = {}, a.impulses[g] = {};
            waking_.wake_in_step(*contents_.bodies.find(a.body));
        }
        any = any || hold.target;
    }
    a.lost = !any;
}

// ---- taking hold

void AttachmentHolds::update() {
    step_.events.attachments.clear();
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        Body& body = *contents_.bodies.find(a.body);
        drop_lost_targets(a);
        const bool enabled = a.parameters.flag(AttachmentP::enabled, contents_.time);
        if (!enabled) a.lost = false;
        const auto there = [&](const AttachmentTarget& t) { return targets_.is_there(t); };
        const bool holds = enabled && !a.broken && !a.lost && !body.quarantined &&
                           (a.targets.empty() || a.holding || std::any_of(a.targets.begin(), a.targets.end(), there));
        if (holds != a.holding) {
            waking_.wake_in_step(body);
            for (const GripHold& hold : a.holds)
                if (Body* other = contents_.bodies.find(hold.target.body)) waking_.wake_in_step(*other);
        }
        if (holds && !a.holding) take(a);
        a.holding = holds;
    });
}

// Offsets of all grips, and the place of the first, are those of this moment.
void AttachmentHolds::take(Attachment& a) {
    const Body& body = *contents_.bodies.find(a.body);
    a.home = a.place = place_now(body, a.grips[0]);
    std::fill(a.impulses.begin(), a.impulses.end(), Vec3{});
    if (a.targets.empty()) {
        for (size_t g = 0; g < a.grips.size(); ++g) a.offset[g] = place_now(body, a.grips[g]) - a.home;
        return;
    }
    choose_targets(a, body);
    const bool to_point = a.parameters.is_explicit(AttachmentP::to_point);
    if (to_point) find_point(a);
    for (size_t g = 0; g < a.grips.size(); ++g) {
        const Vec3 at = place_now(body, a.grips[g]);
        if (to_point) {
            hang_around_point(a, g, at - a.home);
            a.from[g] = a.holds[g].target.body ? at - tied_place(a.holds[g]) : at;
        } else {
            a.offset[g] = {};
            hang(a, g, at);
        }
    }
}

// Of those that stitches may take, where these are not all, a single point.
static NearestPlace nearest_partner(const ContactSurface& skin, std::span<const Vec3> at, std::span<const u8> may,
                                    const Vec3& point) {
    if (may.empty()) return nearest_on_skin(skin, at, point);
    NearestPlace best;
    for (u32 p = 0; p < may.size(); ++p) {
        const float d = length_squared(at[p] - point);
        if (may[p] && d < best.distance_squared) best = {{{p, 0, 0}, {1, 0, 0}, 1}, d};
    }
    return best;
}

// Every grip takes the nearest of all targets.
void AttachmentHolds::choose_targets(Attachment& a, const Body& body) {
    hold_distances_.assign(a.grips.size(), 3e38f);
    std::fill(a.holds.begin(), a.holds.end(), GripHold{});
    for (const AttachmentTarget& target : a.targets) {
        if (!targets_.is_there(target)) continue;
        if (!target.has_frame()) find_surface(target);
        std::vector<u8> may;
        if (target.body) may = stitchable(*contents_.bodies.find(target.body)->model, a.parameters);
        for (size_t g = 0; g < a.grips.size(); ++g) {
            const Vec3 at = place_now(body, a.grips[g]);
            NearestPlace nearest;
            if (target.body)
                nearest = nearest_partner(contents_.bodies.find(target.body)->model->contact, hold_points_, may, at);
            if (target.on_surface())
                nearest = nearest_on_triangles(contents_.characters.find(target.character)->model->triangles,
                                               hold_points_, at);
            float distance = std::sqrt(nearest.distance_squared);
            if (target.has_frame()) distance = a.targets.size() > 1 ? targets_.distance_to(target, at) : 0;
            if (!(distance < hold_distances_[g]) && a.holds[g].target) continue;
            hold_distances_[g] = distance;
            a.holds[g] = {};
            a.holds[g].target = target, a.holds[g].on = nearest.place;
        }
    }
    for (GripHold& hold : a.holds) find_rest(hold);
}

// The points of a body's skin or the vertices of a character, as they are when the step begins.
void AttachmentHolds::find_surface(const AttachmentTarget& target) {
    if (const Body* body = contents_.bodies.find(target.body)) return skin_now(*body, hold_points_);
    CharacterInstance& c = *contents_.characters.find(target.character);
    c.find_nodes(contents_.time);
    hold_points_.resize(c.character().vertex_count()), hold_normals_.resize(c.character().vertex_count());
    skin(c.character(), c.nodes, c.pose, hold_skinning_, hold_points_, hold_normals_);
}

void AttachmentHolds::find_rest(GripHold& hold) const {
    const auto rest_point = [&](u32 p) -> Vec3 {
        if (hold.target.character) {
            const Mesh& mesh = contents_.characters.find(hold.target.character)->character().mesh;
            return mesh.points[mesh.vertex_point[p]];
        }
        return skin_point_at_rest(*contents_.bodies.find(hold.target.body)->model, p);
    };
    hold.rest = {};
    if (!hold.target || hold.target.has_frame()) return;
    for (u32 k = 0; k < hold.on.count; ++k) hold.rest += rest_point(hold.on.point[k]) * hold.on.weight[k];
}

// A grip hangs on its target where it is.
void AttachmentHolds::hang(Attachment& a, size_t g, const Vec3& at) {
    GripHold& hold = a.holds[g];
    if (hold.target.body) {
        tie(hold, at);
        a.offset[g] = at - tied_place(hold), a.from[g] = a.offset[g];
    } else if (hold.target.on_surface()) {
        Vec3 corner[3];
        targets_.find_corners(hold, corner);
        a.offset[g] = transposed(triangle_axes(corner)) * (at - targets_.place_on_surface(hold, {}));
        a.from[g] = targets_.place_on_surface(hold, a.offset[g]);
    } else if (hold.target) {
        const Transform frame = targets_.frame_of(hold.target);
        a.offset[g] = frame.inverse(at), a.from[g] = frame * a.offset[g];
    }
}

// ---- drawn to a point of the target

// All grips hang on the one place that is given.
void AttachmentHolds::find_point(Attachment& a) {
    const Vec3 point = a.parameters.vector(AttachmentP::to_point).to<float>();
    GripHold hold;
    hold.target = a.targets[0];
    if (const Body* body = contents_.bodies.find(hold.target.body)) {
        skin_at_rest(*body->model, hold_points_);
        hold.on = nearest_on_skin(body->model->contact, hold_points_, point).place;
    } else if (hold.target.on_surface()) {
        const CharacterModel& model = *contents_.characters.find(hold.target.character)->model;
        const Mesh& mesh = model.character.mesh;
        hold_points_.resize(mesh.vertex_point.size());
        for (size_t v = 0; v < hold_points_.size(); ++v) hold_points_[v] = mesh.points[mesh.vertex_point[v]];
        hold.on = nearest_on_triangles(model.triangles, hold_points_, point).place;
    }
    find_rest(hold);
    std::fill(a.holds.begin(), a.holds.end(), hold);
}

// The first grip comes to the point; the others stand around it as they do now.
void AttachmentHolds::hang_around_point(Attachment& a, size_t g, const Vec3& around) {
    GripHold& hold = a.holds[g];
    if (const Body* other = contents_.bodies.find(hold.target.body)) {
        const Vec3 at = place_now(*other, hold.on) + around;
        tie(hold, at);
        a.offset[g] = at - tied_place(hold);
    } else if (hold.target.on_surface()) {
        Vec3 corner[3];
        targets_.find_corners(hold, corner);
        a.offset[g] = transposed(triangle_axes(corner)) * around;
    } else {
        const Vec3 point = a.parameters.vector(AttachmentP::to_point).to<float>();
        a.offset[g] = point + conjugate(targets_.frame_of(hold.target).rotation) * around;
    }
}

// ---- ties to another body

Vec3 AttachmentHolds::tied_place(const GripHold& hold, float gap) const {
    const Float4* position = contents_.bodies.find(hold.target.body)->view.position;
    Vec3 y;
    for (u32 t = 0; t < hold.tie_count; ++t) y += position[hold.ties[t].particle].xyz() * hold.ties[t].across(gap);
    return y;
}

// All particles that carry the corners around a place on the skin: also those of no weight, where the skin lies in a
// side of their cell, because only all of them together know which way is up.
void AttachmentHolds::list_ties(GripHold& hold, const ContactSurface& skin) {
    hold.tie_count = 0;
    for (u32 k = 0; k < hold.on.count; ++k)
        for (u32 s = hold.on.point[k] * skin.supports; s < (hold.on.point[k] + 1) * skin.supports; ++s) {
            Tie* const end = hold.ties + hold.tie_count;
            Tie* tie = std::find_if(hold.ties, end, [&](const Tie& t) { return t.particle == skin.particle[s]; });
            if (tie == end && hold.tie_count == GripHold::most_ties) continue;
            if (tie == end) *tie = {skin.particle[s], 0, 0}, ++hold.tie_count;
            tie->foot += hold.on.weight[k] * skin.weight[s], tie->weight = tie->foot;
        }
}

// Weights of the particles around a place on the skin that give a place off it. To the weights u of the place itself
// the least change is added that leads there:
//
//     least Σ du²  with  Σ du = 0,  Σ du y = d     →     du_j = (y_j - m) · C⁻¹ d,   m = mean of y,  C = Σ (y - m)(y -
//     m)ᵀ
//
// Where the particles lie in a plane or nearly so, C says nothing across it; what is added to its diagonal keeps
// weights from growing without bounds there. Done twice, for what that leaves over in all other directions.
void AttachmentHolds::tie(GripHold& hold, const Vec3& at) {
    const Body& other = *contents_.bodies.find(hold.target.body);
    list_ties(hold, other.model->contact);
    const auto place = [&](u32 t) { return other.view.position[hold.ties[t].particle].xyz().to<double>(); };
    Vec3d middle;
    for (u32 t = 0; t < hold.tie_count; ++t) middle += place(t) / static_cast<double>(hold.tie_count);
    Mat3d c{};
    for (u32 t = 0; t < hold.tie_count; ++t) c = c + outer(place(t) - middle, place(t) - middle);
    const double spread = c(0, 0) + c(1, 1) + c(2, 2);
    for (int k = 0; k < 3; ++k) c(k, k) += 1e-3 * spread;
    const double det = determinant(c);
    const Mat3d inverse = det > 0 ? transposed(cofactor(c)) * (1 / det) : Mat3d{};
    double weight[GripHold::most_ties];
    for (u32 t = 0; t < hold.tie_count; ++t) weight[t] = static_cast<double>(hold.ties[t].weight);
    for (int round = 0; round < 2; ++round) {
        Vec3d missing = at.to<double>();
        for (u32 t = 0; t < hold.tie_count; ++t) missing -= place(t) * weight[t];
        const Vec3d slope = inverse * missing;
        for (u32 t = 0; t < hold.tie_count; ++t) weight[t] += dot(place(t) - middle, slope);
    }
    double sum = 0;
    for (u32 t = 0; t < hold.tie_count; ++t) {
        hold.ties[t].weight = static_cast<float>(weight[t]);
        sum += static_cast<double>(hold.ties[t].weight);
    }
    // What both sides feel is opposite to the last bits: rounding is left to the first.
    if (hold.tie_count > 0) hold.ties[0].weight += static_cast<float>(1 - sum);
}

// ---- bodies that have torn

// The skin has become another: its places are found again. Each is held as the nearest of the old ones was.
void AttachmentHolds::reattach(Attachment& a) {
    const Body& body = *contents_.bodies.find(a.body);
    const Attachment before = a;
    find_places(a, *body.model);
    a.body_mass = mass(*contents_.bodies.find(a.body));
    a.offset.assign(a.grips.size(), {}), a.impulses.assign(a.grips.size(), {});
    a.resize_grips();
    const std::vector<Vec3> rest = skin_at_rest(*body.model);
    for (size_t g = 0; g < a.grips.size(); ++g) {
        size_t old = 0;
        for (size_t o = 1; o < before.rest.size(); ++o)
            if (length_squared(before.rest[o] - a.rest[g]) < length_squared(before.rest[old] - a.rest[g])) old = o;
        a.offset[g] = before.offset[old];
        if (!a.targets.empty()) a.holds[g] = before.holds[old], a.from[g] = before.from[old];
        if (!a.holding || before.rest[old] == a.rest[g]) continue;
        const SkinPlace was = nearest_on_skin(body.model->contact, rest, before.rest[old]).place;
        const Vec3 by = place_now(body, a.grips[g]) - place_now(body, was);
        if (a.targets.empty()) {
            a.offset[g] += by;  // in the world
        } else {
            shift_hold(a, g, by);
        }
    }
}

// A grip hangs beside where it hung.
void AttachmentHolds::shift_hold(Attachment& a, size_t g, const Vec3& by) {
    GripHold& hold = a.holds[g];
    if (!hold.target || !targets_.is_there(hold.target)) return;
    if (hold.target.body) return tie(hold, tied_place(hold) + by);
    a.from[g] += by;
    if (hold.target.has_frame()) {
        a.offset[g] += conjugate(targets_.frame_of(hold.target).rotation) * by;
    } else {
        Vec3 corner[3];
        targets_.find_corners(hold, corner);
        a.offset[g] += transposed(triangle_axes(corner)) * by;
    }
}

// What hung on a body hangs on the piece on which its place now is, as far from it as it was.
void AttachmentHolds::tie_to_pieces(BodyId id, std::span<const BodyId> pieces, const ParticleView& before) {
    std::vector<std::vector<Vec3>> rest;
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        for (GripHold& hold : a.holds) {
            if (hold.target.body != id) continue;
            if (rest.empty())
                for (const BodyId piece : pieces) rest.push_back(skin_at_rest(*contents_.bodies.find(piece)->model));
            Vec3 at;
            for (u32 t = 0; t < hold.tie_count; ++t)
                at += before.position[hold.ties[t].particle].xyz() * hold.ties[t].weight;
            float nearest = 3e38f;
            for (size_t p = 0; p < pieces.size(); ++p) {
                if (rest[p].empty()) continue;
                const ContactSurface& skin = contents_.bodies.find(pieces[p])->model->contact;
                const NearestPlace found = nearest_on_skin(skin, rest[p], hold.rest);
                if (!(found.distance_squared < nearest)) continue;
                nearest = found.distance_squared, hold.target.body = pieces[p], hold.on = found.place;
            }
            tie(hold, at);
        }
    });
}

// What held the body holds the pieces on which its places now are: the one with its point, and copies the others.
void AttachmentHolds::move_to_pieces(BodyId id, std::span<const BodyId> pieces) {
    std::vector<std::vector<Vec3>> rest;
    std::vector<Attachment> copies;
    const auto piece_at = [&](const Vec3& place) {
        size_t best = 0;
        float nearest = 3e38f;
        for (size_t p = 0; p < pieces.size(); ++p) {
            if (rest[p].empty()) continue;
            const NearestPlace found =
                nearest_on_skin(contents_.bodies.find(pieces[p])->model->contact, rest[p], place);
            if (found.distance_squared < nearest) nearest = found.distance_squared, best = p;
        }
        return best;
    };
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        if (a.body != id) return;
        if (rest.empty())
            for (const BodyId piece : pieces) rest.push_back(skin_at_rest(*contents_.bodies.find(piece)->model));
        const Attachment before = a;
        const size_t main = piece_at(a.where.point);
        std::vector<u8> has(pieces.size());
        for (const Vec3& place : before.rest) has[piece_at(place)] = 1;
        a.body = pieces[main];
        reattach(a);
        for (size_t p = 0; p < pieces.size(); ++p) {
            if (!has[p] || p == main) continue;
            copies.push_back(before);
            copies.back().body = pieces[p], copies.back().where.by_point = false;
            reattach(copies.back());
        }
    });
    for (Attachment& copy : copies) {
        auto [number, a] = contents_.attachments.add(std::move(copy));
        a.id = number;
    }
}

}  // namespace pliant
