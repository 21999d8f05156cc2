// Clips of a character: how nodes and morphs move along a timeline.
#pragma once

#include <string>
#include <vector>

#include "rig/node.h"

namespace pliant {

enum class ChannelPath : u8 { translation, rotation, scale, weights };
enum class KeyInterpolation : u8 { linear, step, cubic };

// What moves one property of one node.
struct RigChannel {
    u32 node = 0;
    ChannelPath path = ChannelPath::translation;
    KeyInterpolation interpolation = KeyInterpolation::linear;
    u32 width = 3;               // numbers of a value: 3, of a rotation 4, of weights one per morph of the node
    std::vector<double> times;   // [s] never descending
    std::vector<double> values;  // of each key; cubic: its slope coming in, its value, its slope going out

    size_t key_count() const { return times.size(); }
    // `out` gets `width` numbers; before the first key and after the last the nearest holds.
    void sample(double time, double* out) const;
};

struct RigClip {
    std::string name;
    double start = 0, end = 0;  // [s] of its first and last key on the timeline of the file
    std::vector<RigChannel> channels;

    double length() const { return end - start; }  // [s]
    // Where on the file's timeline a clip is that has played for `seconds`: round and round, or held at its ends.
    double file_time(double seconds, bool loop) const;
};

// Throws Error with `where` in front: numbers that are not finite, times that go back, turns that are none. Turns
// become unit quaternions.
void check_channel(RigChannel& channel, const std::string& where);
// The time from the first key of any channel to the last.
void find_length(RigClip& clip);

}  // namespace pliant
