#include "collide/pair_contacts.h"

#include <algorithm>
#include <numeric>

#include "collide/advance.h"
#include "core/contract.h"
#include "geometry/bvh.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

constexpr size_t max_planes = 4;       // that a point touches: three faces in a corner; a fourth is rare
constexpr float parting_speed = 0.7f;  // [m/s] of bodies that are inside each other

Box common(const Box& a, const Box& b) { return {greatest(a.low, b.low), least(a.high, b.high)}; }

}  // namespace

Vec3 PairContacts::skin_point(u32 point, float t) const {
    const Vec3 before = skin_->before(point);
    return before + (skin_->now(point) - before) * t;
}

void PairContacts::reserve_like(const PairContacts& other) {
    for (int side = 0; side < 2; ++side) {
        remembered_[side].reserve(other.remembered_[side].capacity());
        sides_[side].inside.reserve(other.sides_[side].inside.capacity());
        sides_[side].shallow.reserve(other.sides_[side].shallow.capacity());
        sides_[side].known.reserve(other.sides_[side].known.capacity());
    }
    marked_.reserve(other.marked_.capacity());
    marked_sets_.reserve(other.marked_sets_.capacity());
    groups_.reserve(other.groups_.capacity());
    blocks_.reserve(other.blocks_.capacity());
    near_.reserve(other.near_.capacity());
    measured_.box_squared.reserve(other.measured_.box_squared.capacity());
    measured_.slots.reserve(other.measured_.slots.capacity());
    measured_.number.reserve(other.measured_.number.capacity());
    measured_.closest.reserve(other.measured_.closest.capacity());
    near_points_.reserve(other.near_points_.capacity());
    planes_.reserve(other.planes_.capacity());
}

void PairContacts::find(const MovingSurface& a, const MovingSurface& b, const ContactDistances& distances,
                        std::vector<FoundContact>& of_a, std::vector<FoundContact>& of_b) {
    PL_ASSERT(&a != &b && distances.thickness >= 0 && distances.speculative_distance >= 0);
    distances_ = distances;
    first_ = &a;
    culling_ = nullptr;
    thickness_ = distances.thickness + a.radius() + b.radius();
    set_sides(a, b);
    sort_points(sides_[0]);
    set_sides(b, a);
    sort_points(sides_[1]);
    if (sides_[0].tangled || sides_[1].tangled) {
        const Vec3 exit_vector = common_exit_direction(a, b);
        add_inside(sides_[0], a, exit_vector, of_a);
        add_inside(sides_[1], b, -exit_vector, of_b);
    } else {
        for (Side& side : sides_)
            for (const InsidePoint& i : side.inside) {
                side.shallow.push_back(i.point);
                side.known.push_back(1);
            }
    }
    find_one_sided(a, b, sides_[0], of_a);
    // Two clouds of spheres need to be compared once only.
    if (!(a.topology().triangles.empty() && b.topology().triangles.empty())) find_one_sided(b, a, sides_[1], of_b);
}

void PairContacts::set_sides(const MovingSurface& points, const MovingSurface& skin) {
    points_ = &points;
    skin_ = &skin;
    frame_ = skin.mean_displacement();
}

// Where both are in the substep, in the frame of the skin.
Box PairContacts::common_region() const {
    const float max_distance = thickness_ + distances_.speculative_distance;
    return common(points_->bounds(frame_).grown(max_distance), skin_->bounds(frame_).grown(max_distance));
}

