#include "assets/character_animation.h"

#include <algorithm>
#include <cmath>

#include "assets/character_file.h"
#include "core/error.h"
#include "core/text.h"
#include "rig/skinning.h"

namespace pliant {

namespace {

constexpr double rate = 30;  // frames a second: keys of a skeleton stand anywhere, those of a mesh must not

class CharacterAnimation final : public MeshAnimation {
  public:
    CharacterAnimation(Character character, size_t clip) : character_(std::move(character)), clip_(clip) {
        positions_.resize(character_.vertex_count());
        normals_.resize(character_.vertex_count());
    }
    u32 point_count() const override { return static_cast<u32>(character_.mesh.points.size()); }
    u64 frame_count() const override { return static_cast<u64>(std::ceil(clip().length() * rate - 1e-9)) + 1; }
    i32 number(u64 frame) const override { return static_cast<i32>(frame); }
    double fps() const override { return rate; }
    std::optional<Mesh> rest() const override { return mesh_at_rest(character_); }

  private:
    const RigClip& clip() const { return character_.clips[clip_]; }
    void fill(u64 frame, std::span<Vec3> out) const override {
        const double seconds = std::min(static_cast<double>(frame) / rate, clip().length());
        clip_pose(character_, clip(), seconds, false, pose_);
        place_nodes(character_, NodePose{}, pose_, nodes_);
        skin(character_, nodes_, pose_, scratch_, positions_, normals_);
        for (size_t v = 0; v < positions_.size(); ++v) out[character_.mesh.vertex_point[v]] = positions_[v];
    }

    const Character character_;
    const size_t clip_;
    mutable CharacterPose pose_;
    mutable std::vector<PlacedNode> nodes_;
    mutable SkinningScratch scratch_;
    mutable std::vector<Vec3> positions_, normals_;
};

// A morph is a clip of one frame: the pose that it is.
void add_poses(Character& c) {
    for (u32 n = 0; n < c.nodes.size(); ++n)
        for (u32 m = 0; m < c.nodes[n].morph_count; ++m) {
            RigChannel channel;
            channel.node = n;
            channel.path = ChannelPath::weights;
            channel.width = c.nodes[n].morph_count;
            channel.times = {0};
            channel.values.assign(channel.width, 0);
            channel.values[m] = 1;
            c.clips.push_back({c.morphs[c.nodes[n].first_morph + m].name, 0, 0, {std::move(channel)}});
        }
}

}  // namespace

std::unique_ptr<MeshAnimation> open_character_animation(const std::string& path, const AssetSettings& settings) {
    return character_animation(load_character(path, settings), path, settings.clip);
}

std::unique_ptr<MeshAnimation> character_animation(LoadedCharacter loaded, const std::string& path,
                                                   const std::string& wanted) {
    if (!wanted.empty()) add_poses(loaded.character);
    const std::vector<RigClip>& clips = loaded.character.clips;
    std::vector<std::string> names;
    for (const RigClip& clip : clips) names.push_back(clip.name);
    const auto found = wanted.empty() ? names.begin() : std::find(names.begin(), names.end(), wanted);
    if (found == names.end() && wanted.empty()) return nullptr;
    if (found == names.end()) throw_unknown_name(path, "clip", wanted, names, "");
    const size_t clip = static_cast<size_t>(found - names.begin());
    return std::make_unique<CharacterAnimation>(std::move(loaded.character), clip);
}

}  // namespace pliant
