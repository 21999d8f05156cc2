#include "assets/value_reader.h"

#include <algorithm>

#include "assets/maps.h"
#include "assets/other_kinds.h"
#include "core/text.h"

namespace pliant {

void unknown_key(const std::string& key, const std::string& where, const std::vector<std::string>& known) {
    const std::string meant = nearest_name(key, known);
    throw Error({where, "unknown key " + in_quotes(key), "",
                 meant.empty() ? "`pliant params` lists what there is" : "did you mean \"" + meant + "\"?"});
}

const Json& expect(const Json& json, Json::Type type, const JsonPlace& place) {
    if (json.is(type)) return json;
    Json wanted;
    wanted.type = type;
    throw Error({place.at(json), std::string("found ") + json.type_name(), wanted.type_name(), ""});
}

namespace {

Vec3d read_vector(const Json& json, const JsonPlace& place) {
    if (json.items.size() != 3)
        throw Error({place.at(json), "a list of " + std::to_string(json.items.size()), "three numbers [x, y, z]", ""});
    Vec3d v;
    for (int k = 0; k < 3; ++k) v[k] = expect(json.items[k], Json::Type::number, place).number;
    return v;
}

void check_keys_of(const Json& object, const JsonPlace& place, std::vector<std::string> known) {
    known.emplace_back("note");
    for (const auto& [key, value] : object.members)
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknown_key(key, place.inside(key).at(value), known);
}

// Of the parameter's own type: a vector where it is a vector, and not the first of three numbers.
Vec3d read_key_value(const Parameter& parameter, const Json& json, const JsonPlace& place) {
    switch (parameter.type) {
        case ParameterType::vector:
        case ParameterType::text_or_vector: return read_vector(expect(json, Json::Type::array, place), place);
        case ParameterType::number_or_vector:
            if (json.is(Json::Type::array)) return read_vector(json, place);
            return Vec3d{1, 1, 1} * expect(json, Json::Type::number, place).number;
        case ParameterType::boolean: return {expect(json, Json::Type::boolean, place).number, 0, 0};
        default: return {expect(json, Json::Type::number, place).number, 0, 0};
    }
}

Keys read_keys(const Parameter& parameter, const Json& object, const JsonPlace& place) {
    check_keys_of(object, place, {"keys", "ease", "loop"});
    Keys keys;
    for (const Json& item : expect(*object.find("keys"), Json::Type::array, place.inside("keys")).items) {
        const JsonPlace here = place.inside("keys");
        if (!item.is(Json::Type::array) || item.items.size() != 2)
            throw Error({here.at(item), "a key that is no pair", "[time, value]", ""});
        keys.times.push_back(expect(item.items[0], Json::Type::number, here).number);
        keys.values.push_back(read_key_value(parameter, item.items[1], here));
    }
    if (const Json* ease = object.find("ease")) {
        const std::string& word = expect(*ease, Json::Type::text, place.inside("ease")).text;
        if (word == "linear")
            keys.ease = Ease::linear;
        else if (word == "smooth")
            keys.ease = Ease::smooth;
        else if (word == "step")
            keys.ease = Ease::step;
        else
            throw Error(
                {place.inside("ease").at(*ease), "found " + in_quotes(word), "\"linear\", \"smooth\" or \"step\"", ""});
    }
    if (const Json* loop = object.find("loop"))
        keys.loop = expect(*loop, Json::Type::boolean, place.inside("loop")).number != 0;
    return keys;
}

// Frames a second, and what happens after the last one, of a map whose image is a sequence.
void read_sequence(const Json& object, const JsonPlace& place, Map& map) {
    const Json* fps = object.find("fps");
    const bool moves = map.source && is_sequence(*map.source);
    if (moves) map.fps = fps ? expect(*fps, Json::Type::number, place.inside("fps")).number : 24;
    if (moves && !(map.fps > 0))
        throw Error({place.inside("fps").at(*fps), "found " + short_number(map.fps), "frames a second, above 0", ""});
    if (const Json* loop = object.find("loop"))
        map.loop = expect(*loop, Json::Type::boolean, place.inside("loop")).number != 0;
    for (const char* key : {"fps", "loop"})
        if (const Json* given = object.find(key); given && !moves)
            throw Error({place.inside(key).at(*given), "the map is a single image",
                         "numbered ones, with a %d or %04d in their name", ""});
}

Map read_map(const Parameter& parameter, const Json& object, const JsonPlace& place) {
    Map map = Map::of(read_map_source(object, place));
    read_sequence(object, place, map);
    for (const char* end : {"low", "high"}) {
        const Json* json = object.find(end);
        if (!json)
            throw Error({place.at(object), std::string("the map has no \"") + end + "\"",
                         "\"low\" and \"high\": what 0 and 1 of it mean", ""});
        const bool is_low = end[0] == 'l';
        double& number = is_low ? map.low : map.high;
        if (json->is(Json::Type::object) && json->find("keys")) {
            Keys& keys = is_low ? map.low_keys : map.high_keys;
            keys = read_keys(parameter, *json, place.inside(end));
            if (keys.times.empty())
                throw Error({place.inside(end).at(*json), "an empty list of keys", "at least one [time, value]", ""});
            number = keys.values[0].x;
        } else {
            number = expect(*json, Json::Type::number, place.inside(end)).number;
        }
    }
    if (const Json* scale = object.find("scale")) {
        const std::string& word = expect(*scale, Json::Type::text, place.inside("scale")).text;
        if (word != "linear" && word != "log")
            throw Error({place.inside("scale").at(*scale), "found " + in_quotes(word), "\"linear\" or \"log\"", ""});
        map.logarithmic = word == "log";
    }
    return map;
}

Line read_line(const Json& json, const JsonPlace& place) {
    check_keys_of(expect(json, Json::Type::object, place), place, {"points", "strength", "direction", "width"});
    Line line;
    const Json* points = json.find("points");
    if (!points) throw Error({place.at(json), "the line has no \"points\"", "two points or more: [[x, y, z], …]", ""});
    const JsonPlace inside = place.inside("points");
    for (const Json& point : expect(*points, Json::Type::array, inside).items)
        line.points.push_back(read_vector(expect(point, Json::Type::array, inside), inside));
    const auto number = [&](const char* key, double& value) {
        if (const Json* given = json.find(key)) value = expect(*given, Json::Type::number, place.inside(key)).number;
    };
    number("strength", line.strength);
    number("width", line.width);
    if (const Json* given = json.find("direction")) {
        const JsonPlace here = place.inside("direction");
        line.direction = read_vector(expect(*given, Json::Type::array, here), here);
        if (!(length(line.direction) > 0))
            throw Error({here.at(*given), "a direction without length", "a vector [x, y, z] that leads somewhere", ""});
    }
    return line;
}

Value read_lines(const Json& json, const JsonPlace& place) {
    std::vector<Line> lines;
    for (const Json& item : json.items) lines.push_back(read_line(item, place.inside(std::to_string(lines.size()))));
    return lines;
}

Value read_names(const Json& json, const JsonPlace& place) {
    std::vector<std::string> names;
    for (const Json& item : json.items) names.push_back(expect(item, Json::Type::text, place).text);
    return names;
}

Value plain_value(const Parameter& parameter, const Json& json, const JsonPlace& place) {
    switch (json.type) {
        case Json::Type::boolean:
        case Json::Type::number:
            if (json.is(Json::Type::boolean) != (parameter.type == ParameterType::boolean)) break;
            return json.number;
        case Json::Type::text: return json.text;
        case Json::Type::array:
            if (parameter.type == ParameterType::names || parameter.type == ParameterType::name_or_names)
                return read_names(json, place);
            if (parameter.type == ParameterType::lines) return read_lines(json, place);
            return read_vector(json, place);
        case Json::Type::object:
            if (json.find("keys")) return read_keys(parameter, json, place);
            if (is_map(json)) return read_map(parameter, json, place);
            break;
        case Json::Type::null: break;
    }
    throw Error({place.at(json), std::string("found ") + json.type_name(), expectation(parameter), ""});
}

}  // namespace

Value read_value(const Parameter& parameter, const Json& json, const JsonPlace& place) {
    const Value value = plain_value(parameter, json, place);
    try {
        check(parameter, value);
    } catch (const Error& e) {
        throw e.inside(place.at(json));
    }
    return value;
}

// The members of one object: of the parameters whose names begin with `prefix`.
class GroupReader {
  public:
    GroupReader(std::span<ParameterSet* const> sets, std::span<const std::string> others, Mistakes* mistakes)
        : sets_(sets), others_(others), mistakes_(mistakes) {}

