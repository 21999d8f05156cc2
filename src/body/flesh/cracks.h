// Which faces between tets part in this step.
//
// Tets share their corners, so a face that parts alone opens nothing. A crack is a plane: around a particle that it
// comes to, all faces part that lie between tets on its two sides (O'Brien & Hodgins 1999, along the faces there are).
// It begins where matter is drawn most, across the way it is drawn, and runs on from particle to particle through what
// bears a bit less than it could; in a step, others begin some tets away only. Without that, what is pulled evenly
// would fall to dust. Where faces that are weaker than others divide the tets around a particle, as those along a line
// do, they part and no others.
#pragma once

#include <span>
#include <vector>

#include "body/flesh/flesh_model.h"

namespace pliant::flesh {

// A particle that a crack has come to and not passed; the plane is that of the crack, at rest.
struct CrackTip {
    u32 particle;
    Vec3 normal;
    float offset;  // [m]
};

// What bears how much: of links, 1 is all they can; of particles, which way they are drawn most, at rest.
struct Loads {
    std::span<const FleshModel::Link> links;
    std::span<const float> load;  // of each link
    std::span<const u8> weak;     // of each link: it can bear less than others; or empty: none
    std::span<const Vec3> drawn;  // of each particle
};

class Cracks {
  public:
    static constexpr float runs_on = 0.7f;  // the load through which a crack goes on

    // Links have become others.
    void list(const FleshModel&, std::span<const FleshModel::Link>);
    // Numbers of links in `loads` that part, ascending. Tips are those of cracks that may go on, and then those that
    // are left; `begin` says whether others may begin, and then whether any did.
    const std::vector<u32>& choose(const FleshModel&, const Loads&, std::vector<CrackTip>& tips, bool& begin);

  private:
    std::span<const u32> links_at(u32 particle) const {
        return {link_.data() + link_start_[particle], link_.data() + link_start_[particle + 1]};
    }
    void rank(const Loads&);
    bool follow_seam(u32 particle, const Loads&);
    void cut(u32 particle, const Loads&, const CrackTip& plane);
    bool pass(u32 particle, const Loads&, const CrackTip& plane, float least_load, std::vector<CrackTip>& tips);
    void mark_near(u32 particle, const Loads&);

    std::vector<u32> link_start_, link_;  // of each particle
    std::vector<Vec3> middle_;            // of each tet, at rest
    // Scratch.
    std::vector<float> bears_;  // of each particle: the most of its links
    std::vector<u32> order_;    // particles that bear much, the most loaded first
    std::vector<u8> near_;      // of each particle: a crack is
    std::vector<u8> passed_;    // of each particle
    std::vector<u32> tip_;      // of each particle: its number among the tips, or none
    std::vector<u8> parts_;     // of each link
    std::vector<u32> cut_, chosen_, ring_, next_;
    DisjointSets sides_;  // of tets, around a particle
};

}  // namespace pliant::flesh
