#include "pliant/view/keys.h"

#include "core/text.h"

namespace pliant::view {

namespace {

void keep(const std::vector<TimedPlace>& s, size_t begin, size_t end, float tolerance, std::vector<bool>& kept) {
    float worst = tolerance;
    size_t at = 0;
    for (size_t i = begin + 1; i < end; ++i) {
        const float t = static_cast<float>((s[i].time - s[begin].time) / (s[end].time - s[begin].time));
        const float miss = length(s[i].place - (s[begin].place + (s[end].place - s[begin].place) * t));
        if (miss > worst) {
            worst = miss;
            at = i;
        }
    }
    if (!at) return;
    kept[at] = true;
    keep(s, begin, at, tolerance, kept);
    keep(s, at, end, tolerance, kept);
}

}  // namespace

std::vector<TimedPlace> simplified(const std::vector<TimedPlace>& samples, float tolerance) {
    std::vector<TimedPlace> growing;
    for (const TimedPlace& s : samples) {
        if (!growing.empty() && s.time <= growing.back().time) {
            growing.back().place = s.place;  // of several at a time, the last
            continue;
        }
        growing.push_back(s);
    }
    if (growing.size() < 3) return growing;
    std::vector<bool> kept(growing.size(), false);
    kept.front() = kept.back() = true;
    keep(growing, 0, growing.size() - 1, tolerance, kept);
    std::vector<TimedPlace> result;
    for (size_t i = 0; i < growing.size(); ++i)
        if (kept[i]) result.push_back(growing[i]);
    return result;
}

std::string keys_json(const std::vector<TimedPlace>& keys) {
    std::string json = "{ \"keys\": [";
    for (size_t i = 0; i < keys.size(); ++i) {
        const Vec3& p = keys[i].place;
        json += (i ? ", [" : "[") + short_number(keys[i].time, 6) + ", [" + short_number(p.x, 5) + ", " +
                short_number(p.y, 5) + ", " + short_number(p.z, 5) + "]]";
    }
    return json + "] }";
}

}  // namespace pliant::view
