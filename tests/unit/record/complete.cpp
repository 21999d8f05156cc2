// Records are complete: the colours of bodies and colliders, characters, cameras and light, as the film has them; and a
// .glb is a fraction of what it was, with the error that it states.
#include <fmt/format.h>

#include "assets/scene.h"
#include "geometry/shapes.h"
#include "record/picture_look.h"
#include "unit/record/glb_file.h"
#include "unit/record/support.h"

namespace pliant {
namespace complete_tests {
namespace {

class CompleteRecord : public RecordTest {
  protected:
    std::unique_ptr<World> open(const std::string& example) {
        const pliant::Scene scene = load_scene(PLIANT_SOURCE_DIR "/examples/" + example + "/scene.json", {});
        cameras = scene.cameras;
        return testing::world_of(scene);
    }
    std::unique_ptr<World> open_text(const std::string& json) {
        const pliant::Scene scene = read_scene(json, "test", {});
        cameras = scene.cameras;
        return testing::world_of(scene);
    }
};

void expect_color(const Json& material, const Vec3& linear) {
    const std::vector<double> found = Glb::numbers(*material.find("pbrMetallicRoughness")->find("baseColorFactor"));
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[static_cast<size_t>(k)], static_cast<double>(linear[k]), 1e-6);
}

const char* const colored = R"({ "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": { "red": { "asset": "ball", "spacing": 0.15, "position": [0, 1, 0], "color": [0.9, 0.1, 0.2] },
              "plain": { "asset": "ball", "spacing": 0.15, "position": [1, 1, 0] } },
  "colliders": { "floor": { "shape": "plane", "color": [0.2, 0.6, 0.3] }, "step": { "shape": "box", "size": [1, 0.2, 1] },
    "pane": { "shape": "box", "size": [1, 1, 0.1], "position": [0, 0.5, -2], "look": "glass" },
    "ghost": { "shape": "sphere", "radius": 0.2, "look": "hidden", "position": [3, 0, 0] } } })";

TEST_F(CompleteRecord, BodiesAndCollidersWereGrey) {
    const auto world = open_text(colored);
    record(*world, "glb,usda,pc2", 3);
    const Glb file(text("scene.glb"));
    expect_color(file.material_of("red"), linear_color({0.9f, 0.1f, 0.2f}));
    expect_color(file.material_of("plain"), recorded_scene(*world).bodies[1].surface->materials[0].color);
    expect_color(file.material_of("floor"), linear_color({0.2f, 0.6f, 0.3f}));
    expect_color(file.material_of("step"), collider_material(std::nullopt, false, false).color);
    EXPECT_EQ(file.material_of("pane").find("alphaMode")->text, "BLEND") << "glass is seen through";
    EXPECT_THROW(file.node("ghost"), Error) << "what pictures hide is not recorded";
    const Vec3 red = linear_color({0.9f, 0.1f, 0.2f}), green = linear_color({0.2f, 0.6f, 0.3f});
    for (const Vec3& c : {red, green}) {
        EXPECT_NE(text("scene.usda").find(fmt::format("inputs:diffuseColor = ({}, {}, {})", c.x, c.y, c.z)),
                  std::string::npos);
        EXPECT_NE((text("red.mtl") + text("floor.mtl")).find(fmt::format("Kd {} {} {}\n", c.x, c.y, c.z)),
                  std::string::npos);
    }
}

TEST_F(CompleteRecord, ACapeCameWithoutItsWearer) {
    const auto world = open("cape");
    const std::vector<RecordFrame> frames = record(*world, "glb,usda,pc2", 40);
    const Glb file(text("scene.glb"));
    const RecordedScene scene = recorded_scene(*world);
    ASSERT_EQ(scene.body_count(), 1u);
    ASSERT_EQ(scene.bodies.size(), 2u) << "the cape and ada";
    const std::vector<u32>& points = scene.bodies[1].surface->point_vertex;
    float way = 0;
    for (const u64 f : {0u, 17u, 39u}) {
        const std::vector<Vec3> found = file.skinned("ada", f);
        for (u32 p = 0; p < points.size(); ++p) {
            const Vec3 expected = frames[f].bodies[1].positions[points[p]];
            // Floats of poses and weights, over a hierarchy of a dozen bones: micrometres.
            ASSERT_LT(length(found[p] - expected), 2e-5f) << "frame " << f << " point " << p;
            way = std::max(way, length(expected - frames[0].bodies[1].positions[points[p]]));
        }
    }
    EXPECT_GT(way, 0.5f) << "she walks";
    EXPECT_NE(text("scene.usda").find("def Mesh \"ada\""), std::string::npos);
    EXPECT_NE(text("open_in_blender.py").find("CHARACTERS = [\n    (\"ada\", \"ada\"),"), std::string::npos);
    EXPECT_FALSE(text("ada.pc2").empty());
    EXPECT_FALSE(text("ada.obj").empty());
}

