// Numbered files: pose_0001.obj, pose_0002.obj, …
#pragma once

#include <string>
#include <vector>

#include "core/types.h"

namespace pliant {

struct NumberedFile {
    i32 number;
    std::string path;
};

// The files of a path: a pattern with %d or %04d, the first of several numbered files, or a folder of files named
// by their number. Ascending; empty where the path is none of these.
std::vector<NumberedFile> numbered_files(const std::string& path);

bool is_pattern(const std::string& path);                           // whether there is a %d in it
std::string numbered_path(const std::string& pattern, i32 number);  // "pose_%04d.obj", 7 -> "pose_0007.obj"

}  // namespace pliant
