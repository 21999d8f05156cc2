// Everything that is simulated together; it owns time.
//
// Bodies and colliders are added, changed and removed between steps, by id. A step reads as in docs/engine/architecture.md:
// drive, then for each substep predict, collide, project, commit; then settle and present.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "collide/broad_phase.h"
#include "collide/pair_contacts.h"
#include "collide/sheet_guard.h"
#include "collide/spine_guard.h"
#include "constraint/rigid.h"
#include "core/disjoint_sets.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "world/attachments.h"
#include "world/characters.h"
#include "world/contact_set.h"
#include "world/events.h"
#include "world/fields.h"
#include "world/hits.h"
#include "world/items.h"
#include "world/joints.h"

namespace pliant {

namespace rigid {
class System;
struct BodyDef;
struct PairException;
struct HostState;
struct HostImpulse;
}  // namespace rigid

constexpr double longest_substep = 1.0 / 60;  // [s] of any body

enum class Stage : u8 { drive, predict, collide, project, commit, settle, present, count };
const char* name(Stage);

struct StepStatistics {
    std::array<double, static_cast<size_t>(Stage::count)> seconds{};
    u32 substeps = 0, contacts = 0, islands = 0, bodies_awake = 0;  // contacts: of the last substep
    u32 painted = 0;                                                // bodies whose maps moved
    u32 crossings = 0;  // places at which sheets pass through each other, likewise
};

struct WorldSettings {
    ParameterSet parameters{world_table};
    u32 threads = 1;
    std::optional<LentJobs> jobs;  // instead of threads
};

class World {
  public:
    explicit World(WorldSettings settings);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // ---- contents (bodies.cpp, colliders.cpp, attachments.cpp, characters.cpp)
    BodyId add_body(std::string name, std::shared_ptr<const Model> model, ParameterSet common, ParameterSet own);
    bool remove_body(BodyId);
    ColliderId add_collider(std::string name, Shape shape, ParameterSet parameters);
    bool remove_collider(ColliderId);
    AttachmentId add_attachment(std::string name, BodyId, const AttachmentWhere& where, ParameterSet parameters);
    bool remove_attachment(AttachmentId);
    CharacterId add_character(std::string name, std::shared_ptr<const CharacterModel> model, ParameterSet parameters,
                              std::span<const CapsuleEdit> capsules = {});
    bool remove_character(CharacterId);
    FieldId add_field(std::string name, ParameterSet parameters);
    bool remove_field(FieldId);
    JointId add_joint(std::string name, ParameterSet parameters);  // throws Error
    bool remove_joint(JointId);
    void add_pair_rule(PairRule rule) { pair_rules_.push_back(std::move(rule)); }

    Body* body(BodyId id) { return bodies_.find(id); }
    const Body* body(BodyId id) const { return bodies_.find(id); }
    Collider* collider(ColliderId id) { return colliders_.find(id); }
    const Collider* collider(ColliderId id) const { return colliders_.find(id); }
    const Attachment* attachment(AttachmentId id) const { return attachments_.find(id); }
    const CharacterInstance* character(CharacterId id) const { return characters_.find(id); }
    const Field* field(FieldId id) const { return fields_.find(id); }
    const RigidJoint* joint(JointId id) const { return joints_.find(id); }
    BodyId find_body(std::string_view name) const;
    ColliderId find_collider(std::string_view name) const;
    AttachmentId find_attachment(std::string_view name) const;
    CharacterId find_character(std::string_view name) const;
    FieldId find_field(std::string_view name) const;
    JointId find_joint(std::string_view name) const;
    template <class F>
    void each_body(F&& f) const {
        bodies_.each(f);
    }
    template <class F>
    void each_collider(F&& f) const {
        colliders_.each(f);
    }
    template <class F>
    void each_attachment(F&& f) const {
        attachments_.each(f);
    }
    template <class F>
    void each_character(F&& f) const {
        characters_.each(f);
    }
    template <class F>
    void each_field(F&& f) const {
        fields_.each(f);
    }
    template <class F>
    void each_joint(F&& f) const {
        joints_.each(f);
    }
    size_t body_count() const { return bodies_.size(); }
    size_t collider_count() const { return colliders_.size(); }

