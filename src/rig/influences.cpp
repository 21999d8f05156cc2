#include "rig/influences.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/lanes.h"

namespace pliant {

namespace {

// No joint twice, the strongest first, no more than there may be, together 1.
void tidy(std::vector<Influence>& list, u32 fallback, InfluenceRepairs& repairs) {
    const size_t before = list.size();
    std::erase_if(list, [](const Influence& i) { return !(i.weight >= 0) || !std::isfinite(i.weight); });
    repairs.senseless += before - list.size();
    std::sort(list.begin(), list.end(), [](const Influence& a, const Influence& b) {
        return a.joint != b.joint ? a.joint < b.joint : a.weight > b.weight;
    });
    std::vector<Influence> merged;
    for (const Influence& i : list) {
        if (i.weight == 0) continue;
        if (!merged.empty() && merged.back().joint == i.joint)
            merged.back().weight += i.weight;
        else
            merged.push_back(i);
    }
    std::sort(merged.begin(), merged.end(), [](const Influence& a, const Influence& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    if (merged.size() > max_influences) {
        merged.resize(max_influences);
        ++repairs.trimmed;
    }
    double sum = 0;
    for (const Influence& i : merged) sum += i.weight;
    for (Influence& i : merged) i.weight = static_cast<float>(i.weight / sum);
    if (merged.empty() || !(sum > 0) || !std::isfinite(sum)) {
        merged = {{fallback, 1}};
        ++repairs.without_weight;
    }
    list = std::move(merged);
}

}  // namespace

PackedInfluences pack(std::vector<std::vector<Influence>> of_vertex, const std::vector<u32>& fallback,
                      InfluenceRepairs& repairs) {
    PL_ASSERT(of_vertex.size() == fallback.size());
    PackedInfluences packed;
    packed.vertex_count = static_cast<u32>(of_vertex.size());
    for (size_t v = 0; v < of_vertex.size(); ++v) tidy(of_vertex[v], fallback[v], repairs);
    for (size_t begin = 0; begin < of_vertex.size(); begin += lane_count) {
        const size_t end = std::min(begin + lane_count, of_vertex.size());
        size_t rounds = 0;
        for (size_t v = begin; v < end; ++v) rounds = std::max(rounds, of_vertex[v].size());
        for (size_t r = 0; r < rounds; ++r)
            for (size_t v = begin; v < begin + lane_count; ++v) {
                const bool there = v < end && r < of_vertex[v].size();
                packed.joints.push_back(there ? of_vertex[v][r].joint : 0);
                packed.weights.push_back(there ? of_vertex[v][r].weight : 0);
            }
        packed.first_round.push_back(static_cast<u32>(packed.joints.size() / lane_count));
    }
    return packed;
}

u32 PackedInfluences::strongest(u32 vertex) const {
    PL_ASSERT(vertex < vertex_count);
    return joints[first_round[vertex / lane_count] * lane_count + vertex % lane_count];
}

}  // namespace pliant
