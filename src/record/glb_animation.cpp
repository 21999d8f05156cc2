#include "record/glb_animation.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

std::string json_quaternion(const Quat& q) { return fmt::format("[{}, {}, {}, {}]", q.x, q.y, q.z, q.w); }

GlbAnimation::GlbAnimation(GltfWriter& document, u64 frames, double rate) : g_(document), frames_(frames) {
    if (frames < 2) return;
    std::vector<float> times;
    for (u64 f = 0; f < frames; ++f) times.push_back(static_cast<float>(static_cast<double>(f) / rate));
    times_ = g_.add_floats(times, "SCALAR", GltfWriter::Use::data, true);
}

u32 GlbAnimation::add_sampler(u32 output) {
    return g_.samplers.add(
        fmt::format("{{ \"input\": {}, \"output\": {}, \"interpolation\": \"LINEAR\" }}", times_, output));
}

void GlbAnimation::add_channel(u32 sampler, u32 node, const char* path) {
    PL_ASSERT(path && path[0]);
    g_.channels.add(
        fmt::format("{{ \"sampler\": {}, \"target\": {{ \"node\": {}, \"path\": \"{}\" }} }}", sampler, node, path));
}

void GlbAnimation::add_vectors(u32 node, const char* path, const std::vector<Vec3>& values) {
    PL_ASSERT(values.size() == frames_);
    bool changes = false;
    for (const Vec3& v : values) changes |= !(v == values[0]);
    if (changes) add_channel(add_sampler(g_.add_vectors(values, GltfWriter::Use::data, false)), node, path);
}

void GlbAnimation::turn(u32 node, std::vector<Quat> turns) {
    PL_ASSERT(turns.size() == frames_);
    bool changes = false;
    std::vector<float> numbers;
    for (size_t f = 0; f < turns.size(); ++f) {
        Quat& q = turns[f];
        changes |= !(q == turns[0]);
        if (f > 0) {  // the same turn, on the side that some viewers need to go the short way
            const Quat& b = turns[f - 1];
            if (q.x * b.x + q.y * b.y + q.z * b.z + q.w * b.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
        }
        numbers.insert(numbers.end(), {q.x, q.y, q.z, q.w});
    }
    if (changes) add_channel(add_sampler(g_.add_floats(numbers, "VEC4", GltfWriter::Use::data)), node, "rotation");
}

void GlbAnimation::place(u32 node, const std::vector<Transform>& frames) {
    PL_ASSERT(frames.size() == frames_);
    std::vector<Vec3> places;
    std::vector<Quat> turns;
    for (const Transform& t : frames) {
        places.push_back(t.position);
        turns.push_back(t.rotation);
    }
    move(node, places);
    turn(node, std::move(turns));
}

void GlbAnimation::weigh(std::span<const u32> nodes, const std::vector<float>& weights) {
    PL_ASSERT(frames_ == 0 || weights.size() % frames_ == 0);
    if (frames_ < 2 || nodes.empty() || weights.empty()) return;
    const bool shares = std::all_of(weights.begin(), weights.end(), [](float w) { return w >= 0 && w <= 1; });
    const u32 sampler =
        add_sampler(shares ? g_.add_shares(weights) : g_.add_floats(weights, "SCALAR", GltfWriter::Use::data));
    for (const u32 node : nodes) add_channel(sampler, node, "weights");
}

}  // namespace pliant
