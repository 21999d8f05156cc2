// Targets of joints that reach, as marks to drag: the bone follows with all that hangs on it.
#pragma once

#include <string>

#include "core/vec.h"

namespace pliant::view {

class App;

class ReachMarks {
  public:
    bool draw(App& app, bool mouse_is_free);  // true: the mouse is on one, or drags it

  private:
    std::string dragged_;  // the joint, or empty
    Vec3 grip_;            // [m] from where the mouse took hold to the target
};

}  // namespace pliant::view