    // ---- changes between steps (bodies.cpp, colliders.cpp, forces.cpp)
    ParameterSet& parameters() { return parameters_; }
    const ParameterSet& parameters() const { return parameters_; }
    struct NamedValue {
        std::string name;
        Value value;
    };
    void set_parameter(BodyId, std::string_view name, Value value);  // of the body or its kind; throws Error
    void set_parameters(BodyId, std::vector<NamedValue> values);     // all of them, or none and throws Error
    void teleport(BodyId, const Transform& by);                      // moves and turns it as it is, velocities too
    void put_at_rest(BodyId, const Placement&);                      // back to its rest shape, free of quarantine
    void set_velocity(BodyId, const Vec3& velocity, const Vec3& spin);
    // Fixes particles in space, or frees them of that; what the body's parameters hold stays held (hold.cpp).
    void hold(BodyId, std::span<const u32> particles, bool held);
    void hold(BodyId id, u32 particle, bool held) { hold(id, std::span(&particle, 1), held); }
    void set_touching(BodyId, std::span<const u32> particles, bool touching);  // whether they take part in contact
    void wake(BodyId);
    void wake_all();
    void wake_near(const Box& where);
    void move_collider(ColliderId, const Transform& to);     // over the next step, pushing what is in the way
    void place_collider(ColliderId, const Transform& at);    // at once
    void move_attachment(AttachmentId, const Vec3& target);  // over the next step; its keys end here
    void set_attachment_parameter(AttachmentId, std::string_view name, Value value);  // throws Error
    void set_field_parameter(FieldId, std::string_view name, Value value);            // throws Error
    void set_joint_parameter(JointId, std::string_view name, Value value);            // throws Error
    Vec3 held_at(AttachmentId, size_t grip = 0) const;    // [m] where one of its places is now
    Vec3 pulled_to(AttachmentId, size_t grip = 0) const;  // [m] where its target wants that
    std::string name_of(const AttachmentTarget&) const;   // as scenes call it; empty for what is not there
    Vec3 rest_place(BodyId, const Vec3& point) const;   // on the body at rest: what is nearest to a point in the world
    void shift_origin(const Vec3& by);                  // subtracts `by` from every position
    void set_viewpoint(const std::optional<Vec3>& at);  // bodies sleep by their distance from it; wakes nobody

    // ---- rigid bodies: colliders that are dynamic (rigid_bodies.cpp, joints.cpp)
    bool is_rigid(ColliderId) const;
    RigidVelocity velocity(ColliderId) const;  // of the centre of mass
    void set_velocity(ColliderId, const Vec3& velocity, const Vec3& spin);
    void apply_impulse(ColliderId, const Vec3& impulse, const Vec3& at);  // [N s]
    double mass(ColliderId) const;                                        // [kg]
    bool is_asleep(ColliderId) const;
    Vec3d momentum(ColliderId) const;          // [kg m/s]
    Vec3d angular_momentum(ColliderId) const;  // [kg m²/s] about the origin
    rigid::JointState state(JointId) const;
    const rigid::JointDef& definition(JointId) const;       // as it is solved now
    std::pair<Transform, Transform> frames(JointId) const;  // of the joint on a and on b, in the world
    // Of colliders that the host moves: how, from now on, and what they were given since it last said so. `after` is
    // called after every substep of rigid bodies, with its length [s]; in it, these two may be called.
    void set_host_state(ColliderId, const rigid::HostState&);  // throws Error
    rigid::HostImpulse host_impulse(ColliderId) const;
    void on_substep(std::function<void(double seconds)> after) { after_substep_ = std::move(after); }

    // ---- guides (guides.cpp)
    // Poses for the body to follow; plays what its parameters say, from the beginning. Throws Error.
    void set_clips(BodyId, std::vector<std::shared_ptr<const Clip>>);
    void play(BodyId, std::string_view clip);  // fades over the body's guide.fade; throws Error
    void play(BodyId, std::string_view clip, double fade);
    void pause_guide(BodyId);  // resuming goes on from there
    void stop_guide(BodyId);   // holds the pose; resuming starts from the beginning
    void resume_guide(BodyId);
    void seek_guide(BodyId, double seconds);