TEST_F(CompleteRecord, CamerasMoveAsTheirKeysSay) {
    const auto world = open_text(R"({ "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": { "ball": { "asset": "ball", "spacing": 0.15, "position": [0, 1, 0] } },
  "cameras": { "still": { "position": [0, 1, 4], "target": [0, 1, 0], "fov": 40 },
    "crane": { "position": { "keys": [[0, [3, 1, 3]], [1, [3, 4, 3]]] }, "target": "ball",
               "fov": { "keys": [[0, 30], [1, 60]] } } } })");
    const std::vector<RecordFrame> frames = record(*world, "glb,usda,pc2", 61);
    const Glb file(text("scene.glb"));
    const Json& still = file.node("still");
    EXPECT_NEAR(file.at("cameras", Glb::number(still, "camera")).find("perspective")->find("yfov")->number,
                40 * 3.14159265 / 180, 1e-6);
    const size_t crane = file.node_number("crane");
    for (const u64 f : {0u, 30u, 60u}) {
        const std::vector<double> at = file.animated(crane, "translation", f, {});
        EXPECT_NEAR(at[1], 1 + 3.0 * static_cast<double>(f) / 60, 1e-4);
        // It looks along -z: at the middle of the ball.
        Box box;
        for (const Vec3& p : frames[f].bodies[0].positions) box.add(p);
        const std::vector<double> q = file.animated(crane, "rotation", f, {});
        const Vec3d look = Quatd{q[0], q[1], q[2], q[3]} * Vec3d{0, 0, -1};
        const Vec3d wanted = direction(box.center().to<double>() - Vec3d{at[0], at[1], at[2]}, Vec3d{});
        EXPECT_LT(length(look - wanted), 1e-5);
        EXPECT_NEAR(static_cast<double>(frames[f].cameras[1].fov),
                    (30 + 0.5 * static_cast<double>(f)) * 3.14159265 / 180, 1e-4);
    }
    const std::string usda = text("scene.usda");
    EXPECT_NE(usda.find("def Camera \"crane\""), std::string::npos);
    EXPECT_NE(usda.find("float focalLength.timeSamples"), std::string::npos);
    EXPECT_NE(text("open_in_blender.py").find("CAMERAS = [\"still\", \"crane\", ]"), std::string::npos);
    EXPECT_EQ(text("scene.pc2.poses").size(), 61u * 2 * 36) << "two cameras of nine floats, no collider";
}

TEST_F(CompleteRecord, TheSunIsThatOfTheFilm) {
    const auto world = open_text(colored);
    record(*world, "glb,usda", 2);
    const Glb file(text("scene.glb"));
    const Json& light = file.json.find("extensions")->find("KHR_lights_punctual")->find("lights")->items.at(0);
    EXPECT_EQ(light.find("type")->text, "directional");
    EXPECT_NEAR(light.find("intensity")->number, static_cast<double>(PictureLight::illuminance().x), 1e-4);
    const Vec3d shines = file.place(file.node_number("sun"), 0).linear * Vec3d{0, 0, -1};
    EXPECT_LT(length(shines + PictureLight::to_sun.to<double>()), 1e-6) << "away from where the sun is";
    EXPECT_NE(text("scene.usda").find("def DistantLight \"sun\""), std::string::npos);
}

