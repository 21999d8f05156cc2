// The mouse over the viewport: it moves the camera, selects, pulls and throws. Also draws marks over the picture.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

constexpr float click_pixels = 4;  // a button that moves less was a click

Modifiers modifiers() {
    const ImGuiIO& io = ImGui::GetIO();
    return {io.KeyShift, io.KeyCtrl, io.KeyAlt};
}

// The place under the mouse, at the distance of the held point from the eye.
Vec3 held_place(const App& app) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PickRay ray = app.ray_at(mouse.x, mouse.y);
    return ray.origin + ray.direction * (app.drag.depth / std::max(dot(ray.direction, app.camera.forward()), 0.05f));
}

void select(App& app, const std::optional<Picked>& picked) {
    if (!picked) {
        app.selection = {};
        return;
    }
    const auto what = picked->what == Picked::What::body        ? Selection::What::body
                      : picked->what == Picked::What::character ? Selection::What::character
                                                                : Selection::What::collider;
    app.selection = {what, picked->name};
}

void begin_drag(App& app, MouseButton button, bool on_gizmo) {
    Drag& d = app.drag;
    d = {};
    app.hint = app.hint && button != MouseButton::left;
    d.motion = motion_of(app.navigation, button, modifiers());
    if (d.motion != Motion::none) {
        d.what = Drag::What::camera;
        return;
    }
    if (button != MouseButton::left || on_gizmo) {
        d.what = on_gizmo ? Drag::What::gizmo : Drag::What::nothing;
        return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    d.picked = app.pick_at(mouse.x, mouse.y);
    if (app.particles.body(app)) {
        d.what = Drag::What::particles;
        return app.particles.begin(app, mouse.x, mouse.y, modifiers().shift, modifiers().control);
    }
    const bool body = d.picked && d.picked->what == Picked::What::body;
    if (d.picked && app.paint.paints(app, *d.picked)) {
        d.what = Drag::What::paint;
        return app.paint.begin(app, *d.picked, modifiers().control, modifiers().shift);
    }
    if (!body || !app.player || !app.player->simulation()) {
        d.what = Drag::What::empty;
        d.motion = Motion::orbit;
        return;
    }
    d.what = Drag::What::body;
    d.body = d.picked->name;
    d.depth = dot(d.picked->point - app.camera.eye, app.camera.forward());
    d.grip = grip_at(*d.picked, *app.moment);
}

// A body is taken hold of when the mouse moves: a click alone must not disturb it.
void pull_body(App& app, bool begins) {
    Simulation* const simulation = app.player->simulation();
    if (!simulation) return;
    app.drag.place = held_place(app);
    if (begins) {
        app.drag.grab = ++app.grab_count;
        simulation->act(BeginGrab{app.drag.grab, app.drag.grip});
        if (!app.state.playing) app.player->play();
    }
    simulation->act(MoveGrab{app.drag.grab, app.drag.place});
}

void go_on_dragging(App& app) {
    Drag& d = app.drag;
    const ImVec2 by = ImGui::GetIO().MouseDelta, at = ImGui::GetIO().MousePos;
    if (d.what == Drag::What::paint) return app.paint.continue_drag(app, at.x, at.y);
    if (d.what == Drag::What::particles) return app.particles.continue_drag(app, at.x, at.y);
    const float before = d.travelled;
    d.travelled += std::sqrt(by.x * by.x + by.y * by.y);
    const bool moving = d.travelled > click_pixels * ui::scale();
    if (!moving) return;
    if (d.what == Drag::What::camera || d.what == Drag::What::empty)
        app.camera = moved(app.camera, d.motion, by.x, by.y, app.view());
    if (d.what == Drag::What::body) pull_body(app, before <= click_pixels * ui::scale());
}

void end_drag(App& app) {
    Drag& d = app.drag;
    if (d.what == Drag::What::paint) app.paint.end(app);
    if (d.what == Drag::What::particles) {
        const ImVec2 at = ImGui::GetIO().MousePos;
        const bool another = d.picked && d.picked->what == Picked::What::body && d.picked->name != app.selection.name;
        if (!app.particles.end(app, at.x, at.y) && another) select(app, d.picked);
    }
    const bool click = d.travelled <= click_pixels * ui::scale();
    if (d.what == Drag::What::body && !click && d.grab && !app.is_playback()) {
        app.player->simulation()->act(EndGrab{d.grab});
        app.offer_attachment(d.grab, d.grip);
    }
    if (click && (d.what == Drag::What::body || d.what == Drag::What::empty)) {
        if (app.picking_hold && d.what == Drag::What::body && !app.is_playback()) {
            hold_around(app, d.grip);
            app.picking_hold = false;
        } else if (app.picking_attachment && d.what == Drag::What::body && !app.is_playback()) {
            attach_at(app, d.grip);
            app.picking_attachment = false;
        } else if (app.picking_place && d.what == Drag::What::body && !app.is_playback()) {
            app.player->simulation()->follow(d.grip);
            app.followed = d.body;
            app.picking_place = false;
        } else {
            select(app, d.picked);
        }
    }
    if (d.what != Drag::What::gizmo) d = {};
    d.what = Drag::What::nothing;
}

void mouse(App& app, bool hovered, bool on_gizmo) {
    static int held = -1;
    const ImGuiIO& io = ImGui::GetIO();
    constexpr MouseButton buttons[] = {MouseButton::left, MouseButton::right, MouseButton::middle};
    if (hovered && held < 0)
        for (int b = 0; b < 3; ++b)
            if (ImGui::IsMouseClicked(b)) {
                held = b;
                begin_drag(app, buttons[b], on_gizmo);
            }
    if (held >= 0 && ImGui::IsMouseDown(held)) go_on_dragging(app);
    if (held >= 0 && !ImGui::IsMouseDown(held)) {
        end_drag(app);
        held = -1;
    }
    if (hovered && io.MouseWheel != 0) {
        const View view = app.view();
        app.camera =
            zoomed_at(app.camera, std::pow(1.15f, io.MouseWheel), (io.MousePos.x - app.viewport.low.x) / view.width,
                      (io.MousePos.y - app.viewport.low.y) / view.height, view);
    }
}

// ---- drawn over the picture

void shadowed(ImVec2 at, ImU32 color, const std::string& words, ImFont* font = nullptr) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImFont* const f = font ? font : ImGui::GetFont();
    const float size = f->FontSize;
    draw.AddText(f, size, {at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 150), words.c_str());
    draw.AddText(f, size, at, color, words.c_str());
    ui::items().add_text(words);
}

