// A mesh whose vertices swing about where a guide has them.
#pragma once

#include "body/welded_model.h"

namespace pliant::jiggle {

class JiggleModel final : public WeldedModel {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense

    // It does not tear.
    TearOutcome outcome(std::span<const u32>) const override { return {1, false}; }
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32>, const Material&) const override { return {}; }
    std::vector<u32> particles_before(const Model&) const override { return {}; }
    std::shared_ptr<const Model> together(std::span<const u32>, const Material&) const override { return nullptr; }
    std::vector<u32> particles_in(const Model&) const override { return {}; }
    void save_tear(Writer&) const override {}
    std::shared_ptr<const Model> load_tear(Reader&, const Material&) const override;

    void build();  // what follows from points, triangles and the surface
    bool closed = false;
    std::vector<std::array<u32, 2>> edges;
};

std::shared_ptr<Model> cook(const CookInput&);

}  // namespace pliant::jiggle
