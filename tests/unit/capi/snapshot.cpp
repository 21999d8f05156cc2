// State into a caller's buffer and back: the bits go on as if nothing had happened, and what is damaged is refused.
#include <filesystem>

#include "unit/capi/support.h"

namespace pliant {
namespace snapshot_tests {
namespace {

class Snapshot : public CapiTest {
  protected:
    void SetUp() override {
        CapiTest::SetUp();
        second = add_body("second", {0.05f, 1.0f, 0.02f});
    }
    std::string saved() {
        size_t size = 0;
        EXPECT_OK(pliant_world_save(world, nullptr, 0, &size));
        std::string bytes(size, 0);
        EXPECT_OK(pliant_world_save(world, bytes.data(), bytes.size(), &size));
        return bytes;
    }
    pliant_body second{};
};

TEST_F(Snapshot, RestoreGivesTheSameBits) {
    step(25);
    const std::string bytes = saved();
    const uint64_t then = hash();
    std::vector<uint64_t> first;
    for (int i = 0; i < 25; ++i) step(1), first.push_back(hash());
    ASSERT_OK(pliant_world_restore(world, bytes.data(), bytes.size()));
    EXPECT_EQ(hash(), then);
    for (int i = 0; i < 25; ++i) {
        step(1);
        ASSERT_EQ(hash(), first[static_cast<size_t>(i)]) << "step " << i;
    }
}

TEST_F(Snapshot, IntoAnotherWorldMadeTheSameWay) {
    step(25);
    const std::string bytes = saved();
    step(10);
    const uint64_t expected = hash();
    TearDown(), SetUp();
    ASSERT_OK(pliant_world_restore(world, bytes.data(), bytes.size()));
    step(10);
    EXPECT_EQ(hash(), expected);
}

// Ids are given in the order in which bodies are made: two of one model changed places without a word.
TEST_F(Snapshot, BodiesOfOneModelMadeInAnotherOrderAreRefused) {
    step(5);
    const std::string bytes = saved();
    world = cpp::make_world();
    const pliant_collider_def floor_def = pliant_default_collider_def();
    ASSERT_OK(pliant_collider_create(world, &floor_def, &floor));
    add_body("second", {0.05f, 1.0f, 0.02f}), add_body("box", {0, 0.5f, 0});
    const uint64_t before = hash();
    EXPECT_FAILS(pliant_world_restore(world, bytes.data(), bytes.size()), PLIANT_BAD_INPUT,
                 "the body 'box' has the place of 'second' in this world");
    EXPECT_EQ(hash(), before);
}

TEST_F(Snapshot, MapsThatWerePaintedWhileItRan) {
    step(10);
    uint32_t points = 0;
    ASSERT_OK(pliant_asset_bounds(asset, nullptr, &points, nullptr, nullptr));
    std::vector<float> paint(points);
    for (uint32_t p = 0; p < points; ++p) paint[p] = static_cast<float>(p % 7) / 6;
    const uint64_t before = hash();
    ASSERT_OK(pliant_body_set_map_values(world, body, "youngs_modulus", paint.data(), points, 1e4, 3e5, true));
    EXPECT_EQ(hash(), before) << "nothing moves before the next step";
    step(10);
    const std::string bytes = saved();
    step(20);
    const uint64_t expected = hash();
    TearDown(), SetUp();
    ASSERT_OK(pliant_world_restore(world, bytes.data(), bytes.size()));
    step(20);
    EXPECT_EQ(hash(), expected);
}

TEST_F(Snapshot, BuffersThatAreTooSmall) {
    size_t size = 0;
    ASSERT_OK(pliant_world_save(world, nullptr, 0, &size));
    std::vector<char> buffer(size + 8, 'x');
    size_t told = 0;
    EXPECT_FAILS(pliant_world_save(world, buffer.data(), size - 1, &told), PLIANT_BUFFER_TOO_SMALL, "are needed");
    EXPECT_EQ(told, size) << "it says how much is needed";
    EXPECT_EQ(buffer[0], 'x') << "and writes nothing";
    ASSERT_OK(pliant_world_save(world, buffer.data(), size, nullptr));
    EXPECT_EQ(buffer[size], 'x') << "and not a byte more";
}

TEST_F(Snapshot, OfChosenBodies) {
    step(10);
    size_t size = 0;
    ASSERT_OK(pliant_world_save_bodies(world, &second, 1, nullptr, 0, &size));
    std::string bytes(size, 0);
    ASSERT_OK(pliant_world_save_bodies(world, &second, 1, bytes.data(), size, &size));
    uint64_t second_then = 0, second_now = 0, first_then = 0, first_now = 0;
    ASSERT_OK(pliant_body_hash(world, second, &second_then));
    step(10);
    ASSERT_OK(pliant_body_hash(world, body, &first_then));
    ASSERT_OK(pliant_world_restore(world, bytes.data(), bytes.size()));
    ASSERT_OK(pliant_body_hash(world, second, &second_now));
    ASSERT_OK(pliant_body_hash(world, body, &first_now));
    EXPECT_EQ(second_now, second_then);
    EXPECT_EQ(first_now, first_then) << "the other one stays";
    pliant_world_info info{};
    ASSERT_OK(pliant_world_get_info(world, &info));
    EXPECT_EQ(info.steps, 20u) << "and time goes on";
    step(5);
    const pliant_body wrong{99, 1};
    EXPECT_FAILS(pliant_world_save_bodies(world, &wrong, 1, nullptr, 0, &size), PLIANT_NO_SUCH_ID, "no such body");
}

TEST_F(Snapshot, DamageIsRefusedAndChangesNothing) {
    step(25);
    const std::string bytes = saved();
    step(3);
    const uint64_t before = hash();
    for (size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 7)
        EXPECT_EQ(pliant_world_restore(world, bytes.data(), cut), PLIANT_BAD_INPUT) << cut;
    for (size_t at = 0; at < bytes.size(); at += 1 + at / 50) {
        if (at >= 12 && at < 16) continue;  // below
        std::string flipped = bytes;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
        EXPECT_EQ(pliant_world_restore(world, flipped.data(), flipped.size()), PLIANT_BAD_INPUT) << at;
        EXPECT_NE(std::string(pliant_last_error()), "");
    }
    std::string longer = bytes + "x";
    EXPECT_EQ(pliant_world_restore(world, longer.data(), longer.size()), PLIANT_BAD_INPUT);
    EXPECT_EQ(hash(), before);
}

// Whether it is of a whole world or of some bodies is damage too, and must not be read as the other.
TEST_F(Snapshot, DamagedKindIsRefused) {
    std::string bytes = saved();
    const uint64_t before = hash();
    for (int bit = 0; bit < 32; ++bit) {
        std::string flipped = bytes;
        flipped[static_cast<size_t>(12 + bit / 8)] ^= static_cast<char>(1 << bit % 8);
        EXPECT_EQ(pliant_world_restore(world, flipped.data(), flipped.size()), PLIANT_BAD_INPUT) << "bit " << bit;
    }
    EXPECT_EQ(hash(), before);
}

TEST_F(Snapshot, OfAnotherWorldIsRefused) {
    const std::string bytes = saved();
    const cpp::World empty = cpp::make_world();
    EXPECT_FAILS(pliant_world_restore(empty, bytes.data(), bytes.size()), PLIANT_BAD_INPUT, "not in this world");
}

TEST_F(Snapshot, Files) {
    const std::string path = (std::filesystem::temp_directory_path() / "pliant-capi-test.plsnap").string();
    step(5);
    ASSERT_OK(pliant_world_save_file(world, path.c_str()));
    const uint64_t then = hash();
    step(5);
    ASSERT_OK(pliant_world_restore_file(world, path.c_str()));
    EXPECT_EQ(hash(), then);
    std::filesystem::remove(path);
    EXPECT_FAILS(pliant_world_restore_file(world, path.c_str()), PLIANT_BAD_INPUT, path);
    EXPECT_FAILS(pliant_world_save_file(world, "/nowhere/at/all.plsnap"), PLIANT_FAILED, "/nowhere/at/all.plsnap");
}

}  // namespace
}  // namespace snapshot_tests
}  // namespace pliant
