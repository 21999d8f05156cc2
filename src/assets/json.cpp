#include "assets/json.h"

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

// Counts lines while nlohmann's lexer reads; it reads one character ahead, which is never a line too many for a value
// followed by a comma or bracket.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    CountingIterator(const char* at, u32* line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        if (*at_ == '\n') ++*line_;
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
    u32* line_;
};

class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    Builder(const std::string& file, const u32& line, Json& root) : file_(file), line_(line), root_(root) {}

    bool null() override { return put(Json::Type::null) != nullptr; }
    bool boolean(bool v) override { return put(Json::Type::boolean, v ? 1 : 0) != nullptr; }
    bool number_integer(number_integer_t v) override {
        return put(Json::Type::number, static_cast<double>(v)) != nullptr;
    }
    bool number_unsigned(number_unsigned_t v) override {
        return put(Json::Type::number, static_cast<double>(v)) != nullptr;
    }
    bool number_float(number_float_t v, const string_t& digits) override {
        if (!std::isfinite(v))
            throw Error({where(), "the number " + in_quotes(digits) + " is too large", "a finite number", ""});
        return put(Json::Type::number, v) != nullptr;
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
        std::string what =
            e.what();  // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while …"
        const size_t colon = what.find(": ");
        if (colon != std::string::npos) what = what.substr(colon + 2);
        const size_t last_read = what.find("; last read");
        if (last_read != std::string::npos) what = what.substr(0, last_read);
        throw Error({where(), "this is not JSON near " + in_quotes(token) + ": " + what, "", ""});
    }

  private:
    std::string where() const { return file_ + ":" + std::to_string(line_); }
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
        at->line = line_;
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
    const u32& line_;
    Json& root_;
    std::vector<Json*> stack_;  // safe: a parent's vector does not grow while a child is open
};

}  // namespace

Json parse_json(std::string_view text, const std::string& file_name) {
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    u32 line = 1;
    Json root;
    Builder builder(file_name, line, root);
    const CountingIterator begin(text.data(), &line), end(text.data() + text.size(), &line);
    nlohmann::json::sax_parse(begin, end, &builder);
    return root;
}

std::string quoted_json(std::string_view text) {
    return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string number_json(double v) {
    if (v == std::floor(v) && std::fabs(v) < 1e15) return std::to_string(static_cast<i64>(v));
    return nlohmann::json(v).dump();
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
