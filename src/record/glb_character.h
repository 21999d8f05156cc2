// A character in a .glb: its mesh as it was bound, a skin, and nodes that move in every frame.
//
//   placement          where the character stands; animated
//     file's space     turns its file's nodes upright
//       nodes          as in its file; animated
//   mesh               on its own: a skinned mesh stands where its joints do
#pragma once

#include "record/frame_file.h"
#include "record/glb_animation.h"

namespace pliant {

// The primitives of its mesh, made by the caller with the attributes and targets that are given.
struct GlbSkin {
    std::string attributes;  // ", "JOINTS_0": 7, …"
    std::string targets;     // its own morphs; empty without
};

GlbSkin add_skin_attributes(GltfWriter&, const RecordedSkeleton&, const std::vector<u32>& vertex_order);
// The nodes, the skin, and how they move.
void add_character(GltfWriter&, GlbAnimation&, FrameReader&, size_t body, u32 mesh);

}  // namespace pliant
