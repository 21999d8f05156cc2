// Stage present: surfaces follow the matter, into the one of three frames that nobody reads.

#include "world/world.h"

namespace pliant {

// Where that takes long, all workers look after one surface; of others each takes one.
void World::present() {
    const auto is_large = [](const Body& body) { return body.model->surface.vertex_count() >= 16384; };
    for (Body* body : all_bodies_)
        if (is_large(*body)) present_next(*body, team_);
    Team alone;
    team_.run(static_cast<u32>(all_bodies_.size()), [&](u32 i, u32) {
        if (!is_large(*all_bodies_[i])) present_next(*all_bodies_[i], alone);
    });
}

void World::present_next(Body& body, Team& team) {
    // What lies still looks like the step before, and the one before that.
    body.still_frames = body.still() ? body.still_frames + 1 : 0;
    if (body.still_frames > 2) return;
    SurfaceFrame& next = body.frames[(body.shown + 1) % 3];
    present(body, next, true, team);
    body.alone = body.jumped, body.jumped = false;
    body.shown = (body.shown + 1) % 3;
}

void World::present(Body& body, SurfaceFrame& frame, bool seams) const {
    Team alone;
    present(body, frame, seams, alone);
}

// `seams`: characters are where they are to be seen.
void World::present(Body& body, SurfaceFrame& frame, bool seams, Team& team) const {
    SurfaceFrame& own = body.model->drawn ? body.undrawn : frame;
    body.matter->present(body.view, own, team);
    if (seams) show_seam(body, own);
    if (body.model->drawn) body.model->drawn->present(own, frame);
}

}  // namespace pliant
