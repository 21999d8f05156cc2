// A skinned mesh in a file as Mixamo and three.js have them.
#pragma once

#include "assets/data_uri.h"

namespace pliant::testing {

// Bound in centimetres and on the back, and set upright in metres by the node over its bones. `bent`: the upper bone is
// turned by 90 degrees at rest, which it was not when it was bound.
inline std::string soldier(bool bent = false) {
    std::string binary;
    const auto floats = [&](std::initializer_list<float> values) {
        for (const float v : values) binary.append(reinterpret_cast<const char*>(&v), 4);
    };
    for (const float z : {0.0f, 90.0f, 185.0f})
        for (const float y : {-15.0f, 15.0f})
            for (const float x : {-30.0f, 30.0f}) floats({x, y, z});
    for (int v = 0; v < 12; ++v) binary += std::string{static_cast<char>(v >= 8), 0, 0, 0};
    for (int v = 0; v < 12; ++v) floats({1, 0, 0, 0});
    for (const float hip : {-90.0f, -120.0f}) floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, hip, 1});
    std::string indices;
    const auto quad = [&](int a, int b, int c, int d) {
        for (const int i : {a, b, c, a, c, d}) indices += std::string{static_cast<char>(i), 0};
    };
    for (const int k : {0, 4}) {
        quad(k, k + 1, k + 5, k + 4);
        quad(k + 1, k + 3, k + 7, k + 5);
        quad(k + 3, k + 2, k + 6, k + 7);
        quad(k + 2, k, k + 4, k + 6);
    }
    quad(0, 2, 3, 1);
    quad(8, 9, 11, 10);
    const size_t before = binary.size();
    binary += indices;
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[
        {"name":"Armature","rotation":[-0.70710678,0,0,0.70710678],"scale":[0.01,0.01,0.01],"children":[1,3]},
        {"name":"Hips","translation":[0,0,90],"children":[2]},
        {"name":"Chest","translation":[0,0,30])" +
           std::string(bent ? R"(,"rotation":[0.70710678,0,0,0.70710678])" : "") +
           R"(},{"name":"Soldier","mesh":0,"skin":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"indices":4}]}],
        "skins":[{"joints":[1,2],"inverseBindMatrices":3}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":12,"type":"VEC3"},
            {"bufferView":1,"componentType":5121,"count":12,"type":"VEC4"},
            {"bufferView":2,"componentType":5126,"count":12,"type":"VEC4"},
            {"bufferView":3,"componentType":5126,"count":2,"type":"MAT4"},
            {"bufferView":4,"componentType":5123,"count":)" +
           std::to_string(indices.size() / 2) + R"(,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":144},{"buffer":0,"byteOffset":144,"byteLength":48},
            {"buffer":0,"byteOffset":192,"byteLength":192},{"buffer":0,"byteOffset":384,"byteLength":128},
            {"buffer":0,"byteOffset":)" +
           std::to_string(before) + R"(,"byteLength":)" + std::to_string(indices.size()) +
           R"(}],"buffers":[{"byteLength":)" + std::to_string(binary.size()) +
           R"(,"uri":"data:application/octet-stream;base64,)" + encode_base64(binary) + R"("}]})";
}

}  // namespace pliant::testing
