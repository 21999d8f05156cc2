// What all panels are made of: widgets with a tooltip, that note where they are so that scripts and tests can find them
// by the words on them.
#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant::view::ui {

// ---- the items in the window

struct Rectangle {
    ImVec2 low, high;
    bool visible = true;  // not scrolled out of its panel
    ImVec2 center() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
};

// Everything that was drawn in a frame, by its label.
class Items {
  public:
    void begin_frame();
    void add(std::string_view label, const Rectangle& where);
    void add_text(std::string_view text);
    const Rectangle* find(std::string_view label) const;  // of the last whole frame, or of this one
    bool shows(std::string_view text) const;
    std::vector<std::string> labels() const;

  private:
    std::map<std::string, Rectangle, std::less<>> now_, before_;
    std::vector<std::string> texts_now_, texts_before_;
};
Items& items();

// Of the widget that was made last.
void note(std::string_view label);
void tooltip(std::string_view help);

// ---- widgets

void text(std::string_view words);
void dim_text(std::string_view words);  // of less importance
void wrapped_text(std::string_view words);
bool button(const char* label, std::string_view help = {}, float width = 0);
bool primary_button(const char* label, std::string_view help = {}, float width = 0);
bool checkbox(const char* label, bool& value, std::string_view help = {});
bool menu_item(const char* label, const char* keys = "", bool checked = false, bool enabled = true);
bool begin_menu(const char* label);  // ImGui::EndMenu when true
bool input(const char* label, std::string& value, const char* hint = "", ImGuiInputTextFlags flags = 0);
bool choice(const char* label, int& value, const std::vector<std::string>& words, float width = 0);
void heading(const char* words);
// A heading with an arrow; true when it is clicked. `more` stands behind it, quieter.
bool fold(const char* label, std::string_view words, bool open, std::string_view more = {});

enum class Icon : u8 { play, pause, stop, step, step_back, to_start, loop, picture, film };
bool icon_button(Icon icon, const char* label, std::string_view help, bool lit = false);
// An eye, open or closed.
bool eye(const char* label, bool open, std::string_view help);

// ---- looks

struct Palette {
    ImU32 accent, stale, simulated, playhead, faint, warning, bad, good, axis[3];
};
const Palette& palette();
void apply_theme(float scale);
void load_font(float scale);  // DejaVu Sans where it is installed
ImFont* large_font();
float scale();  // of the display: pixels are this much smaller than usual

}  // namespace pliant::view::ui
