#include "record/glb_morphs.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/archive.h"
#include "core/assert.h"

namespace pliant {

namespace {

// Elements begin at multiples of four bytes.
template <class T>
std::vector<std::byte> padded(const std::vector<T>& threes) {
    std::vector<std::byte> bytes;
    Writer w(bytes);
    for (size_t i = 0; i + 2 < threes.size(); i += 3) {
        w.bytes(threes.data() + i, 3 * sizeof(T));
        w.bytes("\0\0", 4 - 3 * sizeof(T) % 4);
    }
    return bytes;
}

std::vector<Vec3> differences(const VertexOrder& order, const std::vector<Vec3>& now, const std::vector<Vec3>& start) {
    std::vector<Vec3> list;
    for (const u32 v : order.old_of) list.push_back(now[v] - start[v]);
    return list;
}

std::string accessor(u32 view, int component, size_t count, const std::string& more) {
    return fmt::format("{{ \"bufferView\": {}, \"componentType\": {}, \"count\": {}, \"type\": \"VEC3\"{} }}", view,
                       component, count, more);
}

constexpr int bytes_type = 5120, shorts_type = 5122, floats_type = 5126;

std::string bounds_text(const Box& box) {
    return ", \"min\": " + json_vector(box.low) + ", \"max\": " + json_vector(box.high);
}

// The lowest weight of each target of a fit, and how many copies of it the others need.
struct WeightRange {
    float lowest = 0;
    u32 copies = 1;
};

std::vector<WeightRange> weight_ranges(const MorphFit& fit) {
    const size_t count = fit.targets.size();
    std::vector<WeightRange> ranges(count);
    for (size_t k = 0; k < count; ++k) {
        float highest = 0;
        for (size_t i = k; i < fit.weights.size(); i += count) {
            ranges[k].lowest = std::min(ranges[k].lowest, fit.weights[i]);
            highest = std::max(highest, fit.weights[i]);
        }
        ranges[k].copies = std::max(1u, static_cast<u32>(std::ceil(highest - ranges[k].lowest)));
    }
    return ranges;
}

// All targets at their lowest weights.
void add_lowest(const MorphFit& fit, const std::vector<WeightRange>& ranges, GlbTargets& bytes, GlbMorphs& out) {
    std::vector<Vec3> moved(out.vertices), turned(out.vertices);
    for (size_t k = 0; k < ranges.size(); ++k) {
        const MorphTarget& t = fit.targets[k];
        const float weight = ranges[k].lowest;
        for (size_t i = 0; i < t.positions.size(); ++i)
            moved[i / 3][static_cast<int>(i % 3)] += weight * static_cast<float>(t.positions[i]);
        for (size_t i = 0; i < t.normals.size(); ++i)
            turned[i / 3][static_cast<int>(i % 3)] += weight * static_cast<float>(t.normals[i]) / 127;
    }
    Box box;
    for (const Vec3& p : moved) box.add(p);
    const u32 at = bytes.add(std::as_bytes(std::span(moved)), 12);
    const u32 normal_at = bytes.add(std::as_bytes(std::span(turned)), 12);
    out.accessors.emplace_back(accessor(at, floats_type, moved.size(), bounds_text(box)),
                               accessor(normal_at, floats_type, turned.size(), ""));
    out.targets.push_back(0);
}

// Of each frame: 1 for the lowest, then what is above it of each target, shared by its copies.
std::vector<float> weights_above(const MorphFit& fit, const std::vector<WeightRange>& ranges) {
    std::vector<float> weights;
    for (size_t i = 0; i < fit.weights.size(); ++i) {
        const size_t k = i % ranges.size();
        if (k == 0) weights.push_back(1);
        const float above = (fit.weights[i] - ranges[k].lowest) / static_cast<float>(ranges[k].copies);
        weights.insert(weights.end(), ranges[k].copies, std::clamp(above, 0.0f, 1.0f));
    }
    return weights;
}

}  // namespace

GlbMorphs fitted_morphs(const MorphFit& fit, GlbTargets& bytes) {
    GlbMorphs out;
    out.unit = fit.unit;
    out.translations = fit.translations;
    out.position_error = fit.position_error;
    out.normal_error = fit.normal_error;
    if (fit.targets.empty()) return out;
    out.vertices = fit.targets[0].positions.size() / 3;
    const std::vector<WeightRange> ranges = weight_ranges(fit);
    add_lowest(fit, ranges, bytes, out);
    out.weights = weights_above(fit, ranges);
    for (size_t k = 0; k < ranges.size(); ++k) {
        const MorphTarget& t = fit.targets[k];
        int low[3] = {32767, 32767, 32767}, high[3] = {-32767, -32767, -32767};
        for (size_t i = 0; i < t.positions.size(); ++i) {
            low[i % 3] = std::min<int>(low[i % 3], t.positions[i]);
            high[i % 3] = std::max<int>(high[i % 3], t.positions[i]);
        }
        const std::vector<std::byte> places =
            t.wide ? padded(t.positions) : padded(std::vector<i8>(t.positions.begin(), t.positions.end()));
        const size_t count = t.positions.size() / 3;
        const std::string bounds = fmt::format(", \"min\": [{}, {}, {}], \"max\": [{}, {}, {}]", low[0], low[1],
                                               low[2], high[0], high[1], high[2]);
        const std::string of_positions =
            accessor(bytes.add(places, t.wide ? 8 : 4), t.wide ? shorts_type : bytes_type, count, bounds);
        const std::string of_normals =
            t.normals.empty() ? ""
                              : accessor(bytes.add(padded(t.normals), 4), bytes_type, count, ", \"normalized\": true");
        out.targets.insert(out.targets.end(), ranges[k].copies, static_cast<u32>(out.accessors.size()));
        out.accessors.emplace_back(of_positions, of_normals);
    }
    return out;
}

GlbMorphs morphs_of_every_frame(FrameReader& frames, size_t body, const VertexOrder& order, const BodyFrame& first,
                                GlbTargets& bytes) {
    PL_ASSERT(frames.frame_count() > 0 && body < frames.scene().bodies.size());
    GlbMorphs out;
    const u64 targets = frames.frame_count() - 1;
    out.weights.assign((targets + 1) * targets, 0.0f);
    for (u64 f = 1; f <= targets; ++f) {
        out.weights[f * targets + f - 1] = 1;
        const BodyFrame& now = frames.read_body(f, body);
        const std::vector<Vec3> moved = differences(order, now.positions, first.positions),
                                turned = differences(order, now.normals, first.normals);
        Box box;
        for (const Vec3& p : moved) box.add(p);
        const u32 at = bytes.add(std::as_bytes(std::span(moved)), 12),
                  normal_at = bytes.add(std::as_bytes(std::span(turned)), 12);
        out.targets.push_back(static_cast<u32>(out.accessors.size()));
        out.accessors.emplace_back(accessor(at, floats_type, moved.size(), bounds_text(box)),
                                   accessor(normal_at, floats_type, turned.size(), ""));
    }
    return out;
}

std::string morphs_json(const GlbMorphs& morphs, GltfWriter& g) {
    // An accessor without a view is zeros. Targets without normals would be short, but three.js then adds those of the
    // mesh once more.
    std::optional<u32> zeros;
    std::vector<std::string> written;
    for (const auto& [positions, normals] : morphs.accessors) {
        if (normals.empty() && !zeros)
            zeros = g.accessors.add(fmt::format("{{ \"componentType\": {}, \"count\": {}, \"type\": \"VEC3\" }}",
                                                floats_type, morphs.vertices));
        const u32 of_positions = g.accessors.add(positions);
        const u32 of_normals = normals.empty() ? *zeros : g.accessors.add(normals);
        written.push_back(fmt::format("{{ \"POSITION\": {}, \"NORMAL\": {} }}", of_positions, of_normals));
    }
    std::string text;
    for (const u32 target : morphs.targets) text += (text.empty() ? ",\n\"targets\": [ " : ", ") + written[target];
    return text.empty() ? text : text + " ]";
}

}  // namespace pliant
