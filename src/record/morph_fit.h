// Few morph targets for many frames.
//
// A body that moves for 300 frames does not need 300 shapes: its frames are mixtures of fewer, found by principal
// components (Alexa & Mueller, "Representing animations by principal components", 2000):
//
//     positions in frame f = those in frame 0 + translation(f) + Σ weight(f, k) · target(k),    normals likewise
//
// The body as a whole is moved by its node, since viewers that cull objects outside the picture look where the node
// is, and expect a target to count once at most. There are as many targets as make the file smallest: where they leave
// a vertex further off than the error that is allowed, in a frame, a correction of that frame lists this vertex. So a
// few points that something hits need no targets for the whole body. Normals need fewer targets: the mean square of
// their error is two degrees at most, less than by what the allowed error of positions turns a triangle. Targets are
// whole numbers: positions of 8 or 16 bits in steps of `unit`, normals of 8 bits in steps of 1/127. The final error is
// measured, the rounding of targets and of weights included. Long films are fitted in pieces of at most 512 frames.
#pragma once

#include "record/frame_file.h"
#include "record/vertex_order.h"

namespace pliant {

struct MorphTarget {
    bool wide = false;           // positions of 16 bits; else they fit into 8
    std::vector<u32> vertices;   // which it moves, in their order; empty: all
    std::vector<i16> positions;  // three a vertex, in steps of MorphFit::unit
    std::vector<i8> normals;     // three a vertex, in steps of 1/127; empty: they are not changed
    float lowest = 0;            // weight
    u32 copies = 1;              // by which its weights, counted from the lowest, are divided: then none is above 1
};

// Weights are stored with 16 bits. What a weight is rounded to:
inline float weight_step(u32 copies) { return static_cast<float>(copies) / 65535; }

struct MorphFit {
    float unit = 1;                    // [m], a power of two
    u64 vertices = 0;                  // of the body, in the .glb
    std::vector<MorphTarget> targets;  // vertices in the order of a .glb
    std::vector<float> weights;        // targets.size() a frame
    std::vector<Vec3> translations;    // [m] of each frame
    double position_error = 0;         // [m] the largest distance of a vertex from where it was
    double normal_error = 0;           // [rad] root of the mean square
    bool found = true;                 // false: the error cannot be kept with whole numbers
};

MorphFit fit_morphs(FrameReader& frames, size_t body, const VertexOrder& order, double allowed_error);

}  // namespace pliant
