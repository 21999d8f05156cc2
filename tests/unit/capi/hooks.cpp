// What a host hears and gives: log, asserts, memory, files, its profiler.
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include "core/assert.h"
#include "unit/capi/support.h"

namespace pliant {
namespace hooks_tests {
namespace {

TEST_F(CapiTest, TheLogHearsErrorsAndReports) {
    std::vector<std::pair<pliant_log_level, std::string>> heard;
    pliant_set_log([](void* context, pliant_log_level level,
                      const char* sentence) { static_cast<decltype(heard)*>(context)->emplace_back(level, sentence); },
                   &heard);
    EXPECT_EQ(pliant_world_step({}), PLIANT_NO_SUCH_ID);
    pliant_model again{};
    EXPECT_OK(pliant_model_cook(asset, settings, &again));
    pliant_set_log(nullptr, nullptr);
    EXPECT_EQ(pliant_world_step({}), PLIANT_NO_SUCH_ID);
    const std::string report = pliant_model_report(again);
    pliant_model_destroy(again);

    ASSERT_GE(heard.size(), 2u);
    EXPECT_EQ(heard[0].first, PLIANT_LOG_ERROR);
    EXPECT_EQ(heard[0].second, "pliant_world_step: the world is null");
    EXPECT_EQ(static_cast<ptrdiff_t>(heard.size() - 1), std::count(report.begin(), report.end(), '\n'));
    for (size_t i = 1; i < heard.size(); ++i) {
        EXPECT_NE(heard[i].first, PLIANT_LOG_ERROR);
        EXPECT_NE(report.find(heard[i].second + "\n"), std::string::npos) << heard[i].second;
    }
}

TEST(Hooks, ABrokenContractReachesTheHostWhichGoesOn) {
    std::string heard;
    pliant_set_assert(
        [](void* context, const char* condition, const char* file, int line) {
            *static_cast<std::string*>(context) = std::string(condition) + " " + file + " " + std::to_string(line);
        },
        &heard);
    assertion_failed("a < b", "here.cpp", 7);
    pliant_set_assert(nullptr, nullptr);
    EXPECT_EQ(heard, "a < b here.cpp 7");
    EXPECT_DEATH(assertion_failed("a < b", "here.cpp", 7), "here.cpp:7: contract broken: a < b");
}

struct Memory {
    std::mutex guard;
    std::map<void*, std::pair<size_t, size_t>> blocks;  // size and alignment
    size_t taken = 0, most = 0, limit = SIZE_MAX;
    pliant_allocator hook() {
        return {this,
                [](void* context, size_t bytes, size_t alignment) {
                    auto& m = *static_cast<Memory*>(context);
                    const std::lock_guard lock(m.guard);
                    if (bytes > m.limit - m.taken) return static_cast<void*>(nullptr);
                    void* p = nullptr;
                    if (posix_memalign(&p, alignment, bytes ? bytes : 1) != 0) return static_cast<void*>(nullptr);
                    m.blocks[p] = {bytes, alignment}, m.taken += bytes, m.most = std::max(m.most, m.taken);
                    return p;
                },
                [](void* context, void* p, size_t bytes, size_t alignment) {
                    auto& m = *static_cast<Memory*>(context);
                    const std::lock_guard lock(m.guard);
                    EXPECT_EQ(m.blocks.at(p), std::pair(bytes, alignment));
                    m.blocks.erase(p), m.taken -= bytes;
                    std::free(p);
                }};
    }
};

TEST(Hooks, MemoryComesFromTheHostAndGoesBack) {
    if (pliant_set_allocator(nullptr) == PLIANT_WORLD_LOCKED) GTEST_SKIP() << "tests before this left something in use";
    // The hash of half a second of a falling box.
    const auto run = [](uint64_t& hash) {
        cpp::Asset asset;
        cpp::Model model;
        ASSERT_OK(pliant_asset_from_shape("box", {0.4f, 0.4f, 0.4f}, 4, asset.out()));
        ASSERT_OK(pliant_model_cook(asset, {}, model.out()));
        const cpp::Settings small = cpp::make_settings("world");
        ASSERT_OK(pliant_settings_set_number(small, "max_particles", 10000));
        pliant_world_def def = pliant_default_world_def();
        def.settings = small;
        const cpp::World world = cpp::make_world(def);
        EXPECT_FAILS(pliant_set_allocator(nullptr), PLIANT_WORLD_LOCKED, "in use");
        pliant_body_def body_def = pliant_default_body_def();
        body_def.model = model;
        pliant_body body;
        ASSERT_OK(pliant_body_create(world, &body_def, &body));
        for (int i = 0; i < 30; ++i) ASSERT_OK(pliant_world_step(world));
        ASSERT_OK(pliant_world_hash(world, &hash));
    };
    uint64_t usual = 0, hooked = 0;
    run(usual);
    Memory memory;
    const pliant_allocator hook = memory.hook();
    ASSERT_OK(pliant_set_allocator(&hook));
    run(hooked);
    EXPECT_EQ(usual, hooked);
    EXPECT_TRUE(memory.blocks.empty()) << memory.blocks.size() << " blocks are left";
    EXPECT_GT(memory.most, 48u * 10000);
    std::printf("%zu bytes through the hook\n", memory.most);

    memory.limit = 100000;  // too little for the particles
    pliant_world world{};
    EXPECT_FAILS(pliant_world_create(nullptr, &world), PLIANT_OUT_OF_MEMORY, "not enough memory");
    EXPECT_TRUE(memory.blocks.empty());
    const pliant_allocator half{nullptr, hook.allocate, nullptr};
    EXPECT_FAILS(pliant_set_allocator(&half), PLIANT_BAD_ARGUMENT, "free is NULL");
    EXPECT_OK(pliant_set_allocator(nullptr));
}

TEST(Hooks, ScenesAndTheirAssetsComeFromTheHost) {
    std::map<std::string, std::string> archive{
        {"pak/scene.json",
         R"({"format": 1, "behaviour": 1, "assets": {"thing": {"file": "thing.obj"}}, "bodies": {"thing": {"asset": "thing"}}})"}};
    archive["pak/thing.obj"] =
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
        "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    const pliant_files files{&archive, [](void* context, const char* path,
                                          void (*take)(void* sink, const void* bytes, size_t size), void* sink) {
                                 const auto& all = *static_cast<std::map<std::string, std::string>*>(context);
                                 const auto found = all.find(path);
                                 if (found == all.end()) return false;
                                 take(sink, found->second.data(), found->second.size());
                                 return true;
                             }};
    ASSERT_OK(pliant_set_files(&files));
    cpp::Scene scene;
    cpp::World world;
    cpp::Asset asset;
    EXPECT_OK(pliant_scene_load("pak/scene.json", nullptr, 0, scene.out()));
    EXPECT_OK(pliant_scene_create_world(scene, nullptr, world.out()));
    EXPECT_EQ(cpp::bodies(world).size(), 1u);
    EXPECT_OK(pliant_asset_load("pak/thing.obj", nullptr, asset.out()));
    EXPECT_FAILS(pliant_asset_load("pak/thong.obj", nullptr, asset.out()), PLIANT_BAD_INPUT, "there is no such file");
    EXPECT_OK(pliant_set_files(nullptr));
    EXPECT_FAILS(pliant_asset_load("pak/thing.obj", nullptr, asset.out()), PLIANT_BAD_INPUT, "there is no such file");
}

struct Times {
    std::mutex guard;
    std::map<std::thread::id, std::vector<std::string>> open;
    std::map<std::string, int> begun;
    bool wrong = false;
};

TEST_F(CapiTest, TheProfilerSeesStagesOnTheThreadsThatRunThem) {
    Times times;
    const pliant_profiler profiler{&times,
                                   [](void* context, const char* name) {
                                       Times& t = *static_cast<Times*>(context);
                                       const std::lock_guard lock(t.guard);
                                       t.open[std::this_thread::get_id()].push_back(name);
                                       ++t.begun[name];
                                   },
                                   [](void* context, const char* name) {
                                       Times& t = *static_cast<Times*>(context);
                                       const std::lock_guard lock(t.guard);
                                       auto& open = t.open[std::this_thread::get_id()];
                                       if (open.empty() || open.back() != name) return void(t.wrong = true);
                                       open.pop_back();
                                   }};
    pliant_world_def def = pliant_default_world_def();
    def.threads = 2;
    world = cpp::make_world(def);
    for (int i = 0; i < 20; ++i) add_body("box", {static_cast<float>(i), 0.5f, 0});
    ASSERT_OK(pliant_set_profiler(&profiler));
    step(20);
    world = {};
    ASSERT_OK(pliant_set_profiler(nullptr));
    EXPECT_FALSE(times.wrong);
    for (const auto& [thread, open] : times.open) EXPECT_TRUE(open.empty());
    EXPECT_EQ(times.begun["step"], 20);
    for (const char* once : {"drive", "settle", "present"}) EXPECT_GE(times.begun[once], 20) << once;
    for (size_t s = 0; s < pliant_stage_count(); ++s) EXPECT_TRUE(times.begun.count(pliant_stage_name(s)));
    EXPECT_EQ(times.begun.size(), pliant_stage_count() + 1) << "and nothing else";
    std::printf("%zu threads told of their work\n", times.open.size());
    const pliant_profiler half{nullptr, profiler.begin, nullptr};
    EXPECT_FAILS(pliant_set_profiler(&half), PLIANT_BAD_ARGUMENT, "end is NULL");
}

}  // namespace
}  // namespace hooks_tests
}  // namespace pliant
