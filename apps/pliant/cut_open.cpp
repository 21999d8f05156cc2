#include "pliant/cut_open.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.h"
#include "core/text.h"
#include "geometry/tet_surface.h"
#include "pliant/verbs.h"

namespace pliant::app {

Cut parse_cut(const std::string& text) {
    Cut cut;
    cut.axis = text.empty() ? -1 : text[0] - 'x';
    const bool axis = cut.axis >= 0 && cut.axis < 3;
    if (text.size() > 2 && text[1] == '=') cut.at = parse_number(text.substr(2));
    if (!axis || (text.size() > 1 && !cut.at)) throw Usage("--cut: expected x, y or z, or x=0.2");
    return cut;
}

TetMesh below(const TetMesh& mesh, const Cut& cut) {
    Box box;
    for (const Vec3& p : mesh.points) box.add(p);
    const double at = cut.at ? *cut.at : static_cast<double>(box.center()[cut.axis]);
    TetMesh left;
    constexpr u32 none = 0xffffffffu;
    std::vector<u32> number(mesh.points.size(), none);
    for (const TetPoints& tet : mesh.tets) {
        double middle = 0;
        for (const u32 p : tet) middle += mesh.points[p][cut.axis] / 4.0;
        if (middle > at) continue;
        TetPoints kept;
        for (int k = 0; k < 4; ++k) {
            u32& n = number[tet[k]];
            if (n == none) {
                n = static_cast<u32>(left.points.size());
                left.points.push_back(mesh.points[tet[k]]);
            }
            kept[k] = n;
        }
        left.tets.push_back(kept);
    }
    return left;
}

void write_cut_open(const std::string& path, const TetMesh& mesh, const TetMesh& whole) {
    // Faces are compared by their places: points of the part have other numbers.
    using Face = std::array<std::array<float, 3>, 3>;
    const auto face = [](const TetMesh& of, const TrianglePoints& t) {
        Face f;
        for (int k = 0; k < 3; ++k) f[k] = {of.points[t[k]].x, of.points[t[k]].y, of.points[t[k]].z};
        std::sort(f.begin(), f.end());
        return f;
    };
    std::vector<Face> outside;
    for (const TrianglePoints& t : boundary_triangles(whole)) outside.push_back(face(whole, t));
    std::sort(outside.begin(), outside.end());
    const std::string materials = path.substr(0, path.size() - 4) + ".mtl";
    std::string text = fmt::format("mtllib {}\n", materials.substr(folder_of(materials).size())), faces[2];
    u32 points = 0;
    for (const TrianglePoints& t : boundary_triangles(mesh)) {
        for (const u32 p : t) text += fmt::format("v {} {} {}\n", mesh.points[p].x, mesh.points[p].y, mesh.points[p].z);
        const bool inner = !std::binary_search(outside.begin(), outside.end(), face(mesh, t));
        faces[inner] += fmt::format("f {} {} {}\n", points + 1, points + 2, points + 3);
        points += 3;
    }
    write_file(materials, "newmtl outside\nKd 0.75 0.6 0.5\nnewmtl inside\nKd 0.85 0.2 0.15\n");
    write_file(path, text + "usemtl outside\n" + faces[0] + "usemtl inside\n" + faces[1]);
}

}  // namespace pliant::app
