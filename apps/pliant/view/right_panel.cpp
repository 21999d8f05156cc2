// The tabs on the right, and two of them that are short: layers to look into things, and how they are drawn.
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

void debug_tab(App& app) {
    ImGui::BeginChild("debug");
    ui::heading("Layers");
    for (size_t i = 0; i < render::layers().size(); ++i) {
        const render::Layer& layer = render::layers()[i];
        bool on = app.look.layers.has(i);
        if (ui::checkbox(layer.title, on, layer.help)) {
            app.look.layers.set(i, on);
            if (app.player) app.player->set_layers(app.look.layers);
        }
        if (on)
            for (const render::LegendEntry& entry : layer.legend) {
                ImGui::Indent();
                const render::Color c = entry.color;
                const ImVec2 at = ImGui::GetCursorScreenPos();
                const float size = ImGui::GetTextLineHeight() * 0.7f;
                ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3}, {at.x + size, at.y + 3 + size},
                                                          IM_COL32(c.r, c.g, c.b, 255), 2);
                ImGui::Dummy({size, size});
                ImGui::SameLine();
                ui::dim_text(entry.text);
                ImGui::Unindent();
            }
    }
    ui::heading("Pause when");
    bool changed =
        ui::checkbox("something hits", app.pause_on.hit, "A contact that begins faster than world.hit_speed.");
    changed |= ui::checkbox("a body is frozen", app.pause_on.quarantine,
                            "A body that is not finite any more is held still and reported.");
    if (changed && app.player && app.player->simulation()) app.player->simulation()->pause_on(app.pause_on);
    ui::heading("Throwing");
    ImGui::SetNextItemWidth(-90 * ui::scale());
    ImGui::SliderFloat("radius", &app.ball_radius, 0.03f, 0.5f, "%.2f m");
    double speed = app.ball_speed;
    ImGui::SetNextItemWidth(-90 * ui::scale());
    const double least = 0, most = 30;
    if (ImGui::SliderScalar("speed", ImGuiDataType_Double, &speed, &least, &most, "%.1f m/s")) app.ball_speed = speed;
    ui::dim_text("B throws a ball at the mouse, Shift+B a rigid one.");
    ImGui::EndChild();
}

void shading_tab(App& app) {
    ui::heading("Surfaces");
    ui::checkbox("Gloss", app.look.gloss, "Light is mirrored by smooth surfaces.");
    ui::checkbox("Shadows", app.look.shadows);
    ui::checkbox("Textures", app.look.textures);
    ui::checkbox("Both sides", app.look.both_sides, "The inside of open surfaces is lit too.");
    ui::checkbox("Wireframe", app.look.wireframe, "Edges of triangles over surfaces.");
    ui::checkbox("Legend", app.look.legend, "What the colours of layers mean.");
    ui::heading("Camera");
    float degrees = app.camera.fov * 57.29578f;
    ImGui::SetNextItemWidth(-110 * ui::scale());
    if (ImGui::SliderFloat("field of view", &degrees, 10, 100, "%.0f°")) app.camera.fov = degrees / 57.29578f;
    ui::note("field of view");
    if (!app.is_playback() &&
        ui::button("Keep this view as a camera of the scene", "It is the first, so films use it.")) {
        const Camera& c = app.camera;
        const std::string name = app.free_name("cameras", "main");
        app.change("add camera " + name, [&](Editor& e) {
            e.set("cameras." + name, "{ \"position\": " + json_of(c.eye.to<double>(), false) +
                                         ", \"target\": " + json_of(c.target.to<double>(), false) +
                                         ", \"fov\": " + json_of({std::round(degrees * 10) / 10.0, 0, 0}, true) + " }");
        });
    }
    if (!app.is_playback() &&
        ui::button("Make this the world's viewpoint",
                   "Bodies with sleep.beyond or lower_rate.beyond sleep, or take fewer substeps, when they are "
                   "further from here."))
        app.change("viewpoint",
                   [&](Editor& e) { e.set("world.viewpoint", json_of(app.camera.eye.to<double>(), false)); });
    ui::heading("Picture");
    int size[2] = {app.picture_width, app.picture_height};
    ImGui::SetNextItemWidth(-110 * ui::scale());
    if (ImGui::InputInt2("pixels", size)) {
        app.picture_width = std::clamp(size[0], 16, 8192);
        app.picture_height = std::clamp(size[1], 16, 8192);
    }
}

void right_panel(App& app) {
    const float top = app.viewport.low.y;
    ImGui::SetNextWindowPos({app.viewport.high.x, top});
    ImGui::SetNextWindowSize({app.right_width, app.viewport.high.y - top});
    ImGui::Begin("Right", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
    struct Tab {
        const char* name;
        void (*show)(App&);
        bool of_simulation;
    };
    static const Tab tabs[] = {{"Physics", physics_tab, true},     {"Paint", paint_tab, true},
                               {"Particles", particles_tab, true}, {"Debug", debug_tab, false},
                               {"Shading", shading_tab, false},    {"Wind", wind_tab, true},
                               {"Stats", stats_tab, false}};
    app.wind_open = app.paint.open = app.particles.open = false;
    const ImVec2 usual_padding = ImGui::GetStyle().FramePadding, usual_spacing = ImGui::GetStyle().ItemInnerSpacing;
    // All of them have to have room beside each other.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * ui::scale(), ImGui::GetStyle().FramePadding.y});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, {2 * ui::scale(), ImGui::GetStyle().ItemInnerSpacing.y});
    const bool bar = ImGui::BeginTabBar("tabs");
    if (!bar) ImGui::PopStyleVar(2);
    if (bar) {
        for (const Tab& tab : tabs) {
            if (tab.of_simulation && app.is_playback()) continue;
            const bool wanted = app.tab_wanted == tab.name;
            if (wanted) app.tab_wanted.clear();
            const bool open = ImGui::BeginTabItem(tab.name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0);
            ui::note(tab.name);
            if (!open) continue;
            ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, usual_padding);
            ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, usual_spacing);
            tab.show(app);
            ImGui::PopStyleVar(2);
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
        ImGui::PopStyleVar(2);
    }
    app.particles.update(app);
    ImGui::End();
}

}  // namespace pliant::view