    void apply_impulse(BodyId, const Vec3& impulse);                  // [N s] on the whole body
    void apply_impulse(BodyId, const Vec3& impulse, const Vec3& at);  // on its skin, where nearest to a point
    void apply_force(BodyId, const Vec3& force, const Vec3& at);      // [N] likewise, for the next step
    void blast(const Vec3& center, float radius, float speed);  // pushes all within, at the centre by `speed` [m/s]

    // ---- characters (characters.cpp); what is asked for is felt at the next step
    void play(CharacterId, const std::string& clip, double fade = 0);  // from its start; fade: [s] from the old clip
    void pause(CharacterId);                                           // holds the pose
    void stop(CharacterId);                                            // holds the pose; resume starts the clip anew
    void resume(CharacterId);
    void seek(CharacterId, double seconds);           // into the clip, at once
    void teleport(CharacterId, const Transform& by);  // it and what follows or hangs on it, as they are and at once
    void set_character_parameter(CharacterId, std::string_view name, Value value);  // throws Error
    NodePose character_pose(CharacterId,
                            CharacterPose& pose) const;       // its nodes and morphs as they are now; its placement
    void surface_of(CharacterId, SurfaceFrame& frame) const;  // as it is now; positions, normals and bounds

    // ---- time
    void step();
    void preroll();  // settles for the world's `preroll` while clips and keys stand still; once everything is there
    u32 advance(double seconds, u32 most_steps = 8);  // as many steps as fit; what is left is kept
    float interpolation() const { return static_cast<float>(unspent_ / step_length()); }  // 0 … 1 into the next step
    double time() const { return time_; }
    u64 step_count() const { return step_count_; }
    // How far clips and keys go in a step.
    double clock_step() const { return prerolling_ ? 0 : step_length(); }
    double step_length() const { return 1.0 / parameters_.number(WorldP::rate); }
    u32 substep_count() const;

    // ---- results of the last step
    std::span<const ContactEvent> contact_events() const { return contact_events_; }
    std::span<const BodyEvent> body_events() const { return body_events_; }
    std::span<const AttachmentEvent> attachment_events() const { return attachment_events_; }
    std::span<const TearEvent> tear_events() const { return tear_events_; }
    std::span<const ColliderEvent> collider_events() const { return collider_events_; }
    std::span<const JointEvent> joint_events() const { return joint_events_; }
    std::span<const RigidContactEvent> rigid_contact_events() const { return rigid_contact_events_; }
    const StepStatistics& statistics() const { return statistics_; }
    const ContactSet& contacts() const { return contact_set_; }  // of the last substep
    // Who touches: the body whose particles carry the contact's first supports, and the other body or the collider.
    struct ContactSides {
        const Body* body;
        const Body* other_body;
        const Collider* collider;
    };
    ContactSides sides(const Contact&) const;
    const Particles& particles() const { return particles_; }
    u64 hash() const;
    u64 hash(BodyId) const;
    struct Energy {
        double kinetic = 0, potential = 0;  // [J], the latter against the origin
    };
    Energy energy() const;
    Vec3d momentum(BodyId) const;          // [kg m/s]
    Vec3d angular_momentum(BodyId) const;  // [kg m²/s] about the origin
    Vec3d center_of_mass(BodyId) const;
    double mass(BodyId) const;
    static void paint(Body&,
                      const ParameterSet& common);  // what is painted, from its mesh to its particles; throws Error
    static bool tears(const ParameterSet& common);  // whether a body with these parameters may
    static Material inside_of(const Body&);         // what tearing lays open; throws Error

    // ---- snapshots (snapshot.cpp)
    std::vector<std::byte> save() const;
    std::vector<std::byte> save(std::span<const BodyId> bodies) const;  // only these
    void restore(std::span<const std::byte>);  // throws Error and changes nothing when it does not fit

    // ---- for queries.h
    u64 revision() const { return revision_; }  // grows with everything that moves a body or a collider
    u32 layer_bit(std::string_view name);       // makes the layer known; throws Error beyond 32

