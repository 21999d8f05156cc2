// Frames of a whole scene, raw, in one file that only ever grows: where formats that must be put together at the end
// (counts and bounds stand before the frames, or apart from them) keep what they need. The scene itself stands before
// the frames, so that such a file can be finished without the world it came from.
//
//   "PLFRAMES"  version  size of the head  bytes a frame | head | frame 0 | frame 1 | …
//
// Nothing counts the frames: as many are there as are whole. Formats that show what tears as it is have its meshes
// behind each frame: first two sizes for each body, those of the faces (0: as in the frame before) and of the rest (0:
// it does not tear), then these.
#pragma once

#include <fstream>

#include "record/growing_file.h"
#include "record/record_frame.h"
#include "record/torn_mesh.h"

namespace pliant {

// How a .glb is made of frames.
struct GlbSettings {
    double error = -1;  // [m] by how much positions may be off; 0: none, below: a thousandth of each body's size
    bool meshopt = false;
};

// What stands in the head.
struct FrameFileHead {
    std::string format;  // that asked for it, "glb"
    Needs needs;
    double loop_seconds = 0;
    RecordedScene scene;
    GlbSettings glb = {};
};

class FrameFile {
  public:
    // For `frame` frames to be there already. Throws Error when there are fewer, or another scene's.
    FrameFile(const std::string& path, const FrameFileHead& head, u64 frame);
    void add(const RecordFrame& frame);
    void close() { file_.close(); }

  private:
    void add_torn(const RecordFrame& frame);
    FrameFileHead head_;
    GrowingFile file_;
    std::vector<TornMesh::Faces> faces_;  // of each body, in the frame before
};

// Where frames are in such a file.
struct FrameIndex {
    struct TornBytes {
        u64 faces, rest;
    };
    std::vector<u64> start{};                    // [bytes] of each frame, and of the end of the last
    std::vector<std::vector<TornBytes>> torn{};  // of each frame and body
};

class FrameReader {
  public:
    explicit FrameReader(const std::string& path);  // throws Error
    const FrameFileHead& head() const { return head_; }
    const RecordedScene& scene() const { return head_.scene; }
    u64 frame_count() const { return frame_count_; }
    void read(u64 frame, RecordFrame& out);
    // Only a part of it, for formats that have all frames of one thing together.
    const BodyFrame& read_body(u64 frame, size_t body);       // until the next call
    const std::vector<Transform>& read_colliders(u64 frame);  // likewise
    const RecordFrame& read_moving(u64 frame);                // colliders and cameras, likewise
    // Some vertices of a body; `positions` and `normals` have room for them.
    void read_vertices(u64 frame, size_t body, u32 first, u32 count, Vec3* positions, Vec3* normals);
    Box bounds();                                       // of all vertices in all frames
    bool tears(size_t body) const;                      // and its meshes are there
    const TornMesh& read_torn(u64 frame, size_t body);  // until the next call

  private:
    std::string path_;
    std::ifstream file_;
    FrameFileHead head_;
    void read_at(u64 frame, u64 offset);
    void read_array(void* data, size_t size);
    u64 frame_bytes_ = 0, frame_count_ = 0;
    FrameIndex index_;
    TornMesh torn_;
    u64 faces_frame_ = ~0ull;  // whose faces it has
    size_t faces_body_ = 0;
    std::vector<u64> body_offset_;  // [bytes] in a frame; behind the last are the colliders
    RecordFrame part_;
};

bool is_frame_file(const std::string& path);

}  // namespace pliant
