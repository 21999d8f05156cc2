#include "assets/gltf.h"

#include <algorithm>
#include <map>

#include "assets/gltf_material.h"
#include "assets/gltf_meshes.h"
#include "assets/gltf_packed.h"
#include "assets/pliant_body.h"
#include "assets/unique_names.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

Affine gltf_place(const tinygltf::Node& node, const GltfModel& model, const std::string& where) {
    const auto check = [&](const std::vector<double>& v, size_t size, const char* what) {
        if (!v.empty() && v.size() != size)
            model.fail(where, std::string(what) + " has " + counted(v.size(), "numbers"), std::to_string(size));
        return !v.empty();
    };
    Affine p;
    if (check(node.matrix, 16, "matrix")) {
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r) p.linear(r, c) = node.matrix[static_cast<size_t>(4 * c + r)];
        p.translation = {node.matrix[12], node.matrix[13], node.matrix[14]};
        return p;
    }
    if (check(node.rotation, 4, "rotation"))
        p.linear = matrix(normalized(Quatd{node.rotation[0], node.rotation[1], node.rotation[2], node.rotation[3]}));
    if (check(node.scale, 3, "scale"))
        for (int c = 0; c < 3; ++c) p.linear.column[c] *= node.scale[static_cast<size_t>(c)];
    if (check(node.translation, 3, "translation"))
        p.translation = {node.translation[0], node.translation[1], node.translation[2]};
    return p;
}

std::vector<int> gltf_roots(const tinygltf::Model& model) {
    const size_t scene = static_cast<size_t>(std::max(model.defaultScene, 0));
    if (scene < model.scenes.size()) return model.scenes[scene].nodes;
    std::vector<u8> is_child(model.nodes.size(), 0);
    for (const tinygltf::Node& node : model.nodes)
        for (const int child : node.children)
            if (static_cast<size_t>(child) < is_child.size()) is_child[static_cast<size_t>(child)] = 1;
    std::vector<int> result;
    for (size_t n = 0; n < is_child.size(); ++n)
        if (!is_child[n]) result.push_back(static_cast<int>(n));
    return result;
}

// The size of a mesh is bounded by the bytes of its file; nodes that repeat a mesh may make more, up to a limit.
u64 gltf_limit(u64 file_size, const GltfModel& model) {
    return std::min<u64>(std::max<u64>({file_size, model.largest_buffer(), 1u << 22}), 1u << 30);
}

namespace {

class GltfReader {
  public:
    GltfReader(const GltfModel& model, u64 limit, const std::string& name, FileMesh& result)
        : result_(result), model_(model), file_(model_.structure()), name_(name), limit_(limit) {
        result_.mesh.name = name;
    }

    GltfMeshes read() {
        place_nodes();
        finish();
        return std::move(placed_);
    }

  private:
    struct Vertices {
        u32 first, count;
    };

    void place_nodes() {
        std::vector<std::pair<int, Affine>> left;
        std::vector<u8> seen(file_.nodes.size(), 0);
        const auto add = [&](const std::vector<int>& nodes, const Affine& parent) {
            for (auto n = nodes.rbegin(); n != nodes.rend(); ++n) left.emplace_back(*n, parent);
        };
        add(gltf_roots(file_), {});
        while (!left.empty()) {
            const auto [number, parent] = left.back();
            left.pop_back();
            const std::string where = "node " + std::to_string(number);
            if (static_cast<size_t>(number) >= file_.nodes.size())
                model_.fail(where, "there is no such node", "a node of the file");
            if (seen[static_cast<size_t>(number)]++)
                model_.fail(where, "it is reached twice", "nodes that form a tree");
            const tinygltf::Node& node = file_.nodes[static_cast<size_t>(number)];
            const Affine placement = parent * gltf_place(node, model_, where);
            node_ = number;
            if (node.mesh >= 0) add_mesh(node, placement, where);
            add(node.children, placement);
        }
    }

