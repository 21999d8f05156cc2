// Panels that are made from the tables of parameters, not by hand: the type says which widget, the rest is in the row.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

// One row at hand.
struct Row {
    App& app;
    const ParameterSet& set;
    const Parameter& parameter;
    std::string path;

    bool in_text() const {  // said in the scene, at this very place
        try {
            return find_value(app.document.text(), path).has_value();
        } catch (const Error&) {
            return false;
        }
    }
    void write(const std::string& json) const {
        app.change(
            "change " + path, [&](Editor& e) { e.set(path, json); }, path);
    }
    void reset() const {
        const size_t depth = path.compare(0, 6, "world.") == 0 ? 1 : 2;
        app.change("reset " + path, [&](Editor& e) { e.remove_with_group(path, depth); });
        app.document.seal();
    }
};

std::string help_of(const Row& row) {
    const Parameter& p = row.parameter;
    std::string words = std::string(p.help) + "\n\n" + expectation(p);
    if (p.otherwise[0]) words += "\nleft out: " + std::string(p.otherwise);
    switch (p.effect) {
        case Effect::next_step: words += "\nA change is felt in the next step."; break;
        case Effect::recook: words += "\nA change cooks the body anew."; break;
        case Effect::start: words += "\nA change begins anew."; break;
    }
    if (p.keyed) words += "\nIt can have keys.";
    if (p.painted) words += "\nIt can be painted.";
    return words;
}

std::string format_of(const Parameter& p) { return p.unit[0] ? std::string("%.5g ") + p.unit : std::string("%.5g"); }

double drag_speed(const Parameter& p, double value) {
    if (p.high < 1e3 && p.low > -1e3) return std::max((p.high - p.low) / 400, 1e-4);
    const double size = std::max(std::fabs(value), std::fabs(p.initial.x));
    return 0.01 * std::max(size, p.low < 0 ? 1.0 : 1e-2);  // what has a sign has to come away from zero
}

double allowed(const Parameter& p, double v) {
    if (p.above_low && v <= p.low) v = p.low + 1e-6;
    return std::clamp(v, p.low, p.high);
}

std::string text_of_number(const Parameter& p, double v) {
    return p.type == ParameterType::integer ? number_json(std::round(allowed(p, v))) : short_number(allowed(p, v), 6);
}

bool drag(const Row& row, double* values, int count) {
    const std::string format = row.parameter.type == ParameterType::integer ? "%.0f"
                               : count > 1                                  ? "%.4g"
                                                                            : format_of(row.parameter);
    const double speed = row.parameter.type == ParameterType::integer ? 0.1 : drag_speed(row.parameter, values[0]);
    return ImGui::DragScalarN("##value", ImGuiDataType_Double, values, count, static_cast<float>(speed), nullptr,
                              nullptr, format.c_str());
}

void number_widget(const Row& row) {
    double v = row.set.number(row.parameter.id);
    if (drag(row, &v, 1)) row.write(text_of_number(row.parameter, v));
}

void vector_widget(const Row& row) {
    Vec3d v = row.set.vector(row.parameter.id);
    double values[3] = {v.x, v.y, v.z};
    const bool uniform = row.parameter.type == ParameterType::number_or_vector && v.x == v.y && v.y == v.z;
    if (!drag(row, values, uniform ? 1 : 3)) return;
    if (uniform) return row.write(text_of_number(row.parameter, values[0]));
    std::string json = "[";
    for (int k = 0; k < 3; ++k) json += (k ? ", " : "") + text_of_number(row.parameter, values[k]);
    row.write(json + "]");
}

void boolean_widget(const Row& row) {
    bool v = row.set.flag(row.parameter.id);
    if (ImGui::Checkbox("##value", &v)) row.write(v ? "true" : "false");
}

void choice_widget(const Row& row) {
    const std::vector<std::string> words = choices(row.parameter);
    const std::string now = row.set.text(row.parameter.id);
    if (!ImGui::BeginCombo("##value", now.c_str())) return;
    for (const std::string& word : words) {
        if (ImGui::Selectable(word.c_str(), word == now)) row.write(quoted_json(word));
        ui::note(word);
    }
    ImGui::EndCombo();
}

// Texts, names, and numbers that nothing was said of: what is typed counts when it is complete.
void typed_widget(const Row& row, const std::string& now, const char* hint) {
    static std::string typed, typed_path;
    std::string value = typed_path == row.path ? typed : now;
    const bool done = ImGui::InputTextWithHint(
        "##value", hint, value.data(), value.capacity() + 1,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackResize,
        [](ImGuiInputTextCallbackData* data) {
            auto& text = *static_cast<std::string*>(data->UserData);
            text.resize(static_cast<size_t>(data->BufTextLen));
            data->Buf = text.data();
            return 0;
        },
        &value);
    if (ImGui::IsItemActive()) typed = value, typed_path = row.path;
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    if (!done && !left) return;
    typed_path.clear();
    if (value == now || value.empty()) return;
    const ParameterType type = row.parameter.type;
    const bool list =
        type == ParameterType::names || (type == ParameterType::name_or_names && value.find(',') != std::string::npos);
    if (!list)
        return row.write(type == ParameterType::text || type == ParameterType::choice ||
                                 type == ParameterType::name_or_names
                             ? quoted_json(value)
                             : value);
    std::string json = "[";
    for (std::string_view name : split(value, ','))
        if (!trimmed(name).empty()) json += (json.size() > 1 ? ", " : "") + quoted_json(trimmed(name));
    row.write(json + "]");
}

