#include "assets/physx_tet.h"

#include <fmt/format.h>

#include "core/text.h"

namespace pliant {

TetFile read_physx_tet(std::string_view text, const std::string& name) {
    FileCursor file(text, name);
    TetBuilder builder(file, name);
    i64 points = 0;
    for (std::string_view key = file.word(); !key.empty(); key = file.word()) {
        if (key == "v") {
            Vec3d p;
            for (int axis = 0; axis < 3; ++axis) p[axis] = file.number("v and the coordinates of a point");
            builder.add_point(points++, p);
        } else if (key == "t") {
            i64 corner[4];
            for (i64& c : corner) c = file.integer("t and the four points of a tet");
            builder.add_tet(corner);
        } else {
            file.fail("a line begins with " + in_quotes(key), "v for a point or t for a tet");
        }
        while (!file.at_line_end()) file.word();  // some programs write a fourth number behind a point
    }
    return builder.finish();
}

std::string physx_tet_text(const TetMesh& mesh) {
    std::string text = fmt::format("# {} vertices\n", mesh.points.size());
    for (const Vec3& p : mesh.points) text += fmt::format("v {} {} {}\n", p.x, p.y, p.z);
    text += fmt::format("# {} tetrahedra\n", mesh.tets.size());
    for (const TetPoints& t : mesh.tets) text += fmt::format("t {} {} {} {}\n", t[0], t[1], t[2], t[3]);
    return text;
}

}  // namespace pliant
