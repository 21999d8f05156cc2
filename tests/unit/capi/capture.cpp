// What went into a world is written as it goes in, and gives the same bits when it is played.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "capi/calls.h"
#include "core/files.h"
#include "core/hash.h"
#include "unit/capi/support.h"

namespace pliant {
namespace capture_tests {
namespace {

namespace fs = std::filesystem;

class Captures : public CapiTest {
  protected:
    void SetUp() override {
        CapiTest::SetUp();
        path = (fs::temp_directory_path() / ("pliant-" + std::to_string(reinterpret_cast<uintptr_t>(this)) + ".plcap"))
                   .string();
    }
    void TearDown() override { fs::remove(path); }

    cpp::Settings settings_of(const char* table, std::initializer_list<std::pair<const char*, const char*>> texts) {
        cpp::Settings s = cpp::make_settings(table);
        for (const auto& [name, text] : texts) EXPECT_OK(pliant_settings_set_text(s, name, text));
        return s;
    }

    // A world with something of everything that calls can make, for `steps` steps.
    void busy_run(int steps) {
        world = cpp::make_world();
        ASSERT_OK(pliant_world_capture_begin(world, path.c_str()));
        pliant_collider_def def = pliant_default_collider_def();
        ASSERT_OK(pliant_collider_create(world, &def, &floor));
        const auto hull = settings_of("collider", {{"shape", "hull"}, {"motion", "dynamic"}});
        def.settings = hull, def.mesh = asset, def.name = "hull", def.use_pose = true;
        def.pose = {{1, 0.5f, 0}, no_turn};
        pliant_collider first, second, hills;
        ASSERT_OK(pliant_collider_create(world, &def, &first));
        def.name = "other", def.pose.position.x = 1.6f;
        ASSERT_OK(pliant_collider_create(world, &def, &second));
        const auto field_of_heights = settings_of("collider", {{"shape", "height_field"}});
        const float heights[] = {0, 0.1f, 0.1f, 0.2f, 0.1f, 0};
        def.settings = field_of_heights, def.heights = heights, def.columns = 3, def.rows = 2, def.name = "hills";
        def.pose.position = {0, 0.05f, 0};
        ASSERT_OK(pliant_collider_create(world, &def, &hills));
        add_host_body();
        const auto ball = settings_of("joint", {{"a", "hull"}, {"b", "other"}, {"kind", "spherical"}});
        pliant_joint joint;
        ASSERT_OK(pliant_joint_create(world, "ball", ball, &joint));
        body = add_body("one", {0, 0.6f, 0});
        const pliant_body two = add_body("two", {0.1f, 1.2f, 0.1f}), gone = add_body("gone", {0, 5, 0});
        pliant_attachment_def hold = pliant_default_attachment_def();
        hold.body = two, hold.use_point = true, hold.point = {0.1f, 1.4f, 0.1f};
        pliant_attachment hand;
        ASSERT_OK(pliant_attachment_create(world, &hold, &hand));
        const auto push = settings_of("field", {{"type", "drag"}});
        pliant_field wind;
        ASSERT_OK(pliant_field_create(world, "wind", push, &wind));
        ASSERT_OK(pliant_body_destroy(world, gone));
        for (int i = 0; i < steps; ++i) {
            ASSERT_OK(pliant_attachment_move(world, hand, {0.1f, 1.4f + 0.005f * static_cast<float>(i), 0.1f}));
            if (i == 5) cpp::check(pliant_body_set_number(world, body, "friction", 0.9));
            if (i == 8) cpp::check(pliant_object_apply_impulse_at(world, body, {0.5f, 0, 0}, {0, 0.7f, 0}));
            if (i == 10) cpp::check(pliant_object_apply_impulse_at(world, first, {0, 2, 0.5f}, {1, 0.5f, 0}));
            for (const pliant_object o : {pliant_object(body), pliant_object(first)}) {
                if (i == 4) cpp::check(pliant_object_enable_contact_impulses(world, o, true));
                if (i == 11) cpp::check(pliant_object_apply_force_at(world, o, {0, 9, 0}, {0, 1, 0}));
                if (i == 13) cpp::check(pliant_object_teleport(world, o, {{0, 0.01f, 0}, no_turn}));
                if (i == 15)
                    cpp::check(pliant_object_set_pose(world, o, {{3.0f * static_cast<float>(o.type), 1, 0}, no_turn}));
            }
            const uint32_t particles[] = {0, 3, 5};
            if (i == 12) cpp::check(pliant_body_hold(world, body, particles, 3, true));
            const char* const names[] = {"hills"};
            if (i == 14) cpp::check(pliant_body_set_names(world, two, "ignores", names, 1));
            if (i == 16) cpp::check(pliant_world_set_vector(world, "gravity", 0.5, -9, 0));
            const pliant_vec3 eye{0, 1, 3};
            if (i == 18) cpp::check(pliant_world_set_viewpoint(world, &eye));
            if (i == 19) cpp::check(pliant_world_set_viewpoint(world, nullptr));
            if (i == 17) paint();
            if (i == 21) cpp::check(pliant_body_set_text(world, two, "detail.level", "guide"));
            if (i == 30) cpp::check(pliant_body_set_text(world, two, "detail.level", "frozen"));
            if (i == 20) step_back();
            const pliant_host_body pushed{{{2, 0.5f, 0}, no_turn}, {-1, 0, 0},   {}, 3,
                                          {0.1f, 0.1f, 0.1f},      {{}, no_turn}};
            if (i % 9 == 1) cpp::check(pliant_collider_set_host_body(world, hosted, &pushed));
            ASSERT_OK(i % 3 ? pliant_world_step(world) : pliant_world_advance(world, 1.0 / 60, 4, nullptr));
        }
        ASSERT_OK(pliant_world_capture_end(world));
    }
    void paint() {
        pliant_box box;
        uint32_t points = 0, triangles = 0;
        bool closed = false;
        ASSERT_OK(pliant_asset_bounds(asset, &box, &points, &triangles, &closed));
        std::vector<float> values(points);
        for (uint32_t p = 0; p < points; ++p) values[p] = static_cast<float>(p) / static_cast<float>(points);
        ASSERT_OK(pliant_body_set_map_values(world, body, "youngs_modulus", values.data(), points, 1e4, 1e5, true));
    }
    // Two spheres, moved by the host.
    void add_host_body() {
        const auto whole = settings_of("collider", {{"shape", "compound"}, {"motion", "host"}});
        const auto part = settings_of("collider", {{"shape", "sphere"}}),
                   other = settings_of("collider", {{"shape", "sphere"}});
        ASSERT_OK(pliant_settings_set_number(part, "radius", 0.2));
        ASSERT_OK(pliant_settings_set_vector(other, "position", 0.3, 0, 0));
        const pliant_settings parts[] = {part, other};
        pliant_collider_def def = pliant_default_collider_def();
        def.name = "hosted", def.settings = whole, def.parts = parts, def.part_count = 2;
        ASSERT_OK(pliant_collider_create(world, &def, &hosted));
    }
    void step_back() {
        size_t size = 0;
        ASSERT_OK(pliant_world_save(world, nullptr, 0, &size));
        std::vector<char> bytes(size);
        ASSERT_OK(pliant_world_save(world, bytes.data(), size, &size));
        ASSERT_OK(pliant_world_step(world));
        ASSERT_OK(pliant_world_restore(world, bytes.data(), size));
    }

