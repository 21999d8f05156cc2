#include "assets/medit.h"

#include <fmt/format.h>

#include "core/text.h"
#include "geometry/tet_surface.h"

namespace pliant {

namespace {

class MeditReader {
  public:
    MeditReader(std::string_view text, const std::string& name) : file_(text, name), builder_(file_, name) {}

    TetFile read() {
        if (file_.word() != "MeshVersionFormatted")
            file_.fail("the first word is not MeshVersionFormatted", "a Medit file as text");
        file_.integer("the version, 1 or 2");
        for (std::string_view key = file_.word(); !key.empty() && key != "End"; key = file_.word()) read_section(key);
        return builder_.finish();
    }

  private:
    void read_section(std::string_view key) {
        if (key == "Dimension") {
            if (file_.integer("the dimension, 3") != 3) file_.fail("it is not a mesh in space", "Dimension 3");
        } else if (key == "Vertices") {
            read_vertices();
        } else if (key == "Tetrahedra") {
            read_tets();
        } else {
            skip_section(std::string(key));
        }
    }

    void read_vertices() {
        const u64 count = file_.count("the number of vertices", 6);
        for (u64 i = 0; i < count; ++i) {
            Vec3d p;
            for (int axis = 0; axis < 3; ++axis) p[axis] = file_.number("x, y, z and the reference of a vertex");
            file_.number("x, y, z and the reference of a vertex");
            builder_.add_point(static_cast<i64>(i) + 1, p);
        }
    }

    void read_tets() {
        const u64 count = file_.count("the number of tetrahedra", 8);
        for (u64 i = 0; i < count; ++i) {
            i64 corner[4];
            for (i64& c : corner) c = file_.integer("four vertices and the reference of a tetrahedron");
            file_.integer("four vertices and the reference of a tetrahedron");
            builder_.add_tet(corner);
        }
    }

    // Anything else is a keyword and numbers up to the next keyword.
    void skip_section(const std::string& key) {
        const auto is_word = [](std::string_view w) { return (w[0] | 32) >= 'a' && (w[0] | 32) <= 'z'; };
        if (!is_word(key)) file_.fail(in_quotes(key) + " stands where a section begins", "Vertices, Tetrahedra, …");
        const std::string_view first = file_.peek();
        const std::optional<i64> count = parse_integer(first);
        if (count && *count > 0)
            builder_.add_other(static_cast<u64>(*count), lower_case(key),
                               key == "Hexahedra" || key == "Prisms" || key == "Pyramids");
        for (std::string_view next = first; !next.empty() && !is_word(next); next = file_.peek()) file_.word();
    }

    FileCursor file_;
    TetBuilder builder_;
};

}  // namespace

TetFile read_medit(std::string_view text, const std::string& name) { return MeditReader(text, name).read(); }

std::string medit_text(const TetMesh& mesh) {
    std::string text = fmt::format("MeshVersionFormatted 1\nDimension 3\nVertices\n{}\n", mesh.points.size());
    for (const Vec3& p : mesh.points) text += fmt::format("{} {} {} 0\n", p.x, p.y, p.z);
    const auto boundary = boundary_triangles(mesh);
    text += fmt::format("Triangles\n{}\n", boundary.size());
    for (const auto& t : boundary) text += fmt::format("{} {} {} 0\n", t[0] + 1, t[1] + 1, t[2] + 1);
    text += fmt::format("Tetrahedra\n{}\n", mesh.tets.size());
    for (const TetPoints& t : mesh.tets) text += fmt::format("{} {} {} {} 0\n", t[0] + 1, t[1] + 1, t[2] + 1, t[3] + 1);
    return text + "End\n";
}

}  // namespace pliant