void PairContacts::sort_points(Side& side) {
    const Box where = common_region();
    const ContactSurface &own = points_->topology(), &other = skin_->topology();
    side.inside.clear();
    side.shallow.clear();
    side.known.clear();
    side.tangled = false;
    side.exit_vector = {};
    side.exit_length = 0;
    if (where.low.x > where.high.x || where.low.y > where.high.y || where.low.z > where.high.z) return;
    const Slabs diagonal_bounds = skin_->slabs(frame_).grown(thickness_ + distances_.speculative_distance);
    if (!diagonal_bounds.overlaps(points_->slabs(frame_))) return;
    const bool has_volume = !other.volume.empty();
    // A point that moves into the region as seen from the frame may move by the frame's way more, or less.
    Box seen = where;
    seen.add(where.low + frame_);
    seen.add(where.high + frame_);
    u32 patch = ContactSurface::none;
    points_->points_near({seen, where, diagonal_bounds, frame_}, near_points_);
    for (const u32 p : near_points_) {
        // Guards are for motions that would take a body through another in one substep.
        if (own.role[p] == PointRole::guard) {
            Box path;
            path.add(points_->before(p));
            path.add(points_->now(p) - frame_);
            if (length_squared(path.size()) < 0.1f * other.spacing * other.spacing) continue;
        }
        if (has_volume && patch != own.patch_of(p)) {
            patch = own.patch_of(p);
            skin_->volume().groups_near(points_->patch_bounds_before(patch), groups_);
        }
        VolumeFinder::Found in;
        if (has_volume && own.role[p] == PointRole::skin) in = skin_->volume().find(points_->before(p), groups_);
        // What came in where the skin lets everything through is not in the way.
        const bool open =
            in.cell != VolumeFinder::nowhere && !skin_->is_solid(other.volume.exits[in.particle].triangle);
        // Close to the skin its own triangles are the better judges.
        if (in.cell != VolumeFinder::nowhere && !open && in.depth >= 0.2f * other.spacing) {
            add_exit(side, p, in);
        } else {
            side.shallow.push_back(p);
            side.known.push_back(open ? -1 : !has_volume || in.thin || in.depth > -0.2f * other.spacing ? 0 : -1);
        }
    }
}

void PairContacts::add_exit(Side& side, u32 point, const VolumeFinder::Found& in) {
    PL_ASSERT(point < points_->topology().point_count() && in.particle < skin_->topology().volume.exits.size());
    const ContactSurface& other = skin_->topology();
    side.inside.push_back({point, in});
    side.tangled = side.tangled || in.depth > 0.5f * other.spacing;
    const ContactVolume::Exit& exit = other.volume.exits[in.particle];
    const auto& [a, b, c] = other.triangles[exit.triangle];
    const Vec3 path = skin_->before_exactly(a) * exit.weights.x + skin_->before_exactly(b) * exit.weights.y +
                      skin_->before_exactly(c) * exit.weights.z - points_->before(point);
    side.exit_vector += path;
    side.exit_length += length(path);
}

// The way that `a` goes to leave `b`: the mean of the ways of all points, as far as they agree, and else away from the
// other's middle.
Vec3 PairContacts::common_exit_direction(const MovingSurface& a, const MovingSurface& b) const {
    const Vec3 sum = sides_[0].exit_vector - sides_[1].exit_vector;
    const float agreement = length(sum) / (sides_[0].exit_length + sides_[1].exit_length + 1e-30f);
    const Vec3 apart = direction(a.bounds().center() - b.bounds().center(), Vec3{0, 1, 0});
    return direction(direction(sum, apart) * agreement + apart * (1 - agreement), apart);
}

void PairContacts::add_inside(const Side& side, const MovingSurface& points, const Vec3& exit_vector,
                              std::vector<FoundContact>& out) const {
    for (const InsidePoint& i : side.inside) add_in_matter(i, points, exit_vector, out);
}

void PairContacts::add_in_matter(const InsidePoint& i, const MovingSurface& points, const Vec3& exit_vector,
                                 std::vector<FoundContact>& out) const {
    FoundContact c{};
    c.on = {{i.point, 0, 0}, {1, 0, 0}, 1};
    c.other = {{i.in.cell, 0, 0}, {i.in.at.x, i.in.at.y, i.in.at.z}, SkinPlace::in_matter};
    c.normal = exit_vector;
    c.separation = -i.in.depth;
    c.gap = -i.in.depth - thickness_;
    c.thickness = thickness_;
    c.min_normal_speed = std::min(parting_speed, 0.2f * i.in.depth / distances_.step);
    c.feature = points.topology().point_count() + i.point;
    c.triangle = ContactSurface::none;
    c.deep = true;
    out.push_back(c);
}

