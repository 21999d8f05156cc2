#include "core/value.h"

#include <algorithm>

#include "core/assert.h"
#include "core/trig.h"

namespace pliant {

Vec3d Keys::at(double time) const {
    PL_ASSERT(!times.empty() && times.size() == values.size());
    const double first = times.front(), last = times.back();
    if (loop && last > first) time -= std::floor((time - first) / (last - first)) * (last - first);
    if (!(time > first)) return values.front();
    if (time >= last) return values.back();
    const size_t i = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    double t = (time - times[i - 1]) / (times[i] - times[i - 1]);
    if (ease == Ease::step) t = 0;
    if (ease == Ease::smooth) t = t * t * (3 - 2 * t);
    return values[i - 1] + (values[i] - values[i - 1]) * t;
}

double Map::apply(double paint) const {
    const double t = paint > 0 ? (paint < 1 ? paint : 1) : 0;
    if (logarithmic) return exponential(logarithm(low) + (logarithm(high) - logarithm(low)) * t);
    return low + (high - low) * t;
}

}  // namespace pliant