    std::string path;
    pliant_collider hosted{};
};

// What failed was never there, not even as an id.
TEST_F(Captures, CallsThatFailLeaveNoTrace) {
    world = cpp::make_world();
    ASSERT_OK(pliant_world_capture_begin(world, path.c_str()));
    const auto wrong = settings_of("lattice", {});
    ASSERT_OK(pliant_settings_set_map(wrong, "youngs_modulus", "no such attribute", 0, 1, false));
    pliant_body_def def = pliant_default_body_def();
    def.name = "wrong", def.model = model, def.settings = wrong;
    EXPECT_EQ(pliant_body_create(world, &def, &body), PLIANT_BAD_INPUT);
    body = add_body("right", {0, 1, 0});
    step(5);
    ASSERT_OK(pliant_world_capture_end(world));
    pliant_replay_info info{};
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, nullptr));
    EXPECT_FALSE(info.differs);
}

// Words of calls that are others, with the right hash: a sentence, or another run, and nothing read that is not there.
TEST_F(Captures, WrongNumbersInCallsAreSentences) {
    using namespace capi;
    busy_run(2);
    const std::string whole = read_file(path);
    size_t tried = 0, refused = 0;
    for (size_t at = sizeof capture_magic + sizeof capture_format; at < whole.size();) {
        PartHeader header;
        std::memcpy(&header, whole.data() + at, sizeof header);
        const size_t begin = at + sizeof header;
        for (size_t word = 0; header.kind == Part::call && word + 8 <= header.size; word += 5) {
            std::string bytes = whole;
            const u64 number = word % 2 ? u64{1} << 30 : 3;
            std::memcpy(bytes.data() + begin + word, &number, sizeof number);
            header.hash = hash_bytes(bytes.data() + begin, header.size);
            std::memcpy(bytes.data() + at, &header, sizeof header);
            write_file(path, bytes);
            refused += pliant_replay(path.c_str(), nullptr, UINT64_MAX, nullptr, nullptr) != PLIANT_OK, ++tried;
        }
        at = begin + header.size;
    }
    std::printf("%zu damaged captures, %zu of them refused\n", tried, refused);
    EXPECT_GT(tried, 100u);
    EXPECT_GT(refused, tried / 2);
}

TEST_F(Captures, DoNotGoWithCallsInSubsteps) {
    const auto nothing = [](void*, double) {};
    ASSERT_OK(pliant_world_on_substep(world, nothing, nullptr));
    EXPECT_EQ(pliant_world_capture_begin(world, path.c_str()), PLIANT_BAD_ARGUMENT);
    world = cpp::make_world();
    ASSERT_OK(pliant_world_capture_begin(world, path.c_str()));
    EXPECT_EQ(pliant_world_on_substep(world, nothing, nullptr), PLIANT_BAD_ARGUMENT);
}

TEST_F(Captures, ABusyWorldGivesTheSameBits) {
    busy_run(40);
    for (const uint32_t threads : {1u, 2u}) {
        pliant_world_def def = pliant_default_world_def();
        def.threads = threads;
        pliant_replay_info info{};
        cpp::World again;
        ASSERT_OK(pliant_replay(path.c_str(), &def, UINT64_MAX, &info, again.out()));
        EXPECT_FALSE(info.differs) << "step " << info.step << ", body " << info.object.slot;
        EXPECT_TRUE(info.whole);
        uint64_t found = 0;
        ASSERT_OK(pliant_world_hash(again, &found));
        EXPECT_EQ(found, hash());
        std::printf("%llu calls, %llu steps, %ju bytes\n", static_cast<unsigned long long>(info.calls),
                    static_cast<unsigned long long>(info.steps), static_cast<uintmax_t>(fs::file_size(path)));
    }
}

TEST_F(Captures, AWorldOfASceneCanBeCapturedAtAnyTime) {
    const std::string file = PLIANT_SOURCE_DIR "/examples/octopus/scene.json";
    const cpp::Scene scene = cpp::load_scene(file, {"bodies.ollie.spacing=0.09", "bodies.ollie.reach=0.18"});
    ASSERT_OK(pliant_scene_create_world(scene, nullptr, world.out()));
    step(30);
    ASSERT_OK(pliant_world_capture_begin(world, path.c_str()));
    ASSERT_OK(pliant_world_find_body(world, "ollie", &body));
    ASSERT_OK(pliant_object_apply_impulse(world, body, {1, 2, 3}));
    step(20);
    ASSERT_OK(pliant_world_capture_end(world));
    pliant_replay_info info{};
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, nullptr));
    EXPECT_FALSE(info.differs);
    EXPECT_EQ(info.steps, 50u);
    EXPECT_EQ(info.calls, 21u);
    cpp::World early;
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, 35, &info, early.out()));
    EXPECT_EQ(info.steps, 35u);
}

