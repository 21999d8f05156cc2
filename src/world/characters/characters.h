// Characters play clips and move their bones; when they are teleported, what follows them comes along.
#pragma once

#include "core/archive.h"
#include "core/hash.h"
#include "world/colliders/colliders.h"
#include "world/present/presentation.h"
#include "world/rigid_coupling/skeletons.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class CharacterSystem {
  public:
    CharacterSystem(Contents& contents, Waking& waking, Skeletons& skeletons, ColliderSystem& collider_system,
                    Presentation& presentation)
        : contents_(contents),
          waking_(waking),
          skeletons_(skeletons),
          collider_system_(collider_system),
          presentation_(presentation) {}

    CharacterId add(std::string name, std::shared_ptr<const CharacterModel> model, ParameterSet parameters,
                    std::span<const CapsuleEdit> capsules = {});
    bool remove(CharacterId id);
    void set_parameter(CharacterId id, std::string_view name, Value value);  // throws Error
    void teleport(CharacterId id, const Transform& by);                      // with what follows or hangs on it

    // ---- clips; felt at the next step
    void play(CharacterId id, const std::string& clip, double fade = 0);  // [s] to fade from the old clip; throws Error
    void pause(CharacterId id);                                           // holds the pose
    void stop(CharacterId id);  // holds the pose; resume starts the clip again
    void resume(CharacterId id);
    void seek(CharacterId id, double seconds);  // at once

    NodePose pose(CharacterId id, CharacterPose& pose) const;    // its nodes and morphs as they are; its placement
    void surface_of(CharacterId id, SurfaceFrame& frame) const;  // positions, normals and bounds
    void shift(const Vec3& by);                                  // of the origin

    // ---- in a step
    void drive();
    void settle();

    // ---- state
    void hash(Hasher& hasher) const;
    void save(Writer& writer) const;
    std::vector<CharacterInstance> read(Reader& reader) const;  // throws Error
    void remove_late(const std::vector<CharacterInstance>& saved);
    void put_back(const std::vector<CharacterInstance>& saved);

  private:
    void add_capsule(CharacterInstance& c, const BoneCapsule& capsule);
    void put_capsule(ColliderId id, const Transform& at);
    void jump_to_pose(CharacterInstance& c);
    void jump_if_far(CharacterInstance& c);
    std::vector<Body*> move_followers(CharacterInstance& c, const Transform& by);
    void carry(Attachment& a, const Transform& by) const;

    Contents& contents_;
    Waking& waking_;
    Skeletons& skeletons_;
    ColliderSystem& collider_system_;
    Presentation& presentation_;
};

}  // namespace pliant
