// Scenes: JSON that describes a world. Reading checks everything against the parameter tables and knows the line of
// every mistake; building makes the world.
#pragma once

#include <memory>
#include <optional>

#include "assets/json.h"
#include "assets/mesh_file.h"
#include "core/parameter.h"
#include "rig/bone_capsules.h"
#include "world/behaviour.h"

namespace pliant {

struct AssetP {
    enum : u16 { file, shape, unit, up, scale, size, detail, count };
};
extern const ParameterTable asset_table;

struct CameraP {
    enum : u16 { position, target, fov, count };
};
extern const ParameterTable camera_table;

constexpr int scene_format = 1;
constexpr int scene_behaviour = static_cast<int>(behaviour_version);

struct Creature;

struct SceneAsset {
    std::string name, where;
    ParameterSet parameters{asset_table};
    std::shared_ptr<const Creature> creature = nullptr;  // its data about a body besides the mesh; once it is open
};

// Some of an asset's faces: those of a material, or painted with an attribute; or all.
struct SceneFaces {
    std::string material, attribute;
    bool all() const { return material.empty() && attribute.empty(); }
    bool operator==(const SceneFaces&) const = default;
};

// The drawn surface of a body: another asset, or its own mesh, finer and thicker.
struct SceneSurface {
    std::string asset, mesh;
    u32 subdivide = 0;
    double thickness = 0;  // [m]
    bool operator==(const SceneSurface&) const = default;
};

struct SceneBody {
    std::string name, where;  // where: "scene.json:12: bodies.ollie"
    std::string asset, mesh;
    const struct Kind* kind = nullptr;  // null: the file of the creature says it, which is not open yet
    ParameterSet common, own;
    SceneFaces faces;
    SceneSurface surface;
    bool bones = true;  // of a creature: whether it has those of its file
    // What all its joints that can be driven are given (joint_table), where "bones" is an object.
    std::shared_ptr<const ParameterSet> drives = nullptr;
};

struct SceneCollider {
    std::string name, where;
    ParameterSet parameters;
    ParameterSet asset{asset_table};  // of a mesh
    std::string mesh;                 // the part of the file, or all of it
    u32 columns = 0, rows = 0;        // of a height field
    std::vector<float> heights;
    std::vector<Vec3> points;         // of a hull, instead of a mesh
    std::vector<ParameterSet> parts;  // of a compound: shape, sizes, position and rotation of each
};

struct ScenePair {
    std::string name, where, first, second;
    ParameterSet parameters;
};

struct SceneAttachment {
    std::string name, where, body;
    ParameterSet parameters;
};

struct SceneCharacter {
    std::string name, where, asset;
    ParameterSet parameters;
    std::vector<CapsuleEdit> capsules;
};

struct SceneField {
    std::string name, where;
    ParameterSet parameters;
};

struct SceneJoint {
    std::string name, where;
    ParameterSet parameters;
};

struct SceneCamera {
    std::string name, where;
    ParameterSet parameters{camera_table};
};

struct Scene {
    std::string file;    // as given
    std::string folder;  // where its assets are looked for
    ParameterSet world;
    std::vector<SceneAsset> assets;
    std::vector<SceneBody> bodies;
    std::vector<SceneCollider> colliders;
    std::vector<SceneCharacter> characters;
    std::vector<ScenePair> pairs;
    std::vector<SceneAttachment> attachments;
    std::vector<SceneField> fields;
    std::vector<SceneJoint> joints;
    std::vector<SceneCamera> cameras;
    // The JSON, where a body may be a creature, whose file says more about it than the scene; null: all is known.
    std::shared_ptr<const Json> unopened;
    Scene();
};

// Opens nothing. `folder`, "" or "a/b/", is where assets will be looked for; `settings` are "path=value", laid over the
// text. Of bodies that may be creatures, only what the scene says is known. Throws Error, with all mistakes.
Scene read_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder = "");
// The same with what creatures bring: kinds and parameters of their bodies, bones, joints, attachments. Opens their
// files; throws Error, with all mistakes of the scene that depend on them.
Scene open_creatures(const Scene& scene);

// Both, so that mistakes of both are told together.
Scene open_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder = "");
Scene load_scene(const std::string& file, const std::vector<std::string>& settings);

// Keys of a body that are not parameters, for the schema and for suggestions.
std::vector<std::string> body_structure_keys();

}  // namespace pliant