// The files of a scene are in the capture: it plays where they are no more.
TEST_F(Captures, CarryTheFilesOfAScene) {
    const fs::path folder = fs::temp_directory_path() / "pliant-captured-scene";
    fs::create_directories(folder);
    std::ofstream(folder / "thing.obj") << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                           "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::ofstream(folder / "scene.json")
        << R"({"format": 1, "assets": {"thing": {"file": "thing.obj"}}, "bodies": {"thing": {"asset": "thing"}}})";
    {
        const cpp::Scene scene = cpp::load_scene((folder / "scene.json").string());
        ASSERT_OK(pliant_scene_create_world(scene, nullptr, world.out()));
    }
    ASSERT_OK(pliant_world_capture_begin(world, path.c_str()));
    step(5);
    world = {};  // ends the capture
    fs::remove_all(folder);
    pliant_replay_info info{};
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, nullptr));
    EXPECT_FALSE(info.differs);
    EXPECT_EQ(info.steps, 5u);
}

TEST_F(Captures, OfAnyLengthArePlayedAsFarAsTheyAreWhole) {
    busy_run(12);
    const std::string all = read_file(path);
    uint64_t last = 0, begun = 0;
    std::vector<size_t> lengths;
    for (size_t i = 0; i < 97; ++i) lengths.push_back(i * all.size() / 97);
    lengths.push_back(all.size() - 1);
    for (const size_t length : lengths) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << all.substr(0, length);
        pliant_replay_info info{};
        if (pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, nullptr) != PLIANT_OK) continue;
        ++begun;
        EXPECT_FALSE(info.differs);
        EXPECT_GE(info.steps, last);
        last = info.steps;
    }
    EXPECT_GT(begun, 10u);
    EXPECT_EQ(last, 11u) << "all but the hashes of the last";
}

