// The wind as an arrow over the picture, while its tab is open: drag its tip.
#pragma once

#include "core/vec.h"

namespace pliant::view {

class App;

class WindArrow {
  public:
    // Returns whether the mouse is on the tip, or holds it.
    bool draw(App& app, bool mouse_is_free);

  private:
    bool dragging_ = false;
    Vec3 grip_;  // [m] from the mouse to the tip, when it began
};

}  // namespace pliant::view
