// The surface follows its cells: positions by trilinear weights, normals and tangents by the gradient of the map, so
// that hard edges and authored normals stay what they were. The gradient of one cell ends at its faces, and light would
// show every one of them; so gradients are means at the particles, and blended between them like positions.

#include <algorithm>

#include "body/lattice/lattice_matter.h"
#include "core/lanes.h"

namespace pliant::lattice {

namespace {

PL_INLINE f32x4 at_corner(const Float4* p, u32 i) { return load4(&p[i].x); }

// Blends eight corners along x, then y, then z.
PL_INLINE f32x4 blend(const f32x4* c, f32x4 x, f32x4 y, f32x4 z) {
    const f32x4 a00 = c[0] + (c[1] - c[0]) * x, a10 = c[2] + (c[3] - c[2]) * x, a01 = c[4] + (c[5] - c[4]) * x,
                a11 = c[6] + (c[7] - c[6]) * x;
    const f32x4 b0 = a00 + (a10 - a00) * y, b1 = a01 + (a11 - a01) * y;
    return b0 + (b1 - b0) * z;
}

PL_INLINE Vec3 xyz(f32x4 v) { return {v[0], v[1], v[2]}; }

}  // namespace

void LatticeMatter::find_gradients(const ParticleView& view) const {
    const LatticeMesh& mesh = model_->lattice;
    gradient_.resize(3 * static_cast<size_t>(view.count));
    std::fill(gradient_.begin(), gradient_.end(), Float4{});
    const f32x4 per_metre[3] = {splat4(0.25f / mesh.spacing.x), splat4(0.25f / mesh.spacing.y),
                                splat4(0.25f / mesh.spacing.z)};
    const Float4* x = view.position;
    for (const std::array<u32, 8>& c : mesh.cell_corner) {
        const f32x4 p0 = at_corner(x, c[0]), p1 = at_corner(x, c[1]), p2 = at_corner(x, c[2]), p3 = at_corner(x, c[3]),
                    p4 = at_corner(x, c[4]), p5 = at_corner(x, c[5]), p6 = at_corner(x, c[6]), p7 = at_corner(x, c[7]);
        f32x4 along[3] = {((p1 - p0) + (p3 - p2)) + ((p5 - p4) + (p7 - p6)),
                          ((p2 - p0) + (p3 - p1)) + ((p6 - p4) + (p7 - p5)),
                          ((p4 - p0) + (p5 - p1)) + ((p6 - p2) + (p7 - p3))};
        for (size_t axis = 0; axis < 3; ++axis) {
            along[axis] = along[axis] * per_metre[axis];
            along[axis][3] = 1;  // counts the cells around a particle
        }
        for (const u32 p : c)
            for (size_t axis = 0; axis < 3; ++axis) {
                Float4& sum = gradient_[3 * static_cast<size_t>(p) + axis];
                store4(&sum.x, load4(&sum.x) + along[axis]);
            }
    }
    for (Float4& g : gradient_) g.set_xyz(g.xyz() / std::max(g.w, 1.0f));
}

void LatticeMatter::present(const ParticleView& view, SurfaceFrame& frame) const {
    const LatticeModel& m = *model_;
    const u32 n = m.surface.vertex_count();
    frame.positions.resize(n), frame.normals.resize(n), frame.tangents.resize(m.surface.tangents.size());
    frame.bounds = {};
    find_gradients(view);
    for (u32 v = 0; v < n; ++v) {
        const std::array<u32, 8>& cell = m.lattice.cell_corner[m.vertex_cell[v]];
        const Vec3& place = m.vertex_place[v];
        const f32x4 x = splat4(place.x), y = splat4(place.y), z = splat4(place.z);
        f32x4 corner[8];
        for (size_t c = 0; c < 8; ++c) corner[c] = at_corner(view.position, cell[c]);
        const Vec3 at = xyz(blend(corner, x, y, z));
        Mat3 gradient;
        for (size_t axis = 0; axis < 3; ++axis) {
            for (size_t c = 0; c < 8; ++c)
                corner[c] = at_corner(gradient_.data(), 3 * cell[c] + static_cast<u32>(axis));
            gradient.column[axis] = xyz(blend(corner, x, y, z));
        }
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
