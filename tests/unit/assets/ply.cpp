#include "assets/ply.h"

#include "unit/assets/support.h"

namespace pliant {
namespace ply_tests {
namespace {

std::string header(const std::string& format, const std::string& vertex, const std::string& face) {
    return "ply\nformat " + format + " 1.0\ncomment made here\n" + vertex + face + "end_header\n";
}
const std::string xyz = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
const std::string list = "element face 1\nproperty list uchar int vertex_indices\n";
const std::string triangle = header("ascii", xyz, list) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

FileMesh read(const std::string& bytes) {
    FileMesh file = read_ply(bytes, "a.ply");
    expect_whole(file.mesh);
    return file;
}
std::string error(const std::string& bytes) {
    return error_of([&] { read(bytes); });
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST(Ply, EveryWayToBeWrong) {
    EXPECT_MENTIONS(error("plyx\n"), "a.ply:1: the first line is not 'ply'");
    EXPECT_MENTIONS(error("ply\nformat ascii 1.0\n"), "the header does not end");
    EXPECT_MENTIONS(error("ply\nend_header\n"), "the header has no 'format'");
    EXPECT_MENTIONS(error(replaced(triangle, "ascii", "text")), "a.ply:2: the format is 'text'; expected ascii,");
    EXPECT_MENTIONS(error(replaced(triangle, "float y", "real y")), "a.ply:6: the property has the type 'real'");
    EXPECT_MENTIONS(error(replaced(triangle, "vertex 3", "vertex -3")), "a.ply:4: element 'vertex' has the count '-3'");
    EXPECT_MENTIONS(error(replaced(triangle, "vertex 3", "vertex 3.5")), "has the count '3.5'");
    EXPECT_MENTIONS(error(replaced(triangle, "element vertex 3\n", "")), "a property stands before any element");
    EXPECT_MENTIONS(error(replaced(triangle, "property float y\n", "property float\n")), "a property has no name");
    EXPECT_MENTIONS(error(replaced(triangle, "property float y\n", "")), "the vertices have no x, y and z");
    EXPECT_MENTIONS(error(replaced(triangle, "comment made here", "nonsense")), "'nonsense' is no line of a header");
    EXPECT_MENTIONS(error(replaced(triangle, "vertex_indices", "corners")), "the faces have no list of corners");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2", "3 0 1 3")),
                    "a.ply:14: a face refers to point 3; expected 0 to 2");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2", "3 0 1 -1")), "a face refers to point -1");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2", "3 0 1 0.5")), "a face refers to point 0.5");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2", "nan 0 1 2")), "a list has nan entries");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2", "200 0 1 2")), "a list has 200 entries");
    EXPECT_MENTIONS(error(replaced(triangle, "1 0 0", "1 zero 0")), "a.ply:12: 'zero' is not a number");
    EXPECT_MENTIONS(error(replaced(triangle, "3 0 1 2\n", "3 0 1\n")), "the file ends");
}

TEST(Ply, CountsThatTheFileCannotHold) {
    for (const char* count : {"4000000000", "9000000000000000000", "1000"}) {
        EXPECT_MENTIONS(error(replaced(triangle, "vertex 3", std::string("vertex ") + count)),
                        "bytes are left for them");
        EXPECT_MENTIONS(error(replaced(triangle, "face 1", std::string("face ") + count)), "bytes are left for them");
        const std::string binary = header("binary_little_endian", xyz, list);
        EXPECT_MENTIONS(error(replaced(binary, "vertex 3", std::string("vertex ") + count)), "bytes are left for them");
    }
    // A list of four thousand million corners in a file of a hundred bytes.
    const std::string face = "element face 1\nproperty list uint int vertex_indices\n";
    EXPECT_MENTIONS(
        error(header("binary_little_endian", xyz, face) + std::string(36, '\0') + bytes_of<u32>({4000000000u})),
        "a list has 4000000000 entries");
    // An element without properties takes no bytes.
    EXPECT_MENTIONS(error(header("ascii", "element nothing 4000000000\n" + xyz, list)), "bytes are left for them");
}

