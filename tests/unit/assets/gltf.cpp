#include "assets/gltf.h"

#include <map>

#include "assets/data_uri.h"
#include "assets/gltf_model.h"
#include "unit/assets/support.h"

namespace pliant {
namespace gltf_tests {
namespace {

// A glTF file put together piece by piece.
struct Builder {
    std::string binary, views, accessors, primitives, nodes = R"({"mesh":0})", rest;
    int view_count = 0, accessor_count = 0;

    int view(const std::string& bytes, int stride = 0) {
        while (binary.size() % 4) binary += '\0';
        views += std::string(views.empty() ? "" : ",") + R"({"buffer":0,"byteOffset":)" +
                 std::to_string(binary.size()) + R"(,"byteLength":)" + std::to_string(bytes.size()) +
                 (stride ? R"(,"byteStride":)" + std::to_string(stride) : "") + "}";
        binary += bytes;
        return view_count++;
    }
    int accessor(int view, int component, int count, const std::string& type, const std::string& more = "") {
        accessors += std::string(accessors.empty() ? "" : ",") + "{" +
                     (view < 0 ? "" : R"("bufferView":)" + std::to_string(view) + ",") + R"("componentType":)" +
                     std::to_string(component) + R"(,"count":)" + std::to_string(count) + R"(,"type":")" + type + "\"" +
                     more + "}";
        return accessor_count++;
    }
    int floats(std::initializer_list<float> values, const std::string& type, int components) {
        return accessor(view(bytes_of<float>(values)), 5126, static_cast<int>(values.size()) / components, type);
    }
    void primitive(const std::string& attributes, const std::string& more = "") {
        primitives += std::string(primitives.empty() ? "" : ",") + R"({"attributes":{)" + attributes + "}" + more + "}";
    }
    std::string json(const std::string& buffer_more = "") const {
        std::string roots;
        int count = 1;
        for (int depth = 0; const char c : nodes) {
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            count += depth == 0 && c == ',';
        }
        for (int n = 0; n < count; ++n) roots += (n ? "," : "") + std::to_string(n);
        return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + (scene.empty() ? roots : scene) +
               R"(]}],"nodes":[)" + nodes + R"(],"meshes":[{"name":"thing","primitives":[)" + primitives +
               R"(]}],"accessors":[)" + accessors + R"(],"bufferViews":[)" + views + R"(],"buffers":[{"byteLength":)" +
               std::to_string(binary.size()) + buffer_more + "}]" + rest + "}";
    }
    std::string file() const { return glb(json(), binary); }
    std::string scene;
};

Builder triangle() {
    Builder b;
    const int p = b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    b.primitive(R"("POSITION":)" + std::to_string(p));
    return b;
}

FileMesh read(const std::string& bytes, const FileResolver& resolve = {}) {
    FileMesh file = read_gltf(bytes, "a.glb", resolve);
    expect_whole(file.mesh);
    return file;
}
std::string error(const std::string& bytes) {
    return error_of([&] { read(bytes); });
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Gltf, BrokenContainers) {
    const std::string good = triangle().file();
    EXPECT_MENTIONS(error("glTF"), "a.glb: the file ends within its header");
    EXPECT_MENTIONS(error(good.substr(0, good.size() - 4)), "bytes of the");
    std::string bad = good;
    bad[4] = 1;
    EXPECT_MENTIONS(error(bad), "this is version 1 of the binary glTF format; expected version 2");
    bad = good;
    bad[15] = 1;
    EXPECT_MENTIONS(error(bad), "runs past the end");
    bad = good;
    bad[16] = 'X';
    EXPECT_MENTIONS(error(bad), "no description of its contents");
    EXPECT_MENTIONS(error(glb("{", "")), "parse error");
    EXPECT_MENTIONS(error(glb("[]", "")), "the JSON is not an object");
    EXPECT_MENTIONS(error(glb("{}", "")), "there is no asset.version");
    EXPECT_MENTIONS(error(glb(R"({"asset":{"version":"1.0"}})", "")), "this is glTF '1.0'; expected glTF 2.0");
    EXPECT_MENTIONS(error(glb(R"({"asset":{"version":2}})", "")), "there is no asset.version");
    EXPECT_MENTIONS(error(glb(R"({"asset":{"version":"2.0"},"extras":)" + std::string(100000, '[') + "}", "")),
                    "nested more than 200 deep");
}

TEST(Gltf, BrokenReferences) {
    const std::string json = triangle().json(), binary = triangle().binary;
    const auto broken = [&](const std::string& from, const std::string& to) {
        return error(glb(replaced(json, from, to), binary));
    };
    EXPECT_MENTIONS(broken(R"("nodes":[0])", R"("nodes":[7])"), "node 7: there is no such node");
    EXPECT_MENTIONS(broken(R"("nodes":[0])", R"("nodes":[0,0])"), "node 0: it is reached twice");
    EXPECT_MENTIONS(broken(R"("mesh":0)", R"("mesh":3)"), "node 0: there is no mesh 3");
    EXPECT_MENTIONS(broken(R"("mesh":0)", R"("mesh":0,"children":[0])"), "it is reached twice");
    EXPECT_MENTIONS(broken(R"("mesh":0)", R"("mesh":0,"scale":[1,2])"), "node 0: scale has 2 numbers; expected 3");
    EXPECT_MENTIONS(broken(R"("mesh":0)", R"("mesh":0,"matrix":[1,2])"), "node 0: matrix has 2 numbers; expected 16");
    EXPECT_MENTIONS(broken(R"("POSITION":0)", R"("POSITION":5)"),
                    "a.glb: mesh 'thing', primitive 0, POSITION: there is no accessor 5");
    EXPECT_MENTIONS(broken(R"("POSITION":0)", R"("POSITION":-1)"), "there is no accessor -1");
    EXPECT_MENTIONS(broken(R"("POSITION":0)", R"("NORMAL":0)"), "it has no POSITION");
    EXPECT_MENTIONS(broken(R"("bufferView":0)", R"("bufferView":9)"), "there is no buffer view 9");
    EXPECT_MENTIONS(broken(R"("buffer":0)", R"("buffer":2)"), "there is no buffer 2");
    EXPECT_MENTIONS(broken(R"("byteOffset":0)", R"("byteOffset":4)"), "buffer view 0 runs past the end of its buffer");
    EXPECT_MENTIONS(broken(R"("byteOffset":0)", R"("byteOffset":18446744073709551615)"), "runs past the end");
    EXPECT_MENTIONS(broken(R"("count":3)", R"("count":4)"), "its 4 elements run past the end");
    EXPECT_MENTIONS(broken(R"("count":3)", R"("count":18446744073709551615)"), "run past the end");
    EXPECT_MENTIONS(broken(R"("count":3)", R"("count":3,"byteOffset":18446744073709551600)"), "run past the end");
    EXPECT_MENTIONS(broken(R"("type":"VEC3")", R"("type":"VEC2")"), "its elements have 2 components; expected 3");
    EXPECT_MENTIONS(broken(R"("type":"VEC3")", R"("type":"MAT4")"), "a type that vertices cannot have");
    EXPECT_MENTIONS(broken("5126", "5130"), "a type that vertices cannot have");
    EXPECT_MENTIONS(broken(R"("bufferView":0,)", ""), "") << "zeros: all points in one place, which load_mesh says";
    EXPECT_MENTIONS(
        broken(R"("bufferView":0,"componentType":5126,"count":3)", R"("componentType":5126,"count":4000000000)"),
        "it claims 4,000,000,000 elements and has no bytes");
    EXPECT_MENTIONS(
        error(glb(replaced(json, R"("buffers":[{"byteLength":36)", R"("buffers":[{"byteLength":4000)"), binary)),
        "buffer 0: there are 36 bytes; expected 4,000 bytes");
    EXPECT_MENTIONS(error(glb(json, binary, false)), "buffer 0: it has no data");
}

TEST(Gltf, RequiredExtensions) {
    Builder b = triangle();
    const auto requiring = [&](const std::string& extension) {
        b.rest = R"(,"extensionsRequired":[")" + extension + "\"]";
        return error(b.file());
    };
    EXPECT_EQ(requiring("KHR_draco_mesh_compression"), "");
    EXPECT_EQ(requiring("EXT_meshopt_compression"), "");
    EXPECT_MENTIONS(requiring("KHR_meshopt_compression"), "compressed with meshoptimizer in a way");
    EXPECT_MENTIONS(requiring("ABC_unheard_of"), "the file needs the extension 'ABC_unheard_of'");
    EXPECT_EQ(requiring("KHR_mesh_quantization"), "");
    EXPECT_EQ(requiring("KHR_materials_unlit"), "");
}

TEST(Gltf, Indices) {
    for (const int type : {5121, 5123, 5125}) {
        Builder b = triangle();
        const std::string bytes = type == 5121   ? bytes_of<u8>({2, 1, 0})
                                  : type == 5123 ? bytes_of<u16>({2, 1, 0})
                                                 : bytes_of<u32>({2, 1, 0});
        const int i = b.accessor(b.view(bytes), type, 3, "SCALAR");
        b.primitives = "";
        b.primitive(R"("POSITION":0)", R"(,"indices":)" + std::to_string(i));
        EXPECT_EQ(read(b.file()).mesh.face_vertex, (std::vector<u32>{2, 1, 0})) << type;
        std::string json = b.json();
        EXPECT_MENTIONS(error(glb(replaced(json, std::to_string(type), "5126"), b.binary)), "");
    }
    Builder b = triangle();
    b.accessor(b.view(bytes_of<u8>({0, 1, 3})), 5121, 3, "SCALAR");
    b.primitives = "";
    b.primitive(R"("POSITION":0)", R"(,"indices":1)");
    EXPECT_MENTIONS(error(b.file()), "an index names vertex 3; expected 0 to 2");
    EXPECT_MENTIONS(error(glb(replaced(b.json(), "5121", "5120"), b.binary)), "these are not unsigned whole numbers");
}

TEST(Gltf, StripsAndFans) {
    Builder b;
    b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0}, "VEC3", 3);
    b.primitive(R"("POSITION":0)", R"(,"mode":5)");
    EXPECT_EQ(read(b.file()).mesh.face_vertex, (std::vector<u32>{0, 1, 2, 1, 3, 2, 2, 3, 4}));
    b.primitives = "";
    b.primitive(R"("POSITION":0)", R"(,"mode":6)");
    EXPECT_EQ(read(b.file()).mesh.face_vertex, (std::vector<u32>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
    b.primitives = "";
    b.primitive(R"("POSITION":0)", R"(,"mode":1)");
    EXPECT_TRUE(mentions(read(b.file()).notes, "1 primitive of lines or points left out"));
}

TEST(Gltf, NodesPlaceMeshes) {
    Builder b = triangle();
    b.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    b.primitives = "";
    b.primitive(R"("POSITION":0,"NORMAL":1)");
    b.scene = "0";
    b.nodes = R"({"children":[1,2],"translation":[10,0,0],"scale":[2,2,2]},
                 {"name":"a","mesh":0,"rotation":[0,0,0.70710678118654752,0.70710678118654752]},
                 {"name":"a","mesh":0,"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,5,1]},
                 {"name":"elsewhere","mesh":0})";
    const Mesh mesh = read(b.file()).mesh;
    ASSERT_EQ(mesh.points.size(), 6u);  // the last node is not in the scene
    ASSERT_EQ(mesh.parts.size(), 2u);
    EXPECT_EQ(mesh.parts[0].name, "a");
    EXPECT_EQ(mesh.parts[1].name, "a.2");
    EXPECT_NEAR(mesh.points[1].x, 10, 1e-6);  // (1, 0, 0) turned to (0, 1, 0)
    EXPECT_NEAR(mesh.points[1].y, 2, 1e-6);
    EXPECT_EQ(mesh.points[4], (Vec3{8, 0, 10}));
    EXPECT_EQ(mesh.normals[4], (Vec3{0, 0, 1}));
    EXPECT_EQ(mesh.face_vertex, (std::vector<u32>{0, 1, 2, 3, 5, 4}));  // the mirrored one is turned round
}

TEST(Gltf, WithoutScenesAllRootsCount) {
    Builder b = triangle();
    b.nodes = R"({"children":[1]},{"mesh":0})";
    const std::string json = replaced(b.json(), R"("scene":0,"scenes":[{"nodes":[0,1]}],)", "");
    EXPECT_EQ(read(glb(json, b.binary)).mesh.face_count(), 1u);
}

TEST(Gltf, SkinnedMeshesStayWhereTheyWereBound) {  // load_mesh places them by their bones
    Builder b = triangle();
    b.nodes = R"({"mesh":0,"skin":0,"translation":[5,5,5]})";
    const FileMesh file = read(b.file());
    EXPECT_EQ(file.mesh.points[1], (Vec3{1, 0, 0}));
    EXPECT_TRUE(file.skinned);
}

// Refused by the library without a word: the sentence said nothing either.
TEST(Gltf, WhatIsRefusedWithoutAWordHasASentence) {
    EXPECT_EQ(error(R"({"asset":{"version":"2.0"},"skins":[{}]})").find(": ;"), std::string::npos);
    EXPECT_EQ(error_of([] {
                  std::vector<std::string> notes;
                  GltfModel(open_gltf(R"({"asset":{"version":"2.0"},"skins":[{}]})", "a.gltf", {},
                                      GltfParts::meshes_and_animation),
                            "a.gltf", notes);
              }),
              "a.gltf: its parts make no sense, a skin without joints for example; expected a glTF 2.0 file (export it "
              "again)");
}

// The library takes them for 0, and the file was read from another place than it says.
TEST(Gltf, OffsetsThatAreNoNumbersFrom0On) {
    const std::string good = triangle().json(), binary = triangle().binary;
    for (const auto& [from, to] : {std::pair{R"("byteOffset":0)", R"("byteOffset":-100)"},
                                   {R"("byteOffset":0)", R"("byteOffset":0.5)"},
                                   {R"("byteOffset":0)", R"("byteOffset":"0")"},
                                   {R"("byteLength":36)", R"("byteLength":-36)"},
                                   {R"("count":3)", R"("count":-3)"}})
        EXPECT_MENTIONS(error_of([&, f = from, t = to] { read(glb(replaced(good, f, t), binary)); }),
                        "a whole number from 0 on")
            << to;
    EXPECT_MENTIONS(error_of([&] { read(glb(replaced(good, R"("byteOffset":0)", R"("byteOffset":-100)"), binary)); }),
                    ": bufferViews[0].byteOffset: found '-100'; expected a whole number from 0 on");
}

TEST(Gltf, AttributesOfVertices) {
    Builder b = triangle();
    b.accessor(b.view(bytes_of<u8>({255, 0, 51, 255, 0, 0, 0, 0, 255, 0, 0, 0})), 5121, 3, "VEC4",
               R"(,"normalized":true)");
    b.floats({0, 0.5f, 1}, "SCALAR", 1);
    b.floats({0, 0, 0.5f, 0.25f, 1, 1}, "VEC2", 2);
    b.floats({1, 2, 3, 4, 5, 6}, "VEC2", 2);
    b.floats({1, 1, 1, 1, 1, 1, 1, 1, 1}, "VEC3", 3);
    b.primitives = "";
    b.primitive(R"("POSITION":0,"COLOR_0":1,"_WAIST":2,"TEXCOORD_0":3,"_pair":4,"COLOR_1":5,"WEIGHTS_0":99)");
    b.primitive(R"("POSITION":0)");
    const Mesh mesh = read(b.file()).mesh;
    ASSERT_EQ(mesh.points.size(), 6u);
    EXPECT_EQ(mesh.attribute("color.r")->values, (std::vector<float>{1, 0, 1, 1, 1, 1}));
    EXPECT_FLOAT_EQ(mesh.attribute("color.b")->values[0], 0.2f);
    EXPECT_NE(mesh.attribute("color.a"), nullptr);
    EXPECT_NE(mesh.attribute("color1.g"), nullptr);
    EXPECT_EQ(mesh.attribute("color1.a"), nullptr);
    EXPECT_EQ(mesh.attribute("WAIST")->values, (std::vector<float>{0, 0.5f, 1, 0, 0, 0}));
    EXPECT_EQ(mesh.attribute("pair.y")->values, (std::vector<float>{2, 4, 6, 0, 0, 0}));
    EXPECT_EQ(mesh.uv[1], (Vec2{0.5f, 0.25f}));
    b.primitives = "";
    b.accessor(b.view(bytes_of<float>({1, 2})), 5126, 2, "SCALAR");
    b.primitive(R"("POSITION":0,"_short":6)");
    EXPECT_MENTIONS(error(b.file()), "_short: it has 2 elements; expected 3, as many as POSITION");
}

TEST(Gltf, InterleavedAndQuantised) {
    Builder b;
    b.view(bytes_of<i16>({0, 0, 0, 99, 32767, 0, 0, 99, 0, -32768, 0, 99}), 8);
    b.accessor(0, 5122, 3, "VEC3", R"(,"normalized":true)");
    b.primitive(R"("POSITION":0)");
    b.nodes = R"({"mesh":0,"scale":[2,2,2]})";
    EXPECT_EQ(read(b.file()).mesh.points, (std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {0, -2, 0}}));
    std::string whole = b.json();
    EXPECT_EQ(read(glb(replaced(whole, R"(,"normalized":true)", ""), b.binary)).mesh.points[1], (Vec3{65534, 0, 0}));
}

