// A border is an edge of a link's walls, on the surface or on a grid edge. It has a side towards either cell, and what
// is on that side is found by walking through the cells around it until the next link that has parted.

#include "geometry/crack_walls.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/ear_cut.h"

namespace pliant {

namespace {

constexpr u32 border_bit = 1u << 31;

struct Border {
    u32 link;
    u32 from, to;  // nodes, as the wall of the low cell runs
    u32 number;
};

// The opposite of a half-edge: a half-edge of the surface, or one side of a border (border_bit | 2 b + high).
using WallSide = u32;
WallSide low_side(u32 border) { return border_bit | 2 * border; }
WallSide high_side(u32 border) { return border_bit | (2 * border + 1); }

class WallBuilder {
  public:
    WallBuilder(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken, std::span<const u32> cells,
                std::span<const TrianglePoints> triangles, std::span<const Vec3> points)
        : whole_(whole),
          map_(map),
          parted_(broken),
          cells_(cells),
          triangles_(triangles),
          points_(points),
          surface_mate_(map.twin) {}

    CrackWalls build() {
        list_links();
        open_surface();
        if (map_.walled) {
            open_inside();
            border_mate_.resize(2 * borders_.size(), no_index);
            for (const auto& [a, b] : joins_) {
                mate(a) = b;
                mate(b) = a;
            }
            build_walls();
        }
        find_twins();
        return std::move(out_);
    }

  private:
    Vec3 place(u32 node) const {
        if (node < map_.point_count) return points_[node];
        return whole_.origin + scaled(whole_.spacing, map_.site(node - map_.point_count).to<float>());
    }
    u32& mate(WallSide s) { return s & border_bit ? border_mate_[s & ~border_bit] : surface_mate_[s]; }
    u32 add_border(u32 link, u32 from, u32 to) {
        const u32 number = static_cast<u32>(borders_.size());
        borders_.push_back({link, from, to, number});
        return number;
    }

    // Links that have parted and have one of our cells beside them. Others bound pieces that are not asked for.
    void list_links() {
        open_.assign(parted_.size(), 0);
        std::vector<u8> our_cell(map_.cell_count(), 0);
        for (const u32 c : cells_) our_cell[c] = 1;
        for (u32 l = 0; l < parted_.size(); ++l) {
            if (!parted_[l] || !(our_cell[map_.links[l].low] || our_cell[map_.links[l].high])) continue;
            open_[l] = 1;
            open_links_.push_back(l);
        }
        out_.touched.assign(map_.point_count, 0);
    }

    // The surface opens where a link has parted on the way from one triangle to the next.
    void open_surface() {
        for (const u32 l : open_links_)
            for (const u32 h : map_.passing(l)) opened_.push_back(h);
        std::sort(opened_.begin(), opened_.end());
        opened_.erase(std::unique(opened_.begin(), opened_.end()), opened_.end());
        for (const u32 h : opened_) {
            const u32 twin = map_.twin[h], u = triangles_[h / 3][h % 3], v = triangles_[h / 3][(h + 1) % 3];
            out_.touched[u] = out_.touched[v] = 1;
            if (!map_.walled) {
                surface_mate_[h] = surface_mate_[twin] = no_index;
                continue;
            }
            WallSide last = h;
            for (const TearMap::Crossing& crossing : map_.way(h)) {
                if (!open_[crossing.link]) continue;
                const u32 b = crossing.upwards ? add_border(crossing.link, v, u) : add_border(crossing.link, u, v);
                joins_.push_back({last, crossing.upwards ? low_side(b) : high_side(b)});
                last = crossing.upwards ? high_side(b) : low_side(b);
            }
            joins_.push_back({last, twin});
        }
    }

    // Walls end at grid edges, and go on there into the next wall around the edge, or into their own other side.
    void open_inside() {
        std::vector<TearMap::GridEdge> edges;
        for (const u32 l : open_links_)
            for (const TearMap::GridEdge& edge : map_.edges_of(l)) edges.push_back(edge);
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        for (const TearMap::GridEdge& edge : edges)
            for (const TearMap::Stretch& stretch : map_.stretches(edge)) open_along(edge, stretch);
    }

