// The skin of a body as contact sees it, whatever the body is made of: points that hang on particles by fixed weights,
// triangles between points, and patches of both that are near each other, for culling.
//
// Behind the points of the skin come guards: particles deep inside that only keep a fast body from being left behind a
// wall by its own skin.
#pragma once

#include <array>
#include <span>

#include "collide/volume.h"
#include "core/archive.h"
#include "core/array.h"
#include "core/particle_view.h"

namespace pliant {

// Corners of fine triangles that stand close together do not all have to be held off: some do it for their neighbours.
enum class PointRole : u8 { skin, guard, corner };

struct ContactSurface {
    struct Patch {
        u32 point_begin, point_end;        // its points
        u32 triangle_begin, triangle_end;  // its triangles
        u32 particle_begin, particle_end;  // in patch_particle: what its points hang on
        u32 needs_begin, needs_end;        // in patch_needs: other patches that hold corners of its triangles
    };
    static constexpr u32 none = 0xffffffffu;

    u32 supports = 1;             // particles per point
    Array<u32> particle;          // supports per point
    Array<float> weight;          // supports per point; they sum to 1, none is negative
    std::vector<PointRole> role;  // per point
    std::vector<std::array<u32, 3>> triangles;
    std::vector<std::array<u32, 3>> neighbor;  // across the edge from corner k to corner k+1, or none
    std::vector<u32> point_triangle_start, point_triangle;
    std::vector<u32> behind;  // per triangle of a closed skin: a particle that is inside at rest
    std::vector<Patch> patches;
    std::vector<u32> patch_particle, patch_needs;
    ContactVolume volume;  // empty for kinds that have no inside
    bool closed = false;   // triangles enclose something: there is an inside
    float spacing = 0;     // [m] between particles, the length by which depth is judged
    float radius = 0;      // [m] around every point: 0 for a skin, half the spacing where particles themselves collide

    u32 point_count() const { return static_cast<u32>(role.size()); }
    void save(Writer&) const;
    void load(Reader&);
};

// A point of the skin, where the particles are.
inline Vec3 skin_point(const ContactSurface& s, u32 point, const Float4* particles) {
    Vec3 x;
    for (u32 k = point * s.supports; k < (point + 1) * s.supports; ++k)
        x += particles[s.particle[k]].xyz() * s.weight[k];
    return x;
}

// Leaves one point of the skin in every neighbourhood of the given size active; the others become mere corners.
void thin_out(ContactSurface& surface, std::span<const Vec3> rest, float distance);

// Sorts points into patches by place, and triangles with them; finds neighbours. `rest` gives each point a place, and
// `particle_rest` each particle. Returns the new number of each point.
std::vector<u32> arrange(ContactSurface& surface, std::span<const Vec3> rest, std::span<const Vec3> particle_rest);

// A contact surface in motion: where its points were when the substep began, and where they are now.
class MovingSurface {
  public:
    MovingSurface() = default;
    MovingSurface(const ContactSurface& topology, const ParticleView& particles);

    void begin_substep();               // bounds of patches, from particles; points are worked out on demand
    void need(u32 patch);               // points of the patch and of the corners of its triangles
    bool inverted(u32 triangle) const;  // its matter is inside out: its normal means nothing
    bool ready(u32 patch) const { return ready_[patch] == 2; }
    // Where it is in the substep, from beginning to end, seen from something that moves by `frame` in the substep. Two
    // bodies that fly side by side do not come near each other however fast they are.
    Box bounds(const Vec3& frame = {}) const { return swept(bounds_before_, bounds_now_, frame); }
    Box patch_bounds(u32 patch, const Vec3& frame = {}) const {
        return swept(patch_before_[patch], patch_now_[patch], frame);
    }
    const Vec3& mean_way() const { return mean_way_; }  // of its particles in the substep [m]
    // Whether a patch comes within `margin` of the other surface.
    bool is_near(u32 patch, const MovingSurface& other, float margin) const;

    const ContactSurface& topology() const { return *topology_; }
    const ParticleView& particles() const { return particles_; }
    Vec3 before(u32 point) const { return before_[point]; }
    Vec3 before_exactly(u32 point) const;  // the same, of any patch
    Vec3 now(u32 point) const { return now_[point]; }

  private:
    void evaluate(u32 patch);
    static Box swept(Box before, const Box& now, const Vec3& frame) {
        before.add(now.low - frame), before.add(now.high - frame);
        return before;
    }
    const ContactSurface* topology_ = nullptr;
    ParticleView particles_{};
    std::vector<Vec3> before_, now_;
    std::vector<Box> patch_before_, patch_now_;
    std::vector<u8> ready_;  // 0: nothing, 1: its points, 2: and its triangles' corners
    Box bounds_before_, bounds_now_;
    Vec3 mean_way_;
};

}  // namespace pliant
