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
        present(body, next);
        body.alone = body.jumped, body.jumped = false;
        body.shown = (body.shown + 1) % 3;
    });
}

void World::present(Body& body, SurfaceFrame& frame) const {
    SurfaceFrame& own = body.model->drawn ? body.undrawn : frame;
    body.matter->present(body.view, own);
    show_seam(body, own);
    if (body.model->drawn) body.model->drawn->present(own, frame);
}

}  // namespace pliant