    void add_mesh(const tinygltf::Node& node, Affine placement, const std::string& where) {
        if (static_cast<size_t>(node.mesh) >= file_.meshes.size())
            model_.fail(where, "there is no mesh " + std::to_string(node.mesh), "a mesh of the file");
        const tinygltf::Mesh& mesh = file_.meshes[static_cast<size_t>(node.mesh)];
        if (node.skin >= 0) {  // skinned vertices are placed by bones, never by their node
            placement = {};
            ++placed_.skinned;
        }
        const std::string name = !node.name.empty() ? node.name : !mesh.name.empty() ? mesh.name : "mesh";
        const u32 first_face = static_cast<u32>(result_.mesh.face_count());
        shared_vertices_.clear();
        for (size_t p = 0; p < mesh.primitives.size(); ++p)
            add_primitive(mesh.primitives[p], placement,
                          "mesh " + in_quotes(name) + ", primitive " + std::to_string(p));
        const u32 faces = static_cast<u32>(result_.mesh.face_count()) - first_face;
        if (faces) result_.mesh.parts.push_back({names_.take(name), first_face, faces});
    }

    void add_primitive(const tinygltf::Primitive& primitive, const Affine& placement, const std::string& where) {
        if (primitive.mode < TINYGLTF_MODE_TRIANGLES || primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) {
            ++lines_and_points_;
            return;
        }
        const auto position = primitive.attributes.find("POSITION");
        if (position == primitive.attributes.end()) model_.fail(where, "it has no POSITION", "positions of vertices");
        check_compression(primitive, position->second, where);
        const auto [first, count] = vertices_of(primitive, placement, where);
        std::vector<u32> indices;
        if (primitive.indices >= 0)
            indices = model_.indices(primitive.indices, limit_, where + ", indices");
        else
            for (u32 i = 0; i < count; ++i) indices.push_back(i);
        for (u32& i : indices) {
            if (i >= count)
                model_.fail(where, "an index names vertex " + with_commas(i),
                            count ? "0 to " + with_commas(count - 1) : "none, for there are no vertices");
            i += first;
        }
        add_triangles(primitive.mode, indices, material_number(primitive.material), determinant(placement.linear) < 0);
    }

    void check_compression(const tinygltf::Primitive& primitive, int position, const std::string& where) const {
        const bool draco = primitive.extensions.count("KHR_draco_mesh_compression") > 0;
        const bool empty = static_cast<size_t>(position) < file_.accessors.size() &&
                           file_.accessors[static_cast<size_t>(position)].bufferView < 0;
        if (draco && empty) model_.fail(where, "it is compressed with Draco", "a plain mesh", gltf_draco_advice);
    }

    void add_triangles(int mode, const std::vector<u32>& i, u32 material, bool mirrored) {
        const auto add = [&](u32 a, u32 b, u32 c) {
            Mesh& mesh = result_.mesh;
            if (mirrored) std::swap(b, c);
            mesh.face_vertex.insert(mesh.face_vertex.end(), {a, b, c});
            mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
            mesh.face_material.push_back(material);
        };
        check_limit(result_.mesh.face_count() + i.size());
        if (mode == TINYGLTF_MODE_TRIANGLES)
            for (size_t k = 0; k + 2 < i.size(); k += 3) add(i[k], i[k + 1], i[k + 2]);
        if (mode == TINYGLTF_MODE_TRIANGLE_STRIP)
            for (size_t k = 0; k + 2 < i.size(); ++k) add(i[k], i[k + 1 + k % 2], i[k + 2 - k % 2]);
        if (mode == TINYGLTF_MODE_TRIANGLE_FAN)
            for (size_t k = 0; k + 2 < i.size(); ++k) add(i[0], i[k + 1], i[k + 2]);
    }

    void check_limit(u64 count) const {
        if (count > limit_)
            throw Error({name_, "its nodes repeat meshes to more than " + with_commas(limit_) + " points or triangles",
                         "fewer", "export the mesh that is wanted alone"});
    }

    u32 material_number(int material) {
        if (!has_material(model_, material)) material = -1;
        const auto [at, is_new] =
            material_numbers_.try_emplace(material, static_cast<u32>(result_.mesh.materials.size()));
        if (is_new) result_.mesh.materials.push_back(material_of(model_, material));
        return at->second;
    }

