#include "body/torn_render_surface.h"

#include <algorithm>
#include <cmath>

#include "body/surface_shading.h"

namespace pliant {

namespace {

class TornRenderSurfaceBuilder {
  public:
    explicit TornRenderSurfaceBuilder(const TornRenderSurfaceInput& in) : in_(in) {}

    TornRenderSurface build() {
        list_corners();
        find_wall_normals();
        make_surface();
        return std::move(out_);
    }

  private:
    // A vertex of the piece: one that was drawn before, or none for those of walls, at a torn point.
    struct Corner {
        u32 drawn, torn;
        bool operator==(const Corner&) const = default;
        bool operator<(const Corner& o) const { return drawn != o.drawn ? drawn < o.drawn : torn < o.torn; }
    };

    // In ascending order. Nearly everything that is drawn is at one torn point only; what is not is sorted.
    void list_corners() {
        std::vector<u32> first(in_.whole.vertex_count(), no_index);
        std::vector<Corner> more;
        out_.point.assign(in_.places.size(), no_index);
        for (const u32 i : in_.triangles)
            for (size_t k = 0; k < 3; ++k) {
                const u32 drawn = in_.tearable.vertex[i][k], torn = in_.triangle_points[i][k];
                out_.point[torn] = 0;
                if (first[drawn] == no_index) first[drawn] = torn;
                if (first[drawn] != torn) more.push_back({drawn, torn});
            }
        std::sort(more.begin(), more.end());
        more.erase(std::unique(more.begin(), more.end()), more.end());
        corner_start_.reserve(first.size() + 1);
        auto next = more.begin();
        for (u32 drawn = 0; drawn < first.size(); ++drawn) {
            corner_start_.push_back(static_cast<u32>(corners_.size()));
            if (first[drawn] == no_index) continue;
            const auto begin = static_cast<std::ptrdiff_t>(corners_.size());
            corners_.push_back({drawn, first[drawn]});
            while (next != more.end() && next->drawn == drawn) corners_.push_back(*next++);
            std::sort(corners_.begin() + begin, corners_.end());
        }
        list_walls();
        for (u32 v = 0; v < out_.point.size(); ++v) {
            if (out_.point[v] == no_index) continue;
            out_.point[v] = static_cast<u32>(out_.point_torn.size());
            out_.point_torn.push_back(v);
        }
        for (const Corner& c : corners_) out_.vertex_before.push_back(c.drawn), out_.vertex_torn.push_back(c.torn);
    }
    void list_walls() {
        wall_corner_.assign(out_.point.size(), no_index);
        for (const TrianglePoints& wall : in_.walls)
            for (const u32 v : wall) out_.point[v] = wall_corner_[v] = 0;
        for (u32 v = 0; v < wall_corner_.size(); ++v) {
            if (wall_corner_[v] == no_index) continue;
            wall_corner_[v] = static_cast<u32>(corners_.size());
            corners_.push_back({no_index, v});
        }
    }
    u32 number(const Corner& c) const {
        if (c.drawn == no_index) return wall_corner_[c.torn];
        u32 n = corner_start_[c.drawn];
        while (corners_[n].torn != c.torn) ++n;
        return n;
    }

    // Walls are shaded as one smooth surface.
    void find_wall_normals() {
        out_.wall_normal.assign(out_.point_torn.size(), {});
        for (const auto& [a, b, c] : in_.walls) {
            const Vec3 n = cross(in_.places[b] - in_.places[a], in_.places[c] - in_.places[a]);
            for (const u32 v : {a, b, c}) out_.wall_normal[out_.point[v]] += n;
        }
        const float tiny = 1e-12f * in_.spacing * in_.spacing;
        for (Vec3& n : out_.wall_normal) n = length(n) > tiny ? direction(n, Vec3{}) : Vec3{};
    }

    // From the side on which the wall lies most flatly, once across the body.
    Vec2 wall_uv(const Vec3& at, const Vec3& normal) const {
        const Vec3 size = in_.size, flat{std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)};
        const float longest = std::max({size.x, size.y, size.z, 1e-20f});
        const int axis = flat.x >= flat.y && flat.x >= flat.z ? 0 : flat.y >= flat.z ? 1 : 2;
        const Vec3 q = (at - in_.center) / longest;
        return {0.5f + q[(axis + 1) % 3], 0.5f + q[(axis + 2) % 3]};
    }

    void make_surface() {
        const SurfaceModel& from = in_.whole;
        SurfaceModel& s = out_.surface;
        s.materials = from.materials;
        if (!in_.walls.empty()) s.materials.push_back(in_.inside);
        for (const Corner& c : corners_) {
            const bool wall = c.drawn == no_index;
            const Vec3 at = in_.places[c.torn], normal = direction(out_.wall_normal[out_.point[c.torn]], Vec3{0, 1, 0});
            s.positions.push_back(wall ? at : from.positions[c.drawn]);
            s.normals.push_back(wall ? normal : from.normals[c.drawn]);
            if (!from.uv.empty()) s.uv.push_back(wall ? wall_uv(at, normal) : from.uv[c.drawn]);
            s.vertex_point.push_back(out_.point[c.torn]);
        }
        s.point_vertex.assign(out_.point_torn.size(), 0);
        for (u32 v = s.vertex_count(); v-- > 0;) s.point_vertex[s.vertex_point[v]] = v;
        add_triangles();
        for (const Attribute& a : from.attributes) carry(a);
        s.tangents.resize(s.uv.empty() ? 0 : s.positions.size());
        if (!s.uv.empty()) find_tangents(s, s.positions, s.normals, s.tangents);
    }

    void add_triangles() {
        SurfaceModel& s = out_.surface;
        s.face_start.assign(1, 0);
        for (u32 material = 0; material < s.materials.size(); ++material) {
            const u32 first = static_cast<u32>(s.indices.size());
            for (const u32 i : in_.triangles)
                for (size_t k = 0; k < 3 && in_.tearable.material[i] == material; ++k)
                    s.indices.push_back(number({in_.tearable.vertex[i][k], in_.triangle_points[i][k]}));
            if (!in_.walls.empty() && material + 1 == s.materials.size())
                for (const TrianglePoints& wall : in_.walls)
                    for (const u32 v : wall) s.indices.push_back(number({no_index, v}));
            const u32 count = static_cast<u32>(s.indices.size()) - first;
            if (count) s.ranges.push_back({material, first, count});
            for (u32 i = 0; i < count / 3; ++i) {
                s.face_start.push_back(first + 3 * (i + 1));
                s.face_material.push_back(material);
            }
        }
        s.face_vertex = s.indices;
    }

    // Walls inside the body have what was never painted: 0.
    void carry(const Attribute& a) {
        Attribute now{a.name, std::vector<float>(out_.point_torn.size(), 0)};
        for (const Corner& c : corners_)
            if (c.drawn != no_index) now.values[out_.point[c.torn]] = a.values[in_.whole.vertex_point[c.drawn]];
        out_.surface.attributes.push_back(std::move(now));
    }

    const TornRenderSurfaceInput& in_;
    TornRenderSurface out_;
    std::vector<Corner> corners_;
    std::vector<u32> corner_start_;  // of each vertex that was drawn: its first corner
    std::vector<u32> wall_corner_;   // of each torn point: its corner of walls, or none
};

}  // namespace

TornRenderSurface make_torn_render_surface(const TornRenderSurfaceInput& in) {
    return TornRenderSurfaceBuilder(in).build();
}

}  // namespace pliant
