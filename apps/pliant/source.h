// The input of a verb: a scene, or a mesh around which a small scene is made.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assets/mesh_file.h"
#include "assets/scene.h"
#include "capi/cpp_layer.h"
#include "pliant/verbs.h"

namespace pliant::app {

struct SourceOptions {
    std::string path;
    std::string unit, up, mesh, as;  // of a mesh
    double scale = 1;
    std::vector<std::string> settings;
    bool keep_size = false;  // an unlikely size is meant
    bool quiet = false;
};

// --unit, --up, --mesh, --as, --scale and --keep-size.
void declare_mesh_options(Options& options, SourceOptions& source);
cpp::Asset open_mesh(const SourceOptions& options);

AssetSettings asset_settings(const SourceOptions& options);
// Those of a mesh that were given, by name, as the folder of a run keeps them; empty for a scene.
std::map<std::string, std::string> mesh_options(const SourceOptions& options);
// Throws Usage where the source is not a mesh, and they would change nothing.
void refuse_mesh_options(const SourceOptions& options);
void set_mesh_options(const std::map<std::string, std::string>& given, SourceOptions& options);

// The kind that was requested; else that of the creature in the file, lattice for solids and cloth for sheets.
std::string kind_for_mesh(const SourceOptions& options, bool solid);

bool is_scene_file(const std::string& path);
// A scene around a mesh (mesh_scene.h); guesses are printed unless quiet.
std::string scene_for_mesh(const SourceOptions& options, const std::string& mesh_path_in_scene);
cpp::Scene open_source(const SourceOptions& options);
Scene read_source(const SourceOptions& options);  // the same, for those who look into worlds

// Prints what reports have to say: facts unless quiet, warnings always.
void print_report(const char* report, bool quiet);

}  // namespace pliant::app