void PairContacts::find_one_sided(const MovingSurface& points, const MovingSurface& skin, Side& side,
                                  std::vector<FoundContact>& out) {
    set_sides(points, skin);
    out_ = &out;
    if (skin.targets().size() == 0) return;
    const float furthest = std::max(thickness_ + distances_.speculative_distance, skin.topology().spacing);
    u32 patch = ContactSurface::none;
    for (size_t i = 0; i < side.shallow.size(); ++i) {
        if (patch != points.topology().patch_of(side.shallow[i])) {
            patch = points.topology().patch_of(side.shallow[i]);
            skin.targets().groups_near(points.patch_bounds(patch, frame_).grown(furthest), groups_);
            size_t end = i;
            while (end < side.shallow.size() && points.topology().patch_of(side.shallow[end]) == patch) ++end;
            find_blocks(points, side, i, end, furthest);
        }
        if (groups_.empty()) continue;
        if (skin.topology().triangles.empty()) {
            point_to_points(side.shallow[i]);
        } else {
            point_to_triangles(side.shallow[i], side.known[i]);
        }
    }
}

// Of targets in groups_, the eights that shallow points of a patch may come near.
void PairContacts::find_blocks(const MovingSurface& points, const Side& side, size_t begin, size_t end,
                               float furthest) {
    PL_ASSERT(begin <= end && end <= side.shallow.size());
    Box paths;
    for (size_t i = begin; i < end; ++i) {
        paths.add(points.before(side.shallow[i]));
        paths.add(points.now(side.shallow[i]) - frame_);
    }
    skin_->targets().blocks_near(paths.grown(furthest), groups_, blocks_);
}

// Measures how far a point is from all of near_ whose boxes are within the limit.
void PairContacts::measure(const Vec3& p, float t, float limit) {
    PL_ASSERT(is_share(t) && limit >= 0);
    const PairKernels& kernels = pair_kernels();
    const u32 count = static_cast<u32>(near_.size());
    const Vec3 in_frame = p - frame_ * t;
    Measured& m = measured_;
    m.point = p;
    m.time = t;
    m.box_squared.resize(count + lane_count);
    m.number.resize(count);
    m.slots.clear();
    // At the beginning of the substep a box is never further away than its triangle is, not even by rounding, so that
    // boxes only save work: for a few triangles they are not worth it.
    constexpr u32 few = 16;
    if (t == 0 && count <= few) {
        std::fill(m.box_squared.begin(), m.box_squared.end(), 0.0f);
        std::iota(m.number.begin(), m.number.end(), 0u);
        m.closest.resize((count + lane_count - 1) / lane_count);
        kernels.closest({skin_->target_rows(), near_.data(), count, {p.x, p.y, p.z}, t, m.closest.data()});
        return;
    }
    kernels.box_distances({skin_->target_rows(), near_.data(), count, {in_frame.x, in_frame.y, in_frame.z},
                           m.box_squared.data()});
    const float limit_squared = limit * limit;
    for (u32 i = 0; i < count; ++i) {
        const bool is_within = !(m.box_squared[i] > limit_squared);
        m.number[i] = is_within ? static_cast<u32>(m.slots.size()) : ContactSurface::none;
        if (is_within) m.slots.push_back(near_[i]);
    }
    m.closest.resize((m.slots.size() + lane_count - 1) / lane_count);
    kernels.closest({skin_->target_rows(), m.slots.data(), static_cast<u32>(m.slots.size()), {p.x, p.y, p.z}, t,
                     m.closest.data()});
}

// The nearest of the targets near the point; targets whose box is further away than the best one are skipped. A box
// contains its triangle for the whole substep, seen from the frame that moves with the skin.
PairContacts::Nearest PairContacts::nearest(const Vec3& p, float t, float no_further) {
    PL_ASSERT(is_share(t) && no_further >= 0);
    // Other sides are looked for a little further away (add_other_sides).
    measure(p, t, std::max(no_further, thickness_) + distances_.speculative_distance);
    Nearest best{no_further, ContactSurface::none, {}, {}, 0};
    float min_squared = no_further * no_further;
    u32 found = ContactSurface::none;
    for (u32 i = 0; i < near_.size(); ++i) {
        if (measured_.box_squared[i] > min_squared) continue;
        const u32 n = measured_.number[i];
        PL_ASSERT(n != ContactSurface::none);
        const float squared = measured_.closest[n / lane_count].distance_squared[n % lane_count];
        if (squared >= min_squared) continue;
        min_squared = squared;
        found = i;
    }
    best.distance = std::sqrt(min_squared);
    if (found == ContactSurface::none) return best;
    const u32 n = measured_.number[found], lane = n % lane_count;
    const Closest8& c = measured_.closest[n / lane_count];
    best.triangle = skin_->target(near_[found]);
    best.weights = {c.weights[0][lane], c.weights[1][lane], c.weights[2][lane]};
    best.from_skin = p - Vec3{c.point[0][lane], c.point[1][lane], c.point[2][lane]};
    best.feature = static_cast<int>(c.feature[lane]);
    return best;
}

static Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) { return direction(cross(b - a, c - a), Vec3{}); }

Vec3 PairContacts::face_normal(u32 triangle) const {
    PL_ASSERT(triangle < skin_->topology().triangles.size());
    const auto& [a, b, c] = skin_->topology().triangles[triangle];
    return normal_of(skin_->before(a), skin_->before(b), skin_->before(c));
}

// Of a triangle that need not be near, only its neighbour: its points may not have been worked out yet.
Vec3 PairContacts::any_face_normal(u32 triangle) const {
    PL_ASSERT(triangle < skin_->topology().triangles.size());
    const auto& [a, b, c] = skin_->topology().triangles[triangle];
    return normal_of(skin_->before_exactly(a), skin_->before_exactly(b), skin_->before_exactly(c));
}

bool PairContacts::is_inside(const Nearest& n) const {
    const ContactSurface& topology = skin_->topology();
    Vec3 outward = face_normal(n.triangle);
    const TriangleFeature feature = static_cast<TriangleFeature>(n.feature);
    if (feature >= TriangleFeature::edge_ab && feature <= TriangleFeature::edge_ca) {
        const u32 other = topology.neighbor[n.triangle][n.feature - static_cast<int>(TriangleFeature::edge_ab)];
        if (other != ContactSurface::none) outward += any_face_normal(other);
    } else if (feature <= TriangleFeature::vertex_c) {
        const u32 p = topology.triangles[n.triangle][n.feature];
        outward = {};
        for (u32 k = topology.point_triangle_start[p]; k < topology.point_triangle_start[p + 1]; ++k)
            outward += any_face_normal(topology.point_triangle[k]);
    }
    return dot(n.from_skin, outward) < 0;
}

void PairContacts::find_near(u32 point, const Box& around) {
    const BoxList& boxes = skin_->targets();
    near_.resize(lane_count * blocks_.size());
    const u32 count = pair_kernels().boxes_near(
        {{boxes.side(0), boxes.side(1), boxes.side(2), boxes.side(3), boxes.side(4), boxes.side(5)},
         blocks_.data(),
         static_cast<u32>(blocks_.size()),
         {around.high.x, around.high.y, around.high.z, -around.low.x, -around.low.y, -around.low.z},
         near_.data()});
    near_.resize(count);
    if (culling_) std::erase_if(near_, [&](u32 slot) { return is_connected(point, skin_->target(slot)); });
}

void PairContacts::point_to_triangles(u32 point, int known_side) {
    PL_ASSERT(point < points_->topology().point_count());
    const ContactSurface& topology = skin_->topology();
    const bool guard = points_->topology().role[point] == PointRole::guard;
    const Vec3 from = points_->before(point), to = points_->now(point);
    const float thickness = guard ? 0 : thickness_, max_distance = thickness + distances_.speculative_distance;
    // How far inside a point is looked for: nowhere where the matter says that it is outside.
    const float depth = !topology.closed || guard || known_side < 0 ? 0
                        : known_side == 0                           ? 0.4f * topology.spacing
                                                                    : topology.spacing;
    Box around;
    around.add(from);
    around.add(to - frame_);
    find_near(point, around.grown(std::max(max_distance, depth)));
    if (culling_ && near_.empty()) find_bound(point, known_side > 0);
    if (near_.empty()) return;
    // How fast the point comes nearer to any of these triangles, at most.
    float max_approach = 0;
    for (u32 slot : near_) max_approach = std::max(max_approach, skin_->target_displacement(slot));
    max_approach += length(to - from - frame_);

    Nearest n = nearest(from, 0, std::max(depth, max_distance + max_approach));
    if (culling_) culling_->set_bound(point, known_side > 0 ? 0 : std::min(n.distance, std::max(max_distance, depth)));
    if (n.triangle == ContactSurface::none) return;
    // A point that moves little compared with the triangles gets its contact where it starts; only a fast one is swept.
    const bool fast = max_approach > 0.25f * topology.spacing;
    // Close to the skin its own triangles are more reliable than the matter under it, which may be crushed.
    // But a skin always lies behind itself, seen from the other side of its volume.
    const bool asks_skin = known_side == 0 || (known_side < 0 && !culling_ && n.distance <= 0.2f * topology.spacing);
    const bool close = known_side > 0 ? n.distance <= depth : asks_skin && n.distance <= std::max(depth, max_distance);
    const bool inside = topology.closed && !guard && close && (known_side > 0 || is_inside(n));
    if (culling_ && inside) culling_->set_bound(point, 0);
    planes_.clear();
    if (!fast && !guard) add_remembered(point, thickness, inside);
    const bool touches = !planes_.empty();
    if (inside) {
        if (!touches) add(point, n.triangle, place_of(n), exit_direction(n), -n.distance, thickness);
        return;
    }
    if (n.distance > max_distance + max_approach) return;
    float t = 0;
    if (fast && !advance_point(from, to, max_approach, thickness, n, t)) return;
    if (!touches) add_plane_contact(point, n, thickness);
    add_other_sides(point, n, t, thickness);
}

