#include "assets/maps.h"

#include <algorithm>

#include "assets/mesh_sequence.h"
#include "core/text.h"

namespace pliant {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

Vec3d vector_of(const Json& json, const JsonPlace& place) {
    expect(json, Json::Type::array, place);
    if (json.items.size() != 3) throw Error({place.at(json), "not three numbers", "a vector [x, y, z]", ""});
    double v[3];
    for (size_t k = 0; k < 3; ++k) v[k] = expect(json.items[k], Json::Type::number, place).number;
    return {v[0], v[1], v[2]};
}

std::string text_of(const Vec3d& v) {
    return "[" + number_json(v.x) + "," + number_json(v.y) + "," + number_json(v.z) + "]";
}

std::string map_source(const Json& object, const JsonPlace& place, bool outermost);

std::string bones_text(const Json& value, const JsonPlace& place) {
    if (value.is(Json::Type::text)) return "[" + quoted(value.text) + "]";
    std::string list;
    for (const Json& item : expect(value, Json::Type::array, place).items)
        list += (list.empty() ? "" : ",") + quoted(expect(item, Json::Type::text, place).text);
    if (list.empty()) throw Error({place.at(value), "an empty list", "the name of a bone, or several", ""});
    return "[" + list + "]";
}

std::string value_text(const std::string& kind, const Json& value, const JsonPlace& place) {
    if (kind == "attribute" || kind == "map") return quoted(expect(value, Json::Type::text, place).text);
    if (kind == "bone") return bones_text(value, place);
    if (kind == "distance") return text_of(vector_of(value, place));
    if (kind == "noise") {
        const double size = expect(value, Json::Type::number, place).number;
        if (!(size >= 1e-6 && size <= 1e6))
            throw Error({place.at(value), "found " + short_number(size), "a size from 1e-6 to 1e6 [m], above 0", ""});
        return number_json(size);
    }
    if (kind == "height") {
        if (value.is(Json::Type::array)) {
            const Vec3d axis = vector_of(value, place);
            if (!(length(axis) > 0)) throw Error({place.at(value), "an axis without length", "\"y\", or a vector", ""});
            return text_of(axis / length(axis));
        }
        const std::string& axis = expect(value, Json::Type::text, place).text;
        if (axis == "x") return "[1,0,0]";
        if (axis == "y") return "[0,1,0]";
        if (axis == "z") return "[0,0,1]";
        throw Error({place.at(value), "found " + in_quotes(axis), "\"x\", \"y\", \"z\" or a vector [x, y, z]", ""});
    }
    std::string list;
    for (const Json& item : expect(value, Json::Type::array, place).items)
        list += (list.empty() ? "" : ",") + map_source(expect(item, Json::Type::object, place), place, false);
    if (list.empty()) throw Error({place.at(value), "an empty list", "maps: [{ … }, { … }]", ""});
    return "[" + list + "]";
}

// Left out, the set that the mesh is drawn with, or a generated one where there is none.
std::string uv_text(const Json& value, const JsonPlace& place) {
    if (value.is(Json::Type::text) && value.text == "generated") return R"(,"uv":"generated")";
    if (value.is(Json::Type::number) && (value.number == 0 || value.number == 1))
        return value.number == 0 ? R"(,"uv":0)" : R"(,"uv":1)";
    throw Error({place.at(value), "this is no set of texture coordinates", "0, 1 or \"generated\"", ""});
}

// Members in a fixed order, so that the same source has the same text.
std::string map_source(const Json& object, const JsonPlace& place, bool outermost) {
    const std::string* kind = map_kind(object);
    if (!kind)
        throw Error({place.at(object), "it does not say where the map comes from",
                     "\"attribute\", \"map\", \"bone\", \"height\", \"distance\", \"noise\", \"multiply\", \"min\" or "
                     "\"max\"",
                     ""});
    std::vector<std::string> known = {*kind, "note"};
    std::string more;
    const auto number = [&](const char* key) {
        known.push_back(key);
        if (const Json* given = object.find(key))
            more += ",\"" + std::string(key) +
                    "\":" + number_json(expect(*given, Json::Type::number, place.inside(key)).number);
    };
    if (*kind == "height" || *kind == "distance") number("from"), number("to");
    if (*kind == "noise") {
        number("seed");
        if (const Json* seed = object.find("seed"); seed && !(seed->number >= 0 && seed->number <= 1e9))
            throw Error(
                {place.inside("seed").at(*seed), "found " + short_number(seed->number), "a number from 0 to 1e9", ""});
    }
    if (*kind == "map") {
        known.push_back("channel");
        if (const Json* given = object.find("channel")) {
            const std::string& channel = expect(*given, Json::Type::text, place.inside("channel")).text;
            if (channel != "r" && channel != "g" && channel != "b" && channel != "a")
                throw Error({place.inside("channel").at(*given), "found " + in_quotes(channel),
                             "\"r\", \"g\", \"b\" or \"a\"", ""});
            more += ",\"channel\":" + quoted(channel);
        }
        known.push_back("uv");
        if (const Json* given = object.find("uv")) more += uv_text(*given, place.inside("uv"));
    }
    if (outermost)
        for (const char* key : {"low", "high", "scale", "fps", "loop"}) known.push_back(key);
    if (*kind == "map" && !outermost && is_pattern(object.find("map")->text))
        throw Error({place.inside("map").at(*object.find("map")), "numbered images inside another map",
                     "the name of one image", "a map that moves is one by itself"});
    for (const auto& [key, value] : object.members)
        if (std::find(known.begin(), known.end(), key) == known.end()) unknown_key(key, place.at(value), known);
    return "{\"" + *kind + "\":" + value_text(*kind, *object.find(*kind), place.inside(*kind)) + more + "}";
}

}  // namespace

