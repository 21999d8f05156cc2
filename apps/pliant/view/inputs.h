// The user's actions on a world, with their frames, so that they can be repeated with the same bits.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "pliant/view/changes.h"
#include "pliant/view/grab.h"
#include "pliant/view/keys.h"

namespace pliant::view {

struct BeginGrab {
    GrabId grab;
    Grip grip;
};
struct MoveGrab {
    GrabId grab;
    Vec3 target;  // [m]
};
struct EndGrab {
    GrabId grab;
};
struct ThrowBall {
    std::string name;
    Vec3 from, velocity;  // [m], [m/s]
    float radius;         // [m]
    bool rigid = false;   // or of gum
};
struct PushCollider {  // over the next step, pushing objects in its path
    std::string collider;
    Transform to;
};

// Particles of a body, by number: fixed in space or freed, touching things or not.
struct HoldParticles {
    std::string body;
    std::vector<u32> particles;
    bool held;
};
struct TouchParticles {
    std::string body;
    std::vector<u32> particles;
    bool touching;
};
// Controls the clip that a character, or the guide of a body, plays.
struct ControlClip {
    enum class Verb : u8 { play, pause, resume, stop, seek } verb = Verb::play;
    bool character = true;  // or a guide
    std::string name;
    std::string clip = {};  // of play
    double seconds = 0;     // of play: to fade from the old clip; of seek: where in the clip
};

using Action = std::variant<BeginGrab, MoveGrab, EndGrab, ThrowBall, PushCollider, LiveChange, HoldParticles,
                            TouchParticles, ControlClip>;

struct Input {
    u64 frame;  // done before the step that leads from this frame to the next
    Action action;
};

// All that was done, in order, and how much of it the world has seen.
class InputLog {
  public:
    // Needs a log of which the world has seen everything: see cut().
    void add(u64 frame, Action action);
    // What the world has not seen yet is forgotten: from here on things go another way. Values of parameters that went
    // with it, the last of each: they are those of the scene, and must not be lost.
    std::vector<LiveChange> cut();
    void forget_last_seen();  // the last that next() gave: it could not be done
    // The next one that is due at a frame, or null; the world is about to see it.
    const Input* next(u64 frame);
    void rewind(u64 frame);  // the world is back at a frame, and only earlier actions are done
    bool at_end() const { return seen_ == inputs_.size(); }
    // The frame of the first throw at a frame or after it, or none.
    static constexpr u64 never = ~u64{0};
    u64 first_throw(u64 from_frame) const;

    // Where a hand was drawn, or a collider pushed, as the world saw it: times are those of the ends of steps [s].
    struct Path {
        GrabId grab = 0;  // 0: of a collider
        std::string collider;
        double begin = 0, end = 0;  // [s] of holding
        std::vector<TimedPlace> samples;
    };
    Path last_path(double step_length) const;  // the one that was done last

    u32 changes_seen() const;  // of parameters
    u32 changes() const { return changes_; }
    std::vector<LiveChange> all_changes() const { return changes_from(0); }  // the last of each
    void clear_changes();                                                    // they are part of the scene now
    void clear_grabs();
    void clear_pushes(const std::string& collider);
    void clear();
    size_t size() const { return inputs_.size(); }

  private:
    void count();
    std::vector<LiveChange> changes_from(size_t first) const;
    template <class F>
    void forget(F&& which);
    std::vector<Input> inputs_;
    size_t seen_ = 0;
    u32 changes_ = 0;
};

}  // namespace pliant::view
