#include "record/lattice_outline_file.h"

#include <fmt/compile.h>

#include "assets/gltf_writer.h"
#include "core/contract.h"
#include "core/files.h"

namespace pliant {

void write_lattice_obj(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles) {
    PL_ASSERT(all_finite(particles));
    fmt::memory_buffer text;
    const auto out = fmt::appender(text);
    fmt::format_to(out, "# a lattice: a vertex for every particle, in their order\no lattice\n");
    for (const Vec3& p : particles) fmt::format_to(out, FMT_COMPILE("v {} {} {}\n"), p.x, p.y, p.z);
    for (const auto& [a, b, c, d] : outline.faces) fmt::format_to(out, "f {} {} {} {}\n", a + 1, b + 1, c + 1, d + 1);
    for (const auto& [a, b] : outline.edges) fmt::format_to(out, "l {} {}\n", a + 1, b + 1);
    write_file(path, {text.data(), text.size()});
}

void write_lattice_glb(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles) {
    PL_ASSERT(all_finite(particles));
    GltfWriter g(0);
    std::vector<u32> corners;
    for (const auto* faces : {&outline.faces, &outline.inner})
        for (const auto& [a, b, c, d] : *faces) corners.insert(corners.end(), {a, b, c, a, c, d});
    Material look;
    look.color = {0.55f, 0.7f, 0.85f};
    look.two_sided = true;
    const u32 mesh = g.meshes.add(
        fmt::format("{{ \"name\": \"lattice\", \"primitives\": [ {{ \"attributes\": {{ \"POSITION\": {} }}, "
                    "\"indices\": {}, \"material\": {} }} ] }}",
                    g.add_positions(particles), g.add_indices(corners), g.add_material(look, "lattice", -1)));
    g.nodes.add(fmt::format("{{ \"name\": \"lattice\", \"mesh\": {} }}", mesh));
    write_glb(path, g);
}

}  // namespace pliant
