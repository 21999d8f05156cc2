#include "collide/collider_contacts.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

constexpr size_t max_planes_of_point = 4;  // a point in a corner meets three faces; a fourth is rare
constexpr float same_plane = 0.95f;        // cosine between normals

Vec3 corner_of(const Box& box, int corner) {
    return {corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
            corner & 4 ? box.high.z : box.low.z};
}

Box box_of(const Vec3& a, const Vec3& b, float grown) {
    Box box;
    box.add(a);
    box.add(b);
    return box.grown(grown);
}

}  // namespace

ColliderContacts::TriangleDistance ColliderContacts::distance_to(const ColliderTriangle& t, const Vec3& p) {
    const TrianglePoint<float> c = closest_on_triangle(p, t.corner[0], t.corner[1], t.corner[2]);
    return {std::sqrt(c.distance_squared), c.point, &t, c.feature};
}

// The first of the nearest among triangles around the patch. What is further away than the one with the nearest box, by
// its own box, need not be measured.
ColliderContacts::TriangleDistance ColliderContacts::distance_to_patch(const Vec3& p, std::span<const u32> triangles) {
    TriangleDistance best{3e38f, {}, nullptr, TriangleFeature::face};
    if (triangles.empty()) return best;
    const u32 count = static_cast<u32>(triangles.size());
    box_squared_.resize(count + lane_count);
    const bool is_all = count == patch_triangles_.size();
    f32x8 least_squared = splat(3e38f);
    for (u32 i = 0; i < count; i += lane_count) {
        const f32x8 squared = is_all ? box_distances(p, i) : box_distances(p, triangles.subspan(i));
        least_squared = least(squared, least_squared);
        store8(box_squared_.data() + i, squared);
    }
    float bound = lane(least_squared, 0);
    for (u32 k = 1; k < lane_count; ++k) bound = std::min(bound, lane(least_squared, k));
    const size_t nearest = static_cast<size_t>(
        std::find(box_squared_.begin(), box_squared_.begin() + count, bound) - box_squared_.begin());
    if (nearest == count) bound = 3e38f;  // not finite, or beyond all bounds
    if (nearest < count) {
        const float first = distance_to(patch_triangles_[triangles[nearest]], p).distance;
        bound = first * first * 1.000001f;
    }
    for (u32 i = 0; i < count; i += lane_count)
        for (u32 near = bits(load8(box_squared_.data() + i) > splat(bound)) ^ 0xffu; near; near &= near - 1) {
            const u32 k = i + static_cast<u32>(__builtin_ctz(near));
            if (k >= count) break;
            const TriangleDistance d = distance_to(patch_triangles_[triangles[k]], p);
            if (d.distance < best.distance) best = d;
        }
    return best;
}

// As distance_squared() of geometry/bvh.h, of eight boxes of the patch: that follow each other, or in a list.
static f32x8 box_distances(const Vec3& p, const f32x8 (&side)[6]) {
    const f32x8 zero = splat(0.0f);
    const auto outside = [&](int axis) {
        const f32x8 at = splat(p[axis]);
        return greatest(greatest(side[axis] - at, at + side[axis + 3]), zero);
    };
    const Vec3x8 out{outside(0), outside(1), outside(2)};
    return dot(out, out) * splat(0.999999f);
}

f32x8 ColliderContacts::box_distances(const Vec3& p, u32 first) const {
    f32x8 side[6];
    for (int k = 0; k < 6; ++k) side[k] = load8(patch_boxes_.side(k) + first);
    return pliant::box_distances(p, side);
}

f32x8 ColliderContacts::box_distances(const Vec3& p, std::span<const u32> slots) const {
    f32x8 side[6];
    for (int k = 0; k < 6; ++k) {
        float values[lane_count];
        for (u32 i = 0; i < lane_count; ++i)
            values[i] = patch_boxes_.side(k)[slots[std::min<size_t>(i, slots.size() - 1)]];
        side[k] = load8(values);
    }
    return pliant::box_distances(p, side);
}

