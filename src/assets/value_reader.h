// From JSON to values of parameters, by the tables.
#pragma once

#include <span>

#include "assets/json.h"
#include "assets/mistakes.h"
#include "core/parameter.h"

namespace pliant {

// "scene.json:12: bodies.ollie.spacing"
struct JsonPlace {
    std::string file, path;
    // Values that did not come from the file, but from --set, have no line.
    std::string at(const Json& json) const {
        return (json.line ? file + ":" + std::to_string(json.line) : file) + (path.empty() ? "" : ": " + path);
    }
    JsonPlace inside(std::string_view key) const {
        return {file, path.empty() ? std::string(key) : path + "." + std::string(key)};
    }
};

Value read_value(const Parameter& parameter, const Json& json, const JsonPlace& place);

// Reads all members of an object into whichever of the sets has a parameter of that name; `others` are keys that
// are read elsewhere. "note" is always allowed. Unknown keys are errors, with the likeliest name. With `mistakes` each
// wrong member is kept there, and the others are read.
void read_members(const Json& object, const JsonPlace& place, std::span<ParameterSet* const> sets,
                  std::span<const std::string> others, Mistakes* mistakes = nullptr);

[[noreturn]] void unknown_key(const std::string& key, const std::string& where, const std::vector<std::string>& known);
const Json& expect(const Json& json, Json::Type type, const JsonPlace& place);

}  // namespace pliant
