#include "pliant/view/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "pliant/view/ui.h"

namespace pliant::view {

namespace {

std::string glfw_trouble() {
    const char* words = nullptr;
    glfwGetError(&words);
    return words ? words : "no reason is given";
}

Window& self(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

}  // namespace

Window::Window(int width, int height, const std::string& title, float scale) : title_(title) {
    if (!glfwInit())
        throw MissingError({"the window", glfw_trouble(), "a display (DISPLAY or WAYLAND_DISPLAY is not set?)",
                            "without one, `pliant render` makes pictures and films"});
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (!window_) {
        const std::string why = glfw_trouble();
        glfwTerminate();
        throw MissingError({"the window", why, "OpenGL 3.3", "Mesa's software renderer will do: libgl1-mesa-dri"});
    }
    glfwMakeContextCurrent(window_);
    wait_for_display(true);
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    scale_ = std::clamp(scale > 0 ? scale : x, 0.5f, 4.0f);

    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
    ui::load_font(scale_);
    ui::apply_theme(scale_);
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    ImGui_ImplOpenGL3_Init("#version 330");
    set_callbacks();
}

Window::~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

void Window::set_callbacks() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_,
                       [](GLFWwindow* w, int key, int, int action, int mods) { self(w).on_key(key, action, mods); });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned c) { self(w).on_character(c); });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int mods) {
        if (!self(w).scripted_) self(w).on_button(button, action, mods);
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) { self(w).on_scroll(x, y); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        self(w).on_drop(std::vector<std::string>(paths, paths + count));
    });
    glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) {
        glfwSetWindowShouldClose(w, GLFW_FALSE);
        self(w).close_requested = true;
    });
    glfwSetWindowFocusCallback(window_, ImGui_ImplGlfw_WindowFocusCallback);
    glfwSetCursorEnterCallback(window_, ImGui_ImplGlfw_CursorEnterCallback);
}

void Window::wait_for_display(bool wait) {
    waits_ = wait;
    glfwSwapInterval(wait ? 1 : 0);
}

double Window::refresh_rate() const {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    return mode && mode->refreshRate > 0 ? mode->refreshRate : 60;
}

void Window::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

Window::Size Window::size() const {
    Size s{};
    glfwGetWindowSize(window_, &s.width, &s.height);
    return s;
}

Window::Size Window::pixels() const {
    Size s{};
    glfwGetFramebufferSize(window_, &s.width, &s.height);
    return s;
}

void Window::on_key(int key, int action, int mods) {
    ImGui_ImplGlfw_KeyCallback(window_, key, 0, action, mods);
    if (action != GLFW_RELEASE) coming_keys_.push_back({key, mods});
}

void Window::on_character(u32 c) { ImGui_ImplGlfw_CharCallback(window_, c); }

void Window::on_button(int button, int action, int mods) {
    ImGui_ImplGlfw_MouseButtonCallback(window_, button, action, mods);
    if (button >= 0 && button < 3) down_[button] = action == GLFW_PRESS;
}

void Window::on_scroll(double x, double y) { ImGui_ImplGlfw_ScrollCallback(window_, x, y); }

void Window::on_drop(std::vector<std::string> paths) {
    for (std::string& path : paths) coming_drops_.push_back(std::move(path));
}

void Window::script_mouse(double x, double y) {
    scripted_ = true;
    script_x_ = x;
    script_y_ = y;
}

void Window::begin_frame() {
    glfwPollEvents();
    keys = std::exchange(coming_keys_, {});
    dropped = std::exchange(coming_drops_, {});
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    if (scripted_) {  // in place of what the backend asked GLFW
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = {static_cast<float>(script_x_), static_cast<float>(script_y_)};
        for (int i = 0; i < 3; ++i) io.MouseDown[i] = down_[i];
    }
    ImGui::NewFrame();
}

void Window::draw_panels() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

void Window::show() { glfwSwapBuffers(window_); }

}  // namespace pliant::view
