#include "capi/calls.h"
#include "core/files.h"

using namespace pliant;
using namespace pliant::capi;

pliant_result pliant_world_save(pliant_world world, void* buffer, size_t capacity, size_t* size) {
    return guarded("pliant_world_save", [&] {
        const std::vector<std::byte> bytes = resting_world(world)->world.save();
        copy_out(bytes.data(), bytes.size(), buffer, capacity, size);
    });
}

pliant_result pliant_world_save_bodies(pliant_world world, const pliant_body* bodies, size_t count, void* buffer,
                                       size_t capacity, size_t* size) {
    return guarded("pliant_world_save_bodies", [&] {
        if (count) need(bodies, "bodies");
        const auto w = resting_world(world);
        std::vector<BodyId> ids;
        for (size_t i = 0; i < count; ++i) ids.push_back(body_of(*w, bodies[i]).id);
        const std::vector<std::byte> bytes = w->world.save(ids);
        copy_out(bytes.data(), bytes.size(), buffer, capacity, size);
    });
}

static void restore(WorldObject& w, std::span<const std::byte> bytes) {
    // Ids of pieces that go are never given again, which a snapshot does not tell.
    bool pieces = false;
    w.world.contents().bodies.each([&](BodyId, const Body& b) { pieces = pieces || b.torn_from; });
    w.world.restore(bytes);
    w.made_by_calls = w.made_by_calls || pieces;
    w.forget_events();  // of a run that is no more
}

pliant_result pliant_world_restore(pliant_world world, const void* bytes, size_t size) {
    return changing<pliant_world_restore>(world, bytes, size)([&] {
        need(bytes, "bytes");
        const auto w = resting_world(world);
        restore(*w, {static_cast<const std::byte*>(bytes), size});
    });
}

pliant_result pliant_world_save_file(pliant_world world, const char* path) {
    return guarded("pliant_world_save_file", [&] {
        need(path, "path");
        const std::vector<std::byte> bytes = resting_world(world)->world.save();
        write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
}

pliant_result pliant_world_restore_file(pliant_world world, const char* path) {
    return guarded("pliant_world_restore_file", [&] {
        need(path, "path");
        const std::string bytes = read_file(path);
        const auto w = resting_world(world);
        try {
            restore(*w, {reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
            note<pliant_world_restore>(*w, static_cast<const void*>(bytes.data()), bytes.size());
        } catch (const Error& e) {
            throw e.inside(path);
        }
    });
}
