#include "geometry/shapes.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

struct Shape {
    const char* name;
    Vec3 size;                           // its own; zero where it is known only when it is made
    u32 detail;                          // its own
    Mesh (*build)(const Vec3&, u32);     // in the size asked for
    Mesh (*build_whole)(u32) = nullptr;  // or in its own size
};

constexpr u32 max_detail = 200;

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all{
        {"box", {1, 1, 1}, 8, build_box},
        {"sphere", {1, 1, 1}, 16, build_sphere},
        {"capsule", {0.5f, 1.5f, 0.5f}, 24, build_capsule},
        {"cylinder", {1, 1, 1}, 12, build_cylinder},
        {"cone", {1, 1, 1}, 12, build_cone},
        {"torus", {1, 0.3f, 1}, 20, build_torus},
        {"plane", {2, 0, 2}, 40, build_plane},
        {"stairs", {1.2f, 0.9f, 1.6f}, 6, build_stairs},
        {"octopus", {}, 38, nullptr, build_octopus},
        {"penguin", {}, 14, nullptr, build_penguin},
        {"kobold", {}, 14, nullptr, build_kobold},
    };
    return all;
}

const Shape& find(const std::string& name) {
    for (const Shape& s : shapes())
        if (s.name == name) return s;
    throw_unknown_name("shape", "shape", name, shape_names(), "");
}

// Components of 0 follow the first component that is given, in proportion to the shape's own size.
Vec3 full_size(const Vec3& asked, const Vec3& own) {
    float scale = 1;
    for (int axis = 2; axis >= 0; --axis)
        if (asked[axis] > 0 && own[axis] > 0) scale = asked[axis] / own[axis];
    Vec3 size;
    for (int axis = 0; axis < 3; ++axis) size[axis] = asked[axis] > 0 ? asked[axis] : own[axis] * scale;
    return size;
}

void check(const ShapeSettings& settings) {
    const Vec3& s = settings.size;
    if (!is_finite(s) || s.x < 0 || s.y < 0 || s.z < 0)
        throw Error({"size", "a side of the shape is " + short_number(std::min({s.x, s.y, s.z})) + " m",
                     "a length, or 0 for the shape's own", ""});
    if (settings.detail > max_detail)
        throw Error({"detail", "detail is " + with_commas(settings.detail), "at most " + with_commas(max_detail), ""});
}

}  // namespace

std::vector<std::string> shape_names() {
    std::vector<std::string> names;
    for (const Shape& s : shapes()) names.emplace_back(s.name);
    return names;
}

Mesh make_shape(const ShapeSettings& settings) {
    check(settings);
    const Shape& shape = find(settings.name);
    const u32 detail = settings.detail ? settings.detail : shape.detail;
    Mesh mesh;
    if (shape.build) {
        mesh = shape.build(full_size(settings.size, shape.size), detail);
    } else {
        mesh = shape.build_whole(detail);
        const Vec3 own = mesh.bounds().size(), size = full_size(settings.size, own);
        if (size != own)
            transform(mesh,
                      {{{static_cast<double>(size.x) / own.x, 0, 0},
                        {0, static_cast<double>(size.y) / own.y, 0},
                        {0, 0, static_cast<double>(size.z) / own.z}}},
                      {});
    }
    mesh.name = shape.name;
    mesh.parts = {{shape.name, 0, static_cast<u32>(mesh.face_count())}};
    return mesh;
}

}  // namespace pliant
