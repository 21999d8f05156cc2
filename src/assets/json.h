// JSON as scenes need it: the order of the file, the line of every value, and no key twice. Parsed by nlohmann's
// library, which is kept in one source file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"

namespace pliant {

struct Json {
    enum class Type : u8 { null, boolean, number, text, array, object };
    Type type = Type::null;
    u32 line = 0;
    double number = 0;  // booleans: 0 or 1
    std::string text;
    std::vector<Json> items;                            // of an array
    std::vector<std::pair<std::string, Json>> members;  // of an object

    // Defined where Json is complete: a pair asks whether its parts can be copied, and Json cannot tell before.
    Json();
    Json(const Json&);
    Json(Json&&) noexcept;
    Json& operator=(const Json&);
    Json& operator=(Json&&) noexcept;
    ~Json();

    bool is(Type t) const { return type == t; }
    const Json* find(std::string_view key) const;
    Json* find(std::string_view key);
    const char* type_name() const;
};

// Throws Error with file and line.
Json parse_json(std::string_view text, const std::string& file_name);

std::string json_text(const Json& json);  // on one line; reads back as the same, but for lines
std::string number_json(double v);        // the shortest text that reads back as the same number

// Replaces or adds a value by its path, "bodies.ollie.spacing", and makes missing objects of the path. The value is
// JSON, or else text. Throws Error when the path leads through something that has no members.
void set_by_path(Json& root, const std::string& path, const std::string& value);

}  // namespace pliant
