// The selected object and the world: kind, preset, held places, clips, and all parameters.
#include <algorithm>

#include "assets/scene_text.h"
#include "body/registry.h"
#include "core/error.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/kind_change.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void selected_set(App& app, const char* title, const ParameterSet& set, const Selection& thing) {
    if (!any_matches(app, set)) return;
    if (!fold_heading(app, set.table().name, title)) return;
    parameter_rows(app, {"", &set, [&app, thing](std::string_view name) { return app.path_of(thing, name); }}, {});
}

// In the column of names.
void label(const char* words) {
    ImGui::AlignTextToFramePadding();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 10 * ui::scale());
    ui::dim_text(words);
    ImGui::SameLine(ImGui::GetContentRegionMax().x * 0.42f + 4 * ui::scale());
    ImGui::SetNextItemWidth(-1);
}

std::string family_of(const SceneBody& body) { return body.name.substr(0, body.name.find('/')); }

// Tried out first: what the scene cannot take is not put in.
void take_kind(App& app, const SceneBody& body, const Kind& kind) {
    const std::string family = family_of(body);
    try {
        std::string text = app.document.text();
        Editor trial(text);
        const KindChange change = change_kind(trial, app.document.json(), family, kind);
        read({text, app.document.name_for_errors(), app.document.folder(), {}});
        app.change(family + " is " + kind.name, [&](Editor& e) { change_kind(e, app.document.json(), family, kind); });
        app.document.seal();
        if (change.dropped.empty()) return app.show_notice(family + " is " + kind.name + " now");
        std::string names;
        for (const std::string& name : change.dropped) names += (names.empty() ? "" : ", ") + name;
        app.show_notice(family + " is " + kind.name + " now, which does not know " + names +
                            (change.dropped.size() > 1 ? ": they are" : ": it is") + " taken away",
                        Notice::Kind::warning, "Undo", [&app, revision = app.document.revision()] {
                            if (app.document.revision() == revision) app.undo();
                        });
    } catch (const Error& e) {
        app.show_error(family + " stays " + body.kind->name + ": " + e.what());
    }
}

void kind_row(App& app, const SceneBody& body) {
    if (!app.search.empty()) return;
    label("kind");
    const bool open = ImGui::BeginCombo("##kind", body.kind->name);
    ui::note("kind");
    if (!open) return ui::tooltip("What its matter is; what another kind does not know is taken away.");
    for (const Kind* kind : kinds()) {
        if (ImGui::Selectable(kind->name, kind == body.kind) && kind != body.kind) take_kind(app, body, *kind);
        ui::note("kind " + std::string(kind->name));
    }
    ImGui::EndCombo();
}

void preset_row(App& app, const SceneBody& body) {
    const ParameterTable& table = body.own.table();
    if (table.presets.empty() || !app.search.empty()) return;
    const std::string path = app.path_of({Selection::What::body, body.name}, "preset");
    label("preset");
    if (!ImGui::BeginCombo("##preset", body.own.preset().empty() ? "none" : body.own.preset().c_str()))
        return ui::note("preset");
    ui::note("preset");
    if (ImGui::Selectable("none")) app.change("no preset", [&](Editor& e) { e.remove(path); });
    for (const Preset& preset : table.presets) {
        if (ImGui::Selectable(preset.name, body.own.preset() == preset.name))
            app.change(std::string("preset ") + preset.name, [&](Editor& e) { e.set(path, quoted_json(preset.name)); });
        ui::note(preset.name);
        ui::tooltip(preset.help);
    }
    ImGui::EndCombo();
}

// Buttons to hold or attach a place by a click on the body, and a switch for places that are held already.
void place_rows(App& app, const SceneBody& body) {
    if (!app.search.empty() || !app.player || !app.player->simulation()) return;
    if (ui::button(app.picking_hold ? "Click the body…" : "Hold a place",
                   "Then click on a body: particles around that place stay where they are in space."))
        app.picking_hold = !app.picking_hold;
    ImGui::SameLine();
    if (ui::button(app.picking_attachment ? "Click the place…" : "Attach a place",
                   "Then click on a body: that place is held where it is, by an attachment of its own."))
        app.picking_attachment = !app.picking_attachment;
    const bool any = body.common.is_explicit(BodyP::hold_where) || body.common.is_explicit(BodyP::hold_point) ||
                     body.common.is_explicit(BodyP::hold_low);
    if (!any) return;
    const Selection thing{Selection::What::body, body.name};
    bool held = body.common.flag(BodyP::hold_enabled, app.state.time);
    if (ui::checkbox("held", held, "Whether what is held stays in space, or is let go."))
        app.change("hold " + body.name,
                   [&](Editor& e) { e.set(app.path_of(thing, "hold.enabled"), held ? "true" : "false"); });
    ImGui::SameLine();
    if (ui::button("Hold nothing"))
        app.change("hold nothing of " + body.name, [&](Editor& e) { e.remove(app.path_of(thing, "hold")); });
}

}  // namespace

void hold_around(App& app, const Grip& grip) {
    const Selection thing{Selection::What::body, grip.body};
    app.selection = thing;
    app.change("hold a place of " + grip.body, [&](Editor& e) {
        e.set(app.path_of(thing, "hold.point"), json_of(grip.rest.to<double>(), false));
        e.set(app.path_of(thing, "hold.radius"), json_of({2.0 * static_cast<double>(grip.radius), 0, 0}, true));
    });
}

void attach_at(App& app, const Grip& grip) {
    const std::string name = app.free_name("attachments", "pin");
    app.change("attach a place of " + grip.body, [&](Editor& e) {
        e.set("attachments." + name, "{ \"body\": " + quoted_json(grip.body) +
                                         ", \"where\": { \"point\": " + json_of(grip.rest.to<double>(), false) +
                                         ", \"radius\": " + json_of({static_cast<double>(grip.radius), 0, 0}, true) +
                                         " } }");
    });
    app.selection = {Selection::What::attachment, name};
}

void physics_tab(App& app) {
    ImGui::SetNextItemWidth(-1);
    ui::input("##Search", app.search, "Search parameters");
    if (!app.scene) return;
    ImGui::BeginChild("parameters");
    const Selection& s = app.selection;
    for (const SceneBody& b : app.scene->bodies)
        if (s.is(Selection::What::body, b.name)) {
            ui::heading((b.name + " · " + b.kind->name).c_str());
            kind_row(app, b);
            preset_row(app, b);
            place_rows(app, b);
            clip_rows(app, false, b.name);
            selected_set(app, b.kind->name, b.own, s);
            selected_set(app, "Body", b.common, s);
        }
    for (const SceneCharacter& c : app.scene->characters)
        if (s.is(Selection::What::character, c.name)) {
            ui::heading((c.name + " · character").c_str());
            clip_rows(app, true, c.name);
            selected_set(app, "Character", c.parameters, s);
        }
    if (const auto capsule = capsule_of(app, s)) capsule_panel(app, *capsule);
    for (const Selection::What what : {Selection::What::collider, Selection::What::attachment, Selection::What::camera})
        for (const ParameterSet* set : parameter_sets(*app.scene, s))
            if (s.what == what) selected_set(app, s.name.c_str(), *set, s);
    selected_set(app, "World", app.scene->world, {Selection::What::world, ""});
    ImGui::EndChild();
}

}  // namespace pliant::view