SkinPlace PairContacts::place_of(const Nearest& n) const {
    const auto& c = skin_->topology().triangles[n.triangle];
    return {{c[0], c[1], c[2]}, {n.weights.x, n.weights.y, n.weights.z}, 3};
}

// A point that is outside, or was when it was met, and a plane that it may not pass.
void PairContacts::add_plane_contact(u32 point, const Nearest& n, float thickness) {
    PL_ASSERT(point < points_->topology().point_count() && n.triangle < skin_->topology().triangles.size());
    const Vec3 normal = n.distance > 1e-7f ? n.from_skin / n.distance : face_normal(n.triangle);
    planes_.push_back(normal);
    const SkinPlace other = place_of(n);
    Vec3 start = points_->before(point);
    for (int k = 0; k < 3; ++k) start -= skin_->before(other.point[k]) * other.weight[k];
    add(point, n.triangle, other, normal, dot(normal, start), thickness);
}

// A point in a valley touches its other sides as well. With a contact on the nearest side alone it would be pushed into
// the other side, then back, without end. Edges and corners count only when nothing is nearer; otherwise a flat skin of
// many triangles would have bumps.
void PairContacts::add_other_sides(u32 point, const Nearest& first, float t, float thickness) {
    const Vec3 p = points_->before(point) + (points_->now(point) - points_->before(point)) * t;
    const float near = std::max(first.distance, thickness) + distances_.speculative_distance;
    // The nearest one was found there and then, so all is measured already.
    if (t != measured_.time || !(p == measured_.point)) measure(p, t, near);
    for (u32 i = 0; i < near_.size(); ++i) {
        if (planes_.size() == max_planes || measured_.box_squared[i] > near * near) continue;
        const u32 number = measured_.number[i], lane = number % lane_count;
        if (number == ContactSurface::none) continue;  // beyond the limit by a rounding
        const Closest8& c = measured_.closest[number / lane_count];
        const float squared = c.distance_squared[lane];
        if (c.feature[lane] != static_cast<u32>(TriangleFeature::face) || squared > near * near || squared < 1e-14f)
            continue;
        const u32 triangle = skin_->target(near_[i]);
        const Nearest n{std::sqrt(squared), triangle, {c.weights[0][lane], c.weights[1][lane], c.weights[2][lane]},
                        p - Vec3{c.point[0][lane], c.point[1][lane], c.point[2][lane]},
                        static_cast<int>(c.feature[lane])};
        // From behind it is the other side of something thin, which the point has passed already.
        if (dot(n.from_skin, face_normal(triangle)) <= 0 || has_plane(n.from_skin / n.distance)) continue;
        add_plane_contact(point, n, thickness);
    }
}

Vec3 PairContacts::exit_direction(const Nearest& n) const {
    return n.distance > 1e-7f ? n.from_skin * (-1 / n.distance) : face_normal(n.triangle);
}

