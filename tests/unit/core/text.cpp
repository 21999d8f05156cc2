// Texts as they are shown.
#include "core/text.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pliant {
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

}  // namespace
}  // namespace pliant
