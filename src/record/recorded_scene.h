// What recorders see of a world: the parts that never change. Made once, when recording begins, and kept in the files
// that are put together at the end, so that these can be finished without the world.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "body/surface.h"
#include "collide/shape_mesh.h"
#include "core/archive.h"

namespace pliant {

class World;

struct RecordedBody {
    std::string name;       // as in the scene
    std::string file_name;  // without folder and ending; no two bodies have the same
    std::shared_ptr<const SurfaceModel> surface;
    std::vector<float> particle_mass;  // [kg]; empty where the matter is not known
    float particle_width = 0;          // [m] edge of the cube that a particle stands for
};

// Something solid that is shown beside the bodies. Sensors are not among them.
struct RecordedCollider {
    std::string name;
    bool plane = false;      // without end: how large it is shown depends on what happens on it
    TriangleList triangles;  // of all others, in the collider's own frame
};

struct RecordedScene {
    double rate = 60;  // frames a second
    std::vector<RecordedBody> bodies;
    std::vector<RecordedCollider> colliders;

    void save(Writer&) const;
    void load(Reader&);
};

class TornBodies;
RecordedScene recorded_scene(const World& world, TornBodies* torn = nullptr);

// A name that is fit for a file: "babies/0" becomes "babies_0".
std::string file_name_of(const std::string& body);
// The same for many, and no two alike: "a b" and "a_b" become "a_b" and "a_b_2".
std::vector<std::string> file_names_of(std::span<const std::string> bodies);

}  // namespace pliant
