// What a parameter is given: a number (or a vector, a word, names), keys over time, or a map that was painted.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/archive.h"
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

// A vertex attribute of the mesh, 0 … 1, taken to low … high.
struct Map {
    std::string attribute;
    double low = 0, high = 1;
    bool logarithmic = false;

    double apply(double paint) const;  // paint is clamped to 0 … 1
    bool operator==(const Map&) const = default;
};

struct Value {
    std::variant<std::monostate, double, Vec3d, std::string, std::vector<std::string>, Keys, Map> data;

    Value() = default;
    Value(double number) : data(number) {}
    Value(const Vec3d& vector) : data(vector) {}
    Value(const char* text) : data(std::string(text)) {}
    Value(std::string text) : data(std::move(text)) {}
    Value(std::vector<std::string> names) : data(std::move(names)) {}
    Value(Keys keys) : data(std::move(keys)) {}
    Value(Map map) : data(std::move(map)) {}

    bool given() const { return data.index() != 0; }
    const double* number() const { return std::get_if<double>(&data); }
    const Vec3d* vector() const { return std::get_if<Vec3d>(&data); }
    const std::string* text() const { return std::get_if<std::string>(&data); }
    const std::vector<std::string>* names() const { return std::get_if<std::vector<std::string>>(&data); }
    const Keys* keys() const { return std::get_if<Keys>(&data); }
    const Map* map() const { return std::get_if<Map>(&data); }
    bool operator==(const Value&) const = default;

    void save(Writer&) const;
    static Value load(Reader&);
};

}  // namespace pliant
