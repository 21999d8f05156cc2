// Bodies in a snapshot. A piece that does not exist now is made again from the body that it was torn from.
#pragma once

#include <memory>
#include <optional>

#include "core/archive.h"
#include "world/bodies/bodies.h"
#include "world/contact/warm_impulses.h"
#include "world/detail/detail.h"
#include "world/present/presentation.h"
#include "world/step_context.h"

namespace pliant {

// A body as it was read: everything is checked before anything is changed.
struct SavedBody {
    BodyId id;
    std::string name;
    u64 whole = 0;  // hash of the model as it was cooked
    BodyState state;
    PieceOrigin origin;
    DetailState detail;
    std::vector<Float4> position, velocity;
    std::vector<std::byte> tear, parameters, matter_bytes, guide_bytes;
    std::vector<Vec3> followed_places, followed_normals;

    const Body* like = nullptr;          // a body of this world that it is, or was a part of
    std::shared_ptr<const Model> model;  // as it was torn then
    std::unique_ptr<Matter> matter;      // where that is another one than the body has
    u32 first_particle = 0;              // then: its range
    std::unique_ptr<Guide> guide;
    std::optional<ParameterSet> common, own;
};

class BodySnapshot {
  public:
    BodySnapshot(Contents& contents, WarmImpulses& warm, DetailSystem& detail, BodySystem& body_system,
                 Presentation& presentation)
        : contents_(contents), warm_(warm), detail_(detail), body_system_(body_system), presentation_(presentation) {}

    static void save(Writer& w, const Body& body);
    SavedBody read(Reader& r, bool whole_world) const;
    // Ranges for all that has torn differently, before anything is changed. Throws Error.
    void allocate(std::vector<SavedBody>& bodies);
    void put_back(SavedBody& saved);

  private:
    void find_model(SavedBody& saved, bool whole_world) const;
    void find_parameters(SavedBody& saved) const;
    void check_matter(SavedBody& saved) const;
    void check_guide(SavedBody& saved) const;
    void replace_matter(Body& body, SavedBody& saved);
    void put_back_guide(Body& body, const SavedBody& saved);

    Contents& contents_;
    WarmImpulses& warm_;
    DetailSystem& detail_;
    BodySystem& body_system_;
    Presentation& presentation_;
};

}  // namespace pliant
