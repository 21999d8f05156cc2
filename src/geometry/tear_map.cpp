#include "geometry/tear_map.h"

#include <algorithm>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "geometry/embed.h"

namespace pliant {

namespace {

constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

u32 before_in_triangle(u32 h) { return h % 3 ? h - 1 : h + 2; }

u32 common_particles(const LatticeMesh& lattice, u32 a, u32 b) {
    const std::array<u32, 8>&p = lattice.cell_corner[a], &q = lattice.cell_corner[b];
    return static_cast<u32>(
        std::count_if(p.begin(), p.end(), [&](u32 c) { return std::find(q.begin(), q.end(), c) != q.end(); }));
}
i32 sign(i32 n) { return (n > 0) - (n < 0); }

}  // namespace

TearMap::TearMap(const LatticeMesh& lattice, const Surface& surface)
    : point_count(static_cast<u32>(surface.points.size())), points_(surface.points.begin(), surface.points.end()) {
    PL_VALIDATE(lattice);
    PL_ASSERT(all_below(surface.triangles, surface.points.size()));
    PL_ASSERT(surface.cell.empty() || surface.cell.size() == surface.triangles.size());
    lay_out(lattice);
    find_links(lattice);
    find_cells(lattice, surface);
    find_twins(surface);
    find_ways(lattice);
    inside_.assign(cell_index_.size(), 0);
    if (surface.closed) {
        find_pierced(surface);
        find_inside();
        find_gaps(lattice);
    }
    hold_empty_cells(lattice);
    std::sort(hinges.begin(), hinges.end());
    hinges.erase(std::unique(hinges.begin(), hinges.end()), hinges.end());
    routes_ = {};  // frees the memory
    route_of_ = {};
}

u32 TearMap::cell_at(const Vec3i& s) const {
    if (s.x < 0 || s.y < 0 || s.z < 0 || s.x >= sites_.x || s.y >= sites_.y || s.z >= sites_.z) return none;
    return cell_index_[site_index(s)];
}

// Side by side along x, where several particles stand at one site; otherwise as it is.
void TearMap::lay_out(const LatticeMesh& lattice) {
    const u32 cells = static_cast<u32>(lattice.cell_count());
    bool parted = false;
    for (size_t p = 1; p < lattice.particle_count(); ++p)
        parted = parted || lattice.particle_site[p] == lattice.particle_site[p - 1];
    std::vector<u32> island_of(cells, 0);
    if (parted) {
        DisjointSets sets(cells);
        std::vector<u32> cell_of(lattice.particle_count(), none);
        for (u32 c = 0; c < cells; ++c)
            for (const u32 p : lattice.cell_corner[c]) {
                if (cell_of[p] == none) cell_of[p] = c;
                sets.join(c, cell_of[p]);
            }
        std::vector<Vec3i> low, high;
        for (u32 c = 0; c < cells; ++c) {
            const u32 first = sets.find(c);
            if (first == c) {
                low.push_back(lattice.cell_site[c]);
                high.push_back(lattice.cell_site[c]);
            }
            const u32 i = island_of[c] = first == c ? static_cast<u32>(low.size()) - 1 : island_of[first];
            low[i] = least(low[i], lattice.cell_site[c]);
            high[i] = greatest(high[i], lattice.cell_site[c]);
        }
        sites_ = {0, 0, 0};
        for (size_t i = 0; i < low.size(); ++i) {
            const Vec3i size = high[i] - low[i] + Vec3i{2, 2, 2};
            islands_.push_back({sites_.x, Vec3i{sites_.x, 0, 0} - low[i]});
            sites_ = {sites_.x + size.x, std::max(sites_.y, size.y), std::max(sites_.z, size.z)};
        }
    } else {
        sites_ = lattice.sites;
        islands_.push_back({0, {0, 0, 0}});
    }
    particle_index_.resize(lattice.particle_count());
    cell_index_.assign(static_cast<size_t>(sites_.x) * sites_.y * sites_.z, none);
    next_cell_.assign(cells, none);
    shared_.assign(cells, 0);
    std::vector<u32> last(cell_index_.size(), none);
    for (u32 c = 0; c < cells; ++c) {
        const Vec3i shift = islands_[island_of[c]].shift;
        cell_site_.push_back(lattice.cell_site[c] + shift);
        for (const u32 p : lattice.cell_corner[c]) particle_index_[p] = site_index(lattice.particle_site[p] + shift);
        const u32 at = site_index(cell_site_[c]);
        if (last[at] == none) {
            cell_index_[at] = c;
        } else {
            next_cell_[last[at]] = c;
            shared_[last[at]] = shared_[c] = 1;
        }
        last[at] = c;
    }
}

void TearMap::cells_of(const LatticeMesh& lattice, u32 particle, std::vector<u32>& cells) const {
    PL_ASSERT(particle < particle_index_.size());
    cells.clear();
    const Vec3i site = grid_site(particle_index_[particle]);
    for (int k = 7; k >= 0; --k)
        for (u32 c = cell_at(site - Vec3i{k & 1, k >> 1 & 1, k >> 2 & 1}); c != none; c = next_cell_[c])
            if (lattice.cell_corner[c][static_cast<size_t>(k)] == particle) cells.push_back(c);
    std::sort(cells.begin(), cells.end());
}

Vec3i TearMap::site(u32 index) const {
    const Vec3i at = grid_site(index);
    size_t i = islands_.size() - 1;
    while (islands_[i].first_x > at.x) --i;
    return at - islands_[i].shift;
}

// The cell at a site that has most in common with another one.
u32 TearMap::beside(const LatticeMesh& lattice, u32 cell, const Vec3i& at) const {
    u32 best = cell_at(at), most = 0;
    if (best == none || !shared_[best]) return best;
    for (u32 c = best; c != none; c = next_cell_[c]) {
        const u32 common = common_particles(lattice, cell, c);
        if (common > most) {
            most = common;
            best = c;
        }
    }
    return best;
}

void TearMap::find_links(const LatticeMesh& lattice) {
    link_index_.assign(3 * lattice.cell_count(), none);
    below_index_ = link_index_;
    for (u32 c = 0; c < lattice.cell_count(); ++c)
        for (u32 axis = 0; axis < 3; ++axis) {
            Vec3i next = cell_site_[c];
            ++next[static_cast<int>(axis)];
            for (u32 high = cell_at(next); high != none; high = next_cell_[high]) {
                if (common_particles(lattice, c, high) != 4) continue;
                if (shared_[c] || shared_[high]) {
                    hold(c, high);
                    continue;
                }
                link_index_[3 * static_cast<size_t>(c) + axis] = static_cast<u32>(links.size());
                below_index_[3 * static_cast<size_t>(high) + axis] = static_cast<u32>(links.size());
                links.push_back({c, high, axis});
            }
        }
}

Vec3 middle_of_face(std::span<const Vec3> points, std::span<const TrianglePoints> triangles, size_t first,
                    size_t last) {
    PL_ASSERT(first < last && last <= triangles.size());
    Vec3d sum;
    for (size_t t = first; t < last; ++t)
        for (const u32 p : triangles[t]) sum += points[p].to<double>();
    return (sum / (3.0 * static_cast<double>(last - first))).to<float>();
}

void TearMap::find_cells(const LatticeMesh& lattice, const Surface& surface) {
    if (!surface.cell.empty()) {
        triangle_cell.assign(surface.cell.begin(), surface.cell.end());
        return;
    }
    const LatticeEmbedding embedding(lattice);
    triangle_cell.resize(surface.triangles.size());
    for (size_t first = 0, last; first < triangle_cell.size(); first = last) {
        for (last = first; last < triangle_cell.size() && surface.face[last] == surface.face[first];) ++last;
        const u32 cell = embedding.find(middle_of_face(surface.points, surface.triangles, first, last)).cell;
        std::fill(triangle_cell.begin() + static_cast<std::ptrdiff_t>(first),
                  triangle_cell.begin() + static_cast<std::ptrdiff_t>(last), cell);
    }
}

// Where more than two triangles meet, the first that goes one way is paired with the first that goes the other.
void TearMap::find_twins(const Surface& surface) {
    twin.assign(3 * surface.triangles.size(), none);
    const std::vector<EdgeUse> uses = edge_uses(surface.triangles);
    std::vector<u32> forward, backward;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        forward.clear();
        backward.clear();
        for (const EdgeUse& use : edge) (use.forward ? forward : backward).push_back(use.corner);
        for (size_t i = 0; i < std::min(forward.size(), backward.size()); ++i) {
            twin[forward[i]] = backward[i];
            twin[backward[i]] = forward[i];
        }
    });
}

