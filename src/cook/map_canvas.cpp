#include "cook/map_canvas.h"

#include "core/error.h"
#include "geometry/triangle_tree.h"

namespace pliant {

UnwrappedMesh::UnwrappedMesh(const Mesh& painted, UvSet set)
    : mesh(painted), triangulation(triangulate(painted)), uv(uv_triangles(painted, triangulation, set)) {
    if (uv.empty())
        throw Error(
            {mesh.name,
             std::string("the mesh has no ") + (set == UvSet::second ? "second set of " : "") + "texture coordinates",
             "\"uv\": \"generated\", or a mesh that has some", ""});
}

UvSet usual_uv_set(const Mesh& mesh) { return mesh.uv.empty() ? UvSet::generated : UvSet::first; }

std::vector<float> read_points(const UnwrappedMesh& mesh, const MapImage& image, u32 channel) {
    const size_t points = mesh.mesh.points.size();
    std::vector<double> sum(points), count(points);
    for (size_t t = 0; t < mesh.uv.size(); ++t)
        for (size_t k = 0; k < 3; ++k) {
            sum[mesh.point(t, k)] += static_cast<double>(image.sample(sound_uv(mesh.uv[t][k]), channel));
            ++count[mesh.point(t, k)];
        }
    std::vector<float> values(points);
    for (size_t p = 0; p < points; ++p) values[p] = count[p] > 0 ? static_cast<float>(sum[p] / count[p]) : 0;
    return values;
}

void MapCanvas::paint(const UnwrappedMesh& mesh, const TexelValue& f) {
    std::vector<u8> covered(values_.size());
    for (size_t t = 0; t < mesh.uv.size(); ++t)
        for_each_texel(mesh.uv[t], width_, height_, [&](u32 x, u32 y, const Vec3d& weights) {
            const size_t at = size_t{y} * width_ + x;
            values_[at] = std::clamp(f(t, weights), 0.0f, 1.0f);
            covered[at] = 1;
        });
    // Charts smaller than a texel, and rims: a texel in which a corner lies is at least as good as its neighbours.
    const auto texel = [](float t, u32 n) {
        const float whole = t - std::floor(t);
        return std::min(static_cast<u32>(whole * static_cast<float>(n)), n - 1);
    };
    for (size_t t = 0; t < mesh.uv.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const Vec2 uv = mesh.uv[t][static_cast<size_t>(k)];
            if (!(std::fabs(uv.x) <= furthest_uv && std::fabs(uv.y) <= furthest_uv)) continue;
            const size_t at = size_t{texel(uv.y, height_)} * width_ + texel(uv.x, width_);
            if (covered[at]) continue;
            values_[at] = std::clamp(f(t, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}), 0.0f, 1.0f);
            covered[at] = 1;
        }
    dilate(covered);
}

void MapCanvas::paint(const UnwrappedMesh& mesh, std::span<const float> points) {
    paint(mesh, [&](size_t t, const Vec3d& w) {
        double value = 0;
        for (int k = 0; k < 3; ++k) value += w[k] * static_cast<double>(points[mesh.point(t, static_cast<size_t>(k))]);
        return static_cast<float>(value);
    });
}

void MapCanvas::dilate(std::vector<u8>& covered) {
    const auto neighbors = [&](size_t at, auto&& f) {
        const i64 x = static_cast<i64>(at % width_), y = static_cast<i64>(at / width_);
        for (i64 ny = std::max<i64>(y - 1, 0); ny <= std::min<i64>(y + 1, height_ - 1); ++ny)
            for (i64 nx = std::max<i64>(x - 1, 0); nx <= std::min<i64>(x + 1, width_ - 1); ++nx)
                f(static_cast<size_t>(ny) * width_ + static_cast<size_t>(nx));
    };
    enum : u8 { uncovered, painted, waiting };
    std::vector<size_t> ring, next;
    const auto spread = [&](size_t from) {
        neighbors(from, [&](size_t at) {
            if (covered[at] == uncovered) {
                covered[at] = waiting;
                next.push_back(at);
            }
        });
    };
    for (size_t at = 0; at < covered.size(); ++at)
        if (covered[at] == painted) spread(at);
    std::vector<float> means;
    while (!next.empty()) {
        ring.swap(next);
        next.clear();
        means.clear();
        for (const size_t at : ring) {
            double sum = 0, count = 0;
            neighbors(at, [&](size_t n) {
                if (covered[n] == painted) {
                    sum += static_cast<double>(values_[n]);
                    ++count;
                }
            });
            means.push_back(static_cast<float>(sum / count));
        }
        for (size_t i = 0; i < ring.size(); ++i) {
            values_[ring[i]] = means[i];
            covered[ring[i]] = painted;
        }
        for (const size_t at : ring) spread(at);
    }
}

MapImage MapCanvas::image() const {
    MapImage image{width_, height_, 1, {}};
    for (const float v : values_) image.values.push_back(static_cast<u16>(std::clamp(v, 0.0f, 1.0f) * 65535.0f + 0.5f));
    return image;
}

namespace {

// The nearest place on the surface of a mesh.
class Surface {
  public:
    explicit Surface(const UnwrappedMesh& mesh) : mesh_(mesh) {
        std::vector<TriangleCorners> finite;
        for (u32 t = 0; t < mesh.triangulation.triangles.size(); ++t) {
            TriangleCorners corners;
            for (size_t k = 0; k < 3; ++k) corners[k] = mesh.mesh.points[mesh.point(t, k)].to<double>();
            if (is_finite(corners[0]) && is_finite(corners[1]) && is_finite(corners[2])) {
                triangle_.push_back(t);
                finite.push_back(corners);
            }
        }
        tree_ = TriangleTree(std::move(finite));
    }

    Vec2 uv_near(const Vec3d& place) const {
        if (tree_.empty()) return {};
        const TriangleTree::Nearest near = tree_.nearest(place);
        return uv_at(mesh_.uv[triangle_[near.triangle]], near.on.weights);
    }

  private:
    const UnwrappedMesh& mesh_;
    std::vector<u32> triangle_;
    TriangleTree tree_;
};

}  // namespace

MapCanvas transferred(const UnwrappedMesh& from, const MapImage& image, u32 channel, const UnwrappedMesh& to, u32 width,
                      u32 height, const std::function<Vec3d(const Vec3d&)>& place) {
    const Surface surface(from);
    MapCanvas canvas(width, height);
    canvas.paint(to, [&](size_t t, const Vec3d& weights) {
        Vec3d at;
        for (size_t k = 0; k < 3; ++k) at += to.mesh.points[to.point(t, k)].to<double>() * weights[static_cast<int>(k)];
        return is_finite(at) ? image.sample(surface.uv_near(place(at)), channel) : 0.0f;
    });
    return canvas;
}

}  // namespace pliant
