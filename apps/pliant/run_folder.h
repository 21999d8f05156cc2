// The folder of a run: what it holds, whose it is, and where it stopped.
#pragma once

#include <string>

#include "core/types.h"

namespace pliant::app {

struct RunFolder {
    std::string path;  // with a slash at its end

    // Makes the folder, or takes over one that an earlier run made; refuses any other that is not empty.
    void claim(const std::string& source, const std::string& formats, bool resume) const;
    std::string file(const std::string& name) const { return path + name; }
    std::string snapshot() const { return file("snapshot.plsnap"); }
    std::string statistics() const { return file("statistics.csv"); }
};

}  // namespace pliant::app
