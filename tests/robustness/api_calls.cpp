// A host that calls anything with anything, also while worlds step: every call ends with a result, and a sentence where
// that is not PLIANT_OK; nothing crashes, and worlds go on.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "robustness/random_arguments.h"

namespace pliant::testing {
namespace api_calls_tests {
namespace {

// What is asked of a host before anything is made, or cannot be called with anything.
const std::set<std::string> not_called = {"pliant_set_log", "pliant_set_assert", "pliant_set_allocator",
                                          "pliant_set_files", "pliant_set_profiler"};

class RandomCalls {
  public:
    explicit RandomCalls(u64 seed) : random_(seed) {
        table();
        for (const auto& [name, call] : calls_) names_.push_back(name);
    }
    void one() {
        const std::string& name = names_[random_.random.below(static_cast<u32>(names_.size()))];
        if (rare_.count(name) && !random_.random.chance(rare_[name])) return;
        ++done_;
        calls_[name]();
        if (depth_ == 0) random_.forget_memory();
    }
    // Worlds that are crowded would take all the time there is; so would those that nobody knows any more.
    void tidy() {
        for (const pliant_world w : worlds_) {
            const auto& seen = RandomArguments::seen<pliant_world>();
            const bool known = std::any_of(seen.begin(), seen.end(), [&](pliant_world s) {
                return s.slot == w.slot && s.generation == w.generation;
            });
            pliant_world_info info{};
            pliant_world_get_info(w, &info);
            if (!known || info.bodies > 12 || info.colliders > 20) pliant_world_destroy(w);
        }
        worlds_ = RandomArguments::seen<pliant_world>();
    }
    // Something of everything, made as it should be, so that there is something to spoil.
    void stock() {
        const auto settings = [](const char* table, auto... texts) {
            pliant_settings made{};
            pliant_settings_create(table, &made);
            const char* const all[] = {texts..., nullptr};
            for (size_t i = 0; all[i]; i += 2) pliant_settings_set_text(made, all[i], all[i + 1]);
            RandomArguments::saw(made);
            return made;
        };
        const pliant_settings lattice = settings("lattice");
        pliant_settings_set_number(lattice, "spacing", 0.2);
        pliant_asset asset{};
        pliant_asset_from_shape("sphere", {0.4f, 0.4f, 0.4f}, 4, &asset);
        pliant_model model{};
        pliant_model_cook(asset, lattice, &model);
        pliant_world_def def = pliant_default_world_def();
        const pliant_jobs jobs{this, 2, start, finish};
        def.jobs = &jobs;
        pliant_world world{};
        pliant_world_create(&def, &world);
        pliant_body_def body_def = pliant_default_body_def();
        body_def.name = "thing", body_def.model = model, body_def.settings = lattice;
        pliant_body body{};
        pliant_body_create(world, &body_def, &body);
        pliant_collider_def collider_def = pliant_default_collider_def();
        collider_def.name = "floor";
        pliant_collider collider{};
        pliant_collider_create(world, &collider_def, &collider);
        collider_def.settings = settings("collider", "shape", "sphere", "motion", "dynamic"),
        collider_def.name = "ball";
        pliant_collider_create(world, &collider_def, &collider);
        pliant_joint joint{};
        pliant_joint_create(world, "thing", settings("joint", "kind", "spherical", "b", "ball"), &joint);
        pliant_field field{};
        pliant_field_create(world, "thing", settings("field", "type", "drag"), &field);
        pliant_attachment_def hold = pliant_default_attachment_def();
        hold.name = "thing", hold.body = body, hold.use_point = true;
        pliant_attachment attachment{};
        pliant_attachment_create(world, &hold, &attachment);
        RandomArguments::saw(asset), RandomArguments::saw(model), RandomArguments::saw(world),
            RandomArguments::saw(body);
        RandomArguments::saw(collider), RandomArguments::saw(joint), RandomArguments::saw(field);
        RandomArguments::saw(attachment);
    }
    u64 done() const { return done_; }
    const std::map<std::string, std::map<int, u64>>& results() const { return results_; }
    std::set<std::string> known() const {
        std::set<std::string> all;
        for (const auto& [name, call] : calls_) all.insert(name);
        return all;
    }

