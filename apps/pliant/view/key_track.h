// A parameter that has keys, as the timeline shows it, and edits of its keys that touch nothing else of the scene.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/parameter.h"
#include "pliant/view/document.h"

namespace pliant::view {

struct KeyTrack {
    std::string path;  // of the value in the scene: "colliders.press.position"
    std::string name;  // "position"; "damping.low" of a map
    const Parameter* row = nullptr;
    Keys keys;

    u32 components() const;  // 1, or 3 of a vector
    std::string unit() const { return row->unit; }
};

// Where each parameter of a thing stands in the scene.
using PathOf = std::function<std::string(std::string_view parameter)>;
// Of everything in the set that has keys, in the order of the table; also the ends of maps that move.
std::vector<KeyTrack> key_tracks(const ParameterSet& set, const PathOf& path_of);

// "[0.5, [1, 2, 3]]"; a value that the parameter cannot have is brought into its range.
std::string key_json(const KeyTrack& track, double time, const Vec3d& value);
Vec3d allowed_value(const Parameter& row, const Vec3d& value);

constexpr double min_key_distance = 1e-3;  // [s]

// At a time that has a key already, that one gets the value.
void put_key(Editor& editor, const KeyTrack& track, double time, const Vec3d& value);
// It stays between its neighbours. Returns the time it got.
double move_key(Editor& editor, const KeyTrack& track, size_t key, double time, const Vec3d& value);
// The last one that goes leaves its value behind.
void remove_key(Editor& editor, const KeyTrack& track, size_t key);
void set_ease(Editor& editor, const KeyTrack& track, Ease ease);
void set_key_loop(Editor& editor, const KeyTrack& track, bool loop);

// A parameter without keys gets its first one.
void begin_keys(Editor& editor, const std::string& path, const Parameter& row, double time, const Vec3d& value);

const char* word_of(Ease ease);  // "linear", as scenes have it

}  // namespace pliant::view
