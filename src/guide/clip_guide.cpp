#include "guide/clip_guide.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"
#include "core/error.h"
#include "core/soundness.h"
#include "core/text.h"

namespace pliant {

ClipGuide::ClipGuide(std::vector<Vec3> rest) : rest_(std::move(rest)), targets_(rest_), before_(rest_), wanted_(rest_) {
    PL_ASSERT(all_finite(rest_));
}

static void check(const Clip& clip, size_t particles) {
    if (clip.point_count != particles)
        throw Error({"clip " + in_quotes(clip.name), with_commas(clip.point_count) + " points in a pose",
                     with_commas(particles) + ", one for every particle", "was it made for another lattice?"});
    const bool ascending = std::is_sorted(clip.frames.begin(), clip.frames.end(), std::less_equal<>());
    if (clip.frames.empty() || !ascending || !(clip.fps > 0) || !std::isfinite(clip.fps))
        throw Error({"clip " + in_quotes(clip.name), "its timeline makes no sense",
                     "poses at ascending frames, and frames a second", ""});
    for (const Vec3& p : clip.points)
        if (!is_sound(p)) throw Error({"clip " + in_quotes(clip.name), "a position that is not finite", "metres", ""});
}

void ClipGuide::set_clips(std::vector<std::shared_ptr<const Clip>> clips) {
    for (const auto& clip : clips) check(*clip, rest_.size());
    clip_list_ = std::move(clips);
    motion_ = GuideMotion::stopped, clip_ = 0, time_ = 0, ended_ = true;
    fade_from_.clear();
}

bool ClipGuide::play(std::string_view name, double fade) {
    PL_ASSERT(fade >= 0);
    const auto named = [&](const auto& c) { return c->name == name; };
    const auto found = std::find_if(clip_list_.begin(), clip_list_.end(), named);
    if (found == clip_list_.end()) return false;
    clip_ = static_cast<u32>(found - clip_list_.begin()), time_ = 0;
    motion_ = GuideMotion::playing, ended_ = false;
    fade_from_.clear();
    fade_length_ = fade, faded_ = 0;
    if (fade > 0) fade_from_ = targets_;
    return true;
}

void ClipGuide::pause() {
    if (motion_ == GuideMotion::playing) motion_ = GuideMotion::paused;
}

void ClipGuide::stop() { motion_ = GuideMotion::stopped, ended_ = true; }

void ClipGuide::resume() {
    if (!clip() || motion_ == GuideMotion::playing) return;
    if (ended_) time_ = 0, fade_from_.clear();
    motion_ = GuideMotion::playing, ended_ = false;
}

void ClipGuide::seek(double seconds) {
    PL_ASSERT(std::isfinite(seconds));
    if (clip()) time_ = std::clamp(seconds, 0.0, clip()->length());
}

double ClipGuide::brought_into(double seconds, bool loop) const {
    PL_ASSERT(clip() && std::isfinite(seconds));
    const double length = clip()->length();
    if (!(length > 0)) return 0;
    if (!loop) return std::clamp(seconds, 0.0, length);
    const double rest = std::fmod(seconds, length);
    return rest < 0 ? rest + length : rest;
}

// What the clip, the fade and the strength make of the rest shape, before the bound on speed.
void ClipGuide::find_wanted(const GuideSettings& s) {
    PL_ASSERT(s.strength_map.empty() || s.strength_map.size() == rest_.size());
    PL_ASSERT(fade_from_.empty() || fade_from_.size() == rest_.size());
    if (!clip()) {
        std::copy(rest_.begin(), rest_.end(), wanted_.begin());
        return;
    }
    if (s.poses_only) {
        const std::span<const Vec3> pose = clip()->pose(clip()->at(time_).first);
        std::copy(pose.begin(), pose.end(), wanted_.begin());
    } else {
        clip()->sample(time_, wanted_);
    }
    if (s.strength != 1 || !s.strength_map.empty())
        for (size_t p = 0; p < wanted_.size(); ++p) {
            const float share = s.strength * (s.strength_map.empty() ? 1 : s.strength_map[p]);
            wanted_[p] = rest_[p] + (wanted_[p] - rest_[p]) * share;
        }
    if (fade_from_.empty()) return;
    const float share = fade_length_ > 0 ? static_cast<float>(std::min(1.0, faded_ / fade_length_)) : 1;
    const float smooth = share * share * (3 - 2 * share);
    for (size_t p = 0; p < wanted_.size(); ++p) wanted_[p] = fade_from_[p] + (wanted_[p] - fade_from_[p]) * smooth;
}

bool ClipGuide::advance(double seconds, const GuideSettings& s, const GuidedMatter&) {
    PL_ASSERT(is_positive(seconds) && std::isfinite(s.speed) && s.max_speed >= 0);
    if (at_rest_ && !clip()) return false;
    if (motion_ == GuideMotion::playing && clip()) {
        time_ = brought_into(time_ + seconds * s.speed, s.loop);
        if (!fade_from_.empty()) faded_ += seconds;
    }
    find_wanted(s);
    if (!fade_from_.empty() && faded_ >= fade_length_) fade_from_.clear();
    std::copy(targets_.begin(), targets_.end(), before_.begin());
    changed_ = false;
    const float most = s.max_speed > 0 ? s.max_speed * static_cast<float>(seconds) : 0;
    for (size_t p = 0; p < targets_.size(); ++p) {
        Vec3 displacement = wanted_[p] - targets_[p];
        if (displacement == Vec3{}) continue;
        const float far = length(displacement);
        targets_[p] = most > 0 && far > most ? targets_[p] + displacement * (most / far) : wanted_[p];
        changed_ = true;
    }
    at_rest_ = !clip() && !changed_;
    return changed_;
}

void ClipGuide::jump(const GuideSettings& s) {
    PL_ASSERT(std::isfinite(s.strength));
    find_wanted(s);
    std::copy(wanted_.begin(), wanted_.end(), targets_.begin());
    std::copy(wanted_.begin(), wanted_.end(), before_.begin());
}

void ClipGuide::save(Writer& w) const {
    w.value(motion_), w.value(clip_), w.value(time_), w.value(static_cast<u8>(ended_)), w.value(fade_length_);
    w.value(faded_), w.value(static_cast<u8>(changed_));
    w.array(fade_from_), w.array(targets_), w.array(before_);
}

void ClipGuide::load(Reader& r) {
    const Soundness sound(r.name());
    const auto motion = r.value<GuideMotion>();
    const u32 clip = r.value<u32>();
    const double time = r.value<double>();
    const bool ended = r.value<u8>() != 0;
    const double fade_length = r.value<double>(), faded = r.value<double>();
    const bool changed = r.value<u8>() != 0;
    std::vector<Vec3> fade_from, targets, before;
    r.array(fade_from), r.array(targets), r.array(before);
    sound.require(motion <= GuideMotion::paused && (clip < clip_list_.size() || clip == 0) && std::isfinite(time) &&
                      std::isfinite(fade_length) && std::isfinite(faded),
                  "guides");
    sound.require(targets.size() == rest_.size() && before.size() == rest_.size() &&
                      (fade_from.empty() || fade_from.size() == rest_.size()),
                  "targets of guides");
    for (const auto* points : {&fade_from, &targets, &before}) sound.numbers(*points, "targets of guides");
    motion_ = motion, clip_ = clip, time_ = time, ended_ = ended, fade_length_ = fade_length, faded_ = faded;
    changed_ = changed, at_rest_ = false;
    fade_from_ = std::move(fade_from), targets_ = std::move(targets), before_ = std::move(before);
}

void ClipGuide::hash(Hasher& hasher) const {
    hasher.value(motion_), hasher.value(clip_), hasher.value(time_), hasher.value(faded_);
    hasher.array(std::span<const Vec3>(targets_));
}

}  // namespace pliant
