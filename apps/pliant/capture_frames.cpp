#include "pliant/capture_frames.h"

#include "capi/replay.h"

namespace pliant::app {

namespace {

class CaptureFrames final : public FrameSource {
  public:
    CaptureFrames(std::string path, render::LayerSet layers, u32 threads)
        : path_(std::move(path)), layers_(layers), def_(pliant_default_world_def()) {
        def_.threads = threads;
        begin();
    }
    u64 last_frame() const override { return steps_; }
    double rate() const override { return player_->world().parameters().number(WorldP::rate); }
    void show(u64 frame, render::Moment& moment) override {
        while (advance_towards(frame)) {
        }
        if (player_->info().differs)
            throw Error({path_, "step " + std::to_string(player_->info().step) + " comes out differently here", "",
                         "`pliant replay` says what differs first"});
        take_moment(player_->world(), layers_, moment);
    }
    // The way back is the way from the beginning: calls cannot be taken back.
    bool advance_towards(u64 frame) override {
        if (first_ + frame < player_->info().steps) begin();
        if (player_->info().steps < first_ + frame) player_->play_until(player_->info().steps + 1);
        // Where it comes out differently, or ends, it stays.
        const bool stuck = player_->info().differs || player_->info().steps == played_;
        played_ = player_->info().steps;
        return played_ < first_ + frame && !stuck;
    }
    const std::vector<SceneCamera>& cameras() const override { return cameras_; }

  private:
    void begin() {
        player_ = std::make_unique<capi::CapturePlayer>(path_, &def_);
        player_->play_until(0);
        first_ = played_ = player_->info().steps;
        steps_ = player_->step_calls();
    }
    const std::string path_;
    render::LayerSet layers_;
    pliant_world_def def_;
    std::unique_ptr<capi::CapturePlayer> player_;
    u64 first_ = 0, played_ = 0, steps_ = 0;  // of the world: at the beginning, now; and of the file
    std::vector<SceneCamera> cameras_;
};

}  // namespace

std::unique_ptr<FrameSource> open_capture_frames(const std::string& path, render::LayerSet layers, u32 threads) {
    return std::make_unique<CaptureFrames>(path, layers, threads);
}

}  // namespace pliant::app
