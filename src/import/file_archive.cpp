#include "import/file_archive.h"

#include "core/soundness.h"

namespace pliant {
namespace {

// One list of fields for both ways: Fields<Saving> writes them, Fields<Loading> reads them.
struct Saving {
    Writer& w;
    template <class T>
    void value(const T& v) {
        w.value(v);
    }
    template <class Range>
    void array(const Range& values) {
        w.array(values);
    }
    template <class List, class F>
    void list(const List& items, F&& each) {
        w.value(static_cast<u64>(items.size()));
        for (const auto& item : items) each(item);
    }
};

struct Loading {
    Reader& r;
    template <class T>
    void value(T& v) {
        v = r.value<T>();
    }
    template <class Range>
    void array(Range& values) {
        r.array(values);
    }
    template <class List, class F>
    void list(List& items, F&& each) {
        items.clear();
        for (u64 n = r.value<u64>(); n > 0; --n) each(items.emplace_back());  // each takes a byte at least, or throws
    }
};

template <class Archive, class M>
void material(Archive& a, M& m) {
    u8 two_sided = m.two_sided, keeps_color = m.keeps_color;
    a.array(m.name);
    a.value(m.color);
    a.value(m.opacity);
    a.value(m.roughness);
    a.value(m.metallic);
    a.value(two_sided);
    a.value(keeps_color);
    a.array(m.texture);
    a.array(m.texture_bytes);
    if constexpr (!std::is_const_v<M>) {
        m.two_sided = two_sided != 0;
        m.keeps_color = keeps_color != 0;
    }
}

template <class Archive, class M>
void mesh(Archive& a, M& m) {
    a.array(m.name);
    a.array(m.points);
    a.list(m.attributes, [&](auto& attribute) {
        a.array(attribute.name);
        a.array(attribute.values);
    });
    a.array(m.vertex_point);
    a.array(m.uv);
    a.array(m.second_uv);
    a.array(m.normals);
    a.array(m.face_start);
    a.array(m.face_vertex);
    a.array(m.face_material);
    a.list(m.materials, [&](auto& one) { material(a, one); });
    a.list(m.parts, [&](auto& part) {
        a.array(part.name);
        a.value(part.first_face);
        a.value(part.face_count);
    });
}

template <class Archive, class F>
void file_mesh(Archive& a, F& f) {
    u8 skinned = f.skinned;
    mesh(a, f.mesh);
    a.value(f.unit);
    a.value(f.up);
    a.value(skinned);
    if constexpr (!std::is_const_v<F>) f.skinned = skinned != 0;
    a.list(f.notes, [&](auto& note) { a.array(note); });
}

template <class Archive, class C>
void clip(Archive& a, C& c) {
    a.array(c.name);
    a.value(c.start);
    a.value(c.end);
    a.list(c.channels, [&](auto& channel) {
        a.value(channel.node);
        a.value(channel.path);
        a.value(channel.interpolation);
        a.value(channel.width);
        a.array(channel.times);
        a.array(channel.values);
    });
}

template <class Archive, class C>
void character(Archive& a, C& c) {
    a.array(c.name);
    a.value(c.root);
    a.list(c.nodes, [&](auto& n) {
        a.array(n.name);
        a.value(n.parent);
        a.value(n.rest);
        a.value(n.first_morph);
        a.value(n.morph_count);
    });
    a.list(c.joints, [&](auto& j) {
        a.value(j.node);
        a.value(j.inverse_bind);
    });
    a.list(c.skins, [&](auto& s) {
        a.array(s.name);
        a.value(s.first_joint);
        a.value(s.joint_count);
    });
    a.list(c.morphs, [&](auto& m) {
        a.array(m.name);
        a.value(m.rest_weight);
        a.value(m.first_vertex);
        a.array(m.positions);
        a.array(m.normals);
    });
    a.list(c.clips, [&](auto& one) { clip(a, one); });
}

template <class Archive, class F>
void file_character(Archive& a, F& f) {
    file_mesh(a, f.file);
    character(a, f.character);
    a.list(f.influences, [&](auto& of_vertex) { a.array(of_vertex); });
    a.array(f.fallback);
    a.value(f.applied);
}

void check(const Mesh& m, const Soundness& sound) {
    const u64 vertices = m.vertex_point.size();
    sound.below(m.vertex_point, m.points.size(), "vertices");
    for (const auto& [size, what] : {std::pair{m.uv.size(), "texture coordinates"},
                                     {m.second_uv.size(), "texture coordinates"},
                                     {m.normals.size(), "normals"}})
        sound.require(size == 0 || size == vertices, what);
    for (const Attribute& attribute : m.attributes)
        sound.require(attribute.values.size() == m.points.size(), "attributes");
    sound.require(!m.face_start.empty(), "faces");
    sound.starts(m.face_start, m.face_count(), m.face_vertex.size(), "faces");
    for (size_t f = 0; f < m.face_count(); ++f)
        sound.require(m.face_start[f + 1] - m.face_start[f] >= 3, "faces");  // starts ascend
    sound.below(m.face_vertex, vertices, "faces");
    sound.require(m.face_material.size() == m.face_count(), "materials");
    sound.below(m.face_material, m.materials.size(), "materials");
    for (const MeshPart& part : m.parts)
        sound.range(part.first_face, u64{part.first_face} + part.face_count, m.face_count(), "parts");
}

void check(const FileMesh& file, const Soundness& sound) {
    check(file.mesh, sound);
    sound.require(file.unit > 0 && file.unit < 1e15 && (file.up == 'x' || file.up == 'y' || file.up == 'z'), "units");
}

void check(const RigClip& c, const Character& in, const Soundness& sound) {
    sound.require(std::isfinite(c.start) && std::isfinite(c.end), "clips");
    for (const RigChannel& channel : c.channels) {
        sound.require(channel.node < in.nodes.size() && channel.path <= ChannelPath::weights &&
                          channel.interpolation <= KeyInterpolation::cubic,
                      "clips");
        const u32 width = channel.path == ChannelPath::weights    ? in.nodes[channel.node].morph_count
                          : channel.path == ChannelPath::rotation ? 4
                                                                  : 3;
        const u64 of_key = channel.interpolation == KeyInterpolation::cubic ? 3 : 1;
        sound.require(channel.width == width && !channel.times.empty() &&
                          channel.values.size() == channel.times.size() * of_key * width,
                      "clips");
    }
}

void check(const FileCharacter& f, const Soundness& sound) {
    check(f.file, sound);
    const Character& c = f.character;
    const u64 vertices = f.file.mesh.vertex_point.size();
    for (u64 n = 0; n < c.nodes.size(); ++n) {
        const Node& node = c.nodes[n];
        sound.require(node.parent == Node::none || node.parent < n, "nodes");
        sound.range(node.first_morph, u64{node.first_morph} + node.morph_count, c.morphs.size(), "nodes");
    }
    for (const Joint& joint : c.joints)
        sound.require(joint.node < c.nodes.size() && is_finite(joint.inverse_bind), "joints");
    for (const Skin& skin : c.skins)
        sound.range(skin.first_joint, u64{skin.first_joint} + skin.joint_count, c.joints.size(), "skins");
    for (const Morph& morph : c.morphs) {
        sound.range(morph.first_vertex, u64{morph.first_vertex} + morph.positions.size(), vertices, "morphs");
        sound.require(morph.normals.empty() || morph.normals.size() == morph.positions.size(), "morphs");
    }
    for (const RigClip& one : c.clips) check(one, c, sound);
    sound.require(f.influences.size() == vertices && f.fallback.size() == vertices, "weights");
    for (const auto& of_vertex : f.influences)
        for (const Influence& influence : of_vertex) sound.require(influence.joint < c.joints.size(), "weights");
    sound.below(f.fallback, c.joints.size(), "weights");
    sound.require(f.applied > 0 && f.applied < 1e15, "units");
}

}  // namespace

void save(Writer& w, const FileMesh& file) {
    Saving a{w};
    file_mesh(a, file);
}

void save(Writer& w, const FileCharacter& f) {
    Saving a{w};
    file_character(a, f);
}

FileMesh load_file_mesh(Reader& r) {
    FileMesh file;
    Loading a{r};
    file_mesh(a, file);
    check(file, Soundness(r.name()));
    return file;
}

FileCharacter load_file_character(Reader& r) {
    FileCharacter f;
    Loading a{r};
    file_character(a, f);
    check(f, Soundness(r.name()));
    return f;
}

}  // namespace pliant
