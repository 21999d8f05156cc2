#include "geometry/tet_fit.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/for_all.h"
#include "geometry/tet_bridges.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

// Cosines of the angles that tets keep: a little within 10.7 and 164.8 degrees, which is what stuffing promises.
constexpr double narrow = 0.98190, wide = -0.96363;  // of 10.92 and 164.5 degrees
// Needles have good angles and are stiff and slow all the same.
constexpr double longest_aspect = 8;
constexpr double roomy = 6;   // a worth that needs no improvement
constexpr double aim = 0.95;  // part of the limit that strays are drawn to
constexpr int max_rounds = 24;

// How good a tet is, 1 where its angles are at their bounds, more inside of them, negative where it is inverted.
double worth(const std::array<Vec3d, 4>& p) {
    const Vec3d a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
    const Vec3d ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
    const double volume = dot(ab, c);
    if (!(volume > 0)) return -1;
    const Vec3d normal[4] = {ab, bc, ca, -(ab + bc + ca)};  // all inwards or all outwards
    double size[4], least = 1, greatest = -1, area = 0, longest = 0;
    for (int i = 0; i < 4; ++i) {
        size[i] = length_squared(normal[i]);
        area += std::sqrt(size[i]);
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j) {
            longest = std::max(longest, length_squared(p[i] - p[j]));
            const double cosine = -dot(normal[i], normal[j]) / std::sqrt(size[i] * size[j]);
            least = std::min(least, cosine);
            greatest = std::max(greatest, cosine);
        }
    const double aspect = std::sqrt(longest / 24) * area / volume;  // as measure() tells it
    return std::min({(1 - greatest) / (1 - narrow), (1 + least) / (1 + wide), longest_aspect / aspect});
}

// What draws a point: along -away, until it went by `excess`.
struct Pull {
    u32 point;
    double weight, whole;  // of the point in the place that is drawn, and the sum of squares over its three points
    Vec3d away;
    double excess;  // [m]
};

class Fit {
  public:
    Fit(TetMesh& mesh, const SolidField& field, double limit, Team* team)
        : mesh_(mesh), field_(field), limit_(limit), team_(team) {}

    // Until there are no strays, or, unless it is patient, until they hardly become fewer.
    SurfaceOffset run(bool patient) {
        trim();
        OffsetMeter meter(mesh_, field_, limit_, team_);
        SurfaceOffset offset = meter.offset();
        if (offset.strays.empty()) return offset;
        if (tet_of_.empty()) find_neighbours();
        size_t before = offset.strays.size();
        for (int round = 0; round < max_rounds && !offset.strays.empty(); ++round) {
            const size_t now = offset.strays.size();
            if (!patient && round % 4 == 3 && static_cast<double>(now) > 0.7 * static_cast<double>(before)) break;
            if (round % 4 == 3) before = now;
            draw(offset.strays);
            meter.update();
            offset = meter.offset();
        }
        meter.settle();
        return meter.offset();
    }

  private:
    // Sheets and thin parts are too thick all over: each point by itself goes straight to where it should be, which is
    // found faster than by looking at all places.
    void trim() {
        std::vector<u32> points;
        for (const TrianglePoints& t : boundary_triangles(mesh_)) points.insert(points.end(), t.begin(), t.end());
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        std::vector<u8> far(points.size());
        for_all(team_, points.size(),
                [&](size_t i) { far[i] = field_.distance_to_given(at(points[i]), 2 * limit_) > limit_; });
        for (size_t i = 0; i < points.size(); ++i) {
            if (!far[i]) continue;
            if (tet_of_.empty()) find_neighbours();
            const Vec3d off = at(points[i]) - field_.nearest_given(at(points[i]));
            move(points[i], off * (aim * limit_ / length(off) - 1));
        }
    }

    void find_neighbours() {
        first_tet_.assign(mesh_.points.size() + 1, 0);
        for (const TetPoints& tet : mesh_.tets)
            for (const u32 p : tet) ++first_tet_[p + 1];
        for (size_t p = 1; p < first_tet_.size(); ++p) first_tet_[p] += first_tet_[p - 1];
        tet_of_.resize(mesh_.tets.size() * 4);
        std::vector<u32> next(first_tet_.begin(), first_tet_.end() - 1);
        for (u32 t = 0; t < mesh_.tets.size(); ++t)
            for (const u32 p : mesh_.tets[t]) tet_of_[next[p]++] = t;
        normal_.assign(mesh_.points.size(), Vec3d{});
        outside_.assign(mesh_.points.size(), 0);
        boundary_ = boundary_triangles(mesh_);
        for (const TrianglePoints& t : boundary_)
            for (const u32 p : t) outside_[p] = 1;
    }

    void find_normals() {
        for (Vec3d& n : normal_) n = {};
        for (const TrianglePoints& t : boundary_) {
            const Vec3d a = at(t[0]), n = cross(at(t[1]) - a, at(t[2]) - a);
            for (const u32 p : t) normal_[p] = normal_[p] + n;
        }
    }

    Vec3d at(u32 p) const { return mesh_.points[p].to<double>(); }
    std::span<const u32> tets_of(u32 p) const {
        return std::span<const u32>(tet_of_).subspan(first_tet_[p], first_tet_[p + 1] - first_tet_[p]);
    }

