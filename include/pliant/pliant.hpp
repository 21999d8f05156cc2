// A thin C++20 layer over pliant.h, and all of it: ids that clean up after themselves, calls as member functions,
// spans, and exceptions with the library's sentences. There is no state in it but ids, so both may be used side by
// side.
//
// Settings, Asset, Model, Scene and World own what they name. Body and Collider, which are both an Object, and Joint,
// Attachment and Field are an id with its world, to be copied at will; the world owns what they name. What returns a
// span or a pointer returns the engine's own memory, which is valid as pliant.h says. pliant_version(),
// pliant_last_error() and the like are called as they are.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pliant/pliant.h"

inline bool operator==(const pliant_object& a, const pliant_object& b) {
    return a.slot == b.slot && a.generation == b.generation && a.type == b.type;
}

// The inner namespace keeps these classes apart from the engine's own, which an archive of it has under the same names.
// Code that sees both defines PLIANT_CPP_SEPARATE, and finds these in pliant::cpp only.
#ifdef PLIANT_CPP_SEPARATE
namespace pliant::cpp {
#else
namespace pliant::inline cpp {
#endif

class Failure : public std::runtime_error {
  public:
    Failure(pliant_result result, const char* sentence) : std::runtime_error(sentence), result_(result) {}
    pliant_result result() const { return result_; }

  private:
    pliant_result result_;
};

inline void check(pliant_result result) {
    if (result != PLIANT_OK) throw Failure(result, pliant_last_error());
}

// The last argument of a call that fills it in.
template <class Out, class... Given, class... Args>
Out made(pliant_result (*function)(Given...), Args... args) {
    Out out{};
    check(function(args..., &out));
    return out;
}
// Bytes, of a call that tells their size when it is given no buffer.
template <class... Given, class... Args>
std::vector<std::byte> saved(pliant_result (*function)(Given...), Args... args) {
    size_t size = 0;
    check(function(args..., nullptr, 0, &size));
    std::vector<std::byte> bytes(size);
    check(function(args..., bytes.data(), bytes.size(), &size));
    return bytes;
}
// Everything that a call lists, which tells how many there are.
template <class Id>
std::vector<Id> listed(size_t (*function)(pliant_world, Id*, size_t), pliant_world world) {
    std::vector<Id> all(function(world, nullptr, 0));
    all.resize(function(world, all.data(), all.size()));
    return all;
}
template <class Event>
std::span<const Event> events(size_t (*function)(pliant_world, const Event**), pliant_world world) {
    const Event* first = nullptr;
    const size_t count = function(world, &first);
    return {first, count};
}
inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> all;
    for (const std::string& text : texts) all.push_back(text.c_str());
    return all;
}

// Owns what an id names.
template <class Id, void (*destroy)(Id)>
class Owned {
  public:
    Owned() = default;
    explicit Owned(Id id) : id_(id) {}
    Owned(Owned&& other) noexcept : id_(std::exchange(other.id_, Id{})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Owned() {
        if (id_.slot) destroy(id_);
    }
    operator Id() const { return id_; }
    Id get() const { return id_; }
    Id* out() { return &id_; }

  private:
    Id id_{};
};

// ---- before there is a world

class Settings : public Owned<pliant_settings, pliant_settings_destroy> {
  public:
    Settings() = default;
    explicit Settings(const char* table) { check(pliant_settings_create(table, out())); }

    template <class Number>  // a 0 is one too, and no text
    requires(std::is_arithmetic_v<Number> && !std::same_as<Number, bool>) Settings& set(const char* name,
                                                                                        Number value) {
        return done(pliant_settings_set_number(*this, name, static_cast<double>(value)));
    }
    template <std::same_as<bool> Flag>  // numbers are no flags
    Settings& set(const char* name, Flag value) {
        return done(pliant_settings_set_flag(*this, name, value));
    }
    Settings& set(const char* name, double x, double y, double z) {
        return done(pliant_settings_set_vector(*this, name, x, y, z));
    }
    Settings& set(const char* name, const char* text) { return done(pliant_settings_set_text(*this, name, text)); }
    Settings& set(const char* name, const std::vector<std::string>& names) {
        return done(pliant_settings_set_names(*this, name, pointers(names).data(), names.size()));
    }
    Settings& set(const char* name, std::span<const pliant_line_def> lines) {
        return done(pliant_settings_set_lines(*this, name, lines.data(), lines.size()));
    }
    Settings& set_preset(const char* preset) { return done(pliant_settings_set_preset(*this, preset)); }
    // Three numbers a key.
    Settings& set_keys(const char* name, std::span<const double> times, std::span<const double> values,
                       pliant_ease ease = PLIANT_LINEAR, bool loop = false) {
        if (values.size() != 3 * times.size()) throw Failure(PLIANT_BAD_ARGUMENT, "three values are needed for a key");
        return done(pliant_settings_set_keys(*this, name, times.data(), values.data(), times.size(), ease, loop));
    }
    Settings& set_map(const char* name, const char* attribute, double low, double high, bool logarithmic = false) {
        return done(pliant_settings_set_map(*this, name, attribute, low, high, logarithmic));
    }