    void read(const Json& object, const JsonPlace& place, const std::string& prefix) const {
        for (const auto& [key, value] : object.members) {
            const bool is_other = prefix.empty() && std::find(others_.begin(), others_.end(), key) != others_.end();
            if (key == "note" || is_other) continue;
            const auto read_it = [&, &name = key, &json = value] {
                read_member(name, json, place.inside(name), prefix);
            };
            if (mistakes_)
                mistakes_->collect(read_it);
            else
                read_it();
        }
    }

  private:
    void read_member(const std::string& key, const Json& value, const JsonPlace& place,
                     const std::string& prefix) const {
        const std::string name = prefix + key;
        for (ParameterSet* set : sets_) {
            const Parameter* row = set->table().find(name);
            // "tear": false is the switch of a group, "tear": { "bend": 30 } the group.
            const bool plain = !value.is(Json::Type::object) || value.find("keys");
            if (row && (row->name == name || plain)) return set->set(row->id, read_value(*row, value, place));
        }
        const std::vector<std::string> known = known_keys(prefix);
        if (std::find(known.begin(), known.end(), key) == known.end()) refuse(key, name, place.at(value), known);
        read(expect(value, Json::Type::object, place), place, name + ".");
    }

    std::vector<std::string> known_keys(const std::string& prefix) const {
        std::vector<std::string> known;
        if (prefix.empty()) known.assign(others_.begin(), others_.end());
        known.emplace_back("note");
        for (const ParameterSet* set : sets_)
            for (const std::string& name : set->table().names())
                if (name.compare(0, prefix.size(), prefix) == 0)
                    known.push_back(name.substr(prefix.size(), name.find('.', prefix.size()) - prefix.size()));
        return known;
    }

    // A slip of the fingers first; then a parameter of another kind of body.
    [[noreturn]] void refuse(const std::string& key, const std::string& name, const std::string& where,
                             const std::vector<std::string>& known) const {
        for (const ParameterSet* set : sets_) {
            if (!is_table_of_a_kind(set->table())) continue;
            const std::string owner = owner_of_parameter(name, set->table());
            if (!owner.empty()) throw Error({where, "unknown key " + in_quotes(key), "", owner});
        }
        unknown_key(key, where, known);
    }

    std::span<ParameterSet* const> sets_;
    std::span<const std::string> others_;
    Mistakes* mistakes_;
};

void read_members(const Json& object, const JsonPlace& place, std::span<ParameterSet* const> sets,
                  std::span<const std::string> others, Mistakes* mistakes) {
    GroupReader(sets, others, mistakes).read(expect(object, Json::Type::object, place), place, "");
}

}  // namespace pliant
