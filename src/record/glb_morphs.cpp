#include "record/glb_morphs.h"

#include <algorithm>

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

}  // namespace

GlbMorphs fitted_morphs(const MorphFit& fit, GlbTargets& bytes) {
    GlbMorphs out;
    out.unit = fit.unit;
    out.weights = fit.weights;
    out.translations = fit.translations;
    out.position_error = fit.position_error;
    out.normal_error = fit.normal_error;
    for (const MorphTarget& t : fit.targets) {
        int low[3] = {32767, 32767, 32767}, high[3] = {-32767, -32767, -32767};
        for (size_t i = 0; i < t.positions.size(); ++i) {
            low[i % 3] = std::min<int>(low[i % 3], t.positions[i]);
            high[i % 3] = std::max<int>(high[i % 3], t.positions[i]);
        }
        const std::vector<std::byte> places =
            t.wide ? padded(t.positions) : padded(std::vector<i8>(t.positions.begin(), t.positions.end()));
        const size_t count = t.positions.size() / 3;
        const u32 at = bytes.add(places, t.wide ? 8 : 4), normal_at = bytes.add(padded(t.normals), 4);
        out.accessors.emplace_back(accessor(at, t.wide ? shorts_type : bytes_type, count,
                                            fmt::format(", \"min\": [{}, {}, {}], \"max\": [{}, {}, {}]", low[0],
                                                        low[1], low[2], high[0], high[1], high[2])),
                                   accessor(normal_at, bytes_type, count, ", \"normalized\": true"));
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
        out.accessors.emplace_back(
            accessor(at, floats_type, moved.size(),
                     ", \"min\": " + json_vector(box.low) + ", \"max\": " + json_vector(box.high)),
            accessor(normal_at, floats_type, turned.size(), ""));
    }
    return out;
}

std::string morphs_json(const GlbMorphs& morphs, GltfWriter& g) {
    std::string text;
    for (const auto& [positions, normals] : morphs.accessors) {
        const u32 of_positions = g.accessors.add(positions), of_normals = g.accessors.add(normals);
        text += fmt::format("{}{{ \"POSITION\": {}, \"NORMAL\": {} }}", text.empty() ? ",\n\"targets\": [ " : ", ",
                            of_positions, of_normals);
    }
    return text.empty() ? text : text + " ]";
}

}  // namespace pliant
