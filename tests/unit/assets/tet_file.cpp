#include "assets/tet_file.h"

#include <filesystem>
#include <map>

#include "assets/medit.h"
#include "assets/mesh_file.h"
#include "assets/mesh_format.h"
#include "assets/physx_tet.h"
#include "assets/tetgen.h"
#include "assets/vtk.h"
#include "core/files.h"
#include "geometry/tet_quality.h"
#include "geometry/tet_surface.h"
#include "geometry/tetrahedralize.h"
#include "unit/assets/support.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace tet_file_tests {
namespace {

// Coordinates with all their digits, so that a lost one shows.
TetMesh sample() {
    const Soup soup = make_sphere(9, 11, 0.37f, {0.1f, -2.3f, 1e-3f});
    return tetrahedralize(soup.points, soup.triangles, {.cell = 0.15f}).mesh;
}

using Files = std::map<std::string, std::string>;

FileResolver in(const Files& files) {
    return [&files](const std::string& name) -> std::optional<std::string> {
        const auto found = files.find(name);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
}

TetFile read(const std::string& name, const Files& files) {
    const std::string& bytes = files.at(name);
    return read_tets(bytes, name, mesh_format(bytes, name), in(files));
}
TetFile read(const std::string& name, const std::string& bytes) { return read(name, Files{{name, bytes}}); }

std::string error(const std::string& name, const std::string& bytes) {
    return error_of([&] { read(name, bytes); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void expect_same(const TetFile& file, const TetMesh& mesh, const std::string& what) {
    EXPECT_TRUE(file.mesh.points == mesh.points) << what;
    EXPECT_TRUE(file.mesh.tets == mesh.tets) << what;
    EXPECT_TRUE(file.notes.empty()) << what << ": " << (file.notes.empty() ? "" : file.notes[0]);
}

TEST(TetFile, EveryFormatHoldsTheSame) {
    const TetMesh mesh = sample();
    ASSERT_GT(mesh.tets.size(), 300u);
    for (const bool binary : {false, true}) {
        expect_same(read("a.msh", gmsh_bytes(mesh, GmshVersion::v1, binary)), mesh, "gmsh 1");
        expect_same(read("a.msh", gmsh_bytes(mesh, GmshVersion::v2, binary)), mesh, "gmsh 2");
        expect_same(read("a.msh", gmsh_bytes(mesh, GmshVersion::v4, binary)), mesh, "gmsh 4.1");
        expect_same(read("a.vtk", vtk_bytes(mesh, binary)), mesh, "vtk");
    }
    expect_same(read("a.tet", physx_tet_text(mesh)), mesh, "physx");
    expect_same(read("a.mesh", medit_text(mesh)), mesh, "medit");
    const Files tetgen{{"a.node", tetgen_node_text(mesh)}, {"a.ele", tetgen_ele_text(mesh)}};
    expect_same(read("a.node", tetgen), mesh, "tetgen");
    expect_same(read("a.ele", tetgen), mesh, "tetgen");
}

TEST(TetFile, WrittenFilesAreReadBack) {
    const TetMesh mesh = sample();
    const std::string folder = (std::filesystem::temp_directory_path() / "pliant-tet-file").string() + "/";
    std::filesystem::create_directories(folder);
    for (const char* name : {"a.msh", "a.vtk", "a.tet", "b.node", "c.ele", "a.mesh"}) {
        write_tets(folder + name, mesh);
        const LoadedMesh loaded = load_mesh(folder + name, {});
        expect_whole(loaded.mesh);
        ASSERT_TRUE(loaded.mesh.volume) << name;
        EXPECT_TRUE(loaded.mesh.volume->tets == mesh.tets) << name;
        EXPECT_EQ(loaded.mesh.face_count(), boundary_triangles(mesh).size()) << name;
    }
    EXPECT_MENTIONS(error_of([&] { write_tets(folder + "a.obj", mesh); }), "this ending is no format of tetrahedra");
    std::filesystem::remove_all(folder);
}

// Two tets on one face, written by hand in each format's own way.
const char* const gmsh_2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"flesh\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n10 0 0 0\n20 1 0 0\n30 0 1 0\n40 0 0 1\n50 1 1 1\n$EndNodes\n"
    "$Elements\n4\n1 15 2 0 1 10\n2 2 2 0 1 10 20 30\n3 4 2 1 1 10 20 30 40\n4 4 2 1 1 20 30 40 50\n$EndElements\n";
const char* const gmsh_4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
    "$Nodes\n2 5 1 5\n0 1 0 1\n1\n0 0 0\n2 1 1 4\n2\n3\n4\n5\n1 0 0 0.5 0.5\n0 1 0 0 0\n0 0 1 0 0\n1 1 1 1 "
    "1\n$EndNodes\n"
    "$Elements\n2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 2 3 4 5\n$EndElements\n";
const char* const physx = "# made here\nv 0 0 0\nv 1 0 0 0\nv 0 1 0\n\nv 0 0 1\nv 1 1 1 # last\nt 0 1 2 3\nt 1 2 3 4\n";
const char* const medit =
    "MeshVersionFormatted 2\n\nDimension\n3\n\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"
    "Edges\n1\n1 2 0\n# comment\nTetrahedra 2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n";
const char* const vtk_5 =
    "# vtk DataFile Version 5.1\ntwo\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n"
    "0 0 0 1 0 0 0 1 0\n0 0 1 1 1 1\nMETADATA\nINFORMATION 0\n\nCELLS 4 11\nOFFSETS vtktypeint64\n0 4 7 11\n"
    "CONNECTIVITY vtktypeint64\n0 1 2 3 0 1 2 1 2 3 4\nCELL_TYPES 3\n10 5 10\nCELL_DATA 3\nSCALARS a int 1\n";
const char* const node = "# made here\n5 3 1 1\n1 0 0 0 7 1\n2 1 0 0 7 1\n3 0 1 0 7 1\n4 0 0 1 7 1\n5 1 1 1 7 1\n";
const char* const ele = "2 4 1\n1 1 2 3 4 9\n2 2 3 4 5 9\n# end\n";

TEST(TetFile, AsOthersWriteThem) {
    const TetMesh two{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}, {{0, 1, 2, 3}, {1, 2, 3, 4}}};
    expect_same(read("a.msh", gmsh_2), two, "gmsh 2");
    expect_same(read("a.msh", gmsh_4), two, "gmsh 4.1");
    expect_same(read("a.tet", physx), two, "physx");
    expect_same(read("a.mesh", medit), two, "medit");
    expect_same(read("a.vtk", vtk_5), two, "vtk 5");
    expect_same(read("a.node", Files{{"a.node", node}, {"a.ele", ele}}), two, "tetgen from 1");
    expect_same(read("a.data", gmsh_2), two, "gmsh by its contents");
}

TEST(TetFile, TurnsAndLeavesOut) {
    const TetFile file = read("a.tet", std::string(physx) + "t 0 1 3 2\nt 0 0 1 2\nv 9 9 9\n");
    EXPECT_TRUE(mentions(file.notes, "1 tet inside out; turned"));
    EXPECT_TRUE(mentions(file.notes, "1 tet without volume left out"));
    EXPECT_TRUE(mentions(file.notes, "1 point of no tet left out"));
    EXPECT_EQ(file.mesh.tets[2], (TetPoints{0, 1, 2, 3}));
    EXPECT_EQ(measure(file.mesh).inverted, 0u);
    // Found by the fuzzer: so thin that rounding leaves no volume either way round.
    const TetFile thin =
        read("a.tet", std::string(physx) +
                          "v 0 0 4.591774807899561e-41\nv 0.5000049471855164 622612 3.6893488147419103e+19\n"
                          "v 8.828180325246348e-44 0 3.688469791826497e-40\n"
                          "v 1.4247069357398955e-19 2.3513848645961843e-09 0\n"
                          "v 1.8668098141735213e-41 -8.828180325246348e-44 -1.401298464324817e-44\nt 6 7 8 9\n");
    EXPECT_TRUE(mentions(thin.notes, "1 tet without volume left out"));
    EXPECT_EQ(measure(thin.mesh).inverted, 0u);
    const TetFile quadratic =
        read("a.msh", replaced(gmsh_2, "3 4 2 1 1 10 20 30 40", "3 11 2 1 1 10 20 30 40 20 20 20 20 20 20"));
    EXPECT_TRUE(mentions(quadratic.notes, "1 tet of higher order; only their corners are used"));
}

TEST(TetFile, EveryWayToBeWrong) {
    EXPECT_MENTIONS(error("a.msh", "$MeshFormat\n4 0 8\n$EndMeshFormat\n"),
                    "a.msh:2: the version is 4; expected 1, 2.2 or 4.1");
    EXPECT_MENTIONS(error("a.msh", "hello\n"), "a.msh:1: 'hello' stands where a section begins");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "2.2 0 8", "2.2 0 4")), "numbers have 4 bytes; expected 8");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "30 0 1 0\n", "30 0 one 0\n")), "a.msh:12: 'one' is not a number");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "30 0 1 0\n", "30 0 nan 0\n")), "a.msh:12: a number is not finite");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "50 1 1 1", "10 1 1 1")), "two points are called 10");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "40 50\n", "40 60\n")),
                    "a.msh:21: a tet has a corner called 60; expected a point from 10 to 50");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "3 4 2 1 1", "3 99 2 1 1")), "an element has the type 99");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "$Nodes\n5", "$Nodes\n5000000000")),
                    "for which the file has no room");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "$EndElements", "")), "the section 'Elements' does not end");
    EXPECT_MENTIONS(error("a.msh", replaced(gmsh_2, "2 2 2 0 1 10 20 30", "2 5 2 0 1 10 20 30 40 50 10 20 30")),
                    "there are 1 hexahedra; expected tetrahedra only");
    EXPECT_MENTIONS(error("a.msh", "$Nodes\n0\n$EndNodes\n"), "there are no tetrahedra in it");
    EXPECT_MENTIONS(error("a.msh", std::string(gmsh_bytes(sample(), GmshVersion::v4, true)).substr(0, 900)),
                    "a.msh: byte ");

    EXPECT_MENTIONS(error("a.tet", replaced(physx, "t 1", "f 1")), "a.tet:9: a line begins with 'f'");
    EXPECT_MENTIONS(error("a.tet", replaced(physx, "2 3 4", "2 3 5")), "a.tet:9: a tet has a corner called 5");
    EXPECT_MENTIONS(error("a.tet", replaced(physx, "2 3 4\n", "")), "the file ends");
    EXPECT_MENTIONS(error("a.mesh", "MeshVersionFormatted 1\nDimension 2\n"), "Dimension 3");
    EXPECT_MENTIONS(error("a.mesh", replaced(medit, "Edges", "Hexahedra")), "there are 1 hexahedra");
    EXPECT_MENTIONS(error("a.mesh", replaced(medit, "Tetrahedra 2", "Tetrahedra 3")), "'End' is not a whole number");
    EXPECT_MENTIONS(error("a.vtk", replaced(vtk_5, "UNSTRUCTURED_GRID", "POLYDATA")), "the data set is 'polydata'");
    EXPECT_MENTIONS(error("a.vtk", replaced(vtk_5, "10 5 10", "10 12 10")), "hexahedra");
    EXPECT_MENTIONS(error("a.vtk", replaced(vtk_5, "0 4 7 11", "0 7 4 11")), "an offset is 4");
    EXPECT_MENTIONS(error("a.vtk", replaced(vtk_5, "CELL_TYPES 3", "CELL_TYPES 4")), "there are types of 4 cells");
    EXPECT_MENTIONS(error("a.node", node), "there is no 'a.ele' beside it");
    EXPECT_MENTIONS(error_of([] { read_tetgen(node, "a.node", replaced(ele, "2 4 1", "2 5 1"), "a.ele"); }),
                    "a.ele:1: a tet has 5 points; expected 4 or 10");
    EXPECT_MENTIONS(error_of([] { read_tetgen(replaced(node, "5 3 1 1", "5 2 1 1"), "a.node", ele, "a.ele"); }),
                    "a.node:2: points have 2 dimensions");
}

