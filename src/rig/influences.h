// Which joints move a vertex, and how much: gathered one by one, then packed for lanes.
#pragma once

#include <vector>

#include "core/types.h"

namespace pliant {

struct Influence {
    u32 joint;
    float weight;
};

constexpr u32 max_influences = 8;  // of a vertex

// Influences of all vertices in blocks of eight vertices. A block has as many rounds as its busiest vertex has
// influences; vertices with fewer have joint 0 with no weight.
struct PackedInfluences {
    u32 vertex_count = 0;
    std::vector<u32> first_round{0};  // of block b; there is one more than blocks
    std::vector<u32> joints;          // eight a round
    std::vector<float> weights;       // eight a round; those of a vertex add up to 1

    u32 block_count() const { return static_cast<u32>(first_round.size() - 1); }
    // The joint that moves a vertex most.
    u32 strongest(u32 vertex) const;
    // f(joint, weight) for each joint that moves a vertex.
    template <class F>
    void each(u32 vertex, F&& f) const {
        const u32 block = vertex / 8, lane = vertex % 8;
        for (u32 round = first_round[block]; round < first_round[block + 1]; ++round)
            if (const float weight = weights[round * 8 + lane]; weight > 0) f(joints[round * 8 + lane], weight);
    }
};

struct InfluenceRepairs {
    u64 without_weight = 0;  // vertices that no joint moved; they follow the joint given for that
    u64 trimmed = 0;         // vertices with more influences than there may be: the weakest are left out
    u64 senseless = 0;       // weights below zero or not finite, left out
};

// `of_vertex` has the influences of each vertex in any order, `fallback` the joint for those that have none.
PackedInfluences pack(std::vector<std::vector<Influence>> of_vertex, const std::vector<u32>& fallback,
                      InfluenceRepairs& repairs);

}  // namespace pliant
