// Everything is a half-edge: 3 t + k of a triangle of the surface, and behind those 3 w + k of a wall. A border is an
// edge of a link's walls on the surface or on a grid edge; it has a side towards either cell, and what is on that side
// is found by walking through the cells around it until the next link that has parted.

#include "geometry/torn_surface.h"

#include <algorithm>

#include "core/assert.h"
#include "geometry/ear_cut.h"

namespace pliant {

namespace {

constexpr u32 none = TearMap::none;
constexpr u32 border_bit = 1u << 31;

u32 next_in_triangle(u32 h) { return h % 3 == 2 ? h - 2 : h + 1; }

struct Border {
    u32 link;
    u32 from, to;  // nodes, as the wall of the low cell runs
    u32 number;
};

// What a half-edge meets: a half-edge of the surface, or one side of a border (border_bit | 2 b + high).
using Side = u32;
Side low_side(u32 border) { return border_bit | 2 * border; }
Side high_side(u32 border) { return border_bit | (2 * border + 1); }

class Tearing {
  public:
    Tearing(const LatticeMesh& whole, const TearMap& map, const TornCells& torn, std::span<const u8> parted,
            const HungSurface& surface, std::span<const u32> ours)
        : whole_(whole),
          map_(map),
          torn_(torn),
          parted_(parted),
          triangles_(surface.triangles),
          points_(surface.points),
          home_(surface.home),
          ours_(ours),
          surface_mate_(map.twin) {}

    TornSurface tear() {
        list_links();
        open_surface();
        if (map_.walled) {
            open_inside();
            border_mate_.resize(2 * borders_.size(), none);
            for (const auto& [a, b] : joins_) mate(a) = b, mate(b) = a;
            build_walls();
        }
        find_twins();
        join_corners();
        zip();
        number_vertices();
        part_double_edges();
        choose_cells();
        return std::move(out_);
    }

  private:
    Vec3 place(u32 node) const {
        if (node < map_.point_count) return points_[node];
        return whole_.origin + scaled(whole_.spacing, map_.site(node - map_.point_count).to<float>());
    }
    u32& mate(Side s) { return s & border_bit ? border_mate_[s & ~border_bit] : surface_mate_[s]; }
    u32 add_border(u32 link, u32 from, u32 to) {
        const u32 number = static_cast<u32>(borders_.size());
        borders_.push_back({link, from, to, number});
        return number;
    }

    // Links that have parted and have one of our cells beside them. Others bound pieces that are not asked for.
    void list_links() {
        open_.assign(parted_.size(), 0);
        std::vector<u8> our_cell(map_.cell_count(), 0);
        for (const u32 c : torn_.cells) our_cell[c] = 1;
        for (u32 l = 0; l < parted_.size(); ++l) {
            if (!parted_[l] || !(our_cell[map_.links[l].low] || our_cell[map_.links[l].high])) continue;
            open_[l] = 1;
            open_links_.push_back(l);
        }
        touched_.assign(map_.point_count, 0);
    }

