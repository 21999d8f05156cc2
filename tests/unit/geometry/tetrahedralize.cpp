#include "geometry/tetrahedralize.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "geometry/tet_surface.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace {

// Every edge of the boundary is passed as often one way as the other.
bool closed(const TetMesh& mesh) {
    bool all = true;
    for_each_edge(std::span<const EdgeUse>(edge_uses(boundary_triangles(mesh))),
                  [&](std::span<const EdgeUse> edge) { all &= balanced(edge); });
    return all;
}

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

// What holds for every mesh: no tet inverted, angles, a closed boundary, a surface near the input.
void check(const char* name, const Soup& soup, const Tetrahedralized& made, float cell, double off) {
    const TetQuality& q = made.quality;
    printf("%-24s cell %.3f: %7u tets, angles %.1f ... %.1f, aspect %.2f, off by %.3f cells, %u parts\n", name, cell,
           q.tets, degrees(q.smallest_angle), degrees(q.largest_angle), q.worst_aspect, q.hausdorff / cell, q.parts);
    EXPECT_EQ(q.inverted, 0u) << name;
    EXPECT_GT(degrees(q.smallest_angle), 10.7) << name;
    EXPECT_LT(degrees(q.largest_angle), 164.8) << name;
    EXPECT_TRUE(closed(made.mesh)) << name;
    EXPECT_LT(q.hausdorff, off * cell) << name;
    EXPECT_FALSE(soup.points.empty());
}

TEST(Tetrahedralize, ClosedShapes) {
    for (const char* name : {"sphere", "box", "capsule", "cylinder", "cone", "torus", "octopus", "penguin", "stairs"}) {
        const Soup soup = shape(name);
        const Vec3 size = soup.bounds().size();
        const float largest = std::max({size.x, size.y, size.z});
        double lost[3];
        int i = 0;
        for (const float cells : {8.0f, 16.0f, 32.0f}) {
            const float cell = largest / cells;
            const Tetrahedralized made = fill(soup, cell);
            check(name, soup, made, cell, 1);
            lost[i++] = made.quality.volume / soup.volume() - 1;
        }
        printf("%24s volume off by %.4f, %.4f, %.4f\n", "", lost[0], lost[1], lost[2]);
    }
}

}  // namespace
}  // namespace pliant
