#include "assets/mesh_file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "assets/asset_file.h"
#include "assets/mesh_format.h"
#include "assets/mesh_scale.h"
#include "unit/assets/support.h"

namespace pliant {
namespace mesh_file_tests {
namespace {

namespace fs = std::filesystem;

const std::string box =
    "o Box\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nv 0 0 3\nv 2 0 3\nv 2 1 3\nv 0 1 3\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\no Side\nf 1 5 8 4\nf 2 3 7 6\n";

LoadedMesh load(const std::string& text, const AssetSettings& settings = {}, const std::string& name = "dir/box.obj") {
    LoadedMesh loaded = load_mesh(text, name, settings, {});
    expect_whole(loaded.mesh);
    return loaded;
}
std::string error(const std::string& text, const AssetSettings& settings = {}, const std::string& name = "box.obj") {
    return error_of([&] { load(text, settings, name); });
}

TEST(MeshFile, EveryWayToBeWrong) {
    EXPECT_EQ(error(""), "box.obj: the file is empty; expected a mesh file");
    EXPECT_EQ(error("v 1 2 3\n"), "box.obj: it has 1 point and no faces; expected a mesh of triangles or polygons");
    EXPECT_EQ(
        error("hello\n"),
        "box.obj: it has no points and no faces; expected a mesh of triangles or polygons (1 line of unknown kind "
        "left out, the first is 'hello' in line 1)");
    EXPECT_MENTIONS(error("v 0 0 0\nv 1 0 0\nl 1 2\n"), "it has 2 points and no faces");
    EXPECT_MENTIONS(error("v nan 0 0\nv 1 inf 0\nv 0 0 nan\nf 1 2 3\n"), "no point of a face is a finite number");
    EXPECT_MENTIONS(error("v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n"), "all points of faces are in one place");
    EXPECT_MENTIONS(error(box, {.unit = "cn"}),
                    "box.obj: the unit is 'cn'; expected m, dm, cm, mm, km, in, ft, yd or a number "
                    "of metres (did you mean");
    EXPECT_MENTIONS(error(box, {.unit = "-1"}), "the unit is '-1'");
    EXPECT_MENTIONS(error(box, {.unit = "inf"}), "the unit is 'inf'");
    EXPECT_MENTIONS(error(box, {.up = "w"}), "the axis that points up is 'w'; expected x, y or z");
    EXPECT_MENTIONS(error(box, {.scale = 0}), "the scale is 0; expected a positive number");
    EXPECT_MENTIONS(error(box, {.scale = 1e300}), "all points of faces are in one place");  // the others are infinite
    EXPECT_MENTIONS(error(box, {.mesh = "Sid"}),
                    "there is no mesh 'Sid'; expected one of: Box, Side (did you mean 'Side'?)");
    EXPECT_MENTIONS(error(box, {}, "box.xyz"),
                    "box.xyz: .xyz is not a kind of mesh file that is known; expected one of .glb");
    EXPECT_MENTIONS(error(box, {}, "box"), "neither the name nor the contents tell what kind of file this is");
    EXPECT_MENTIONS(error(box, {}, "box.dae"), ".dae files are read by an importer that this build does not have");
}

// An asset from elsewhere must not choose which files of this machine become part of records and models.
TEST(MeshFile, FilesOutsideTheFolderOfAnAssetAreNotRead) {
    const std::string image("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\x18\0rgb", 21);  // TGA, one pixel
    const fs::path folder = fs::temp_directory_path() / "pliant_confined", asset = folder / "asset";
    fs::remove_all(folder);
    fs::create_directories(asset / "below");
    const auto write = [](const fs::path& path, const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
    };
    write(folder / "secret.tga", image);
    write(asset / "below/skin.tga", image);
    write(asset / "beside.tga", image);
    write(asset / "secret.txt", "root:x:0:0:root:/root:/bin/bash\n");
    std::string mtl, faces;
    const std::string absolute = (folder / "secret.tga").string();
    const std::vector<std::string> names{"../secret.tga",   absolute,           "below/../../secret.tga", "secret.txt",
                                         "below\\skin.tga", "./below/skin.tga", "C:/textures/beside.tga"};
    for (size_t i = 0; i < names.size(); ++i) {
        mtl += "newmtl m" + std::to_string(i) + "\nmap_Kd " + names[i] + "\n";
        faces += "usemtl m" + std::to_string(i) + "\nf 1 2 3\n";
    }
    write(asset / "a.mtl", mtl);
    write(asset / "a.obj", "mtllib a.mtl\nmtllib ../../b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n" + faces);
    const LoadedMesh loaded = load_mesh((asset / "a.obj").string(), {});
    ASSERT_EQ(loaded.mesh.materials.size(), names.size());
    for (size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(loaded.mesh.materials[i].texture_bytes.size(), i < 4 ? 0 : image.size()) << names[i];
    for (const std::string& name : {names[0], names[2]})
        EXPECT_TRUE(mentions(loaded.notes, "the texture '" + name + "' of material"));
    EXPECT_TRUE(mentions(loaded.notes,
                         "'../secret.tga' of material 'm0' lies outside the folder of the asset and is "
                         "not read; its colour is shown instead"));
    EXPECT_TRUE(mentions(loaded.notes, "the texture 'secret.txt' of material 'm3' is not a PNG, JPEG or TGA image"));
    EXPECT_TRUE(mentions(loaded.notes, "the material file '../../b.mtl' lies outside the folder of the asset"));
    fs::remove_all(folder);
}

TEST(MeshFile, PathsThatLeadOutside) {
    for (const char* path : {"/etc/passwd", "../a", "a/../../b", "..", "a/../..", "C:\\a.png", "c:/a.png", "..\\a",
                             "\\\\server\\share\\a.png", ""})
        EXPECT_TRUE(leads_outside(path)) << path;
    EXPECT_TRUE(leads_outside(std::string("a\0b", 3)));
    for (const char* path : {"a.png", "a/b.png", "./a", "a/../b", "..a/b", "a..", "textures\\a.png"})
        EXPECT_FALSE(leads_outside(path)) << path;
}

TEST(MeshFile, SaysItsSize) {
    EXPECT_EQ(load(box).summary, "box.obj: 2.00 × 1.00 × 3.00 m, 12 triangles");
    EXPECT_TRUE(load(box).notes.empty());
    EXPECT_EQ(load(box, {.scale = 0.1}).summary, "box.obj: 0.200 × 0.100 × 0.300 m, 12 triangles");
    EXPECT_EQ(size_text({1234, 0, 5.5}), "1234 × 0 × 6 m");
    EXPECT_EQ(size_text({0.0123, 0.001, 0}), "0.0123 × 0.0010 × 0.0000 m");
    EXPECT_EQ(size_text({1e12, 1, 0}), "1e+12 × 1 × 0 m");
}

TEST(MeshFile, UnlikelySizesNameWhatToType) {
    const auto note = [](double scale, const std::string& unit = "") {
        const LoadedMesh loaded = load(box, {.unit = unit, .scale = scale});
        return loaded.notes.empty() ? "" : loaded.notes.back();
    };
    EXPECT_EQ(note(6), "");
    EXPECT_EQ(
        note(100),
        "it is 300 m long; if its numbers are centimetres, write \"unit\": \"cm\" in the scene or --unit cm on the "
        "command line");
    EXPECT_MENTIONS(note(1000), "\"unit\": \"mm\"");
    EXPECT_MENTIONS(note(1, "km"), "\"unit\": \"m\"");
    EXPECT_MENTIONS(note(1, "mm"), "\"unit\": \"cm\"");
    EXPECT_MENTIONS(note(1e-5), "if that is not meant, write \"scale\": ");
    EXPECT_MENTIONS(note(1e9), "--scale ");
}

TEST(MeshFile, UnitsAndAxes) {
    EXPECT_EQ(load(box, {.unit = "cm"}).mesh.points[6], (Vec3{0.02f, 0.01f, 0.03f}));
    EXPECT_EQ(load(box, {.unit = "0.5"}).mesh.points[6], (Vec3{1, 0.5f, 1.5f}));
    EXPECT_EQ(load(box, {.unit = "in"}).mesh.points[1].x, 0.0508f);
    EXPECT_EQ(load(box, {.up = "z"}).mesh.points[6], (Vec3{2, 3, -1}));
    EXPECT_EQ(load(box, {.up = "x"}).mesh.points[6], (Vec3{-1, 2, 3}));
    EXPECT_EQ(load(box, {.up = "Y"}).mesh.points[6], (Vec3{2, 1, 3}));
}

TEST(MeshFile, PicksAPart) {
    const LoadedMesh side = load(box, {.mesh = "Side"});
    EXPECT_EQ(side.mesh.face_count(), 2u);
    EXPECT_EQ(side.mesh.points.size(), 8u);
    EXPECT_EQ(side.summary, "box.obj: 2.00 × 1.00 × 3.00 m, 4 triangles");
}

TEST(MeshFile, NotesWhatIsNotFinite) {
    EXPECT_TRUE(mentions(load(box + "v nan 0 0\nf 1 2 9\n").notes, "1 point is not a finite number"));
}

TEST(MeshFile, UnusedPointsDoNotCountForTheSize) {
    EXPECT_EQ(load("v 1000 0 0\n" + std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n")).summary,
              "box.obj: 1.00 × 1.00 × 0.00 m, 1 triangle");
}

TEST(MeshFile, TheBytesTellTheFormat) {
    EXPECT_EQ(mesh_format("glTF....", "a.obj"), "glb");
    EXPECT_EQ(mesh_format("ply\nformat", "a.obj"), "ply");
    EXPECT_EQ(mesh_format("plywood", "a.obj"), "obj");
    EXPECT_EQ(mesh_format("Kaydara FBX Binary  ", "a"), "fbx");
    EXPECT_EQ(mesh_format("; FBX 7.3.0 project file", "a.txt"), "fbx");
    EXPECT_EQ(mesh_format("<?xml?>\n<COLLADA xmlns", "a.xml"), "dae");
    EXPECT_EQ(mesh_format("{\"asset\":", "a"), "gltf");
    EXPECT_EQ(mesh_format("{", "A.GLTF"), "gltf");
    EXPECT_EQ(mesh_format("solid thing\nfacet normal", "a"), "stl");
    EXPECT_EQ(mesh_format(std::string(80, ' ') + bytes_of<u32>({1}) + std::string(50, ' '), "a"), "stl");
    EXPECT_EQ(mesh_format("", "folder.d/name"), "");
    EXPECT_EQ(mesh_format("", "a.b/NAME.OBJ"), "obj");
}

TEST(MeshFile, ImportersRegister) {
    register_importer({"test_format"}, [](std::string_view bytes, const std::string& name, const FileResolver&) {
        FileMesh file;
        file.mesh = load_mesh(bytes, name + ".obj", {}, {}).mesh;
        file.unit = 0.01;
        file.up = 'z';
        return file;
    });
    EXPECT_EQ(load(box, {}, "a.TEST_FORMAT").mesh.points[6], (Vec3{0.02f, 0.03f, -0.01f}));
    EXPECT_EQ(load(box, {.unit = "m", .up = "y"}, "a.test_format").mesh.points[6],
              (Vec3{2, 1, 3}));  // the scene knows better
    EXPECT_MENTIONS(error(box, {}, "a.xyz"), ".test_format");
}

class Folder : public ::testing::Test {
  protected:
    Folder() {
        std::string name = (fs::temp_directory_path() / "pliant-mesh-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("no folder for the test: " + name);
        path_ = name;
        fs::create_directories(path_ / "sub");
    }
    ~Folder() override { fs::remove_all(path_); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }
    fs::path path_;
};
using MeshFileOnDisk = Folder;

TEST_F(MeshFileOnDisk, Opens) {
    const std::string path = write("box.obj", "mtllib C:\\work\\materials.mtl\nusemtl red\n" + box);
    write("materials.mtl", "newmtl red\nKd 1 0 0\n");
    EXPECT_EQ(load_mesh(path, {}).mesh.materials.at(0).color, (Vec3{1, 0, 0}));
}

TEST_F(MeshFileOnDisk, CannotOpen) {
    write("octopus.obj", box);
    EXPECT_MENTIONS(error_of([&] { load_mesh((path_ / "octopsu.obj").string(), {}); }),
                    "octopsu.obj: there is no such file; expected a mesh file (did you mean 'octopus.obj'?)");
    EXPECT_MENTIONS(error_of([&] { load_mesh((path_ / "nowhere/a.obj").string(), {}); }), "there is no such file");
    EXPECT_MENTIONS(error_of([&] { load_mesh((path_ / "sub").string(), {}); }), "this is a folder");
    EXPECT_MENTIONS(error_of([&] { load_mesh(write("empty.obj", ""), {}); }), "empty.obj: the file is empty");
}

}  // namespace
}  // namespace mesh_file_tests
}  // namespace pliant
