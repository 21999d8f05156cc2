#include "import/assimp_import.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <map>

#include "assets/mesh_format.h"
#include "assets/unique_names.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"
#include "import/assimp_character.h"
#include "import/assimp_material.h"
#include "import/assimp_meshes.h"
#include "import/assimp_units.h"
#include "import/assimp_vector.h"
#include "import/collada_check.h"
#include "import/file_archive.h"
#include "import/isolated.h"

namespace pliant {
namespace {

Affine scaled_place(const aiMatrix4x4& m, double scale) {
    const Affine p = affine_of(m);
    return {p.linear * scale, p.translation * scale};
}

// For each position the first that is equal to it: Assimp gives a vertex per corner, and one point may have many.
std::vector<u32> first_equal(const std::vector<Vec3>& positions) {
    std::vector<u32> order(positions.size()), first(positions.size());
    for (u32 i = 0; i < order.size(); ++i) order[i] = i;
    const auto before = [](float a, float b) { return a < b || (std::isnan(b) && !std::isnan(a)); };
    std::sort(order.begin(), order.end(), [&](u32 i, u32 j) {
        for (int axis = 0; axis < 3; ++axis) {
            if (before(positions[i][axis], positions[j][axis])) return true;
            if (before(positions[j][axis], positions[i][axis])) return false;
        }
        return i < j;
    });
    for (size_t k = 0; k < order.size(); ++k)
        first[order[k]] = k && positions[order[k]] == positions[order[k - 1]] ? first[order[k - 1]] : order[k];
    return first;
}

class AssimpReader {
  public:
    AssimpReader(const aiScene& scene, const FileUnits& units, const std::string& name, FileMesh& result)
        : scene_(scene), units_(units), name_(name), result_(result) {
        result_.mesh.name = name;
        result_.unit = units.unit;
        result_.up = units.up;
    }

    std::vector<AssimpPlaced> read() {
        std::vector<std::pair<const aiNode*, aiMatrix4x4>> left;
        if (scene_.mRootNode) left.emplace_back(scene_.mRootNode, scene_.mRootNode->mTransformation);
        while (!left.empty()) {
            const auto [node, matrix] = left.back();
            left.pop_back();
            if (node->mNumMeshes) add_node(*node, scaled_place(matrix, 1 / units_.applied));
            for (unsigned c = node->mNumChildren; c-- > 0;)
                left.emplace_back(node->mChildren[c], matrix * node->mChildren[c]->mTransformation);
        }
        finish();
        return std::move(placed_);
    }

  private:
    void add_node(const aiNode& node, const Affine& placement) {
        Mesh& mesh = result_.mesh;
        const u32 first_face = static_cast<u32>(mesh.face_count());
        const u32 first_vertex = static_cast<u32>(mesh.vertex_point.size());
        std::string name = node.mName.C_Str();
        if (name.rfind("$ColladaAutoName$", 0) == 0) name.clear();
        std::vector<Vec3> positions;
        for (unsigned m = 0; m < node.mNumMeshes; ++m) {
            if (node.mMeshes[m] >= scene_.mNumMeshes) continue;
            const aiMesh& from = *scene_.mMeshes[node.mMeshes[m]];
            if (name.empty()) name = from.mName.C_Str();
            placed_.push_back({&node, &from, first_vertex + static_cast<u32>(positions.size()), placement});
            add_faces(from, placed_.back().first_vertex, determinant(placement.linear) < 0);
            add_vertices(from, placement, positions);
        }
        add_points(positions, first_vertex);
        const u32 faces = static_cast<u32>(mesh.face_count()) - first_face;
        if (faces) mesh.parts.push_back({names_.take(name.empty() ? "mesh" : name), first_face, faces});
    }

