// Render surfaces that are embedded in the simulated mesh: where they are at rest, how they follow, and how they tear.

#include "body/embedded_surface.h"

#include <gtest/gtest.h>

#include <cstring>

#include "body/registry.h"
#include "cook/cook.h"
#include "cook/model_bytes.h"
#include "core/hash.h"
#include "geometry/shapes.h"
#include "geometry/subdivide.h"
#include "geometry/triangle_edges.h"
#include "worlds.h"

namespace pliant {
namespace embedded_surface_tests {

namespace {

using testing::world_of;

CookedModel cooked(const char* kind, const Mesh& mesh, const RenderMeshSettings& drawn) {
    return cook_model(mesh, *find_kind(kind), ParameterSet(find_kind(kind)->parameters), {1, 1, 1}, drawn);
}

const Body& body_of(const World& world, const char* name) { return *world.body(world.find_body(name)); }

// Edges by points, and how many triangles use them.
struct Edges {
    u32 open = 0, closed = 0, other = 0;
};
Edges edges_of(const SurfaceModel& s) {
    std::vector<TrianglePoints> triangles(s.indices.size() / 3);
    for (u32 t = 0; t < triangles.size(); ++t)
        for (u32 k = 0; k < 3; ++k) triangles[t][k] = s.vertex_point[s.indices[3 * t + k]];
    Edges edges;
    for_each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> uses) {
        ++(uses.size() == 1 ? edges.open : uses.size() == 2 && balanced(uses) ? edges.closed : edges.other);
    });
    return edges;
}

double area_of(const SurfaceModel& s) {
    double area = 0;
    for (size_t i = 0; i < s.indices.size(); i += 3) {
        const Vec3 &a = s.positions[s.indices[i]], &b = s.positions[s.indices[i + 1]],
                   &c = s.positions[s.indices[i + 2]];
        area += 0.5 * length(cross(b - a, c - a));
    }
    return area;
}

// Against the same edge at rest.
float longest_edge(const SurfaceModel& s, const SurfaceFrame& frame) {
    float longest = 0;
    for (size_t i = 0; i < s.indices.size(); i += 3)
        for (u32 k = 0; k < 3; ++k) {
            const u32 a = s.indices[i + k], b = s.indices[i + (k + 1) % 3];
            const float rest = length(s.positions[a] - s.positions[b]);
            longest = std::max(longest, length(frame.positions[a] - frame.positions[b]) / rest);
        }
    return longest;
}

}  // namespace

TEST(EmbeddedSurface, IsWhereItsFileHasItAtRest) {
    const Mesh sphere = make_shape({"sphere", {1, 1, 1}, 12}), fine = make_shape({"sphere", {1.1f, 1.1f, 1.1f}, 48});
    for (const char* kind : {"lattice", "cloth"}) {
        const CookedModel c = cooked(kind, sphere, {&fine, 0, 0});
        SurfaceFrame own, seen;
        own.positions.resize(c.model->surface.vertex_count()), own.normals.resize(c.model->surface.vertex_count());
        // Turned by a quarter about z and moved.
        for (u32 v = 0; v < c.model->surface.vertex_count(); ++v) {
            const Vec3 p = c.model->surface.positions[v], n = c.model->surface.normals[v];
            own.positions[v] = Vec3{-p.y, p.x, p.z} + Vec3{3, 4, 5}, own.normals[v] = {-n.y, n.x, n.z};
        }
        c.model->embedded->present(own, seen);
        float most = 0;
        for (u32 v = 0; v < c.model->render_surface().vertex_count(); ++v) {
            const Vec3 p = c.model->render_surface().positions[v];
            most = std::max(most, length(seen.positions[v] - (Vec3{-p.y, p.x, p.z} + Vec3{3, 4, 5})));
        }
        printf("%s: %u vertices, at most %.2g m from where a turn takes them\n", kind,
               c.model->render_surface().vertex_count(), most);
        EXPECT_LT(most, 3e-6f);
    }
}