TEST(Ply, Text) {
    const FileMesh file = read(triangle);
    EXPECT_EQ(file.mesh.points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(file.mesh.face_vertex, (std::vector<u32>{0, 1, 2}));
    EXPECT_TRUE(file.notes.empty());
}

TEST(Ply, LineEndsAndWrappedLines) {
    std::string windows;
    for (const char c : triangle) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(read(windows).mesh.face_count(), 1u);
    EXPECT_EQ(read(replaced(triangle, "3 0 1 2", "3\n0 1\n\n 2")).mesh.face_count(), 1u);
}

TEST(Ply, BothByteOrders) {
    const std::string vertex =
        "element vertex 4\nproperty double z\nproperty uchar red\nproperty short x\nproperty float y\n";
    const std::string face = "element face 2\nproperty float quality\nproperty list ushort uint vertex_index\n";
    for (const bool big : {false, true}) {
        std::string bytes = header(big ? "binary_big_endian" : "binary_little_endian", vertex, face);
        for (const i16 i : {i16{0}, i16{1}, i16{2}, i16{3}})
            bytes += bytes_of<double>({i * 0.1}, big) + bytes_of<u8>({static_cast<u8>(i * 85)}) +
                     bytes_of<i16>({static_cast<i16>(-i)}, big) + bytes_of<float>({i + 0.5f}, big);
        bytes += bytes_of<float>({1}, big) + bytes_of<u16>({3}, big) + bytes_of<u32>({0, 1, 2}, big);
        bytes += bytes_of<float>({1}, big) + bytes_of<u16>({4}, big) + bytes_of<u32>({0, 1, 2, 3}, big);
        const FileMesh file = read(bytes);
        ASSERT_EQ(file.mesh.points.size(), 4u);
        EXPECT_EQ(file.mesh.points[3], (Vec3{-3, 3.5f, static_cast<float>(3 * 0.1)}));
        EXPECT_EQ(file.mesh.face_start, (std::vector<u32>{0, 3, 7}));
        EXPECT_EQ(file.mesh.attribute("color.r")->values[2], static_cast<float>(170 / 255.0));
    }
}

TEST(Ply, EveryType) {
    for (const char* type : {"char", "int8", "uchar", "uint8", "short", "int16", "ushort", "uint16", "int", "int32",
                             "uint", "uint32", "float", "float32", "double", "float64"}) {
        const std::string named = replaced(replaced(triangle, "uchar int", std::string(type) + " " + type), "float x",
                                           std::string(type) + " x");
        EXPECT_EQ(read(named).mesh.face_count(), 1u) << type;
    }
}

TEST(Ply, PropertiesBecomeWhatTheyMean) {
    const std::string vertex =
        "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\n"
        "property float nz\nproperty float s\nproperty float t\nproperty ushort green\nproperty float alpha\n"
        "property list uchar int neighbours\nproperty float stiffness\nproperty int stiffness\n";
    const FileMesh file = read(header("ascii", vertex, "element edge 1\nproperty int a\nproperty int b\n") +
                               "1 2 3 0 0 2 0.25 0.25 65535 0.5 2 7 8 0.75 9\n0 0\n");
    const Mesh& mesh = file.mesh;
    EXPECT_EQ(mesh.normals[0], (Vec3{0, 0, 1}));
    EXPECT_EQ(mesh.uv[0], (Vec2{0.25f, 0.75f}));
    ASSERT_EQ(mesh.attributes.size(), 3u);
    EXPECT_EQ(mesh.attribute("color.g")->values[0], 1);
    EXPECT_EQ(mesh.attribute("color.a")->values[0], 0.5f);
    EXPECT_EQ(mesh.attribute("stiffness")->values[0], 0.75f);
    EXPECT_TRUE(mentions(file.notes, "1 edge left out"));
}

TEST(Ply, SmallFacesAreNoted) {
    const FileMesh file = read(replaced(replaced(triangle, "face 1", "face 2"), "3 0 1 2", "2 0 1\n3 0 1 2"));
    EXPECT_EQ(file.mesh.face_count(), 1u);
    EXPECT_TRUE(mentions(file.notes, "1 face with fewer than three corners left out"));
}

TEST(Ply, FacesBeforeVertices) {
    EXPECT_EQ(
        read("ply\nformat ascii 1.0\n" + list + xyz + "end_header\n3 0 1 2\n0 0 0\n1 0 0\n0 1 0\n").mesh.face_count(),
        1u);
    EXPECT_MENTIONS(error("ply\nformat ascii 1.0\n" + list + "end_header\n3 0 1 2\n"), "there are no points");
}

TEST(Ply, WhatIsNotFiniteIsKept) {
    EXPECT_FALSE(is_finite(read(replaced(triangle, "1 0 0", "nan inf 1.#IND")).mesh.points[1]));
}

}  // namespace
}  // namespace ply_tests
}  // namespace pliant
