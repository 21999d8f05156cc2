#include "pliant/view/clip_state.h"

#include "world/world.h"

namespace pliant::view {

namespace {

ClipState::Motion motion_of(PlayState state) {
    return state == PlayState::playing  ? ClipState::Motion::playing
           : state == PlayState::paused ? ClipState::Motion::paused
                                        : ClipState::Motion::stopped;
}
ClipState::Motion motion_of(GuideMotion motion) {
    return motion == GuideMotion::playing  ? ClipState::Motion::playing
           : motion == GuideMotion::paused ? ClipState::Motion::paused
                                           : ClipState::Motion::stopped;
}

}  // namespace

std::vector<ClipState> clips_of(const World& world) {
    std::vector<ClipState> all;
    world.contents().characters.each([&](CharacterId, const CharacterInstance& c) {
        ClipState p{c.name, true, {}, "", motion_of(c.state), c.now.time, 0};
        for (const auto& clip : c.character().clips) p.clips.push_back(clip.name);
        if (c.now.clip != PlayedClip::none) {
            p.clip = p.clips[c.now.clip];
            p.length = c.character().clips[c.now.clip].length();
        }
        all.push_back(std::move(p));
    });
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const ClipGuide* guide = clip_guide(body);
        if (!guide || guide->clip_list().empty()) return;
        ClipState p{body.name, false, {}, "", motion_of(guide->motion()), guide->time(), 0};
        for (const auto& clip : guide->clip_list()) p.clips.push_back(clip->name);
        if (const Clip* clip = guide->clip()) {
            p.clip = clip->name;
            p.length = clip->length();
        }
        all.push_back(std::move(p));
    });
    return all;
}

}  // namespace pliant::view
