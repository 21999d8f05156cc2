// Where a painted map comes from: a vertex attribute, an image, bones of a character, a place, noise, or several of
// these combined. A value: sources of equal content are equal and have the same hash.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.h"

namespace pliant {

struct MapSource {
    enum class From : u8 { attribute, image, bones, height, distance, noise, multiply, min, max };
    enum class Uv : u8 { unset, first, second, generated };  // unset: the set that the mesh has

    From from = From::attribute;
    std::string name = {};                      // of the attribute, or the file of the image
    std::vector<std::string> bones = {};        // by name; their weights are added up
    Vec3d vector = {};                          // axis of `height`, of length 1; place of `distance` [m]
    std::optional<double> low = {}, high = {};  // [m] where `height` and `distance` are 0 and 1
    double noise_size = 0;                      // [m]
    u32 seed = 0;                               // of the noise
    u8 channel = 0;                             // of the image: 0 red … 3 alpha
    Uv uv = Uv::unset;                          // texture coordinates of the image
    std::vector<MapSource> parts = {};          // of multiply, min and max

    bool operator==(const MapSource&) const;
    u64 hash() const;
    // What the vertex attribute is called that is made of it: "map:" and the hash.
    std::string attribute_name() const;
    std::string description() const;  // for people: "belly.png", "height", "bones arm.L, arm.R"
};

bool is_map_attribute(std::string_view name);  // whether a name is one that attribute_name() makes

}  // namespace pliant
