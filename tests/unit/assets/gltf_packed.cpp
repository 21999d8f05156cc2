// Compressed glTF: files are packed here by the encoders of the libraries, and read back as the plain ones are.
#include "assets/gltf_packed.h"

#include <draco/compression/encode.h>
#include <draco/mesh/mesh.h>
#include <meshoptimizer.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assets/character_file.h"
#include "assets/gltf.h"
#include "core/random.h"
#include "support.h"
#include "tube.h"

namespace pliant::testing {
namespace gltf_packed_tests {
namespace {

using Json = nlohmann::json;

// A .glb in its two parts. In the files here each accessor has a view of its own, without gaps.
struct Parts {
    Json json;
    std::string binary;

    explicit Parts(const std::string& file) {
        u32 size;
        std::memcpy(&size, file.data() + 12, 4);
        json = Json::parse(file.substr(20, size));
        binary = file.substr(28 + size);
    }
    std::string file() {
        json["buffers"][0]["byteLength"] = binary.size();
        return glb(json.dump(), binary);
    }
    std::string bytes(size_t accessor) const {
        const Json& view = json["bufferViews"][json["accessors"][accessor]["bufferView"].get<size_t>()];
        return binary.substr(view.value("byteOffset", size_t{0}), view["byteLength"]);
    }
    size_t append(const std::string& bytes) {  // where it begins
        binary.resize((binary.size() + 3) / 4 * 4);
        const size_t at = binary.size();
        binary += bytes;
        return at;
    }
};

std::string mode_of(const Parts& p, size_t accessor) {
    for (size_t m = 0; m < 2; ++m)  // one of each kind of list
        if (p.json["meshes"][m]["primitives"][0]["indices"] == accessor) return m ? "INDICES" : "TRIANGLES";
    return "ATTRIBUTES";
}

std::string packed_indices(const std::string& bytes, bool triangles) {
    std::vector<u32> list(bytes.size() / 4);
    std::memcpy(list.data(), bytes.data(), bytes.size());
    std::string out(
        meshopt_encodeIndexBufferBound(list.size(), 200) + meshopt_encodeIndexSequenceBound(list.size(), 200), '\0');
    auto* to = reinterpret_cast<unsigned char*>(out.data());
    out.resize(triangles ? meshopt_encodeIndexBuffer(to, out.size(), list.data(), list.size())
                         : meshopt_encodeIndexSequence(to, out.size(), list.data(), list.size()));
    return out;
}

std::string packed_vertices(const std::string& bytes, size_t stride) {
    std::string out(meshopt_encodeVertexBufferBound(bytes.size() / stride, stride), '\0');
    meshopt_encodeVertexVersion(0);
    out.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(), bytes.data(),
                                          bytes.size() / stride, stride));
    return out;
}

// The encoding of floats by a filter: normals as bytes, rotations as shorts, and all others with exponents.
std::string filtered(Parts& p, size_t a, std::string bytes, std::string& filter, size_t& stride) {
    Json& accessor = p.json["accessors"][a];
    if (accessor["componentType"] != 5126 || accessor["type"] == "MAT4") return bytes;
    std::vector<float> values(bytes.size() / 4);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    const size_t count = accessor["count"];
    const auto encode = [&](size_t wide, auto&& by) {
        std::string out(count * (stride = wide), '\0');
        by(out.data());
        return out;
    };
    if (p.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] == a) {
        filter = "OCTAHEDRAL";
        accessor["componentType"] = 5120;
        accessor["normalized"] = true;
        p.json["bufferViews"][accessor["bufferView"].get<size_t>()]["byteStride"] = 4;
        std::vector<float> four;
        for (size_t i = 0; i < values.size(); ++i) {
            four.push_back(values[i]);
            if (i % 3 == 2) four.push_back(0);
        }
        return encode(4, [&](void* to) { meshopt_encodeFilterOct(to, count, 4, 8, four.data()); });
    }
    for (const Json& animation : p.json["animations"])
        for (const Json& sampler : animation["samplers"])
            if (sampler["output"] == a && accessor["type"] == "VEC4" &&
                sampler.value("interpolation", "LINEAR") == "LINEAR") {
                filter = "QUATERNION";
                accessor["componentType"] = 5122;
                accessor["normalized"] = true;
                return encode(8, [&](void* to) { meshopt_encodeFilterQuat(to, count, 8, 16, values.data()); });
            }
    filter = "EXPONENTIAL";
    return encode(stride, [&](void* to) { meshopt_encodeFilterExp(to, count, stride, 20, values.data()); });
}

