#include "import/assimp_material.h"

#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace pliant {
namespace {

void add_texture(const aiScene& scene, const aiMaterial& from, Material& to) {
    aiString path;
    if (from.GetTexture(aiTextureType_BASE_COLOR, 0, &path) != aiReturn_SUCCESS &&
        from.GetTexture(aiTextureType_DIFFUSE, 0, &path) != aiReturn_SUCCESS)
        return;
    to.texture = path.C_Str();
    const aiTexture* inside = scene.GetEmbeddedTexture(path.C_Str());
    if (!inside) return;
    if (inside->mFilename.length) to.texture = inside->mFilename.C_Str();
    if (inside->mHeight) return;  // bare pixels, which no file has; width is the number of bytes otherwise
    const u8* bytes = reinterpret_cast<const u8*>(inside->pcData);
    to.texture_bytes.assign(bytes, bytes + inside->mWidth);
}

}  // namespace

Material assimp_material(const aiScene& scene, unsigned number) {
    PL_ASSERT(number < scene.mNumMaterials);
    const aiMaterial& from = *scene.mMaterials[number];
    Material to;
    aiString name;
    if (from.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS) to.name = name.C_Str();
    aiColor3D color;
    if (from.Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS) to.color = {color.r, color.g, color.b};
    ai_real value = 0;
    // Exporters disagree on whether 0 is clear or solid; what could not be seen at all is taken as solid.
    if (from.Get(AI_MATKEY_OPACITY, value) == aiReturn_SUCCESS && value > 0) to.opacity = std::min<float>(value, 1);
    if (from.Get(AI_MATKEY_METALLIC_FACTOR, value) == aiReturn_SUCCESS) to.metallic = std::clamp<float>(value, 0, 1);
    if (from.Get(AI_MATKEY_ROUGHNESS_FACTOR, value) == aiReturn_SUCCESS)
        to.roughness = std::clamp<float>(value, 0, 1);
    else if (from.Get(AI_MATKEY_SHININESS, value) == aiReturn_SUCCESS && value > 0)
        to.roughness = std::sqrt(2 / (static_cast<float>(value) + 2));
    int two_sided = 0;
    if (from.Get(AI_MATKEY_TWOSIDED, two_sided) == aiReturn_SUCCESS) to.two_sided = two_sided != 0;
    add_texture(scene, from, to);
    return to;
}

}  // namespace pliant
