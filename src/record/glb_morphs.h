// The morph targets of a body in a .glb: those of a fit, or every frame as it is.
//
// Weights are between 0 and 1, since Blender and others clamp them to that. Those of a fit are of both signs and may be
// larger. So one target, whose weight is always 1, is the sum of all others at their lowest weights, and the others are
// added from there; one that would need a weight of 2.4 is listed three times, with the same bytes.
#pragma once

#include "record/glb_targets.h"
#include "record/morph_fit.h"

namespace pliant {

struct GlbMorphs {
    float unit = 1;                                              // [m] that positions count in
    std::vector<float> weights;                                  // of each frame, as many as there are targets
    std::vector<Vec3> translations;                              // of the node; none: it stays
    std::vector<std::pair<std::string, std::string>> accessors;  // of positions and normals; none: zeros
    std::vector<u32> targets;                                    // the accessors of each
    u64 vertices = 0;
    double position_error = 0, normal_error = 0;                 // see MorphFit
    u64 count() const { return targets.size(); }
};

// Their arrays go into `bytes`.
GlbMorphs fitted_morphs(const MorphFit& fit, GlbTargets& bytes);
// Nothing is left out and nothing is rounded.
GlbMorphs morphs_of_every_frame(FrameReader& frames, size_t body, const VertexOrder& order, const BodyFrame& first,
                                GlbTargets& bytes);
// Adds the accessors, and gives what stands in a primitive; empty without targets.
std::string morphs_json(const GlbMorphs& morphs, GltfWriter& document);

}  // namespace pliant