std::string with_meshopt(const std::string& plain, bool filters = false) {
    Parts p(plain);
    const Parts original(plain);
    p.binary.clear();
    for (size_t a = 0; a < p.json["accessors"].size(); ++a) {
        std::string bytes = original.bytes(a), filter = "NONE";
        const size_t count = p.json["accessors"][a]["count"], view = p.json["accessors"][a]["bufferView"];
        size_t stride = bytes.size() / count;
        const std::string mode = mode_of(p, a);
        if (filters && mode == "ATTRIBUTES") bytes = filtered(p, a, bytes, filter, stride);
        const std::string packed =
            mode == "ATTRIBUTES" ? packed_vertices(bytes, stride) : packed_indices(bytes, mode == "TRIANGLES");
        p.json["bufferViews"][view].update({{"buffer", 1}, {"byteOffset", 0}, {"byteLength", bytes.size()}});
        p.json["bufferViews"][view]["extensions"]["EXT_meshopt_compression"] = {{"buffer", 0},
                                                                                {"byteOffset", p.append(packed)},
                                                                                {"byteLength", packed.size()},
                                                                                {"byteStride", stride},
                                                                                {"count", count},
                                                                                {"mode", mode},
                                                                                {"filter", filter}};
    }
    p.json["buffers"].push_back({{"byteLength", 100000}});
    p.json["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"] = true;
    p.json["extensionsRequired"] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
    return p.file();
}

constexpr int position_bits = 14, normal_bits = 10;

// A primitive as Draco packs it, and the extension that says which attribute is which. Edgebreaker sorts vertices.
std::string draco_stream(const Parts& p, const Json& primitive, bool edgebreaker, Json& attributes) {
    draco::Mesh mesh;
    const Json& accessors = p.json["accessors"];
    mesh.set_num_points(accessors[primitive["attributes"]["POSITION"].get<size_t>()]["count"]);
    for (const auto& item : primitive["attributes"].items()) {
        const size_t a = item.value();
        const bool is_float = accessors[a]["componentType"] == 5126;
        const int components = accessors[a]["type"] == "SCALAR" ? 1 : accessors[a]["type"] == "VEC3" ? 3 : 4;
        const size_t stride = static_cast<size_t>(components) * (is_float ? 4 : 2);
        draco::GeometryAttribute attribute;
        attribute.Init(item.key() == "POSITION" ? draco::GeometryAttribute::POSITION
                       : item.key() == "NORMAL" ? draco::GeometryAttribute::NORMAL
                                                : draco::GeometryAttribute::GENERIC,
                       nullptr, static_cast<std::int8_t>(components), is_float ? draco::DT_FLOAT32 : draco::DT_UINT16,
                       false, static_cast<std::int64_t>(stride), 0);
        const int id = mesh.AddAttribute(attribute, true, mesh.num_points());
        const std::string bytes = p.bytes(a);
        for (u32 i = 0; i < mesh.num_points(); ++i)
            mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(i), bytes.data() + i * stride);
        attributes[item.key()] = mesh.attribute(id)->unique_id();
    }
    const std::string indices = p.bytes(primitive["indices"]);
    for (size_t at = 0; at + 12 <= indices.size(); at += 12) {
        u32 v[3];
        std::memcpy(v, indices.data() + at, 12);
        mesh.AddFace({draco::PointIndex(v[0]), draco::PointIndex(v[1]), draco::PointIndex(v[2])});
    }
    draco::Encoder encoder;
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, position_bits);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::NORMAL, normal_bits);
    encoder.SetEncodingMethod(edgebreaker ? draco::MESH_EDGEBREAKER_ENCODING : draco::MESH_SEQUENTIAL_ENCODING);
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(mesh, &buffer).ok());
    return std::string(buffer.data(), buffer.size());
}

std::string with_draco(const std::string& plain, bool edgebreaker = false,
                       const std::function<void(std::string&)>& damage = {}) {
    Parts p(plain);
    const Parts original(plain);
    for (Json& mesh : p.json["meshes"])
        for (Json& primitive : mesh["primitives"]) {
            Json extension{{"bufferView", p.json["bufferViews"].size()}, {"attributes", Json::object()}};
            std::string stream = draco_stream(original, primitive, edgebreaker, extension["attributes"]);
            if (damage) damage(stream);
            p.json["bufferViews"].push_back(
                {{"buffer", 0}, {"byteOffset", p.append(stream)}, {"byteLength", stream.size()}});
            for (const auto& item : primitive["attributes"].items())
                p.json["accessors"][item.value().get<size_t>()].erase("bufferView");
            p.json["accessors"][primitive["indices"].get<size_t>()].erase("bufferView");
            primitive["extensions"]["KHR_draco_mesh_compression"] = extension;
        }
    p.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return p.file();
}