    // The surface opens where a link has parted on the way from one triangle to the next.
    void open_surface() {
        std::vector<u32> halves;
        for (const u32 l : open_links_)
            for (const u32 h : map_.passing(l)) halves.push_back(h);
        std::sort(halves.begin(), halves.end());
        halves.erase(std::unique(halves.begin(), halves.end()), halves.end());
        for (const u32 h : halves) {
            const u32 twin = map_.twin[h], u = triangles_[h / 3][h % 3], v = triangles_[h / 3][(h + 1) % 3];
            touched_[u] = touched_[v] = 1;
            if (!map_.walled) {
                surface_mate_[h] = surface_mate_[twin] = none;
                continue;
            }
            Side last = h;
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
        struct GridEdge {
            Vec3i low;
            u32 axis;
        };
        std::vector<std::pair<u64, GridEdge>> edges;
        for (const u32 l : open_links_) {
            const int i = static_cast<int>(map_.links[l].axis), j = (i + 1) % 3, k = (i + 2) % 3;
            Vec3i corner = whole_.cell_site[map_.links[l].low];
            ++corner[i];
            for (const int along : {j, k})
                for (const int beyond : {0, 1}) {
                    Vec3i low = corner;
                    low[j + k - along] += beyond;
                    edges.push_back({3 * static_cast<u64>(map_.site_index(low)) + static_cast<u64>(along),
                                     {low, static_cast<u32>(along)}});
                }
        }
        std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        edges.erase(
            std::unique(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
            edges.end());
        for (const auto& [key, edge] : edges)
            for (const TearMap::Stretch& stretch : map_.stretches(edge.low, edge.axis))
                open_along(edge.low, edge.axis, stretch);
    }

    void open_along(const Vec3i& low, u32 axis, const TearMap::Stretch& stretch) {
        const u32 i = (axis + 1) % 3, j = (axis + 2) % 3;
        const std::array<u32, 4> cells = map_.cells_around(low, axis);
        const auto link = [&](u32 cell, u32 along) { return cell == none ? none : map_.link_of(cell, along); };
        // Counter-clockwise about the axis; the last two are passed from high to low.
        const u32 passed[4] = {link(cells[0], i), link(cells[1], j), link(cells[3], i), link(cells[0], j)};
        Side first = none, last = none;
        for (u32 f = 0; f < 4; ++f) {
            if (passed[f] == none || !open_[passed[f]]) continue;
            const bool upwards = f < 2;
            const u32 b = upwards ? add_border(passed[f], stretch.from, stretch.to)
                                  : add_border(passed[f], stretch.to, stretch.from);
            const Side near = upwards ? low_side(b) : high_side(b);
            if (last == none) {
                first = near;
            } else {
                joins_.push_back({last, near});
            }
            last = upwards ? high_side(b) : low_side(b);
        }
        if (last != none) joins_.push_back({last, first});
    }

    void build_walls() {
        side_half_.assign(2 * borders_.size(), none);
        digon_.assign(2 * borders_.size(), none);
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
                u32 best = none;
                double turn = -3;
                for (u32 b = 0; b < borders.size(); ++b) {
                    if (used[b] || borders[b].from != node) continue;
                    const double t =
                        left_turn(flat(borders[path.back()].from, axis), flat(node, axis), flat(borders[b].to, axis));
                    if (t > turn) turn = t, best = b;
                }
                if (best == none) break;  // it does not close: of a mesh that said it was closed and is not
                used[best] = 1;
                path.push_back(best);
            }
        }
    }

    void build_wall(std::span<const Border> borders, std::span<const u32> cycle, u32 axis) {
        const u32 n = static_cast<u32>(cycle.size());
        const auto code = [&](u32 i, bool high) { return 2 * borders[cycle[i]].number + high; };
        if (n == 2) {  // nothing between them: what is beyond one meets what is beyond the other
            for (const bool high : {false, true})
                digon_[code(0, high)] = code(1, high), digon_[code(1, high)] = code(0, high);
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
            wall_mate_.resize(3 * out_.walls.size(), none);
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
                    wall_mate(half[0]) = other->wall_low, wall_mate(other->wall_low) = half[0];
                    wall_mate(half[1]) = other->wall_high, wall_mate(other->wall_high) = half[1];
                    open.erase(other);
                }
            }
        }
        PL_ASSERT(open.empty());
    }

    u32& wall_mate(u32 half) { return wall_mate_[half - 3 * map_.triangle_cell.size()]; }

    // The half-edge on the other side.
    u32 twin(u32 half) {
        u32 m = none;
        if (half < surface_mate_.size()) {
            m = surface_mate_[half];
        } else {
            m = wall_mate(half);
            if (m != none && m & border_bit) m = border_mate_[m & ~border_bit];
        }
        while (m != none && m & border_bit) {
            const u32 code = m & ~border_bit;
            if (side_half_[code] != none) return side_half_[code];
            if (digon_[code] == none) return none;
            m = border_mate_[digon_[code]];
        }
        return m;
    }

    bool is_touched(u32 half) const {  // at its beginning
        return half >= surface_mate_.size() || touched_[triangles_[half / 3][half % 3]];
    }

    // Half-edges that begin or end at a point where the surface has opened, and those of walls.
    template <class F>
    void for_touched(F&& f) const {
        for (const u32 t : ours_)
            for (u32 h = 3 * t; h < 3 * t + 3; ++h)
                if (is_touched(h) || is_touched(next_in_triangle(h))) f(h);
        for (u32 h = static_cast<u32>(surface_mate_.size()); h < twin_.size(); ++h)
            if (!gone_[h / 3]) f(h);
    }

    void find_twins() {
        twin_ = surface_mate_;
        twin_.resize(surface_mate_.size() + 3 * out_.walls.size(), none);
        gone_.assign(twin_.size() / 3, 0);
        for_touched([&](u32 h) { twin_[h] = twin(h); });
    }

