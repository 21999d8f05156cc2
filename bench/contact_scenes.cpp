#include "bench/contact_scenes.h"

#include <fmt/format.h>

#include <filesystem>

#include "assets/scene_build.h"
#include "bench/scenes.h"
#include "cook/solid_mesh.h"
#include "geometry/shapes.h"

namespace pliant::bench {

namespace {

constexpr const char* awake = R"("sleep": { "enabled": false })";

std::string scene_text(const std::string& world, const std::string& assets, const std::string& bodies,
                       const std::string& colliders, const std::string& attachments = "") {
    return fmt::format(R"({{ "world": {{ {} }}, "assets": {{ {} }}, "bodies": {{ {} }}, "colliders": {{ {} }}, )"
                       R"("attachments": {{ {} }} }})",
                       world, assets, bodies, colliders, attachments);
}

// Instances on a grid of columns, layers and rows, turned and moved a little, each differently.
std::string grid_of_instances(int columns, int layers, int rows, double pitch, double lowest, double jitter) {
    std::string instances;
    for (int i = 0; i < columns * layers * rows; ++i) {
        const int column = i % columns, row = i / columns % rows, layer = i / columns / rows;
        const auto off = [&](int factor, int prime) { return jitter * (i * factor % prime / (prime * 0.5) - 1); };
        instances += fmt::format("{}{{ \"position\": [{:.4f}, {:.4f}, {:.4f}], \"rotation\": [{}, {}, {}] }}",
                                 i ? ", " : "", pitch * (column - columns * 0.5) + off(37, 101),
                                 lowest + pitch * layer, pitch * (row - rows * 0.5) + off(53, 103),
                                 jitter > 0 ? i * 37 % 50 - 25 : 0, i * 61 % 360, jitter > 0 ? i * 29 % 40 - 20 : 0);
    }
    return instances;
}

// 18 x 18 balls in three layers, of 208 particles each.
std::string jellies() {
    return scene_text(awake, R"("ball": { "shape": "sphere", "size": [0.5, 0.5, 0.5], "detail": 12 })",
                      R"("jelly": { "asset": "ball", "kind": "lattice", "preset": "jelly", "spacing": 0.1, "instances": [)" +
                          grid_of_instances(18, 3, 18, 0.5, 0.26, 0) + "] }",
                      R"("floor": {})");
}

// 200 cubes of 4 x 4 x 4 particles that have fallen on a heap.
std::string cubes(const char* preset) {
    return scene_text(
        awake, R"("cube": { "shape": "box", "size": [0.3, 0.3, 0.3], "detail": 3 })",
        fmt::format(R"("cube": {{ "asset": "cube", "kind": "lattice", "preset": "{}", "spacing": 0.1, "instances": [)",
                    preset) +
            grid_of_instances(5, 8, 5, 0.42, 0.3, 0.05) + "] }",
        R"("floor": {})");
}

// A sheet that could touch itself falls over three balls that go round.
std::string sheet_on_balls() {
    std::string balls;
    for (int i = 0; i < 3; ++i)
        balls += fmt::format(
            R"({}"ball {}": {{ "shape": "sphere", "radius": 0.25, "motion": "kinematic", "position": {{ "keys": [[0, [{}, 0.3, {}]], [1, [{}, 0.3, {}]], [2, [{}, 0.3, {}]]], "loop": true }} }})",
            i ? ", " : "", i, 0.5 * (i - 1), i == 1 ? 0.4 : -0.2, 0.4 * (1 - i), i == 1 ? -0.3 : 0.2, 0.5 * (i - 1),
            i == 1 ? 0.4 : -0.2);
    return scene_text(awake, R"("sheet": { "shape": "plane", "size": [2, 0, 2], "detail": 63 })",
                      R"("sheet": { "asset": "sheet", "kind": "cloth", "preset": "cotton", "self_contact": true,
                          "thickness": 0.008, "position": [0, 0.75, 0] })",
                      R"("floor": {}, )" + balls);
}

// 20 capes of 17 x 25 particles, each held at its upper edge behind a figure of 15 capsules that sways.
std::string capes() {
    std::string bodies, colliders = R"("floor": {})", attachments;
    for (int i = 0; i < 20; ++i) {
        const double x = 1.2 * (i % 5), z = 1.2 * (i / 5);
        bodies += fmt::format(
            R"({}"cape {}": {{ "asset": "cape", "kind": "cloth", "preset": "cotton", "thickness": 0.008, "friction": 0.2, "position": [{}, 0.9, {}], "rotation": [90, 0, 0] }})",
            i ? ", " : "", i, x, z - 0.17);
        attachments += fmt::format(
            R"({}"neck {}": {{ "body": "cape {}", "where": {{ "point": [{}, 1.5, {}], "radius": 0.34 }}, "to": "figure {} 0" }})",
            i ? ", " : "", i, i, x, z - 0.17, i);
        for (int k = 0; k < 15; ++k) {
            const int side = k % 3 - 1, row = k / 3;
            colliders += fmt::format(
                R"(, "figure {} {}": {{ "shape": "capsule", "radius": {}, "height": 0.34, "motion": "kinematic", "position": {{ "keys": [[0, [{}, {}, {}]], [0.5, [{}, {}, {}]], [1, [{}, {}, {}]]], "loop": true }} }})",
                i, k, side == 0 ? 0.11 : 0.07, x + 0.15 * side, 1.3 - 0.27 * row, z, x + 0.15 * side + 0.04,
                1.3 - 0.27 * row, z + (side + 1) * 0.05 * row - 0.1, x + 0.15 * side, 1.3 - 0.27 * row, z);
        }
    }
    return scene_text(awake, R"("cape": { "shape": "plane", "size": [0.6, 0, 1.2], "detail": 24 })", bodies, colliders,
                      attachments);
}

