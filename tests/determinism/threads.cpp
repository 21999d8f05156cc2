// The same bits for any number of threads, for jobs lent by an engine in whatever order it runs them, and for every
// instruction set.

#include <algorithm>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "core/cpu.h"
#include "core/random.h"
#include "runs.h"

namespace pliant::testing {
namespace threads_tests {
namespace {

class Threads : public EveryScene {};
INSTANTIATE_TEST_SUITE_P(Scenes, Threads, ::testing::ValuesIn(scene_pointers()), scene_name);

TEST_P(Threads, SameBitsForAnyNumber) {
    const Scene& scene = *GetParam();
    print(scene, "1 thread", plain_run(scene).back());
    for (const u32 threads : {2u, 8u}) {
        const std::string how = std::to_string(threads) + " threads";
        expect_same(scene, how.c_str(), plain_run(scene), run(scene, settings_of(scene, threads)));
    }
}

// The scenes must do what they are there for: contacts of all sorts, sleep, waking.
TEST_P(Threads, ScenesAreNotIdle) {
    const Scene& scene = *GetParam();
    const auto world = make_world(scene, settings_of(scene));
    u32 most_contacts = 0, slept = 0, woke = 0, begun = 0, ended = 0, sensed = 0, between_bodies = 0, broken = 0,
        pulled = 0;
    while (world->step_count() < scene.steps) {
        step(scene, *world);
        most_contacts = std::max(most_contacts, world->statistics().contacts);
        for (const ObjectEvent& e : world->events().objects) {
            slept += e.change == ObjectChange::slept, woke += e.change == ObjectChange::woke;
            EXPECT_NE(e.change, ObjectChange::quarantined);
        }
        for (const ContactEvent& e : world->events().contacts) {
            begun += e.phase == ContactPhase::begin, ended += e.phase == ContactPhase::end;
            sensed += e.sensor, between_bodies += e.a.is_body() && e.b.is_body();
        }
        broken += static_cast<u32>(world->events().attachments.size());
        world->contents().attachments.each([&](AttachmentId, const Attachment& a) { pulled += length(a.force) > 1; });
    }
    std::printf("%s: at most %u contacts, %u begun, %u ended, %u sensed, %u between bodies, %u slept, %u woke\n",
                scene.name, most_contacts, begun, ended, sensed, between_bodies, slept, woke);
    EXPECT_GT(most_contacts, 50u);
    EXPECT_GT(begun, 2u);
    EXPECT_GT(between_bodies, 0u);
    EXPECT_GT(pulled, 50u);
    if (std::string_view(scene.name) != "slab") {
        EXPECT_GT(ended, 0u);
        EXPECT_GT(sensed, 0u);
    }
    if (std::string_view(scene.name) == "sleepers") {
        EXPECT_GT(slept, 2u);
        EXPECT_GT(woke, 2u);
    }
    EXPECT_EQ(broken, std::string_view(scene.name) == "pile" ? 1u : 0u);
}

TEST_P(Threads, SameBitsOnAllInstructionSets) {
    const Scene& scene = *GetParam();
    print(scene, std::string(name(best_isa())).c_str(), plain_run(scene).back());
    set_active_isa(Isa::v2);
    const Hashes narrow = run(scene, settings_of(scene)), narrow_threads = run(scene, settings_of(scene, 2));
    set_active_isa(best_isa());
    expect_same(scene, "x86-64-v2", plain_run(scene), narrow);
    expect_same(scene, "x86-64-v2, 2 threads", plain_run(scene), narrow_threads);
}

#if defined(__x86_64__)
// A host that rounds down and flushes small numbers to zero gets the same bits, and its own mode back.
TEST_P(Threads, SameBitsInAnyFloatingPointMode) {
    const Scene& scene = *GetParam();
    constexpr unsigned odd_mode = 0x1f80 | 0x8040 | 0x2000;
    const unsigned usual = _mm_getcsr();
    const auto world = make_world(scene, settings_of(scene, 2));
    Hashes found;
    while (world->step_count() < scene.steps) {
        const u64 now = world->step_count();
        if (scene.changes(now)) scene.set(*world, now);
        scene.push(*world, now);
        _mm_setcsr(odd_mode);
        world->step();
        EXPECT_EQ(_mm_getcsr() & ~0x3fu, odd_mode);  // the low bits are sticky flags
        _mm_setcsr(usual);
        found.push_back(world->hash());
    }
    expect_same(scene, "in an odd mode", plain_run(scene), found);
}
#endif

// ---- jobs lent by an engine

struct Lender {
    enum class Way { reversed, shuffled, one_after_another, too_late } way;
    Random random{7};
    std::vector<std::thread> running;
    void (*help)(void*, u32) = nullptr;
    void* team = nullptr;
    std::vector<u32> order;

    HostJobs jobs(u32 workers) {
        for (u32 w = 1; w < workers; ++w) order.push_back(w);
        std::reverse(order.begin(), order.end());
        return {this, workers, [](void* self, auto h, void* t) { static_cast<Lender*>(self)->start(h, t); },
                [](void* self) { static_cast<Lender*>(self)->finish(); }};
    }
    void start(void (*h)(void*, u32), void* t) {
        help = h, team = t;
        if (way == Way::shuffled)
            for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        if (way == Way::reversed || way == Way::shuffled)
            for (const u32 w : order) running.emplace_back([=] { h(t, w); });
        if (way == Way::one_after_another)  // a job system with a single free thread
            running.emplace_back([=, this] {
                for (const u32 w : order) h(t, w);
            });
    }
    void finish() {
        if (way == Way::too_late)  // busy with other things until the step was over
            for (const u32 w : order) help(team, w);
        for (std::thread& t : running) t.join();
        running.clear();
    }
};

TEST_P(Threads, SameBitsWithLentJobs) {
    const Scene& scene = *GetParam();
    const std::pair<Lender::Way, const char*> ways[] = {{Lender::Way::reversed, "lent jobs, reversed"},
                                                        {Lender::Way::shuffled, "lent jobs, shuffled"},
                                                        {Lender::Way::one_after_another, "lent jobs, one thread"},
                                                        {Lender::Way::too_late, "lent jobs, too late"}};
    for (const auto& [way, how] : ways) {
        Lender lender{way};
        WorldSettings settings = settings_of(scene);
        settings.jobs = lender.jobs(5);
        expect_same(scene, how, plain_run(scene), run(scene, settings));
    }
}

}  // namespace
}  // namespace threads_tests
}  // namespace pliant::testing