    // Corners that are joined by edges around a point are one vertex: each is known by the lowest of them.
    void join_corners() {
        if (vertex_.empty()) vertex_.assign(twin_.size(), none);
        DisjointSets sets(twin_.size());
        for_touched([&](u32 h) {
            if (twin_[h] == none) return;
            sets.join(h, next_in_triangle(twin_[h]));
            sets.join(next_in_triangle(h), twin_[h]);
        });
        for_touched(
            [&](u32 h) { vertex_[h] = sets.find(h), vertex_[next_in_triangle(h)] = sets.find(next_in_triangle(h)); });
    }

    // Where a crack has not opened, its two walls are one and the same: they go, and what was beyond them meets. And
    // where edges of a surface that is still together lie on each other, those of the crack are paired with each
    // other, so that the crack is closed in itself.
    void zip() {
        for (bool changed = true; changed;) {
            changed = remove_folded();
            if (!changed && pair_anew()) join_corners(), changed = true;
        }
    }

    // Pairs of walls with the same corners that face each other.
    bool remove_folded() {
        struct Turned {
            std::array<u32, 3> corners;  // ascending
            u32 first;                   // half-edge at the lowest of them
        };
        std::vector<Turned> walls;
        for (u32 t = static_cast<u32>(triangles_.size()); t < gone_.size(); ++t) {
            if (gone_[t]) continue;
            Turned w{{vertex_[3 * t], vertex_[3 * t + 1], vertex_[3 * t + 2]}, 3 * t};
            for (u32 k = 1; k < 3; ++k)
                if (w.corners[k] < vertex_[w.first]) w.first = 3 * t + k;
            std::sort(w.corners.begin(), w.corners.end());
            walls.push_back(w);
        }
        std::sort(walls.begin(), walls.end(), [](const Turned& a, const Turned& b) {
            return a.corners != b.corners ? a.corners < b.corners : a.first < b.first;
        });
        bool changed = false;
        for (size_t i = 0; i + 1 < walls.size(); ++i) {
            const u32 a = walls[i].first, b = walls[i + 1].first;
            if (walls[i].corners != walls[i + 1].corners ||
                vertex_[next_in_triangle(a)] == vertex_[next_in_triangle(b)])
                continue;
            remove_pair(a, b);
            changed = true, ++i;
        }
        return changed;
    }

    // a and b begin at the same corner and run opposite ways.
    void remove_pair(u32 a, u32 b) {
        const u32 b_last = next_in_triangle(next_in_triangle(b));
        const u32 sides[3][2] = {
            {a, b_last}, {next_in_triangle(a), next_in_triangle(b)}, {next_in_triangle(next_in_triangle(a)), b}};
        gone_[a / 3] = gone_[b / 3] = 1;
        for (const auto& [x, y] : sides) {
            const u32 beyond_x = twin_[x], beyond_y = twin_[y];
            if (beyond_x == y) continue;  // they end here
            twin_[beyond_x] = beyond_y, twin_[beyond_y] = beyond_x;
        }
    }