    // The least worth of the tets around a point, if it were there.
    double worth_at(u32 point, const Vec3d& there) const {
        double least = 1e9;
        for (const u32 t : tets_of(point)) {
            std::array<Vec3d, 4> p;
            for (int k = 0; k < 4; ++k) p[k] = mesh_.tets[t][k] == point ? there : at(mesh_.tets[t][k]);
            least = std::min(least, worth(p));
            if (least < 0) break;
        }
        return least;
    }

    // The points' pulls of this round, and moves by them in the order of the points.
    void draw(const std::vector<Stray>& strays) {
        std::vector<Pull> pulls;
        for (const Stray& s : strays) add_pulls(s, pulls);
        std::stable_sort(pulls.begin(), pulls.end(), [](const Pull& a, const Pull& b) { return a.point < b.point; });
        find_normals();
        std::vector<u32> blocked;
        for (size_t first = 0, last; first < pulls.size(); first = last) {
            for (last = first + 1; last < pulls.size() && pulls[last].point == pulls[first].point;) ++last;
            const std::span<const Pull> of_point(&pulls[first], last - first);
            if (!move(of_point[0].point, step(of_point))) blocked.push_back(of_point[0].point);
        }
        make_room(blocked);
    }

    void add_pulls(const Stray& s, std::vector<Pull>& pulls) const {
        const Vec3d place =
            at(s.points[0]) * s.weights.x + at(s.points[1]) * s.weights.y + at(s.points[2]) * s.weights.z;
        const Vec3d away = direction(place - s.goal, Vec3d{});
        const double whole = length_squared(s.weights);
        for (int k = 0; k < 3; ++k)
            if (s.weights[k] > 0) pulls.push_back({s.points[k], s.weights[k], whole, away, s.distance - aim * limit_});
    }

    // The move that meets all pulls of a point best, those that are farther off the more; the other points of each
    // place do their share.
    static Vec3d step(std::span<const Pull> pulls) {
        double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0, trace = 0;
        Vec3d b;
        for (const Pull& p : pulls) {
            const double w = p.excess * p.whole;
            const Vec3d n = p.away;
            xx += w * n.x * n.x;
            xy += w * n.x * n.y;
            xz += w * n.x * n.z;
            yy += w * n.y * n.y;
            yz += w * n.y * n.z;
            zz += w * n.z * n.z;
            trace += w;
            b = b - n * (p.excess * p.excess * p.weight);
        }
        const double little = 0.03 * trace;
        xx += little;
        yy += little;
        zz += little;
        const Vec3d r0{xx, xy, xz}, r1{xy, yy, yz}, r2{xz, yz, zz};
        const Vec3d c0 = cross(r1, r2), c1 = cross(r2, r0), c2 = cross(r0, r1);
        const double determinant = dot(r0, c0);
        return determinant > 0 ? (c0 * b.x + c1 * b.y + c2 * b.z) / determinant : Vec3d{};
    }

    // Whether it went all the way.
    bool move(u32 point, const Vec3d& way) {
        const Vec3d from = at(point);
        const double least = std::min(1.0, worth_at(point, from));
        for (double part = 1; part > 0.1; part /= 2) {
            const Vec3 to = (from + way * part).to<float>();
            if (worth_at(point, to.to<double>()) < least) continue;
            mesh_.points[point] = to;
            return part == 1;
        }
        return false;
    }

    // Points around those that could not go where they should, and they themselves, go where their tets are best.
    void make_room(const std::vector<u32>& blocked) {
        std::vector<u32> around;
        for (const u32 p : blocked)
            for (const u32 t : tets_of(p)) around.insert(around.end(), mesh_.tets[t].begin(), mesh_.tets[t].end());
        std::sort(around.begin(), around.end());
        around.erase(std::unique(around.begin(), around.end()), around.end());
        for (const u32 p : around) improve(p);
    }

    // Steps along six directions; a point of the boundary only within it.
    void improve(u32 point) {
        constexpr Vec3d ways[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
        const Vec3d normal = outside_[point] ? direction(normal_[point], Vec3d{}) : Vec3d{};
        double best = worth_at(point, at(point));
        if (best > roomy) return;
        for (double size = 0.12 * field_.cell(); size > 0.02 * field_.cell(); size /= 2)
            for (const Vec3d& w : ways) {
                const Vec3d way = (w - normal * dot(w, normal)) * size;
                const Vec3 to = (at(point) + way).to<float>();
                const double there = worth_at(point, to.to<double>());
                if (there > best) {
                    best = there;
                    mesh_.points[point] = to;
                }
            }
    }

    TetMesh& mesh_;
    const SolidField& field_;
    const double limit_;
    Team* const team_;
    std::vector<u32> first_tet_, tet_of_;  // of each point
    std::vector<TrianglePoints> boundary_;
    std::vector<u8> outside_;    // of each point: whether it is on the boundary
    std::vector<Vec3d> normal_;  // of each point of the boundary, not of unit length
};

}  // namespace

SurfaceOffset fit_boundary(TetMesh& mesh, const SolidField& field, double limit, Team* team) {
    PL_ASSERT(limit > 0 && all_below(mesh.tets, mesh.points.size()));
    constexpr int max_times = 4;
    bool patient = false;
    for (int time = 0;; ++time) {
        SurfaceOffset offset = Fit(mesh, field, limit, team).run(patient);
        if (offset.strays.empty() || patient) return offset;
        patient = time == max_times || !remove_bridges(mesh, field, limit);
    }
}

}  // namespace pliant
