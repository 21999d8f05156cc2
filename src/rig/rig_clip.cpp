#include "rig/rig_clip.h"

#include <algorithm>

#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace {

// The cubic that has the given values and slopes at both ends of a stretch of `span` seconds.
double hermite(double from, double out_slope, double to, double in_slope, double span, double t) {
    const double t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * from + span * (t3 - 2 * t2 + t) * out_slope + (3 * t2 - 2 * t3) * to +
           span * (t3 - t2) * in_slope;
}

Quatd turn_at(const double* v) { return normalized(Quatd{v[0], v[1], v[2], v[3]}); }

void put(const Quatd& q, double* out) {
    out[0] = q.x;
    out[1] = q.y;
    out[2] = q.z;
    out[3] = q.w;
}

}  // namespace

void RigChannel::sample(double time, double* out) const {
    PL_ASSERT(out && std::isfinite(time) && values.size() >= times.size() * width);
    PL_ASSERT(!times.empty() && (path != ChannelPath::rotation || width == 4));
    const bool cubic = interpolation == KeyInterpolation::cubic;
    const size_t stride = cubic ? 3 * width : width;
    const auto value = [&](size_t key) { return values.data() + key * stride + (cubic ? width : 0); };
    const size_t after = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    const size_t first = after == 0 ? 0 : after - 1, second = std::min(after, times.size() - 1);
    const double span = times[second] - times[first];
    if (after == 0 || second == first || !(span > 0) || interpolation == KeyInterpolation::step) {
        std::copy_n(value(first), width, out);
        return;
    }
    const double t = (time - times[first]) / span;
    if (cubic) {
        for (u32 i = 0; i < width; ++i)
            out[i] = hermite(value(first)[i], value(first)[width + i], value(second)[i], (value(second) - width)[i],
                             span, t);
        if (path == ChannelPath::rotation) put(turn_at(out), out);
    } else if (path == ChannelPath::rotation) {
        put(turn_between(turn_at(value(first)), turn_at(value(second)), t), out);
    } else {
        for (u32 i = 0; i < width; ++i) out[i] = value(first)[i] + (value(second)[i] - value(first)[i]) * t;
    }
}

double RigClip::file_time(double seconds, bool loop) const {
    PL_ASSERT(start <= end && std::isfinite(seconds));
    const double whole = length();
    if (!(whole > 0)) return start;
    if (!loop) return start + std::clamp(seconds, 0.0, whole);
    return start + (seconds - std::floor(seconds / whole) * whole);
}

void check_channel(RigChannel& c, const std::string& where) {
    const auto key = [&](size_t k) { return where + ", key " + std::to_string(k); };
    const size_t stride = c.interpolation == KeyInterpolation::cubic ? 3 * c.width : c.width;
    if (c.values.size() != c.times.size() * stride || c.times.empty())
        throw Error({where, with_commas(c.values.size()) + " numbers for " + with_commas(c.times.size()) + " times",
                     c.times.empty() ? "at least one key" : with_commas(c.times.size() * stride) + " numbers",
                     "export the animation again"});
    for (size_t k = 0; k < c.times.size(); ++k) {
        if (!std::isfinite(c.times[k])) throw Error({key(k), "its time is not a finite number", "seconds", ""});
        if (k > 0 && c.times[k] < c.times[k - 1])
            throw Error(
                {key(k),
                 "its time " + short_number(c.times[k], 6) + " s comes after " + short_number(c.times[k - 1], 6) + " s",
                 "times that ascend", "export the animation again"});
        for (size_t i = 0; i < stride; ++i)
            if (!std::isfinite(c.values[k * stride + i]))
                throw Error({key(k), "a value is not a finite number", "numbers", "export the animation again"});
        if (c.path != ChannelPath::rotation) continue;
        double* q = c.values.data() + k * stride + (stride == 12 ? 4 : 0);
        if (!(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 1e-12))
            throw Error({key(k), "the turn is 0 0 0 0", "a quaternion of length 1", "export the animation again"});
        if (c.interpolation != KeyInterpolation::cubic) put(turn_at(q), q);  // slopes belong to the value as it is
    }
}

void find_length(RigClip& clip) {
    bool any = false;
    clip.start = clip.end = 0;
    for (const RigChannel& c : clip.channels) {
        clip.start = any ? std::min(clip.start, c.times.front()) : c.times.front();
        clip.end = any ? std::max(clip.end, c.times.back()) : c.times.back();
        any = true;
    }
}

}  // namespace pliant
