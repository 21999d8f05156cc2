// One list of members serves saving, reading, checking, hashing and comparing.

#include "core/state_fields.h"

#include <gtest/gtest.h>

namespace pliant {
namespace state_fields_tests {
namespace {

enum class Mode : u8 { rest, run };
constexpr Mode last_value(Mode) { return Mode::run; }

struct Inner {
    float weight = 1;
    std::vector<Vec3> offset;
    static constexpr auto fields() {
        return std::tuple{field("weight", &Inner::weight), field("offset", &Inner::offset)};
    }
    bool operator==(const Inner&) const = default;
};

struct Outer {
    bool asleep = false;
    Mode mode = Mode::rest;
    double time = 0;
    std::string name;
    Inner inner;
    std::vector<Inner> parts;
    BodyId body;
    u32 counter = 0;
    std::vector<u8> marks;
    static bool any_marks(const Outer& o) { return !o.marks.empty() && o.marks[0] != 0; }
    static constexpr auto fields() {
        return std::tuple{field("asleep", &Outer::asleep),
                          field("mode", &Outer::mode),
                          field("time", &Outer::time),
                          field("name", &Outer::name),
                          field("inner", &Outer::inner),
                          field("parts", &Outer::parts),
                          field("body", &Outer::body),
                          field("counter", &Outer::counter).unhashed(),
                          field("marks", &Outer::marks).hashed_if(any_marks)};
    }
};

Outer example() {
    return {true, Mode::run, 2.5, "ollie", {3, {{1, 2, 3}}}, {{4, {}}, {5, {{6, 7, 8}}}}, {3, 2}, 7, {0, 1}};
}

std::vector<std::byte> saved(const Outer& o) {
    std::vector<std::byte> bytes;
    Writer w(bytes);
    save_fields(w, o);
    return bytes;
}

u64 hash_of(const Outer& o) {
    Hasher hasher;
    hash_fields(hasher, o);
    return hasher.result();
}

void expect_rejected(const Outer& o, const char* name) {
    const std::vector<std::byte> bytes = saved(o);
    Reader r(bytes, "test");
    Outer read;
    try {
        read_fields(r, read);
        ADD_FAILURE() << name << " was accepted";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
    }
}

TEST(Fields, ReadsWhatWasSaved) {
    const Outer o = example();
    const std::vector<std::byte> bytes = saved(o);
    Reader r(bytes, "test");
    Outer read;
    read_fields(r, read);
    EXPECT_TRUE(r.at_end());
    EXPECT_EQ(first_difference(o, read), nullptr);
    EXPECT_EQ(read.parts, o.parts);
    EXPECT_EQ(read.name, "ollie");
}

TEST(Fields, EachValueIsChecked) {
    Outer o = example();
    o.mode = static_cast<Mode>(2);
    expect_rejected(o, "mode");
    o = example();
    o.time = std::nan("");
    expect_rejected(o, "time");
    o = example();
    o.inner.weight = HUGE_VALF;
    expect_rejected(o, "weight");
    o = example();
    o.parts[1].offset[0].y = NAN;
    expect_rejected(o, "offset");
    std::vector<std::byte> bytes = saved(example());
    bytes[0] = std::byte{2};  // asleep: neither yes nor no
    Reader r(bytes, "test");
    EXPECT_THROW(read_fields(r, o), Error);
}

TEST(Fields, CutOffDataIsAnError) {
    const std::vector<std::byte> bytes = saved(example());
    for (size_t size = 0; size < bytes.size(); ++size) {
        Reader r(std::span<const std::byte>(bytes.data(), size), "test");
        Outer read;
        EXPECT_THROW(read_fields(r, read), Error) << size;
    }
}

TEST(Fields, DifferencesAreNamed) {
    const Outer o = example();
    Outer other = o;
    other.parts[1].offset[0].z = 9;
    EXPECT_STREQ(first_difference(o, other), "parts");
    other = o;
    other.marks.push_back(0);
    EXPECT_STREQ(first_difference(o, other), "marks");
    other = o;
    other.time = 0;
    other.marks.clear();
    EXPECT_STREQ(first_difference(o, other), "time") << "the first one is named";
    other = o;
    other.inner.weight = -0.0f;
    Outer zero = o;
    zero.inner.weight = 0.0f;
    EXPECT_STREQ(first_difference(zero, other), "inner") << "bits are compared, not values";
}

TEST(Fields, HashOfEachMemberThatMatters) {
    const Outer o = example();
    const auto changed = [&](auto change) {
        Outer other = o;
        change(other);
        return hash_of(other) != hash_of(o);
    };
    EXPECT_TRUE(changed([](Outer& s) { s.asleep = false; }));
    EXPECT_TRUE(changed([](Outer& s) { s.mode = Mode::rest; }));
    EXPECT_TRUE(changed([](Outer& s) { s.name = "olli"; }));
    EXPECT_TRUE(changed([](Outer& s) { s.inner.offset[0].x = 0; }));
    EXPECT_TRUE(changed([](Outer& s) { s.parts[1].weight = 0; }));
    EXPECT_TRUE(changed([](Outer& s) { s.body.slot = 4; }));
    EXPECT_FALSE(changed([](Outer& s) { s.body.generation = 9; })) << "it counts earlier contents";
    EXPECT_FALSE(changed([](Outer& s) { s.counter = 9; }));
    EXPECT_FALSE(changed([](Outer& s) { s.marks[1] = 0; })) << "the first mark is 0: they have no effect";
    EXPECT_TRUE(changed([](Outer& s) { s.marks[0] = 1; }));
}

TEST(Fields, MembersAreCounted) {
    struct Two {
        int a;
        std::vector<int> b;
    };
    EXPECT_EQ(fields_detail::member_count<Two>(), 2u);
    EXPECT_EQ(fields_detail::member_count<Outer>(), 9u);
    EXPECT_EQ(fields_detail::member_count<Inner>(), 2u);
}

}  // namespace
}  // namespace state_fields_tests
}  // namespace pliant