// The normal of the surface where it is nearest, for telling inside from outside.
Vec3 ColliderContacts::outward(const TriangleDistance& d) {
    switch (d.feature) {
        case TriangleFeature::vertex_a: return d.triangle->point_normal[0];
        case TriangleFeature::vertex_b: return d.triangle->point_normal[1];
        case TriangleFeature::vertex_c: return d.triangle->point_normal[2];
        case TriangleFeature::edge_ab: return d.triangle->edge_normal[0];
        case TriangleFeature::edge_bc: return d.triangle->edge_normal[1];
        case TriangleFeature::edge_ca: return d.triangle->edge_normal[2];
        case TriangleFeature::face: break;
    }
    return d.triangle->normal;
}

bool is_inside(const Shape& shape, const Vec3& point) {
    PL_ASSERT(is_finite(point));
    if (shape.kind == ShapeKind::height_field) return point.y < shape.height_field->height(point.x, point.z);
    if (shape.kind != ShapeKind::mesh) return signed_distance(shape, point).distance < 0;
    if (!shape.mesh->closed() || !shape.mesh->bounds().contains(point)) return false;
    std::vector<ColliderTriangle> triangles;
    shape.mesh->collect_triangles(shape.mesh->bounds(), triangles);
    ColliderContacts::TriangleDistance best{3e38f, {}, nullptr, TriangleFeature::face};
    for (const ColliderTriangle& t : triangles) {
        const ColliderContacts::TriangleDistance d = ColliderContacts::distance_to(t, point);
        if (d.distance < best.distance) best = d;
    }
    return best.triangle && dot(point - best.on_shape, ColliderContacts::outward(best)) < 0;
}

void ColliderContacts::reserve_like(const ColliderContacts& other) {
    patch_triangles_.reserve(other.patch_triangles_.capacity());
    patch_boxes_.reserve_like(other.patch_boxes_);
    all_.reserve(other.all_.capacity());
    near_.reserve(other.near_.capacity());
    box_squared_.reserve(other.box_squared_.capacity());
    if (paths_.size() < other.paths_.size()) {
        paths_.resize(other.paths_.size());
        path_found_.resize(other.path_found_.size());
    }
    triangle_boxes_.reserve_like(other.triangle_boxes_);
    triangles_.reserve(other.triangles_.capacity());
    feature_edges_.reserve(other.feature_edges_.capacity());
    planes_.reserve(other.planes_.capacity());
}

void ColliderContacts::find(MovingSurface& surface, const MovingShape& moving, const ContactDistances& distances,
                            std::vector<FoundContact>& out) {
    PL_ASSERT(moving.shape && all_finite(moving.before) && all_finite(moving.now));
    PL_ASSERT(distances.thickness >= 0 && distances.speculative_distance >= 0);
    surface_ = &surface;
    moving_ = moving;
    distances_ = distances;
    out_ = &out;
    thickness_ = distances.thickness + surface.radius();
    const float max_distance = thickness_ + distances.speculative_distance;
    const bool is_plane = moving.shape->kind == ShapeKind::plane;
    const Box shape_box = is_plane ? Box{} : moving.bounds().grown(max_distance);
    const ContactSurface& topology = surface.topology();
    if (paths_.size() < topology.point_count()) {
        paths_.resize(topology.point_count());
        path_found_.resize(topology.point_count(), 0);
    }
    if (++finds_ == 0) {
        std::fill(path_found_.begin(), path_found_.end(), 0u);
        finds_ = 1;
    }
    for (u32 patch = 0; patch < topology.patches.size(); ++patch) {
        const Box box = surface.patch_bounds(patch);
        if (is_plane) {
            // The corner of the box that is deepest in the half space, before and now.
            bool near = false;
            for (const Transform& pose : {moving.before, moving.now}) {
                const Vec3 n = pose.rotation * Vec3{0, 1, 0};
                const Vec3 deepest{n.x > 0 ? box.low.x : box.high.x, n.y > 0 ? box.low.y : box.high.y,
                                   n.z > 0 ? box.low.z : box.high.z};
                near = near || dot(n, deepest - pose.position) < max_distance;
            }
            if (!near) continue;
        } else if (!box.overlaps(shape_box)) {
            continue;
        }
        surface.prepare_patch(patch);
        collide_points(patch);
        collide_triangles(patch);
    }
}

