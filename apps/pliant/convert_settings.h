// Settings files of cloth tools to scenes, and back: what `pliant convert` does with .txt and .json.
#pragma once

#include <string>

namespace pliant::app {

struct SettingsOptions {
    std::string in, out;
    std::string mesh, unit;  // of the settings: the file of the clothes, and the unit of all numbers
    double fps = 24;
    bool quiet = false;
};

bool converts_settings(const std::string& in,
                       const std::string& out);  // by the endings: .txt to .json or the other way
void convert_settings(const SettingsOptions& options);

}  // namespace pliant::app
