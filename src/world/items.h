// Bodies and colliders, as the systems of the step see them.
#pragma once

#include <atomic>

#include "body/kind.h"
#include "body/kinematic_targets.h"
#include "body/motion_limit_kernels.h"
#include "body/particles.h"
#include "body/tearable.h"
#include "collide/collider_contacts.h"
#include "collide/layers.h"
#include "collide/sheet_tree.h"
#include "core/id.h"
#include "guide/clip_guide.h"
#include "rigid/joint.h"
#include "world/bodies/body_state.h"
#include "world/detail/detail_state.h"
#include "world/guides/character_guide.h"
#include "world/names.h"
#include "world/parameters.h"
#include "world/tear/tear_lines.h"

namespace pliant {

// How an object touches others. Most of it is from its parameters, for the step at hand.
struct ContactProperties {
    float friction = 0, restitution = 0, thickness = 0;
    LayerMask layers;
    bool sensor = false;
    std::vector<u32> ignored;  // ids of names
    ThingNames names;
    bool contact_impulses_enabled = false;  // a program wants to know those of its contacts (contact/impulses.h)
};

struct Body : BodyState, PieceOrigin, ContactProperties {
    Body(std::string body_name, std::shared_ptr<const Model> body_model, ParameterSet body_common,
         ParameterSet body_own)
        : name(std::move(body_name)),
          model(std::move(body_model)),
          common(std::move(body_common)),
          own(std::move(body_own)) {}

    BodyId id;
    std::string name;
    std::shared_ptr<const Model> model;
    std::unique_ptr<Matter> matter;
    std::unique_ptr<Guide> guide;       // or null: it wants the shape it was cooked in
    std::vector<float> guide_strength;  // painted, per particle of the whole body, or empty
    GuideMaps guide_maps;
    std::unique_ptr<CharacterGuide> character_guide;  // or null
    std::vector<float> yield_strain, tear_strength;   // likewise, per particle that it has now
    std::shared_ptr<const WeakLinks> weak_links;      // of the whole, where lines are given; or null
    std::vector<u8> hold_map;                         // per particle: whether the parameters hold it; or empty
    ParameterSet common, own;
    bool parameters_changed = true;  // the common ones, since the last step

    u32 first_particle = 0;
    ParticleView view{};
    MovingSurface surface;
    SheetTree sheet;  // of a skin that encloses nothing, once it has met another or itself

    // From parameters, for the step at hand.
    float gravity_scale = 1, drag = 0;
    bool self_contact = false;

    DetailState detail;  // state

    // Scratch.
    DetailScratch detail_scratch;
    Motion motion;
    u32 contacts = 0;           // that pushed it, or anything that came off it, in the last substep of the step
    float speed = 0;            // [m/s] of its fastest particle when the step began; known while somebody sleeps
    Box reach;                  // where it may come in this step
    double total_mass = 0;      // [kg] of what can move, when the step began; 0: not known
    u32 number = 0;             // among the bodies of this step
    std::vector<u32> pairs;     // numbers of its pairs in this step
    bool meets_itself = false;  // it may, in this substep
    bool meets_sheets = false;  // in this step
    u32 substeps_before = 0;    // in the step before
    u32 searches = 1;           // how often this step looks for its contacts, at least
    // [m/s] Speed of its fastest particle relative to its centre of mass when the step began; 0 unless matter and
    // contacts are solved together.
    float internal_speed = 0;
    bool waits = false;                 // others take their substeps, and it has had its own or will
    bool kinematic_from_guide = false;  // its guide moves it, and nothing else (detail.cpp)
    double painted_at = 0;              // [s] the time of what is painted on it now, where maps move
    bool always_steps = false;  // at any distance: it is near, or moved by an attachment, or tied to such a body
    std::vector<Overload> overloads;
    std::vector<KinematicTarget> kinematic_targets;  // of this substep
    std::vector<MotionLimit> motion_limits;  // of this substep, of each particle; empty where nothing is limited
    std::vector<u32> torn_links;  // of a body of the scene: what has parted so far in it and in all that came off it
    std::vector<Vec3> targets;    // of a piece that follows a guide: its own

