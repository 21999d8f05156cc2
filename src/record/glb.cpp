// One .glb for the whole scene: bodies with a morph target a frame, colliders as they stand or move, materials and
// images. Any glTF viewer plays it.
//
// The mesh of a body is its frame 0; target k is what frame k differs by, in positions and normals. One animation of
// weights, shared by all bodies, turns on one target after the other; between frames viewers blend. The points of the
// input come first among the vertices, in their order; those that a seam doubles come behind them, and the attribute
// _POINT tells whose they are.

#include "assets/gltf_writer.h"
#include "core/error.h"
#include "core/text.h"
#include "record/assembled.h"
#include "record/materials.h"
#include "record/vertex_order.h"

namespace pliant {

namespace {

constexpr double most_bytes = 0xffffffffu;  // lengths in a .glb have four bytes

class GlbAssembler {
  public:
    GlbAssembler(FrameReader& frames, const RecordProgress& progress)
        : frames_(frames), scene_(frames.scene()), progress_(progress), targets_(frames.frame_count() - 1) {}

    void write(const std::string& path) {
        look_through();
        g_ = GltfWriter(morph_bytes());
        add_bodies();
        add_colliders();
        if (targets_ > 0) add_animation();
        const std::string head = glb_head(path, g_);
        GrowingFile file(path + ".new");
        file.write(head.data(), head.size());
        write_morphs(file);
        file.write(g_.bytes().data(), g_.bytes().size());
        file.close_and_rename(path);
    }

  private:
    u64 vertex_count(size_t b) const { return scene_.bodies[b].surface->vertex_count(); }
    u64 morph_bytes() const {
        u64 vertices = 0;
        for (size_t b = 0; b < scene_.bodies.size(); ++b) vertices += vertex_count(b);
        return targets_ * vertices * 2 * sizeof(Vec3);
    }
    void tell(u64 frames_done) const {
        if (progress_) progress_("writing the .glb", frames_done, 2 * targets_ + 2);
    }

    // Bounds, which the document must tell before the frames come, and the ways of the colliders.
    void look_through() {
        frames_.read(0, first_);
        for (const RecordedBody& body : scene_.bodies) orders_.emplace_back(*body.surface);
        morph_boxes_.resize(scene_.bodies.size());
        ways_.resize(scene_.colliders.size());
        for (u64 f = 0; f <= targets_; ++f) {
            frames_.read(f, frame_);
            for (size_t b = 0; b < scene_.bodies.size(); ++b) {
                const std::vector<Vec3>&now = frame_.bodies[b].positions, &start = first_.bodies[b].positions;
                Box box;
                for (size_t v = 0; v < now.size(); ++v) box.add(now[v] - start[v]), bounds_.add(now[v]);
                if (f > 0) morph_boxes_[b].push_back(box);
            }
            for (size_t c = 0; c < ways_.size(); ++c) ways_[c].push_back(frame_.colliders[c]);
            tell(f + 1);
        }
    }

    void add_bodies() {
        const SceneTextures textures(scene_);
        const GltfTextures images(textures, g_);
        const std::vector<std::string> targets = add_targets();
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            const SurfaceModel& s = *scene_.bodies[b].surface;
            const std::string attributes = add_attributes(b);
            const std::vector<std::string> names = material_names(s);
            std::string primitives;
            for (const MaterialRange& range : s.ranges) {
                const int image = s.uv.empty() ? -1 : images.of(b, range.material);
                primitives +=
                    fmt::format("{}{{ \"attributes\": {{ {} }}, \"indices\": {}, \"material\": {}{} }}",
                                primitives.empty() ? "" : ",\n", attributes, add_indices(b, range),
                                g_.add_material(s.materials[range.material], names[range.material], image), targets[b]);
            }
            if (primitives.empty()) continue;
            const u32 mesh = g_.meshes.add("{ \"primitives\": [ " + primitives + " ] }");
            body_nodes_.push_back(g_.nodes.add(
                fmt::format("{{ \"name\": {}, \"mesh\": {} }}", quoted_json(scene_.bodies[b].name), mesh)));
        }
    }

