// Typed indices: a particle number cannot be used where a cell number is meant.
#pragma once

#include <compare>

#include "core/types.h"

namespace pliant {

template <class Tag>
struct Index {
    u32 value = none;
    static constexpr u32 none = 0xffffffffu;

    constexpr Index() = default;
    constexpr explicit Index(u32 v) : value(v) {}
    constexpr bool valid() const { return value != none; }
    constexpr auto operator<=>(const Index&) const = default;
};

using ParticleIndex = Index<struct ParticleTag>;
using CellIndex = Index<struct CellTag>;
using VertexIndex = Index<struct VertexTag>;
using TriangleIndex = Index<struct TriangleTag>;

}  // namespace pliant
