// Records of a world, in the formats of `pliant run --record`.

#include "record/record_writer.h"

#include <algorithm>
#include <filesystem>

#include "capi/tables.h"
#include "core/text.h"

using namespace pliant;
using namespace pliant::capi;

// A record has the bodies, characters and colliders that there were when it began. Pieces are parts of the bodies that
// they came off.
static void check_same(const World& world, const RecordWriter& record) {
    const RecordedScene& scene = record.scene();
    const std::span<const TearableBody> tearable = record.tearable();
    size_t i = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        if (body.torn_from) return;
        const bool may_tear =
            std::any_of(tearable.begin(), tearable.end(), [&](const TearableBody& t) { return t.number == i; });
        if (body.model->whole && !may_tear)
            fail(PLIANT_BAD_ARGUMENT, in_quotes(body.scene_name()) +
                                          " has torn, and when the record began it had no \"tear.stretch\", "
                                          "\"tear.squash\" or \"tear.bend\"");
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
        auto record = std::make_unique<RecordWriter>(chosen, settings, recorded_scene(w->world, w->cameras), 0,
                                                     tearable_bodies(w->world));
        check_same(w->world, *record);
        w->recorded_frames = 0;
        w->record = std::move(record);
    });
}

pliant_result pliant_world_record_frame(pliant_world world) {
    return guarded("pliant_world_record_frame", [&] {
        const auto w = resting_world(world);
        if (!w->record) fail(PLIANT_BAD_ARGUMENT, "the world is not recorded");
        check_same(w->world, *w->record);
        take_frame(w->world, w->recorded_frames, w->record->needs(), w->record->next(), w->record->tearable(),
                   w->cameras);
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
