// Files of creatures, by their ending: .glb and .gltf here, others by who registers them.
#pragma once

#include "assets/creature.h"
#include "assets/mesh_file.h"

namespace pliant {

struct CreatureFormat {
    std::function<Creature(std::string_view bytes, const std::string& name, const FileResolver& resolve)> read;
    std::function<std::string(const Creature& creature, const std::string& path)> write;
};
void register_creature_format(const std::string& ending, CreatureFormat format);  // without the dot, in lower case

bool has_creature_ending(const std::string& path);

// A file of a creature; any other mesh is one of a mesh alone, with its tets where it has them. Throw Error.
Creature load_creature(const std::string& path, const AssetSettings& settings = {});
Creature read_creature(std::string_view bytes, const std::string& name, const FileResolver& resolve);

// The data of a file, or of a ready-made shape, about a body besides its mesh; null where it has only a mesh.
std::optional<Creature> creature_in(const std::string& path);
std::shared_ptr<const Creature> creature_of_shape(const std::string& shape);
bool is_creature_shape(const std::string& shape);

// Beside, then renamed. Throws Error for endings that are no format of creatures, OutputError.
void save_creature(const std::string& path, const Creature& creature);

}  // namespace pliant
