#include "geometry/stuffing_stencils.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"

namespace pliant {

namespace {

u8 partner(u8 corner) { return corner ^ 1; }  // at the other end of its long edge

// An order of the four corners, and the tetrahedra made of them. In an odd order these would be inverted, so the
// last two corners of each change places.
class Filling {
  public:
    Filling(u8 a, u8 b, u8 c, u8 d) : a_(a), b_(b), c_(c), d_(d) {
        const u8 order[4] = {a, b, c, d};
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < i; ++j) odd_ ^= order[j] > order[i];
    }

    // A and B inside, C outside, D on the surface: a pyramid, halved along the diagonal from A to BC.
    Stencil pyramid() {
        add(at(a_), at(b_), cut(b_, c_), at(d_));
        add(at(a_), cut(b_, c_), cut(a_, c_), at(d_));
        return filled_;
    }
    // A and B inside, C and D outside: diagonals from A to BD, from B to AC and between these cuts.
    Stencil wedge() {
        add(at(a_), at(b_), cut(a_, c_), cut(b_, d_));
        add(at(a_), cut(a_, c_), cut(a_, d_), cut(b_, d_));
        add(at(b_), cut(b_, d_), cut(b_, c_), cut(a_, c_));
        return filled_;
    }
    // Only D outside, AB and CD long: diagonals from A and B to CD, and from A to BD.
    Stencil truncated() {
        add(at(a_), at(b_), at(c_), cut(c_, d_));
        add(at(a_), at(b_), cut(c_, d_), cut(b_, d_));
        add(at(a_), cut(b_, d_), cut(c_, d_), cut(a_, d_));
        return filled_;
    }

  private:
    static StencilCorner at(u8 corner) { return {corner, corner}; }
    static StencilCorner cut(u8 inside, u8 outside) { return {inside, outside}; }
    void add(StencilCorner p, StencilCorner q, StencilCorner r, StencilCorner s) {
        if (odd_) std::swap(r, s);
        filled_.tets[filled_.count++] = {p, q, r, s};
    }

    const u8 a_, b_, c_, d_;
    bool odd_ = false;
    Stencil filled_{};
};

// Whether a corner is beyond one of the other long edge along an odd number of axes. The two ends of a long edge differ
// along one axis.
bool beyond(u8 corner, u8 other, bool odd) { return odd ^ static_cast<bool>((corner ^ other) & 1) ^ (corner > other); }

// The fourth corner is outside or on the surface.
Stencil two_inside(u8 a, u8 b, u8 c, u8 d, bool d_on_surface, bool odd) {
    const bool along_long_edge = b == partner(a);
    if (d_on_surface) {
        // The diagonal starts at A: by parity, or so that it ends on a long edge.
        if (along_long_edge ? !beyond(a, c, odd) : c != partner(b)) std::swap(a, b);
        return Filling(a, b, c, d).pyramid();
    }
    // The same for AC and BD. By parity: what A is to D, B is to C.
    if (along_long_edge ? !beyond(a, d, odd) : c != partner(a)) std::swap(c, d);
    return Filling(a, b, c, d).wedge();
}

Stencil three_inside(u8 d, bool odd) {
    u8 a = d < 2 ? 2 : 0;
    if (!beyond(a, d, odd)) a = partner(a);
    return Filling(a, partner(a), partner(d), d).truncated();
}

}  // namespace

Stencil stuffing_stencil(const std::array<i8, 4>& sign, bool odd) {
    PL_ASSERT(std::all_of(sign.begin(), sign.end(), [](int s) { return s >= -1 && s <= 1; }));
    u8 inside[4], outside[4], surface[4], i = 0, o = 0, s = 0;
    for (u8 corner = 0; corner < 4; ++corner) {
        if (sign[corner] > 0) inside[i++] = corner;
        if (sign[corner] < 0) outside[o++] = corner;
        if (sign[corner] == 0) surface[s++] = corner;
    }
    if (i == 0) return {};
    if (i == 1 || o == 0) {  // each outer corner moves along its edge to where that is cut
        Stencil filled{};
        filled.count = 1;
        for (u8 corner = 0; corner < 4; ++corner)
            filled.tets[0][corner] =
                sign[corner] < 0 ? StencilCorner{inside[0], corner} : StencilCorner{corner, corner};
        return filled;
    }
    if (i == 3) return three_inside(outside[0], odd);
    return two_inside(inside[0], inside[1], outside[0], o == 2 ? outside[1] : surface[0], o == 1, odd);
}

const std::array<Stencil, stencil_count>& stuffing_stencils() {
    static const std::array<Stencil, stencil_count> all = [] {
        std::array<Stencil, stencil_count> made{};
        for (u32 n = 0; n < stencil_count; ++n) {
            std::array<i8, 4> sign;
            u32 left = n / 2;
            for (i8& s : sign) {
                s = static_cast<i8>(static_cast<i32>(left % 3) - 1);
                left /= 3;
            }
            made[n] = stuffing_stencil(sign, n & 1);
        }
        return made;
    }();
    return all;
}

}  // namespace pliant
