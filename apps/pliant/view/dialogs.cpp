// Questions that wait for an answer, sentences that go by, and one value as text.
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/files.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

bool begin_question(const char* title, float width) {
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    const ImVec2 middle{ImGui::GetIO().DisplaySize.x / 2, ImGui::GetIO().DisplaySize.y / 2};
    ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(width * ui::scale(), ImGui::GetIO().DisplaySize.x - 20), 0});
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return false;
    ui::items().add_text(title);
    return true;
}

void end_question(App& app, bool answered) {
    if (answered) {
        app.asking.clear();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

namespace {

void unsaved_question(App& app) {
    if (!begin_question("Unsaved changes")) return;
    ui::wrapped_text(app.document.title() + " has changes that are not saved.");
    ImGui::Dummy({0, 6});
    bool answered = false;
    if (ui::primary_button("Save")) {
        answered = true;
        if (app.save() && app.when_saved) std::exchange(app.when_saved, {})();
    }
    ImGui::SameLine();
    if (ui::button("Don't save")) {
        answered = true;
        app.document.remove_autosave();
        if (app.when_saved) std::exchange(app.when_saved, {})();
    }
    ImGui::SameLine();
    if (ui::button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
        answered = true;
        app.when_saved = {};
    }
    const bool again = app.asking != "unsaved";  // the action asks another question
    if (again) ImGui::CloseCurrentPopup();
    if (again) ImGui::EndPopup();
    if (!again) end_question(app, answered);
}

void conflict_question(App& app) {
    if (!begin_question("Changed on disk")) return;
    ui::wrapped_text(app.document.title() + " has changed on disk, and has changes here that are not saved.");
    ImGui::Dummy({0, 6});
    bool answered = false;
    if (ui::button("Take theirs", "What is on disk; undo brings yours back.")) {
        app.document.take_from_disk();
        answered = true;
    }
    ImGui::SameLine();
    if (ui::primary_button("Keep mine", "What is here; saving replaces what is on disk.")) answered = true;
    end_question(app, answered);
}

void recover_question(App& app) {
    if (!begin_question("Recover")) return;
    ui::wrapped_text("There are changes of " + app.document.title() + " that were never saved.");
    ImGui::Dummy({0, 6});
    bool answered = false;
    if (ui::primary_button("Recover them")) {
        app.document.recover(app.left_behind);
        answered = true;
    }
    ImGui::SameLine();
    if (ui::button("Leave them")) {
        app.document.remove_autosave();
        answered = true;
    }
    end_question(app, answered);
}

void work_beside(App& app) {
    float top = app.viewport.low.y + 14;
    top += app.film.panel(app, "Film", top);
    top += app.export_run.panel(app, "Records", top);
    app.packing.panel(app, "Taking along", top);
}

}  // namespace

void dialogs(App& app) {
    work_beside(app);
    if (app.asking == "unsaved") unsaved_question(app);
    if (app.asking == "conflict") conflict_question(app);
    if (app.asking == "recover") recover_question(app);
    if (app.asking == "cloth") cloth_dialog(app);
    if (app.asking == "export") export_dialog(app);
    if (app.asking == "take along") take_along_dialog(app);
}

void notices_panel(App& app) {
    std::erase_if(app.notices, [&](const Notice& n) { return n.until < app.now(); });
    float y = app.viewport.high.y - 14 * ui::scale();
    for (size_t i = app.notices.size(); i-- > 0;) {
        Notice& notice = app.notices[i];
        const std::string title = "notice " + std::to_string(i);
        ImGui::SetNextWindowPos({app.viewport.high.x - 14 * ui::scale(), y}, ImGuiCond_Always, {1, 1});
        ImGui::SetNextWindowSizeConstraints({0, 0}, {std::max(200.0f, app.view().width * 0.55f), 400});
        ImGui::SetNextWindowBgAlpha(0.92f);
        ImGui::Begin(title.c_str(), nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoFocusOnAppearing);
        const ImU32 color = notice.kind == Notice::Kind::error     ? ui::palette().bad
                            : notice.kind == Notice::Kind::warning ? ui::palette().warning
                                                                   : ui::palette().accent;
        const ImVec2 low = ImGui::GetWindowPos();
        ImGui::GetWindowDrawList()->PushClipRectFullScreen();
        ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + 3 * ui::scale(), low.y + ImGui::GetWindowSize().y},
                                                  color);
        ImGui::GetWindowDrawList()->PopClipRect();
        ImGui::PushTextWrapPos(std::max(200.0f, app.view().width * 0.5f));
        ui::text(notice.text);
        ImGui::PopTextWrapPos();
        if (!notice.action.empty() && ui::button(notice.action.c_str())) {
            const auto run = notice.run;
            notice.until = 0;
            if (run) run();
        }
        if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0) && notice.action.empty()) notice.until = 0;
        y -= ImGui::GetWindowSize().y + 6;
        ImGui::End();
    }
}

// ---- one value as text

namespace {
std::string edited_path, edited_text, edited_trouble;
}

void edit_as_text(App& app, const std::string& path) {
    edited_path = path;
    edited_trouble.clear();
    edited_text.clear();
    try {
        if (const auto there = find_value(app.document.text(), path))
            edited_text = app.document.text().substr(there->begin, there->size());
    } catch (const Error& e) {
        edited_trouble = e.what();
    }
}

void text_editor(App& app) {
    if (edited_path.empty()) return;
    const char* title = "Edit as text";
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    ImGui::SetNextWindowSize({560 * ui::scale(), 0});
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoResize)) return;
    ui::text(edited_path);
    edited_text.reserve(edited_text.size() + 4096);
    ImGui::InputTextMultiline(
        "##json", edited_text.data(), edited_text.capacity() + 1, {-1, 220 * ui::scale()},
        ImGuiInputTextFlags_CallbackResize,
        [](ImGuiInputTextCallbackData* data) {
            auto& text = *static_cast<std::string*>(data->UserData);
            text.resize(static_cast<size_t>(data->BufTextLen));
            data->Buf = text.data();
            return 0;
        },
        &edited_text);
    ui::note("JSON");
    if (!edited_trouble.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().bad);
        ui::wrapped_text(edited_trouble);
        ImGui::PopStyleColor();
    }
    bool close = false;
    if (ui::primary_button("Apply")) {
        try {
            // Tried out first: what the scene cannot take is not put in.
            std::string text = app.document.text();
            apply_edit(text, setting_value(text, edited_path, edited_text));
            read({text, app.document.name_for_errors(), app.document.folder(), {}});
            app.change("change " + edited_path, [](Editor& e) { e.set(edited_path, edited_text); });
            close = true;
        } catch (const Error& e) {
            edited_trouble = e.what();
        }
    }
    ImGui::SameLine();
    if (ui::button("Cancel")) close = true;
    if (close) {
        edited_path.clear();
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace pliant::view
