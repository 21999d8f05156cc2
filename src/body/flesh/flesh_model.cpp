#include "body/flesh/flesh_model.h"

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh.h"
#include "core/contract.h"

namespace pliant::flesh {

const Kind& FleshModel::kind() const { return flesh::kind; }

TetShape tet_shape(const Vec3 (&corner)[4]) {
    PL_ASSERT(is_finite(corner[0]) && is_finite(corner[1]) && is_finite(corner[2]) && is_finite(corner[3]));
    const Vec3d a = corner[0].to<double>();
    const Mat3d edges{{corner[1].to<double>() - a, corner[2].to<double>() - a, corner[3].to<double>() - a}};
    double size2 = 0;
    for (const Vec3d& e : edges.column) size2 += length_squared(e);
    const double size = std::sqrt(size2 / 3), least = std::max(1e-4 * size * size * size, 1e-36);
    const double det = std::max(determinant(edges), least);
    return {transposed(cofactor(edges)) * (1 / det), det / 6};
}

// constraint/neo_hookean.h. What is flat has no G⁻¹: it gets that of something a little thicker.
void set_metric(TetGroup& group, const TetRestGroup& rest) {
    for (size_t lane = 0; lane < lane_count; ++lane) {
        const auto b = [&](size_t i) { return static_cast<double>(rest.inverse[i][lane]); };
        const Vec3d row[3] = {{b(0), b(1), b(2)}, {b(3), b(4), b(5)}, {b(6), b(7), b(8)}};
        Mat3d g;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) g.column[j][i] = dot(row[i], row[j]);
        u32 to = 0;
        const auto put = [&](double value) { group.metric[to++][lane] = static_cast<float>(value); };
        put(g(0, 0)), put(g(1, 1)), put(g(2, 2)), put(g(0, 1)), put(g(0, 2)), put(g(1, 2));
        const double thicker = 1e-9 * (g(0, 0) + g(1, 1) + g(2, 2));
        for (int i = 0; i < 3; ++i) g.column[i][i] += thicker;
        const Mat3d inverse = cofactor(g) * (1 / determinant(g));  // G is symmetric
        put(inverse(0, 0)), put(inverse(1, 1)), put(inverse(2, 2));
        put(2 * inverse(0, 1)), put(2 * inverse(0, 2)), put(2 * inverse(1, 2));
        put(dot(row[0], cross(row[1], row[2])));
    }
}

void set_rest(std::span<TetGroup> groups, std::span<TetRestGroup> rests, const TetClusters& clusters,
              std::span<const TetPoints> tets, std::span<const Vec3> places) {
    PL_ASSERT(groups.size() == clusters.groups() && rests.size() == groups.size());
    PL_ASSERT(all_below(clusters.tet, tets.size()) && all_below(tets, places.size()));
    for (size_t g = 0; g < groups.size(); ++g) {
        for (size_t lane = 0; lane < TetClusters::lanes; ++lane) {
            const TetPoints& tet = tets[clusters.tet[g * TetClusters::lanes + lane]];
            Vec3 corner[4];
            for (size_t k = 0; k < 4; ++k) corner[k] = places[tet[k]], groups[g].corner[k][lane] = tet[k];
            const TetShape shape = tet_shape(corner);
            for (int row = 0; row < 3; ++row)
                for (int column = 0; column < 3; ++column)
                    rests[g].inverse[3 * row + column][lane] = static_cast<float>(shape.inverse(row, column));
            groups[g].inverse_volume[lane] = static_cast<float>(1 / shape.volume);
        }
        set_metric(groups[g], rests[g]);
    }
}