Character character(const std::string& file) { return load_character(file, "a.glb", {}, {}).character; }

void expect_same(const std::string& packed, float tolerance) {
    const Character a = character(tube_glb()), b = character(packed);
    ASSERT_EQ(a.vertex_count(), b.vertex_count());
    for (const char* clip : {"Bend", "Wave", ""})
        for (double t = 0; t < 2; t += 0.1) {
            const Posed plain = posed(a, clip, t), other = posed(b, clip, t);
            for (size_t v = 0; v < plain.positions.size(); ++v)
                ASSERT_LE(length(plain.positions[v] - other.positions[v]), tolerance) << clip << " " << t << " " << v;
        }
    const Mesh mesh = read_gltf(tube_glb(), "a.glb", {}).mesh, again = read_gltf(packed, "a.glb", {}).mesh;
    EXPECT_EQ(mesh.face_count(), again.face_count());
    expect_whole(again);
}

TEST(PackedGltf, MeshoptIsLossless) { expect_same(with_meshopt(tube_glb()), 0); }

// Places have 20 bits, turns 16: the worst is a turn that is off by 2^-15 some 5 m from the bone, three bones deep.
TEST(PackedGltf, FiltersOfMeshopt) {
    const std::string packed = with_meshopt(tube_glb(), true);
    for (const char* filter : {"OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"}) EXPECT_MENTIONS(packed, filter);
    expect_same(packed, 1e-3f);
    const Posed plain = posed(character(tube_glb()), "", 0), other = posed(character(packed), "", 0);
    for (size_t v = 0; v < plain.normals.size(); ++v)  // 8 bits, in each of two directions
        EXPECT_LT(length(plain.normals[v] - other.normals[v]), 0.02f);
}

// Half a step of 14 bits over 2 m, in three directions (the root of 3), twice as large by the node and by 1.5 more in
// one of the clips; a micrometre for the rounding of floats some 5 m from the origin (2^-24 of it, a few times).
TEST(PackedGltf, DracoWithinItsStep) {
    const float half_step = 1.0f / ((1 << position_bits) - 1);
    expect_same(with_draco(tube_glb()), half_step * 1.7321f * 2 * 1.5f + 1e-6f);
}

// Vertices come in another order: they are told by a number that each has.
TEST(PackedGltf, DracoByEdgebreaker) {
    GlbBuilder out;
    std::vector<Vec3> points;
    std::vector<float> ids;
    std::vector<u32> triangles;
    constexpr u32 n = 20;
    for (u32 y = 0; y < n; ++y)
        for (u32 x = 0; x < n; ++x) {
            points.push_back(Vec3{static_cast<float>(x), static_cast<float>(x * y % 7), static_cast<float>(y)} * 0.05f);
            ids.push_back(static_cast<float>(y * n + x));
            const u32 i = y * n + x;
            if (x + 1 < n && y + 1 < n) triangles.insert(triangles.end(), {i, i + n, i + 1, i + 1, i + n, i + n + 1});
        }
    const std::string file = out.finish(
        "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":["
        "{\"attributes\":{\"POSITION\":" +
        std::to_string(out.vectors(points)) + ",\"_id\":" + std::to_string(out.floats(ids, "SCALAR", 1)) +
        "},\"indices\":" + std::to_string(out.add(triangles, 5125, "SCALAR", triangles.size())) + "}]}]");
    const Mesh mesh = read_gltf(with_draco(file, true), "a.glb", {}).mesh;
    expect_whole(mesh);
    ASSERT_EQ(mesh.points.size(), points.size());
    const std::vector<float>& id = mesh.attribute("id")->values;
    const float half_step = 0.95f / ((1 << position_bits) - 1) / 2;
    for (size_t v = 0; v < points.size(); ++v)
        EXPECT_LE(length(mesh.points[v] - points[static_cast<size_t>(id[v])]), half_step * 1.74f);
    const auto faces = [](const std::vector<u32>& list, auto&& name) {
        std::multiset<std::vector<u32>> all;
        for (size_t f = 0; f + 2 < list.size(); f += 3) {
            std::vector<u32> face{name(list[f]), name(list[f + 1]), name(list[f + 2])};
            std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
            all.insert(face);
        }
        return all;
    };
    EXPECT_EQ(faces(mesh.face_vertex, [&](u32 v) { return static_cast<u32>(id[v]); }),
              faces(triangles, [](u32 v) { return v; }));
}

std::string error(const std::string& file) {
    return error_of([&] { character(file); });
}

TEST(PackedGltf, MeshoptThatCannotBeReadHasASentence) {
    const auto broken = [](const char* key, const Json& value) {
        Parts p(with_meshopt(tube_glb()));
        p.json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][key] = value;
        return error(p.file());
    };
    EXPECT_MENTIONS(broken("buffer", 9), "a.glb: bufferViews[0].EXT_meshopt_compression: there is no buffer 9");
    EXPECT_MENTIONS(broken("byteOffset", 10000000), "run past the end of buffer 0");
    EXPECT_MENTIONS(broken("byteLength", -1), ".byteLength: found '-1'; expected a whole number from 0 on");
    EXPECT_MENTIONS(broken("byteLength", 40), "cannot be unpacked");
    EXPECT_MENTIONS(broken("count", u64{1} << 60), "which is what its bytes can hold");
    EXPECT_MENTIONS(broken("byteStride", 0), ".byteStride: found 0; expected a multiple of 4 up to 256");
    EXPECT_MENTIONS(broken("mode", "SOUP"), ".mode: found 'SOUP'");
    EXPECT_MENTIONS(broken("filter", "QUATERNION"), ".filter: found 'QUATERNION' for strides of 12");
}

