#include "assets/maps.h"

#include <algorithm>
#include <cmath>

#include "assets/map_image.h"
#include "core/text.h"

namespace pliant {

namespace {

constexpr const char* combinations[] = {"multiply", "min", "max"};

bool combines(std::string_view key) {
    return std::find(std::begin(combinations), std::end(combinations), key) != std::end(combinations);
}

// Which of the ways an object says where a map comes from.
const std::string* kind_of(const Json& object) {
    static const std::vector<std::string> kinds = {"attribute", "map",      "height", "distance",
                                                   "noise",     "multiply", "min",    "max"};
    for (const std::string& kind : kinds)
        if (object.find(kind)) return &kind;
    return nullptr;
}

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

std::string source_of(const Json& object, const JsonPlace& place, bool outermost);

std::string value_text(const std::string& kind, const Json& value, const JsonPlace& place) {
    if (kind == "attribute" || kind == "map") return quoted(expect(value, Json::Type::text, place).text);
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
        list += (list.empty() ? "" : ",") + source_of(expect(item, Json::Type::object, place), place, false);
    if (list.empty()) throw Error({place.at(value), "an empty list", "maps: [{ … }, { … }]", ""});
    return "[" + list + "]";
}

// Members in a fixed order, so that the same source has the same text.
std::string source_of(const Json& object, const JsonPlace& place, bool outermost) {
    const std::string* kind = kind_of(object);
    if (!kind)
        throw Error({place.at(object), "it does not say where the map comes from",
                     "\"attribute\", \"map\", \"height\", \"distance\", \"noise\", \"multiply\", \"min\" or \"max\"",
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
    }
    if (outermost)
        for (const char* key : {"low", "high", "scale"}) known.push_back(key);
    for (const auto& [key, value] : object.members)
        if (std::find(known.begin(), known.end(), key) == known.end()) unknown_key(key, place.at(value), known);
    return "{\"" + *kind + "\":" + value_text(*kind, *object.find(*kind), place.inside(*kind)) + more + "}";
}

// ---- numbers from sources

u32 scrambled(u32 x) {
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
    return x;
}

// Random numbers at whole places, smoothly joined.
double cloud(const Vec3d& at, u32 seed) {
    const double floor[3] = {std::floor(at.x), std::floor(at.y), std::floor(at.z)};
    const auto corner = [&](int k) {
        u32 h = scrambled(seed + 0x9e3779b9u);
        for (int axis = 0; axis < 3; ++axis)
            h = scrambled(h ^
                          static_cast<u32>(static_cast<i64>(std::clamp(floor[axis], -1e15, 1e15)) + (k >> axis & 1)));
        return static_cast<double>(h) / 4294967295.0;
    };
    const auto eased = [](double t) { return t * t * t * (t * (6 * t - 15) + 10); };
    const double x = eased(at.x - floor[0]), y = eased(at.y - floor[1]), z = eased(at.z - floor[2]);
    const auto mix = [](double a, double b, double t) { return a + (b - a) * t; };
    return mix(mix(mix(corner(0), corner(1), x), mix(corner(2), corner(3), x), y),
               mix(mix(corner(4), corner(5), x), mix(corner(6), corner(7), x), y), z);
}

class MapMaker {
  public:
    MapMaker(const Mesh& mesh, const ReadFile& read, std::vector<std::string>& warnings)
        : mesh_(mesh), read_(read), warnings_(warnings) {}

    std::vector<float> make(const Json& source) {
        const std::string& kind = *kind_of(source);
        const Json& value = *source.find(kind);
        if (kind == "attribute") return attribute(value.text);
        if (kind == "map") return image(value.text, source.find("channel") ? source.find("channel")->text[0] : 'r');
        if (combines(kind)) return combined(kind, value.items);
        if (kind == "noise") {
            const u32 seed = source.find("seed") ? static_cast<u32>(source.find("seed")->number) : 0;
            return each([&](const Vec3d& p) { return cloud(p / value.number, seed); });
        }
        const Vec3d v{value.items[0].number, value.items[1].number, value.items[2].number};
        const bool height = kind == "height";
        const auto measure = [&](const Vec3d& p) { return height ? dot(p, v) : length(p - v); };
        double low = 1e300, high = -1e300;
        for (const Vec3& p : mesh_.points)
            low = std::min(low, measure(p.to<double>())), high = std::max(high, measure(p.to<double>()));
        const double from = source.find("from") ? source.find("from")->number
                            : height            ? low
                                                : 0,
                     to = source.find("to") ? source.find("to")->number : high;
        return each([&](const Vec3d& p) {
            const double t = to == from ? (measure(p) > from ? 1.0 : 0.0) : (measure(p) - from) / (to - from);
            return std::clamp(t, 0.0, 1.0);
        });
    }

  private:
    template <class F>
    std::vector<float> each(F&& f) const {
        std::vector<float> values(mesh_.points.size());
        for (size_t p = 0; p < values.size(); ++p) values[p] = static_cast<float>(f(mesh_.points[p].to<double>()));
        return values;
    }

    std::vector<float> attribute(const std::string& name) const {
        if (const Attribute* found = mesh_.attribute(name)) return found->values;
        std::vector<std::string> names;
        for (const Attribute& a : mesh_.attributes)
            if (a.name[0] != '{') names.push_back(a.name);
        no_such_name("", "attribute", name, names, "a mesh with vertex attributes; it has none");
    }

    std::vector<float> combined(const std::string& how, const std::vector<Json>& sources) {
        std::vector<float> values = make(sources[0]);
        for (size_t i = 1; i < sources.size(); ++i) {
            const std::vector<float> other = make(sources[i]);
            for (size_t p = 0; p < values.size(); ++p)
                values[p] = how == "multiply" ? values[p] * other[p]
                            : how == "min"    ? std::min(values[p], other[p])
                                              : std::max(values[p], other[p]);
        }
        return values;
    }

    // A point has the mean of its vertices, which may lie in several places of the image.
    std::vector<float> image(const std::string& file, char channel) {
        if (mesh_.uv.empty())
            throw Error({file, "the mesh has no texture coordinates to paint by", "a mesh with texture coordinates",
                         "\"height\", \"distance\" and \"noise\" need none"});
        const MapImage picture = read_map_image(read_(file), file);
        const u32 c = channel == 'r' ? 0 : channel == 'g' ? 1 : channel == 'b' ? 2 : 3;
        u32 outside = 0;
        std::vector<float> values(mesh_.points.size()), count(mesh_.points.size());
        for (size_t v = 0; v < mesh_.vertex_point.size(); ++v) {
            const Vec2 uv = mesh_.uv[v];
            outside += !(uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1);
            const Vec2 sound{std::isfinite(uv.x) ? uv.x : 0, std::isfinite(uv.y) ? uv.y : 0};
            values[mesh_.vertex_point[v]] += picture.sample(sound, c), ++count[mesh_.vertex_point[v]];
        }
        for (size_t p = 0; p < values.size(); ++p)
            if (count[p] > 1) values[p] /= count[p];
        if (outside > 0)
            warnings_.push_back(file + ": " + with_commas(outside) +
                                " vertices have texture coordinates outside 0 … 1; the image is repeated there");
        return values;
    }

    const Mesh& mesh_;
    const ReadFile& read_;
    std::vector<std::string>& warnings_;
};

}  // namespace

bool is_map(const Json& json) { return json.is(Json::Type::object) && kind_of(json); }

std::string map_source(const Json& json, const JsonPlace& place) {
    const std::string source = source_of(json, place, true);
    const Json* attribute = json.find("attribute");
    if (attribute && attribute->text.starts_with("{"))  // it would be taken for the text of a source
        throw Error(
            {place.inside("attribute").at(*attribute), "a name that begins with {", "the name of an attribute", ""});
    return attribute ? attribute->text : source;
}

void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const ReadFile& read,
              std::vector<std::string>& warnings) {
    for (const ParameterSet* set : sets)
        for (const Parameter& row : set->table().rows) {
            const Map* map = set->map(row.id);
            if (!map || map->attribute.empty() || map->attribute[0] != '{' || mesh.attribute(map->attribute)) continue;
            try {
                MapMaker maker(mesh, read, warnings);
                const JsonPlace place{row.name, ""};
                const Json given = parse_json(map->attribute, row.name);
                const Json source =
                    parse_json(source_of(expect(given, Json::Type::object, place), place, false), row.name);
                std::vector<float> values = maker.make(source);
                mesh.attributes.push_back({map->attribute, std::move(values)});
            } catch (const Error& e) {
                throw e.inside(row.name);
            }
        }
}

}  // namespace pliant
