// Ready-made meshes: for examples, tests and first steps, without any file.
//
//   box sphere capsule cylinder cone torus   closed, centred on the origin; axis of revolution along y
//   plane                                    open, in y = 0, facing +y
//   stairs                                   closed, on y = 0, rising towards -z
//   octopus penguin kobold                   closed, standing on y = 0, looking towards +z; several materials
//
// Closed shapes are one manifold of shared points; only vertices are split, where normals or texture coordinates are.
#pragma once

#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace pliant {

struct ShapeSettings {
    std::string name = "box";
    Vec3 size;       // [m] of the bounding box; components of 0 follow the others in proportion, or are the shape's own
    u32 detail = 0;  // cells across the longest side, steps of stairs; 0: the shape's own, which is also the least for
                     // the creatures' thin parts
};

std::vector<std::string> shape_names();

// Throws Error for unknown names, bad sizes and a detail above 200.
Mesh make_shape(const ShapeSettings& settings);

}  // namespace pliant
