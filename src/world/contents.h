// The contents of a world, by id, and its clock: plain data that the systems act on.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "body/particles.h"
#include "world/attachments/attachment.h"
#include "world/characters/character_instance.h"
#include "world/fields/field.h"
#include "world/items.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

namespace rigid {
class System;
}

constexpr double longest_substep = 1.0 / 60;  // [s] of any body

struct ClockState {
    u64 step_count = 0;
    double unspent = 0;  // [s] that advance() was given and no step has taken yet
    u32 rigid_substeps = 0;      // that rigid bodies took in the last step; 0: none yet
    float rigid_fewer_time = 0;  // [s] for which fewer would have been enough

    static constexpr auto fields() {
        return std::tuple{field("step_count", &ClockState::step_count),
                          field("unspent", &ClockState::unspent).unhashed(),
                          field("rigid_substeps", &ClockState::rigid_substeps).unhashed(),
                          field("rigid_fewer_time", &ClockState::rigid_fewer_time).unhashed()};
    }
};

struct Contents : ClockState {
    explicit Contents(ParameterSet world_parameters);
    ~Contents();
    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;

    ParameterSet parameters;  // of the world
    Particles particles;
    Pool<Body, BodyIdTag> bodies;
    Pool<Collider, ColliderIdTag> colliders;
    Pool<Attachment, AttachmentIdTag> attachments;
    Pool<CharacterInstance, CharacterIdTag> characters;
    Pool<Field, FieldIdTag> fields;
    Pool<RigidJoint, JointIdTag> joints;
    std::unique_ptr<rigid::System> rigid;  // while a collider is dynamic
    std::vector<PairRule> pair_rules;
    std::vector<std::string> layers;
    Names names;

    double time = 0;                  // [s]
    bool prerolling = false;          // the clock stands still
    u64 revision = 1;                 // grows with everything that moves a body or a collider
    u32 collider_pairs_revision = 1;  // grows when a rule of pairs or a collider comes or goes
    u32 topologies = 1;               // how many there have been, of any body: each has a number of its own

    double step_length() const { return 1.0 / parameters.number(WorldP::rate); }
    double clock_step() const { return prerolling ? 0 : step_length(); }  // how far clips and keys go in a step
    u32 substep_count() const;
    void add_pair_rule(PairRule rule);
    u32 layer_bit(std::string_view name);  // makes the layer known; throws Error beyond 32

    BodyId find_body(std::string_view name) const;
    ColliderId find_collider(std::string_view name) const;
    AttachmentId find_attachment(std::string_view name) const;
    CharacterId find_character(std::string_view name) const;
    FieldId find_field(std::string_view name) const;
    JointId find_joint(std::string_view name) const;
};

}  // namespace pliant
