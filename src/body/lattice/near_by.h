// Particles that are a few cells away, by way of cells: where parts of a mesh share cells, the skin of another part may
// be nearer than one's own.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "collide/surface.h"
#include "geometry/lattice_mesh.h"

namespace pliant::lattice {

inline bool is_shared(const LatticeMesh& lattice, u32 p) {  // other particles stand at its site
    const std::vector<Vec3i>& site = lattice.particle_site;
    return (p > 0 && site[p] == site[p - 1]) || (p + 1 < site.size() && site[p] == site[p + 1]);
}

class NearBy {
  public:
    explicit NearBy(const LatticeMesh& lattice) : lattice_(lattice) {}
    void start(u32 p) {
        if (near_.empty()) {
            near_.assign(lattice_.particle_count(), none), cells_.resize(lattice_.particle_count());
            for (u32 c = 0; c < lattice_.cell_count(); ++c)
                for (const u32 q : lattice_.cell_corner[c]) cells_[q].push_back(c);
        }
        number_ = p;
        std::vector<u32> found{p};
        near_[p] = p;
        for (size_t i = 0, steps = 0; steps < 3; ++steps)
            for (const size_t end = found.size(); i < end; ++i)
                for (const u32 c : cells_[found[i]])
                    for (const u32 q : lattice_.cell_corner[c])
                        if (near_[q] != number_) near_[q] = number_, found.push_back(q);
    }
    // The first corner of a triangle of the lattice's skin hangs on one of them.
    bool carries(const ContactSurface& skin, u32 triangle) const {
        const std::span<const u32> particles{&skin.particle[8 * static_cast<size_t>(skin.triangles[triangle][0])], 8};
        return std::any_of(particles.begin(), particles.end(), [&](u32 q) { return near_[q] == number_; });
    }

  private:
    static constexpr u32 none = 0xffffffffu;
    const LatticeMesh& lattice_;
    u32 number_ = none;
    std::vector<std::vector<u32>> cells_;  // around each particle
    std::vector<u32> near_;                // the particle that each was last found near
};

}  // namespace pliant::lattice