    void add_faces(const aiMesh& from, u32 first_vertex, bool mirrored) {
        Mesh& mesh = result_.mesh;
        const u32 material = material_of(from.mMaterialIndex);
        for (unsigned f = 0; f < from.mNumFaces; ++f) {
            const aiFace& face = from.mFaces[f];
            if (face.mNumIndices < 3) {
                ++small_face_count_;
                continue;
            }
            for (unsigned i = 0; i < face.mNumIndices; ++i) {
                const unsigned index = face.mIndices[mirrored ? face.mNumIndices - 1 - i : i];
                if (index >= from.mNumVertices)
                    throw Error({name_, "a face refers to a vertex that is not there", "a whole file", ""});
                mesh.face_vertex.push_back(first_vertex + index);
            }
            mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
            mesh.face_material.push_back(material);
        }
    }

    void add_vertices(const aiMesh& from, const Affine& placement, std::vector<Vec3>& positions) {
        Mesh& mesh = result_.mesh;
        const bool mirrored = determinant(placement.linear) < 0;
        const Mat3d for_normals = cofactor(placement.linear) * (mirrored ? -1.0 : 1.0);
        for (unsigned v = 0; v < from.mNumVertices; ++v) {
            const Vec3d p = placement.linear * vector_of(from.mVertices[v]) + placement.translation;
            positions.push_back(p.to<float>());
            const Vec3d n = from.HasNormals() ? for_normals * vector_of(from.mNormals[v]) : Vec3d{};
            mesh.normals.push_back(direction(n, Vec3d{0, 1, 0}).to<float>());
            const auto uv = [&](unsigned set) {
                const aiVector3D t = from.HasTextureCoords(set) ? from.mTextureCoords[set][v] : aiVector3D(0, 1, 0);
                return Vec2{t.x, 1 - t.y};
            };
            mesh.uv.push_back(uv(0));
            mesh.second_uv.push_back(uv(1));
            const aiColor4D white(1, 1, 1, 1), color = from.HasVertexColors(0) ? from.mColors[0][v] : white;
            colors_.push_back({color.r, color.g, color.b});
        }
        with_uv_ |= from.HasTextureCoords(0);
        with_second_uv_ |= from.HasTextureCoords(1);
        with_colors_ |= from.HasVertexColors(0);
        (from.HasNormals() ? with_normals_ : without_normals_) |= from.mNumVertices > 0;
    }

    void add_points(const std::vector<Vec3>& positions, u32 first_vertex) {
        Mesh& mesh = result_.mesh;
        const std::vector<u32> first = first_equal(positions);
        for (u32 i = 0; i < positions.size(); ++i) {
            if (first[i] == i) {
                mesh.vertex_point.push_back(static_cast<u32>(mesh.points.size()));
                mesh.points.push_back(positions[i]);
                point_colors_.push_back(colors_[first_vertex + i]);
            } else {
                mesh.vertex_point.push_back(mesh.vertex_point[first_vertex + first[i]]);
            }
        }
    }

    u32 material_of(unsigned material) {
        const auto [at, is_new] = material_number_.try_emplace(std::min(material, scene_.mNumMaterials),
                                                               static_cast<u32>(result_.mesh.materials.size()));
        if (is_new)
            result_.mesh.materials.push_back(material < scene_.mNumMaterials ? assimp_material(scene_, material)
                                                                             : Material{});
        return at->second;
    }

    void finish() {
        Mesh& mesh = result_.mesh;
        if (!with_uv_) mesh.uv.clear();
        if (!with_second_uv_) mesh.second_uv.clear();
        if (!with_normals_ || without_normals_) mesh.normals.clear();
        const char* channels[] = {"color.r", "color.g", "color.b"};
        for (int c = 0; with_colors_ && c < 3; ++c) {
            mesh.attributes.push_back({channels[c], {}});
            for (const Vec3& color : point_colors_) mesh.attributes.back().values.push_back(color[c]);
        }
        std::vector<std::string>& notes = result_.notes;
        if (with_normals_ && without_normals_)
            notes.push_back("only some meshes have normals; all are computed from the shape instead");
        if (small_face_count_)
            notes.push_back(counted(small_face_count_, "faces") + " with fewer than three corners left out");
    }

