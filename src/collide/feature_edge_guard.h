// The last word where something thinner than a triangle meets a skin.
//
// A contact holds a place of the skin off along one direction. Where a thin thing moves by many times its width in a
// substep, the skin may still fold around it and be pierced. What would end so is carried along with the collider
// instead: particles that move with it cannot come nearer to it. (Bridson et al. 2002 call this a rigid impact zone.)
#pragma once

#include <vector>

#include "collide/collider_contacts.h"

namespace pliant {

class FeatureEdgeGuard {
  public:
    // What was given to particles: momentum, and its moment about the origin of the shape as it is now.
    struct AppliedImpulse {
        Vec3 impulse;          // [N s]
        Vec3 angular_impulse;  // [N m s]
    };
    // Changes positions and velocities of particles whose triangles a spine of the shape would pierce at the end of the
    // substep, and did not at its beginning.
    AppliedImpulse run(const MovingSurface& skin, const MovingShape& shape, float step);

  private:
    bool find_near(const MovingSurface& skin, const MovingShape& shape);
    bool pierced(const std::array<u32, 3>& triangle, const std::vector<Vec3>& points) const;
    bool move_with_collider(u32 point, const ContactSurface& surface, const ParticleView& particles,
                            const MovingShape& shape, float step);

    AppliedImpulse applied_;

    std::vector<FeatureEdge> feature_edges_;
    std::vector<Box> boxes_;               // of patches, in the collider's frame, all through the substep
    std::vector<u32> triangles_, points_;  // near spines
    std::vector<u8> is_near_;              // per point
    std::vector<Vec3> before_, now_;       // of points, in the collider's frame
    std::vector<u8> moved_;                // per particle
};

}  // namespace pliant
