// Records of a world, in the formats of `pliant run --record`.

#include "record/record_writer.h"

#include <filesystem>

#include "capi/tables.h"
#include "core/text.h"

using namespace pliant;
using namespace pliant::capi;

// A record has the bodies, characters and colliders that there were when it began, each with the points it had.
static void check_same(const World& world, const RecordedScene& scene) {
    size_t i = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        if (body.model->whole)
            fail(PLIANT_BAD_ARGUMENT,
                 in_quotes(body.family_name()) + " has torn, and a record that has begun cannot get new points");
        if (i == scene.body_count() || scene.bodies[i].name != body.name)
            fail(PLIANT_BAD_ARGUMENT, "there are other bodies than when the record began");
        ++i;
    });
    size_t colliders = 0, characters = 0;
    world.contents().colliders.each([&](ColliderId, const Collider& c) { colliders += is_recorded(c); });
    world.contents().characters.each([&](CharacterId, const CharacterInstance&) { ++characters; });
    if (i != scene.body_count() || i + characters != scene.bodies.size() || colliders != scene.colliders.size())
        fail(PLIANT_BAD_ARGUMENT, "there are other bodies, characters or colliders than when the record began");
}

pliant_result pliant_world_record_begin(pliant_world world, const char* folder, const char* formats) {
    return guarded("pliant_world_record_begin", [&] {
        need(folder, "folder"), need(formats, "formats");
        const auto w = resting_world(world);
        if (w->record) fail(PLIANT_BAD_ARGUMENT, "the world is recorded already");
        const std::vector<const RecordFormat*> chosen = record_formats_of(formats);
        if (chosen.empty()) fail(PLIANT_BAD_ARGUMENT, "no format; there are " + record_format_names());
        RecordSettings settings;
        settings.folder = (std::filesystem::path(folder) / "").string();
        std::error_code trouble;
        std::filesystem::create_directories(settings.folder, trouble);
        if (trouble) throw OutputError({folder, "this folder cannot be made: " + trouble.message(), "", ""});
        const RecordedScene scene = recorded_scene(w->world, nullptr, w->cameras);
        check_same(w->world, scene);
        w->recorded_frames = 0;
        w->record = std::make_unique<RecordWriter>(chosen, settings, scene, 0);
    });
}

pliant_result pliant_world_record_frame(pliant_world world) {
    return guarded("pliant_world_record_frame", [&] {
        const auto w = resting_world(world);
        if (!w->record) fail(PLIANT_BAD_ARGUMENT, "the world is not recorded");
        check_same(w->world, w->record->scene());
        take_frame(w->world, w->recorded_frames, w->record->needs(), w->record->next(), nullptr, w->cameras);
        w->record->push();
        ++w->recorded_frames;
    });
}

pliant_result pliant_world_record_end(pliant_world world) {
    return guarded("pliant_world_record_end", [&] {
        const auto w = resting_world(world);
        if (!w->record) fail(PLIANT_BAD_ARGUMENT, "the world is not recorded");
        const auto record = std::move(w->record);
        record->finish();
    });
}
