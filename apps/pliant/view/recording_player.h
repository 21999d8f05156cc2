// Plays the records of a run, or a posed lattice, without simulating.
#pragma once

#include <chrono>

#include "pliant/frame_source.h"
#include "pliant/view/player.h"

namespace pliant::view {

class RecordingPlayer final : public Player {
  public:
    explicit RecordingPlayer(std::unique_ptr<app::FrameSource> frames);
    void play() override;
    void pause() override;
    void step(int frames) override;
    void seek(u64 frame) override;
    void reset() override;
    void set_speed(double speed) override { speed_ = speed; }
    void set_loop(bool loop) override { loop_ = loop; }
    void set_layers(render::LayerSet) override {}  // a record has only surfaces

    PlayerState state() const override;
    std::shared_ptr<const render::Moment> moment() override;  // reads the frame that time has come to
    std::vector<Stretch> stretches() const override { return {{0, frames_->last_frame() + 1, false}}; }
    u64 hash_of(u64) const override { return 0; }
    std::vector<std::string> take_errors() override { return std::exchange(errors_, {}); }
    const std::vector<SceneCamera>& cameras() const { return frames_->cameras(); }

  private:
    using Clock = std::chrono::steady_clock;
    void look_at_disk(Clock::time_point now);
    std::unique_ptr<app::FrameSource> frames_;
    bool playing_ = false;
    double speed_ = 1;
    bool loop_ = false;
    double place_ = 0;  // [frames]
    Clock::time_point last_, looked_;
    std::shared_ptr<const render::Moment> shown_;
    u64 shown_frame_ = 0;
    std::vector<std::string> errors_;
};

}  // namespace pliant::view
