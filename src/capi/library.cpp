#include <map>
#include <mutex>

#include "assets/schema.h"
#include "capi/tables.h"
#include "core/assert.h"
#include "core/text.h"

namespace pliant::capi {

Table<SettingsObject, pliant_settings>& settings_table() {
    static Table<SettingsObject, pliant_settings> table;
    return table;
}
Table<AssetObject, pliant_asset>& asset_table_of_ids() {
    static Table<AssetObject, pliant_asset> table;
    return table;
}
Table<ModelObject, pliant_model>& model_table() {
    static Table<ModelObject, pliant_model> table;
    return table;
}
Table<SceneObject, pliant_scene>& scene_table() {
    static Table<SceneObject, pliant_scene> table;
    return table;
}
Table<WorldObject, pliant_world>& world_table_of_ids() {
    static Table<WorldObject, pliant_world> table;
    return table;
}

static thread_local std::string last_error;
void set_last_error(const std::string& sentence) {
    PL_ASSERT(!sentence.empty());
    last_error = sentence;
    log(PLIANT_LOG_ERROR, sentence);
}

std::shared_ptr<WorldObject> any_world(pliant_world world) {
    auto object = world_table_of_ids().find(world);
    if (!object) fail(PLIANT_NO_SUCH_ID, world.slot ? "there is no such world any more" : "the world is null");
    return object;
}

std::shared_ptr<WorldObject> resting_world(pliant_world world) {
    auto object = any_world(world);
    if (object->stepping.load(std::memory_order_acquire)) fail(PLIANT_WORLD_LOCKED, "the world is in a step");
    return object;
}

std::shared_ptr<WorldObject> hearing_world(pliant_world world) {
    auto object = any_world(world);
    return object->telling_host.load(std::memory_order_acquire) ? object : resting_world(world);
}

Body& body_of(WorldObject& world, pliant_body body) {
    Body* found = world.world.body(from_c(body).body());
    if (!found) fail(PLIANT_NO_SUCH_ID, body.slot ? "there is no such body in this world" : "the body is null");
    return *found;
}

Collider& collider_of(WorldObject& world, pliant_collider collider) {
    Collider* found = world.world.collider(from_c(collider).collider());
    if (!found)
        fail(PLIANT_NO_SUCH_ID, collider.slot ? "there is no such collider in this world" : "the collider is null");
    return *found;
}

std::shared_ptr<SettingsObject> settings_of(pliant_settings settings) {
    if (settings.slot == 0) return nullptr;
    auto object = settings_table().find(settings);
    if (!object) fail(PLIANT_NO_SUCH_ID, "there are no such settings any more");
    return object;
}

std::string lines_of(const Report& report) {
    std::string lines;
    for (const std::string& fact : report.facts) lines += fact + "\n";
    for (const std::string& warning : report.warnings) lines += "warning: " + warning + "\n";
    return lines;
}

void copy_out(const void* bytes, size_t size, void* buffer, size_t capacity, size_t* needed) {
    PL_ASSERT(bytes || size == 0);
    if (needed) *needed = size;
    if (!buffer) return;
    if (capacity < size)
        fail(PLIANT_BUFFER_TOO_SMALL,
             "the buffer has " + std::to_string(capacity) + " bytes, " + std::to_string(size) + " are needed");
    std::memcpy(buffer, bytes, size);
}

}  // namespace pliant::capi

using namespace pliant;
using namespace pliant::capi;

uint32_t pliant_version(void) { return PLIANT_VERSION; }
const char* pliant_last_error(void) { return last_error.c_str(); }

pliant_result pliant_check_version(uint32_t version, size_t def_sizes) {
    return guarded("pliant_check_version", [&] {
        if (version / 100 != PLIANT_VERSION / 100)
            fail(PLIANT_BAD_ARGUMENT, "the header is version " + std::to_string(version) + ", the library " +
                                          std::to_string(PLIANT_VERSION));
        if (def_sizes != PLIANT_DEF_SIZES)
            fail(PLIANT_BAD_ARGUMENT,
                 "structs of the header and the library differ in size; compile against the library's own header");
    });
}

static const ParameterTable* find_table(const char* name) {
    if (!name) return nullptr;
    for (const ParameterTable* t : all_tables())
        if (std::string_view(name) == t->name) return t;
    return nullptr;
}

size_t pliant_parameter_count(const char* table) {
    const ParameterTable* t = find_table(table);
    return t ? t->rows.size() : 0;
}

pliant_result pliant_parameter_at(const char* table, size_t index, pliant_parameter* out) {
    return guarded("pliant_parameter_at", [&] {
        need(out, "out");
        const ParameterTable* t = find_table(table);
        if (!t || index >= t->rows.size()) fail(PLIANT_BAD_ARGUMENT, "there is no such parameter");
        const Parameter& p = t->rows[index];
        // Kept for good, as the other texts are.
        static std::mutex guard;
        static std::map<const Parameter*, std::string> takes;
        const std::lock_guard lock(guard);
        const std::string& text = takes.try_emplace(&p, expectation(p)).first->second;
        *out = {p.name,       p.unit,    p.help,
                text.c_str(), p.choices, p.if_unset,
                p.low,        p.high,    {p.initial.x, p.initial.y, p.initial.z},
                p.keyed,      p.painted, p.effect == Effect::next_step};
    });
}

const char* pliant_schema(void) {
    static const std::string text = scene_schema();
    return text.c_str();
}

const char* pliant_parameter_reference(const char* table, const char* style) {
    static thread_local std::string text;
    const pliant_result result = guarded("pliant_parameter_reference", [&] {
        const std::string_view s = style ? style : "text";
        if (s != "text" && s != "markdown" && s != "json" && s != "tables")
            fail(PLIANT_BAD_ARGUMENT,
                 "there is no style " + in_quotes(s) + "; expected text, markdown, json or tables");
        const ReferenceStyle wanted = s == "markdown" ? ReferenceStyle::markdown
                                      : s == "json"   ? ReferenceStyle::json
                                      : s == "tables" ? ReferenceStyle::tables
                                                      : ReferenceStyle::text;
        text = parameter_reference(table ? table : "", wanted);
    });
    return result == PLIANT_OK ? text.c_str() : nullptr;
}
