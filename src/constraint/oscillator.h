// A mass on a spring with a damper, y'' = -ω² y - γ y' + f, solved exactly over a step: position and velocity become,
// for any stiffness, damping and length of the step,
//
//   y(h)  = keep y + carry y' + push f
//   y'(h) = pull y + slow  y' + carry f
//
// So there is nothing that could become unstable, and twice as many steps give the same.
#pragma once

#include <cmath>

#include "core/assert.h"
#include "core/trig.h"

namespace pliant {

struct Oscillation {
    double keep, carry, pull, slow, push;
};

// stiffness: ω² [1/s²], damping: γ [1/s], both 0 or more; h [s] above 0.
inline Oscillation oscillation(double stiffness, double damping, double h) {
    PL_ASSERT(stiffness >= 0 && damping >= 0 && h > 0);
    const double s = 0.5 * damping, d = stiffness - s * s;
    Oscillation o;
    double even, odd;  // e^(-s h) times cos(√d h) and sin(√d h) / √d, or their hyperbolic counterparts
    if (const double small = d * h * h; std::fabs(small) < 1e-6) {  // about critical
        const double fade = exponential(-s * h);
        even = fade * (1 - small / 2);
        odd = fade * h * (1 - small / 6);
    } else if (d > 0) {
        const double fade = exponential(-s * h), w = std::sqrt(d);
        even = fade * cosine(w * h);
        odd = fade * sine(w * h) / w;
    } else {  // e^(-s h) alone may be too small and the other too large for a number
        const double r = std::sqrt(-d), slowly = exponential(-stiffness / (s + r) * h),
                     fast = exponential(-(s + r) * h);
        even = 0.5 * (slowly + fast);
        odd = 0.5 * (slowly - fast) / r;
    }
    o.keep = even + s * odd;
    o.carry = odd;
    o.pull = -stiffness * odd;
    o.slow = even - s * odd;
    // (1 - keep) / ω², which has no digits left where there is hardly a spring: there it is the way of a mass with a
    // damper alone.
    if (stiffness * h * h > 1e-4 * (1 + damping * h)) {
        o.push = (1 - o.keep) / stiffness;
    } else if (damping * h > 1e-3) {
        o.push = (h - odd) / damping;
    } else {
        o.push = 0.5 * h * h * (1 - damping * h / 3);
    }
    return o;
}

}  // namespace pliant
