#include "assets/line_tuples.h"

#include <cstdlib>

#include "assets/file_mesh.h"
#include "core/text.h"

namespace pliant {

namespace {

constexpr i64 farthest_site = 1'000'000;

bool is_space_in_line(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

void skip_blanks(std::string_view& text) {
    while (!text.empty() && is_space_in_line(text.front())) text.remove_prefix(1);
}

// All up to the next blank or comma; may be empty.
std::string_view take_word(std::string_view& text) {
    size_t end = 0;
    while (end < text.size() && !is_space_in_line(text[end]) && text[end] != ',') ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

}  // namespace

void LineTuples::fail(const std::string& wrong, const std::string& expected) const {
    trouble_(wrong, expected);
    std::abort();  // it has thrown
}

bool LineTuples::at_end() {
    skip_blanks(left_);
    return left_.empty();
}

LineTuples::Tuple LineTuples::next(const std::string& what) {
    if (at_end()) fail("the line ends here", what);
    Tuple tuple;
    const char* const begin = left_.data();
    const char* end = begin;
    for (bool more = true; more;) {
        const std::string_view word = take_word(left_);
        end = word.data() + word.size();
        if (tuple.count < tuple.word.size()) tuple.word[tuple.count] = word;
        ++tuple.count;
        std::string_view after = left_;
        skip_blanks(after);
        more = !after.empty() && after.front() == ',';
        if (!more) break;
        end = after.data() + 1;
        after.remove_prefix(1);
        skip_blanks(after);
        left_ = after;
    }
    tuple.whole = {begin, static_cast<size_t>(end - begin)};
    return tuple;
}

LineTuples::Tuple LineTuples::next_of(size_t count, const std::string& what) {
    const Tuple tuple = next(what);
    if (tuple.count != count) fail(in_quotes(tuple.whole) + " has " + counted(tuple.count, "numbers"), what);
    return tuple;
}

double LineTuples::number_in(std::string_view word, const std::string& what) const {
    if (word.empty()) fail("there is no number beside a comma", what);
    const std::optional<double> value = parse_number(word);
    if (!value) fail(in_quotes(word) + " is not a number", what);
    if (!std::isfinite(*value)) fail(in_quotes(word) + " is not finite", what);
    return *value;
}

float LineTuples::float_in(std::string_view word, const std::string& what) const {
    const float value = static_cast<float>(number_in(word, what));
    if (!std::isfinite(value)) fail(in_quotes(word) + " is too large", what);
    return value;
}

double LineTuples::number(const std::string& what) { return number_in(next_of(1, what).word[0], what); }

i64 LineTuples::integer(const std::string& what) {
    const std::string_view word = next_of(1, what).word[0];
    const std::optional<i64> value = parse_integer(word);
    if (!value) fail(in_quotes(word) + " is not a whole number", what);
    return *value;
}

Vec3 LineTuples::vector(const std::string& what) {
    const Tuple tuple = next_of(3, what);
    return {float_in(tuple.word[0], what), float_in(tuple.word[1], what), float_in(tuple.word[2], what)};
}

Vec3 LineTuples::factors(const std::string& what) {
    const Tuple tuple = next(what);
    if (tuple.count != 1 && tuple.count != 3)
        fail(in_quotes(tuple.whole) + " has " + counted(tuple.count, "numbers"), what);
    Vec3 v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = float_in(tuple.word[tuple.count == 1 ? 0 : axis], what);
    return v;
}

Vec3i LineTuples::site(const std::string& what) {
    const Tuple tuple = next_of(3, what);
    Vec3i site;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string_view word = tuple.word[axis];
        if (word.empty()) fail("there is no number beside a comma", what);
        const std::optional<i64> value = parse_integer(word);
        if (!value) fail(in_quotes(word) + " is not a whole number", what);
        if (*value > farthest_site || *value < -farthest_site)
            fail(in_quotes(tuple.whole) + " is too far out", "numbers within a million");
        site[axis] = static_cast<i32>(*value);
    }
    return site;
}

void LineTuples::end(const std::string& what) {
    if (!at_end()) fail(in_quotes(left_) + " is too much", what);
}

}  // namespace pliant
