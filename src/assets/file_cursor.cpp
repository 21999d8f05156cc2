#include "assets/file_cursor.h"

#include <cmath>

#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool ends_line(char c) { return c == '\n' || c == '\r'; }

}  // namespace

void FileCursor::skip_blanks() {
    for (; at_ < bytes_.size(); ++at_) {
        if (comment_ && bytes_[at_] == comment_)
            while (at_ + 1 < bytes_.size() && !ends_line(bytes_[at_ + 1])) ++at_;
        else if (!is_blank(bytes_[at_]))
            return;
    }
}

std::string_view FileCursor::word() {
    skip_blanks();
    token_ = at_;
    while (at_ < bytes_.size() && !is_blank(bytes_[at_])) ++at_;
    return bytes_.substr(token_, at_ - token_);
}

std::string_view FileCursor::peek() {
    const size_t at = at_;
    const std::string_view next = word();
    at_ = at;
    return next;
}

bool FileCursor::at_line_end() {
    size_t at = at_;
    while (at < bytes_.size() && is_blank(bytes_[at]) && !ends_line(bytes_[at])) ++at;
    return at == bytes_.size() || ends_line(bytes_[at]) || (comment_ && bytes_[at] == comment_);
}

std::string_view FileCursor::rest() {
    size_t end = at_;
    while (end < bytes_.size() && !ends_line(bytes_[end])) ++end;
    const std::string_view line = bytes_.substr(at_, end - at_);
    at_ = end;
    if (at_ < bytes_.size() && bytes_[at_] == '\r') ++at_;
    if (at_ < bytes_.size() && bytes_[at_] == '\n') ++at_;
    return trimmed(line);
}

bool FileCursor::skip_to(std::string_view text) {
    const size_t found = bytes_.find(text, at_);
    if (found == std::string_view::npos) return false;
    at_ = token_ = found;
    return true;
}

double FileCursor::number(const char* what) {
    const std::string_view text = word();
    if (text.empty()) fail("the file ends", what, "is it cut short?");
    const std::optional<double> value = parse_coordinate(text);
    if (!value) fail(in_quotes(text) + " is not a number", what);
    return finite(*value, what);
}

double FileCursor::finite(double value, const char* what) const {
    if (!std::isfinite(value)) fail("a number is not finite", what);
    return value;
}

i64 FileCursor::integer(const char* what) {
    const std::string_view text = word();
    if (text.empty()) fail("the file ends", what, "is it cut short?");
    const std::optional<i64> value = parse_integer(text);
    if (!value) fail(in_quotes(text) + " is not a whole number", what);
    return *value;
}

u64 FileCursor::count(const char* what, u64 least) { return checked_count(integer(what), what, least); }

u64 FileCursor::checked_count(i64 value, const char* what, u64 least) const {
    if (value < 0 || static_cast<u64>(value) > (left() + 1) / least)
        fail("there should be " + std::to_string(value) + ", for which the file has no room", what, "is it cut short?");
    return static_cast<u64>(value);
}

void FileCursor::take_bytes(char* to, size_t count, const char* what) {
    token_ = at_;
    if (left() < count) fail("the file ends", what, "is it cut short?");
    std::memcpy(to, bytes_.data() + at_, count);
    at_ += count;
}

void FileCursor::fail(const std::string& wrong, const std::string& expected, const std::string& advice) const {
    const std::string_view before = bytes_.substr(0, token_);
    const std::string place = binary_ ? ": byte " + with_commas(token_)
                                      : ":" + std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
    throw Error({name_ + place, wrong, expected, advice});
}

}  // namespace pliant
