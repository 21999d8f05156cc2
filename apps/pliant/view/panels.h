// The panels of the window, one file each.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assets/scene.h"

namespace pliant::view {

class App;
struct Grip;
struct Selection;

void menu_bar(App& app);
void outliner(App& app);
void right_panel(App& app);  // tabs: Physics, Paint, Debug, Shading, Wind, Stats
void timeline(App& app);
void set_loop(App& app, bool loop);
void viewport_panel(App& app);  // the mouse over the picture, and marks over it
void dialogs(App& app);         // those that wait for an answer
void notices_panel(App& app);

// A question in the middle of the window, under whose name `App::asking` waits; when begin is true, end comes after it.
bool begin_question(const char* title, float width = 430);
void end_question(App& app, bool answered);

// ---- cloth
void ask_for_cloth(App& app);
void cloth_dialog(App& app);

// ---- what others get
bool can_export(const App& app);
void ask_for_export(App& app);
void export_dialog(App& app);
void ask_to_take_along(App& app);
void take_along_dialog(App& app);

// ---- capsules of characters
struct CapsuleOf {
    const SceneCharacter* character;
    std::string bone;
};
std::optional<CapsuleOf> capsule_of(const App& app, const Selection& thing);  // nothing: it is something else
void remove_capsule(App& app, const CapsuleOf& capsule);
void capsule_rows(App& app, const SceneCharacter& character,
                  const std::function<void(const Selection&, const std::string&)>& row);
void capsule_panel(App& app, const CapsuleOf& capsule);  // of the one that is selected
void outline_capsule(const App& app);                    // of that, over the picture

// ---- parameters, made from their tables
struct ParameterSource {
    std::string path;                                      // "bodies.ollie"
    const ParameterSet* set;                               // values as they are
    std::function<std::string(std::string_view)> path_of;  // of one of them; empty: path + "." + name
};
void parameter_rows(App& app, const ParameterSource& scope, const std::function<bool(const Parameter&)>& wanted);
void hold_around(App& app, const Grip& grip);               // all particles near a place of a body: they stay in space
void attach_at(App& app, const Grip& grip);                 // the place that was picked, to where it is now
bool any_matches(const App& app, const ParameterSet& set);  // the searched text
// A heading that folds the rows under it; remembered by its key while the window is open. True: it is open.
bool fold_heading(App& app, const std::string& key, const char* title);
void clip_rows(App& app, bool character, const std::string& name);
void physics_tab(App& app);
void paint_tab(App& app);
void particles_tab(App& app);
void wind_tab(App& app);
void debug_tab(App& app);
void shading_tab(App& app);
void stats_tab(App& app);
void text_editor(App& app);  // of one value, as JSON
void edit_as_text(App& app, const std::string& path);

// ---- what can be made: a line each
struct Creation {
    const char* menu;  // "Body", "Cloth" or "Collider"
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
    bool of_folders = false;  // a folder is chosen, which may be a new one
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
