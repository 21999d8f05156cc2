// A .glb as a test sees it: its numbers, and where it puts the vertices of bodies and characters in a frame.
#pragma once

#include <gtest/gtest.h>

#include <cstring>

#include "assets/json.h"
#include "core/error.h"
#include "core/vec.h"
#include "rig/node.h"

namespace pliant {

struct Glb {
    Json json;
    std::string binary;
    explicit Glb(const std::string& bytes) {
        u32 header[5];
        std::memcpy(header, bytes.data(), sizeof header);
        EXPECT_EQ(header[0], 0x46546c67u);
        EXPECT_EQ(header[2], bytes.size());
        json = parse_json(bytes.substr(20, header[3]), "glb");
        binary = bytes.substr(20 + header[3] + 8);
    }
    const Json& at(const char* list, size_t i) const { return json.find(list)->items.at(i); }
    static size_t number(const Json& object, const char* key) {
        const Json* found = object.find(key);
        return found ? static_cast<size_t>(found->number) : 0;
    }
    template <class T>
    std::vector<T> read(size_t accessor) const {
        const Json& a = at("accessors", accessor);
        std::vector<T> out(number(a, "count"));  // zeros where there is no view
        if (a.find("bufferView")) out = elements<T>(a, out.size());
        if (const Json* sparse = a.find("sparse")) {
            const size_t count = number(*sparse, "count");
            const std::vector<T> values = elements<T>(*sparse->find("values"), count);
            const std::vector<size_t> places = numbers_of(*sparse->find("indices"), count);
            for (size_t i = 0; i < count; ++i) {
                EXPECT_TRUE(i == 0 || places[i] > places[i - 1]) << "numbers go up";
                out.at(places[i]) = values[i];
            }
        }
        return out;
    }
    // Of what names a view: an accessor, or a part of a sparse one.
    template <class T>
    std::vector<T> elements(const Json& part, size_t count) const {
        const Json& view = at("bufferViews", number(part, "bufferView"));
        const size_t stride = view.find("byteStride") ? number(view, "byteStride") : sizeof(T);
        const char* from = binary.data() + number(view, "byteOffset") + number(part, "byteOffset");
        std::vector<T> out(count);
        for (size_t i = 0; i < count; ++i) std::memcpy(&out[i], from + i * stride, sizeof(T));
        return out;
    }
    std::vector<size_t> numbers_of(const Json& part, size_t count) const {
        if (number(part, "componentType") == 5125) {
            const std::vector<u32> long_ones = elements<u32>(part, count);
            return {long_ones.begin(), long_ones.end()};
        }
        const std::vector<u16> short_ones = elements<u16>(part, count);
        return {short_ones.begin(), short_ones.end()};
    }
    // Of floats or of whole numbers.
    std::vector<Vec3> vectors(size_t accessor) const {
        const Json& a = at("accessors", accessor);
        std::vector<Vec3> out;
        const float one = a.find("normalized") ? 127.0f : 1.0f;
        switch (number(a, "componentType")) {
            case 5120:
                for (const auto& v : read<std::array<i8, 3>>(accessor))
                    out.push_back(Vec3{float(v[0]), float(v[1]), float(v[2])} * (1 / one));
                return out;
            case 5122:
                for (const auto& v : read<std::array<i16, 3>>(accessor))
                    out.push_back({float(v[0]), float(v[1]), float(v[2])});
                return out;
            default: return read<Vec3>(accessor);
        }
    }
    size_t node_number(const std::string& name) const {
        const std::vector<Json>& nodes = json.find("nodes")->items;
        for (size_t n = 0; n < nodes.size(); ++n)
            if (nodes[n].find("name")->text == name) return n;
        throw Error({name, "no such node", "", ""});
    }
    const Json& node(const std::string& name) const { return at("nodes", node_number(name)); }
    const Json& material_of(const std::string& node_name) const {
        const Json& mesh = at("meshes", number(node(node_name), "mesh"));
        return at("materials", number(mesh.find("primitives")->items[0], "material"));
    }
    static std::vector<double> numbers(const Json& list) {
        std::vector<double> out;
        for (const Json& item : list.items) out.push_back(item.number);
        return out;
    }

