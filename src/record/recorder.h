// What came out of a simulation, into files: one recorder for each format. A recorder writes frames as they are made,
// so that a run that ends at any moment leaves what was done, and can go on where it stopped.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/vec.h"

namespace pliant {

// A body's surface, as recorders see it. Points are the file's own, in its order.
struct RecordedBody {
    std::string file_name;              // without folder and ending; no two bodies have the same
    std::span<const u32> point_vertex;  // a vertex of each point
    std::span<const u32> vertex_point;  // the point of each vertex
    std::span<const u32> face_start, face_vertex, face_material;
    std::span<const float> uv;  // two a vertex, or empty
    std::vector<std::string> material_names;
};

// Positions of a body's vertices in one frame.
using FramePositions = std::span<const Vec3>;

class Recorder {
  public:
    virtual ~Recorder() = default;
    // `frame` is the first one to come: 0, or where a run is taken up again; what there is beyond it is dropped.
    virtual void begin(std::span<const RecordedBody> bodies, u64 frame) = 0;
    virtual void frame(u64 number, std::span<const FramePositions> positions) = 0;
    virtual void finish() = 0;  // files get their final names
};

// A name that is fit for a file: "babies/0" becomes "babies_0".
std::string file_name_of(const std::string& body);
// The same for many, and no two alike: "a b" and "a_b" become "a_b" and "a_b_2".
std::vector<std::string> file_names_of(std::span<const std::string> bodies);

struct RecordSettings {
    std::string folder;  // with a slash at its end
    double rate = 60;    // frames a second
};
std::unique_ptr<Recorder> make_obj_recorder(const RecordSettings&);  // folder/<body>/0000.obj
std::unique_ptr<Recorder> make_pc2_recorder(const RecordSettings&);  // folder/<body>.pc2
// By name; throws Error with the names there are.
std::unique_ptr<Recorder> make_recorder(const std::string& format, const RecordSettings&);
std::vector<std::string> record_formats();

}  // namespace pliant
