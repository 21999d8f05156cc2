#include "geometry/tetrahedralize.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "geometry/tet_surface.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace tetrahedralize_tests {
namespace {

// Every edge of the boundary is passed as often one way as the other; an edge of more than two triangles is pinched.
struct Boundary {
    bool closed = true;
    u32 pinched = 0;
    explicit Boundary(const TetMesh& mesh) {
        for_each_edge(std::span<const EdgeUse>(edge_uses(boundary_triangles(mesh))),
                      [&](std::span<const EdgeUse> edge) {
                          closed &= balanced(edge);
                          pinched += edge.size() > 2;
                      });
    }
};

Soup shape(const char* name) {
    const Mesh mesh = make_shape({.name = name});
    Soup soup{mesh.points, {}};
    for (const auto& t : triangulate(mesh).triangles)
        soup.triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
    return soup;
}

Tetrahedralized fill(const Soup& soup, float cell, int grading = 0) {
    return tetrahedralize(soup.points, soup.triangles, {.cell = cell, .grading = grading});
}

// Checks for every mesh: no tet inverted, angles, a closed boundary, a surface near the input.
// `off` is with walls of closed gaps [cells], `off_open` without.
void check(const char* name, const Soup& soup, const Tetrahedralized& made, float cell, double off, u32 pinched = 0,
           double off_open = 0.5) {
    const TetQuality& q = made.quality;
    const Boundary boundary(made.mesh);
    printf("%-24s cell %.3f: %7u tets, angles %.1f ... %.1f, aspect %.2f, off by %.3f cells, %u parts, %u pinched\n",
           name, cell, q.tets, degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect, q.hausdorff / cell,
           q.parts, boundary.pinched);
    EXPECT_EQ(q.inverted, 0u) << name;
    EXPECT_GT(degrees(q.smallest_angle), 10.7) << name;
    EXPECT_LT(degrees(q.largest_angle), 164.8) << name;
    EXPECT_TRUE(boundary.closed) << name;
    EXPECT_LE(boundary.pinched, pinched) << name;
    EXPECT_LT(q.hausdorff, off * cell) << name;
    EXPECT_LT(q.hausdorff_open, off_open * cell) << name;
    EXPECT_FALSE(soup.points.empty());
}

TEST(Tetrahedralize, ClosedShapes) {
    // Edges of cylinders, cones and stairs are cut off; legs of the octopus are thinner than a cell at first. How far
    // the surface may be off [cells], and the volume with the smallest cells: a little more than measured.
    const struct {
        const char* name;
        double off, volume;
        u32 pinched = 0;  // edges, with the largest cells
    } shapes[] = {{"sphere", 0.06, 0.0012},     {"box", 0.001, 1e-6},    {"capsule", 0.12, 0.006},
                  {"cylinder", 0.5, 0.0012},    {"cone", 0.65, 0.0035},  {"torus", 0.2, 0.005},
                  {"octopus", 0.95, 0.022, 12}, {"penguin", 0.5, 0.004}, {"stairs", 0.7, 0.0005, 2}};
    for (const auto& [name, off, volume, pinched] : shapes) {
        const Soup soup = shape(name);
        const Vec3 size = soup.bounds().size();
        const float largest = std::max({size.x, size.y, size.z});
        double lost[3];
        int i = 0;
        for (const float cells : {8.0f, 16.0f, 32.0f}) {
            const float cell = largest / cells;
            const Tetrahedralized made = fill(soup, cell);
            // Legs of the octopus touch with the largest cells, and angles leave no way to half a cell: 0.575 is left.
            const bool too_coarse = cells == 8 && std::string(name) == "octopus";
            check(name, soup, made, cell, off, cells == 8 ? pinched : 0, too_coarse ? 0.6 : 0.5);
            EXPECT_EQ(made.quality.parts, 1u) << name;
            lost[i++] = made.quality.volume / soup.volume() - 1;
        }
        printf("%24s volume off by %.4f, %.4f, %.4f\n", "", lost[0], lost[1], lost[2]);
        EXPECT_NEAR(lost[2], 0, volume) << name;
    }
}

// A soup stands for the same solid however it is written down.
TEST(Tetrahedralize, AnySoup) {
    constexpr float cell = 0.2f;
    const double ball = 4 * pi / 3;
    const auto volume = [&](const char* name, const Soup& soup, double off = 0.5) {
        const Tetrahedralized made = fill(soup, cell);
        check(name, soup, made, cell, off);
        for (const std::string& w : made.warnings) printf("    %s\n", w.c_str());
        return made.quality.volume;
    };
    const Soup whole = make_sphere(40, 48);
    const double plain = volume("closed", whole);
    EXPECT_NEAR(plain, ball,
                0.02 * ball);  // chords of 40 rings take 0.6 %, cells of 0.2 another 1 % (see ClosedShapes)

    Soup inverted = whole;
    for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
    EXPECT_EQ(volume("inside out", inverted), plain);

    Soup twice = whole;
    twice.add(whole);
    EXPECT_EQ(volume("every face twice", twice), plain);

    Soup unwelded;
    for (const auto& t : whole.triangles)
        unwelded.add({{whole.points[t[0]], whole.points[t[1]], whole.points[t[2]]}, {{0, 1, 2}}});
    EXPECT_EQ(volume("no two faces joined", unwelded), plain);

    Soup flat = whole;
    flat.triangles.push_back({5, 5, 9});
    flat.points.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 0});
    flat.triangles.push_back({1, 2, static_cast<u32>(flat.points.size() - 1)});
    EXPECT_EQ(volume("without area, not a number", flat), plain);

    Random random(3);
    Soup torn = whole;
    std::erase_if(torn.triangles, [&](const auto&) { return random.chance(0.08); });
    EXPECT_NEAR(volume("a face in twelve missing", torn), plain, 0.02 * plain);

    Soup crossing = whole;
    crossing.add(make_sphere(40, 48, 1, {1, 0, 0}));
    const double lens = pi * (4 + 1) * (2 - 1) * (2 - 1) / 12;  // of two unit spheres at a distance of 1
    EXPECT_NEAR(volume("crossing itself", crossing), 2 * ball - lens, 0.02 * (2 * ball - lens));

    Soup parts = whole;
    parts.add(make_sphere(40, 48, 0.5f, {2, 0, 0}));
    const Tetrahedralized two = fill(parts, cell);
    check("two parts", parts, two, cell, 0.5);
    EXPECT_EQ(two.quality.parts, 2u);

    // Only the cap is missing: closed over where the winding number is one half.
    Soup open = whole;
    std::erase_if(open.triangles, [&](const auto& t) { return whole.points[t[0]].y > 0.85f; });
    EXPECT_NEAR(volume("a hole", open), plain, 0.05 * plain);
}

