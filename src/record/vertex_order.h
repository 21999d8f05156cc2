// Vertices in the order of a .glb: the points of the input first, in theirs, then those that a seam doubles.
#pragma once

#include <vector>

#include "body/surface.h"

namespace pliant {

struct VertexOrder {
    std::vector<u32> old_of, new_of;

    explicit VertexOrder(const SurfaceModel& s) : old_of(s.point_vertex), new_of(s.vertex_count()) {
        std::vector<u8> taken(s.vertex_count(), 0);
        for (u32 v : old_of) taken[v] = 1;
        for (u32 v = 0; v < s.vertex_count(); ++v)
            if (!taken[v]) old_of.push_back(v);
        for (u32 v = 0; v < old_of.size(); ++v) new_of[old_of[v]] = v;
    }
    template <class T>
    std::vector<T> ordered(const std::vector<T>& from) const {
        std::vector<T> to;
        to.reserve(from.size());
        for (u32 v : old_of) to.push_back(from[v]);
        return to;
    }
};

}  // namespace pliant
