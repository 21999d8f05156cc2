// Everything that is simulated together: contents, time and results.
//
// Bodies, colliders and the rest are added, changed and removed between steps, by id, through the system that owns
// them: world.bodies().add(...), world.attachments().set_parameter(...). What a step does is in step.cpp and
// stages.cpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "world/attachments/attachments.h"
#include "world/bodies/bodies.h"
#include "world/characters/characters.h"
#include "world/colliders/colliders.h"
#include "world/contact/report.h"
#include "world/contents.h"
#include "world/fields/fields.h"
#include "world/guides/guides.h"
#include "world/objects/objects.h"
#include "world/rigid_coupling/joints.h"
#include "world/step_context.h"

namespace pliant {

struct Systems;

struct WorldSettings {
    ParameterSet parameters{world_table};
    u32 threads = 1;
    std::optional<HostJobs> jobs;  // instead of threads
};

class World {
  public:
    explicit World(WorldSettings settings);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // ---- contents
    Contents& contents() { return contents_; }
    const Contents& contents() const { return contents_; }
    BodySystem& bodies();
    const BodySystem& bodies() const;
    ColliderSystem& colliders();
    const ColliderSystem& colliders() const;
    ObjectSystem& objects();  // bodies and colliders alike
    const ObjectSystem& objects() const;
    AttachmentSystem& attachments();
    const AttachmentSystem& attachments() const;
    CharacterSystem& characters();
    const CharacterSystem& characters() const;
    FieldSystem& fields();
    JointSystem& joints();
    const JointSystem& joints() const;
    GuideSystem& guides();

    Body* body(BodyId id) { return contents_.bodies.find(id); }
    const Body* body(BodyId id) const { return contents_.bodies.find(id); }
    Collider* collider(ColliderId id) { return contents_.colliders.find(id); }
    const Collider* collider(ColliderId id) const { return contents_.colliders.find(id); }
    const Attachment* attachment(AttachmentId id) const { return contents_.attachments.find(id); }
    const CharacterInstance* character(CharacterId id) const { return contents_.characters.find(id); }
    const Field* field(FieldId id) const { return contents_.fields.find(id); }
    const RigidJoint* joint(JointId id) const { return contents_.joints.find(id); }
    BodyId find_body(std::string_view name) const { return contents_.find_body(name); }
    ColliderId find_collider(std::string_view name) const { return contents_.find_collider(name); }
    AttachmentId find_attachment(std::string_view name) const { return contents_.find_attachment(name); }
    CharacterId find_character(std::string_view name) const { return contents_.find_character(name); }
    FieldId find_field(std::string_view name) const { return contents_.find_field(name); }
    JointId find_joint(std::string_view name) const { return contents_.find_joint(name); }

    // ---- changes between steps that concern several systems
    ParameterSet& parameters() { return contents_.parameters; }
    const ParameterSet& parameters() const { return contents_.parameters; }
    void add_pair_rule(PairRule rule) { contents_.add_pair_rule(std::move(rule)); }
    void wake(BodyId id);
    void wake_all();
    void wake_near(const Box& where);
    void shift_origin(const Vec3& by);                  // subtracts `by` from every position
    void set_viewpoint(const std::optional<Vec3>& at);  // bodies sleep by their distance from it; wakes none
    // Pushes all that is within the radius away from the centre, at the centre by `speed` [m/s].
    void explode(const Vec3& center, float radius, float speed);
    // `after` is called after every substep of rigid bodies, with its length [s].
    void on_substep(std::function<void(double seconds)> after);

    // ---- time
    void step();
    void preroll();  // settles for the world's `preroll` while clips and keys stand still; once everything is there
    u32 advance(double seconds, u32 most_steps = 8);  // as many steps as fit; what is left is kept
    float interpolation() const { return static_cast<float>(contents_.unspent / step_length()); }  // 0 … 1
    double time() const { return contents_.time; }
    u64 step_count() const { return contents_.step_count; }
    double step_length() const { return contents_.step_length(); }

    // ---- results of the last step
    const StepEvents& events() const { return step_.events; }
    const StepStatistics& statistics() const { return step_.statistics; }
    const ContactSet& contacts() const;  // of the last substep
    ContactReport::ContactSides sides(const Contact& contact) const;
    u64 hash() const;
    struct Energy {
        double kinetic = 0, potential = 0;  // [J], the latter against the origin
    };
    Energy energy() const;

    // ---- snapshots
    std::vector<std::byte> save() const;
    std::vector<std::byte> save(std::span<const BodyId> bodies) const;  // only these
    void restore(std::span<const std::byte> bytes);  // throws Error and changes nothing when it does not fit

  private:
    void time_stage(Stage stage, void (*run)(Systems&));

    Contents contents_;
    StepContext step_;
    std::unique_ptr<Systems> systems_;
};

}  // namespace pliant
