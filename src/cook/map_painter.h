// Painting a map with a brush: strokes on the surface of a mesh at rest, kept as texels of an image.
//
// A brush is a ball about a place of the surface. Its coverage of a texel depends on the distance of the texel's own
// place on the surface is from the middle, so seams do not show: texels on both sides of one are equally far. Those
// just outside a chart, which are read between texels at its rim, are painted as the nearest triangle is.
//
// A stroke counts from where it began: passing a place twice does no more than passing it once, whatever the rate at
// which the mouse is asked. Only smoothing goes on as long as the brush moves.
//
// Knows nothing of windows.
#pragma once

#include <deque>
#include <memory>

#include "cook/paint_surface.h"

namespace pliant {

struct Brush {
    enum class How : u8 { add, subtract, set, smooth } how = How::add;
    float radius = 0.1f;    // [m] on the body at rest
    float strength = 0.5f;  // 0 … 1, how much of it is done in the middle
    float falloff = 1;      // 0 … 1, the share of the radius over which it fades out
    float value = 1;        // 0 … 1, of set and of fills
    int mirror = -1;        // the axis across whose plane through the origin the same is done; -1: none

    float cover(float distance) const;  // 0 … 1
};

// Texels from left to right, from top to bottom; the last ones are not part of it.
struct TexelBox {
    u32 left, top, right, bottom;
};

class MapPainter {
  public:
    // Other channels of the image are kept. At most so many bytes are kept to be undone.
    MapPainter(std::shared_ptr<const PaintSurface> surface, MapImage image, u32 channel = 0,
               size_t undo_bytes = size_t{256} << 20);

    const PaintSurface& surface() const { return *surface_; }
    const MapImage& map() const { return map_; }  // the one channel, as it is now
    MapImage image() const;                       // all channels

    // ---- strokes
    void begin(const Brush& brush);
    void dab(const Vec3d& at);  // a place on the surface at rest, or near it [m]
    void end();
    bool painting() const { return painting_; }

    enum class Extent : u8 { part, whole };                         // what hangs together with a place, or all
    void fill(const Vec3d& at, Extent extent, const Brush& brush);  // set to its value, by its strength: a stroke

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < strokes_.size(); }
    void undo();
    void redo();
    size_t undo_size() const { return kept_bytes_; }  // [bytes]

    // ---- changes since the last query
    std::vector<TexelBox> take_changed();
    // A number for each point of the mesh, as read_points() has them; only those that were touched are read again.
    const std::vector<float>& points();

  private:
    static constexpr u32 tile_size = 64;
    struct Tile {
        u32 number;
        std::vector<u16> values;   // before the stroke; of one that was undone: after it
        std::vector<float> cover;  // by the stroke; only while it is under way
    };
    using Stroke = std::vector<Tile>;
    struct Touched {
        u32 x, y;
        float cover;
        Vec3 at;  // [m] from the middle of the brush
    };

    void find_rims();
    void find_readers();
    void touch(u32 triangle, const Vec3d& middle, const Brush& brush);
    void apply(const Brush& brush);
    void smooth(const Brush& brush, const Vec3d& normal);
    void dab_one(const Vec3d& at);
    Tile& tile_of(const Touched& texel, u32& inside);
    u16& value_of(const Touched& texel) { return map_.values[size_t{texel.y} * map_.width + texel.x]; }
    void swap(Stroke& stroke);
    void forget_oldest();
    void changed(u32 tile);
    TexelBox box_of(u32 tile) const;

    std::shared_ptr<const PaintSurface> surface_;
    MapImage others_;  // empty where there is but one channel
    u32 channel_;
    MapImage map_;
    u32 tiles_across_, tiles_down_;
    bool overlaps_ = false;  // some texels belong to several triangles

    // Texels beside charts, by the triangle they are painted as, and the place on it: rim_[rim_start_[t]] …
    struct RimTexel {
        u32 x, y;
        Vec3 weights;
    };
    std::vector<u32> rim_start_;
    std::vector<RimTexel> rim_;
    // Corners of each point, and points that are read from each tile.
    std::vector<u32> corner_start_, corners_, reader_start_, readers_;

    bool painting_ = false;
    Brush brush_;
    std::vector<u32> slot_;  // of each tile in the stroke at hand, counted from 1; 0: it has none
    std::deque<Stroke> strokes_;
    size_t done_ = 0;  // of them; the others were undone
    size_t undo_bytes_, kept_bytes_ = 0;

    std::vector<u32> near_;
    std::vector<Touched> touched_;
    std::vector<u8> tile_shown_, tile_read_;  // 0: it has changed since
    std::vector<float> points_;
};

}  // namespace pliant
