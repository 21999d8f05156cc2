#include "pliant/view/ui.h"

#include <algorithm>
#include <cmath>

namespace pliant::view::ui {

// ---- Items

void Items::begin_frame() {
    before_ = std::move(now_);
    now_.clear();
    texts_before_ = std::move(texts_now_);
    texts_now_.clear();
}

void Items::add(std::string_view label, const Rectangle& where) {
    now_.insert_or_assign(std::string(label), where);
    texts_now_.emplace_back(label);
}

void Items::add_text(std::string_view words) { texts_now_.emplace_back(words); }

const Rectangle* Items::find(std::string_view label) const {
    for (const auto* all : {&now_, &before_})
        if (const auto found = all->find(label); found != all->end()) return &found->second;
    return nullptr;
}

bool Items::shows(std::string_view words) const {
    const auto has = [&](const std::string& t) { return t.find(words) != std::string::npos; };
    return std::any_of(texts_now_.begin(), texts_now_.end(), has) ||
           std::any_of(texts_before_.begin(), texts_before_.end(), has);
}

std::vector<std::string> Items::labels() const {
    std::vector<std::string> all;
    for (const auto& [label, where] : before_) all.push_back(label);
    return all;
}

Items& items() {
    static Items all;
    return all;
}

// The text before "##" is shown; the text after it only makes labels unique.
static std::string_view shown_part(std::string_view label) { return label.substr(0, label.find("##")); }

void note(std::string_view label) {
    items().add(shown_part(label), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::IsItemVisible()});
}

// Only when the mouse rests there: what pops up under a moving mouse is in the way.
static bool rests_on_item() {
    constexpr double rest = 0.35;  // [s]
    static ImVec2 where{-1, -1};
    static double since = 0;
    static int frame = 0;
    const ImVec2 now = ImGui::GetItemRectMin();
    if (now.x != where.x || now.y != where.y || ImGui::GetFrameCount() > frame + 1) since = ImGui::GetTime();
    where = now;
    frame = ImGui::GetFrameCount();
    return ImGui::GetTime() > since + rest;
}

void tooltip(std::string_view help) {
    if (help.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || !rests_on_item()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(help.data(), help.data() + help.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    items().add_text(help);
}

// ---- widgets

void text(std::string_view words) {
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    items().add_text(words);
}

void dim_text(std::string_view words) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    text(words);
    ImGui::PopStyleColor();
}

void wrapped_text(std::string_view words) {
    ImGui::PushTextWrapPos(0);
    text(words);
    ImGui::PopTextWrapPos();
}

bool button(const char* label, std::string_view help, float width) {
    const bool pressed = ImGui::Button(label, {width, 0});
    note(label);
    tooltip(help);
    return pressed;
}

bool primary_button(const char* label, std::string_view help, float width) {
    const ImVec4 accent = ImGui::ColorConvertU32ToFloat4(palette().accent);
    ImGui::PushStyleColor(ImGuiCol_Button, accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, {accent.x * 1.1f, accent.y * 1.1f, accent.z * 1.1f, 1});
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, {accent.x * 0.9f, accent.y * 0.9f, accent.z * 0.9f, 1});
    ImGui::PushStyleColor(ImGuiCol_Text, {0.06f, 0.07f, 0.08f, 1});
    const bool pressed = button(label, help, width);
    ImGui::PopStyleColor(4);
    return pressed;
}

bool checkbox(const char* label, bool& value, std::string_view help) {
    const bool changed = ImGui::Checkbox(label, &value);
    note(label);
    tooltip(help);
    return changed;
}

bool menu_item(const char* label, const char* keys, bool checked, bool enabled) {
    const bool chosen = ImGui::MenuItem(label, keys, checked, enabled);
    note(label);
    return chosen;
}

bool begin_menu(const char* label) {
    const bool open = ImGui::BeginMenu(label);
    note(label);
    return open;
}

