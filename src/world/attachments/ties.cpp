#include "world/attachments/ties.h"

#include "rigid/system.h"

namespace pliant {

void join_tied(StepContext& step) {
    each_tie(step.contents, [&](const Body& body, const Body& other) {
        if (!body.quarantined && !other.quarantined) step.islands.join(body.number, other.number);
    });
}

void join_hanging(StepContext& step) {
    Contents& contents = step.contents;
    if (!contents.rigid) return;
    contents.attachments.each([&](AttachmentId, const Attachment& a) {
        for (const GripHold& hold : a.holds) {
            const Collider* c = contents.colliders.find(hold.target.collider);
            if (!a.holding || !c || !c->dynamic) continue;
            step.islands.join(contents.bodies.find(a.body)->number,
                              step.island_member(rigid::System::number(c->rigid)));
        }
    });
}

}  // namespace pliant
