// The surface follows its cells: positions by trilinear weights, normals and tangents by the gradient of the map, so
// that hard edges and authored normals stay what they were. The gradient of one cell ends at its faces, and light would
// show every one of them; so gradients are means at the particles, and blended between them like positions.

#include <algorithm>
#include <numeric>

#include "body/lattice/lattice_matter.h"
#include "body/parts.h"
#include "core/assert.h"
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

const ShownCells& LatticeModel::shown() const {
    std::call_once(shown_once, [&] {
        std::vector<u32> all(lattice.cell_count());
        std::iota(all.begin(), all.end(), 0u);
        find_shown(all);
    });
    return shown_;
}

void LatticeModel::find_shown(std::span<const u32> cells) const {
    shown_.cells.clear(), shown_.corners.clear();
    std::vector<u32> place(particle_count, ShownCells::none);
    for (const u32 cell : vertex_cell)
        for (const u32 p : lattice.cell_corner[cell]) place[p] = 0;
    for (u32 p = 0; p < particle_count; ++p) {
        if (place[p] == ShownCells::none) continue;
        place[p] = static_cast<u32>(shown_.corners.size());
        shown_.corners.push_back({p, {}});
        shown_.corners.back().slope.fill(ShownCells::none);
    }
    for (const u32 cell : cells) {
        bool shows = false;
        for (const u32 p : lattice.cell_corner[cell]) {
            if (place[p] == ShownCells::none) continue;
            std::array<u32, 8>& slope = shown_.corners[place[p]].slope;
            const auto free = std::find(slope.begin(), slope.end(), ShownCells::none);
            if (free != slope.end()) *free = static_cast<u32>(shown_.cells.size());
            shows = true;
        }
        if (shows) shown_.cells.push_back(cell);
    }
}

void LatticeMatter::find_gradients(const ParticleView& view, Team& team) const {
    const LatticeMesh& mesh = model_->lattice;
    const ShownCells& shown = model_->shown();
    slope_.resize(3 * shown.cells.size());
    const f32x4 per_metre[3] = {splat4(0.25f / mesh.spacing.x), splat4(0.25f / mesh.spacing.y),
                                splat4(0.25f / mesh.spacing.z)};
    const Float4* x = view.position;
    constexpr u32 per_part = 4096;
    in_parts(team, static_cast<u32>(shown.cells.size()), per_part, [&](u32 begin, u32 end) {
        for (size_t i = begin; i < end; ++i) {
            const std::array<u32, 8>& c = mesh.cell_corner[shown.cells[i]];
            const f32x4 p0 = at_corner(x, c[0]), p1 = at_corner(x, c[1]), p2 = at_corner(x, c[2]),
                        p3 = at_corner(x, c[3]), p4 = at_corner(x, c[4]), p5 = at_corner(x, c[5]),
                        p6 = at_corner(x, c[6]), p7 = at_corner(x, c[7]);
            const f32x4 along[3] = {((p1 - p0) + (p3 - p2)) + ((p5 - p4) + (p7 - p6)),
                                    ((p2 - p0) + (p3 - p1)) + ((p6 - p4) + (p7 - p5)),
                                    ((p4 - p0) + (p5 - p1)) + ((p6 - p2) + (p7 - p3))};
            for (size_t axis = 0; axis < 3; ++axis) store4(&slope_[3 * i + axis].x, along[axis] * per_metre[axis]);
        }
    });
    if (shown.corners.empty()) return;
    gradient_.resize(3 * static_cast<size_t>(view.count));
    in_parts(team, static_cast<u32>(shown.corners.size()), per_part, [&](u32 begin, u32 end) {
        for (const ShownCells::Corner& corner : std::span(shown.corners).subspan(begin, end - begin)) {
            f32x4 sum[3] = {splat4(0), splat4(0), splat4(0)};
            float cells = 0;
            for (const u32 slope : corner.slope) {
                if (slope == ShownCells::none) break;
                for (size_t axis = 0; axis < 3; ++axis) sum[axis] = sum[axis] + load4(&slope_[3 * slope + axis].x);
                ++cells;
            }
            const f32x4 share = splat4(1 / cells);
            for (size_t axis = 0; axis < 3; ++axis)
                store4(&gradient_[3 * static_cast<size_t>(corner.particle) + axis].x, sum[axis] * share);
        }
    });
}

void LatticeMatter::present(const ParticleView& view, SurfaceFrame& frame, Team& team) const {
    PL_ASSERT(view.count == model_->particle_count);
    const LatticeModel& m = *model_;
    const u32 n = m.surface.vertex_count();
    frame.positions.resize(n), frame.normals.resize(n), frame.tangents.resize(m.surface.tangents.size());
    find_gradients(view, team);
    frame.bounds = boxed_in_parts(team, n, [&](u32 begin, u32 end) { return present(view, frame, begin, end); });
}

Box LatticeMatter::present(const ParticleView& view, SurfaceFrame& frame, u32 begin, u32 end) const {
    PL_ASSERT(begin <= end && end <= model_->surface.vertex_count());
    const LatticeModel& m = *model_;
    Box bounds;
    for (u32 v = begin; v < end; ++v) {
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
        bounds.add(at);
    }
    return bounds;
}

}  // namespace pliant::lattice
