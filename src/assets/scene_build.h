// From a scene to a world.
#pragma once

#include <map>

#include "assets/character_file.h"
#include "assets/scene.h"
#include "cook/cook.h"
#include "world/world.h"

namespace pliant {

// Called before each thing that takes time: "cooking ollie".
using BuildProgress = std::function<void(const std::string&)>;

// Builds a world from a scene: all of it, or only the surroundings of its bodies (colliders, characters, joints,
// fields), for callers that have the bodies from a record.
enum class ScenePart { everything, surroundings };

class SceneBuilder {
  public:
    // Opens the creatures of the scene, where that was not done yet. Throws Error.
    explicit SceneBuilder(const Scene& scene, ScenePart part = ScenePart::everything)
        : opened_(scene.unopened ? std::make_shared<const Scene>(open_creatures(scene)) : nullptr),
          scene_(opened_ ? *opened_ : scene),
          part_(part) {}

    // Models that were cooked before, by the hash of their input.
    using Models = std::map<u64, std::shared_ptr<const Model>>;
    void reuse(const Models& models) { models_ = models; }
    // Loads and cooks everything; models of equal content are cooked once. Throws Error with the place in the scene.
    void prepare(const BuildProgress& progress = {});
    // Adds the prepared objects to a world made with scene.world. It simulates nothing: a caller that wants the scene's
    // preroll calls World::preroll() afterwards.
    void fill(World& world);

    const Report& report() const { return report_; }
    struct PreparedBody {
        const SceneBody* body;
        std::shared_ptr<const Model> model;
        std::vector<std::shared_ptr<const Clip>> clips;  // of its guide
    };
    const std::vector<PreparedBody>& bodies() const { return bodies_; }
    Models models() const;  // those that the scene uses
    // The mesh of a body with the attributes that its maps make, before it is scaled or cooked. Throws Error.
    const Mesh& painted_mesh(const SceneBody& body) {
        paint(body);
        return mesh_of(body);
    }

  private:
    void prepare_bodies(const BuildProgress& progress);
    Mesh& mesh_of(const SceneBody& body);
    void paint(const SceneBody& body);
    std::vector<float> weights_of(const SceneBody& body, const std::string& bone);
    Mesh& mesh_of(const SceneAsset& asset, const std::string& part, const SceneFaces& faces);
    const SceneAsset& asset_called(const std::string& name) const;
    RenderMeshSettings render_mesh_of(const SceneBody& body);
    std::vector<u8> faces_drawn_by_bodies(const SceneCharacter& character, const Mesh& mesh) const;
    const std::shared_ptr<const CharacterModel>& character_of(const SceneCharacter& character);
    LoadedCharacter load_character_of(const SceneAsset& asset) const;
    std::shared_ptr<const Model> model_in_file(const SceneAsset& asset, u64 hash);
    Shape shape_of(const SceneCollider& collider);
    void warn_of_softness(const PreparedBody& prepared, const World& world, const Stiffness& stiffness);
    const std::shared_ptr<const Scene> opened_;  // or null: the one that was given
    const Scene& scene_;
    const ScenePart part_;
    Report report_;
    size_t prepared_warnings_ = 0;        // those of report_ that are not about one world
    std::map<std::string, Mesh> meshes_;  // by asset and part
    Models models_;
    std::vector<PreparedBody> bodies_;
    std::vector<Shape> shapes_;
    std::map<std::string, std::shared_ptr<const CharacterModel>>
        characters_;                                                 // by asset, or of one that bodies take faces of
    std::map<std::string, std::shared_ptr<const Character>> boned_;  // by asset, where maps ask for weights of bones
};

// The mesh that an asset names: a file, or a ready-made shape.
LoadedMesh load_asset(const ParameterSet& asset, const std::string& part, const std::string& folder);

// The triangles of a mesh collider; of a hull, those of the hull around the mesh. Throws Error.
std::shared_ptr<const MeshShape> collider_mesh(const Mesh& mesh, const ParameterSet& parameters);
// The shape of a collider from its parameters; meshes and heights are given.
Shape make_collider_shape(const ParameterSet& parameters);
// Of parts that are given as colliders are: shape, sizes, position and rotation. Throws Error.
Shape make_compound(std::span<const ParameterSet> parts);

}  // namespace pliant