TEST(Tetrahedralize, SheetsBecomeOneCellThick) {
    for (const float cell : {0.2f, 0.1f, 0.05f}) {
        const Soup sheet = make_sheet(10, 1);
        const Tetrahedralized made = fill(sheet, cell);
        check("sheet", sheet, made, cell, 0.75);  // half a cell off, and edges are cut off
        EXPECT_EQ(made.quality.parts, 1u);
        ASSERT_EQ(made.warnings.size(), 1u);
        EXPECT_EQ(made.warnings[0], "the mesh encloses nothing; it was filled as a sheet, one cell thick");
        // A slab of one cell with round edges, of which half a cell's width is added all around.
        const double slab = cell * 1.0 + 4 * pi / 8 * cell * cell;
        printf("volume %.5f, slab %.5f\n", made.quality.volume, slab);
        EXPECT_NEAR(made.quality.volume, slab, 0.12 * slab);
    }
}

// A tube without ends stands at every angle to the lattice.
TEST(Tetrahedralize, SheetsHangTogether) {
    Soup tube;
    for (u32 i = 0; i <= 8; ++i)
        for (u32 j = 0; j < 32; ++j) {
            const double a = 2 * pi * j / 32;
            tube.points.push_back(Vec3d{cosine(a) + 0.1 * i, 0.25 * i, sine(a)}.to<float>());
        }
    for (u32 i = 0; i < 8; ++i)
        for (u32 j = 0; j < 32; ++j) {
            const u32 a = i * 32 + j, b = i * 32 + (j + 1) % 32;
            tube.triangles.push_back({a, a + 32, b});
            tube.triangles.push_back({b, a + 32, b + 32});
        }
    for (const float cell : {0.3f, 0.15f, 0.07f}) {
        const Tetrahedralized made = fill(tube, cell);
        check("tube", tube, made, cell, 0.6, cell == 0.3f);
        EXPECT_EQ(made.quality.parts, 1u);
    }
}