  private:
    Settings& done(pliant_result result) {
        check(result);
        return *this;
    }
};

class Asset : public Owned<pliant_asset, pliant_asset_destroy> {
  public:
    using Owned::Owned;
    static Asset load(const std::string& path, const pliant_asset_def& def = pliant_default_asset_def()) {
        return Asset(made<pliant_asset>(pliant_asset_load, path.c_str(), &def));
    }
    static Asset from_memory(std::span<const std::byte> bytes, const std::string& name,
                             const pliant_asset_def& def = pliant_default_asset_def()) {
        return Asset(made<pliant_asset>(pliant_asset_from_memory, bytes.data(), bytes.size(), name.c_str(), &def));
    }
    static Asset from_mesh(const pliant_mesh_def& mesh) {
        return Asset(made<pliant_asset>(pliant_asset_from_mesh, &mesh));
    }
    static Asset from_shape(const char* shape, pliant_vec3 size = {}, uint32_t detail = 0) {
        return Asset(made<pliant_asset>(pliant_asset_from_shape, shape, size, detail));
    }
    const char* report() const { return pliant_asset_report(*this); }
    struct Bounds {
        pliant_box box;
        uint32_t points, triangles;
        bool closed;
    };
    Bounds bounds() const {
        Bounds b{};
        check(pliant_asset_bounds(*this, &b.box, &b.points, &b.triangles, &b.closed));
        return b;
    }
    bool is_solid() const { return made<bool>(pliant_asset_is_solid, get()); }
};

class Model : public Owned<pliant_model, pliant_model_destroy> {
  public:
    using Owned::Owned;
    static Model cook(pliant_asset asset, pliant_settings settings = {}) {
        return Model(made<pliant_model>(pliant_model_cook, asset, settings));
    }
    static Model load(std::span<const std::byte> bytes) {
        return Model(made<pliant_model>(pliant_model_load, bytes.data(), bytes.size()));
    }
    std::vector<std::byte> save() const { return saved(pliant_model_save, get()); }
    const char* report() const { return pliant_model_report(*this); }
    pliant_model_info info() const { return made<pliant_model_info>(pliant_model_get_info, get()); }
};

// ---- what is in a world

// A body or a collider.
struct Object {
    pliant_world world{};
    pliant_object id{};
    Object() = default;
    Object(pliant_world its_world, pliant_object its_id) : world(its_world), id(its_id) {}
    operator pliant_object() const { return id; }

