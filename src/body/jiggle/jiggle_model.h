// A mesh whose vertices swing about where a guide has them.
#pragma once

#include "body/welded_model.h"

namespace pliant::jiggle {

class JiggleModel final : public WeldedModel {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense

    void build();  // what follows from points, triangles and the surface
    bool closed = false;
    std::vector<std::array<u32, 2>> edges;
};

std::shared_ptr<Model> cook(const CookInput&);

}  // namespace pliant::jiggle
