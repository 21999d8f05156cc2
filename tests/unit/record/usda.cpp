// USD text: every sample is what the recorder was given, to the bit.
#include <cstdlib>

#include "unit/record/support.h"

namespace pliant {
namespace usda_tests {
namespace {

// The numbers of every sample of an attribute of a prim.
std::vector<std::vector<float>> samples(const std::string& text, const std::string& prim,
                                        const std::string& attribute) {
    std::vector<std::vector<float>> all;
    size_t at = text.find("\"" + prim + "\"");
    if (at == std::string::npos) return all;
    at = text.find(attribute + ".timeSamples = {\n", at);
    if (at == std::string::npos) return all;
    at = text.find('\n', at) + 1;
    for (; text[at] != '}'; at = text.find('\n', at) + 1) {
        EXPECT_EQ(std::strtoul(text.c_str() + at, nullptr, 10), all.size());
        std::vector<float>& numbers = all.emplace_back();
        const char* p = text.c_str() + text.find('[', at);
        while (*p != ']') {
            ++p;
            char* end;
            const float v = std::strtof(p, &end);
            if (end != p) {
                numbers.push_back(v);
                p = end;
            }
        }
    }
    return all;
}

std::vector<float> flat(const std::vector<Vec3>& v) {
    std::vector<float> out;
    for (const Vec3& p : v) out.insert(out.end(), {p.x, p.y, p.z});
    return out;
}

class Usda : public RecordTest {};

TEST_F(Usda, PointsAndVelocitiesAreTheRecordersOwn) {
    const auto world = small_world();
    const std::vector<RecordFrame> frames = record(*world, "usda", 12);
    const std::string usda = text("scene.usda");
    const RecordedScene scene = recorded_scene(*world);
    const char* prims[] = {"ball", "_1_box"};
    for (size_t b = 0; b < 2; ++b) {
        const SurfaceModel& s = *scene.bodies[b].surface;
        const auto points = samples(usda, prims[b], "point3f[] points"),
                   velocities = samples(usda, prims[b], "vector3f[] velocities"),
                   normals = samples(usda, prims[b], "normal3f[] normals");
        ASSERT_EQ(points.size(), 12u) << prims[b];
        ASSERT_EQ(velocities.size(), 12u);
        ASSERT_EQ(normals.size(), 12u);
        const std::vector<u32>& normal_vertices = b == 0 ? s.point_vertex : s.face_vertex;  // a box has hard edges
        for (size_t f = 0; f < 12; ++f) {
            std::vector<Vec3> now, speed, n;
            for (u32 v : s.point_vertex) {
                now.push_back(frames[f].bodies[b].positions[v]);
                const size_t to = f == 0 ? 1 : f;
                speed.push_back((frames[to].bodies[b].positions[v] - frames[to - 1].bodies[b].positions[v]) * 60.0f);
            }
            for (u32 v : normal_vertices) n.push_back(frames[f].bodies[b].normals[v]);
            EXPECT_EQ(points[f], flat(now)) << f;
            EXPECT_EQ(velocities[f], flat(speed)) << f;
            EXPECT_EQ(normals[f], flat(n)) << f;
        }
    }
    // The ball flies at 1 m/s, the box falls.
    EXPECT_NEAR(samples(usda, "ball", "vector3f[] velocities")[0][0], 1, 0.01);
    EXPECT_NE(usda.find("def Mesh \"floor\""), std::string::npos);
    EXPECT_NE(usda.find("double3 xformOp:translate.timeSamples"), std::string::npos) << "the press moves";
    EXPECT_EQ(usda.find("ghost"), std::string::npos);
}

TEST_F(Usda, ParticlesHavePlaceVelocityIdMassAndStrain) {
    const auto world = small_world();
    const std::vector<RecordFrame> frames = record(*world, "particles.usda,particles.ply", 40);
    const std::string usda = text("particles.usda");
    for (const size_t f : {0u, 39u}) {
        const BodyFrame& body = frames[f].bodies[0];
        EXPECT_EQ(samples(usda, "ball", "point3f[] points")[f], flat(body.particle_positions));
        EXPECT_EQ(samples(usda, "ball", "vector3f[] velocities")[f], flat(body.particle_velocities));
        EXPECT_EQ(samples(usda, "ball", "float[] primvars:strain")[f], body.particle_strain);
    }
    EXPECT_GT(
        *std::max_element(frames[39].bodies[0].particle_strain.begin(), frames[39].bodies[0].particle_strain.end()),
        1e-3f)
        << "it has hit the floor";
    EXPECT_NE(usda.find("int64[] ids = [0, 1, 2"), std::string::npos);
    EXPECT_NE(usda.find("float[] primvars:mass = ["), std::string::npos);
    // The same in PLY: nine numbers of four bytes a particle behind the header.
    const std::string ply = text("ball.particles/0039.ply");
    const size_t head = ply.find("end_header\n") + 11;
    const BodyFrame& last = frames[39].bodies[0];
    ASSERT_EQ(ply.size(), head + 36 * last.particle_positions.size());
    const RecordedScene scene = recorded_scene(*world);
    for (const u32 p : {0u, 7u}) {
        float row[9];
        std::memcpy(row, ply.data() + head + 36 * p, 36);
        u32 id;
        std::memcpy(&id, &row[6], 4);
        EXPECT_EQ((Vec3{row[0], row[1], row[2]}), last.particle_positions[p]);
        EXPECT_EQ((Vec3{row[3], row[4], row[5]}), last.particle_velocities[p]);
        EXPECT_EQ(id, p);
        EXPECT_EQ(row[7], scene.bodies[0].particle_mass[p]);
        EXPECT_EQ(row[8], last.particle_strain[p]);
    }
    double mass = 0;
    for (float m : scene.bodies[0].particle_mass) mass += m;
    EXPECT_NEAR(mass, world->bodies().mass(world->find_body("ball")), 1e-3 * mass);
}

}  // namespace
}  // namespace usda_tests
}  // namespace pliant
