#include "body/cloth/fabric.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"

namespace pliant::cloth {

namespace {

struct Pair {
    u32 a, b;
    float rest, area, warp;
};

// An edge with the particles across it, of the first triangle that uses it and of the second.
struct Hinge {
    u32 a, b, left, right;
    u32 left_triangle, right_triangle;
};

float triangle_area(std::span<const Vec3> x, const TrianglePoints& t) {
    return 0.5f * length(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
}

float cosine2(const Vec3& edge, const Vec3& along) {
    const float l2 = dot(edge, edge);
    const float c = dot(edge, along);
    return l2 > 0 ? std::min(1.0f, c * c / l2) : 0;
}

float cosine(const Vec3& a, const Vec3& b) {
    const float l = std::sqrt(dot(a, a) * dot(b, b));
    return l > 0 ? dot(a, b) / l : 0;
}

u32 opposite(const TrianglePoints& t, u32 a, u32 b) {
    for (const u32 p : t)
        if (p != a && p != b) return p;
    return t[0];
}

// Whether two triangles look like a square that was cut along their common edge: their corners across it are about
// right angles, and the other diagonal is about as long.
bool is_diagonal(std::span<const Vec3> x, const Hinge& h) {
    const Vec3 a = x[h.a], b = x[h.b], l = x[h.left], r = x[h.right];
    constexpr float nearly_right = 0.26f;  // within 15°
    if (std::fabs(cosine(a - l, b - l)) > nearly_right || std::fabs(cosine(a - r, b - r)) > nearly_right) return false;
    const float edge = length(b - a), other = length(r - l);
    return other > 0.7f * edge && other < 1.4f * edge;
}

Links make_links(const std::vector<Pair>& pairs, u32 particles) {
    std::vector<u32> vertices;
    for (const Pair& p : pairs) vertices.push_back(p.a), vertices.push_back(p.b);
    const Coloring coloring = coloring_of(vertices, 2, particles);
    Links links;
    links.color_start = coloring.start;
    for (const u32 i : coloring.order) {
        const Pair& p = pairs[i];
        links.a.push_back(p.a), links.b.push_back(p.b);
        links.rest.push_back(p.rest), links.area.push_back(p.area), links.warp.push_back(p.warp);
    }
    return links;
}

// Rows of links in a straight line: of each end of an edge, the edge that goes on from there.
class Threads {
  public:
    Threads(const std::vector<Pair>& edges, std::span<const Vec3> x, u32 particles) : edges_(edges), x_(x) {
        start_.assign(particles + 1, 0);
        for (const Pair& e : edges) ++start_[e.a + 1], ++start_[e.b + 1];
        for (u32 p = 0; p < particles; ++p) start_[p + 1] += start_[p];
        at_.resize(start_[particles]);
        std::vector<u32> next(start_.begin(), start_.end() - 1);
        for (u32 e = 0; e < edges.size(); ++e) at_[next[edges[e].a]++] = e, at_[next[edges[e].b]++] = e;
        on_.assign(at_.size(), none);
        for (u32 p = 0; p < particles; ++p) pair_up(p);
    }
    static constexpr u32 none = 0xffffffffu;
    u32 slots_begin(u32 p) const { return start_[p]; }
    u32 slots_end(u32 p) const { return start_[p + 1]; }
    u32 edge(u32 slot) const { return at_[slot]; }
    u32 across(u32 slot) const { return on_[slot]; }  // the slot of the same particle that goes on, or none
    u32 other_end(u32 edge, u32 p) const { return edges_[edge].a == p ? edges_[edge].b : edges_[edge].a; }

    // Goes from a particle along an edge, so many links or until the thread ends; adds up lengths.
    u32 walk(u32 p, u32 edge, u32 links, double& length_so_far, u32& walked) const {
        for (walked = 0; walked < links; ++walked) {
            const u32 q = other_end(edge, p);
            length_so_far += length(x_[q] - x_[p]);
            const u32 next = next_edge(q, edge);
            p = q;
            if (next == none) return ++walked, p;
            edge = next;
        }
        return p;
    }

  private:
    u32 next_edge(u32 p, u32 edge) const {
        for (u32 s = start_[p]; s < start_[p + 1]; ++s)
            if (at_[s] == edge) return on_[s] == none ? none : at_[on_[s]];
        return none;
    }
    u32 best(u32 p, u32 slot) const {
        constexpr float straight = -0.9f;  // within 26°
        const Vec3 edge = x_[other_end(at_[slot], p)] - x_[p];
        u32 found = none;
        float least = straight;
        for (u32 s = start_[p]; s < start_[p + 1]; ++s) {
            if (s == slot) continue;
            const float c = cosine(edge, x_[other_end(at_[s], p)] - x_[p]);
            if (c < least) least = c, found = s;
        }
        return found;
    }
    void pair_up(u32 p) {
        for (u32 s = start_[p]; s < start_[p + 1]; ++s) {
            const u32 o = best(p, s);
            if (o != none && best(p, o) == s) on_[s] = o;
        }
    }
    const std::vector<Pair>& edges_;
    std::span<const Vec3> x_;
    std::vector<u32> start_, at_, on_;
};

// Particles that are at least so many links apart, as many as fit, in order.
std::vector<u32> spread_out(const Threads& threads, u32 particles, u32 apart) {
    std::vector<u32> chosen, queue;
    std::vector<u32> near(particles, 0);  // 1 + links that are left to go from a chosen one
    for (u32 p = 0; p < particles; ++p) {
        if (near[p]) continue;
        chosen.push_back(p);
        queue.assign(1, p);
        near[p] = apart;
        for (size_t i = 0; i < queue.size(); ++i) {
            const u32 q = queue[i];
            if (near[q] == 1) continue;
            for (u32 s = threads.slots_begin(q); s < threads.slots_end(q); ++s) {
                const u32 r = threads.other_end(threads.edge(s), q);
                if (near[r] >= near[q] - 1) continue;
                near[r] = near[q] - 1;
                queue.push_back(r);
            }
        }
    }
    return chosen;
}

// The coarser, the fewer: of spans of d links there is one on every thread through particles that are d/2 links apart.
void add_spans(const Threads& threads, u32 particles, u32 half, std::vector<Pair>& pairs) {
    std::vector<u32> all;
    if (half > 1) {
        all = spread_out(threads, particles, half);
    } else {
        for (u32 p = 0; p < particles; ++p) all.push_back(p);
    }
    for (const u32 p : all)
        for (u32 s = threads.slots_begin(p); s < threads.slots_end(p); ++s) {
            const u32 o = threads.across(s);
            if (o == Threads::none || o < s) continue;
            double along = 0;
            u32 back = 0, forth = 0;
            const u32 a = threads.walk(p, threads.edge(s), half, along, back),
                      b = threads.walk(p, threads.edge(o), half, along, forth);
            if (back + forth < half + 1 || a == b) continue;  // a thread that ends at once
            pairs.push_back({a, b, static_cast<float>(along), 0, 0});
        }
}

Links make_spans(const std::vector<Pair>& edges, std::span<const Vec3> x) {
    const u32 particles = static_cast<u32>(x.size());
    const Threads threads(edges, x, particles);
    constexpr u32 longest = 64;  // links to either side
    std::vector<std::vector<Pair>> levels;
    for (u32 half = 1; half <= longest && half * half <= particles / 4; half *= 2) {
        levels.emplace_back();
        add_spans(threads, particles, half, levels.back());
    }
    // From long to short: the short ones, and the links after them, even out what the long ones have done.
    Links spans;
    for (size_t level = levels.size(); level-- > 0;) {
        const Links some = make_links(levels[level], particles);
        const u32 at = spans.count();
        spans.a.insert(spans.a.end(), some.a.begin(), some.a.end());
        spans.b.insert(spans.b.end(), some.b.begin(), some.b.end());
        spans.rest.insert(spans.rest.end(), some.rest.begin(), some.rest.end());
        for (u32 c = 1; c < some.color_start.size(); ++c) spans.color_start.push_back(at + some.color_start[c]);
    }
    return spans;
}

struct Bend {
    u32 particle[4];
    float coefficient[4];
    float weight;
};

float cotangent(const Vec3& a, const Vec3& b) {
    return dot(a, b) / std::max(length(cross(a, b)), 1e-6f * std::sqrt(dot(a, a) * dot(b, b)) + 1e-30f);
}

Bend dihedral_bend(std::span<const Vec3> x, const Hinge& h) {
    const Vec3 e = x[h.b] - x[h.a], l = x[h.left] - x[h.a], r = x[h.right] - x[h.a], lb = x[h.left] - x[h.b],
               rb = x[h.right] - x[h.b];
    const float al = cotangent(e, l), ar = cotangent(e, r), bl = cotangent(-e, lb), br = cotangent(-e, rb);
    const float area = 0.5f * (length(cross(e, l)) + length(cross(e, r)));
    return {{h.a, h.b, h.left, h.right}, {bl + br, al + ar, -al - bl, -ar - br}, area};
}

// |S|, below zero where it points against the normal.
float signed_length(std::span<const Vec3> x, const u32 (&particle)[4], const float (&coefficient)[4]) {
    Vec3 s;
    for (int k = 0; k < 4; ++k) s += x[particle[k]] * coefficient[k];
    const Vec3 normal = cross(x[particle[1]] - x[particle[0]], x[particle[2]] - x[particle[3]]);
    return dot(s, normal) < 0 ? -length(s) : length(s);
}

Bends make_bends(const std::vector<Bend>& bends, std::span<const Vec3> x, u32 particles, u32 size) {
    std::vector<u32> vertices;
    for (const Bend& b : bends)
        for (const u32 p : b.particle) vertices.push_back(p);
    const Coloring coloring = coloring_of(vertices, 4, particles);
    Bends sorted;
    sorted.size = size;
    sorted.color_start = coloring.start;
    for (const u32 i : coloring.order) {
        const Bend& b = bends[i];
        for (u32 k = 0; k < size; ++k) {
            sorted.particle[k].push_back(b.particle[k]);
            sorted.coefficient[k].push_back(b.coefficient[k]);
        }
        const float t = signed_length(x, b.particle, b.coefficient);
        sorted.rest.push_back(size == 4 ? t : std::fabs(t));
        sorted.weight.push_back(b.weight);
    }
    return sorted;
}

// Three particles in a row, at every particle for every direction (the construction of Kelager et al. 2010): each
// neighbour with the one most opposite to it.
std::vector<Bend> triangle_bends(const std::vector<Pair>& edges, std::span<const Vec3> x, std::span<const float> area) {
    const u32 particles = static_cast<u32>(x.size());
    std::vector<std::vector<u32>> neighbors(particles);
    for (const Pair& e : edges) neighbors[e.a].push_back(e.b), neighbors[e.b].push_back(e.a);
    std::vector<Bend> bends;
    std::vector<std::pair<u32, u32>> rows;
    for (u32 v = 0; v < particles; ++v) {
        rows.clear();
        for (const u32 i : neighbors[v]) {
            u32 best = i;
            float least = -0.8f;  // within 37° of a straight line
            for (const u32 j : neighbors[v]) {
                const float c = cosine(x[i] - x[v], x[j] - x[v]);
                if (j != i && c < least) least = c, best = j;
            }
            if (best != i) rows.push_back(std::minmax(i, best));
        }
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        for (const auto& [i, j] : rows) {
            const float l2 = length(x[i] - x[v]) * length(x[j] - x[v]);
            // S = κ l² / 3 for a curvature κ along the row; n rows share the cloth around a particle, and one that runs
            // across a bend takes no part in it: on average cos⁴ = 3/8.
            const float s = l2 / 3, n = static_cast<float>(rows.size());
            const float weight = s * s * n * 3 / (8 * std::max(area[v], 1e-30f));
            bends.push_back({{v, i, j, j}, {2.0f / 3, -1.0f / 3, -1.0f / 3, 0}, weight});
        }
    }
    return bends;
}

std::vector<Hinge> find_hinges(std::span<const TrianglePoints> triangles) {
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    std::vector<Hinge> hinges;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        if (edge.size() != 2 || edge[0].forward == edge[1].forward) return;
        const EdgeUse& left = edge[0].forward ? edge[0] : edge[1];
        const EdgeUse& right = edge[0].forward ? edge[1] : edge[0];
        hinges.push_back({left.low, left.high, opposite(triangles[left.triangle()], left.low, left.high),
                          opposite(triangles[right.triangle()], left.low, left.high), left.triangle(),
                          right.triangle()});
    });
    return hinges;
}

// Whether what is left of bends at rest is rounding.
bool is_flat(Fabric& f) {
    Bends& d = f.dihedral;
    for (u32 i = 0; i < d.count(); ++i) {
        const float size = std::fabs(d.coefficient[0][i]) + std::fabs(d.coefficient[1][i]);
        if (std::fabs(d.rest[i]) > 1e-4f * f.mean_edge * std::max(size, 1.0f)) return false;
    }
    std::fill(d.rest.begin(), d.rest.end(), 0.0f);
    for (float& t : f.triangle.rest)
        if (t < 1e-4f * f.mean_edge) t = 0;
    return true;
}

void measure(Links& links, std::span<const Vec3> x) {
    for (u32 i = 0; i < links.count(); ++i) links.rest[i] = length(x[links.b[i]] - x[links.a[i]]);
}

void measure(Bends& bends, std::span<const Vec3> x) {
    for (u32 i = 0; i < bends.count(); ++i) {
        u32 particle[4] = {};
        float coefficient[4] = {};
        for (u32 k = 0; k < bends.size; ++k)
            particle[k] = bends.particle[k][i], coefficient[k] = bends.coefficient[k][i];
        const float t = signed_length(x, particle, coefficient);
        bends.rest[i] = bends.size == 4 ? t : std::fabs(t);
    }
}

}  // namespace

