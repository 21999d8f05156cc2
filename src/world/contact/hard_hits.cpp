#include "world/contact/hard_hits.h"

#include "rigid/system.h"
#include "world/rigid_coupling/rigid_coupling.h"

namespace pliant {

// What comes faster than its matter can take is slowed down as a whole first.
bool HardHits::slow_down() {
    hits_.begin();
    for (const Contact& c : contact_set_.contacts) {
        if (c.approach > -1) continue;  // [m/s] slow for anything
        const Pair& pair = pairs_[c.pair];
        if (pair.with_itself()) continue;  // as a whole it does not move against itself
        const float hardest = hardest_hit(*pair.body, pair.other_body);
        if (c.approach >= -hardest) continue;
        hits_.add(c, {contact_set_.supports.data() + c.first_support, c.support_count}, hardest,
                  c.swapped ? pair.other_body : pair.body, c.swapped ? pair.body : pair.other_body, contents_.particles,
                  contents_.rigid.get());
    }
    if (!hits_.any()) return false;
    hits_.solve(contents_.particles, step_.h);
    // Most of a hard hit happens here, so it is reported as a contact even if the rest of the displacement does not
    // bring the two together in this substep.
    for (const HitSolver::Hit& hit : hits_.hits()) {
        if (!(hit.impulse > 0)) continue;
        pairs_[hit.contact->pair].add_touch(hit.place.to<float>(), hit.contact->normal, hit.contact->swapped,
                                            static_cast<float>(hit.impulse), -hit.contact->approach);
        if (hit.contact->rigid)
            contents_.rigid->apply_impulse(hit.contact->rigid, hit.place.to<float>(),
                                           hit.contact->normal * -static_cast<float>(hit.impulse));
    }
    return true;
}

}  // namespace pliant
