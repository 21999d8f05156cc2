// The element types of Gmsh, as far as a file may hold them beside tetrahedra.
#pragma once

#include "core/types.h"

namespace pliant {

struct GmshElement {
    i32 type;
    u32 nodes;
    enum Shape { point, line, face, tet, volume } shape;
    const char* plural;
};

constexpr GmshElement gmsh_elements[] = {
    {1, 2, GmshElement::line, "lines"},         {2, 3, GmshElement::face, "triangles"},
    {3, 4, GmshElement::face, "quadrangles"},   {4, 4, GmshElement::tet, "tetrahedra"},
    {5, 8, GmshElement::volume, "hexahedra"},   {6, 6, GmshElement::volume, "prisms"},
    {7, 5, GmshElement::volume, "pyramids"},    {8, 3, GmshElement::line, "lines"},
    {9, 6, GmshElement::face, "triangles"},     {10, 9, GmshElement::face, "quadrangles"},
    {11, 10, GmshElement::tet, "tetrahedra"},   {12, 27, GmshElement::volume, "hexahedra"},
    {13, 18, GmshElement::volume, "prisms"},    {14, 14, GmshElement::volume, "pyramids"},
    {15, 1, GmshElement::point, "points"},      {16, 8, GmshElement::face, "quadrangles"},
    {17, 20, GmshElement::volume, "hexahedra"}, {18, 15, GmshElement::volume, "prisms"},
    {19, 13, GmshElement::volume, "pyramids"},  {20, 9, GmshElement::face, "triangles"},
    {21, 10, GmshElement::face, "triangles"},   {22, 12, GmshElement::face, "triangles"},
    {23, 15, GmshElement::face, "triangles"},   {24, 15, GmshElement::face, "triangles"},
    {25, 21, GmshElement::face, "triangles"},   {26, 4, GmshElement::line, "lines"},
    {27, 5, GmshElement::line, "lines"},        {28, 6, GmshElement::line, "lines"},
    {29, 20, GmshElement::tet, "tetrahedra"},   {30, 35, GmshElement::tet, "tetrahedra"},
    {31, 56, GmshElement::tet, "tetrahedra"}};
constexpr u32 max_gmsh_nodes = 56;

}  // namespace pliant
