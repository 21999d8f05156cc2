// One body's guide: which clip plays, where it stands on its timeline, and the shape it asks for.
//
// A guide knows nothing of matter: it moves targets, one for every particle, in the space of the body's mesh. The world
// hands them to the matter as the shape it wants, or pulls particles to them, or both.
#pragma once

#include <memory>

#include "core/archive.h"
#include "core/hash.h"
#include "guide/clip.h"

namespace pliant {

enum class GuideMotion : u8 { stopped, playing, paused };

struct GuideSettings {
    double speed = 1;                     // timeline seconds per second
    bool loop = true;                     // or stay in the last pose
    bool poses_only = false;              // targets change where the clip has a pose, and not in between
    float max_speed = 0;                  // [m/s] that a target may move; 0: no bound
    float strength = 1;                   // 0: the rest shape, 1: the clip's
    std::span<const float> strength_map;  // times this, per particle, or empty
};

class Guide {
  public:
    explicit Guide(std::vector<Vec3> rest);  // particles at rest [m]

    // Clips of as many points as there are particles; what played is over. Throws Error.
    void set_clips(std::vector<std::shared_ptr<const Clip>> clips);
    std::span<const std::shared_ptr<const Clip>> clips() const { return clips_; }

    // From the beginning; what is asked for now fades into it. False: there is no such clip.
    bool play(std::string_view clip, double fade);
    void pause();  // resume goes on from here
    void stop();   // the pose is held; resume starts from the beginning
    void resume();
    void seek(double seconds);  // of the clip, brought into its length

    GuideMotion motion() const { return motion_; }
    const Clip* clip() const { return clip_ < clips_.size() ? clips_[clip_].get() : nullptr; }
    double time() const { return time_; }  // [s] of the clip

    // Time goes on. True when targets have changed.
    bool advance(double seconds, const GuideSettings&);
    // At once to where the clip stands, whatever the bound on speed: for beginnings.
    void jump(const GuideSettings&);
    std::span<const Vec3> targets() const { return targets_; }
    std::span<const Vec3> targets_before() const { return before_; }  // of the last step
    bool moving() const { return changed_; }                          // in the last step

    void save(Writer&) const;
    void load(Reader&);  // throws Error when it makes no sense, and changes nothing then
    void hash(Hasher&) const;

  private:
    double brought_into(double seconds, bool loop) const;
    void find_wanted(const GuideSettings&);

    std::vector<Vec3> rest_;
    std::vector<std::shared_ptr<const Clip>> clips_;

    // State.
    GuideMotion motion_ = GuideMotion::stopped;
    u32 clip_ = 0;                        // none when there are no clips
    double time_ = 0;                     // [s]
    bool ended_ = false;                  // stopped, so that resume begins anew
    double fade_length_ = 0, faded_ = 0;  // [s]
    std::vector<Vec3> fade_from_;         // targets when the clip was chosen; empty when nothing fades
    std::vector<Vec3> targets_, before_;
    bool changed_ = false;

    // Scratch.
    std::vector<Vec3> wanted_;
    bool at_rest_ = false;  // there is no clip, and nothing is left to change
};

}  // namespace pliant