TEST(Tetrahedralize, ThinPartsStay) {
    // A plate a tenth of a cell thick on a block, and a needle.
    Soup soup = make_box({0, 0, 0}, {1, 1, 1});
    soup.add(make_box({1, 0.5f, 0.2f}, {2, 0.51f, 0.8f}));
    soup.add(make_box({-1, 0.5f, 0.5f}, {0, 0.52f, 0.52f}));
    const float cell = 0.1f;
    const Tetrahedralized made = fill(soup, cell);
    check("thin parts", soup, made, cell, 0.9, 2);
    const Box box = [&] {
        Box b;
        for (const Vec3& p : made.mesh.points) b.add(p);
        return b;
    }();
    EXPECT_LT(box.low.x, -0.9f);
    EXPECT_GT(box.high.x, 1.9f);
    EXPECT_EQ(made.quality.parts, 1u);
}

TEST(Tetrahedralize, SameBitsForAnyThreadsAndOrder) {
    Soup soup = shape("octopus");
    const TetrahedralizeOptions options{.cell = 0.05f};
    const Tetrahedralized serial = tetrahedralize(soup.points, soup.triangles, options);
    for (const u32 threads : {1u, 2u, 5u}) {
        Team team(threads);
        const Tetrahedralized made = tetrahedralize(soup.points, soup.triangles, options, &team);
        EXPECT_TRUE(made.mesh.points == serial.mesh.points && made.mesh.tets == serial.mesh.tets);
        EXPECT_EQ(made.quality.hausdorff, serial.quality.hausdorff);
    }
    Random random(7);
    for (size_t i = soup.triangles.size(); i-- > 1;) std::swap(soup.triangles[i], soup.triangles[random.below(i + 1)]);
    for (auto& t : soup.triangles) t = {t[1], t[2], t[0]};
    const Tetrahedralized shuffled = tetrahedralize(soup.points, soup.triangles, options);
    EXPECT_TRUE(shuffled.mesh.points == serial.mesh.points && shuffled.mesh.tets == serial.mesh.tets);
}

TEST(Tetrahedralize, SameTetsAnywhere) {
    const Soup soup = make_sphere(20, 24);
    const Tetrahedralized here = fill(soup, 0.2f);
    Soup there = soup;  // coordinates of a sphere are rounded to 1/16384 m at 1 km
    for (Vec3& p : there.points) p += Vec3{1024, 0, -512};
    const Tetrahedralized moved = fill(there, 0.2f);
    EXPECT_EQ(moved.mesh.tets.size(), here.mesh.tets.size());
    EXPECT_NEAR(moved.quality.volume, here.quality.volume, 1e-4 * here.quality.volume);
    for (Vec3& p : there.points) p += Vec3{1e7f, 0, 0};
    EXPECT_THROW(fill(there, 0.2f), Error);
}

// A thousand cells long and three wide. The winding number so near to such long triangles is lost in floats.
TEST(Tetrahedralize, LongThinTriangles) {
    const Soup beam = make_box({0, 0, 0}, {100, 0.3f, 0.3f});
    const Tetrahedralized made = fill(beam, 0.1f);
    check("beam", beam, made, 0.1f, 0.01);
    EXPECT_NEAR(made.quality.volume, 9, 1e-3);
}

TEST(Tetrahedralize, ChoosesACell) {
    const Soup soup = make_box({0, 0, 0}, {1.2f, 0.6f, 0.3f});
    const Tetrahedralized made = tetrahedralize(soup.points, soup.triangles);
    EXPECT_EQ(made.facts[0].substr(made.facts[0].find("from")), "from cells of 0.1 m");
}

TEST(Tetrahedralize, SaysWhatIsWrong) {
    const Soup soup = make_sphere(8, 8);
    const auto sentence = [&](const Soup& s, const TetrahedralizeOptions& options) -> std::string {
        try {
            tetrahedralize(s.points, s.triangles, options);
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_NE(sentence({}, {}).find("the mesh has no triangle with an area"), std::string::npos);
    EXPECT_NE(sentence({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}}}, {}).find("no triangle with an area"), std::string::npos);
    EXPECT_NE(sentence(soup, {.cell = -1}).find("cell: the cell is -1 m"), std::string::npos);
    EXPECT_NE(sentence(soup, {.cell = 1e-6f}).find("a cell of"), std::string::npos);
    EXPECT_NE(sentence(soup, {.cell = 1e-38f}).find("a cell of"), std::string::npos);
    EXPECT_NE(sentence(soup, {.grading = -1}).find("grading"), std::string::npos);
}

}  // namespace
}  // namespace tetrahedralize_tests
}  // namespace pliant
