#include "record/rest_mesh.h"

#include "core/files.h"
#include "record/obj_text.h"

namespace pliant {

// In the collider's own frame.
static std::string collider_text(const RecordedCollider& c) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out, "mtllib {}.mtl\n", c.file_name);
    for (const Vec3& p : c.triangles.positions) fmt::format_to(out, "v {} {} {}\n", p.x, p.y, p.z);
    for (const Vec3& n : c.triangles.normals) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
    fmt::format_to(out, "usemtl collider\n");
    const std::vector<u32>& i = c.triangles.indices;
    for (size_t k = 0; k + 2 < i.size(); k += 3)
        fmt::format_to(out, "f {0}//{0} {1}//{1} {2}//{2}\n", i[k] + 1, i[k + 1] + 1, i[k + 2] + 1);
    return fmt::to_string(text);
}

void write_rest_meshes(const RecordedScene& scene, const std::string& folder) {
    const SceneTextures textures(scene);
    textures.write(folder);
    for (size_t b = 0; b < scene.bodies.size(); ++b) {
        const RecordedBody& body = scene.bodies[b];
        fmt::memory_buffer text;
        fmt::format_to(fmt::appender(text), "mtllib {}.mtl\n", body.file_name);
        add_obj_points(text, *body.surface, body.surface->positions);
        const std::string faces = obj_faces(*body.surface, true);
        text.append(faces.data(), faces.data() + faces.size());
        write_file(folder + body.file_name + ".mtl", mtl_text(scene, b, textures));
        write_file(folder + body.file_name + ".obj", {text.data(), text.size()});
    }
    for (const RecordedCollider& c : scene.colliders) {
        write_file(folder + c.file_name + ".mtl", "newmtl collider\n" + mtl_values(c.material));
        if (!c.plane) write_file(folder + c.file_name + ".obj", collider_text(c));  // a plane has no end
    }
    write_file(folder + "open_in_blender.py", blender_script(scene));
}

}  // namespace pliant
