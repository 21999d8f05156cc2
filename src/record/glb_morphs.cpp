#include "record/glb_morphs.h"

#include <algorithm>
#include <numeric>
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

// All targets at their lowest weights.
void add_lowest(const MorphFit& fit, GlbTargets& bytes, GlbMorphs& out) {
    std::vector<Vec3> moved(out.vertices), turned(out.vertices);
    for (const MorphTarget& t : fit.targets) {
        if (t.lowest == 0) continue;
        PL_ASSERT(t.vertices.empty());
        for (size_t i = 0; i < t.positions.size(); ++i)
            moved[i / 3][static_cast<int>(i % 3)] += t.lowest * static_cast<float>(t.positions[i]);
        for (size_t i = 0; i < t.normals.size(); ++i)
            turned[i / 3][static_cast<int>(i % 3)] += t.lowest * static_cast<float>(t.normals[i]) / 127;
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
std::vector<float> weights_above(const MorphFit& fit) {
    std::vector<float> weights;
    for (size_t i = 0; i < fit.weights.size(); ++i) {
        const MorphTarget& t = fit.targets[i % fit.targets.size()];
        if (&t == fit.targets.data()) weights.push_back(1);
        const float above = (fit.weights[i] - t.lowest) / static_cast<float>(t.copies);
        weights.insert(weights.end(), t.copies, std::clamp(above, 0.0f, 1.0f));
    }
    return weights;
}

// Accessors of whole numbers, three a vertex. A sparse one has them without the byte that fills up four, so all are
// sparse, even those that list every vertex: the list of all numbers is shared. What meshopt packs has elements of four
// bytes, and is taken where it is smaller, as it is where neighbours in the list are neighbours on the body.
class TargetArrays {
  public:
    TargetArrays(GlbTargets& bytes, u64 vertices) : bytes_(bytes), vertices_(vertices) {}

    // Of `listed` vertices; empty: of all.
    template <class T>
    std::string add(const std::vector<u32>& listed, const std::vector<T>& threes, const std::string& more) {
        const int component = sizeof(T) == 1 ? bytes_type : shorts_type;
        if (listed.empty())
            if (const auto view = bytes_.add_packed(padded(threes), sizeof(T) == 1 ? 4 : 8, sizeof(T) * threes.size()))
                return accessor(*view, component, vertices_, more);
        const u32 numbers = listed.empty() ? list_of_all() : add_numbers(listed);
        const u32 values = bytes_.add_list(std::as_bytes(std::span(threes)));
        return fmt::format(
            "{{ \"componentType\": {}, \"count\": {}, \"type\": \"VEC3\"{}, \"sparse\": {{ \"count\": {}, "
            "\"indices\": {{ \"bufferView\": {}, \"componentType\": {} }}, \"values\": {{ \"bufferView\": {} }} }} }}",
            component, vertices_, more, threes.size() / 3, numbers, short_numbers() ? 5123 : 5125, values);
    }

  private:
    bool short_numbers() const { return vertices_ <= 65536; }
    u32 list_of_all() {
        if (all_) return *all_;
        std::vector<u32> numbers(vertices_);
        std::iota(numbers.begin(), numbers.end(), 0u);
        all_ = add_numbers(numbers);
        return *all_;
    }
    u32 add_numbers(const std::vector<u32>& numbers) {
        if (!short_numbers()) return bytes_.add_list(std::as_bytes(std::span(numbers)));
        const std::vector<u16> short_ones(numbers.begin(), numbers.end());
        return bytes_.add_list(std::as_bytes(std::span(short_ones)));
    }

    GlbTargets& bytes_;
    u64 vertices_;
    std::optional<u32> all_;
};

// Vertices that are not listed stay.
std::string bounds_of(const MorphTarget& t) {
    const int start = t.vertices.empty() ? 32767 : 0;
    int low[3] = {start, start, start}, high[3] = {-start, -start, -start};
    for (size_t i = 0; i < t.positions.size(); ++i) {
        low[i % 3] = std::min<int>(low[i % 3], t.positions[i]);
        high[i % 3] = std::max<int>(high[i % 3], t.positions[i]);
    }
    return fmt::format(", \"min\": [{}, {}, {}], \"max\": [{}, {}, {}]", low[0], low[1], low[2], high[0], high[1],
                       high[2]);
}

}  // namespace

GlbMorphs fitted_morphs(const MorphFit& fit, GlbTargets& bytes) {
    GlbMorphs out;
    out.unit = fit.unit;
    out.translations = fit.translations;
    out.position_error = fit.position_error;
    out.normal_error = fit.normal_error;
    out.vertices = fit.vertices;
    if (fit.targets.empty()) return out;
    add_lowest(fit, bytes, out);
    out.weights = weights_above(fit);
    TargetArrays arrays(bytes, fit.vertices);
    for (const MorphTarget& t : fit.targets) {
        const std::string positions =
            t.wide ? arrays.add(t.vertices, t.positions, bounds_of(t))
                   : arrays.add(t.vertices, std::vector<i8>(t.positions.begin(), t.positions.end()), bounds_of(t));
        const std::string normals =
            t.normals.empty() ? "" : arrays.add(t.vertices, t.normals, ", \"normalized\": true");
        out.targets.insert(out.targets.end(), t.copies, static_cast<u32>(out.accessors.size()));
        out.accessors.emplace_back(positions, normals);
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
