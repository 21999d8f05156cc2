// Bodies that tear are recorded as one mesh: closed in the beginning, in pieces in the end; or as meshes that change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "assets/mesh_file.h"
#include "core/error.h"
#include "core/files.h"
#include "record/frame_file.h"
#include "record/record_writer.h"
#include "record/recorder.h"
#include "record/torn_bodies.h"
#include "worlds.h"

namespace pliant::testing {
namespace torn_tests {
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
        tearable = tearable_bodies(*first);
        ASSERT_EQ(tearable.size(), 1u);
        for (int i = 0; i < steps; ++i) first->step();
        RecordFrame end;
        take_frame(*first, steps, {.surface = true}, end, tearable);
        ASSERT_FALSE(end.bodies[0].torn_links.empty());
        tears["melon"] = end.bodies[0].torn_links;
        world = world_of(melon);
        torn = std::make_unique<TornBodies>(tearable, tears);
        scene = torn->in_place(recorded_scene(*world));
    }
    // As recorders see it.
    void take(u64 number, const Needs& needs, RecordFrame& f) {
        take_frame(*world, number, needs, f, tearable);
        torn->complete(f, needs);
    }
    RecordFrame frame() {
        RecordFrame f;
        take(0, {.surface = true, .normals = true, .particles = true, .numbers = true}, f);
        return f;
    }
    std::vector<TearableBody> tearable;
    Tears tears;
    std::unique_ptr<World> world;
    std::unique_ptr<TornBodies> torn;
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

// Points of a file that stand in one place are one, within a piece. `corners`: points of triangles.
void expect_closed(const std::vector<Vec3>& points, const std::vector<std::array<u32, 3>>& corners,
                   const std::vector<size_t>& points_of_pieces) {
    std::vector<size_t> number(points.size());
    size_t begin = 0;
    for (const size_t count : points_of_pieces) {
        std::map<std::array<float, 3>, size_t> at;
        for (size_t p = begin; p < begin + count; ++p)
            number[p] = at.try_emplace({points[p].x, points[p].y, points[p].z}, p).first->second;
        begin += count;
    }
    ASSERT_EQ(begin, points.size());
    std::map<std::pair<size_t, size_t>, int> uses;
    for (const auto& triangle : corners)
        for (size_t k = 0; k < 3; ++k) ++uses[{number[triangle[k]], number[triangle[(k + 1) % 3]]}];
    for (const auto& [edge, count] : uses)
        ASSERT_EQ(count, (uses.count({edge.second, edge.first}) ? uses.at({edge.second, edge.first}) : 0));
}

void expect_closed(const Mesh& mesh, const std::vector<size_t>& points_of_pieces) {
    std::vector<std::array<u32, 3>> corners = triangulate(mesh).triangles;
    for (auto& triangle : corners)
        for (u32& v : triangle) v = mesh.vertex_point[v];
    expect_closed(mesh.points, corners, points_of_pieces);
}

// A sequence of meshes shows what there is: the mesh as it came, then pieces that are closed, each on its own.
TEST_F(TornRecord, SequencesChange) {
    const std::string folder = (std::filesystem::temp_directory_path() / "pliant_torn_sequence/").string();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
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
        take(i, {.surface = true, .normals = true, .pieces = true}, f);
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

using Samples = std::map<u64, std::vector<double>>;

// Numbers of every sample of an attribute of a prim, by frame.
Samples samples(const std::string& text, const std::string& prim, const std::string& attribute) {
    Samples all;
    const size_t begin = text.find("def Mesh \"" + prim + "\""), end = text.find("\ndef Mesh", begin + 1);
    const std::string of_prim = text.substr(begin, end - begin);
    size_t at = of_prim.find(attribute + ".timeSamples = {\n");
    if (at == std::string::npos) return all;
    for (at = of_prim.find('\n', at) + 1; of_prim[at] != '}'; at = of_prim.find('\n', at) + 1) {
        std::vector<double>& numbers = all[std::strtoul(of_prim.c_str() + at, nullptr, 10)];
        for (const char* p = of_prim.c_str() + of_prim.find('[', at); *p != ']';) {
            char* after;
            const double v = std::strtod(++p, &after);
            if (after != p) {
                numbers.push_back(v);
                p = after;
            }
        }
    }
    return all;
}
// Readers of USD keep whole numbers until the next sample.
const std::vector<double>& held(const Samples& all, u64 frame) { return std::prev(all.upper_bound(frame))->second; }

// One mesh whose faces change: all pieces that there are, one after another, each closed, in every frame.
TEST_F(TornRecord, UsdChanges) {
    const std::string folder = (std::filesystem::temp_directory_path() / "pliant_torn_usd/").string();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const RecordFormat& format = record_format("usda");
    auto recorder = format.make({folder});
    recorder->begin(scene, 0);
    std::vector<std::vector<PieceFrame>> frames;
    for (u64 i = 0; i <= steps; ++i) {
        if (i) world->step();
        // Killed half-way and resumed, it gives the same result, although the last written frame is unknown.
        if (i == 30) {
            recorder = format.make({folder});
            recorder->begin(scene, 30);
        }
        RecordFrame f;
        take(i, format.needs, f);
        frames.push_back(f.bodies[0].pieces);
        recorder->frame(f);
    }
    recorder->finish();
    const std::string usda = read_file(folder + "scene.usda");
    const Samples sizes = samples(usda, "melon", "int[] faceVertexCounts"),
                  corners = samples(usda, "melon", "int[] faceVertexIndices"),
                  points = samples(usda, "melon", "point3f[] points"),
                  velocities = samples(usda, "melon", "vector3f[] velocities"),
                  normals = samples(usda, "melon", "normal3f[] normals"),
                  uv = samples(usda, "melon", "texCoord2f[] primvars:st"),
                  outside = samples(usda, "melon",
                                    "\"material_0\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\n)\n{\n"
                                    "uniform token elementType = \"face\"\nuniform token familyName = "
                                    "\"materialBind\"\nint[] indices"),
                  extent = samples(usda, "melon", "float3[] extent");
    ASSERT_EQ(points.size(), frames.size());
    EXPECT_GT(sizes.size(), 2u);
    EXPECT_LT(sizes.size(), frames.size()) << "only where something parts";
    EXPECT_EQ(sizes.size(), corners.size());
    for (u64 f = 0; f < frames.size(); ++f) {
        std::vector<Vec3> places;
        std::vector<size_t> points_of_pieces;
        for (const PieceFrame& piece : frames[f]) {
            points_of_pieces.push_back(piece.surface->point_count());
            for (const u32 v : piece.surface->point_vertex) places.push_back(piece.positions[v]);
        }
        ASSERT_EQ(points.at(f).size(), 3 * places.size()) << f;
        for (size_t p = 0; p < places.size(); ++p)
            for (int k = 0; k < 3; ++k)
                ASSERT_EQ(static_cast<float>(points.at(f)[3 * p + static_cast<size_t>(k)]), places[p][k]);
        const std::vector<double>&of_face = held(sizes, f), &of_corner = held(corners, f);
        std::vector<std::array<u32, 3>> triangles;
        size_t corner = 0;
        for (const double size : of_face) {
            for (size_t k = 1; k + 1 < static_cast<size_t>(size); ++k)
                triangles.push_back({static_cast<u32>(of_corner[corner]), static_cast<u32>(of_corner[corner + k]),
                                     static_cast<u32>(of_corner[corner + k + 1])});
            corner += static_cast<size_t>(size);
        }
        ASSERT_EQ(corner, of_corner.size());
        expect_closed(places, triangles, points_of_pieces);
        EXPECT_EQ(velocities.at(f).size(), points.at(f).size());
        EXPECT_EQ(normals.at(f).size(), 3 * corner);
        EXPECT_EQ(held(uv, f).size(), 2 * corner);
        size_t skin = 0;
        for (const PieceFrame& piece : frames[f])
            skin += static_cast<size_t>(
                std::count(piece.surface->face_material.begin(), piece.surface->face_material.end(), 0u));
        EXPECT_EQ(held(outside, f).size(), skin) << "walls have the inside's material";
        EXPECT_EQ(skin < of_face.size(), f >= std::next(sizes.begin())->first);
        EXPECT_EQ(extent.at(f).size(), 6u);
    }
    // Until it hits the edge it falls at 6 m/s and faster.
    EXPECT_NEAR(velocities.at(0)[1], -6, 1e-3);
    // What does not tear has one mesh.
    EXPECT_TRUE(samples(usda, "ball", "int[] faceVertexCounts").empty());
    EXPECT_EQ(samples(usda, "ball", "point3f[] points").size(), frames.size());
    std::filesystem::remove_all(folder);
}

// Frames that were damaged on the disk are refused with a sentence, or read with their damaged values.
TEST_F(TornRecord, DamagedFramesAreASentence) {
    const std::string path = (std::filesystem::temp_directory_path() / "pliant_torn.usda.part").string();
    const FrameFileHead head{"usda", record_format("usda").needs, 0, scene};
    RecordFrame f;
    {
        FrameFile file(path, head, 0);
        for (int i = 0; i < 25; ++i, world->step())
            if (i % 12 == 0) {
                take(0, head.needs, f);
                file.add(f);
            }
        file.close();
    }
    const std::string good = read_file(path);
    const auto read = [&] {
        FrameReader reader(path);
        size_t points = 0;
        for (u64 i = 0; i < reader.frame_count() && reader.tears(0); ++i)
            points += reader.read_torn(i, 0).points.size();
        return points;
    };
    ASSERT_GT(read(), 1000u);
    size_t refused = 0, less = 0;
    for (size_t at = good.size() * 9 / 10; at + 8 <= good.size(); at += 997) {
        std::string bad = good;
        const u64 wild = at % 2 ? ~0ull : 1u << 20;
        std::memcpy(bad.data() + at, &wild, 8);
        if (at % 3 == 0) bad.resize(at);
        write_file(path, bad);
        try {
            read();
            ++less;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find("pliant_torn.usda.part"), std::string::npos) << e.what();
            ++refused;
        }
    }
    EXPECT_GT(refused + less, 20u);
    std::filesystem::remove(path);
}

// Spooled frames that are damaged on the disk before the run is resumed.
TEST_F(TornRecord, DamagedSpoolsAreASentence) {
    const std::string folder = (std::filesystem::temp_directory_path() / "pliant_torn_spool/").string();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::vector<const RecordFormat*> formats = record_formats_of("pc2,usda,particles.ply");
    RecordSettings settings;
    settings.folder = folder;
    const auto writer = [&](u64 frame) {
        return std::make_unique<RecordWriter>(formats, settings, recorded_scene(*world), frame, tearable);
    };
    {
        const auto w = writer(0);
        for (u64 f = 0; f < 26; ++f, world->step()) {
            take_frame(*world, f, w->needs(), w->next(), w->tearable());
            w->push();
        }
        w->flush();
    }
    world = world_of(melon);
    const std::string path = tear_spool_path(folder), good = read_file(path);
    const auto finish = [&](u64 frame) { writer(frame)->finish(); };
    finish(26);
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_TRUE(std::filesystem::exists(folder + "melon.pc2"));
    write_file(path, good);
    EXPECT_THROW(finish(27), Error) << "a frame is missing";
    size_t refused = 0, taken = 0;
    for (size_t at = 0; at + 8 <= good.size(); at += good.size() / 60 + 1) {
        std::string bad = good;
        const u64 wild = at % 2 ? ~0ull : 1u << 20;
        std::memcpy(bad.data() + at, &wild, 8);
        if (at % 3 == 0) bad.resize(at);
        write_file(path, bad);
        try {
            finish(20);
            ++taken;
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(".part"), std::string::npos) << e.what();
            ++refused;
        }
    }
    EXPECT_GT(refused, 10u);
    EXPECT_GT(refused + taken, 50u);
    std::filesystem::remove_all(folder);
}

