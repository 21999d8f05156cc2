// The objects of the scene: select, hide, isolate.
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void context_menu(App& app, const Selection& thing) {
    if (!ImGui::BeginPopupContextItem()) return;
    app.selection = thing;
    if (ui::menu_item("Frame", "F")) app.frame_selected();
    if (ui::menu_item(app.hiding.isolated == thing.name ? "Show all" : "Isolate", "I")) app.isolate(thing.name);
    if (!app.is_playback()) {
        ImGui::Separator();
        const bool twice = thing.what != Selection::What::character;
        if (twice && ui::menu_item("Duplicate", "Ctrl+D")) app.duplicate_selected();
        if (ui::menu_item("Edit as text…")) edit_as_text(app, app.path_of(thing, ""));
        if (ui::menu_item("Remove", "Delete")) app.remove_selected();
    }
    ImGui::EndPopup();
}

void row(App& app, const Selection& thing, const std::string& shown_name, const char* more = "") {
    ImGui::PushID(thing.name.c_str());
    ImGui::PushID(static_cast<int>(thing.what));
    const bool can_hide = thing.what == Selection::What::body || thing.what == Selection::What::collider ||
                          thing.what == Selection::What::character;
    const float eye_width = ImGui::GetFrameHeight();
    const bool faded = can_hide && app.is_hidden(thing.name);
    if (faded) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    const float width = ImGui::GetContentRegionAvail().x - (can_hide ? eye_width : 0);
    if (ImGui::Selectable(shown_name.c_str(), app.selection == thing, ImGuiSelectableFlags_AllowDoubleClick,
                          {width, 0})) {
        app.selection = thing;
        if (ImGui::IsMouseDoubleClicked(0)) app.frame_selected();
    }
    if (faded) ImGui::PopStyleColor();
    ui::note(thing.name.empty() ? shown_name : thing.name);
    if (can_hide) context_menu(app, thing);
    if (more[0]) ui::tooltip(more);
    if (can_hide) {
        ImGui::SameLine(0, 0);
        ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - eye_width);
        if (ui::eye(("eye of " + thing.name).c_str(), !faded, "Show or hide")) {
            if (!app.hiding.isolated.empty()) {
                app.hiding.isolated.clear();
            } else if (!app.hiding.hidden.erase(thing.name)) {
                app.hiding.hidden.insert(thing.name);
            }
        }
    }
    ImGui::PopID();
    ImGui::PopID();
}

// Instances stand under their family when there are several.
template <class Things>
void bodies(App& app, const Things& things) {
    for (size_t i = 0; i < things.size();) {
        const std::string name = things[i].name, family = name.substr(0, name.find('/'));
        size_t end = i + 1;
        while (end < things.size() && things[end].name.compare(0, family.size() + 1, family + "/") == 0) ++end;
        if (name == family) {
            row(app, {Selection::What::body, name}, name);
            ++i;
            continue;
        }
        const std::string title = family + "  × " + std::to_string(end - i);
        const bool open = ImGui::TreeNodeEx(title.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth);
        ui::note(family);
        if (open) {
            for (; i < end; ++i) row(app, {Selection::What::body, things[i].name}, things[i].name);
            ImGui::TreePop();
        }
        i = end;
    }
}

// An arrow for its capsules, and its name to select it.
void character_row(App& app, const std::string& name) {
    const std::string key = "capsules of " + name;
    const bool open = app.unfolded.count(key) > 0;
    ImGui::PushID(key.c_str());
    const float size = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("arrow", {size, size}) && !app.unfolded.erase(key)) app.unfolded.insert(key);
    ui::note(key);
    ui::tooltip("Its capsules");
    const float r = size * 0.24f;
    const ImVec2 c{at.x + size * 0.4f, at.y + size / 2};
    const ImU32 color = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_TextDisabled);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (open) {
        draw.AddTriangleFilled({c.x - r, c.y - r * 0.6f}, {c.x + r, c.y - r * 0.6f}, {c.x, c.y + r * 0.8f}, color);
    } else {
        draw.AddTriangleFilled({c.x - r * 0.6f, c.y - r}, {c.x + r * 0.8f, c.y}, {c.x - r * 0.6f, c.y + r}, color);
    }
    ImGui::PopID();
    ImGui::SameLine(0, 2);
    row(app, {Selection::What::character, name}, name, "A character: its clips are directed in the tab Physics.");
}

}  // namespace

void outliner(App& app) {
    const float top = app.viewport.low.y;
    ImGui::SetNextWindowPos({0, top});
    ImGui::SetNextWindowSize({app.left_width, app.viewport.high.y - top});
    ImGui::Begin("Outliner", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::BeginChild("things");
    if (!app.is_playback()) row(app, {Selection::What::world, ""}, "World");
    ui::heading("Bodies");
    if (app.scene) {
        bodies(app, app.scene->bodies);
    } else if (app.moment) {
        bodies(app, app.moment->bodies);
    }
    if (app.moment)  // came off, or thrown in by hand: they are not part of the scene
        for (const render::ShownBody& b : app.moment->bodies) {
            const bool in_scene = !app.scene || std::any_of(app.scene->bodies.begin(), app.scene->bodies.end(),
                                                            [&](const SceneBody& s) { return s.name == b.name; });
            if (in_scene) continue;
            row(app, {Selection::What::body, b.name}, b.name,
                b.piece ? "It came off; what it is made of is set where it came from."
                        : "Thrown in; it is not part of the scene.");
        }
    ui::heading("Colliders");
    if (app.scene) {
        for (const SceneCollider& c : app.scene->colliders) row(app, {Selection::What::collider, c.name}, c.name);
    } else if (app.moment) {
        for (const render::ShownCollider& c : app.moment->colliders)
            row(app, {Selection::What::collider, c.name}, c.name);
    }
    if (app.scene && !app.scene->characters.empty()) {
        ui::heading("Characters");
        for (const SceneCharacter& c : app.scene->characters) {
            character_row(app, c.name);
            if (!app.unfolded.count("capsules of " + c.name)) continue;
            ImGui::Indent();
            capsule_rows(app, c, [&](const Selection& s, const std::string& bone) { row(app, s, bone); });
            ImGui::Unindent();
        }
    }
    if (app.scene && !app.scene->attachments.empty()) {
        ui::heading("Attachments");
        for (const SceneAttachment& a : app.scene->attachments) row(app, {Selection::What::attachment, a.name}, a.name);
    }
    if (app.scene && !app.scene->cameras.empty()) {
        ui::heading("Cameras");
        for (const SceneCamera& c : app.scene->cameras) {
            row(app, {Selection::What::camera, c.name}, c.name, "Double click looks through it.");
            if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && app.moment)
                app.camera = render::scene_camera(c, *app.moment, app.moment->time);
        }
    }
    ImGui::EndChild();
    ImGui::End();
}

}  // namespace pliant::view