TEST(EmbeddedSurface, SubdividedBallsAreRounder) {
    const Mesh coarse = make_shape({"sphere", {2, 2, 2}, 12});
    double before = 0, after = 0;
    const auto furthest_from_round = [](const Mesh& m) {
        double most = 0;
        for (const auto& t : triangulate(m).triangles) {
            Vec3 middle;
            for (const u32 v : t) middle += m.points[m.vertex_point[v]] / 3.0f;
            most = std::max(most, std::fabs(length(middle) - 1.0));
        }
        return most;
    };
    before = furthest_from_round(coarse), after = furthest_from_round(subdivided(coarse, 2));
    printf("middles of faces are %.3f m from the ball; subdivided twice %.4f m\n", before, after);
    EXPECT_LT(after, before / 8);
    // A box with hard edges stays one.
    const Mesh box = subdivided(make_shape({"box", {1, 2, 3}, 2}), 1);
    for (const Vec3& p : box.points) {
        const double off = std::max({std::fabs(p.x) - 0.5, std::fabs(p.y) - 1.0, std::fabs(p.z) - 1.5});
        EXPECT_NEAR(off, 0, 1e-6);
    }
}

TEST(EmbeddedSurface, ThickSheetsAreClosed) {
    const CookedModel c = cooked("cloth", make_shape({"plane", {1, 0, 1}, 10}), {nullptr, 1, 0.01f});
    const Edges edges = edges_of(c.model->render_surface());
    EXPECT_EQ(edges.open, 0u);
    EXPECT_EQ(edges.other, 0u);
    const double area = area_of(c.model->render_surface());
    printf("%zu triangles, area %.5f m²\n", c.model->render_surface().indices.size() / 3, area);
    EXPECT_NEAR(area, 2 * 1 + 4 * 0.01, 1e-4);
}

TEST(EmbeddedSurface, GoesThroughFiles) {
    const CookedModel c = cooked("lattice", make_shape({"sphere", {1, 1, 1}, 12}), {nullptr, 1, 0});
    const std::string bytes = model_bytes(*c.model);
    const auto again = model_from_bytes(bytes, "test");
    ASSERT_TRUE(again->embedded);
    EXPECT_EQ(model_bytes(*again), bytes);
    EXPECT_EQ(again->render_surface().vertex_count(), c.model->render_surface().vertex_count());
    // Damage that the checksum does not show: every 4 bytes in turn say something else. Many of these models are as
    // good as before (a colour, a place); none may read or write where there is nothing.
    constexpr size_t header = 24;  // magic, size, hash
    int refused = 0, taken = 0;
    for (size_t at = header; at + 4 < bytes.size(); at += 4 * (1 + bytes.size() / 3000)) {
        std::string wild = bytes;
        const u32 wrong = at % 3 ? 0x7fffffffu : 0x00ffffffu;
        std::memcpy(wild.data() + at, &wrong, sizeof wrong);
        const u64 hash = hash_bytes(wild.data() + header, wild.size() - header);
        std::memcpy(wild.data() + 16, &hash, sizeof hash);
        try {
            const auto model = model_from_bytes(wild, "test");
            SurfaceFrame own, seen;
            own.positions = {model->surface.positions.begin(), model->surface.positions.end()};
            own.normals = {model->surface.normals.begin(), model->surface.normals.end()};
            if (model->embedded) model->embedded->present(own, seen);
            ++taken;
        } catch (const Error& e) {
            EXPECT_GT(std::string_view(e.what()).size(), 6u);
            ++refused;
        }
    }
    printf("%d damaged models were refused, %d can be used\n", refused, taken);
    EXPECT_GT(refused, 100);
}

TEST(EmbeddedSurface, SheetsHaveTwoSides) {
    Mesh fine = make_shape({"plane", {1, 0, 1}, 20});
    for (Material& m : fine.materials) m.two_sided = false;
    const CookedModel c = cooked("cloth", make_shape({"plane", {1, 0, 1}, 10}), {&fine, 0, 0});
    for (const Material& m : c.model->render_surface().materials) EXPECT_TRUE(m.two_sided);
    const CookedModel thick = cooked("cloth", make_shape({"plane", {1, 0, 1}, 10}), {&fine, 0, 0.01f});
    for (const Material& m : thick.model->render_surface().materials) EXPECT_FALSE(m.two_sided);
}

