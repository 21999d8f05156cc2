// Numbers to and from text, without locale, and the few string helpers that readers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

std::optional<double> parse_number(std::string_view text);  // the whole text must be a number; finite or not
std::optional<i64> parse_integer(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trimmed(std::string_view text);
std::string lower_case(std::string_view text);
bool ends_with(std::string_view text, std::string_view ending);  // ignoring case, for file names

std::string with_commas(u64 n);                      // 12,410
std::string short_number(double v, int digits = 3);  // 0.0314, 1.83, 2.5e+06: as few characters as say it
std::string quoted_json(std::string_view text);      // with quotes and escapes; bytes that are not UTF-8 become U+FFFD
std::string in_quotes(std::string_view text);        // 'text', cut and printable, for error sentences
// Fit for a terminal: control characters, which could move its cursor or change its colours, and bytes that are not
// UTF-8 become \x1b and the like; those of `kept` stay.
std::string printable(std::string_view text, std::string_view kept = "");

}  // namespace pliant
