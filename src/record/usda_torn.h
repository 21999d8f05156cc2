// Bodies that tear, in USD: a mesh whose faces have time samples too, at the frames in which something parts.
#pragma once

#include <string>
#include <vector>

#include "record/frame_file.h"
#include "record/usda_text.h"

namespace pliant {

// Everything of a Mesh that changes.
void write_torn_samples(UsdaFile& out, FrameReader& frames, size_t body);
// Which faces have which material.
void write_torn_subsets(UsdaFile& out, FrameReader& frames, size_t body, const std::vector<std::string>& materials);

// A GeomSubset up to its indices.
void begin_material_subset(UsdaFile& out, size_t material);

}  // namespace pliant
