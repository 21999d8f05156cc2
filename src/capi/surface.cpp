#include "capi/tables.h"

using namespace pliant;
using namespace pliant::capi;

static const float* floats_of(const Array<Vec3>& v) { return v.empty() ? nullptr : &v.data()->x; }

// Legal during a step: frames that are complete are not written to, and nothing else changes. Unless bodies may tear.
static std::shared_ptr<WorldObject> world_with_surfaces(pliant_world world) {
    auto object = any_world(world);
    if (object->stepping.load(std::memory_order_acquire) && object->may_tear.load(std::memory_order_acquire))
        fail(PLIANT_WORLD_LOCKED, "the world is in a step, and bodies in it may tear");
    return object;
}

pliant_result pliant_body_surface(pliant_world world, pliant_body body, pliant_surface* out) {
    return guarded("pliant_body_surface", [&] {
        need(out, "out");
        const auto w = world_with_surfaces(world);
        const Body& b = body_of(*w, body);
        const SurfaceModel& s = b.model->render_surface();
        const auto [frame, before] = b.last_frames();
        *out = {};
        out->vertex_count = s.vertex_count(), out->index_count = static_cast<u32>(s.indices.size()),
        out->range_count = static_cast<u32>(s.ranges.size());
        out->material_count = static_cast<u32>(s.materials.size()), out->point_count = s.point_count(),
        out->face_count = static_cast<u32>(s.face_start.size() - 1);
        out->positions = floats_of(frame.positions), out->previous_positions = floats_of(before.positions),
        out->normals = floats_of(frame.normals);
        out->tangents = frame.tangents.empty() ? nullptr : floats(frame.tangents.data());
        out->uvs = s.uv.empty() ? nullptr : &s.uv.data()->x;
        out->indices = s.indices.data();
        static_assert(sizeof(pliant_material_range) == sizeof(MaterialRange));
        out->ranges = reinterpret_cast<const pliant_material_range*>(s.ranges.data());
        out->vertex_points = s.vertex_point.data(), out->point_vertices = s.point_vertex.data();
        out->face_starts = s.face_start.data(), out->face_vertices = s.face_vertex.data(),
        out->face_materials = s.face_material.data();
        out->bounds = to_c(frame.bounds);
        out->topology_version = b.topology_version;
    });
}

pliant_result pliant_body_material(pliant_world world, pliant_body body, uint32_t material, pliant_material* out) {
    return guarded("pliant_body_material", [&] {
        need(out, "out");
        const auto w = world_with_surfaces(world);
        const SurfaceModel& s = body_of(*w, body).model->render_surface();
        if (material >= s.materials.size())
            fail(PLIANT_BAD_ARGUMENT,
                 "material " + std::to_string(material) + "; there are " + std::to_string(s.materials.size()));
        const Material& m = s.materials[material];
        *out = {m.name.c_str(),
                to_c(m.color),
                m.opacity,
                m.roughness,
                m.metallic,
                m.two_sided,
                m.texture.c_str(),
                m.texture_bytes.empty() ? nullptr : m.texture_bytes.data(),
                m.texture_bytes.size()};
    });
}

pliant_result pliant_body_interpolated(pliant_world world, pliant_body body, float t, float* positions, size_t stride,
                                       size_t vertex_capacity) {
    return guarded("pliant_body_interpolated", [&] {
        need(positions, "positions"), need_finite(t, "t");
        const auto w = world_with_surfaces(world);
        const Body& b = body_of(*w, body);
        const auto [now, before] = b.last_frames();
        if (vertex_capacity < now.positions.size())
            fail(PLIANT_BUFFER_TOO_SMALL, "room for " + std::to_string(vertex_capacity) + " vertices, " +
                                              std::to_string(now.positions.size()) + " are needed");
        const float share = t < 0 ? 0 : t > 1 ? 1 : t;
        char* at = reinterpret_cast<char*>(positions);
        for (size_t v = 0; v < now.positions.size(); ++v, at += stride ? stride : 12) {
            const Vec3 p = before.positions[v] + (now.positions[v] - before.positions[v]) * share;
            std::memcpy(at, &p, sizeof p);
        }
    });
}
