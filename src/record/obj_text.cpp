#include "record/obj_text.h"

#include <fmt/compile.h>

#include "core/assert.h"

namespace pliant {

void add_obj_points(fmt::memory_buffer& text, const SurfaceModel& surface, std::span<const Vec3> vertices) {
    PL_ASSERT(vertices.size() == surface.vertex_count());
    for (u32 v : surface.point_vertex)
        fmt::format_to(fmt::appender(text), FMT_COMPILE("v {} {} {}\n"), vertices[v].x, vertices[v].y, vertices[v].z);
}

// Texture coordinates and normals are numbered as the vertices are, so that corners of one vertex stay one.
std::string obj_faces(const SurfaceModel& s, bool with_normals, const ObjCount& before) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    for (const Vec2& uv : s.uv) fmt::format_to(out, "vt {} {}\n", uv.x, 1 - uv.y);  // in OBJ, v runs up
    if (with_normals)
        for (const Vec3& n : s.normals) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
    const std::vector<std::string> names = material_names(s);
    u32 material = 0xffffffffu;
    for (size_t f = 0; f + 1 < s.face_start.size(); ++f) {
        if (s.face_material[f] != material) {
            material = s.face_material[f];
            fmt::format_to(out, "usemtl {}\n", names[material]);
        }
        fmt::format_to(out, "f");
        for (u32 c = s.face_start[f]; c < s.face_start[f + 1]; ++c) {
            const u32 point = before.points + s.vertex_point[s.face_vertex[c]] + 1,
                      vertex = before.vertices + s.face_vertex[c] + 1;
            if (with_normals && !s.uv.empty()) {
                fmt::format_to(out, " {}/{}/{}", point, vertex, vertex);
            } else if (with_normals) {
                fmt::format_to(out, " {}//{}", point, vertex);
            } else if (!s.uv.empty()) {
                fmt::format_to(out, " {}/{}", point, vertex);
            } else {
                fmt::format_to(out, " {}", point);
            }
        }
        fmt::format_to(out, "\n");
    }
    return fmt::to_string(text);
}

std::string mtl_values(const Material& m) {
    return fmt::format("Kd {} {} {}\nd {}\nPr {}\nPm {}\n{}", m.color.x, m.color.y, m.color.z, m.opacity, m.roughness,
                       m.metallic, m.two_sided ? "pliant_two_sided 1\n" : "");
}

std::string mtl_text(const RecordedScene& scene, size_t body, const SceneTextures& textures) {
    PL_ASSERT(body < scene.bodies.size());
    const SurfaceModel& s = *scene.bodies[body].surface;
    const std::vector<std::string> names = material_names(s);
    std::string text;
    for (size_t m = 0; m < s.materials.size(); ++m) {
        const Material& material = scene.bodies[body].materials[m];
        text += "newmtl " + names[m] + "\n" + mtl_values(material);
        const std::string file = textures.file(body, m);
        if (!file.empty()) text += "map_Kd " + file + "\n";
    }
    return text;
}

}  // namespace pliant