    u32 add_indices(size_t b, const MaterialRange& range) {
        const std::vector<u32>& all = scene_.bodies[b].surface->indices;
        std::vector<u32> list(all.begin() + range.first_index, all.begin() + range.first_index + range.index_count);
        for (u32& v : list) v = orders_[b].new_of[v];
        return g_.add_indices(list);
    }

    std::string add_attributes(size_t b) {
        const SurfaceModel& s = *scene_.bodies[b].surface;
        const VertexOrder& order = orders_[b];
        std::string text =
            fmt::format("\"POSITION\": {}, \"NORMAL\": {}", g_.add_positions(order.ordered(first_.bodies[b].positions)),
                        g_.add_normals(order.ordered(first_.bodies[b].normals)));
        std::vector<float> numbers;
        if (!s.uv.empty()) {
            for (u32 v : order.old_of) numbers.push_back(s.uv[v].x), numbers.push_back(s.uv[v].y);
            text += fmt::format(", \"TEXCOORD_0\": {}", g_.add_floats(numbers, "VEC2", GltfWriter::Use::vertices));
        }
        if (s.vertex_count() > s.point_count()) {  // floats, since glTF allows no other; exact up to 16 million
            numbers.clear();
            for (u32 v : order.old_of) numbers.push_back(static_cast<float>(s.vertex_point[v]));
            text += fmt::format(", \"_POINT\": {}", g_.add_floats(numbers, "SCALAR", GltfWriter::Use::vertices));
        }
        return text;
    }

    // The bytes come frame by frame, body by body, positions before normals.
    std::vector<std::string> add_targets() {
        std::vector<std::string> targets(scene_.bodies.size());
        u64 at = 0;
        for (u64 f = 0; f < targets_; ++f)
            for (size_t b = 0; b < targets.size(); ++b) {
                const u64 size = vertex_count(b) * sizeof(Vec3);
                targets[b] += fmt::format("{}{{ \"POSITION\": {}, \"NORMAL\": {} }}", f ? ", " : ",\n\"targets\": [ ",
                                          g_.add_vectors_before(at, vertex_count(b), &morph_boxes_[b][f]),
                                          g_.add_vectors_before(at + size, vertex_count(b), nullptr));
                at += 2 * size;
            }
        if (targets_ > 0)
            for (std::string& t : targets) t += " ]";
        return targets;
    }

    void write_morphs(GrowingFile& file) {
        for (u64 f = 1; f <= targets_; ++f) {
            frames_.read(f, frame_);
            for (size_t b = 0; b < scene_.bodies.size(); ++b) {
                const BodyFrame &now = frame_.bodies[b], &start = first_.bodies[b];
                write_difference(file, orders_[b], now.positions, start.positions);
                write_difference(file, orders_[b], now.normals, start.normals);
            }
            tell(targets_ + 1 + f);
        }
    }
    void write_difference(GrowingFile& file, const VertexOrder& order, const std::vector<Vec3>& now,
                          const std::vector<Vec3>& start) {
        difference_.resize(now.size());
        for (size_t v = 0; v < now.size(); ++v) difference_[v] = now[order.old_of[v]] - start[order.old_of[v]];
        file.write(difference_.data(), difference_.size() * sizeof(Vec3));
    }

    void add_colliders() {
        Material grey;
        grey.color = {0.5f, 0.5f, 0.5f}, grey.roughness = 0.9f, grey.two_sided = true;
        for (size_t c = 0; c < scene_.colliders.size(); ++c) {
            const RecordedCollider& collider = scene_.colliders[c];
            const Transform& pose = ways_[c][0];
            const TriangleList plane =
                collider.plane ? shape_mesh({.kind = ShapeKind::plane}, plane_extent(bounds_, pose.position))
                               : TriangleList{};
            const TriangleList& t = collider.plane ? plane : collider.triangles;
            const u32 mesh = g_.meshes.add(fmt::format(
                "{{ \"primitives\": [ {{ \"attributes\": {{ \"POSITION\": {}, \"NORMAL\": {} }}, \"indices\": {}, "
                "\"material\": {} }} ] }}",
                g_.add_positions(t.positions), g_.add_normals(t.normals), g_.add_indices(t.indices),
                g_.add_material(grey, "collider", -1)));
            const Quat& q = pose.rotation;
            collider_nodes_.push_back(g_.nodes.add(
                fmt::format("{{ \"name\": {}, \"mesh\": {}, \"translation\": {}, \"rotation\": [{}, {}, {}, {}] }}",
                            quoted_json(collider.name), mesh, json_vector(pose.position), q.x, q.y, q.z, q.w)));
        }
    }

