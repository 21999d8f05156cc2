// A scene with every file that it reads, in one folder that opens elsewhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pliant::app {

struct PackedFile {
    std::string from;  // where it is
    std::string to;    // in the folder, with slashes; never out of it
};

struct Packing {
    std::string scene;              // the text, with the files where they will be
    std::vector<PackedFile> files;  // besides the scene
};

// Finds what the scene reads by making its bodies once; `progress` may throw to stop. Files below the scene's folder
// keep their place; others go into a folder of their own. Throws Error.
Packing plan_packing(const std::string& scene_path, const std::function<void(const std::string&)>& progress);

// All of it or nothing: the folder must be new or empty. `between` is called with how many files are copied, and may
// throw to stop. Throws Error and OutputError.
void write_packing(const Packing& packing, const std::string& folder, const std::string& scene_name,
                   const std::function<void(size_t)>& between);

}  // namespace pliant::app
