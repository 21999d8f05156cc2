// The morph targets of a body in a .glb: those of a fit, or every frame as it is.
#pragma once

#include "record/glb_targets.h"
#include "record/morph_fit.h"

namespace pliant {

struct GlbMorphs {
    float unit = 1;                                              // [m] that positions count in
    std::vector<float> weights;                                  // of each frame, as many as there are targets
    std::vector<Vec3> translations;                              // of the node; none: it stays
    std::vector<std::pair<std::string, std::string>> accessors;  // of positions and normals, a target
    double position_error = 0, normal_error = 0;                 // see MorphFit
    u64 count() const { return accessors.size(); }
};

// Their arrays go into `bytes`.
GlbMorphs fitted_morphs(const MorphFit& fit, GlbTargets& bytes);
// Nothing is left out and nothing is rounded.
GlbMorphs morphs_of_every_frame(FrameReader& frames, size_t body, const VertexOrder& order, const BodyFrame& first,
                                GlbTargets& bytes);
// Adds the accessors, and gives what stands in a primitive; empty without targets.
std::string morphs_json(const GlbMorphs& morphs, GltfWriter& document);

}  // namespace pliant
