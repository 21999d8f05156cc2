// The .glb, looked at as a file: what its targets add up to, the order of vertices, colliders. That programs read it is
// tested with the Khronos validator and three.js by `./test --long`.
#include "assets/mesh_file.h"
#include "unit/record/glb_file.h"
#include "unit/record/support.h"

namespace pliant {
namespace glb_tests {
namespace {

class GlbFile : public RecordTest {};

// Every frame is a target of its own where no error is allowed.
TEST_F(GlbFile, TargetsAddUpToTheFrames) {
    glb.error = 0;
    const auto world = small_world();
    const std::vector<RecordFrame> frames = record(*world, "glb", 10);
    const RecordedScene scene = recorded_scene(*world);
    const Glb file(text("scene.glb"));
    for (size_t b = 0; b < 2; ++b) {
        const SurfaceModel& s = *scene.bodies[b].surface;
        const Json& mesh = file.at("meshes", file.number(file.node(scene.bodies[b].name), "mesh"));
        const Json& primitive = mesh.find("primitives")->items[0];
        const Json& attributes = *primitive.find("attributes");
        const std::vector<Vec3> base = file.read<Vec3>(file.number(attributes, "POSITION"));
        const std::vector<Json>& targets = primitive.find("targets")->items;
        ASSERT_EQ(targets.size(), 9u);
        ASSERT_EQ(base.size(), s.vertex_count());
        EXPECT_EQ(attributes.find("_POINT") != nullptr, s.vertex_count() > s.point_count());
        if (attributes.find("_POINT")) {
            const std::vector<float> point = file.read<float>(file.number(attributes, "_POINT"));
            for (u32 p = 0; p < s.point_count(); ++p) EXPECT_EQ(point[p], static_cast<float>(p)) << "points come first";
            for (u32 v = 0; v < base.size(); ++v) EXPECT_EQ(base[v], base[static_cast<u32>(point[v])]);
        }
        for (size_t f = 0; f < 10; ++f) {
            const std::vector<Vec3> moved =
                f ? file.read<Vec3>(file.number(targets[f - 1], "POSITION")) : std::vector<Vec3>(base.size());
            for (u32 p = 0; p < s.point_count(); ++p)
                ASSERT_LT(length(base[p] + moved[p] - frames[f].bodies[b].positions[s.point_vertex[p]]), 1e-6f);
        }
    }
}

TEST_F(GlbFile, CollidersStandAndMove) {
    const auto world = small_world();
    record(*world, "glb", 10);
    const Glb file(text("scene.glb"));
    EXPECT_NO_THROW(file.node("floor"));
    EXPECT_THROW(file.node("ghost"), Error) << "a sensor is not shown";
    size_t press = 0;
    for (size_t n = 0; n < file.json.find("nodes")->items.size(); ++n)
        if (file.at("nodes", n).find("name")->text == "press") press = n;
    int channels = 0;
    const Json& animation = file.at("animations", 0);
    for (const Json& channel : animation.find("channels")->items) {
        if (file.number(*channel.find("target"), "node") != press) continue;
        ++channels;
        EXPECT_EQ(channel.find("target")->find("path")->text, "translation") << "it does not turn";
        const Json& sampler = animation.find("samplers")->items[file.number(channel, "sampler")];
        const std::vector<Vec3> way = file.read<Vec3>(file.number(sampler, "output"));
        ASSERT_EQ(way.size(), 10u);
        EXPECT_NEAR(way[0].y, 2.5, 1e-6);
        EXPECT_NEAR(way[9].y, 2.5 - 9.0 / 60, 1e-5);
    }
    EXPECT_EQ(channels, 1);
}

TEST_F(GlbFile, OneFrameIsAStillPicture) {
    const auto world = small_world();
    record(*world, "glb,usda,vat", 1);
    EXPECT_EQ(Glb(text("scene.glb")).json.find("animations"), nullptr);
    EXPECT_EQ(load_mesh(folder + "scene.glb", {}).mesh.parts.size(), 4u);  // our own reader sees bodies and colliders
}

TEST_F(GlbFile, TooLargeIsSaidBeforeTheRun) {
    const auto world = small_world();
    const RecordFormat* const formats[] = {&record_format("glb")};
    RecordSettings settings;
    settings.folder = folder;
    settings.frames = 1000000;
    try {
        RecordWriter writer(formats, settings, recorded_scene(*world), 0);
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("at most 4 GB"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace glb_tests
}  // namespace pliant
