#include "collide/sheet_kernels.h"

#include "core/gather.h"

namespace pliant {

namespace {

struct Least {
    f32x8 low, high;
};
PL_INLINE Least along(f32x8 a, f32x8 b, f32x8 c) { return {least(least(a, b), c), greatest(greatest(a, b), c)}; }

void fronts(const FrontArguments& f) {
    const f32x8 zero = splat(0.0f);
    for (u32 leaf = 0; leaf < f.count; ++leaf) {
        const u32* corner = f.corner + 24 * static_cast<size_t>(leaf);
        const Vec3x8 a0 = xyz(gather(f.before, corner)), b0 = xyz(gather(f.before, corner + 8)) - a0,
                     c0 = xyz(gather(f.before, corner + 16)) - a0;
        const Vec3x8 a1 = xyz(gather(f.now, corner)), b1 = xyz(gather(f.now, corner + 8)) - a1,
                     c1 = xyz(gather(f.now, corner + 16)) - a1;
        // Where corners go straight ahead, the normal is a parabola in time; it stays within its three control points.
        const Vec3x8 n[3] = {cross(b0, c0), cross(b0, c1) + cross(b1, c0), cross(b1, c1)};
        const auto each = [&](auto&& part) __attribute__((always_inline)) {
            return along(part(n[0]), part(n[1]), part(n[2]));
        };
        const Least directions[13] = {
            each([](const Vec3x8& v) { return v.x; }),
            each([](const Vec3x8& v) { return v.y; }),
            each([](const Vec3x8& v) { return v.z; }),
            each([](const Vec3x8& v) { return v.x + v.y; }),
            each([](const Vec3x8& v) { return v.x - v.y; }),
            each([](const Vec3x8& v) { return v.x + v.z; }),
            each([](const Vec3x8& v) { return v.x - v.z; }),
            each([](const Vec3x8& v) { return v.y + v.z; }),
            each([](const Vec3x8& v) { return v.y - v.z; }),
            each([](const Vec3x8& v) { return v.x + v.y + v.z; }),
            each([](const Vec3x8& v) { return v.x + v.y - v.z; }),
            each([](const Vec3x8& v) { return v.x - v.y + v.z; }),
            each([](const Vec3x8& v) { return v.x - v.y - v.z; }),
        };
        u32 seen = 0;
        for (u32 d = 0; d < 13; ++d) {
            if (bits(directions[d].low > zero) == 0xffu) seen |= 1u << (2 * d);
            if (bits(directions[d].high < zero) == 0xffu) seen |= 2u << (2 * d);
        }
        f.fronts[leaf] = seen;
    }
}

}  // namespace

extern const SheetKernels PLIANT_KERNEL(sheet_kernels);
const SheetKernels PLIANT_KERNEL(sheet_kernels) = {fronts};

}  // namespace pliant