TEST_F(CompleteRecord, TheRateIsTheScenes) {
    const auto world =
        testing::world_of(R"({ "world": { "rate": 24 }, "assets": { "ball": { "shape": "sphere", "detail": 6 } },
  "bodies": { "ball": { "asset": "ball", "spacing": 0.5, "position": [0, 3, 0] } } })");
    record(*world, "glb,usda,pc2", 13);
    const Glb file(text("scene.glb"));
    EXPECT_EQ(file.at("scenes", 0).find("extras")->find("pliant")->find("rate")->number, 24);
    const Json& sampler = file.at("animations", 0).find("samplers")->items[0];
    const std::vector<float> times = file.read<float>(Glb::number(sampler, "input"));
    ASSERT_EQ(times.size(), 13u);
    for (size_t f = 0; f < times.size(); ++f) EXPECT_FLOAT_EQ(times[f], static_cast<float>(f) / 24);
    EXPECT_NE(text("scene.usda").find("timeCodesPerSecond = 24\n"), std::string::npos);
    EXPECT_NE(text("open_in_blender.py").find("RATE = 24 "), std::string::npos);
}

// An octopus that falls on its side: it bends everywhere, and its skin has seams.
const char* const falling = R"({ "assets": { "octopus": { "shape": "octopus", "size": [1, 0, 0] } },
  "bodies": { "ollie": { "asset": "octopus", "spacing": 0.09, "position": [0, 0.9, 0], "rotation": [60, 20, 0] } },
  "colliders": { "floor": {} } })";

// The size of such a file before: a target of positions and normals a frame, for every vertex.
size_t bytes_of_every_frame(const RecordedScene& scene, size_t frames) {
    size_t vertices = 0;
    for (const RecordedBody& b : scene.bodies) vertices += b.surface->vertex_count();
    return (frames - 1) * vertices * 24;
}

// As files come that give every corner of a face a normal of its own, though those of a point are all the same.
std::string obj_with_corners(const Mesh& mesh) {
    std::string points, normals, faces;
    for (const Vec3& p : mesh.points) points += fmt::format("v {} {} {}\n", p.x, p.y, p.z);
    size_t corner = 0;
    for (size_t f = 0; f < mesh.face_count(); ++f) {
        faces += "f";
        for (u32 c = mesh.face_start[f]; c < mesh.face_start[f + 1]; ++c) {
            const u32 point = mesh.vertex_point[mesh.face_vertex[c]];
            u32 first = 0;  // the point's first vertex has the normal of all
            while (mesh.vertex_point[first] != point) ++first;
            normals +=
                fmt::format("vn {} {} {}\n", mesh.normals[first].x, mesh.normals[first].y, mesh.normals[first].z);
            faces += fmt::format(" {}//{}", point + 1, ++corner);
        }
        faces += "\n";
    }
    return points + normals + faces;
}

// It had 782 MB for three bunnies.
TEST_F(CompleteRecord, AGlbOfThreeBodiesIsATenthOfWhatItWas) {
    std::ofstream(folder + "penguin.obj") << obj_with_corners(make_shape({"penguin", {0, 1, 0}}));
    const auto world = testing::world_of(read_scene(R"({ "assets": { "penguin": { "file": "penguin.obj" } },
  "bodies": { "a": { "asset": "penguin", "kind": "lattice", "spacing": 0.1, "position": [0, 0.3, 0], "rotation": [0, 0, 20] },
    "b": { "like": "a", "position": [0.2, 1.5, 0.1], "rotation": [30, 40, 10] },
    "c": { "like": "a", "position": [-0.2, 2.7, 0], "rotation": [-40, 10, 60] } },
  "colliders": { "floor": {} } })",
                                                    "test", {}, folder));
    record(*world, "glb", 240);
    const size_t bytes = text("scene.glb").size(), before = bytes_of_every_frame(recorded_scene(*world), 240);
    std::printf("%zu bytes instead of %zu\n", bytes, before);
    EXPECT_LT(bytes * 10, before);
}

