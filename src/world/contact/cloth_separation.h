// Cloth that is on its right side when a substep begins is so when it ends.
#pragma once

#include <array>

#include "collide/sheet_guard.h"
#include "core/disjoint_sets.h"
#include "world/attachments/pull_set.h"
#include "world/contact/contact_set.h"
#include "world/contact/detection.h"
#include "world/contact/pairs.h"
#include "world/contact/separation.h"
#include "world/step_context.h"

namespace pliant {

class ClothSeparation {
  public:
    ClothSeparation(Contents& contents, StepContext& step, PairList& pairs, Separation& separation,
                    ContactSet& contact_set, PullSet& pulls)
        : contents_(contents),
          step_(step),
          pairs_(pairs),
          separation_(separation),
          contact_set_(contact_set),
          pulls_(pulls) {}

    void run();
    void list_crossings();

  private:
    struct SheetParticle {
        const Body* body;
        u32 particle;
    };
    struct SheetHitParticles {
        std::array<SheetParticle, 4 * ContactSurface::max_supports> all;
        u32 count = 0;
        const SheetParticle* begin() const { return all.data(); }
        const SheetParticle* end() const { return all.data() + count; }
    };
    bool find_hits(bool whole);
    static SheetHitParticles particles_of(const SheetHit& hit, const Body& a, const Body& b);
    bool is_fixed(const SheetParticle& p) const;  // nothing can move it
    void join_zone(u32 zone, const SheetParticle& p);
    void move_zones();
    Vec3 zone_pushed_out(std::span<const SheetParticle> zone, Vec3 displacement) const;

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    Separation& separation_;
    ContactSet& contact_set_;
    PullSet& pulls_;
    SheetGuard sheet_guard_;
    std::vector<SheetHit> sheet_hits_;
    DisjointSets zones_;          // of particles
    std::vector<u8> is_in_zone_;  // per particle
    std::vector<SheetParticle> in_zones_;
};

}  // namespace pliant
