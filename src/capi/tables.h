// What stands behind the ids of the C interface, and how its functions are guarded.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "assets/scene_build.h"
#include "capi/capture.h"
#include "core/error.h"
#include "core/id.h"
#include "pliant/pliant.h"
#include "record/record_writer.h"
#include "world/queries/queries.h"
#include "world/world.h"

namespace pliant::capi {

// Objects by id, from any thread. Whoever finds one keeps it alive while he uses it.
template <class T, class Handle>
class Table {
  public:
    Handle add(std::shared_ptr<T> object) {
        std::lock_guard lock(mutex_);
        const auto [id, slot] = pool_.add(std::move(object));
        return {id.slot, id.generation};
    }
    std::shared_ptr<T> find(Handle handle) {
        std::lock_guard lock(mutex_);
        std::shared_ptr<T>* slot = pool_.find({handle.slot, handle.generation});
        return slot ? *slot : nullptr;
    }
    std::shared_ptr<T> remove(Handle handle) {
        std::lock_guard lock(mutex_);
        std::shared_ptr<T>* slot = pool_.find({handle.slot, handle.generation});
        if (!slot) return nullptr;
        std::shared_ptr<T> object = std::move(*slot);
        pool_.remove({handle.slot, handle.generation});
        return object;
    }

  private:
    std::mutex mutex_;
    Pool<std::shared_ptr<T>, struct HandleTag> pool_;
};

// Settings of a table, and of what all bodies have where the table is a kind's.
struct SettingsObject {
    const Kind* kind = nullptr;
    ParameterSet own;
    std::unique_ptr<ParameterSet> common;
    explicit SettingsObject(const ParameterTable& table) : own(table) {}
    // Which of the two has the parameter; throws when neither has.
    ParameterSet& holder_of(const char* name) {
        if (own.table().find(name)) return own;
        if (common && common->table().find(name)) return *common;
        const ParameterTable* const tables[] = {&own.table(), common ? &common->table() : &own.table()};
        no_such_parameter(name, tables);
    }
};

struct AssetObject {
    Mesh mesh;
    std::string report;
    bool closed = false;
    u32 triangles = 0;
};

struct ModelObject {
    std::shared_ptr<const Model> model;
    std::string report;
};

struct SceneObject {
    Scene scene;
    std::shared_ptr<SceneOrigin> origin;
    std::unique_ptr<SceneBuilder> builder;
    std::string report, advice;
};

struct WorldObject {
    explicit WorldObject(WorldSettings settings) : world(std::move(settings)), queries(world.contents()) {}
    World world;
    Queries queries;
    std::atomic<bool> stepping{false};
    std::atomic<bool> telling_host{false};     // within a step: the host may move its own bodies
    std::shared_ptr<const SceneOrigin> scene;  // that it was made of, or null
    std::unique_ptr<Capture> capture;
    std::unique_ptr<RecordWriter> record;
    u64 recorded_frames = 0;
    std::vector<SceneCamera> cameras;  // of the scene that it was made of
    bool calls_back = false;           // in every substep: what the host does there is not captured
    bool made_by_calls = false;        // things were added or removed, so that what made it does not tell what is in it
    std::atomic<bool> may_tear{true};  // in the step at hand: surfaces may become others
    std::vector<pliant_contact_event> contact_events;
    std::vector<pliant_object_event> object_events;
    std::vector<pliant_attachment_event> attachment_events;
    std::vector<pliant_tear_event> tear_events;
    std::vector<pliant_joint_event> joint_events;

