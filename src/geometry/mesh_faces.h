// Selected faces of a mesh: which ones, as a mesh of their own, and the mesh without them.
#pragma once

#include <span>

#include "geometry/mesh.h"

namespace pliant {

// 1 for each face that is meant. Throw Error with the names there are, or where none is.
std::vector<u8> faces_of_material(const Mesh& mesh, const std::string& material);
// Those of which all corners are painted above a half.
std::vector<u8> faces_of_attribute(const Mesh& mesh, const std::string& attribute);

// Only these faces and the points they use, in the order of the file.
Mesh take_faces(const Mesh& mesh, std::span<const u8> faces);
// Without these faces, and with all points and vertices.
Mesh without_faces(const Mesh& mesh, std::span<const u8> faces);
// Of each point 1 where these faces meet others: points in one place are one.
std::vector<float> border_of(const Mesh& mesh, std::span<const u8> faces);

}  // namespace pliant
