#include "body/flesh/flesh_model.h"
namespace pliant::flesh {
std::unique_ptr<PoseFit> FleshModel::make_pose_fit() const { return nullptr; }
}  // namespace pliant::flesh
