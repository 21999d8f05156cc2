// Vertex-animation textures, for game engines: a mesh, and images with a texel for each vertex and frame.
//
//   <body>.vat/mesh.glb             frame 0; TEXCOORD_1 is the middle of the vertex's texel in frame 0
//              positions.png        16 bits a channel, 0 … 65535 for bounds.low … bounds.high of vat.json
//              positions_bytes.png  the same with 8 bits, for engines that read no more: high bytes above low bytes
//              normals.png          16 bits a channel, 0 … 65535 for -1 … 1
//              vat.json, shaders
//
// The texel of vertex v in frame f is column v % width, row (v / width) * frames + f, counted from the top left: frames
// of a vertex stand below each other, which packs well and lets graphics processors blend between them. Vertices are
// numbered as in mesh.glb: the points of the input first.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "assets/gltf_writer.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "record/assembled.h"
#include "record/materials.h"
#include "record/png.h"
#include "record/vat.h"
#include "record/vertex_order.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

constexpr u32 widest = 4096;
constexpr u32 tallest = 8192,
              better_below = 2048;  // half of what graphics processors take, for bytes stand in two halves

struct Layout {
    u32 width = 0, blocks = 0;  // of rows: one a frame for each `width` vertices
    u64 height = 0;
};

// The width, a power of two, that wastes least with few enough rows; failing that, the widest.
Layout layout_of(u64 vertices, u64 frames) {
    Layout best;
    for (u32 width = 64; width <= widest; width *= 2) {
        const u32 blocks = static_cast<u32>((vertices + width - 1) / width);
        const Layout l{width, blocks, blocks * frames};
        const bool fits = l.height <= better_below, is_first = best.width == 0;
        const bool better = best.height > better_below || l.width * l.height < best.width * best.height;
        if (is_first || ((fits || best.height > better_below) && better)) best = l;
    }
    return best;
}

// Frames as they are, or blended so that the last is followed by the first: a loop of L = all - B frames is frame i for
// i >= B, and before that goes over from frame L + i to frame i.
class LoopedFrames {
  public:
    LoopedFrames(FrameReader& frames, size_t body)
        : frames_(frames),
          body_(body),
          blend_(static_cast<u64>(std::llround(frames.head().loop_seconds * frames.scene().rate))),
          count_(frames.frame_count() - std::min(blend_, frames.frame_count() / 2)) {
        blend_ = frames.frame_count() - count_;
    }
    u64 count() const { return count_; }
    bool loops() const { return blend_ > 0; }
    const BodyFrame& at(u64 i) {
        if (i >= blend_) return frames_.read_body(i, body_);
        blended_ = frames_.read_body(i, body_);
        const BodyFrame& from = frames_.read_body(count_ + i, body_);
        const float t = static_cast<float>(i) / static_cast<float>(blend_), share = t * t * (3 - 2 * t);
        for (size_t v = 0; v < blended_.positions.size(); ++v) {
            Vec3 &p = blended_.positions[v], &n = blended_.normals[v];
            p = from.positions[v] + (p - from.positions[v]) * share;
            n = direction(from.normals[v] + (n - from.normals[v]) * share, n);
        }
        return blended_;
    }

  private:
    FrameReader& frames_;
    size_t body_;
    u64 blend_, count_;
    BodyFrame blended_;
};

u16 share_of(float v) { return static_cast<u16>(std::lround(std::clamp(v, 0.0f, 1.0f) * 65535.0f)); }

// Images of one body. They are held in memory, because rows come in another order than frames.
class VatImages {
  public:
    VatImages(const Layout& layout, u64 frames, const Box& bounds)
        : layout_(layout),
          frames_(frames),
          bounds_(bounds),
          positions_(3 * layout.width * layout.height, 0),
          normals_(positions_.size(), 0) {}