    void add_animation() {
        std::vector<float> times, weights((targets_ + 1) * targets_, 0.0f);
        for (u64 f = 0; f <= targets_; ++f) {
            times.push_back(static_cast<float>(static_cast<double>(f) / scene_.rate));
            if (f > 0) weights[f * targets_ + f - 1] = 1;
        }
        times_ = g_.add_floats(times, "SCALAR", GltfWriter::Use::data, true);
        if (!body_nodes_.empty()) {
            const u32 sampler = add_sampler(g_.add_floats(weights, "SCALAR", GltfWriter::Use::data));
            for (u32 node : body_nodes_) add_channel(sampler, node, "weights");
        }
        for (size_t c = 0; c < ways_.size(); ++c) add_way(ways_[c], collider_nodes_[c]);
    }
    void add_way(const std::vector<Transform>& way, u32 node) {
        std::vector<Vec3> places;
        std::vector<float> turns;
        bool moves = false, turns_round = false;
        for (const Transform& t : way) {
            places.push_back(t.position);
            turns.insert(turns.end(), {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w});
            moves |= !(t.position == way[0].position), turns_round |= !(t.rotation == way[0].rotation);
        }
        if (moves) add_channel(add_sampler(g_.add_vectors(places, GltfWriter::Use::data, false)), node, "translation");
        if (turns_round)
            add_channel(add_sampler(g_.add_floats(turns, "VEC4", GltfWriter::Use::data)), node, "rotation");
    }
    u32 add_sampler(u32 output) {
        return g_.samplers.add(
            fmt::format("{{ \"input\": {}, \"output\": {}, \"interpolation\": \"LINEAR\" }}", times_, output));
    }
    void add_channel(u32 sampler, u32 node, const char* path) {
        g_.channels.add(fmt::format("{{ \"sampler\": {}, \"target\": {{ \"node\": {}, \"path\": \"{}\" }} }}", sampler,
                                    node, path));
    }

    FrameReader& frames_;
    const RecordedScene& scene_;
    const RecordProgress& progress_;
    u64 targets_;  // frames but the first
    RecordFrame first_, frame_;
    std::vector<VertexOrder> orders_;
    std::vector<std::vector<Box>> morph_boxes_;  // by body and target
    std::vector<std::vector<Transform>> ways_;   // by collider and frame
    Box bounds_;
    GltfWriter g_{0};
    std::vector<u32> body_nodes_, collider_nodes_;
    u32 times_ = 0;
    std::vector<Vec3> difference_;
};

void assemble_glb(FrameReader& frames, const std::string& path, const RecordProgress& progress) {
    GlbAssembler(frames, progress).write(path);
}

// Before hours of simulation, not after them.
void check_glb(const RecordedScene& scene, const RecordSettings& settings) {
    double vertices = 0, frames = static_cast<double>(settings.frames);
    for (const RecordedBody& b : scene.bodies) vertices += b.surface->vertex_count();
    const double bytes = frames * (vertices * 24 + 4 * frames);
    if (bytes > most_bytes)
        throw Error({"--record glb", "it would have about " + short_number(bytes / 1e9) + " GB",
                     "at most 4 GB, which a .glb can hold", "record pc2 or usda instead, or fewer frames"});
}

}  // namespace

const AssembledFormat glb_format{"glb", "scene.glb", {.surface = true, .normals = true}, assemble_glb, check_glb};

std::unique_ptr<Recorder> make_glb_recorder(const RecordSettings& settings) {
    return make_assembled_recorder(glb_format, settings);
}

}  // namespace pliant
