// Sequences: a folder with one numbered file a frame.
#pragma once

#include <string>

#include "core/types.h"

namespace pliant {

// Makes the folder, and removes files of that ending from `frame` on, since a resumed run writes them again.
// Gives the folder with a slash at its end. Throws Error when files of frames before are missing.
std::string begin_sequence(const std::string& folder, const std::string& ending, u64 frame);
std::string sequence_file(const std::string& folder, u64 frame, const std::string& ending);  // folder/0042.obj

}  // namespace pliant
