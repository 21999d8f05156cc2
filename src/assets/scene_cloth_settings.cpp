// From scenes to settings files: cloth_settings_scene.h.

#include <algorithm>

#include "assets/cloth_settings_scene.h"
#include "assets/scene_build.h"
#include "body/kind.h"
#include "core/text.h"
#include "core/trig.h"

namespace pliant {

namespace {

constexpr i32 max_frames = 1'000'000;

class SettingsOfScene {
  public:
    SettingsOfScene(const Scene& scene, const SettingsFrames& frames, std::vector<std::string>& warnings)
        : scene_(scene), frames_(frames), warnings_(warnings) {}

    ClothSettings read() {
        const i32 last = last_frame();
        if (last < frames_.from || static_cast<i64>(last) - frames_.from >= max_frames)
            throw Error({scene_.file, "frames " + std::to_string(frames_.from) + " to " + std::to_string(last),
                         "at least one frame and at most a million", ""});
        for (i32 f = frames_.from; f <= last; ++f) numbers_.push_back(f);
        for (const SceneCollider& c : scene_.colliders)
            if (c.parameters.text(ColliderP::shape) == "capsule") add_collider(c);
        add_characters();
        for (const SceneBody& body : scene_.bodies) add_body(body);
        return std::move(settings_);
    }

  private:
    double time_of(i32 frame) const { return frame / frames_.fps; }

    i32 last_frame() const {
        if (frames_.to) return *frames_.to;
        bool moves = false;
        for (const SceneCollider& c : scene_.colliders)
            moves = moves || (c.parameters.text(ColliderP::shape) == "capsule" && c.parameters.any_keys());
        for (const SceneCharacter& c : scene_.characters)
            moves = moves || c.parameters.is_explicit(CharacterP::clip) || c.parameters.any_keys();
        const double frames = std::floor(scene_.world.number(WorldP::duration) * frames_.fps + 1e-9);
        return moves ? static_cast<i32>(std::min(frames, 2.0 * max_frames)) : frames_.from;
    }

    void add_collider(const SceneCollider& c) {
        ClothSettings::Capsule capsule;
        capsule.name = c.name;
        const double radius = c.parameters.number(ColliderP::radius);
        const double half = std::max(0.0, c.parameters.number(ColliderP::height) / 2 - radius);
        capsule.radius = static_cast<float>(radius);
        const bool kinematic = c.parameters.text(ColliderP::motion) == "kinematic";
        for (const i32 f : numbers_) {
            const double time = kinematic ? time_of(f) : 0;
            const Vec3d at = c.parameters.vector(ColliderP::position, time);
            const Vec3d way = rotation_from_degrees(c.parameters.vector(ColliderP::rotation, time)) * Vec3d{0, half, 0};
            capsule.frames.push_back({f, (at - way).to<float>(), (at + way).to<float>()});
        }
        settings_.capsules.push_back(std::move(capsule));
    }

    // In a world of their own, so that they are placed as they would be in a run.
    void add_characters() {
        if (scene_.characters.empty()) return;
        Scene alone;
        alone.file = scene_.file;
        alone.folder = scene_.folder;
        alone.assets = scene_.assets;
        alone.characters = scene_.characters;
        SceneBuilder builder(alone);
        builder.prepare();
        WorldSettings settings;
        World world(std::move(settings));
        builder.fill(world);
        world.contents().characters.each([&](CharacterId, const CharacterInstance& placed) {
            const size_t first = settings_.capsules.size();
            for (const BoneCapsule& c : placed.capsules)
                settings_.capsules.push_back({placed.name + "/" + placed.character().nodes[c.node].name, c.radius, {}});
            CharacterInstance played = placed;
            double now = 0;
            for (const i32 f : numbers_) {
                played.advance(time_of(f) - now, now);
                played.find_nodes(now = time_of(f));
                for (size_t i = 0; i < played.capsules.size(); ++i) {
                    const auto [a, b] = capsule_ends(played.capsules[i], played.nodes[played.capsules[i].node]);
                    settings_.capsules[first + i].frames.push_back({f, a.to<float>(), b.to<float>()});
                }
            }
        });
    }