    void add(u64 frame, const std::vector<Vec3>& positions, const std::vector<Vec3>& normals) {
        const Vec3 size = bounds_.size();
        for (u64 v = 0; v < positions.size(); ++v) {
            const u64 texel = ((v / layout_.width) * frames_ + frame) * layout_.width + v % layout_.width;
            for (int axis = 0; axis < 3; ++axis) {
                const float place = positions[v][axis] - bounds_.low[axis];
                positions_[3 * texel + static_cast<u64>(axis)] = size[axis] > 0 ? share_of(place / size[axis]) : 0;
                normals_[3 * texel + static_cast<u64>(axis)] = share_of(0.5f * normals[v][axis] + 0.5f);
            }
        }
    }

    void write(const std::string& folder) const {
        write_image(folder + "positions.png", positions_, 16);
        write_image(folder + "normals.png", normals_, 16);
        std::vector<u16> bytes(2 * positions_.size());  // high ones above low ones
        for (size_t i = 0; i < positions_.size(); ++i) {
            bytes[i] = static_cast<u16>(positions_[i] >> 8);
            bytes[positions_.size() + i] = static_cast<u16>(positions_[i] & 255);
        }
        write_image(folder + "positions_bytes.png", bytes, 8);
    }

  private:
    void write_image(const std::string& path, std::span<const u16> texels, u32 bits) const {
        const size_t row = 3 * layout_.width;
        PngFile file(path, layout_.width, static_cast<u32>(texels.size() / row), bits);
        for (size_t at = 0; at < texels.size(); at += row) file.row(texels.subspan(at, row));
        file.finish();
    }
    Layout layout_;
    u64 frames_;
    Box bounds_;
    std::vector<u16> positions_, normals_;
};

void write_mesh(const std::string& path, const RecordedScene& scene, size_t b, const VertexOrder& order,
                const BodyFrame& first, const Layout& layout, u64 frames) {
    const SurfaceModel& s = *scene.bodies[b].surface;
    GltfWriter g(0);
    const SceneTextures textures(scene);
    const GltfTextures images(textures, g);
    std::vector<float> uv, texel;
    for (u32 v = 0; v < order.old_of.size(); ++v) {
        const Vec2 at = s.uv.empty() ? Vec2{} : s.uv[order.old_of[v]];
        uv.insert(uv.end(), {at.x, at.y});
        texel.insert(texel.end(),
                     {(static_cast<float>(v % layout.width) + 0.5f) / static_cast<float>(layout.width),
                      (static_cast<float>(v / layout.width * frames) + 0.5f) / static_cast<float>(layout.height)});
    }
    const std::string attributes = fmt::format(
        "\"POSITION\": {}, \"NORMAL\": {}, \"TEXCOORD_0\": {}, \"TEXCOORD_1\": {}",
        g.add_positions(order.ordered(first.positions)), g.add_normals(order.ordered(first.normals)),
        g.add_floats(uv, "VEC2", GltfWriter::Use::vertices), g.add_floats(texel, "VEC2", GltfWriter::Use::vertices));
    const std::vector<std::string> names = material_names(s);
    std::string primitives;
    for (const MaterialRange& range : s.ranges) {
        std::vector<u32> list(s.indices.begin() + range.first_index,
                              s.indices.begin() + range.first_index + range.index_count);
        for (u32& v : list) v = order.new_of[v];
        const int image = s.uv.empty() ? -1 : images.of(b, range.material);
        primitives +=
            fmt::format("{}{{ \"attributes\": {{ {} }}, \"indices\": {}, \"material\": {} }}",
                        primitives.empty() ? "" : ",\n", attributes, g.add_indices(list),
                        g.add_material(scene.bodies[b].materials[range.material], names[range.material], image));
    }
    g.meshes.add("{ \"primitives\": [ " + primitives + " ] }");
    g.nodes.add("{ \"name\": " + quoted_json(scene.bodies[b].name) + ", \"mesh\": 0 }");
    write_glb(path, g);
}