    void forget_events() {
        contact_events.clear(), object_events.clear(), attachment_events.clear(), tear_events.clear();
        joint_events.clear();
    }
};

Table<SettingsObject, pliant_settings>& settings_table();
Table<AssetObject, pliant_asset>& asset_table_of_ids();
Table<ModelObject, pliant_model>& model_table();
Table<SceneObject, pliant_scene>& scene_table();
Table<WorldObject, pliant_world>& world_table_of_ids();

void set_last_error(const std::string& sentence);
void log(pliant_log_level level, const std::string& sentence);  // to the host, if it listens
void log_report(const std::string& lines);                      // those that begin with "warning: " are warnings

// A failure with its result code, thrown inside guarded functions.
struct Failure {
    pliant_result result;
    std::string sentence;
};
[[noreturn]] inline void fail(pliant_result result, std::string sentence) {
    throw Failure{result, std::move(sentence)};
}

// Runs f and turns whatever it throws into a result and a sentence. `function` names the call in the sentence.
template <class F>
pliant_result guarded(const char* function, F&& f) noexcept {
    pliant_result result = PLIANT_FAILED;
    try {
        try {
            f();
            return PLIANT_OK;
        } catch (const Failure& e) {
            result = e.result;
            set_last_error(std::string(function) + ": " + e.sentence);
        } catch (const OutputError& e) {
            set_last_error(e.what());
        } catch (const CapacityError& e) {
            result = PLIANT_OUT_OF_MEMORY;
            set_last_error(e.what());
        } catch (const Error& e) {
            result = PLIANT_BAD_INPUT;
            set_last_error(e.what());
        } catch (const std::bad_alloc&) {
            result = PLIANT_OUT_OF_MEMORY;
            set_last_error(std::string(function) + ": there is not enough memory");
        } catch (const std::exception& e) {
            set_last_error(std::string(function) + ": " + e.what());
        }
    } catch (...) {  // a hook threw, or not even the sentence could be made
    }
    return result;
}

inline void need(const void* pointer, const char* what) {
    if (!pointer) fail(PLIANT_BAD_ARGUMENT, std::string(what) + " is NULL");
}
inline void need_finite(float v, const char* what) {
    if (!std::isfinite(v)) fail(PLIANT_BAD_ARGUMENT, std::string(what) + " is not finite");
}
inline std::vector<std::string> list_of_names(const char* const* names, size_t count) {
    if (count) need(names, "names");
    std::vector<std::string> list;
    for (size_t i = 0; i < count; ++i) need(names[i], "a name"), list.emplace_back(names[i]);
    return list;
}
inline Vec3 vector_of(const pliant_vec3& v, const char* what) {
    const Vec3 r{v.x, v.y, v.z};
    if (!is_finite(r)) fail(PLIANT_BAD_ARGUMENT, std::string(what) + " is not finite");
    return r;
}
constexpr float farthest = 1e7f;  // [m] as in the tables of bodies and colliders
inline Vec3 place_of(const pliant_vec3& v, const char* what) {
    const Vec3 at = vector_of(v, what);
    if (std::max({std::fabs(at.x), std::fabs(at.y), std::fabs(at.z)}) > farthest)
        fail(PLIANT_BAD_ARGUMENT, std::string(what) + " is further away than 1e7 m");
    return at;
}
inline Transform transform_of(const pliant_transform& t, const char* what) {
    const Quat q{t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    const float length2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(length2 > 0.5f && length2 < 2))
        fail(PLIANT_BAD_ARGUMENT, std::string(what) + " has a rotation that is no unit quaternion");
    return {place_of(t.position, what), normalized(q)};
}
inline pliant_vec3 to_c(const Vec3& v) { return {v.x, v.y, v.z}; }
inline pliant_transform to_c(const Transform& t) {
    return {to_c(t.position), {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}};
}
inline pliant_box to_c(const Box& b) { return {to_c(b.low), to_c(b.high)}; }
inline pliant_object to_c(ObjectId id) { return {id.slot, id.generation, static_cast<uint32_t>(id.type)}; }
inline pliant_object to_c(BodyId id) { return to_c(object_id(id)); }
inline pliant_object to_c(ColliderId id) { return to_c(object_id(id)); }
inline pliant_attachment to_c(AttachmentId id) { return {id.slot, id.generation}; }
inline AttachmentId from_c(pliant_attachment id) { return {id.slot, id.generation}; }
inline pliant_joint to_c(JointId id) { return {id.slot, id.generation}; }
inline JointId from_c(pliant_joint id) { return {id.slot, id.generation}; }
inline pliant_field to_c(FieldId id) { return {id.slot, id.generation}; }
inline FieldId from_c(pliant_field id) { return {id.slot, id.generation}; }
inline ObjectId from_c(pliant_object id) {
    static_assert(static_cast<u32>(ObjectType::body) == PLIANT_OBJECT_BODY &&
                  static_cast<u32>(ObjectType::collider) == PLIANT_OBJECT_COLLIDER);
    const bool known = id.type <= PLIANT_OBJECT_BODY;
    return known ? ObjectId{static_cast<ObjectType>(id.type), id.slot, id.generation} : ObjectId{};
}

// A scene of a text, and a world of a scene.
std::shared_ptr<SceneObject> open_scene(SceneOrigin origin);
std::shared_ptr<WorldObject> world_of_scene(SceneObject& scene, WorldSettings settings);
WorldSettings world_settings(const pliant_world_def* def);

// The world, which must not be in a step.
std::shared_ptr<WorldObject> resting_world(pliant_world world);
std::shared_ptr<WorldObject> any_world(pliant_world world);
std::shared_ptr<WorldObject> hearing_world(pliant_world world);  // at rest, or in the callback of a substep
Body& body_of(WorldObject& world, pliant_body body);
Collider& collider_of(WorldObject& world, pliant_collider collider);
std::shared_ptr<SettingsObject> settings_of(pliant_settings settings);  // null for a null id
std::string lines_of(const Report& report);
std::vector<Line> list_of_lines(const pliant_line_def* lines, size_t count);

// Copies bytes out in the manner of all calls that fill a buffer: with none only the size is told.
void copy_out(const void* bytes, size_t size, void* buffer, size_t capacity, size_t* needed);

constexpr uint32_t asset_cookie = 0x504c4131, mesh_cookie = 0x504c4d32, world_cookie = 0x504c5733,
                   body_cookie = 0x504c4234, collider_cookie = 0x504c4335, attachment_cookie = 0x504c5436,
                   line_cookie = 0x504c4c37, pixels_cookie = 0x504c5838;
inline void need_cookie(uint32_t found, uint32_t expected, const char* function) {
    if (found != expected) fail(PLIANT_BAD_ARGUMENT, std::string("the def was not made by ") + function + "()");
}

}  // namespace pliant::capi
