/* A rigid body of the host's own, once a step: a crate that this program moves falls on a jelly of the engine's.
 *
 * The engine sees the crate as it sees its own rigid bodies, and says after each step what it was given.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pliant/pliant.h"

static void check(pliant_result result) {
    if (result == PLIANT_OK) return;
    fprintf(stderr, "%s\n", pliant_last_error());
    exit(1);
}

/* What stands for the host's physics: a cube under gravity. */
static pliant_host_body make_crate(float side, float mass, float height) {
    pliant_host_body b = {0};
    b.pose.position.y = height;
    b.pose.rotation.w = b.mass_frame.rotation.w = 1;
    b.mass = mass;
    b.inertia.x = b.inertia.y = b.inertia.z = mass * side * side / 6;
    return b;
}

static void turn(pliant_quat* q, pliant_vec3 w, float seconds) {
    const float h = 0.5f * seconds;
    const pliant_quat d = {h * (w.x * q->w + w.y * q->z - w.z * q->y), h * (w.y * q->w + w.z * q->x - w.x * q->z),
                           h * (w.z * q->w + w.x * q->y - w.y * q->x), -h * (w.x * q->x + w.y * q->y + w.z * q->z)};
    float size;
    q->x += d.x, q->y += d.y, q->z += d.z, q->w += d.w;
    size = sqrtf(q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w);
    q->x /= size, q->y /= size, q->z /= size, q->w /= size;
}

/* What others gave it changes its speed first; then it moves. */
static void move_crate(pliant_host_body* b, pliant_vec3 impulse, pliant_vec3 angular_impulse, float seconds) {
    b->velocity.x += impulse.x / b->mass;
    b->velocity.y += impulse.y / b->mass - 9.81f * seconds;
    b->velocity.z += impulse.z / b->mass;
    b->angular_velocity.x += angular_impulse.x / b->inertia.x;
    b->angular_velocity.y += angular_impulse.y / b->inertia.y;
    b->angular_velocity.z += angular_impulse.z / b->inertia.z;
    b->pose.position.x += b->velocity.x * seconds;
    b->pose.position.y += b->velocity.y * seconds;
    b->pose.position.z += b->velocity.z * seconds;
    turn(&b->pose.rotation, b->angular_velocity, seconds);
}

static void add_jelly(pliant_world world) {
    const pliant_vec3 size = {0.6f, 0.4f, 0.6f};
    pliant_asset asset;
    pliant_settings settings;
    pliant_model model;
    pliant_body_def def = pliant_default_body_def();
    pliant_body body;
    check(pliant_asset_from_shape("box", size, 6, &asset));
    check(pliant_settings_create("lattice", &settings));
    check(pliant_settings_set_number(settings, "spacing", 0.1));
    check(pliant_settings_set_number(settings, "youngs_modulus", 4e4));
    check(pliant_model_cook(asset, settings, &model));
    def.name = "jelly";
    def.model = model;
    def.use_placement = true;
    def.placement.position.y = 0.21f;
    check(pliant_body_create(world, &def, &body));
    pliant_settings_destroy(settings);
    pliant_asset_destroy(asset);
    pliant_model_destroy(model);
}

/* The engine knows the crate as a collider whose motion is the host's. */
static pliant_collider add_crate(pliant_world world, double side) {
    pliant_collider_def def = pliant_default_collider_def();
    pliant_settings settings;
    pliant_collider collider;
    check(pliant_settings_create("collider", &settings));
    check(pliant_settings_set_text(settings, "shape", "box"));
    check(pliant_settings_set_text(settings, "motion", "host"));
    check(pliant_settings_set_vector(settings, "size", side, side, side));
    def.name = "crate";
    def.settings = settings;
    check(pliant_collider_create(world, &def, &collider));
    pliant_settings_destroy(settings);
    return collider;
}

int main(void) {
    pliant_world_def world_def = pliant_default_world_def();
    pliant_collider_def floor_def = pliant_default_collider_def();
    pliant_world world;
    pliant_collider floor, collider;
    pliant_host_body crate = make_crate(0.25f, 5, 1);
    double given = 0;
    const float dt = 1 / 60.0f;
    const int steps = 180;

    check(pliant_check());
    check(pliant_world_create(&world_def, &world));
    check(pliant_collider_create(world, &floor_def, &floor));
    add_jelly(world);
    collider = add_crate(world, 0.25);
    check(pliant_collider_set_host_body(world, collider, &crate));

    for (int step = 1; step <= steps; ++step) {
        pliant_vec3 impulse, angular_impulse;
        check(pliant_world_step(world));
        check(pliant_collider_host_impulse(world, collider, &impulse, &angular_impulse));
        move_crate(&crate, impulse, angular_impulse, dt);
        check(pliant_collider_set_host_body(world, collider, &crate));
        given += (double)impulse.y;
        if (step % 45 == 0)
            printf("step %3d: the crate is %.3f m high, moving at %+.3f m/s\n", step, (double)crate.pose.position.y,
                   (double)crate.velocity.y);
    }
    /* All that the jelly gave it is what gravity took, and what it still moves with. */
    printf("given %.3f N s; its weight took %.3f N s\n", given, 9.81 * (double)crate.mass * steps * (double)dt);
    printf("%s\n", fabsf(crate.pose.position.y - 0.525f) < 0.03f ? "it lies on the jelly" : "it is somewhere else");
    pliant_world_destroy(world);
    return 0;
}
