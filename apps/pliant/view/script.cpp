#include "pliant/view/script.h"

#include <GLFW/glfw3.h>

#include <algorithm>

#include "core/error.h"
#include "core/text.h"

namespace pliant::view {

std::vector<ScriptLine> parse_script(std::string_view text, const std::string& file) {
    std::vector<ScriptLine> lines;
    u32 number = 0;
    for (std::string_view line : split(text, '\n')) {
        ++number;
        ScriptLine parsed{number, {}};
        for (size_t at = 0; at < line.size();) {
            const char c = line[at];
            if (c == ' ' || c == '\t' || c == '\r') {
                ++at;
                continue;
            }
            if (c == '#') break;
            ScriptWord word;
            if (c == '"') {
                const size_t end = line.find('"', at + 1);
                if (end == std::string_view::npos)
                    throw Error({file + ":" + std::to_string(number), "a quote that does not end", "\"…\"", ""});
                word = {std::string(line.substr(at + 1, end - at - 1)), true};
                at = end + 1;
            } else {
                const size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
                word = {std::string(line.substr(at, end - at)), false};
                at = end;
            }
            parsed.words.push_back(std::move(word));
        }
        if (!parsed.words.empty()) lines.push_back(std::move(parsed));
    }
    return lines;
}

namespace {

// Keys that a script names by a word or a sign; letters and digits stand for themselves.
const std::pair<const char*, int> named_keys[] = {
    {"space", GLFW_KEY_SPACE},
    {"escape", GLFW_KEY_ESCAPE},
    {"enter", GLFW_KEY_ENTER},
    {"tab", GLFW_KEY_TAB},
    {"left", GLFW_KEY_LEFT},
    {"right", GLFW_KEY_RIGHT},
    {"up", GLFW_KEY_UP},
    {"down", GLFW_KEY_DOWN},
    {"home", GLFW_KEY_HOME},
    {"end", GLFW_KEY_END},
    {"pageup", GLFW_KEY_PAGE_UP},
    {"pagedown", GLFW_KEY_PAGE_DOWN},
    {"backspace", GLFW_KEY_BACKSPACE},
    {"delete", GLFW_KEY_DELETE},
    {".", GLFW_KEY_PERIOD},
    {",", GLFW_KEY_COMMA},
    {"[", GLFW_KEY_LEFT_BRACKET},
    {"]", GLFW_KEY_RIGHT_BRACKET},
    {"f1", GLFW_KEY_F1},
    {"f2", GLFW_KEY_F2},
    {"f3", GLFW_KEY_F3},
    {"f4", GLFW_KEY_F4},
    {"f5", GLFW_KEY_F5},
    {"f6", GLFW_KEY_F6},
    {"f7", GLFW_KEY_F7},
    {"f8", GLFW_KEY_F8},
    {"f9", GLFW_KEY_F9},
    {"f10", GLFW_KEY_F10},
    {"f11", GLFW_KEY_F11},
    {"f12", GLFW_KEY_F12},
};

}  // namespace

std::vector<std::string> script_key_names() {
    std::vector<std::string> names;
    for (const auto& [name, key] : named_keys) names.emplace_back(name);
    return names;
}

std::optional<ScriptKey> parse_key(std::string_view text) {
    ScriptKey result;
    const std::vector<std::string_view> parts = split(text, '+');
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
        if (parts[i] == "ctrl")
            result.mods |= GLFW_MOD_CONTROL;
        else if (parts[i] == "shift")
            result.mods |= GLFW_MOD_SHIFT;
        else if (parts[i] == "alt")
            result.mods |= GLFW_MOD_ALT;
        else
            return {};
    }
    const std::string_view last = parts.back();
    if (last == "?") return ScriptKey{GLFW_KEY_SLASH, result.mods | GLFW_MOD_SHIFT, '?'};
    for (const auto& [name, key] : named_keys) {
        if (last != name) continue;
        result.key = key;
        if (last == "space") result.character = ' ';
        return result;
    }
    if (last.size() != 1) return {};
    const char c = last[0];
    if (c >= 'a' && c <= 'z') {
        result.key = GLFW_KEY_A + (c - 'a');
    } else if (c >= '0' && c <= '9') {
        result.key = GLFW_KEY_0 + (c - '0');
    } else {
        return {};
    }
    if (!(result.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT))) result.character = static_cast<u32>(c);
    return result;
}

std::string words_of(const ScriptValue& value) {
    if (const double* number = std::get_if<double>(&value)) return short_number(*number, 12);
    return std::get<std::string>(value);
}

bool is_comparison(const std::string& word) {
    for (const char* known : {"<", "<=", ">", ">=", "==", "!=", "contains"})
        if (word == known) return true;
    return false;
}

bool compare(const ScriptValue& a, const std::string& comparison, const ScriptValue& b) {
    const std::string left = words_of(a), right = words_of(b);
    if (comparison == "contains") return left.find(right) != std::string::npos;
    const auto x = parse_number(left), y = parse_number(right);
    const bool numbers = x && y;
    const bool equal = numbers ? *x == *y : left == right;
    if (comparison == "==") return equal;
    if (comparison == "!=") return !equal;
    if (!numbers) return false;
    if (comparison == "<") return *x < *y;
    if (comparison == "<=") return *x <= *y;
    if (comparison == ">") return *x > *y;
    return *x >= *y;
}

}  // namespace pliant::view