// Where every vertex is needed, modes alone make it small: a seventeenth is what this one has, and what it needs
// depends on how much it flails. It was a ninth when modes were the best for the mean error, and all targets had
// normals.
TEST_F(CompleteRecord, AGlbOfManyFramesIsSmallAndStatesItsError) {
    const auto world = open_text(falling);
    const std::vector<RecordFrame> frames = record(*world, "glb", 240);
    const std::string bytes = text("scene.glb");
    const Glb file(bytes);
    const RecordedScene scene = recorded_scene(*world);
    const SurfaceModel& surface = *scene.bodies[0].surface;
    const size_t before = bytes_of_every_frame(scene, 240);
    const Json& stated = file.at("scenes", 0).find("extras")->find("pliant")->find("bodies")->items.at(0);
    const double error = stated.find("position_error_m")->number;
    std::printf("%zu bytes instead of %zu, off by %.2g mm at most, %g targets\n", bytes.size(), before, error * 1e3,
                stated.find("targets")->number);
    EXPECT_LT(bytes.size() * 14, before);
    Box box;
    for (const Vec3& p : frames[0].bodies[0].positions) box.add(p);
    EXPECT_LE(error, 1e-3 * static_cast<double>(length(box.size()))) << "a thousandth of its size, if nothing is given";
    EXPECT_GT(error, 0);
    double worst = 0;
    for (u64 f = 0; f < 240; f += 7) {
        const std::vector<Vec3> found = file.positions("ollie", f);
        for (u32 p = 0; p < surface.point_count(); ++p)
            worst = std::max(
                worst, static_cast<double>(length(found[p] - frames[f].bodies[0].positions[surface.point_vertex[p]])));
    }
    EXPECT_LE(worst, error + 1e-6) << "no more than it says";  // and the rounding of floats
}

// All targets had normals, also those that hardly change them: a third of the file.
TEST_F(CompleteRecord, TargetsThatHardlyTurnNormalsHaveNone) {
    const auto world = open_text(falling);
    const std::vector<RecordFrame> frames = record(*world, "glb", 120);
    const Glb file(text("scene.glb"));
    size_t with = 0, without = 0;
    for (const Json& target : file.primitive("ollie").find("targets")->items) {
        const Json& normals = file.at("accessors", Glb::number(target, "NORMAL"));
        ASSERT_NE(target.find("NORMAL"), nullptr) << "three.js adds those of the mesh where a target has none";
        (normals.find("bufferView") || normals.find("sparse") ? with : without) += 1;
    }
    std::printf("%zu targets with normals, %zu without\n", with, without);
    EXPECT_GT(with, 0u);
    EXPECT_GT(without, with);
    const Json& stated = file.at("scenes", 0).find("extras")->find("pliant")->find("bodies")->items.at(0);
    const double error = stated.find("normal_error_degrees")->number;
    EXPECT_LT(error, 2.5);
    const SurfaceModel& surface = *recorded_scene(*world).bodies[0].surface;
    double squares = 0, count = 0;
    for (u64 f = 0; f < 120; f += 7) {
        const std::vector<Vec3> found = file.morphed("ollie", f, "NORMAL");
        for (u32 p = 0; p < surface.point_count(); ++p, ++count)
            squares +=
                static_cast<double>(length_squared(found[p] - frames[f].bodies[0].normals[surface.point_vertex[p]]));
    }
    // Of a seventh of the frames, and of points instead of vertices.
    EXPECT_LT(std::sqrt(squares / count) * 180 / 3.14159, 1.3 * error + 0.05);
}

// Points that something hits needed targets for the whole body: the octopus on stairs had 17 % of its exact frames.
TEST_F(CompleteRecord, PointsThatAreHitNeedNoTargetsForTheWholeBody) {
    const auto world = open_text(falling);
    const std::vector<RecordFrame> frames = record(*world, "glb", 120);
    const Glb file(text("scene.glb"));
    const std::vector<Json>& targets = file.primitive("ollie").find("targets")->items;
    const size_t vertices = file.vectors(Glb::number(*file.primitive("ollie").find("attributes"), "POSITION")).size();
    std::vector<std::vector<double>> weights;
    for (u64 f = 0; f < 120; ++f) weights.push_back(file.animated(file.node_number("ollie"), "weights", f, {}));
    size_t corrections = 0, points = 0;
    for (size_t k = 0; k < targets.size(); ++k) {
        const Json* sparse = file.at("accessors", Glb::number(targets[k], "POSITION")).find("sparse");
        if (!sparse || Glb::number(*sparse, "count") == vertices) continue;
        ++corrections;
        points += Glb::number(*sparse, "count");
        double sum = 0;
        for (const std::vector<double>& of_frame : weights) sum += of_frame.at(k);
        EXPECT_EQ(sum, 1) << "it corrects a single frame";
    }
    std::printf("%zu corrections of %zu points in all, %zu targets\n", corrections, points, targets.size());
    EXPECT_GT(corrections, 5u);
    EXPECT_LT(points, corrections * vertices / 10);
}

