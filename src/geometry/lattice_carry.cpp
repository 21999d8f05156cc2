#include "geometry/lattice_carry.h"

#include "core/assert.h"

namespace pliant {

LatticeCarry::LatticeCarry(const LatticeMesh& from, const LatticeMesh& to) : from_count_(from.particle_count()) {
    const LatticeEmbedding embedding(from);
    sources_.reserve(to.particle_count());
    for (u32 p = 0; p < to.particle_count(); ++p) {
        const LatticePlace place = embedding.find(to.rest_position(p));
        const Vec3 inside = least(greatest(place.at, Vec3{0, 0, 0}), Vec3{1, 1, 1}), beyond = place.at - inside;
        Source source{from.cell_corner[place.cell], {}};
        for (int c = 0; c < 8; ++c) {
            source.weight[c] = trilinear_weight(inside, c);
            // The mean gradient along an axis: four edges, each with a quarter.
            for (int axis = 0; axis < 3; ++axis) source.weight[c] += (c >> axis & 1 ? 0.25f : -0.25f) * beyond[axis];
        }
        sources_.push_back(source);
    }
}

void LatticeCarry::carry(std::span<const Vec3> from, std::span<Vec3> to) const {
    PL_ASSERT(from.size() == from_count_ && to.size() == sources_.size());
    for (size_t p = 0; p < to.size(); ++p) {
        Vec3d at;
        for (int c = 0; c < 8; ++c)
            at += from[sources_[p].particle[c]].to<double>() * static_cast<double>(sources_[p].weight[c]);
        to[p] = at.to<float>();
    }
}

}  // namespace pliant
