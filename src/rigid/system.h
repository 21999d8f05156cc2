// Rigid bodies and joints in the same substeps as particles.
//
//   begin_step   kinematic bodies learn where they go; the broad phase
//   for each substep:
//     predict    gravity and gyration change velocities; poses stay where they are
//     collide    contacts at these poses, and where bodies will soon meet: nothing tunnels. Or before predict, for
//                several substeps at once: contacts stay on their bodies meanwhile
//     project    joints and contacts bring velocities into their allowed range; poses follow
//     commit     removes speed that only separated overlaps, applies restitution, breaks joints, freezes bodies
//                that are not finite
//
// Between predict and the end of project, others may read velocities and give impulses at points: that is how particles
// touch and are touched. The method is in docs/aspects/rigid.md.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "collide/broad_phase.h"
#include "core/archive.h"
#include "core/assert.h"
#include "core/disjoint_sets.h"
#include "core/parallel.h"
#include "rigid/bodies.h"
#include "rigid/contacts.h"
#include "rigid/hosted.h"
#include "rigid/joint.h"
#include "rigid/joint_rows.h"
#include "rigid/narrow_phase.h"
#include "rigid/trees.h"

namespace pliant::rigid {

struct Settings {
    u32 iterations = 2;  // rounds through joints and contacts in a substep: with one, a doll on the floor trembles
    float speculative_share = 0.01f;  // of a body's min_half_extent: within it, contacts of bodies at rest are made
};

// A rule for the contact of two bodies that overrides the values of each.
struct PairException {
    u32 a, b;                // numbers
    bool collide = true;     // or not at all
    float friction = -1;     // negative: the geometric mean, as usual
    float restitution = -1;  // negative: the larger, as usual
    bool operator==(const PairException&) const = default;
    bool operator<(const PairException& o) const { return std::pair{a, b} < std::pair{o.a, o.b}; }
};

// The state of a joint in a snapshot.
struct SavedJoint {
    DriveTarget target;
    Vec3 anchor, wheel_a, wheel_b;  // where it is tied to the world, which may have been shifted
    float impulse[max_rows];
    float force, torque;
    u32 broken, alive;
};

// A snapshot that was read and checked, before anything is changed.
struct SavedSystem {
    std::vector<u8> alive, frozen, asleep;
    std::vector<Transform> pose, target;
    std::vector<RigidVelocity> velocity;
    std::vector<float> opposing_load, rest_time;
    std::vector<SavedJoint> joints;
    std::vector<PatchState> contacts, resting;
    std::vector<Hosted> hosted;
};

class System {
  public:
    explicit System(const Settings& settings = {});

    // Bodies and joints; `name` is what errors call them. Throw Error.
    RigidBodyId add_body(const BodyDef& def, const std::string& name);
    void remove_body(RigidBodyId id);  // and its joints
    JointId add_joint(const JointDef& def, const std::string& name);
    void remove_joint(JointId id);

    bool has(RigidBodyId id) const;
    bool has(JointId id) const;

    Transform pose(RigidBodyId id) const;  // of the own frame
    void set_pose(RigidBodyId id, const Transform& pose);
    RigidVelocity velocity(RigidBodyId id) const;  // of the centre of mass
    void set_velocity(RigidBodyId id, const Vec3& linear, const Vec3& angular);
    void add_impulse(RigidBodyId id, const Vec3& impulse, const Vec3& at);  // [N s] between steps
    Vec3d momentum(RigidBodyId id) const;                                   // [kg m/s]
    Vec3d angular_momentum(RigidBodyId id) const;                           // [kg m²/s] about the origin
    void move_to(RigidBodyId kinematic, const Transform& pose_at_end_of_step);
    float mass(RigidBodyId id) const;  // [kg]; infinite unless dynamic
    // Friction, restitution, gravity scale and layers are those of the def from now on; its kind and shape stay.
    void set_properties(RigidBodyId id, const BodyDef& def);
    void set_kinematic(RigidBodyId id, bool kinematic);         // or fixed; not for dynamic bodies
    void set_exceptions(std::span<const PairException> pairs);  // all that there are
    void shift_origin(const Vec3& by);                          // subtracts `by` from every position
    bool is_frozen(RigidBodyId id) const;
    void unfreeze(RigidBodyId id);

    // Bodies of the host: their velocity from now on, and the impulses on them since the last call.
    void set_host_state(RigidBodyId id, const HostState& state);  // throws Error
    HostImpulse host_impulse(RigidBodyId id) const;

