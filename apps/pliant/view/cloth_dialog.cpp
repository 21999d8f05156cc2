// The dialog that creates cloth: a new sheet with a size, a resolution, a material, a place and attachments, or cloth
// from a mesh of the scene or a part of it.
#include <cmath>

#include "body/registry.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

enum class Hung : int { nothing, edge, corners };

// As it was last time.
struct ClothDraft {
    double width = 1.2, height = 1;  // [m]
    int cells = 30;                  // along the longer side
    double place[3] = {0, 1.5, 0};   // [m] of its middle
    int preset = 1;
    int hung = static_cast<int>(Hung::edge);
    int source = 0;        // 0: a new sheet, then the scene's assets
    std::string material;  // of a mesh: only its faces; empty: all
};
ClothDraft draft;

bool number(const char* label, double& value, double low, double high) {
    ImGui::SetNextItemWidth(-130 * ui::scale());
    const bool changed = ImGui::InputDouble(label, &value, 0, 0, "%.4g");
    ui::note(label);
    if (!(value >= low)) value = low;  // NaN too
    if (value > high) value = high;
    return changed;
}

// The sheet hangs upright: its border at -z in the mesh is at the top.
void make_cloth(App& app) {
    const std::string name = app.free_name("bodies", "cloth"), asset = app.free_name("assets", "cloth");
    const bool upright = static_cast<Hung>(draft.hung) != Hung::nothing;
    const double x = draft.width / 2, z = draft.height / 2, cell = std::max(draft.width, draft.height) / draft.cells;
    const auto n = [](double v) { return short_number(v, 5); };
    const auto vector = [](double a, double b, double c) { return json_of({a, b, c}, false); };
    std::string body = "{ \"asset\": " + quoted_json(asset) + ", \"kind\": \"cloth\"";
    body +=
        ", \"preset\": " + quoted_json(find_kind("cloth")->parameters.presets[static_cast<size_t>(draft.preset)].name);
    body += ", \"position\": " + vector(draft.place[0], draft.place[1], draft.place[2]);
    if (upright) body += ", \"rotation\": [90, 0, 0]";
    if (static_cast<Hung>(draft.hung) == Hung::edge)
        body += ", \"hold\": { \"low\": " + vector(-x - cell, -1, -z - 0.5 * cell) +
                ", \"high\": " + vector(x + cell, 1, -z + 0.5 * cell) + " }";
    app.change("create " + name, [&](Editor& e) {
        e.set("assets." + asset, "{ \"shape\": \"plane\", \"size\": " + vector(draft.width, 0, draft.height) +
                                     ", \"detail\": " + n(draft.cells) + " }");
        e.set("bodies." + name, body + " }");
        if (static_cast<Hung>(draft.hung) != Hung::corners) return;
        for (const double side : {-x, x})
            e.set("attachments." + name + (side < 0 ? "_left" : "_right"),
                  "{ \"body\": " + quoted_json(name) + ", \"where\": { \"point\": " + vector(side, 0, -z) + " } }");
    });
    app.selection = {Selection::What::body, name};
}

// The sheet is attached afterwards, by a click or by a box in the panel of the attachment.
void make_cloth_of(App& app, const std::string& asset) {
    const std::string name = app.free_name("bodies", "cloth");
    std::string body = "{ \"asset\": " + quoted_json(asset) + ", \"kind\": \"cloth\"";
    body +=
        ", \"preset\": " + quoted_json(find_kind("cloth")->parameters.presets[static_cast<size_t>(draft.preset)].name);
    body += ", \"position\": " + json_of({draft.place[0], draft.place[1], draft.place[2]}, false);
    if (!draft.material.empty()) body += ", \"faces\": { \"material\": " + quoted_json(draft.material) + " }";
    app.change("create " + name, [&](Editor& e) { e.set("bodies." + name, body + " }"); });
    app.selection = {Selection::What::body, name};
}

void ask_for_grid() {
    number("width [m]", draft.width, 0.01, 100);
    number("height [m]", draft.height, 0.01, 100);
    ImGui::SetNextItemWidth(-130 * ui::scale());
    ImGui::InputInt("cells", &draft.cells, 0);
    ui::note("cells");
    ui::tooltip("Squares along the longer side; each is two triangles.");
    draft.cells = std::clamp(draft.cells, 1, 500);
}

}  // namespace

void ask_for_cloth(App& app) {
    draft.place[0] = std::round(static_cast<double>(app.camera.target.x) * 100) / 100;
    draft.place[2] = std::round(static_cast<double>(app.camera.target.z) * 100) / 100;
    app.asking = "cloth";
}

void cloth_dialog(App& app) {
    if (!begin_question("A sheet of cloth")) return;
    std::vector<std::string> sources = {"a new sheet"};
    if (app.scene)
        for (const SceneAsset& a : app.scene->assets) sources.push_back("the mesh of " + a.name);
    draft.source = std::clamp(draft.source, 0, static_cast<int>(sources.size()) - 1);
    ui::choice("made of", draft.source, sources, 180 * ui::scale());
    const bool is_new = draft.source == 0;
    if (is_new) {
        ask_for_grid();
    } else {
        ui::input("material of faces", draft.material, "all faces");
        ui::tooltip("Only the faces of this material; the others are left out.");
    }
    constexpr const char* axes[] = {"x [m]", "y [m]", "z [m]"};
    for (int k = 0; k < 3; ++k) number(axes[k], draft.place[k], -1e5, 1e5);
    std::vector<std::string> presets;
    for (const Preset& p : find_kind("cloth")->parameters.presets) presets.emplace_back(p.name);
    ui::choice("material", draft.preset, presets, 180 * ui::scale());
    if (is_new)
        ui::choice("hangs by", draft.hung, {"nothing: it falls", "its upper edge", "two corners"}, 180 * ui::scale());
    const double cell = std::max(draft.width, draft.height) / draft.cells;
    if (is_new)
        ui::dim_text("cells of " + short_number(100 * cell, 3) + " cm, about " +
                     with_commas(static_cast<u64>((draft.width / cell + 1) * (draft.height / cell + 1))) +
                     " particles");
    ImGui::Dummy({0, 6});
    bool answered = false;
    if (ui::primary_button("Make it")) {
        if (is_new) {
            make_cloth(app);
        } else {
            make_cloth_of(app, app.scene->assets[static_cast<size_t>(draft.source) - 1].name);
        }
        answered = true;
    }
    ImGui::SameLine();
    if (ui::button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) answered = true;
    end_question(app, answered);
}

}  // namespace pliant::view
