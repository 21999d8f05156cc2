// What there is to see inside a lattice: the edges of its cells, and how far they are from their rest shape.

#include <algorithm>

#include "body/lattice/lattice_matter.h"
#include "core/assert.h"
#include "core/svd3.h"

namespace pliant::lattice {

namespace {

// Mean gradients of eight cells: along each axis the mean of the four edges, per metre at rest.
Mat3x8 gradients(const LatticeMesh& mesh, u32 first, const Float4* position) {
    float f[3][3][lane_count];
    for (u32 l = 0; l < lane_count; ++l) {
        const u32 cell = std::min(first + l, static_cast<u32>(mesh.cell_count()) - 1);
        const std::array<u32, 8>& c = mesh.cell_corner[cell];
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 sum;
            for (int corner = 0; corner < 8; ++corner) {
                const Vec3 p = position[c[static_cast<size_t>(corner)]].xyz();
                sum = corner >> axis & 1 ? sum + p : sum - p;
            }
            for (int row = 0; row < 3; ++row) f[axis][row][l] = sum[row] / (4 * mesh.spacing[axis]);
        }
    }
    Mat3x8 m;
    for (int axis = 0; axis < 3; ++axis) m.column[axis] = {load8(f[axis][0]), load8(f[axis][1]), load8(f[axis][2])};
    return m;
}

}  // namespace

void LatticeMatter::links(std::vector<std::array<u32, 2>>& out) const {
    const size_t begin = out.size();
    for (const std::array<u32, 8>& c : model_->lattice.cell_corner)
        for (u32 a = 0; a < 8; ++a)
            for (u32 bit = 1; bit < 8; bit *= 2)
                if (!(a & bit)) out.push_back({std::min(c[a], c[a | bit]), std::max(c[a], c[a | bit])});
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
    out.erase(std::unique(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end()), out.end());
}

void LatticeMatter::strain(const ParticleView& view, std::span<float> particles) const {
    PL_ASSERT(view.count == model_->particle_count && particles.size() == view.count);
    const LatticeMesh& mesh = model_->lattice;
    const u32 cells = static_cast<u32>(mesh.cell_count());
    std::vector<u8> around(particles.size(), 0);  // cells around each particle, eight at most unless torn apart
    std::fill(particles.begin(), particles.end(), 0.0f);
    const f32x8 one = splat(1.0f);
    for (u32 first = 0; first < cells; first += lane_count) {
        const Vec3x8 s = svd(gradients(mesh, first, view.position)).s;
        const f32x8 most = greatest(absolute(s.x - one), greatest(absolute(s.y - one), absolute(s.z - one)));
        for (u32 l = 0; l < lane_count && first + l < cells; ++l)
            for (u32 p : mesh.cell_corner[first + l]) particles[p] += lane(most, l), ++around[p];
    }
    for (size_t p = 0; p < particles.size(); ++p)
        if (around[p]) particles[p] /= static_cast<float>(around[p]);
}

void LatticeModel::carry_to_surface(std::span<const float> particles, std::span<float> vertices) const {
    PL_ASSERT(particles.size() == particle_count && vertices.size() == vertex_cell.size());
    for (size_t v = 0; v < vertices.size(); ++v) {
        const std::array<u32, 8>& c = lattice.cell_corner[vertex_cell[v]];
        // Outside the lattice a value is that of the cell's border: weights beyond 0 … 1 would exaggerate it.
        const Vec3 at = least(greatest(vertex_place[v], Vec3{}), Vec3{1, 1, 1});
        float sum = 0;
        for (int corner = 0; corner < 8; ++corner)
            sum += trilinear_weight(at, corner) * particles[c[static_cast<size_t>(corner)]];
        vertices[v] = sum;
    }
}

}  // namespace pliant::lattice
