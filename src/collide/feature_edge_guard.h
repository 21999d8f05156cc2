// A final check for colliders that are thinner than a triangle of the skin.
//
// A contact separates a place of the skin along one direction. If a thin collider moves by many times its width in a
// substep, the skin may still fold around it and be pierced. Particles of such triangles move with the collider
// instead: then they cannot come nearer to it. (Bridson et al. 2002 call this a rigid impact zone.)
#pragma once

#include <vector>

#include "collide/collider_contacts.h"

namespace pliant {

class FeatureEdgeGuard {
  public:
    // The momentum given to particles, and its moment about the present origin of the shape.
    struct AppliedImpulse {
        Vec3 impulse;          // [N s]
        Vec3 angular_impulse;  // [N m s]
    };
    // Changes positions and velocities of particles whose triangles are pierced by a feature edge at the end of the
    // substep, and were not at its beginning.
    AppliedImpulse run(const MovingSurface& skin, const MovingShape& shape, float step);

  private:
    bool is_any_pierced(const MovingSurface& skin, const MovingShape& shape);
    bool find_near(const MovingSurface& skin, const MovingShape& shape);
    bool pierced(const std::array<u32, 3>& triangle, const std::vector<Vec3>& points) const;
    bool move_with_collider(u32 point, const ContactSurface& surface, const ParticleView& particles,
                            const MovingShape& shape, float step);

    AppliedImpulse applied_;

    std::vector<FeatureEdge> feature_edges_;
    std::vector<Box> boxes_;               // of patches, in the collider's frame, all through the substep
    std::vector<u32> triangles_, points_;  // near feature edges
    std::vector<u8> is_near_;              // per point
    std::vector<Vec3> before_, now_;       // of points, in the collider's frame
    std::vector<u8> moved_;                // per particle
};

}  // namespace pliant
