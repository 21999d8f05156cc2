#include "world/bodies/rigid_moves.h"

#include "rigid/system.h"

namespace pliant {

void move_rigidly(Body& body, const Transform& by) {
    body.motion.bounds = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        body.view.position[p].set_xyz(by * body.view.position[p].xyz());
        body.view.previous[p] = body.view.position[p];
        body.view.velocity[p].set_xyz(by.rotation * body.view.velocity[p].xyz());
        body.motion.bounds.add(body.view.position[p].xyz());
    }
    for (std::vector<Vec3>* all : {&body.kept_velocity, &body.detail.offset, &body.detail.drift})
        for (Vec3& v : *all) v = by.rotation * v;
    body.detail.place = by * body.detail.place;
    body.matter->transform_state(by);
}

void set_pose(Contents& contents, Collider& c, const Transform& at) {
    c.pose = c.target = at;
    c.jumped = true;
    if (contents.rigid) contents.rigid->set_pose(c.rigid, at);
}

}  // namespace pliant