    // Primitives of one mesh often share vertices and differ in material only.
    Vertices vertices_of(const tinygltf::Primitive& primitive, const Affine& placement, const std::string& where) {
        const GltfUv uv = uv_of(model_, primitive.material);
        for (const Shared& shared : shared_vertices_)
            if (shared.uv == uv && *shared.attributes == primitive.attributes) return shared.vertices;
        const Vertices vertices = add_vertices(primitive, uv, placement, where);
        placed_.primitives.push_back({node_, &primitive, vertices.first, vertices.count});
        if (shared_vertices_.size() < 100) shared_vertices_.push_back({&primitive.attributes, uv, vertices});
        return vertices;
    }

    Vertices add_vertices(const tinygltf::Primitive& primitive, const GltfUv& uv, const Affine& placement,
                          const std::string& where) {
        Mesh& mesh = result_.mesh;
        const std::vector<float> position =
            model_.floats(primitive.attributes.at("POSITION"), 3, 3, limit_, where + ", POSITION");
        const Vertices vertices{static_cast<u32>(mesh.points.size()), static_cast<u32>(position.size() / 3)};
        check_limit(mesh.points.size() + vertices.count);
        for (size_t i = 0; i + 2 < position.size(); i += 3) {
            const Vec3d p{position[i], position[i + 1], position[i + 2]};
            mesh.points.push_back((placement.linear * p + placement.translation).to<float>());
        }
        mesh.uv.resize(mesh.points.size());
        mesh.second_uv.resize(mesh.points.size());
        mesh.normals.resize(mesh.points.size(), {0, 1, 0});
        for (const auto& [attribute, accessor] : primitive.attributes)
            read_attribute(attribute, accessor, uv, placement, vertices, where + ", " + attribute);
        without_normals_ |= primitive.attributes.count("NORMAL") == 0;
        for (size_t a = 0; a < mesh.attributes.size(); ++a)
            mesh.attributes[a].values.resize(mesh.points.size(), attribute_default_[a]);
        return vertices;
    }

    void read_attribute(const std::string& attribute, int accessor, const GltfUv& uv, const Affine& placement,
                        const Vertices& vertices, const std::string& where) {
        const auto values_of = [&](u32 least, u32 most) {
            const u64 count = model_.element_count(accessor, where);
            if (count != vertices.count)
                model_.fail(where, "it has " + with_commas(count) + " elements",
                            with_commas(vertices.count) + ", as many as POSITION");
            return model_.floats(accessor, least, most, limit_, where);
        };
        Mesh& mesh = result_.mesh;
        if (attribute == "NORMAL") {
            const std::vector<float> n = values_of(3, 3);
            const Mat3d turn = cofactor(placement.linear) * (determinant(placement.linear) < 0 ? -1.0 : 1.0);
            const Mat3d &m = placement.linear, i3 = Mat3d::identity();
            const bool as_stored =
                m.column[0] == i3.column[0] && m.column[1] == i3.column[1] && m.column[2] == i3.column[2];
            for (u32 i = 0; i < vertices.count; ++i) {
                const Vec3 stored{n[3 * i], n[3 * i + 1], n[3 * i + 2]};
                const Vec3d turned = turn * stored.to<double>();
                // Unit to a float's digits is unit: made longer by a bit, a file would change each time it is written.
                const bool is_unit = std::fabs(length_squared(turned) - 1) < 1e-6;
                mesh.normals[vertices.first + i] =
                    as_stored && is_unit ? stored : direction(turned, Vec3d{0, 1, 0}).to<float>();
            }
            with_normals_ = true;
        } else if (attribute == "TEXCOORD_" + std::to_string(uv.set)) {
            const std::vector<float> t = values_of(2, 2);
            for (u32 i = 0; i < vertices.count; ++i) mesh.uv[vertices.first + i] = uv.apply(t[2 * i], t[2 * i + 1]);
            with_uv_ = true;
        } else if (attribute == (uv.set == 1 ? "TEXCOORD_0" : "TEXCOORD_1")) {
            const std::vector<float> t = values_of(2, 2);
            for (u32 i = 0; i < vertices.count; ++i) mesh.second_uv[vertices.first + i] = {t[2 * i], t[2 * i + 1]};
            with_second_uv_ = true;
        } else if (attribute.substr(0, 6) == "COLOR_") {
            const std::string number = attribute == "COLOR_0" ? "" : attribute.substr(6);
            add_attributes("color" + number, ".r.g.b.a", values_of(3, 4), vertices, 1);
        } else if (attribute.size() > 1 && attribute[0] == '_') {
            add_attributes(attribute.substr(1), ".x.y.z.w", values_of(1, 4), vertices, 0);
        }
    }

