// The one animation of a .glb: a key a frame, at the scene's rate.
#pragma once

#include "assets/gltf_writer.h"

namespace pliant {

class GlbAnimation {
  public:
    GlbAnimation(GltfWriter& document, u64 frames, double rate);
    // Each adds nothing where the value never changes: the node has it already.
    void move(u32 node, const std::vector<Vec3>& places) { add_vectors(node, "translation", places); }
    void scale(u32 node, const std::vector<Vec3>& scales) { add_vectors(node, "scale", scales); }
    void turn(u32 node, std::vector<Quat> turns);
    void place(u32 node, const std::vector<Transform>& frames);
    // Of morph targets, `count` a frame; one sampler for all the nodes.
    void weigh(std::span<const u32> nodes, const std::vector<float>& weights);

  private:
    u32 add_sampler(u32 output);
    void add_channel(u32 sampler, u32 node, const char* path);
    void add_vectors(u32 node, const char* path, const std::vector<Vec3>& values);
    GltfWriter& g_;
    u64 frames_;
    u32 times_ = 0;
};

std::string json_quaternion(const Quat& q);

}  // namespace pliant
