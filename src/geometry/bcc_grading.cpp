#include "geometry/bcc_grading.h"

#include "core/assert.h"

namespace pliant {

namespace {

// Cubes of one size: 1 where they may be merged from smaller ones. Those that reach beyond the lattice are left out.
struct GradedBlocks {
    Vec3i count;
    std::vector<u8> mergeable;

    bool at(const Vec3i& b) const {
        if (b.x < 0 || b.y < 0 || b.z < 0 || b.x >= count.x || b.y >= count.y || b.z >= count.z) return false;
        return mergeable[(static_cast<size_t>(b.z) * count.y + b.y) * count.x + b.x];
    }
    // All from low, `width` along each axis.
    bool all(const Vec3i& low, i32 width) const {
        for (i32 z = 0; z < width; ++z)
            for (i32 y = 0; y < width; ++y)
                for (i32 x = 0; x < width; ++x)
                    if (!at(low + Vec3i{x, y, z})) return false;
        return true;
    }
};

template <class F>
void for_each_block(const Vec3i& count, F&& f) {
    for (i32 z = 0; z < count.z; ++z)
        for (i32 y = 0; y < count.y; ++y)
            for (i32 x = 0; x < count.x; ++x) f(Vec3i{x, y, z});
}

// Blocks of twice the size. Their neighbours must not be smaller than half of them, so that these must be mergeable
// too; cubes of the lattice itself always are there.
GradedBlocks doubled(const GradedBlocks& half, bool of_lattice) {
    GradedBlocks whole{{half.count.x / 2, half.count.y / 2, half.count.z / 2}, {}};
    for_each_block(whole.count, [&](const Vec3i& b) {
        const Vec3i low = b * 2;
        whole.mergeable.push_back(of_lattice ? half.all(low, 2) : half.all(low - Vec3i{2, 2, 2}, 6));
    });
    return whole;
}

}  // namespace

BccGrading::BccGrading(const BccLattice& lattice, std::vector<u8> inner, int times)
    : lattice_(lattice), level_(lattice.cube_count(), 0) {
    PL_ASSERT(lattice.cell > 0);
    PL_ASSERT(inner.size() == lattice.cube_count() && times >= 0 && times < 16);
    GradedBlocks blocks{lattice.cubes, std::move(inner)};
    for (int level = 1; level <= times; ++level) {
        blocks = doubled(blocks, level == 1);
        const i32 width = 1 << level;
        for_each_block(blocks.count, [&](const Vec3i& b) {
            if (!blocks.at(b)) return;
            for_each_block({width, width, width},
                           [&](const Vec3i& c) { level_[lattice.cube_index(b * width + c)] = static_cast<u8>(level); });
        });
    }
}

}  // namespace pliant