const std::string* map_kind(const Json& object) {
    static const std::vector<std::string> kinds = {"attribute", "map",      "bone", "height", "distance",
                                                   "noise",     "multiply", "min",  "max"};
    for (const std::string& kind : kinds)
        if (object.find(kind)) return &kind;
    return nullptr;
}

bool is_map(const Json& json) { return json.is(Json::Type::object) && map_kind(json); }

std::string map_source(const Json& json, const JsonPlace& place) {
    const std::string source = map_source(json, place, true);
    const Json* attribute = json.find("attribute");
    if (attribute && attribute->text.starts_with("{"))  // it would be taken for the text of a source
        throw Error(
            {place.inside("attribute").at(*attribute), "a name that begins with {", "the name of an attribute", ""});
    return attribute ? attribute->text : source;
}

Json checked_source(const std::string& text, const std::string& where) {
    const JsonPlace place{where, ""};
    const Json given = parse_json(text, where);
    return parse_json(map_source(expect(given, Json::Type::object, place), place, true), where);
}

bool is_sequence(const Map& map) {
    if (!map.attribute.starts_with("{")) return false;
    const Json source = parse_json(map.attribute, "");
    const Json* image = source.find("map");
    return image && image->is(Json::Type::text) && is_pattern(image->text);
}

// What a frame of a sequence is called, among attributes: in their order.
static std::string frame_prefix(const Map& map) { return map.attribute + "#"; }

void find_frames(ParameterSet& set, std::span<const Attribute> attributes) {
    for (const Parameter& row : set.table().rows) {
        if (!set.map(row.id) || !(set.map(row.id)->fps > 0)) continue;
        Map map = *set.map(row.id);
        map.frames.clear();
        for (const Attribute& a : attributes)
            if (a.name.starts_with(frame_prefix(map))) map.frames.push_back(a.name);
        set.set(row.id, std::move(map));
    }
}

static void add_frames(Mesh& mesh, const Map& map, MapMaker& maker, const MapSources& sources) {
    Json source = checked_source(map.attribute, "");
    Json* image = nullptr;
    for (auto& [key, value] : source.members)
        if (key == "map") image = &value;
    const std::string pattern = image->text;
    const std::vector<i32> numbers = sources.frames ? sources.frames(pattern) : std::vector<i32>{};
    if (numbers.empty()) throw Error({pattern, "there is no image of that name with a number", "", ""});
    for (size_t i = 0; i < numbers.size(); ++i) {
        const i32 wanted = numbers[0] + static_cast<i32>(i);
        image->text = numbered_path(pattern, wanted);
        if (numbers[i] != wanted)
            throw Error({pattern, "frame " + std::to_string(wanted) + " is missing: there is no " + image->text,
                         "all from " + std::to_string(numbers.front()) + " to " + std::to_string(numbers.back()), ""});
        mesh.attributes.push_back({frame_prefix(map) + std::to_string(wanted), maker.make(source)});
    }
}

void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const MapSources& sources,
              std::vector<std::string>& warnings) {
    MapMaker maker(mesh, sources, warnings);
    for (const ParameterSet* set : sets)
        for (const Parameter& row : set->table().rows) {
            const Map* map = set->map(row.id);
            if (!map || map->attribute.empty() || map->attribute[0] != '{' || mesh.attribute(map->attribute)) continue;
            try {
                if (map->fps > 0) {
                    const auto is_ours = [&](const Attribute& a) { return a.name.starts_with(frame_prefix(*map)); };
                    if (std::none_of(mesh.attributes.begin(), mesh.attributes.end(), is_ours))
                        add_frames(mesh, *map, maker, sources);
                    continue;
                }
                std::vector<float> values = maker.make(checked_source(map->attribute, row.name));
                mesh.attributes.push_back({map->attribute, std::move(values)});
            } catch (const Error& e) {
                throw e.inside(row.name);
            }
        }
}

static void add_images(const Json& source, std::vector<std::string>& files) {
    const std::string* kind = map_kind(source);
    if (!kind) return;
    const Json& value = *source.find(*kind);
    if (*kind == "map") files.push_back(value.text);
    if (value.is(Json::Type::array))
        for (const Json& item : value.items)
            if (item.is(Json::Type::object)) add_images(item, files);
}

std::vector<std::string> images_of_maps(const ParameterSet& set) {
    std::vector<std::string> files;
    for (const Parameter& row : set.table().rows)
        if (const Map* map = set.map(row.id); map && map->attribute.starts_with("{"))
            add_images(checked_source(map->attribute, row.name), files);
    return files;
}

}  // namespace pliant
