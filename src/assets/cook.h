// From a mesh to a model of some kind: repaired, cooked, hashed.
#pragma once

#include "body/kind.h"

namespace pliant {

struct CookedModel {
    std::shared_ptr<const Model> model;
    Report report;
    RepairReport repair;
};

// `scale` stretches the mesh along its axes. Throws Error.
CookedModel cook_model(Mesh mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale);

// What a model depends on: equal hashes, equal models.
u64 cook_hash(const Mesh& mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale);

// Models as bytes, with version and hash; loading throws Error.
std::string model_bytes(const Model& model);
std::shared_ptr<const Model> model_from_bytes(std::string_view bytes, const std::string& name);

}  // namespace pliant