    const char* name() const { return pliant_object_name(world, id); }
    pliant_transform pose() const { return made<pliant_transform>(pliant_object_get_pose, world, id); }
    void set_pose(const pliant_transform& at) const { check(pliant_object_set_pose(world, id, at)); }
    void teleport(const pliant_transform& by) const { check(pliant_object_teleport(world, id, by)); }
    struct Velocity {
        pliant_vec3 linear, angular;
    };
    Velocity velocity() const {
        Velocity v{};
        check(pliant_object_get_velocity(world, id, &v.linear, &v.angular));
        return v;
    }
    void set_velocity(pliant_vec3 linear, pliant_vec3 angular = {}) const {
        check(pliant_object_set_velocity(world, id, linear, angular));
    }
    void apply_impulse(pliant_vec3 impulse) const { check(pliant_object_apply_impulse(world, id, impulse)); }
    void apply_impulse(pliant_vec3 impulse, pliant_vec3 at) const {
        check(pliant_object_apply_impulse_at(world, id, impulse, at));
    }
    void apply_force(pliant_vec3 force, pliant_vec3 at) const {
        check(pliant_object_apply_force_at(world, id, force, at));
    }
    void enable_contact_impulses(bool enabled = true) const {
        check(pliant_object_enable_contact_impulses(world, id, enabled));
    }
    std::vector<pliant_contact_impulse> contact_impulses() const {
        size_t count = 0;
        check(pliant_object_contact_impulses(world, id, nullptr, 0, &count));
        std::vector<pliant_contact_impulse> all(count);
        check(pliant_object_contact_impulses(world, id, all.data(), all.size(), &count));
        return all;
    }
    double mass() const { return made<double>(pliant_object_get_mass, world, id); }
    bool is_asleep() const { return made<bool>(pliant_object_is_asleep, world, id); }
    void wake() const { check(pliant_object_wake(world, id)); }
};

struct Body : Object {
    using Object::Object;

    void destroy() const { check(pliant_body_destroy(world, id)); }
    void set(const char* parameter, double value) const { check(pliant_body_set_number(world, id, parameter, value)); }
    template <std::same_as<bool> Flag>
    void set(const char* parameter, Flag value) const {
        check(pliant_body_set_flag(world, id, parameter, value));
    }
    void set(const char* parameter, double x, double y, double z) const {
        check(pliant_body_set_vector(world, id, parameter, x, y, z));
    }
    void set(const char* parameter, const char* text) const { check(pliant_body_set_text(world, id, parameter, text)); }
    void set(const char* parameter, const std::vector<std::string>& names) const {
        check(pliant_body_set_names(world, id, parameter, pointers(names).data(), names.size()));
    }
    void set(const char* parameter, std::span<const pliant_line_def> lines) const {
        check(pliant_body_set_lines(world, id, parameter, lines.data(), lines.size()));
    }
    void set_map(const char* parameter, const char* attribute, double low, double high,
                 bool logarithmic = false) const {
        check(pliant_body_set_map(world, id, parameter, attribute, low, high, logarithmic));
    }
    // One value a point of the mesh, painted while the world runs.
    void set_map(const char* parameter, std::span<const float> values, double low, double high,
                 bool logarithmic = false) const {
        check(pliant_body_set_map_values(world, id, parameter, values.data(), values.size(), low, high, logarithmic));
    }
    // What the channels of an image say, painted while the world runs.
    void set_map(const pliant_pixels_def& pixels) const { check(pliant_body_set_map_pixels(world, id, &pixels)); }
    double get(const char* parameter) const { return made<double>(pliant_body_get_number, world, id, parameter); }

    void reset(const pliant_transform& at) const { check(pliant_body_reset(world, id, at)); }
    void hold(std::span<const uint32_t> particles, bool held = true) const {
        check(pliant_body_hold(world, id, particles.data(), particles.size(), held));
    }
    void set_contact_enabled(std::span<const uint32_t> particles, bool enabled) const {
        check(pliant_body_set_contact_enabled(world, id, particles.data(), particles.size(), enabled));
    }
    std::vector<uint32_t> particles_in(const pliant_box& box) const {
        size_t count = 0;
        check(pliant_body_particles_in_box(world, id, box, nullptr, 0, &count));
        std::vector<uint32_t> all(count);
        check(pliant_body_particles_in_box(world, id, box, all.data(), all.size(), &count));
        return all;
    }
    std::vector<uint32_t> particles_in(pliant_vec3 center, float radius) const {
        size_t count = 0;
        check(pliant_body_particles_in_ball(world, id, center, radius, nullptr, 0, &count));
        std::vector<uint32_t> all(count);
        check(pliant_body_particles_in_ball(world, id, center, radius, all.data(), all.size(), &count));
        return all;
    }
    pliant_body_info info() const { return made<pliant_body_info>(pliant_body_get_info, world, id); }
    uint64_t hash() const { return made<uint64_t>(pliant_body_hash, world, id); }
    struct Particles {
        std::span<const float> positions, velocities;  // four floats each
    };
    Particles particles() const {
        const float *positions = nullptr, *velocities = nullptr;
        uint32_t count = 0;
        check(pliant_body_particles(world, id, &positions, &velocities, &count));
        return {{positions, size_t{4} * count}, {velocities, size_t{4} * count}};
    }
    pliant_surface surface() const { return made<pliant_surface>(pliant_body_surface, world, id); }
    pliant_material material(uint32_t number) const {
        return made<pliant_material>(pliant_body_material, world, id, number);
    }
    // Three floats a vertex.
    void interpolated(float t, std::span<float> positions) const {
        check(pliant_body_interpolated(world, id, t, positions.data(), 12, positions.size() / 3));
    }

