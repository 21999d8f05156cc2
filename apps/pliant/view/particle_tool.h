// Particles of the selected body: chosen by click, box and brush, and then held in space, freed, or taken out of
// contact.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/moment.h"

namespace pliant::view {

class App;

class ParticleTool {
  public:
    enum class How : u8 { click, box, brush };
    bool open = false;  // its tab is: the mouse chooses particles
    How how = How::click;
    float radius = 28;    // [pixels] of the brush
    bool through = true;  // those behind the surface too

    void update(App& app);  // once in a frame
    void forget();
    const render::ShownBody* body(const App& app) const;  // whose particles are shown; or null

    // ---- the mouse, in pixels of the window
    void begin(App& app, float x, float y, bool adds, bool removes);
    void continue_drag(App& app, float x, float y);
    bool end(App& app, float x, float y);  // false: it was a click beside all particles
    void draw(const App& app) const;

    // ---- the chosen particles
    size_t count() const;
    size_t count(const App& app, u8 state) const;  // of all that are shown
    void choose(const std::function<bool(u32 particle)>& which);
    bool is_chosen(u32 particle) const { return chosen_[particle] != 0; }
    void hold(App& app, bool held) const;
    void set_contact(App& app, bool enabled) const;

  private:
    std::vector<u32> numbers() const;
    bool is_visible(const App& app, const render::ShownBody& body, u32 particle) const;
    template <class Area>
    void take(App& app, Area&& area);

    std::string body_;
    std::vector<u8> chosen_;  // for each particle
    bool dragging_ = false, removes_ = false;
    float begin_x_ = 0, begin_y_ = 0, x_ = 0, y_ = 0;
};

}  // namespace pliant::view
