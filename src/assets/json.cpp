#include "assets/json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"

namespace pliant {

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

const Json* Json::find(std::string_view key) const {
    for (const auto& [k, v] : members)
        if (k == key) return &v;
    return nullptr;
}
Json* Json::find(std::string_view key) { return const_cast<Json*>(std::as_const(*this).find(key)); }

const char* Json::type_name() const {
    static constexpr const char* names[] = {"null", "true or false", "a number", "text", "a list", "an object"};
    return names[static_cast<size_t>(type)];
}

namespace {

// Counts lines while nlohmann's lexer reads. To find the end of a number it reads one character ahead, and that may be
// the end of the line: Builder::line_behind takes this back.
struct Lines {
    u32 line = 1;
    bool just_ended = false;  // the character read last ended a line
};

class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    CountingIterator(const char* at, Lines* lines) : at_(at), lines_(lines) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        lines_->just_ended = *at_ == '\n';
        if (lines_->just_ended) ++lines_->line;
        ++at_;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& o) const { return at_ == o.at_; }
    bool operator!=(const CountingIterator& o) const { return at_ != o.at_; }

  private:
    const char* at_;
    Lines* lines_;
};

// What stands where the lexer stopped, without the lines before it.
std::string_view end_of(std::string_view token) {
    constexpr std::string_view line_end = "<U+000A>";  // as nlohmann shows it
    const size_t at = token.rfind(line_end);
    if (at == std::string_view::npos || trimmed(token.substr(at + line_end.size())).empty()) return trimmed(token);
    return trimmed(token.substr(at + line_end.size()));
}

bool begins_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// The found and the expected text, out of nlohmann's sentence:
//   [json.exception.parse_error.101] parse error at line 3, column 5: syntax error while parsing object key -
//   unexpected
//   '}'; last read: '…'; expected string literal
struct Complaint {
    std::string found, expected, advice;
};

Complaint complaint_of(std::string_view what, std::string_view token) {
    Complaint c;
    if (const size_t bracket = what.find("] "); bracket != std::string_view::npos) what.remove_prefix(bracket + 2);
    const bool in_key = what.find("while parsing object key") != std::string_view::npos;
    if (const size_t dash = what.find(" - "); dash != std::string_view::npos) what.remove_prefix(dash + 3);
    // The last token may contain any words, so the last "; expected" is searched behind it.
    const size_t last_read = what.find("; last read: ");
    const size_t expected = what.rfind("; expected ");
    const bool has_expected =
        expected != std::string_view::npos && (last_read == std::string_view::npos || expected > last_read);
    if (has_expected) c.expected = what.substr(expected + 11);
    c.found = what.substr(0, std::min(last_read, has_expected ? expected : what.size()));
    if (c.found.find("; expected") != std::string::npos)
        c.expected.clear();  // "invalid number; expected digit after …"
    if (c.found.find("control character U+000A") != std::string::npos)
        return {"a text that does not end on its line", "a closing quote", "a line end within a text is written \\n"};
    const bool bracket_too_early = c.found == "unexpected '}'" || c.found == "unexpected ']'";
    if (c.expected == "string literal") c.expected = "a key in \"double quotes\"";
    if (c.expected == "'[', '{', or a literal") c.expected = "a value";
    if (bracket_too_early && (in_key || c.expected == "a value")) c.advice = "is there a comma too many before it?";
    if (c.expected == "'}'" || c.expected == "']'") {
        c.expected = "',' or " + c.expected;
        c.advice = "is a comma missing before it?";
    }
    if (token.find('/') == token.size() - 1 && c.found == "invalid literal")
        c.advice = "JSON has no comments; \"note\": \"…\" is allowed everywhere";
    if (begins_with(token, "'")) c.advice = "texts and keys stand in \"double quotes\"";
    return c;
}

class JsonBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    JsonBuilder(const std::string& file, const Lines& lines, Json& root) : file_(file), lines_(lines), root_(root) {}

    bool null() override { return put(Json::Type::null) != nullptr; }
    bool boolean(bool v) override { return put(Json::Type::boolean, v ? 1 : 0) != nullptr; }
    bool number_integer(number_integer_t v) override { return put_number(static_cast<double>(v)); }
    bool number_unsigned(number_unsigned_t v) override { return put_number(static_cast<double>(v)); }
    bool number_float(number_float_t v, const string_t& digits) override {
        if (!std::isfinite(v))
            throw Error({where(), "the number " + in_quotes(digits) + " is too large", "a finite number", ""});
        return put_number(v);
    }
    bool string(string_t& v) override {
        put(Json::Type::text)->text = v;
        return true;
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::Type::object); }
    bool start_array(std::size_t) override { return open(Json::Type::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& v) override {
        Json& object = *stack_.back();
        if (const Json* before = object.find(v))
            throw Error({where(), "the key " + in_quotes(v) + " is given twice", "each key once",
                         "it is first given in line " + std::to_string(before->line)});
        object.members.emplace_back(v, Json{});
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& e) override {
        const Complaint c = complaint_of(e.what(), token);
        if (c.found == "unexpected end of input") {
            if (stack_.empty()) throw Error({file_, "the file is empty", "JSON", ""});
            const Json& open = *stack_.back();
            throw Error({where(),
                         std::string("the file ends inside ") + open.type_name() + " that begins in line " +
                             std::to_string(open.line),
                         open.is(Json::Type::object) ? "'}'" : "']'", "is the file cut off?"});
        }
        throw Error(
            {where(), "this is not JSON near " + in_quotes(end_of(token)) + ": " + c.found, c.expected, c.advice});
    }

  private:
    // Of the last token, without the line end that may follow it.
    u32 line_behind() const { return lines_.line - (lines_.just_ended ? 1 : 0); }
    std::string where() const { return file_ + ":" + std::to_string(line_behind()); }
    bool put_number(double v) {
        Json* at = put(Json::Type::number, v);
        at->line = line_behind();
        return true;
    }
    Json* put(Json::Type type, double number = 0) {
        Json* at = &root_;
        if (!stack_.empty()) {
            Json& parent = *stack_.back();
            if (parent.is(Json::Type::array)) {
                parent.items.emplace_back();
                at = &parent.items.back();
            } else {
                at = &parent.members.back().second;
            }
        }
        at->type = type;
        at->number = number;
        at->line = lines_.line;
        return at;
    }
    bool open(Json::Type type) {
        if (stack_.size() >= 200) throw Error({where(), "values are nested 200 deep", "", ""});
        stack_.push_back(put(type));
        return true;
    }
    bool close() {
        stack_.pop_back();
        return true;
    }
    const std::string& file_;
    const Lines& lines_;
    Json& root_;
    std::vector<Json*> stack_;  // safe: a parent's vector does not grow while a child is open
};

}  // namespace

Json parse_json(std::string_view text, const std::string& file_name) {
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    Lines lines;
    Json root;
    JsonBuilder builder(file_name, lines, root);
    const CountingIterator begin(text.data(), &lines), end(text.data() + text.size(), &lines);
    nlohmann::json::sax_parse(begin, end, &builder);
    return root;
}

std::string number_json(double v) {
    if (v == std::floor(v) && std::fabs(v) < 1e15) return std::to_string(static_cast<i64>(v));
    return nlohmann::json(v).dump();
}

std::string json_text(const Json& json) {
    std::string inside;
    switch (json.type) {
        case Json::Type::null: return "null";
        case Json::Type::boolean: return json.number != 0 ? "true" : "false";
        case Json::Type::number: return number_json(json.number);
        case Json::Type::text: return quoted_json(json.text);
        case Json::Type::array:
            for (const Json& item : json.items) inside += (inside.empty() ? "" : ", ") + json_text(item);
            return "[" + inside + "]";
        case Json::Type::object:
            for (const auto& [key, value] : json.members)
                inside += (inside.empty() ? "" : ", ") + quoted_json(key) + ": " + json_text(value);
            return inside.empty() ? "{}" : "{ " + inside + " }";
    }
    return "";
}

void set_by_path(Json& root, const std::string& path, const std::string& value) {
    Json parsed;
    try {
        parsed = parse_json(value, path);
    } catch (const Error&) {
        parsed.type = Json::Type::text;
        parsed.text = value;
    }
    Json* at = &root;
    for (std::string_view key : split(path, '.')) {
        if (key.empty())
            throw Error({path, "an empty name in the path", "names with dots between: bodies.ollie.spacing", ""});
        if (at->is(Json::Type::null)) at->type = Json::Type::object;
        if (at->is(Json::Type::boolean)) {  // the switch of a group stands for the group
            if (key == "enabled") continue;
            Json group;
            group.type = Json::Type::object;
            group.line = at->line;
            group.members.emplace_back("enabled", std::move(*at));
            *at = std::move(group);
        }
        if (!at->is(Json::Type::object))
            throw Error({path, "what stands before " + in_quotes(key) + " is " + at->type_name(), "an object", ""});
        Json* next = at->find(key);
        if (!next) {
            at->members.emplace_back(std::string(key), Json{});
            next = &at->members.back().second;
        }
        at = next;
    }
    const u32 line = at->line;
    *at = std::move(parsed);
    at->line = line;
}

}  // namespace pliant
