#include "world/tear/tear_lines.h"

#include <algorithm>

#include "body/tearable.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/triangle_queries.h"
#include "world/skin_places.h"

namespace pliant {

namespace {

std::string reach_of(const Model& model) {
    Box box;
    for (const Vec3& p : model.surface.positions) box.add(p);
    const auto words = [](const Vec3& v) {
        return "[" + short_number(static_cast<double>(v.x)) + ", " + short_number(static_cast<double>(v.y)) + ", " +
               short_number(static_cast<double>(v.z)) + "]";
    };
    return "points on the body, which in the mesh's space reaches from " + words(box.low) + " to " + words(box.high) +
           " m";
}

// The surface along which a line cuts, as triangles.
class CutSurface {
  public:
    CutSurface(const Model& model, const Line& line, size_t number)
        : model_(model), line_(line), number_(number), spacing_(static_cast<double>(model.contact.spacing)) {
        if (line.closed() && !(length(line.direction) > 0) && !model.contact.is_two_sided()) {
            span();
        } else {
            sweep();
        }
        // Lines often lie where cells have their middles, and then links only touch the surface: which of them do would
        // be a matter of rounding. An offset that no grid has, by a thousandth of a cell, puts all middles on one side.
        for (Vec3d& p : points_) p += Vec3d{0.61, 0.53, 0.59} * (1e-3 * spacing_);
        for (const Vec3d& p : points_) bounds_.add(p.to<float>());
        bounds_ = bounds_.grown(static_cast<float>(0.5 * line.width + spacing_));
    }

    bool weakens(const Vec3& from, const Vec3& to) const {
        if (!bounds_.contains(from) && !bounds_.contains(to)) return false;
        const Vec3d a = from.to<double>(), b = to.to<double>(), middle = (a + b) * 0.5;
        const double near2 = 0.25 * line_.width * line_.width;
        for (const auto& [i, j, k] : triangles_) {
            if (segment_triangle(a, b, points_[i], points_[j], points_[k])) return true;
            if (near2 > 0 && closest_on_triangle(middle, points_[i], points_[j], points_[k]).distance_squared <= near2)
                return true;
        }
        return false;
    }

  private:
    // A fan about its middle. The rim lies on the skin, cells have their middles a bit further out.
    void span() {
        const size_t n = line_.points.size() - 1;
        Vec3d middle;
        for (size_t i = 0; i < n; ++i) middle += line_.points[i] / static_cast<double>(n);
        points_.push_back(middle);
        for (size_t i = 0; i < n; ++i) {
            const Vec3d out = line_.points[i] - middle;
            points_.push_back(line_.points[i] + direction(out, Vec3d{}) * spacing_);
            triangles_.push_back({0, static_cast<u32>(i + 1), static_cast<u32>((i + 1) % n + 1)});
        }
    }

    // A curtain. An open line reaches a cell further than it was drawn, for the same reason.
    void sweep() {
        std::vector<Vec3d> line = line_.points;
        if (!line_.closed()) {
            const auto lengthen = [&](Vec3d& end, const Vec3d& before) {
                end += direction(end - before, Vec3d{}) * spacing_;
            };
            lengthen(line.front(), other_than(line.front(), line));
            lengthen(line.back(), other_than(line.back(), {line.rbegin(), line.rend()}));
        }
        const auto [up, down] = length(line_.direction) > 0 ? all_the_way() : as_deep_as_it_is();
        for (const Vec3d& p : line) points_.push_back(p + up), points_.push_back(p + down);
        for (u32 i = 0; i + 1 < line.size(); ++i) {
            triangles_.push_back({2 * i, 2 * i + 1, 2 * i + 2});
            triangles_.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
        }
    }
    static Vec3d other_than(const Vec3d& end, const std::vector<Vec3d>& line) {
        for (const Vec3d& p : line)
            if (!(p == end)) return p;
        return end;
    }

    struct Sweep {
        Vec3d up, down;
    };
    Sweep all_the_way() const {
        Box box;
        for (const Vec3& p : model_.surface.positions) box.add(p);
        for (const Vec3d& p : line_.points) box.add(p.to<float>());
        const Vec3d toward = direction(line_.direction, Vec3d{}) * (static_cast<double>(length(box.size())) + spacing_);
        return {toward, -toward};
    }

    // Against the way the surface faces along the line.
    Sweep as_deep_as_it_is() const {
        Vec3d facing;
        std::vector<Vec3d> places;
        double line_length = 0;
        for (size_t i = 0; i + 1 < line_.points.size(); ++i) {
            const Vec3d middle = (line_.points[i] + line_.points[i + 1]) * 0.5;
            const double part = length(line_.points[i + 1] - line_.points[i]);
            if (!(part > 0)) continue;
            const SurfaceModel& s = model_.surface;
            const SkinPlace place = nearest_on_triangles(s.indices, s.positions, middle.to<float>()).place;
            const auto& [a, b, c] = place.point;
            facing += direction(cross(s.positions[b] - s.positions[a], s.positions[c] - s.positions[a]), Vec3{})
                          .to<double>() *
                      part;
            places.push_back(place_of(place, s.positions).to<double>());
            line_length += part;
        }
        if (!(length(facing) > 0.1 * line_length))
            throw Error({"tear.lines", "line " + std::to_string(number_) + " lies on sides that face different ways",
                         "a direction in which it goes through the body, or a closed line", ""});
        const Vec3d up = direction(facing, Vec3d{});
        double depth = 0;
        for (const Vec3d& p : places) depth = std::max(depth, depth_at(p, -up));
        return {up * (2 * spacing_), up * -(depth + spacing_)};
    }

    double depth_at(const Vec3d& place, const Vec3d& toward) const {
        const SurfaceModel& s = model_.surface;
        const Vec3d from = place + toward * (0.01 * spacing_);
        double first = 1e30;
        for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
            const auto hit =
                ray_triangle(from, toward, 1e30, s.positions[s.indices[i]].to<double>(),
                             s.positions[s.indices[i + 1]].to<double>(), s.positions[s.indices[i + 2]].to<double>());
            if (hit && !hit->from_front) first = std::min(first, hit->t);
        }
        return first < 1e30 ? first : spacing_;
    }

    const Model& model_;
    const Line& line_;
    size_t number_;
    double spacing_;
    std::vector<Vec3d> points_;
    std::vector<std::array<u32, 3>> triangles_;
    Box bounds_;
};

}  // namespace

std::shared_ptr<const WeakLinks> weak_links(const Model& whole, std::span<const Line> lines) {
    if (lines.empty() || !whole.tearable()) return nullptr;
    const std::vector<std::array<Vec3, 2>> links = whole.tearable()->link_segments();
    auto weak = std::make_shared<WeakLinks>();
    weak->lines.assign(lines.begin(), lines.end());
    weak->strength.assign(links.size(), 1);
    for (size_t i = 0; i < lines.size(); ++i) {
        const CutSurface cut(whole, lines[i], i);
        const float strength = static_cast<float>(lines[i].strength);
        bool any = false;
        for (size_t l = 0; l < links.size(); ++l) {
            if (!cut.weakens(links[l][0], links[l][1])) continue;
            weak->strength[l] = std::min(weak->strength[l], strength);
            any = true;
        }
        if (!any)
            throw Error(
                {"tear.lines", "line " + std::to_string(i) + " crosses no part of the body", reach_of(whole), ""});
    }
    return weak;
}

}  // namespace pliant
