// From half-edges to vertices: connected corners around a point are one, closed cracks are zipped up, and
// every vertex hangs in a cell on its own side.

#include "geometry/torn_surface.h"

#include <algorithm>

#include "core/assert.h"
#include "core/disjoint_sets.h"
#include "geometry/crack_walls.h"

namespace pliant {

namespace {

// From the lower vertex to the higher one.
struct TornEdge {
    u32 from, to, half;
    bool same_as(const TornEdge& o) const { return from == o.from && to == o.to; }
    bool operator<(const TornEdge& o) const {
        return from != o.from ? from < o.from : to != o.to ? to < o.to : half < o.half;
    }
};

class Tearing {
  public:
    Tearing(const LatticeMesh& whole, const TearMap& map, const TornCellsView& torn, std::span<const u8> broken,
            const HungSurface& surface, std::span<const u32> ours)
        : whole_(whole),
          map_(map),
          torn_(torn),
          triangles_(surface.triangles),
          points_(surface.points),
          home_(surface.home),
          ours_(ours),
          surface_(static_cast<u32>(3 * surface.triangles.size())),
          crack_(build_crack_walls(whole, map, broken, torn.cells, surface.triangles, surface.points)),
          twin_(crack_.twin),
          gone_(twin_.size() / 3, 0) {}

    TornSurface tear() {
        join_corners();
        zip();
        number_vertices();
        part_double_edges();
        choose_cells();
        return std::move(out_);
    }

  private:
    bool is_touched(u32 half) const {  // at its beginning
        return half >= surface_ || crack_.touched[triangles_[half / 3][half % 3]];
    }

    // Half-edges that begin or end at a point where the surface has opened, and those of walls.
    template <class F>
    void for_touched(F&& f) const {
        for (const u32 t : ours_)
            for (u32 h = 3 * t; h < 3 * t + 3; ++h)
                if (is_touched(h) || is_touched(next_in_triangle(h))) f(h);
        for (u32 h = surface_; h < twin_.size(); ++h)
            if (!gone_[h / 3]) f(h);
    }

    // Corners that are joined by edges around a point are one vertex: each is known by the lowest of them.
    void join_corners() {
        if (vertex_.empty()) vertex_.assign(twin_.size(), no_index);
        DisjointSets sets(twin_.size());
        for_touched([&](u32 h) {
            if (twin_[h] == no_index) return;
            sets.join(h, next_in_triangle(twin_[h]));
            sets.join(next_in_triangle(h), twin_[h]);
        });
        for_touched([&](u32 h) {
            vertex_[h] = sets.find(h);
            vertex_[next_in_triangle(h)] = sets.find(next_in_triangle(h));
        });
    }

    // Where a crack has not opened, its two walls coincide: they are removed, and their opposites meet. And
    // where edges of a surface that is still together lie on each other, those of the crack are paired with each
    // other, so that the crack is closed in itself.
    void zip() {
        for (bool changed = true; changed;) {
            changed = remove_folded();
            if (!changed && pair_anew()) {
                join_corners();
                changed = true;
            }
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
            changed = true;
            ++i;
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
            if (beyond_x != no_index) twin_[beyond_x] = beyond_y;
            if (beyond_y != no_index) twin_[beyond_y] = beyond_x;
        }
    }

    bool pair_anew() {
        std::vector<TornEdge> edges;
        for_touched([&](u32 h) {
            const u32 end = next_in_triangle(h);
            if (is_touched(h) && is_touched(end) && twin_[h] != no_index && vertex_[h] < vertex_[end])
                edges.push_back({vertex_[h], vertex_[end], h});
        });
        std::sort(edges.begin(), edges.end());
        bool changed = false;
        for (size_t i = 0; i + 1 < edges.size(); ++i) {
            if (!edges[i].same_as(edges[i + 1])) continue;
            const u32 a = edges[i].half, b = edges[i + 1].half, a_twin = twin_[a], b_twin = twin_[b];
            const bool mixed = (a < surface_) != (a_twin < surface_) && (b < surface_) != (b_twin < surface_) &&
                               (a < surface_) != (b < surface_);
            if (!mixed) continue;
            twin_[a] = b_twin;
            twin_[b_twin] = a;
            twin_[b] = a_twin;
            twin_[a_twin] = b;
            changed = true;
            ++i;
        }
        return changed;
    }

    void number_vertices() {
        std::vector<u32> number_of(twin_.size(), no_index);
        out_.vertices.assign(map_.point_count, {no_index, no_index, no_index});
        const auto number = [&](u32 corner, u32 node) {
            if (!is_touched(corner)) {
                out_.vertices[node].node = node;
                return node;
            }
            u32& found = number_of[vertex_[corner]];
            if (found == no_index) {
                const bool first = node < map_.point_count && out_.vertices[node].node == no_index;
                found = first ? node : static_cast<u32>(out_.vertices.size());
                if (!first) out_.vertices.push_back({no_index, no_index, no_index});
                out_.vertices[found].node = node;
            }
            return found;
        };
        out_.triangle_vertex.resize(triangles_.size());
        for (const u32 t : ours_)
            for (u32 k = 0; k < 3; ++k) out_.triangle_vertex[t][k] = number(3 * t + k, triangles_[t][k]);
        for (u32 w = 0; w < crack_.walls.size(); ++w) {
            const CrackWalls::Wall& from = crack_.walls[w];
            if (gone_[surface_ / 3 + w] || torn_.piece[from.cell] == no_index) continue;
            TornSurface::Wall wall{from.link, from.cell, {}};
            for (u32 k = 0; k < 3; ++k) wall.vertex[k] = number(surface_ + 3 * w + k, from.corner[k]);
            half_of_.push_back(surface_ + 3 * w);
            out_.walls.push_back(wall);
        }
    }

