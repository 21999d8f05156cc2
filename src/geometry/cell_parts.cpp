#include "geometry/cell_parts.h"

#include <algorithm>
#include <numeric>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "geometry/triangle_edges.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

constexpr u32 lines = 4;  // along each axis, in each of the other two directions

// Surfaces nearer than this part of a cell touch. Models of stacked or fitted parts have unintended gaps of rounding
// size. Where a piece of surface has a border, the surface it should close against is often some way off, and parts
// that look whole must not fall apart.
constexpr double touch = 0.01, open_touch = 0.25;

constexpr double rounding = 1e-6;  // of a cell

bool before(const Vec3d& a, const Vec3d& b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

std::array<Vec3d, 3> least_first(const std::array<Vec3d, 3>& c) {
    const size_t first = !before(c[1], c[0]) && !before(c[2], c[0]) ? 0 : !before(c[2], c[1]) ? 1 : 2;
    return {c[first], c[(first + 1) % 3], c[(first + 2) % 3]};
}

}  // namespace

CellParts::CellParts(const Voxels& voxels, std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles)
    : points_(points), triangles_(triangles), enclosure_(voxels.enclosure) {
    PL_ASSERT(all_below(triangles, points.size()) && all_finite(points));
    Box box;
    for (const auto& t : triangles) {
        for (const u32 p : t) box.add(points[p]);
        corners_.push_back(
            least_first({points[t[0]].to<double>(), points[t[1]].to<double>(), points[t[2]].to<double>()}));
    }
    grid_ = fit_grid(box, voxels.spacing);
    const double width = std::min({voxels.spacing.x, voxels.spacing.y, voxels.spacing.z});
    touch_ = touch * width;
    open_touch_ = open_touch * width;
    find_open_pieces();
    reach_ = std::find(open_.begin(), open_.end(), u8{1}) == open_.end() ? touch_ : open_touch_;
    std::vector<u32> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](u32 a, u32 b) {
        for (size_t k = 0; k < 3; ++k)
            if (!(corners_[a][k] == corners_[b][k])) return before(corners_[a][k], corners_[b][k]);
        return a < b;
    });
    rank_.resize(order.size());
    for (u32 i = 0; i < order.size(); ++i) rank_[order[i]] = i;
    list_triangles(voxels);
    shared_of_.assign(voxels.cells.size(), none);
    for (u32 cell = 0; cell < voxels.cells.size(); ++cell) find_parts(cell, voxels.cells[cell]);
}

void CellParts::find_open_pieces() {
    DisjointSets pieces(points_.size());
    for (const auto& t : triangles_) {
        pieces.join(t[0], t[1]);
        pieces.join(t[0], t[2]);
    }
    std::vector<u8> open(points_.size(), 0);
    const std::vector<EdgeUse> uses = edge_uses(triangles_);
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        if (!balanced(edge)) open[pieces.find(edge[0].low)] = 1;
    });
    for (const auto& t : triangles_) open_.push_back(open[pieces.find(t[0])]);
}

