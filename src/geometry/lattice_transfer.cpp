#include "geometry/lattice_transfer.h"

#include "core/assert.h"
#include "core/contract.h"

namespace pliant {

LatticeTransfer::LatticeTransfer(const LatticeMesh& from, const LatticeMesh& to) : from_count_(from.particle_count()) {
    PL_VALIDATE(to);
    const LatticeEmbedding embedding(from);
    start_.assign(1, 0);
    for (u32 p = 0; p < to.particle_count(); ++p) {
        const LatticePlace place = embedding.find(to.rest_position(p));
        const Vec3 inside = least(greatest(place.at, Vec3{0, 0, 0}), Vec3{1, 1, 1}), beyond = place.at - inside;
        u32 last = place.cell + 1;  // of those at the same site
        while (last < from.cell_count() && from.cell_site[last] == from.cell_site[place.cell]) ++last;
        for (u32 cell = place.cell; cell < last; ++cell)
            for (int c = 0; c < 8; ++c) {
                float weight = trilinear_weight(inside, c);
                // The mean gradient along an axis: four edges, each with a quarter.
                for (int axis = 0; axis < 3; ++axis) weight += (c >> axis & 1 ? 0.25f : -0.25f) * beyond[axis];
                sources_.push_back({from.cell_corner[cell][c], weight / static_cast<float>(last - place.cell)});
            }
        start_.push_back(static_cast<u32>(sources_.size()));
    }
}

void LatticeTransfer::transfer(std::span<const Vec3> from, std::span<Vec3> to) const {
    PL_ASSERT(from.size() == from_count_ && to.size() + 1 == start_.size());
    for (size_t p = 0; p < to.size(); ++p) {
        Vec3d at;
        for (u32 s = start_[p]; s < start_[p + 1]; ++s)
            at += from[sources_[s].particle].to<double>() * static_cast<double>(sources_[s].weight);
        to[p] = at.to<float>();
    }
}

}  // namespace pliant
