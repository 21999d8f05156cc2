// Edits of a scene's text: the edited text parses to the result of set_by_path, and nothing else has changed.
#include "assets/scene_text.h"

#include "assets/json.h"
#include "core/files.h"
#include "core/random.h"
#include "unit/assets/support.h"

namespace pliant {
namespace scene_text_tests {
namespace {

std::string with(std::string text, const TextEdit& edit) {
    apply_edit(text, edit);
    return text;
}
std::string set(const std::string& text, const std::string& path, const std::string& value) {
    return with(text, setting_value(text, path, value));
}

// Equal but for the lines.
bool same(const Json& a, const Json& b) {
    if (a.type != b.type || a.number != b.number || a.text != b.text || a.items.size() != b.items.size() ||
        a.members.size() != b.members.size())
        return false;
    for (size_t i = 0; i < a.items.size(); ++i)
        if (!same(a.items[i], b.items[i])) return false;
    for (size_t i = 0; i < a.members.size(); ++i)
        if (a.members[i].first != b.members[i].first || !same(a.members[i].second, b.members[i].second)) return false;
    return true;
}

TEST(SceneText, FindsValues) {
    const std::string text = R"({ "a": { "b": [1, {"c": "}\"{"}, 3] }, "d" : -2.5e3 })";
    const auto at = [&](const char* path) {
        const auto range = find_value(text, path);
        return range ? text.substr(range->begin, range->size()) : std::string("nothing");
    };
    EXPECT_EQ(at("a.b.0"), "1");
    EXPECT_EQ(at("a.b.1"), R"({"c": "}\"{"})");
    EXPECT_EQ(at("a.b.1.c"), R"("}\"{")");
    EXPECT_EQ(at("d"), "-2.5e3");
    EXPECT_EQ(at("a.b.3"), "nothing");
    EXPECT_EQ(at("a.x.y"), "nothing");
    EXPECT_EQ(at("d.x"), "nothing");
}

TEST(SceneText, ReplacesOnlyTheValue) {
    EXPECT_EQ(set("{ \"a\" :  1 ,\n\"b\": 2}", "a", "[3, 4]"), "{ \"a\" :  [3, 4] ,\n\"b\": 2}");
    EXPECT_EQ(set(R"({ "\u0061": 1 })", "a", "jelly"), R"({ "\u0061": "jelly" })");
    EXPECT_EQ(set("\xef\xbb\xbf{\"a\":1}\n", "a", "2"), "\xef\xbb\xbf{\"a\":2}\n");
}

TEST(SceneText, AddsInTheStyleOfTheSurroundings) {
    EXPECT_EQ(set(R"({"a":1,"b":2})", "c", "3"), R"({"a":1,"b":2,"c":3})");
    EXPECT_EQ(set(R"({ "a": 1 })", "c", "3"), R"({ "a": 1, "c": 3 })");
    EXPECT_EQ(set("{\n \"a\": 1\n}\n", "c", "3"), "{\n \"a\": 1,\n \"c\": 3\n}\n");
    EXPECT_EQ(set("{\n\t\"a\": 1,\n\t\"b\": { }\n}", "b.x", "3"), "{\n\t\"a\": 1,\n\t\"b\": { \"x\": 3 }\n}");
    EXPECT_EQ(set("{ \"w\": { \"a\": 1 },\n  \"b\": {\n    \"o\": { \"s\": 1 } } }", "b.p", "{ \"like\": \"o\" }"),
              "{ \"w\": { \"a\": 1 },\n  \"b\": {\n    \"o\": { \"s\": 1 },\n    \"p\": { \"like\": \"o\" } } }");
    EXPECT_EQ(set("{}", "a.b.c", "1"), R"({ "a": { "b": { "c": 1 } } })");
    EXPECT_EQ(set(R"({ "a": null })", "a.b", "1"), R"({ "a": { "b": 1 } })");
}

TEST(SceneText, AFullLineIsNotMadeLonger) {
    const std::string long_note(100, 'x');
    EXPECT_EQ(set("{\n    \"o\": { \"note\": \"" + long_note + "\" } }", "o.friction", "0.25"),
              "{\n    \"o\": { \"note\": \"" + long_note + "\",\n      \"friction\": 0.25 } }");
    EXPECT_EQ(
        set("{ \"o\": { \"a\": 1,\n         \"note\": \"" + long_note + "\", \"b\": 2 } }", "o.friction", "0.25"),
        "{ \"o\": { \"a\": 1,\n         \"note\": \"" + long_note + "\", \"b\": 2,\n         \"friction\": 0.25 } }");
}

