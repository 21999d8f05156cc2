// What the verbs of authoring work on: a lattice from a .rmb file, or cooked from a mesh.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assets/clip_file.h"
#include "assets/lattice_file.h"
#include "assets/mesh_file.h"
#include "geometry/embed.h"
#include "pliant/verbs.h"

namespace pliant::app {

struct MeshOptions {
    std::string unit, up, part, clip;
    double scale = 1;
    AssetSettings settings() const {
        return {unit, up, part, 1, clip};
    }  // the scale is applied with that of the lattice
};

struct LatticeInput {
    LatticeFile file;
    LatticeMesh lattice;               // in the mesh's space
    std::vector<u32> particle;         // of each site of the file
    std::vector<LatticePlace> places;  // of the points of the mesh it was cooked from, where parts share cells
    bool parted() const { return !places.empty(); }
    u32 particle_count() const { return static_cast<u32>(particle.size()); }
};

LatticeInput open_lattice_file(const std::string& path);
struct LatticeCooking {
    std::string spacing;  // "0.05" or "0.05,0.05,0.1"; empty: chosen
    bool fuse = false;
};
// The mesh is scaled already.
LatticeInput cook_lattice(const Mesh& mesh, const LatticeCooking& cooking, double scale, bool quiet);
// Where the points of a mesh stand: those of the mesh it was cooked from, or of any other.
std::vector<LatticePlace> places_in(const LatticeInput& lattice, const Mesh& mesh);

// Loads a mesh, prints its summary and notes on standard error, and scales it.
Mesh open_scaled_mesh(const std::string& path, const AssetSettings& settings, const Vec3& scale, bool quiet);
void scale_points(std::span<Vec3> points, const Vec3& scale);

// A clip for the lattice, from or to a .txt.
Clip open_clip(const std::string& path, const LatticeInput& lattice);
void write_clip(const std::string& path, const Clip& clip, const LatticeInput& lattice, bool quiet);

// Poses, a frame each: .pc2 or .mdd by the ending.
class CacheOutput {
  public:
    CacheOutput(std::string path, u32 points, u64 frames, double fps);
    ~CacheOutput();
    void add(std::span<const Vec3> points);
    void finish();

  private:
    struct Files;
    std::unique_ptr<Files> files_;
};

}  // namespace pliant::app