static int grow_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& value = *static_cast<std::string*>(data->UserData);
        value.resize(static_cast<size_t>(data->BufTextLen));
        data->Buf = value.data();
    }
    return 0;
}

bool input(const char* label, std::string& value, const char* hint, ImGuiInputTextFlags flags) {
    const bool done = ImGui::InputTextWithHint(label, hint, value.data(), value.capacity() + 1,
                                               flags | ImGuiInputTextFlags_CallbackResize, grow_text, &value);
    note(label[0] == '#' ? label + 2 : label);
    return done;
}

bool choice(const char* label, int& value, const std::vector<std::string>& words, float width) {
    if (width != 0) ImGui::SetNextItemWidth(width);
    const bool in_range = value >= 0 && value < static_cast<int>(words.size());
    bool changed = false;
    const bool open = ImGui::BeginCombo(label, in_range ? words[static_cast<size_t>(value)].c_str() : "");
    note(label[0] == '#' ? label + 2 : label);
    if (!open) return false;
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        if (ImGui::Selectable(words[static_cast<size_t>(i)].c_str(), i == value)) {
            value = i;
            changed = true;
        }
        note(words[static_cast<size_t>(i)]);
    }
    ImGui::EndCombo();
    return changed;
}

void heading(const char* words) {
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
    ImGui::PushStyleColor(ImGuiCol_Text, palette().accent);
    text(words);
    ImGui::PopStyleColor();
    ImGui::Separator();
}

bool fold(const char* label, std::string_view words, bool open, std::string_view more) {
    const float height = ImGui::GetFrameHeight() * 0.92f, r = ImGui::GetFontSize() * 0.26f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // Over all columns of a table: its window is as wide as the panel.
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    const bool in_table = ImGui::TableGetColumnCount() > 0;
    if (in_table)
        ImGui::PushClipRect(ImGui::GetWindowPos(), {right, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y}, false);
    const bool pressed = ImGui::InvisibleButton(label, {std::max(right - at.x, 10.0f), height});
    const bool hovered = ImGui::IsItemHovered();
    note(label);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {right, at.y + height}, ImGui::GetColorU32(ImGuiCol_HeaderHovered, hovered ? 0.7f : 0.25f),
                       3);
    const ImVec2 c{at.x + r * 2, at.y + height / 2};
    const ImU32 color = palette().accent;
    if (open) {
        draw.AddTriangleFilled({c.x - r, c.y - r * 0.6f}, {c.x + r, c.y - r * 0.6f}, {c.x, c.y + r * 0.8f}, color);
    } else {
        draw.AddTriangleFilled({c.x - r * 0.6f, c.y - r}, {c.x + r * 0.8f, c.y}, {c.x - r * 0.6f, c.y + r}, color);
    }
    const float text_y = at.y + (height - ImGui::GetTextLineHeight()) / 2;
    draw.AddText({at.x + r * 5, text_y}, color, words.data(), words.data() + words.size());
    const float width = ImGui::CalcTextSize(more.data(), more.data() + more.size()).x;
    draw.AddText({right - width - r * 2, text_y}, ImGui::GetColorU32(ImGuiCol_TextDisabled), more.data(),
                 more.data() + more.size());
    if (in_table) ImGui::PopClipRect();
    items().add_text(words);
    return pressed;
}

// ---- icons, drawn: no font has all of them