static std::vector<std::array<u32, 2>> edges_of(std::span<const TetPoints> tets) {
    std::vector<std::array<u32, 2>> edges;
    for (const TetPoints& t : tets)
        for (size_t a = 0; a < 4; ++a)
            for (size_t b = a + 1; b < 4; ++b) edges.push_back({std::min(t[a], t[b]), std::max(t[a], t[b])});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

void FleshModel::build() {
    PL_ASSERT(!rest.empty() && all_finite(rest) && all_below(tets, rest.size()));
    particle_count = static_cast<u32>(rest.size());
    clusters = cluster_tets(tets, particle_count, tets.size() <= small_body ? small_body : tets_per_cluster);
    groups.resize(clusters.groups()), rests.resize(clusters.groups());
    set_rest(groups, rests, clusters, tets, rest);
    edges = edges_of(tets);
    double sum = 0;
    for (const auto& [a, b] : edges) sum += length(rest[b] - rest[a]);
    // A piece is as stiff as the whole was, and is touched alike.
    mean_edge = torn ? torn->whole->mean_edge : static_cast<float>(sum / static_cast<double>(edges.size()));
    Vec3d moment;
    Box box;
    volume = 0;
    tet_volume.clear();
    for (const TetPoints& t : tets) {
        const Vec3 corner[4] = {rest[t[0]], rest[t[1]], rest[t[2]], rest[t[3]]};
        tet_volume.push_back(tet_shape(corner).volume);
        volume += tet_volume.back();
        for (const Vec3& c : corner) moment += c.to<double>() * (tet_volume.back() / 4);
    }
    for (const Vec3& p : rest) box.add(p);
    center = (moment / volume).to<float>(), size = box.size();
    std::vector<u32> shown(tets.size(), 0);
    shown_tet.clear(), shown_inverse.clear(), vertex_shown.clear();
    for (const u32 point : surface.vertex_point) {
        u32& number = shown[places[point].tet];
        if (number == 0) shown_tet.push_back(places[point].tet), number = static_cast<u32>(shown_tet.size());
        vertex_shown.push_back(number - 1);
    }
    for (const u32 t : shown_tet) {
        const Vec3 corner[4] = {rest[tets[t][0]], rest[tets[t][1]], rest[tets[t][2]], rest[tets[t][3]]};
        const Mat3d inverse = tet_shape(corner).inverse;
        shown_inverse.push_back(
            {{inverse.column[0].to<float>(), inverse.column[1].to<float>(), inverse.column[2].to<float>()}});
    }
    make_skin(*this);
}

// Corners of tets around points of the mesh get the mean of what these say, by weight; the others what the nearest of
// their neighbours that know have, ring by ring.
std::vector<float> FleshModel::carry_to_particles(std::span<const float> point_values) const {
    std::vector<float> values(particle_count, 0), weight(particle_count, 0);
    for (size_t i = 0; i < places.size() && i < point_values.size(); ++i)
        for (size_t k = 0; k < 4; ++k) {
            const u32 p = tets[places[i].tet][k];
            const float w = std::max(places[i].weight[k], 1e-3f);
            values[p] += w * point_values[i], weight[p] += w;
        }
    for (u32 p = 0; p < particle_count; ++p)
        if (weight[p] > 0) values[p] /= weight[p], weight[p] = 1;
    std::vector<float> sum(particle_count), count(particle_count);
    for (bool any = true; any;) {
        any = false;
        std::fill(sum.begin(), sum.end(), 0.0f), std::fill(count.begin(), count.end(), 0.0f);
        for (const auto& [a, b] : edges) {
            if (weight[a] == 0 && weight[b] > 0) sum[a] += values[b], ++count[a];
            if (weight[b] == 0 && weight[a] > 0) sum[b] += values[a], ++count[b];
        }
        for (u32 p = 0; p < particle_count; ++p)
            if (count[p] > 0) values[p] = sum[p] / count[p], weight[p] = 1, any = true;
    }
    return values;
}

void FleshModel::save(Writer& w) const {
    w.value(content_hash);
    w.array(rest), w.array(tets), w.array(places);
    surface.save(w), tearable_surface.save(w);
}

void FleshModel::load(Reader& r) {
    content_hash = r.value<u64>();
    r.array(rest), r.array(tets), r.array(places);
    surface.load(r), tearable_surface.load(r);
    check(Soundness(r.name()));
    build();
    Soundness(r.name()).require(!contact.triangles.empty(), "tets: they have no surface");
}

void FleshModel::check(const Soundness& sound) const {
    sound.require(!rest.empty() && !tets.empty(), "particles and tets");
    sound.numbers(rest, "particles");
    sound.below(tets, rest.size(), "tets");
    std::vector<u8> used(rest.size(), 0);
    for (const TetPoints& t : tets) {
        for (size_t a = 0; a < 4; ++a)
            for (size_t b = a + 1; b < 4; ++b) sound.require(t[a] != t[b], "tets");
        for (const u32 p : t) used[p] = 1;
    }
    sound.require(std::find(used.begin(), used.end(), 0) == used.end(), "particles of tets");
    sound.require(places.size() == surface.point_count(), "points");
    for (const TetPlace& p : places) {
        sound.require(p.tet < tets.size(), "points");
        sound.numbers(p.weight, "points");
    }
    tearable_surface.check(sound, surface.vertex_count(), static_cast<u32>(surface.materials.size()),
                           static_cast<u32>(tets.size()), particle_count);
    sound.require(tearable_surface.cell.size() == tearable_surface.triangles.size() && tearable_surface.beyond.empty(),
                  "the surface that may tear");
}

}  // namespace pliant::flesh
