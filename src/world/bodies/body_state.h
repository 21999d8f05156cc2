// The state of a body that is not its particles, its matter or its guide: everything here is in snapshots.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/state_fields.h"

namespace pliant {

// Who holds a particle in space, as bits.
struct Holder {
    enum : u8 { host = 1, parameters = 2 };
};

// A force on a point of a body's skin.
struct PointForce {
    Vec3 force;     // [N]
    u32 point = 0;  // of the contact surface
};
inline bool is_sound(const PointForce& f) { return is_finite(f.force); }

struct BodyState {
    bool asleep = false;
    bool quarantined = false;
    float quiet_time = 0;              // [s] since it last moved fast
    bool guide_released = false;       // it has torn and does not follow its guide any more
    std::vector<u8> held;              // per particle: who holds it (Holder); or empty
    std::vector<u8> contact_disabled;  // per particle: whether the host disabled its contacts; or empty
    bool paused = false;               // it is far from the viewpoint: nothing moves it (distance.cpp)
    std::vector<Vec3> kept_velocity;   // [m/s] of each particle while it is paused
    u32 substeps = 0;                  // it took in the last step; 0: none yet (rates.cpp)
    float fewer_time = 0;              // [s] for which fewer substeps would have been enough
    std::vector<PointForce> forces;    // for the next step only

    // Marks that have no effect are not hashed. Particles that the host holds have no inverse mass, which is hashed.
    static bool holds_by_parameters(const BodyState& s) {
        return std::any_of(s.held.begin(), s.held.end(), [](u8 m) { return (m & Holder::parameters) != 0; });
    }
    static bool disables_contacts(const BodyState& s) {
        return std::any_of(s.contact_disabled.begin(), s.contact_disabled.end(), [](u8 m) { return m != 0; });
    }
    static bool is_paused(const BodyState& s) { return s.paused; }
    // The hash of a world has the substeps of bodies at lower rates only (hash_body), and no forces, which are input.
    static constexpr auto fields() {
        return std::tuple{field("asleep", &BodyState::asleep),
                          field("quarantined", &BodyState::quarantined),
                          field("quiet_time", &BodyState::quiet_time),
                          field("guide_released", &BodyState::guide_released),
                          field("held", &BodyState::held).hashed_if(holds_by_parameters),
                          field("contact_disabled", &BodyState::contact_disabled).hashed_if(disables_contacts),
                          field("paused", &BodyState::paused).unhashed(),
                          field("kept_velocity", &BodyState::kept_velocity).hashed_if(is_paused),
                          field("substeps", &BodyState::substeps).unhashed(),
                          field("fewer_time", &BodyState::fewer_time).unhashed(),
                          field("forces", &BodyState::forces).unhashed()};
    }
};

// Where a piece comes from.
struct PieceOrigin {
    BodyId torn_from;       // the body in the scene it was part of; null: it is a body of the scene
    std::string root_name;  // of that body; pair rules name it
    u64 torn_at = 0;        // step

    static constexpr auto fields() {
        return std::tuple{field("torn_from", &PieceOrigin::torn_from).unhashed(),
                          field("root_name", &PieceOrigin::root_name).unhashed(),
                          field("torn_at", &PieceOrigin::torn_at)};
    }
};

}  // namespace pliant
