#include "assets/character_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "assets/asset_file.h"
#include "assets/gltf_character.h"
#include "assets/mesh_format.h"
#include "assets/mesh_scale.h"
#include "core/error.h"
#include "core/text.h"
#include "rig/skinning.h"

namespace pliant {
namespace {

struct CharacterImporters {
    std::mutex guard;
    std::map<std::string, CharacterImporter> by_extension;
};
CharacterImporters& character_importers() {
    static CharacterImporters all;
    return all;
}

FileCharacter read_character(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    const std::string format = mesh_format(bytes, name);
    if (format == "glb" || format == "gltf") return read_gltf_character(bytes, name, resolve);
    std::unique_lock lock(character_importers().guard);
    const auto found = character_importers().by_extension.find(format);
    if (found == character_importers().by_extension.end()) {
        std::string list = ".glb, .gltf";
        for (const auto& [ending, importer] : character_importers().by_extension) list += ", ." + ending;
        throw Error({name, format.empty() ? "nothing tells what kind of file this is" : "a ." + format + " file",
                     "a character: one of " + list, "convert it to .glb, with Blender for example"});
    }
    const CharacterImporter importer = found->second;
    lock.unlock();
    return importer(bytes, name, resolve);
}

// Points, binds and morphs to metres; nodes stay in the space of the file, under a root that converts.
void convert(FileCharacter& from, const ToMetres& to) {
    Character& c = from.character;
    const Mat3d linear = to.turn * to.factor;
    transform(from.file.mesh, linear, {});
    const Affine back{transposed(to.turn) * (1 / to.factor), {}};
    for (Joint& joint : c.joints) joint.inverse_bind = joint.inverse_bind * back;
    for (Morph& morph : c.morphs) {
        for (Vec3& d : morph.positions) d = (linear * d.to<double>()).to<float>();
        for (Vec3& d : morph.normals) d = (to.turn * d.to<double>()).to<float>();
    }
    const double scale = to.factor / from.applied;
    c.root = {{}, rotation_of(to.turn), {scale, scale, scale}};
}

u64 put_lost_points_home(Mesh& mesh) {
    u64 lost = 0;
    for (Vec3& p : mesh.points)
        if (!is_finite(p)) {
            p = {};
            ++lost;
        }
    return lost;
}

std::string vertices(u64 n) { return n == 1 ? "1 vertex has " : with_commas(n) + " vertices have "; }

void note_repairs(const InfluenceRepairs& repairs, u64 lost, std::vector<std::string>& notes) {
    if (repairs.without_weight)
        notes.push_back(vertices(repairs.without_weight) +
                        "no weight at all; the first joint of the skin moves what nothing moved");
    if (repairs.trimmed)
        notes.push_back(vertices(repairs.trimmed) + "more than " + std::to_string(max_influences) +
                        " joints; the weakest are left out");
    if (repairs.senseless)
        notes.push_back(counted(repairs.senseless, "weights") + " below zero or not finite left out");
    if (lost) notes.push_back(vertices(lost) + "no finite place; put at the origin");
}

// [m] as it stands in its rest pose; bound meshes often lie on their back, or are of another size.
Vec3d rest_size(const Character& c) {
    CharacterPose pose;
    std::vector<PlacedNode> nodes;
    SkinningScratch scratch;
    std::vector<Vec3> positions(c.vertex_count()), normals(c.vertex_count());
    rest_pose(c, pose);
    place_nodes(c, {}, pose, nodes);
    skin(c, nodes, pose, scratch, positions, normals);
    Box box;
    for (const Vec3& p : positions)
        if (is_finite(p)) box.add(p);
    return box.empty() ? Vec3d{} : box.high.to<double>() - box.low.to<double>();
}

u64 bone_count(const Character& c) {
    std::vector<u8> is_bone(c.nodes.size(), 0);
    for (const Skin& skin : c.skins)
        for (u32 j = 0; j < skin.joint_count; ++j) is_bone[c.joints[skin.first_joint + j].node] = 1;
    return static_cast<u64>(std::count(is_bone.begin(), is_bone.end(), 1));
}

std::string summary(const Character& c, const std::string& name, const Vec3d& size) {
    const u64 triangles = c.mesh.face_vertex.size() - 2 * c.mesh.face_count();
    return std::filesystem::path(name).filename().string() + ": " + size_text(size) + ", " +
           counted(triangles, "triangles") + ", " + counted(bone_count(c), "bones") + ", " +
           counted(c.clips.size(), "clips");
}

}  // namespace

LoadedCharacter load_character(std::string_view bytes, const std::string& name, const AssetSettings& settings,
                               const FileResolver& resolve) {
    check_size(bytes, name, "a character");
    return loaded_character(read_character(bytes, name, resolve), name, settings, resolve);
}

LoadedCharacter loaded_character(FileCharacter from, const std::string& name, const AssetSettings& settings,
                                 const FileResolver& resolve) {
    check_content(from.file, name);
    const ToMetres to = to_metres(from.file, settings, name);
    convert(from, to);
    bring_textures(from.file, resolve);
    check_content(from.file, name);

    LoadedCharacter loaded{std::move(from.character), std::move(from.file.notes), ""};
    const u64 lost = put_lost_points_home(from.file.mesh);
    loaded.character.name = name;
    loaded.character.mesh = std::move(from.file.mesh);
    InfluenceRepairs repairs;
    finish(loaded.character, std::move(from.influences), from.fallback, repairs);
    if (from.file.skinned) find_rest(loaded.character);
    note_repairs(repairs, lost, loaded.notes);
    const Vec3d size = rest_size(loaded.character);
    loaded.summary = summary(loaded.character, name, size);
    const std::string advice = size_advice(std::max({size.x, size.y, size.z}), to.unit, settings);
    if (!advice.empty()) loaded.notes.push_back(advice);
    make_printable(loaded.notes, loaded.summary);
    return loaded;
}

LoadedCharacter load_character(const std::string& path, const AssetSettings& settings) {
    return load_character(read_asset_file(path, "a character"), path, settings, files_beside(path));
}

bool may_hold_character(const std::string& name) {
    const std::string format = mesh_format("", name);
    if (format == "glb" || format == "gltf") return true;
    const std::lock_guard lock(character_importers().guard);
    return character_importers().by_extension.count(format) > 0;
}

void register_character_importer(std::vector<std::string> extensions, CharacterImporter importer) {
    const std::lock_guard lock(character_importers().guard);
    for (const std::string& ending : extensions) character_importers().by_extension[lower_case(ending)] = importer;
}

}  // namespace pliant
