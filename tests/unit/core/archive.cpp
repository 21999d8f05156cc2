// Archives: written values are read back, and damaged bytes are errors, never reads past the end.

#include <gtest/gtest.h>

#include <functional>

#include "core/archive.h"
#include "core/array.h"
#include "core/big_endian.h"
#include "core/hash.h"
#include "core/random.h"
#include "core/vec.h"

namespace pliant {
namespace archive_tests {
namespace {

std::string sentence_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}

std::vector<std::byte> sample() {
    std::vector<std::byte> bytes;
    Writer w(bytes);
    w.value(u32{7});
    w.value(-2.5);
    w.text("octopus");
    w.text("");
    w.array(std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}});
    w.array(std::vector<u64>{});
    return bytes;
}

void read_sample(Reader& r) {
    EXPECT_EQ(r.value<u32>(), 7u);
    EXPECT_EQ(r.value<double>(), -2.5);
    EXPECT_EQ(r.text(), "octopus");
    EXPECT_EQ(r.text(), "");
    Array<Vec3> points;
    r.array(points);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[1], (Vec3{4, 5, 6}));
    std::vector<u64> none{1};
    r.array(none);
    EXPECT_TRUE(none.empty());
}

TEST(Archive, ReadsWhatWasWritten) {
    const std::vector<std::byte> bytes = sample();
    Reader r(bytes, "memory");
    EXPECT_EQ(r.left(), bytes.size());
    read_sample(r);
    EXPECT_TRUE(r.at_end());
    EXPECT_NE(sentence_of([&] { r.value<u8>(); }).find("memory: the data ends too early"), std::string::npos);
}

TEST(Archive, EveryPrefixIsAnError) {
    const std::vector<std::byte> bytes = sample();
    for (size_t size = 0; size < bytes.size(); ++size) {
        Reader r(std::span<const std::byte>(bytes).first(size), "memory");
        EXPECT_NE(sentence_of([&] {
                      r.value<u32>();
                      r.value<double>();
                      r.text();
                      r.text();
                      std::vector<Vec3> points;
                      std::vector<u64> none;
                      r.array(points);
                      r.array(none);
                  }),
                  "")
            << size;
    }
}

// A damaged length must not take the memory of the machine.
TEST(Archive, AHugeLengthIsAnError) {
    for (const u64 length : {u64{1} << 61, ~u64{0}, u64{1000}}) {
        std::vector<std::byte> bytes;
        Writer w(bytes);
        w.value(length);
        w.value(1.0);
        Reader r(bytes, "memory");
        std::vector<double> values{1, 2};
        EXPECT_NE(sentence_of([&] { r.array(values); }).find("elements in 8 bytes"), std::string::npos);
        EXPECT_EQ(values.size(), 2u) << "and nothing was changed";
    }
}

TEST(Archive, FillsOnlyWhatFits) {
    std::vector<std::byte> bytes;
    Writer w(bytes);
    w.array(std::vector<int>{1, 2, 3});
    int three[3], two[2];
    Reader(bytes, "memory").fill(std::span<int>(three));
    EXPECT_EQ(three[2], 3);
    EXPECT_NE(sentence_of([&] { Reader(bytes, "memory").fill(std::span<int>(two)); }).find("expected 2"),
              std::string::npos);
}

TEST(Hash, DependsOnEveryByteTheLengthAndTheSeed) {
    Random random(3);
    for (const size_t size : {0u, 1u, 7u, 8u, 31u, 32u, 33u, 100u}) {
        std::vector<u8> bytes(size);
        for (u8& b : bytes) b = static_cast<u8>(random.below(256));
        const u64 hash = hash_bytes(bytes.data(), size);
        EXPECT_NE(hash, hash_bytes(bytes.data(), size, 1));
        for (size_t i = 0; i < size; ++i) {
            std::vector<u8> other = bytes;
            other[i] ^= static_cast<u8>(1u << random.below(8));
            EXPECT_NE(hash_bytes(other.data(), size), hash) << size << " bytes, byte " << i;
        }
        bytes.push_back(0);
        EXPECT_NE(hash_bytes(bytes.data(), size + 1), hash) << "a zero more";
    }
    Hasher a, b;
    a.text("ab");
    a.text("c");
    b.text("a");
    b.text("bc");
    EXPECT_NE(a.result(), b.result()) << "where pieces end counts";
}

TEST(BigEndian, SwapsWordsAndBack) {
    u32 words[] = {0x01020304u, 0xa0b0c0d0u};
    swap_words(words, 2);
    EXPECT_EQ(words[0], 0x04030201u);
    swap_words(words, 2);
    EXPECT_EQ(words[1], 0xa0b0c0d0u);
}

TEST(RandomNumbers, AreTheSameEverywhereAndInTheirRange) {
    Random a(42), b(42), c(43);
    int same = 0;
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const u64 x = a.bits();
        EXPECT_EQ(x, b.bits());
        same += x == c.bits();
        const u32 n = 1 + b.below(100);
        EXPECT_LT(c.below(n), n);
        const double u = a.unit();
        EXPECT_TRUE(u >= 0 && u < 1);
        sum += u;
    }
    EXPECT_EQ(same, 0);
    // 10,000 of them: the mean has a standard deviation of 0.289 / 100.
    EXPECT_NEAR(sum / 10000, 0.5, 5 * 0.0029);
}

}  // namespace
}  // namespace archive_tests
}  // namespace pliant