  private:
    template <class Result, class... Args>
    void add(const char* name, Result (*function)(Args...)) {
        calls_[name] = [this, name, function] { call(name, function); };
    }
    template <class Result, class... Args>
    void call(const char* name, Result (*function)(Args...)) {
        std::tuple<Args...> args{random_.make<Args>()...};
        if constexpr (std::is_same_v<Result, pliant_result>) {
            judge(name, std::apply(function, args));
            std::apply([](auto... a) { (take(a), ...); }, args);
        } else {
            std::apply(function, args);
        }
    }
    void judge(const char* name, pliant_result result) {
        ++results_[name][result];
        if (result == PLIANT_OK) return;
        const std::string sentence = pliant_last_error();
        ASSERT_LE(result, PLIANT_OUT_OF_MEMORY) << name;
        EXPECT_NE(sentence, "") << name;
        const bool writes = std::strstr(name, "_file") || std::strstr(name, "_capture_") ||
                            std::strstr(name, "_record_");  // to where nothing can be
        EXPECT_TRUE(writes || result != PLIANT_FAILED) << name << ": " << sentence;
    }
    template <class T>
    static void take([[maybe_unused]] T argument) {
        if constexpr (std::is_pointer_v<T>)
            if constexpr (is_id<std::remove_pointer_t<T>>)
                if constexpr (!std::is_const_v<std::remove_pointer_t<T>>)
                    if (argument) RandomArguments::saw(*argument);
    }

    // Calls from within a step, of this world and of others.
    static void start(void* context, void (*)(void* team, uint32_t worker), void*) {
        RandomCalls& self = *static_cast<RandomCalls*>(context);
        if (self.depth_ >= 2) return;
        ++self.depth_;
        for (int i = 0; i < 3; ++i) self.one();
        --self.depth_;
    }
    static void finish(void*) {}

    // Bytes that a call gave, or a little other.
    std::string blob() {
        std::string bytes = blobs_.empty() || random_.random.chance(0.1)
                                ? std::string(random_.random.below(200), 'x')
                                : blobs_[random_.random.below(static_cast<u32>(blobs_.size()))];
        for (u32 i = random_.random.below(3); i > 0 && !bytes.empty(); --i)
            bytes[random_.random.below(static_cast<u32>(bytes.size()))] ^= static_cast<char>(random_.random.below(256));
        return bytes;
    }
    template <class Save>
    void keep(const char* name, Save&& save) {
        size_t size = 0;
        if (save(nullptr, size_t(0), &size) != PLIANT_OK) return judge(name, save(nullptr, size_t(0), &size));
        std::string bytes(size, 0);
        judge(name, save(bytes.data(), bytes.size(), &size));
        if (blobs_.size() >= 8) blobs_.erase(blobs_.begin());
        blobs_.push_back(std::move(bytes));
    }

    void table();

