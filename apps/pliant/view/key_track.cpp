#include "pliant/view/key_track.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace pliant::view {

namespace {

std::string number(double v) { return short_number(std::fabs(v) < 1e-9 ? 0 : v, 6); }

std::string value_json(const Parameter& row, u32 components, const Vec3d& wanted) {
    const Vec3d v = allowed_value(row, wanted);
    if (row.type == ParameterType::boolean) return v.x != 0 ? "true" : "false";
    if (components == 1) return number(v.x);
    return "[" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "]";
}

bool is_uniform(const Vec3d& v) { return v.x == v.y && v.y == v.z; }

u32 components_of(const Parameter& row, const std::vector<Vec3d>& values) {
    switch (row.type) {
        case ParameterType::vector:
        case ParameterType::text_or_vector: return 3;
        case ParameterType::number_or_vector: return std::all_of(values.begin(), values.end(), is_uniform) ? 1 : 3;
        default: return 1;
    }
}

std::string list_json(const KeyTrack& track, const Keys& keys) {
    std::string json = "[";
    for (size_t i = 0; i < keys.times.size(); ++i)
        json += (i ? ", " : "") + key_json(track, keys.times[i], keys.values[i]);
    return json + "]";
}

}  // namespace

const char* word_of(Ease ease) { return ease == Ease::smooth ? "smooth" : ease == Ease::step ? "step" : "linear"; }

u32 KeyTrack::components() const { return components_of(*row, keys.values); }

std::vector<KeyTrack> key_tracks(const ParameterSet& set, const PathOf& path_of) {
    std::vector<KeyTrack> tracks;
    for (const Parameter& row : set.table().rows) {
        const Value& value = set.value(row.id);
        if (const Keys* keys = value.keys()) tracks.push_back({path_of(row.name), row.name, &row, *keys});
        const Map* const map = value.map();
        if (!map) continue;
        for (const auto& [end, keys] : {std::pair{".low", &map->low_keys}, std::pair{".high", &map->high_keys}})
            if (!keys->times.empty())
                tracks.push_back({path_of(row.name) + end, row.name + std::string(end), &row, *keys});
    }
    return tracks;
}

Vec3d allowed_value(const Parameter& row, const Vec3d& value) {
    Vec3d v = value;
    for (int k = 0; k < 3; ++k) {
        if (!std::isfinite(v[k])) v[k] = row.initial[k];
        if (row.type == ParameterType::boolean) v[k] = v[k] >= 0.5 ? 1 : 0;
        if (row.type == ParameterType::boolean) continue;
        if (row.type == ParameterType::integer) v[k] = std::round(v[k]);
        if (row.above_low && v[k] <= row.low) v[k] = row.low + 1e-6;
        v[k] = std::clamp(v[k], row.low, row.high);
    }
    return v;
}

std::string key_json(const KeyTrack& track, double time, const Vec3d& value) {
    return "[" + number(time) + ", " + value_json(*track.row, track.components(), value) + "]";
}

void put_key(Editor& editor, const KeyTrack& track, double time, const Vec3d& value) {
    const std::vector<double>& times = track.keys.times;
    const auto after = std::lower_bound(times.begin(), times.end(), time - min_key_distance / 2);
    const size_t at = static_cast<size_t>(after - times.begin());
    if (at < times.size() && std::fabs(times[at] - time) < min_key_distance)
        return editor.set(track.path + ".keys." + std::to_string(at), key_json(track, times[at], value));
    if (at == times.size()) return editor.add_item(track.path + ".keys", key_json(track, time, value));
    KeyTrack longer = track;
    longer.keys.times.insert(longer.keys.times.begin() + static_cast<std::ptrdiff_t>(at), time);
    longer.keys.values.insert(longer.keys.values.begin() + static_cast<std::ptrdiff_t>(at), value);
    editor.set(track.path + ".keys", list_json(longer, longer.keys));
}

double move_key(Editor& editor, const KeyTrack& track, size_t key, double time, const Vec3d& value) {
    const std::vector<double>& times = track.keys.times;
    const double low = key > 0 ? times[key - 1] + min_key_distance : std::min(times[0], 0.0);
    const double high = key + 1 < times.size() ? times[key + 1] - min_key_distance : 1e6;
    const double at = low < high ? std::clamp(time, low, high) : times[key];
    editor.set(track.path + ".keys." + std::to_string(key), key_json(track, at, value));
    return at;
}

void remove_key(Editor& editor, const KeyTrack& track, size_t key) {
    if (track.keys.times.size() > 1) return editor.remove(track.path + ".keys." + std::to_string(key));
    editor.set(track.path, value_json(*track.row, track.components(), track.keys.values[0]));
}

void set_ease(Editor& editor, const KeyTrack& track, Ease ease) {
    if (ease == Ease::linear) return editor.remove(track.path + ".ease");  // as it is when it is left out
    editor.set(track.path + ".ease", quoted_json(word_of(ease)));
}

void set_key_loop(Editor& editor, const KeyTrack& track, bool loop) {
    if (!loop) return editor.remove(track.path + ".loop");
    editor.set(track.path + ".loop", "true");
}

void begin_keys(Editor& editor, const std::string& path, const Parameter& row, double time, const Vec3d& value) {
    const KeyTrack track{path, row.name, &row, {{time}, {value}}};
    editor.set(path, "{ \"keys\": [" + key_json(track, time, value) + "] }");
}

}  // namespace pliant::view
