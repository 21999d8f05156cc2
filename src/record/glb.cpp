// One .glb for the whole scene: bodies with morph targets, characters with their bones, colliders as they stand or
// move, cameras, the sun, materials and images. Any glTF viewer plays it.
//
// The mesh of a body is its frame 0; targets say what frames differ by, in positions and normals, and one animation
// turns them on and off (morph_fit.h). Where no error is allowed, each frame is a target of its own. The points of the
// input come first among the vertices, in their order; those that a seam doubles come behind them, and the attribute
// _POINT tells whose they are.

#include <algorithm>
#include <map>

#include "core/error.h"
#include "core/text.h"
#include "record/assembled.h"
#include "record/camera_view.h"
#include "record/glb_animation.h"
#include "record/glb_character.h"
#include "record/glb_morphs.h"
#include "record/materials.h"
#include "record/picture_look.h"

namespace pliant {

namespace {

constexpr double max_bytes = 0xffffffffu;  // lengths in a .glb have four bytes

class GlbAssembler {
  public:
    GlbAssembler(FrameReader& frames, const RecordProgress& progress)
        : frames_(frames), scene_(frames.scene()), progress_(progress), targets_(frames.frame_count() - 1) {}

    void write(const std::string& path) {
        look_through();
        GlbTargets bytes(path + ".targets", frames_.head().glb.meshopt);
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            if (!scene_.bodies[b].is_character() && !scene_.bodies[b].surface->ranges.empty()) add_targets(b, bytes);
            tell(targets_ + 1 + targets_ * (b + 1) / scene_.bodies.size());
        }
        g_ = GltfWriter(bytes.size());
        bytes.describe(g_);
        GlbAnimation animation(g_, targets_ + 1, scene_.rate);
        add_bodies(animation);
        for (size_t c = 0; c < scene_.colliders.size(); ++c) add_collider(animation, c);
        for (size_t c = 0; c < scene_.cameras.size(); ++c) add_camera(animation, c);
        add_sun();
        g_.set_extras(extras());
        const std::string head = glb_head(path, g_);
        GrowingFile file(path + ".new");
        file.write(head.data(), head.size());
        bytes.copy_to(file);
        file.write(g_.bytes().data(), g_.bytes().size());
        file.close_and_rename(path);
        tell(2 * targets_ + 2);
    }

  private:
    void tell(u64 frames_done) const {
        if (progress_) progress_("writing the .glb", frames_done, 2 * targets_ + 2);
    }

    // The box around everything, what moves as a whole, and which vertices are the same.
    void look_through() {
        frames_.read(0, first_);
        paths_.resize(scene_.colliders.size());
        cameras_.resize(scene_.cameras.size());
        std::vector<std::vector<u32>> stands_for;
        for (size_t b = 0; b < scene_.bodies.size(); ++b) stands_for.push_back(alike_at_rest(b));
        for (u64 f = 0; f <= targets_; ++f) {
            frames_.read(f, frame_);
            for (size_t b = 0; b < scene_.bodies.size(); ++b) {
                for (const Vec3& p : frame_.bodies[b].positions) bounds_.add(p);
                if (!scene_.bodies[b].is_character()) part_what_differs(frame_.bodies[b], stands_for[b]);
            }
            for (size_t c = 0; c < paths_.size(); ++c) paths_[c].push_back(frame_.colliders[c]);
            for (size_t c = 0; c < cameras_.size(); ++c) cameras_[c].push_back(frame_.cameras[c]);
            tell(f + 1);
        }
        for (size_t b = 0; b < scene_.bodies.size(); ++b)
            orders_.emplace_back(*scene_.bodies[b].surface, stands_for[b]);
    }

