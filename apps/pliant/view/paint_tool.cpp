#include "pliant/view/paint_tool.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/files.h"
#include "pliant/view/app.h"

namespace pliant::view {

namespace {

const SceneBody* selected_body(const App& app) {
    if (!app.scene || app.selection.what != Selection::What::body) return nullptr;
    for (const SceneBody& body : app.scene->bodies)
        if (body.name == app.selection.name) return &body;
    return nullptr;
}

}  // namespace

Painting* PaintTool::current(App& app) {
    const SceneBody* body = selected_body(app);
    if (!body || app.is_playback()) return now_ = nullptr;
    const std::vector<const Parameter*> rows = painted_rows(*body);
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Parameter* r) { return r->name == parameter; });
    if (row == rows.end()) row = rows.begin();
    if (row == rows.end()) return now_ = nullptr;
    parameter = (*row)->name;
    const auto known = std::find_if(all_.begin(), all_.end(),
                                    [&](const auto& p) { return p->body() == body->name && &p->row() == *row; });
    now_ = known == all_.end() ? nullptr : known->get();
    const std::string wanted = body->name + "." + parameter + " " + std::to_string(app.document.revision());
    if (!now_ && failed_ != wanted) {
        try {
            all_.push_back(std::make_unique<Painting>(*app.scene, *body, **row, static_cast<u32>(size)));
            now_ = all_.back().get();
            for (const std::string& warning : now_->warnings)
                app.show_notice(body->name + ": " + warning, Notice::Kind::warning);
        } catch (const Error& e) {
            failed_ = wanted;
            app.show_error(e.what());
        }
    }
    if (!now_) return nullptr;
    names_ = now_->bodies(*app.scene);
    if (names_.empty()) names_ = {body->name};
    if (!(brush.radius > 0)) brush.radius = 0.06f * length(now_->painter().surface().bounds().size());
    return now_;
}

bool PaintTool::paints(const App& app, const Picked& picked) const {
    return open && now_ && !app.is_playback() && picked.what == Picked::What::body &&
           std::find(names_.begin(), names_.end(), picked.name) != names_.end();
}

// ---- the mouse