// In the collider's frame.
const ColliderContacts::Path& ColliderContacts::path_of(u32 point) {
    PL_ASSERT(point < paths_.size() && finds_ > 0);
    if (path_found_[point] != finds_) {
        path_found_[point] = finds_;
        paths_[point] = {moving_.before.inverse(surface_->before(point)), moving_.now.inverse(surface_->now(point))};
    }
    return paths_[point];
}

// Where the patch is, seen from the collider. A box in a box is good enough for shapes of few parts; of a mesh, all
// that is in it will be looked at, so it is made as tight as can be.
void ColliderContacts::find_local_patch(u32 patch) {
    PL_ASSERT(patch < surface_->topology().patches.size());
    local_patch_ = {};
    if (moving_.shape->is_triangle_set()) {
        const ContactSurface::Patch& p = surface_->topology().patches[patch];
        const auto add_corners = [&](u32 point) {
            local_patch_.add(path_of(point).from);
            local_patch_.add(path_of(point).to);
        };
        for (u32 i = p.point_begin; i < p.point_end; ++i) add_corners(i);
        for (u32 t = p.triangle_begin; t < p.triangle_end; ++t)
            for (u32 i : surface_->topology().triangles[t]) add_corners(i);
    } else {
        for (int c = 0; c < 8; ++c) {
            local_patch_.add(moving_.before.inverse(corner_of(surface_->patch_bounds_before(patch), c)));
            local_patch_.add(moving_.now.inverse(corner_of(surface_->patch_bounds_now(patch), c)));
        }
    }
    local_patch_ = local_patch_.grown(thickness_ + distances_.speculative_distance);
}

void ColliderContacts::collide_points(u32 patch) {
    PL_ASSERT(patch < surface_->topology().patches.size() && surface_->ready(patch));
    const ContactSurface::Patch& p = surface_->topology().patches[patch];
    if (moving_.shape->kind != ShapeKind::plane) find_local_patch(patch);
    patch_triangles_.clear();
    if (moving_.shape->kind == ShapeKind::mesh) moving_.shape->mesh->collect_triangles(local_patch_, patch_triangles_);
    if (moving_.shape->kind == ShapeKind::height_field) {
        moving_.shape->height_field->collect_triangles(
            local_patch_, patch_triangles_);  // at all heights, since points may be underground
    }
    if (moving_.shape->is_triangle_set() && patch_triangles_.empty()) return;
    list_collider_triangles();
    for (u32 i = p.point_begin; i < p.point_end; ++i)
        if (surface_->role(i) != PointRole::corner) collide_point(i);
}

void ColliderContacts::list_collider_triangles() {
    patch_boxes_.clear();
    patch_boxes_.begin_group();
    all_.clear();
    for (const ColliderTriangle& t : patch_triangles_) {
        Box box;
        for (const Vec3& c : t.corner) box.add(c);
        all_.push_back(patch_boxes_.add(box));
    }
}

void ColliderContacts::collide_point(u32 point) {
    PL_ASSERT(point < surface_->topology().point_count());
    const bool guard = surface_->topology().role[point] == PointRole::guard;
    const Vec3 before = surface_->before(point);
    const Vec3 from = path_of(point).from, to = path_of(point).to;
    const float thickness = guard ? surface_->radius() : thickness_;
    planes_.clear();
    if (moving_.shape->is_triangle_set()) {
        sweep_triangle_set(from, to, thickness);
    } else if (moving_.shape->kind == ShapeKind::compound) {
        for (const ShapePart& part : *moving_.shape->parts) sweep_part(part, from, to, thickness);
    } else if (Plane plane;
               sweep_point(*moving_.shape, from, to, thickness, thickness + distances_.speculative_distance, plane)) {
        planes_.push_back(plane);
    }
    for (const Plane& plane : planes_) add({{point, 0, 0}, {1, 0, 0}, 1}, before, plane, point, guard);
}

