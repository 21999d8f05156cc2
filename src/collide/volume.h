// The inside of a body as contact sees it. Skins that have passed through each other cannot tell which side is which;
// the matter can: a point that lies in a cell has a place in the body at rest, and from there the way out is known.
#pragma once

#include <array>
#include <span>

#include "collide/box_list.h"
#include "core/archive.h"
#include "core/particle_view.h"

namespace pliant {

struct ContactVolume {
    // Where a particle's way out leads: a place on the skin.
    struct Exit {
        u32 triangle;
        Vec3 weights;
    };
    std::vector<std::array<u32, 8>> cells;  // corners as in LatticeMesh
    std::vector<float> depth;               // [m] of each particle at rest, negative outside the mesh
    std::vector<Exit> exits;                // of each particle: the nearest place on the skin at rest

    bool empty() const { return cells.empty(); }
    void save(Writer&) const;
    void load(Reader&);
};

// Finds the cells of a deformed body that contain points.
class VolumeFinder {
  public:
    void build(const ContactVolume& volume, const ParticleView& particles, const Box& where);
    static constexpr u32 nowhere = 0xffffffffu;
    struct Found {
        u32 cell = nowhere;
        Vec3 at;               // in the cell
        u32 particle = 0;      // the corner whose way out to take
        float depth = -3e38f;  // [m] at rest
    };
    Found find(const Vec3& point) const;

  private:
    bool place_in(u32 cell, const Vec3& point, Vec3& at) const;
    const ContactVolume* volume_ = nullptr;
    ParticleView particles_{};
    BoxList boxes_;           // of cells near the region
    std::vector<u32> cells_;  // which, by slot
};

}  // namespace pliant
