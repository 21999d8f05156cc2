// A final check against sheets that pass through each other. It runs when all other stages have moved particles, and
// lists the pairs of features that would pass, or come so near that the next substep could not tell their
// sides.
#pragma once

#include "collide/sheet_contacts.h"

namespace pliant {

// A point and a triangle, or two edges, that would pass.
struct SheetHit {
    u32 point[4];
    u32 of_first;  // this many points are of the first sheet, the rest of the second
};

class SheetGuard {
  public:
    // Trees are refit; `a` and `b` may be the same. Features that began the substep on the wrong side may return.
    void find(const SheetTree& a, const SheetTree& b, bool same_origin, const SheetTangle& tangle, float thickness,
              std::vector<SheetHit>& out);

  private:
    friend class SheetPairs;  // calls the following three
    void point(const SheetTree& points, u32 point, const SheetTree& skin, u32 triangle);
    void edges(u32 edge, u32 other);
    static constexpr bool looks_for_crossings = false;
    std::span<const u8> unknown_sides_of(const SheetTree& sheet) const {
        return &sheet == a_ ? tangle_->unknown_side : tangle_->unknown_side_back;
    }

    SheetPairs pairs_;
    const SheetTree* a_ = nullptr;
    const SheetTree* b_ = nullptr;
    const SheetTangle* tangle_ = nullptr;
    bool own_ = false;
    float least_ = 0;  // [m] features must not come nearer than this
    std::vector<SheetHit>* out_ = nullptr;
};

}  // namespace pliant
