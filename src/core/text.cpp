#include "core/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "core/assert.h"

namespace pliant {

std::optional<double> parse_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    double value;
#if defined(__cpp_lib_to_chars)
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
    if (error != std::errc()) return std::nullopt;
#else
    const std::string copy(text);
    char* end = nullptr;
    value = std::strtod(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size()) return std::nullopt;
#endif
    return value;
}

std::optional<i64> parse_integer(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    i64 value;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    const size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::string lower_case(std::string_view text) {
    std::string s(text);
    for (char& c : s)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return s;
}

bool ends_with(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && lower_case(text.substr(text.size() - ending.size())) == lower_case(ending);
}

std::string with_commas(u64 n) {
    std::string s = std::to_string(n);
    for (size_t i = s.size(); i > 3; i -= 3) s.insert(i - 3, ",");
    return s;
}

std::string short_number(double v, int digits) {
    PL_ASSERT(digits > 0 && digits < 30);
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, v);
    return buffer;
}

// How many bytes the character at the front has; 0 where it is not UTF-8.
static size_t character_size(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
        return i < text.size() && byte(i) >= low && byte(i) <= high;
    };
    const unsigned c = byte(0);
    if (c < 0x80) return 1;
    if (c >= 0xc2 && c < 0xe0) return follows(1) ? 2 : 0;
    if (c >= 0xe0 && c < 0xf0)  // neither longer than need be nor half of a pair
        return follows(1, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
    if (c >= 0xf0 && c < 0xf5)
        return follows(1, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
    return 0;
}

std::string quoted_json(std::string_view text) {
    std::string s = "\"";
    while (!text.empty()) {
        const size_t size = character_size(text);
        const unsigned char c = static_cast<unsigned char>(text[0]);
        const char* const short_escape = c == '"'    ? "\\\""
                                         : c == '\\' ? "\\\\"
                                         : c == '\n' ? "\\n"
                                         : c == '\t' ? "\\t"
                                         : c == '\r' ? "\\r"
                                                     : nullptr;
        char escape[8];
        if (size == 0) {
            s += "\xef\xbf\xbd";
        } else if (short_escape) {
            s += short_escape;
        } else if (c < 32 || c == 127) {
            std::snprintf(escape, sizeof escape, "\\u%04x", c);
            s += escape;
        } else {
            s += text.substr(0, size);
        }
        text.remove_prefix(size ? size : 1);
    }
    return s + "\"";
}

std::string printable(std::string_view text, std::string_view kept) {
    std::string s;
    while (!text.empty()) {
        const size_t size = character_size(text);
        const unsigned char c = static_cast<unsigned char>(text[0]);
        const bool is_control = size == 0 || (size == 1 && (c < 32 || c == 127)) ||
                                (size == 2 && c == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
        const std::string_view character = text.substr(0, size ? size : 1);
        text.remove_prefix(character.size());
        if (!is_control || kept.find(character) != std::string_view::npos) {
            s += character;
            continue;
        }
        for (const char byte : character) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(byte));
            s += escape;
        }
    }
    return s;
}

std::string in_quotes(std::string_view text) {
    size_t end = std::min<size_t>(text.size(), 60);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // no half characters
    return "'" + printable(text.substr(0, end)) + (text.size() > end ? "…'" : "'");
}

}  // namespace pliant
