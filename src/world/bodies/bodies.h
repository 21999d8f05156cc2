// Bodies are added, changed and removed between steps, and take over their parameters in one.
#pragma once

#include "world/attachments/attachments.h"
#include "world/attachments/holds.h"
#include "world/bodies/measure.h"
#include "world/contact/contact_set.h"
#include "world/detail/detail.h"
#include "world/guides/character_following.h"
#include "world/guides/guides.h"
#include "world/present/presentation.h"
#include "world/rigid_coupling/skeletons.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class BodySystem {
  public:
    BodySystem(Contents& contents, StepContext& step, Waking& waking, ContactSet& contact_set, AttachmentHolds& holds,
               AttachmentSystem& attachment_system, GuideSystem& guides, CharacterFollowing& following,
               DetailSystem& detail, Skeletons& skeletons, Presentation& presentation)
        : contents_(contents),
          step_(step),
          waking_(waking),
          contact_set_(contact_set),
          holds_(holds),
          attachment_system_(attachment_system),
          guides_(guides),
          following_(following),
          detail_(detail),
          skeletons_(skeletons),
          presentation_(presentation) {}

    // ---- between steps
    BodyId add(std::string name, std::shared_ptr<const Model> model, ParameterSet common, ParameterSet own);
    bool remove(BodyId id);
    struct NamedValue {
        std::string name;
        Value value;
    };
    void set_parameter(BodyId id, std::string_view name, Value value);  // of the body or its kind; throws Error
    void set_parameters(BodyId id, std::vector<NamedValue> values);     // all of them, or none and throws Error
    void teleport(BodyId id, const Transform& by);                      // rigidly, with its velocities
    void reset(BodyId id, const Placement& placement);                  // back to its rest shape, free of quarantine
    // Poses for the body to follow; plays as its parameters say, from the beginning. Throws Error.
    void set_guide_clips(BodyId id, std::vector<std::shared_ptr<const Clip>> clips);
    void set_velocity(BodyId id, const Vec3& velocity, const Vec3& spin);  // [m/s], [rad/s]
    void apply_impulse(BodyId id, const Vec3& impulse);                    // [N s] on the whole body
    void apply_impulse(BodyId id, const Vec3& impulse, const Vec3& at);    // on the point of its skin nearest to `at`
    void apply_force(BodyId id, const Vec3& force, const Vec3& at);        // [N] likewise, during the next step
    // Fixes particles in space or frees them; particles that the parameters hold stay held (hold.cpp).
    void hold(BodyId id, std::span<const u32> particles, bool held);
    void hold(BodyId id, u32 particle, bool held) { hold(id, std::span(&particle, 1), held); }
    void set_contact_enabled(BodyId id, std::span<const u32> particles, bool enabled);
    // The place on the body at rest that corresponds to the point of its skin nearest to `point`.
    Vec3 rest_place(BodyId id, const Vec3& point) const;

    double mass(BodyId id) const { return pliant::mass(get(id)); }                         // [kg]
    Vec3d center_of_mass(BodyId id) const { return pliant::center_of_mass(get(id)); }      // [m]
    Vec3d momentum(BodyId id) const { return pliant::momentum(get(id)); }                  // [kg m/s]
    Vec3d angular_momentum(BodyId id) const { return pliant::angular_momentum(get(id)); }  // [kg m²/s] about the origin
    u64 hash(BodyId id) const;

    // ---- in a step
    void update_maps(Body& body);  // maps that are animated
    void update_held();
    void update_common_parameters(Body& body);
    void begin_matter(Body& body);
    void update_parameters(Body& body);  // both, of a body that was made in this step

    // ---- for systems that replace the shape of a body
    void set_range(Body& body, u32 first_particle);
    static void paint(Body& body, const ParameterSet& common);  // maps from mesh to particles; throws Error

  private:
    Body& get(BodyId id) const;
    static void update_masses(Body& body);
    static void set_holder(Body& body, u32 p, u8 holder, bool held);
    void hold_by_parameters(Body& body);
    static void update_contact_map(Body& body, const ParameterSet& common);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    ContactSet& contact_set_;
    AttachmentHolds& holds_;
    AttachmentSystem& attachment_system_;
    GuideSystem& guides_;
    CharacterFollowing& following_;
    DetailSystem& detail_;
    Skeletons& skeletons_;
    Presentation& presentation_;
};

}  // namespace pliant