  private:
    struct Pair {  // of this step, from the broad phase
        Body* body;
        Body* other_body;
        Collider* collider;
        float friction, restitution;
        bool sensor, touching;
        float impulse, speed;
        float edge_approach;  // [m/s] how fast the skin's edges come to the collider's, in this substep
        Vec3 point, normal;
        std::vector<FoundContact> found;  // body's points against the other's skin; others are in found_back
        std::vector<FoundContact> found_back;
        SheetTangle tangle;
        bool with_itself() const { return body == other_body; }
        bool waits() const { return body->waits && (!other_body || other_body->waits); }
        bool of_kin() const {  // of one body that has torn, or one and itself
            const auto came_from = [](const Body& b) { return b.came_off ? b.came_off : b.id; };
            return other_body && came_from(*body) == came_from(*other_body);
        }
        bool of_sheets() const {  // that keep each other out
            return !sensor && other_body && body->model->contact.is_sheet() && other_body->model->contact.is_sheet();
        }
        // Normals found from the other side (swapped) point the other way.
        void add_touch(const Vec3& at, const Vec3& n, bool swapped, float by, float approach) {
            touching = true;
            impulse += by, speed = std::max(speed, approach);
            point += at * by, normal += n * (swapped ? -by : by);
        }
    };
    struct PairKey {
        BodyId body, other_body;
        ColliderId collider;
        std::array<u32, 6> order() const {
            return {body.slot,     body.generation,    other_body.slot, other_body.generation,
                    collider.slot, collider.generation};
        }
        bool operator<(const PairKey& o) const { return order() < o.order(); }
    };

    [[noreturn]] void no_such_clip(const Body&, std::string_view name) const;

    // Stages, in order.
    void drive();
    void predict();
    void collide();
    void project();
    void commit();
    void settle();
    void present();

    // drive.cpp
    void wake_for_keys();
    void wake_now(Body&);
    void list_bodies();
    void find_speeds();
    void take_parameters(Body&);
    void take_common_parameters(Body&);
    void begin_matter(Body&);
    void take_maps(Body&);
    static void take_masses(Body&);
    void take_parameters(Collider&);
    void move_colliders_to(double share);

    // hold.cpp
    void hold_and_free();
    void hold_by_parameters(Body&);
    static void set_holder(Body&, u32 particle, u8 holder, bool held);
    static void take_touch(Body&, const ParameterSet& common);

    // distance.cpp
    void pause_far();
    bool may_pause(const Body&) const;
    float distance_from_viewpoint(const Body&) const;
    void pause(Body&);
    void resume(Body&);
    static void keep_pushes(Body&);

    // detail.cpp
    void start_detail(Body&);
    void choose_details();
    void know_carried_shape(Body&);
    static std::span<const Vec3> carried_shape(const Body&);
    void take_up(Body&);
    void put_down(Body&);
    void carry_bodies();
    float eased_share(const DetailState&) const;
    void begin_easing();
    void ease();
    void settle_details();

    // rates.cpp
    void choose_rates();
    bool is_beyond_rate(const Body&) const;
    u32 wanted_substeps(const Body&) const;
    void keep_neighbours_together();
    void scale_guesses();
    void begin_turn(u32 substeps);
    void end_turn();
    void list_moving();

    // attachments.cpp
    static void find_places(Attachment&, const Model&);
    void find_overlap(Attachment&, const Body&) const;
    bool is_held_inside(const Body&, const Collider&) const;
    void remove_attachments_of(BodyId);
    void shift_attachments(const Vec3& by);

