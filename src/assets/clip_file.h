// The animation .txt of Sullivan 2011 (appendix, "Animation Data"): places of a lattice's particles at keyframes.
//
//   # lines that begin so are comments
//   particle
//   fps 24
//   interpolate 1
//   declaration
//   0,0,0 1,0,0 …              sites of the particles
//   frames
//   0 0,0,0 0.1,0,0 …          a frame's number, and the place of each particle in that order
//   12 0,0,0 0.1,0.05,0 …
//
// Places are in the lattice's space, whose origin is particle (0,0,0) at rest (lattice_file.h), in metres.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assets/lattice_file.h"
#include "body/particle_grid.h"
#include "guide/clip.h"

namespace pliant {

struct ClipFile {
    double fps = 24;
    bool interpolate = true;
    std::vector<Vec3i> sites;
    std::vector<i32> frames;      // ascending
    std::vector<Vec3> positions;  // [m] in the lattice's space, frame after frame
    bool operator==(const ClipFile&) const = default;
};

// `name` is what messages call the file. Throws Error with file and line.
ClipFile read_clip_file(std::string_view text, const std::string& name);
std::string clip_file_text(const ClipFile& file);  // reads back as the same bits

// The clip for a lattice, one point a particle, in the mesh's space. Sites are found whatever their order, and wherever
// site (0,0,0) was; where particles share a site they come in the lattice's order. Throws Error when the declared sites
// are not those of the lattice.
Clip bind_clip(const ClipFile& file, const ParticleGrid& grid, const std::string& name);

// Back again. Throws Error when a pose stands between whole frames, which the format cannot say.
ClipFile clip_file_of(const Clip& clip, const LatticeMesh& lattice);
// The same with the sites and the space of a lattice file; `particle` is that of each of its sites.
ClipFile clip_file_of(const Clip& clip, const LatticeFile& file, std::span<const u32> particle);

}  // namespace pliant
