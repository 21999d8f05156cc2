// Bodies that follow clips.

#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

static_assert(static_cast<int>(GuideMotion::playing) == PLIANT_GUIDE_PLAYING &&
              static_cast<int>(GuideMotion::paused) == PLIANT_GUIDE_PAUSED &&
              static_cast<int>(GuideMotion::stopped) == PLIANT_GUIDE_STOPPED);

pliant_result pliant_guide_get_info(pliant_world world, pliant_body body, pliant_guide_info* out) {
    return guarded("pliant_guide_get_info", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        *out = {nullptr, 0, PLIANT_GUIDE_STOPPED, 0};
        const ClipGuide* guide = clip_guide(b);
        if (!guide) return;
        const Clip* clip = guide->clip();
        *out = {clip ? clip->name.c_str() : nullptr, guide->time(), static_cast<pliant_guide_motion>(guide->motion()),
                guide->clip_list().size()};
    });
}

pliant_result pliant_guide_play(pliant_world world, pliant_body body, const char* clip, double fade) {
    return changing<pliant_guide_play>(world, body, clip, fade)([&] {
        need(clip, "clip");
        if (!(fade <= 1e9)) fail(PLIANT_BAD_ARGUMENT, "the fade is not a number of seconds");
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        w->world.guides().play(from_c(body).body(), clip, fade < 0 ? b.common.number(BodyP::guide_fade) : fade);
    });
}

pliant_result pliant_guide_pause(pliant_world world, pliant_body body) {
    return changing<pliant_guide_pause>(world, body)([&] {
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.guides().pause(from_c(body).body());
    });
}

pliant_result pliant_guide_stop(pliant_world world, pliant_body body) {
    return changing<pliant_guide_stop>(world, body)([&] {
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.guides().stop(from_c(body).body());
    });
}

pliant_result pliant_guide_resume(pliant_world world, pliant_body body) {
    return changing<pliant_guide_resume>(world, body)([&] {
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.guides().resume(from_c(body).body());
    });
}

pliant_result pliant_guide_seek(pliant_world world, pliant_body body, double seconds) {
    return changing<pliant_guide_seek>(world, body, seconds)([&] {
        need_finite(static_cast<float>(seconds), "seconds");
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.guides().seek(from_c(body).body(), seconds);
    });
}