    // rigid_bodies.cpp
    struct RigidSide {       // of a contact
        float k = 0;         // [1/kg] along the normal
        float k_across = 0;  // the greatest across it
        Vec3 velocity;       // [m/s]
    };
    rigid::BodyDef rigid_def(const std::string& name, const Shape&, const ParameterSet&) const;
    void add_rigid(Collider&, const rigid::BodyDef&);
    void remove_rigid(Collider&);
    void drive_rigid();
    void find_rigid_exceptions();
    void begin_rigid();
    void end_rigid();
    void foresee_rigid();
    void take_rigid_poses();
    void settle_rigid();
    void drag_rigid(const Substep&);
    void sum_up_rigid_contacts();
    void report_rigid_contacts();
    void tell_host();
    // rigid_sleep.cpp
    void wake_rigid_in(const Box& where);
    bool wake_hung();
    void rest_against(const Pair&);
    void join_resting(float slow);
    void find_least_rested(std::vector<float>& least);
    void put_rigid_to_sleep(const std::vector<float>& least, float long_enough);
    void report_woken();
    bool touch_asleep(const RigidTouch&) const;
    void sense_rigid();
    // rigid_bodies.cpp
    u32 movable(const Collider&) const;
    float speed_of(const Collider&) const;
    Box reach_of_rigid(const Collider&, float seconds) const;
    bool rigid_left_its_reach() const;
    RigidSide meet_rigid(Contact&) const;
    static constexpr u32 nobody = 0xffffffffu;
    u32 island_members() const;
    u32 island_member(u32 rigid_body) const;
    void join_rigid();
    void list_rigid_islands();

    // joints.cpp
    const Collider* joined(const RigidJoint&, u16 row) const;
    void remove_joints_of(ColliderId);
    void find_followed(RigidJoint&, const Quat& axes) const;
    void follow_bone(const RigidJoint&, rigid::DriveTarget&) const;
    void drive_joints();
    void judge_joints();

    // attachment_targets.cpp
    std::vector<AttachmentTarget> find_targets(const Attachment&) const;
    void add_targets(const Attachment&, const std::string& to, std::vector<AttachmentTarget>& targets) const;
    static u32 node_of(const Attachment&, const CharacterInstance&, const std::string& to);
    bool is_there(const AttachmentTarget&) const;
    Transform frame_of(const AttachmentTarget&) const;
    Transform goal_frame_of(const AttachmentTarget&) const;
    void find_corners(const GripHold&, Vec3 (&corner)[3]) const;
    Vec3 place_on_surface(const GripHold&, const Vec3& offset) const;
    float distance_to_frame(const AttachmentTarget&, const Vec3& point) const;

    // attachment_holds.cpp
    void let_go(BodyId);
    void lose_targets(Attachment&);
    void take_holds();
    void take_hold(Attachment&);
    void choose_targets(Attachment&, const Body&);
    void find_surface(const AttachmentTarget&);
    void find_rest(GripHold&) const;
    void hang_at(Attachment&, size_t grip, const Vec3& at);
    void find_point(Attachment&);
    void hang_around_point(Attachment&, size_t grip, const Vec3& around);
    Vec3 tied_place(const GripHold&, float gap = 1) const;
    static void list_ties(GripHold&, const ContactSurface&);
    void tie(GripHold&, const Vec3& at);
    void hold_anew(Attachment&);
    void shift_hold(Attachment&, size_t grip, const Vec3& by);
    void tie_to_pieces(BodyId, std::span<const BodyId> pieces, const ParticleView& before);

    // attachment_state.cpp
    void hash_attachments(Hasher&) const;
    void save_attachments(Writer&) const;
    using ModelOf = std::function<const Model*(BodyId)>;  // null: there is no such body
    std::vector<Attachment> read_attachments(Reader&, const ModelOf&) const;
    bool hangs_on_parts(const GripHold&, const ModelOf&) const;
    bool is_sound_target(const AttachmentTarget&, const ModelOf&) const;
    void put_back_attachments(std::vector<Attachment>);

    // guides.cpp
    void start_guide(Body&);
    static void shift_guide(Body&, const Vec3& by);
    static void move_guide(Body&, const Transform& by);
    static Transform root_of(const Body&, double time);
    void put(Collider&, const Transform& at);
    std::vector<Collider*> skeleton_of(const Body&);
    void add_joined(std::vector<Collider*>& rigid);
    void move_joined(const std::vector<Collider*>& rigid, const Transform& by);
    void move_skeleton(const Body&, const Transform& by);
    static void want_targets(Body&, std::span<const Vec3> targets);
    void drive_guides();
    std::optional<GuidedPlaces> guided_places(const Body&) const;
    GuidedPlaces carried_places(const Body&) const;
    void tell_places(Body&) const;
    void pull_to_places();

