// How pictures show things: the colours of bodies and colliders that name none, and the light. The renderer draws with
// these numbers and the records write them, so that a film, Blender and a browser agree.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "body/surface.h"
#include "core/vec.h"

namespace pliant {

// Colours in scenes are given as they are shown; files and the renderer calculate with linear ones.
inline Vec3 linear_color(const Vec3& shown) {
    return {std::pow(shown.x, 2.2f), std::pow(shown.y, 2.2f), std::pow(shown.z, 2.2f)};
}

// The linear colour that a picture gives a material. `body_color` is the one the scene gives to the whole body, as
// shown; `number` is that of the body, which chooses a colour where neither the scene nor the file says anything.
Vec3 picture_color(const Material& material, const std::optional<Vec3>& body_color, size_t number);
// All materials of a surface, with these colours; their images stay with the surface.
std::vector<Material> picture_materials(const SurfaceModel& surface, const std::optional<Vec3>& body_color,
                                        size_t number);
// Of a collider; glass is seen through.
Material collider_material(const std::optional<Vec3>& color, bool plane, bool see_through);

// One sun, and the light of a sky and of the ground it shines on. A white surface that faces the sun sends
// sun_color * sun_diffuse to the eye, and one that faces up gets sky_color * ambient besides.
struct PictureLight {
    static inline const Vec3 to_sun = direction(Vec3{-0.55f, 0.78f, 0.36f}, Vec3{0, 1, 0});
    static constexpr Vec3 sun{3.45f, 3.22f, 2.90f}, sky{0.62f, 0.70f, 0.82f}, ground{0.44f, 0.41f, 0.38f};
    static constexpr float sun_diffuse = 0.318f * 1.6f, ambient = 0.42f;
    static constexpr float exposure = 0.66f;
    static constexpr Vec3 horizon{0.80f, 0.84f, 0.88f};  // as shown
    // [lux] in the units of glTF, USD and Blender, where a surface sends illuminance / pi.
    static constexpr Vec3 illuminance() { return sun * (sun_diffuse * 3.14159265f); }
};

}  // namespace pliant
