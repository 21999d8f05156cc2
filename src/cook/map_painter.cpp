#include "cook/map_painter.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace pliant {

namespace {

u16 stored(float v) { return static_cast<u16>(std::clamp(v, 0.0f, 1.0f) * 65535.0f + 0.5f); }
float shown(u16 v) { return static_cast<float>(v) / 65535.0f; }

// One channel by itself. An image without alpha gets one when alpha is painted.
MapImage channel_of(const MapImage& image, u32 channel) {
    MapImage one{image.width, image.height, 1, {}};
    one.values.reserve(size_t{image.width} * image.height);
    for (u32 y = 0; y < image.height; ++y)
        for (u32 x = 0; x < image.width; ++x) one.values.push_back(stored(image.at(x, y, channel)));
    return one;
}

MapImage with_alpha(const MapImage& image) {
    MapImage more{image.width, image.height, image.channels + 1, {}};
    for (size_t i = 0; i < image.values.size(); ++i) {
        more.values.push_back(image.values[i]);
        if ((i + 1) % image.channels == 0) more.values.push_back(65535);
    }
    return more;
}

// Of the place in a triangle that is nearest to the middle of a texel. The image is repeated, so the texel is in many
// places.
Vec3 nearest_weights(const UvTriangle& uv, u32 x, u32 y, u32 width, u32 height) {
    Vec3d corner[3];
    for (size_t k = 0; k < 3; ++k)
        corner[k] = {static_cast<double>(uv[k].x) * width, static_cast<double>(uv[k].y) * height, 0};
    const auto images = [&](int axis, u32 size) {
        const auto [low, high] = std::minmax({corner[0][axis], corner[1][axis], corner[2][axis]});
        return std::pair(std::floor(low / size) - 1, std::floor(high / size) + 1);
    };
    const auto [left, right] = images(0, width);
    const auto [top, bottom] = images(1, height);
    TrianglePoint<double> best{};
    best.distance_squared = 1e300;
    for (double j = top; j <= bottom; ++j)
        for (double i = left; i <= right; ++i) {
            const auto on =
                closest_on_triangle({x + 0.5 + i * width, y + 0.5 + j * height, 0}, corner[0], corner[1], corner[2]);
            if (on.distance_squared < best.distance_squared) best = on;
        }
    return best.weights.to<float>();
}

}  // namespace

float Brush::cover(float distance) const {
    const float inner = 1 - falloff, t = distance / radius;
    if (!(t < 1)) return 0;
    if (t <= inner) return 1;
    const float s = (t - inner) / falloff;
    return 1 - s * s * (3 - 2 * s);
}

MapPainter::MapPainter(std::shared_ptr<const PaintSurface> surface, MapImage image, u32 channel, size_t undo_bytes)
    : surface_(std::move(surface)), channel_(channel), map_(channel_of(image, channel)), undo_bytes_(undo_bytes) {
    PL_ASSERT(image.width > 0 && image.height > 0 && channel < 4);
    if (channel == 3 && !image.has_alpha()) image = with_alpha(image);
    if (image.channels > 1) others_ = std::move(image);
    tiles_across_ = (map_.width + tile_size - 1) / tile_size;
    tiles_down_ = (map_.height + tile_size - 1) / tile_size;
    const size_t tiles = size_t{tiles_across_} * tiles_down_;
    slot_.resize(tiles);
    tile_shown_.resize(tiles);
    tile_read_.resize(tiles);
    find_rims();
    find_readers();
}

// Texels that no triangle covers take the triangle of one beside them, two rings out: as far as anything is read.
void MapPainter::find_rims() {
    constexpr u32 no_triangle = ~0u;
    const u32 w = map_.width, h = map_.height, triangles = static_cast<u32>(surface_->triangle_count());
    std::vector<u32> owner(size_t{w} * h, no_triangle), covered;
    for (u32 t = 0; t < triangles; ++t)
        for_each_texel(surface_->uv(t), w, h, [&](u32 x, u32 y, const Vec3d&) {
            u32& whose = owner[size_t{y} * w + x];
            overlaps_ = overlaps_ || whose != no_triangle;
            whose = t;
        });
    for (u32 at = 0; at < owner.size(); ++at)
        if (owner[at] != no_triangle) covered.push_back(at);
    std::vector<std::pair<u32, u32>> rims;  // triangle, texel
    std::vector<u32> ring = std::move(covered), next;
    // Charts that are smaller than a texel cover none.
    for (u32 t = 0; t < triangles; ++t)
        for (const Vec2& uv : surface_->uv(t)) {
            if (!(std::fabs(uv.x) <= furthest_uv && std::fabs(uv.y) <= furthest_uv)) continue;
            const MapImage::Footprint f = map_.footprint(uv);
            const u32 at = f.y[f.t >= 0.5f] * w + f.x[f.s >= 0.5f];
            if (owner[at] == no_triangle) {
                owner[at] = t;
                rims.push_back({t, at});
                ring.push_back(at);
            }
        }
    for (int round = 0; round < 2; ++round) {
        next.clear();
        for (const u32 from : ring) {
            const u32 x = from % w, y = from / w;
            for (const u32 ny : {(y + h - 1) % h, y, (y + 1) % h})
                for (const u32 nx : {(x + w - 1) % w, x, (x + 1) % w}) {
                    const u32 at = ny * w + nx;
                    if (owner[at] != no_triangle) continue;
                    owner[at] = owner[from];
                    rims.push_back({owner[from], at});
                    next.push_back(at);
                }
        }
        ring.swap(next);
    }
    std::sort(rims.begin(), rims.end());
    rim_start_.assign(triangles + 1, 0);
    for (const auto& [t, at] : rims) {
        ++rim_start_[t + 1];
        rim_.push_back({at % w, at / w, nearest_weights(surface_->uv(t), at % w, at / w, w, h)});
    }
    for (u32 t = 0; t < triangles; ++t) rim_start_[t + 1] += rim_start_[t];
}

