// The camera of a film: one of the scene's, one that keeps everything in the picture, or one that goes round.
#pragma once

#include "pliant/frame_source.h"
#include "render/camera.h"

namespace pliant::app {

class FilmCamera {
  public:
    // `wanted` is the name of one of the scene's, "auto" or "turntable"; empty: the scene's first, or auto.
    FilmCamera(const std::string& wanted, const std::vector<SceneCamera>& cameras);
    // `share`: how much of the film has passed, 0 … 1.
    render::Camera at(const render::Moment& moment, double share, float aspect);

  private:
    const SceneCamera* scene_camera_ = nullptr;
    bool turntable_ = false;
    bool started_ = false;
    Box seen_;  // all that was in the picture until now
    render::Camera camera_;
};

}  // namespace pliant::app
