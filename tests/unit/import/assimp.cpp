#include "import/assimp_import.h"

#include "unit/assets/support.h"

#if defined(__SANITIZE_ADDRESS__)  // Assimp loses a mesh for every STL file that it refuses
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() { return "leak:libassimp"; }
#endif

namespace pliant {
namespace assimp_tests {
namespace {

LoadedMesh load(const std::string& bytes, const std::string& name, const AssetSettings& settings = {}) {
    register_assimp();
    LoadedMesh loaded = load_mesh(bytes, name, settings, {});
    expect_whole(loaded.mesh);
    return loaded;
}
std::string error(const std::string& bytes, const std::string& name) {
    return error_of([&] { load(bytes, name); });
}

// A square of two triangles of one material and a single triangle of another, 2 wide, 4 in y and 0 in z.
std::string collada(const std::string& asset, const std::string& matrix = "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1") {
    return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>)" +
           asset + R"(</asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0.5 0 1</color></diffuse>
</lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="orange"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g" name="quad"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 4 0 0 4 0</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<source id="u"><float_array id="ua" count="8">0 0 1 0 1 1 0 0.25</float_array><technique_common>
<accessor source="#ua" count="4" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor>
</technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="2" material="s"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#u" offset="1"/>
<p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node id="n" name="Cape"><matrix>)" +
           matrix + R"(</matrix>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common>
</bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>)";
}

// One triangle, 100 wide and 200 along y, as text FBX.
std::string fbx(const std::string& settings) {
    return R"(; FBX 7.3.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7300
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
)" + settings +
           R"(	}
}
Definitions:  {
	Version: 100
	Count: 2
	ObjectType: "Model" {
		Count: 1
	}
	ObjectType: "Geometry" {
		Count: 1
	}
}
Objects:  {
	Geometry: 1000, "Geometry::tri", "Mesh" {
		Vertices: *9 {
			a: 0,0,0,100,0,0,0,200,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
		GeometryVersion: 124
	}
	Model: 2000, "Model::Flag", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",300,0,0
		}
	}
}
Connections:  {
	C: "OO",2000,0
	C: "OO",1000,2000
}
)";
}

const std::string text_stl =
    "solid thing\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid thing\n";

TEST(Assimp, BrokenFilesGiveASentence) {
    EXPECT_MENTIONS(error("<COLLADA><broken", "a.dae"), "a.dae: it cannot be read: ");
    EXPECT_MENTIONS(error("Kaydara FBX Binary  \0\x1a\0....................", "a.fbx"), "a.fbx: it cannot be read: ");
    EXPECT_MENTIONS(error("solid x\nfacet", "a.stl"), "a.stl: ");
    EXPECT_MENTIONS(error("nothing of the kind", "a.3ds"), "a.3ds: ");
    for (size_t size = 1; size < text_stl.size(); size += 7) {
        try {
            load(text_stl.substr(0, size), "a.stl");
        } catch (const Error& e) {
            EXPECT_EQ(std::string(e.what()).rfind("a.stl: ", 0), 0u) << e.what();
        }
    }
}

// The whole file was refused for it.
TEST(Assimp, AnEmptySolidBesideAGoodOne) {
    const LoadedMesh loaded = load(text_stl + "solid empty\nendsolid empty\n", "a.stl");
    EXPECT_EQ(loaded.mesh.face_count(), 2u);
    EXPECT_TRUE(mentions(loaded.notes, "a part of the file makes no sense"));
}

TEST(Assimp, Collada) {
    const LoadedMesh loaded = load(collada(""), "a.dae");
    EXPECT_EQ(loaded.summary, "a.dae: 2.00 × 4.00 × 0.00 m, 2 triangles");
    EXPECT_EQ(loaded.mesh.points.size(), 4u);
    ASSERT_EQ(loaded.mesh.parts.size(), 1u);
    EXPECT_EQ(loaded.mesh.parts[0].name, "Cape");
    EXPECT_EQ(loaded.mesh.materials.at(0).name, "orange");
    EXPECT_EQ(loaded.mesh.materials[0].color, (Vec3{1, 0.5f, 0}));
    bool has_corner = false;
    for (size_t v = 0; v < loaded.mesh.vertex_point.size(); ++v)  // v runs down from the top of the image
        has_corner |=
            loaded.mesh.points[loaded.mesh.vertex_point[v]] == Vec3{0, 4, 0} && loaded.mesh.uv[v] == Vec2{0, 0.75f};
    EXPECT_TRUE(has_corner);
}

