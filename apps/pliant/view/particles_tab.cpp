// The tab in which particles are chosen and directed.
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void legend(ImU32 color, const std::string& words) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = ImGui::GetTextLineHeight() * 0.6f, down = ImGui::GetTextLineHeight() * 0.25f;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + down}, {at.x + size, at.y + down + size}, color, size / 2);
    ImGui::Dummy({size, size});
    ImGui::SameLine();
    ui::dim_text(words);
}

void ways_to_choose(ParticleTool& tool) {
    const float width = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    const auto way = [&](const char* label, ParticleTool::How how, const char* help) {
        const bool on = tool.how == how;
        if (on ? ui::primary_button(label, help, width) : ui::button(label, help, width)) tool.how = how;
    };
    way("Click", ParticleTool::How::click, "The particle under the mouse.");
    ImGui::SameLine();
    way("Box", ParticleTool::How::box, "All in a rectangle that the mouse draws.");
    ImGui::SameLine();
    way("Brush", ParticleTool::How::brush, "All that the mouse goes over.");
    if (tool.how == ParticleTool::How::brush) {
        ImGui::SetNextItemWidth(-90 * ui::scale());
        ImGui::SliderFloat("brush size", &tool.radius, 4, 200, "%.0f pixels", ImGuiSliderFlags_Logarithmic);
        ui::note("brush size");
    }
    ui::checkbox("Also those behind", tool.through, "Otherwise only those that the surface does not hide.");
    ImGui::PushTextWrapPos(0);
    ui::dim_text("Shift adds, Ctrl takes away. The middle button, or Alt and the left one, looks around.");
    ImGui::PopTextWrapPos();
}

void sets(App& app, const render::ShownBody& body) {
    ParticleTool& tool = app.particles;
    const auto state = [&](u32 p, u8 bit) { return (body.particle_state[p] & bit) != 0; };
    if (ui::button("All")) tool.choose([](u32) { return true; });
    ImGui::SameLine();
    if (ui::button("None")) tool.choose([](u32) { return false; });
    ImGui::SameLine();
    if (ui::button("Invert")) tool.choose([&](u32 p) { return !tool.is_chosen(p); });
    ImGui::SameLine();
    if (ui::button("The held")) tool.choose([&](u32 p) { return state(p, render::ParticleState::held); });
    ImGui::SameLine();
    if (ui::button("Without contact"))
        tool.choose([&](u32 p) { return state(p, render::ParticleState::contact_disabled); });
}

void action_buttons(App& app) {
    ParticleTool& tool = app.particles;
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    ImGui::BeginDisabled(tool.count() == 0);
    if (ui::button("Hold", "The chosen particles stay where they are in space.", width)) tool.hold(app, true);
    ImGui::SameLine();
    if (ui::button("Free", "Releases particles that were held here; those of the body's `hold` stay held.", width))
        tool.hold(app, false);
    if (ui::button("Disable contact", "The chosen particles touch nothing: everything passes through the skin there.",
                   width))
        tool.set_contact(app, false);
    ImGui::SameLine();
    if (ui::button("Enable contact", "The chosen particles touch other objects again.", width))
        tool.set_contact(app, true);
    ImGui::EndDisabled();
}

}  // namespace

void particles_tab(App& app) {
    app.particles.open = true;
    const render::ShownBody* const body = app.particles.body(app);
    if (!body) {
        ui::wrapped_text(app.selection.what == Selection::What::body ? "Its particles come with the next picture …"
                                                                     : "Select the body whose particles are meant.");
        return;
    }
    ImGui::BeginChild("particles");
    ui::heading((body->name + " · " + with_commas(body->particles.size()) + " particles").c_str());
    ways_to_choose(app.particles);
    ui::heading("Chosen");
    sets(app, *body);
    ImGui::Dummy({0, 3});
    legend(IM_COL32(255, 176, 66, 255), with_commas(app.particles.count()) + " chosen");
    legend(IM_COL32(86, 156, 255, 255), with_commas(app.particles.count(app, render::ParticleState::held)) + " held");
    legend(IM_COL32(70, 74, 80, 255),
           with_commas(app.particles.count(app, render::ParticleState::contact_disabled)) + " without contact");
    ui::heading("What they do");
    action_buttons(app);
    ImGui::PushTextWrapPos(0);
    ui::dim_text(
        "It is done from this frame on, again whenever time goes back, and forgotten by Reset. For every run, use "
        "`hold` and "
        "`collide` of the body.");
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
}

}  // namespace pliant::view
