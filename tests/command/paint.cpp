// pliant paint: scenes read the values that it writes.
#include <filesystem>

#include "assets/map_image_file.h"
#include "assets/mesh_file.h"
#include "command/command.h"
#include "cook/map_canvas.h"
#include "core/files.h"
#include "record/png.h"
#include "unit/geometry/soup.h"
#include "verification/characters.h"

namespace pliant {
namespace paint_tests {
namespace {

class PaintCommand : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        write_ball("ball.obj", 24, 32);
        write_ball("other.obj", 17, 40);
    }
    void write_ball(const std::string& name, u32 rings, u32 around) {
        const Soup ball = make_sphere(rings, around, 0.5f);
        std::string text;
        for (const Vec3& p : ball.points)
            text += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
        for (const auto& t : ball.triangles)
            text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) +
                    "\n";
        write_text(folder / name, text);
    }
    Outcome good(const std::vector<std::string>& arguments) {
        Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, done) << o.err;
        return o;
    }
    void wrong(const std::vector<std::string>& arguments, int code, const std::string& mentions) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        EXPECT_NE(o.err.find(mentions), std::string::npos) << o.err;
    }
    MapImage image(const std::string& name) { return read_map_image(read_file((folder / name).string()), name); }
    // How far a map is from f of each point, at worst.
    template <class F>
    double worst(const std::string& mesh_name, const std::string& map, F&& f) {
        const Mesh mesh = load_mesh((folder / mesh_name).string(), {}).mesh;
        const std::vector<float> found = read_points(UnwrappedMesh(mesh, usual_uv_set(mesh)), image(map), 0);
        double most = 0;
        for (size_t p = 0; p < found.size(); ++p)
            most = std::max(most, static_cast<double>(std::fabs(found[p] - f(mesh.points[p]))));
        return most;
    }
};

TEST_F(PaintCommand, FillGradientAndOntoEachOther) {
    good({"paint", "fill", "ball.obj", "--value", "0.25", "--size", "64", "-o", "maps/even.png"});
    const MapImage even = image("maps/even.png");
    EXPECT_EQ(even.width, 64u);
    EXPECT_EQ(even.channels, 1u);
    for (const u16 v : even.values) ASSERT_NEAR(v, 0.25 * 65535, 1);

    good({"paint", "gradient", "ball.obj", "-o", "up.png"});
    const double by_height = worst("ball.obj", "up.png", [](const Vec3& p) { return p.y + 0.5f; });
    good({"paint", "gradient", "ball.obj", "--axis", "x", "--from", "0.25", "--to", "-0.25", "-o", "across.png"});
    const double across =
        worst("ball.obj", "across.png", [](const Vec3& p) { return std::clamp(0.5f - 2 * p.x, 0.0f, 1.0f); });
    good({"paint", "fill", "ball.obj", "--value", "0.5", "--onto", "up.png", "--how", "multiply", "-o", "half.png"});
    const double half = worst("ball.obj", "half.png", [](const Vec3& p) { return 0.5f * (p.y + 0.5f); });
    std::printf("off by %.4f, %.4f, %.4f\n", by_height, across, half);
    EXPECT_LT(by_height, 0.005);
    EXPECT_LT(across, 0.02);
    EXPECT_LT(half, 0.005);

    // The same as a scene gets from the source itself.
    good({"paint", "noise", "ball.obj", "--grain", "0.2", "--seed", "3", "-o", "a.png"});
    good({"paint", "source", "ball.obj", "--source", R"({ "noise": 0.2, "seed": 3 })", "-o", "b.png"});
    EXPECT_EQ(text_of(folder / "a.png"), text_of(folder / "b.png"));
    good({"paint", "curvature", "ball.obj", "--from", "0", "--to", "4", "-o", "bent.png"});
    EXPECT_LT(worst("ball.obj", "bent.png", [](const Vec3&) { return 0.5f; }), 1e-3) << "1/r is 2";
}

TEST_F(PaintCommand, SmoothMirrorAndTransfer) {
    good({"paint", "gradient", "ball.obj", "--axis", "x", "-o", "x.png"});
    good({"paint", "mirror", "ball.obj", "--map", "x.png", "-o", "both.png"});
    EXPECT_LT(worst("ball.obj", "both.png", [](const Vec3& p) { return std::fabs(p.x) + 0.5f; }), 0.01);
    good({"paint", "mirror", "ball.obj", "--map", "x.png", "--side", "-", "-o", "both.png"});
    EXPECT_LT(worst("ball.obj", "both.png", [](const Vec3& p) { return 0.5f - std::fabs(p.x); }), 0.01);
    good({"paint", "smooth", "ball.obj", "--map", "x.png", "--rounds", "3", "-o", "smooth.png"});
    EXPECT_LT(worst("ball.obj", "smooth.png", [](const Vec3& p) { return p.x + 0.5f; }), 0.05);
    good({"paint", "transfer", "ball.obj", "other.obj", "--map", "x.png", "-o", "taken.png"});
    const double off = worst("other.obj", "taken.png", [](const Vec3& p) { return p.x + 0.5f; });
    std::printf("on the other mesh off by %.4f\n", off);
    EXPECT_LT(off, 0.01);
}

TEST_F(PaintCommand, Bones) {
    std::filesystem::copy(testing::tube_file(), folder / "tube.glb");
    good({"paint", "bone", "tube.glb", "--mesh", "Tube", "--bone", "Head", "--bone", "Spine", "-o", "bones.png"});
    AssetSettings part;
    part.mesh = "Tube";
    const Mesh mesh = load_mesh((folder / "tube.glb").string(), part).mesh;
    const std::vector<float> found = read_points(UnwrappedMesh(mesh, usual_uv_set(mesh)), image("bones.png"), 0);
    const testing::Tube tube = testing::make_tube();
    ASSERT_EQ(found.size(), tube.weights.size());
    for (size_t v = 0; v < found.size(); ++v) EXPECT_NEAR(found[v], tube.weights[v][1] + tube.weights[v][2], 0.01f);
    wrong({"paint", "bone", "tube.glb", "--mesh", "Tube", "--bone", "Haed", "-o", "b.png"}, bad_input, "Head");
    wrong({"paint", "bone", "tube.glb", "-o", "b.png"}, usage, "--bone");
}

