// The folder of a run: its contents, the run that owns it, and the frame at which that run stopped.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assets/json.h"
#include "core/vec.h"

namespace pliant::app {

struct RunBody {
    std::string name, file;     // of the body, and what its files are called
    std::optional<Vec3> color;  // in pictures, where the scene gives one
};

// The description of a run, known before it begins: run.json.
struct RunDescription {
    std::string source, formats;        // as on the command line
    std::vector<std::string> settings;  // of --set
    std::map<std::string, std::string> mesh_options;  // of a mesh: how it was read
    std::string scene;                  // a hash of the source
    double rate = 60;                   // frames a second
    std::vector<RunBody> bodies;
    std::vector<RunBody> others;  // characters and colliders, which have files too
};

// Of the file's bytes; empty where there is none.
std::string source_hash(const std::string& path);

struct RunFolder {
    std::string path;  // with a slash at its end

    // Makes the folder, or takes over one that an earlier run made; refuses any other that is not empty. Gives whether
    // there is a snapshot to go on from; there is none when the run was stopped early on, or never began.
    bool claim(const RunDescription& run, bool resume) const;
    std::string file(const std::string& name) const { return path + name; }
    std::string snapshot() const { return file("snapshot.plsnap"); }
    std::string statistics() const { return file("statistics.csv"); }

  private:
    void check_same(const RunDescription& run, const Json& earlier) const;
};

}  // namespace pliant::app
