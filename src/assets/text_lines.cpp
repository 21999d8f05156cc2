#include "assets/text_lines.h"

#include <limits>

#include "core/text.h"

namespace pliant {

TextLines::TextLines(std::string_view text) : left_(text) {
    if (left_.substr(0, 3) == "\xef\xbb\xbf") left_.remove_prefix(3);  // the mark with which some editors begin UTF-8
}

std::string_view TextLines::take_line() {
    size_t end = 0;
    while (end < left_.size() && left_[end] != '\n' && left_[end] != '\r') ++end;
    const std::string_view line = left_.substr(0, end);
    if (end < left_.size()) ++end;
    if (end < left_.size() && left_[end - 1] == '\r' && left_[end] == '\n') ++end;
    left_.remove_prefix(end);
    ++lines_taken_;
    return line;
}

bool TextLines::next() {
    if (left_.empty()) return false;
    line_ = take_line();
    first_line_ = lines_taken_;
    if (line_.empty() || line_.back() != '\\') return true;
    joined_.clear();
    while (!line_.empty() && line_.back() == '\\') {
        joined_ += line_.substr(0, line_.size() - 1);
        joined_ += ' ';
        line_ = left_.empty() ? std::string_view() : take_line();
    }
    joined_ += line_;
    line_ = joined_;
    return true;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

std::string_view LineWords::next() {
    size_t begin = 0;
    while (begin < left_.size() && is_space(left_[begin])) ++begin;
    if (begin == left_.size() || left_[begin] == '#') {
        left_ = {};
        return {};
    }
    size_t end = begin + 1;
    while (end < left_.size() && !is_space(left_[end])) ++end;
    const std::string_view word = left_.substr(begin, end - begin);
    left_.remove_prefix(end);
    return word;
}

std::string_view LineWords::rest() const { return trimmed(left_); }

std::optional<double> parse_coordinate(std::string_view word) {
    const std::optional<double> value = parse_number(word);
    if (value) return value;
    const std::string_view digits = word.substr(!word.empty() && (word[0] == '-' || word[0] == '+'));
    if (digits.substr(0, 3) == "1.#") return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

}  // namespace pliant
