// The keys: one table that the window obeys, and that `?` shows.
#include <GLFW/glfw3.h>

#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void toggle_play(App& app) {
    app.hint = false;
    if (!app.player) return;
    if (app.state.playing) {
        app.player->pause();
    } else {
        app.player->play();
    }
}

void step(App& app, int frames) {
    if (app.player) app.player->step(frames);
}

template <bool rigid>
void throw_ball(App& app) {
    Simulation* simulation = app.player ? app.player->simulation() : nullptr;
    if (!simulation) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PickRay ray = app.ray_at(mouse.x, mouse.y);
    const Vec3 from = ray.origin + ray.direction * std::max(0.25f, app.camera.distance() * 0.15f);
    simulation->throw_ball(from, ray.direction * static_cast<float>(app.ball_speed), app.ball_radius, rigid);
    if (!app.state.playing) app.player->play();
}

void hide(App& app) {
    if (app.selection.name.empty()) return;
    if (!app.hiding.hidden.erase(app.selection.name)) app.hiding.hidden.insert(app.selection.name);
}

template <int N>
void recall(App& app) {
    if (const auto& camera = app.bookmarks.at(N)) {
        app.camera = *camera;
    } else {
        app.show_notice("There is no view " + std::to_string(N + 1) + " yet; Ctrl+" + std::to_string(N + 1) +
                        " keeps one");
    }
}

template <int N>
void remember(App& app) {
    app.bookmarks.keep(N, app.camera);
    app.show_notice("View " + std::to_string(N + 1) + " is kept");
}

constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;