std::string joined(std::span<const std::string> names) {
    std::string all;
    for (const std::string& n : names) all += (all.empty() ? "" : ", ") + n;
    return all;
}

void widget(const Row& row) {
    const Parameter& p = row.parameter;
    const Value& value = row.set.value(p.id);
    if (value.keys() || value.map() || value.lines()) {
        const std::string words = value.keys()  ? std::to_string(value.keys()->times.size()) + " keys"
                                  : value.map() ? "painted: " + value.map()->attribute
                                                : std::to_string(value.lines()->size()) + " lines";
        if (ImGui::Button((words + "…").c_str(), {ImGui::GetContentRegionAvail().x, 0}))
            edit_as_text(row.app, row.path);
        return;
    }
    const bool automatic = !value.given() && p.otherwise[0];
    switch (p.type) {
        case ParameterType::boolean: return boolean_widget(row);
        case ParameterType::choice:
            if (automatic) break;
            return choice_widget(row);
        case ParameterType::names:
        case ParameterType::name_or_names: return typed_widget(row, joined(row.set.names(p.id)), p.otherwise);
        case ParameterType::text: return typed_widget(row, row.set.text(p.id), p.otherwise);
        case ParameterType::text_or_vector:
            if (value.vector()) return vector_widget(row);
            return typed_widget(row, value.text() ? *value.text() : "", p.otherwise);
        case ParameterType::vector:
        case ParameterType::number_or_vector:
            if (automatic) break;
            return vector_widget(row);
        case ParameterType::number:
        case ParameterType::integer:
            if (automatic) break;
            return number_widget(row);
        case ParameterType::lines: break;  // typed as a list, and then shown above
    }
    typed_widget(row, "", p.otherwise);
}

void add_key(const Row& row) {
    const double time = row.app.state.time;
    const Value& value = row.set.value(row.parameter.id);
    const Vec3d now = row.set.vector(row.parameter.id, time);
    const bool single = row.parameter.type == ParameterType::number || row.parameter.type == ParameterType::integer;
    const std::string key = "[" + short_number(time, 6) + ", " + json_of(now, single) + "]";
    row.app.change("key " + row.path, [&](Editor& e) {
        if (value.keys()) return e.add_item(row.path + ".keys", key);
        e.set(row.path, "{ \"keys\": [" + key + "] }");
    });
}

void row_menu(const Row& row, bool changed) {
    if (!ImGui::BeginPopupContextItem("row menu")) return;
    if (ui::menu_item("Reset to default", "", false, changed)) row.reset();
    if (ui::menu_item("Edit as text…")) edit_as_text(row.app, row.path);
    if (row.parameter.keyed && ui::menu_item("Key at this frame")) add_key(row);
    if (ui::menu_item("Copy its path")) ImGui::SetClipboardText(row.path.c_str());
    ImGui::EndPopup();
}

