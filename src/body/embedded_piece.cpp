// The part of an embedded surface that a piece gets. Faces go with the triangle that their middle is nearest to, and
// keep their shape; points between faces that no longer hang together are doubled, as those of the body are.

#include <algorithm>
#include <map>

#include "body/embedded_surface.h"
#include "core/assert.h"
#include "geometry/triangle_edges.h"

namespace pliant {

namespace {

using Key = std::array<float, 3>;
Key key_of(const Vec3& v) { return {v.x, v.y, v.z}; }

// A triangle by where its corners are at rest, whichever comes first: that outlives a tear.
std::array<Key, 3> key_of(const SurfaceModel& s, u32 t) {
    std::array<Key, 3> key;
    for (u32 k = 0; k < 3; ++k) key[k] = key_of(s.positions[s.indices[3 * t + k]]);
    std::rotate(key.begin(), std::min_element(key.begin(), key.end()), key.end());
    return key;
}

}  // namespace

class EmbeddedPiece {
  public:
    EmbeddedPiece(const EmbeddedSurface& of_whole, const SurfaceModel& whole, const SurfaceModel& piece)
        : drawn_(of_whole), old_(of_whole.surface_), piece_(piece), nearest_(piece) {
        match(whole);
        find_neighbors();
        list_faces();
    }

    std::shared_ptr<const EmbeddedSurface> make() {
        mesh_.name = "drawn", mesh_.materials = old_.materials;
        split_points();
        add_faces();
        add_walls();
        const Triangulation triangulation = triangulate(mesh_);
        return std::shared_ptr<const EmbeddedSurface>(
            new EmbeddedSurface(make_surface_model(std::move(mesh_), triangulation), std::move(places_)));
    }

  private:
    // Which triangle of the piece each of the whole has become; what is left of the piece's are walls of cracks.
    void match(const SurfaceModel& whole) {
        std::map<std::array<Key, 3>, std::vector<u32>> known;
        const u32 count = static_cast<u32>(whole.indices.size() / 3);
        for (u32 t = count; t-- > 0;) known[key_of(whole, t)].push_back(t);
        in_piece_.assign(count, no_index);
        for (u32 t = 0; t < piece_.indices.size() / 3; ++t) {
            const auto found = known.find(key_of(piece_, t));
            if (found == known.end() || found->second.empty()) {
                walls_.push_back(t);
            } else {
                in_piece_[found->second.back()] = t;
                found->second.pop_back();
            }
        }
    }