    // ---- what bodies hang on

    void add_body(const SceneBody& body) {
        std::vector<const SceneAttachment*> held;
        for (const SceneAttachment& a : scene_.attachments)
            if (a.body == body.name) held.push_back(&a);
        if (held.empty() && std::string_view(body.kind->name) != "cloth") return;
        ClothSettings::Mesh mesh;
        mesh.name = body.name;
        mesh.attached = !held.empty();
        const std::vector<Vec3> points = points_of(body);
        const Transform placed{body.common.vector(BodyP::position).to<float>(),
                               rotation_from_degrees(body.common.vector(BodyP::rotation)).to<float>()};
        for (const SceneAttachment* a : held)
            for (const u32 point : held_points(points, a->parameters)) {
                ClothSettings::Point p;
                p.number = static_cast<i32>(mesh.points.size());
                p.position = placed.position + placed.rotation * points[point];
                p.capsule = capsule_for(*a, p.position);
                mesh.points.push_back(p);
            }
        settings_.meshes.push_back(std::move(mesh));
    }

    std::vector<Vec3> points_of(const SceneBody& body) const {
        for (const SceneAsset& asset : scene_.assets) {
            if (asset.name != body.asset) continue;
            std::vector<Vec3> points = load_asset(asset.parameters, body.mesh, scene_.folder).mesh.points;
            const Vec3 scale = body.common.vector(BodyP::scale).to<float>();
            for (Vec3& p : points) p = scaled(p, scale);
            return points;
        }
        return {};
    }

    // The nearest of the mesh, then all others within the radius.
    static std::vector<u32> held_points(const std::vector<Vec3>& points, const ParameterSet& attachment) {
        const Vec3 at = attachment.vector(AttachmentP::where_point).to<float>();
        const float radius = static_cast<float>(attachment.number(AttachmentP::where_radius));
        std::vector<u32> held;
        u32 nearest = 0;
        for (u32 i = 1; i < points.size(); ++i)
            if (length_squared(points[i] - at) < length_squared(points[nearest] - at)) nearest = i;
        if (!points.empty()) held.push_back(nearest);
        for (u32 i = 0; i < points.size(); ++i)
            if (i != nearest && length(points[i] - at) <= radius) held.push_back(i);
        return held;
    }

    // Of several the nearest, as attachments have it.
    u32 capsule_for(const SceneAttachment& a, const Vec3& p) {
        if (!a.parameters.is_explicit(AttachmentP::to)) return ClothSettings::none;
        u32 best = ClothSettings::none;
        double least = 1e300;
        for (const std::string& to : a.parameters.names(AttachmentP::to))
            for (u32 i = 0; i < settings_.capsules.size(); ++i) {
                const ClothSettings::Capsule& c = settings_.capsules[i];
                if (c.name != to) continue;
                const Vec3d from = c.frames[0].a.to<double>(), way = c.frames[0].b.to<double>() - from;
                const double squared = length_squared(way);
                const double t = squared > 0 ? std::clamp(dot(p.to<double>() - from, way) / squared, 0.0, 1.0) : 0.0;
                const double d = length(p.to<double>() - from - way * t) - static_cast<double>(c.radius);
                if (d < least) {
                    least = d;
                    best = i;
                }
            }
        if (best == ClothSettings::none && told_ != &a) {
            told_ = &a;
            warnings_.push_back(a.where + ": " + in_quotes(a.parameters.names(AttachmentP::to)[0]) +
                                " is no capsule; the file says of its points that they stay where they are");
        }
        return best;
    }

    const Scene& scene_;
    const SettingsFrames& frames_;
    std::vector<std::string>& warnings_;
    std::vector<i32> numbers_;
    ClothSettings settings_;
    const SceneAttachment* told_ = nullptr;
};

}  // namespace

ClothSettings settings_of_scene(const Scene& scene, const SettingsFrames& frames, std::vector<std::string>& warnings) {
    return SettingsOfScene(scene, frames, warnings).read();
}

}  // namespace pliant
