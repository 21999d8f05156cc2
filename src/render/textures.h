// Images of materials on the graphics card, each decoded once.
#pragma once

#include <map>

#include "body/surface.h"
#include "render/gl.h"

namespace pliant::render {

class Textures {
  public:
    // 0 where the material has no image, or one that cannot be read.
    GLuint of(const std::shared_ptr<const SurfaceModel>& surface, u32 material);
    void forget_unused();

  private:
    struct Entry {
        std::weak_ptr<const SurfaceModel> owner;
        std::vector<Texture> textures;  // one a material
        std::vector<bool> tried;
    };
    std::map<const SurfaceModel*, Entry> entries_;
};

}  // namespace pliant::render