    pliant_guide_info guide() const { return made<pliant_guide_info>(pliant_guide_get_info, world, id); }
    void play(const char* clip, double fade = -1) const { check(pliant_guide_play(world, id, clip, fade)); }
    void pause_guide() const { check(pliant_guide_pause(world, id)); }
    void stop_guide() const { check(pliant_guide_stop(world, id)); }
    void resume_guide() const { check(pliant_guide_resume(world, id)); }
    void seek_guide(double seconds) const { check(pliant_guide_seek(world, id, seconds)); }
};

struct Collider : Object {
    using Object::Object;

    void destroy() const { check(pliant_collider_destroy(world, id)); }
    void move(const pliant_transform& to) const { check(pliant_collider_move(world, id, to)); }

    void set_host_body(const pliant_host_body& state) const { check(pliant_collider_set_host_body(world, id, &state)); }
    struct Impulse {
        pliant_vec3 impulse, angular_impulse;
    };
    Impulse host_impulse() const {
        Impulse i{};
        check(pliant_collider_host_impulse(world, id, &i.impulse, &i.angular_impulse));
        return i;
    }
};

struct Joint {
    pliant_world world;
    pliant_joint id;
    operator pliant_joint() const { return id; }

    void destroy() const { check(pliant_joint_destroy(world, id)); }
    void set(const char* parameter, double value) const { check(pliant_joint_set_number(world, id, parameter, value)); }
    void set(const char* parameter, double x, double y, double z) const {
        check(pliant_joint_set_vector(world, id, parameter, x, y, z));
    }
    pliant_joint_info info() const { return made<pliant_joint_info>(pliant_joint_get_info, world, id); }
};

struct Attachment {
    pliant_world world;
    pliant_attachment id;
    operator pliant_attachment() const { return id; }

    void destroy() const { check(pliant_attachment_destroy(world, id)); }
    void move(pliant_vec3 to) const { check(pliant_attachment_move(world, id, to)); }
    void set(const char* parameter, double value) const {
        check(pliant_attachment_set_number(world, id, parameter, value));
    }
    template <std::same_as<bool> Flag>
    void set(const char* parameter, Flag value) const {
        check(pliant_attachment_set_flag(world, id, parameter, value));
    }
    pliant_vec3 force() const {
        pliant_vec3 force{};
        check(pliant_attachment_force(world, id, &force, nullptr));
        return force;
    }
    pliant_attachment_info info() const { return made<pliant_attachment_info>(pliant_attachment_get_info, world, id); }
    pliant_grip_info grip(uint32_t point) const {
        return made<pliant_grip_info>(pliant_attachment_get_grip, world, id, point);
    }
};

struct Field {
    pliant_world world;
    pliant_field id;
    operator pliant_field() const { return id; }

    void destroy() const { check(pliant_field_destroy(world, id)); }
    void set(const char* parameter, double value) const { check(pliant_field_set_number(world, id, parameter, value)); }
    void set(const char* parameter, double x, double y, double z) const {
        check(pliant_field_set_vector(world, id, parameter, x, y, z));
    }
};

// ---- worlds

class World : public Owned<pliant_world, pliant_world_destroy> {
  public:
    using Owned::Owned;
    static World make(const pliant_world_def& def = pliant_default_world_def()) {
        return World(made<pliant_world>(pliant_world_create, &def));
    }

