// Bodies that tear, as recorders see them. Most formats want one mesh from the first frame to the last; so a body is
// recorded with all the cracks that it has in the end, closed until they open, and pieces stay parts of it. What tears
// is known when the run is over: until then frames hold the particles of its pieces, which are carried to that mesh
// afterwards (record_writer.h keeps them in a TearSpool).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/parameter.h"
#include "geometry/mesh.h"
#include "record/record_frame.h"
#include "record/recorded_scene.h"

namespace pliant {

// A body that may tear, as it is when recording begins.
struct TearableBody {
    std::string name;
    std::shared_ptr<const Model> whole;
    ParameterSet own;                // of its kind
    Material inside;                 // of what tearing lays open
    std::optional<Vec3> color = {};  // that the scene gives it
    size_t number = 0;               // among the bodies of the scene
};
std::vector<TearableBody> tearable_bodies(const World& world);

// Links that part, by the name of the body; ascending.
using Tears = std::map<std::string, std::vector<u32>>;

class TornBody {
  public:
    TornBody(const TearableBody& body, const std::vector<u32>& broken);
    RecordedBody recorded() const;
    // Values of the body as a whole, from the particles of its pieces. Pieces that have vanished stay where they were.
    void complete(BodyFrame& frame, const Needs& needs);

  private:
    void follow(std::span<const PieceParticles> pieces);
    const SurfaceFrame& surface();

    TearableBody body_;
    std::shared_ptr<const Model> model_;
    std::unique_ptr<Matter> matter_;
    // By model, which is kept alive, so that no other takes its place; only looked up, never walked.
    using Maps = std::map<const Model*, std::pair<std::shared_ptr<const Model>, std::vector<u32>>>;
    Maps maps_;
    std::vector<Float4> position_, previous_, velocity_;
    ParticleView view_{};
    SurfaceFrame frame_, drawn_;
};

// Those that have torn in the end.
class TornBodies {
  public:
    TornBodies(std::span<const TearableBody> bodies, const Tears& tears);
    RecordedScene in_place(RecordedScene scene) const;  // of the bodies as they were when recording began
    void complete(RecordFrame& frame, const Needs& needs);

  private:
    std::map<size_t, TornBody> bodies_;  // by number
    std::vector<size_t> others_;         // that could have torn and did not
};

}  // namespace pliant
