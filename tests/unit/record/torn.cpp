// Bodies that tear are recorded as one mesh: closed in the beginning, in pieces in the end.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "assets/mesh_file.h"
#include "record/recorder.h"
#include "record/torn_bodies.h"
#include "worlds.h"

namespace pliant::testing {
namespace {

const char* const melon = R"({ "format": 1,
    "assets": { "ball": { "shape": "sphere", "size": [0.6, 0.6, 0.6], "detail": 24 } },
    "bodies": { "melon": { "asset": "ball", "spacing": 0.1, "position": [0, 1.1, 0], "velocity": [0, -6, 0],
                           "youngs_modulus": 1e5, "tear": { "stretch": 0.1, "squash": 1, "lifetime": 0.4 } },
                "ball": { "asset": "ball", "spacing": 0.1, "position": [2, 1, 0] } },
    "colliders": { "floor": {}, "edge": { "shape": "box", "size": [0.05, 0.8, 1], "position": [0, 0.4, 0] } } })";
constexpr int steps = 60;

class TornRecord : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto first = world_of(melon);
        ASSERT_TRUE(anything_tears(*first));
        for (int i = 0; i < steps; ++i) first->step();
        tears = tears_of(*first);
        ASSERT_EQ(tears.size(), 1u);
        world = world_of(melon);
        torn = TornBodies(*world, tears);
        scene = recorded_scene(*world, &torn);
    }
    RecordFrame frame() {
        RecordFrame f;
        take_frame(*world, 0, {.surface = true, .normals = true, .particles = true, .numbers = true}, f, &torn);
        return f;
    }
    Tears tears;
    std::unique_ptr<World> world;
    TornBodies torn;
    RecordedScene scene;
};

TEST_F(TornRecord, ItBeginsClosed) {
    ASSERT_EQ(scene.bodies.size(), 2u);
    const RecordFrame f = frame();
    const SurfaceModel& s = *scene.bodies[0].surface;
    ASSERT_EQ(f.bodies[0].positions.size(), s.vertex_count());
    EXPECT_GT(s.vertex_count(), world->body(world->find_body("melon"))->model->surface.vertex_count());
    for (u32 v = 0; v < s.vertex_count(); ++v)
        EXPECT_LT(length(f.bodies[0].positions[v] - s.positions[v] - Vec3{0, 1.1f, 0}), 1e-5f);
}

TEST_F(TornRecord, EveryEdgeHasTwoSides) {
    const SurfaceModel& s = *scene.bodies[0].surface;
    std::map<std::pair<u32, u32>, int> uses;
    for (size_t i = 0; i < s.indices.size(); i += 3)
        for (size_t k = 0; k < 3; ++k)
            ++uses[{s.vertex_point[s.indices[i + k]], s.vertex_point[s.indices[i + (k + 1) % 3]]}];
    for (const auto& [edge, count] : uses) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(uses.count({edge.second, edge.first}), 1u);
    }
}

// Points of a file that stand in one place are one, within a piece.
void expect_closed(const Mesh& mesh, const std::vector<size_t>& points_of_pieces) {
    std::vector<size_t> number(mesh.points.size());
    size_t begin = 0;
    for (const size_t count : points_of_pieces) {
        std::map<std::array<float, 3>, size_t> at;
        for (size_t p = begin; p < begin + count; ++p)
            number[p] = at.try_emplace({mesh.points[p].x, mesh.points[p].y, mesh.points[p].z}, p).first->second;
        begin += count;
    }
    ASSERT_EQ(begin, mesh.points.size());
    std::map<std::pair<size_t, size_t>, int> uses;
    for (const auto& triangle : triangulate(mesh).triangles)
        for (size_t k = 0; k < 3; ++k)
            ++uses[{number[mesh.vertex_point[triangle[k]]], number[mesh.vertex_point[triangle[(k + 1) % 3]]]}];
    for (const auto& [edge, count] : uses)
        ASSERT_EQ(count, (uses.count({edge.second, edge.first}) ? uses.at({edge.second, edge.first}) : 0));
}