TEST(EmbeddedSurface, IsNotFinerThanMemoryAllows) {
    const Mesh fine = make_shape({"plane", {1, 0, 1}, 200});
    try {
        cooked("cloth", make_shape({"plane", {1, 0, 1}, 10}), {&fine, 4, 0});
        FAIL() << "20 million triangles";
    } catch (const Error& e) {
        EXPECT_NE(std::string_view(e.what()).find("20,480,000 triangles to be drawn"), std::string::npos) << e.what();
    }
}

// A body that is drawn by fewer vertices than it has itself.
TEST(EmbeddedSurface, MayBeCoarser) {
    const auto world = world_of(R"({ "assets": { "fine": { "shape": "sphere", "detail": 24 },
            "coarse": { "shape": "sphere", "detail": 6 } },
        "bodies": { "ball": { "asset": "fine", "spacing": 0.2, "surface": { "asset": "coarse" }, "position": [0, 1, 0] } },
        "colliders": { "floor": {} } })");
    const Body& ball = body_of(*world, "ball");
    ASSERT_LT(ball.model->render_surface().vertex_count(), ball.model->surface.vertex_count());
    for (int i = 0; i < 30; ++i) world->step();
    EXPECT_EQ(ball.frame().positions.size(), ball.model->render_surface().vertex_count());
    // Its corners lie on the ball, its faces within.
    EXPECT_NEAR(ball.frame().bounds.high.y, ball.simulation_surface.bounds.high.y, 0.02);
    EXPECT_NEAR(ball.frame().bounds.low.y, ball.simulation_surface.bounds.low.y, 0.02);
}

TEST(EmbeddedSurface, FollowsAndChangesNothing) {
    const auto scene = [](const char* surface) {
        return std::string(R"({ "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1], "detail": 10 } },
            "bodies": { "cloth": { "asset": "sheet", "kind": "cloth", "position": [0, 1, 0])") +
               surface +
               R"(} }, "colliders": { "ball": { "shape": "sphere", "radius": 0.3, "position": [0, 0.6, 0] } } })";
    };
    const auto plain = world_of(scene("")),
               dressed = world_of(scene(R"(, "surface": { "subdivide": 2, "thickness": 0.02 })"));
    for (int i = 0; i < 60; ++i) plain->step(), dressed->step();
    EXPECT_EQ(plain->hash(), dressed->hash());
    const Body &a = body_of(*plain, "cloth"), &b = body_of(*dressed, "cloth");
    EXPECT_EQ(b.frame().positions.size(), b.model->render_surface().vertex_count());
    // Every vertex that is drawn is near the sheet: half of its thickness, and what bends between its corners.
    float most = 0;
    for (const Vec3& p : b.frame().positions) {
        float nearest = 3e38f;
        for (const Vec3& q : a.frame().positions) nearest = std::min(nearest, length(p - q));
        most = std::max(most, nearest);
    }
    printf("%zu vertices over %zu; the furthest is %.3f m from one of those\n", b.frame().positions.size(),
           a.frame().positions.size(), most);
    EXPECT_LT(most, 0.085f);  // half of the diagonal of a square of the sheet, 0.071, and half of the thickness
}