TEST(SceneText, Lists) {
    const std::string text = R"({ "fish": { "instances": [ { "p": 1 } ] } })";
    EXPECT_EQ(set(text, "fish.instances.0.p", "[0, 1, 0]"), R"({ "fish": { "instances": [ { "p": [0, 1, 0] } ] } })");
    EXPECT_EQ(with(text, adding_item(text, "fish.instances", "{}")),
              R"({ "fish": { "instances": [ { "p": 1 }, {} ] } })");
    EXPECT_EQ(with("{}", adding_item("{}", "a", "7")), R"({ "a": [7] })");
    EXPECT_EQ(with("[1, 2, 3]", removing_value("[1, 2, 3]", "1")), "[1, 3]");
    EXPECT_MENTIONS(error_of([&] { set(text, "fish.instances.1.p", "1"); }), "the number of one of its items");
    EXPECT_MENTIONS(error_of([&] { adding_item(text, "fish", "1"); }), "expected a list");
}

TEST(SceneText, Removes) {
    const auto removed = [](const std::string& text, const char* path) {
        return with(text, removing_value(text, path));
    };
    EXPECT_EQ(removed("{ \"a\": 1,\n  \"b\": 2 }", "a"), "{ \"b\": 2 }");
    EXPECT_EQ(removed("{ \"a\": 1,\n  \"b\": \"},\" }", "b"), "{ \"a\": 1 }");
    EXPECT_EQ(removed("{\n  \"a\": 1\n}", "a"), "{}");
    EXPECT_EQ(removed("{ \"a\": 1 }", "b"), "{ \"a\": 1 }");
    EXPECT_EQ(removed("{ \"a\": 1 }", "a.b"), "{ \"a\": 1 }");
}

TEST(SceneText, Renames) {
    const std::string text = R"({ "a": { "b": 1, "c": 2 } })";
    EXPECT_EQ(with(text, renaming_key(text, "a.b", "the \"best\"")), R"({ "a": { "the \"best\"": 1, "c": 2 } })");
    EXPECT_MENTIONS(error_of([&] { renaming_key(text, "a.b", "c"); }), "another 'c' beside it");
    EXPECT_MENTIONS(error_of([&] { renaming_key(text, "a.x", "y"); }), "no such key");
}

TEST(SceneText, Mistakes) {
    EXPECT_MENTIONS(error_of([] { setting_value(R"({ "a": 1 })", "a.b", "2"); }), "is a number; expected an object");
    EXPECT_MENTIONS(error_of([] { setting_value(R"({ "a": 1 })", "a..b", "2"); }), "an empty name");
    EXPECT_MENTIONS(error_of([] { setting_value(R"({ "a": 1, })", "a", "2"); }), "this is not JSON");
}

// ---- random edits of random texts

std::string space(Random& random) {
    static const char* const all[] = {"", "", " ", "\n", "\n  ", "\t", " \r\n "};
    return all[random.below(std::size(all))];
}
std::string random_text(Random& random) {
    static const char* const all[] = {"jelly", "", "}", "{\"", "\\", "]\",", "ü\n", "a.b/c"};
    return all[random.below(std::size(all))];
}
std::string random_value(Random& random, int depth) {
    const u32 choice = random.below(depth > 0 ? 7 : 4);
    std::string made;
    switch (choice) {
        case 0: return number_json(random.between(-10, 10));
        case 1: return quoted_json(random_text(random));
        case 2: return random.chance(0.5) ? "true" : "null";
        case 3: return std::to_string(random.below(100));
        case 4:
            for (u32 i = 0, n = random.below(4); i < n; ++i)
                made += (i ? "," : "") + space(random) + random_value(random, depth - 1) + space(random);
            return "[" + made + (made.empty() ? space(random) : "") + "]";
        default:
            for (u32 i = 0, n = random.below(5); i < n; ++i)
                made += (i ? "," : "") + space(random) + "\"k" + std::to_string(i) + "\"" + space(random) + ":" +
                        space(random) + random_value(random, depth - 1) + space(random);
            return "{" + made + (made.empty() ? space(random) : "") + "}";
    }
}
std::string random_path(Random& random) {
    std::string path;
    for (u32 i = 0, n = 1 + random.below(4); i < n; ++i)
        path += (i ? "." : "") + ("k" + std::to_string(random.below(6)));
    return path;
}