void MapPainter::find_readers() {
    const UnwrappedMesh& mesh = surface_->unwrapped();
    const size_t points = mesh.mesh.points.size(), tiles = slot_.size();
    corner_start_.assign(points + 1, 0);
    reader_start_.assign(tiles + 1, 0);
    std::vector<std::pair<u32, u32>> of_points, of_tiles;
    for (u32 c = 0; c < 3 * mesh.uv.size(); ++c) {
        const u32 p = mesh.point(c / 3, c % 3);
        of_points.push_back({p, c});
        const MapImage::Footprint f = map_.footprint(sound_uv(mesh.uv[c / 3][c % 3]));
        for (const u32 y : f.y)
            for (const u32 x : f.x) of_tiles.push_back({y / tile_size * tiles_across_ + x / tile_size, p});
    }
    std::sort(of_points.begin(), of_points.end());
    std::sort(of_tiles.begin(), of_tiles.end());
    of_tiles.erase(std::unique(of_tiles.begin(), of_tiles.end()), of_tiles.end());
    for (const auto& [p, c] : of_points) {
        ++corner_start_[p + 1];
        corners_.push_back(c);
    }
    for (size_t p = 0; p < points; ++p) corner_start_[p + 1] += corner_start_[p];
    for (const auto& [tile, p] : of_tiles) {
        ++reader_start_[tile + 1];
        readers_.push_back(p);
    }
    for (size_t i = 0; i < tiles; ++i) reader_start_[i + 1] += reader_start_[i];
    points_.resize(points);
}

MapImage MapPainter::image() const {
    if (others_.values.empty()) return map_;
    MapImage image = others_;
    const u32 colors = image.channels < 3 ? 1 : 3, c = channel_ == 3 ? colors : image.channels < 3 ? 0 : channel_;
    for (size_t i = 0; i < map_.values.size(); ++i) image.values[i * image.channels + c] = map_.values[i];
    return image;
}

// ---- strokes

void MapPainter::begin(const Brush& brush) {
    PL_ASSERT(brush.radius > 0 && brush.strength >= 0 && brush.strength <= 1 && brush.falloff >= 0 &&
              brush.falloff <= 1 && brush.value >= 0 && brush.value <= 1 && brush.mirror < 3);
    if (painting_) end();
    while (can_redo()) {
        for (const Tile& tile : strokes_.back()) kept_bytes_ -= tile.values.size() * sizeof(u16);
        strokes_.pop_back();
    }
    strokes_.emplace_back();
    done_ = strokes_.size();
    brush_ = brush;
    painting_ = true;
}

void MapPainter::dab(const Vec3d& at) {
    PL_ASSERT(painting_);
    if (!is_finite(at)) return;
    dab_one(at);
    if (brush_.mirror < 0) return;
    Vec3d other = at;
    other[brush_.mirror] = -other[brush_.mirror];
    dab_one(other);
}

void MapPainter::end() {
    if (!painting_) return;
    painting_ = false;
    for (Tile& tile : strokes_.back()) {
        slot_[tile.number] = 0;
        tile.cover = {};
        kept_bytes_ += tile.values.size() * sizeof(u16);
    }
    if (strokes_.back().empty()) {
        strokes_.pop_back();
        --done_;
    }
    forget_oldest();
}

void MapPainter::forget_oldest() {
    while (kept_bytes_ > undo_bytes_ && strokes_.size() > 1) {
        for (const Tile& tile : strokes_.front()) kept_bytes_ -= tile.values.size() * sizeof(u16);
        strokes_.pop_front();
        --done_;
    }
}