// Each part by itself: a point in a corner between two is held by both. Of more than four, by those that it comes
// deepest into, in whatever order the parts stand.
void ColliderContacts::sweep_part(const ShapePart& part, const Vec3& from, const Vec3& to, float thickness) {
    Plane plane;
    if (!sweep_point(part.shape, part.frame.inverse(from), part.frame.inverse(to), thickness,
                     thickness + distances_.speculative_distance, plane))
        return;
    plane = {part.frame * plane.on_shape, part.frame.rotation * plane.normal};
    if (planes_.size() < max_planes_of_point) return planes_.push_back(plane);
    const auto separation = [&](const Plane& p) { return dot(p.normal, to - p.on_shape); };
    Plane& furthest = *std::max_element(planes_.begin(), planes_.end(),
                                        [&](const Plane& p, const Plane& q) { return separation(p) < separation(q); });
    if (separation(plane) < separation(furthest)) furthest = plane;
}

// Whether a point is inside a closed mesh or under a height field, and where the way out is.
bool ColliderContacts::is_inside_triangle_set(const Vec3& p, Plane& plane) {
    if (moving_.shape->kind == ShapeKind::mesh && !moving_.shape->mesh->closed()) return false;
    if (moving_.shape->kind == ShapeKind::height_field && p.y >= moving_.shape->height_field->height(p.x, p.z))
        return false;
    const TriangleDistance d = distance_to_patch(p, all_);
    if (!d.triangle) return false;
    const Vec3 out = outward(d);
    if (moving_.shape->kind == ShapeKind::mesh && dot(p - d.on_shape, out) >= 0) return false;
    plane = {d.on_shape, d.distance > 1e-6f ? (d.on_shape - p) / d.distance : out};
    return true;
}

void ColliderContacts::sweep_triangle_set(const Vec3& from, const Vec3& to, float thickness) {
    if (Plane plane; is_inside_triangle_set(from, plane)) {
        planes_.push_back(plane);
        return;
    }
    const float max_distance = thickness + distances_.speculative_distance;
    const Box around = box_of(from, to, max_distance);
    near_.clear();
    patch_boxes_.overlap(around, [&](u32 slot) { near_.push_back(slot); });
    if (near_.empty()) return;
    Vec3 p = from;
    TriangleDistance d = distance_to_patch(p, near_);
    const bool met = advance({length(to - from), thickness, max_distance}, d.distance, [&](float t) {
        p = t < 1 ? from + (to - from) * t : to;
        d = distance_to_patch(p, near_);
        return d.distance;
    });
    if (!met) return;
    // The nearest triangle, and any other whose face is near too: those are the sides of a valley. Edges and corners
    // count only when nothing is nearer, or a flat floor of many triangles would have bumps.
    const auto add_plane = [&](const TriangleDistance& s) {
        const Vec3 away = s.distance > 1e-7f                               ? (p - s.on_shape) / s.distance
                          : dot(from - s.on_shape, s.triangle->normal) < 0 ? -s.triangle->normal
                                                                           : s.triangle->normal;
        for (const Plane& known : planes_)
            if (dot(known.normal, away) > same_plane) return;
        if (planes_.size() < max_planes_of_point) planes_.push_back({s.on_shape, away});
    };
    add_plane(d);
    const float other_sides = std::max(d.distance, thickness) + distances_.speculative_distance;
    for (const u32 number : near_) {
        const Box box = patch_boxes_.box(number);
        if (&patch_triangles_[number] == d.triangle ||
            distance_squared(box.low, box.high, p) > other_sides * other_sides * 1.000001f)
            continue;
        const TriangleDistance s = distance_to(patch_triangles_[number], p);
        if (s.feature == TriangleFeature::face && s.distance <= other_sides) add_plane(s);
    }
}

