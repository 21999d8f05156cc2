#include "assets/creature_file.h"

#include <map>
#include <mutex>

#include "assets/asset_file.h"
#include "assets/creature_glb.h"
#include "assets/kobold.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant {
namespace {

struct Formats {
    std::mutex guard;
    std::map<std::string, CreatureFormat> by_ending{{"glb", {read_creature_glb, creature_glb}},
                                                    {"gltf", {read_creature_glb, nullptr}}};
};
Formats& formats() {
    static Formats all;
    return all;
}

std::optional<CreatureFormat> format_of(const std::string& path) {
    Formats& all = formats();
    const std::lock_guard lock(all.guard);
    for (const auto& [ending, format] : all.by_ending)
        if (ends_with(path, "." + ending)) return format;
    return std::nullopt;
}

bool says_more_than_a_mesh(const Creature& c) {
    return !c.body.members.empty() || !c.bones.empty() || !c.attachments.members.empty();
}

}  // namespace

void register_creature_format(const std::string& ending, CreatureFormat format) {
    Formats& all = formats();
    const std::lock_guard lock(all.guard);
    all.by_ending[ending] = std::move(format);
}

bool has_creature_ending(const std::string& path) { return format_of(path).has_value(); }

Creature read_creature(std::string_view bytes, const std::string& name, const FileResolver& resolve) {
    check_size(bytes, name, "a file of a creature");
    const std::optional<CreatureFormat> format = format_of(name);
    if (!format) throw Error({name, "its ending is that of no creature", ".glb, .gltf or .xml", ""});
    return format->read(bytes, name, resolve);
}

Creature load_creature(const std::string& path, const AssetSettings& settings) {
    const bool as_it_is = settings.unit.empty() && settings.up.empty() && settings.mesh.empty() && settings.scale == 1;
    if (has_creature_ending(path) && as_it_is)
        return read_creature(read_asset_file(path, "a file of a creature"), path, files_beside(path));
    Creature creature;
    LoadedMesh loaded = load_mesh(path, settings);
    creature.mesh = std::move(loaded.mesh);
    creature.notes = std::move(loaded.notes);
    creature.name = path.substr(folder_of(path).size());
    creature.name = creature.name.substr(0, creature.name.rfind('.'));
    return creature;
}

std::optional<Creature> creature_in(const std::string& path) {
    if (!has_creature_ending(path)) return std::nullopt;
    if (!file_exists(path)) return std::nullopt;  // who loads its mesh will say so
    const std::string bytes = read_asset_file(path, "a file of a creature");
    // Most .glb files are plain: their meshes are read later, and only once.
    const std::string_view all = bytes;
    const bool plain = all.find("PLIANT_body") == all.npos && all.find("KHR_physics_rigid_bodies") == all.npos;
    if (plain && !ends_with(path, ".xml")) return std::nullopt;
    Creature creature = read_creature(bytes, path, files_beside(path));
    if (!says_more_than_a_mesh(creature)) return std::nullopt;
    return creature;
}

bool is_creature_shape(const std::string& shape) { return shape == "kobold"; }

std::shared_ptr<const Creature> creature_of_shape(const std::string& shape) {
    if (!is_creature_shape(shape)) return nullptr;
    // Filling it with tets takes a tenth of a second.
    static const std::shared_ptr<const Creature> kobold = std::make_shared<const Creature>(make_kobold());
    return kobold;
}

void save_creature(const std::string& path, const Creature& creature) {
    const std::optional<CreatureFormat> format = format_of(path);
    if (!format || !format->write)
        throw Error({path, "creatures are not written in that format", "an ending .glb or .xml", ""});
    write_file(path, format->write(creature, path));
}

}  // namespace pliant
