// The skin of a body for contact, the same for all kinds: points that are weighted means of particles, triangles
// between points, and patches of neighbouring points and triangles, for culling.
//
// After the points of the skin come guards: particles deep inside that only keep a fast body from ending up behind a
// wall that its skin did not pass.
#pragma once

#include <array>
#include <span>

#include "collide/volume.h"
#include "core/archive.h"
#include "core/array.h"
#include "core/particle_view.h"

namespace pliant {

// Where corners of fine triangles are close together, only some of them get contacts (skin); the others are corners.
enum class PointRole : u8 { skin, guard, corner };

struct ContactSurface {
    struct Patch {
        u32 point_begin, point_end;        // its points
        u32 triangle_begin, triangle_end;  // its triangles
        u32 particle_begin, particle_end;  // in patch_particle: the particles of its points
        u32 needs_begin, needs_end;        // in patch_needs: other patches that hold corners of its triangles
    };
    static constexpr u32 none = 0xffffffffu;

    static constexpr u32 max_supports = 8;
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

    static constexpr u32 points_per_patch = 32;
    static constexpr u32 patch_of(u32 point) { return point / points_per_patch; }
    u32 point_count() const { return static_cast<u32>(role.size()); }
    // Both sides of its triangles touch, and there is no inside.
    bool is_two_sided() const { return !closed && volume.empty() && radius == 0 && !triangles.empty(); }
    void save(Writer&) const;
    void load(Reader&);
    void check(const Soundness&, u32 particles) const;  // of what was loaded; throws Error
};

const char* validate(const ContactSurface&, u32 particles);  // the first broken invariant, or null

// The position of a point of the skin, from the particles.
inline Vec3 skin_point(const ContactSurface& s, u32 point, const Float4* particles) {
    Vec3 x;
    for (u32 k = point * s.supports; k < (point + 1) * s.supports; ++k)
        x += particles[s.particle[k]].xyz() * s.weight[k];
    return x;
}

// Leaves one point of the skin in every neighbourhood of the given size active; the others become mere corners.
void thin_out(ContactSurface& surface, std::span<const Vec3> rest, float distance);

// Sorts points into patches by place, and triangles with them; finds neighbours. `rest` gives each point a place, and
// `particle_rest` each particle. Particles that are `guards` become points too, which belong behind those of the skin.
// Returns the new number of each point of the skin and of each triangle.
//
// `storage`: the arrays of a skin that this one replaces, which had been arranged; they are used again.
struct SkinStorage {
    Array<u32> particle;
    Array<float> weight;
    std::vector<PointRole> role;
};
struct Arranged {
    std::vector<u32> point, triangle;
};
Arranged arrange(ContactSurface& surface, std::span<const Vec3> rest, std::span<const Vec3> particle_rest,
                 std::span<const u32> guards = {}, SkinStorage storage = {});

}  // namespace pliant