    RandomArguments random_;
    std::map<std::string, std::function<void()>> calls_;
    std::map<std::string, double> rare_;
    std::vector<std::string> names_, blobs_;
    std::map<std::string, std::map<int, u64>> results_;
    std::vector<pliant_world> worlds_;
    u64 done_ = 0;
    int depth_ = 0;
};

void RandomCalls::table() {
#define CALL(function) add(#function, function)
    CALL(pliant_version);
    CALL(pliant_last_error);
    CALL(pliant_check_version);
    CALL(pliant_parameter_count);
    CALL(pliant_parameter_at);
    CALL(pliant_settings_create);
    CALL(pliant_settings_destroy);
    CALL(pliant_settings_set_number);
    CALL(pliant_settings_set_flag);
    CALL(pliant_settings_set_vector);
    CALL(pliant_settings_set_text);
    CALL(pliant_settings_set_names);
    CALL(pliant_settings_set_preset);
    CALL(pliant_settings_set_keys);
    CALL(pliant_settings_set_map);
    CALL(pliant_default_line_def);
    CALL(pliant_settings_set_lines);
    CALL(pliant_default_asset_def);
    CALL(pliant_default_mesh_def);
    CALL(pliant_asset_load);
    CALL(pliant_asset_from_mesh);
    CALL(pliant_asset_from_shape);
    CALL(pliant_asset_destroy);
    CALL(pliant_asset_report);
    CALL(pliant_asset_bounds);
    CALL(pliant_asset_is_solid);
    CALL(pliant_model_cook);
    CALL(pliant_model_destroy);
    CALL(pliant_model_report);
    CALL(pliant_model_get_info);
    CALL(pliant_default_world_def);
    CALL(pliant_world_step);
    CALL(pliant_world_preroll);
    CALL(pliant_world_set_number);
    CALL(pliant_world_set_vector);
    CALL(pliant_world_get);
    CALL(pliant_world_shift_origin);
    CALL(pliant_world_set_viewpoint);
    CALL(pliant_world_get_info);
    CALL(pliant_world_hash);
    CALL(pliant_stage_count);
    CALL(pliant_stage_name);
    CALL(pliant_world_stage_seconds);
    CALL(pliant_default_body_def);
    CALL(pliant_body_create);
    CALL(pliant_body_destroy);
    CALL(pliant_world_bodies);
    CALL(pliant_world_find_body);
    CALL(pliant_body_set_number);
    CALL(pliant_body_set_flag);
    CALL(pliant_body_set_map);
    CALL(pliant_body_set_map_values);
    CALL(pliant_default_pixels_def);
    CALL(pliant_body_set_map_pixels);
    CALL(pliant_body_set_vector);
    CALL(pliant_body_set_names);
    CALL(pliant_body_set_text);
    CALL(pliant_body_set_lines);
    CALL(pliant_body_get_number);
    CALL(pliant_body_reset);
    CALL(pliant_body_hold);
    CALL(pliant_body_set_contact_enabled);
    CALL(pliant_body_particles_in_box);
    CALL(pliant_body_particles_in_ball);
    CALL(pliant_body_get_info);
    CALL(pliant_body_hash);
    CALL(pliant_body_particles);
    CALL(pliant_body_surface);
    CALL(pliant_body_material);
    CALL(pliant_body_interpolated);
    CALL(pliant_default_collider_def);
    CALL(pliant_collider_create);
    CALL(pliant_collider_destroy);
    CALL(pliant_world_find_collider);
    CALL(pliant_world_colliders);
    CALL(pliant_collider_move);
    CALL(pliant_collider_set_host_body);
    CALL(pliant_collider_host_impulse);
    CALL(pliant_world_on_substep);
    CALL(pliant_object_name);
    CALL(pliant_object_get_pose);
    CALL(pliant_object_set_pose);
    CALL(pliant_object_teleport);
    CALL(pliant_object_get_velocity);
    CALL(pliant_object_set_velocity);
    CALL(pliant_object_apply_impulse);
    CALL(pliant_object_apply_impulse_at);
    CALL(pliant_object_apply_force_at);
    CALL(pliant_object_get_mass);
    CALL(pliant_object_is_asleep);
    CALL(pliant_object_wake);
    CALL(pliant_object_enable_contact_impulses);
    CALL(pliant_object_contact_impulses);
    CALL(pliant_world_explode);
    CALL(pliant_joint_create);
    CALL(pliant_joint_destroy);
    CALL(pliant_joint_set_number);
    CALL(pliant_joint_set_vector);
    CALL(pliant_joint_get_info);
    CALL(pliant_world_find_joint);
    CALL(pliant_world_joints);
    CALL(pliant_default_attachment_def);
    CALL(pliant_attachment_create);
    CALL(pliant_attachment_destroy);
    CALL(pliant_attachment_move);
    CALL(pliant_attachment_set_number);
    CALL(pliant_attachment_set_flag);
    CALL(pliant_attachment_force);
    CALL(pliant_attachment_get_info);
    CALL(pliant_attachment_get_grip);
    CALL(pliant_world_find_attachment);
    CALL(pliant_world_attachments);
    CALL(pliant_field_create);
    CALL(pliant_field_destroy);
    CALL(pliant_field_set_number);
    CALL(pliant_field_set_vector);
    CALL(pliant_world_find_field);
    CALL(pliant_world_contact_events);
    CALL(pliant_world_object_events);
    CALL(pliant_world_attachment_events);
    CALL(pliant_world_joint_events);
    CALL(pliant_world_tear_events);
    CALL(pliant_guide_get_info);
    CALL(pliant_guide_play);
    CALL(pliant_guide_pause);
    CALL(pliant_guide_stop);
    CALL(pliant_guide_resume);
    CALL(pliant_guide_seek);
    CALL(pliant_world_cast_rays);
    CALL(pliant_world_closest_points);
    CALL(pliant_world_overlap_ball);
    CALL(pliant_world_save_bodies);
    CALL(pliant_world_save_file);
    CALL(pliant_world_restore_file);
    CALL(pliant_scene_load);
    CALL(pliant_scene_from_memory);
    CALL(pliant_scene_destroy);
    CALL(pliant_scene_prepare);
    CALL(pliant_scene_create_world);
    CALL(pliant_scene_report);
    CALL(pliant_scene_advice);
    CALL(pliant_scene_duration);
    CALL(pliant_scene_rate);
    CALL(pliant_schema);
    CALL(pliant_parameter_reference);
    CALL(pliant_world_record_begin), CALL(pliant_world_record_frame), CALL(pliant_world_record_end),
        CALL(pliant_world_capture_begin), CALL(pliant_world_capture_end), CALL(pliant_replay),
        CALL(pliant_world_debug_lines);
#undef CALL
    calls_["pliant_world_destroy"] = [this] { pliant_world_destroy(random_.make<pliant_world>()); };
    calls_["pliant_world_create"] = [this] {
        pliant_world_def def = random_.make<pliant_world_def>();
        const pliant_jobs jobs{this, 2, start, finish};
        if (random_.random.chance(0.5)) def.jobs = &jobs;
        pliant_world made{};
        judge("pliant_world_create", pliant_world_create(random_.random.chance(0.1) ? nullptr : &def, &made));
        RandomArguments::saw(made);
    };
    calls_["pliant_world_advance"] = [this] {  // as many steps as are asked for would take for ever
        judge("pliant_world_advance", pliant_world_advance(random_.make<pliant_world>(), random_.make<double>(),
                                                           random_.random.below(3), nullptr));
    };
    calls_["pliant_asset_from_memory"] = [this] {
        const std::string bytes = random_.random.chance(0.5) ? blob() : "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        const pliant_asset_def def = random_.make<pliant_asset_def>();
        pliant_asset made{};
        judge("pliant_asset_from_memory",
              pliant_asset_from_memory(bytes.data(), bytes.size(), random_.make<bool>() ? "a.obj" : random_.text(),
                                       random_.make<bool>() ? &def : nullptr, &made));
        RandomArguments::saw(made);
    };
    calls_["pliant_model_load"] = [this] {
        const std::string bytes = blob();
        pliant_model made{};
        judge("pliant_model_load", pliant_model_load(bytes.data(), bytes.size(), &made));
        RandomArguments::saw(made);
    };
    calls_["pliant_model_save"] = [this] {
        const auto model = random_.make<pliant_model>();
        keep("pliant_model_save",
             [&](void* to, size_t room, size_t* size) { return pliant_model_save(model, to, room, size); });
    };
    calls_["pliant_world_save"] = [this] {
        const auto world = random_.make<pliant_world>();
        keep("pliant_world_save",
             [&](void* to, size_t room, size_t* size) { return pliant_world_save(world, to, room, size); });
    };
    calls_["pliant_world_restore"] = [this] {
        const std::string bytes = blob();
        judge("pliant_world_restore", pliant_world_restore(random_.make<pliant_world>(), bytes.data(), bytes.size()));
    };
    // These take milliseconds, or end what the others need.
    rare_ = {{"pliant_model_cook", 0.2},
             {"pliant_scene_create_world", 0.05},
             {"pliant_scene_prepare", 0.05},
             {"pliant_world_preroll", 0.02},
             {"pliant_world_destroy", 0.05},
             {"pliant_model_destroy", 0.2},
             {"pliant_settings_destroy", 0.3},
             {"pliant_asset_destroy", 0.3},
             {"pliant_body_destroy", 0.2},
             {"pliant_schema", 0.02},
             {"pliant_parameter_reference", 0.02},
             {"pliant_scene_destroy", 0.3},
             {"pliant_world_capture_begin", 0.1},
             {"pliant_world_record_begin", 0.1},
             {"pliant_replay", 0.1},
             {"pliant_world_save_file", 0.05},
             {"pliant_world_restore_file", 0.1}};
}

// Every function of the header is called, so that a new one is.
TEST(ApiCalls, TheTableIsWhole) {
    std::ifstream file(PLIANT_SOURCE_DIR "/include/pliant/pliant.h");
    const std::string header((std::istreambuf_iterator<char>(file)), {});
    std::set<std::string> declared;
    const std::regex declaration("PLIANT_API[^;(]*?(pliant_\\w+)\\(");
    for (std::sregex_iterator it(header.begin(), header.end(), declaration), end; it != end; ++it)
        declared.insert((*it)[1]);
    ASSERT_GT(declared.size(), 100u);
    std::set<std::string> known = RandomCalls(1).known();
    known.insert(not_called.begin(), not_called.end());
    EXPECT_EQ(known, declared);
}

TEST(ApiCalls, AnythingMayBeAskedForAtAnyTime) {
    const std::filesystem::path home = std::filesystem::current_path();
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "pliant_api_calls";
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);  // files that calls write
    const u64 wanted = std::getenv("PLIANT_LONG") ? 1000000 : 20000;
    const char* seed = std::getenv("PLIANT_SEED");
    u64 stocked = 0;
    RandomCalls calls(seed ? std::strtoull(seed, nullptr, 10) : 7);
    while (calls.done() < wanted && !HasFatalFailure()) {
        if (calls.done() >= stocked) calls.stock(), stocked += 500;
        calls.one();
        if (calls.done() % 64 == 0) calls.tidy();
    }
    std::filesystem::current_path(home);
    std::filesystem::remove_all(folder);

