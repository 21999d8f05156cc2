// Characters in a world: who plays what, and where their bones are.
//
// A character moves as animated colliders do: at the beginning of a step it learns where it will be at its end. Bones
// are known by name ("ada/Hips") to colliders, which are capsules that they carry, and to attachments.
#pragma once

#include <memory>

#include "body/surface.h"
#include "core/state_fields.h"
#include "rig/bone_capsules.h"
#include "rig/skinning.h"
#include "world/characters/character_parameters.h"

namespace pliant {

// What instances share.
struct CharacterModel {
    Character character;
    SurfaceModel surface;        // what is drawn; its vertices are those of the character's mesh
    std::vector<u32> triangles;  // of vertices, also those that are not drawn
    u64 hash = 0;
};
// `hidden`: 1 for each face of the mesh that bodies draw instead; or empty.
std::shared_ptr<const CharacterModel> make_character_model(Character character, std::span<const u8> hidden = {});

enum class PlayState : u8 { playing, paused, stopped };
constexpr PlayState last_value(PlayState) { return PlayState::stopped; }

// A clip that is being played; none is the rest pose.
struct PlayedClip {
    static constexpr u32 none = 0xffffffffu;
    u32 clip = none;
    u32 padding = 0;
    double time = 0;  // [s] since the clip's first key
};

inline bool is_sound(const PlayedClip& played) { return std::isfinite(played.time); }

struct CharacterState {
    PlayState state = PlayState::playing;
    PlayedClip now, before;                 // before: fading out
    double fade_left = 0, fade_length = 0;  // [s]
    Transform root;                         // where it was teleported to, after its placement
    std::vector<Transform> frames;          // of nodes, at the end of the last step

    static constexpr auto fields() {
        return std::tuple{
            field("playing", &CharacterState::state),           field("clip", &CharacterState::now),
            field("clip before", &CharacterState::before),      field("fade_left", &CharacterState::fade_left),
            field("fade_length", &CharacterState::fade_length), field("root", &CharacterState::root),
            field("frames of nodes", &CharacterState::frames)};
    }
};

struct CharacterInstance : CharacterState {
    CharacterInstance(std::string character_name, std::shared_ptr<const CharacterModel> shared, ParameterSet values)
        : name(std::move(character_name)), model(std::move(shared)), parameters(std::move(values)) {}

    CharacterId id;
    std::string name;
    std::shared_ptr<const CharacterModel> model;
    ParameterSet parameters;
    std::vector<BoneCapsule> capsules;
    std::vector<ColliderId> colliders;  // of the capsules

    // Scratch of a step.
    std::vector<Transform> goal_frames;  // of nodes, at the end of this step
    CharacterPose pose, other_pose;
    std::vector<PlacedNode> nodes;
    bool followed = false;                      // by some body: its surface is known
    std::vector<Vec3> surface, surface_normal;  // then: of each vertex, at the end of this step
    SkinningScratch skinning;

    const Character& character() const { return model->character; }
    bool fading() const { return fade_left > 0; }
    void advance(double seconds, double at);  // clips go on; parameters as they are at this time
    Transform placement(double time) const;
    NodePose scaled_placement(double time) const;  // the same with its scale
    // Where its nodes are with the clips as they stand and the placement of a time, into pose and nodes.
    void find_nodes(double time);
    void take_frames(std::vector<Transform>& out) const;
};

}  // namespace pliant
