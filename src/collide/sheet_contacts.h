// Contacts of sheets, of one with itself or of two: points against triangles, and edges against edges.
//
// A sheet has no inside. At the beginning of a substep all features are on their right sides, and the plane that
// separates two of them then must separate them until the end. Where sheets already cross, the right side is unknown:
// contact is disabled there, and the line along which they cross is shortened instead until it is gone (Volino &
// Magnenat-Thalmann 2006).
#pragma once

#include "collide/contact.h"
#include "collide/sheet_pairs.h"
#include "core/disjoint_sets.h"

namespace pliant {

// An edge that passes through a triangle when the substep begins.
struct SheetCrossing {
    const SheetTree* edge_of;
    const SheetTree* triangle_of;
    u32 edge, triangle;
    float along;  // 0 … 1 of the edge
    Vec3 weights;
};

// Crossings of two sheets, or of a sheet with itself.
struct SheetTangle {
    std::vector<SheetCrossing> crossings;
    // Per point of the first and of the second sheet: 1 if its side is unknown. Empty where nothing
    // crosses.
    std::vector<u8> unknown_side, unknown_side_back;
    void clear() {
        crossings.clear();
        unknown_side.clear();
        unknown_side_back.clear();
    }
};

class SheetContacts {
  public:
    // Trees are refit for the substep.
    void find_self(const SheetTree& sheet, const ContactDistances& distances, std::vector<FoundContact>& out,
                   SheetTangle& tangle);
    // Contacts of points of `a`, and all of edges, go to `found`; those of points of `b` to `back`. `same_origin`: the
    // two were one sheet, whose rest positions they still have.
    void find(const SheetTree& a, const SheetTree& b, const ContactDistances& distances,
              std::vector<FoundContact>& found, std::vector<FoundContact>& back, SheetTangle& tangle, bool same_origin);
    void reserve_like(const SheetContacts& other);

  private:
    struct PointNear {  // a point near a triangle
        u32 point, triangle;
        float distance, kept;  // [m]
        bool inside;           // of the triangle, not at its border
        Vec3 normal, weights;
    };
    friend class SheetPairs;  // calls the following three
    static constexpr bool looks_for_crossings = true;
    void point(const SheetTree& points, u32 point, const SheetTree& skin, u32 triangle);
    void edges(u32 edge, u32 other);
    void crossing(const SheetTree& edges, u32 edge, const SheetTree& skin, u32 triangle);
    void add_points(const SheetTree& points, const SheetTree& skin, std::vector<PointNear>& near,
                    std::vector<FoundContact>& out);
    void add_edges(const SheetTree& a, const SheetTree& b, std::vector<FoundContact>& out) const;
    void add_untangling_contacts(const SheetTree& a, std::vector<FoundContact>& found,
                                 std::vector<FoundContact>& back) const;
    void find_near_features(const SheetTree& a, const SheetTree& b, const ContactDistances&, SheetTangle&,
                            bool same_origin);
    void find_unknown_sides(const SheetTree& sheet, std::vector<u8>& unknown_side);
    bool is_side_unknown(const SheetTree& sheet, u32 point) const;
    float kept_distance(float at_rest) const;

    ContactDistances distances_{};
    SheetPairs pairs_;
    const SheetTree* first_ = nullptr;
    const SheetTree* second_ = nullptr;  // the same, of a sheet with itself
    bool same_origin_ = false;
    std::vector<PointNear> near_, near_back_;
    struct EdgeNear {
        u32 edge, other;
        float distance, kept, s, t;
        Vec3 normal;
    };
    std::vector<EdgeNear> edges_;
    SheetTangle* tangle_ = nullptr;
    std::vector<u8> cut_;              // per edge
    DisjointSets parts_;               // of points
    std::vector<u32> size_, largest_;  // per point
};

}  // namespace pliant
