// A moment without hidden objects. Colliders and characters are removed here; the renderer skips bodies itself, since
// their colours depend on their numbers.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "render/moment.h"

namespace pliant::view {

// Hidden objects, by name: "penguin" stands for all its instances too.
struct Hiding {
    std::set<std::string> hidden;
    std::string isolated;  // alone, whatever is hidden; empty: none
    bool has(const std::string& name) const;
    bool operator==(const Hiding&) const = default;
};

// Rebuilt only when the moment or the hidden objects change.
class Filtered {
  public:
    std::shared_ptr<const render::Moment> of(const std::shared_ptr<const render::Moment>& all, const Hiding& hiding);

  private:
    std::shared_ptr<const render::Moment> kept_;
    u64 from_ = 0;  // number of the whole moment
    Hiding without_;
};

}  // namespace pliant::view
