// From where an animator put the points of the mesh to where the corners of tets then are (body/smooth_fit.h): what
// should be small is how much the deformation changes from tet to tet, so that an affine one costs nothing.

#include "body/flesh/flesh_model.h"
#include "body/smooth_fit.h"
#include "geometry/tet_faces.h"

namespace pliant::flesh {

namespace {

// Derivatives of the weights of a tet's corners by place, times an edge.
std::array<Vec3d, 4> slopes(const FleshModel& m, u32 tet) {
    const TetPoints& t = m.tets[tet];
    const Vec3 corner[4] = {m.rest[t[0]], m.rest[t[1]], m.rest[t[2]], m.rest[t[3]]};
    const Mat3d rows = transposed(tet_shape(corner).inverse) * static_cast<double>(m.mean_edge);
    return {-(rows.column[0] + rows.column[1] + rows.column[2]), rows.column[0], rows.column[1], rows.column[2]};
}

}  // namespace

std::unique_ptr<PoseFit> FleshModel::make_pose_fit() const {
    constexpr double weak = 1e-3;  // what holds particles that nothing else does
    SmoothFitInput in;
    in.rest = rest;
    for (u32 point = 0; point < places.size(); ++point) {
        for (size_t k = 0; k < 4; ++k)
            in.weights.push_back({point, tets[places[point].tet][k], places[point].weight[k]});
        in.points.push_back(point);
    }
    for (const TetFace& f : tet_faces(tets)) {
        if (f.tet[1] == TetFace::outside) continue;
        for (size_t side = 0; side < 2; ++side) {
            const std::array<Vec3d, 4> slope = slopes(*this, f.tet[side]);
            for (size_t k = 0; k < 4; ++k)
                for (u32 axis = 0; axis < 3; ++axis)
                    in.smooth.push_back({in.smooth_rows + axis, tets[f.tet[side]][k],
                                         (side == 0 ? 1 : -1) * slope[k][static_cast<int>(axis)]});
        }
        in.smooth_rows += 3;
    }
    for (u32 p = 0; p < particle_count; ++p) in.smooth.push_back({in.smooth_rows++, p, weak});
    return make_smooth_fit(in);
}

}  // namespace pliant::flesh