    Body add(const pliant_body_def& def) const { return {*this, made<pliant_body>(pliant_body_create, get(), &def)}; }
    Collider add(const pliant_collider_def& def) const {
        return {*this, made<pliant_collider>(pliant_collider_create, get(), &def)};
    }
    Attachment add(const pliant_attachment_def& def) const {
        return {*this, made<pliant_attachment>(pliant_attachment_create, get(), &def)};
    }
    Joint add_joint(const char* name, pliant_settings settings) const {
        return {*this, made<pliant_joint>(pliant_joint_create, get(), name, settings)};
    }
    Field add_field(const char* name, pliant_settings settings) const {
        return {*this, made<pliant_field>(pliant_field_create, get(), name, settings)};
    }
    Body body(const char* name) const { return {*this, made<pliant_body>(pliant_world_find_body, get(), name)}; }
    Collider collider(const char* name) const {
        return {*this, made<pliant_collider>(pliant_world_find_collider, get(), name)};
    }
    Joint joint(const char* name) const { return {*this, made<pliant_joint>(pliant_world_find_joint, get(), name)}; }
    Attachment attachment(const char* name) const {
        return {*this, made<pliant_attachment>(pliant_world_find_attachment, get(), name)};
    }
    Field field(const char* name) const { return {*this, made<pliant_field>(pliant_world_find_field, get(), name)}; }
    std::vector<Body> bodies() const { return with_world<Body>(listed(pliant_world_bodies, get())); }
    std::vector<Collider> colliders() const { return with_world<Collider>(listed(pliant_world_colliders, get())); }
    std::vector<Joint> joints() const { return with_world<Joint>(listed(pliant_world_joints, get())); }
    std::vector<Attachment> attachments() const {
        return with_world<Attachment>(listed(pliant_world_attachments, get()));
    }

    void step() const { check(pliant_world_step(*this)); }
    void preroll() const { check(pliant_world_preroll(*this)); }
    uint32_t advance(double seconds, uint32_t most_steps = 8) const {
        return made<uint32_t>(pliant_world_advance, get(), seconds, most_steps);
    }
    void set(const char* parameter, double value) const { check(pliant_world_set_number(*this, parameter, value)); }
    void set(const char* parameter, double x, double y, double z) const {
        check(pliant_world_set_vector(*this, parameter, x, y, z));
    }
    struct Value {
        double x, y, z;
    };
    Value parameter(const char* name) const {
        double v[3];
        check(pliant_world_get(*this, name, v));
        return {v[0], v[1], v[2]};
    }
    void shift_origin(pliant_vec3 by) const { check(pliant_world_shift_origin(*this, by)); }
    void set_viewpoint(pliant_vec3 at) const { check(pliant_world_set_viewpoint(*this, &at)); }
    void forget_viewpoint() const { check(pliant_world_set_viewpoint(*this, nullptr)); }
    void explode(pliant_vec3 center, float radius, float speed) const {
        check(pliant_world_explode(*this, center, radius, speed));
    }

    void on_substep(void (*after)(void* context, double seconds), void* context) const {
        check(pliant_world_on_substep(*this, after, context));
    }

    pliant_world_info info() const { return made<pliant_world_info>(pliant_world_get_info, get()); }
    uint64_t hash() const { return made<uint64_t>(pliant_world_hash, get()); }
    std::vector<double> stage_seconds() const {
        std::vector<double> seconds(pliant_stage_count());
        check(pliant_world_stage_seconds(*this, seconds.data(), seconds.size()));
        return seconds;
    }

    auto contact_events() const { return events(pliant_world_contact_events, get()); }
    auto object_events() const { return events(pliant_world_object_events, get()); }
    auto attachment_events() const { return events(pliant_world_attachment_events, get()); }
    auto joint_events() const { return events(pliant_world_joint_events, get()); }
    auto tear_events() const { return events(pliant_world_tear_events, get()); }

    std::vector<pliant_hit> cast_rays(std::span<const pliant_ray> rays) const {
        std::vector<pliant_hit> hits(rays.size());
        check(pliant_world_cast_rays(*this, rays.data(), rays.size(), hits.data()));
        return hits;
    }
    std::vector<pliant_hit> closest_points(std::span<const pliant_vec3> points, float radius = 0) const {
        std::vector<pliant_hit> hits(points.size());
        check(pliant_world_closest_points(*this, points.data(), points.size(), radius, hits.data()));
        return hits;
    }
    std::vector<pliant_hit> overlap_ball(pliant_vec3 center, float radius, size_t most = 256) const {
        std::vector<pliant_hit> hits(most);
        size_t count = 0;
        check(pliant_world_overlap_ball(*this, center, radius, hits.data(), hits.size(), &count));
        hits.resize(count < most ? count : most);
        return hits;
    }

