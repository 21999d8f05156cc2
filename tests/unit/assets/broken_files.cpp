// Small whole files cut off at every byte, and with every byte changed: each gives a mesh or a sentence, and never a
// crash. The fuzzer in tests/fuzz goes further; this is what can be done on every build.
#include <cmath>

#include "assets/mesh_file.h"
#include "core/random.h"
#include "geometry/repair.h"
#include "unit/assets/support.h"

namespace pliant {
namespace broken_files_tests {
namespace {

struct Outcome {
    int meshes = 0, errors = 0;
};

void try_file(const std::string& bytes, const std::string& name, Outcome& outcome) {
    const FileResolver files = [](const std::string&) { return std::string("newmtl a\nKd 1 0 0\n"); };
    try {
        const LoadedMesh loaded = load_mesh(bytes, name, {}, files);
        expect_whole(loaded.mesh);
        EXPECT_FALSE(loaded.summary.empty());
        for (const std::string& note : loaded.notes) EXPECT_FALSE(note.empty());
        RepairReport report;
        repair(loaded.mesh, triangulate(loaded.mesh), report);
        ++outcome.meshes;
    } catch (const Error& e) {
        EXPECT_GT(std::string(e.what()).size(), name.size() + 2) << name;
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
        ++outcome.errors;
    }
}

void break_file(const std::string& good, const std::string& name) {
    Outcome whole, cut, flipped;
    try_file(good, name, whole);
    EXPECT_EQ(whole.meshes, 1) << name;
    for (size_t size = 0; size < good.size(); ++size) try_file(good.substr(0, size), name, cut);
    for (size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        for (int bit = 0; bit < 8; ++bit) {
            bad[at] = static_cast<char>(good[at] ^ (1 << bit));
            try_file(bad, name, flipped);
        }
        for (const char c : {'\0', '\xff', ' ', '9', '-'}) {
            bad[at] = c;
            try_file(bad, name, flipped);
        }
    }
    EXPECT_GT(cut.errors, 0) << name;
    EXPECT_GT(flipped.errors, 0) << name;
    EXPECT_GT(flipped.meshes, 0) << name;
}

TEST(BrokenFiles, Obj) {
    break_file(
        "mtllib a.mtl\no A\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1e+0 0\nv 0 1 .5\nvt 0 0\nvt 1 1\nvn 0 0 1\nusemtl a\n"
        "f 1/1/1 2/2/1 3/1/1 4/2/1\ng B\nf -1//-1 -2//-1 \\\n-3//-1\nl 1 2\n",
        "a.obj");
}

TEST(BrokenFiles, PlyText) {
    break_file(
        "ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0 255\n1 0 0 0\n1 1 0 0\n0 1 1 9\n3 0 1 2\n4 0 1 2 3\n",
        "a.ply");
}

TEST(BrokenFiles, PlyBinary) {
    for (const bool big : {false, true}) {
        std::string file = std::string("ply\nformat binary_") + (big ? "big" : "little") +
                           "_endian 1.0\nelement vertex 4\nproperty float x\nproperty double y\nproperty short z\n"
                           "element face 2\nproperty list uint ushort vertex_index\nend_header\n";
        for (const int i : {0, 1, 2, 3})
            file += bytes_of<float>({0.5f * static_cast<float>(i)}, big) + bytes_of<double>({i * i * 0.1}, big) +
                    bytes_of<i16>({static_cast<i16>(i == 2)}, big);
        file += bytes_of<u32>({3}, big) + bytes_of<u16>({0, 1, 2}, big);
        file += bytes_of<u32>({4}, big) + bytes_of<u16>({0, 1, 2, 3}, big);
        break_file(file, "a.ply");
    }
}

std::string small_glb() {
    const std::string binary = bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) + bytes_of<u16>({0, 1, 2, 0}) +
                               bytes_of<u8>({0, 0, 255, 0, 0, 255, 128, 0, 0, 0, 0, 0}) + bytes_of<u16>({1, 0}) +
                               bytes_of<float>({1, 0, 1});
    const std::string json =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"children":[1],"scale":[1,2,1]},)"
        R"({"mesh":0,"name":"b","translation":[2,0,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":2},)"
        R"("indices":1,"material":0},{"attributes":{"POSITION":0},"mode":5}]}],"materials":[{"name":"m",)"
        R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"bufferView":1}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":)"
        R"({"bufferView":3,"componentType":5123},"values":{"bufferView":4}}},{"bufferView":1,"componentType":5123,"count":3,)"
        R"("type":"SCALAR"},{"bufferView":2,"componentType":5121,"normalized":true,"count":3,"type":"VEC3"}],"bufferViews":)"
        R"([{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},{"buffer":0,"byteOffset":44,)"
        R"("byteLength":12,"byteStride":4},{"buffer":0,"byteOffset":56,"byteLength":4},{"buffer":0,"byteOffset":60,)"
        R"("byteLength":12}],"buffers":[{"byteLength":72}]})";
    return glb(json, binary);
}

TEST(BrokenFiles, Glb) { break_file(small_glb(), "a.glb"); }

// Numbers of the JSON replaced by ones at the edges of what counts, offsets and lengths can hold.
TEST(BrokenFiles, NumbersOfGlb) {
    const std::string good = small_glb();
    const u32 json_size = static_cast<u32>(static_cast<u8>(good[12])) | static_cast<u32>(static_cast<u8>(good[13]))
                                                                            << 8;
    const std::string json = good.substr(20, json_size), binary = good.substr(28 + json_size);
    Outcome outcome;
    for (size_t at = 0; at < json.size(); ++at) {
        if (json[at] < '0' || json[at] > '9') continue;
        size_t end = at;
        while (json[end] >= '0' && json[end] <= '9') ++end;
        for (const char* number : {"-1", "1e300", "-2147483648", "2147483647", "2147483648", "4294967295", "4294967296",
                                   "9223372036854775807", "18446744073709551615", "0.5", "null", "[]", "{}", "\"a\""})
            try_file(glb(json.substr(0, at) + number + json.substr(end), binary), "a.glb", outcome);
        at = end;
    }
    EXPECT_GT(outcome.errors, 100);
    EXPECT_GT(outcome.meshes, 100);
}

TEST(BrokenFiles, Noise) {
    Random random(11);
    Outcome outcome;
    for (int trial = 0; trial < 2000; ++trial) {
        std::string bytes(random.below(200), '\0');
        for (char& c : bytes) c = static_cast<char>(trial % 2 ? random.below(256) : "v vf 1 2/3-\n."[random.below(13)]);
        for (const char* start : {"", "glTF", "ply\n", "{\"asset\":"})
            for (const char* name : {"a.obj", "a.ply", "a.glb", "a.gltf", "a.stl", "a"})
                try_file(start + bytes, name, outcome);
    }
    EXPECT_GT(outcome.errors, 1000);
}

}  // namespace
}  // namespace broken_files_tests
}  // namespace pliant