// Planes of the triangles that the point touched in the last substep, while it is over or just under them. Inside a
// ridge or a thin fold two exits are about equally near, and a point that alternates between them would be pushed back
// and forth. From inside, a plane extends slightly beyond its triangle, so that both sides of a ridge hold.
void PairContacts::add_remembered(u32 point, float thickness, bool inside) {
    const std::vector<Remembered>& all = remembered_[points_ == first_ ? 0 : 1];
    auto r = std::lower_bound(all.begin(), all.end(), point,
                              [](const Remembered& a, u32 wanted) { return a.point < wanted; });
    const Vec3 p = points_->before(point);
    const float spacing = skin_->topology().spacing, aside = inside ? 0.1f * spacing : 1e-4f * spacing;
    for (; r != all.end() && r->point == point && planes_.size() < max_planes; ++r) {
        if (!is_target(r->triangle)) continue;
        const auto& [a, b, c] = skin_->topology().triangles[r->triangle];
        const TrianglePoint<float> on = closest_on_triangle(p, skin_->before(a), skin_->before(b), skin_->before(c));
        const Vec3 normal = face_normal(r->triangle);
        const float height = dot(normal, p - on.point);
        if (on.distance_squared > height * height + aside * aside ||
            height > thickness + distances_.speculative_distance || height < -0.2f * spacing || has_plane(normal))
            continue;
        planes_.push_back(normal);
        add(point, r->triangle, {{a, b, c}, {on.weights.x, on.weights.y, on.weights.z}, 3}, normal, height, thickness);
    }
}

bool PairContacts::is_target(u32 triangle) const {
    return triangle < skin_->topology().triangles.size() &&
           std::any_of(near_.begin(), near_.end(), [&](u32 slot) { return skin_->target(slot) == triangle; });
}

bool PairContacts::has_plane(const Vec3& normal) const {
    constexpr float same_plane = 0.95f;  // cosine between normals
    return std::any_of(planes_.begin(), planes_.end(), [&](const Vec3& n) { return dot(n, normal) > same_plane; });
}

// Along the substep until the point is within the thickness; false when it stays out of reach.
bool PairContacts::advance_point(const Vec3& from, const Vec3& to, float max_approach, float thickness, Nearest& n,
                                 float& time) {
    constexpr int most = 32;
    const float max_distance = thickness + distances_.speculative_distance;
    // Stopped early where all is scattered and near, because that is cheap.
    return advance({max_approach, thickness, max_distance, near_.size() > 100 ? most / 8 : most}, n.distance,
                   [&](float t) {
                       n = nearest(from + (to - from) * t, t, n.distance + max_approach);
                       time = t;
                       return n.distance;
                   });
}

void PairContacts::point_to_points(u32 point) {
    PL_ASSERT(point < points_->topology().point_count());
    const Vec3 from = points_->before(point), path = points_->now(point) - from;
    const float max_distance = thickness_ + distances_.speculative_distance;
    Box around;
    around.add(from);
    around.add(from + path - frame_);
    float nearest = culling_ ? culling_->max_bound() : max_distance;
    find_near(point, around.grown(std::max(max_distance, nearest)));
    for (u32 i : near_) {
        const u32 other = skin_->target(i);
        const Vec3 start = from - skin_->before(other), motion = path - (skin_->now(other) - skin_->before(other));
        nearest = std::min(nearest, length(start));
        Vec3 apart = start;
        const bool met = advance({length(motion), thickness_, max_distance}, length(start), [&](float t) {
            apart = start + motion * t;
            return length(apart);
        });
        if (!met) continue;
        const Vec3 normal = direction(apart, Vec3{0, 1, 0});
        add(point, ContactSurface::none, {{other, 0, 0}, {1, 0, 0}, 1}, normal, dot(normal, start), thickness_);
    }
    if (culling_) culling_->set_bound(point, nearest);
}

void PairContacts::add(u32 point, u32 triangle, const SkinPlace& other, const Vec3& normal, float start_gap,
                       float thickness) {
    PL_ASSERT(is_finite(normal) && thickness >= 0);
    if (culling_) thickness = self_thickness(point, other, thickness);
    ContactDistances d = distances_;
    d.thickness = thickness;
    FoundContact c;
    c.on = {{point, 0, 0}, {1, 0, 0}, 1};
    c.other = other;
    c.normal = normal;
    c.separation = start_gap;
    c.thickness = thickness;
    c.min_normal_speed = min_normal_speed(start_gap, start_gap, d);
    c.gap = start_gap - thickness;
    c.other_velocity = {};
    c.feature = point;
    c.triangle = triangle;
    c.deep = false;
    out_->push_back(c);
}

}  // namespace pliant