TEST(Gltf, SparseAccessors) {
    Builder b;
    b.view(bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}));
    b.view(bytes_of<u16>({1, 2}));
    b.view(bytes_of<float>({7, 8, 9, 4, 5, 6}));
    const std::string sparse =
        R"(,"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}})";
    b.accessor(0, 5126, 3, "VEC3", sparse);
    b.accessor(-1, 5126, 3, "VEC3", sparse);
    b.primitive(R"("POSITION":0)");
    b.primitive(R"("POSITION":1)");
    const Mesh mesh = read(b.file()).mesh;
    EXPECT_EQ(mesh.points[1], (Vec3{7, 8, 9}));
    EXPECT_EQ(mesh.points[2], (Vec3{4, 5, 6}));
    EXPECT_EQ(mesh.points[3], (Vec3{0, 0, 0}));
    EXPECT_EQ(mesh.points[5], (Vec3{4, 5, 6}));
    const auto broken = [&](const std::string& from, const std::string& to) {
        return error(glb(replaced(b.json(), from, to), b.binary));
    };
    EXPECT_MENTIONS(broken(R"("count":2)", R"("count":3)"), "sparse: its 3 elements run past the end");
    EXPECT_MENTIONS(broken(R"("count":2)", R"("count":-1)"), "a count or offset is negative");
    EXPECT_MENTIONS(broken(R"("componentType":5123})", R"("componentType":5126})"), "its indices are not unsigned");
    b.binary[36] = 9;
    EXPECT_MENTIONS(error(b.file()), "it changes element 9");
}

