// Scripts that drive the real window: a step a line. docs/commands/view.md lists the steps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/types.h"

namespace pliant::view {

struct ScriptWord {
    std::string text;
    bool quoted = false;
    bool operator==(const ScriptWord&) const = default;
};
struct ScriptLine {
    u32 number;  // in the file
    std::vector<ScriptWord> words;
};

// Words with spaces between, "quoted" where they contain some; # begins a comment. Throws Error.
std::vector<ScriptLine> parse_script(std::string_view text, const std::string& file);

// A key with its modifiers: "ctrl+shift+z", "space", "?".
struct ScriptKey {
    int key = 0, mods = 0;  // of GLFW
    u32 character = 0;      // that it types, or 0
};
std::optional<ScriptKey> parse_key(std::string_view text);
std::vector<std::string> script_key_names();  // besides letters, digits and "?"

using ScriptValue = std::variant<double, std::string>;
std::string words_of(const ScriptValue& value);
// "<", "<=", ">", ">=", "==", "!=", "contains"; numbers are compared as numbers where both are.
bool is_comparison(const std::string& word);
bool compare(const ScriptValue& a, const std::string& comparison, const ScriptValue& b);

}  // namespace pliant::view