// A curtain rips: faces are neither lost nor doubled, and what is drawn opens as the cloth does.
TEST(EmbeddedSurface, TearsWithTheBody) {
    const auto world = world_of(R"({ "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1], "detail": 20 } },
        "bodies": { "cloth": { "asset": "sheet", "kind": "cloth", "rotation": [90, 0, 0], "position": [0, 2, 0],
            "surface": { "subdivide": 2 },
            "tear": { "stretch": 0.05, "max_pieces": 2,
                      "lines": [{ "points": [[0, 0, -0.5], [0, 0, 0.5]], "strength": 0.02 }] } } },
        "attachments": { "rail": { "body": "cloth", "where": { "low": [-1, -1, -0.51], "high": [1, 1, -0.49] } } },
        "fields": { "apart": { "type": "radial", "position": [0, 2, 0], "strength": 30 } } })");
    const double area = area_of(body_of(*world, "cloth").model->render_surface());
    const size_t faces = body_of(*world, "cloth").model->render_surface().face_start.size() - 1;
    for (int i = 0; i < 180 && world->contents().bodies.size() == 1; ++i) world->step();
    for (int i = 0; i < 20; ++i) world->step();
    ASSERT_GT(world->contents().bodies.size(), 1u);
    double now = 0;
    size_t faces_now = 0;
    world->contents().bodies.each([&](BodyId, const Body& body) {
        const SurfaceModel& s = body.model->render_surface();
        now += area_of(s), faces_now += s.face_start.size() - 1;
        EXPECT_EQ(edges_of(s).other, 0u);
        const float own = longest_edge(body.model->surface, body.simulation_surface),
                    longest = longest_edge(s, body.frame());
        printf("%s: %zu faces drawn, an edge is at most %.2f times as long as at rest; of the cloth itself %.2f\n",
               body.name.c_str(), s.face_start.size() - 1, longest, own);
        EXPECT_LT(longest, 1.5f * own);  // a face that bridged the gap would be much longer
    });
    EXPECT_EQ(faces_now, faces);
    EXPECT_NEAR(now, area, 1e-4);
}

TEST(EmbeddedSurface, TornSolidsHaveWalls) {
    const auto world = world_of(R"({ "assets": { "bar": { "shape": "box", "size": [0.6, 0.2, 0.2], "detail": 4 } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.05, "position": [0, 1, 0], "surface": { "subdivide": 1 },
            "hold": { "low": [0.2, -1, -1], "high": [1, 1, 1] },
            "tear": { "stretch": 0.2 }, "velocity": [-14, 0, 0] } } })");
    for (int i = 0; i < 60 && world->contents().bodies.size() == 1; ++i) world->step();
    ASSERT_GT(world->contents().bodies.size(), 1u);
    world->contents().bodies.each([&](BodyId, const Body& body) {
        const Edges plain = edges_of(body.model->surface), seen = edges_of(body.model->render_surface());
        printf("%s: %u edges of the body, %u drawn; open %u and %u\n", body.name.c_str(), plain.closed, seen.closed,
               plain.open, seen.open);
        EXPECT_EQ(plain.open, 0u);
        EXPECT_EQ(seen.other, 0u);
        // Walls are as coarse as the body: along them, and nowhere else, two drawn edges lie on one of the wall.
        EXPECT_EQ(seen.open % 3, 0u);
        EXPECT_GT(seen.closed, plain.closed);
    });
}

TEST(EmbeddedSurface, MistakesAreNamed) {
    const auto problem = [](const std::string& surface) -> std::string {
        try {
            world_of(R"({ "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1] } },
                "bodies": { "cloth": { "asset": "sheet", "kind": "cloth", "surface": )" +
                     surface + " } } }");
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    printf("%s\n", problem(R"({ "asset": "shirt" })").c_str());
    EXPECT_NE(problem(R"({ "asset": "shirt" })").find("there is no asset 'shirt'"), std::string::npos);
    EXPECT_NE(problem(R"({ "subdivide": 9 })").find("0 … 4"), std::string::npos);
    EXPECT_NE(problem(R"({ "subdivide": 1.5 })").find("whole number"), std::string::npos);
    EXPECT_NE(problem(R"({ "thickness": -1 })").find("0 or more"), std::string::npos);
    EXPECT_NE(problem(R"({ "thicknes": 1 })").find("thickness"), std::string::npos);
    EXPECT_NE(problem(R"({ "mesh": "Shirt" })").find("asset"), std::string::npos);
}

}  // namespace embedded_surface_tests
}  // namespace pliant
