// The panels of the window, one file each.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/parameter.h"

namespace pliant::view {

class App;
struct Grip;

void menu_bar(App& app);
void outliner(App& app);
void right_panel(App& app);  // tabs: Physics, Debug, Shading, Wind, Stats
void timeline(App& app);
void viewport_panel(App& app);  // the mouse over what is simulated, and what is drawn over it
void dialogs(App& app);         // those that wait for an answer
void notices_panel(App& app);

// ---- parameters, made from their tables
struct ParameterScope {
    std::string path;                                      // "bodies.ollie"
    const ParameterSet* set;                               // values as they are
    std::function<std::string(std::string_view)> path_of;  // of one of them; empty: path + "." + name
};
void parameter_rows(App& app, const ParameterScope& scope, const std::function<bool(const Parameter&)>& wanted);
void hold_around(App& app, const Grip& grip);  // all particles near a place of a body: they stay in space
void physics_tab(App& app);
void wind_tab(App& app);
void debug_tab(App& app);
void shading_tab(App& app);
void stats_tab(App& app);
void text_editor(App& app);  // of one value, as JSON
void edit_as_text(App& app, const std::string& path);

// ---- what can be made: a line each
struct Creation {
    const char* menu;  // "Body" or "Collider"
    const char* name;
    const char* help;
    void (*make)(App& app);
};
std::span<const Creation> creations();
void create_menu(App& app);

// ---- files
struct FileDialog {
    std::string title, folder, name;
    std::vector<std::string> endings;  // ".json"; empty: all files
    bool saving = false;
    std::function<void(const std::string&)> chosen;
    std::function<void()> cancelled = {};
};
void ask_for_file(FileDialog dialog);
void file_dialog(App& app);
void examples_browser(App& app);

// ---- keys
struct Shortcut {
    int key, mods;     // of GLFW
    const char* keys;  // as they are written
    const char* what;
    const char* group;
    void (*run)(App& app);  // null: the mouse does it, or a panel; it is only listed
};
std::span<const Shortcut> shortcuts();
void help_panel(App& app);

}  // namespace pliant::view