    // What the animation says of a node in a frame, or what the node says of itself.
    std::vector<double> animated(size_t node_at, const char* path, u64 frame, std::vector<double> usual) const {
        if (const Json* own = at("nodes", node_at).find(path)) usual = numbers(*own);
        if (!json.find("animations")) return usual;
        const Json& animation = at("animations", 0);
        for (const Json& channel : animation.find("channels")->items) {
            const Json& target = *channel.find("target");
            if (number(target, "node") != node_at || target.find("path")->text != path) continue;
            const Json& sampler = animation.find("samplers")->items[number(channel, "sampler")];
            const std::vector<float> times = read<float>(number(sampler, "input"));
            const Json& output = at("accessors", number(sampler, "output"));
            const size_t count = number(output, "count");
            const size_t width = output.find("type")->text == "VEC3" ? 3 : output.find("type")->text == "VEC4" ? 4 : 1;
            const size_t a_frame = count * width / times.size();
            std::vector<double> out;
            if (number(output, "componentType") == 5123) {  // shares of one
                const std::vector<u16> all = elements<u16>(output, count * width);
                for (size_t i = 0; i < a_frame; ++i) out.push_back(all[frame * a_frame + i] / 65535.0);
                return out;
            }
            const std::vector<float> all = elements<float>(output, count * width);
            for (size_t i = 0; i < a_frame; ++i) out.push_back(static_cast<double>(all[frame * a_frame + i]));
            return out;
        }
        return usual;
    }
    Affine local_place(size_t n, u64 frame) const {
        const auto t = animated(n, "translation", frame, {0, 0, 0}), r = animated(n, "rotation", frame, {0, 0, 0, 1}),
                   s = animated(n, "scale", frame, {1, 1, 1});
        return affine_of({{t[0], t[1], t[2]}, {r[0], r[1], r[2], r[3]}, {s[0], s[1], s[2]}});
    }
    Affine place(size_t n, u64 frame) const {
        const std::vector<Json>& nodes = json.find("nodes")->items;
        for (size_t parent = 0; parent < nodes.size(); ++parent)
            if (const Json* children = nodes[parent].find("children"))
                for (const Json& child : children->items)
                    if (static_cast<size_t>(child.number) == n) return place(parent, frame) * local_place(n, frame);
        return local_place(n, frame);
    }
    const Json& primitive(const std::string& name) const {
        return at("meshes", number(node(name), "mesh")).find("primitives")->items[0];
    }
    // An attribute with the targets of the frame added.
    std::vector<Vec3> morphed(const std::string& name, u64 frame, const char* attribute) const {
        const Json& p = primitive(name);
        std::vector<Vec3> out = vectors(number(*p.find("attributes"), attribute));
        if (const Json* targets = p.find("targets")) {
            const std::vector<double> weights = animated(node_number(name), "weights", frame, {});
            for (size_t k = 0; k < targets->items.size(); ++k) {
                const std::vector<Vec3> moved = vectors(number(targets->items[k], attribute));
                for (size_t v = 0; v < out.size(); ++v) out[v] += moved[v] * static_cast<float>(weights.at(k));
            }
        }
        return out;
    }
    // Where the vertices of a body are.
    std::vector<Vec3> positions(const std::string& name, u64 frame) const {
        std::vector<Vec3> out = morphed(name, frame, "POSITION");
        const Affine at_node = place(node_number(name), frame);
        for (Vec3& v : out) v = (at_node * v.to<double>()).to<float>();
        return out;
    }
    // Likewise of a character, whose joints move them.
    std::vector<Vec3> skinned(const std::string& name, u64 frame) const {
        const Json& attributes = *primitive(name).find("attributes");
        const Json& skin = at("skins", number(node(name), "skin"));
        std::vector<Affine> joints;
        const auto binds = read<std::array<float, 16>>(number(skin, "inverseBindMatrices"));
        for (size_t j = 0; j < binds.size(); ++j) {
            Affine bind;
            for (size_t c = 0; c < 4; ++c)
                (c < 3 ? bind.linear.column[c] : bind.translation) =
                    Vec3{binds[j][4 * c], binds[j][4 * c + 1], binds[j][4 * c + 2]}.to<double>();
            joints.push_back(place(static_cast<size_t>(skin.find("joints")->items[j].number), frame) * bind);
        }
        const std::vector<Vec3> rest = vectors(number(attributes, "POSITION"));
        std::vector<Vec3> out(rest.size());
        for (int set = 0; attributes.find("JOINTS_" + std::to_string(set)); ++set) {
            const auto of = read<std::array<u16, 4>>(number(attributes, ("JOINTS_" + std::to_string(set)).c_str()));
            const auto weight =
                read<std::array<float, 4>>(number(attributes, ("WEIGHTS_" + std::to_string(set)).c_str()));
            for (size_t v = 0; v < rest.size(); ++v)
                for (size_t i = 0; i < 4; ++i)
                    if (weight[v][i] > 0)
                        out[v] += (joints[of[v][i]] * rest[v].to<double>()).to<float>() * weight[v][i];
        }
        return out;
    }
};

}  // namespace pliant
