// JSON: lines are right, and errors are helpful sentences.
#include "assets/json.h"

#include "unit/assets/support.h"

namespace pliant {
namespace json_tests {
namespace {

std::string complaint(const std::string& text) {
    return error_of([&] { parse_json(text, "a.json"); });
}

TEST(Json, KeepsOrderAndLines) {
    const Json json = parse_json("{\n \"b\": 1,\n \"a\": [\n  2,\n  -3.5\n ],\n \"c\": true\n}\n", "a.json");
    ASSERT_EQ(json.members.size(), 3u);
    EXPECT_EQ(json.members[0].first, "b");
    EXPECT_EQ(json.line, 1u);
    EXPECT_EQ(json.find("b")->line, 2u);
    EXPECT_EQ(json.find("a")->line, 3u);
    EXPECT_EQ(json.find("a")->items[0].line, 4u);
    EXPECT_EQ(json.find("a")->items[1].number, -3.5);
    EXPECT_EQ(json.find("c")->line, 7u);
}

// The lexer reads one character ahead of a number, and that may be the end of its line.
TEST(Json, NumberAtTheEndOfALineIsOfThatLine) {
    const Json json = parse_json("{ \"a\":\n1\n, \"b\": [2\n,3\n], \"c\": 4e2\n}", "a.json");
    EXPECT_EQ(json.find("a")->line, 2u);
    EXPECT_EQ(json.find("b")->items[0].line, 3u);
    EXPECT_EQ(json.find("b")->items[1].line, 4u);
    EXPECT_EQ(json.find("c")->line, 5u);
}

TEST(Json, Mistakes) {
    EXPECT_EQ(complaint(""), "a.json: the file is empty; expected JSON");
    EXPECT_EQ(complaint(" \n"), "a.json: the file is empty; expected JSON");
    EXPECT_EQ(complaint("{\n \"a\": 1,\n \"b\": [1,\n"),
              "a.json:3: the file ends inside a list that begins in line 3; expected ']' (is the file cut off?)");
    EXPECT_MENTIONS(complaint("{ \"a\": 1,\n}"), "a.json:2: this is not JSON near '}'");
    EXPECT_MENTIONS(complaint("{ \"a\": 1,\n}"), "is there a comma too many before it?");
    EXPECT_MENTIONS(complaint("[1, 2, ]"), "is there a comma too many before it?");
    EXPECT_MENTIONS(complaint("{ \"a\": 1\n \"b\": 2 }"), "a.json:2: ");
    EXPECT_MENTIONS(complaint("{ \"a\": 1\n \"b\": 2 }"), "expected ',' or '}' (is a comma missing before it?)");
    EXPECT_MENTIONS(complaint("{ // speed\n \"a\": 1 }"), "JSON has no comments");
    EXPECT_MENTIONS(complaint("{ 'a': 1 }"), "\"double quotes\"");
    EXPECT_MENTIONS(complaint("{ a: 1 }"), "a.json:1: ");
    EXPECT_MENTIONS(complaint("{ \"a\": 1e999 }"), "a.json:1: ");
    EXPECT_MENTIONS(complaint("{ \"a\": NaN }"), "a.json:1: ");
    EXPECT_EQ(
        complaint("{ \"a\": \"two\nlines\" }"),
        "a.json:1: this is not JSON near '\"two<U+000A>': a text that does not end on its line; expected a closing "
        "quote (a line end within a text is written \\n)");
    EXPECT_EQ(complaint("[0.{]"), "a.json:1: this is not JSON near '0.{': invalid number; expected digit after '.'");
    EXPECT_MENTIONS(complaint("{ \"a\": \"\xff\" }"), "UTF-8");
    EXPECT_MENTIONS(complaint("{} {}"), "a.json:1: ");
    EXPECT_EQ(complaint("{ \"a\": 1,\n\"a\": 2 }"),
              "a.json:2: the key 'a' is given twice; expected each key once (it is first given in line 1)");
}

TEST(Json, ByteOrderMarkIsSkipped) { EXPECT_EQ(parse_json("\xef\xbb\xbf[7]", "a.json").items[0].number, 7); }

TEST(Json, TextsAndNumbersSurviveTheWayOut) {
    for (const std::string& text : {std::string("plain"), std::string("q\"uo\\te\n\t\x01"), std::string("ünïcode ×")})
        EXPECT_EQ(parse_json(quoted_json(text), "a").text, text);
    for (const double v : {0.0, 1.0, -2.5, 0.1, 1e-300, 123456789012.0, 1e22})
        EXPECT_EQ(parse_json(number_json(v), "a").number, v);
}

TEST(Json, SetByPath) {
    Json json = parse_json("{ \"a\": { \"b\": 1 } }", "a.json");
    set_by_path(json, "a.b", "2");
    EXPECT_EQ(json.find("a")->find("b")->number, 2);
    set_by_path(json, "a.c.d", "[1, 2]");
    EXPECT_EQ(json.find("a")->find("c")->find("d")->items.size(), 2u);
    set_by_path(json, "a.word", "denim");
    EXPECT_EQ(json.find("a")->find("word")->text, "denim");
    EXPECT_MENTIONS(error_of([&] { set_by_path(json, "a.b.c", "1"); }), "is a number; expected an object");
    EXPECT_MENTIONS(error_of([&] { set_by_path(json, "a..c", "1"); }), "an empty name");
}

}  // namespace
}  // namespace json_tests
}  // namespace pliant
