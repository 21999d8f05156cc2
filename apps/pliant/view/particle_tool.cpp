#include "pliant/view/particle_tool.h"

#include <algorithm>
#include <cmath>

#include "pliant/view/app.h"

namespace pliant::view {

namespace {

constexpr float click_reach = 14;  // [pixels] from a particle

// How far a particle may lie behind the surface that shows it: particles of solid bodies stand about a cell inside.
float margin_of(const render::ShownBody& body) {
    const Vec3 size = body.bounds.size();
    const float volume = size.x * size.y * size.z,
                count = static_cast<float>(std::max<size_t>(body.particles.size(), 1));
    return std::max(1.2f * std::cbrt(volume / count), 0.01f * length(size));
}

ImU32 color_of(u8 state, bool chosen, float nearness) {
    const int alpha = static_cast<int>(110 + 130 * nearness);
    if (chosen) return IM_COL32(255, 176, 66, 255);
    if (state & render::ParticleState::held) return IM_COL32(86, 156, 255, alpha);
    if (state & render::ParticleState::contact_disabled) return IM_COL32(30, 32, 36, alpha);
    return IM_COL32(225, 228, 232, alpha / 2);
}

}  // namespace

void ParticleTool::forget() {
    body_.clear();
    chosen_.clear();
    dragging_ = false;
}

const render::ShownBody* ParticleTool::body(const App& app) const {
    if (!open || !app.moment || app.selection.what != Selection::What::body) return nullptr;
    for (const render::ShownBody& b : app.moment->bodies)
        if (b.name == app.selection.name && !b.particles.empty()) return &b;
    return nullptr;
}

void ParticleTool::update(App& app) {
    Simulation* const simulation = app.player ? app.player->simulation() : nullptr;
    const std::string wanted = open && app.selection.what == Selection::What::body ? app.selection.name : "";
    if (wanted != body_) {
        forget();
        body_ = wanted;
        if (simulation) simulation->show_particles(body_);
    }
    // A body that has torn, or was rebuilt, has other ones.
    if (const render::ShownBody* shown = body(app); shown && shown->particles.size() != chosen_.size())
        chosen_.assign(shown->particles.size(), 0);
}

// ---- the mouse

bool ParticleTool::is_visible(const App& app, const render::ShownBody& body, u32 particle) const {
    const Vec3 way = body.particles[particle] - app.camera.eye;
    const float distance = length(way);
    return surface_distance(body, {app.camera.eye, way / distance}, distance) >= distance - margin_of(body);
}

// Chooses those whose place on the window is in the area.
template <class Area>
void ParticleTool::take(App& app, Area&& area) {
    const render::ShownBody* const shown = body(app);
    if (!shown || shown->particles.size() != chosen_.size()) return;
    for (u32 p = 0; p < chosen_.size(); ++p) {
        if (chosen_[p] == !removes_) continue;
        const auto at = on_screen(app.camera, shown->particles[p], app.view());
        if (!at || !area(app.viewport.low.x + at->x, app.viewport.low.y + at->y)) continue;
        if (through || is_visible(app, *shown, p)) chosen_[p] = !removes_;
    }
}

void ParticleTool::begin(App& app, float x, float y, bool adds, bool removes) {
    begin_x_ = x_ = x;
    begin_y_ = y_ = y;
    dragging_ = true;
    removes_ = removes;
    if (!adds && !removes) std::fill(chosen_.begin(), chosen_.end(), u8{0});
    if (how == How::brush) continue_drag(app, x, y);
}

void ParticleTool::continue_drag(App& app, float x, float y) {
    if (how == How::brush) {
        // A fast mouse leaves a line and no dots.
        const float way = std::hypot(x - x_, y - y_);
        const int steps = std::max(1, static_cast<int>(way / std::max(radius / 2, 2.0f)));
        for (int i = 1; i <= steps; ++i) {
            const float t = static_cast<float>(i) / static_cast<float>(steps);
            const float cx = x_ + (x - x_) * t, cy = y_ + (y - y_) * t;
            take(app, [&](float px, float py) { return std::hypot(px - cx, py - cy) <= radius * ui::scale(); });
        }
    }
    x_ = x;
    y_ = y;
}

bool ParticleTool::end(App& app, float x, float y) {
    dragging_ = false;
    const render::ShownBody* const shown = body(app);
    if (!shown || shown->particles.size() != chosen_.size()) return false;
    const bool click = std::hypot(x - begin_x_, y - begin_y_) < 4 * ui::scale();
    if (how == How::brush) return true;
    if (how == How::box && !click) {
        const auto [left, right] = std::minmax(begin_x_, x);
        const auto [top, bottom] = std::minmax(begin_y_, y);
        take(app, [&](float px, float py) { return px >= left && px <= right && py >= top && py <= bottom; });
        return true;
    }
    // Of those within reach, the one that is nearest to the eye where several lie behind each other.
    float best = 1e30f;
    u32 nearest = ~0u;
    for (u32 p = 0; p < chosen_.size(); ++p) {
        const auto at = on_screen(app.camera, shown->particles[p], app.view());
        if (!at) continue;
        const float away = std::hypot(app.viewport.low.x + at->x - x, app.viewport.low.y + at->y - y);
        if (away > click_reach * ui::scale()) continue;
        const float score = length(shown->particles[p] - app.camera.eye) * (1 + away / click_reach);
        if (score < best) {
            best = score;
            nearest = p;
        }
    }
    if (nearest == ~0u) return false;
    chosen_[nearest] = !removes_;
    return true;
}

void ParticleTool::draw(const App& app) const {
    const render::ShownBody* const shown = body(app);
    if (!shown || shown->particles.size() != chosen_.size() || (app.compared && app.split)) return;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    float near = 1e30f, far = 0;
    for (const Vec3& p : shown->particles) {
        const float depth = length(p - app.camera.eye);
        near = std::min(near, depth);
        far = std::max(far, depth);
    }
    for (const bool of_chosen : {false, true})  // these come over the others
        for (u32 p = 0; p < chosen_.size(); ++p) {
            if ((chosen_[p] != 0) != of_chosen) continue;
            const auto at = on_screen(app.camera, shown->particles[p], app.view());
            if (!at) continue;
            const u8 state = shown->particle_state[p];
            const float nearness = (far - length(shown->particles[p] - app.camera.eye)) / std::max(far - near, 1e-6f);
            const float r = (of_chosen ? 3.5f : state ? 3.0f : 1.8f) * ui::scale();
            const ImVec2 c{app.viewport.low.x + at->x, app.viewport.low.y + at->y};
            if (of_chosen)  // it may lie on something of its own colour
                draw.AddRectFilled({c.x - r - 1, c.y - r - 1}, {c.x + r + 1, c.y + r + 1}, IM_COL32(30, 20, 0, 200), r);
            draw.AddRectFilled({c.x - r, c.y - r}, {c.x + r, c.y + r}, color_of(state, of_chosen, nearness), r);
            if (of_chosen && state)
                draw.AddRect({c.x - r - 2, c.y - r - 2}, {c.x + r + 2, c.y + r + 2}, color_of(state, false, 1), r, 0,
                             1.5f);
        }
    if (dragging_ && how == How::box) {
        draw.AddRectFilled({begin_x_, begin_y_}, {x_, y_}, IM_COL32(255, 176, 66, 40));
        draw.AddRect({begin_x_, begin_y_}, {x_, y_}, IM_COL32(255, 176, 66, 220));
    }
}

// ---- the chosen particles

size_t ParticleTool::count() const {
    return static_cast<size_t>(std::count_if(chosen_.begin(), chosen_.end(), [](u8 c) { return c != 0; }));
}

size_t ParticleTool::count(const App& app, u8 state) const {
    const render::ShownBody* const shown = body(app);
    if (!shown) return 0;
    return static_cast<size_t>(std::count_if(shown->particle_state.begin(), shown->particle_state.end(),
                                             [&](u8 s) { return (s & state) != 0; }));
}

void ParticleTool::choose(const std::function<bool(u32)>& which) {
    for (u32 p = 0; p < chosen_.size(); ++p) chosen_[p] = which(p);
}

std::vector<u32> ParticleTool::numbers() const {
    std::vector<u32> all;
    for (u32 p = 0; p < chosen_.size(); ++p)
        if (chosen_[p]) all.push_back(p);
    return all;
}

void ParticleTool::hold(App& app, bool held) const {
    if (Simulation* simulation = app.player ? app.player->simulation() : nullptr)
        simulation->act(HoldParticles{body_, numbers(), held});
}

void ParticleTool::set_contact(App& app, bool enabled) const {
    if (Simulation* simulation = app.player ? app.player->simulation() : nullptr)
        simulation->act(TouchParticles{body_, numbers(), enabled});
}

}  // namespace pliant::view
