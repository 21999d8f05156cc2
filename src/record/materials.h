// Materials as files and formats need them: names that are there and differ, and images with names of their own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assets/gltf_writer.h"
#include "record/recorded_scene.h"

namespace pliant {

// One a material, never empty, no two alike, on one line.
std::vector<std::string> material_names(const SurfaceModel& surface);

// The images of a scene's materials, each once however many bodies show it.
class SceneTextures {
  public:
    explicit SceneTextures(const RecordedScene& scene);
    struct Texture {
        std::string file;  // "wood.png"
        const std::vector<u8>* bytes;
    };
    const std::vector<Texture>& all() const { return textures_; }
    // Into all(), or `none` where a material has no image.
    static constexpr u32 none = 0xffffffffu;
    u32 of(size_t body, size_t material) const { return of_material_[body][material]; }
    std::string file(size_t body, size_t material) const {
        return of(body, material) == none ? "" : textures_[of(body, material)].file;
    }
    void write(const std::string& folder) const;
    void write(const std::string& folder, size_t body) const;  // those of one body

  private:
    std::vector<Texture> textures_;
    std::vector<std::vector<u32>> of_material_;
};

// The same in a glTF document.
class GltfTextures {
  public:
    GltfTextures(const SceneTextures& textures, GltfWriter& document);
    int of(size_t body, size_t material) const;  // -1 where there is none

  private:
    const SceneTextures& textures_;
    std::vector<int> numbers_;
};

}  // namespace pliant
