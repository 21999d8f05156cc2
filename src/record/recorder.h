// What came out of a simulation, into files: one recorder for each format. A recorder writes frames as they are made,
// so that a run that ends at any moment leaves its frames so far, and can be resumed where it stopped.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "record/frame_file.h"
#include "record/record_frame.h"

namespace pliant {

class Recorder {
  public:
    virtual ~Recorder() = default;
    // Whether frames of such a scene fit into the format at all; throws Error with what to do instead.
    virtual void check(const RecordedScene&) const {}
    // `frame` is the first one to come: 0, or where a run is taken up again; what there is beyond it is dropped. The
    // scene stays where it is until the recorder is gone.
    virtual void begin(const RecordedScene& scene, u64 frame) = 0;
    // When it returns, the frame is with the system: killing the program does not lose it.
    virtual void frame(const RecordFrame& frame) = 0;
    virtual void finish() = 0;  // files get their final names
};

// Long work at the end of a recording: how much of `total` is done.
using RecordProgress = std::function<void(const std::string& what, u64 done, u64 total)>;

struct RecordSettings {
    std::string folder;  // with a slash at its end
    u64 frames = 0;      // how many are wanted in all, or 0: not known
    double loop_seconds =
        0;  // of vat: the end is blended into the beginning for so long, and it repeats without a seam
    RecordProgress progress = {};
    GlbSettings glb = {};
};

struct RecordFormat {
    const char* name;   // "glb", as --record takes it
    const char* files;  // its files: "scene.glb"
    const char* help;   // one sentence: its purpose
    Needs needs;
    std::unique_ptr<Recorder> (*make)(const RecordSettings&);
    const char* closed_file = nullptr;  // once this one is finished, no frame can be added: "scene.glb"
};
std::span<const RecordFormat> record_formats();
// Whether a run there finished the format's file.
bool is_closed(const RecordFormat& format, const std::string& folder);
// By name, with or without a dot before it; throws Error with the names there are. `given_by` is what the error calls
// the place where the name was given, such as an option.
const RecordFormat& record_format(const std::string& name, const std::string& given_by = "formats");
// Of "glb, pc2": throws Error for unknown and doubled names.
std::vector<const RecordFormat*> record_formats_of(const std::string& list, const std::string& given_by = "formats");
std::string record_format_names();  // "glb, usda, …"

// One in each format's own file.
std::unique_ptr<Recorder> make_obj_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_pc2_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_mdd_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_ply_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_particles_ply_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_csv_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_glb_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_usda_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_particles_usda_recorder(const RecordSettings&);
std::unique_ptr<Recorder> make_vat_recorder(const RecordSettings&);

}  // namespace pliant
