#include "guide/clip.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

Clip::Between Clip::at(double seconds) const {
    PL_ASSERT(fps > 0 && std::isfinite(seconds));
    PL_ASSERT(!frames.empty());
    const double frame = frames.front() + seconds * fps;
    const size_t after = static_cast<size_t>(std::upper_bound(frames.begin(), frames.end(), frame) - frames.begin());
    if (after == 0) return {0, 0, 0};
    if (after == frames.size()) return {after - 1, after - 1, 0};
    if (!interpolate) return {after - 1, after - 1, 0};
    const double share = (frame - frames[after - 1]) / (frames[after] - frames[after - 1]);
    return {after - 1, after, static_cast<float>(share)};
}

void Clip::sample(double seconds, std::span<Vec3> out) const {
    PL_ASSERT(points.size() == frames.size() * point_count);
    PL_ASSERT(out.size() == point_count);
    const Between b = at(seconds);
    const std::span<const Vec3> from = pose(b.first), to = pose(b.second);
    for (u32 i = 0; i < point_count; ++i) out[i] = from[i] + (to[i] - from[i]) * b.share;
}

}  // namespace pliant