    // One attribute per component, called name.r, name.g … or just name where there is one component only.
    void add_attributes(const std::string& name, const std::string& endings, const std::vector<float>& values,
                        const Vertices& vertices, float fallback) {
        if (!vertices.count) return;
        Mesh& mesh = result_.mesh;
        const size_t components = values.size() / vertices.count;
        for (size_t c = 0; c < components; ++c) {
            const std::string full = components == 1 ? name : name + endings.substr(2 * c, 2);
            size_t a = 0;
            while (a < mesh.attributes.size() && mesh.attributes[a].name != full) ++a;
            if (a == mesh.attributes.size()) {
                if (a == 64) return static_cast<void>(too_many_attributes_ = true);
                mesh.attributes.push_back({full, {}});
                attribute_default_.push_back(fallback);
            }
            std::vector<float>& column = mesh.attributes[a].values;
            column.resize(mesh.points.size(), fallback);
            for (u32 i = 0; i < vertices.count; ++i) column[vertices.first + i] = values[i * components + c];
        }
    }

    void finish() {
        Mesh& mesh = result_.mesh;
        mesh.vertex_point.resize(mesh.points.size());
        for (u32 p = 0; p < mesh.points.size(); ++p) mesh.vertex_point[p] = p;
        if (!with_uv_) mesh.uv.clear();
        if (!with_second_uv_) mesh.second_uv.clear();
        if (!with_normals_ || without_normals_) mesh.normals.clear();
        std::vector<std::string>& notes = result_.notes;
        if (with_normals_ && without_normals_)
            notes.push_back("only some meshes have normals; all are computed from the shape instead");
        if (lines_and_points_)
            notes.push_back(counted(lines_and_points_, "primitives") + " of lines or points left out");
        if (too_many_attributes_) notes.push_back("attributes beyond the first 64 left out");
    }

    struct Shared {
        const std::map<std::string, int>* attributes;
        GltfUv uv;
        Vertices vertices;
    };

    FileMesh& result_;
    const GltfModel& model_;
    const tinygltf::Model& file_;
    const std::string& name_;
    const u64 limit_;
    GltfMeshes placed_;
    int node_ = -1;  // whose mesh is being read
    UniqueNames names_;
    std::map<int, u32> material_numbers_;
    std::vector<Shared> shared_vertices_;
    std::vector<float> attribute_default_;
    u64 lines_and_points_ = 0;
    bool with_uv_ = false, with_second_uv_ = false, with_normals_ = false, without_normals_ = false,
         too_many_attributes_ = false;
};

}  // namespace

GltfMeshes read_gltf_meshes(const GltfModel& model, u64 limit, const std::string& name, FileMesh& result) {
    return GltfReader(model, limit, name, result).read();
}

FileMesh read_gltf(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    FileMesh result;
    const GltfModel model(open_gltf(bytes, name, resolve), name, result.notes);
    const u64 limit = gltf_limit(bytes.size(), model);
    const bool any_skinned = read_gltf_meshes(model, limit, name, result).skinned > 0;
    const bool is_body = read_body_mesh(model, name, limit, result);  // which stands as it was bound
    result.skinned = any_skinned && !is_body;
    return result;
}

}  // namespace pliant