    // character_guides.cpp
    void follow_character(Body&);
    void bind(CharacterGuide&, const Body&, const CharacterInstance&) const;
    void skin_followed(CharacterInstance&) const;
    static void find_seam(CharacterGuide&, const Body&, const CharacterInstance&);
    struct Standing {
        Body* body;
        const Collider* collider;
        Footing footing;
        bool stands;
    };
    float footing_of(const Contact&) const;
    void find_footings();
    void find_footing(Standing&) const;
    void drop_pinched();
    void sum_up_footings();
    bool one_island_in_order() const;
    void show_seam(const Body&, SurfaceFrame&) const;
    void present(Body&, SurfaceFrame&, bool seams = false) const;
    void present(Body&, SurfaceFrame&, bool seams, Team&) const;
    void present_next(Body&, Team&);
    void put_on_character(Body&);
    void drive_character_guides();

    // leashes.cpp
    void leash_bodies();
    void add_leads(Body&) const;
    void keep_near_guides();
    static void unleash(Body&);

    // characters.cpp
    void add_capsule(CharacterInstance&, const BoneCapsule&);
    void put_capsule(ColliderId, const Transform& at);
    void jump_to_pose(CharacterInstance&);
    std::vector<Body*> carry_followers(CharacterInstance&, const Transform& by);
    void carry(Attachment&, const Transform& by) const;
    static void move_rigidly(Body&, const Transform& by);
    void show_at_once(Body&);
    void carry_if_it_jumps(CharacterInstance&);
    void drive_characters();
    void settle_characters();
    void shift_characters(const Vec3& by);
    void hash_characters(Hasher&) const;
    void save_characters(Writer&) const;
    std::vector<CharacterInstance> read_characters(Reader&) const;
    void remove_late_characters(const std::vector<CharacterInstance>&);
    void put_back_characters(const std::vector<CharacterInstance>&);

    // fields.cpp
    void wake_in(const Field&);
    void wake_for_fields();
    void push_by_fields();
    void shift_fields(const Vec3& by);
    void save_fields(Writer&) const;
    std::vector<Field> read_fields(Reader&) const;
    void put_back_fields(const std::vector<Field>&);

    // pulls.cpp
    void drive_attachments();
    Vec3 goal_of(const Attachment&, size_t grip) const;
    void take_parameters(Attachment&) const;
    void settle_attachments();
    void lead_matter();
    void take_led_impulses();
    void pull_ahead();
    void carry_along(const PullSet::Group&);
    void note_motion(const PullSet::Group&);
    void guess_pulls(const PullSet::Group&);
    void limit_pulls(const PullSet::Group&);
    void aim(Pull&) const;
    Vec3 target_velocity(const Attachment&, size_t grip) const;
    void apply(const Pull&, const Vec3& impulse);
    void pull(const PullSet::Group&, bool backwards);
    void move_pulled(const PullSet::Group&);
    std::span<const Support> supports_of(const Pull&) const;
    void sum_up_pulls();
    void judge_attachments();
    void break_points(AttachmentId, Attachment&);

    // pull_groups.cpp
    template <class F>
    void each_tie(F&& f);
    void wake_tied();
    void lead_tied();
    void join_tied();
    void join_hung();
    void list_pulls();
    void add_group(size_t begin, size_t end);
    void add_pulls(Attachment&, Body&);
    void weigh(Pull&);
    bool can_move(const Pull&) const;
    void hold_pulls_of(const Body&);
    std::span<Body* const> members_of(const PullSet::Group&) const;
    const Body* moving_member(const PullSet::Group&) const;
    u32 member_of(const PullSet::Group&) const;

    // predict.cpp
    Substep common_substep() const;
    void predict_matter(const Substep& common);
    bool bodies_share_evenly();
    void push_by_forces();
    void quarantine(Body&);

