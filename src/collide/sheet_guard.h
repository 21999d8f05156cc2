// The last word against sheets that pass through each other: looks once more at where everything goes, when all else
// that moves particles has been done. What would pass, or come so near that the next substep could not tell sides any
// more, is named.
#pragma once

#include "collide/sheet_contacts.h"

namespace pliant {

// A point and a triangle, or two edges, that would pass.
struct SheetHit {
    u32 point[4];
    u32 of_first;  // so many of them are of the first sheet, the rest of the second
};

class SheetGuard {
  public:
    // Trees are refit; `a` and `b` may be the same. What was on the wrong side when the substep began may come back.
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
    float least_ = 0;  // [m] nearer than this nothing comes
    std::vector<SheetHit>* out_ = nullptr;
};

}  // namespace pliant