    // Vertices of one point with the same texture coordinates and normal; one that a point has already comes first.
    std::vector<u32> alike_at_rest(size_t b) const {
        const SurfaceModel& s = *scene_.bodies[b].surface;
        std::vector<u32> stands_for = VertexOrder::themselves(s.vertex_count());
        if (scene_.bodies[b].is_character()) return stands_for;
        std::vector<std::vector<u32>> of_point(s.point_count());
        for (u32 p = 0; p < s.point_count(); ++p) of_point[p].push_back(s.point_vertex[p]);
        for (u32 v = 0; v < s.vertex_count(); ++v) {
            std::vector<u32>& others = of_point[s.vertex_point[v]];
            for (const u32 other : others)
                if (stands_for[v] == v && (s.uv.empty() || s.uv[v] == s.uv[other]) && same_normal(s.normals, v, other))
                    stands_for[v] = other;
            if (stands_for[v] == v && others[0] != v) others.push_back(v);
        }
        return stands_for;
    }
    static bool same_normal(const std::vector<Vec3>& normals, u32 a, u32 b) {
        return length_squared(normals[a] - normals[b]) < 1e-6f;  // less than bytes can tell
    }
    static void part_what_differs(const BodyFrame& frame, std::vector<u32>& stands_for) {
        for (u32 v = 0; v < stands_for.size(); ++v)
            if (stands_for[v] != v && (!same_normal(frame.normals, v, stands_for[v]) ||
                                       !(frame.positions[v] == frame.positions[stands_for[v]])))
                stands_for[v] = v;
    }

    double allowed_error(size_t b) const {
        const double given = frames_.head().glb.error;
        if (given >= 0) return given;
        Box box;
        for (const Vec3& p : first_.bodies[b].positions) box.add(p);
        return box.empty() ? 0 : 1e-3 * static_cast<double>(length(box.high - box.low));
    }

    void add_targets(size_t b, GlbTargets& bytes) {
        const double allowed = allowed_error(b);
        if (targets_ > 0 && allowed > 0) {
            const MorphFit fit = fit_morphs(frames_, b, orders_[b], allowed);
            if (fit.found) return static_cast<void>(morphs_[b] = fitted_morphs(fit, bytes));
        }
        morphs_[b] = morphs_of_every_frame(frames_, b, orders_[b], first_.bodies[b], bytes);
    }

    void add_bodies(GlbAnimation& animation) {
        const SceneTextures textures(scene_);
        const GltfTextures images(textures, g_);
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            const RecordedBody& body = scene_.bodies[b];
            if (body.surface->ranges.empty()) continue;
            if (body.is_character()) {
                const GlbSkin skin = add_skin_attributes(g_, *body.skeleton, orders_[b].old_of);
                const std::string attributes =
                    add_attributes(b, body.surface->positions, body.surface->normals, 1) + skin.attributes;
                add_character(g_, animation, frames_, b, add_mesh(b, images, attributes, skin.targets));
                continue;
            }
            const GlbMorphs& targets = morphs_[b];
            const BodyFrame& first = first_.bodies[b];
            const std::string attributes = add_attributes(b, first.positions, first.normals, targets.unit);
            const u32 mesh = add_mesh(b, images, attributes, morphs_json(targets, g_));
            std::string scale;
            if (targets.unit != 1) {
                scale = fmt::format(", \"scale\": {}", json_vector({targets.unit, targets.unit, targets.unit}));
                g_.require_extension("KHR_mesh_quantization");
            }
            const u32 node =
                g_.nodes.add(fmt::format("{{ \"name\": {}, \"mesh\": {}{} }}", quoted_json(body.name), mesh, scale));
            animation.weigh({&node, 1}, targets.weights);
            if (!targets.translations.empty()) animation.move(node, targets.translations);
        }
    }

    u32 add_mesh(size_t b, const GltfTextures& images, const std::string& attributes, const std::string& targets) {
        const RecordedBody& body = scene_.bodies[b];
        const std::vector<std::string> names = material_names(*body.surface);
        std::string primitives;
        for (const MaterialRange& range : body.surface->ranges) {
            const int image = body.surface->uv.empty() ? -1 : images.of(b, range.material);
            primitives +=
                fmt::format("{}{{ \"attributes\": {{ {} }}, \"indices\": {}, \"material\": {}{} }}",
                            primitives.empty() ? "" : ",\n", attributes, add_indices(b, range),
                            g_.add_material(body.materials[range.material], names[range.material], image), targets);
        }
        return g_.meshes.add("{ \"primitives\": [ " + primitives + " ] }");
    }

