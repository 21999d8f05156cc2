// What the tests of readers share.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "assets/file_mesh.h"
#include "core/error.h"

namespace pliant {

// The promises of mesh.h, which every reader must keep for any file it accepts.
inline void expect_whole(const Mesh& mesh) {
    ASSERT_FALSE(mesh.face_start.empty());
    EXPECT_EQ(mesh.face_start.front(), 0u);
    EXPECT_EQ(mesh.face_start.back(), mesh.face_vertex.size());
    for (size_t f = 0; f < mesh.face_count(); ++f) ASSERT_LE(mesh.face_start[f] + 3, mesh.face_start[f + 1]);
    for (const u32 v : mesh.face_vertex) ASSERT_LT(v, mesh.vertex_point.size());
    std::vector<u8> has_vertex(mesh.points.size(), 0);
    for (const u32 p : mesh.vertex_point) {
        ASSERT_LT(p, mesh.points.size());
        has_vertex[p] = 1;
    }
    for (const u8 has : has_vertex) ASSERT_TRUE(has);
    EXPECT_TRUE(mesh.uv.empty() || mesh.uv.size() == mesh.vertex_point.size());
    EXPECT_TRUE(mesh.normals.empty() || mesh.normals.size() == mesh.vertex_point.size());
    EXPECT_EQ(mesh.face_material.size(), mesh.face_count());
    for (const u32 m : mesh.face_material) ASSERT_LT(m, mesh.materials.size());
    for (const Attribute& a : mesh.attributes) {
        EXPECT_FALSE(a.name.empty());
        EXPECT_EQ(a.values.size(), mesh.points.size()) << a.name;
    }
    u32 next_face = 0;
    for (const MeshPart& part : mesh.parts) {
        EXPECT_EQ(part.first_face, next_face);
        EXPECT_GT(part.face_count, 0u);
        next_face += part.face_count;
    }
    EXPECT_TRUE(mesh.parts.empty() || next_face == mesh.face_count());
}

// The sentence of the Error that `f` throws; empty if it throws none.
template <class F>
std::string error_of(F&& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}

inline bool mentions(const std::vector<std::string>& notes, const std::string& text) {
    for (const std::string& note : notes)
        if (note.find(text) != std::string::npos) return true;
    return false;
}

#define EXPECT_MENTIONS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

// Numbers as the bytes of a file.
template <class T>
std::string bytes_of(std::initializer_list<T> values, bool big_endian = false) {
    std::string out;
    for (const T& v : values) {
        char raw[sizeof(T)];
        std::memcpy(raw, &v, sizeof(T));
        for (size_t i = 0; i < sizeof(T); ++i) out += raw[big_endian ? sizeof(T) - 1 - i : i];
    }
    return out;
}

// A .glb of a JSON text and a binary part.
inline std::string glb(std::string json, std::string binary, bool with_binary = true) {
    while (json.size() % 4) json += ' ';
    while (binary.size() % 4) binary += '\0';
    const u32 binary_size = with_binary ? static_cast<u32>(8 + binary.size()) : 0;
    std::string out = "glTF" + bytes_of<u32>({2, static_cast<u32>(20 + json.size()) + binary_size});
    out += bytes_of<u32>({static_cast<u32>(json.size()), 0x4e4f534a}) + json;
    if (with_binary) out += bytes_of<u32>({static_cast<u32>(binary.size()), 0x004e4942}) + binary;
    return out;
}

}  // namespace pliant
