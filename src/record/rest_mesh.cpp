#include "record/rest_mesh.h"

#include "core/files.h"
#include "record/obj_text.h"

namespace pliant {

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
    write_file(folder + "open_in_blender.py", blender_script(scene));
}

}  // namespace pliant