    // Sleep (sleep.cpp). Bodies wake by themselves when something that moves touches them or is joined to them, and
    // when they or their joints are changed.
    bool is_asleep(RigidBodyId id) const { return bodies_.asleep[index(id)]; }
    // Once a step: updates the rest times of bodies, which rest when they are slower than `rest_speed` of their radius.
    void rest(const std::function<float(float radius)>& rest_speed, float seconds);
    void put_to_sleep(std::span<const u32> bodies);  // whole islands
    void wake(u32 body);                             // and all that sleep with it
    void wake_all();
    void scale_impulses(float by);  // the guesses for the next substep, which will be longer or shorter
    std::span<const u32> woken() const { return woken_; }  // since they were forgotten, in order
    void forget_woken() { woken_.clear(); }
    template <class F>
    void each_connection(F&& f) const {  // f(a, b): what touches or is joined, of which one at least moves
        for (const PatchState& p : contacts_)
            if (p.count()) f(p.key.a, p.key.b);
        for (const Joint& joint : joints_)
            if (joint.alive && !joint.broken && !is_dormant(joint)) f(joint.a, joint.b);
    }
    // Whether they overlap now, whatever their layers. Used for sensors.
    bool overlap(u32 a, u32 b);

    void set_target(JointId id, const DriveTarget& target);
    // Limits, drives, target and breaking loads are those of the def from now on; its bodies and anchors stay.
    void change_joint(JointId id, const JointDef& def, const std::string& name);  // throws Error
    JointState state(JointId id) const;
    const JointDef& definition(JointId id) const;
    std::pair<Transform, Transform> frames(JointId id) const;  // on a and on b, in the world
    bool is_broken(JointId id) const;
    float joint_force(JointId id) const;   // [N] in the last substep
    float joint_torque(JointId id) const;  // [N m]

    // The step, whole or by its stages.
    void step(float seconds, u32 substeps, const Vec3& gravity, Team& team);
    void begin_step(float seconds, const Vec3& gravity);
    void predict(float h, const Vec3& gravity);
    void update_inverse_masses(float h);  // where impulses are applied before predict
    void collide(float h, Team& team);
    void project(float h, Team& team);  // prepare, `iterations` times solve, advance
    void commit(float h, Team& team);
    void accumulate_host_impulses();  // after all other systems have applied their impulses of the substep
    void end_step();

    // The parts of project, for callers that solve constraints of their own alternately with these.
    void prepare(float h, Team& team);  // rows of joints and contacts, and their first guess
    void solve(float h, Team& team);    // one round
    void advance(float h, Team& team);  // integrates poses

    // Access to a body by its number, between predict and the end of project. Points are in the world.
    static u32 number(RigidBodyId id) { return id.slot; }
    float inverse_mass_at(u32 body, const Vec3& point, const Vec3& direction) const;
    Vec3 velocity_at(u32 body, const Vec3& point) const;
    void apply_impulse(u32 body, const Vec3& point, const Vec3& impulse);  // [N s]
    void apply_impulse(u32 body, const Vec3& point, const Vec3& impulse,
                       const Vec3& angular_impulse);  // and [N m s] about it
    void bear(u32 body, const Vec3& impulse);         // once a substep: the impulse of a constraint with something else
    void apply_split_impulse(u32 body, const Vec3& point,
                             const Vec3& impulse);                   // moves it in this substep, without speed
    Vec3 split_velocity_at(u32 body, const Vec3& point) const;       // [m/s] the sum of these as a velocity
    Mat3 inverse_mass_matrix_at(u32 body, const Vec3& point) const;  // [1/kg] from an impulse to a change of velocity
    Transform predicted_pose(u32 body, float h) const;               // of the mass frame, if nothing more happens
    Transform predicted_pose(RigidBodyId id, float h) const;         // of the own frame
    const Bodies& bodies() const { return bodies_; }
    std::span<const PatchState> contacts() const { return contacts_; }  // without points: near, and nothing more
    struct Touch {                                                      // a contact that pushed in the last substep
        u32 a, b;                                                       // numbers
        Vec3 point;                                                     // [m] mean place, weighted by impulse
        Vec3 normal;                                                    // from a to b
        float impulse;                                                  // [N s]
        float speed;                                                    // [m/s] of approach
    };
    template <class F>
    void each_touch(F&& f) const {
        for (const ContactBatch& batch : batches_)
            for (u32 lane = 0; lane < batch.patches; ++lane)
                if (const Touch t = touch_in(batch, lane); t.impulse > 0) f(t);
    }