void PaintTool::begin(App& app, const Picked& picked, bool opposite, bool smooth) {
    if (app.document.path().empty()) {
        app.show_notice("A map is kept beside the scene: save the scene first");
        return app.ask_where_to_save();
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    mouse_x_ = mouse.x;
    mouse_y_ = mouse.y;
    MapPainter& painter = now_->painter();
    if (fills) {
        painter.fill(picked.rest.to<double>(), smooth ? MapPainter::Extent::whole : MapPainter::Extent::part, brush);
        world_outdated_ = true;
        return keep(app);
    }
    Brush used = brush;
    if (smooth) used.how = Brush::How::smooth;
    if (opposite && brush.how == Brush::How::add) used.how = Brush::How::subtract;
    if (opposite && brush.how == Brush::How::subtract) used.how = Brush::How::add;
    if (opposite && brush.how == Brush::How::set) used.value = 1 - brush.value;
    painter.begin(used);
    painter.dab(picked.rest.to<double>());
    world_outdated_ = true;
    update_world(app, false);
}

float PaintTool::radius_in_pixels(const App& app, float depth) const {
    return brush.radius * app.view().height / (2 * std::tan(app.camera.fov / 2) * std::max(depth, 1e-3f));
}

// The surface is asked for again at every few pixels, so that a fast mouse leaves a line and no dots.
void PaintTool::continue_drag(App& app, float x, float y) {
    if (!now_ || !now_->painter().painting()) return;
    const float dx = x - mouse_x_, dy = y - mouse_y_, way = std::sqrt(dx * dx + dy * dy);
    if (way >= 1) {
        constexpr int most = 32;
        const auto here = app.pick_at(x, y);
        const float depth = here ? dot(here->point - app.camera.eye, app.camera.forward()) : app.camera.distance();
        const float apart = std::max(2.0f, 0.25f * radius_in_pixels(app, depth));
        const int count = std::clamp(static_cast<int>(std::ceil(way / apart)), 1, most);
        for (int i = 1; i <= count; ++i) {
            const float t = static_cast<float>(i) / static_cast<float>(count);
            const auto picked = i == count ? here : app.pick_at(mouse_x_ + dx * t, mouse_y_ + dy * t);
            if (picked && paints(app, *picked)) {
                now_->painter().dab(picked->rest.to<double>());
                world_outdated_ = true;
            }
        }
        mouse_x_ = x;
        mouse_y_ = y;
    }
    update_world(app, false);
}

void PaintTool::end(App& app) {
    if (!now_ || !now_->painter().painting()) return;
    now_->painter().end();
    keep(app);
}

// What comes faster than the world takes it is left out, except for the last.
void PaintTool::update_world(App& app, bool all) {
    Simulation* const simulation = app.player ? app.player->simulation() : nullptr;
    if (!simulation || !world_outdated_ || !now_->takes_effect_at_once() || (!all && simulation->waits())) return;
    simulation->change(now_->changes(*app.scene));
    world_outdated_ = false;
}

void PaintTool::keep(App& app) {
    update_world(app, true);
    try {
        now_->write();
        app.asset_watch.seen(now_->path());
    } catch (const Error& e) {
        return app.show_error(e.what());
    }
    if (now_->bodies(*app.scene).empty()) {
        const std::string path = app.path_of({Selection::What::body, now_->body()}, now_->row().name);
        app.change("paint " + path, [&](Editor& e) { e.set(path, now_->json()); });
    } else if (!now_->takes_effect_at_once()) {
        app.player->simulation()->load({app.document.text(), app.document.name_for_errors(), app.document.folder(), {}},
                                       false);
    }
}

double PaintTool::mean() const {
    if (!now_) return -1;
    double sum = 0;
    const std::vector<float>& points = now_->painter().points();
    for (const float v : points) sum += static_cast<double>(v);
    return sum / static_cast<double>(points.size());
}

bool PaintTool::undo(App& app) {
    if (!open || !now_ || !now_->painter().can_undo()) return false;
    now_->painter().undo();
    world_outdated_ = true;
    keep(app);
    app.show_notice("Undone: a stroke on " + now_->body() + "." + now_->row().name);
    return true;
}

bool PaintTool::redo(App& app) {
    if (!open || !now_ || !now_->painter().can_redo()) return false;
    now_->painter().redo();
    world_outdated_ = true;
    keep(app);
    app.show_notice("Done again: a stroke on " + now_->body() + "." + now_->row().name);
    return true;
}

void PaintTool::change_size(App& app, int texels) {
    size = texels;
    if (!now_ || !now_->bodies(*app.scene).empty() || now_->painter().can_undo() || now_->painter().can_redo()) return;
    std::erase_if(all_, [&](const auto& p) { return p.get() == now_; });
    now_ = nullptr;
    looked_at_ = nullptr;
}

// ---- scene, files, picture

void PaintTool::insert_values(Scene& scene) {
    for (const auto& painting : all_) painting->insert_values(scene);
}

bool PaintTool::take_from_disk(App& app, const std::string& path) {
    bool found = false;
    for (const auto& painting : all_) {
        if (painting->path() != path || painting->bodies(*app.scene).empty()) continue;
        looked_at_ = nullptr;
        painting->reload();
        found = true;
        if (painting->takes_effect_at_once() && app.player && app.player->simulation())
            app.player->simulation()->change(painting->changes(*app.scene));
        else
            found = false;
    }
    return found;
}

void PaintTool::forget() {
    all_.clear();
    names_.clear();
    failed_.clear();
    uv_.clear();
    now_ = nullptr;
    looked_at_ = nullptr;
    resting_ = nullptr;
}

const render::PaintLook* PaintTool::look(App& app) {
    if (!open || !now_ || !app.moment) return nullptr;
    MapPainter& painter = now_->painter();
    std::vector<TexelBox> changed = painter.take_changed();
    if (looked_at_ != &painter) {  // another body or map: all of it is new
        look_.version += 2;
        uv_.clear();
    }
    if (!changed.empty()) {
        ++look_.version;
        look_.changed = std::move(changed);
    }
    looked_at_ = &painter;
    look_.map = &painter.map();
    look_.parts.clear();
    std::erase_if(uv_, [](const auto& known) { return known.second.first.expired(); });
    for (const render::ShownBody& body : app.moment->bodies) {
        if (std::find(names_.begin(), names_.end(), body.name) == names_.end()) continue;
        auto& [surface, uv] = uv_[body.surface.get()];
        if (!uv || uv->size() * 3 != body.surface->indices.size() || surface.expired()) {
            surface = body.surface;
            uv = std::make_shared<const std::vector<UvTriangle>>(
                painter.surface().uv_of_drawn(body.surface->positions, body.surface->indices));
        }
        look_.parts.push_back({body.id, uv});
    }
    return &look_;
}

// The painted bodies in their rest shape, where they are.
std::shared_ptr<const render::Moment> PaintTool::shown(App&, const std::shared_ptr<const render::Moment>& moment) {
    if (!open || !at_rest || !now_ || !moment) return moment;
    if (resting_ && resting_from_ == moment->number) return resting_;
    auto copy = std::make_shared<render::Moment>(*moment);
    copy->number = render::next_moment_number();
    for (render::ShownBody& body : copy->bodies) {
        if (std::find(names_.begin(), names_.end(), body.name) == names_.end()) continue;
        Box rest;
        for (const Vec3& p : body.surface->positions) rest.add(p);
        const Vec3 by = body.bounds.center() - rest.center();
        body.positions = body.surface->positions;
        body.normals = body.surface->normals;
        body.split.reset();
        for (Vec3& p : body.positions) p += by;
        body.bounds = {rest.low + by, rest.high + by};
    }
    resting_ = copy;
    resting_from_ = moment->number;
    return resting_;
}

}  // namespace pliant::view
