// The flow rule of plastic deformation, the same for all kinds.
//
// Strain beyond the yield strain flows into the rest shape at the rate `creep`: held at a strain e, matter that yields
// at y keeps (e - y) (1 - exp(-creep t)) of it, less where hardening raises y, and never more than `max_strain`.
#pragma once

#include "core/assert.h"
#include "core/trig.h"
#include "core/types.h"

namespace pliant {

struct PlasticRule {
    float yield_strain = 1e30f;
    float creep = 0;           // [1/s]
    float hardening = 0;       // how much the yield strain grows with the strain that stays
    float max_strain = 1e30f;  // strain that can stay
    bool any() const { return yield_strain < 1e30f && creep > 0; }
};

// Share of the difference that flows in a time.
inline float flow_fraction(const PlasticRule& rule, double seconds) {
    PL_ASSERT(rule.creep >= 0 && seconds >= 0);
    return static_cast<float>(1 - exponential(-static_cast<double>(rule.creep) * seconds));
}

// 0 … 1: the share of the elastic strain that stays, given the plastic strain so far.
inline float plastic_fraction(const PlasticRule& rule, float yield_strain, float elastic, float plastic, float share) {
    PL_ASSERT(yield_strain >= 0 && plastic >= 0 && rule.hardening >= 0 && share >= 0 && share <= 1);
    const float yield = yield_strain + rule.hardening * plastic;
    if (!(elastic > yield) || plastic >= rule.max_strain) return 0;
    return share * (1 - yield / elastic);
}

}  // namespace pliant
