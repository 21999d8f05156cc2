#include "geometry/surface_offset.h"

#include <algorithm>
#include <utility>

#include "core/contract.h"
#include "geometry/for_all.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

constexpr double unbounded = 1e3;  // [cells]
// Part of the limit: of nearer places, no exact distance is needed.
constexpr double looked_at = 0.8;
constexpr double third = 1.0 / 3;
constexpr Vec3d place_weights[] = {{third, third, third}, {1, 0, 0},     {0, 1, 0},    {0, 0, 1},
                                   {0.5, 0.5, 0},         {0, 0.5, 0.5}, {0.5, 0, 0.5}};

Vec3d place_on(const TriangleCorners& t, const Vec3d& w) { return t[0] * w.x + t[1] * w.y + t[2] * w.z; }

double radius(const TriangleCorners& t) {
    const Vec3d centre = place_on(t, place_weights[0]);
    double r = 0;
    for (const Vec3d& corner : t) r = std::max(r, length_squared(corner - centre));
    return std::sqrt(r);
}

std::unique_ptr<WindingNumber> winding_of(std::span<const TriangleCorners> triangles) {
    std::vector<Vec3> points;
    std::vector<TrianglePoints> numbers;
    for (const TriangleCorners& t : triangles) {
        const u32 first = static_cast<u32>(points.size());
        for (const Vec3d& corner : t) points.push_back(corner.to<float>());
        numbers.push_back({first, first + 1, first + 2});
    }
    return std::make_unique<WindingNumber>(points, numbers);
}

}  // namespace

OffsetMeter::OffsetMeter(const TetMesh& mesh, const SolidField& field, double limit, Team* team)
    : mesh_(mesh), field_(field), limit_(limit), team_(team), boundary_(boundary_triangles(mesh)) {
    PL_ASSERT(limit > 0 && all_below(mesh.tets, mesh.points.size()));
    std::vector<TriangleCorners> outside(boundary_.size());
    for (size_t t = 0; t < boundary_.size(); ++t) outside[t] = corners(t);
    tree_ = TriangleTree(std::move(outside));
    there_.resize(boundary_.size());
    back_.resize(field.border().size());
    for_all(team_, there_.size(), [&](size_t t) { look_there(t, true); });
    for_all(team_, back_.size(), [&](size_t i) { look_back(i, true); });
    look_there_ = look_back_ = looked_at * limit_;
    look_there_ = std::min(look_there_, largest_known(there_));
    look_back_ = std::min(look_back_, largest_known(back_));
    for_all(team_, there_.size(), [&](size_t t) { look_there(t, false); });
    for_all(team_, back_.size(), [&](size_t i) { look_back(i, false); });
    find_far(false);
}

// A place is no farther than it was and than its nearest triangle has moved: as long as that is below the limit, it
// needs no look.
void OffsetMeter::update() {
    std::vector<float> moved(boundary_.size());
    for (size_t t = 0; t < boundary_.size(); ++t) {
        const TriangleCorners to = corners(t), &from = tree_.triangles()[t];
        double most = 0;
        for (int k = 0; k < 3; ++k) most = std::max(most, length_squared(to[k] - from[k]));
        moved[t] = static_cast<float>(std::sqrt(most) * 1.0001);
        if (most > 0) tree_.move(t, to);
    }
    tree_.refit();
    for_all(team_, there_.size(), [&](size_t t) {
        std::array<float, places> by;
        by.fill(moved[t]);
        if (!still_near(there_[t], by)) {
            look_there(t, true);
            look_there(t, false);
        }
    });
    for_all(team_, back_.size(), [&](size_t i) {
        std::array<float, places> by;
        for (int k = 0; k < places; ++k) by[k] = moved[back_[i].nearest[k]];
        if (!still_near(back_[i], by)) {
            look_back(i, true);
            look_back(i, false);
        }
    });
    find_far(std::exchange(updated_, true));
}

bool OffsetMeter::still_near(Places& found, const std::array<float, places>& moved) const {
    for (int k = 0; k < places; ++k) {
        if (found.distance[k] < 0) {  // it is as near as its centre says
            if (moved[0] > 0) return false;
            continue;
        }
        if (is_stray(found, k)) return false;
        if (moved[k] == 0) continue;
        found.distance[k] += moved[k];
        found.exact = false;
        if (found.distance[k] > limit_ && is_stray(found, k)) return false;
    }
    return true;
}

void OffsetMeter::settle() {
    for_all(team_, there_.size(), [&](size_t t) {
        if (!there_[t].exact) {
            look_there(t, true);
            look_there(t, false);
        }
    });
    for_all(team_, back_.size(), [&](size_t i) {
        if (!back_[i].exact) {
            look_back(i, true);
            look_back(i, false);
        }
    });
    find_far(true);
}

bool OffsetMeter::is_stray(const Places& found, int k) const {
    return found.distance[k] > limit_ && (found.far[k] == Far::stray || found.far[k] == Far::unknown);
}