void show(const Row& row) {
    const bool changed = row.in_text();
    ImGui::TableNextRow();
    ImGui::PushID(row.path.c_str());
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float r = 3 * ui::scale(), height = ImGui::GetTextLineHeight();
    if (changed)
        ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r, at.y + height * 0.75f}, r, ui::palette().accent);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + r * 3.5f);
    std::string name = row.parameter.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    ImGui::TextUnformatted(name.c_str());
    ui::items().add_text(name);
    if (row.parameter.type == ParameterType::vector && row.parameter.unit[0]) {  // there is no room for it three times
        ImGui::SameLine(0, 6);
        ImGui::TextDisabled("%s", row.parameter.unit);
    }
    ImGui::EndGroup();
    ui::tooltip(help_of(row));
    row_menu(row, changed);
    if (changed) ui::items().add("changed " + row.path, {at, at, true});
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    widget(row);
    if (ImGui::IsItemDeactivated()) row.app.document.seal();
    ui::note(row.path);
    if (!ImGui::IsItemActive()) ui::tooltip(help_of(row));
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("value menu");
    if (ImGui::BeginPopup("value menu")) {
        if (ui::menu_item("Reset to default", "", false, changed)) row.reset();
        if (ui::menu_item("Edit as text…")) edit_as_text(row.app, row.path);
        if (row.parameter.keyed && ui::menu_item("Key at this frame")) add_key(row);
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

bool matches(const std::string& search, const Parameter& p) {
    const std::string wanted = lower_case(trimmed(search));
    if (wanted.empty()) return true;
    std::string words = lower_case(std::string(p.name) + " " + p.help);
    const std::string with_underscores = words;
    std::replace(words.begin(), words.end(), '_', ' ');
    return words.find(wanted) != std::string::npos || with_underscores.find(wanted) != std::string::npos;
}

void selected_set(App& app, const char* title, const ParameterSet& set, const Selection& thing) {
    const bool any = std::any_of(set.table().rows.begin(), set.table().rows.end(),
                                 [&](const Parameter& p) { return matches(app.search, p); });
    if (!any) return;
    ui::heading(title);
    parameter_rows(app, {"", &set, [&app, thing](std::string_view name) { return app.path_of(thing, name); }}, {});
}

void preset_row(App& app, const SceneBody& body) {
    const ParameterTable& table = body.own.table();
    if (table.presets.empty() || !app.search.empty()) return;
    const std::string path = app.path_of({Selection::What::body, body.name}, "preset");
    ImGui::AlignTextToFramePadding();
    ui::quiet_text("preset");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
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

// Particles fixed in bulk: what is held, by a click, and whether it is, by a switch.
void hold_row(App& app, const SceneBody& body) {
    if (!app.search.empty() || !app.player || !app.player->simulation()) return;
    if (ui::button(app.picking_hold ? "Click the body…" : "Hold a place",
                   "Then click on a body: particles around that place stay where they are in space."))
        app.picking_hold = !app.picking_hold;
    const bool any = body.common.given(BodyP::hold_where) || body.common.given(BodyP::hold_point) ||
                     body.common.given(BodyP::hold_low);
    if (!any) return;
    ImGui::SameLine();
    const Selection thing{Selection::What::body, body.name};
    bool held = body.common.flag(BodyP::hold_enabled, app.state.time);
    if (ui::checkbox("held", held, "Whether what is held stays in space, or is let go."))
        app.change("hold " + body.name,
                   [&](Editor& e) { e.set(app.path_of(thing, "hold.enabled"), held ? "true" : "false"); });
    ImGui::SameLine();
    if (ui::button("Hold nothing"))
        app.change("hold nothing of " + body.name, [&](Editor& e) { e.remove(app.path_of(thing, "hold")); });
}

void attach_row(App& app) {
    if (!app.search.empty() || !app.player || !app.player->simulation()) return;
    if (ui::button(app.picking_attachment ? "Click the place…" : "Attach a place",
                   "Then click on a body: that place is held where it is, by an attachment of its own."))
        app.picking_attachment = !app.picking_attachment;
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

void parameter_rows(App& app, const ParameterScope& scope, const std::function<bool(const Parameter&)>& wanted) {
    ImGui::PushID(scope.set->table().name);
    const bool open = ImGui::BeginTable("parameters", 2, ImGuiTableFlags_SizingStretchProp);
    if (open) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.42f);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.58f);
        for (const Parameter& p : scope.set->table().rows) {
            if (!matches(app.search, p) || (wanted && !wanted(p))) continue;
            show({app, *scope.set, p, scope.path_of ? scope.path_of(p.name) : scope.path + "." + p.name});
        }
        ImGui::EndTable();
    }
    ImGui::PopID();
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
            preset_row(app, b);
            hold_row(app, b);
            attach_row(app);
            parameter_rows(app, {"", &b.own, [&app, s](std::string_view name) { return app.path_of(s, name); }}, {});
            selected_set(app, "Body", b.common, s);
        }
    for (const SceneCollider& c : app.scene->colliders)
        if (s.is(Selection::What::collider, c.name)) selected_set(app, c.name.c_str(), c.parameters, s);
    if (const auto capsule = capsule_of(app, s)) capsule_panel(app, *capsule);
    for (const SceneAttachment& a : app.scene->attachments)
        if (s.is(Selection::What::attachment, a.name)) selected_set(app, a.name.c_str(), a.parameters, s);
    for (const SceneCamera& c : app.scene->cameras)
        if (s.is(Selection::What::camera, c.name)) selected_set(app, c.name.c_str(), c.parameters, s);
    selected_set(app, "World", app.scene->world, {Selection::What::world, ""});
    ImGui::EndChild();
}

void wind_tab(App& app) {
    if (!app.scene) return;
    app.wind_open = true;
    ImGui::BeginChild("wind");
    ui::quiet_text("Drag the arrow (Shift: up, Ctrl: in steps)");
    ui::heading("Air");
    const auto of_wind = [](const Parameter& p) { return std::string_view(p.name).substr(0, 4) == "wind"; };
    parameter_rows(app, {"world", &app.scene->world, {}}, of_wind);
    ui::heading("How bodies take it on");
    for (const SceneBody& b : app.scene->bodies) {
        if (app.scene->bodies.size() > 12 && !app.selection.is(Selection::What::body, b.name)) continue;
        ui::quiet_text(b.name);
        ImGui::PushID(b.name.c_str());
        const Selection thing{Selection::What::body, b.name};
        parameter_rows(app, {"", &b.common, [&app, thing](std::string_view name) { return app.path_of(thing, name); }},
                       [](const Parameter& p) { return std::string_view(p.name) == "drag"; });
        ImGui::PopID();
    }
    if (app.scene->bodies.size() > 12) ui::quiet_text("Select a body to see its drag.");
    ImGui::EndChild();
}

}  // namespace pliant::view
