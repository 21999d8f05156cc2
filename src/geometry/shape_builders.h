// What make_shape is put together from. Every builder gives the bounding box `size` and about `detail` cells across its
// longest side.
#pragma once

#include "geometry/mesh.h"

namespace pliant {

Mesh build_box(const Vec3& size, u32 detail);
Mesh build_plane(const Vec3& size, u32 detail);
Mesh build_stairs(const Vec3& size, u32 steps);

Mesh build_sphere(const Vec3& size, u32 detail);
Mesh build_capsule(const Vec3& size, u32 detail);
Mesh build_cylinder(const Vec3& size, u32 detail);
Mesh build_cone(const Vec3& size, u32 detail);
Mesh build_torus(const Vec3& size, u32 detail);  // size.y is the thickness of the tube

// In their own size, which is known only when they are made.
Mesh build_octopus(u32 detail);
Mesh build_penguin(u32 detail);
Mesh build_kobold(u32 detail);

}  // namespace pliant
