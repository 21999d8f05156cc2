// Layers and masks: which objects may touch.
#pragma once

#include "core/types.h"

namespace pliant {

struct LayerMask {
    u32 layer = 1, touches = ~0u;  // bits: the layers that an object is in, and those that it touches
    bool meets(const LayerMask& o) const { return (layer & o.touches) && (o.layer & touches); }
};

}  // namespace pliant