    // Triangles that still share an edge.
    void find_neighbors() {
        std::vector<TrianglePoints> triangles(piece_.indices.size() / 3);
        for (u32 t = 0; t < triangles.size(); ++t)
            for (u32 k = 0; k < 3; ++k) triangles[t][k] = piece_.vertex_point[piece_.indices[3 * t + k]];
        neighbors_.resize(triangles.size());
        for_each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> uses) {
            for (const EdgeUse& a : uses)
                for (const EdgeUse& b : uses)
                    if (a.triangle() != b.triangle()) neighbors_[a.triangle()].push_back(b.triangle());
        });
    }

    void list_faces() {
        faces_of_.resize(old_.point_count());
        for (u32 f = 0; f < drawn_.home_.size(); ++f) {
            if (in_piece_[drawn_.home_[f]] == no_index) continue;
            faces_.push_back(f);
            for (u32 c = old_.face_start[f]; c < old_.face_start[f + 1]; ++c)
                faces_of_[old_.vertex_point[old_.face_vertex[c]]].push_back(f);
        }
    }

    Vec3 rest_of(u32 point) const { return old_.positions[old_.point_vertex[point]]; }
    u32 home(u32 face) const { return in_piece_[drawn_.home_[face]]; }

    // Groups of faces around a point that hang together: by what is between their homes, within the distance of those.
    void split_points() {
        const u32 points = old_.point_count();
        for (u32 p = 0; p < points; ++p) {
            std::vector<u32>& faces = faces_of_[p];
            std::sort(faces.begin(), faces.end());
            faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
            if (faces.empty()) continue;
            const u32 own = in_piece_[drawn_.triangle_of_[p]];
            find_around(p, own);
            for (const u32 f : faces) {
                const u32 group = group_of(home(f));
                if (new_point_.count({p, group})) continue;
                new_point_[{p, group}] = static_cast<u32>(mesh_.points.size());
                mesh_.points.push_back(rest_of(p));
                const u32 t = own != no_index && group_of(own) == group ? own : nearest_in(group, rest_of(p));
                places_.push_back(make_embedded_point(piece_, nearest_.corner(t), rest_of(p)));
            }
            for (const u32 f : faces) point_of_[{p, f}] = new_point_[{p, group_of(home(f))}];
        }
    }

    void find_around(u32 p, u32 own) {
        const Vec3 at = rest_of(p);
        float reach2 = 0;
        around_.clear();
        for (const u32 f : faces_of_[p]) reach2 = std::max(reach2, nearest_.distance_squared_to(home(f), at));
        if (own != no_index) reach2 = std::max(reach2, nearest_.distance_squared_to(own, at));
        const float reach = std::sqrt(reach2) * 1.0001f + 1e-7f * length(at);
        nearest_.tree().overlap(Box{at, at}.grown(reach), [&](u32 t) {
            if (nearest_.distance_squared_to(t, at) <= reach * reach) around_.push_back(t);
        });
        for (const u32 f : faces_of_[p]) around_.push_back(home(f));
        if (own != no_index) around_.push_back(own);
        std::sort(around_.begin(), around_.end());
        around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
        group_.assign(around_.size(), no_index);
        std::vector<u32> open;
        for (u32 i = 0; i < around_.size(); ++i) {
            if (group_[i] != no_index) continue;
            group_[i] = i, open.assign(1, around_[i]);
            while (!open.empty()) {
                const u32 t = open.back();
                open.pop_back();
                for (const u32 n : neighbors_[t]) {
                    const auto found = std::lower_bound(around_.begin(), around_.end(), n);
                    if (found == around_.end() || *found != n || group_[found - around_.begin()] != no_index) continue;
                    group_[found - around_.begin()] = i;
                    open.push_back(n);
                }
            }
        }
    }

    u32 group_of(u32 triangle) const {
        return group_[std::lower_bound(around_.begin(), around_.end(), triangle) - around_.begin()];
    }

    u32 nearest_in(u32 group, const Vec3& at) const {
        u32 best = no_index;
        float nearest = 0;
        for (u32 i = 0; i < around_.size(); ++i) {
            if (group_[i] != group) continue;
            const float d = nearest_.distance_squared_to(around_[i], at);
            if (best == no_index || d < nearest) best = around_[i], nearest = d;
        }
        return best;
    }

    void add_faces() {
        std::map<std::array<u32, 2>, u32> vertices;  // of an old vertex and a new point
        for (const u32 f : faces_) {
            for (u32 c = old_.face_start[f]; c < old_.face_start[f + 1]; ++c) {
                const u32 v = old_.face_vertex[c], point = point_of_[{old_.vertex_point[v], f}];
                const auto [known, is_new] =
                    vertices.try_emplace({v, point}, static_cast<u32>(mesh_.vertex_point.size()));
                if (is_new) add_vertex(old_, v, point);
                mesh_.face_vertex.push_back(known->second);
            }
            mesh_.face_start.push_back(static_cast<u32>(mesh_.face_vertex.size()));
            mesh_.face_material.push_back(old_.face_material[f]);
        }
    }

    void add_vertex(const SurfaceModel& from, u32 v, u32 point) {
        mesh_.vertex_point.push_back(point);
        mesh_.normals.push_back(from.normals[v]);
        if (!old_.uv.empty()) mesh_.uv.push_back(from.uv.empty() ? Vec2{} : from.uv[v]);
    }

    // As they are.
    void add_walls() {
        std::map<u32, u32> points, vertices;
        for (const u32 t : walls_) {
            for (u32 k = 0; k < 3; ++k) {
                const u32 v = piece_.indices[3 * t + k], p = piece_.vertex_point[v];
                const auto [point, new_point] = points.try_emplace(p, static_cast<u32>(mesh_.points.size()));
                if (new_point) {
                    mesh_.points.push_back(piece_.positions[v]);
                    places_.push_back({{v, v, v}, {1, 0, 0}, {}});
                }
                const auto [known, is_new] = vertices.try_emplace(v, static_cast<u32>(mesh_.vertex_point.size()));
                if (is_new) add_vertex(piece_, v, point->second);
                mesh_.face_vertex.push_back(known->second);
            }
            mesh_.face_start.push_back(static_cast<u32>(mesh_.face_vertex.size()));
            mesh_.face_material.push_back(material_of_wall(t));
        }
    }

    u32 material_of_wall(u32 t) {
        for (const MaterialRange& r : piece_.ranges) {
            if (3 * t < r.first_index || 3 * t >= r.first_index + r.index_count) continue;
            const auto known = std::find(mesh_.materials.begin(), mesh_.materials.end(), piece_.materials[r.material]);
            if (known != mesh_.materials.end()) return static_cast<u32>(known - mesh_.materials.begin());
            mesh_.materials.push_back(piece_.materials[r.material]);
            break;
        }
        return static_cast<u32>(mesh_.materials.size() - 1);
    }

    const EmbeddedSurface& drawn_;
    const SurfaceModel &old_, &piece_;
    const NearestTriangle nearest_;

    std::vector<u32> in_piece_;  // of each triangle of the whole, or none
    std::vector<u32> walls_;     // triangles of the piece
    std::vector<std::vector<u32>> neighbors_;
    std::vector<u32> faces_;                                  // that go with the piece
    std::vector<std::vector<u32>> faces_of_;                  // of each old point
    std::map<std::array<u32, 2>, u32> new_point_, point_of_;  // of an old point and its group, or a face
    std::vector<u32> around_, group_;  // triangles around a point, ascending, and the group of each

    Mesh mesh_;
    std::vector<EmbeddedPoint> places_;
};

std::shared_ptr<const EmbeddedSurface> EmbeddedSurface::of_piece(const SurfaceModel& whole,
                                                                 const SurfaceModel& piece) const {
    PL_ASSERT(!triangle_of_.empty() || places_.empty());
    return EmbeddedPiece(*this, whole, piece).make();
}

}  // namespace pliant
