// What there is of a body that tears, in one frame: all its pieces in one mesh, one after another. Its faces change
// when something parts, and only then.
#pragma once

#include <vector>

#include "core/archive.h"
#include "core/soundness.h"
#include "record/record_frame.h"

namespace pliant {

struct TornMesh {
    struct Faces {
        std::vector<u32> size, material;  // of each face
        std::vector<u32> point;           // of each corner
        std::vector<Vec2> uv;             // of each corner, or empty
        bool operator==(const Faces&) const = default;
        void save(Writer&) const;
        void load(Reader&);  // throws Error, also for data that makes no sense
    } faces;
    std::vector<Vec3> normals;             // of each corner
    std::vector<Vec3> points, velocities;  // [m], [m/s]
    void save_frame(Writer&) const;
    void load_frame(Reader&);  // once faces are there
};

TornMesh torn_mesh(const std::vector<PieceFrame>& pieces);

}  // namespace pliant
