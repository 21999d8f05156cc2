// Frames of a run in which bodies may tear, in a file of their own until the run is over and all tears are known.
// Beside what recorders want, a frame has the particles of every piece of those bodies, and how pieces came about that
// were not there before: so the file can be gone on with by a run that was killed and is taken up again.
//
//   "PLSPOOL1"  hash of the recorded scene | frame 0 | frame 1 | …
//   a frame: sizes and hashes | head: links that have parted, new pieces | all else
//
// Nothing counts the frames: as many are there as are whole. A frame costs as much as in the formats themselves, and 32
// bytes for each particle of a body that may tear.
#pragma once

#include <fstream>
#include <map>

#include "record/growing_file.h"
#include "record/torn_bodies.h"

namespace pliant {

std::string tear_spool_path(const std::string& folder);  // of a record

class TearSpool {
  public:
    // For `frame` frames to be there already. Throws Error when there are fewer, or another scene's.
    TearSpool(const std::string& path, std::span<const TearableBody> bodies, const RecordedScene& scene,
              const Needs& needs, u64 frame);
    void add(const RecordFrame& frame);
    void close() { file_.close(); }

  private:
    void add_models(const RecordFrame& frame, Writer& w);
    std::span<const TearableBody> bodies_;
    GrowingFile file_;
    u32 model_count_ = 0;  // in the file
    // Of the pieces in the frame before, which are kept alive, so that no other model takes their place.
    std::map<const Model*, std::pair<std::shared_ptr<const Model>, u32>> numbers_;
};

class TearSpoolReader {
  public:
    // Throws Error when the file is damaged or another scene's.
    TearSpoolReader(const std::string& path, std::span<const TearableBody> bodies, const RecordedScene& scene,
                    const Needs& needs);
    u64 frame_count() const { return start_.size() - 1; }
    u64 start(u64 frame) const { return start_[frame]; }  // [bytes]
    Tears tears();                                        // all that there are
    u32 models_before(u64 frame);                         // how many pieces came about before
    void read_next(RecordFrame& frame);                   // from the first on

  private:
    std::vector<std::byte> bytes_of(u64 frame, bool head);
    void read_models(Reader& r);
    void forget_unused_models(const RecordFrame& frame);
    void read_body(Reader& r, BodyFrame& frame) const;
    const std::shared_ptr<const Model>& model(Reader& r) const;

    std::string path_;
    std::span<const TearableBody> bodies_;
    size_t body_count_;
    std::ifstream file_;
    std::vector<u64> start_;                            // [bytes] of each frame, and of the end of the last
    std::vector<std::shared_ptr<const Model>> models_;  // those of the last frame; others are null
    u64 next_ = 0;
};

}  // namespace pliant