const Shortcut all_shortcuts[] = {
    {GLFW_KEY_SPACE, 0, "Space", "play or pause", "Time", toggle_play},
    {GLFW_KEY_PERIOD, 0, ".", "one frame on", "Time", [](App& a) { step(a, 1); }},
    {GLFW_KEY_RIGHT, 0, "→", "one frame on", "Time", [](App& a) { step(a, 1); }},
    {GLFW_KEY_COMMA, 0, ",", "one frame back", "Time", [](App& a) { step(a, -1); }},
    {GLFW_KEY_LEFT, 0, "←", "one frame back", "Time", [](App& a) { step(a, -1); }},
    {GLFW_KEY_RIGHT, shift, "Shift+→", "ten frames on", "Time", [](App& a) { step(a, 10); }},
    {GLFW_KEY_LEFT, shift, "Shift+←", "ten frames back", "Time", [](App& a) { step(a, -10); }},
    {GLFW_KEY_BACKSPACE, 0, "Backspace", "back to the first frame, with the settings of now", "Time",
     [](App& a) {
         if (a.player) a.player->reset();
     }},
    {GLFW_KEY_L, 0, "L", "loop: start over at the scene's duration", "Time", [](App& a) { set_loop(a, !a.loop); }},
    {GLFW_KEY_K, 0, "K", "keys and curves of what is selected", "Time", [](App& a) { a.keys.open = !a.keys.open; }},

    {0, 0, "drag a body", "pull it", "Mouse", nullptr},
    {0, 0, "drag beside bodies", "look around", "Mouse", nullptr},
    {0, 0, "click", "select", "Mouse", nullptr},
    {0, 0, "middle, or Alt+left", "orbit; with Shift pan, with Ctrl zoom", "Mouse", nullptr},
    {0, 0, "right", "pan; with Ctrl zoom", "Mouse", nullptr},
    {0, 0, "wheel", "zoom to the mouse", "Mouse", nullptr},
    {GLFW_KEY_B, 0, "B", "throw a ball at the mouse", "Mouse", throw_ball<false>},
    {GLFW_KEY_B, shift, "Shift+B", "throw a rigid ball at the mouse", "Mouse", throw_ball<true>},

    {GLFW_KEY_F, 0, "F", "frame what is selected, or all", "Camera", [](App& a) { a.frame_selected(); }},
    {GLFW_KEY_HOME, 0, "Home", "reset the camera", "Camera", [](App& a) { a.reset_camera(); }},
    {GLFW_KEY_1, 0, "1 … 9", "go to a kept view", "Camera", recall<0>},
    {GLFW_KEY_1, control, "Ctrl+1 … 9", "keep this view", "Camera", remember<0>},
    {GLFW_KEY_2, 0, "", "", "", recall<1>},
    {GLFW_KEY_2, control, "", "", "", remember<1>},
    {GLFW_KEY_3, 0, "", "", "", recall<2>},
    {GLFW_KEY_3, control, "", "", "", remember<2>},
    {GLFW_KEY_4, 0, "", "", "", recall<3>},
    {GLFW_KEY_4, control, "", "", "", remember<3>},
    {GLFW_KEY_5, 0, "", "", "", recall<4>},
    {GLFW_KEY_5, control, "", "", "", remember<4>},
    {GLFW_KEY_6, 0, "", "", "", recall<5>},
    {GLFW_KEY_6, control, "", "", "", remember<5>},
    {GLFW_KEY_7, 0, "", "", "", recall<6>},
    {GLFW_KEY_7, control, "", "", "", remember<6>},
    {GLFW_KEY_8, 0, "", "", "", recall<7>},
    {GLFW_KEY_8, control, "", "", "", remember<7>},
    {GLFW_KEY_9, 0, "", "", "", recall<8>},
    {GLFW_KEY_9, control, "", "", "", remember<8>},

    {GLFW_KEY_Q, 0, "Q", "pull bodies", "Tools", [](App& a) { a.gizmo_mode = GizmoMode::none; }},
    {GLFW_KEY_W, 0, "W", "move", "Tools", [](App& a) { a.gizmo_mode = GizmoMode::move; }},
    {GLFW_KEY_E, 0, "E", "rotate", "Tools", [](App& a) { a.gizmo_mode = GizmoMode::rotate; }},
    {GLFW_KEY_R, 0, "R", "scale", "Tools", [](App& a) { a.gizmo_mode = GizmoMode::scale; }},
    {GLFW_KEY_P, 0, "P", "paint what is selected", "Tools", [](App& a) { a.tab_wanted = "Paint"; }},
    {GLFW_KEY_N, 0, "N", "choose particles of what is selected", "Tools", [](App& a) { a.tab_wanted = "Particles"; }},
    {GLFW_KEY_LEFT_BRACKET, 0, "[", "a smaller brush", "Tools", [](App& a) { a.paint.brush.radius /= 1.15f; }},
    {GLFW_KEY_RIGHT_BRACKET, 0, "]", "a larger brush", "Tools", [](App& a) { a.paint.brush.radius *= 1.15f; }},
    {GLFW_KEY_H, 0, "H", "hide or show what is selected", "Tools", hide},
    {GLFW_KEY_I, 0, "I", "isolate what is selected, or show all", "Tools", [](App& a) { a.isolate(a.selection.name); }},
    {GLFW_KEY_ESCAPE, 0, "Esc", "select nothing", "Tools",
     [](App& a) {
         if (a.particles.open && a.particles.count()) return a.particles.choose([](u32) { return false; });
         a.selection = {};
         a.picking_place = a.picking_hold = a.picking_attachment = a.show_help = a.show_examples = false;
     }},

    {GLFW_KEY_Z, control, "Ctrl+Z", "undo", "Scene", [](App& a) { a.undo(); }},
    {GLFW_KEY_Z, control | shift, "Ctrl+Shift+Z", "do again what was undone", "Scene", [](App& a) { a.redo(); }},
    {GLFW_KEY_Y, control, "Ctrl+Y", "do again what was undone", "Scene", [](App& a) { a.redo(); }},
    {GLFW_KEY_D, control, "Ctrl+D", "duplicate", "Scene", [](App& a) { a.duplicate_selected(); }},
    {GLFW_KEY_DELETE, 0, "Delete", "remove what is selected", "Scene", [](App& a) { a.remove_selected(); }},
    {GLFW_KEY_N, control, "Ctrl+N", "a new scene", "Scene", [](App& a) { a.new_scene(); }},
    {GLFW_KEY_O, control, "Ctrl+O", "open", "Scene",
     [](App& a) {
         ask_for_file({"Open a scene, a mesh or a run",
                       a.document.folder(),
                       "",
                       {".json", ".obj", ".ply", ".glb", ".gltf", ".stl", ".dae", ".fbx", ".msh", ".vtk", ".tet",
                        ".node", ".ele", ".mesh"},
                       false,
                       [&a](const std::string& path) { a.open(path); }});
     }},
    {GLFW_KEY_S, control, "Ctrl+S", "save: only keys that changed are touched", "Scene", [](App& a) { a.save(); }},
    {GLFW_KEY_S, control | shift, "Ctrl+Shift+S", "save as", "Scene", [](App& a) { a.ask_where_to_save(); }},
    {GLFW_KEY_F12, 0, "F12", "picture", "Scene",
     [](App& a) {
         ask_for_file(
             {"Save a picture", a.document.folder(), "picture.png", {".png"}, true, [&a](const std::string& path) {
                  a.take_picture(path);
              }});
     }},
    {GLFW_KEY_F12, control, "Ctrl+F12", "film", "Scene",
     [](App& a) {
         if (a.film.busy() || a.is_playback()) return;
         ask_for_file({"Make a film",
                       a.document.folder(),
                       "film.mp4",
                       {".mp4", ".webm", ".gif"},
                       true,
                       [&a](const std::string& path) { a.start_film(path); }});
     }},
    {GLFW_KEY_E, control, "Ctrl+E", "export: records for other programs", "Scene",
     [](App& a) {
         if (can_export(a)) ask_for_export(a);
     }},
    {GLFW_KEY_Q, control, "Ctrl+Q", "quit", "Scene", [](App& a) { a.quit(); }},
    {GLFW_KEY_SLASH, shift, "?", "this list", "Help",
     [](App& a) {
         a.show_help = !a.show_help;
         a.hint = false;
     }},
    {GLFW_KEY_F1, 0, "F1", "this list", "Help",
     [](App& a) {
         a.show_help = !a.show_help;
         a.hint = false;
     }},
};

void help_group(const char* group) {
    ui::heading(group);
    if (!ImGui::BeginTable(group, 2)) return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, 145 * ui::scale());
    for (const Shortcut& s : all_shortcuts) {
        if (std::string_view(s.group) != group) continue;
        ImGui::TableNextColumn();
        ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().accent);
        ui::text(s.keys);
        ImGui::PopStyleColor();
        ImGui::TableNextColumn();
        ui::wrapped_text(s.what);
    }
    ImGui::EndTable();
}

}  // namespace

std::span<const Shortcut> shortcuts() { return all_shortcuts; }

void help_panel(App& app) {
    if (!app.show_help) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(780 * ui::scale(), display.x * 0.9f), std::min(560 * ui::scale(), display.y * 0.85f)},
        ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    if (ImGui::Begin("Keys and mouse", &app.show_help, ImGuiWindowFlags_NoCollapse)) {
        ui::items().add_text("Keys and mouse");
        const char* const groups[] = {"Time", "Mouse", "Camera", "Tools", "Scene", "Help"};
        if (ImGui::BeginTable("groups", 2, ImGuiTableFlags_SizingStretchSame)) {
            ImGui::TableNextColumn();
            for (const char* group : groups) {
                if (std::string_view(group) == "Tools") ImGui::TableNextColumn();
                help_group(group);
            }
            ImGui::EndTable();
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace pliant::view
