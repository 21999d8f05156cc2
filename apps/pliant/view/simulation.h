// A simulation on a thread of its own. The window puts commands into a queue, and the thread publishes moments for
// the window. Neither waits for the other: the window draws the last moment that was published.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "pliant/view/player.h"

namespace pliant::view {

struct PauseOn {
    bool hit = false, quarantine = true;
};

class Simulation final : public Player {
  public:
    // threads: of the solver; 0: one less than the machine has, so that the window has one of its own.
    explicit Simulation(u32 threads = 0);
    ~Simulation() override;

    // ---- Player
    void play() override;
    void pause() override;
    void step(int frames) override;
    void seek(u64 frame) override;
    void reset() override;
    void set_speed(double speed) override;
    void set_loop(bool loop) override;
    void set_layers(render::LayerSet layers) override;
    PlayerState state() const override;
    std::shared_ptr<const render::Moment> moment() override;
    std::shared_ptr<const render::Moment> compared_moment() override;
    std::vector<Stretch> stretches() const override;
    std::vector<ProbeSample> followed(size_t most) const override;
    std::vector<std::string> take_errors() override;
    u64 hash_of(u64 frame) const override;
    Simulation* simulation() override { return this; }

    // ---- the scene
    // Rebuilds the world, and simulates again to the present frame. Of several calls in a row the last one counts.
    void load(SceneText source, bool from_the_start);
    void change(std::vector<LiveChange> changes);
    bool waits() const;                 // something that was asked for has not been begun yet
    void set_duration(double seconds);  // of the scene: nothing is simulated again for it
    void act(Action action);
    void throw_ball(const Vec3& from, const Vec3& velocity, float radius, bool rigid = false);
    InputLog::Path last_path() const;  // of a hand or a pushed collider
    void clear_grabs();                // before they become part of the scene
    void clear_pushes(const std::string& collider);
    void pause_on(PauseOn what);
    void follow(const Grip& place);
    void stop_following();
    void show_particles(std::string body);  // in moments; empty: of none
    // Two worlds from this frame on: the other one keeps the settings of now.
    void compare(bool on);
    std::vector<std::string> take_report();  // what building had to say

    // Until everything that was asked for is done and, if it does not play, shown. For tests.
    void finish();

  private:
    using Clock = std::chrono::steady_clock;
    using Command = std::function<void()>;
    void post(Command command);
    void main();
    bool work();  // one piece of it; false: nothing to do before `next_step_`
    void build();
    void advance();
    void go_to(u64 frame);
    void start_over();
    bool at_end() const;
    void act_now(const Action& action);
    void fail_build(const std::string& why);
    void note_events();
    void measure(double seconds);
    void publish();
    void publish_progress(const std::string& notice);
    void show_error(const std::string& sentence);
    std::shared_ptr<render::Moment> free_moment();

    // ---- of the thread
    Simulator simulator_;
    std::unique_ptr<Simulator> other_;
    u64 compared_from_ = 0;
    std::optional<SceneText> to_build_;
    bool build_from_start_ = false;
    bool playing_ = false;
    std::optional<u64> target_;  // a frame on the way to which nothing is shown
    double speed_ = 1;
    double duration_ = 0;  // [s] of the scene
    bool loop_ = false;
    PauseOn pause_on_;
    render::LayerSet layers_;
    std::string particles_of_;
    Clock::time_point next_step_;
    std::deque<std::pair<Clock::time_point, double>> steps_;  // of the last second: when, and how long
    std::string paused_by_;
    u32 balls_ = 0;
    // Moments that are no longer shown: their memory is reused. The last owner of a moment returns it here, possibly
    // after this object is destroyed.
    struct SpareMoments {
        std::mutex mutex;
        std::vector<std::unique_ptr<render::Moment>> all;
    };
    std::shared_ptr<SpareMoments> spare_ = std::make_shared<SpareMoments>();
    bool unpublished_ = true;
    const World* masses_of_ = nullptr;
    std::vector<std::pair<std::string, double>> masses_;

    // ---- shared
    mutable std::mutex mutex_;
    std::condition_variable wake_, idle_;
    std::deque<Command> commands_;
    bool quit_ = false, working_ = false;
    std::atomic<int> coming_scenes_{0};  // cooking for an older one can stop
    PlayerState state_;
    std::shared_ptr<const render::Moment> moment_, compared_;
    std::vector<Stretch> stretches_;
    std::vector<FrameInfo> frames_;
    std::vector<ProbeSample> followed_;
    std::vector<std::string> errors_, report_;
    InputLog::Path last_path_;
    bool taken_ = true;  // the window has seen the moment

    std::thread thread_;
};

}  // namespace pliant::view