    // collide.cpp
    void find_pairs();
    void find_reaches(float seconds);
    void add_pair(u32 i, u32 j, size_t known);
    void list_pairs();
    bool left_its_reach() const;
    void wake_touched();
    bool pair_allowed(const std::string& a, const std::string& b, LayerMask la, LayerMask lb, Pair& pair) const;
    void find_contacts();
    bool slow_down_hits();
    void find_contacts(Body&, ColliderContacts&);
    bool ready_for_itself(Body&) const;
    ContactDistances own_distances(const Body&) const;
    void find_contacts(Pair&, u32 worker);
    void fit_sheet(Body&);
    void assemble_contacts();
    void assemble(Pair&, u32 pair_number, const FoundContact&, Body& on, Body* other,
                  std::span<const WarmImpulse> warm);
    ContactImpulse guess(std::span<const WarmImpulse> of_pair, const Contact&, bool of_edge) const;
    std::span<const WarmImpulse> warm_impulses(const Pair&) const;
    void keep_impulses();
    void sort_islands();
    void find_coupled();

    // snapshot.cpp
    struct SavedBody;
    struct SavedWorld;
    SavedBody read_body(Reader&, bool whole_world) const;
    void check_fits(SavedBody&, bool whole_world) const;
    void find_model(SavedBody&, bool whole_world) const;
    void make_room(std::vector<SavedBody>&);
    void put_back(SavedBody&);
    void read_surroundings(Reader&, SavedWorld&) const;
    void remove_late(const SavedWorld&);
    void save_rigid(Writer&) const;
    void read_rigid(Reader&, SavedWorld&) const;
    void put_back(const SavedWorld&);

    // project.cpp, commit.cpp
    void project_rigid(u32 rounds);
    void start_from_guesses(const Island&);
    void solve(const Island&, u32 round);
    void finish(const Island&);
    Vec3 relative_velocity(const Contact&) const;
    void apply(const Contact&, const Vec3& impulse);
    Vec3 own_place(const Contact&) const;
    std::span<const u32> pulls_in(const Island&) const;
    std::span<const u32> coupled_in(const Island&) const;
    void restore_speed(const Island&);
    void move_supports(const Island&);
    void push_apart(const Island&);
    void hold_back(const Island&);
    bool hold_back(Contact&);
    void keep_points_out();
    void keep_out(const Body&, u32 particle);
    void move_by_hand(u32 particle, const Vec3& to);
    Vec3 kept_out_of_all(const Body&, u32 particle, Vec3 to) const;
    void keep_spines_out();

    // hold_sheets.cpp
    void hold_sheets_apart();
    void list_crossings();
    bool find_sheet_hits(bool whole);
    struct SheetParticle {
        const Body* body;
        u32 particle;
    };
    struct SheetHitParticles {
        std::array<SheetParticle, 4 * ContactSurface::most_supports> all;
        u32 count = 0;
        const SheetParticle* begin() const { return all.data(); }
        const SheetParticle* end() const { return all.data() + count; }
    };
    static SheetHitParticles particles_of(const SheetHit&, const Body& a, const Body& b);
    bool rests(const SheetParticle&) const;  // nothing can move it
    void join_zone(u32 zone, const SheetParticle&);
    void move_zones();
    Vec3 zone_kept_out(std::span<const SheetParticle> zone, Vec3 way) const;
    void sum_up_contacts();
    void check_touched();

    // settle.cpp
    void bend_for_good();
    void report_contacts();
    void count_contacts();
    void fall_asleep();

    // bodies.cpp
    void take_range(Body&, u32 first_particle);

    // tear.cpp
    void tear_apart();
    void find_overloads();
    bool tear(Body&);
    bool fits(const Body&, size_t pieces) const;
    bool take_pieces(Body&, std::vector<std::shared_ptr<const Model>>, const TearEvent&);
    std::string name_of_piece(const Body&);
    void show_anew(Body&);
    void hang_on_pieces(BodyId, std::span<const BodyId> pieces);
    void forget_warm(BodyId);
    void remove_old_pieces();

    void record_body_event(const Body&, BodyChange);
    void time_stage(Stage, void (World::*)());

    ParameterSet parameters_;
    Team team_;
    Particles particles_;
    Pool<Body, BodyIdTag> bodies_;
    Pool<Collider, ColliderIdTag> colliders_;
    Pool<Attachment, AttachmentIdTag> attachments_;
    Pool<CharacterInstance, CharacterIdTag> characters_;
    Pool<Field, FieldIdTag> fields_;
    Pool<RigidJoint, JointIdTag> joints_;
    std::unique_ptr<rigid::System> rigid_;  // while a collider is dynamic
    std::vector<PairRule> pair_rules_;
    std::vector<std::string> layers_;

