// Bodies that are tied to each other by attachments: they move, wake and sleep as one.
#pragma once

#include "world/step_context.h"

namespace pliant {

// f(body, other) for every body that another is tied to, some of them several times.
template <class F>
void each_tie(Contents& contents, F&& f) {
    contents.attachments.each([&](AttachmentId, Attachment& a) {
        if (!a.holding) return;
        BodyId last;
        for (const GripHold& hold : a.holds) {
            if (!hold.target.body || hold.target.body == last) continue;
            last = hold.target.body;
            if (Body* other = contents.bodies.find(last)) f(*contents.bodies.find(a.body), *other);
        }
    });
}

void join_tied(StepContext& step);     // into one island
void join_hanging(StepContext& step);  // likewise those that hang on the same rigid body

}  // namespace pliant
