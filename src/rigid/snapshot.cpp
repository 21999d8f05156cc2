// The state of a system as bytes.

#include "core/assert.h"
#include "core/hash.h"
#include "core/soundness.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

constexpr u32 format = 4;

// Up to the last slot that is taken: what came and went behind it leaves no trace.
template <class IsAlive>
u64 slots_in_use(u64 count, IsAlive&& is_alive) {
    while (count > 0 && !is_alive(count - 1)) --count;
    return count;
}

template <class T>
void save_first(Writer& out, const std::vector<T>& all, u64 count) {
    out.bytes(all.data(), count * sizeof(T));
}

template <class T>
void read_first(Reader& in, std::vector<T>& all, u64 count) {
    all.resize(count);
    in.bytes(all.data(), count * sizeof(T));
}

}  // namespace

void System::save(Writer& out) const {
    out.value(format);
    const u64 bodies = slots_in_use(bodies_.size(), [&](u64 i) { return bodies_.shape[i] != nullptr; });
    out.value(bodies);
    save_first(out, bodies_.pose, bodies);
    save_first(out, bodies_.target, bodies);
    save_first(out, bodies_.velocity, bodies);
    save_first(out, bodies_.opposing_load, bodies);
    save_first(out, bodies_.rest_time, bodies);
    for (u64 i = 0; i < bodies; ++i)
        out.value(static_cast<u8>((bodies_.shape[i] ? 1 : 0) + 2 * bodies_.frozen[i] + 4 * bodies_.asleep[i]));
    const u64 joints = slots_in_use(joints_.size(), [&](u64 i) { return joints_[i].alive; });
    out.value(joints);
    for (u64 i = 0; i < joints; ++i) {
        const Joint& joint = joints_[i];
        SavedJoint bytes{joint.def.target,
                         joint.a == 0 ? joint.frame_a.position : Vec3{},
                         joint.def.wheel_a,
                         joint.def.wheel_b,
                         {},
                         joint.force,
                         joint.torque,
                         joint.broken,
                         joint.alive};
        std::copy(std::begin(joint.impulse), std::end(joint.impulse), bytes.impulse);
        out.value(bytes);
    }
    out.array(contacts_);
    out.array(resting_);
    std::vector<Hosted> hosted = hosted_;
    for (Hosted& h : hosted) h.before = {};
    out.array(hosted);
}

// All is read and looked at before anything is changed.
SavedSystem System::read(Reader& in) const {
    const Soundness sound(in.name());
    if (const u32 found = in.value<u32>(); found != format)
        throw Error({in.name(), "rigid bodies of format " + std::to_string(found), std::to_string(format),
                     "it was made by another version"});
    SavedSystem saved;
    const u64 bodies = in.value<u64>();
    sound.require(bodies <= bodies_.size(), "rigid bodies of another scene");
    read_first(in, saved.pose, bodies);
    read_first(in, saved.target, bodies);
    read_first(in, saved.velocity, bodies);
    read_first(in, saved.opposing_load, bodies);
    read_first(in, saved.rest_time, bodies);
    read_first(in, saved.alive, bodies);
    for (u64 i = 0; i < bodies; ++i) {
        sound.require(saved.alive[i] <= 7, "flags of rigid bodies");
        saved.asleep.push_back(saved.alive[i] / 4);
        saved.frozen.push_back(saved.alive[i] / 2 & 1);
        saved.alive[i] &= 1;
        sound.require(!saved.alive[i] || bodies_.shape[i], "rigid bodies of another scene");
        sound.require(is_sound(saved.velocity[i].linear) && is_sound(saved.velocity[i].angular),
                      "velocities of rigid bodies");
    }
    sound.numbers(saved.pose, "poses of rigid bodies");
    sound.numbers(saved.target, "targets of kinematic bodies");
    sound.numbers(saved.opposing_load, "loads of rigid bodies");
    sound.numbers(saved.rest_time, "rest of rigid bodies");

    const u64 count = in.value<u64>();
    sound.require(count <= joints_.size(), "joints of another scene");
    for (u64 i = 0; i < count; ++i) {
        const SavedJoint joint = in.value<SavedJoint>();
        sound.require(joint.broken <= 1 && joint.alive <= 1 && (!joint.alive || joints_[i].alive),
                      "joints of another scene");
        sound.numbers(joint.impulse, "impulses of joints");
        sound.require(is_sound(joint.anchor) && is_sound(joint.wheel_a) && is_sound(joint.wheel_b), "places of joints");
        const DriveTarget& t = joint.target;
        sound.require(is_sound(t.position) && is_sound(t.rotation) && is_sound(t.velocity) &&
                          is_sound(t.angular_velocity) && is_sound(t.strength) && t.strength >= 0,
                      "targets of joints");
        saved.joints.push_back(joint);
    }
    in.array(saved.contacts);
    in.array(saved.resting);
    const auto order = [](const PatchState& s) { return std::pair{s.key.a, s.key.b}; };
    for (const std::vector<PatchState>* list : {&saved.contacts, &saved.resting})
        for (size_t i = 0; i < list->size(); ++i) {
            const PatchState& s = (*list)[i];
            sound.require(s.key.a < s.key.b && s.key.b < bodies && s.key.a > 0 && s.normal.w >= 0 &&
                              s.normal.w <= max_points && saved.alive[s.key.a] && saved.alive[s.key.b],
                          "contacts of rigid bodies");
            sound.require(i == 0 || order((*list)[i - 1]) <= order(s), "contacts of rigid bodies");
            sound.require(
                is_sound(s.found_position) && is_sound(s.found_rotation) && is_sound(s.normal) && is_sound(s.friction),
                "contacts of rigid bodies");
            sound.numbers(s.on_a, "contacts of rigid bodies");
            sound.numbers(s.on_b, "contacts of rigid bodies");
        }
    in.array(saved.hosted);
    for (const Hosted& h : saved.hosted) {
        sound.require(
            std::any_of(hosted_.begin(), hosted_.end(), [&](const Hosted& own) { return own.body == h.body; }),
            "rigid bodies of another scene");
        sound.require(
            is_sound_mass(h) && is_sound(h.center) && is_sound(h.sum.impulse) && is_sound(h.sum.angular_impulse),
            "rigid bodies of the host");
    }
    return saved;
}