    // A wall may run along an edge that others have too. It gets a vertex of its own there, half way, so that every
    // edge has two sides and no more.
    void part_double_edges() {
        std::vector<TornEdge> edges;
        const auto add = [&](const std::array<u32, 3>& t, u32 half) {
            for (u32 k = 0; k < 3; ++k)
                if (t[k] < t[(k + 1) % 3]) edges.push_back({t[k], t[(k + 1) % 3], half + k});
        };
        for (const u32 t : ours_)
            if (is_touched(3 * t) + is_touched(3 * t + 1) + is_touched(3 * t + 2) > 1)
                add(out_.triangle_vertex[t], 3 * t);
        for (u32 w = 0; w < out_.walls.size(); ++w) add(out_.walls[w].vertex, half_of_[w]);
        // Those of the surface come first and keep the edge.
        std::sort(edges.begin(), edges.end());
        std::vector<u32> middle(twin_.size(), no_index);
        for (size_t first = 0, last; first < edges.size(); first = last) {
            last = first + 1;
            while (last < edges.size() && edges[last].same_as(edges[first])) ++last;
            bool kept = false;
            for (size_t e = first; e < last; ++e)
                kept = kept || edges[e].half < surface_ || twin_[edges[e].half] < surface_;
            for (size_t e = first; e < last && last - first > 1; ++e) {
                const u32 half = edges[e].half;
                if (half < surface_ || twin_[half] < surface_ || twin_[half] == no_index) continue;
                if (!kept) {
                    kept = true;
                    continue;
                }
                middle[half] = middle[twin_[half]] = static_cast<u32>(out_.vertices.size());
                out_.vertices.push_back({out_.vertices[edges[e].from].node, out_.vertices[edges[e].to].node, no_index});
            }
        }
        for (size_t w = 0, count = out_.walls.size(); w < count; ++w)
            split(w, {middle[half_of_[w]], middle[half_of_[w] + 1], middle[half_of_[w] + 2]});
    }

    // `middle`: a vertex half way along each side, or none.
    void split(size_t w, const std::array<u32, 3>& middle) {
        for (size_t k = 0; k < 3; ++k) {
            if (middle[k] == no_index) continue;
            const size_t b = (k + 1) % 3, c = (k + 2) % 3;
            const std::array<u32, 3> v = out_.walls[w].vertex;
            const size_t rest = out_.walls.size();
            out_.walls.push_back(out_.walls[w]);
            out_.walls[w].vertex = {v[k], middle[k], v[c]};
            out_.walls[rest].vertex = {middle[k], v[b], v[c]};
            split(w, {no_index, no_index, middle[c]});
            split(rest, {no_index, middle[b], no_index});
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
            if (v.node < map_.point_count && v.other == no_index) ++doubled[v.node];
        const auto stays_at_home = [&](u32 vertex) {  // nothing has parted around the cell
            const TornSurface::Vertex& v = out_.vertices[vertex];
            if (v.node >= map_.point_count || v.other != no_index || doubled[v.node] > 1) return false;
            const u32 home = home_[v.node];
            if (torn_.piece[home] == no_index) return false;
            return std::all_of(whole_.cell_corner[home].begin(), whole_.cell_corner[home].end(),
                               [&](u32 p) { return copies[p] == 1; });
        };
        std::vector<std::pair<u32, u32>> candidates;  // vertex and cell
        const auto offer = [&](u32 vertex, u32 cell) {
            if (out_.vertices[vertex].cell != no_index) return;
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
        if (vertex.node >= map_.point_count || vertex.other != no_index) return best;
        const u32 home = home_[vertex.node];
        const bool is_ours = torn_.piece[home] != no_index;
        float nearest = 3e38f;
        for (const auto& [number, cell] : candidates) {
            if (cell == home || (!doubled && is_ours && share_a_particle(cell, home))) return home;
            const Vec3 low = whole_.origin + scaled(whole_.spacing, whole_.cell_site[cell].to<float>());
            const Vec3 p = points_[vertex.node];
            const float distance = length_squared(p - least(greatest(p, low), low + whole_.spacing));
            if (distance < nearest) {
                nearest = distance;
                best = cell;
            }
        }
        return best;
    }

    const LatticeMesh& whole_;
    const TearMap& map_;
    const TornCellsView torn_;
    std::span<const TrianglePoints> triangles_;
    std::span<const Vec3> points_;
    std::span<const u32> home_;
    std::span<const u32> ours_;  // triangles
    const u32 surface_;          // half-edges of the surface; those of walls come behind

    const CrackWalls crack_;
    std::vector<u32> twin_;     // as in crack_, until it is zipped up
    std::vector<u8> gone_;      // of each triangle and wall: it was zipped up
    std::vector<u32> vertex_;   // of each half-edge that is touched: where it begins, known by its lowest corner
    std::vector<u32> half_of_;  // of each wall that is left: its first half-edge
    TornSurface out_;
};

}  // namespace

TornSurface tear_surface(const LatticeMesh& whole, const TearMap& map, const TornCellsView& torn,
                         std::span<const u8> broken, const HungSurface& surface, std::span<const u32> ours) {
    PL_ASSERT(broken.size() == map.links.size());
    return Tearing(whole, map, torn, broken, surface, ours).tear();
}

}  // namespace pliant
