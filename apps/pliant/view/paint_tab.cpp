// The tab of the brush: the painted parameter, and the settings of the brush.
#include <algorithm>

#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void quiet_lines(const std::string& words) {
    ImGui::PushTextWrapPos(0);
    ui::dim_text(words);
    ImGui::PopTextWrapPos();
}

void parameter_choice(App& app, const SceneBody& body) {
    ImGui::SetNextItemWidth(-1);
    if (!ImGui::BeginCombo("##painted", app.paint.parameter.c_str(), ImGuiComboFlags_HeightLarge)) {
        ui::note("painted parameter");
        return;
    }
    for (const Parameter* row : painted_rows(body)) {
        if (ImGui::Selectable(row->name, app.paint.parameter == row->name)) app.paint.parameter = row->name;
        ui::note(row->name);
        ui::tooltip(row->help);
    }
    ImGui::EndCombo();
}

// What the ends of the map mean. They are the scene's as soon as it has the map.
void limits(App& app, Painting& painting) {
    const bool in_scene = !painting.bodies(*app.scene).empty();
    const std::string path = app.path_of({Selection::What::body, painting.body()}, painting.row().name);
    const auto limit = [&](const char* name, double& value) {
        double v = value;
        const std::string format = std::string("%.5g ") + painting.row().unit;
        const double speed = std::max(std::abs(painting.high), std::abs(painting.low)) / 200;
        ImGui::SetNextItemWidth(-90 * ui::scale());
        const bool changed = ImGui::DragScalar(name, ImGuiDataType_Double, &v, static_cast<float>(speed), nullptr,
                                               nullptr, format.c_str());
        ui::note(name);
        if (!changed) return;
        value = std::clamp(v, painting.row().low, painting.row().high);
        const std::string entry = path + "." + name;
        if (in_scene)
            app.change(
                "change " + entry, [&](Editor& e) { e.set(entry, short_number(value, 6)); }, entry);
    };
    limit("low", painting.low);
    limit("high", painting.high);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - 90 * ui::scale(), height = 8 * ui::scale();
    constexpr int steps = 48;
    for (int i = 0; i < steps; ++i) {
        const render::Color c = render::false_color((static_cast<float>(i) + 0.5f) / steps);
        const float left = at.x + width * static_cast<float>(i) / steps;
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + width / steps + 1, at.y + height},
                                                  IM_COL32(c.r, c.g, c.b, 255));
    }
    ImGui::Dummy({width, height});
}

void slider(const char* name, float& value, float low, float high, const char* format, bool logarithmic = false) {
    ImGui::SetNextItemWidth(-90 * ui::scale());
    ImGui::SliderFloat(name, &value, low, high, format, logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    value = std::clamp(value, low, high);  // users may type any number
    ui::note(name);
}

void brush_rows(App& app, Painting& painting) {
    PaintTool& tool = app.paint;
    ui::heading("Brush");
    int how = tool.fills ? 4 : static_cast<int>(tool.brush.how);
    if (ui::choice("brush does", how, {"add", "subtract", "set", "smooth", "fill"})) {
        tool.fills = how == 4;
        if (how < 4) tool.brush.how = static_cast<Brush::How>(how);
    }
    const float size = length(painting.painter().surface().bounds().size());
    slider("radius", tool.brush.radius, 0.002f * size, 0.6f * size, "%.3f m", true);
    slider("strength", tool.brush.strength, 0, 1, "%.2f");
    slider("falloff", tool.brush.falloff, 0, 1, "%.2f");
    if (tool.fills || tool.brush.how == Brush::How::set) slider("value", tool.brush.value, 0, 1, "%.2f");
    int mirror = tool.brush.mirror + 1;
    if (ui::choice("mirror", mirror, {"no", "x", "y", "z"})) tool.brush.mirror = mirror - 1;
    ui::checkbox("At rest", tool.at_rest, "The body is shown in its rest shape; it goes on as it does.");
    quiet_lines(tool.fills ? "A click fills what hangs together, with Shift all."
                           : "Ctrl does the opposite, Shift smooths; [ and ] change the radius.");
}

}  // namespace

void paint_tab(App& app) {
    app.paint.open = true;
    Painting* const painting = app.paint.current(app);
    const SceneBody* body = nullptr;
    if (app.scene && app.selection.what == Selection::What::body)
        for (const SceneBody& b : app.scene->bodies)
            if (b.name == app.selection.name) body = &b;
    if (!body) {
        ui::wrapped_text("Select the body that is to be painted.");
        return;
    }
    ImGui::BeginChild("paint");
    ui::heading(body->name.c_str());
    parameter_choice(app, *body);
    if (painting) {
        quiet_lines(painting->row().help);
        limits(app, *painting);
        brush_rows(app, *painting);
        ui::heading("Map");
        const bool in_scene = !painting->bodies(*app.scene).empty();
        const MapImage& map = painting->painter().map();
        quiet_lines(painting->file() + ", " + std::to_string(map.width) + " x " + std::to_string(map.height) +
                    (in_scene ? "" : "; the first stroke makes it"));
        if (!painting->takes_effect_at_once()) quiet_lines("The body is rebuilt after each stroke.");
        int texels = app.paint.size <= 256 ? 0 : app.paint.size <= 512 ? 1 : app.paint.size <= 1024 ? 2 : 3;
        if (!in_scene && ui::choice("texels", texels, {"256", "512", "1024", "2048"}))
            app.paint.change_size(app, 256 << texels);  // another painting from here on
    }
    ImGui::EndChild();
}

}  // namespace pliant::view
