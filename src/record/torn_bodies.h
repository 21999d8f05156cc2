// Bodies that tear, as recorders see them. Most formats want one mesh from the first frame to the last; so a body is
// recorded with all the cracks that it will ever have, closed until they open, and pieces stay parts of it. For that
// the end must be known: a scene is simulated once to see what tears, and once more, with the same result, to be
// recorded.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "record/record_frame.h"
#include "world/world.h"

namespace pliant {

// Links that part, by the name of the body.
using Tears = std::map<std::string, std::vector<u32>>;
Tears tears_of(const World& at_its_end);
bool anything_tears(const World&);

class TornBody {
  public:
    TornBody(const Body& body, const std::vector<u32>& parted);
    const Model& model() const { return *model_; }
    const std::shared_ptr<const Model>& shared_model() const { return model_; }
    const Matter& matter() const { return *matter_; }
    // Where everything is now. What has vanished stays where it was.
    const ParticleView& follow(const World& world, BodyId body);
    const SurfaceFrame& surface();

  private:
    std::shared_ptr<const Model> model_;
    std::unique_ptr<Matter> matter_;
    // By model, which is kept alive, so that no other takes its place; only looked up, never walked.
    using Maps = std::map<const Model*, std::pair<std::shared_ptr<const Model>, std::vector<u32>>>;
    Maps maps_;
    std::vector<Float4> position_, previous_, velocity_;
    ParticleView view_{};
    SurfaceFrame frame_, drawn_;
};

class TornBodies {
  public:
    TornBodies() = default;
    TornBodies(const World& at_its_beginning, const Tears& tears);
    TornBody* find(const std::string& body);

  private:
    std::map<std::string, TornBody> bodies_;
};

}  // namespace pliant
