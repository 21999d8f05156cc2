// Clips of a character advance, and its pose follows them.

#include <algorithm>

#include "core/trig.h"
#include "geometry/mesh_faces.h"
#include "world/characters/character_instance.h"

namespace pliant {

std::shared_ptr<const CharacterModel> make_character_model(Character character, std::span<const u8> hidden) {
    auto model = std::make_shared<CharacterModel>();
    model->hash = content_hash(character);
    model->surface = make_surface_model(character.mesh, triangulate(character.mesh));
    model->triangles = model->surface.indices;
    if (!hidden.empty()) {
        Mesh shown = without_faces(character.mesh, hidden);
        model->surface = make_surface_model(shown, triangulate(shown));
    }
    model->character = std::move(character);
    return model;
}

namespace {

void go_on(PlayedClip& played, const Character& c, double seconds, bool loop) {
    if (played.clip == PlayedClip::none) return;
    const double length = c.clips[played.clip].length();
    played.time += seconds;
    if (!(length > 0))
        played.time = 0;
    else if (!loop)
        played.time = std::clamp(played.time, 0.0, length);
    else
        played.time -= std::floor(played.time / length) * length;
}

void pose_of_clip(const PlayedClip& played, const Character& c, CharacterPose& pose) {
    if (played.clip == PlayedClip::none) return rest_pose(c, pose);
    // The time is within the clip already; a loop would take its very end for its beginning.
    clip_pose(c, c.clips[played.clip], played.time, false, pose);
}

}  // namespace

void CharacterInstance::advance(double seconds, double at) {
    if (state != PlayState::playing) return;
    const double by = seconds * parameters.number(CharacterP::speed, at);
    const bool loop = parameters.flag(CharacterP::loop);
    go_on(now, character(), by, loop);
    if (!fading()) return;
    go_on(before, character(), by, loop);
    fade_left = std::max(0.0, fade_left - seconds);
}

void CharacterInstance::find_nodes(double time) {
    pose_of_clip(now, character(), pose);
    if (fading()) {
        pose_of_clip(before, character(), other_pose);
        cross_fade(other_pose, fade_left / fade_length, pose);
    }
    place_nodes(character(), scaled_placement(time), pose, nodes);
}

NodePose CharacterInstance::scaled_placement(double time) const {
    const double s = parameters.number(CharacterP::scale);
    const Vec3d position = parameters.vector(CharacterP::position, time);
    const Quatd rotation = rotation_from_degrees(parameters.vector(CharacterP::rotation, time));
    const Quatd turned = root.rotation.to<double>();
    return {turned * position + root.position.to<double>(), turned * rotation, {s, s, s}};
}

Transform CharacterInstance::placement(double time) const {
    return root * Transform{parameters.vector(CharacterP::position, time).to<float>(),
                            rotation_from_degrees(parameters.vector(CharacterP::rotation, time)).to<float>()};
}

void CharacterInstance::take_frames(std::vector<Transform>& out) const {
    out.resize(nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n) {
        const Transform frame = nodes[n].frame();
        // A file can scale a bone beyond all numbers; it then stays where it was.
        if (is_finite(frame.position) && is_finite(frame.rotation)) out[n] = frame;
    }
}

}  // namespace pliant
