// From a mesh to a model of some kind: repaired, cooked, hashed.
#pragma once

#include "body/kind.h"

namespace pliant {

struct CookedModel {
    std::shared_ptr<const Model> model;
    Report report;
    RepairReport repair;
};

// The surface that is drawn instead of a body's own mesh: another one, or one made of its own, finer and thicker.
struct RenderMeshSettings {
    const Mesh* mesh = nullptr;  // or null: its own
    u32 subdivide = 0;           // times that each triangle becomes four
    float thickness = 0;         // [m] 0: a sheet stays one
    bool any() const { return mesh || subdivide > 0 || thickness > 0; }
};

// `scale` stretches the meshes along their axes. Throws Error.
CookedModel cook_model(Mesh mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
                       const RenderMeshSettings& drawn = {});

// Hash of everything that a model depends on: equal hashes, equal models.
u64 cook_hash(const Mesh& mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
              const RenderMeshSettings& drawn = {});

}  // namespace pliant
