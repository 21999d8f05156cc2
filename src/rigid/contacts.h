// Contacts of rigid bodies: a patch is where two pieces touch, up to four points with one normal.
//
// The state of a patch is its points in the frames of both bodies, and its impulses, which are the first guess of the
// next substep. While the bodies hardly move relative to each other, the same points are reused; two bodies that are
// near but do not touch have a patch without points, so that the narrow phase is not repeated for them either.
// contact_kernels.h solves patches, eight at a time.
#pragma once

#include "core/particle_view.h"
#include "rigid/bodies.h"
#include "rigid/contact_kernels.h"
#include "rigid/manifold.h"

namespace pliant::rigid {

// What touches: bodies a < b, their pieces, and a triangle of a mesh.
struct PatchKey {
    u32 a = 0, b = 0;
    u32 pieces = 0;  // of a in the upper half
    u32 triangle = 0;
    static constexpr u32 guard = 0xffff;  // instead of a piece: a ball about the centre of mass
    bool is_guard() const { return pieces >> 16 == guard || (pieces & 0xffff) == guard; }
    bool operator==(const PatchKey&) const = default;
};

// The state of a patch in a snapshot. Rows of four floats: kernels load eight patches at once.
struct PatchState {
    PatchKey key;
    u32 feature[max_points] = {};
    Float4 found_position;    // [m] of b in a's frame when it was found; w: how near was looked for [m]
    Float4 found_rotation;    // a quaternion
    Float4 normal;            // from a to b, in a's frame; w: the number of points
    Float4 friction;          // [N s] on b, in the world; w: twist [N m s]
    Float4 on_a[max_points];  // [m] in the mass frame of a; w: impulse [N s]
    Float4 on_b[max_points];  // [m] in the mass frame of b

    u32 count() const { return static_cast<u32>(normal.w); }
    Transform found() const {
        return {found_position.xyz(), {found_rotation.x, found_rotation.y, found_rotation.z, found_rotation.w}};
    }
};
static_assert(sizeof(PatchState) == 4 * sizeof(float) * PatchRows::count);
static_assert(offsetof(PatchState, normal) == 4 * sizeof(float) * PatchRows::normal);

// A state from a manifold; it knows no impulses yet.
PatchState make_patch_state(const PatchKey& key, const Manifold& manifold, const Transform& pose_a,
                            const Transform& pose_b, float speculative_distance);
// Takes over the impulses of the points that were there before.
void inherit_impulses(PatchState& patch, const PatchState& before);
// Stores the impulses of solved patches. The impulse that stopped a hit is no guess for the next substep.
void store_impulses(const ContactBatch& batch, PatchState* states);

}  // namespace pliant::rigid