    // State: poses, velocities, impulses, targets of joints. A snapshot fits a system that has the same bodies and
    // joints in the same slots, however they came there. To remove bodies that were added later, read first, then put
    // back.
    void save(Writer& out) const;
    void restore(Reader& in);
    SavedSystem read(Reader& in) const;
    void put_back(const SavedSystem& saved);
    u64 hash() const;
    friend const char* validate(const System&);  // of PL_VALIDATE: the first invariant that is broken, or null

  private:
    static constexpr u32 last_color = 63;  // of contacts that find no other, and are solved one by one
    struct Tree {
        u32 first, count;       // links
        bool factored = false;  // their work is of these poses and rows
    };
    struct Found {  // by one block of pairs
        std::vector<PatchState> patches;
        std::vector<ColliderTriangle> near;
    };
    u32 index(RigidBodyId id) const;
    u32 index(JointId id) const;
    bool is_dormant(const Joint& joint) const;
    void wake_around(u32 body);
    void wake_driven();
    bool wake_touched();
    void predict_body(u32 body, float h);
    void find_contacts(float h, Team& team);
    void find_pairs();
    void collide_pairs(u32 block, float h, Found& out) const;
    bool far_apart(u32 a, u32 b, float speculative_distance) const;
    void collide_pair(u32 a, u32 b, float speculative_distance, float way, Found& out) const;
    void collide_two(const Piece& p, const Piece& q, PatchKey key, float speculative_distance, Found& out) const;
    void build_trees();
    void add_tree(const TreeLink& root);
    void color_contacts();
    bool colors_share_no_body() const;
    void prepare_joints(float h);
    void solve_joints(Pass pass, float h, Team& team);
    ContactArguments contact_arguments(float h);
    void each_color(void (*kernel)(ContactBatch*, u32, const ContactArguments&), const ContactArguments& args,
                    Team& team);
    void advance_body(u32 body, float h);
    void update_inverse_mass(u32 body, const Mat3& axes, float h);
    Vec3 falling_velocity(u32 body, float h) const;
    float limited_inverse_mass(u32 body, float h) const;
    void find_opposing_loads();
    bool touch(u32 a, u32 b) const;  // may they?
    Touch touch_in(const ContactBatch&, u32 lane) const;
    const PairException* exception(u32 a, u32 b) const;
    Transform own_pose(u32 body, const Transform& mass_pose) const;
    Transform in_mass_frame(u32 body, const Transform& frame) const;
    void set_inertia(u32 body, float inverse_mass, const Vec3& inverse_inertia);
    Hosted* hosted(u32 body);  // or null
    void make_hosted(u32 body);
    void set_host_mass(const Hosted&);
    static void accumulate(Hosted&, const Vec3& impulse, const Vec3& angular_impulse, const Vec3& center);

    Settings settings_;
    Bodies bodies_;
    std::vector<Joint> joints_;
    std::vector<Hosted> hosted_;                                   // in the order of their bodies
    std::vector<PairException> exceptions_, previous_exceptions_;  // sorted

    std::vector<PatchState> contacts_;  // in the order of their keys
    std::vector<PatchState> resting_;   // of sleepers with each other and with motionless bodies: skipped by the step

    // Scratch.
    std::vector<PatchState> previous_contacts_;
    std::vector<ContactBatch> batches_;  // of contacts_, by colour
    std::vector<u32> color_start_;       // first batch of each colour, and their number
    std::vector<u8> contact_color_;
    std::vector<u64> used_colors_;             // at each body, as bits
    mutable std::vector<u32> checked_colors_;  // of colors_share_no_body
    std::vector<Found> found_;
    std::vector<Box> boxes_;
    std::vector<float> travel_limit_, travelled_;  // [m] that each body may move before pairs must be looked for again
    std::vector<u32> infinite_bodies_;
    std::vector<std::pair<u32, u32>> pairs_, box_pairs_, joined_;
    bool pairs_known_ = false;  // or a body woke since they were found
    BroadPhase broad_phase_;
    DisjointSets sets_;
    std::vector<TreeLink> links_;
    std::vector<LinkWork> link_work_;
    std::vector<Tree> trees_;
    std::vector<u32> tree_joints_, first_tree_joint_;  // joints in trees at each body
    std::vector<u8> in_links_;                         // bodies that are
    std::vector<u32> woken_, touched_;
    float seconds_left_ = 0, gravity_size_ = 0;  // of the step
    float substep_ = 0;                          // [s] the substep at hand, from predict to commit; or 0
    Vec3 gravity_;                               // [m/s²]
};

}  // namespace pliant::rigid