    bool pair_anew() {
        struct Edge {
            u32 from, to, half;
        };
        std::vector<Edge> edges;
        for_touched([&](u32 h) {
            const u32 end = next_in_triangle(h);
            if (is_touched(h) && is_touched(end) && twin_[h] != none && vertex_[h] < vertex_[end])
                edges.push_back({vertex_[h], vertex_[end], h});
        });
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.half < b.half;
        });
        const u32 surface = static_cast<u32>(surface_mate_.size());
        bool changed = false;
        for (size_t i = 0; i + 1 < edges.size(); ++i) {
            if (edges[i].from != edges[i + 1].from || edges[i].to != edges[i + 1].to) continue;
            const u32 a = edges[i].half, b = edges[i + 1].half, a_twin = twin_[a], b_twin = twin_[b];
            const bool mixed = (a < surface) != (a_twin < surface) && (b < surface) != (b_twin < surface) &&
                               (a < surface) != (b < surface);
            if (!mixed) continue;
            twin_[a] = b_twin, twin_[b_twin] = a, twin_[b] = a_twin, twin_[a_twin] = b;
            changed = true, ++i;
        }
        return changed;
    }

    void number_vertices() {
        const u32 surface = static_cast<u32>(surface_mate_.size());
        std::vector<u32> number_of(twin_.size(), none);
        out_.vertices.assign(map_.point_count, {none, none, none});
        const auto number = [&](u32 corner, u32 node) {
            if (!is_touched(corner)) {
                out_.vertices[node].node = node;
                return node;
            }
            u32& found = number_of[vertex_[corner]];
            if (found == none) {
                const bool first = node < map_.point_count && out_.vertices[node].node == none;
                found = first ? node : static_cast<u32>(out_.vertices.size());
                if (!first) out_.vertices.push_back({none, none, none});
                out_.vertices[found].node = node;
            }
            return found;
        };
        out_.triangle_vertex.resize(triangles_.size());
        for (const u32 t : ours_)
            for (u32 k = 0; k < 3; ++k) out_.triangle_vertex[t][k] = number(3 * t + k, triangles_[t][k]);
        size_t kept = 0;
        for (u32 w = 0; w < out_.walls.size(); ++w) {
            TornSurface::Wall wall = out_.walls[w];
            if (gone_[surface / 3 + w] || torn_.piece[wall.cell] == none) continue;
            for (u32 k = 0; k < 3; ++k) wall.vertex[k] = number(surface + 3 * w + k, wall.vertex[k]);
            half_of_.push_back(surface + 3 * w);
            out_.walls[kept++] = wall;
        }
        out_.walls.resize(kept);
    }

    // A wall may run along an edge that others have too. It gets a vertex of its own there, half way, so that every
    // edge has two sides and no more.
    void part_double_edges() {
        struct Edge {
            u32 from, to, half;
        };
        std::vector<Edge> edges;
        const auto add = [&](const std::array<u32, 3>& t, u32 half) {
            for (u32 k = 0; k < 3; ++k)
                if (t[k] < t[(k + 1) % 3]) edges.push_back({t[k], t[(k + 1) % 3], half + k});
        };
        for (const u32 t : ours_)
            if (is_touched(3 * t) + is_touched(3 * t + 1) + is_touched(3 * t + 2) > 1)
                add(out_.triangle_vertex[t], 3 * t);
        for (u32 w = 0; w < out_.walls.size(); ++w) add(out_.walls[w].vertex, half_of_[w]);
        // Those of the surface come first and keep the edge.
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            return a.from != b.from ? a.from < b.from : a.to != b.to ? a.to < b.to : a.half < b.half;
        });
        const u32 surface = static_cast<u32>(surface_mate_.size());
        std::vector<u32> middle(twin_.size(), none);
        for (size_t first = 0, last; first < edges.size(); first = last) {
            last = first + 1;
            while (last < edges.size() && edges[last].from == edges[first].from && edges[last].to == edges[first].to)
                ++last;
            bool kept = false;
            for (size_t e = first; e < last; ++e)
                kept = kept || edges[e].half < surface || twin_[edges[e].half] < surface;
            for (size_t e = first; e < last && last - first > 1; ++e) {
                const u32 half = edges[e].half;
                if (half < surface || twin_[half] < surface) continue;
                if (!kept) {
                    kept = true;
                    continue;
                }
                middle[half] = middle[twin_[half]] = static_cast<u32>(out_.vertices.size());
                out_.vertices.push_back({out_.vertices[edges[e].from].node, out_.vertices[edges[e].to].node, none});
            }
        }
        for (size_t w = 0, count = out_.walls.size(); w < count; ++w)
            split(w, {middle[half_of_[w]], middle[half_of_[w] + 1], middle[half_of_[w] + 2]});
    }

    // `middle`: a vertex half way along each side, or none.
    void split(size_t w, const std::array<u32, 3>& middle) {
        for (size_t k = 0; k < 3; ++k) {
            if (middle[k] == none) continue;
            const size_t b = (k + 1) % 3, c = (k + 2) % 3;
            const std::array<u32, 3> v = out_.walls[w].vertex;
            const size_t rest = out_.walls.size();
            out_.walls.push_back(out_.walls[w]);
            out_.walls[w].vertex = {v[k], middle[k], v[c]};
            out_.walls[rest].vertex = {middle[k], v[b], v[c]};
            split(w, {none, none, middle[c]});
            split(rest, {none, middle[b], none});
            return;
        }
    }

    bool share_a_particle(u32 a, u32 b) const {
        for (const u32 p : torn_.corner[a])
            if (std::find(torn_.corner[b].begin(), torn_.corner[b].end(), p) != torn_.corner[b].end()) return true;
        return false;
    }

    // A vertex hangs in a cell on its own side of the crack: the one it hung in, or the nearest of its triangles'.
    void choose_cells() {
        std::vector<u8> copies(whole_.particle_count(), 0), doubled(map_.point_count, 0);
        for (const u32 p : torn_.particle_from) copies[p] = static_cast<u8>(copies[p] + 1);
        for (const TornSurface::Vertex& v : out_.vertices)
            if (v.node < map_.point_count && v.other == none) ++doubled[v.node];
        const auto stays_at_home = [&](u32 vertex) {  // nothing has parted around the cell
            const TornSurface::Vertex& v = out_.vertices[vertex];
            if (v.node >= map_.point_count || v.other != none || doubled[v.node] > 1) return false;
            const u32 home = home_[v.node];
            if (torn_.piece[home] == none) return false;
            return std::all_of(whole_.cell_corner[home].begin(), whole_.cell_corner[home].end(),
                               [&](u32 p) { return copies[p] == 1; });
        };
        std::vector<std::pair<u32, u32>> candidates;  // vertex and cell
        const auto offer = [&](u32 vertex, u32 cell) {
            if (out_.vertices[vertex].cell != none) return;
            if (stays_at_home(vertex) && torn_.piece[home_[out_.vertices[vertex].node]] == torn_.piece[cell]) {
                out_.vertices[vertex].cell = home_[out_.vertices[vertex].node];
            } else {
                candidates.push_back({vertex, cell});
            }
        };
        for (const u32 t : ours_)
            for (const u32 v : out_.triangle_vertex[t]) offer(v, map_.triangle_cell[t]);
        for (const TornSurface::Wall& wall : out_.walls)
            for (const u32 v : wall.vertex) offer(v, wall.cell);
        std::sort(candidates.begin(), candidates.end());
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
        for (size_t first = 0, last; first < candidates.size(); first = last) {
            last = first;
            while (last < candidates.size() && candidates[last].first == candidates[first].first) ++last;
            const TornSurface::Vertex& vertex = out_.vertices[candidates[first].first];
            out_.vertices[candidates[first].first].cell =
                choose_cell(vertex, {candidates.data() + first, candidates.data() + last},
                            vertex.node < map_.point_count && doubled[vertex.node] > 1);
        }
    }

    u32 choose_cell(const TornSurface::Vertex& vertex, std::span<const std::pair<u32, u32>> candidates,
                    bool doubled) const {
        u32 best = candidates[0].second;
        if (vertex.node >= map_.point_count || vertex.other != none) return best;
        const u32 home = home_[vertex.node];
        const bool is_ours = torn_.piece[home] != none;
        float nearest = 3e38f;
        for (const auto& [number, cell] : candidates) {
            if (cell == home || (!doubled && is_ours && share_a_particle(cell, home))) return home;
            const Vec3 low = whole_.origin + scaled(whole_.spacing, whole_.cell_site[cell].to<float>());
            const Vec3 p = points_[vertex.node];
            const float distance = length_squared(p - least(greatest(p, low), low + whole_.spacing));
            if (distance < nearest) nearest = distance, best = cell;
        }
        return best;
    }

    const LatticeMesh& whole_;
    const TearMap& map_;
    const TornCells& torn_;
    std::span<const u8> parted_;
    std::span<const TrianglePoints> triangles_;
    std::span<const Vec3> points_;
    std::span<const u32> home_;
    std::span<const u32> ours_;  // triangles

    std::vector<u8> open_;  // of each link: it has parted, and is beside one of our cells
    std::vector<u32> open_links_;
    std::vector<u8> touched_;  // of each point: the surface has opened there

    std::vector<Border> borders_;
    std::vector<std::array<Side, 2>> joins_;
    std::vector<Side> surface_mate_, border_mate_, wall_mate_;
    std::vector<u32> side_half_;  // of each side of a border: the half-edge of its wall, or none
    std::vector<u32> digon_;      // then the side that it goes on with
    std::vector<u32> twin_, vertex_;
    std::vector<u32> half_of_;  // of each wall that is left: its first half-edge
    std::vector<u8> gone_;      // of each triangle and wall: it was zipped up
    TornSurface out_;
};

}  // namespace

TornSurface tear_surface(const LatticeMesh& whole, const TearMap& map, const TornCells& torn,
                         std::span<const u8> parted, const HungSurface& surface, std::span<const u32> ours) {
    return Tearing(whole, map, torn, parted, surface, ours).tear();
}

}  // namespace pliant
