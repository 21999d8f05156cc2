// The brush in the window: the painted map, the brush and the present stroke. Strokes themselves are computed by
// cook/map_painter.h; this class connects them with the mouse, the scene, the world and the picture.
#pragma once

#include <map>

#include "pliant/view/painting.h"
#include "pliant/view/pick.h"
#include "render/painted_map.h"

namespace pliant::view {

class App;

class PaintTool {
  public:
    bool open = false;         // its tab is: the mouse paints
    bool at_rest = false;      // the body is shown as it is without forces, while it goes on as it does
    bool fills = false;        // a click fills what hangs together, with Shift everything
    Brush brush{.radius = 0};  // radius 0: not chosen yet
    int size = 512;            // texels along a side of a map that is made
    std::string parameter;     // that is wanted, by name

    // The map of the selected body, or null if nothing can be painted. It is made when it is first asked for.
    Painting* current(App& app);
    bool paints(const App& app, const Picked& picked) const;  // the body under the mouse has the map

    // ---- the mouse, in pixels of the window
    void begin(App& app, const Picked& picked, bool opposite, bool smooth);
    void continue_drag(App& app, float x, float y);
    void end(App& app);
    float radius_in_pixels(const App& app, float depth) const;

    double mean() const;  // 0 … 1, of the painted map, over the points of the mesh; -1: there is no map
    bool undo(App& app);  // false: there is no stroke
    bool redo(App& app);
    void change_size(App& app, int texels);  // of a map that has no stroke yet

    // ---- scene, files, picture
    void insert_values(Scene& scene);                        // of all that was painted
    bool take_from_disk(App& app, const std::string& path);  // false: it is no map that was painted
    void forget();                                           // another scene comes
    const render::PaintLook* look(App& app);                 // null: nothing is shown
    std::shared_ptr<const render::Moment> shown(App& app, const std::shared_ptr<const render::Moment>& moment);

  private:
    void update_world(App& app, bool all);
    void keep(App& app);  // stores a stroke in the file and in the scene

    std::vector<std::unique_ptr<Painting>> all_;
    Painting* now_ = nullptr;
    std::vector<std::string> names_;  // of bodies that have it
    std::string failed_;              // what could not be made, so that it is not tried in every frame
    bool world_outdated_ = false;
    float mouse_x_ = 0, mouse_y_ = 0;

    render::PaintLook look_;
    const MapPainter* looked_at_ = nullptr;
    std::map<const SurfaceModel*,
             std::pair<std::weak_ptr<const SurfaceModel>, std::shared_ptr<const std::vector<UvTriangle>>>>
        uv_;
    std::shared_ptr<const render::Moment> resting_;
    u64 resting_from_ = 0;
};

}  // namespace pliant::view
