// The examples, with their pictures.
#include <epoxy/gl.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/examples.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace fs = std::filesystem;

std::string examples_folder() {
    std::error_code error;
    if (const char* told = std::getenv("PLIANT_EXAMPLES")) return told;
    // Above the program, wherever it was built, or beside it where it was installed.
    for (fs::path folder = fs::path(own_program()).parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
        for (const char* place : {"examples", "share/pliant/examples"})
            if (fs::exists(folder / place / "octopus" / "scene.json", error)) return (folder / place).string();
    return "";
}

std::vector<Example> find_examples(const std::string& folder) {
    std::vector<Example> all;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const fs::path scene = entry.path() / "scene.json";
        if (!fs::exists(scene, error)) continue;
        Example example{entry.path().filename().string(), scene.string(), (entry.path() / "picture.png").string(), ""};
        try {
            // The first paragraph under the heading.
            const std::string text = read_file((entry.path() / "README.md").string());
            for (std::string_view line : split(text, '\n'))
                if (!trimmed(line).empty() && line[0] != '#' && line[0] != '!') {
                    example.words = trimmed(line);
                    break;
                }
        } catch (const Error&) {  // without words, then
        }
        all.push_back(std::move(example));
    }
    std::sort(all.begin(), all.end(), [](const Example& a, const Example& b) { return a.name < b.name; });
    return all;
}

namespace {

struct Shown {
    Example example;
    GLuint texture = 0;
    float aspect = 1.6f;
};

std::vector<Shown> load_examples() {
    std::vector<Shown> all;
    for (Example& example : find_examples(examples_folder())) {
        Shown shown{std::move(example)};
        try {
            const render::Image image = render::load_image(shown.example.picture);
            glGenTextures(1, &shown.texture);
            glBindTexture(GL_TEXTURE_2D, shown.texture);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width),
                         static_cast<GLsizei>(image.height), 0, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
            glGenerateMipmap(GL_TEXTURE_2D);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
            shown.aspect = static_cast<float>(image.width) / static_cast<float>(std::max(1u, image.height));
        } catch (const Error&) {  // without a picture, then
        }
        all.push_back(std::move(shown));
    }
    return all;
}

bool card(const Shown& shown, float width) {
    ImGui::BeginGroup();
    const ImVec2 size{width, width / 1.6f};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(shown.example.name.c_str(), size);
    ui::note("example " + shown.example.name);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(30, 33, 38, 255), 5);
    if (shown.texture) {  // the middle of it
        const float cut = std::clamp((1 - 1.6f / shown.aspect) / 2, 0.0f, 0.4f);
        draw.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(shown.texture)), at,
                             {at.x + size.x, at.y + size.y}, {cut, 0}, {1 - cut, 1}, IM_COL32_WHITE, 5);
    }
    if (hovered) draw.AddRect(at, {at.x + size.x, at.y + size.y}, ui::palette().accent, 5, 0, 2);
    ui::text(shown.example.name);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ui::dim_text(shown.example.words);
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    return clicked;
}

}  // namespace

void examples_browser(App& app) {
    if (!app.show_examples) return;
    static std::vector<Shown> examples = load_examples();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(760 * ui::scale(), display.x * 0.9f), std::min(470 * ui::scale(), display.y * 0.8f)},
        ImGuiCond_Appearing);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    if (ImGui::Begin("Examples", &app.show_examples, ImGuiWindowFlags_NoCollapse)) {
        if (examples.empty()) ui::dim_text("No examples were found; PLIANT_EXAMPLES can name their folder.");
        const float width = 220 * ui::scale();
        const int columns = std::max(1, static_cast<int>(ImGui::GetContentRegionAvail().x / (width + 14)));
        if (ImGui::BeginTable("examples", columns)) {
            for (const Shown& shown : examples) {
                ImGui::TableNextColumn();
                if (!card(shown, width)) continue;
                app.show_examples = false;
                app.open(shown.example.scene);
            }
            ImGui::EndTable();
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace pliant::view
