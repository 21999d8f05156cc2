// Cooked models with wild content and a right checksum: each gives a sentence, or a body that can be simulated, drawn
// and saved.
//
//   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_model
//   build/fuzz/bin/fuzz_model CORPUS_FOLDER -max_len=4096
#include "body/registry.h"
#include "cook/cook.h"
#include "cook/model_bytes.h"
#include "core/hash.h"
#include "edits.h"
#include "geometry/shapes.h"
#include "world/world.h"

using namespace pliant;

namespace {

constexpr size_t header = 24;  // magic, size, hash

std::vector<std::byte> content_of(const CookedModel& cooked) {
    const std::string bytes = model_bytes(*cooked.model);
    std::vector<std::byte> content(bytes.size() - header);
    std::memcpy(content.data(), bytes.data() + header, content.size());
    return content;
}

Mesh small_mesh(const char* shape) {
    Mesh mesh = make_shape({shape, {0.5f, 0.3f, 0.5f}, 6});
    mesh.attributes.push_back({"soft", std::vector<float>(mesh.points.size(), 0.5f)});
    return mesh;
}

std::vector<std::byte> good_lattice(const char* shape, const char* contact) {
    ParameterSet own(find_kind("lattice")->parameters);
    own.set("spacing", 0.2), own.set("half_width", 1.0), own.set("contact", contact);
    return content_of(cook_model(small_mesh(shape), *find_kind("lattice"), own, {1, 1, 1}));
}

std::vector<std::byte> good_flesh(const char* shape, const RenderMeshSettings& drawn = {}) {
    ParameterSet own(find_kind("flesh")->parameters);
    own.set("cell", 0.25);
    return content_of(cook_model(small_mesh(shape), *find_kind("flesh"), own, {1, 1, 1}, drawn));
}

std::vector<std::byte> good_cloth(const RenderMeshSettings& drawn) {
    ParameterSet own(find_kind("cloth")->parameters);
    return content_of(cook_model(small_mesh("plane"), *find_kind("cloth"), own, {1, 1, 1}, drawn));
}

std::string with_checksum(const std::vector<std::byte>& content) {
    const u64 size = content.size(), hash = hash_bytes(content.data(), content.size());
    std::string bytes = "PLMODEL6";
    bytes.append(reinterpret_cast<const char*>(&size), 8), bytes.append(reinterpret_cast<const char*>(&hash), 8);
    bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
    return bytes;
}

// Everything that a world does with a model.
void use(const std::shared_ptr<const Model>& model) {
    WorldSettings settings;
    settings.parameters.set(WorldP::max_particles, 20000.0);
    World world(settings);
    world.add_collider("floor", {}, ParameterSet(collider_table));
    ParameterSet own(model->kind().parameters), above(body_table);
    above.set("position", Vec3d{0.1, 0.3, 0}), above.set("tear.stretch", 0.01);
    world.add_body("a", model, ParameterSet(body_table), own);
    const BodyId b = world.add_body("b", model, above, own);
    world.add_attachment("hand", b, {{0, 0.1f, 0}, 0.2f}, ParameterSet(attachment_table));
    for (int i = 0; i < 3; ++i) world.step();
    world.restore(world.save());
    model_bytes(*model);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) return 0;
    static const std::vector<std::byte> good[] = {
        good_lattice("torus", "surface"),       good_lattice("box", "particles"),
        good_lattice("plane", "surface"),       good_flesh("box"),
        good_flesh("sphere", {.subdivide = 1}), good_cloth({.thickness = 0.02f})};
    std::vector<std::byte> content = good[data[0] % std::size(good)];
    fuzz::edit(content, {data + 1, size - 1});
    try {
        use(model_from_bytes(with_checksum(content), "model"));
    } catch (const Error& e) {
        fuzz::require(std::string_view(e.what()).size() > 6);
    }
    return 0;
}