TEST(SceneText, RandomEditsAreThoseOfSetByPath) {
    u32 refused = 0, done = 0;
    for (u64 seed = 0; seed < 4000; ++seed) {
        Random random(seed);
        const std::string text = space(random) + "{" + space(random) + "\"k0\": " + random_value(random, 3) +
                                 ", \"k1\":" + random_value(random, 3) + space(random) + "}" + space(random);
        const std::string path = random_path(random), value = random_value(random, 1);
        Json expected = parse_json(text, "text");
        const std::string trouble = error_of([&] { set_by_path(expected, path, value); });
        if (!trouble.empty()) {
            EXPECT_NE(error_of([&] { setting_value(text, path, value); }), "") << text << "\n" << path;
            ++refused;
            continue;
        }
        const TextEdit edit = setting_value(text, path, value);
        const std::string edited = with(text, edit);
        EXPECT_TRUE(same(parse_json(edited, "edited"), expected)) << text << "\n" << path << "\n" << edited;
        EXPECT_EQ(with(edited, edit.inverse()), text);
        // A value that was there is all that was touched.
        if (const auto there = find_value(text, path)) {
            EXPECT_EQ(edit.at, there->begin);
            EXPECT_EQ(edit.removed.size(), there->size());
        } else {
            EXPECT_LE(edit.removed.size(), 64u) << "more than an empty object or a null went: " << edit.removed;
        }
        ++done;
    }
    EXPECT_GT(refused, 100u);
    EXPECT_GT(done, 1000u);
}

TEST(SceneText, RandomRemovalsLeaveTheRest) {
    for (u64 seed = 0; seed < 2000; ++seed) {
        Random random(seed + 77);
        const std::string text = "{" + space(random) + "\"k0\": " + random_value(random, 3) +
                                 ",\n \"k1\":" + random_value(random, 3) + ", \"k2\": 1}";
        const std::string path = random_path(random);
        Json expected = parse_json(text, "text");
        Json* parent = &expected;
        const size_t dot = path.rfind('.');
        if (dot != std::string::npos) {
            const auto around = find_value(text, path.substr(0, dot));
            for (size_t at = 0; parent && at <= dot; at = path.find('.', at) + 1)
                parent = parent->find(path.substr(at, path.find('.', at) - at));
            EXPECT_EQ(parent != nullptr, around.has_value()) << text << path;
        }
        if (parent) std::erase_if(parent->members, [&](const auto& m) { return m.first == path.substr(dot + 1); });
        const TextEdit edit = removing_value(text, path);
        const std::string edited = with(text, edit);
        EXPECT_TRUE(same(parse_json(edited, "edited"), expected)) << text << "\n" << path << "\n" << edited;
        EXPECT_EQ(with(edited, edit.inverse()), text);
    }
}

// "sleep": false is the switch of a group: the same place as sleep.enabled, and a group as soon as more is said.
TEST(SceneText, ASwitchStandsForItsGroup) {
    const std::string text = R"({ "b": { "sleep": false, "x": 1 } })";
    ASSERT_TRUE(find_value(text, "b.sleep.enabled").has_value());
    EXPECT_EQ(set(text, "b.sleep.enabled", "true"), R"({ "b": { "sleep": true, "x": 1 } })");
    const std::string more = set(text, "b.sleep.beyond", "5");
    EXPECT_EQ(more, R"({ "b": { "sleep": { "enabled": false, "beyond": 5 }, "x": 1 } })");
    EXPECT_EQ(with(text, removing_value(text, "b.sleep.enabled")), R"({ "b": { "x": 1 } })");
    EXPECT_FALSE(find_value(text, "b.x.enabled").has_value());
    Json json = parse_json(text, "text");
    set_by_path(json, "b.sleep.beyond", "5");
    EXPECT_TRUE(same(json, parse_json(more, "more")));
    json = parse_json(text, "text");
    set_by_path(json, "b.sleep.enabled", "true");
    EXPECT_EQ(json.find("b")->find("sleep")->number, 1);
}

TEST(SceneText, ExamplesKeepTheirLines) {
    for (const char* name : {"octopus", "jellies", "penguins"}) {
        const std::string text = read_file(std::string(PLIANT_SOURCE_DIR "/examples/") + name + "/scene.json");
        const std::string edited = set(text, "world.substeps", "7");
        Json expected = parse_json(text, name);
        set_by_path(expected, "world.substeps", "7");
        EXPECT_TRUE(same(parse_json(edited, name), expected));
        EXPECT_EQ(with(edited, removing_value(edited, "world.substeps")), text);
    }
}

}  // namespace
}  // namespace scene_text_tests
}  // namespace pliant
