// What recorders see of a world: the parts that never change. Made once, when recording begins, and kept in the files
// that are put together at the end, so that these can be finished without the world.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "body/surface.h"
#include "collide/shape_mesh.h"
#include "core/archive.h"
#include "record/recorded_skeleton.h"

namespace pliant {

class World;
class Model;
class Matter;
struct Collider;
struct SceneCamera;

// A mesh that changes: a body, or a character that bodies hang on or follow.
struct RecordedBody {
    std::string name;       // as in the scene
    std::string file_name;  // without folder and ending; no two things of a scene have the same
    std::shared_ptr<const SurfaceModel> surface;
    std::vector<float> particle_mass = {};  // [kg]; empty where the matter is not known
    float particle_width = 0;               // [m] edge of the cube that a particle stands for
    std::vector<Material> materials = {};   // those of the surface, in the colours that pictures show
    std::shared_ptr<const RecordedSkeleton> skeleton = nullptr;  // of a character; bodies have none
    bool is_character() const { return skeleton != nullptr; }
};

// Something solid that is shown beside the bodies. Sensors and what pictures hide are not among them.
struct RecordedCollider {
    std::string name, file_name;
    bool plane = false;      // without end: how large it is shown depends on what happens on it
    TriangleList triangles;  // of all others, in the collider's own frame
    Material material;
};

struct RecordedScene {
    double rate = 60;                  // frames a second
    std::vector<RecordedBody> bodies;  // then the characters
    std::vector<RecordedCollider> colliders;
    std::vector<std::string> cameras;  // names

    size_t body_count() const;  // without the characters behind them
    void save(Writer&) const;
    void load(Reader&);
};

RecordedScene recorded_scene(const World& world, std::span<const SceneCamera> cameras = {});
// One body of it; `number` among all of them, which chooses the colour of a body that has none.
RecordedBody recorded_body(const std::string& name, const std::shared_ptr<const Model>& model, const Matter& matter,
                           const std::optional<Vec3>& color, size_t number);
bool is_recorded(const Collider& collider);

// A name that is fit for a file: "babies/0" becomes "babies_0".
std::string file_name_of(const std::string& body);
// The same for many, and no two alike: "a b" and "a_b" become "a_b" and "a_b_2".
std::vector<std::string> file_names_of(std::span<const std::string> bodies);

}  // namespace pliant