TEST(PackedGltf, DracoThatCannotBeReadHasASentence) {
    const auto broken = [](const std::function<void(Json&)>& change) {
        Parts p(with_draco(tube_glb()));
        change(p.json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"]);
        return error(p.file());
    };
    EXPECT_MENTIONS(broken([](Json& e) { e["bufferView"] = 999; }), "there is no buffer view 999");
    EXPECT_MENTIONS(broken([](Json& e) { e["bufferView"] = 0; }), "expected a stream of Draco 2.2");
    EXPECT_MENTIONS(broken([](Json& e) { e["attributes"]["POSITION"] = 77; }), "there is no attribute 77");
    EXPECT_MENTIONS(broken([](Json& e) { e["attributes"]["POSITION"] = "x"; }), "a whole number from 0 on");
    EXPECT_MENTIONS(broken([](Json& e) { e["attributes"]["POSITION"] = e["attributes"]["WEIGHTS_0"]; }),
                    "its elements have 4 components");
    const auto claims = [](std::string& stream) { stream.replace(11, 2, "\xff\xff\xff\xff\x0f", 5); };
    EXPECT_MENTIONS(error(with_draco(tube_glb(), false, claims)), "it claims 4,294,967,295 triangles");
    EXPECT_MENTIONS(error(with_draco(tube_glb(), true, [](std::string& s) { s.resize(s.size() / 2); })),
                    "what is packed there cannot be unpacked");
}

// Bytes of the streams alone are changed or cut off: a character that can be posed, or a sentence.
TEST(PackedGltf, DamagedStreamsDoNoHarm) {
    Random random(11);
    size_t accepted = 0, refused = 0;
    const auto damage = [&](std::string& bytes, size_t from) {
        for (u32 n = 1 + random.below(4); n > 0; --n)
            bytes[from + random.below(static_cast<u32>(bytes.size() - from))] = static_cast<char>(random.below(256));
    };
    const auto try_file = [&](const std::string& file) {
        const std::string wrong = error_of([&] { posed(character(file), "Bend", 0.7); });
        EXPECT_EQ(wrong.find('\n'), std::string::npos);
        ++(wrong.empty() ? accepted : refused);
    };
    const std::string meshopt = with_meshopt(tube_glb(), true);
    const size_t binary = meshopt.size() - Parts(meshopt).binary.size();
    for (int round = 0; round < 400; ++round) {
        std::string bad = meshopt;
        damage(bad, binary);
        try_file(bad);
        for (const bool edgebreaker : {false, true})
            try_file(with_draco(tube_glb(), edgebreaker, [&](std::string& stream) {
                if (round % 4 == 0) stream.resize(random.below(static_cast<u32>(stream.size())));
                if (!stream.empty()) damage(stream, round % 2 && stream.size() > 60 ? stream.size() - 50 : 0);
            }));
    }
    EXPECT_GT(accepted, 50u);
    EXPECT_GT(refused, 50u);
}

}  // namespace
}  // namespace gltf_packed_tests
}  // namespace pliant::testing
