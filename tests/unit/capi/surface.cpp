// What an engine draws: buffers that come out, and buffers of the caller with strides.
#include "unit/capi/support.h"

namespace pliant {
namespace surface_tests {
namespace {

using Surface = CapiTest;

TEST_F(Surface, IsWhole) {
    pliant_surface s{};
    ASSERT_OK(pliant_body_surface(world, body, &s));
    ASSERT_GT(s.vertex_count, 0u);
    ASSERT_EQ(s.index_count % 3, 0u);
    for (uint32_t i = 0; i < s.index_count; ++i) ASSERT_LT(s.indices[i], s.vertex_count);
    uint32_t in_ranges = 0;
    for (uint32_t r = 0; r < s.range_count; ++r) {
        EXPECT_EQ(s.ranges[r].first_index, in_ranges);
        EXPECT_LT(s.ranges[r].material, s.material_count);
        in_ranges += s.ranges[r].index_count;
    }
    EXPECT_EQ(in_ranges, s.index_count);
    for (uint32_t v = 0; v < s.vertex_count; ++v) ASSERT_LT(s.vertex_points[v], s.point_count);
    for (uint32_t p = 0; p < s.point_count; ++p) ASSERT_EQ(s.vertex_points[s.point_vertices[p]], p);
    for (uint32_t f = 0; f < s.face_count; ++f) {
        ASSERT_LE(s.face_starts[f] + 3, s.face_starts[f + 1]);
        ASSERT_LT(s.face_materials[f], s.material_count);
    }
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        const float* n = s.normals + 3 * v;
        EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-4);
        EXPECT_GE(s.positions[3 * v + 1], s.bounds.low.y);
        EXPECT_LE(s.positions[3 * v + 1], s.bounds.high.y);
    }
    pliant_material material{};
    ASSERT_OK(pliant_body_material(world, body, 0, &material));
    EXPECT_NE(material.name, nullptr);
}

TEST_F(Surface, FollowsTheBody) {
    pliant_surface before{}, after{};
    ASSERT_OK(pliant_body_surface(world, body, &before));
    const float start = before.bounds.low.y;
    step(10);
    ASSERT_OK(pliant_body_surface(world, body, &after));
    // Free fall for 1/6 s: g t² / 2 = 0.136 m; stepping moves it by up to one step's way more.
    EXPECT_NEAR(start - after.bounds.low.y, 0.136, 0.03);
    EXPECT_EQ(before.topology_version, after.topology_version);
    EXPECT_EQ(before.indices, after.indices);
    EXPECT_LT(after.positions[1], after.previous_positions[1]) << "it is falling";
}

TEST_F(Surface, InterpolatesIntoABufferWithAStride) {
    step(5);
    pliant_surface s{};
    ASSERT_OK(pliant_body_surface(world, body, &s));
    struct Vertex {
        float color[2];
        float position[3];
        float more;
    };
    std::vector<Vertex> vertices(s.vertex_count, {{7, 7}, {0, 0, 0}, 7});
    for (const float t : {0.0f, 0.25f, 1.0f, -3.0f, 5.0f}) {
        ASSERT_OK(pliant_body_interpolated(world, body, t, vertices[0].position, sizeof(Vertex), vertices.size()));
        const float share = std::min(std::max(t, 0.0f), 1.0f);
        for (uint32_t v = 0; v < s.vertex_count; ++v)
            for (int k = 0; k < 3; ++k) {
                const float a = s.previous_positions[3 * v + k], b = s.positions[3 * v + k];
                ASSERT_FLOAT_EQ(vertices[v].position[k], a + (b - a) * share);
            }
        for (const Vertex& v : vertices) ASSERT_TRUE(v.color[0] == 7 && v.color[1] == 7 && v.more == 7);
    }
    EXPECT_FAILS(pliant_body_interpolated(world, body, 0, vertices[0].position, sizeof(Vertex), s.vertex_count - 1),
                 PLIANT_BUFFER_TOO_SMALL, "are needed");
    EXPECT_FAILS(pliant_body_interpolated(world, body, not_a_number, vertices[0].position, 24, s.vertex_count),
                 PLIANT_BAD_ARGUMENT, "t is not finite");
    std::vector<float> packed(3 * s.vertex_count);
    ASSERT_OK(pliant_body_interpolated(world, body, 1, packed.data(), 0, s.vertex_count));
    EXPECT_EQ(std::memcmp(packed.data(), s.positions, packed.size() * sizeof(float)), 0);
}

TEST_F(Surface, ParticlesAreThere) {
    const float *positions = nullptr, *velocities = nullptr;
    uint32_t count = 0;
    ASSERT_OK(pliant_body_particles(world, body, &positions, &velocities, &count));
    EXPECT_EQ(count, info_of(body).particles);
    for (uint32_t p = 0; p < count; ++p) EXPECT_GT(positions[4 * p + 3], 0) << "inverse mass";
    const uint32_t held = 3;
    ASSERT_OK(pliant_body_hold(world, body, &held, 1, true));
    EXPECT_EQ(positions[4 * held + 3], 0);
    const float y = positions[4 * held + 1];
    step(20);
    EXPECT_EQ(positions[4 * held + 1], y) << "a held particle hangs";
    ASSERT_OK(pliant_body_hold(world, body, &held, 1, false));
    EXPECT_GT(positions[4 * held + 3], 0);
}

// Two ways to give the same mesh: packed, and inside a struct with other things.
TEST_F(Surface, MeshWithStrides) {
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t indices[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    pliant_mesh_def def = pliant_default_mesh_def();
    def.name = "tetra", def.positions = positions, def.point_count = 4, def.indices = indices, def.index_count = 12;
    cpp::Asset packed, strided;
    ASSERT_OK(pliant_asset_from_mesh(&def, packed.out()));
    struct Vertex {
        float weight, position[3], uv[2];
    };
    std::vector<Vertex> vertices(4);
    for (int v = 0; v < 4; ++v) std::copy_n(positions + 3 * v, 3, vertices[v].position);
    def.positions = vertices[0].position, def.position_stride = sizeof(Vertex);
    def.uvs = vertices[0].uv, def.uv_stride = sizeof(Vertex);
    ASSERT_OK(pliant_asset_from_mesh(&def, strided.out()));
    for (const pliant_asset a : {packed.get(), strided.get()}) {
        pliant_box box{};
        uint32_t points = 0, triangles = 0;
        bool closed = false;
        ASSERT_OK(pliant_asset_bounds(a, &box, &points, &triangles, &closed));
        EXPECT_EQ(points, 4u);
        EXPECT_EQ(triangles, 4u);
        EXPECT_TRUE(closed);
        EXPECT_EQ(box.high.x, 1);
        EXPECT_EQ(box.low.z, 0);
    }
    const float paint[] = {0, 0, 1, 1}, bad_paint[] = {0, 0, not_a_number, 1};
    const char* name = "soft";
    const float* values = paint;
    def.attribute_names = &name, def.attributes = &values, def.attribute_count = 1;
    cpp::Asset painted;
    ASSERT_OK(pliant_asset_from_mesh(&def, painted.out()));
    values = bad_paint;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, packed.out()), PLIANT_BAD_ARGUMENT, "soft 2 is not finite");
    const cpp::Settings mapped = cpp::make_settings("lattice");
    ASSERT_OK(pliant_settings_set_map(mapped, "youngs_modulus", "soft", 1e4, 1e5, true));
    ASSERT_OK(pliant_settings_set_number(mapped, "spacing", 0.2));
    const cpp::Model painted_model = cpp::cook(painted, mapped);
    pliant_body_def body_def = pliant_default_body_def();
    body_def.model = painted_model, body_def.settings = mapped;
    pliant_body made{};
    EXPECT_OK(pliant_body_create(world, &body_def, &made));
}