void reshape(Fabric& f, std::span<const Vec3> x) {
    PL_ASSERT(all_finite(x) && all_below(f.edges.a, x.size()) && all_below(f.edges.b, x.size()));
    const float before = f.mean_edge;
    const Links edges = f.edges;
    measure(f.edges, x), measure(f.diagonals, x);
    // Threads grow with their links, on average: how the new shape runs along each of them is not worth finding out.
    double was = 0, is = 0;
    for (u32 i = 0; i < edges.count(); ++i) was += edges.rest[i], is += f.edges.rest[i];
    const float ratio = was > 0 ? static_cast<float>(is / was) : 1;
    for (float& r : f.spans.rest) r *= ratio;
    f.mean_edge = before * ratio;
    measure(f.dihedral, x), measure(f.triangle, x);
    f.flat = is_flat(f);
}

Fabric make_fabric(std::span<const Vec3> x, std::span<const TrianglePoints> triangles, std::span<const Vec3> warp) {
    PL_ASSERT(all_finite(x) && all_below(triangles, x.size()) && warp.size() == triangles.size());
    const u32 particles = static_cast<u32>(x.size());
    Fabric f;
    std::vector<float> areas;
    f.area.assign(particles, 0);
    for (const TrianglePoints& t : triangles) {
        areas.push_back(triangle_area(x, t));
        for (const u32 p : t) f.area[p] += areas.back() / 3;
    }
    const std::vector<Hinge> hinges = find_hinges(triangles);
    std::vector<Pair> edges, diagonals;
    const std::vector<EdgeUse> uses = edge_uses(triangles);
    double sum = 0;
    size_t hinge = 0;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
        const u32 a = edge[0].low, b = edge[0].high;
        float area = 0, c2 = 0;
        for (const EdgeUse& use : edge) {
            area += areas[use.triangle()];
            c2 += cosine2(x[b] - x[a], warp[use.triangle()]) / static_cast<float>(edge.size());
        }
        while (hinge < hinges.size() && (hinges[hinge].a < a || (hinges[hinge].a == a && hinges[hinge].b < b))) ++hinge;
        const bool has_hinge = hinge < hinges.size() && hinges[hinge].a == a && hinges[hinge].b == b;
        const float l = length(x[b] - x[a]);
        sum += l;
        if (!has_hinge || !is_diagonal(x, hinges[hinge])) {
            edges.push_back({a, b, l, area, c2});
            return;
        }
        const Hinge& h = hinges[hinge];
        const float other = 0.5f * (cosine2(x[h.right] - x[h.left], warp[h.left_triangle]) +
                                    cosine2(x[h.right] - x[h.left], warp[h.right_triangle]));
        diagonals.push_back({a, b, l, area / 2, c2});
        diagonals.push_back(
            {std::min(h.left, h.right), std::max(h.left, h.right), length(x[h.right] - x[h.left]), area / 2, other});
    });
    f.mean_edge =
        static_cast<float>(sum / static_cast<double>(std::max<size_t>(1, edges.size() + diagonals.size() / 2)));
    f.edges = make_links(edges, particles);
    f.diagonals = make_links(diagonals, particles);
    f.spans = make_spans(edges, x);
    std::vector<Bend> bends;
    for (const Hinge& h : hinges) bends.push_back(dihedral_bend(x, h));
    f.dihedral = make_bends(bends, x, particles, 4);
    edges.insert(edges.end(), diagonals.begin(), diagonals.end());  // rows run along both
    f.triangle = make_bends(triangle_bends(edges, x, f.area), x, particles, 3);
    f.flat = is_flat(f);
    return f;
}

}  // namespace pliant::cloth