void axes_cross(const App& app) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float r = 26 * ui::scale();
    const ImVec2 c{app.viewport.high.x - r * 1.8f, app.viewport.low.y + r * 2.6f};  // legends are below
    const char* const names[] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k) {
        Vec3 axis;
        axis[k] = 1;
        const ImVec2 tip{c.x + dot(axis, app.camera.right()) * r, c.y - dot(axis, app.camera.up()) * r};
        draw.AddLine(c, tip, ui::palette().axis[k], 2 * ui::scale());
        draw.AddText({tip.x + 3, tip.y - 8}, ui::palette().axis[k], names[k]);
    }
}

void rates(const App& app) {
    char words[160];
    const PlayerState& s = app.state;
    if (s.playing && s.steps_per_second > 0)
        std::snprintf(words, sizeof words, "%.0f steps/s (%.0f %% of real time) · %.0f pictures/s", s.steps_per_second,
                      100 * s.steps_per_second / s.rate, app.display_rate);
    else
        std::snprintf(words, sizeof words, "%s · %.0f pictures/s", s.playing ? "starting" : "paused", app.display_rate);
    const ImVec2 size = ImGui::CalcTextSize(words);
    shadowed({app.viewport.high.x - size.x - 12, app.viewport.low.y + 10}, IM_COL32(245, 247, 249, 230), words);
}