TEST_F(Surface, MeshesThatMakeNoSense) {
    float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t indices[] = {0, 1, 2};
    pliant_mesh_def def = pliant_default_mesh_def();
    def.positions = positions, def.point_count = 3, def.indices = indices, def.index_count = 3;
    pliant_asset made{};
    indices[2] = 3;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, &made), PLIANT_BAD_ARGUMENT, "index 2 is 3; there are 3 points");
    indices[2] = 2, def.index_count = 2;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, &made), PLIANT_BAD_ARGUMENT, "three for each triangle");
    def.index_count = 3, positions[4] = not_a_number;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, &made), PLIANT_BAD_ARGUMENT, "point 1 is not finite");
    positions[4] = 0, def.point_count = static_cast<size_t>(1) << 33;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, &made), PLIANT_BAD_ARGUMENT, "32 bits");
    def.point_count = 3, def.attribute_count = 1;
    EXPECT_FAILS(pliant_asset_from_mesh(&def, &made), PLIANT_BAD_ARGUMENT, "attribute_names is NULL");
    // No area: an asset, but nothing to cook.
    std::fill(std::begin(positions), std::end(positions), 1.0f);
    def.attribute_count = 0;
    cpp::Asset flat;
    pliant_model cooked{};
    ASSERT_OK(pliant_asset_from_mesh(&def, flat.out()));
    EXPECT_FAILS(pliant_model_cook(flat, {}, &cooked), PLIANT_BAD_INPUT, "no triangle is left");
}

TEST_F(Surface, ModelsAsBytes) {
    size_t size = 0;
    ASSERT_OK(pliant_model_save(model, nullptr, 0, &size));
    std::string bytes(size, 0);
    EXPECT_FAILS(pliant_model_save(model, bytes.data(), size - 1, &size), PLIANT_BUFFER_TOO_SMALL, "are needed");
    ASSERT_OK(pliant_model_save(model, bytes.data(), bytes.size(), &size));
    cpp::Model loaded;
    ASSERT_OK(pliant_model_load(bytes.data(), bytes.size(), loaded.out()));
    pliant_model_info a{}, b{};
    ASSERT_OK(pliant_model_get_info(model, &a));
    ASSERT_OK(pliant_model_get_info(loaded, &b));
    EXPECT_EQ(a.hash, b.hash);
    EXPECT_EQ(a.particles, b.particles);
    EXPECT_EQ(a.volume, b.volume);
    EXPECT_NEAR(a.volume, 0.4 * 0.4 * 0.4, 1e-6);
    pliant_model broken{};
    for (size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 9)
        EXPECT_EQ(pliant_model_load(bytes.data(), cut, &broken), PLIANT_BAD_INPUT) << cut;
    for (size_t at = 0; at < bytes.size(); at += 1 + at / 9) {
        std::string flipped = bytes;
        flipped[at] ^= 0x10;
        EXPECT_EQ(pliant_model_load(flipped.data(), flipped.size(), &broken), PLIANT_BAD_INPUT) << at;
    }
}

}  // namespace
}  // namespace surface_tests
}  // namespace pliant