// Assimp read past the end of the array, which crashed for one byte that was wrong.
TEST(Assimp, ColladaArraysThatAreTooShort) {
    const std::string good = collada("");
    for (const auto& [from, to] : {std::pair{R"(count="12")", R"(count="2")"},
                                   {R"(count="12")", ""},
                                   {R"(count="8")", R"(count="7")"},
                                   {R"(count="4" stride="3")", R"(count="5" stride="3")"},
                                   {R"(count="4" stride="3")", R"(count="4" stride="4")"},
                                   {R"(count="4" stride="3")", R"(count="4" stride="3" offset="1")"},
                                   {R"(count="4" stride="3")", R"(count="18446744073709551615" stride="3")"}}) {
        std::string bad = good;
        bad.replace(bad.find(from), std::string(from).size(), to);
        EXPECT_MENTIONS(error(bad, "a.dae"), "a.dae:") << to;
        EXPECT_MENTIONS(error(bad, "a.dae"), "more numbers are taken from '#") << to;
    }
}

TEST(Assimp, ColladaUnitsAndAxes) {
    const std::string cm = R"(<unit name="centimeter" meter="0.01"/>)", z_up = "<up_axis>Z_UP</up_axis>",
                      x_up = "<up_axis>X_UP</up_axis>";
    EXPECT_EQ(load(collada(cm), "a.dae").summary, "a.dae: 0.0200 × 0.0400 × 0.0000 m, 2 triangles");
    EXPECT_EQ(load(collada(z_up), "a.dae").summary, "a.dae: 2.00 × 0.00 × 4.00 m, 2 triangles");
    EXPECT_EQ(load(collada(x_up), "a.dae").summary, "a.dae: 4.00 × 2.00 × 0.00 m, 2 triangles");
    // What the scene says wins over what the file says.
    EXPECT_EQ(load(collada(cm + z_up), "a.dae", {.unit = "m", .up = "y"}).summary,
              "a.dae: 2.00 × 4.00 × 0.00 m, 2 triangles");
    EXPECT_EQ(load(collada("<unit meter='0.5'/>"), "a.dae").summary, "a.dae: 1.00 × 2.00 × 0.00 m, 2 triangles");
}

TEST(Assimp, NodesPlaceMeshes) {
    const LoadedMesh moved = load(collada("", "3 0 0 10  0 1 0 0  0 0 1 0  0 0 0 1"), "a.dae");
    EXPECT_EQ(moved.mesh.bounds().low, (Vec3{10, 0, 0}));
    EXPECT_EQ(moved.mesh.bounds().high, (Vec3{16, 4, 0}));
    // A mirror turns faces round, so that they still face along +z after it.
    const Mesh mirrored = load(collada("", "-1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1"), "a.dae").mesh;
    const auto point = [&](u32 corner) { return mirrored.points[mirrored.vertex_point[mirrored.face_vertex[corner]]]; };
    EXPECT_GT(cross(point(1) - point(0), point(2) - point(0)).z, 0);
}

TEST(Assimp, FbxUnitsAndAxes) {
    EXPECT_EQ(load(fbx(""), "a.fbx").summary, "a.fbx: 1.00 × 2.00 × 0.00 m, 1 triangle");
    const auto unit = [](const char* factor) {
        return "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," + std::string(factor) + "\n";
    };
    const auto up = [](const char* axis) {
        return "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\"," + std::string(axis) + "\n";
    };
    const LoadedMesh cm = load(fbx(unit("1") + up("1")), "a.fbx");
    EXPECT_EQ(cm.summary, "a.fbx: 1.00 × 2.00 × 0.00 m, 1 triangle");
    EXPECT_EQ(cm.mesh.bounds().low.x, 3);
    EXPECT_EQ(cm.mesh.parts.at(0).name, "Flag");
    EXPECT_EQ(load(fbx(unit("100") + up("1")), "a.fbx", {.scale = 0.01}).summary,
              "a.fbx: 1.00 × 2.00 × 0.00 m, 1 triangle");
    EXPECT_EQ(load(fbx(unit("2.54") + up("2")), "a.fbx").summary, "a.fbx: 2.54 × 0.00 × 5.08 m, 1 triangle");
    EXPECT_EQ(load(fbx(unit("2.54") + up("2")), "a.fbx", {.unit = "cm", .up = "y"}).summary,
              "a.fbx: 1.00 × 2.00 × 0.00 m, 1 triangle");
}

TEST(Assimp, StlBothWays) {
    EXPECT_EQ(load(text_stl, "a.stl").mesh.points.size(), 4u);
    std::string binary(80, ' ');
    binary += bytes_of<u32>({2});
    for (const float side : {0.0f, 1.0f})
        binary += bytes_of<float>({0, 0, 1, 0, 0, 0, 1, side, 0, 1 - side, 1, 0}) + bytes_of<u16>({0});
    const LoadedMesh loaded = load(binary, "no ending");
    EXPECT_EQ(loaded.mesh.face_count(), 2u);
    EXPECT_EQ(loaded.mesh.vertex_point.size(), 4u);  // the file's normals of triangles would keep vertices apart
}

TEST(Assimp, FormatsOfOurOwnStayOurs) {
    const LoadedMesh loaded = load("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n", "a.obj");
    EXPECT_EQ(loaded.mesh.points.at(0), (Vec3{9, 9, 9}));
}

}  // namespace
}  // namespace assimp_tests
}  // namespace pliant
