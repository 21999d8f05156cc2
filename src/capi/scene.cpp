#include "assets/advice.h"
#include "capi/tables.h"
#include "core/files.h"

using namespace pliant;
using namespace pliant::capi;

static std::vector<std::string> list_of(const char* const* texts, size_t count) {
    std::vector<std::string> list;
    if (count) need(texts, "settings");
    for (size_t i = 0; i < count; ++i) need(texts[i], "a setting"), list.emplace_back(texts[i]);
    return list;
}

std::shared_ptr<SceneObject> capi::open_scene(SceneOrigin origin) {
    auto object = std::make_shared<SceneObject>();
    const FileScope files;
    object->scene = pliant::open_scene(origin.text, origin.name, origin.settings, origin.folder);
    origin.files = files.read();
    object->origin = std::make_shared<SceneOrigin>(std::move(origin));
    return object;
}

pliant_result pliant_scene_load(const char* path, const char* const* settings, size_t setting_count,
                                pliant_scene* out) {
    return guarded("pliant_scene_load", [&] {
        need(path, "path"), need(out, "out");
        std::vector<std::string> list = list_of(settings, setting_count);
        *out = scene_table().add(open_scene({read_file(path), path, folder_of(path), std::move(list), {}}));
    });
}

pliant_result pliant_scene_from_memory(const char* json, const char* name, const char* folder,
                                       const char* const* settings, size_t setting_count, pliant_scene* out) {
    return guarded("pliant_scene_from_memory", [&] {
        need(json, "json"), need(out, "out");
        const std::string inside = folder && *folder ? std::string(folder) + "/" : "";
        std::vector<std::string> list = list_of(settings, setting_count);
        *out = scene_table().add(open_scene({json, name ? name : "scene", inside, std::move(list), {}}));
    });
}

void pliant_scene_destroy(pliant_scene scene) { scene_table().remove(scene); }

static std::shared_ptr<SceneObject> scene_of(pliant_scene scene) {
    auto object = scene_table().find(scene);
    if (!object) fail(PLIANT_NO_SUCH_ID, scene.slot ? "there is no such scene any more" : "the scene is null");
    return object;
}

static void prepare(SceneObject& object, const BuildProgress& progress) {
    if (object.builder) return;
    const FileScope files;
    auto builder = std::make_unique<SceneBuilder>(object.scene);
    builder->prepare(progress);
    object.origin->files.insert(object.origin->files.end(), files.read().begin(), files.read().end());
    object.report = lines_of(builder->report());
    log_report(object.report);
    object.builder = std::move(builder);
}

pliant_result pliant_scene_prepare(pliant_scene scene, void (*progress)(void* context, const char* what),
                                   void* context) {
    return guarded("pliant_scene_prepare", [&] {
        prepare(*scene_of(scene), [&](const std::string& what) {
            if (progress) progress(context, what.c_str());
        });
    });
}

std::shared_ptr<WorldObject> capi::world_of_scene(SceneObject& scene, WorldSettings settings) {
    prepare(scene, {});
    settings.parameters = scene.scene.world;
    auto world = std::make_shared<WorldObject>(std::move(settings));
    scene.builder->fill(world->world);
    scene.report = lines_of(scene.builder->report());
    world->scene = scene.origin, world->cameras = scene.scene.cameras;
    return world;
}

pliant_result pliant_scene_create_world(pliant_scene scene, const pliant_world_def* def, pliant_world* out) {
    return guarded("pliant_scene_create_world", [&] {
        need(out, "out");
        const auto object = scene_of(scene);
        *out = world_table_of_ids().add(world_of_scene(*object, world_settings(def)));
    });
}

const char* pliant_scene_report(pliant_scene scene) {
    const auto object = scene_table().find(scene);
    return object ? object->report.c_str() : "";
}

const char* pliant_scene_advice(pliant_scene scene) {
    const auto object = scene_table().find(scene);
    if (!object || !object->builder) return "";
    guarded("pliant_scene_advice", [&] {
        object->advice.clear();
        for (const std::string& line : scene_advice(object->scene, *object->builder)) object->advice += line + "\n";
    });
    return object->advice.c_str();
}

double pliant_scene_duration(pliant_scene scene) {
    const auto object = scene_table().find(scene);
    return object ? object->scene.world.number(WorldP::duration) : 0;
}

double pliant_scene_rate(pliant_scene scene) {
    const auto object = scene_table().find(scene);
    return object ? object->scene.world.number(WorldP::rate) : 0;
}
