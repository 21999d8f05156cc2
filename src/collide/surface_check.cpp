// Whether a contact surface that was read can be used: every number in it is an index somewhere, or a place.

#include <algorithm>

#include "collide/surface.h"

namespace pliant {

static void check_points(const ContactSurface& s, const Soundness& sound, u32 particles) {
    const u64 points = s.role.size();
    sound.require(s.supports >= 1 && s.supports <= ContactSurface::max_supports && points < ContactSurface::none &&
                      s.particle.size() == points * s.supports && s.weight.size() == points * s.supports,
                  "points of the skin");
    sound.below(s.particle, particles, "particles of the skin");
    for (size_t p = 0; p < points; ++p) {
        float sum = 0;
        for (u32 k = 0; k < s.supports; ++k) {
            const float w = s.weight[p * s.supports + k];
            sound.require(w >= 0 && w <= 1.001f, "weights of the skin");
            sum += w;
        }
        sound.require(sum > 0.99f && sum < 1.01f && s.role[p] <= PointRole::corner, "weights of the skin");
    }
}

static void check_triangles(const ContactSurface& s, const Soundness& sound, u32 particles) {
    const u64 points = s.role.size(), triangles = s.triangles.size();
    sound.require(triangles < ContactSurface::none / 4, "triangles of the skin");
    sound.below(s.triangles, points, "triangles of the skin");
    sound.require(s.neighbor.size() == triangles, "neighbours in the skin");
    for (const auto& of_triangle : s.neighbor)
        for (u32 n : of_triangle) sound.require(n < triangles || n == ContactSurface::none, "neighbours in the skin");
    sound.starts(s.point_triangle_start, points, s.point_triangle.size(), "triangles around points of the skin");
    sound.below(s.point_triangle, triangles, "triangles around points of the skin");
    sound.require(s.behind.size() == (s.closed ? triangles : 0), "particles behind the skin");
    sound.below(s.behind, particles, "particles behind the skin");
}

static void check_patches(const ContactSurface& s, const Soundness& sound, u32 particles) {
    const u32 points = s.point_count(), size = ContactSurface::points_per_patch;
    sound.require(s.patches.size() == (static_cast<u64>(points) + size - 1) / size, "patches of the skin");
    sound.below(s.patch_particle, particles, "particles of patches");
    sound.below(s.patch_needs, s.patches.size(), "neighbours of patches");
    u32 triangle = 0;
    for (u32 i = 0; i < s.patches.size(); ++i) {
        const ContactSurface::Patch& p = s.patches[i];
        sound.require(p.point_begin == i * size && p.point_end == std::min((i + 1) * size, points) &&
                          p.triangle_begin == triangle,
                      "patches of the skin");
        sound.range(p.triangle_begin, p.triangle_end, s.triangles.size(), "patches of the skin");
        sound.range(p.particle_begin, p.particle_end, s.patch_particle.size(), "patches of the skin");
        sound.range(p.needs_begin, p.needs_end, s.patch_needs.size(), "patches of the skin");
        triangle = p.triangle_end;
        const auto* needs = s.patch_needs.data();
        for (u32 t = p.triangle_begin; t < p.triangle_end; ++t)
            for (u32 corner : s.triangles[t])
                sound.require(s.patch_of(corner) == i || std::find(needs + p.needs_begin, needs + p.needs_end,
                                                                   s.patch_of(corner)) != needs + p.needs_end,
                              "neighbours of patches");
    }
    sound.require(triangle == s.triangles.size(), "patches of the skin");
}

void ContactSurface::check(const Soundness& sound, u32 particles) const {
    sound.require(is_sound(spacing) && spacing > 0 && is_sound(radius) && radius >= 0, "sizes of the skin");
    check_points(*this, sound, particles);
    check_triangles(*this, sound, particles);
    check_patches(*this, sound, particles);
    volume.check(sound, particles, static_cast<u32>(triangles.size()));
}

const char* validate(const ContactSurface& s, u32 particles) {
    return first_fault([&](const Soundness& sound) { s.check(sound, particles); });
}

void ContactVolume::check(const Soundness& sound, u32 particles, u32 triangles) const {
    sound.require(boxes.empty() || tets.empty(), "cells of the inside");
    sound.below(boxes, particles, "cells of the inside");
    sound.below(tets, particles, "cells of the inside");
    const u64 count = empty() ? 0 : particles;
    sound.require(depth.size() == count && exits.size() == count, "ways out");
    sound.numbers(depth, "depths");
    for (const Exit& e : exits) sound.require(e.triangle < triangles && is_sound(e.weights), "ways out");
}

}  // namespace pliant
