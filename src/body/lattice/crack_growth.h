// Cracks that grow in a lattice which stays in one piece: its model, which nobody shares, changes where it is. What
// comes out is what would be made anew from the whole and all links that have parted, to the bit.
//
// Particles at sites where cells have come apart are doubled; all others keep their order. Regions that such particles
// are in, and the slices and planes of sum programs that these regions touch, are found again, and so are the surface
// and the skin. The rest is renumbered.
#pragma once

#include "body/lattice/lattice_model.h"
#include "body/lattice/planar_moves.h"
#include "core/renumbering.h"
#include "geometry/torn_lattice.h"

namespace pliant::lattice {

// What a model that can change keeps for it.
struct GrowthState {
    std::vector<u8> broken;         // of each link of the whole: it has parted
    std::vector<u32> in_one_piece;  // of each cell of the whole: the piece 0
    std::vector<u32> home;          // of each point of the surface that may tear: the cell that it hangs in
    CrackSides sides;
    std::vector<u32> may_show;   // cells beside those that have vertices of the surface, ascending
    std::vector<u8> has_vertex;  // of each cell
};

class CrackGrowth {
  public:
    // Models of whole bodies only: of pieces that came off, the centre is a sum over all particles and moves by
    // rounding.
    static bool is_possible(const LatticeModel&);
    static void prepare(LatticeModel&);  // so that no tear has to wait for it

    // `broken_links`: all of them, ascending.
    CrackGrowth(LatticeModel&, std::span<const u32> broken_links);
    ~CrackGrowth();  // if nothing was applied, nothing has changed
    CrackGrowth(const CrackGrowth&) = delete;
    CrackGrowth& operator=(const CrackGrowth&) = delete;
    bool stays_together();
    const Renumbering& numbers() const { return numbers_; }  // once that is known; empty: nothing opens
    void apply(const Material& inside);

    const PlanarMoves& regions() const { return regions_; }  // once it was applied

  private:
    struct Corner {
        u32 cell, corner, particle;
    };
    void find_copies();
    void double_particles();
    void find_sums();
    void place_at_rest();
    double volume_of(u32 particle, std::vector<u32>& cells) const;
    void find_surfaces(const Material& inside);
    void find_shown();

    LatticeModel& m_;
    const LatticeModel& whole_;
    GrowthState& state_;
    std::vector<u32> broken_links_, new_links_;
    Renumbering numbers_;
    std::vector<Corner> corners_;  // that have another particle now
    std::vector<Vec3i> sites_;     // at which there are more particles
    PlanarMoves regions_;
    bool applied_ = false;
};

}  // namespace pliant::lattice
