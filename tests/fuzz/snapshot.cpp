// Snapshots with wild content and a right checksum: each is refused with a sentence, and then nothing has changed, or
// it is restored and the world goes on.
//
//   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_snapshot
//   build/fuzz/bin/fuzz_snapshot CORPUS_FOLDER -max_len=4096
#include "core/error.h"
#include "core/hash.h"
#include "edits.h"
#include "scenes.h"

using namespace pliant;
using namespace pliant::testing;

namespace {

constexpr size_t header = 32;  // magic, format, behaviour, whole, size, hash

std::unique_ptr<World> small_world() {
    WorldSettings settings;
    settings.parameters.set(WorldP::max_particles, 20000.0);
    auto world = std::make_unique<World>(settings);
    add_collider(*world, "floor", {}, {});
    add_collider(*world, "club", capsule(0.1f, 0.2f),
                 {{"motion", "kinematic"}, {"position", keys({0, 1}, {{1, 0.3, 0}, {-1, 0.3, 0}})}});
    add(*world, "low", "brick", {{0, 0.16, 0}}, {}, {{"youngs_modulus", 3e5}});
    add(*world, "high", "brick", {{0.1, 0.48, 0.05}}, {},
        {{"youngs_modulus", keys({0, 1}, {{1e5, 0, 0}, {2e5, 0, 0}})}});
    add(*world, "cloth", "towel", {{2, 0.02, 0}}, {{"thickness", 0.01}, {"tear.stretch", 0.1}}, {});
    add(*world, "flesh", "flesh_ball", {{-2, 0.26, 0}, {}, {0, -6, 0}},
        {{"plasticity.yield_strain", 0.01},
         {"plasticity.creep", 5.0},
         {"tear.stretch", 0.05},
         {"tear.max_pieces", 2.0}},
        {{"youngs_modulus", 2e4}});
    attach(*world, "hand", "high", {{0.2f, 0.1f, 0}, 0.2f}, {{"stiffness", 500.0}, {"break_force", 1e4}});
    for (int i = 0; i < 8; ++i) world->step();
    world->apply_force(world->find_body("low"), {1, 2, 3}, {});
    return world;
}

// The header as `save` made it, for other content.
std::vector<std::byte> with_checksum(const std::vector<std::byte>& snapshot, const std::vector<std::byte>& content) {
    std::vector<std::byte> bytes(snapshot.begin(), snapshot.begin() + header);
    u32 whole;
    std::memcpy(&whole, bytes.data() + 12, 4);
    const u64 size = content.size(), hash = hash_bytes(content.data(), content.size()) + whole;
    std::memcpy(bytes.data() + 16, &size, 8), std::memcpy(bytes.data() + 24, &hash, 8);
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    if (size == 0) return 0;
    static const std::unique_ptr<World> world = small_world();
    static const std::vector<std::byte> start = world->save();
    static const BodyId low = world->find_body("low");
    static const std::vector<std::byte> good[] = {start, world->save(std::span(&low, 1))};
    const std::vector<std::byte>& snapshot = good[data[0] % 2];
    std::vector<std::byte> content(snapshot.begin() + header, snapshot.end());
    fuzz::edit(content, {data + 1, size - 1});
    world->restore(start);
    const u64 before = world->hash();
    try {
        world->restore(with_checksum(snapshot, content));
        for (int i = 0; i < 2; ++i) world->step();
    } catch (const Error& e) {
        fuzz::require(std::string_view(e.what()).size() > 6);
        fuzz::require(world->hash() == before);  // a restore that fails changes nothing
    }
    return 0;
}