    void open_along(const TearMap::GridEdge& edge, const TearMap::Stretch& stretch) {
        const u32 i = (edge.axis + 1) % 3, j = (edge.axis + 2) % 3;
        const std::array<u32, 4> cells = map_.cells_around(edge);
        const auto link = [&](u32 cell, u32 along) { return cell == no_index ? no_index : map_.link_of(cell, along); };
        // Counter-clockwise about the axis; the last two are passed from high to low.
        const u32 passed[4] = {link(cells[0], i), link(cells[1], j), link(cells[3], i), link(cells[0], j)};
        WallSide first = no_index, last = no_index;
        for (u32 f = 0; f < 4; ++f) {
            if (passed[f] == no_index || !open_[passed[f]]) continue;
            const bool upwards = f < 2;
            const u32 b = upwards ? add_border(passed[f], stretch.from, stretch.to)
                                  : add_border(passed[f], stretch.to, stretch.from);
            const WallSide near = upwards ? low_side(b) : high_side(b);
            if (last == no_index) {
                first = near;
            } else {
                joins_.push_back({last, near});
            }
            last = upwards ? high_side(b) : low_side(b);
        }
        if (last != no_index) joins_.push_back({last, first});
    }

    void build_walls() {
        side_half_.assign(2 * borders_.size(), no_index);
        digon_.assign(2 * borders_.size(), no_index);
        std::sort(borders_.begin(), borders_.end(), [](const Border& a, const Border& b) {
            return a.link != b.link ? a.link < b.link : a.number < b.number;
        });
        for (size_t first = 0, last; first < borders_.size(); first = last) {
            last = first;
            while (last < borders_.size() && borders_[last].link == borders_[first].link) ++last;
            build_walls({borders_.data() + first, borders_.data() + last});
        }
    }

    std::array<double, 2> flat(u32 node, u32 axis) const {
        const Vec3 p = place(node);
        return {static_cast<double>(p[static_cast<int>(axis + 1) % 3]),
                static_cast<double>(p[static_cast<int>(axis + 2) % 3])};
    }

    // How sharp a way turns left: -2 (back to the right) … 2 (back to the left).
    static double left_turn(const std::array<double, 2>& a, const std::array<double, 2>& b,
                            const std::array<double, 2>& c) {
        const double ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - b[0], vy = c[1] - b[1];
        const double size = std::sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
        if (!(size > 0)) return 0;
        const double cosine = (ux * vx + uy * vy) / size;
        return ux * vy - uy * vx >= 0 ? 1 - cosine : cosine - 1;
    }

    // The borders of a link's face form closed ways, through any node as often in as out. They are taken apart into
    // ways that pass no node twice.
    void build_walls(std::span<const Border> borders) {
        const u32 axis = map_.links[borders[0].link].axis;
        std::vector<u8> used(borders.size(), 0);
        std::vector<u32> path;
        for (u32 start = 0; start < borders.size(); ++start) {
            if (used[start]) continue;
            path.assign(1, start);
            used[start] = 1;
            while (!path.empty()) {
                const u32 node = borders[path.back()].to;
                size_t passed = 0;
                while (passed < path.size() && borders[path[passed]].from != node) ++passed;
                if (passed < path.size()) {
                    build_wall(borders, {path.data() + passed, path.data() + path.size()}, axis);
                    path.resize(passed);
                    continue;
                }
                u32 best = no_index;
                double turn = -3;
                for (u32 b = 0; b < borders.size(); ++b) {
                    if (used[b] || borders[b].from != node) continue;
                    const double t =
                        left_turn(flat(borders[path.back()].from, axis), flat(node, axis), flat(borders[b].to, axis));
                    if (t > turn) {
                        turn = t;
                        best = b;
                    }
                }
                if (best == no_index) break;  // it does not close: of a mesh that said it was closed and is not
                used[best] = 1;
                path.push_back(best);
            }
        }
    }