// From cell to cell along one axis after another, in the first order in which all cells are there.
std::vector<Vec3i> TearMap::route(const Vec3i& from, const Vec3i& to) const {
    std::vector<Vec3i> best;
    u32 min_missing = none;
    for (const auto& order : orders) {
        std::vector<Vec3i> way{from};
        u32 missing = 0;
        Vec3i at = from;
        for (const int axis : order)
            while (at[axis] != to[axis]) {
                at[axis] += sign(to[axis] - at[axis]);
                way.push_back(at);
                missing += cell_at(at) == none;
            }
        if (missing < min_missing) {
            min_missing = missing;
            best = std::move(way);
        }
        if (min_missing == 0) break;
    }
    return best;
}

void TearMap::find_ways(const LatticeMesh& lattice) {
    way_start_.assign(1, 0);
    route_of_.assign(twin.size(), none);
    for (u32 h = 0; h < twin.size(); ++h) {
        const u32 a = triangle_cell[h / 3], b = twin[h] == none ? a : triangle_cell[twin[h] / 3];
        if (a != b && h < twin[h]) {
            route_of_[h] = static_cast<u32>(routes_.size());
            routes_.push_back(route(cell_site_[a], cell_site_[b]));
            const std::vector<Vec3i>& way = routes_.back();
            u32 last_cell = a;
            bool gap = false;
            for (size_t i = 1; i < way.size(); ++i) {
                const u32 cell = i + 1 == way.size() ? b : beside(lattice, last_cell, way[i]);
                if (cell == none) {
                    gap = true;
                    continue;
                }
                const Vec3i step = way[i] - way[i - 1];
                const u32 axis = step.x ? 0 : step.y ? 1 : 2;
                const bool upwards = step[static_cast<int>(axis)] > 0;
                const u32 link = gap ? none : link_of(upwards ? last_cell : cell, axis);
                if (link == none) {
                    hold(last_cell, cell);
                } else {
                    ways_.push_back({link, upwards});
                }
                gap = false;
                last_cell = cell;
            }
        }
        way_start_.push_back(static_cast<u32>(ways_.size()));
    }
    passing_start_.assign(links.size() + 1, 0);
    for (const Crossing& c : ways_) ++passing_start_[c.link + 1];
    for (size_t l = 1; l < passing_start_.size(); ++l) passing_start_[l] += passing_start_[l - 1];
    passing_.resize(ways_.size());
    std::vector<u32> fill(passing_start_.begin(), passing_start_.end() - 1);
    for (u32 h = 0; h < twin.size(); ++h)
        for (const Crossing& c : way(h)) passing_[fill[c.link]++] = h;
}