std::string json_text(const RecordedBody& body, const Layout& layout, const Box& bounds, u64 frames, double rate,
                      bool loops) {
    return fmt::format(
        "{{ \"format\": \"pliant vat\", \"version\": 1, \"body\": {},\n"
        "  \"mesh\": \"mesh.glb\", \"positions\": \"positions.png\", \"positions_bytes\": \"positions_bytes.png\", "
        "\"normals\": \"normals.png\",\n"
        "  \"frames\": {}, \"rate\": {}, \"loop\": {}, \"vertices\": {}, \"points\": {},\n"
        "  \"width\": {}, \"height\": {},\n"
        "  \"bounds\": {{ \"low\": {}, \"high\": {} }},\n"
        "  \"layout\": \"vertex v in frame f: column v % width, row (v / width) * frames + f, from the top "
        "left\" }}\n",
        quoted_json(body.name), frames, rate, loops, body.surface->vertex_count(), body.surface->point_count(),
        layout.width, layout.height, json_vector(bounds.low), json_vector(bounds.high));
}

// Into a folder beside, which then takes the place of an earlier one.
void write_body(FrameReader& reader, size_t b, const std::string& folder) {
    LoopedFrames frames(reader, b);
    const RecordedBody& body = reader.scene().bodies[b];
    const Layout layout = layout_of(body.surface->vertex_count(), frames.count());
    const VertexOrder order(*body.surface);
    Box bounds;
    for (u64 f = 0; f < frames.count(); ++f)
        for (const Vec3& p : frames.at(f).positions) bounds.add(p);
    const std::string beside = folder + ".new/";
    fs::remove_all(beside);
    make_folder(beside);
    write_mesh(beside + "mesh.glb", reader.scene(), b, order, frames.at(0), layout, frames.count());
    VatImages images(layout, frames.count(), bounds);
    for (u64 f = 0; f < frames.count(); ++f) {
        const BodyFrame& frame = frames.at(f);
        images.add(f, order.ordered(frame.positions), order.ordered(frame.normals));
    }
    images.write(beside);
    write_file(beside + "vat.json",
               json_text(body, layout, bounds, frames.count(), reader.scene().rate, frames.loops()));
    for (const VatText& t : vat_texts) write_file(beside + t.file, t.text);
    fs::remove_all(folder);
    rename_file(folder + ".new", folder);
}

void assemble_vat(FrameReader& frames, const std::string& path, const RecordProgress& progress) {
    std::string list;
    for (size_t b = 0; b < frames.scene().body_count(); ++b) {  // engines play characters themselves
        const RecordedBody& body = frames.scene().bodies[b];
        write_body(frames, b, folder_of(path) + body.file_name + ".vat");
        list += fmt::format("{}\n  {{ \"name\": {}, \"folder\": {} }}", b ? "," : "", quoted_json(body.name),
                            quoted_json(body.file_name + ".vat"));
        if (progress) progress("writing images", b + 1, frames.scene().body_count());
    }
    GrowingFile index(path + ".new");
    const std::string text = "{ \"bodies\": [" + list + " ] }\n";
    index.write(text.data(), text.size());
    index.close_and_rename(path);
}

void check_vat(const RecordedScene& scene, const RecordSettings& settings) {
    const u64 frames = settings.frames;
    if (settings.loop_seconds * scene.rate * 2 > static_cast<double>(frames))
        throw Error({"--loop", short_number(settings.loop_seconds) + " s are more than half of what is recorded",
                     "at most " + short_number(static_cast<double>(frames) / scene.rate / 2) + " s", ""});
    for (const RecordedBody& b : std::span(scene.bodies).first(scene.body_count())) {
        const Layout l = layout_of(b.surface->vertex_count(), frames);
        if (l.height > tallest)
            throw Error({"vat", in_quotes(b.name) + " needs an image of " + with_commas(l.height) + " rows",
                         "at most " + with_commas(tallest), "fewer frames, or a mesh with fewer vertices"});
    }
}

}  // namespace

const AssembledFormat vat_format{"vat", "scene.vat.json", {.surface = true, .normals = true}, assemble_vat, check_vat};

std::unique_ptr<Recorder> make_vat_recorder(const RecordSettings& settings) {
    return make_assembled_recorder(vat_format, settings);
}

}  // namespace pliant
