#include "assets/ply_header.h"

#include <algorithm>
#include <optional>

#include "assets/text_lines.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {
namespace {

struct TypeName {
    const char* name;
    PlyType type;
};
constexpr TypeName type_names[] = {
    {"char", PlyType::int8},       {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},     {"short", PlyType::int16},     {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},   {"uint16", PlyType::uint16},   {"int", PlyType::int32},
    {"int32", PlyType::int32},     {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
    {"float", PlyType::float32},   {"float32", PlyType::float32}, {"double", PlyType::float64},
    {"float64", PlyType::float64},
};

class HeaderReader {
  public:
    HeaderReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    PlyHeader read() {
        if (trimmed(take_line()) != "ply") fail("the first line is not 'ply'", "a PLY file");
        bool has_format = false;
        for (;;) {
            if (at_ >= bytes_.size()) fail("the header does not end", "a line 'end_header'", "is the file cut short?");
            const std::string_view line = take_line();
            LineWords words(line);
            const std::string_view key = words.next();
            if (key == "end_header") break;
            if (key == "format") {
                read_format(words);
                has_format = true;
            } else if (key == "element")
                read_element(words);
            else if (key == "property")
                read_property(words);
            else if (key != "comment" && key != "obj_info" && !key.empty())
                fail(in_quotes(trimmed(line)) + " is no line of a header",
                     "format, element, property, comment or end_header");
        }
        if (!has_format) fail("the header has no 'format'", "format ascii 1.0 or format binary_little_endian 1.0");
        header_.data_offset = at_;
        return std::move(header_);
    }

  private:
    [[noreturn]] void fail(const std::string& wrong, const std::string& expected,
                           const std::string& advice = "") const {
        throw Error({name_ + ":" + std::to_string(header_.lines), wrong, expected, advice});
    }

    std::string_view take_line() {
        const std::string_view left = bytes_.substr(at_);
        size_t end = left.find_first_of("\r\n");
        const std::string_view line = left.substr(0, end);
        if (end == std::string_view::npos) end = left.size();
        at_ += end;
        if (at_ < bytes_.size() && bytes_[at_++] == '\r' && at_ < bytes_.size() && bytes_[at_] == '\n') ++at_;
        ++header_.lines;
        return line;
    }

    void read_format(LineWords& words) {
        const std::string_view format = words.next();
        if (format == "ascii")
            header_.format = PlyFormat::ascii;
        else if (format == "binary_little_endian")
            header_.format = PlyFormat::little_endian;
        else if (format == "binary_big_endian")
            header_.format = PlyFormat::big_endian;
        else
            fail("the format is " + in_quotes(format), "ascii, binary_little_endian or binary_big_endian");
    }

    void read_element(LineWords& words) {
        const std::string_view element = words.next(), count = words.next();
        const std::optional<i64> number = parse_integer(count);
        if (element.empty() || !number || *number < 0)
            fail("element " + in_quotes(element) + " has the count " + in_quotes(count),
                 "a whole number that is not negative");
        header_.elements.push_back({std::string(element), static_cast<u64>(*number), {}});
    }

    PlyType type(std::string_view word) const {
        std::string known;
        for (const TypeName& t : type_names) {
            if (word == t.name) return t.type;
            known += (known.empty() ? "" : ", ") + std::string(t.name);
        }
        fail("the property has the type " + in_quotes(word), "one of " + known);
    }

    void read_property(LineWords& words) {
        if (header_.elements.empty()) fail("a property stands before any element", "an element line first");
        PlyProperty property;
        std::string_view word = words.next();
        property.is_list = word == "list";
        if (property.is_list) {
            property.count_type = type(words.next());
            word = words.next();
        }
        property.type = type(word);
        property.name = words.next();
        if (property.name.empty()) fail("a property has no name", "property TYPE NAME");
        header_.elements.back().properties.push_back(std::move(property));
    }

    std::string_view bytes_;
    const std::string& name_;
    PlyHeader header_;
    size_t at_ = 0;
};

}  // namespace

size_t size_of(PlyType type) {
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8: return 1;
        case PlyType::int16:
        case PlyType::uint16: return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32: return 4;
        case PlyType::float64: return 8;
    }
    return 0;
}

u64 PlyElement::min_size(PlyFormat format) const {
    u64 size = 0;
    for (const PlyProperty& p : properties)  // in text, one digit and what separates it from the next
        size += format == PlyFormat::ascii ? 2 : size_of(p.is_list ? p.count_type : p.type);
    return size;
}

PlyHeader read_ply_header(std::string_view bytes, const std::string& name) { return HeaderReader(bytes, name).read(); }

}  // namespace pliant
