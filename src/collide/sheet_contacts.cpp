#include "collide/sheet_contacts.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "geometry/triangle_queries.h"

namespace pliant {

void SheetContacts::reserve_like(const SheetContacts& other) {
    near_.reserve(other.near_.capacity());
    near_back_.reserve(other.near_back_.capacity());
    edges_.reserve(other.edges_.capacity());
    cut_.reserve(other.cut_.capacity());
    parts_.reserve_like(other.parts_);
    size_.reserve(other.size_.capacity());
    largest_.reserve(other.largest_.capacity());
    pairs_.reserve_like(other.pairs_);
}

void SheetContacts::find_self(const SheetTree& sheet, const ContactDistances& distances, std::vector<FoundContact>& out,
                              SheetTangle& tangle) {
    find_near_features(sheet, sheet, distances, tangle, true);
    find_unknown_sides(sheet, tangle.unknown_side);
    add_points(sheet, sheet, near_, out);
    add_edges(sheet, sheet, out);
    add_untangling_contacts(sheet, out, out);
}

void SheetContacts::find(const SheetTree& a, const SheetTree& b, const ContactDistances& distances,
                         std::vector<FoundContact>& found, std::vector<FoundContact>& back, SheetTangle& tangle,
                         bool same_origin) {
    PL_ASSERT(&a != &b);
    find_near_features(a, b, distances, tangle, same_origin);
    find_unknown_sides(a, tangle.unknown_side);
    find_unknown_sides(b, tangle.unknown_side_back);
    add_points(a, b, near_, found);
    add_points(b, a, near_back_, back);
    add_edges(a, b, found);
    add_untangling_contacts(a, found, back);
}

// Edges are there for what passes between points; that sheets keep their distance is up to the points.
static float edge_thickness(float thickness) { return 0.5f * thickness; }

void SheetContacts::find_near_features(const SheetTree& a, const SheetTree& b, const ContactDistances& distances,
                                       SheetTangle& tangle, bool same_origin) {
    PL_ASSERT(distances.thickness >= 0 && distances.speculative_distance >= 0);
    distances_ = distances;
    first_ = &a;
    second_ = &b;
    same_origin_ = same_origin;
    tangle_ = &tangle;
    near_.clear();
    near_back_.clear();
    edges_.clear();
    tangle.clear();
    pairs_.find(a, b, same_origin, distances.thickness + distances.speculative_distance,
                edge_thickness(distances.thickness), *this);
}

// Features that are closer at rest than the thickness may stay so; half of the rest distance, because sheets shear.
float SheetContacts::kept_distance(float at_rest) const {
    PL_ASSERT(at_rest >= 0);
    return same_origin_ ? std::min(distances_.thickness, 0.5f * at_rest) : distances_.thickness;
}

void SheetContacts::point(const SheetTree& points, u32 point, const SheetTree& skin, u32 triangle) {
    PL_ASSERT(point < points.skin().point_count() && triangle < skin.skin().triangles.size());
    const float max_distance = distances_.thickness + distances_.speculative_distance;
    const auto& corner = skin.skin().triangles[triangle];
    const Vec3 at = points.before(point);
    const TrianglePoint<float> c =
        closest_on_triangle(at, skin.before(corner[0]), skin.before(corner[1]), skin.before(corner[2]));
    const float distance = length(at - c.point);
    if (!(distance > 0)) return;
    const Vec3 normal = (at - c.point) / distance;
    // All of the triangle stays behind the corner that comes nearest.
    const float nearer = std::max({dot(normal, skin.displacement(corner[0])), dot(normal, skin.displacement(corner[1])),
                                   dot(normal, skin.displacement(corner[2]))});
    const float nearest = std::min(distance, distance + dot(normal, points.displacement(point)) - nearer);
    if (nearest > max_distance) return;
    float kept = distances_.thickness;
    if (same_origin_) {
        kept = kept_distance(std::sqrt(
            closest_on_triangle(points.rest(point), skin.rest(corner[0]), skin.rest(corner[1]), skin.rest(corner[2]))
                .distance_squared));
        if (nearest > kept + distances_.speculative_distance) return;
    }
    (&points == first_ ? near_ : near_back_)
        .push_back({point, triangle, distance, kept, c.feature == TriangleFeature::face, normal, c.weights});
}

// Whether the lines of two segments are nearest to each other beyond an end of one of them, by more than rounding can
// decide: then an end is nearest.
static bool are_nearest_at_an_end(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
    const Vec3d dp = (p1.to<double>() - p0.to<double>()), dq = q1.to<double>() - q0.to<double>(),
                r = p0.to<double>() - q0.to<double>();
    const double a = length_squared(dp), e = length_squared(dq), b = dot(dp, dq), f = dot(dp, r), g = dot(dq, r);
    const double denominator = a * e - b * b, margin = 1e-4 * denominator;
    if (!(denominator > 1e-8 * a * e)) return false;  // almost parallel
    const double s = b * g - f * e, t = a * g - b * f;
    return s < -margin || t < -margin || s > denominator + margin || t > denominator + margin;
}

void SheetContacts::edges(u32 edge, u32 other) {
    const SheetTree &a = *first_, &b = *second_;
    const SheetTree::Edge &e = a.edge(edge), &f = b.edge(other);
    if (are_nearest_at_an_end(a.before(e.a), a.before(e.b), b.before(f.a), b.before(f.b))) return;
    const SegmentPair<float> c = closest_between_segments(a.before(e.a), a.before(e.b), b.before(f.a), b.before(f.b));
    if (std::min(c.s, c.t) < 0.001f || std::max(c.s, c.t) > 0.999f) return;  // a point, which sees to it
    const Vec3 between =
        a.before(e.a) + (a.before(e.b) - a.before(e.a)) * c.s - b.before(f.a) - (b.before(f.b) - b.before(f.a)) * c.t;
    const float distance = length(between);
    if (!(distance > 0)) return;
    const Vec3 normal = between / distance;
    const float displacement = std::min(dot(normal, a.displacement(e.a)), dot(normal, a.displacement(e.b))) -
                               std::max(dot(normal, b.displacement(f.a)), dot(normal, b.displacement(f.b)));
    const float nearest = std::min(distance, distance + displacement);
    if (nearest > edge_thickness(distances_.thickness)) return;
    float kept = distances_.thickness;
    if (same_origin_)
        kept = kept_distance(
            std::sqrt(closest_between_segments(a.rest(e.a), a.rest(e.b), b.rest(f.a), b.rest(f.b)).distance_squared));
    kept = edge_thickness(kept);
    if (nearest > kept) return;
    edges_.push_back({edge, other, distance, kept, c.s, c.t, normal});
}

void SheetContacts::crossing(const SheetTree& edges, u32 edge, const SheetTree& skin, u32 triangle) {
    PL_ASSERT(triangle < skin.skin().triangles.size());
    const SheetTree::Edge& e = edges.edge(edge);
    const auto& [i, j, k] = skin.skin().triangles[triangle];
    const Vec3 from = edges.before(e.a), to = edges.before(e.b), at = skin.before(i);
    const Vec3 normal = cross(skin.before(j) - at, skin.before(k) - at);
    const float side = dot(normal, from - at), other_side = dot(normal, to - at);
    if (!(side < 0 && other_side > 0) && !(side > 0 && other_side < 0)) return;
    // Of neighbours that lie in one plane rounding decides which side they are on: ends have to be off it.
    const float off = 1e-4f * length(to - from) * length(normal);
    if (std::min(std::fabs(side), std::fabs(other_side)) <= off) return;
    if (const auto hit = segment_triangle(from, to, at, skin.before(j), skin.before(k)))
        tangle_->crossings.push_back({&edges, &skin, edge, triangle, hit->t, hit->weights});
}

// ---- points on unknown sides

bool SheetContacts::is_side_unknown(const SheetTree& sheet, u32 point) const {
    PL_ASSERT(tangle_ && (&sheet == first_ || &sheet == second_) && point < sheet.skin().point_count());
    const std::vector<u8>& unknown_side = &sheet == first_ ? tangle_->unknown_side : tangle_->unknown_side_back;
    return !unknown_side.empty() && unknown_side[point] != 0;
}

// Where edges are cut that cross something, sheets come apart. Of what hung together before, the largest part is taken
// to be where it belongs; the others are lost, and so is all that is cut.
void SheetContacts::find_unknown_sides(const SheetTree& sheet, std::vector<u8>& unknown_side) {
    unknown_side.clear();
    const std::vector<SheetCrossing>& crossings = tangle_->crossings;
    if (std::none_of(crossings.begin(), crossings.end(),
                     [&](const SheetCrossing& c) { return c.edge_of == &sheet || c.triangle_of == &sheet; }))
        return;
    const u32 points = sheet.skin().point_count();
    cut_.assign(sheet.edges().size(), 0);
    for (const SheetCrossing& c : crossings)
        if (c.edge_of == &sheet) cut_[c.edge] = 1;
    parts_.reset(points);
    for (u32 e = 0; e < cut_.size(); ++e)
        if (!cut_[e]) parts_.join(sheet.edge(e).a, sheet.edge(e).b);
    size_.assign(points, 0);
    largest_.assign(points, ContactSurface::none);
    for (u32 p = 0; p < points; ++p) ++size_[parts_.find(p)];
    for (u32 p = 0; p < points; ++p) {
        u32& largest = largest_[sheet.piece_of(p)];
        if (largest == ContactSurface::none || size_[parts_.find(p)] > size_[largest]) largest = parts_.find(p);
    }
    unknown_side.resize(points);
    for (u32 p = 0; p < points; ++p) unknown_side[p] = parts_.find(p) != largest_[sheet.piece_of(p)];
    for (const SheetCrossing& c : crossings) {
        if (c.edge_of == &sheet) unknown_side[sheet.edge(c.edge).a] = unknown_side[sheet.edge(c.edge).b] = 1;
        if (c.triangle_of == &sheet)
            for (const u32 p : sheet.skin().triangles[c.triangle]) unknown_side[p] = 1;
    }
}

// ---- contacts

void SheetContacts::add_points(const SheetTree& points, const SheetTree& skin, std::vector<PointNear>& near,
                               std::vector<FoundContact>& out) {
    constexpr u32 max_planes = 4;
    // Cosine between normals. The border of a triangle counts where nothing is nearer on that side.
    constexpr float same_plane = 0.95f, same_side = 0.3f;
    std::sort(near.begin(), near.end(), [](const PointNear& a, const PointNear& b) {
        if (a.point != b.point) return a.point < b.point;
        return a.distance != b.distance ? a.distance < b.distance : a.triangle < b.triangle;
    });
    for (size_t begin = 0, end = 0; begin < near.size(); begin = end) {
        while (end < near.size() && near[end].point == near[begin].point) ++end;
        if (is_side_unknown(points, near[begin].point)) continue;
        const size_t first = out.size();
        for (size_t i = begin; i < end && out.size() - first < max_planes; ++i) {
            const PointNear& n = near[i];
            const auto& corner = skin.skin().triangles[n.triangle];
            if (is_side_unknown(skin, corner[0]) || is_side_unknown(skin, corner[1]) ||
                is_side_unknown(skin, corner[2]))
                continue;
            const float same = n.inside ? same_plane : same_side;
            const bool known = std::any_of(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                                           [&](const FoundContact& c) { return dot(c.normal, n.normal) > same; });
            if (known) continue;
            ContactDistances d = distances_;
            d.thickness = n.kept;
            FoundContact c{};
            c.on = {{n.point, 0, 0}, {1, 0, 0}, 1};
            c.other = {{corner[0], corner[1], corner[2]}, {n.weights.x, n.weights.y, n.weights.z}, 3};
            c.normal = n.normal;
            c.separation = n.distance;
            c.thickness = d.thickness;
            c.min_normal_speed = min_normal_speed(n.distance, n.distance, d);
            c.gap = n.distance - d.thickness;
            c.feature = n.point;
            c.triangle = n.triangle;
            out.push_back(c);
        }
    }
}

void SheetContacts::add_edges(const SheetTree& a, const SheetTree& b, std::vector<FoundContact>& out) const {
    const u32 points = a.skin().point_count();
    for (const EdgeNear& n : edges_) {
        const SheetTree::Edge &e = a.edge(n.edge), &f = b.edge(n.other);
        if (is_side_unknown(a, e.a) || is_side_unknown(a, e.b) || is_side_unknown(b, f.a) || is_side_unknown(b, f.b))
            continue;
        ContactDistances d = distances_;
        d.thickness = n.kept;
        FoundContact c{};
        c.on = {{e.a, e.b, 0}, {1 - n.s, n.s, 0}, 2};
        c.other = {{f.a, f.b, 0}, {1 - n.t, n.t, 0}, 2};
        c.normal = n.normal;
        c.separation = n.distance;
        c.thickness = d.thickness;
        c.min_normal_speed = min_normal_speed(n.distance, n.distance, d);
        c.gap = n.distance - d.thickness;
        c.feature = points + n.edge;
        c.triangle = n.other;
        out.push_back(c);
    }
}

// An edge through a triangle goes to where the line along which their sheets cross gets shorter.
void SheetContacts::add_untangling_contacts(const SheetTree& a, std::vector<FoundContact>& found,
                                            std::vector<FoundContact>& back) const {
    const auto normal_of = [](const SheetTree& sheet, u32 triangle) {
        const auto& [i, j, k] = sheet.skin().triangles[triangle];
        return cross(sheet.before(j) - sheet.before(i), sheet.before(k) - sheet.before(i));
    };
    for (const SheetCrossing& x : tangle_->crossings) {
        const SheetTree::Edge& e = x.edge_of->edge(x.edge);
        const Vec3 along = direction(x.edge_of->before(e.b) - x.edge_of->before(e.a), Vec3{1, 0, 0});
        const Vec3 normal = direction(normal_of(*x.triangle_of, x.triangle), Vec3{0, 1, 0});
        const float slope = dot(normal, along);
        Vec3 shorter;
        for (const u32 side : {e.triangle, e.other_triangle}) {
            if (side == ContactSurface::none) continue;
            const Vec3 side_normal = normal_of(*x.edge_of, side);
            Vec3 line = direction(cross(normal, side_normal), Vec3{});
            Vec3 inward;  // from the edge into the triangle
            for (const u32 p : x.edge_of->skin().triangles[side]) inward += x.edge_of->before(p);
            inward = inward / 3.0f - x.edge_of->before(e.a);
            inward = inward - along * dot(inward, along);
            if (dot(line, inward) < 0) line = -line;
            const float steepest = 0.1f;  // where an edge lies almost within the triangle
            const float steep = slope < 0 ? std::min(slope, -steepest) : std::max(slope, steepest);
            shorter += line - normal * (2 * dot(along, line) / steep);
        }
        const float size = length(shorter);
        if (!(size > 1e-3f)) continue;
        const auto& [i, j, k] = x.triangle_of->skin().triangles[x.triangle];
        FoundContact c{};
        c.on = {{e.a, e.b, 0}, {1 - x.along, x.along, 0}, 2};
        c.other = {{i, j, k}, {x.weights.x, x.weights.y, x.weights.z}, 3};
        c.normal = shorter / size;
        // A fifth of a cell a substep: several crossings share an edge, and pushes that are longer than the exit would
        // tangle it again. At most 1 m/s, so that nothing flies off when it comes free.
        const float displacement = 0.2f * std::min(x.edge_of->skin().spacing, x.triangle_of->skin().spacing);
        c.min_normal_speed = std::min(displacement / distances_.step, 1.0f);
        c.gap = -distances_.thickness;
        c.separation = 0;
        c.thickness = distances_.thickness;
        const SheetTree& sheet = *x.edge_of;  // numbers beyond those of points and of edges that meet edges
        c.feature = sheet.skin().point_count() + static_cast<u32>(sheet.edges().size()) + x.edge;
        c.triangle = x.triangle;
        c.deep = true;
        (x.edge_of == &a ? found : back).push_back(c);
    }
}

}  // namespace pliant
