#include "core/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

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
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, v);
    return buffer;
}

std::string in_quotes(std::string_view text) {
    size_t end = std::min<size_t>(text.size(), 60);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // no half characters
    std::string s = "'";
    for (char c : text.substr(0, end)) s += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    return s + (text.size() > end ? "…'" : "'");
}

}  // namespace pliant
