// Vertices in the order of a .glb: the points of the input first, in theirs, then those that a seam doubles. Some files
// give every corner of a face a vertex of its own, though it has the normal and the texture coordinates of others: such
// vertices can be left out, and others stand for them.
#pragma once

#include <vector>

#include "body/surface.h"

namespace pliant {

struct VertexOrder {
    std::vector<u32> old_of, new_of;

    // `stands_for[v]`: the vertex that is written instead of v; that of a point and itself, where v is written.
    VertexOrder(const SurfaceModel& s, const std::vector<u32>& stands_for)
        : old_of(s.point_vertex), new_of(s.vertex_count()) {
        std::vector<u8> taken(s.vertex_count(), 0);
        for (u32 v : old_of) taken[v] = 1;
        for (u32 v = 0; v < s.vertex_count(); ++v)
            if (!taken[v] && stands_for[v] == v) old_of.push_back(v);
        for (u32 v = 0; v < old_of.size(); ++v) new_of[old_of[v]] = v;
        for (u32 v = 0; v < new_of.size(); ++v) new_of[v] = new_of[stands_for[v]];
    }
    explicit VertexOrder(const SurfaceModel& s) : VertexOrder(s, themselves(s.vertex_count())) {}
    static std::vector<u32> themselves(u32 count) {
        std::vector<u32> list(count);
        for (u32 v = 0; v < count; ++v) list[v] = v;
        return list;
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
