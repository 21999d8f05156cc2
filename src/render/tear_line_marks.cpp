#include "render/tear_line_marks.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "world/skin_places.h"

namespace pliant::render {

namespace {

// Points along the lines of a body, as places on the triangles of the surface that is drawn.
struct Strokes {
    struct Stroke {
        SkinPlace from, to;
    };
    std::vector<Stroke> strokes;
};

// A line is straight between its points and a surface is not: it is laid on the surface in steps of half a cell. A
// piece has the parts of it that lie on its own surface.
Strokes lay_out(const Model& model, std::span<const Line> lines) {
    const float step = 0.5f * model.contact.spacing;
    const SurfaceModel& s = model.render_surface();
    Strokes out;
    for (const Line& line : lines) {
        NearestPlace last;
        bool has_last = false;
        const auto add = [&](const Vec3& point) {
            const NearestPlace here = nearest_on_triangles(s.indices, s.positions, point);
            const bool on_it = !model.whole || here.distance_squared < 0.25f * step * step;
            if (on_it && has_last) out.strokes.push_back({last.place, here.place});
            last = here;
            has_last = on_it;
        };
        add(line.points[0].to<float>());
        for (size_t i = 0; i + 1 < line.points.size(); ++i) {
            const Vec3 a = line.points[i].to<float>(), way = line.points[i + 1].to<float>() - a;
            const int parts = std::clamp(static_cast<int>(std::ceil(length(way) / step)), 1, 100);
            for (int k = 1; k <= parts; ++k) add(a + way * (static_cast<float>(k) / static_cast<float>(parts)));
        }
    }
    return out;
}

// Looking for places takes longer than a picture may: they are kept as long as both the model and its lines are there.
class StrokeCache {
  public:
    std::shared_ptr<const Strokes> find(const Body& body) {
        const std::lock_guard lock(mutex_);
        for (const Entry& e : entries_)
            if (e.model.lock() == body.model && e.content == body.model->content_hash &&
                e.lines.lock() == body.weak_links)
                return e.strokes;
        std::erase_if(entries_, [&](const Entry& e) {
            const auto model = e.model.lock();
            return !model || e.content != model->content_hash || e.lines.expired();
        });
        const auto made = std::make_shared<const Strokes>(lay_out(*body.model, body.weak_links->lines));
        entries_.push_back({body.model, body.model->content_hash, body.weak_links, made});
        return made;
    }

  private:
    struct Entry {
        std::weak_ptr<const Model> model;
        u64 content;  // of the model, which changes where it is when the body tears
        std::weak_ptr<const WeakLinks> lines;
        std::shared_ptr<const Strokes> strokes;
    };
    std::mutex mutex_;
    std::vector<Entry> entries_;
};

}  // namespace

void collect_tear_lines(const World& world, Moment& moment) {
    static StrokeCache cache;
    u32 number = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        const u32 mine = number++;
        if (!body.weak_links) return;
        const ShownBody& shown = moment.bodies[mine];
        // A little above the surface, which would hide half of it.
        const float lift = 0.02f * body.model->contact.spacing;
        const auto at = [&](const SkinPlace& place) {
            return place_of(place, shown.positions) + direction(place_of(place, shown.normals), Vec3{}) * lift;
        };
        for (const Strokes::Stroke& s : cache.find(body)->strokes)
            moment.marks.lines.push_back({at(s.from), at(s.to), tear_line_color, mine});
    });
}

}  // namespace pliant::render