// Around every point, counter-clockwise seen from outside, through the cells of its triangles.
void TearMap::find_pierced(const Surface& surface) {
    std::vector<u8> seen(twin.size(), 0);
    std::vector<Vec3i> loop;
    for (u32 first = 0; first < twin.size(); ++first) {
        if (seen[first]) continue;
        loop.clear();
        u32 h = first;
        do {
            seen[h] = 1;
            const u32 back = before_in_triangle(h), across = twin[back];
            if (across == none) break;
            const u32 r = route_of_[std::min(back, across)];
            if (r != none) {
                const std::vector<Vec3i>& way = routes_[r];
                if (loop.empty()) loop.push_back(back < across ? way.front() : way.back());
                for (size_t i = 1; i < way.size(); ++i)
                    loop.push_back(back < across ? way[i] : way[way.size() - 1 - i]);
            }
            h = across;
        } while (h != first);
        if (h == first && loop.size() > 4) pierce(loop, surface.triangles[first / 3][first % 3]);
    }
    std::sort(pierced_.begin(), pierced_.end(), [](const Pierced& a, const Pierced& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.point < b.point;
    });
}

// Grid edges that a loop of cells encircles, each as often as it does.
struct TearMap::Filling {
    std::vector<std::pair<u64, i32>> edges;
    u32 missing = 0;  // cells around them that are not there
};

// Spans the loop from the apex: every cell is joined to it by a way along one axis after another, and every step of the
// loop sweeps a strip between two such ways.
TearMap::Filling TearMap::fill(const std::vector<Vec3i>& loop, const Vec3i& apex, const int* order) const {
    Filling filling;
    const auto add_strip = [&](const Vec3i& c, int u, i32 u_step, i32 u_from, int v, i32 v_from) {
        // Squares between u_from and u_from + u_step, along v from v_from to where c is: first along v, then along u.
        const int k = 3 - u - v;
        const i32 to = c[v], by = sign(to - v_from), turn = (u + 1) % 3 == v ? -1 : 1;
        for (i32 at = v_from; at != to; at += by) {
            Vec3i site = c;
            site[u] = std::max(u_from, u_from + u_step);
            site[v] = std::max(at, at + by);
            const u64 key = edge_key({site, static_cast<u32>(k)});
            const i32 coefficient = turn * by * u_step;
            const auto known =
                std::find_if(filling.edges.begin(), filling.edges.end(), [&](const auto& e) { return e.first == key; });
            if (known != filling.edges.end()) {
                known->second += coefficient;
            } else {
                filling.edges.push_back({key, coefficient});
            }
        }
    };
    const int p = order[0], q = order[1], r = order[2];
    for (size_t i = 0; i + 1 < loop.size(); ++i) {
        const Vec3i &c = loop[i], step = loop[i + 1] - c;
        if (step[q]) {
            add_strip(c, q, step[q], c[q], r, apex[r]);
        } else if (step[p]) {
            Vec3i low = c;
            low[r] = apex[r];
            add_strip(low, p, step[p], c[p], q, apex[q]);
            add_strip(c, p, step[p], c[p], r, apex[r]);
        }
    }
    std::erase_if(filling.edges, [](const auto& e) { return e.second == 0; });
    for (const auto& [key, coefficient] : filling.edges)
        for (const u32 cell : cells_around(grid_edge(key))) filling.missing += cell == none;
    return filling;
}

