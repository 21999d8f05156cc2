// Snapshots: all state of a world, or of some bodies, as bytes. Restoring and stepping on gives the bits of a run that
// was never interrupted.
//
// A snapshot holds the clock; bodies; colliders, rigid bodies and joints; which pairs touched, with their impulses;
// characters; attachments; fields. It holds no meshes, and of parameters only those that can change in a running world:
// it fits the world it was taken of, or one made in the same way. Bodies, colliders and joints that were added later
// are removed when a whole world is restored.
#pragma once

#include "world/attachments/attachments.h"
#include "world/attachments/holds.h"
#include "world/characters/characters.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/fields/fields.h"
#include "world/snapshot/body_snapshot.h"
#include "world/snapshot/rigid_snapshot.h"
#include "world/snapshot/snapshot_file.h"

namespace pliant {

class Snapshot {
  public:
    Snapshot(Contents& contents, StepContext& step, BodySystem& body_system, BodySnapshot& bodies, RigidSnapshot& rigid,
             PairList& pairs, WarmImpulses& warm, ContactSet& contact_set, AttachmentHolds& holds,
             AttachmentSystem& attachments, CharacterSystem& characters, FieldSystem& fields)
        : contents_(contents),
          step_(step),
          body_system_(body_system),
          bodies_(bodies),
          rigid_(rigid),
          pairs_(pairs),
          warm_(warm),
          contact_set_(contact_set),
          holds_(holds),
          attachments_(attachments),
          characters_(characters),
          fields_(fields) {}

    std::vector<std::byte> save() const;
    std::vector<std::byte> save(std::span<const BodyId> ids) const;  // only these
    void restore(std::span<const std::byte> bytes);  // throws Error and changes nothing when it does not fit

  private:
    struct SavedWorld;
    std::vector<SavedBody> read_bodies(Reader& r, bool whole_world) const;
    SavedWorld read_world(Reader& r) const;
    void remove_late(const SavedWorld& saved);
    void put_back_body(SavedBody& saved, bool whole_world);
    void put_back_world(const SavedWorld& saved);

    Contents& contents_;
    StepContext& step_;
    BodySystem& body_system_;
    BodySnapshot& bodies_;
    RigidSnapshot& rigid_;
    PairList& pairs_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    AttachmentHolds& holds_;
    AttachmentSystem& attachments_;
    CharacterSystem& characters_;
    FieldSystem& fields_;
};

}  // namespace pliant