    // Frames of the surface: `shown` is complete, the one before it is in `before()`, the third is being written.
    SurfaceFrame frames[3];
    SurfaceFrame simulation_surface;  // of the surface under what is drawn instead; scratch
    std::atomic<u32> shown{0};        // read by other threads while the world steps
    std::atomic<bool> alone{false};   // the one shown has none before it: it was put there
    bool jumped = false;              // so in this step
    u32 still_frames = 0;             // steps that it has not moved
    u32 topology_version = 1;
    bool new_topology = false;  // in this step: no frame shows it yet
    const SurfaceFrame& frame() const { return frames[shown]; }
    const SurfaceFrame& frame_before() const { return frames[alone ? shown.load() : (shown + 2) % 3]; }
    // Both at once: a step may finish between two calls.
    std::pair<const SurfaceFrame&, const SurfaceFrame&> last_frames() const {
        const u32 last = shown;
        return {frames[last], frames[alone ? last : (last + 2) % 3]};
    }

    // The particle of the whole body that one of ours is a copy of.
    u32 whole_particle(u32 p) const { return model->whole ? model->particle_from[p] : p; }
    const Model& whole_model() const { return model->whole ? *model->whole : *model; }

    const std::string& scene_name() const { return root_name.empty() ? name : root_name; }  // of the body in the scene
    bool sleeps() const { return asleep || paused; }
    bool moves() const { return !immovable(); }
    bool immovable() const { return sleeps() || quarantined || waits || kinematic_from_guide; }
    bool still() const { return immovable() && !(kinematic_from_guide && motion.greatest_speed > 0); }
};

// The guide that plays clips, or null.
inline ClipGuide* clip_guide(Body& body) { return body.guide ? body.guide->clips() : nullptr; }
inline const ClipGuide* clip_guide(const Body& body) {
    return body.guide ? std::as_const(*body.guide).clips() : nullptr;
}

inline float greatest_speed(const ParticleView& view) {
    float speed2 = 0;
    for (u32 p = 0; p < view.count; ++p) speed2 = std::max(speed2, length_squared(view.velocity[p].xyz()));
    return std::sqrt(speed2);
}

Placement placement_of(const ParameterSet& common);  // where and how a body begins

// A force on a point of a rigid body.
struct ColliderForce {
    Vec3 force;  // [N]
    Vec3 place;  // [m] in the frame of the collider
};
inline bool is_sound(const ColliderForce& f) { return is_finite(f.force) && is_sound(f.place); }

struct ColliderState {
    Transform pose;       // at the end of the last step
    Transform target;     // at the end of this one
    bool jumped = false;  // it was put somewhere else: it did not move there
    bool kinematic = false;
    std::vector<ColliderForce> forces;  // for the next step only

    static constexpr auto fields() {
        return std::tuple{field("pose", &ColliderState::pose), field("target", &ColliderState::target).unhashed(),
                          field("jumped", &ColliderState::jumped).unhashed(),
                          field("kinematic", &ColliderState::kinematic).unhashed(),
                          field("forces", &ColliderState::forces).unhashed()};
    }
};

struct Collider : ColliderState, ContactProperties {
    Collider(std::string collider_name, Shape collider_shape, ParameterSet collider_parameters)
        : name(std::move(collider_name)),
          shape(std::move(collider_shape)),
          parameters(std::move(collider_parameters)) {}

    ColliderId id;
    std::string name;
    Shape shape;
    ParameterSet parameters;
    bool dynamic = false;      // a rigid body
    bool hosted = false;       // that the host moves; dynamic
    rigid::RigidBodyId rigid;  // in the system of rigid bodies, while there are any that are dynamic

    Transform began;           // where it was made, whatever has become of the origin since
    bool quarantined = false;  // a rigid body that was not finite
    Transform before, now;     // in this substep
    Transform search_start;    // when contacts were looked for

    Box reach;  // of a rigid body: where it may come in this step
    bool moving() const { return (kinematic || dynamic) && !(before == now); }
};

struct PairRule {
    std::string name, first, second;  // names of bodies or colliders
    ParameterSet parameters{pair_table};
    // Resolved when the rule is added.
    u32 first_id = 0, second_id = 0;  // of the two names
    bool collide = true;
    float friction = -1, restitution = -1;  // negative: not given

    bool is_about(u32 a, u32 b) const { return (first_id == a && second_id == b) || (first_id == b && second_id == a); }
};

}  // namespace pliant
