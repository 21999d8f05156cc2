#include "record/picture_look.h"

namespace pliant {

namespace {

// Bodies whose files say nothing of colour get one each; linear.
constexpr Vec3 palette[] = {{0.80f, 0.24f, 0.18f}, {0.15f, 0.42f, 0.72f}, {0.88f, 0.56f, 0.12f}, {0.16f, 0.56f, 0.38f},
                            {0.48f, 0.26f, 0.62f}, {0.10f, 0.55f, 0.60f}, {0.78f, 0.36f, 0.50f}, {0.52f, 0.58f, 0.18f}};
constexpr Vec3 collider_color{0.42f, 0.45f, 0.50f}, floor_color{0.45f, 0.465f, 0.485f};

bool has_no_color(const Material& m) { return m.color == Material{}.color && m.texture.empty(); }

}  // namespace

Vec3 picture_color(const Material& m, const std::optional<Vec3>& body_color, size_t number) {
    if (body_color && !m.keeps_color) return linear_color(*body_color);
    return has_no_color(m) ? palette[number % std::size(palette)] : m.color;
}

std::vector<Material> picture_materials(const SurfaceModel& surface, const std::optional<Vec3>& body_color,
                                        size_t number) {
    std::vector<Material> materials = surface.materials;
    for (Material& m : materials) {
        m.color = picture_color(m, body_color, number);
        m.texture_bytes.clear();
    }
    return materials;
}

Material collider_material(const std::optional<Vec3>& color, bool plane, bool see_through) {
    Material m;
    m.name = "collider";
    m.color = color ? linear_color(*color) : plane ? floor_color : collider_color;
    m.opacity = see_through ? 0.1f : 1.0f;
    m.roughness = plane ? 1.0f : 0.75f;  // floors have no gloss in pictures
    m.two_sided = true;
    return m;
}

}  // namespace pliant
