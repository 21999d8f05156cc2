#include "geometry/tet_bridges.h"

#include <algorithm>

#include "core/assert.h"
#include "geometry/tet_faces.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

// Takes them out one by one, but for those that hold parts together.
TetMesh without_what_holds(const TetMesh& mesh, std::span<const u8> kept) {
    constexpr int max_tries = 32;  // each looks at the whole mesh
    std::vector<u8> left(kept.size(), 1);
    const u32 parts = piece_count(mesh);
    TetMesh best = mesh;
    int tries = 0;
    for (size_t t = 0; t < kept.size() && tries < max_tries; ++t) {
        if (kept[t]) continue;
        ++tries;
        left[t] = 0;
        TetMesh less = mesh;
        keep_tets(less, left);
        if (piece_count(less) != parts)
            left[t] = 1;
        else
            best = std::move(less);
    }
    return best;
}

class Bridges {
  public:
    Bridges(const TetMesh& mesh, const SolidField& field, double limit)
        : mesh_(mesh), field_(field), limit_(limit), faces_(tet_faces(mesh.tets)), kept_(mesh.tets.size(), 1) {}

    // 0 for each tet of a bridge: those at the boundary that are too far out, and those behind them that then are.
    std::vector<u8> find() {
        constexpr double a_third = 1.0 / 3;
        constexpr Vec3d places[] = {
            {a_third, a_third, a_third}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}};
        peel(places);
        while (peel(std::span(places).first(1))) continue;
        return kept_;
    }

  private:
    Vec3d at(u32 p) const { return mesh_.points[p].to<double>(); }

    bool peel(std::span<const Vec3d> places) {
        std::vector<u32> off;
        for (const TetFace& f : faces_) {
            const bool first = kept_[f.tet[0]], second = f.tet[1] != TetFace::outside && kept_[f.tet[1]];
            if (first == second) continue;
            const u32 tet = first ? f.tet[0] : f.tet[1];
            if (is_far(f, places) && is_outside(tet)) off.push_back(tet);
        }
        for (const u32 tet : off) kept_[tet] = 0;
        return !off.empty();
    }

    bool is_far(const TetFace& f, std::span<const Vec3d> places) const {
        for (const Vec3d& w : places) {
            const Vec3d p = at(f.points[0]) * w.x + at(f.points[1]) * w.y + at(f.points[2]) * w.z;
            if (field_.distance_to_given(p, field_.cell()) > limit_) return true;
        }
        return false;
    }

    bool is_outside(u32 tet) const {
        Vec3d centre;
        for (const u32 p : mesh_.tets[tet]) centre += at(p) * 0.25;
        return field_.is_outside(centre) && field_.distance_to_given(centre, field_.cell()) > 0.5 * limit_;
    }

    const TetMesh& mesh_;
    const SolidField& field_;
    const double limit_;
    const std::vector<TetFace> faces_;
    std::vector<u8> kept_;
};

}  // namespace

bool remove_bridges(TetMesh& mesh, const SolidField& field, double limit) {
    PL_ASSERT(limit > 0);
    const std::vector<u8> kept = Bridges(mesh, field, limit).find();
    TetMesh less = mesh;
    keep_tets(less, kept);
    if (less.tets.size() == mesh.tets.size()) return false;
    if (piece_count(less) != piece_count(mesh)) less = without_what_holds(mesh, kept);
    const bool some = less.tets.size() < mesh.tets.size();
    mesh = std::move(less);
    return some;
}

}  // namespace pliant