void overlay(App& app) {
    const ImVec2 low = app.viewport.low, high = app.viewport.high;
    axes_cross(app);
    rates(app);
    outline_capsule(app);
    float y = low.y + 10;
    if (app.state.busy) {
        shadowed({low.x + 12, y}, ui::palette().accent, app.state.notice + " …");
        y += ImGui::GetTextLineHeightWithSpacing();
    }
    if (app.picking_hold) shadowed({low.x + 12, y}, ui::palette().warning, "click the place to hold");
    if (app.picking_attachment) shadowed({low.x + 12, y}, ui::palette().warning, "click the place to attach");
    if (app.picking_place) shadowed({low.x + 12, y}, ui::palette().warning, "click the place to plot");
    if (app.hint && app.moment && app.player && app.player->simulation()) {
        const char* words = "drag me · space · ?";
        ImGui::PushFont(ui::large_font());
        const ImVec2 size = ImGui::CalcTextSize(words);
        ImGui::PopFont();
        shadowed({(low.x + high.x - size.x) / 2, high.y - size.y - 26 * ui::scale()}, IM_COL32(255, 255, 255, 235),
                 words, ui::large_font());
    }
    if (app.drag.what == Drag::What::body && app.drag.grab) {
        const auto to = on_screen(app.camera, app.drag.place, app.view());
        if (to)
            ImGui::GetWindowDrawList()->AddCircle({low.x + to->x, low.y + to->y}, 9 * ui::scale(),
                                                  IM_COL32(255, 236, 140, 230), 24, 2 * ui::scale());
    }
    if (app.compared && app.split) {
        const float middle = (low.x + high.x) / 2;
        ImGui::GetWindowDrawList()->AddLine({middle, low.y}, {middle, high.y}, IM_COL32(20, 22, 25, 255), 2);
        shadowed({middle - 30 * ui::scale(), low.y + 8}, IM_COL32(255, 255, 255, 235), "A", ui::large_font());
        shadowed({middle + 14 * ui::scale(), low.y + 8}, IM_COL32(255, 255, 255, 235), "B", ui::large_font());
    } else if (app.compared) {
        shadowed({(low.x + high.x) / 2, low.y + 8}, IM_COL32(255, 255, 255, 235), app.compare_a ? "A" : "B",
                 ui::large_font());
    }
}

void ring(ImVec2 at, float radius) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddCircle(at, radius, IM_COL32(20, 22, 25, 200), 48, 3 * ui::scale());
    draw.AddCircle(at, radius, IM_COL32(255, 255, 255, 230), 48, 1.5f * ui::scale());
}

// Where the brush is, and how large.
void brush_ring(const App& app) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (app.particles.body(app) && app.particles.how == ParticleTool::How::brush)
        ring(mouse, app.particles.radius * ui::scale());
    const auto picked = app.paint.open ? app.pick_at(mouse.x, mouse.y) : std::nullopt;
    if (!picked || !app.paint.paints(app, *picked)) return;
    const float depth = dot(picked->point - app.camera.eye, app.camera.forward());
    const float radius = app.paint.radius_in_pixels(app, depth);
    ring(mouse, radius);
}

// Buttons for move, rotate and scale, and the numbers of the selected object.
void tools(App& app) {
    if (app.is_playback() || app.paint.open || app.particles.open) return;
    ImGui::SetCursorScreenPos({app.viewport.low.x + 10, app.viewport.low.y + 34 * ui::scale()});
    ImGui::BeginGroup();
    const auto tool = [&](const char* title, GizmoMode mode, const std::string& help) {
        const bool on = app.gizmo_mode == mode;
        if (on) ImGui::PushStyleColor(ImGuiCol_Button, ui::palette().accent);
        if (on) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(16, 18, 20, 255));
        if (ui::button(title, help, 62 * ui::scale())) app.gizmo_mode = mode;
        if (on) ImGui::PopStyleColor(2);
    };
    tool("Pull", GizmoMode::none, "Q: drag bodies with the mouse; drag beside them to look around");
    for (const GizmoKind& kind : gizmo_kinds())
        tool(kind.title, kind.mode, std::string(kind.key) + ": " + kind.help + " With control in steps.");
    ImGui::EndGroup();
}

}  // namespace

void viewport_panel(App& app) {
    const ImVec2 size{app.viewport.high.x - app.viewport.low.x, app.viewport.high.y - app.viewport.low.y};
    ImGui::SetNextWindowPos(app.viewport.low);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("Viewport", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    ImGui::SetItemAllowOverlap();
    const bool over_window = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    tools(app);
    const bool over_tool = ImGui::IsAnyItemHovered();
    const bool free = over_window && !over_tool;
    ui::items().add("Viewport", {app.viewport.low, app.viewport.high, true});
    const bool idle = free && app.drag.what == Drag::What::nothing;
    const bool on_mark = app.wind_arrow.draw(app, idle) || app.reach_marks.draw(app, idle);
    const bool on_gizmo = (!app.particles.open && app.gizmo.draw(app, idle && !on_mark)) || on_mark;
    mouse(app, free, on_gizmo);
    app.particles.draw(app);
    if (free || app.drag.what == Drag::What::paint) brush_ring(app);
    overlay(app);
    ImGui::End();
}

}  // namespace pliant::view