void ColliderContacts::collide_triangles(u32 patch) {
    PL_ASSERT(patch < surface_->topology().patches.size());
    const ContactSurface::Patch& p = surface_->topology().patches[patch];
    if (p.triangle_begin == p.triangle_end || moving_.shape->kind == ShapeKind::plane) return;
    feature_edges_.clear();
    collect_feature_edges(*moving_.shape, local_patch_, feature_edges_);
    // Edges are not measured where twice their rest length is short enough: matter is hardly ever stretched further,
    // and if it is, a feature edge comes nearer than it should but does not pass.
    const float expected2 = 4 * surface_->rest_edge_squared(patch);
    float longest2 = -1;
    const auto all_short = [&](float bound2) {
        if (expected2 <= bound2) return true;
        if (longest2 < 0) longest2 = longest_edge_squared(p);
        return longest2 <= bound2;
    };
    bool listed = false;
    for (const FeatureEdge& edge_line : feature_edges_) {
        // Where corners are much closer together than the edge is thick, it cannot come further between them than a
        // quarter of the thickness: two points at a distance R of a line, e apart, have between them a place at
        // R - e²/8R.
        if (all_short(2 * (edge_line.radius + thickness_) * thickness_)) continue;
        const Box line_box =
            box_of(edge_line.from, edge_line.to, edge_line.radius + thickness_ + distances_.speculative_distance);
        if (!line_box.overlaps(local_patch_)) continue;
        if (!listed) list_triangles(p);
        listed = true;
        triangle_boxes_.overlap(line_box, [&](u32 slot) { collide_triangle(triangles_[slot], edge_line); });
    }
}

// Those that are solid, with the boxes of their paths in the collider's frame.
void ColliderContacts::list_triangles(const ContactSurface::Patch& patch) {
    triangle_boxes_.clear();
    triangle_boxes_.begin_group();
    triangles_.clear();
    for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t) {
        if (!surface_->is_solid(t)) continue;
        Box box;
        for (const u32 p : surface_->topology().triangles[t]) {
            box.add(path_of(p).from);
            box.add(path_of(p).to);
        }
        triangle_boxes_.add(box);
        triangles_.push_back(t);
    }
}

// A triangle against a feature edge that may be thinner than it. An edge that lies across the triangle gets contacts
// with the triangle's edges, where it crosses them; the inside of the triangle touches only the ends of the edge.
void ColliderContacts::collide_triangle(u32 triangle, const FeatureEdge& edge_line) {
    PL_ASSERT(triangle < surface_->topology().triangles.size());
    const ContactSurface& topology = surface_->topology();
    const auto& corner = topology.triangles[triangle];
    const Box around =
        box_of(edge_line.from, edge_line.to, edge_line.radius + thickness_ + distances_.speculative_distance);
    Path path[3];
    Box box[3], all;
    for (int k = 0; k < 3; ++k) {
        path[k] = path_of(corner[k]);
        box[k].add(path[k].from);
        box[k].add(path[k].to);
        all.add(box[k]);
    }
    if (!all.overlaps(around)) return;
    for (u32 k = 0; k < 3; ++k) {
        const u32 neighbor = topology.neighbor[triangle][k];
        if (neighbor < triangle && surface_->is_solid(neighbor)) continue;  // it is the neighbour's edge
        Box edge = box[k];
        edge.add(box[(k + 1) % 3]);
        if (edge.overlaps(around)) collide_edge(triangle, k, path, edge_line);
    }
    collide_face(triangle, path, edge_line);
}

// Of a patch all of whose corners are held off themselves; else beyond all bounds.
float ColliderContacts::longest_edge_squared(const ContactSurface::Patch& patch) const {
    const ContactSurface& topology = surface_->topology();
    float longest2 = 0;
    for (u32 t = patch.triangle_begin; t < patch.triangle_end; ++t)
        for (u32 k = 0; k < 3; ++k) {
            const u32 a = topology.triangles[t][k], b = topology.triangles[t][(k + 1) % 3];
            if (surface_->role(a) != PointRole::skin) return 3e38f;
            longest2 = std::max({longest2, length_squared(surface_->before(b) - surface_->before(a)),
                                 length_squared(surface_->now(b) - surface_->now(a))});
        }
    return longest2;
}

Advance ColliderContacts::advance_to_feature_edge(float max_approach, const FeatureEdge& edge_line) const {
    const float thickness = thickness_ + edge_line.radius;
    return {max_approach, thickness, thickness + distances_.speculative_distance};
}

