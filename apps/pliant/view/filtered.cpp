#include "pliant/view/filtered.h"

#include <algorithm>

namespace pliant::view {

bool Hiding::has(const std::string& name) const {
    const std::string family = name.substr(0, name.find('/'));
    if (!isolated.empty()) return name != isolated && family != isolated;
    return hidden.count(name) || hidden.count(family);
}

std::shared_ptr<const render::Moment> Filtered::of(const std::shared_ptr<const render::Moment>& all,
                                                   const Hiding& hiding) {
    const auto out = [&](const auto& thing) { return hiding.has(thing.name); };
    if (std::none_of(all->colliders.begin(), all->colliders.end(), out) &&
        std::none_of(all->characters.begin(), all->characters.end(), out))
        return all;
    if (kept_ && from_ == all->number && without_ == hiding) return kept_;
    auto copy = std::make_shared<render::Moment>(*all);
    std::erase_if(copy->colliders, out);
    std::erase_if(copy->characters, out);
    copy->number = render::next_moment_number();
    kept_ = copy;
    from_ = all->number;
    without_ = hiding;
    return kept_;
}

}  // namespace pliant::view