    u32 add_indices(size_t b, const MaterialRange& range) {
        const std::vector<u32>& all = scene_.bodies[b].surface->indices;
        std::vector<u32> list(all.begin() + range.first_index, all.begin() + range.first_index + range.index_count);
        for (u32& v : list) v = orders_[b].new_of[v];
        return g_.add_indices(list);
    }

    std::string add_attributes(size_t b, const std::vector<Vec3>& positions, const std::vector<Vec3>& normals,
                               float unit) {
        const SurfaceModel& s = *scene_.bodies[b].surface;
        const VertexOrder& order = orders_[b];
        std::vector<Vec3> places = order.ordered(positions);
        for (Vec3& p : places) p = p * (1 / unit);  // a power of two: nothing is rounded
        std::string text = fmt::format("\"POSITION\": {}, \"NORMAL\": {}", g_.add_positions(places),
                                       g_.add_normals(order.ordered(normals)));
        std::vector<float> numbers;
        if (!s.uv.empty()) {
            for (u32 v : order.old_of) {
                numbers.push_back(s.uv[v].x);
                numbers.push_back(s.uv[v].y);
            }
            text += fmt::format(", \"TEXCOORD_0\": {}", g_.add_floats(numbers, "VEC2", GltfWriter::Use::vertices));
        }
        if (order.old_of.size() > s.point_count()) {  // floats, since glTF allows no other; exact up to 16 million
            numbers.clear();
            for (u32 v : order.old_of) numbers.push_back(static_cast<float>(s.vertex_point[v]));
            text += fmt::format(", \"_POINT\": {}", g_.add_floats(numbers, "SCALAR", GltfWriter::Use::vertices));
        }
        return text;
    }

    void add_collider(GlbAnimation& animation, size_t c) {
        const RecordedCollider& collider = scene_.colliders[c];
        const Transform& pose = paths_[c][0];
        const TriangleList plane = collider.plane
                                       ? shape_mesh({.kind = ShapeKind::plane}, plane_extent(bounds_, pose.position))
                                       : TriangleList{};
        const TriangleList& t = collider.plane ? plane : collider.triangles;
        const u32 mesh = g_.meshes.add(fmt::format(
            "{{ \"primitives\": [ {{ \"attributes\": {{ \"POSITION\": {}, \"NORMAL\": {} }}, \"indices\": {}, "
            "\"material\": {} }} ] }}",
            g_.add_positions(t.positions), g_.add_normals(t.normals), g_.add_indices(t.indices),
            g_.add_material(collider.material, collider.material.name, -1)));
        animation.place(add_placed(collider.name, pose, fmt::format("\"mesh\": {}", mesh)), paths_[c]);
    }

    u32 add_placed(const std::string& name, const Transform& pose, const std::string& what) {
        return g_.nodes.add(fmt::format("{{ \"name\": {}, {}, \"translation\": {}, \"rotation\": {} }}",
                                        quoted_json(name), what, json_vector(pose.position),
                                        json_quaternion(pose.rotation)));
    }

    // glTF has no keys for the angle: it is that of frame 0, and those of all frames stand in the extras.
    void add_camera(GlbAnimation& animation, size_t c) {
        std::vector<Transform> way;
        std::string angles;
        bool zooms = false;
        for (const CameraFrame& frame : cameras_[c]) {
            way.push_back(frame.frame);
            angles += fmt::format("{}{}", angles.empty() ? "" : ", ", frame.fov);
            zooms |= frame.fov != cameras_[c][0].fov;
        }
        const std::string& name = scene_.cameras[c];
        const u32 camera = g_.cameras.add(fmt::format(
            "{{ \"name\": {}, \"type\": \"perspective\", \"perspective\": {{ \"yfov\": {}, "
            "\"znear\": 0.01 }}{} }}",
            quoted_json(name), cameras_[c][0].fov, zooms ? ", \"extras\": { \"yfov\": [" + angles + "] }" : ""));
        animation.place(add_placed(name, way[0], fmt::format("\"camera\": {}", camera)), way);
    }

