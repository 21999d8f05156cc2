// Guides give bodies the shape they want, and draw their particles to places in the world.
#pragma once

#include <optional>

#include "world/guides/character_guide.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class GuideSystem {
  public:
    GuideSystem(Contents& contents, StepContext& step, Waking& waking)
        : contents_(contents), step_(step), waking_(waking) {}

    // ---- between steps; throw Error for a clip that is not there
    void set_guide(BodyId id, std::unique_ptr<Guide> guide);  // of its own, instead of clips
    void set_clips(BodyId id, std::vector<std::shared_ptr<const Clip>> clips);
    void play(BodyId id, std::string_view clip, double fade);
    void play(BodyId id, std::string_view clip);  // fades over the body's guide.fade
    void pause(BodyId id);                        // a body without a guide has nothing to pause
    void stop(BodyId id);                         // holds the pose; resume starts from the beginning
    void resume(BodyId id);
    void seek(BodyId id, double seconds);
    void start(Body& body);  // makes the guide that its parameters ask for
    static void move(Body& body, const Transform& by);
    static void shift(Body& body, const Vec3& by);  // of the origin

    // ---- in a step
    void drive();
    void apply_springs();
    static void set_rest_shape(Body& body, std::span<const Vec3> targets);  // of the whole body
    static std::span<const Vec3> guided_shape(const Body& body);
    static Transform root_of(const Body& body, double time);     // where the space of the guide stands in the world
    std::optional<GuidedPlaces> places(const Body& body) const;  // in this substep
    GuidedPlaces kinematic_places(const Body& body) const;       // of a body that its guide moves, and nothing else

  private:
    [[noreturn]] static void no_such_clip(const Body& body, std::string_view name);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    std::vector<Body*> guided_bodies_;
};

}  // namespace pliant