TEST(Gltf, PrimitivesShareVertices) {
    Builder b = triangle();
    b.rest = R"(,"materials":[{"name":"one"},{"name":"two"}])";
    b.primitives = "";
    b.primitive(R"("POSITION":0)", R"(,"material":1)");
    b.primitive(R"("POSITION":0)", R"(,"material":0)");
    const Mesh mesh = read(b.file()).mesh;
    EXPECT_EQ(mesh.points.size(), 3u);
    EXPECT_EQ(mesh.face_material, (std::vector<u32>{0, 1}));
    EXPECT_EQ(mesh.materials[0].name, "two");
}

TEST(Gltf, MaterialsAndTextures) {
    Builder b = triangle();
    b.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    b.view("picture");
    b.primitives = "";
    b.primitive(R"("POSITION":0,"TEXCOORD_1":1)", R"(,"material":0)");
    b.rest = R"(,"materials":[{"name":"skin","doubleSided":true,"alphaMode":"BLEND","pbrMetallicRoughness":{
        "baseColorFactor":[0.5,0.25,0.125,0.75],"metallicFactor":0.1,"roughnessFactor":0.9,"baseColorTexture":{"index":0,
        "texCoord":1,"extensions":{"KHR_texture_transform":{"offset":[0.25,0.5],"scale":[2,4]}}}}}],
        "textures":[{"source":0}],"images":[{"name":"face","mimeType":"image/png","bufferView":2}])";
    const Mesh mesh = read(b.file()).mesh;
    const Material& m = mesh.materials.at(0);
    EXPECT_EQ(m.name, "skin");
    EXPECT_EQ(m.color, (Vec3{0.5f, 0.25f, 0.125f}));
    EXPECT_EQ(m.opacity, 0.75f);
    EXPECT_EQ(m.metallic, 0.1f);
    EXPECT_EQ(m.roughness, 0.9f);
    EXPECT_TRUE(m.two_sided);
    EXPECT_EQ(std::string(m.texture_bytes.begin(), m.texture_bytes.end()), "picture");
    EXPECT_EQ(mesh.uv[2], (Vec2{0.25f, 4.5f}));
    EXPECT_TRUE(mesh.second_uv.empty());

    // The set that it is not drawn with is kept as it is.
    b.floats({0, 0, 0.5f, 0, 0, 0.75f}, "VEC2", 2);
    b.primitives = "";
    b.primitive(R"("POSITION":0,"TEXCOORD_1":1,"TEXCOORD_0":2)", R"(,"material":0)");
    const Mesh both = read(b.file()).mesh;
    EXPECT_EQ(both.uv[2], (Vec2{0.25f, 4.5f}));
    EXPECT_EQ(both.second_uv[2], (Vec2{0, 0.75f}));

    b.rest = replaced(b.rest, R"("mimeType":"image/png","bufferView":2)", R"("uri":"wood%20grain.png")");
    EXPECT_EQ(read(b.file()).mesh.materials[0].texture, "wood grain.png");
    b.rest = replaced(b.rest, R"("uri":"wood%20grain.png")", R"("bufferView":77)");
    EXPECT_MENTIONS(error(b.file()), "image 0: there is no buffer view 77");
}

