// Files, whole.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

std::string read_file(const std::string& path);  // throws Error
// Beside the file first and then renamed, so that there is the old file or the new one and never half of it. Throws
// OutputError.
void write_file(const std::string& path, std::string_view bytes);
std::string folder_of(const std::string& path);  // "" or "a/b/"
std::string resolved_path(const std::string& folder, const std::string& path);

}  // namespace pliant
