#include "pliant/film_camera.h"

#include "core/text.h"

namespace pliant::app {

FilmCamera::FilmCamera(const std::string& wanted, const std::vector<SceneCamera>& cameras) {
    if (wanted == "turntable") turntable_ = true;
    if (turntable_ || wanted == "auto" || (wanted.empty() && cameras.empty())) return;
    std::string names = "auto, turntable";
    for (const SceneCamera& c : cameras) {
        if (wanted.empty() || c.name == wanted) {
            scene_camera_ = &c;
            return;
        }
        names += ", " + c.name;
    }
    throw Usage("--camera: there is no camera " + in_quotes(wanted) + "; expected one of " + names);
}

render::Camera FilmCamera::at(const render::Moment& moment, double share, float aspect) {
    if (scene_camera_) return render::scene_camera(*scene_camera_, moment, moment.time);
    const Box now = moment.bounds();
    seen_.add(now.low);
    seen_.add(now.high);
    // What things fall on belongs to the picture.
    for (const render::ShownCollider& c : moment.colliders)
        if (c.shape.kind == ShapeKind::plane && c.pose.position.y < seen_.low.y &&
            c.pose.position.y > seen_.low.y - 2 * length(seen_.high - seen_.low))
            seen_.low.y = c.pose.position.y;
    if (turntable_) return render::turntable(seen_, 360 * share, aspect);
    const render::Camera wanted = render::framing(seen_, {0.55f, 0.42f, 1}, camera_.fov, aspect);
    const float step = started_ ? 0.08f : 1.0f;  // it follows what grows, without a jerk
    camera_.eye = started_ ? camera_.eye + (wanted.eye - camera_.eye) * step : wanted.eye;
    camera_.target = started_ ? camera_.target + (wanted.target - camera_.target) * step : wanted.target;
    started_ = true;
    return camera_;
}

}  // namespace pliant::app
