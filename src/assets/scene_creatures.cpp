#include "assets/scene_creatures.h"

#include "assets/creature_file.h"
#include "core/files.h"

namespace pliant {

static bool is_as_it_is(const ParameterSet& asset) {
    return !asset.is_explicit(AssetP::file) && !asset.is_explicit(AssetP::size) && !asset.is_explicit(AssetP::detail);
}

bool may_be_creature(const ParameterSet& asset) {
    if (asset.is_explicit(AssetP::file)) return has_creature_ending(asset.text(AssetP::file));
    return is_as_it_is(asset) && is_creature_shape(asset.text(AssetP::shape));
}

std::shared_ptr<const Creature> ready_made_creature(const ParameterSet& asset) {
    return is_as_it_is(asset) ? creature_of_shape(asset.text(AssetP::shape)) : nullptr;
}

std::shared_ptr<const Creature> creature_of_asset(const ParameterSet& asset, const std::string& folder) {
    if (!asset.is_explicit(AssetP::file)) return ready_made_creature(asset);
    std::optional<Creature> found = creature_in(resolved_path(folder, asset.text(AssetP::file)));
    return found ? std::make_shared<const Creature>(std::move(*found)) : nullptr;
}

}  // namespace pliant
