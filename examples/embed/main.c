/* The whole of embedding: a mesh becomes a model, a model a body, the body falls, and its surface is there to draw. */
#include <stdio.h>

#include "pliant/pliant.h"

static int check(pliant_result result) {
    if (result != PLIANT_OK) fprintf(stderr, "%s\n", pliant_last_error());
    return result == PLIANT_OK;
}

int main(void) {
    pliant_asset asset;
    pliant_model model;
    pliant_world world;
    pliant_collider floor;
    pliant_body body;

    if (!check(pliant_check())) return 1; /* header and library fit each other */

    /* Once: cook. pliant_asset_load reads a file, pliant_asset_from_mesh takes arrays of your own. */
    if (!check(pliant_asset_from_shape("octopus", (pliant_vec3){0, 0, 0}, 0, &asset))) return 1;
    if (!check(pliant_model_cook(asset, (pliant_settings){0, 0}, &model))) return 1;
    printf("%s", pliant_model_report(model));

    /* A world with a floor (the default collider) and one body a metre above it. */
    pliant_world_def world_def = pliant_default_world_def();
    pliant_collider_def floor_def = pliant_default_collider_def();
    pliant_body_def body_def = pliant_default_body_def();
    body_def.name = "ollie";
    body_def.model = model;
    body_def.placement = (pliant_transform){{0, 1, 0}, {0, 0, 0, 1}};
    body_def.use_placement = true;
    if (!check(pliant_world_create(&world_def, &world))) return 1;
    if (!check(pliant_collider_create(world, &floor_def, &floor))) return 1;
    if (!check(pliant_body_create(world, &body_def, &body))) return 1;

    /* Every frame of the game: as many steps as fit into the time that has passed, then draw. */
    for (int frame = 0; frame < 120; ++frame) {
        pliant_surface surface;
        const pliant_contact_event* events;
        if (!check(pliant_world_advance(world, 1.0 / 60, 4, NULL))) return 1;
        const size_t count = pliant_world_contact_events(world, &events);
        for (size_t i = 0; i < count; ++i)
            if (events[i].hit) printf("frame %d: hits the floor at %.1f m/s\n", frame, events[i].speed);
        if (!check(pliant_body_surface(world, body, &surface))) return 1;
        if (frame % 30 == 29)
            printf("frame %d: %u vertices, lowest at %.3f m\n", frame, surface.vertex_count, surface.bounds.low.y);
    }

    pliant_world_destroy(world);
    pliant_model_destroy(model);
    pliant_asset_destroy(asset);
    return 0;
}
