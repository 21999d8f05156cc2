#include "assets/obj.h"

#include <cmath>

#include "assets/text_lines.h"
#include "unit/assets/support.h"

namespace pliant {
namespace obj_tests {
namespace {

const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

FileMesh read(const std::string& text, const FileResolver& resolve = {}) {
    FileMesh file = read_obj(text, "a.obj", resolve);
    expect_whole(file.mesh);
    return file;
}
std::string error(const std::string& text) {
    return error_of([&] { read(text); });
}

TEST(Obj, EveryWayToBeWrong) {
    EXPECT_EQ(error("v 1\n"), "a.obj:1: 'v 1' has 1 number; expected v x y z, with w or r g b behind them");
    EXPECT_EQ(error("\n\nv 1 2 x\n"), "a.obj:3: 'x' is not a number; expected v x y z, with w or r g b behind them");
    EXPECT_MENTIONS(error("v 1,5 2 3\n"), "a.obj:1: '1,5' is not a number");
    EXPECT_MENTIONS(error("vt\n"), "a.obj:1: 'vt' has 0 numbers; expected vt u v");
    EXPECT_MENTIONS(error("vn 1 2\n"), "a.obj:1: 'vn 1 2' has 2 numbers");
    EXPECT_EQ(error(square + "f 0 1 2\n"), "a.obj:5: a face refers to point 0; expected numbers from 1 on");
    EXPECT_EQ(error(square + "f 1 2 -5\n"),
              "a.obj:5: a face refers 5 points back; expected at most 4, for so many came before");
    EXPECT_EQ(
        error(square + "f 1 2 5\nf 1 2 3\n"),
        "a.obj:5: a face refers to point 5; expected 1 to 4, for the file has so many (the file may have been cut "
        "short)");
    EXPECT_MENTIONS(error(square + "f 1 2 99999999999999999999\n"), "there is no point 1,099,511,627,776");
    for (const char* corner : {"x", "1.5", "1/x", "1/1/x", "/1", "1/1/1/1", "--1", "1-", "-", "+1"})
        EXPECT_MENTIONS(error(square + "vt 0 0\nvn 0 0 1\nf 1 2 " + corner + "\n"), "is not a corner of a face")
            << corner;
}

TEST(Obj, AllIndexForms) {
    for (const char* face :
         {"f 1 2 3 4", "f 1/1 2/2 3/3 4/4", "f 1//1 2//1 3//1 4//1", "f 1/1/1 2/2/1 3/3/1 4/4/1", "f -4 -3 -2 -1",
          "f -4/-4/-1 -3/-3/-1 -2/-2/-1 -1/-1/-1", "f 1/ 2/ 3/ 4/", "f 1// 2// 3// 4//"}) {
        const FileMesh file = read(square + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 2\n" + face + "\n");
        ASSERT_EQ(file.mesh.face_count(), 1u) << face;
        EXPECT_EQ(file.mesh.face_vertex, (std::vector<u32>{0, 1, 2, 3})) << face;
        const bool has_uv = std::string(face).find("/1") < 5 || std::string(face).find("/-") < 5;
        EXPECT_EQ(!file.mesh.uv.empty(), has_uv && std::string(face).find("//") == std::string::npos) << face;
    }
}

// Exporters that count wrongly: other readers take such files.
TEST(Obj, TextureCoordinatesAndNormalsThatAreNotThereAreLeftOut) {
    FileMesh file = read(square + "f 1/1 2/1 3/1\nf 1//9 3//9 4//9\n");
    EXPECT_EQ(file.mesh.face_count(), 2u);
    EXPECT_TRUE(file.mesh.uv.empty());
    EXPECT_TRUE(file.mesh.normals.empty());
    EXPECT_TRUE(mentions(file.notes, "3 corners name texture coordinates that the file does not have; left out"));
    EXPECT_TRUE(mentions(file.notes, "3 corners name normals that the file does not have; left out"));

    file = read(square + "vt 0 0\nvt 1 0\nf 1/1 2/2 3/-3\n");  // two are there
    EXPECT_EQ(file.mesh.uv.size(), 4u);
    EXPECT_TRUE(mentions(file.notes, "1 corner names a texture coordinate that the file does not have; left out"));
}

TEST(Obj, PointsInTheirPlane) {
    const FileMesh file = read("v 1 1\nv -1 1\nv 1 -1 0.5\nv -1 -1\nf 2 1 3 4\n");
    EXPECT_EQ(file.mesh.points[1], (Vec3{-1, 1, 0}));
    EXPECT_EQ(file.mesh.points[2], (Vec3{1, -1, 0.5f}));
    EXPECT_TRUE(mentions(file.notes, "3 points without z; it is taken as 0"));
}

TEST(Obj, PointsAreTheLinesInTheirOrder) {
    const FileMesh file = read("v 9 9 9\n" + square + "v 8 8 8\nf 5 4 3 2\n");
    ASSERT_EQ(file.mesh.points.size(), 6u);
    EXPECT_EQ(file.mesh.points[0], (Vec3{9, 9, 9}));
    EXPECT_EQ(file.mesh.points[5], (Vec3{8, 8, 8}));
    EXPECT_EQ(file.mesh.vertex_point, (std::vector<u32>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(file.mesh.face_vertex, (std::vector<u32>{4, 3, 2, 1}));
}

TEST(Obj, FacesMayComeBeforeTheirPoints) { EXPECT_EQ(read("f 1 2 3\n" + square).mesh.face_count(), 1u); }

TEST(Obj, SeamsSplitVerticesAndNotPoints) {
    const FileMesh file = read(square + "vt 0 0\nvt 1 0\nvt 0.5 0.25\nf 1/1 2/2 3/3\nf 1/2 3/3 4/1\n");
    EXPECT_EQ(file.mesh.points.size(), 4u);
    EXPECT_EQ(file.mesh.vertex_point, (std::vector<u32>{0, 0, 1, 2, 3}));
    EXPECT_EQ(file.mesh.uv[3], (Vec2{0.5f, 0.75f}));  // v runs down from the top of the image
}

TEST(Obj, CornersWithAndWithoutNormals) {
    const FileMesh file = read(square + "vn 0 0 1\nf 1//1 2//1 3//1\nf 1 3 4\n");
    EXPECT_TRUE(file.mesh.normals.empty());
    EXPECT_TRUE(mentions(file.notes, "only some faces have normals"));
    EXPECT_EQ(file.mesh.vertex_point.size(), 4u);
}

TEST(Obj, NumbersOfAllKinds) {
    const FileMesh file = read("v .5 -.5e+1 1e+05\nv +1 1. -0\nv 1e-400 8.e-001 0.1\nf 1 2 3\n");
    EXPECT_EQ(file.mesh.points[0], (Vec3{0.5f, -5, 100000}));
    EXPECT_EQ(file.mesh.points[1], (Vec3{1, 1, 0}));
    EXPECT_EQ(file.mesh.points[2], (Vec3{0, 0.8f, 0.1f}));
}

TEST(Obj, NumbersSurviveTheRoundTrip) {
    for (const float value : {0.1f, 1 / 3.0f, 1e-38f, 3.4028235e38f, 1.17549435e-38f, 1e-45f, 123456.789f, -0.0f}) {
        char line[100];
        std::snprintf(line, sizeof line, "v %.9g 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", static_cast<double>(value));
        EXPECT_EQ(read(line).mesh.points[0].x, value) << line;
    }
}

TEST(Obj, WhatIsNotFiniteIsKept) {
    const FileMesh file = read("v nan -nan inf\nv 1.#IND -1.#INF 1.#QNAN\nv 1e999 0 0\nf 1 2 3\n");
    for (const Vec3& p : file.mesh.points) EXPECT_FALSE(is_finite(p));
}

TEST(Obj, WeightsAndColors) {
    const FileMesh file = read("v 0 0 0 0.5\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0.25 1\nf 1 2 3\n");
    ASSERT_EQ(file.mesh.attributes.size(), 3u);
    EXPECT_EQ(file.mesh.attribute("color.r")->values, (std::vector<float>{1, 1, 0}));
    EXPECT_EQ(file.mesh.attribute("color.g")->values, (std::vector<float>{1, 0, 0.25f}));
    EXPECT_EQ(file.mesh.attribute("color.b")->values, (std::vector<float>{1, 0, 1}));
}

TEST(Obj, LineEndsContinuationsAndComments) {
    for (const char* end : {"\n", "\r\n", "\r"}) {
        const std::string e = end;
        const FileMesh file = read("# comment" + e + "  v 0\t0 0 # here" + e + "v 1 \\" + e + "0 0" + e + e +
                                   "v 0 1 0" + e + "f 1 \\" + e + "2 \\" + e + "3");
        ASSERT_EQ(file.mesh.face_count(), 1u);
        EXPECT_EQ(file.mesh.points[1], (Vec3{1, 0, 0}));
        EXPECT_MENTIONS(error("v 0 0 0" + e + "v 1 \\" + e + "0 0" + e + "v 0 x 0"), "a.obj:4:");
    }
    EXPECT_EQ(read("\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3 \\").mesh.face_count(), 1u);
}

TEST(Obj, ObjectsArePartsElseGroups) {
    const std::string faces = "o A\ng x\nf 1 2 3\no B b\ng y\nf 2 3 4\no A\nf 1 3 4\n";
    const FileMesh file = read(square + faces);
    ASSERT_EQ(file.mesh.parts.size(), 2u);
    EXPECT_EQ(file.mesh.parts[0].name, "A");
    EXPECT_EQ(file.mesh.parts[0].face_count, 2u);  // the file comes back to it
    EXPECT_EQ(file.mesh.parts[1].name, "B b");
    EXPECT_EQ(file.mesh.face_vertex, (std::vector<u32>{0, 1, 2, 0, 2, 3, 1, 2, 3}));
    EXPECT_EQ(take_part(file.mesh, "B b").points.size(), 3u);

    const FileMesh groups = read(square + "f 1 2 3\ng x y\nf 2 3 4\n");
    ASSERT_EQ(groups.mesh.parts.size(), 2u);
    EXPECT_EQ(groups.mesh.parts[0].name, "unnamed");
    EXPECT_EQ(groups.mesh.parts[1].name, "x y");
    EXPECT_TRUE(read(square + "f 1 2 3\n").mesh.parts.empty());
}

TEST(Obj, WhatIsNoFaceIsNoted) {
    const FileMesh file = read(square + "l 1 2 3\np 1\np 2\nf 1 2\ncurv 1 2\nvw 0 1\nf 1 2 3\n");
    EXPECT_EQ(file.mesh.face_count(), 1u);
    EXPECT_TRUE(mentions(file.notes, "1 line (l) left out"));
    EXPECT_TRUE(mentions(file.notes, "2 point elements (p) left out"));
    EXPECT_TRUE(mentions(file.notes, "1 face with fewer than three corners left out"));
    EXPECT_TRUE(mentions(file.notes, "2 lines of unknown kind left out, the first is 'curv' in line 9"));
}

TEST(Obj, MaterialsWithSpacesInTheirNames) {
    const FileResolver files = [](const std::string& path) -> std::optional<std::string> {
        if (path == "my materials.mtl")
            return "newmtl dark wood #2\nKd 0.5 0.25 0\nNs 250\nd 0.5\nmap_Kd -s 2 2 2 -clamp on wood grain.png\n"
                   "newmtl metal\nPr 0.1\nPm 1\nTr 0.25\nKd 1\n";
        return std::nullopt;
    };
    for (const char* library : {"mtllib my materials.mtl\n", "mtllib none.mtl my\\ materials.mtl\n"}) {
        const FileMesh file = read(library + square + "usemtl dark wood #2\nf 1 2 3\nusemtl metal\nf 1 3 4\n", files);
        ASSERT_EQ(file.mesh.materials.size(), 2u);
        const Material &wood = file.mesh.materials[0], &metal = file.mesh.materials[1];
        EXPECT_EQ(wood.name, "dark wood #2");
        EXPECT_EQ(wood.color, (Vec3{0.5f, 0.25f, 0}));
        EXPECT_FLOAT_EQ(wood.roughness, 0.5f);
        EXPECT_EQ(wood.opacity, 0.5f);
        EXPECT_EQ(wood.texture, "wood grain.png");
        EXPECT_EQ(metal.metallic, 1);
        EXPECT_EQ(metal.roughness, 0.1f);
        EXPECT_EQ(metal.opacity, 0.75f);
        EXPECT_EQ(metal.color, (Vec3{1, 1, 1}));
        EXPECT_EQ(file.mesh.face_material, (std::vector<u32>{0, 1}));
    }
}

TEST(Obj, MissingMaterialsAreANote) {
    const FileMesh file = read("mtllib gone.mtl\n" + square + "usemtl red\nf 1 2 3\n");
    EXPECT_EQ(file.mesh.materials[0].name, "red");
    EXPECT_TRUE(mentions(file.notes, "the material file 'gone.mtl' is missing"));
    EXPECT_TRUE(mentions(read(square + "usemtl red\nf 1 2 3\n").notes, "no material file describes 'red'"));
}

TEST(Obj, BrokenMaterialsAreANote) {
    std::vector<std::string> notes;
    const std::vector<Material> materials =
        read_mtl("Kd 1 1 1\nnewmtl a\nKd red\nd nan\nNs\nillum 2\n", "a.mtl", notes);
    ASSERT_EQ(materials.size(), 1u);
    Material plain;
    plain.name = "a";
    EXPECT_EQ(materials[0], plain);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "a.mtl:3: 'Kd red' and 2 other lines have no number; left out");
}

}  // namespace
}  // namespace obj_tests
}  // namespace pliant