TEST(Gltf, BuffersOutsideAndInText) {
    const Builder b = triangle();
    const FileResolver files = [&](const std::string& path) -> std::optional<std::string> {
        if (path == "my data.bin") return b.binary + "padding";
        return std::nullopt;
    };
    EXPECT_EQ(read(b.json(R"(,"uri":"my%20data.bin")"), files).mesh.face_count(), 1u);
    EXPECT_MENTIONS(error(b.json(R"(,"uri":"my%20data.bin")")), "buffer 0: there is no file 'my data.bin'");
    const std::string base64 = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    EXPECT_EQ(read(b.json(R"(,"uri":"data:application/octet-stream;base64,)" + base64 + "\"")).mesh.points[2],
              (Vec3{0, 1, 0}));
    EXPECT_MENTIONS(error(b.json(R"(,"uri":"data:application/octet-stream;base64,A!AA")")), "base64");
    EXPECT_MENTIONS(error(b.json()), "buffer 0: it has no data");
}

TEST(Gltf, RepeatingAMeshHasALimit) {
    Builder b;  // 65,536 points of zeros, a hundred times
    b.accessor(-1, 5126, 65536, "VEC3");
    b.primitive(R"("POSITION":0)");
    b.nodes = R"({"mesh":0})";
    for (int n = 1; n < 100; ++n) b.nodes += R"(,{"mesh":0})";
    EXPECT_MENTIONS(error(b.file()), "its nodes repeat meshes to more than 4,194,304 points or triangles");
}

TEST(DataUri, Decodes) {
    EXPECT_EQ(decode_data_uri("data:;base64,aGVsbG8="), "hello");
    EXPECT_EQ(decode_data_uri("data:text/plain;base64,aGVsbG8"), "hello");
    EXPECT_EQ(decode_data_uri("DATA:,a%20b"), "a b");
    EXPECT_EQ(decode_data_uri("data:nothing"), std::nullopt);
    EXPECT_EQ(decode_data_uri("file.bin"), std::nullopt);
    EXPECT_EQ(percent_decoded("100%"), "100%");
    EXPECT_EQ(percent_decoded("%4a%4G%"), "J%4G%");
}

}  // namespace
}  // namespace gltf_tests
}  // namespace pliant
