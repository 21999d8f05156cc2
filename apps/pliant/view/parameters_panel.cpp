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
    bool in_group = false;  // under a heading that has the first part of its name

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
    if (p.if_unset[0]) words += "\nleft out: " + std::string(p.if_unset);
    switch (p.effect) {
        case Effect::next_step: words += "\nA change is felt in the next step."; break;
        case Effect::recook: words += "\nA change cooks the body again."; break;
        case Effect::start: words += "\nA change starts the scene over."; break;
    }
    if (p.keyed) words += "\nIt can have keys.";
    if (p.painted) words += "\nIt can be painted.";
    return words;
}

std::string format_of(const Parameter& p) { return p.unit[0] ? std::string("%.5g ") + p.unit : std::string("%.5g"); }

double drag_speed(const Parameter& p, double value) {
    if (p.high < 1e3 && p.low > -1e3) return std::max((p.high - p.low) / 400, 1e-4);
    const double size = std::max(std::fabs(value), std::fabs(p.initial.x));
    return 0.01 * std::max(size, p.low < 0 ? 1.0 : 1e-2);  // a signed value must be able to leave zero
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

bool is_color(const Parameter& p) {
    return p.type == ParameterType::vector && std::string_view(p.name).ends_with("color") && p.low == 0 && p.high == 1;
}

// A swatch that opens a picker, and three numbers. A body without a colour of its own is grey until one is chosen.
void color_widget(const Row& row) {
    const bool given = row.set.value(row.parameter.id).has_value() || !row.parameter.if_unset[0];
    const Vec3d now = given ? row.set.vector(row.parameter.id) : Vec3d{0.6, 0.6, 0.6};
    float rgb[3] = {static_cast<float>(now.x), static_cast<float>(now.y), static_cast<float>(now.z)};
    constexpr ImGuiColorEditFlags flags = ImGuiColorEditFlags_Float | ImGuiColorEditFlags_PickerHueWheel;
    ImGui::BeginGroup();
    const bool changed = ImGui::ColorEdit3("##value", rgb, flags | (given ? 0 : ImGuiColorEditFlags_NoInputs));
    if (!given) {
        ImGui::SameLine();
        ui::dim_text(row.parameter.if_unset);
    }
    ImGui::EndGroup();
    if (!changed) return;
    std::string json = "[";
    for (int k = 0; k < 3; ++k)
        json += (k ? ", " : "") + short_number(std::clamp(static_cast<double>(rgb[k]), 0.0, 1.0), 3);
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

// Texts, names, and numbers without a value: typed text takes effect when it is complete.
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
    if (ImGui::IsItemActive()) {
        typed = value;
        typed_path = row.path;
    }
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

std::string painted_by(const Map& map) { return map.source ? map.source->description() : map.attribute; }

void widget(const Row& row) {
    const Parameter& p = row.parameter;
    const Value& value = row.set.value(p.id);
    if (value.keys() || value.map() || value.lines()) {
        const std::string words = value.keys()  ? std::to_string(value.keys()->times.size()) + " keys"
                                  : value.map() ? "painted: " + painted_by(*value.map())
                                                : std::to_string(value.lines()->size()) + " lines";
        if (!ImGui::Button((words + "…").c_str(), {ImGui::GetContentRegionAvail().x, 0})) return;
        if (!value.keys() || !row.app.keys.show(row.path)) edit_as_text(row.app, row.path);
        return;
    }
    if (is_color(p)) return color_widget(row);
    const bool automatic = !value.has_value() && p.if_unset[0];
    switch (p.type) {
        case ParameterType::boolean: return boolean_widget(row);
        case ParameterType::choice:
            if (automatic) break;
            return choice_widget(row);
        case ParameterType::names:
        case ParameterType::name_or_names: return typed_widget(row, joined(row.set.names(p.id)), p.if_unset);
        case ParameterType::text: return typed_widget(row, row.set.text(p.id), p.if_unset);
        case ParameterType::text_or_vector:
            if (value.vector()) return vector_widget(row);
            return typed_widget(row, value.text() ? *value.text() : "", p.if_unset);
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
    typed_widget(row, "", p.if_unset);
}

void row_menu(const Row& row, bool changed) {
    if (!ImGui::BeginPopupContextItem("row menu")) return;
    if (ui::menu_item("Reset to default", "", false, changed)) row.reset();
    if (ui::menu_item("Edit as text…")) edit_as_text(row.app, row.path);
    if (row.parameter.keyed && ui::menu_item("Key at this frame"))
        KeyEditor::key_now(row.app, row.path, row.set, row.parameter);
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
    if (row.in_group) name.erase(0, name.find('.') + 1);
    if (row.in_group) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + r * 3);
    std::replace(name.begin(), name.end(), '_', ' ');
    std::replace(name.begin(), name.end(), '.', ' ');
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
        if (row.parameter.keyed && ui::menu_item("Key at this frame"))
            KeyEditor::key_now(row.app, row.path, row.set, row.parameter);
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

// ---- groups: "sleep" of "sleep.speed"

std::string_view group_of(const Parameter& p) {
    const std::string_view name = p.name;
    const size_t dot = name.find('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

// While something is searched for, all is open.
bool folds(App& app, const std::string& key, const std::string& title, bool open_at_first, const std::string& more) {
    const bool open = !app.search.empty() || (open_at_first ? !app.folded.count(key) : app.unfolded.count(key) > 0);
    const bool pressed = ui::fold(("fold " + key).c_str(), title, open, more);
    if (!pressed || !app.search.empty()) return open;
    std::set<std::string>& other = open_at_first ? app.folded : app.unfolded;
    if (!other.erase(key)) other.insert(key);
    return !open;
}

void rows_of_group(App& app, const ParameterSource& scope, std::span<const Parameter> group,
                   const std::function<bool(const Parameter&)>& wanted) {
    std::vector<const Parameter*> shown;
    size_t given = 0;
    for (const Parameter& p : group) {
        if (!matches(app.search, p) || (wanted && !wanted(p))) continue;
        shown.push_back(&p);
        given += scope.set->is_explicit(p.id);
    }
    const std::string_view name = group_of(group[0]);
    const bool grouped = shown.size() > 1 && !name.empty() && !wanted;
    if (grouped) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        std::string title(name);
        std::replace(title.begin(), title.end(), '_', ' ');
        const std::string more = given ? std::to_string(given) + " set" : "";
        // What the scene says something of is open.
        const std::string key = std::string(scope.set->table().name) + "." + std::string(name);
        if (!folds(app, key + (given ? "" : " (unset)"), title, given > 0, more)) return;
    }
    for (const Parameter* p : shown)
        show({app, *scope.set, *p, scope.path_of ? scope.path_of(p->name) : scope.path + "." + p->name, grouped});
}

}  // namespace

bool any_matches(const App& app, const ParameterSet& set) {
    const std::span<const Parameter> rows = set.table().rows;
    return std::any_of(rows.begin(), rows.end(), [&](const Parameter& p) { return matches(app.search, p); });
}

bool fold_heading(App& app, const std::string& key, const char* title) {
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
    return folds(app, key, title, true, "");
}

void parameter_rows(App& app, const ParameterSource& scope, const std::function<bool(const Parameter&)>& wanted) {
    ImGui::PushID(scope.set->table().name);
    const bool open = ImGui::BeginTable("parameters", 2, ImGuiTableFlags_SizingStretchProp);
    if (open) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.42f);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.58f);
        const std::span<const Parameter> all = scope.set->table().rows;
        for (size_t i = 0; i < all.size();) {
            const std::string_view group = group_of(all[i]);
            size_t end = i + 1;
            while (end < all.size() && !group.empty() && group_of(all[end]) == group) ++end;
            rows_of_group(app, scope, all.subspan(i, end - i), wanted);
            i = end;
        }
        ImGui::EndTable();
    }
    ImGui::PopID();
}

}  // namespace pliant::view
