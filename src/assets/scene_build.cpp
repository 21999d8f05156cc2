#include "assets/scene_build.h"

#include <algorithm>

#include "assets/character_file.h"
#include "assets/creature_character.h"
#include "assets/creature_file.h"
#include "assets/guide_clips.h"
#include "assets/hold_advice.h"
#include "assets/map_image_file.h"
#include "assets/mesh_sequence.h"
#include "assets/scene_creatures.h"
#include "assets/start_advice.h"
#include "cook/body_maps.h"
#include "cook/bone_weights.h"
#include "cook/solid_mesh.h"
#include "core/files.h"
#include "core/text.h"
#include "core/trig.h"
#include "geometry/mesh_faces.h"
#include "geometry/shapes.h"

namespace pliant {

static AssetSettings settings_of(const ParameterSet& asset) {
    AssetSettings settings;
    settings.unit = asset.text(AssetP::unit);
    settings.up = asset.text(AssetP::up);
    settings.scale = asset.number(AssetP::scale);
    return settings;
}

LoadedMesh load_asset(const ParameterSet& asset, const std::string& part, const std::string& folder) {
    if (asset.is_explicit(AssetP::shape)) {
        LoadedMesh loaded;
        const std::string& shape = asset.text(AssetP::shape);
        const bool as_it_is = !asset.is_explicit(AssetP::size) && !asset.is_explicit(AssetP::detail);
        if (const std::shared_ptr<const Creature> creature = as_it_is ? creature_of_shape(shape) : nullptr)
            loaded.mesh = creature->mesh;
        else
            loaded.mesh = make_shape(
                {shape, asset.vector(AssetP::size).to<float>(), static_cast<u32>(asset.number(AssetP::detail))});
        const double s = asset.number(AssetP::scale);
        if (s != 1) transform(loaded.mesh, {{{s, 0, 0}, {0, s, 0}, {0, 0, s}}}, {});
        const Vec3 size = loaded.mesh.bounds().size();
        loaded.summary = loaded.mesh.name + ": " + short_number(size.x) + " × " + short_number(size.y) + " × " +
                         short_number(size.z) + " m, " + with_commas(triangulate(loaded.mesh).triangles.size()) +
                         " triangles";
        return loaded;
    }
    AssetSettings settings = settings_of(asset);
    settings.mesh = part;
    return load_mesh(resolved_path(folder, asset.text(AssetP::file)), settings);
}

static bool is_hull(const ParameterSet& p) { return p.text(ColliderP::shape) == "hull"; }

Shape make_collider_shape(const ParameterSet& p) {
    Shape shape;
    // A hull is, for skins, a closed mesh.
    shape.kind = is_hull(p) ? ShapeKind::mesh : static_cast<ShapeKind>(p.choice(ColliderP::shape));
    shape.radius = static_cast<float>(p.number(ColliderP::radius));
    shape.half_size = p.vector(ColliderP::size).to<float>() * 0.5f;
    if (shape.kind == ShapeKind::capsule) {
        const double height = p.number(ColliderP::height);
        const double radius = p.number(ColliderP::radius);
        if (height < 2 * radius * (1 - 1e-6))
            throw Error({"height", "a capsule of height " + short_number(height) + " m",
                         "at least twice its radius, " + short_number(2 * radius) + " m", ""});
        shape.half_height = static_cast<float>(std::max(0.0, height / 2 - radius));
    }
    return shape;
}

static void check_part(const ParameterSet& p) {
    const std::string& shape = p.text(ColliderP::shape);
    if (shape != "sphere" && shape != "capsule" && shape != "box")
        throw Error({"shape", "a part that is a " + shape, "\"sphere\", \"capsule\" or \"box\"", ""});
    for (const Parameter& row : collider_table.rows) {
        const bool says_where = row.id == ColliderP::shape || row.id == ColliderP::size ||
                                row.id == ColliderP::radius || row.id == ColliderP::height ||
                                row.id == ColliderP::position || row.id == ColliderP::rotation;
        if (p.is_explicit(row.id) && !says_where)
            throw Error({row.name, "given for a part", "it for the compound as a whole", ""});
        if (p.keyed(row.id)) throw Error({row.name, "a part with keys", "a part that keeps its place", ""});
    }
}

Shape make_compound(std::span<const ParameterSet> parts) {
    constexpr size_t most = 256;  // each is tried against each of another
    if (parts.size() > most)
        throw Error({"parts", std::to_string(parts.size()) + " of them", "at most " + std::to_string(most), ""});
    auto list = std::make_shared<std::vector<ShapePart>>();
    for (const ParameterSet& p : parts) {
        try {
            check_part(p);
            list->push_back({make_collider_shape(p),
                             {p.vector(ColliderP::position).to<float>(),
                              rotation_from_degrees(p.vector(ColliderP::rotation)).to<float>()}});
        } catch (const Error& e) {
            throw e.inside("parts[" + std::to_string(list->size()) + "]");
        }
    }
    Shape shape;
    shape.kind = ShapeKind::compound;
    shape.parts = std::move(list);
    return shape;
}

// For a body of some faces of a mesh: its border to the other faces.
static constexpr const char* border_attribute = "border of faces";

static std::vector<u8> chosen_faces(const Mesh& mesh, const SceneFaces& faces) {
    return faces.material.empty() ? faces_of_attribute(mesh, faces.attribute) : faces_of_material(mesh, faces.material);
}

Mesh& SceneBuilder::mesh_of(const SceneAsset& asset, const std::string& part, const SceneFaces& faces) {
    const std::string key = asset.name + "/" + part + "/" + faces.material + "/" + faces.attribute;
    const auto known = meshes_.find(key);
    if (known != meshes_.end()) return known->second;
    LoadedMesh loaded;
    try {
        loaded = load_asset(asset.parameters, part, scene_.folder);
    } catch (const Error& e) {
        throw e.inside(asset.where);
    }
    report_.facts.push_back(loaded.summary);
    for (const std::string& note : loaded.notes) report_.warnings.push_back(asset.name + ": " + note);
    if (!faces.all()) {
        const std::vector<u8> chosen = chosen_faces(loaded.mesh, faces);
        loaded.mesh.attributes.push_back({border_attribute, border_of(loaded.mesh, chosen)});
        loaded.mesh = take_faces(loaded.mesh, chosen);
    }
    return meshes_.emplace(key, std::move(loaded.mesh)).first->second;
}

static bool takes_faces(const SceneBody& body, const SceneCharacter& character) {
    const std::string& followed = body.common.text(BodyP::guide_character);
    return body.asset == character.asset && followed.substr(0, followed.find('/')) == character.name;
}

const std::shared_ptr<const CharacterModel>& SceneBuilder::character_of(const SceneCharacter& character) {
    const bool is_own = std::any_of(scene_.bodies.begin(), scene_.bodies.end(),
                                    [&](const SceneBody& body) { return takes_faces(body, character); });
    std::shared_ptr<const CharacterModel>& model = characters_[is_own ? "of " + character.name : character.asset];
    if (model) return model;
    for (const SceneAsset& asset : scene_.assets) {
        if (asset.name != character.asset) continue;
        try {
            LoadedCharacter loaded = load_character_of(asset);
            report_.facts.push_back(loaded.summary);
            for (const std::string& note : loaded.notes) report_.warnings.push_back(asset.name + ": " + note);
            const std::vector<u8> hidden = faces_drawn_by_bodies(character, loaded.character.mesh);
            model = make_character_model(std::move(loaded.character), hidden);
        } catch (const Error& e) {
            throw e.inside(asset.where);
        }
    }
    return model;
}

LoadedCharacter SceneBuilder::load_character_of(const SceneAsset& asset) const {
    if (const std::shared_ptr<const Creature> made = ready_made_creature(asset.parameters))
        return load_character(*made, settings_of(asset.parameters));
    if (!asset.parameters.is_explicit(AssetP::file))
        throw Error({"shape", "a ready-made shape has no bones", "a file of a character", ""});
    return load_character(resolved_path(scene_.folder, asset.parameters.text(AssetP::file)),
                          settings_of(asset.parameters));
}

// Bodies that are a part of a character's own mesh and follow it take the place of that part; empty: there are none.
std::vector<u8> SceneBuilder::faces_drawn_by_bodies(const SceneCharacter& character, const Mesh& mesh) const {
    std::vector<u8> drawn;
    for (const SceneBody& body : scene_.bodies) {
        if (!takes_faces(body, character)) continue;
        std::vector<u8> faces(mesh.face_count(), 1);
        if (!body.faces.all()) faces = chosen_faces(mesh, body.faces);
        for (const MeshPart& part : mesh.parts)
            if (!body.mesh.empty() && part.name != body.mesh)
                std::fill_n(faces.begin() + part.first_face, part.face_count, u8{0});
        drawn.resize(faces.size());
        for (size_t f = 0; f < faces.size(); ++f) drawn[f] = drawn[f] || faces[f];
    }
    return drawn;
}

const SceneAsset& SceneBuilder::asset_called(const std::string& name) const {
    return *std::find_if(scene_.assets.begin(), scene_.assets.end(),
                         [&](const SceneAsset& a) { return a.name == name; });
}

RenderMeshSettings SceneBuilder::render_mesh_of(const SceneBody& body) {
    const SceneSurface& s = body.surface;
    const Mesh* mesh = s.asset.empty() ? nullptr : &mesh_of(asset_called(s.asset), s.mesh, {});
    return {mesh, s.subdivide, static_cast<float>(s.thickness)};
}

Mesh& SceneBuilder::mesh_of(const SceneBody& body) {
    try {
        return mesh_of(asset_called(body.asset), body.mesh, body.faces);
    } catch (const Error& e) {
        throw body.faces.all() ? e : e.inside(body.where + ".faces");
    }
}

// Of the character in the body's file, for the points that the body takes of it.
std::vector<float> SceneBuilder::weights_of(const SceneBody& body, const std::string& bone) {
    const SceneAsset& asset = asset_called(body.asset);
    if (!asset.parameters.is_explicit(AssetP::file) || !may_hold_character(asset.parameters.text(AssetP::file)))
        throw Error({"bone", "the body's asset is not a character", "a file of a character, with bones", ""});
    auto& character = boned_[asset.name];
    if (!character)
        character = std::make_shared<Character>(
            load_character(resolved_path(scene_.folder, asset.parameters.text(AssetP::file)),
                           settings_of(asset.parameters))
                .character);
    Mesh mesh = character->mesh;
    mesh.attributes.push_back({"weights of " + bone, bone_weights(*character, bone)});
    if (!body.mesh.empty()) mesh = take_part(mesh, body.mesh);
    if (!body.faces.all()) mesh = take_faces(mesh, chosen_faces(mesh, body.faces));
    return mesh.attributes.back().values;
}

// `pattern` as the scene has it.
static std::vector<MapInputs::Frame> frames_called(const std::string& pattern, const std::string& folder) {
    const std::vector<NumberedFile> files = numbered_files(resolved_path(folder, pattern));
    if (files.empty()) throw Error({pattern, "there is no image of that name with a number", "", ""});
    std::vector<MapInputs::Frame> frames;
    for (const NumberedFile& file : files) {
        const i32 wanted = files[0].number + static_cast<i32>(frames.size());
        frames.push_back({wanted, numbered_path(pattern, wanted)});
        if (file.number != wanted)
            throw Error(
                {pattern, "frame " + std::to_string(wanted) + " is missing: there is no " + frames.back().name,
                 "all from " + std::to_string(files.front().number) + " to " + std::to_string(files.back().number),
                 ""});
    }
    return frames;
}

// Before anything is cooked: bodies of one mesh are cooked once for all their maps.
void SceneBuilder::paint(const SceneBody& body) {
    const ParameterSet* sets[] = {&body.common, &body.own};
    std::vector<std::string> warnings;
    try {
        const MapInputs inputs{[&](const std::string& name) {
                                   return read_map_image(read_file(resolved_path(scene_.folder, name)), name);
                               },
                               [&](const std::string& pattern) { return frames_called(pattern, scene_.folder); },
                               [&](const std::string& bone) { return weights_of(body, bone); }};
        add_maps(mesh_of(body), sets, inputs, warnings);
    } catch (const Error& e) {
        throw e.inside(body.where);
    }
    for (const std::string& warning : warnings) report_.warnings.push_back(body.name + ": " + warning);
}

// The model in the file of a creature, if it was cooked from the same input.
std::shared_ptr<const Model> SceneBuilder::model_in_file(const SceneAsset& asset, u64 hash) {
    if (!asset.creature) return nullptr;
    if (!asset.creature->model_trouble.empty())
        report_.warnings.push_back(asset.creature->model_trouble + "; cooked again");
    const std::shared_ptr<const Model>& model = asset.creature->model;
    return model && model->content_hash == hash ? model : nullptr;
}

void SceneBuilder::prepare_bodies(const BuildProgress& progress) {
    for (const SceneBody& body : scene_.bodies) paint(body);
    for (const SceneBody& body : scene_.bodies) {
        const Mesh& mesh = mesh_of(body);
        const Vec3d scale = body.common.vector(BodyP::scale);
        const RenderMeshSettings drawn = render_mesh_of(body);
        const u64 hash = cook_hash(mesh, *body.kind, body.own, scale, drawn);
        auto& model = models_[hash];
        if (!model) model = model_in_file(asset_called(body.asset), hash);
        if (!model) {
            progress("cooking " + body.name);
            try {
                CookedModel cooked = cook_model(mesh, *body.kind, body.own, scale, drawn);
                model = cooked.model;
                for (const std::string& fact : cooked.report.facts) report_.facts.push_back(body.name + ": " + fact);
                for (const std::string& warning : cooked.report.warnings)
                    report_.warnings.push_back(body.name + ": " + warning);
            } catch (const Error& e) {
                throw e.inside(body.where);
            }
        }
        bodies_.push_back({&body, model, {}});
        if (!body.common.is_explicit(BodyP::guide_keyframes)) continue;
        progress("fitting the keyframes of " + body.name);
        std::vector<std::string> notes;
        try {
            bodies_.back().clips = guide_clips(scene_, body, *model, notes);
        } catch (const Error& e) {
            throw e.inside(body.where);
        }
        for (const std::string& note : notes) report_.warnings.push_back(body.name + ": " + note);
    }
}

// Names of things and files stand in them, which go to terminals.
static void make_printable(Report& report) {
    for (std::vector<std::string>* lines : {&report.facts, &report.warnings})
        for (std::string& line : *lines) line = printable(line);
}

void SceneBuilder::prepare(const BuildProgress& shown) {
    const BuildProgress progress = [&](const std::string& what) {
        if (shown) shown(printable(what));
    };
    if (part_ == ScenePart::everything) prepare_bodies(progress);
    for (const SceneCollider& collider : scene_.colliders) {
        try {
            shapes_.push_back(shape_of(collider));
        } catch (const Error& e) {
            throw e.inside(collider.where);
        }
    }
    for (const SceneCharacter& character : scene_.characters) {
        progress("loading " + character.name);
        character_of(character);
    }
    make_printable(report_);
    prepared_warnings_ = report_.warnings.size();
}

SceneBuilder::Models SceneBuilder::models() const {
    Models used;
    for (const auto& [hash, model] : models_)
        for (const PreparedBody& body : bodies_)
            if (body.model == model) used[hash] = model;
    return used;
}

Shape SceneBuilder::shape_of(const SceneCollider& collider) {
    if (!collider.parts.empty()) return make_compound(collider.parts);
    Shape shape = make_collider_shape(collider.parameters);
    const Vec3 size = collider.parameters.vector(ColliderP::size).to<float>();
    if (shape.kind == ShapeKind::height_field)
        shape.height_field = std::make_shared<HeightField>(collider.columns, collider.rows, size, collider.heights);
    if (shape.kind == ShapeKind::mesh) {
        LoadedMesh loaded;
        if (collider.points.empty()) {
            loaded = load_asset(collider.asset, collider.mesh, scene_.folder);
            report_.facts.push_back(loaded.summary);
        } else {
            loaded.mesh.name = collider.name;
            loaded.mesh.points = collider.points;
        }
        transform(loaded.mesh, {{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}}, {});
        shape.mesh = collider_mesh(loaded.mesh, collider.parameters);
    }
    return shape;
}

std::shared_ptr<const MeshShape> collider_mesh(const Mesh& mesh, const ParameterSet& parameters) {
    return is_hull(parameters) ? hull_mesh(mesh) : solid_mesh(mesh);
}

// A character stands for all its colliders; other names for themselves.
static std::vector<std::string> colliders_called(const World& world, const std::string& name) {
    const CharacterInstance* character = world.character(world.find_character(name));
    if (!character) return {name};
    std::vector<std::string> names;
    for (const ColliderId id : character->colliders) names.push_back(world.collider(id)->name);
    return names;
}

void SceneBuilder::fill(World& world) {
    report_.warnings.resize(prepared_warnings_);
    for (size_t i = 0; i < scene_.colliders.size(); ++i) {
        try {
            world.colliders().add(scene_.colliders[i].name, shapes_[i], scene_.colliders[i].parameters);
        } catch (const Error& e) {
            throw e.inside(scene_.colliders[i].where);
        }
    }
    for (const SceneCharacter& c : scene_.characters) {
        try {
            world.characters().add(c.name, character_of(c), c.parameters, c.capsules);
        } catch (const Error& e) {
            throw e.inside(c.where);
        }
    }
    for (const ScenePair& pair : scene_.pairs)
        for (const std::string& first : colliders_called(world, pair.first))
            for (const std::string& second : colliders_called(world, pair.second))
                world.add_pair_rule({pair.name, first, second, pair.parameters});
    for (const PreparedBody& prepared : bodies_) {
        try {
            ParameterSet common = prepared.body->common, own = prepared.body->own;
            for (ParameterSet* set : {&common, &own}) find_frames(*set, prepared.model->surface.attributes);
            if (!prepared.body->faces.all() && common.is_explicit(BodyP::guide_character) &&
                !common.is_explicit(BodyP::guide_border))
                common.set(BodyP::guide_border, Map{border_attribute, 0, 1, false});
            const BodyId id = world.bodies().add(prepared.body->name, prepared.model, common, own);
            if (const std::optional<Stiffness> stiffness = world.body(id)->matter->stiffness())
                warn_of_softness(prepared, world, *stiffness);
            if (!prepared.clips.empty()) world.bodies().set_guide_clips(id, prepared.clips);
        } catch (const Error& e) {
            throw e.inside(prepared.body->where);
        }
    }
    for (const SceneField& field : scene_.fields) world.fields().add(field.name, field.parameters);
    for (const SceneJoint& joint : scene_.joints) {
        try {
            world.joints().add(joint.name, joint.parameters);
        } catch (const Error& e) {
            throw e.inside(joint.where);
        }
    }
    for (const SceneAttachment& a : scene_.attachments) {
        if (part_ == ScenePart::surroundings) break;  // each holds a body
        try {
            world.attachments().add(a.name, world.find_body(a.body), where_of(a.parameters), a.parameters);
        } catch (const Error& e) {
            throw e.inside(a.where);
        }
    }
    for (const auto warn : {warn_of_starts_below, warn_of_starts_inside, warn_of_empty_holds, warn_of_far_attachments})
        for (const std::string& warning : warn(world)) report_.warnings.push_back(warning);
    make_printable(report_);
}

}  // namespace pliant
