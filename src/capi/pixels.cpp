// Maps painted with the pixels of a host's image, one parameter a channel.
#include <array>

#include "capi/calls.h"
#include "cook/map_canvas.h"

using namespace pliant;
using namespace pliant::capi;

pliant_pixels_def pliant_default_pixels_def(void) {
    pliant_pixels_def def{};
    def.cookie = pixels_cookie;
    return def;
}

namespace {

constexpr u32 most_side = 16384;

MapImage image_of(const pliant_pixels_def& def) {
    need(def.pixels, "pixels");
    if (!def.width || !def.height || def.width > most_side || def.height > most_side)
        fail(PLIANT_BAD_ARGUMENT, "the image has " + std::to_string(def.width) + " × " + std::to_string(def.height) +
                                      " pixels; expected 1 … " + std::to_string(most_side) + " each way");
    const size_t row = size_t{4} * def.width, stride = def.stride ? def.stride : row;
    if (stride < row)
        fail(PLIANT_BAD_ARGUMENT, "the stride is " + std::to_string(stride) + "; a row of " +
                                      std::to_string(def.width) + " pixels has " + std::to_string(row) + " bytes");
    MapImage image{def.width, def.height, 4, {}};
    image.values.reserve(row * def.height);
    for (u32 y = 0; y < def.height; ++y)
        for (size_t i = 0; i < row; ++i) image.values.push_back(static_cast<u16>(257 * def.pixels[y * stride + i]));
    return image;
}

// Texture coordinates of the vertices: those that were given, or the mesh's.
std::vector<Vec2> uvs_of(const pliant_pixels_def& def, const SurfaceModel& surface, const std::string& body) {
    if (!def.uvs) {
        if (surface.uv.empty())
            fail(PLIANT_BAD_ARGUMENT, body +
                                          ": the mesh has no texture coordinates; expected uvs, one for each of its " +
                                          std::to_string(surface.vertex_count()) + " vertices");
        return surface.uv;
    }
    if (def.uv_count != surface.vertex_count())
        fail(PLIANT_BAD_ARGUMENT, body + ": " + std::to_string(def.uv_count) + " uvs; the mesh has " +
                                      std::to_string(surface.vertex_count()) + " vertices");
    std::vector<Vec2> uv(def.uv_count);
    for (size_t v = 0; v < uv.size(); ++v) {
        uv[v] = {def.uvs[2 * v], def.uvs[2 * v + 1]};
        if (!std::isfinite(uv[v].x) || !std::isfinite(uv[v].y))
            fail(PLIANT_BAD_ARGUMENT, "uv " + std::to_string(v) + " is not finite");
    }
    return uv;
}

// The mesh that a body was cooked from, as far as an image on it goes.
Mesh mesh_of(const SurfaceModel& surface, std::vector<Vec2> uv) {
    Mesh mesh;
    for (const u32 v : surface.point_vertex) mesh.points.push_back(surface.positions[v]);
    mesh.vertex_point = surface.vertex_point, mesh.uv = std::move(uv);
    mesh.face_start = surface.face_start, mesh.face_vertex = surface.face_vertex;
    mesh.face_material = surface.face_material;
    return mesh;
}

std::vector<BodySystem::NamedValue> maps_of(const pliant_pixels_def& def, const Body& body) {
    const MapImage image = image_of(def);
    const SurfaceModel& surface = (body.model->whole ? *body.model->whole : *body.model).surface;
    const Mesh mesh = mesh_of(surface, uvs_of(def, surface, body.name));
    const UnwrappedMesh unwrapped(mesh, UvSet::first);
    const std::array channels{&def.red, &def.green, &def.blue, &def.alpha};
    std::vector<BodySystem::NamedValue> maps;
    for (u32 c = 0; c < 4; ++c) {
        const pliant_channel& channel = *channels[c];
        if (!channel.parameter) continue;
        auto values = std::make_shared<const std::vector<float>>(read_points(unwrapped, image, c));
        maps.push_back(
            {channel.parameter, Value(Map{"", channel.low, channel.high, channel.logarithmic, std::move(values)})});
    }
    if (maps.empty())
        fail(PLIANT_BAD_ARGUMENT, "no channel has a parameter; expected one for red, green, blue or alpha");
    return maps;
}

}  // namespace

pliant_result pliant_body_set_map_pixels(pliant_world world, pliant_body body, const pliant_pixels_def* pixels) {
    return guarded("pliant_body_set_map_pixels", [&] {
        need(pixels, "pixels");
        need_cookie(pixels->cookie, pixels_cookie, "pliant_default_pixels_def");
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        const std::vector<BodySystem::NamedValue> maps = maps_of(*pixels, b);
        try {
            w->world.bodies().set_parameters(from_c(body).body(), maps);
        } catch (const Error& e) {
            throw e.inside(b.name);
        }
        // Captures hold what the image came to: the values of the points.
        for (const auto& [name, value] : maps) {
            const Map& m = *value.map();
            note<pliant_body_set_map_values>(*w, body, name.c_str(), m.values->data(), m.values->size(), m.low, m.high,
                                             m.logarithmic);
        }
    });
}