void MapPainter::dab_one(const Vec3d& at) {
    const PaintSurface::Place place = surface_->nearest(at);
    surface_->gather(place, static_cast<double>(brush_.radius), near_);
    touched_.clear();
    for (const u32 t : near_) touch(t, place.at, brush_);
    if (brush_.how != Brush::How::smooth) return apply(brush_);
    const TriangleCorners& c = surface_->corners(place.triangle);
    smooth(brush_, direction(cross(c[1] - c[0], c[2] - c[0]), Vec3d{0, 1, 0}));
}

void MapPainter::fill(const Vec3d& at, Extent extent, const Brush& wanted) {
    Brush brush = wanted;
    brush.how = Brush::How::set;
    brush.falloff = 0;
    brush.radius = 1e30f;  // everything is inside
    begin(brush);
    touched_.clear();
    near_.clear();
    if (extent == Extent::part) {
        surface_->gather(surface_->nearest(at), 1e30, near_);
    } else {
        for (u32 t = 0; t < surface_->triangle_count(); ++t) near_.push_back(t);
    }
    for (const u32 t : near_) touch(t, at, brush);
    apply(brush);
    end();
}

// The texels of a triangle that the brush covers.
void MapPainter::touch(u32 t, const Vec3d& middle, const Brush& brush) {
    const TriangleCorners& c = surface_->corners(t);
    const UvTriangle& uv = surface_->uv(t);
    const auto add = [&](u32 x, u32 y, const Vec3d& weights) {
        const Vec3 at = (c[0] * weights.x + c[1] * weights.y + c[2] * weights.z - middle).to<float>();
        const float cover = brush.cover(length(at));
        if (cover > 0) touched_.push_back({x, y, cover, at});
    };
    // Of a triangle that is much larger than the brush, only what the brush can reach: coordinates change along the
    // surface at most by their gradient.
    const Vec3d a = c[1] - c[0], b = c[2] - c[0], n = cross(a, b);
    const double area = dot(n, n), r = static_cast<double>(brush.radius);
    UvWindow window;
    if (area > 0 && r < 1e20) {
        const Vec3d to_second = cross(b, n) / area, to_third = cross(n, a) / area;
        const Vec2 at = uv_at(uv, weights_in_plane(c, middle));
        const auto range = [&](float at_middle, float u0, float u1, float u2, double& low, double& high) {
            const double reach =
                r * length(to_second * static_cast<double>(u1 - u0) + to_third * static_cast<double>(u2 - u0)) *
                    1.0001 +
                1e-9;
            low = static_cast<double>(at_middle) - reach;
            high = static_cast<double>(at_middle) + reach;
        };
        range(at.x, uv[0].x, uv[1].x, uv[2].x, window.left, window.right);
        range(at.y, uv[0].y, uv[1].y, uv[2].y, window.top, window.bottom);
    }
    for_each_texel(uv, map_.width, map_.height, add, window);
    for (u32 i = rim_start_[t]; i < rim_start_[t + 1]; ++i) add(rim_[i].x, rim_[i].y, rim_[i].weights.to<double>());
}

MapPainter::Tile& MapPainter::tile_of(const Touched& texel, u32& inside) {
    const u32 number = texel.y / tile_size * tiles_across_ + texel.x / tile_size;
    inside = texel.y % tile_size * tile_size + texel.x % tile_size;
    Stroke& stroke = strokes_.back();
    if (slot_[number]) return stroke[slot_[number] - 1];
    stroke.push_back({number, std::vector<u16>(tile_size * tile_size), std::vector<float>(tile_size * tile_size)});
    slot_[number] = static_cast<u32>(stroke.size());
    const TexelBox box = box_of(number);
    for (u32 row = box.top; row < box.bottom; ++row)
        std::copy_n(map_.values.begin() + static_cast<std::ptrdiff_t>(size_t{row} * map_.width + box.left),
                    box.right - box.left,
                    stroke.back().values.begin() + static_cast<std::ptrdiff_t>((row - box.top) * tile_size));
    return stroke.back();
}

void MapPainter::apply(const Brush& brush) {
    for (const Touched& touched : touched_) {
        u32 inside;
        Tile& tile = tile_of(touched, inside);
        if (touched.cover <= tile.cover[inside]) continue;
        tile.cover[inside] = touched.cover;
        const float before = shown(tile.values[inside]), share = brush.strength * touched.cover;
        const float now = brush.how == Brush::How::add        ? before + share
                          : brush.how == Brush::How::subtract ? before - share
                                                              : before + (brush.value - before) * share;
        value_of(touched) = stored(now);
        changed(tile.number);
    }
}

