#include "rig/pose.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

void rest_pose(const Character& c, CharacterPose& pose) {
    pose.nodes.resize(c.nodes.size());
    pose.morphs.resize(c.morphs.size());
    for (size_t n = 0; n < c.nodes.size(); ++n) pose.nodes[n] = c.nodes[n].rest;
    for (size_t m = 0; m < c.morphs.size(); ++m) pose.morphs[m] = c.morphs[m].rest_weight;
}

void clip_pose(const Character& c, const RigClip& clip, double seconds, bool loop, CharacterPose& pose) {
    PL_ASSERT(std::isfinite(seconds));
    rest_pose(c, pose);
    const double time = clip.file_time(seconds, loop);
    for (const RigChannel& channel : clip.channels) {
        NodePose& node = pose.nodes[channel.node];
        double v[4];
        switch (channel.path) {
            case ChannelPath::translation:
                channel.sample(time, v);
                node.translation = {v[0], v[1], v[2]};
                break;
            case ChannelPath::rotation:
                channel.sample(time, v);
                node.rotation = {v[0], v[1], v[2], v[3]};
                break;
            case ChannelPath::scale:
                channel.sample(time, v);
                node.scale = {v[0], v[1], v[2]};
                break;
            case ChannelPath::weights:
                channel.sample(time, pose.morphs.data() + c.nodes[channel.node].first_morph);
                break;
        }
    }
}

void cross_fade(const CharacterPose& other, double share, CharacterPose& pose) {
    PL_ASSERT(is_share(share));
    PL_ASSERT(other.nodes.size() == pose.nodes.size() && other.morphs.size() == pose.morphs.size());
    for (size_t n = 0; n < pose.nodes.size(); ++n) {
        NodePose& p = pose.nodes[n];
        const NodePose& o = other.nodes[n];
        p.translation += (o.translation - p.translation) * share;
        p.scale += (o.scale - p.scale) * share;
        p.rotation = turn_between(p.rotation, o.rotation, share);
    }
    for (size_t m = 0; m < pose.morphs.size(); ++m) pose.morphs[m] += (other.morphs[m] - pose.morphs[m]) * share;
}

void place_nodes(const Character& c, const NodePose& placement, const CharacterPose& pose,
                 std::vector<PlacedNode>& nodes) {
    PL_ASSERT(pose.nodes.size() == c.nodes.size());
    const PlacedNode root{affine_of(placement) * affine_of(c.root), placement.rotation * c.root.rotation};
    nodes.resize(c.nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n) {
        const PlacedNode& parent = c.nodes[n].parent == Node::none ? root : nodes[c.nodes[n].parent];
        nodes[n] = {parent.place * affine_of(pose.nodes[n]), normalized(parent.turn * pose.nodes[n].rotation)};
    }
}

}  // namespace pliant