static void draw_icon(Icon icon, ImVec2 c, float r, ImU32 color) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(c.x + x * r, c.y + y * r); };
    const auto bar = [&](float x, float width) { draw.AddRectFilled(at(x, -0.8f), at(x + width, 0.8f), color, 1); };
    switch (icon) {
        case Icon::play: draw.AddTriangleFilled(at(-0.6f, -0.9f), at(-0.6f, 0.9f), at(0.9f, 0), color); break;
        case Icon::pause:
            bar(-0.7f, 0.5f);
            bar(0.2f, 0.5f);
            break;
        case Icon::step:
            draw.AddTriangleFilled(at(-0.8f, -0.8f), at(-0.8f, 0.8f), at(0.4f, 0), color);
            bar(0.5f, 0.3f);
            break;
        case Icon::step_back:
            draw.AddTriangleFilled(at(0.8f, -0.8f), at(0.8f, 0.8f), at(-0.4f, 0), color);
            bar(-0.8f, 0.3f);
            break;
        case Icon::to_start:
            bar(-0.95f, 0.28f);
            draw.AddTriangleFilled(at(0.2f, -0.8f), at(0.2f, 0.8f), at(-0.6f, 0), color);
            draw.AddTriangleFilled(at(1, -0.8f), at(1, 0.8f), at(0.2f, 0), color);
            break;
        case Icon::stop: draw.AddRectFilled(at(-0.75f, -0.75f), at(0.75f, 0.75f), color, 1); break;
        case Icon::loop: {
            constexpr float begin = 0.6f, end = 5.4f;  // [rad]
            draw.PathArcTo(c, 0.72f * r, begin, end, 20);
            draw.PathStroke(color, 0, 1.6f * scale());
            const float x = 0.72f * std::cos(end), y = 0.72f * std::sin(end);
            draw.AddTriangleFilled(at(x - 0.5f, y - 0.25f), at(x + 0.35f, y - 0.4f), at(x + 0.1f, y + 0.5f), color);
            break;
        }
        case Icon::picture:
            draw.AddRect(at(-0.95f, -0.55f), at(0.95f, 0.75f), color, 2, 0, 1.5f);
            draw.AddCircle(at(0, 0.1f), 0.4f * r, color, 16, 1.5f);
            draw.AddRectFilled(at(-0.3f, -0.8f), at(0.3f, -0.5f), color);
            break;
        case Icon::film:
            draw.AddRect(at(-0.95f, -0.7f), at(0.95f, 0.7f), color, 1, 0, 1.5f);
            for (const float x : {-0.6f, 0.0f, 0.6f})
                for (const float y : {-0.45f, 0.3f})
                    draw.AddRectFilled(at(x - 0.12f, y), at(x + 0.12f, y + 0.18f), color);
            break;
    }
}

bool icon_button(Icon icon, const char* label, std::string_view help, bool lit) {
    const float size = ImGui::GetFrameHeight();
    ImGui::PushID(label);
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, palette().accent);
    const bool pressed = ImGui::Button("##icon", {size * 1.3f, size});
    if (lit) ImGui::PopStyleColor();
    ImGui::PopID();
    note(label);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImU32 color = lit ? IM_COL32(16, 18, 20, 255) : ImGui::GetColorU32(ImGuiCol_Text);
    draw_icon(icon, {(low.x + high.x) / 2, (low.y + high.y) / 2}, size * 0.3f, color);
    tooltip(help);
    return pressed;
}

bool eye(const char* label, bool open, std::string_view help) {
    const float size = ImGui::GetFrameHeight() * 0.8f;
    const bool pressed = ImGui::InvisibleButton(label, {size, size});
    note(label);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 c{low.x + size / 2, low.y + size / 2};
    const bool hovered = ImGui::IsItemHovered();
    const ImU32 color =
        ImGui::GetColorU32(open || hovered ? ImGuiCol_Text : ImGuiCol_TextDisabled, open ? 0.75f : 0.6f);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (open) {
        const ImVec2 left{c.x - size * 0.38f, c.y}, right{c.x + size * 0.38f, c.y};
        draw.AddBezierQuadratic(left, {c.x, c.y - size * 0.5f}, right, color, 1.3f);
        draw.AddBezierQuadratic(left, {c.x, c.y + size * 0.5f}, right, color, 1.3f);
        draw.AddCircleFilled(c, size * 0.13f, color);
    } else {
        draw.AddLine({c.x - size * 0.32f, c.y}, {c.x + size * 0.32f, c.y}, color, 1.5f);
    }
    tooltip(help);
    return pressed;
}

}  // namespace pliant::view::ui
