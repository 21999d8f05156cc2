// The value of a parameter: a number (or a vector, a word, names), keys over time, a painted map, or lines
// that were drawn.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/archive.h"
#include "core/map_source.h"
#include "core/vec.h"

namespace pliant {

enum class Ease : u8 { linear, smooth, step };

// Values at given times, blended between them and held outside; with `loop` the last key meets the first again.
struct Keys {
    std::vector<double> times;  // strictly increasing [s]
    std::vector<Vec3d> values;  // numbers use x
    Ease ease = Ease::linear;
    bool loop = false;

    Vec3d at(double time) const;
    bool operator==(const Keys&) const = default;
};

// A vertex attribute of the mesh, 0 … 1, taken to low … high; or numbers of its own, painted while a world runs. It
// moves where low or high have keys, or where it is a sequence of attributes, one shown after the other.
struct Map {
    std::string attribute;
    double low = 0, high = 1;
    bool logarithmic = false;
    std::shared_ptr<const std::vector<float>> values = nullptr;  // one for each point of the mesh; else the attribute's
    Keys low_keys = {}, high_keys = {};                          // instead of low and high; or empty
    double fps = 0;                                              // of a sequence, which begins at 0 s; else 0
    bool loop = false;                     // it starts again at its end; otherwise its last frame stays
    std::vector<std::string> frames = {};  // attributes of a sequence
    // What the attribute is made from when a body is built. Null where the mesh has the attribute already, and in maps
    // that come from a snapshot, which holds only the attribute's name (it contains the hash of the source).
    std::shared_ptr<const MapSource> source = nullptr;

    static Map of(MapSource source);  // whose attribute is called after the source
    bool moves() const { return !low_keys.times.empty() || !high_keys.times.empty() || fps > 0; }
    double low_at(double time) const { return low_keys.times.empty() ? low : low_keys.at(time).x; }
    double high_at(double time) const { return high_keys.times.empty() ? high : high_keys.at(time).x; }
    size_t frame_at(double time) const;  // of a sequence
    Map at(double time) const;           // as it is then; that one does not move
    bool changes_between(double from, double to) const;
    double apply(double paint) const;  // paint is clamped to 0 … 1
    bool operator==(const Map&) const;
};

// A line drawn on a body, and the factor by which it changes the strength of the links that it crosses.
struct Line {
    std::vector<Vec3d> points;  // [m] in the mesh's space; one whose last point is its first is closed
    Vec3d direction;            // the way it goes through the body; zero: as it lies on the surface
    double width = 0;           // [m] of the band that it weakens; 0: only links that it crosses
    double strength = 0.2;      // 0 … 1

    bool closed() const { return points.size() > 3 && points.front() == points.back(); }
    bool operator==(const Line&) const = default;
};

struct Value {
    std::variant<std::monostate, double, Vec3d, std::string, std::vector<std::string>, Keys, Map, std::vector<Line>>
        data;

    Value() = default;
    Value(double number) : data(number) {}
    Value(const Vec3d& vector) : data(vector) {}
    Value(const char* text) : data(std::string(text)) {}
    Value(std::string text) : data(std::move(text)) {}
    Value(std::vector<std::string> names) : data(std::move(names)) {}
    Value(Keys keys) : data(std::move(keys)) {}
    Value(Map map) : data(std::move(map)) {}
    Value(std::vector<Line> lines) : data(std::move(lines)) {}

    bool has_value() const { return data.index() != 0; }
    const double* number() const { return std::get_if<double>(&data); }
    const Vec3d* vector() const { return std::get_if<Vec3d>(&data); }
    const std::string* text() const { return std::get_if<std::string>(&data); }
    const std::vector<std::string>* names() const { return std::get_if<std::vector<std::string>>(&data); }
    const Keys* keys() const { return std::get_if<Keys>(&data); }
    const Map* map() const { return std::get_if<Map>(&data); }
    const std::vector<Line>* lines() const { return std::get_if<std::vector<Line>>(&data); }
    bool operator==(const Value&) const = default;

    void save(Writer&) const;
    static Value load(Reader&);
};

}  // namespace pliant
