// Draws moments with OpenGL 3.3: the same for pictures, films and the window. All calls need the context that was
// current when the renderer was made.
#pragma once

#include <functional>
#include <memory>

#include "render/camera.h"
#include "render/image.h"
#include "render/layers.h"
#include "render/moment.h"
#include "render/painted_map.h"

namespace pliant::render {

struct Look {
    LayerSet layers = LayerSet::usual();
    bool gloss = true, shadows = true, textures = true;
    bool both_sides = true;              // the inside of open surfaces is lit too
    bool background = true;              // false: transparent, with the shadow on the floor
    bool legend = true;                  // what colours of layers mean
    bool wireframe = false;              // edges of triangles over surfaces
    float text_scale = 1;                // of legends, for displays with small pixels
    std::function<bool(BodyId)> hidden;  // bodies that are left out; empty: none
    std::vector<BodyId> selected;        // with an outline
    std::string selected_character;      // likewise
    Marks extra;                         // of the caller: gizmos, a drag
    const PaintLook* paint = nullptr;    // a map over some bodies
};

class Renderer {
  public:
    Renderer();  // throws Error when GL is older than 3.3
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // Into a picture of its own.
    void draw(const Moment& moment, const Camera& camera, const Look& look, u32 width, u32 height);
    Image read() const;  // the drawn picture
    // Into a part of the framebuffer that is shown, in pixels from its lower left corner; stretched where the picture
    // has another size.
    struct WindowPart {
        u32 x = 0, y = 0, width = 0, height = 0;
    };
    void show_in_window(const WindowPart& part) const;
    Vec3 background_color() const;  // at the horizon, for those who draw around

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace pliant::render
