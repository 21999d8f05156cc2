// A guide that plays clips: which clip plays, where it stands on its timeline, and the shape it asks for.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "guide/clip.h"
#include "guide/guide.h"

namespace pliant {

enum class GuideMotion : u8 { stopped, playing, paused };

class ClipGuide : public Guide {
  public:
    explicit ClipGuide(std::vector<Vec3> rest);  // particles at rest [m]
    std::unique_ptr<Guide> clone() const override { return std::make_unique<ClipGuide>(*this); }
    ClipGuide* clips() override { return this; }

    // Clips of as many points as there are particles; what played is over. Throws Error.
    void set_clips(std::vector<std::shared_ptr<const Clip>> clips);
    std::span<const std::shared_ptr<const Clip>> clip_list() const { return clip_list_; }

    // From the beginning; what is asked for now fades into it. False: there is no such clip.
    bool play(std::string_view clip, double fade);
    void pause();  // resume goes on from here
    void stop();   // the pose is held; resume starts from the beginning
    void resume();
    void seek(double seconds);  // of the clip, brought into its length

    GuideMotion motion() const { return motion_; }
    const Clip* clip() const { return clip_ < clip_list_.size() ? clip_list_[clip_].get() : nullptr; }
    double time() const { return time_; }  // [s] of the clip

    bool advance(double seconds, const GuideSettings&, const GuidedMatter&) override;
    // At once to where the clip stands, whatever the bound on speed: for beginnings.
    void jump(const GuideSettings&);
    std::span<const Vec3> targets() const override { return targets_; }
    std::span<const Vec3> targets_before() const override { return before_; }
    bool moving() const override { return changed_; }

    void save(Writer&) const override;
    void load(Reader&) override;
    void hash(Hasher&) const override;

  private:
    double brought_into(double seconds, bool loop) const;
    void find_wanted(const GuideSettings&);

    std::vector<Vec3> rest_;
    std::vector<std::shared_ptr<const Clip>> clip_list_;

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
