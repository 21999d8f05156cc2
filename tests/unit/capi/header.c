/* The header is C99, and a program in C can do the whole of a life cycle with it. */
#include "pliant/pliant.h"

/* Returns the line of the first thing that goes wrong, or 0. */
int pliant_life_in_c(void);

#define NEED(condition) \
    if (!(condition)) return __LINE__

int pliant_life_in_c(void) {
    pliant_asset asset;
    pliant_model model;
    pliant_world world;
    pliant_body body;
    pliant_body_def body_def = pliant_default_body_def();
    pliant_world_def world_def = pliant_default_world_def();
    pliant_surface surface;
    const pliant_vec3 usual_size = {0, 0, 0};
    const pliant_settings none = {0, 0};

    NEED(pliant_check() == PLIANT_OK);
    NEED(pliant_asset_from_shape("sphere", usual_size, 6, &asset) == PLIANT_OK);
    NEED(pliant_model_cook(asset, none, &model) == PLIANT_OK);
    NEED(pliant_world_create(&world_def, &world) == PLIANT_OK);
    body_def.model = model;
    NEED(pliant_body_create(world, &body_def, &body) == PLIANT_OK);
    NEED(pliant_world_step(world) == PLIANT_OK);
    NEED(pliant_body_surface(world, body, &surface) == PLIANT_OK);
    NEED(surface.vertex_count > 0 && surface.positions);
    pliant_world_destroy(world);
    NEED(pliant_world_step(world) == PLIANT_NO_SUCH_ID);
    pliant_model_destroy(model);
    pliant_asset_destroy(asset);
    return 0;
}
