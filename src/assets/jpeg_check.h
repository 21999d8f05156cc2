// The segments of a JPEG file: frame, tables and scans.
#pragma once

#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

struct JpegSize {
    u32 width = 0, height = 0;  // [pixels]
};

// Throws Error where a table is larger than a decoder has room for, a code is none, or a scan names what is not there.
JpegSize check_jpeg(std::string_view bytes, const std::string& name);

}  // namespace pliant
