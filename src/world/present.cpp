// Stage present: surfaces follow the matter, into the one of three frames that nobody reads.

#include "world/world.h"

namespace pliant {

void World::present() {
    team_.run(static_cast<u32>(all_bodies_.size()), [&](u32 i, u32) {
        Body& body = *all_bodies_[i];
        // What lies still looks like the step before, and the one before that.
        body.still_frames = body.immovable() ? body.still_frames + 1 : 0;
        if (body.still_frames > 2) return;
        SurfaceFrame& next = body.frames[(body.shown + 1) % 3];
        present(body, next, true);
        body.alone = body.jumped, body.jumped = false;
        body.shown = (body.shown + 1) % 3;
    });
}

// `seams`: characters are where they are to be seen.
void World::present(Body& body, SurfaceFrame& frame, bool seams) const {
    SurfaceFrame& own = body.model->drawn ? body.undrawn : frame;
    body.matter->present(body.view, own);
    if (seams) show_seam(body, own);
    if (body.model->drawn) body.model->drawn->present(own, frame);
}

}  // namespace pliant
