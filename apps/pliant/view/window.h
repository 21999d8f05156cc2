// The window: GLFW and Dear ImGui, and one path for all input, whether a person or a script makes it.
#pragma once

#include <string>
#include <vector>

#include "core/types.h"

struct GLFWwindow;

namespace pliant::view {

struct KeyPress {
    int key = 0;   // of GLFW
    int mods = 0;  // of GLFW: shift, control, alt
};

class Window {
  public:
    // scale: of letters and panels; 0: as the display says. Throws MissingError without a display or without GL 3.3.
    Window(int width, int height, const std::string& title, float scale = 0);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void set_title(const std::string& title);
    float content_scale() const { return scale_; }
    // Pictures are shown when the display is ready for them. A script goes at its own pace.
    void wait_for_display(bool wait);
    bool waits_for_display() const { return waits_; }
    double refresh_rate() const;  // [1/s] of the display
    struct Size {
        int width, height;
    };
    Size size() const;    // in the units of the mouse
    Size pixels() const;  // of the framebuffer
    void begin_frame();   // collects the input
    void draw_panels();   // over the picture
    void show();          // swaps the buffers

    bool close_requested = false;
    std::vector<KeyPress> keys;        // in this frame, in order
    std::vector<std::string> dropped;  // files

    // ---- what GLFW and scripts call
    void on_key(int key, int action, int mods);
    void on_character(u32 c);
    void on_button(int button, int action, int mods);
    void on_scroll(double x, double y);
    void on_drop(std::vector<std::string> paths);
    // From now on the mouse is where scripts say; the real one is not asked any more.
    void script_mouse(double x, double y);
    double mouse_x() const { return script_x_; }
    double mouse_y() const { return script_y_; }

  private:
    void set_callbacks();
    GLFWwindow* window_ = nullptr;
    float scale_ = 1;
    std::string title_;
    std::vector<KeyPress> coming_keys_;
    std::vector<std::string> coming_drops_;
    bool waits_ = false;
    bool scripted_ = false;
    double script_x_ = -1, script_y_ = -1;
    bool down_[3] = {};
};

}  // namespace pliant::view