// A sequence of meshes shows what there is: the mesh as it came, then pieces that are closed, each on its own.
TEST_F(TornRecord, SequencesChange) {
    const std::string folder = (std::filesystem::temp_directory_path() / "pliant_torn_sequence/").string();
    std::filesystem::remove_all(folder), std::filesystem::create_directories(folder);
    const size_t whole = world->body(world->find_body("melon"))->model->surface.point_count();
    std::vector<std::unique_ptr<Recorder>> recorders;
    for (const char* name : {"obj", "ply"}) {
        const RecordFormat& format = record_format(name);
        EXPECT_TRUE(format.needs.pieces);
        recorders.push_back(format.make({folder + name + "/"}));
        std::filesystem::create_directories(folder + name);
        recorders.back()->begin(scene, 0);
    }
    std::vector<std::vector<size_t>> pieces;  // points of each, by frame
    for (u64 i = 0; i <= steps; ++i) {
        if (i) world->step();
        RecordFrame f;
        take_frame(*world, i, {.surface = true, .normals = true, .pieces = true}, f, &torn);
        pieces.emplace_back();
        for (const PieceFrame& piece : f.bodies[0].pieces) pieces.back().push_back(piece.surface->point_count());
        EXPECT_TRUE(f.bodies[1].pieces.empty());
        for (auto& recorder : recorders) recorder->frame(f);
    }
    for (auto& recorder : recorders) recorder->finish();
    EXPECT_EQ(pieces.front().size(), 1u);
    EXPECT_GT(pieces[20].size(), 2u);
    for (u64 i = 0; i <= steps; i += 5) {
        const std::string number = std::to_string(10000 + i).substr(1);
        const Mesh obj = load_mesh(folder + "obj/melon/" + number + ".obj", {}).mesh,
                   ply = load_mesh(folder + "ply/melon/" + number + ".ply", {}).mesh;
        ASSERT_EQ(obj.points.size(), ply.points.size());
        for (size_t p = 0; p < obj.points.size(); ++p) ASSERT_EQ(obj.points[p], ply.points[p]);
        EXPECT_TRUE(i > 0 || obj.points.size() == whole) << obj.points.size() << ", not " << whole;
        if (i == 0) {
            EXPECT_EQ(obj.materials.size(), 1u);
        }
        if (pieces[i].size() > 1) {
            EXPECT_EQ(obj.materials.size(), 2u) << "the inside has its own";
        }
        expect_closed(obj, pieces[i]);
    }
    std::filesystem::remove_all(folder);
}

// In the step in which a body tears, or a piece of it vanishes, it still lies on what it lies on.
TEST_F(TornRecord, ContactsAreCountedWhileItTears) {
    size_t tearing = 0;
    for (int i = 0; i < steps; ++i) {
        world->step();
        if (world->tear_events().empty() || !world->contacts().contacts.empty()) continue;
        ++tearing;  // contacts themselves are gone: they speak of bodies as they were
        EXPECT_GT(frame().bodies[0].numbers.contacts, 0u) << "in step " << i + 1;
    }
    EXPECT_GT(tearing, 2u);
}

// Each piece as the world has it is part of the mesh, at the same place (a cell has 0.1 m).
TEST_F(TornRecord, PiecesAreWhereTheyAre) {
    double mass = 0;
    for (float m : scene.bodies[0].particle_mass) mass += static_cast<double>(m);
    EXPECT_NEAR(mass, world->mass(world->find_body("melon")), 1e-4 * mass);
    size_t most = 0;
    for (int i = 0; i < steps; ++i) {
        world->step();
        const RecordFrame f = frame();
        ASSERT_EQ(f.bodies.size(), 2u) << "pieces are no bodies of their own here";
        ASSERT_EQ(f.bodies[0].positions.size(), scene.bodies[0].surface->vertex_count());
        most = std::max(most, world->body_count());
        if (i % 10 != 9) continue;
        // Beside cracks that are still to come, points hang in another cell already than they do in the world.
        size_t count = 0, exact = 0;
        world->each_body([&](BodyId, const Body& body) {
            if (body.name == "ball") return;
            for (const Vec3& p : body.frame().positions) {
                float nearest = 1;
                for (const Vec3& q : f.bodies[0].positions) nearest = std::min(nearest, length(q - p));
                EXPECT_LT(nearest, 0.02f) << body.name << " after " << i + 1;
                ++count, exact += nearest < 1e-5f;
            }
        });
        EXPECT_GT(exact, count * 98 / 100);
    }
    EXPECT_GT(most, 2u);
}

}  // namespace
}  // namespace pliant::testing
