// Where a picture is taken from.
#pragma once

#include "assets/scene.h"
#include "render/matrix.h"

namespace pliant::render {

struct Moment;

struct Camera {
    Vec3 eye{3, 2, 5}, target;
    float fov = 0.61f;  // [rad] of the picture's height

    Vec3 forward() const { return direction(target - eye, Vec3{0, 0, -1}); }
    Vec3 right() const { return direction(cross(forward(), Vec3{0, 1, 0}), Vec3{1, 0, 0}); }
    Vec3 up() const { return cross(right(), forward()); }
    float distance() const { return length(target - eye); }

    Mat4 view() const;
    // Parts nearer than `near` or farther than `far` are not shown.
    Mat4 projection(float aspect, float near, float far) const;
    // Through a place of the picture: x to the right and y down, 0 … 1. The direction has unit length.
    Vec3 ray(float x, float y, float aspect) const;
};

// Looks at a box from a direction (towards the camera), so that all of it is in the picture.
Camera framing(const Box& box, const Vec3& from, float fov, float aspect);
// All of the moment, from the front, the right and a little above.
Camera usual_camera(const Moment& moment, float aspect);
// Round about a box, once in 360 degrees.
Camera turntable(const Box& box, double degrees, float aspect);
// One of a scene's, at a time; a target that is a body's name is looked up in the moment.
Camera scene_camera(const SceneCamera& camera, const Moment& moment, double time);

}  // namespace pliant::render
