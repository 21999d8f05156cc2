#include "rig/bone_surface.h"

#include <algorithm>

#include "core/contract.h"
#include "rig/skinning.h"

namespace pliant {

namespace {

constexpr double max_cuts = 32;  // of a side

class SurfaceOfNodes {
  public:
    SurfaceOfNodes(const Character& character, const RestVertices& rest)
        : of_node(character.nodes.size()), c_(character), rest_(rest) {}

    void add(const std::array<u32, 3>& t, double spacing) {
        const Vec3d a = rest_.positions[t[0]].to<double>(), ab = rest_.positions[t[1]].to<double>() - a,
                    ac = rest_.positions[t[2]].to<double>() - a;
        const double area = length(cross(ab, ac)) / 2, longest = std::max({length(ab), length(ac), length(ac - ab)});
        if (!std::isfinite(area) || !(longest > 0)) return;
        const int n = static_cast<int>(std::clamp(std::ceil(longest / spacing), 1.0, max_cuts));
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n - i; ++j)
                for (int upside_down = 0; upside_down < (i + j + 1 < n ? 2 : 1); ++upside_down) {
                    const double third = (upside_down + 1) / 3.0, u = (i + third) / n, v = (j + third) / n;
                    of_node[strongest_node(t, {1 - u - v, u, v})].push_back({a + ab * u + ac * v, area / (n * n)});
                }
    }

    std::vector<std::vector<BoneSurfacePiece>> of_node;

  private:
    u32 strongest_node(const std::array<u32, 3>& t, const Vec3d& share) {
        sums_.clear();
        for (int k = 0; k < 3; ++k)
            c_.influences.each(t[k], [&](u32 joint, float weight) {
                const u32 node = c_.joints[joint].node;
                auto sum = std::find_if(sums_.begin(), sums_.end(), [&](const auto& s) { return s.first == node; });
                if (sum == sums_.end()) sum = sums_.insert(sum, {node, 0.0});
                sum->second += share[k] * static_cast<double>(weight);
            });
        return std::max_element(sums_.begin(), sums_.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; })
            ->first;
    }

    const Character& c_;
    const RestVertices& rest_;
    std::vector<std::pair<u32, double>> sums_;
};

}  // namespace

double RestVertices::size() const {
    Box box;
    for (const Vec3& p : positions)
        if (is_finite(p)) box.add(p);
    return box.empty() ? 0 : length(box.high.to<double>() - box.low.to<double>());
}

std::vector<std::array<u32, 3>> RestVertices::triangles(const Character& c) const {
    PL_ASSERT(positions.size() == c.vertex_count());
    std::vector<std::array<u32, 3>> all = triangulate(c.mesh).triangles;
    std::erase_if(all, [&](const std::array<u32, 3>& t) {
        return !is_finite(positions[t[0]]) || !is_finite(positions[t[1]]) || !is_finite(positions[t[2]]);
    });
    return all;
}

RestVertices rest_vertices(const Character& c, double scale) {
    PL_ASSERT(is_positive(scale));
    CharacterPose pose;
    RestVertices rest;
    SkinningScratch scratch;
    std::vector<Vec3> normals(c.vertex_count());
    rest.positions.resize(c.vertex_count());
    rest_pose(c, pose);
    place_nodes(c, {{}, {}, Vec3d{scale, scale, scale}}, pose, rest.nodes);
    skin(c, rest.nodes, pose, scratch, rest.positions, normals);
    return rest;
}

std::vector<std::vector<BoneSurfacePiece>> surface_of_nodes(const Character& c, const RestVertices& rest,
                                                            double spacing) {
    PL_ASSERT(rest.positions.size() == c.vertex_count() && is_positive(spacing));
    SurfaceOfNodes surface(c, rest);
    for (const auto& triangle : triangulate(c.mesh).triangles) surface.add(triangle, spacing);
    return std::move(surface.of_node);
}

}  // namespace pliant
