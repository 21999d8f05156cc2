// A guide: what moves the shape that a body wants.
//
// A guide has a target for every particle, in the space of the body's mesh. The world hands the targets to the matter
// as its rest shape, or pulls particles to them, or both. A guide sees the matter that it guides, so that it can react
// to it; what it remembers is its state, which it saves, loads and hashes.
#pragma once

#include <memory>
#include <span>

#include "body/contact_listener.h"
#include "core/archive.h"
#include "core/hash.h"
#include "core/particle_view.h"

namespace pliant {

class ClipGuide;

struct GuideSettings {
    double speed = 1;                     // timeline seconds per second
    bool loop = true;                     // or stay in the last pose
    bool poses_only = false;              // targets change where the clip has a pose, and not in between
    float max_speed = 0;                  // [m/s] that a target may move; 0: no bound
    float strength = 1;                   // 0: the rest shape, 1: the clip's
    std::span<const float> strength_map;  // times this, per particle, or empty
};

// The matter that a guide guides, as the last step left it: positions [m] with inverse masses, and velocities [m/s], in
// the world. `particle_from` has the particle of the whole body that each is a copy of; empty: the body has not torn.
struct GuidedMatter {
    std::span<const Float4> position, velocity;
    std::span<const u32> particle_from;
};

class Guide {
  public:
    virtual ~Guide() = default;
    virtual std::unique_ptr<Guide> clone() const = 0;  // with its state

    // Time goes on. True when targets have changed. Several guides advance at once, each on one thread.
    virtual bool advance(double seconds, const GuideSettings&, const GuidedMatter&) = 0;
    virtual std::span<const Vec3> targets() const = 0;         // [m] of the particles of the whole body
    virtual std::span<const Vec3> targets_before() const = 0;  // of the last step
    virtual bool moving() const = 0;                           // in the last step

    virtual void save(Writer&) const = 0;
    virtual void load(Reader&) = 0;  // throws Error when it makes no sense, and changes nothing then
    virtual void hash(Hasher&) const = 0;

    // ---- capabilities, or null
    virtual ClipGuide* clips() { return nullptr; }  // it plays clips
    const ClipGuide* clips() const { return const_cast<Guide*>(this)->clips(); }
    virtual ContactListener* contact_listener() { return nullptr; }  // it reacts to contacts of its body

  protected:
    Guide() = default;
    Guide(const Guide&) = default;
    Guide& operator=(const Guide&) = default;
};

}  // namespace pliant
