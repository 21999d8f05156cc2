#include "record/lattice_outline_file.h"

#include <fmt/compile.h>

#include "core/files.h"
#include "record/gltf_writer.h"

namespace pliant {

void write_lattice_obj(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles) {
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out, "# a lattice: a vertex for every particle, in their order\no lattice\n");
    for (const Vec3& p : particles) fmt::format_to(out, FMT_COMPILE("v {} {} {}\n"), p.x, p.y, p.z);
    for (const auto& [a, b, c, d] : outline.faces) fmt::format_to(out, "f {} {} {} {}\n", a + 1, b + 1, c + 1, d + 1);
    for (const auto& [a, b] : outline.edges) fmt::format_to(out, "l {} {}\n", a + 1, b + 1);
    write_file(path, {text.data(), text.size()});
}

void write_lattice_glb(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles) {
    constexpr int lines = 1, triangles = 4;  // modes of glTF
    GltfWriter g(0);
    std::vector<u32> corners, ends;
    for (const auto& [a, b, c, d] : outline.faces) corners.insert(corners.end(), {a, b, c, a, c, d});
    for (const auto& [a, b] : outline.edges) ends.insert(ends.end(), {a, b});
    std::vector<float> numbers(particles.size());
    for (size_t p = 0; p < numbers.size(); ++p) numbers[p] = static_cast<float>(p);
    // Both share their vertices. Programs may sort these; _PARTICLE tells which is which.
    const std::string attributes =
        fmt::format("\"attributes\": {{ \"POSITION\": {}, \"_PARTICLE\": {} }}", g.add_positions(particles),
                    g.add_floats(numbers, "SCALAR", GltfWriter::Use::vertices));
    Material look;
    look.color = {0.55f, 0.7f, 0.85f}, look.two_sided = true;
    const u32 material = g.add_material(look, "lattice", -1);
    const auto primitive = [&](const std::vector<u32>& indices, int mode) {
        return fmt::format("{{ {}, \"indices\": {}, \"mode\": {}, \"material\": {} }}", attributes,
                           g.add_indices(indices), mode, material);
    };
    std::string primitives = primitive(corners, triangles);
    if (!ends.empty()) primitives += ", " + primitive(ends, lines);
    const u32 mesh = g.meshes.add("{ \"name\": \"lattice\", \"primitives\": [ " + primitives + " ] }");
    g.nodes.add(fmt::format("{{ \"name\": \"lattice\", \"mesh\": {} }}", mesh));
    write_glb(path, g);
}

}  // namespace pliant