std::string cloth_on_mesh() {
    return scene_text(awake,
                      R"("sheet": { "shape": "plane", "size": [2.4, 0, 2.4], "detail": 118 })",
                      R"("sheet": { "asset": "sheet", "kind": "cloth", "preset": "cotton", "thickness": 0.004,
                          "position": [0, 0.45, 0] })",
                      R"("floor": {})");
}

std::string flesh_in_a_box() {
    const auto wall = [](const char* name, const char* size, const char* position) {
        return fmt::format(R"(, "{}": {{ "shape": "box", "size": {}, "position": {} }})", name, size, position);
    };
    return scene_text(awake, R"("egg": { "shape": "sphere", "size": [0.5, 0.6, 0.4], "detail": 32 })",
                      R"("egg": { "asset": "egg", "kind": "flesh", "cell": 0.038, "thickness": 0.006, "instances": [)" +
                          grid_of_instances(2, 5, 2, 0.6, 0.5, 0.05) + "] }",
                      R"("floor": {})" + wall("left", "[0.2, 6, 1.8]", "[-1.0, 3, -0.3]") +
                          wall("right", "[0.2, 6, 1.8]", "[0.4, 3, -0.3]") +
                          wall("back", "[1.8, 6, 0.2]", "[-0.3, 3, -1.0]") +
                          wall("front", "[1.8, 6, 0.2]", "[-0.3, 3, 0.4]"));
}

// Rigid boxes that lie apart from each other on a floor, all asleep.
std::string sleeping_boxes(int count) {
    std::string colliders = R"("floor": {})";
    const int side = static_cast<int>(std::sqrt(count));
    for (int i = 0; i < count; ++i)
        colliders += fmt::format(
            R"(, "box {}": {{ "shape": "box", "size": [1, 1, 1], "motion": "dynamic", "mass": 1, "position": [{}, 0.5, {}] }})",
            i, 1.5 * (i % side), 1.5 * (i / side));
    return scene_text("", "", "", colliders);
}

// Soft boxes that lie apart from each other on a floor, all asleep.
std::string sleeping_jellies(int side) {
    return scene_text("", R"("cube": { "shape": "box", "size": [0.2, 0.2, 0.2], "detail": 2 })",
                      R"("cube": { "asset": "cube", "kind": "lattice", "spacing": 0.1, "instances": [)" +
                          grid_of_instances(side, 1, side, 0.4, 0.101, 0) + "] }",
                      R"("floor": {})");
}

}  // namespace

std::vector<ContactScene> contact_scenes() {
    return {{"jellies 972", jellies(), "", 40, 8},
            {"rubber cubes 200", cubes("rubber"), "", 90, 30},
            {"jelly cubes 200", cubes("jelly"), "", 90, 30},
            {"example pile", "", "pile", 120, 24},
            {"example penguins", "", "penguins", 180, 24},
            {"example dancer", "", "dancer", 30, 60},
            {"sheet on balls", sheet_on_balls(), "", 30, 60},
            {"capes 20", capes(), "", 30, 60},
            {"cloth on mesh", cloth_on_mesh(), "", 30, 20, true},
            {"flesh 20", flesh_in_a_box(), "", 60, 16},
            {"example jump", "", "jump", 30, 120},
            {"sleeping boxes 50000", sleeping_boxes(50000), "", 90, 10},
            {"sleeping jellies 2500", sleeping_jellies(50), "", 90, 10}};
}

static void add_ring(World& world) {
    ParameterSet collider{collider_table};
    collider.set(ColliderP::position, Value{Vec3d{0, 0.2, 0}});
    Shape ring;
    ring.kind = ShapeKind::mesh;
    ring.mesh = solid_mesh(make_shape({"torus", {1.4f, 0.4f, 1.4f}, 116}));
    world.colliders().add("ring", ring, std::move(collider));
}

std::unique_ptr<World> make_world(const ContactScene& scene, u32 threads) {
    if (scene.example.empty()) {
        std::unique_ptr<World> world = scene_world(scene.text, threads);
        if (scene.ring) add_ring(*world);
        return world;
    }
    const std::string file = "examples/" + scene.example + "/scene.json";
    if (!std::filesystem::exists(file)) return nullptr;
    const Scene loaded = load_scene(file, {});
    SceneBuilder builder(loaded);
    builder.prepare();
    WorldSettings settings;
    settings.threads = threads;
    settings.parameters = loaded.world;
    auto world = std::make_unique<World>(std::move(settings));
    builder.fill(*world);
    world->preroll();
    return world;
}

}  // namespace pliant::bench
