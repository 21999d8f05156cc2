// The page about the window lists the keys that the window obeys.
#include <gtest/gtest.h>

#include "core/files.h"
#include "pliant/view/panels.h"
#include "pliant/view/script.h"

namespace pliant::view {
namespace documents_tests {
namespace {

TEST(Page, ListsTheKeys) {
    const std::string page = read_file(PLIANT_SOURCE_DIR "/docs/commands/view.md");
    size_t listed = 0;
    for (const Shortcut& s : shortcuts()) {
        if (!s.keys[0]) continue;
        const std::string row = std::string("| ") + s.keys + " | " + s.what + " |";
        EXPECT_NE(page.find(row), std::string::npos) << "docs/commands/view.md has no row " << row;
        ++listed;
    }
    EXPECT_GT(listed, 30u);
}

TEST(Page, ListsTheKeysThatScriptsKnow) {
    const std::string page = read_file(PLIANT_SOURCE_DIR "/docs/commands/view.md");
    const std::string names = page.substr(page.find("### Names of keys"));
    for (const std::string& name : script_key_names()) {
        EXPECT_NE(names.find("`" + name + "`"), std::string::npos) << name;
        EXPECT_TRUE(parse_key(name)) << name;
    }
    EXPECT_GT(script_key_names().size(), 20u);
}

TEST(Tables, NoKeyMeansTwoThings) {
    for (size_t i = 0; i < shortcuts().size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const Shortcut &a = shortcuts()[i], &b = shortcuts()[j];
            EXPECT_FALSE(a.run && b.run && a.key == b.key && a.mods == b.mods) << a.what << " and " << b.what;
        }
    for (const Creation& c : creations()) EXPECT_TRUE(c.make && c.help[0] && c.name[0]);
}

}  // namespace
}  // namespace documents_tests
}  // namespace pliant::view