    void add_sun() {
        const Vec3 light = PictureLight::illuminance();
        g_.add_extension("KHR_lights_punctual",
                         fmt::format("{{ \"lights\": [ {{ \"name\": \"sun\", \"type\": \"directional\", \"color\": {}, "
                                     "\"intensity\": {} }} ] }}",
                                     json_vector(light * (1 / light.x)), light.x));
        const CameraView from{PictureLight::to_sun * 10, {}, 0};
        add_placed("sun", from.frame(), "\"extensions\": { \"KHR_lights_punctual\": { \"light\": 0 } }");
    }

    std::string extras() {
        std::string bodies;
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            if (scene_.bodies[b].is_character()) continue;
            const GlbMorphs& t = morphs_[b];
            bodies += fmt::format(
                "{}\n{{ \"name\": {}, \"targets\": {}, \"position_error_m\": {:.4g}, "
                "\"normal_error_degrees\": {:.4g} }}",
                bodies.empty() ? "" : ",", quoted_json(scene_.bodies[b].name), t.count(), t.position_error,
                t.normal_error * 180 / 3.14159265358979);
        }
        return fmt::format(
            "{{ \"pliant\": {{ \"rate\": {}, \"frames\": {}, \"sky\": {}, \"ground\": {}, \"exposure\": {},"
            "\n\"bodies\": [{} ] }} }}",
            scene_.rate, targets_ + 1, json_vector(PictureLight::sky * PictureLight::ambient),
            json_vector(PictureLight::ground * PictureLight::ambient), PictureLight::exposure, bodies);
    }

    FrameReader& frames_;
    const RecordedScene& scene_;
    const RecordProgress& progress_;
    u64 targets_;  // frames but the first
    RecordFrame first_, frame_;
    std::vector<VertexOrder> orders_;
    std::map<size_t, GlbMorphs> morphs_;
    std::vector<std::vector<Transform>> paths_;      // by collider and frame
    std::vector<std::vector<CameraFrame>> cameras_;  // by camera and frame
    Box bounds_;
    GltfWriter g_{0};
};

void assemble_glb(FrameReader& frames, const std::string& path, const RecordProgress& progress) {
    GlbAssembler(frames, progress).write(path);
}

// Before hours of simulation, not after them. A fit has about a fifth as many targets as there are frames, of eight
// bytes a vertex instead of 24.
void check_glb(const RecordedScene& scene, const RecordSettings& settings) {
    if (settings.glb.meshopt && !has_meshopt())
        throw Error({"--meshopt", "this build of Pliant cannot compress", "one that was built with meshoptimizer",
                     "leave the option out"});
    const bool exact = settings.glb.error == 0;
    double vertices = 0;
    const double frames = static_cast<double>(settings.frames), targets = exact ? frames : frames / 5;
    for (const RecordedBody& b : scene.bodies)
        if (!b.is_character()) vertices += b.surface->vertex_count();
    const double bytes = targets * (vertices * (exact ? 24 : 8) + 4 * frames);
    if (bytes > max_bytes)
        throw Error({"glb", "it would have about " + short_number(bytes / 1e9) + " GB",
                     "at most 4 GB, which a .glb can hold", "record pc2 or usda instead, or fewer frames"});
}

}  // namespace

const AssembledFormat glb_format{
    "glb", "scene.glb", {.surface = true, .normals = true, .skeletons = true}, assemble_glb, check_glb};

std::unique_ptr<Recorder> make_glb_recorder(const RecordSettings& settings) {
    return make_assembled_recorder(glb_format, settings);
}

}  // namespace pliant
