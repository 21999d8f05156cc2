// Long-range attachments (Kim et al. 2012): every particle knows a few of the places where the cloth is held, and how
// far they are along the cloth.
#pragma once

#include "body/cloth/cloth_model.h"
#include "geometry/geodesics.h"

namespace pliant::cloth {

class Tethers {
  public:
    static constexpr u32 most = 4;  // of a particle
    // Anchors in ascending order. Does nothing when they are the ones it knows, and allocates nothing when it has known
    // as many before.
    void find(const ClothModel& model, std::span<const u32> anchors);

    std::vector<u32> anchors;  // particles
    u32 each = 0, stride = 0;  // of a particle; 0 where nothing is held
    Array<u32> which;          // numbers of anchors
    Array<float> length;       // [m]

  private:
    void choose_seeds(const ClothModel& model);
    bool known_ = false;
    std::vector<u32> seeds_, group_of_, members_;
    Distances distances_;
};

}  // namespace pliant::cloth
