// Texts as they are shown.
#include "core/text.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pliant {
namespace text_tests {
namespace {

TEST(Text, PrintableShowsWhatATerminalWouldDo) {
    EXPECT_EQ(printable("plain, ü, 日本 and 🐙"), "plain, ü, 日本 and 🐙");
    EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
    EXPECT_EQ(printable("\x7f"), "\\x7f");
    EXPECT_EQ(printable("\xc2\x9b"
                        "2J"),
              "\\xc2\\x9b2J")
        << "a control sequence of one character";
    EXPECT_EQ(printable("\xff"
                        "a"),
              "\\xffa")
        << "not UTF-8";
    EXPECT_EQ(printable("a\nb\tc"), "a\\x0ab\\x09c");
    EXPECT_EQ(printable("a\nb\tc", "\n\t"), "a\nb\tc");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Text, ErrorsAreWholeSentencesWhateverTheNames) {
    const Error e({std::string("a\0.obj", 6), "found \x1b[2J", "", ""});
    EXPECT_STREQ(e.what(), "a\\x00.obj: found \\x1b[2J");
    EXPECT_EQ(in_quotes(std::string_view("\0x", 2)), "'\\x00x'");
    const std::string sentence = Error({std::string(5000, '\0') + "end", "found it", "", ""}).what();
    EXPECT_LT(sentence.size(), 2500u);
    EXPECT_NE(sentence.find("end: found it"), std::string::npos);
}

TEST(Text, NumbersAreTheWholeTextOrNone) {
    EXPECT_EQ(parse_number("1.5e3"), 1500);
    EXPECT_EQ(parse_number("+2"), 2);
    for (const char* text : {"", "+", "1x", " 1", "1 ", "1,5", "0x10"}) EXPECT_FALSE(parse_number(text)) << text;
    EXPECT_EQ(parse_integer("-12"), -12);
    for (const char* text : {"", "1.0", "99999999999999999999"}) EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(Text, SplitsAndTrims) {
    EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(split("", ',').size(), 1u);
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed(" \n"), "");
    EXPECT_EQ(lower_case("ÄBC.GLB"), "Äbc.glb") << "ASCII alone";
    EXPECT_TRUE(ends_with("scene.GLB", ".glb"));
    EXPECT_FALSE(ends_with("glb", ".glb"));
}

TEST(Text, NumbersAreShownAsPeopleWriteThem) {
    EXPECT_EQ(with_commas(0), "0");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(with_commas(1234567), "1,234,567");
    EXPECT_EQ(short_number(0.03140001), "0.0314");
    EXPECT_EQ(short_number(2500000), "2.5e+06");
    EXPECT_EQ(quoted_json("a\"b\\\n\x01"), "\"a\\\"b\\\\\\n\\u0001\"");
}

TEST(Text, TheNearestNameIsASlipAndNoGuess) {
    const std::vector<std::string> known{"friction", "restitution", "density"};
    EXPECT_EQ(nearest_name("frictoin", known), "friction");
    EXPECT_EQ(nearest_name("mass", known), "");
    EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace text_tests
}  // namespace pliant
