// Names of objects in scenes have neither dots, which separate the names of a path (--set bodies.ollie.spacing=0.03),
// nor slashes, which separate instances ("babies/0"). Files and what is in them have such names: "hero.001.obj".
#pragma once

#include <string>

namespace pliant {

// `name` as a scene may have it; `if_empty` where nothing is left.
inline std::string scene_name(std::string name, const std::string& if_empty = "mesh") {
    for (char& c : name)
        if (c == '.' || c == '/') c = '_';
    return name.empty() ? if_empty : name;
}

// The name of an object that is made of a file: "models/hero.001.obj" is hero_001.
inline std::string scene_name_of_file(const std::string& path) {
    const std::string file = path.substr(path.rfind('/') + 1);
    return scene_name(file.substr(0, file.rfind('.')));
}

}  // namespace pliant
