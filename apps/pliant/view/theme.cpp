// The theme of the window: dark and neutral, so that colours stand out in the picture.
#include <cmath>
#include <filesystem>

#include "pliant/view/ui.h"

namespace pliant::view::ui {

namespace {

float current_scale = 1;
ImFont* large = nullptr;

const char* find_font() {
    for (const char* path :
         {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
          "/usr/share/fonts/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"})
        if (std::filesystem::exists(path)) return path;
    return nullptr;
}

// Letters of Europe, signs of units, arrows and a few shapes.
const ImWchar glyphs[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209c, 0x2190,
                          0x21bb, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0x2713, 0x2717, 0};

}  // namespace

float scale() { return current_scale; }
ImFont* large_font() { return large; }

const Palette& palette() {
    static const Palette colors{
        .accent = IM_COL32(110, 190, 225, 255),
        .stale = IM_COL32(150, 118, 62, 255),
        .simulated = IM_COL32(62, 122, 152, 255),
        .playhead = IM_COL32(240, 244, 247, 255),
        .faint = IM_COL32(255, 255, 255, 28),
        .warning = IM_COL32(236, 178, 86, 255),
        .bad = IM_COL32(236, 104, 92, 255),
        .good = IM_COL32(126, 205, 142, 255),
        .axis = {IM_COL32(232, 86, 86, 255), IM_COL32(118, 200, 92, 255), IM_COL32(88, 140, 240, 255)},
    };
    return colors;
}

void load_font(float scale) {
    current_scale = scale;
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    if (const char* path = find_font()) {
        fonts.AddFontFromFileTTF(path, std::floor(14.0f * scale), nullptr, glyphs);
        large = fonts.AddFontFromFileTTF(path, std::floor(21.0f * scale), nullptr, glyphs);
        return;
    }
    ImFontConfig config;
    config.SizePixels = std::floor(13.0f * scale);
    fonts.AddFontDefault(&config);
    config.SizePixels = std::floor(20.0f * scale);
    large = fonts.AddFontDefault(&config);
}

void apply_theme(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = {10, 8};
    style.FramePadding = {7, 4};
    style.ItemSpacing = {7, 5};
    style.CellPadding = {4, 2};
    style.WindowRounding = 0;
    style.ChildRounding = 3;
    style.FrameRounding = 3;
    style.PopupRounding = 5;
    style.GrabRounding = 3;
    style.TabRounding = 3;
    style.ScrollbarRounding = 3;
    style.WindowBorderSize = 0;
    style.FrameBorderSize = 0;
    style.PopupBorderSize = 1;
    style.ScrollbarSize = 11;
    style.GrabMinSize = 9;
    style.IndentSpacing = 14;
    style.WindowTitleAlign = {0.5f, 0.5f};
    ImVec4* const c = style.Colors;
    const auto gray = [](float v, float alpha = 1) { return ImVec4(v, v * 1.03f, v * 1.07f, alpha); };
    const ImVec4 accent = ImGui::ColorConvertU32ToFloat4(palette().accent);
    const auto tinted = [&](float alpha) { return ImVec4(accent.x, accent.y, accent.z, alpha); };
    c[ImGuiCol_Text] = gray(0.87f);
    c[ImGuiCol_TextDisabled] = gray(0.50f);
    c[ImGuiCol_WindowBg] = gray(0.125f);
    c[ImGuiCol_ChildBg] = gray(0.125f, 0);
    c[ImGuiCol_PopupBg] = gray(0.15f, 0.98f);
    c[ImGuiCol_MenuBarBg] = gray(0.10f);
    c[ImGuiCol_Border] = gray(0.28f);
    c[ImGuiCol_Separator] = gray(0.22f);
    c[ImGuiCol_FrameBg] = gray(0.19f);
    c[ImGuiCol_FrameBgHovered] = gray(0.24f);
    c[ImGuiCol_FrameBgActive] = gray(0.28f);
    c[ImGuiCol_Button] = gray(0.22f);
    c[ImGuiCol_ButtonHovered] = gray(0.29f);
    c[ImGuiCol_ButtonActive] = gray(0.34f);
    c[ImGuiCol_Header] = tinted(0.22f);
    c[ImGuiCol_HeaderHovered] = tinted(0.30f);
    c[ImGuiCol_HeaderActive] = tinted(0.40f);
    c[ImGuiCol_Tab] = gray(0.15f);
    c[ImGuiCol_TabHovered] = tinted(0.35f);
    c[ImGuiCol_TabActive] = gray(0.27f);
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = gray(0.10f);
    c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = accent;
    c[ImGuiCol_SliderGrabActive] = accent;
    c[ImGuiCol_TextSelectedBg] = tinted(0.35f);
    c[ImGuiCol_PlotLines] = accent;
    c[ImGuiCol_PlotHistogram] = accent;
    c[ImGuiCol_ScrollbarBg] = gray(0.11f, 0.5f);
    c[ImGuiCol_ScrollbarGrab] = gray(0.27f);
    c[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);
    c[ImGuiCol_TableBorderLight] = gray(0.18f);
    c[ImGuiCol_TableBorderStrong] = gray(0.22f);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

}  // namespace pliant::view::ui