    std::vector<pliant_debug_line> debug_lines(uint32_t what = PLIANT_DEBUG_ALL) const {
        size_t count = 0;
        check(pliant_world_debug_lines(*this, what, nullptr, 0, &count));
        std::vector<pliant_debug_line> lines(count);
        check(pliant_world_debug_lines(*this, what, lines.data(), lines.size(), &count));
        return lines;
    }

    std::vector<std::byte> save() const { return saved(pliant_world_save, get()); }
    std::vector<std::byte> save(std::span<const pliant_body> bodies) const {
        return saved(pliant_world_save_bodies, get(), bodies.data(), bodies.size());
    }
    void restore(std::span<const std::byte> bytes) const {
        check(pliant_world_restore(*this, bytes.data(), bytes.size()));
    }
    void save_file(const std::string& path) const { check(pliant_world_save_file(*this, path.c_str())); }
    void restore_file(const std::string& path) const { check(pliant_world_restore_file(*this, path.c_str())); }
    void capture_begin(const std::string& path) const { check(pliant_world_capture_begin(*this, path.c_str())); }
    void capture_end() const { check(pliant_world_capture_end(*this)); }
    void record_begin(const std::string& folder, const std::string& formats) const {
        check(pliant_world_record_begin(*this, folder.c_str(), formats.c_str()));
    }
    void record_frame() const { check(pliant_world_record_frame(*this)); }
    void record_end() const { check(pliant_world_record_end(*this)); }

  private:
    template <class Thing, class Id>
    std::vector<Thing> with_world(const std::vector<Id>& ids) const {
        std::vector<Thing> all;
        for (const Id id : ids) all.push_back({*this, id});
        return all;
    }
};

inline World replay(const std::string& path, uint64_t until, pliant_replay_info& info,
                    const pliant_world_def& def = pliant_default_world_def()) {
    return World(made<pliant_world>(pliant_replay, path.c_str(), &def, until, &info));
}

class Scene : public Owned<pliant_scene, pliant_scene_destroy> {
  public:
    using Owned::Owned;
    static Scene load(const std::string& path, const std::vector<std::string>& settings = {}) {
        return Scene(made<pliant_scene>(pliant_scene_load, path.c_str(), pointers(settings).data(), settings.size()));
    }
    static Scene from_memory(const std::string& json, const std::string& name, const std::string& folder = "",
                             const std::vector<std::string>& settings = {}) {
        return Scene(made<pliant_scene>(pliant_scene_from_memory, json.c_str(), name.c_str(), folder.c_str(),
                                        pointers(settings).data(), settings.size()));
    }
    void prepare(void (*progress)(void* context, const char* what) = nullptr, void* context = nullptr) const {
        check(pliant_scene_prepare(*this, progress, context));
    }
    World make_world(const pliant_world_def& def = pliant_default_world_def()) const {
        return World(made<pliant_world>(pliant_scene_create_world, get(), &def));
    }
    const char* report() const { return pliant_scene_report(*this); }
    const char* advice() const { return pliant_scene_advice(*this); }
    double duration() const { return pliant_scene_duration(*this); }
    double rate() const { return pliant_scene_rate(*this); }
};

// Every parameter of a table, to build panels of.
inline std::vector<pliant_parameter> parameters(const char* table) {
    std::vector<pliant_parameter> all(pliant_parameter_count(table));
    for (size_t i = 0; i < all.size(); ++i) check(pliant_parameter_at(table, i, &all[i]));
    return all;
}

// ---- short forms

inline Settings make_settings(const char* table) { return Settings(table); }
inline Asset load_asset(const std::string& path, const pliant_asset_def& def = pliant_default_asset_def()) {
    return Asset::load(path, def);
}
inline Model cook(pliant_asset asset, pliant_settings settings = {}) { return Model::cook(asset, settings); }
inline World make_world(const pliant_world_def& def = pliant_default_world_def()) { return World::make(def); }
inline Scene load_scene(const std::string& path, const std::vector<std::string>& settings = {}) {
    return Scene::load(path, settings);
}
inline std::vector<pliant_body> bodies(pliant_world world) { return listed(pliant_world_bodies, world); }
}  // namespace pliant
