#include "assets/guide_clips.h"

#include <algorithm>
#include <filesystem>

#include "assets/character_animation.h"
#include "assets/clip_file.h"
#include "assets/creature_character.h"
#include "assets/mesh_animation.h"
#include "assets/scene_creatures.h"
#include "core/files.h"
#include "core/text.h"
#include "world/parameters.h"

namespace pliant {

namespace {

const SceneAsset* asset_called(const Scene& scene, std::string_view name) {
    for (const SceneAsset& a : scene.assets)
        if (a.name == name) return &a;
    return nullptr;
}

AssetSettings settings_of(const ParameterSet& asset, const std::string& mesh, const std::string& clip) {
    AssetSettings s;
    s.unit = asset.text(AssetP::unit);
    s.up = asset.text(AssetP::up);
    s.scale = asset.number(AssetP::scale);
    s.mesh = mesh;
    s.clip = clip;
    return s;
}

// Where poses come from.
struct Source {
    std::string path, name;
    AssetSettings settings;
    std::shared_ptr<const Creature> creature;  // ready-made: there is no file
};

Source clip_source(const Scene& scene, const SceneBody& body, const std::string& entry) {
    const SceneAsset* own = asset_called(scene, body.asset);
    const size_t slash = entry.find('/');
    const SceneAsset* named = slash == std::string::npos ? nullptr : asset_called(scene, entry.substr(0, slash));
    if (named && named->parameters.is_explicit(AssetP::file)) {
        const std::string clip = entry.substr(slash + 1);
        return {resolved_path(scene.folder, named->parameters.text(AssetP::file)),
                clip,
                settings_of(named->parameters, body.mesh, clip),
                {}};
    }
    if (std::shared_ptr<const Creature> made = named ? ready_made_creature(named->parameters) : nullptr) {
        const std::string clip = entry.substr(slash + 1);
        return {made->name + ".glb", clip, settings_of(named->parameters, body.mesh, clip), std::move(made)};
    }
    return {resolved_path(scene.folder, entry),
            std::filesystem::path(entry).stem().string(),
            settings_of(own->parameters, body.mesh, ""),
            {}};
}

Clip lattice_clip(const Source& source, const Model& model) {
    const std::optional<ParticleGrid> grid = model.particle_grid();
    if (!grid) throw Error({source.path, "these are poses of a lattice", "poses of the mesh: .pc2, .mdd, .glb", ""});
    return bind_clip(read_clip_file(read_file(source.path), source.path), *grid, source.name);
}

Clip fitted_clip(const Source& source, const Model& model, const Vec3& scale) {
    const std::unique_ptr<MeshAnimation> animation =
        source.creature
            ? character_animation(load_character(*source.creature, source.settings), source.path, source.settings.clip)
            : open_mesh_animation(source.path, source.settings);
    if (animation->point_count() != model.surface.point_count())
        throw Error({source.path, "it moves " + counted(animation->point_count(), "points"),
                     with_commas(model.surface.point_count()) + ", as the body's mesh has", "is it of another mesh?"});
    Clip clip;
    clip.name = source.name;
    clip.point_count = model.particle_count;
    if (animation->fps() > 0) clip.fps = animation->fps();
    const std::unique_ptr<PoseFit> fit = model.make_pose_fit();
    if (!fit)
        throw Error({source.path,
                     std::string("bodies of the kind ") + model.kind().name + " cannot follow poses of a mesh",
                     "a body of another kind", ""});
    std::vector<Vec3> points(animation->point_count()), particles(model.particle_count);
    for (u64 f = 0; f < animation->frame_count(); ++f) {
        animation->read(f, points);
        for (Vec3& p : points) p = scaled(p, scale);
        fit->solve(points, particles);
        clip.frames.push_back(animation->number(f));
        clip.points.insert(clip.points.end(), particles.begin(), particles.end());
    }
    return clip;
}

}  // namespace

std::vector<std::shared_ptr<const Clip>> guide_clips(const Scene& scene, const SceneBody& body, const Model& model,
                                                     std::vector<std::string>& notes) {
    std::vector<std::shared_ptr<const Clip>> clips;
    for (const std::string& entry : body.common.names(BodyP::guide_keyframes)) {
        const Source source = clip_source(scene, body, entry);
        Clip clip = ends_with(source.path, ".txt")
                        ? lattice_clip(source, model)
                        : fitted_clip(source, model, body.common.vector(BodyP::scale).to<float>());
        if (std::any_of(clips.begin(), clips.end(), [&](const auto& c) { return c->name == clip.name; }))
            notes.push_back("two clips are called " + in_quotes(clip.name) +
                            "; the first of them is meant by the name");
        clips.push_back(std::make_shared<const Clip>(std::move(clip)));
    }
    return clips;
}

}  // namespace pliant
