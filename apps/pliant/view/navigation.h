// Moving the camera with mouse and keys, the way Blender or Maya do it. Pure functions: a camera and what the mouse did
// give another camera.
#pragma once

#include <array>
#include <optional>

#include "render/camera.h"

namespace pliant::view {

using render::Camera;

enum class Motion : u8 { none, orbit, pan, zoom };
enum class NavigationStyle : u8 { blender, maya };

enum class MouseButton : u8 { left, right, middle };
struct Modifiers {
    bool shift = false, control = false, alt = false;
};

// The camera motion of a drag that begins with this button; none: the drag has another purpose. Neither style needs
// a middle button: alt with the left one does the same.
Motion motion_of(NavigationStyle style, MouseButton button, const Modifiers& modifiers);

struct View {
    float width = 1, height = 1;  // [pixels]
    float aspect() const { return height > 0 ? width / height : 1; }
};

// By pixels of the mouse, x to the right and y down.
Camera orbited(const Camera& camera, float dx, float dy, const View& view);
Camera panned(const Camera& camera, float dx, float dy, const View& view);
Camera zoomed(const Camera& camera, float factor);  // above 1: nearer
// Towards the place under the mouse, x and y 0 … 1 in the view: that place stays at the same pixel.
Camera zoomed_at(const Camera& camera, float factor, float x, float y, const View& view);
Camera moved(const Camera& camera, Motion motion, float dx, float dy, const View& view);

// All of the box, from where the camera looks now.
Camera framed(const Camera& camera, const Box& box, const View& view);
// Along an axis: 0 x, 1 y, 2 z, from its positive or negative side.
Camera along_axis(const Camera& camera, int axis, bool negative);

// A place of the world in pixels of the view, from its upper left corner; nothing behind the camera.
struct OnScreen {
    float x, y;
    float depth;  // [m] in front of the camera
};
std::optional<OnScreen> on_screen(const Camera& camera, const Vec3& place, const View& view);
// [m] that a pixel is wide, at a place.
float pixel_size(const Camera& camera, const Vec3& place, const View& view);

class Bookmarks {
  public:
    static constexpr int count = 9;
    void keep(int number, const Camera& camera) { kept_[static_cast<size_t>(number)] = camera; }
    const std::optional<Camera>& at(int number) const { return kept_[static_cast<size_t>(number)]; }

  private:
    std::array<std::optional<Camera>, count> kept_;
};

}  // namespace pliant::view
