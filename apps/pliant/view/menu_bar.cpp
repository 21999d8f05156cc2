// The menus, and how the window is divided: the outliner on the left, tabs on the right, time below.
#include <algorithm>

#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

const std::vector<std::string> readable = {".json", ".obj", ".ply", ".glb", ".gltf", ".stl", ".dae",
                                           ".fbx",  ".msh", ".vtk", ".tet", ".node", ".ele", ".mesh"};

void file_menu(App& app) {
    if (!ui::begin_menu("File")) return;
    if (ui::menu_item("New", "Ctrl+N")) app.new_scene();
    if (ui::menu_item("Open…", "Ctrl+O"))
        ask_for_file({"Open a scene, a mesh or a run", app.document.folder(), "", readable, false,
                      [&app](const std::string& path) { app.open(path); }});
    if (ui::menu_item("Examples…")) app.show_examples = true;
    ImGui::Separator();
    if (ui::menu_item("Add a mesh…", "", false, app.scene != nullptr))
        ask_for_file({"Add a mesh",
                      app.document.folder(),
                      "",
                      {readable.begin() + 1, readable.end()},
                      false,
                      [&app](const std::string& path) { app.add_mesh(path); }});
    ImGui::Separator();
    if (ui::menu_item("Save", "Ctrl+S", false, !app.is_playback())) app.save();
    if (ui::menu_item("Save as…", "Ctrl+Shift+S", false, !app.is_playback())) app.ask_where_to_save();
    ImGui::Separator();
    if (ui::menu_item("Picture…", "F12"))
        ask_for_file(
            {"Save a picture", app.document.folder(), "picture.png", {".png"}, true, [&app](const std::string& path) {
                 app.take_picture(path);
             }});
    if (ui::menu_item("Film…", "Ctrl+F12", false, !app.film.busy() && !app.is_playback()))
        ask_for_file({"Make a film",
                      app.document.folder(),
                      "film.mp4",
                      {".mp4", ".webm", ".gif"},
                      true,
                      [&app](const std::string& path) { app.start_film(path); }});
    if (ui::menu_item("Export…", "Ctrl+E", false, can_export(app))) ask_for_export(app);
    if (ui::menu_item("Take with you…", "", false, !app.packing.busy() && !app.is_playback())) ask_to_take_along(app);
    ImGui::Separator();
    if (ui::menu_item("Quit", "Ctrl+Q")) app.quit();
    ImGui::EndMenu();
}

void edit_menu(App& app) {
    if (!ui::begin_menu("Edit")) return;
    const Document& d = app.document;
    if (ui::menu_item(d.can_undo() ? ("Undo: " + d.undo_label()).c_str() : "Undo", "Ctrl+Z", false, d.can_undo()))
        app.undo();
    if (ui::menu_item(d.can_redo() ? ("Redo: " + d.redo_label()).c_str() : "Redo", "Ctrl+Shift+Z", false, d.can_redo()))
        app.redo();
    ImGui::Separator();
    const bool any = !app.selection.name.empty() && !app.is_playback();
    if (ui::menu_item("Duplicate", "Ctrl+D", false, any)) app.duplicate_selected();
    if (ui::menu_item("Remove", "Delete", false, any)) app.remove_selected();
    ImGui::EndMenu();
}

void view_menu(App& app) {
    if (!ui::begin_menu("View")) return;
    if (ui::menu_item("Frame what is selected", "F")) app.frame_selected();
    if (ui::menu_item("Reset the camera", "Home")) app.reset_camera();
    if (ui::menu_item("From the front", "3")) app.camera = along_axis(app.camera, 2, false);
    if (ui::menu_item("From the right", "")) app.camera = along_axis(app.camera, 0, false);
    if (ui::menu_item("From above", "")) app.camera = along_axis(app.camera, 1, false);
    ImGui::Separator();
    const bool blender = app.navigation == NavigationStyle::blender;
    if (ui::menu_item("Mouse as in Blender", "", blender)) app.navigation = NavigationStyle::blender;
    if (ui::menu_item("Mouse as in Maya", "", !blender)) app.navigation = NavigationStyle::maya;
    ImGui::Separator();
    for (const double rate : {15.0, 30.0, 60.0, 120.0})
        if (ui::menu_item((std::to_string(static_cast<int>(rate)) + " pictures a second").c_str(), "",
                          app.options.display_rate == rate))
            app.options.display_rate = rate;
    if (ui::menu_item("As many pictures as possible", "", app.options.display_rate == 0)) {
        app.options.display_rate = 0;
        app.window.wait_for_display(false);
    }
    ImGui::EndMenu();
}

// Borders between the parts of the window can be dragged.
void border(const char* name, ImVec2 at, ImVec2 size, float& value, float sign, bool vertical, float least,
            float most) {
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove);
    ImGui::InvisibleButton(name, size);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    if (ImGui::IsItemActive()) {
        const ImVec2 by = ImGui::GetIO().MouseDelta;
        value = std::clamp(value + sign * (vertical ? by.x : by.y), least, most);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

void divide(App& app, float top) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (!(app.keys.height > 0)) app.keys.height = 170 * ui::scale();
    app.keys.height = std::min(app.keys.height, size.y * 0.6f);
    const float scale = ui::scale(), thick = 5 * scale;
    app.left_width = std::min(app.left_width, size.x * 0.4f);
    app.right_width = std::min(app.right_width, size.x * 0.45f);
    app.viewport = {{app.left_width, top}, {size.x - app.right_width, size.y - app.time_height()}, true};
    const float height = app.viewport.high.y - top;
    border("left border", {app.left_width - thick / 2, top}, {thick, height}, app.left_width, 1, true, 120 * scale,
           size.x * 0.4f);
    border("right border", {app.viewport.high.x - thick / 2, top}, {thick, height}, app.right_width, -1, true,
           200 * scale, size.x * 0.45f);
    if (app.keys.open)
        border("time border", {0, app.viewport.high.y - thick / 2}, {size.x, thick}, app.keys.height, -1, false,
               110 * scale, size.y * 0.6f);
}

}  // namespace

void menu_bar(App& app) {
    if (!ImGui::BeginMainMenuBar()) return;
    file_menu(app);
    edit_menu(app);
    if (ui::begin_menu("Create")) {
        create_menu(app);
        ImGui::EndMenu();
    }
    view_menu(app);
    if (ui::begin_menu("Help")) {
        if (ui::menu_item("Keys and mouse", "?")) app.show_help = true;
        ImGui::EndMenu();
    }
    if (!app.scene_trouble.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().bad);
        ui::text("   the scene cannot be read: " + app.scene_trouble);
        ImGui::PopStyleColor();
    }
    const float top = ImGui::GetWindowSize().y;
    ImGui::EndMainMenuBar();
    divide(app, top);
}

}  // namespace pliant::view