    // State of time.
    double time_ = 0, unspent_ = 0;
    bool prerolling_ = false;
    u64 step_count_ = 0;
    u64 revision_ = 1;
    u32 topologies_ = 1;                      // how many there have been, of any body: none has the number of another
    std::vector<PairKey> touching_;           // since the last step, sorted
    std::vector<WarmImpulse> warm_;           // sorted by pair and feature
    std::vector<RigidTouch> rigid_touching_;  // since the last step, by their colliders
    std::vector<Standing> standing_;          // of this substep, by bodies and particles
    std::vector<Footing> footings_;           // of one body

    // Scratch of a step.
    std::vector<u32> turns_;          // numbers of substeps that bodies take in this step, ascending
    u32 substep_ = 0, substeps_ = 1;  // of the turn at hand
    float h_ = 0;                     // [s] their length
    bool rigid_moves_ = false;        // rigid bodies do, in the turn at hand
    std::function<void(double)> after_substep_;
    std::vector<Body*> all_bodies_, moving_bodies_, guided_bodies_, near_bodies_, carried_bodies_;
    std::vector<Body*> followers_;  // of characters
    std::vector<Collider*> all_colliders_;
    std::vector<Attachment*> holding_;
    PullSet pulls_;
    // Of taking hold.
    std::vector<Vec3> hold_points_, hold_normals_;
    std::vector<float> hold_distances_;
    SkinningScratch hold_skinning_;
    struct Job {
        Body* body;
        u32 block;
    };
    std::vector<Job> jobs_;
    std::vector<u64> worker_load_;
    std::vector<Box> boxes_;
    std::vector<std::pair<u32, u32>> box_pairs_;
    BroadPhase broad_phase_;
    std::vector<Pair> pairs_;
    size_t pair_count_ = 0;
    std::vector<u32> body_pairs_;  // numbers of pairs between bodies
    ContactSet contact_set_;
    DisjointSets island_sets_;
    std::vector<u32> rigid_islands_;   // islands with rigid bodies in them
    std::vector<float> island_quiet_;  // [s] how long the least rested of each has
    std::vector<u32> falling_asleep_;
    std::vector<rigid::PairException> rigid_exceptions_;
    struct ContactHome {
        static constexpr u32 pulled = 1u << 31;  // not a contact but a body with attachments
        u32 island, contact;
    };
    std::vector<ContactHome> homes_;
    std::vector<Contact> sorted_contacts_;
    std::vector<u16> acting_;  // of each particle: how many contacts and attachments act on it, in this substep
    std::vector<Array<std::byte>> worker_scratch_;
    std::vector<ColliderContacts> collider_finders_;
    std::vector<PairContacts> pair_finders_;
    std::vector<SheetContacts> sheet_finders_;
    SheetGuard sheet_guard_;
    std::vector<SheetHit> sheet_hits_;
    std::vector<Body*> sheet_bodies_;  // that meet sheets in this step
    DisjointSets zones_;               // of particles, while sheets are held back
    std::vector<u8> is_in_zone_;       // per particle
    std::vector<SheetParticle> in_zones_;
    HitSolver hits_;
    SpineGuard spine_guard_;
    std::vector<PairKey> touching_now_;
    std::vector<RigidTouch> rigid_touching_now_;

    std::vector<ContactEvent> contact_events_;
    std::vector<BodyEvent> body_events_, coming_body_events_;
    std::vector<AttachmentEvent> attachment_events_;
    std::vector<TearEvent> tear_events_;
    std::set<std::string> taken_names_;          // of bodies; filled when the first piece of a step needs a name
    std::map<std::string, u32> first_untried_;  // of pieces, by the body they came off: lower numbers are taken
    std::vector<ColliderEvent> collider_events_;
    std::vector<JointEvent> joint_events_;
    std::vector<RigidContactEvent> rigid_contact_events_;
    StepStatistics statistics_;
};

}  // namespace pliant
