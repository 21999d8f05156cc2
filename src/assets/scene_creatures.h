// Assets of scenes that are creatures.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "assets/creature.h"
#include "assets/scene.h"

namespace pliant {

// What an asset says of a body besides its mesh; null where it is a mesh and no more.
using CreatureFinder = std::function<std::shared_ptr<const Creature>(const SceneAsset& asset)>;

// By its name alone: nothing is opened.
bool may_be_creature(const ParameterSet& asset);
// Opens its file, or makes it. Throws Error.
std::shared_ptr<const Creature> creature_of_asset(const ParameterSet& asset, const std::string& folder);

// In another size or fineness a ready-made creature is a mesh like any other: bones would not fit.
std::shared_ptr<const Creature> ready_made_creature(const ParameterSet& asset);

}  // namespace pliant
