// What others get of the scene: records for other programs, and the scene itself with all its files. Both are made by
// another `pliant` beside the window.
#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"
#include "record/recorder.h"

namespace pliant::view {

namespace fs = std::filesystem;

namespace {

// As it was last time.
struct ExportDraft {
    std::vector<bool> formats;
    std::string folder;
    int frames = 0;   // after the first
    double loop = 0;  // [s] of vat
};
ExportDraft export_draft;
std::string taken_to;

std::string stem_of(const App& app) {
    const std::string stem = fs::path(app.document.title()).stem().string();
    return stem == "scene" && !app.document.folder().empty()
               ? fs::path(fs::absolute(app.document.folder() + ".")).parent_path().filename().string()
               : stem;
}

// A name that nothing has yet, beside the scene.
std::string free_folder(const App& app, const std::string& ending) {
    const fs::path beside = fs::absolute(app.document.folder().empty() ? "." : app.document.folder());
    const std::string base = stem_of(app) + ending;
    std::string name = base;
    for (int n = 2; fs::exists(beside / name); ++n) name = base + "-" + std::to_string(n);
    return (beside / name).lexically_normal().string();
}

void folder_row(App& app, const char* label, std::string& folder, const std::string& dialog) {
    ImGui::SetNextItemWidth(-110 * ui::scale());
    ui::input((std::string("##") + label).c_str(), folder, "folder");
    ImGui::SameLine();
    if (!ui::button("Choose…", "A folder that is there, or a new one in it.", 98 * ui::scale())) return;
    const fs::path now(folder);
    app.asking.clear();
    ImGui::CloseCurrentPopup();
    ask_for_file({"Choose a folder",
                  fs::exists(now.parent_path()) ? now.parent_path().string() : app.document.folder(),
                  now.filename().string(),
                  {},
                  false,
                  [&app, &folder, dialog](const std::string& path) {
                      folder = path;
                      app.asking = dialog;
                  },
                  [&app, dialog] { app.asking = dialog; },
                  true});
}

std::string chosen_formats() {
    std::string list;
    for (size_t i = 0; i < export_draft.formats.size(); ++i)
        if (export_draft.formats[i]) list += (list.empty() ? "" : ",") + std::string(record_formats()[i].name);
    return list;
}

bool is_chosen(std::string_view name) {
    for (size_t i = 0; i < export_draft.formats.size(); ++i)
        if (export_draft.formats[i] && record_formats()[i].name == name) return true;
    return false;
}

// Of a record there are only surfaces.
bool can_be_made(const App& app, const RecordFormat& format) {
    return !app.is_playback() || !(format.needs.particles || format.needs.numbers);
}

void format_rows(const App& app) {
    if (!ImGui::BeginTable("formats", 2, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, 132 * ui::scale());
    ImGui::TableSetupColumn("help", ImGuiTableColumnFlags_WidthStretch);
    for (size_t i = 0; i < export_draft.formats.size(); ++i) {
        const RecordFormat& format = record_formats()[i];
        const bool possible = can_be_made(app, format);
        bool on = export_draft.formats[i] = export_draft.formats[i] && possible;
        ImGui::BeginDisabled(!possible);
        ImGui::TableNextColumn();
        const std::string help = std::string(format.help) + "\n\n" + format.files;
        if (ui::checkbox(format.name, on, possible ? help : "A record has only surfaces: run the scene again."))
            export_draft.formats[i] = on;
        ImGui::TableNextColumn();
        ImGui::AlignTextToFramePadding();
        ImGui::PushTextWrapPos(0);
        ui::dim_text(format.help);
        ImGui::PopTextWrapPos();
        ImGui::EndDisabled();
    }
    ImGui::EndTable();
}

// A note about a folder, shown before anything is written; an error disables the export.
struct FolderWords {
    std::string text;
    bool error = false;
};
FolderWords words_of_folder(const std::string& folder, bool run) {
    std::error_code ignored;
    if (trimmed(folder).empty()) return {"Which folder?", true};
    if (!fs::exists(folder, ignored)) return {};
    if (!fs::is_directory(folder, ignored)) return {"This is a file; a folder is needed.", true};
    if (run && fs::exists(fs::path(folder) / "run.json", ignored)) return {"The earlier run there is replaced."};
    if (!fs::is_empty(folder, ignored))
        return {"There is something else in that folder; choose a new or empty one.", true};
    return {};
}

bool folder_words(const std::string& folder, bool run) {
    const FolderWords words = words_of_folder(folder, run);
    if (words.text.empty()) return true;
    ImGui::PushStyleColor(ImGuiCol_Text, words.error ? ui::palette().bad : ui::palette().warning);
    ui::wrapped_text(words.text);
    ImGui::PopStyleColor();
    return !words.error;
}

std::vector<std::string> arguments_of_export(const App& app, const std::string& scene) {
    std::vector<std::string> arguments;
    if (app.is_playback()) {
        arguments = {"convert", app.record_folder, "-o", export_draft.folder, "--to", chosen_formats()};
    } else {
        arguments = {"run",      scene,
                     "-o",       export_draft.folder,
                     "--record", chosen_formats(),
                     "--frames", std::to_string(export_draft.frames)};
    }
    if (export_draft.loop > 0 && is_chosen("vat"))
        arguments.insert(arguments.end(), {"--loop", number_json(export_draft.loop)});
    return arguments;
}

void start_export(App& app) {
    const std::string list = chosen_formats();
    const BackgroundJob::Words words{
        "Writing " + list + " to " + export_draft.folder, "Saved " + list + " in " + export_draft.folder,
        "nothing was exported",
        "The export was stopped; `pliant convert " + export_draft.folder + "` finishes what is there"};
    try {
        if (app.is_playback()) return app.export_run.start(arguments_of_export(app, ""), words);
        const auto [file, passing] = app.scene_file_for("export");
        app.export_run.start(arguments_of_export(app, file), words, passing ? file : "");
    } catch (const Error& e) {
        app.show_error(e.what());
    }
}

void frame_rows(const App& app) {
    ImGui::SetNextItemWidth(120 * ui::scale());
    ImGui::InputInt("##frames", &export_draft.frames, 0);
    ui::note("frames after the first");
    export_draft.frames = std::clamp(export_draft.frames, 0, 10'000'000);
    ImGui::SameLine();
    ui::text("frames after the first");
    ImGui::SameLine();
    ui::dim_text("(" + short_number(export_draft.frames / app.state.rate, 4) + " s)");
}

void blend_row() {
    ImGui::SetNextItemWidth(120 * ui::scale());
    ImGui::InputDouble("##blended", &export_draft.loop, 0, 0, "%.3g s");
    ui::note("seconds blended");
    export_draft.loop = export_draft.loop > 0 ? std::min(export_draft.loop, 1e6) : 0;  // NaN too
    ImGui::SameLine();
    ui::text("of vat: its end blended into its beginning");
}

}  // namespace

bool can_export(const App& app) {
    return !app.export_run.busy() && app.player && (!app.is_playback() || !app.record_folder.empty());
}

void ask_for_export(App& app) {
    if (export_draft.formats.size() != record_formats().size()) {
        export_draft.formats.assign(record_formats().size(), false);
        export_draft.formats[0] = true;
    }
    export_draft.folder = free_folder(app, "-records");
    export_draft.frames = static_cast<int>(app.state.duration > 0 ? app.state.duration : app.state.frame);
    app.asking = "export";
}

void export_dialog(App& app) {
    if (!begin_question("Export", 560)) return;
    format_rows(app);
    ui::heading(app.is_playback() ? "Where" : "Where and how long");
    folder_row(app, "export folder", export_draft.folder, "export");
    if (!app.is_playback()) frame_rows(app);
    if (is_chosen("vat")) blend_row();
    ImGui::PushTextWrapPos(0);
    ui::dim_text(app.is_playback()
                     ? "All frames of the record are written."
                     : "The scene is simulated from its beginning; what was done by hand is not part of it.");
    ImGui::PopTextWrapPos();
    const bool any = !chosen_formats().empty(), folder = folder_words(export_draft.folder, !app.is_playback());
    ImGui::Dummy({0, 6});
    bool answered = false;
    ImGui::BeginDisabled(!any || !folder);
    if (ui::primary_button("Export", any ? "" : "Choose a format first.", 90 * ui::scale())) {
        start_export(app);
        answered = true;
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ui::button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) answered = true;
    end_question(app, answered);
}

void ask_to_take_along(App& app) {
    taken_to = free_folder(app, "-to-go");
    app.asking = "take along";
}

void take_along_dialog(App& app) {
    if (!begin_question("Take with you", 560)) return;
    ui::wrapped_text(
        "Copies the scene and every file that it reads, meshes, images, clips and characters, into one folder that "
        "opens on "
        "another machine.");
    ImGui::Dummy({0, 4});
    folder_row(app, "folder to take", taken_to, "take along");
    const bool folder = folder_words(taken_to, false);
    ImGui::Dummy({0, 6});
    bool answered = false;
    ImGui::BeginDisabled(!folder);
    if (ui::primary_button("Copy it all")) {
        answered = true;
        try {
            const auto [file, passing] = app.scene_file_for("pack");
            app.packing.start({"pack", file, "-o", taken_to, "--name", app.document.title()},
                              {"Copying to " + taken_to, "Everything is in " + taken_to, "nothing was copied",
                               "Stopped; nothing was copied"},
                              passing ? file : "");
        } catch (const Error& e) {
            app.show_error(e.what());
        }
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ui::button("Cancel") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) answered = true;
    end_question(app, answered);
}

}  // namespace pliant::view
