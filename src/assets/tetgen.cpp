#include "assets/tetgen.h"

#include <fmt/format.h>

namespace pliant {

namespace {

void to_line_end(FileCursor& file) {  // attributes, markers and regions
    while (!file.at_line_end()) file.word();
}

}  // namespace

TetFile read_tetgen(std::string_view node_text, const std::string& node_name, std::string_view ele_text,
                    const std::string& ele_name) {
    FileCursor nodes(node_text, node_name), elements(ele_text, ele_name);
    TetBuilder builder(elements, ele_name);
    const u64 points = nodes.count("the number of points", 8);
    if (points == 0)
        nodes.fail("there are 0 points", "points", "TetGen's -N leaves them in the .node that it was given");
    const i64 dimension = nodes.integer("the dimension, 3");
    if (dimension != 3) nodes.fail("points have " + std::to_string(dimension) + " dimensions", "3");
    to_line_end(nodes);
    for (u64 i = 0; i < points; ++i) {
        const i64 number = nodes.integer("the number of a point");
        Vec3d p;
        for (int axis = 0; axis < 3; ++axis) p[axis] = nodes.number("the coordinates of a point");
        builder.add_point(number, p);
        to_line_end(nodes);
    }
    const u64 tets = elements.count("the number of tets", 10);
    const i64 corners = elements.integer("the number of points of a tet, 4 or 10");
    if (corners != 4 && corners != 10) elements.fail("a tet has " + std::to_string(corners) + " points", "4 or 10");
    to_line_end(elements);
    i64 corner[10];
    for (u64 i = 0; i < tets; ++i) {
        elements.integer("the number of a tet");
        for (i64 k = 0; k < corners; ++k) corner[k] = elements.integer("the points of a tet");
        builder.add_tet({corner, static_cast<size_t>(corners)});
        to_line_end(elements);
    }
    return builder.finish();
}

std::string tetgen_node_text(const TetMesh& mesh) {
    std::string text = fmt::format("{} 3 0 0\n", mesh.points.size());
    for (size_t i = 0; i < mesh.points.size(); ++i) {
        const Vec3& p = mesh.points[i];
        text += fmt::format("{} {} {} {}\n", i, p.x, p.y, p.z);
    }
    return text;
}

std::string tetgen_ele_text(const TetMesh& mesh) {
    std::string text = fmt::format("{} 4 0\n", mesh.tets.size());
    for (size_t i = 0; i < mesh.tets.size(); ++i) {
        const TetPoints& t = mesh.tets[i];
        text += fmt::format("{} {} {} {} {}\n", i, t[0], t[1], t[2], t[3]);
    }
    return text;
}

}  // namespace pliant
