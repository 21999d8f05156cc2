#include "geometry/solid_field.h"

#include <algorithm>
#include <utility>

#include "core/contract.h"
#include "geometry/for_all.h"
#include "geometry/stuffing.h"
#include "geometry/voxel_grid.h"

namespace pliant {

namespace {

constexpr double farthest = 2;  // [cells] from the surface, that depth tells apart
constexpr double fade =
    2 * farthest;               // [cells] of depth for a winding number of 1: half of it is the inside of a solid
constexpr double aside = 0.01;  // [cells] from the surface, where its sides are looked at
// [cells] A sheet of one cell always has sites within it; a little less, so that its surface is within half a cell
// where it is round. A rod needs more: legs of an octopus at 8 to 32 cells a side fall to pieces at 1.3 and are whole
// from 1.4 on; at 1.5 legs met that stand apart.
constexpr double sheet_thickness = 1, min_thickness = 1.5;
// [cells] A site this deep stays inside whatever cuts are near it, and a place as near to one of these as this is not
// lost. So a sharp edge, which is thin too, is only cut off and not thickened: at 1.2 the rim of a cone still was in
// places, and at 1.6 legs came off.
constexpr double sure_depth = stuffing_near_short * 0.8661, in_sight = 1.4;
constexpr double room = 1, room_near = 0.25;  // [cells] of the ball that gaps are told by
constexpr int max_pushes = 16;
constexpr double kept_reach = 0.48;  // [cells] that a thin part goes beyond its surface at most, after a fit
constexpr double no_border = -1;     // as a thickness: the solid is on both sides

std::vector<TriangleCorners> corners_of(const TriangleSoup& soup) {
    std::vector<TriangleCorners> corners(soup.triangles.size());
    for (size_t t = 0; t < corners.size(); ++t) corners[t] = soup.corners(t);
    return corners;
}

// Halves a triangle across its longest side until no side is longer than `longest`: long thin ones give few pieces.
void cut_into_pieces(const TriangleCorners& triangle, double longest, std::vector<SurfacePiece>& pieces) {
    std::vector<TriangleCorners> left{triangle};
    while (!left.empty()) {
        const TriangleCorners t = left.back();
        left.pop_back();
        const double side[3] = {length(t[1] - t[0]), length(t[2] - t[1]), length(t[0] - t[2])};
        const int a = side[0] >= side[1] && side[0] >= side[2] ? 0 : side[1] >= side[2] ? 1 : 2;
        if (side[a] <= longest) {
            pieces.push_back({t, 0});
            continue;
        }
        const Vec3d &from = t[a], &to = t[(a + 1) % 3], &opposite = t[(a + 2) % 3], middle = (from + to) * 0.5;
        left.push_back({middle, to, opposite});
        left.push_back({from, middle, opposite});
    }
}

// The solid angle of a triangle is found in floats, and lost in them where it is seen from a thousandth of its length.
std::unique_ptr<WindingNumber> winding_of(const TriangleSoup& soup, double cell) {
    constexpr double longest = 64;  // [cells]
    std::vector<SurfacePiece> pieces;
    for (size_t t = 0; t < soup.triangles.size(); ++t) cut_into_pieces(soup.corners(t), longest * cell, pieces);
    std::vector<Vec3> points;
    std::vector<std::array<u32, 3>> triangles;
    for (const SurfacePiece& piece : pieces) {
        const u32 first = static_cast<u32>(points.size());
        for (const Vec3d& corner : piece.corner) points.push_back(corner.to<float>());
        triangles.push_back({first, first + 1, first + 2});
    }
    return std::make_unique<WindingNumber>(points, triangles);
}

}  // namespace

SolidField::SolidField(const TriangleSoup& soup, const BccLattice& lattice, Team* team)
    : lattice_(lattice),
      cell_(lattice.cell),
      enclosure_(find_enclosure(soup, Fill::automatic)),
      given_(corners_of(soup)) {
    PL_VALIDATE(soup);
    PL_ASSERT(lattice.cell > 0);
    if (enclosure_) winding_ = winding_of(enclosure_->soup, cell_);
    find_thin_parts(soup, team);
}

double SolidField::enclosed(const Vec3d& p) const { return winding_ ? std::fabs(winding_->at(p.to<float>())) : 0; }

// Thickness of the solid behind a piece [m]: 0 for a sheet, at most the given limit.
double SolidField::thickness(const SurfacePiece& piece) const {
    const auto& c = piece.corner;
    const Vec3d centre = piece.centre(), normal = direction(cross(c[1] - c[0], c[2] - c[0]), Vec3d{});
    const double step = aside * cell_, most = min_thickness * cell_;
    const bool front = enclosed(centre + normal * step) > 0.5, back = enclosed(centre - normal * step) > 0.5;
    if (front && back) return no_border;
    if (!front && !back) return 0;
    const Vec3d inwards = front ? normal : -normal;
    for (double t = step; t < most;) {
        t = given_.along(centre, inwards, t, most);
        if (t < most && enclosed(centre + inwards * (t + step)) <= 0.5) return t;
    }
    return most;
}

// 1 for each piece that is thin and has no sure site in sight.
std::vector<u8> SolidField::lost_pieces(const std::vector<SurfacePiece>& pieces, const std::vector<double>& thickness,
                                        Team* team) const {
    const auto for_sites_in_sight = [&](const Vec3d& p, auto&& f) {
        const Vec3d at = (p - lattice_.origin) * (2 / cell_);  // in half cubes, as sites are
        constexpr double reach = 2 * in_sight;
        for (i32 z = static_cast<i32>(std::ceil(at.z - reach)); z <= at.z + reach; ++z)
            for (i32 y = static_cast<i32>(std::ceil(at.y - reach)); y <= at.y + reach; ++y)
                for (i32 x = static_cast<i32>(std::ceil(at.x - reach)); x <= at.x + reach; ++x) {
                    const Vec3i site{x, y, z};
                    const bool exists = ((x ^ y) & 1) == 0 && ((x ^ z) & 1) == 0 && lattice_.contains(site);
                    if (exists && length_squared(site.to<double>() - at) <= reach * reach) f(site);
                }
    };
    const auto is_thin = [&](size_t i) { return thickness[i] > 0 && thickness[i] < min_thickness * cell_; };
    std::vector<u8> sure(lattice_.site_count(), 0), lost(pieces.size(), 0);
    std::vector<Vec3i> asked;
    for (size_t i = 0; i < pieces.size(); ++i)
        if (is_thin(i))
            for_sites_in_sight(pieces[i].centre(), [&](const Vec3i& site) {
                if (!std::exchange(sure[lattice_.index(site)], 1)) asked.push_back(site);
            });
    for_all(team, asked.size(), [&](size_t i) {
        sure[lattice_.index(asked[i])] = depth(lattice_.position(asked[i])) > sure_depth * cell_;
    });
    for_all(team, pieces.size(), [&](size_t i) {
        if (!is_thin(i)) return;
        bool seen = false;
        for_sites_in_sight(pieces[i].centre(), [&](const Vec3i& site) { seen = seen || sure[lattice_.index(site)]; });
        lost[i] = !seen;
    });
    return lost;
}

void SolidField::find_thin_parts(const TriangleSoup& soup, Team* team) {
    std::vector<SurfacePiece> pieces;
    for (size_t t = 0; t < soup.triangles.size(); ++t) cut_into_pieces(soup.corners(t), cell_, pieces);
    std::vector<double> thick(pieces.size());
    for_all(team, pieces.size(), [&](size_t i) { thick[i] = thickness(pieces[i]); });
    const std::vector<u8> lost = lost_pieces(pieces, thick, team);
    std::vector<TriangleCorners> thin;
    double whole = 0;
    for (size_t i = 0; i < pieces.size(); ++i) {
        if (thick[i] == no_border) continue;
        border_.push_back(pieces[i]);
        whole += area(pieces[i].corner);
        if (thick[i] > 0 && !lost[i]) continue;
        const double wanted = thick[i] > 0 ? min_thickness : sheet_thickness;
        const double reach = (wanted * cell_ - thick[i]) / 2;
        thin.push_back(pieces[i].corner);
        reach_.push_back(static_cast<float>(reach));
        kept_.push_back(std::min(reach_.back(), static_cast<float>(kept_reach * cell_)));
        border_.back().reach = kept_.back();
        largest_reach_ = std::max<double>(largest_reach_, reach_.back());
        largest_kept_ = std::max<double>(largest_kept_, kept_.back());
        thickened_ += area(pieces[i].corner);
    }
    thickened_ = whole > 0 ? thickened_ / whole : 1;
    thin_ = TriangleTree(std::move(thin));
    if (thin_.empty()) return;
    std::vector<u8> covered(border_.size());
    for_all(team, border_.size(), [&](size_t i) {
        const double beyond = -thin_.distance_less_reach(border_[i].centre(), kept_, largest_kept_, 0);
        covered[i] = beyond > border_[i].reach + 0.05 * cell_;
    });
    size_t kept = 0;
    for (size_t i = 0; i < border_.size(); ++i)
        if (!covered[i]) border_[kept++] = border_[i];
    border_.resize(kept);
}

double SolidField::depth(const Vec3d& p) const {
    PL_ASSERT(is_finite(p));
    const double beyond = farthest * cell_;
    double deep = -beyond;
    if (winding_) {
        const double w = enclosed(p) - 0.5, d = std::min(given_.distance(p, beyond), fade * cell_ * std::fabs(w));
        deep = w > 0 ? d : -d;
    }
    if (!thin_.empty()) deep = std::max(deep, -thin_.distance_less_reach(p, reach_, largest_reach_, beyond));
    return deep;
}

double SolidField::distance_to_given(const Vec3d& p, double bound) const {
    PL_ASSERT(is_finite(p) && bound >= 0);
    const double d = given_.distance(p, bound);
    return winding_ && !closed() ? std::min(d, fade * cell_ * std::fabs(enclosed(p) - 0.5)) : d;
}

bool SolidField::is_border(const SurfacePiece& piece, const Vec3d& p) const {
    PL_ASSERT(is_finite(p));
    const auto& c = piece.corner;
    const Vec3d normal = direction(cross(c[1] - c[0], c[2] - c[0]), Vec3d{}) * (aside * cell_);
    if (enclosed(p + normal) > 0.5 && enclosed(p - normal) > 0.5) return false;
    if (thin_.empty()) return true;
    const double beyond = -thin_.distance_less_reach(p, kept_, largest_kept_, 0);
    return beyond <= piece.reach + 0.05 * cell_;
}

// From the nearest place of the surface, or of what thin parts were made, to p; its length is the distance, at most
// `bound`.
Vec3d SolidField::from_solid(const Vec3d& p, double bound) const {
    PL_ASSERT(is_finite(p) && bound >= 0);
    const Vec3d off = p - nearest_given(p);
    const double distance = std::min(length(off), bound);
    if (thin_.empty()) return off;
    const TriangleTree::Nearest thin = thin_.nearest_less_reach(p, kept_, largest_kept_, distance);
    if (thin.triangle == TriangleTree::none) return off;
    const double away = std::sqrt(thin.on.distance_squared), left = std::max(away - kept_[thin.triangle], 0.01 * bound);
    return direction(p - thin.on.point, Vec3d{}) * left;
}

// A ball that touches the piece from outside is pushed out of whatever it overlaps, and held near p. In a gap that is
// too narrow it goes back and forth between the walls.
bool SolidField::has_room(const SurfacePiece& piece, const Vec3d& p) const {
    const auto& c = piece.corner;
    const Vec3d across = direction(cross(c[1] - c[0], c[2] - c[0]), Vec3d{});
    const double ball = room / 2 * cell_, near = ball + piece.reach + room_near * cell_;
    for (const double side : {1.0, -1.0}) {
        if (enclosed(p + across * (side * aside * cell_)) > 0.5) continue;
        Vec3d centre = p + across * (side * (ball + piece.reach));
        for (int push = 0; push < max_pushes; ++push) {
            const Vec3d off = from_solid(centre, ball);
            const double free = length(off);
            if (free >= 0.999 * ball) {
                if (enclosed(centre) <= 0.5) return true;
                break;
            }
            centre += off * (ball / std::max(free, 1e-3 * ball) - 1);
            const double away = length(centre - p);
            if (away > near) centre = p + (centre - p) * (near / away);
        }
    }
    return false;
}

// Along a row of sites the winding number of a closed surface changes only in cubes that the surface touches, and it
// costs much more to find than to carry on.
void SolidField::fill_row(const std::vector<u8>& touched, i32 start, i32 y, i32 z, std::vector<u8>& inside) const {
    const i32 count = lattice_.cubes.x + 1 - start;
    const Vec3i row{0, std::min(y, lattice_.cubes.y - 1), std::min(z, lattice_.cubes.z - 1)};
    const u8* const cube = &touched[lattice_.cube_index(row)];
    const size_t first = lattice_.index({start, 2 * y + start, 2 * z + start});
    for (i32 x = 0; x < count; ++x) {
        const bool carried = closed() && x > 0 && !cube[x - 1] && (start == 0 || !cube[x]);
        const Vec3d p = lattice_.position({2 * x + start, 2 * y + start, 2 * z + start});
        inside[first + x] = carried ? inside[first + x - 1] : enclosed(p) > 0.5;
    }
    if (thin_.empty()) return;
    for (i32 x = 0; x < count; ++x) {
        const Vec3d p = lattice_.position({2 * x + start, 2 * y + start, 2 * z + start});
        if (!inside[first + x]) inside[first + x] = thin_.distance_less_reach(p, reach_, largest_reach_, 0) < 0;
    }
}

std::vector<u8> SolidField::inside_sites(Team* team) const {
    const float h = static_cast<float>(lattice_.cell);
    const VoxelGrid grid{lattice_.origin.to<float>(), {h, h, h}, lattice_.cubes};
    std::vector<u8> touched(lattice_.cube_count(), 1), inside(lattice_.site_count());
    if (closed()) touched = touched_cells(grid, enclosure_->soup);
    for (i32 start = 0; start < 2; ++start) {
        const i32 rows = lattice_.cubes.y + 1 - start, layers = lattice_.cubes.z + 1 - start;
        for_all(team, static_cast<size_t>(rows) * layers, [&](size_t i) {
            fill_row(touched, start, static_cast<i32>(i) % rows, static_cast<i32>(i) / rows, inside);
        });
    }
    return inside;
}

}  // namespace pliant
