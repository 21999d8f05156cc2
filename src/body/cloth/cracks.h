// Which of the edges that bear too much part in this step.
//
// A crack takes the load off what is beside it, so cracks that begin in one step are some triangles apart; but it runs
// on ahead, through what bears a bit less than it could, as cracks do. Without that, what is pulled evenly would fall
// to shreds.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/cloth/cloth_model.h"

namespace pliant::cloth {

struct LoadedLink {
    const ClothModel::Link* link;
    float load;         // 1: it may part
    bool was_strained;  // it bore too much when the last step ended: a crack may begin there
};

class Cracks {
  public:
    static constexpr float runs_on = 0.7f;  // the load through which a crack goes on

    // Of links with a load above `runs_on`, the most loaded first. Edges that have parted and not opened yet are cracks
    // that go on.
    void choose(const ClothModel&, const ParticleView&, std::span<const std::array<u32, 2>> unopened,
                std::span<const LoadedLink>, std::vector<Overload>& out);

  private:
    void begin(u32 a, u32 b);
    bool goes_on(const ClothModel::Link&) const;
    void go_on(const ClothModel::Link&);
    void mark(u32 a, u32 b, u32 crack);
    Vec3 way(u32 from, u32 to) const;

    const ClothModel* model_ = nullptr;
    const ParticleView* view_ = nullptr;
    u32 count_ = 0;
    std::vector<u32> near_, end_;      // of each particle: which crack is near, which ends there
    std::vector<Vec3> end_direction_;  // of each particle where one ends: how it came there
    std::vector<u8> chosen_;           // of each candidate
    std::vector<u32> ring_, next_;     // scratch
};

}  // namespace pliant::cloth