void ColliderContacts::collide_edge(u32 triangle, u32 k, const Path* path, const FeatureEdge& edge_line) {
    PL_ASSERT(triangle < surface_->topology().triangles.size() && k < 3 && path);
    const ContactSurface& topology = surface_->topology();
    const u32 l = (k + 1) % 3;
    const u32 a = topology.triangles[triangle][k], b = topology.triangles[triangle][l];
    Vec3 p, q;
    SegmentPair<float> d{};
    const auto distance = [&](float t) {
        p = path[k].at(t);
        q = path[l].at(t);
        d = closest_between_segments(edge_line.from, edge_line.to, p, q);
        return std::sqrt(d.distance_squared);
    };
    if (!advance(advance_to_feature_edge(std::max(path[k].length(), path[l].length()), edge_line), distance(0),
                 distance))
        return;
    // Points that are active themselves have met the whole shape already.
    const u32 end = d.t < 0.001f ? a : d.t > 0.999f ? b : ContactSurface::none;
    if (end != ContactSurface::none && topology.role[end] != PointRole::corner) return;
    add_feature_edge_contact({{a, b, 0}, {1 - d.t, d.t, 0}, 2}, p + (q - p) * d.t, edge_line, d.s,
                             topology.point_count() + 3 * triangle + k);
}

void ColliderContacts::collide_face(u32 triangle, const Path* path, const FeatureEdge& edge_line) {
    PL_ASSERT(triangle < surface_->topology().triangles.size() && path);
    const ContactSurface& topology = surface_->topology();
    const auto& corner = topology.triangles[triangle];
    Vec3 at[3];
    SegmentTrianglePair<float> d{};
    const auto distance = [&](float t) {
        for (int k = 0; k < 3; ++k) at[k] = path[k].at(t);
        d = closest_segment_triangle(edge_line.from, edge_line.to, at[0], at[1], at[2]);
        return std::sqrt(d.distance_squared);
    };
    const float max_approach = std::max({path[0].length(), path[1].length(), path[2].length()});
    if (!advance(advance_to_feature_edge(max_approach, edge_line), distance(0), distance) ||
        std::min({d.weights.x, d.weights.y, d.weights.z}) < 0.001f)
        return;
    add_feature_edge_contact({{corner[0], corner[1], corner[2]}, {d.weights.x, d.weights.y, d.weights.z}, 3},
                             at[0] * d.weights.x + at[1] * d.weights.y + at[2] * d.weights.z, edge_line, d.s,
                             topology.point_count() + 3 * static_cast<u32>(topology.triangles.size()) + triangle);
}

// A place of the skin near a feature edge, at the moment of contact.
void ColliderContacts::add_feature_edge_contact(const SkinPlace& place, const Vec3& on_skin,
                                                const FeatureEdge& edge_line, float along, u32 feature) {
    const Vec3 on_line = edge_line.from + (edge_line.to - edge_line.from) * along;
    const float distance = length(on_skin - on_line);
    if (distance < 1e-7f) return;  // it was through already: which side was right cannot be told
    const Vec3 normal = (on_skin - on_line) / distance;
    Vec3 before;
    for (u32 k = 0; k < place.count; ++k) before += surface_->before(place.point[k]) * place.weight[k];
    add(place, before, {on_line + normal * edge_line.radius, normal}, feature, false);
}

void ColliderContacts::add(const SkinPlace& place, const Vec3& before, const Plane& plane, u32 feature, bool guard) {
    PL_ASSERT(is_finite(plane.normal) && is_finite(plane.on_shape));
    const Vec3 on_shape_before = moving_.before * plane.on_shape, on_shape_now = moving_.now * plane.on_shape;
    ContactDistances d = distances_;
    d.thickness = guard ? surface_->radius() : thickness_;
    FoundContact c;
    c.on = place;
    c.other.count = 0;
    c.normal = moving_.now.rotation * plane.normal;
    const float start_gap = dot(plane.normal, moving_.before.inverse(before) - plane.on_shape);
    c.separation = dot(c.normal, before - on_shape_now);
    c.thickness = d.thickness;
    c.min_normal_speed = min_normal_speed(c.separation, start_gap, d);
    c.gap = start_gap - d.thickness;
    c.other_velocity = (on_shape_now - on_shape_before) / distances_.step;
    c.feature = feature;
    c.triangle = ContactSurface::none;
    c.deep = false;
    out_->push_back(c);
}

}  // namespace pliant
