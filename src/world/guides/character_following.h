// Bodies that follow the surface of a character.
#pragma once

#include "world/guides/guides.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class CharacterFollowing {
  public:
    CharacterFollowing(Contents& contents, StepContext& step, Waking& waking, GuideSystem& guides)
        : contents_(contents), step_(step), waking_(waking), guides_(guides) {}

    void follow(Body& body);
    void put_on_character(Body& body);
    void drive();
    std::span<Body* const> followers() const { return followers_; }

  private:
    void bind(CharacterGuide& guide, const Body& body, const CharacterInstance& c) const;
    static void find_seam(CharacterGuide& guide, const Body& body, const CharacterInstance& c);
    void skin(CharacterInstance& c) const;

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    GuideSystem& guides_;
    std::vector<Body*> guided_bodies_, followers_;
};

}  // namespace pliant
