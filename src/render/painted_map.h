// A map that is being painted, in false colours on the bodies that have it: texel by texel, and sent to the graphics
// card as it changes.
#pragma once

#include "cook/map_painter.h"
#include "render/gpu_mesh.h"
#include "render/moment.h"

namespace pliant::render {

// A caller's request.
struct PaintLook {
    struct Part {
        BodyId body;
        std::shared_ptr<const std::vector<UvTriangle>> uv;  // of its triangles as they are drawn
    };
    std::vector<Part> parts;
    const MapImage* map = nullptr;  // of one channel
    u64 version = 0;                // one more with each change; another step means that nothing is as it was
    std::vector<TexelBox> changed;  // since the version before

    const Part* of(BodyId body) const;
};

class PaintedMap {
  public:
    // The changed part of the map, and the places that have it.
    void send(const PaintLook& look, const Moment& moment);
    GLuint texture() const { return texture_; }
    void draw(const PaintLook::Part& part) const;

  private:
    void send_map(const PaintLook& look);
    Texture texture_;
    u64 version_ = 0, moment_ = 0;
    struct Drawn {
        BodyId body;
        std::shared_ptr<const std::vector<UvTriangle>> uv;
        GpuMesh mesh;
    };
    std::vector<Drawn> drawn_;
    std::vector<Vec3> positions_, normals_;
};

}  // namespace pliant::render
