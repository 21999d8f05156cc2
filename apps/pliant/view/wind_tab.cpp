// The air, and how bodies take it on.
#include <algorithm>

#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

static bool is_of_air(const Parameter& p) {
    const std::string_view name = p.name;
    return name == "drag" || name.substr(0, 4) == "air_";
}

void wind_tab(App& app) {
    if (!app.scene) return;
    app.wind_open = true;
    ImGui::BeginChild("wind");
    ui::dim_text("Drag the arrow (Shift: up, Ctrl: in steps)");
    ui::heading("Air");
    const auto of_wind = [](const Parameter& p) { return std::string_view(p.name).substr(0, 4) == "wind"; };
    parameter_rows(app, {"world", &app.scene->world, {}}, of_wind);
    ui::heading("How bodies take it on");
    for (const SceneBody& b : app.scene->bodies) {
        if (app.scene->bodies.size() > 12 && !app.selection.is(Selection::What::body, b.name)) continue;
        ui::dim_text(b.name);
        ImGui::PushID(b.name.c_str());
        const Selection thing{Selection::What::body, b.name};
        const PathOf path_of = [&app, thing](std::string_view name) { return app.path_of(thing, name); };
        // Kinds that feel the wind on their faces have a drag of their own.
        for (const ParameterSet* set : {&b.own, &b.common}) {
            const std::span<const Parameter> rows = set->table().rows;
            if (std::any_of(rows.begin(), rows.end(), is_of_air)) parameter_rows(app, {"", set, path_of}, is_of_air);
        }
        ImGui::PopID();
    }
    if (app.scene->bodies.size() > 12) ui::dim_text("Select a body to see how it takes it on.");
    ImGui::EndChild();
}

}  // namespace pliant::view