    u64 by_result[8] = {}, never = 0;
    for (const auto& [name, results] : calls.results()) {
        for (const auto& [result, count] : results) by_result[result] += count;
        if (!results.count(PLIANT_OK)) ++never, std::printf("%s never went well\n", name.c_str());
    }
    std::printf(
        "%llu calls: %llu ok, %llu bad arguments, %llu without such ids, %llu bad inputs, %llu without room, "
        "%llu during steps; %llu functions never went well\n",
        static_cast<unsigned long long>(calls.done()), static_cast<unsigned long long>(by_result[0]),
        static_cast<unsigned long long>(by_result[1]), static_cast<unsigned long long>(by_result[2]),
        static_cast<unsigned long long>(by_result[3]),
        static_cast<unsigned long long>(by_result[PLIANT_BUFFER_TOO_SMALL] + by_result[PLIANT_OUT_OF_MEMORY]),
        static_cast<unsigned long long>(by_result[5]), static_cast<unsigned long long>(never));
    EXPECT_GT(by_result[PLIANT_OK], calls.done() / 10);
    EXPECT_GT(by_result[PLIANT_WORLD_LOCKED], 0u);
    for (const auto all = RandomArguments::seen<pliant_world>(); const pliant_world w : all) pliant_world_destroy(w);
}

}  // namespace
}  // namespace api_calls_tests
}  // namespace pliant::testing
