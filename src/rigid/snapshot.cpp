// The state of a system as bytes.

#include "core/hash.h"
#include "core/soundness.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

constexpr u32 format = 1;

struct JointBytes {
    DriveTarget target;
    float impulse[most_rows];
    float force, torque;
    u32 broken;
    u32 generation;
};

}  // namespace

void System::save(Writer& out) const {
    out.value(format);
    out.array(bodies_.generation);
    out.array(bodies_.pose);
    out.array(bodies_.velocity);
    out.array(bodies_.target);
    out.array(bodies_.frozen);
    out.value(static_cast<u64>(joints_.size()));
    for (const Joint& joint : joints_) {
        JointBytes bytes{joint.def.target, {}, joint.force, joint.torque, joint.broken, joint.generation};
        std::copy(std::begin(joint.impulse), std::end(joint.impulse), bytes.impulse);
        out.value(bytes);
    }
    out.array(contacts_);
}

// All is read and looked at before anything is changed.
void System::restore(Reader& in) {
    const Soundness sound(in.name());
    if (const u32 found = in.value<u32>(); found != format)
        throw Error({in.name(), "rigid bodies of format " + std::to_string(found), std::to_string(format),
                     "it was made by another version"});
    std::vector<u32> generation(bodies_.size());
    std::vector<Transform> pose(bodies_.size()), target(bodies_.size());
    std::vector<RigidVelocity> velocity(bodies_.size());
    std::vector<u8> frozen(bodies_.size());
    in.fill(std::span(generation));
    in.fill(std::span(pose));
    in.fill(std::span(velocity));
    in.fill(std::span(target));
    in.fill(std::span(frozen));
    sound.require(generation == bodies_.generation, "rigid bodies of another scene");
    sound.numbers(pose, "poses of rigid bodies");
    sound.numbers(target, "targets of kinematic bodies");
    for (const RigidVelocity& v : velocity)
        sound.require(is_sound(v.linear) && is_sound(v.angular), "velocities of rigid bodies");
    for (const u8 f : frozen) sound.require(f <= 1, "flags of rigid bodies");

    const u64 count = in.value<u64>();
    sound.require(count == joints_.size(), "joints of another scene");
    std::vector<JointBytes> joints(joints_.size());
    for (JointBytes& bytes : joints) bytes = in.value<JointBytes>();
    for (size_t i = 0; i < joints.size(); ++i) {
        const JointBytes& bytes = joints[i];
        sound.require(bytes.generation == joints_[i].generation && bytes.broken <= 1, "joints of another scene");
        sound.numbers(bytes.impulse, "impulses of joints");
        const DriveTarget& t = bytes.target;
        sound.require(is_sound(t.position) && is_sound(t.rotation) && is_sound(t.velocity) &&
                          is_sound(t.angular_velocity) && is_sound(t.strength) && t.strength >= 0,
                      "targets of joints");
    }
    std::vector<PatchState> contacts;
    in.array(contacts);
    const auto order = [](const PatchState& s) { return std::pair{s.key.a, s.key.b}; };
    for (size_t i = 0; i < contacts.size(); ++i) {
        const PatchState& s = contacts[i];
        sound.require(s.key.a < s.key.b && s.key.b < bodies_.size() && s.key.a > 0 && s.normal.w >= 0 &&
                          s.normal.w <= most_points && bodies_.shape[s.key.a] && bodies_.shape[s.key.b],
                      "contacts of rigid bodies");
        sound.require(i == 0 || order(contacts[i - 1]) <= order(s), "contacts of rigid bodies");
        sound.require(
            is_sound(s.found_position) && is_sound(s.found_rotation) && is_sound(s.normal) && is_sound(s.friction),
            "contacts of rigid bodies");
        sound.numbers(s.on_a, "contacts of rigid bodies");
        sound.numbers(s.on_b, "contacts of rigid bodies");
    }

    bodies_.pose = std::move(pose), bodies_.velocity = std::move(velocity);
    bodies_.target = std::move(target), bodies_.frozen = std::move(frozen);
    for (size_t i = 0; i < joints.size(); ++i) {
        Joint& joint = joints_[i];
        joint.def.target = joints[i].target;
        std::copy(std::begin(joints[i].impulse), std::end(joints[i].impulse), joint.impulse);
        joint.force = joints[i].force, joint.torque = joints[i].torque;
        joint.broken = joints[i].broken;
    }
    contacts_.assign(contacts.begin(), contacts.end());  // keeps the room it has: steps after it need not allocate
}

u64 System::hash() const {
    std::vector<std::byte> bytes;
    Writer out(bytes);
    save(out);
    return hash_bytes(bytes.data(), bytes.size());
}

}  // namespace pliant::rigid
