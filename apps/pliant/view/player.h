// What the window shows: a simulation that goes on, or a recording that is there. The window asks for the moment to
// draw and never waits for it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pliant/view/clip_state.h"
#include "pliant/view/simulator.h"
#include "render/moment.h"

namespace pliant::view {

struct PlayerState {
    bool ready = false;  // there is something to show
    bool playing = false;
    bool busy = false;  // cooking, or on the way to a frame; `notice` says which
    std::string notice;
    u64 frame = 0;                // shown
    u64 frame_count = 0;          // that are there
    u64 duration = 0;             // [frames] of the scene
    double time = 0;              // [s]
    double rate = 60;             // frames of a second of simulated time
    double speed = 1;             // wanted, of real time
    bool loop = false;            // starts over at `duration` while it plays
    double steps_per_second = 0;  // measured
    u64 hash = 0;

    // Of a simulation.
    u64 simulated_again = 0, mismatches = 0;
    size_t snapshot_bytes = 0, snapshots = 0;
    StepStatistics statistics;
    double step_milliseconds = 0;
    u64 particles = 0, bodies = 0;
    double kinetic_energy = 0, potential_energy = 0;     // [J]
    std::string paused_by;                               // why it stopped by itself: "frame 37: ollie hit floor"
    std::vector<std::pair<std::string, double>> masses;  // [kg] of bodies
    double mass_of(const std::string& body) const {
        for (const auto& [name, mass] : masses)
            if (name == body) return mass;
        return 0;
    }
    std::vector<ClipState> clips;
    const ClipState* clip_state_of(bool character, const std::string& name) const {
        for (const ClipState& p : clips)
            if (p.character == character && p.name == name) return &p;
        return nullptr;
    }
    bool comparing = false;
    u64 compared_from = 0;
};

class Simulation;

class Player {
  public:
    virtual ~Player() = default;
    virtual void play() = 0;
    virtual void pause() = 0;
    virtual void step(int frames) = 0;  // back, if negative
    virtual void seek(u64 frame) = 0;
    virtual void reset() = 0;
    virtual void set_speed(double speed) = 0;
    virtual void set_loop(bool loop) = 0;
    virtual void set_layers(render::LayerSet layers) = 0;

    virtual PlayerState state() const = 0;
    virtual std::shared_ptr<const render::Moment> moment() = 0;
    virtual std::shared_ptr<const render::Moment> compared_moment() { return nullptr; }
    virtual std::vector<Stretch> stretches() const = 0;
    virtual std::vector<ProbeSample> followed(size_t /*most*/) const { return {}; }  // the last ones
    virtual std::vector<std::string> take_errors() { return {}; }
    virtual u64 hash_of(u64 frame) const = 0;  // 0: not known

    virtual Simulation* simulation() { return nullptr; }  // null: it is only shown
};

}  // namespace pliant::view