// They were of both signs and up to 2.4, and Blender clamps them to 0 ... 1: bodies were off by a fifth of their size.
TEST_F(CompleteRecord, WeightsOfTargetsAreBetweenZeroAndOne) {
    const auto world = open_text(falling);
    const std::vector<RecordFrame> frames = record(*world, "glb", 90);
    const Glb file(text("scene.glb"));
    const size_t targets = file.primitive("ollie").find("targets")->items.size();
    ASSERT_GT(targets, 20u);
    double largest = 0;
    for (u64 f = 0; f < 90; ++f) {
        const std::vector<double> weights = file.animated(file.node_number("ollie"), "weights", f, {});
        ASSERT_EQ(weights.size(), targets);
        for (const double w : weights) {
            ASSERT_GE(w, 0) << f;
            ASSERT_LE(w, 1) << f;
            largest = std::max(largest, w);
        }
    }
    EXPECT_EQ(largest, 1) << "the sum of all lowest weights is always there";
    const SurfaceModel& surface = *recorded_scene(*world).bodies[0].surface;
    const std::vector<Vec3> first = file.positions("ollie", 0);
    for (u32 p = 0; p < surface.point_count(); ++p)
        ASSERT_LT(length(first[p] - frames[0].bodies[0].positions[surface.point_vertex[p]]), 2e-5f);
}

TEST_F(CompleteRecord, TheErrorIsTheOneAskedFor) {
    std::vector<size_t> sizes;
    for (const double allowed : {5e-3, 2e-4}) {
        const auto world = open_text(falling);
        glb.error = allowed;
        const std::vector<RecordFrame> frames = record(*world, "glb", 60);
        const Glb file(text("scene.glb"));
        const SurfaceModel& surface = *recorded_scene(*world).bodies[0].surface;
        for (const u64 f : {1u, 30u, 59u}) {
            const std::vector<Vec3> found = file.positions("ollie", f);
            for (u32 p = 0; p < surface.point_count(); ++p)
                ASSERT_LE(length(found[p] - frames[f].bodies[0].positions[surface.point_vertex[p]]),
                          static_cast<float>(allowed) + 1e-6f);
        }
        sizes.push_back(text("scene.glb").size());
    }
    EXPECT_LT(sizes[0], sizes[1]);
}

TEST_F(CompleteRecord, NothingThatMovesIsAMeshAlone) {
    const auto world = open_text(R"({ "world": { "gravity": [0, 0, 0] },
  "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": { "ball": { "asset": "ball", "spacing": 0.15 } } })");
    record(*world, "glb", 20);
    const Glb file(text("scene.glb"));
    EXPECT_EQ(file.positions("ball", 19), file.positions("ball", 0));
}

TEST_F(CompleteRecord, FilmsOfMoreThanAPieceAreWhole) {
    const auto world = open_text(R"({ "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": { "ball": { "asset": "ball", "spacing": 0.15, "position": [0, 0.6, 0], "velocity": [0.3, 0, 0] } },
  "colliders": { "floor": {} } })");
    const std::vector<RecordFrame> frames = record(*world, "glb", 600);
    const Glb file(text("scene.glb"));
    const SurfaceModel& surface = *recorded_scene(*world).bodies[0].surface;
    for (const u64 f : {100u, 511u, 512u, 513u, 599u}) {
        const std::vector<Vec3> found = file.positions("ball", f);
        for (u32 p = 0; p < surface.point_count(); ++p)
            ASSERT_LE(length(found[p] - frames[f].bodies[0].positions[surface.point_vertex[p]]), 7e-4f) << f;
    }
}

TEST_F(CompleteRecord, CompressedIsSmallerAndSaysSo) {
    std::vector<size_t> sizes;
    for (const bool meshopt : {false, true}) {
        const auto world = open_text(falling);
        glb.meshopt = meshopt;
        record(*world, "glb", 60);
        const Glb file(text("scene.glb"));
        sizes.push_back(text("scene.glb").size());
        std::vector<std::string> required;
        for (const Json& name : file.json.find("extensionsRequired")->items) required.push_back(name.text);
        EXPECT_EQ(std::count(required.begin(), required.end(), "EXT_meshopt_compression"), meshopt);
        EXPECT_EQ(file.json.find("buffers")->items.size(), meshopt ? 2u : 1u);
    }
    EXPECT_LT(sizes[1], sizes[0]);
}

}  // namespace
}  // namespace complete_tests
}  // namespace pliant
