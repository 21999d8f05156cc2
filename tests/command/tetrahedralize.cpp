// pliant tetrahedralize, and pliant convert between formats of tetrahedra.
#include <filesystem>

#include "assets/json.h"
#include "assets/mesh_file.h"
#include "command/command.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace tetrahedralize_tests {
namespace {

class TetrahedralizeCommand : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        const Soup ball = make_sphere(12, 16, 0.5f);
        std::string text;
        for (const Vec3& p : ball.points)
            text += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
        for (const auto& t : ball.triangles)
            text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) +
                    "\n";
        write_text(folder / "ball.obj", text);
    }
    Outcome good(const std::vector<std::string>& arguments) {
        Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, done) << o.err;
        return o;
    }
    std::string wrong(const std::vector<std::string>& arguments, int code) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        return o.err;
    }
    size_t tets_in(const std::string& name) {
        const LoadedMesh loaded = load_mesh((folder / name).string(), {});
        return loaded.mesh.volume ? loaded.mesh.volume->tets.size() : 0;
    }
};

TEST_F(TetrahedralizeCommand, WritesEveryFormat) {
    const Outcome o = good({"tetrahedralize", "ball.obj", "--cells", "10", "--json", "--quiet"});
    const Json json = parse_json(o.out, "out");
    EXPECT_EQ(json.find("inverted")->number, 0);
    EXPECT_GT(json.find("smallest_angle_deg")->number, 10.7);
    EXPECT_LT(json.find("largest_angle_deg")->number, 164.8);
    EXPECT_NEAR(json.find("volume_m3")->number, 0.49, 0.02);
    EXPECT_LT(json.find("hausdorff_m")->number, 0.01);
    EXPECT_EQ(json.find("hausdorff_open_m")->number, json.find("hausdorff_m")->number);
    EXPECT_EQ(json.find("closed_gaps")->number, 0);
    EXPECT_NEAR(json.find("cell_m")->number, 0.1, 1e-4);
    const size_t tets = static_cast<size_t>(json.find("tets")->number);
    const std::string endings[] = {".msh", ".vtk", ".tet", ".node", ".mesh"};
    for (const std::string& ending : endings) {
        good({"tetrahedralize", "ball.obj", "--cells", "10", "-o", "ball" + ending});
        EXPECT_EQ(tets_in("ball" + ending), tets) << ending;
    }
    good({"tetrahedralize", "ball.obj", "--cell", "0.1", "-o", "b.msh", "--binary", "--gmsh", "2.2", "--threads", "2"});
    EXPECT_EQ(text_of(folder / "b.msh").substr(12, 7), "2.2 1 8");
}

TEST_F(TetrahedralizeCommand, ConvertsWithoutFillingAgain) {
    good({"tetrahedralize", "ball.obj", "--cells", "8", "-o", "ball.msh"});
    const size_t tets = tets_in("ball.msh");
    const Outcome o = good({"tetrahedralize", "ball.msh", "-o", "ball.vtk"});
    EXPECT_NE(o.err.find("worst aspect"), std::string::npos) << o.err;
    good({"convert", "ball.vtk", "-o", "ball.ele"});
    EXPECT_EQ(tets_in("ball.node"), tets);
    good({"tetrahedralize", "ball.ele", "--cells", "5", "-o", "coarse.tet"});
    EXPECT_LT(tets_in("coarse.tet"), tets);
    EXPECT_NE(good({"info", "ball.vtk"}).out.find("tets"), std::string::npos);
    EXPECT_NE(good({"new", "ball.msh", "-o", "scene.json"}).code, usage);
    good({"run", "scene.json", "--frames", "2"});
}

TEST_F(TetrahedralizeCommand, ConvertLeavesItsInputAlone) {
    good({"tetrahedralize", "ball.obj", "--cells", "8", "-o", "ball.node"});
    const std::string nodes = text_of(folder / "ball.node"), elements = text_of(folder / "ball.ele");
    for (const char* in : {"ball.node", "ball.ele"})
        for (const char* out : {"ball.node", "ball.ele"})
            EXPECT_NE(wrong({"convert", in, "-o", out}, usage).find("this is the file that is read"),
                      std::string::npos);
    EXPECT_EQ(text_of(folder / "ball.node"), nodes);
    EXPECT_EQ(text_of(folder / "ball.ele"), elements);
    // A format that may hold tets, and here holds triangles alone.
    write_text(folder / "flat.vtk",
               "# vtk DataFile Version 3.0\nflat\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\n"
               "POLYGONS 1 4\n3 0 1 2\n");
    const Outcome o = pliant({"convert", "flat.vtk", "-o", "out.msh"});
    EXPECT_NE(o.code, done);
    EXPECT_GT(o.err.size(), 6u) << o.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "out.msh"));
}

TEST_F(TetrahedralizeCommand, CutsOpen) {
    good({"tetrahedralize", "ball.obj", "--cells", "8", "-o", "whole.vtk"});
    good({"tetrahedralize", "ball.obj", "--cells", "8", "--cut", "x", "-o", "half.vtk"});
    const double share = static_cast<double>(tets_in("half.vtk")) / static_cast<double>(tets_in("whole.vtk"));
    EXPECT_NEAR(share, 0.5, 0.1);
    good({"tetrahedralize", "ball.obj", "--cells", "8", "--cut", "y=0.2", "-o", "half.obj"});
    const Mesh open = load_mesh((folder / "half.obj").string(), {}).mesh;
    EXPECT_EQ(open.materials.size(), 2u);
    EXPECT_LT(open.bounds().high.y, 0.35f);
}

TEST_F(TetrahedralizeCommand, WhatIsWrongGetsASentence) {
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cell", "1", "--cells", "3"}, usage).find("one of them"),
              std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cell", "-1"}, usage).find("--cell"), std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cut", "w"}, usage).find("--cut"), std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--gmsh", "3"}, usage).find("--gmsh"), std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "-o", "ball.txt"}, bad_input).find("no format of tetrahedra"),
              std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "none.obj"}, bad_input).find("none.obj"), std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cell", "1e-5"}, bad_input).find("would fit"), std::string::npos);
    write_text(folder / "bad.tet", "v 0 0 0\nt 0 1 2 3\n");
    EXPECT_NE(wrong({"tetrahedralize", "bad.tet"}, bad_input).find("bad.tet:2: a tet has a corner called 1"),
              std::string::npos);
    good({"tetrahedralize", "ball.obj", "--cells", "6", "-o", "ball.msh"});
    EXPECT_NE(wrong({"convert", "ball.msh", "-o", "ball.msh"}, usage).find("the file that is read"), std::string::npos);
    EXPECT_NE(wrong({"convert", "ball.msh", "-o", "ball.pc2"}, usage).find("expected .msh"), std::string::npos);
}

// 0 was taken for the default, without a word.
TEST_F(TetrahedralizeCommand, NoCellsAtAllAreRefused) {
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cells", "0"}, usage).find("2 to 1000"), std::string::npos);
    EXPECT_NE(wrong({"tetrahedralize", "ball.obj", "--cell", "0"}, usage).find("more than 0"), std::string::npos);
}

}  // namespace
}  // namespace tetrahedralize_tests
}  // namespace pliant
