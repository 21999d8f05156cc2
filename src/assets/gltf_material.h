// Materials of glTF files, and which texture coordinates their base colour uses.
#pragma once

#include "assets/gltf_model.h"

namespace pliant {

// The texture coordinates to take, and KHR_texture_transform, without which those of quantised files make no sense.
struct GltfUv {
    int set = 0;
    Vec2 offset, scale{1, 1};
    double rotation = 0;
    bool operator==(const GltfUv&) const = default;
    Vec2 apply(float u, float v) const;
};

bool has_material(const GltfModel& model, int material);
GltfUv uv_of(const GltfModel& model, int material);          // the plain first set where there is no such material
Material material_of(const GltfModel& model, int material);  // grey where there is no such material

}  // namespace pliant