TriangleCorners OffsetMeter::corners(size_t triangle) const {
    const TrianglePoints& t = boundary_[triangle];
    return {mesh_.points[t[0]].to<double>(), mesh_.points[t[1]].to<double>(), mesh_.points[t[2]].to<double>()};
}

double OffsetMeter::largest_known(const std::vector<Places>& surface) {
    double largest = 0;
    for (const Places& found : surface)
        for (const float d : found.distance) largest = std::max<double>(largest, d);
    return largest;
}

// The centre first: the other places are farther than it by the triangle's size at most, and most need no look.
void OffsetMeter::look_there(size_t triangle, bool centre_only) {
    const TriangleCorners& t = tree_.triangles()[triangle];
    Places& found = there_[triangle];
    if (centre_only) {
        found.distance.fill(-1);
        found.exact = true;
    }
    if (!centre_only && found.distance[0] + radius(t) * 1.0001 < look_there_) return;
    const Vec3d centre = place_on(t, place_weights[0]);
    for (int k = centre_only ? 0 : 1; k < (centre_only ? 1 : places); ++k) {
        const Vec3d p = place_on(t, place_weights[k]);
        const double bound =
            k == 0 ? unbounded * field_.cell() : found.distance[0] * 1.001 + length(p - centre) * 1.001;
        found.distance[k] = static_cast<float>(field_.distance_to_given(p, bound));
    }
}

void OffsetMeter::look_back(size_t piece, bool centre_only) {
    const TriangleCorners& t = field_.border()[piece].corner;
    Places& found = back_[piece];
    if (centre_only) {
        found.distance.fill(-1);
        found.exact = true;
    }
    if (!centre_only && found.distance[0] + radius(t) * 1.0001 < look_back_) return;
    for (int k = centre_only ? 0 : 1; k < (centre_only ? 1 : places); ++k) {
        const TriangleTree::Nearest near = tree_.nearest(place_on(t, place_weights[k]), found.nearest[0]);
        found.distance[k] = static_cast<float>(std::sqrt(near.on.distance_squared));
        found.nearest[k] = near.triangle;
    }
}

// The classification of a place beyond the limit is expensive. Thin parts are left for later: at first most are too
// thick, and a fit sets that right.
void OffsetMeter::find_far(bool thin) {
    std::vector<std::pair<u32, int>> beyond;
    for (u32 i = 0; i < back_.size(); ++i)
        for (int k = 0; k < places && (thin || field_.border()[i].reach == 0); ++k)
            if (back_[i].distance[k] > limit_ && back_[i].far[k] == Far::unknown) beyond.push_back({i, k});
    if (beyond.empty()) return;
    if (!inside_) inside_ = winding_of(tree_.triangles());
    for_all(team_, beyond.size(), [&](size_t i) {
        const auto [piece, k] = beyond[i];
        const SurfacePiece& of = field_.border()[piece];
        back_[piece].far[k] = what_is(of, place_on(of.corner, place_weights[k]));
    });
}

OffsetMeter::Far OffsetMeter::what_is(const SurfacePiece& piece, const Vec3d& p) const {
    if (!field_.is_border(piece, p)) return Far::covered;
    return inside_->at(p.to<float>()) > 0.5 && !field_.has_room(piece, p) ? Far::in_gap : Far::stray;
}

SurfaceOffset OffsetMeter::offset() const {
    SurfaceOffset result;
    result.there = look_there_;
    result.back = look_back_;
    for (size_t t = 0; t < there_.size(); ++t)
        for (int k = 0; k < places; ++k) {
            result.there = std::max<double>(result.there, there_[t].distance[k]);
            if (there_[t].distance[k] <= limit_) continue;
            const Vec3d goal = field_.nearest_given(place_on(tree_.triangles()[t], place_weights[k]));
            result.strays.push_back({boundary_[t], place_weights[k], goal, there_[t].distance[k], Stray::none});
        }
    add_back(result);
    return result;
}

void OffsetMeter::add_back(SurfaceOffset& result) const {
    double whole = 0, closed = 0;
    for (u32 i = 0; i < back_.size(); ++i) {
        const TriangleCorners& piece = field_.border()[i].corner;
        whole += area(piece);
        for (int k = 0; k < places; ++k) {
            const double distance = back_[i].distance[k];
            if (distance <= limit_ || is_stray(back_[i], k)) result.back = std::max(result.back, distance);
            if (distance <= limit_ || back_[i].far[k] == Far::covered) continue;
            if (back_[i].far[k] == Far::in_gap) {
                result.in_gaps = std::max(result.in_gaps, distance);
                closed += k == 0 ? area(piece) : 0;
                continue;
            }
            const Vec3d goal = place_on(piece, place_weights[k]);
            const TriangleTree::Nearest near = tree_.nearest(goal);
            result.strays.push_back({boundary_[near.triangle], near.on.weights, goal, distance, i});
        }
    }
    result.gap_share = whole > 0 ? closed / whole : 0;
}

}  // namespace pliant
