// A parameter of a body that is painted: the image it begins with, the strokes on it, the file it is kept in and the
// value that scene and world are told.
#pragma once

#include "assets/scene.h"
#include "cook/map_painter.h"
#include "pliant/view/changes.h"

namespace pliant::view {

class Painting {
  public:
    // Of a body of the scene. An existing painted image is continued; a number, or a map that is not a PNG, becomes
    // an image of size × size texels, with low and high such that values stay the same. Throws Error.
    Painting(const Scene& scene, const SceneBody& body, const Parameter& row, u32 size);

    const std::string& body() const { return body_; }
    const Parameter& row() const { return row_; }
    MapPainter& painter() { return *painter_; }
    const std::string& file() const { return file_; }  // as the scene names it: "maps/ollie-damping.png"
    std::string path() const;
    bool takes_effect_at_once() const { return row_.effect == Effect::next_step; }
    std::vector<std::string> warnings;

    // What the ends of the map mean. In a scene that has it, the scene's own count.
    double low = 0, high = 1;
    bool logarithmic = false;

    std::string json() const;  // the scene's entry
    // Bodies of the scene that are painted with it: instances, and others of the same mesh with the same map.
    std::vector<std::string> bodies(const Scene& scene) const;
    // The map in each of these becomes one that has its values with it, so that nothing has to be made for it.
    void insert_values(Scene& scene);
    std::vector<LiveChange> changes(const Scene& scene);

    void write();   // to its file; throws OutputError
    void reload();  // another program has written it; strokes cannot be undone any more. Throws Error

  private:
    std::string body_, folder_, file_, asset_, mesh_;
    const Parameter& row_;
    u32 channel_ = 0;
    std::shared_ptr<const PaintSurface> surface_;
    std::unique_ptr<MapPainter> painter_;
};

// The rows that a body of this kind can have painted, its own first.
std::vector<const Parameter*> painted_rows(const SceneBody& body);

}  // namespace pliant::view
