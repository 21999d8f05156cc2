#include "rig/skinning.h"
#include "bench/bench.h"
#include "core/cpu.h"
#include "core/random.h"

namespace pliant::bench {

namespace {

// A chain of bones, and vertices that follow four neighbours of it each.
Character chain(u32 vertices, u32 bones) {
    Character c;
    for (u32 b = 0; b < bones; ++b) {
        c.nodes.push_back({"bone " + std::to_string(b), b ? b - 1 : Node::none, {{0, 0.1, 0}, {}, {1, 1, 1}}, 0, 0});
        c.joints.push_back({b, {Mat3d::identity(), {0, -0.1 * (b + 1), 0}}});
    }
    c.skins = {{"skin", 0, bones}};
    Random random(1);
    std::vector<std::vector<Influence>> influences(vertices);
    for (u32 v = 0; v < vertices; ++v) {
        c.mesh.points.push_back(
            {random.real(-1, 1), random.real(0, 0.1f * static_cast<float>(bones)), random.real(-1, 1)});
        c.mesh.normals.push_back({0, 1, 0});
        c.mesh.vertex_point.push_back(v);
        const u32 first = random.below(bones - 3);
        for (u32 k = 0; k < 4; ++k) influences[v].push_back({first + k, random.real(0.1f, 1)});
    }
    InfluenceRepairs repairs;
    finish(c, std::move(influences), std::vector<u32>(vertices, 0), repairs);
    return c;
}

}  // namespace

void skinning(const Options& options) {
    Report report("skinning", options.json);
    const std::vector<u32> sizes =
        options.quick ? std::vector<u32>{1000, 10000} : std::vector<u32>{1000, 10000, 100000};
    const Isa before = active_isa();
    for (const u32 vertices : sizes) {
        const Character c = chain(vertices, 40);
        CharacterPose pose;
        std::vector<PlacedNode> nodes;
        SkinningScratch scratch;
        std::vector<Vec3> positions(vertices), normals(vertices);
        rest_pose(c, pose);
        const auto with = [&](Isa isa) {
            return [&, isa] {
                set_active_isa(isa);
                place_nodes(c, {}, pose, nodes);
                skin(c, nodes, pose, scratch, positions, normals);
            };
        };
        const std::vector<double> s = median_seconds({with(Isa::v2), with(best_isa())});
        report.row({{"vertices", number(vertices, 8)},
                    {"us", number(s[1] * 1e6)},
                    {"ns_per_vertex", number(s[1] * 1e9 / vertices)},
                    {"ns_per_vertex_sse", number(s[0] * 1e9 / vertices)}});
    }
    set_active_isa(before);
}

}  // namespace pliant::bench