void System::put_back(const SavedSystem& saved) {
    for (u32 i = 0; i < bodies_.size(); ++i) {
        PL_ASSERT((bodies_.shape[i] != nullptr) == (i < saved.alive.size() && saved.alive[i]));
        if (!bodies_.shape[i]) continue;
        bodies_.pose[i] = saved.pose[i];
        bodies_.velocity[i] = saved.velocity[i];
        bodies_.target[i] = saved.target[i];
        bodies_.frozen[i] = saved.frozen[i];
        bodies_.opposing_load[i] = saved.opposing_load[i];
        bodies_.asleep[i] = saved.asleep[i];
        bodies_.rest_time[i] = saved.rest_time[i];
    }
    for (size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        PL_ASSERT(joint.alive == (i < saved.joints.size() && saved.joints[i].alive));
        if (!joint.alive) continue;
        joint.def.target = saved.joints[i].target;
        if (joint.a == 0) joint.frame_a.position = saved.joints[i].anchor;
        joint.def.wheel_a = saved.joints[i].wheel_a;
        joint.def.wheel_b = saved.joints[i].wheel_b;
        std::copy(std::begin(saved.joints[i].impulse), std::end(saved.joints[i].impulse), joint.impulse);
        joint.force = saved.joints[i].force;
        joint.torque = saved.joints[i].torque;
        joint.broken = saved.joints[i].broken;
    }
    for (const Hosted& h : saved.hosted) set_host_mass(*hosted(h.body) = h);
    // Keeps the room it has: steps after it need not allocate.
    contacts_.assign(saved.contacts.begin(), saved.contacts.end());
    resting_.assign(saved.resting.begin(), saved.resting.end());
    woken_.clear();
    PL_VALIDATE(*this);
}

void System::restore(Reader& in) {
    const SavedSystem saved = read(in);
    const Soundness sound(in.name());
    for (u32 i = 0; i < bodies_.size(); ++i)
        sound.require(!bodies_.shape[i] || (i < saved.alive.size() && saved.alive[i]), "rigid bodies of another scene");
    for (size_t i = 0; i < joints_.size(); ++i)
        sound.require(!joints_[i].alive || (i < saved.joints.size() && saved.joints[i].alive),
                      "joints of another scene");
    put_back(saved);
}

u64 System::hash() const {
    std::vector<std::byte> bytes;
    Writer out(bytes);
    save(out);
    return hash_bytes(bytes.data(), bytes.size());
}

}  // namespace pliant::rigid