// Each texel moves towards the plane that best fits the values under the brush, as far as it is covered: rough places
// become even, slopes stay slopes, and since the plane is the one of least squares by the same weights, the mean stays
// too.
void MapPainter::smooth(const Brush& brush, const Vec3d& normal) {
    if (overlaps_) {  // one may be there twice
        const auto place = [](const Touched& t) { return std::pair(t.y, t.x); };
        std::stable_sort(touched_.begin(), touched_.end(),
                         [&](const Touched& a, const Touched& b) { return place(a) < place(b); });
        touched_.erase(std::unique(touched_.begin(), touched_.end(),
                                   [&](const Touched& a, const Touched& b) { return place(a) == place(b); }),
                       touched_.end());
    }
    const Vec3d across = direction(cross(normal, std::fabs(normal.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}), Vec3d{}),
                along = cross(normal, across);
    const auto each = [&](auto&& f) {
        for (const Touched& t : touched_) {
            const Vec3d at = t.at.to<double>();
            f(t, static_cast<double>(t.cover), dot(at, across), dot(at, along),
              static_cast<double>(shown(value_of(t))));
        }
    };
    double sum = 0, mx = 0, my = 0, mv = 0, xx = 0, xy = 0, yy = 0, xv = 0, yv = 0;
    each([&](const Touched&, double w, double x, double y, double v) {
        sum += w;
        mx += w * x;
        my += w * y;
        mv += w * v;
        xx += w * x * x;
        xy += w * x * y;
        yy += w * y * y;
        xv += w * x * v;
        yv += w * y * v;
    });
    if (!(sum > 0)) return;
    mx /= sum;
    my /= sum;
    mv /= sum;
    xx -= sum * mx * mx;
    xy -= sum * mx * my;
    yy -= sum * my * my;
    xv -= sum * mx * mv;
    yv -= sum * my * mv;
    const double det = xx * yy - xy * xy;
    const bool flat = !(det > 1e-9 * (xx + yy) * (xx + yy));  // too few texels to tell a slope
    const double slope_x = flat ? 0 : (xv * yy - yv * xy) / det, slope_y = flat ? 0 : (yv * xx - xv * xy) / det;
    each([&](const Touched& t, double w, double x, double y, double v) {
        const double fit = mv + slope_x * (x - mx) + slope_y * (y - my);
        u32 inside;
        const Tile& tile = tile_of(t, inside);
        value_of(t) = stored(static_cast<float>(v + static_cast<double>(brush.strength) * w * (fit - v)));
        changed(tile.number);
    });
}

// ---- undo

void MapPainter::swap(Stroke& stroke) {
    for (Tile& tile : stroke) {
        const TexelBox box = box_of(tile.number);
        for (u32 row = box.top; row < box.bottom; ++row) {
            const auto at = map_.values.begin() + static_cast<std::ptrdiff_t>(size_t{row} * map_.width + box.left);
            std::swap_ranges(at, at + (box.right - box.left),
                             tile.values.begin() + static_cast<std::ptrdiff_t>((row - box.top) * tile_size));
        }
        changed(tile.number);
    }
}

void MapPainter::undo() {
    if (painting_) end();
    if (can_undo()) swap(strokes_[--done_]);
}

void MapPainter::redo() {
    if (painting_) end();
    if (can_redo()) swap(strokes_[done_++]);
}

// ---- changes

void MapPainter::changed(u32 tile) { tile_shown_[tile] = tile_read_[tile] = 0; }

TexelBox MapPainter::box_of(u32 tile) const {
    const u32 x = tile % tiles_across_ * tile_size, y = tile / tiles_across_ * tile_size;
    return {x, y, std::min(x + tile_size, map_.width), std::min(y + tile_size, map_.height)};
}

std::vector<TexelBox> MapPainter::take_changed() {
    std::vector<TexelBox> boxes;
    for (u32 tile = 0; tile < tile_shown_.size(); ++tile)
        if (!tile_shown_[tile]) {
            boxes.push_back(box_of(tile));
            tile_shown_[tile] = 1;
        }
    return boxes;
}

const std::vector<float>& MapPainter::points() {
    const UnwrappedMesh& mesh = surface_->unwrapped();
    for (u32 tile = 0; tile < tile_read_.size(); ++tile) {
        if (tile_read_[tile]) continue;
        tile_read_[tile] = 1;
        for (u32 i = reader_start_[tile]; i < reader_start_[tile + 1]; ++i) {
            const u32 p = readers_[i], begin = corner_start_[p], end = corner_start_[p + 1];
            double sum = 0;
            for (u32 c = begin; c < end; ++c)
                sum += static_cast<double>(map_.sample(sound_uv(mesh.uv[corners_[c] / 3][corners_[c] % 3]), 0));
            points_[p] = static_cast<float>(sum / (end - begin));
        }
    }
    return points_;
}

}  // namespace pliant