// Changes the hash of one state in the capture, as if another machine had come to another result.
TEST_F(Captures, TheFirstThatDiffersIsNamed) {
    busy_run(12);
    std::string all = read_file(path);
    const pliant_body second{body.slot + 1, body.generation, PLIANT_OBJECT_BODY};
    for (size_t at = 8; at < all.size();) {
        capi::PartHeader header;
        std::memcpy(&header, all.data() + at, sizeof header);
        char* bytes = all.data() + at + sizeof header;
        uint64_t step;
        std::memcpy(&step, bytes, 8);
        if (header.kind == capi::Part::hashes && step == 7) {
            capi::StateHash states[3];
            std::memcpy(states, bytes + 16, sizeof states);
            for (capi::StateHash& state : states)
                if (capi::to_c(state.object) == second) state.hash ^= 1;
            std::memcpy(bytes + 16, states, sizeof states);
            header.hash = hash_bytes(bytes, header.size);
            std::memcpy(all.data() + at, &header, sizeof header);
        }
        at += sizeof header + header.size;
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << all;
    pliant_replay_info info{};
    cpp::World again;
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, again.out()));
    EXPECT_TRUE(info.differs);
    EXPECT_EQ(info.step, 7u);
    EXPECT_EQ(info.steps, 7u) << "it stops there";
    EXPECT_EQ(std::string(pliant_object_name(again, info.object)), "two");
}

TEST_F(Captures, BeginBeforeAnythingIsAdded) {
    EXPECT_FAILS(pliant_world_capture_begin(world, path.c_str()), PLIANT_BAD_ARGUMENT, "has just been made");
    EXPECT_FAILS(pliant_world_capture_end(world), PLIANT_BAD_ARGUMENT, "not captured");
    world = cpp::make_world();
    EXPECT_FAILS(pliant_world_capture_begin(world, "/nowhere/at/all.plcap"), PLIANT_FAILED, "cannot be written");
    EXPECT_FAILS(pliant_world_capture_begin(world, nullptr), PLIANT_BAD_ARGUMENT, "path is NULL");
    EXPECT_OK(pliant_world_capture_begin(world, path.c_str()));
    EXPECT_FAILS(pliant_world_capture_begin(world, path.c_str()), PLIANT_BAD_ARGUMENT, "captured already");
    EXPECT_OK(pliant_world_capture_end(world));
    EXPECT_FAILS(pliant_replay("/nowhere/at/all.plcap", nullptr, 0, nullptr, nullptr), PLIANT_BAD_INPUT, "all.plcap");
}

// A function that takes a world either changes nothing that a step would feel, and stands here, or is in captures.
TEST_F(Captures, HoldEveryCallThatChangesAWorld) {
    const std::regex harmless(
        "pliant_world_(destroy|get|get_info|hash|stage_seconds|bodies|colliders|joints|attachments|\\w+_events|find_"
        "\\w+|cast_rays|"
        "closest_points|overlap_ball|save|save_bodies|save_file|restore_file|capture_begin|capture_end|record_begin|"
        "record_frame|record_end|debug_lines|"
        "on_substep)|"
        "pliant_body_(get_number|particles_in_box|particles_in_ball|get_info|hash|particles|surface|material|"
        "interpolated)|"
        "pliant_object_(name|get_pose|get_velocity|get_mass|is_asleep|contact_impulses)|pliant_collider_host_impulse|"
        "pliant_joint_get_info|pliant_attachment_(force|get_info|get_grip)|"
        "pliant_guide_get_info");
    std::set<std::string> captured;
#define INSERT(number, function, does) captured.insert(#function);
    PLIANT_CALLS(INSERT)
#undef INSERT
    // Written as calls of pliant_body_set_map_values: Pixels.AreReplayedFromCaptures.
    captured.insert("pliant_body_set_map_pixels");
    const std::string header = read_file(PLIANT_SOURCE_DIR "/include/pliant/pliant.h");
    const std::regex declaration("(pliant_\\w+)\\(\\s*pliant_world world[,)]");
    size_t found = 0;
    for (std::sregex_iterator it(header.begin(), header.end(), declaration), end; it != end; ++it, ++found) {
        const std::string name = (*it)[1];
        EXPECT_NE(captured.count(name) == 1, std::regex_match(name, harmless)) << name;
    }
    EXPECT_GE(found, captured.size() + 30);
}

}  // namespace
}  // namespace capture_tests
}  // namespace pliant
