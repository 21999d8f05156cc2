// Work in a process of its own: its output and its errors come back, and a crash, an endless loop or a bomb is a
// sentence.
#include "import/isolated.h"

#include <csignal>
#include <cstdlib>

#include "import/assimp_import.h"
#include "unit/assets/support.h"

namespace pliant {
namespace isolated_tests {
namespace {

std::string problem(const std::function<void(Writer&)>& work, const IsolationLimits& limits = {}) {
    return error_of([&] { run_isolated("a.x", limits, work); });
}

TEST(Isolated, WhatIsWrittenComesBack) {
    std::vector<u32> numbers(3000000);  // more than a pipe holds
    for (u32 i = 0; i < numbers.size(); ++i) numbers[i] = 7 * i;
    const std::vector<std::byte> told = run_isolated("a.x", {}, [&](Writer& w) {
        w.array(numbers);
        w.text("end");
    });
    Reader r(told, "a.x");
    std::vector<u32> back;
    r.array(back);
    EXPECT_EQ(back, numbers);
    EXPECT_EQ(r.text(), "end");
    EXPECT_TRUE(r.at_end());
}

TEST(Isolated, WhatIsThrownComesBack) {
    try {
        run_isolated("a.x", {}, [](Writer& w) {
            w.text("half of it");
            throw Error({"a.x:3", "found this", "that", "do so"});
        });
        FAIL();
    } catch (const Error& e) {
        EXPECT_STREQ(e.what(), "a.x:3: found this; expected that (do so)");
        EXPECT_EQ(e.trouble().where, "a.x:3");
    }
}

TEST(Isolated, CrashesAreSentences) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE})
        EXPECT_MENTIONS(problem([&](Writer&) { std::raise(signal); }), "a.x: it cannot be read: the importer crashed");
    EXPECT_MENTIONS(problem([](Writer&) { _Exit(0); }), "the importer crashed on it");
    EXPECT_MENTIONS(problem([](Writer&) { throw 3; }), "the importer crashed on it");
}

TEST(Isolated, EndlessLoopsAreSentences) {
    volatile u64 n = 0;
    EXPECT_MENTIONS(problem(
                        [&](Writer&) {
                            for (;;) n = n + 1;
                        },
                        {.cpu_seconds = 1}),
                    "a.x: it cannot be read: it takes more than 1 s");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // there is no limit for their address spaces
TEST(Isolated, BombsAreSentences) {
    EXPECT_MENTIONS(problem([](Writer&) { std::vector<char>(size_t{1} << 33, 1); }), "more memory is asked for");
}
#endif

// A count that nothing in the file supports made Assimp ask for terabytes.
TEST(Isolated, CountsThatAreFarTooLarge) {
    register_assimp();
    const std::string off = "OFF\n353535235358 6 0\n-0.5 -0.5 0.5\n0.5 -0.5 0.5\n-0.5 0.5 0.5\n3 0 1 2\n";
    EXPECT_MENTIONS(error_of([&] { load_mesh(off, "a.off", {}, {}); }), "a.off: it cannot be read: ");
}

}  // namespace
}  // namespace isolated_tests
}  // namespace pliant