void TearMap::pierce(const std::vector<Vec3i>& loop, u32 point) {
    Filling best;
    best.missing = none;
    for (size_t apex = 0; apex + 1 < loop.size() && best.missing; ++apex)
        for (const auto& order : orders) {
            Filling filling = fill(loop, loop[apex], order);
            if (filling.missing < best.missing) best = std::move(filling);
            if (best.missing == 0) break;
        }
    for (const auto& [key, coefficient] : best.edges) pierced_.push_back({key, point, coefficient});
}

void TearMap::find_inside() {
    for (i32 z = 0; z < sites_.z; ++z)
        for (i32 y = 0; y < sites_.y; ++y) {
            i32 count = 0;
            for (i32 x = 0; x + 1 < sites_.x; ++x) {
                const u64 key = edge_key({{x, y, z}, 0});
                auto at = std::lower_bound(pierced_.begin(), pierced_.end(), key,
                                           [](const Pierced& p, u64 k) { return p.edge < k; });
                for (; at != pierced_.end() && at->edge == key; ++at) count -= at->leaving;
                inside_[site_index({x + 1, y, z})] = static_cast<i8>(std::clamp(count, -100, 100));
            }
        }
}

// Walls need matter on all sides of the gap that they close. Where a cell is missing, its neighbours stay joined; where
// many are, the body is a skin around nothing, and cracks in it have no walls.
void TearMap::find_gaps(const LatticeMesh& lattice) {
    u32 enclosed = 0, lacking = 0;
    std::vector<std::array<u32, 2>> across;
    for (u32 s = 0; s < inside_.size(); ++s)
        for (u32 axis = 0; axis < 3; ++axis) {
            const GridEdge edge{grid_site(s), axis};
            const int along = static_cast<int>(axis);
            if (edge.low[along] + 1 >= sites_[along] || stretches(edge).empty()) continue;
            ++enclosed;
            const std::array<u32, 4> cells = cells_around(edge);
            const auto there =
                static_cast<u32>(std::count_if(cells.begin(), cells.end(), [](u32 c) { return c != none; }));
            if (there == 4) continue;
            ++lacking;
            for (size_t i = 0; i < 4; ++i) {
                size_t next = (i + 1) % 4;
                if (cells[i] == none || cells[next] != none) continue;
                while (cells[next] == none) next = (next + 1) % 4;
                if (cells[next] != cells[i])
                    across.push_back({std::min(cells[i], cells[next]), std::max(cells[i], cells[next])});
            }
        }
    walled = enclosed > 0 && 20 * lacking <= enclosed;
    // Where cells share a site it may be another one that is meant.
    std::erase_if(across, [&](const std::array<u32, 2>& pair) {
        return (shared_[pair[0]] || shared_[pair[1]]) && common_particles(lattice, pair[0], pair[1]) == 0;
    });
    if (walled) hinges.insert(hinges.end(), across.begin(), across.end());
}

// A cell that has no part of the surface and is not all inside would be an invisible piece: it stays with a
// neighbour, one after another from those that can stand alone.
void TearMap::hold_empty_cells(const LatticeMesh& lattice) {
    std::vector<u8> held(lattice.cell_count(), 0);
    for (const u32 c : triangle_cell) held[c] = 1;
    std::vector<u32> queue;
    for (u32 c = 0; c < held.size(); ++c) {
        const std::array<u32, 8>& corners = lattice.cell_corner[c];
        held[c] =
            held[c] || shared_[c] || std::all_of(corners.begin(), corners.end(), [&](u32 p) { return encloses(p); });
        if (held[c]) queue.push_back(c);
    }
    for (size_t i = 0; i < queue.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            for (const i32 way : {-1, 1}) {
                Vec3i next = cell_site_[queue[i]];
                next[axis] += way;
                const u32 other = cell_at(next);
                if (other == none || held[other] || common_particles(lattice, queue[i], other) == 0) continue;
                held[other] = 1;
                hold(queue[i], other);
                queue.push_back(other);
            }
}

}  // namespace pliant
