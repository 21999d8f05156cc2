/* The whole of an embedding in one file of C99: a jelly falls on a floor for two seconds.
 *
 *   cc hello.c -lpliant
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pliant/pliant.h"

/* Every call that can fail says why. A game would log the sentence; this program ends with it. */
static void check(pliant_result result) {
    if (result == PLIANT_OK) return;
    fprintf(stderr, "%s\n", pliant_last_error());
    exit(1);
}

/* A mesh is loaded or made once, and cooked once; any number of bodies share the model. */
static pliant_model cook_jelly(void) {
    const pliant_vec3 size = {0.5f, 0.5f, 0.5f};
    pliant_asset asset;
    pliant_settings settings;
    pliant_model model;
    check(pliant_asset_from_shape("sphere", size, 0, &asset));
    check(pliant_settings_create("lattice", &settings));
    check(pliant_settings_set_preset(settings, "jelly"));
    check(pliant_settings_set_number(settings, "spacing", 0.08));
    check(pliant_model_cook(asset, settings, &model));
    pliant_settings_destroy(settings); /* what was made of them lives on */
    pliant_asset_destroy(asset);
    return model;
}

static void add_floor(pliant_world world) {
    pliant_collider_def def = pliant_default_collider_def(); /* without settings it is a floor at height 0 */
    pliant_collider floor;
    def.name = "floor";
    check(pliant_collider_create(world, &def, &floor));
}

static pliant_body add_jelly(pliant_world world, pliant_model model) {
    pliant_body_def def = pliant_default_body_def();
    pliant_body body;
    def.name = "jelly";
    def.model = model;
    def.use_placement = true;
    def.placement.position.y = 1;
    check(pliant_body_create(world, &def, &body));
    return body;
}

/* Events are arrays that are read after the step. */
static void print_hits(pliant_world world, int step) {
    const pliant_contact_event* events;
    const size_t count = pliant_world_contact_events(world, &events);
    for (size_t i = 0; i < count; ++i)
        if (events[i].hit)
            printf("step %3d: the jelly hits %s at %.2f m/s\n", step,
                   pliant_object_name(world, events[i].b), (double)events[i].speed);
}

/* What a renderer would copy to its vertex buffer. */
static void print_surface(pliant_world world, pliant_body body) {
    pliant_surface surface;
    float low = INFINITY, high = -INFINITY;
    check(pliant_body_surface(world, body, &surface));
    for (uint32_t v = 0; v < surface.vertex_count; ++v) {
        const float y = surface.positions[3 * v + 1];
        low = fminf(low, y), high = fmaxf(high, y);
    }
    printf("surface: %u vertices, %u triangles, from %.3f to %.3f m\n", surface.vertex_count, surface.index_count / 3,
           (double)low, (double)high);
}

int main(void) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world world;
    pliant_model model;
    pliant_body jelly;
    pliant_body_info info;

    check(pliant_check()); /* header and library belong together */
    check(pliant_world_create(&def, &world));
    add_floor(world);
    model = cook_jelly();
    jelly = add_jelly(world, model);

    for (int step = 1; step <= 120; ++step) { /* two seconds at 60 a second */
        check(pliant_world_step(world));
        print_hits(world, step);
        if (step % 30 == 0) {
            check(pliant_body_get_info(world, jelly, &info));
            printf("step %3d: its centre is %.3f m high, moving at %+.3f m/s\n", step, (double)info.center.y,
                   (double)info.velocity.y);
        }
    }
    print_surface(world, jelly);
    check(pliant_body_get_info(world, jelly, &info));
    printf("%s\n", info.center.y > 0.15f && info.center.y < 0.35f ? "it lies on the floor" : "it is somewhere else");

    pliant_world_destroy(world);
    pliant_model_destroy(model);
    return 0;
}
