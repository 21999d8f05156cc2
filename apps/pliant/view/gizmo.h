// Handles to move, rotate and scale the selected object, with numbers. A table lists the parameters that have
// handles; an object with another parameter of this sort adds a line.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/parameter.h"
#include "pliant/view/navigation.h"

namespace pliant::view {

class App;
struct Selection;

enum class GizmoMode : u8 { none, move, rotate, scale };

struct GizmoKind {
    GizmoMode mode;
    const char* title;
    const char* key;  // on the keyboard
    const char* help;
    const char* parameters[4];  // of which the first that the thing has is handled
};
std::span<const GizmoKind> gizmo_kinds();

// What the handles of a mode change, of a thing: where it stands in the scene, and its value.
struct Handled {
    std::string path;
    const Parameter* row = nullptr;
    Vec3d value;          // numbers use x
    bool single = false;  // a number for all axes
    Vec3 origin;          // [m] where the handles are
    Quat rotation;        // of the thing
};
std::optional<Handled> handled(const App& app, const Selection& thing, GizmoMode mode);

class Gizmo {
  public:
    // Draws the handles over the viewport. Returns whether the mouse is on one of them, or holds one.
    bool draw(App& app, bool mouse_is_free);
    bool dragging() const { return axis_ >= 0; }

  private:
    void begin(App& app, int axis);
    void continue_drag(App& app);
    void end(App& app);

    int axis_ = -1, hovered_ = -1;  // 0 … 2, 3: all
    Handled start_;
    float grip_ = 0;  // where on the handle, when it began
    Vec3d value_;
};

// A value as the scene has it.
std::string json_of(const Vec3d& v, bool single);

}  // namespace pliant::view
