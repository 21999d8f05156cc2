// Scenes from the settings files of cloth_settings.h, and back.
#pragma once

#include <optional>

#include "assets/cloth_settings.h"
#include "assets/scene.h"

namespace pliant {

struct SettingsSceneOptions {
    std::string name = "settings.txt";  // of the settings, for messages
    double fps = 24;
    std::string mesh_file = "";  // as the scene names it; empty: no bodies, only capsules
    AssetSettings mesh;          // of that file
    float tolerance = 0;         // [m] of find_points
};

// Capsules become colliders that move by keys, meshes bodies of kind cloth, points attachments. `file` is the mesh file
// as it was loaded, all parts of it. The first frame is at 0 s. Throws Error where a mesh of the settings is not in the
// file; parts that are lost are warnings.
std::string scene_of_settings(const ClothSettings& settings, const Mesh* file, const SettingsSceneOptions& options,
                              std::vector<std::string>& warnings);

struct SettingsFrames {
    i32 from = 0;
    std::optional<i32> to;  // left out: to the end of the scene where anything moves
    double fps = 24;
};
// Capsules are those among the scene's colliders and those of its characters, posed at each frame; meshes are the
// bodies of kind cloth and all that attachments hold. Points are those of the body's mesh that an attachment holds.
// Throws Error; what the format cannot say is a warning.
ClothSettings settings_of_scene(const Scene& scene, const SettingsFrames& frames, std::vector<std::string>& warnings);

// Angles [°] about x, y and z, one for each direction, that take y there: near to each other from one to the next, so
// that blends between them do not spin.
std::vector<Vec3d> angles_along(std::span<const Vec3d> directions);

}  // namespace pliant
