// Values, keys and maps; parameter tables and what may be given for them.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/parameter.h"

namespace pliant {
namespace values_tests {
namespace {

std::string sentence_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}

Keys keys(std::vector<double> times, std::vector<double> numbers, Ease ease = Ease::linear, bool loop = false) {
    Keys k{std::move(times), {}, ease, loop};
    for (const double n : numbers) k.values.push_back({n, 0, 0});
    return k;
}

TEST(Keys, BlendHoldAndLoop) {
    const Keys k = keys({1, 2, 4}, {0, 10, 20});
    for (const auto& [time, value] :
         std::initializer_list<std::pair<double, double>>{{0, 0}, {1, 0}, {1.5, 5}, {2, 10}, {3, 15}, {4, 20}, {9, 20}})
        EXPECT_NEAR(k.at(time).x, value, 1e-12) << time;
    const Keys smooth = keys({0, 1}, {0, 1}, Ease::smooth), step = keys({0, 1}, {0, 1}, Ease::step);
    EXPECT_NEAR(smooth.at(0.25).x, 0.15625, 1e-12);
    EXPECT_EQ(step.at(0.999).x, 0);
    EXPECT_EQ(step.at(1).x, 1);
    const Keys loop = keys({1, 3}, {0, 2}, Ease::linear, true);
    for (int turn = -2; turn < 3; ++turn) EXPECT_NEAR(loop.at(1.5 + 2 * turn).x, 0.5, 1e-12) << turn;
    EXPECT_EQ(keys({5}, {7}, Ease::linear, true).at(100).x, 7) << "a single key";
}

TEST(Maps, TakePaintToNumbers) {
    const Map linear{"paint", 2, 4, false}, logarithmic{"paint", 1, 100, true};
    EXPECT_EQ(linear.apply(0.25), 2.5);
    EXPECT_EQ(linear.apply(-3), 2) << "paint is clamped";
    EXPECT_EQ(linear.apply(3), 4);
    EXPECT_NEAR(logarithmic.apply(0.5), 10, 1e-12);
    EXPECT_FALSE(linear.moves());
    Map moving = linear;
    moving.low_keys = keys({0, 1}, {0, 2});
    EXPECT_TRUE(moving.moves());
    EXPECT_EQ(moving.at(0.5).low, 1);
    EXPECT_FALSE(moving.at(0.5).moves());
    EXPECT_TRUE(moving.changes_between(0, 0.5));
    EXPECT_FALSE(moving.changes_between(2, 3));
}

TEST(Maps, SequencesShowAFrameAfterTheOther) {
    Map m{"", 0, 1, false};
    m.fps = 10;
    m.frames = {"a", "b", "c"};
    EXPECT_EQ(m.at(-1).attribute, "a");
    EXPECT_EQ(m.at(0.1).attribute, "b") << "a frame begins with the step that its time falls on";
    EXPECT_EQ(m.at(5).attribute, "c");
    m.loop = true;
    EXPECT_EQ(m.at(0.3).attribute, "a");
    EXPECT_EQ(m.at(0.5).attribute, "c");
}

TEST(Values, AreReadBackAsTheyWere) {
    Map map{"paint", 1, 5, true};
    map.values = std::make_shared<const std::vector<float>>(std::vector<float>{0, 0.5f, 1});
    map.high_keys = keys({0, 2}, {5, 6});
    const std::vector<Value> all{{},
                                 3.5,
                                 Vec3d{1, 2, 3},
                                 "word",
                                 std::vector<std::string>{"a", "", "c"},
                                 keys({0, 1}, {2, 3}, Ease::step, true),
                                 map,
                                 std::vector<Line>{{{{0, 0, 0}, {1, 0, 0}}, {0, 1, 0}, 0.1, 0.3}, {}}};
    std::vector<std::byte> bytes;
    Writer w(bytes);
    for (const Value& v : all) v.save(w);
    Reader r(bytes, "memory");
    for (const Value& v : all) EXPECT_EQ(Value::load(r), v) << v.data.index();
    EXPECT_TRUE(r.at_end());
    for (size_t size = 0; size < bytes.size(); ++size) {
        Reader cut(std::span<const std::byte>(bytes).first(size), "memory");
        EXPECT_THROW(for (size_t i = 0; i < all.size(); ++i) Value::load(cut), Error) << size;
    }
    const std::byte unknown[] = {std::byte{99}};
    Reader bad(unknown, "memory");
    EXPECT_NE(sentence_of([&] { Value::load(bad); }).find("unknown sort"), std::string::npos);
}

// ---- tables

struct P {
    enum : u16 { size, count, on, mode, color, extent, label, list, where, lines };
};
const Parameter rows[] = {
    {.id = P::size,
     .name = "size",
     .unit = "m",
     .low = 0,
     .high = 10,
     .above_low = true,
     .initial = {2, 0, 0},
     .keyed = true,
     .painted = true,
     .help = "h"},
    {.id = P::count,
     .name = "count",
     .type = ParameterType::integer,
     .low = 1,
     .high = 8,
     .initial = {3, 0, 0},
     .effect = Effect::recook,
     .help = "h"},
    {.id = P::on,
     .name = "sleep.enabled",
     .type = ParameterType::boolean,
     .initial = {1, 0, 0},
     .keyed = true,
     .help = "h"},
    {.id = P::mode,
     .name = "mode",
     .type = ParameterType::choice,
     .initial_text = "soft",
     .choices = "soft|hard|very_hard",
     .help = "h"},
    {.id = P::color, .name = "color", .type = ParameterType::vector, .low = 0, .high = 1, .help = "h"},
    {.id = P::extent, .name = "extent", .type = ParameterType::number_or_vector, .help = "h"},
    {.id = P::label, .name = "label", .type = ParameterType::text, .help = "h"},
    {.id = P::list, .name = "list", .type = ParameterType::name_or_names, .help = "h"},
    {.id = P::where, .name = "where", .type = ParameterType::text_or_vector, .help = "h"},
    {.id = P::lines, .name = "lines", .type = ParameterType::lines, .help = "h"},
};
const PresetValue large_values[] = {{P::size, 9}, {P::count, 8}};
const Preset presets[] = {{"large", "h", large_values}};
const ParameterTable table{"things", rows, presets};

TEST(Parameters, DefaultsPresetsAndValues) {
    EXPECT_STREQ(validate(table), nullptr);
    ParameterSet p(table);
    EXPECT_EQ(p.number(P::size), 2);
    EXPECT_FALSE(p.has_value(P::size));
    p.set_preset("large");
    EXPECT_EQ(p.number(P::size), 9);
    EXPECT_TRUE(p.has_value(P::size) && !p.is_explicit(P::size));
    p.set(P::size, 1.5);
    EXPECT_EQ(p.number(P::size), 1.5) << "a value stands above a preset";
    p.reset(P::size);
    EXPECT_EQ(p.number(P::size), 9);
    EXPECT_EQ(p.choice(P::mode), 0u);
    p.set("mode", "very_hard");
    EXPECT_EQ(p.choice(P::mode), 2u);
    p.set("sleep", 0.0);
    EXPECT_FALSE(p.flag(P::on)) << "a group is meant by its switch";
    p.set("extent", 2.0);
    EXPECT_EQ(p.vector(P::extent), (Vec3d{2, 2, 2})) << "one number for all three";
    p.set("list", "a");
    EXPECT_EQ(p.names(P::list).size(), 1u);
}

TEST(Parameters, WhatDoesNotSuitIsASentence) {
    ParameterSet p(table);
    const auto complaint = [&](const char* name, Value value) {
        const std::string said = sentence_of([&] { p.set(name, std::move(value)); });
        EXPECT_FALSE(p.is_explicit(0) || p.is_explicit(1) || p.is_explicit(2) || p.is_explicit(3))
            << "nothing was taken over";
        return said;
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(has(complaint("size", 0.0), "above 0 and at most 10 [m]"));
    EXPECT_TRUE(has(complaint("size", 11.0), "found 11"));
    EXPECT_TRUE(has(complaint("size", NAN), "not finite"));
    EXPECT_TRUE(has(complaint("size", "two"), "not a number"));
    EXPECT_TRUE(has(complaint("count", 2.5), "a whole number"));
    EXPECT_TRUE(has(complaint("count", keys({0}, {2})), "cannot change in time"));
    EXPECT_TRUE(has(complaint("count", Map{"m", 1, 2, false}), "cannot be painted"));
    EXPECT_TRUE(has(complaint("size", keys({0, 0}, {2, 3})), "is not after the one before it"));
    EXPECT_TRUE(has(complaint("size", keys({}, {})), "an empty list of keys"));
    EXPECT_TRUE(has(complaint("size", keys({0}, {20})), "found 20"));
    EXPECT_TRUE(has(complaint("size", Map{"m", 1, 20, false}), "found 20"));
    EXPECT_TRUE(has(complaint("mode", "hrad"), "did you mean \"hard\"?"));
    EXPECT_TRUE(has(complaint("siez", 1.0), "did you mean \"size\"?"));
    EXPECT_TRUE(has(complaint("color", Vec3d{255, 0, 0}), "255 elsewhere is 1 here"));
    EXPECT_TRUE(has(complaint("lines", std::vector<Line>{{}}), "line 0: it has no points"));
    EXPECT_TRUE(has(sentence_of([&] { p.set_preset("lagre"); }), "did you mean \"large\"?"));
}

TEST(Parameters, SwitchesStepBetweenTheirKeys) {
    ParameterSet p(table);
    p.set("sleep.enabled", keys({0, 1}, {0, 1}));
    EXPECT_FALSE(p.flag(P::on, 0.9));
    EXPECT_TRUE(p.flag(P::on, 1));
    EXPECT_TRUE(p.any_keys());
    EXPECT_TRUE(p.changes_between(0, 1));
    EXPECT_FALSE(p.changes_between(0, 1, P::on)) << "left out of account";
}

TEST(Parameters, OnlyWhatMayChangeWhileAWorldRunsIsSaved) {
    ParameterSet p(table), q(table);
    p.set("size", keys({0, 1}, {2, 3}));
    p.set("mode", "hard");
    p.set("count", 5.0);
    q.set("mode", "soft");
    q.set("label", "x");
    EXPECT_FALSE(p.same_live(q));
    std::vector<std::byte> bytes;
    Writer w(bytes);
    p.save_live(w);
    Reader r(bytes, "memory");
    q.load_live(r);
    EXPECT_TRUE(r.at_end());
    EXPECT_TRUE(p.same_live(q));
    EXPECT_EQ(q.number(P::size, 0.5), 2.5);
    EXPECT_EQ(q.number(P::count), 3) << "it is cooked in";
    EXPECT_FALSE(q.is_explicit(P::label)) << "what was not given is not given now";
}

TEST(Parameters, TablesAreVerified) {
    const Parameter swapped[] = {rows[1], rows[0]}, silent[] = {{.id = 0, .name = "a"}},
                    outside[] = {{.id = 0, .name = "a", .low = 0, .high = 1, .initial = {2, 0, 0}, .help = "h"}};
    EXPECT_NE(sentence_of([&] {
                  ParameterTable{"t", swapped}.verify();
              }).find("in the order of their ids"),
              std::string::npos);
    EXPECT_NE(sentence_of([&] { ParameterTable{"t", silent}.verify(); }).find("no help"), std::string::npos);
    EXPECT_STREQ(validate(ParameterTable{"t", silent}), "t.a: no help; expected one sentence");
    EXPECT_NE(sentence_of([&] { ParameterTable{"t", outside}.verify(); }), "");
    const PresetValue wrong_value[] = {{P::size, 100}};
    const Preset wrong[] = {{"wrong", "h", wrong_value}};
    EXPECT_NE(sentence_of([&] { ParameterTable{"t", rows, wrong}.verify(); }).find("found 100"), std::string::npos);
}

}  // namespace
}  // namespace values_tests
}  // namespace pliant