    const aiScene& scene_;
    FileUnits units_;
    const std::string& name_;
    FileMesh& result_;
    std::vector<AssimpPlaced> placed_;
    UniqueNames names_;
    std::map<unsigned, u32> material_number_;
    std::vector<Vec3> colors_, point_colors_;  // per vertex, per point
    u64 small_face_count_ = 0;
    bool with_uv_ = false, with_second_uv_ = false, with_normals_ = false, without_normals_ = false,
         with_colors_ = false;
};

}  // namespace

Affine affine_of(const aiMatrix4x4& m) {
    Affine p;
    for (unsigned c = 0; c < 3; ++c) p.linear.column[c] = Vec3d{m[0][c], m[1][c], m[2][c]};
    p.translation = Vec3d{m[0][3], m[1][3], m[2][3]};
    return p;
}

std::vector<AssimpPlaced> read_assimp_meshes(const aiScene& scene, const FileUnits& units, const std::string& name,
                                             FileMesh& result) {
    PL_ASSERT(units.applied > 0 && std::isfinite(units.applied));
    return AssimpReader(scene, units, name, result).read();
}

void with_assimp_scene(std::string_view bytes, const std::string& name, bool animated, std::vector<std::string>& notes,
                       const std::function<void(const aiScene&, const FileUnits&)>& use) {
    PL_ASSERT(!name.empty());
    const std::string format = mesh_format(bytes, name);
    const auto fail = [&](const std::string& wrong) {
        return Error({name, wrong, "a ." + format + " file that Assimp can read",
                      "convert it to .glb, with Blender for example"});
    };
    if (format == "dae") check_collada(bytes, name);
    try {
        Assimp::Importer importer;
        // Axes and units are ours to apply, for a scene may say otherwise.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);  // those that artists gave, not ids
        // Bones are to be the nodes that artists know, and not chains of their pivots.
        if (animated) importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
        unsigned steps = aiProcess_ValidateDataStructure | aiProcess_JoinIdenticalVertices;
        if (format == "stl") {  // its normals are those of the triangles: they tell nothing, and keep vertices apart
            importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS);
            steps |= aiProcess_RemoveComponent;
        }
        const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, format.c_str());
        // Its validation is left out: it refuses whole files for a key a moment after the end, or for a mesh
        // without points beside good ones.
        const std::string complaint(trimmed(importer.GetErrorString()));
        if (!scene && complaint.starts_with("Validation failed")) {
            if (complaint.find("aiNodeAnim") == std::string::npos)
                notes.push_back("a part of the file makes no sense: " + complaint);
            scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps & ~aiProcess_ValidateDataStructure,
                                                format.c_str());
        }
        if (!scene) throw fail("it cannot be read: " + std::string(trimmed(importer.GetErrorString())));
        use(*scene, units_of(*scene, format, bytes));
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {  // run_isolated has a sentence for it
        throw;
    } catch (const std::exception& e) {
        throw fail("it cannot be read: " + std::string(e.what()));
    }
}

static FileMesh read_mesh_here(std::string_view bytes, const std::string& name) {
    FileMesh result;
    with_assimp_scene(bytes, name, false, result.notes, [&](const aiScene& scene, const FileUnits& units) {
        for (const AssimpPlaced& p : read_assimp_meshes(scene, units, name, result))
            result.skinned = result.skinned || p.mesh->HasBones();
    });
    return result;
}

FileMesh read_by_assimp(std::string_view bytes, const std::string& name) {
    const std::vector<std::byte> told =
        run_isolated(name, limits_for(bytes.size()), [&](Writer& w) { save(w, read_mesh_here(bytes, name)); });
    Reader r(told, name);
    return load_file_mesh(r);
}

void register_assimp() {
    const MeshImporter importer = [](std::string_view bytes, const std::string& name, const FileResolver&) {
        return read_by_assimp(bytes, name);
    };
    register_importer({"dae", "fbx", "stl", "3ds", "3mf", "amf", "ase", "ac", "b3d", "lwo", "ms3d", "off", "x", "x3d"},
                      importer);
    register_character_importer({"dae", "fbx", "b3d", "ms3d", "x"},
                                [](std::string_view bytes, const std::string& name, const FileResolver&) {
                                    return read_character_by_assimp(bytes, name);
                                });
}

}  // namespace pliant
