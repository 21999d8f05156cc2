// A world with a past: it can go back to any frame it has been at and go on from there, with the same bits.
//
// Every few frames there is a snapshot; what lies between is simulated again, with everything that was done from
// outside at the same frames as the first time. A new action at frame f makes another future: frames after f are
// dropped, and frames before f have older settings if the action was a change of a parameter.
//
// Nothing here knows of threads or windows; simulation.h does.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "assets/scene_build.h"
#include "pliant/view/inputs.h"
#include "pliant/view/mirrored.h"
#include "pliant/view/snapshots.h"

namespace pliant::view {

// A scene to be simulated, as text.
struct SceneText {
    std::string text, file, folder;     // file: for errors
    std::vector<std::string> settings;  // of --set, over the text
};
Scene read(const SceneText& source);  // throws Error

struct FrameInfo {
    u64 hash = 0;
    u32 changes = 0;  // of parameters, before it was made
    bool hit = false, quarantine = false;
};

// Frames in a row that are shown alike.
struct Stretch {
    u64 begin, end;
    bool stale;  // made with settings that have changed since
};

// A place of a skin that is followed.
struct ProbeSample {
    u64 frame;
    Vec3 position;  // [m]
    float speed;    // [m/s]
};

class Simulator {
  public:
    explicit Simulator(u32 threads, size_t snapshot_budget = size_t{512} << 20, u64 snapshot_every = 10);
    ~Simulator();

    // Makes the world; throws Error and keeps the old one. The user's actions are repeated, or dropped for another
    // scene; changes of parameters are assumed to be part of the text. `progress` may throw to stop.
    enum class History : u8 { keep, forget };
    void build(const SceneText& source, History history = History::forget, const BuildProgress& progress = {});
    bool ready() const { return world_ != nullptr; }
    const World& world() const { return *world_; }
    const Scene& scene() const { return *scene_; }
    const Report& report() const { return builder_->report(); }

    // ---- time
    u64 frame() const { return world_->step_count(); }
    u64 frame_count() const { return frames_.size(); }  // that were simulated, with the first
    // To the next frame. Throws Error when an action of this frame cannot be repeated in the present world: it
    // is forgotten, so that the next call goes on without it.
    void step();
    // Goes to the last snapshot that leads to a frame, unless the way from here is shorter; step() leads on.
    void approach(u64 frame);
    void seek(u64 frame);  // the whole way
    // Goes to the first frame with the present settings, and drops the user's actions.
    void restart();
    // The same, but the user's actions are repeated at their frames. Without a change of settings since the first
    // frame this is seek(0), and frames that were simulated stay valid.
    void start_over();

    const std::vector<FrameInfo>& frames() const { return frames_.all(); }
    std::vector<Stretch> stretches() const;
    // Update copies of the frames and of the followed place; return how many items were new.
    size_t sync_to(std::vector<FrameInfo>& frames) { return frames_.sync_to(frames); }
    size_t sync_to(std::vector<ProbeSample>& samples) { return samples_.sync_to(samples); }
    u64 hash() const { return frames_[frame()].hash; }
    u64 simulated_again() const { return simulated_again_; }
    u64 mismatches() const { return mismatches_; }  // frames that came out different the second time: must be 0
    const Snapshots& snapshots() const { return snapshots_; }

    // ---- actions, at this frame. Throw Error for values that do not suit. Of later actions, changes of
    // parameters are done now: they are part of the scene, whatever becomes of the rest.
    void act(Action action);

    InputLog::Path last_path() const { return log_.last_path(world_->step_length()); }
    // Called when grabs and pushes have become part of the scene, which is about to be rebuilt.
    void clear_grabs();
    void clear_pushes(const std::string& collider);

    // ---- a place to follow
    void follow(const Grip& place);
    void stop_following();
    const std::vector<ProbeSample>& followed() const { return samples_.all(); }

    // A second world, as this one is now; goes its own way from here. Throws Error when something was thrown in.
    std::unique_ptr<Simulator> copy() const;

  private:
    void perform(const Action& action);
    void throw_ball(const ThrowBall& ball);
    void arrive();
    void follow_on();
    void forget_future();
    void add_frame(const FrameInfo& info);
    void take_snapshot();
    void begin_timeline();
    void restore(const Snapshots::Kept& kept);

    u32 threads_;
    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<SceneBuilder> builder_;  // holds the models; refers to the scene
    std::unique_ptr<World> world_;
    SceneBuilder::Models models_;
    std::map<float, std::shared_ptr<const Model>> balls_;  // by radius

    Snapshots snapshots_;
    InputLog log_;
    Mirrored<FrameInfo> frames_;
    // Frames in a row before which as many parameters had changed: there are few, however many frames there are.
    struct Run {
        u64 end;
        u32 changes;
    };
    std::vector<Run> runs_;
    u64 simulated_again_ = 0, mismatches_ = 0;

    std::string followed_body_;
    u32 followed_point_ = 0;
    Mirrored<ProbeSample> samples_;
};

}  // namespace pliant::view
