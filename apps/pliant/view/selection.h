// The selection of the window, and its parameters.
#pragma once

#include <string>
#include <vector>

#include "assets/scene.h"

namespace pliant::view {

struct Selection {
    enum class What : u8 { none, world, body, collider, attachment, camera, character } what = What::none;
    std::string name;
    bool is(What w, const std::string& n) const { return what == w && name == n; }
    bool operator==(const Selection&) const = default;
};

// Of a body those of its kind and those of every body; empty where the scene has no such thing.
std::vector<const ParameterSet*> parameter_sets(const Scene& scene, const Selection& thing);

}  // namespace pliant::view
