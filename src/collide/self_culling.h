// Where a skin may touch itself. Almost everywhere it cannot: a point that was far from the rest of the skin in the
// last substep still is.
//
// Every point has a lower bound on its distance to all parts that it is not connected with. In a substep the bound
// shrinks by at most the displacements of both sides relative to one common rigid motion, which keeps all distances.
// Only points whose bound is used up are tested again. Bounds are always valid, only more or less tight: contacts do
// not depend on them, and so they are not state.
#pragma once

#include "collide/box_list.h"
#include "collide/surface.h"

namespace pliant {

class MovingSurface;

class SelfCulling {
  public:
    SelfCulling() = default;
    SelfCulling(const ContactSurface& topology, std::span<const Vec3> particle_rest);

    bool empty() const { return points_.empty(); }
    Vec3 rest(u32 point) const { return points_[point]; }  // [m]
    float max_bound() const { return max_bound_; }         // [m] no bound is larger: the greatest search distance

    // Points that hang on the same particles form a set. Two sets are joined where they share a particle.
    u32 set_count() const { return static_cast<u32>(connected_start_.size()) - 1; }
    u32 set_of(u32 point) const { return set_[point]; }
    std::span<const u32> connected(u32 set) const {
        return {connected_.data() + connected_start_[set], connected_start_[set + 1] - connected_start_[set]};
    }

    // Finds the patches that must be tested in this substep, for contacts within `max_distance`.
    void find(const MovingSurface& surface, float max_distance);
    struct Patch {
        u32 patch;
        float max_distance;                // [m] points with a smaller bound must be tested
        u32 partners_begin, partners_end;  // in partners()
    };
    std::span<const Patch> patches() const { return patches_; }
    std::span<const u32> partners(const Patch& p) const {  // patches whose triangles they may touch
        return {partners_.data() + p.partners_begin, p.partners_end - p.partners_begin};
    }
    bool is_far(u32 point, const Patch& patch) const { return bound_[point] > patch.max_distance; }
    void set_bound(u32 point, float distance) { bound_[point] = std::min(distance, max_bound_); }
    void end_patch(const MovingSurface& surface, u32 patch);  // once bounds of its points are set
    void reset();                                             // nothing is known any more

  private:
    // Displacements of particles relative to the common motion.
    struct RelativeMotion {
        struct OfPatch {
            Vec3 mean;
            float spread;  // [m] from that, at most
        };
        std::vector<OfPatch> of_patch;
        float most = 0;  // [m] of all patches
        // The distance by which points of two patches may approach each other, at most.
        float between(u32 a, u32 b) const {
            return of_patch[a].spread + of_patch[b].spread + length(of_patch[a].mean - of_patch[b].mean);
        }
        float with_any(u32 a) const { return length(of_patch[a].mean) + of_patch[a].spread + most; }
    };
    static void measure(const ContactSurface& topology, const Float4* from, const Float4* to, u32 particles,
                        RelativeMotion& relative_motion);
    void find_sets(const ContactSurface& topology);
    void shrink_bounds(const ContactSurface& topology, u32 patch, float by);

    std::vector<Vec3> points_;  // at rest
    float max_bound_ = 0;
    std::vector<u32> set_, connected_start_, connected_;
    std::vector<float> bound_;   // [m] per point
    std::vector<float> lowest_;  // [m] per patch: no bound of its points is lower
    std::vector<Float4> last_;   // particles, when bounds were shrunk last

    // Of the substep.
    RelativeMotion past_, coming_;
    BoxList boxes_;
    std::vector<u32> patch_of_slot_, near_;
    std::vector<Patch> patches_;
    std::vector<u32> partners_;
};

}  // namespace pliant
