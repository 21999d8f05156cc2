// Flesh that parts along random faces: whatever parts, every piece is closed and nothing is lost.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "body/flesh/flesh.h"
#include "body/flesh/flesh_model.h"
#include "core/random.h"
#include "geometry/shapes.h"

namespace pliant {
namespace flesh_tear_tests {
namespace {

std::shared_ptr<const flesh::FleshModel> cooked(Mesh mesh, const ParameterSet& own, Report& report) {
    const Triangulation triangulation = triangulate(mesh);
    add_missing_normals(mesh, triangulation);
    RepairReport repaired;
    const SimulationMesh simulation = repair(mesh, triangulation, repaired);
    return std::static_pointer_cast<const flesh::FleshModel>(
        flesh::cook({mesh, triangulation, simulation, repaired, own, report}));
}

std::shared_ptr<const flesh::FleshModel> flesh_of(const std::string& shape, double cells) {
    ShapeSettings settings;
    settings.name = shape;
    Mesh mesh = make_shape(settings);
    const Vec3 size = mesh.bounds().size();
    ParameterSet own(flesh::table);
    own.set("cell", static_cast<double>(std::max({size.x, size.y, size.z})) / cells);
    Report report;
    return cooked(std::move(mesh), own, report);
}

// Some links at random, those of a plane, of a part of one, of a ball, or nearly all.
std::vector<u32> random_tear(Random& random, const flesh::FleshModel& m, bool nearly_all) {
    const auto segments = m.link_segments();
    const u32 how = nearly_all ? 4 : random.below(4);
    const double share = random.unit();
    const Vec3 normal = direction(Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)}, Vec3{1, 0, 0});
    const float radius = random.real(0.1f, 0.4f) * length(m.size);
    std::vector<u32> parted;
    for (u32 l = 0; l < segments.size(); ++l) {
        const Vec3 a = segments[l][0] - m.center, b = segments[l][1] - m.center;
        const bool across = (dot(a, normal) > 0) != (dot(b, normal) > 0);
        const bool ball = (length(a) < radius) != (length(b) < radius);
        const bool parts = how == 0   ? random.chance(0.5 * share * share)
                           : how == 1 ? across
                           : how == 2 ? ball && random.chance(0.95)
                           : how == 3 ? across && random.chance(0.9)
                                      : random.chance(0.98);
        if (parts) parted.push_back(l);
    }
    return parted;
}

using Edges = std::map<std::pair<u32, u32>, i32>;

// Edges that are not passed as often one way as the other.
u64 open_edges(const std::vector<TrianglePoints>& triangles) {
    Edges uses;
    for (const TrianglePoints& t : triangles)
        for (size_t k = 0; k < 3; ++k) {
            const u32 a = t[k], b = t[(k + 1) % 3];
            uses[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    u64 open = 0;
    for (const auto& [edge, sum] : uses) open += sum != 0;
    return open;
}

struct Found {
    u64 open = 0, open_skin = 0, foreign = 0, far = 0, pieces = 0;
    double volume = 0, enclosed = 0;
};

double enclosed_by(const std::vector<TrianglePoints>& triangles, const std::vector<Vec3>& at) {
    double volume = 0;
    for (const auto& [a, b, c] : triangles)
        volume += dot(at[a].to<double>(), cross(at[b].to<double>(), at[c].to<double>())) / 6;
    return volume;
}

void look_at(const flesh::FleshModel& m, const flesh::FleshModel& whole, Found& found) {
    std::vector<TrianglePoints> drawn;
    for (size_t i = 0; i < m.surface.indices.size(); i += 3) {
        TrianglePoints t;
        for (size_t k = 0; k < 3; ++k) t[k] = m.surface.vertex_point[m.surface.indices[i + k]];
        drawn.push_back(t);
    }
    std::vector<Vec3> at;
    for (const u32 v : m.surface.point_vertex) at.push_back(m.surface.positions[v]);
    found.open += open_edges(drawn), found.open_skin += open_edges(m.contact.triangles);
    found.enclosed += enclosed_by(drawn, at);
    for (size_t p = 0; p < m.places.size(); ++p) {
        const TetPlace& place = m.places[p];
        found.foreign += place.tet >= m.tets.size();
        Vec3 hangs;
        for (size_t k = 0; k < 4; ++k) hangs += m.rest[m.tets[place.tet][k]] * place.weight[k];
        found.far += length(hangs - at[p]) > 1e-3f * whole.mean_edge;
    }
    ++found.pieces, found.volume += m.volume;
}

// As only a file can have it.
TEST(FleshCook, TetsInOnePlaceAreOne) {
    TetMesh volume;
    volume.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    volume.tets = {{0, 1, 2, 3}, {4, 1, 3, 2}, {1, 2, 0, 3}, {0, 1, 2, 3}};
    Mesh mesh = make_shape({"box", {1, 1, 1}, 1});
    mesh.volume = std::make_shared<TetMesh>(volume);
    Report report;
    const auto model = cooked(std::move(mesh), ParameterSet(flesh::table), report);
    EXPECT_EQ(model->tets.size(), 2u);
    EXPECT_NEAR(model->volume, 1.0 / 6 + 2.0 / 6, 1e-6);
    ASSERT_EQ(report.warnings.size(), 1u);
    EXPECT_EQ(report.warnings[0], "2 tets of the file have the corners of another one; they were left out");
}

TEST(FleshTear, EveryPieceIsClosed) {
    Random random(11);
    Found sum;
    u64 points = 0, halves = 0;
    double off = 0;
    for (const std::string shape : {"box", "sphere", "torus", "octopus", "penguin", "capsule"}) {
        const auto whole = flesh_of(shape, shape == "octopus" ? 11 : 5);
        ASSERT_TRUE(whole->tearable_surface.closed) << shape;
        const double enclosed = enclosed_by(whole->tearable_surface.triangles, whole->tearable_surface.points);
        for (int i = 0; i < 25; ++i) {
            SCOPED_TRACE(shape + " " + std::to_string(i));
            const std::vector<u32> parted = random_tear(random, *whole, i == 0);
            const TearPreview outcome = whole->tear_preview(parted);
            Found found;
            std::vector<u32> again(whole->tets.size(), 0);
            for (const auto& piece : whole->tear(parted, {})) {
                const auto& m = static_cast<const flesh::FleshModel&>(*piece);
                look_at(m, *whole, found);
                for (const u32 t : m.torn->tet_from) ++again[t];
                points += m.places.size();
            }
            EXPECT_EQ(found.pieces, outcome.pieces);
            EXPECT_EQ(found.open, 0u);
            EXPECT_EQ(found.open_skin, 0u);
            EXPECT_EQ(found.foreign, 0u);
            EXPECT_NEAR(found.volume, whole->volume, 1e-9 * whole->volume);
            EXPECT_EQ(std::count(again.begin(), again.end(), 1u), static_cast<i64>(again.size()));
            // Bands of the two sides need not meet where what is drawn is torn to shreds; across a plane they do.
            if (found.pieces == 2) {
                ++halves;
                off = std::max(off, std::fabs(found.enclosed / enclosed - 1));
            }
            sum.pieces += found.pieces, sum.far += found.far;
        }
    }
    std::printf(
        "150 tears: %llu pieces; %llu of %llu points hang where they do not rest; %llu in two enclose %.1e less "
        "or more\n",
        static_cast<unsigned long long>(sum.pieces), static_cast<unsigned long long>(sum.far),
        static_cast<unsigned long long>(points), static_cast<unsigned long long>(halves), off);
}

}  // namespace
}  // namespace flesh_tear_tests
}  // namespace pliant