TEST_F(PaintCommand, PackAndUnpack) {
    for (const char* name : {"gradient", "noise", "fill", "curvature"})
        good({"paint", name, "ball.obj", "--size", "32", "--value", "0.7", "-o", std::string(name) + ".png"});
    good({"paint", "pack", "--mass", "gradient.png", "--stiffness", "noise.png", "--damping", "fill.png", "--weight",
          "curvature.png", "-o", "all.png"});
    const MapImage all = image("all.png");
    EXPECT_EQ(all.channels, 4u);
    good({"paint", "unpack", "all.png", "-o", "back.png"});
    const std::pair<const char*, const char*> same[] = {
        {"mass", "gradient"}, {"stiffness", "noise"}, {"damping", "fill"}, {"weight", "curvature"}};
    for (const auto& [channel, name] : same)
        EXPECT_EQ(image("back-" + std::string(channel) + ".png").values, image(std::string(name) + ".png").values)
            << channel;
    good({"paint", "pack", "--mass", "gradient.png", "--stiffness", "noise.png", "--damping", "fill.png", "-o",
          "c.png"});
    EXPECT_EQ(image("c.png").channels, 3u);
    EXPECT_NE(good({"paint", "unpack", "c.png", "-o", "c.png"}).err.find("1 everywhere"), std::string::npos);
}

// Of texture coordinates, by body and image; and of images that lost their colours on the way.
TEST_F(PaintCommand, WarningsOfScenes) {
    std::vector<u16> packed;
    for (int texel = 0; texel < 16; ++texel)
        for (int c = 0; c < 4; ++c) packed.push_back(texel < 8 ? 0 : 30000);
    write_png((folder / "packed.png").string(), 4, 4, 4, packed);
    EXPECT_NE(
        good({"paint", "unpack", "packed.png", "-o", "one.png"}).err.find("packed.png: red, green and blue are 0"),
        std::string::npos);
    write_text(folder / "scene.json", R"({ "assets": { "crate": { "shape": "box" } }, "bodies": { "crate": {
        "asset": "crate", "kind": "jiggle", "mass": { "map": "packed.png", "low": 0.1, "high": 1 },
        "stiffness": { "map": "packed.png", "channel": "g", "low": 1, "high": 10 },
        "damping": { "map": "packed.png", "channel": "b", "uv": "generated", "low": 0, "high": 1 } } } })");
    std::vector<std::string> warnings;
    for (const std::string& line : lines_of(good({"validate", "scene.json"}).out))
        if (line.starts_with("warning: ")) {
            warnings.push_back(line);
            std::printf("%s\n", line.c_str());
        }
    ASSERT_EQ(warnings.size(), 2u) << "each once, and nothing of the atlas";
    EXPECT_NE(warnings[0].find("crate: packed.png: red, green and blue are 0"), std::string::npos);
    EXPECT_NE(warnings[1].find("crate: packed.png: 100 % of the image that is used lies on several places"),
              std::string::npos);
}

TEST_F(PaintCommand, MistakesAreNamed) {
    wrong({"paint", "fil", "ball.obj", "-o", "a.png"}, usage, "did you mean fill");
    wrong({"paint", "fill", "-o", "a.png"}, usage, "the mesh");
    wrong({"paint", "fill", "ball.obj"}, usage, "-o");
    wrong({"paint", "fill", "ball.obj", "-o", "a.jpg"}, usage, ".png");
    wrong({"paint", "fill", "ball.obj", "--value", "2", "-o", "a.png"}, usage, "--value");
    wrong({"paint", "fill", "ball.obj", "--uv", "0", "-o", "a.png"}, bad_input, "no texture coordinates");
    wrong({"paint", "fill", "ball.obj", "--uv", "3", "-o", "a.png"}, usage, "--uv");
    wrong({"paint", "smooth", "ball.obj", "-o", "a.png"}, usage, "--map");
    wrong({"paint", "transfer", "ball.obj", "-o", "a.png"}, usage, "two meshes");
    wrong({"paint", "smooth", "ball.obj", "--map", "none.png", "-o", "a.png"}, bad_input, "none.png");
    wrong({"paint", "source", "ball.obj", "--source", R"({ "hight": "y" })", "-o", "a.png"}, bad_input, "--source");
    wrong({"paint", "pack", "--mass", "a.png", "-o", "b.png"}, usage, "--stiffness");
    wrong({"paint", "gradient", "none.obj", "-o", "a.png"}, bad_input, "none.obj");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

TEST_F(PaintCommand, APreviewIsAPicture) {
    good({"paint", "gradient", "ball.obj", "-o", "up.png"});
    const Outcome o = pliant({"paint", "preview", "ball.obj", "--map", "up.png", "-o", "picture.png"});
    if (o.code == 5) GTEST_SKIP() << o.err;  // no OpenGL here
    ASSERT_EQ(o.code, done) << o.err;
    const MapImage picture = image("picture.png");
    EXPECT_EQ(picture.width, 960u);
    // Bright above, dark below.
    const auto light = [&](u32 y) { return picture.at(480, y, 0) + picture.at(480, y, 1); };
    EXPECT_GT(light(240), light(480) + 0.2f);
}

}  // namespace
}  // namespace paint_tests
}  // namespace pliant
