// Snapshots: all state of a world, or of some bodies, as bytes.
#pragma once

#include "core/archive.h"
#include "world/attachments/attachments.h"
#include "world/attachments/holds.h"
#include "world/bodies/bodies.h"
#include "world/characters/characters.h"
#include "world/colliders/colliders.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/detail/detail.h"
#include "world/fields/fields.h"
#include "world/present/presentation.h"
#include "world/rigid_coupling/contact_report.h"
#include "world/rigid_coupling/joints.h"
#include "world/step_context.h"
#include "world/tear/tear.h"

namespace pliant {

class Snapshot {
  public:
    Snapshot(Contents& contents, StepContext& step, PairList& pairs, WarmImpulses& warm, ContactSet& contact_set,
             AttachmentHolds& holds, AttachmentSystem& attachment_system, CharacterSystem& character_system,
             FieldSystem& field_system, DetailSystem& detail, JointSystem& joint_system,
             RigidContactReport& rigid_report, ColliderSystem& collider_system, BodySystem& body_system,
             Presentation& presentation, TearSystem& tear_system)
        : contents_(contents),
          step_(step),
          pairs_(pairs),
          warm_(warm),
          contact_set_(contact_set),
          holds_(holds),
          attachment_system_(attachment_system),
          character_system_(character_system),
          field_system_(field_system),
          detail_(detail),
          joint_system_(joint_system),
          rigid_report_(rigid_report),
          collider_system_(collider_system),
          body_system_(body_system),
          presentation_(presentation),
          tear_system_(tear_system) {}

    std::vector<std::byte> save() const;
    std::vector<std::byte> save(std::span<const BodyId> ids) const;  // only these
    void restore(std::span<const std::byte> bytes);  // throws Error and changes nothing when it does not fit

  private:
    struct SavedBody;
    struct SavedWorld;
    SavedBody read_body(Reader& r, bool whole_world) const;
    void find_model(SavedBody& saved, bool whole_world) const;
    void check_fits(SavedBody& saved, bool whole_world) const;
    void make_room(std::vector<SavedBody>& bodies);
    void put_back(SavedBody& saved);
    void read_surroundings(Reader& r, SavedWorld& saved) const;
    void remove_late(const SavedWorld& saved);
    void save_rigid(Writer& w) const;
    void read_rigid(Reader& r, SavedWorld& saved) const;
    void put_back(const SavedWorld& saved);

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    AttachmentHolds& holds_;
    AttachmentSystem& attachment_system_;
    CharacterSystem& character_system_;
    FieldSystem& field_system_;
    DetailSystem& detail_;
    JointSystem& joint_system_;
    RigidContactReport& rigid_report_;
    ColliderSystem& collider_system_;
    BodySystem& body_system_;
    Presentation& presentation_;
    TearSystem& tear_system_;
};

}  // namespace pliant