    void build_wall(std::span<const Border> borders, std::span<const u32> cycle, u32 axis) {
        const u32 n = static_cast<u32>(cycle.size());
        const auto code = [&](u32 i, bool high) { return 2 * borders[cycle[i]].number + high; };
        if (n == 2) {  // nothing between them: the opposites of both meet each other
            for (const bool high : {false, true}) {
                digon_[code(0, high)] = code(1, high);
                digon_[code(1, high)] = code(0, high);
            }
            return;
        }
        std::vector<std::array<double, 2>> corners;
        for (u32 b : cycle) corners.push_back(flat(borders[b].from, axis));
        const LatticeLink& link = map_.links[borders[cycle[0]].link];
        struct Diagonal {
            u32 low, high;            // corners of the polygon
            u32 wall_low, wall_high;  // half-edges on the wall of the low cell, and of the high one
        };
        std::vector<Diagonal> open;
        for (const std::array<u32, 3>& t : cut_ears(corners)) {
            const u32 first = static_cast<u32>(3 * (map_.triangle_cell.size() + out_.walls.size()));
            std::array<u32, 3> node;
            for (size_t k = 0; k < 3; ++k) node[k] = borders[cycle[t[k]]].from;
            out_.walls.push_back({borders[cycle[0]].link, link.low, node});
            out_.walls.push_back({borders[cycle[0]].link, link.high, {node[0], node[2], node[1]}});
            wall_mate_.resize(3 * out_.walls.size(), no_index);
            for (u32 k = 0; k < 3; ++k) {
                const u32 a = t[k], b = t[(k + 1) % 3], half[2] = {first + k, first + 5 - k};
                if (b == (a + 1) % n) {
                    for (const bool high : {false, true}) {
                        side_half_[code(a, high)] = half[high];
                        wall_mate(half[high]) = border_bit | code(a, high);
                    }
                    continue;
                }
                const u32 low = std::min(a, b), high = std::max(a, b);
                const auto other = std::find_if(open.begin(), open.end(),
                                                [&](const Diagonal& d) { return d.low == low && d.high == high; });
                if (other == open.end()) {
                    open.push_back({low, high, half[0], half[1]});
                } else {
                    wall_mate(half[0]) = other->wall_low;
                    wall_mate(other->wall_low) = half[0];
                    wall_mate(half[1]) = other->wall_high;
                    wall_mate(other->wall_high) = half[1];
                    open.erase(other);
                }
            }
        }
        PL_ASSERT(open.empty());
    }

    u32& wall_mate(u32 half) { return wall_mate_[half - 3 * map_.triangle_cell.size()]; }

    // The half-edge on the other side.
    u32 twin(u32 half) {
        u32 m = no_index;
        if (half < surface_mate_.size()) {
            m = surface_mate_[half];
        } else {
            m = wall_mate(half);
            if (m != no_index && m & border_bit) m = border_mate_[m & ~border_bit];
        }
        while (m != no_index && m & border_bit) {
            const u32 code = m & ~border_bit;
            if (side_half_[code] != no_index) return side_half_[code];
            if (digon_[code] == no_index) return no_index;
            m = border_mate_[digon_[code]];
        }
        return m;
    }

    void find_twins() {
        out_.twin = surface_mate_;
        out_.twin.resize(surface_mate_.size() + 3 * out_.walls.size(), no_index);
        for (const u32 h : opened_)
            for (const u32 half : {h, map_.twin[h]}) out_.twin[half] = twin(half);
        for (u32 h = static_cast<u32>(surface_mate_.size()); h < out_.twin.size(); ++h) out_.twin[h] = twin(h);
    }

    const LatticeMesh& whole_;
    const TearMap& map_;
    std::span<const u8> parted_;
    std::span<const u32> cells_;
    std::span<const TrianglePoints> triangles_;
    std::span<const Vec3> points_;

    std::vector<u8> open_;  // of each link: it has parted, and is beside one of the cells
    std::vector<u32> open_links_;
    std::vector<u32> opened_;  // half-edges of the surface whose way passes such a link
    std::vector<Border> borders_;
    std::vector<std::array<WallSide, 2>> joins_;
    std::vector<WallSide> surface_mate_, border_mate_, wall_mate_;
    std::vector<u32> side_half_;  // of each side of a border: the half-edge of its wall, or none
    std::vector<u32> digon_;      // then the side that it goes on with
    CrackWalls out_;
};

}  // namespace

CrackWalls build_crack_walls(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken,
                             std::span<const u32> cells, std::span<const TrianglePoints> triangles,
                             std::span<const Vec3> points) {
    PL_ASSERT(broken.size() == map.links.size() && all_below(cells, whole.cell_count()));
    PL_ASSERT(all_below(triangles, points.size()));
    return WallBuilder(whole, map, broken, cells, triangles, points).build();
}

}  // namespace pliant
