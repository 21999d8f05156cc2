// A mesh that moves, from whatever file: the places of its points in every frame, in the order of the mesh.
//
//   .pc2 .mdd                        point caches; the mesh itself is in another file
//   walk_%04d.obj  walk_0001.obj     a file for every frame, by pattern or by the first one; numbers may be left out
//   walk/                            a folder of files that are called by their number, as records are
//   dancer.glb  .dae  .fbx           a clip of a character, 30 frames a second of it
//   pose.obj                         any mesh: one frame
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assets/mesh_file.h"

namespace pliant {

class MeshAnimation {
  public:
    virtual ~MeshAnimation() = default;
    virtual u32 point_count() const = 0;
    virtual u64 frame_count() const = 0;              // at least 1
    virtual i32 number(u64 frame) const = 0;          // where it stands on the timeline; ascending
    virtual double fps() const { return 0; }          // 0 where the file does not say
    virtual std::optional<Mesh> rest() const = 0;     // where the file has it
    void read(u64 frame, std::span<Vec3> out) const;  // [m], +Y up; by one thread at a time; throws Error

    std::string name;  // of the file, for messages

  protected:
    virtual void fill(u64 frame, std::span<Vec3> out) const = 0;
};

// `settings` hold for every frame as they do for the mesh. Throws Error.
std::unique_ptr<MeshAnimation> open_mesh_animation(const std::string& path, const AssetSettings& settings);

}  // namespace pliant
