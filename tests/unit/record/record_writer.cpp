// The queue between the thread that steps and the one that writes.
#include "record/record_writer.h"

#include <atomic>
#include <thread>

#include "unit/record/support.h"

namespace pliant {
namespace record_writer_tests {
namespace {

std::vector<u64> written;
std::atomic<u64> slow_down{0};  // [ms] a frame
u64 fails_at = ~0ull;
bool finished = false;

class Spy final : public Recorder {
    void begin(const RecordedScene&, u64) override {
        written.clear();
        finished = false;
    }
    void frame(const RecordFrame& frame) override {
        std::this_thread::sleep_for(std::chrono::milliseconds(slow_down));
        if (frame.number == fails_at) throw OutputError({"spy", "the disk is full", "", ""});
        written.push_back(frame.number);
    }
    void finish() override { finished = true; }
};

const RecordFormat spy_format{"spy", "", "", {.surface = true}, [](const RecordSettings&) -> std::unique_ptr<Recorder> {
                                  return std::make_unique<Spy>();
                              }};

class Queue : public RecordTest {
  protected:
    void SetUp() override {
        RecordTest::SetUp();
        slow_down = 0;
        fails_at = ~0ull;
        world = small_world();
    }
    std::unique_ptr<RecordWriter> writer(size_t max_bytes = 1 << 20) {
        const RecordFormat* const formats[] = {&spy_format};
        return std::make_unique<RecordWriter>(formats, RecordSettings{}, recorded_scene(*world), 0,
                                              std::vector<TearableBody>{}, max_bytes);
    }
    std::unique_ptr<World> world;
};

TEST_F(Queue, FramesComeInOrderAndAll) {
    for (const size_t max_bytes : {size_t{1}, size_t{30000}, size_t{1} << 20}) {
        const auto w = writer(max_bytes);
        for (u64 f = 0; f < 50; ++f) {
            take_frame(*world, f, w->needs(), w->next());
            w->push();
        }
        w->finish();
        ASSERT_EQ(written.size(), 50u);
        for (u64 f = 0; f < 50; ++f) EXPECT_EQ(written[f], f);
        EXPECT_TRUE(finished);
    }
}

TEST_F(Queue, MemoryIsBounded) {
    slow_down = 5;
    RecordFrame one;
    take_frame(*world, 0, {.surface = true}, one);
    const auto w = writer(3 * one.bytes());
    std::vector<RecordFrame*> seen;
    for (u64 f = 0; f < 20; ++f) {
        RecordFrame& frame = w->next();
        if (std::find(seen.begin(), seen.end(), &frame) == seen.end()) seen.push_back(&frame);
        take_frame(*world, f, w->needs(), frame);
        w->push();
    }
    w->flush();
    EXPECT_EQ(written.size(), 20u) << "flush waits for all";
    EXPECT_LE(seen.size(), 3u);
}

TEST_F(Queue, TroublesOfTheWriterArriveAsSentences) {
    fails_at = 3;
    const auto w = writer();
    const auto push_many = [&] {
        for (u64 f = 0; f < 1000; ++f) {
            take_frame(*world, f, w->needs(), w->next());
            w->push();
        }
    };
    EXPECT_THROW(push_many(), OutputError);
    EXPECT_THROW(w->next(), OutputError) << "and again, instead of waiting for ever";
    EXPECT_THROW(w->finish(), OutputError);
    EXPECT_FALSE(finished) << "nothing gets its final name";
    EXPECT_EQ(written, (std::vector<u64>{0, 1, 2}));
}

TEST_F(Queue, NothingIsCopiedThatNobodyAskedFor) {
    RecordFrame frame;
    take_frame(*world, 0, {.surface = true}, frame);
    EXPECT_FALSE(frame.bodies[0].positions.empty());
    EXPECT_TRUE(frame.bodies[0].normals.empty());
    EXPECT_TRUE(frame.bodies[0].particle_positions.empty());
    EXPECT_EQ(frame.colliders.size(), 2u) << "a sensor is not shown";
}

TEST_F(Queue, AFullDiskIsASentence) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
    std::filesystem::create_symlink("/dev/full", folder + "bodies.csv");
    try {
        record(*world, "csv", 3);
        FAIL() << "nothing was said";
    } catch (const OutputError& e) {
        EXPECT_NE(std::string(e.what()).find("bodies.csv: cannot be written completely: No space left on device"),
                  std::string::npos)
            << e.what();
    }
}

}  // namespace
}  // namespace record_writer_tests
}  // namespace pliant