// In the step in which a body tears, or a piece of it vanishes, it still rests on its support.
TEST_F(TornRecord, ContactsAreCountedWhileItTears) {
    size_t tearing = 0;
    for (int i = 0; i < steps; ++i) {
        world->step();
        if (world->events().tears.empty() || !world->contacts().contacts.empty()) continue;
        ++tearing;  // contacts themselves are gone: they speak of bodies as they were
        EXPECT_GT(frame().bodies[0].numbers.contacts, 0u) << "in step " << i + 1;
    }
    EXPECT_GT(tearing, 2u);
}

// Each piece as the world has it is part of the mesh, at the same place (a cell has 0.1 m).
TEST_F(TornRecord, PiecesAreWhereTheyAre) {
    double mass = 0;
    for (float m : scene.bodies[0].particle_mass) mass += static_cast<double>(m);
    EXPECT_NEAR(mass, world->bodies().mass(world->find_body("melon")), 1e-4 * mass);
    size_t most = 0;
    for (int i = 0; i < steps; ++i) {
        world->step();
        const RecordFrame f = frame();
        ASSERT_EQ(f.bodies.size(), 2u) << "pieces are no bodies of their own here";
        ASSERT_EQ(f.bodies[0].positions.size(), scene.bodies[0].surface->vertex_count());
        most = std::max(most, world->contents().bodies.size());
        if (i % 10 != 9) continue;
        // Beside cracks that are still to come, points hang in another cell already than they do in the world.
        size_t count = 0, exact = 0;
        world->contents().bodies.each([&](BodyId, const Body& body) {
            if (body.name == "ball") return;
            for (const Vec3& p : body.frame().positions) {
                float nearest = 1;
                for (const Vec3& q : f.bodies[0].positions) nearest = std::min(nearest, length(q - p));
                EXPECT_LT(nearest, 0.02f) << body.name << " after " << i + 1;
                ++count;
                exact += nearest < 1e-5f;
            }
        });
        EXPECT_GT(exact, count * 98 / 100);
    }
    EXPECT_GT(most, 2u);
}

}  // namespace
}  // namespace torn_tests
}  // namespace pliant::testing
