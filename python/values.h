// Values of parameters, as Python has them: numbers, vectors, words, lists of names, keys, maps, and groups as dicts.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "pliant/pliant.hpp"

namespace py = pybind11;
using namespace py::literals;
using pliant::check;

using Triple = std::array<double, 3>;
using Quadruple = std::array<double, 4>;
constexpr Quadruple upright{0, 0, 0, 1};

inline pliant_vec3 vec3(const Triple& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
inline Triple triple(const pliant_vec3& v) { return {v.x, v.y, v.z}; }
inline pliant_transform placement(const Triple& position, const Quadruple& rotation) {
    return {vec3(position),
            {static_cast<float>(rotation[0]), static_cast<float>(rotation[1]), static_cast<float>(rotation[2]),
             static_cast<float>(rotation[3])}};
}

// Strings for calls that take arrays of them; they live as long as this.
class Texts {
  public:
    explicit Texts(std::vector<std::string> texts) : texts_(std::move(texts)) {
        for (const std::string& t : texts_) pointers_.push_back(t.c_str());
    }
    const char* const* data() const { return pointers_.data(); }
    size_t size() const { return pointers_.size(); }

  private:
    std::vector<std::string> texts_;
    std::vector<const char*> pointers_;
};

bool are_names(const py::handle& value);
bool is_vector(const py::handle& value);

// What a map goes from and to: { "attribute": "soft", "low": 0, "high": 1, "scale": "log" }
struct Range {
    double low, high;
    bool logarithmic;
};
Range range_of(const py::dict& map);

// What was given by name, for something that is about to be made.
pliant::Settings settings_of(const char* table, const py::kwargs& parameters);

py::list parameters_of(const std::string& table);
py::object tables();  // all of them, as a dict, to make panels of
// What a function takes by name, from the tables.
std::string with_parameters(std::string text, std::initializer_list<const char*> tables);
