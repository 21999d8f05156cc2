// A plain dialog for files, the same on every desktop.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace fs = std::filesystem;

namespace {

FileDialog dialog;
bool open_now = false;
std::string listed_folder;
std::string to_replace;  // a file that is there already, and would be written over: asked once more
std::vector<std::string> folders, files;

bool fits(const std::string& name) {
    if (dialog.of_folders) return false;
    return dialog.endings.empty() || std::any_of(dialog.endings.begin(), dialog.endings.end(),
                                                 [&](const std::string& e) { return ends_with(name, e); });
}

void list() {
    listed_folder = dialog.folder;
    folders.clear();
    files.clear();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(dialog.folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.empty() || name[0] == '.') continue;
        std::error_code ignored;
        if (entry.is_directory(ignored)) {
            folders.push_back(name);
        } else if (fits(name)) {
            files.push_back(name);
        }
    }
    std::sort(folders.begin(), folders.end());
    std::sort(files.begin(), files.end());
}

// The chosen path, or empty.
std::string rows() {
    std::string chosen;
    ImGui::BeginChild("files", {0, 300 * ui::scale()}, true);
    if (ImGui::Selectable("..", false, ImGuiSelectableFlags_DontClosePopups))
        dialog.folder = fs::path(dialog.folder).parent_path().string();
    for (const std::string& name : folders) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().accent);
        const bool clicked = ImGui::Selectable((name + "/").c_str(), false, ImGuiSelectableFlags_DontClosePopups);
        ImGui::PopStyleColor();
        ui::note(name + "/");
        if (clicked) dialog.folder = (fs::path(dialog.folder) / name).string();
    }
    for (const std::string& name : files) {
        if (ImGui::Selectable(name.c_str(), dialog.name == name,
                              ImGuiSelectableFlags_DontClosePopups | ImGuiSelectableFlags_AllowDoubleClick)) {
            dialog.name = name;
            if (ImGui::IsMouseDoubleClicked(0)) chosen = name;
        }
        ui::note(name);
    }
    ImGui::EndChild();
    return chosen;
}

std::string path_of(const std::string& name) {
    std::string path = (fs::path(dialog.folder) / name).lexically_normal().string();
    if (dialog.saving && fs::path(path).extension().empty() && !dialog.endings.empty()) path += dialog.endings[0];
    return path;
}

}  // namespace

void ask_for_file(FileDialog wanted) {
    dialog = std::move(wanted);
    std::error_code error;
    dialog.folder = fs::absolute(dialog.folder.empty() ? "." : dialog.folder, error).lexically_normal().string();
    if (dialog.folder.size() > 1 && dialog.folder.back() == '/') dialog.folder.pop_back();
    listed_folder.clear();
    to_replace.clear();
    open_now = true;
}

void file_dialog(App&) {
    if (!open_now) return;
    const char* title = dialog.title.c_str();
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    ImGui::SetNextWindowSize({560 * ui::scale(), 0});
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoResize)) return;
    ui::items().add_text(dialog.title);
    if (listed_folder != dialog.folder) list();
    ImGui::SetNextItemWidth(-1);
    ui::input("##Folder", dialog.folder);
    std::string chosen = rows();
    ImGui::SetNextItemWidth(-200 * ui::scale());
    if (ui::input("##File name", dialog.name, "name", ImGuiInputTextFlags_EnterReturnsTrue)) chosen = dialog.name;
    ImGui::SameLine();
    const bool replaces = !to_replace.empty() && path_of(dialog.name) == to_replace;
    const char* const what = replaces            ? "Replace it"
                             : dialog.of_folders ? "Choose this"
                             : dialog.saving     ? "Save here"
                                                 : "Open this";
    if (ui::primary_button(what, "", 100 * ui::scale()))
        chosen = dialog.name.empty() && !dialog.saving ? "." : dialog.name;  // the folder itself: that of a run
    ImGui::SameLine();
    const bool cancelled = ui::button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    if (replaces) ui::wrapped_text(fs::path(to_replace).filename().string() + " is there already. Replace it?");
    std::string path = chosen.empty() || cancelled ? "" : path_of(chosen);
    if (dialog.saving && !path.empty() && !replaces && fs::exists(path)) to_replace = std::exchange(path, "");
    if (!path.empty() || cancelled) {
        open_now = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    const FileDialog answered = dialog;  // the callback may open another dialog
    if (!path.empty() && answered.chosen) answered.chosen(path);
    if (cancelled && answered.cancelled) answered.cancelled();
}

}  // namespace pliant::view