void CellParts::list_triangles(const Voxels& voxels) {
    // Where each row of cells starts, so that a cell is found among the few of its row.
    const auto row_of = [&](const Vec3i& c) { return static_cast<size_t>(c.z) * grid_.count.y + c.y; };
    std::vector<u32> row_start(static_cast<size_t>(grid_.count.y) * grid_.count.z + 1, 0);
    for (const Vec3i& c : voxels.cells) ++row_start[row_of(c) + 1];
    for (size_t r = 1; r < row_start.size(); ++r) row_start[r] += row_start[r - 1];
    std::vector<std::pair<u32, u32>> found;  // cell and triangle
    for (u32 t = 0; t < corners_.size(); ++t)
        for_near_cells(grid_, corners_[t], [&](const Vec3i& c) {
            const auto first = voxels.cells.begin() + row_start[row_of(c)],
                       last = voxels.cells.begin() + row_start[row_of(c) + 1];
            const auto at = std::lower_bound(first, last, c.x, [](const Vec3i& s, i32 x) { return s.x < x; });
            if (at != last && at->x == c.x && touches_cell(grid_, c, corners_[t]))
                found.push_back({static_cast<u32>(at - voxels.cells.begin()), t});
        });
    start_.assign(voxels.cells.size() + 1, 0);
    for (const auto& [cell, t] : found) ++start_[cell + 1];
    for (size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    touching_.resize(found.size());
    std::vector<u32> next(start_.begin(), start_.end() - 1);
    for (const auto& [cell, t] : found) touching_[next[cell]++] = {t, 0};
}

u32 CellParts::part_of(u32 cell, u32 triangle) const {
    PL_ASSERT(cell + 1 < start_.size() && triangle < triangles_.size());
    const std::span<const Touching> all = touching(cell);
    const auto at = std::lower_bound(all.begin(), all.end(), triangle,
                                     [](const Touching& t, u32 wanted) { return t.triangle < wanted; });
    return at != all.end() && at->triangle == triangle ? at->part : none;
}

float CellParts::share(u32 cell, u32 part) const {
    PL_ASSERT(part < part_count(cell));
    if (shared_of_[cell] == none) return 1;
    const std::vector<float>& length = shared(cell).length;
    const float sum = std::accumulate(length.begin(), length.end(), 0.0f);
    return sum > 0 ? length[part] / sum : 1 / static_cast<float>(length.size());
}

void CellParts::merge(u32 cell, u32 part, u32 into) {
    PL_ASSERT(cell < shared_of_.size() && shared_of_[cell] != none);
    PL_ASSERT(part < part_count(cell) && into < part_count(cell));
    PL_ASSERT(part != into);
    Shared& s = shared_[shared_of_[cell]];
    const auto now = [&](u32 p) { return (p == part ? into : p) - ((p == part ? into : p) > part); };
    for (u32 t = start_[cell]; t < start_[cell + 1]; ++t) touching_[t].part = now(touching_[t].part);
    for (u32& p : s.at_face) p = now(p);
    s.length[into] += s.length[part];
    s.length.erase(s.length.begin() + part);
    if (--s.part_count == 1) shared_of_[cell] = none;
}

u32 CellParts::part_at_face(u32 cell, int axis, bool high) const {
    PL_ASSERT(cell < shared_of_.size() && axis >= 0 && axis < 3);
    if (shared_of_[cell] == none) return 0;
    return shared(cell).at_face[static_cast<size_t>(2 * axis + high)];
}

bool CellParts::inside(const Vec3d& place) const {
    PL_ASSERT(is_finite(place));
    if (!enclosure_) return false;
    if (enclosure_->closed && !winding_)
        winding_ = std::make_unique<const WindingNumber>(enclosure_->soup.points, enclosure_->soup.triangles);
    const WindingNumber& winding = enclosure_->closed ? *winding_ : *enclosure_->winding;
    return std::fabs(winding.at(place.to<float>())) > 0.5;
}

bool CellParts::touch_in(u32 a, u32 b, const Vec3d& center, const Vec3d& half) const {
    const double near = open_[a] || open_[b] ? open_touch_ : touch_;
    const std::array<Vec3d, 3>&p = corners_[a], &q = corners_[b];
    const Vec3d p_low = least(least(p[0], p[1]), p[2]), p_high = greatest(greatest(p[0], p[1]), p[2]),
                q_low = least(least(q[0], q[1]), q[2]), q_high = greatest(greatest(q[0], q[1]), q[2]);
    for (int axis = 0; axis < 3; ++axis) {
        const double low = std::max({p_low[axis], q_low[axis], center[axis] - half[axis]}),
                     high = std::min({p_high[axis], q_high[axis], center[axis] + half[axis]});
        if (low > high + near) return false;
    }
    for (const bool turned : {false, true})
        for (size_t k = 0; k < 3; ++k) {
            const auto &s = turned ? q : p, &t = turned ? p : q;
            const auto pair = closest_segment_triangle(s[k], s[(k + 1) % 3], t[0], t[1], t[2]);
            if (pair.distance_squared > near * near) continue;
            const Vec3d at = s[k] + (s[(k + 1) % 3] - s[k]) * pair.s - center;
            if (std::fabs(at.x) <= half.x + near && std::fabs(at.y) <= half.y + near &&
                std::fabs(at.z) <= half.z + near)
                return true;
        }
    return false;
}

// One cell: its triangles, and a few places in it, where lines along the three axes cross.
class CellParts::InCell {
  public:
    InCell(const CellParts& parts, u32 cell, const Vec3i& site)
        : parts_(parts),
          triangles_(parts.touching(cell)),
          center_(parts.grid_.center(site.x, site.y, site.z)),
          half_(parts.grid_.spacing.to<double>() * 0.5),
          sets_(triangles_.size() + lines * lines * lines) {
        at_face_.fill(none);
    }

    bool is_one() {
        for (u32 i = 1; i < triangles_.size(); ++i)
            if (sets_.find(i) != sets_.find(0)) return false;
        return true;
    }

    // By points and edges that are in the cell.
    void join_surface() {
        std::vector<std::pair<u64, u32>> keys;  // an edge, or a point twice; and the triangle
        const Vec3d half = half_ * (1 + rounding);
        for (u32 i = 0; i < triangles_.size(); ++i) {
            const std::array<u32, 3>& t = parts_.triangles_[triangles_[i].triangle];
            for (size_t k = 0; k < 3; ++k) {
                const u64 a = t[k], b = t[(k + 1) % 3];
                const Vec3d from = parts_.points_[a].to<double>(), to = parts_.points_[b].to<double>();
                if (within(from, half)) {
                    keys.push_back({a << 32 | a, i});
                } else if (!within(to, half) && triangle_overlaps_box(center_, half, from, to, to)) {
                    keys.push_back({std::min(a, b) << 32 | std::max(a, b), i});
                }
            }
        }
        std::sort(keys.begin(), keys.end());
        for (size_t k = 1; k < keys.size(); ++k)
            if (keys[k].first == keys[k - 1].first) sets_.join(keys[k].second, keys[k - 1].second);
    }

    // By matter between them, until all are one.
    void join_through_matter() {
        for (int axis = 0; axis < 3; ++axis)
            for (u32 i = 0; i < lines; ++i)
                for (u32 j = 0; j < lines; ++j) {
                    follow_line(axis, i, j);
                    if (is_one()) return;
                }
    }

    // A piece of surface that cuts off less of the cell than lies between two lines: from a few places on it to places
    // all over the cell, as far as the next piece of surface.
    void join_from_surface() {
        std::vector<u32> tried(triangles_.size(), 0);
        for (u32 i = 0; i < triangles_.size(); ++i) {
            if (++tried[sets_.find(i)] > 4) continue;
            const Vec3d from = middle_in_cell(i);
            for (u32 k = 0; k < lines * lines * lines; ++k) {
                if (!is_target(k)) continue;
                follow_to(i, from, k);
                if (is_one()) return;
            }
        }
    }

    void join_touching() {
        for (u32 i = 0; i < triangles_.size(); ++i)
            for (u32 j = i + 1; j < triangles_.size(); ++j)
                if (sets_.find(i) != sets_.find(j) &&
                    parts_.touch_in(triangles_[i].triangle, triangles_[j].triangle, center_, half_))
                    sets_.join(i, j);
    }

    // Numbers the parts, in the order of their first triangles, writes that of each triangle, and says the rest.
    Shared parts(std::span<Touching> out) {
        std::vector<u32> order(triangles_.size()), number(triangles_.size() + lines * lines * lines, none);
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(), [&](u32 a, u32 b) {
            return parts_.rank_[triangles_[a].triangle] < parts_.rank_[triangles_[b].triangle];
        });
        Shared shared;
        for (const u32 i : order) {
            u32& n = number[sets_.find(i)];
            if (n == none) n = shared.part_count++;
            out[i].part = n;
        }
        shared.length.assign(shared.part_count, 0);
        for (const auto& [member, length] : lengths_) {
            const u32 n = number[sets_.find(member)];
            if (n != none) shared.length[n] += length;
        }
        for (size_t f = 0; f < 6; ++f) {
            const u32 n = at_face_[f] == none ? none : number[sets_.find(at_face_[f])];
            shared.at_face[f] = n == none ? 0 : n;
        }
        return shared;
    }

  private:
    bool within(const Vec3d& p, const Vec3d& half) const {
        const Vec3d d = p - center_;
        return std::fabs(d.x) <= half.x && std::fabs(d.y) <= half.y && std::fabs(d.z) <= half.z;
    }
    static double along(u32 line) { return (line + 0.5) / lines; }  // in cells

    u32 crossing(int axis, u32 i, u32 j, u32 k) const {  // the k-th place on line (i, j) along the axis
        std::array<u32, 3> n;
        n[static_cast<size_t>(axis)] = k;
        n[static_cast<size_t>(axis + 1) % 3] = i;
        n[static_cast<size_t>(axis + 2) % 3] = j;
        return static_cast<u32>(triangles_.size()) + (n[2] * lines + n[1]) * lines + n[0];
    }

    // The centre of a triangle after it is clipped to the cell's faces.
    Vec3d middle_in_cell(u32 i) const {
        const std::array<Vec3d, 3>& corner = parts_.corners_[triangles_[i].triangle];
        std::vector<Vec3d> polygon(corner.begin(), corner.end()), kept;
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2;
            const double sign = side % 2 ? 1 : -1;
            const auto depth = [&](const Vec3d& p) { return half_[axis] - sign * (p[axis] - center_[axis]); };
            kept.clear();
            for (size_t k = 0; k < polygon.size(); ++k) {
                const Vec3d &p = polygon[k], &q = polygon[(k + 1) % polygon.size()];
                const double dp = depth(p), dq = depth(q);
                if (dp >= 0) kept.push_back(p);
                if ((dp >= 0) != (dq >= 0)) kept.push_back(p + (q - p) * (dp / (dp - dq)));
            }
            if (kept.empty()) break;  // it only touches, by rounding
            polygon.swap(kept);
        }
        Vec3d sum;
        for (const Vec3d& p : polygon) sum += p;
        return sum / static_cast<double>(polygon.size());
    }

    // The outermost and the innermost places.
    static bool is_target(u32 k) {
        const std::array<u32, 3> n{k % lines, k / lines % lines, k / lines / lines};
        const auto outer = [](u32 at) { return at == 0 || at == lines - 1; };
        return outer(n[0]) == outer(n[1]) && outer(n[1]) == outer(n[2]);
    }

    void follow_to(u32 from_triangle, const Vec3d& from, u32 k) {
        const Vec3d at{along(k % lines), along(k / lines % lines), along(k / lines / lines)};
        const Vec3d way = center_ - half_ + scaled(half_, at) * 2.0 - from;
        double end = 1;
        u32 reached = static_cast<u32>(triangles_.size()) + k;
        for (u32 t = 0; t < triangles_.size(); ++t) {
            if (t == from_triangle) continue;
            const auto& [a, b, c] = parts_.corners_[triangles_[t].triangle];
            const auto hit = ray_triangle(from, way, end, a, b, c);
            if (hit && hit->t < end) {
                end = hit->t;
                reached = t;
            }
        }
        if (sets_.find(reached) != sets_.find(from_triangle) &&
            (end < rounding || parts_.inside(from + way * (end / 2))))
            sets_.join(reached, from_triangle);
    }

    void follow_line(int axis, u32 i, u32 j) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        Vec3d from = center_ - half_, way;
        from[u] += 2 * half_[u] * along(i);
        from[v] += 2 * half_[v] * along(j);
        way[axis] = 2 * half_[axis];
        hits_.clear();
        for (u32 t = 0; t < triangles_.size(); ++t) {
            const auto& [a, b, c] = parts_.corners_[triangles_[t].triangle];
            if (const auto hit = ray_triangle(from, way, 1, a, b, c)) hits_.push_back({hit->t, t});
        }
        std::sort(hits_.begin(), hits_.end());
        for (size_t h = 0; h <= hits_.size(); ++h) {
            const double begin = h == 0 ? 0 : hits_[h - 1].first, end = h == hits_.size() ? 1 : hits_[h].first;
            if (end - begin > rounding && !parts_.inside(from + way * ((begin + end) / 2))) continue;
            u32 member = none;
            const auto add = [&](u32 other) {
                if (member != none) sets_.join(member, other);
                member = other;
            };
            if (h > 0) add(hits_[h - 1].second);
            for (u32 k = 0; k < lines; ++k)
                if (along(k) > begin && along(k) < end) add(crossing(axis, i, j, k));
            if (h < hits_.size()) add(hits_[h].second);
            if (member == none) continue;
            lengths_.push_back({member, static_cast<float>(end - begin)});
            if (h == 0) at_face_[static_cast<size_t>(2 * axis)] = member;
            if (h == hits_.size()) at_face_[static_cast<size_t>(2 * axis + 1)] = member;
        }
    }

    const CellParts& parts_;
    const std::span<const Touching> triangles_;
    const Vec3d center_, half_;
    DisjointSets sets_;  // of triangles, and of places behind them
    std::vector<std::pair<double, u32>> hits_;
    std::vector<std::pair<u32, float>> lengths_;
    std::array<u32, 6> at_face_;
};

void CellParts::find_parts(u32 cell, const Vec3i& site) {
    InCell in(*this, cell, site);
    in.join_surface();
    if (in.is_one()) return;
    if (enclosure_) in.join_through_matter();
    if (in.is_one()) return;
    if (enclosure_) in.join_from_surface();
    if (in.is_one()) return;
    in.join_touching();
    if (in.is_one()) return;
    shared_of_[cell] = static_cast<u32>(shared_.size());
    shared_.push_back(in.parts({touching_.data() + start_[cell], touching_.data() + start_[cell + 1]}));
}

}  // namespace pliant
