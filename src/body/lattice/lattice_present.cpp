// The surface follows its cells: positions by trilinear weights, normals and tangents by the gradient of the same map,
// so that hard edges and authored normals stay what they were.

#include "body/lattice/lattice_matter.h"
#include "core/lanes.h"

namespace pliant::lattice {

namespace {

struct Deformed {
    f32x4 position, along[3];  // the derivative along each axis of the cell, per cell width
};

PL_INLINE f32x4 load(const Float4* p, u32 i) { return load4(&p[i].x); }

// Blends eight corners along x, then y, then z; differences on the way are the derivatives.
PL_INLINE Deformed deform(const Float4* position, const std::array<u32, 8>& c, const Vec3& at) {
    const f32x4 x = splat4(at.x), y = splat4(at.y), z = splat4(at.z);
    const f32x4 p0 = load(position, c[0]), p2 = load(position, c[2]), p4 = load(position, c[4]),
                p6 = load(position, c[6]);
    const f32x4 d00 = load(position, c[1]) - p0, d10 = load(position, c[3]) - p2, d01 = load(position, c[5]) - p4,
                d11 = load(position, c[7]) - p6;
    const f32x4 a00 = p0 + d00 * x, a10 = p2 + d10 * x, a01 = p4 + d01 * x, a11 = p6 + d11 * x;
    const f32x4 ey0 = a10 - a00, ey1 = a11 - a01, dx0 = d00 + (d10 - d00) * y, dx1 = d01 + (d11 - d01) * y;
    const f32x4 b0 = a00 + ey0 * y, b1 = a01 + ey1 * y, ez = b1 - b0;
    return {b0 + ez * z, {dx0 + (dx1 - dx0) * z, ey0 + (ey1 - ey0) * z, ez}};
}

PL_INLINE Vec3 xyz(f32x4 v) { return {v[0], v[1], v[2]}; }

}  // namespace

void LatticeMatter::present(const ParticleView& view, SurfaceFrame& frame) const {
    const LatticeModel& m = *model_;
    const u32 n = m.surface.vertex_count();
    frame.positions.resize(n), frame.normals.resize(n), frame.tangents.resize(m.surface.tangents.size());
    frame.bounds = {};
    const Vec3 per_metre{1 / m.lattice.spacing.x, 1 / m.lattice.spacing.y, 1 / m.lattice.spacing.z};
    for (u32 v = 0; v < n; ++v) {
        const Deformed d = deform(view.position, m.lattice.cell_corner[m.vertex_cell[v]], m.vertex_place[v]);
        const Mat3 gradient{
            {xyz(d.along[0]) * per_metre.x, xyz(d.along[1]) * per_metre.y, xyz(d.along[2]) * per_metre.z}};
        const Vec3 at = xyz(d.position);
        frame.positions[v] = at;
        frame.normals[v] = direction(cofactor(gradient) * m.surface.normals[v], Vec3{0, 1, 0});
        if (!m.surface.tangents.empty()) {
            frame.tangents[v].set_xyz(direction(gradient * m.surface.tangents[v].xyz(), Vec3{1, 0, 0}));
            frame.tangents[v].w = m.surface.tangents[v].w;
        }
        frame.bounds.add(at);
    }
}

}  // namespace pliant::lattice
