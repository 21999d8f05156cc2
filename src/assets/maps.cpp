#include "assets/maps.h"

#include <algorithm>

#include "assets/mesh_sequence.h"
#include "core/text.h"

namespace pliant {

namespace {

using From = MapSource::From;

constexpr std::pair<const char*, From> kinds[] = {
    {"attribute", From::attribute}, {"map", From::image},         {"bone", From::bones},
    {"height", From::height},       {"distance", From::distance}, {"noise", From::noise},
    {"multiply", From::multiply},   {"min", From::min},           {"max", From::max},
};

const std::pair<const char*, From>* kind_of(const Json& object) {
    for (const auto& kind : kinds)
        if (object.find(kind.first)) return &kind;
    return nullptr;
}

Vec3d vector_of(const Json& json, const JsonPlace& place) {
    expect(json, Json::Type::array, place);
    if (json.items.size() != 3) throw Error({place.at(json), "not three numbers", "a vector [x, y, z]", ""});
    double v[3];
    for (size_t k = 0; k < 3; ++k) v[k] = expect(json.items[k], Json::Type::number, place).number;
    return {v[0], v[1], v[2]};
}

std::vector<std::string> read_bones(const Json& value, const JsonPlace& place) {
    if (value.is(Json::Type::text)) return {value.text};
    std::vector<std::string> list;
    for (const Json& item : expect(value, Json::Type::array, place).items)
        list.push_back(expect(item, Json::Type::text, place).text);
    if (list.empty()) throw Error({place.at(value), "an empty list", "the name of a bone, or several", ""});
    return list;
}

Vec3d read_axis(const Json& value, const JsonPlace& place) {
    if (value.is(Json::Type::array)) {
        const Vec3d axis = vector_of(value, place);
        if (!(length(axis) > 0)) throw Error({place.at(value), "an axis without length", "\"y\", or a vector", ""});
        return axis / length(axis);
    }
    const std::string& axis = expect(value, Json::Type::text, place).text;
    if (axis == "x") return {1, 0, 0};
    if (axis == "y") return {0, 1, 0};
    if (axis == "z") return {0, 0, 1};
    throw Error({place.at(value), "found " + in_quotes(axis), "\"x\", \"y\", \"z\" or a vector [x, y, z]", ""});
}

double read_noise_size(const Json& value, const JsonPlace& place) {
    const double size = expect(value, Json::Type::number, place).number;
    if (size >= 1e-6 && size <= 1e6) return size;
    throw Error({place.at(value), "found " + short_number(size), "a size from 1e-6 to 1e6 [m], above 0", ""});
}

MapSource read_source(const Json& object, const JsonPlace& place, bool outermost);

std::vector<MapSource> read_parts(const Json& value, const JsonPlace& place) {
    std::vector<MapSource> parts;
    for (const Json& item : expect(value, Json::Type::array, place).items)
        parts.push_back(read_source(expect(item, Json::Type::object, place), place, false));
    if (parts.empty()) throw Error({place.at(value), "an empty list", "maps: [{ … }, { … }]", ""});
    return parts;
}

// Left out, the set that the mesh is drawn with, or a generated one where there is none.
MapSource::Uv read_uv(const Json& value, const JsonPlace& place) {
    if (value.is(Json::Type::text) && value.text == "generated") return MapSource::Uv::generated;
    if (value.is(Json::Type::number) && value.number == 0) return MapSource::Uv::first;
    if (value.is(Json::Type::number) && value.number == 1) return MapSource::Uv::second;
    throw Error({place.at(value), "this is no set of texture coordinates", "0, 1 or \"generated\"", ""});
}

u8 read_channel(const Json& value, const JsonPlace& place) {
    const std::string& channel = expect(value, Json::Type::text, place).text;
    const size_t number = channel.size() == 1 ? std::string("rgba").find(channel) : std::string::npos;
    if (number == std::string::npos)
        throw Error({place.at(value), "found " + in_quotes(channel), "\"r\", \"g\", \"b\" or \"a\"", ""});
    return static_cast<u8>(number);
}

void read_what_it_names(MapSource& source, const Json& value, const JsonPlace& place) {
    switch (source.from) {
        case From::attribute:
        case From::image: source.name = expect(value, Json::Type::text, place).text; break;
        case From::bones: source.bones = read_bones(value, place); break;
        case From::height: source.vector = read_axis(value, place); break;
        case From::distance: source.vector = vector_of(value, place); break;
        case From::noise: source.noise_size = read_noise_size(value, place); break;
        case From::multiply:
        case From::min:
        case From::max: source.parts = read_parts(value, place); break;
    }
}

// The members beside the one that names the source. Gives their keys.
std::vector<std::string> read_rest(MapSource& source, const Json& object, const JsonPlace& place) {
    std::vector<std::string> known;
    const auto number = [&](const char* key) {
        known.emplace_back(key);
        const Json* given = object.find(key);
        return given ? std::optional(expect(*given, Json::Type::number, place.inside(key)).number) : std::nullopt;
    };
    if (source.from == From::height || source.from == From::distance) {
        source.low = number("from");
        source.high = number("to");
    }
    if (source.from == From::noise) {
        const double seed = number("seed").value_or(0);
        if (!(seed >= 0 && seed <= 1e9))
            throw Error({place.inside("seed").at(*object.find("seed")), "found " + short_number(seed),
                         "a number from 0 to 1e9", ""});
        source.seed = static_cast<u32>(seed);
    }
    if (source.from == From::image) {
        known.emplace_back("channel");
        known.emplace_back("uv");
        if (const Json* given = object.find("channel")) source.channel = read_channel(*given, place.inside("channel"));
        if (const Json* given = object.find("uv")) source.uv = read_uv(*given, place.inside("uv"));
    }
    return known;
}

MapSource read_source(const Json& object, const JsonPlace& place, bool outermost) {
    const auto* kind = kind_of(object);
    if (!kind)
        throw Error({place.at(object), "it does not say where the map comes from",
                     "\"attribute\", \"map\", \"bone\", \"height\", \"distance\", \"noise\", \"multiply\", \"min\" or "
                     "\"max\"",
                     ""});
    const auto [key_of_kind, from] = *kind;
    MapSource source;
    source.from = from;
    std::vector<std::string> known = read_rest(source, object, place);
    known.insert(known.begin(), {key_of_kind, "note"});
    if (outermost)
        for (const char* key : {"low", "high", "scale", "fps", "loop"}) known.emplace_back(key);
    const Json& value = *object.find(key_of_kind);
    if (from == From::image && !outermost && is_pattern(value.text))
        throw Error({place.inside("map").at(value), "numbered images inside another map", "the name of one image",
                     "a map that moves is one by itself"});
    for (const auto& [key, member] : object.members)
        if (std::find(known.begin(), known.end(), key) == known.end()) unknown_key(key, place.at(member), known);
    read_what_it_names(source, value, place.inside(key_of_kind));
    return source;
}

}  // namespace

bool is_map(const Json& json) { return json.is(Json::Type::object) && kind_of(json); }

MapSource read_map_source(const Json& json, const JsonPlace& place) { return read_source(json, place, true); }

MapSource parse_map_source(const std::string& json, const std::string& where) {
    const JsonPlace place{where, ""};
    const Json object = parse_json(json, where);
    return read_map_source(expect(object, Json::Type::object, place), place);
}

bool is_sequence(const MapSource& source) { return source.from == From::image && is_pattern(source.name); }

}  // namespace pliant
