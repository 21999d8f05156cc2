#include "record/assembled.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

class AssembledRecorder final : public Recorder {
  public:
    AssembledRecorder(const AssembledFormat& format, const RecordSettings& settings)
        : format_(format), settings_(settings), path_(settings.folder + format.file) {}

    void check(const RecordedScene& scene) const override {
        if (format_.check) format_.check(scene, settings_);
    }

    void begin(const RecordedScene& scene, u64 frame) override {
        check(scene);
        // Finished by an earlier run. Its frames are not kept twice, so nothing can be added; nothing may have to be.
        if (frame > 0 && !fs::exists(part()) && fs::exists(path_)) {
            if (settings_.frames == 0 || settings_.frames > frame)
                throw Error({path_, "it is finished, and frames cannot be added to it", "",
                             "run again without --resume, or record pc2 and `pliant convert` it"});
            return;
        }
        file_ = std::make_unique<FrameFile>(
            part(), FrameFileHead{format_.format, format_.needs, settings_.loop_seconds, scene, settings_.glb}, frame);
    }

    void frame(const RecordFrame& frame) override { file_->add(frame); }

    void finish() override {
        if (!file_) return;
        file_->close();
        {
            FrameReader frames(part());
            format_.assemble(frames, path_, settings_.progress);
        }
        fs::remove(part());
    }

  private:
    std::string part() const { return path_ + ".part"; }
    const AssembledFormat& format_;
    RecordSettings settings_;
    std::string path_;
    std::unique_ptr<FrameFile> file_;
};

}  // namespace

std::unique_ptr<Recorder> make_assembled_recorder(const AssembledFormat& format, const RecordSettings& settings) {
    PL_ASSERT(format.format);
    return std::make_unique<AssembledRecorder>(format, settings);
}

const AssembledFormat& assembled_format(const FrameReader& frames) {
    for (const AssembledFormat* f : {&glb_format, &usda_format, &particles_usda_format, &vat_format})
        if (frames.head().format == f->format) return *f;
    throw Error({"", "frames of the format " + in_quotes(frames.head().format), "one that this version knows", ""});
}

float plane_extent(const Box& bounds, const Vec3& middle) {
    PL_ASSERT(is_finite(middle));
    if (bounds.empty()) return 10;
    const Vec3 reach = greatest(bounds.high - middle, middle - bounds.low);
    return std::ceil(1.5f * std::max({reach.x, reach.y, reach.z, 1.0f}));
}

}  // namespace pliant
