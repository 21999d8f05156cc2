// The segments of a JPEG file: frame, tables and scans.
#pragma once

#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

struct JpegSize {
    u32 width = 0, height = 0;  // [pixels]
};

// Throws Error where a table is larger than a decoder's arrays, a code is invalid, or a scan names a missing table.
JpegSize check_jpeg(std::string_view bytes, const std::string& name);

}  // namespace pliant