// A file that is cut anywhere is read or gives a sentence, and meshes that are read are complete.
TEST(TetFile, CutAnywhere) {
    const TetMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
    const std::pair<const char*, std::string> files[] = {{"a.msh", gmsh_bytes(mesh, GmshVersion::v1, false)},
                                                         {"a.msh", gmsh_bytes(mesh, GmshVersion::v2, true)},
                                                         {"a.msh", gmsh_bytes(mesh, GmshVersion::v4, true)},
                                                         {"a.msh", gmsh_4},
                                                         {"a.vtk", vtk_bytes(mesh, true)},
                                                         {"a.vtk", vtk_5},
                                                         {"a.mesh", medit},
                                                         {"a.tet", physx}};
    for (const auto& [name, bytes] : files)
        for (size_t size = 0; size < bytes.size(); ++size) {
            const std::string cut = bytes.substr(0, size);
            const std::string sentence = error_of([&] {
                const TetFile file = read_tets(cut, name, mesh_format(bytes, name), {});
                for (const TetPoints& t : file.mesh.tets)
                    for (const u32 p : t) ASSERT_LT(p, file.mesh.points.size());
            });
            EXPECT_TRUE(sentence.empty() || sentence.substr(0, 5) == std::string(name).substr(0, 5)) << sentence;
        }
}

TEST(TetFile, UnitsAndAxesMoveTheVolumeToo) {
    const LoadedMesh loaded = load_mesh(std::string_view(physx), "a.tet", {.unit = "cm", .up = "z", .scale = 2}, {});
    ASSERT_TRUE(loaded.mesh.volume);
    const TetQuality q = measure(*loaded.mesh.volume);
    EXPECT_EQ(q.inverted, 0u);
    EXPECT_NEAR(q.volume, (1.0 / 6 + 1.0 / 3) * 8e-6, 1e-12);
    Box whole;
    for (const Vec3& p : loaded.mesh.volume->points) whole.add(p);
    EXPECT_EQ(whole.low, loaded.mesh.bounds().low);
    EXPECT_EQ(whole.high, loaded.mesh.bounds().high);
    EXPECT_EQ(loaded.summary, "a.tet: 0.0200 × 0.0200 × 0.0200 m, 6 triangles, 2 tets");
}

}  // namespace
}  // namespace tet_file_tests
}  // namespace pliant
