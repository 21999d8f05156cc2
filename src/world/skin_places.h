// Places on skins and on surfaces made of triangles: where they are, and which is nearest to a point.
#pragma once

#include <span>
#include <vector>

#include "collide/contact.h"
#include "world/items.h"

namespace pliant {

struct NearestPlace {
    SkinPlace place{{0, 0, 0}, {1, 0, 0}, 1};
    float distance_squared = 3e38f;  // [m²]
};
// The place on triangles that is nearest to a point, where their corners are as given. Triangles that are a line or a
// point are passed over.
NearestPlace nearest_on_triangles(std::span<const u32> corners, std::span<const Vec3> at, const Vec3& point);
// The place of a skin that is nearest to a point, where its points are as given.
NearestPlace nearest_on_skin(const ContactSurface& skin, std::span<const Vec3> at, const Vec3& point);

Vec3 place_of(const SkinPlace& place, std::span<const Vec3> at);
Vec3 place_now(const Body& body, const SkinPlace& place);  // [m] in the world

Vec3 skin_point_at_rest(const Model& model, u32 point);  // in the space of the mesh
void skin_at_rest(const Model& model, std::vector<Vec3>& points);
std::vector<Vec3> skin_at_rest(const Model& model);
void skin_now(const Body& body, std::vector<Vec3>& points);

// The frame of a triangle: its first side, its normal and what is square to both.
Mat3 triangle_axes(const Vec3 (&corner)[3]);

}  // namespace pliant
