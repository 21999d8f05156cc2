/* Pliant: artist-directed deformable bodies. The stable C interface, and the only header an engine needs.
 *
 * Conventions
 *   units     metres, kilograms, seconds, newtons, pascals; right-handed, +Y up. Angles are in radians, but in degrees
 *             in the parameters that scene files share, which say so.
 *   ids       values with a generation. A zeroed one is null; one of something destroyed is recognised, not reused.
 *   results   every call that can fail returns a pliant_result. pliant_last_error() then has a sentence that says
 *             where, what was found, what was expected and what to do. It is kept for each thread, until the next
 *             call that fails there.
 *   defs      start from pliant_default_*_def(). They hold structure only; parameters go by name, through settings and
 *             pliant_body_set_*. `pliant params` lists them.
 *   pointers  that come out stay valid until the thing they belong to is stepped, changed or destroyed, unless said
 *             otherwise; what goes in is copied.
 *   threads   one world is used by one thread at a time; different worlds at once. Settings, assets, models and scenes
 *             may be made on any thread, also while worlds step.
 *   a step    While a world is inside pliant_world_step, _advance or _preroll, other threads and hooks may call
 *             everything that does not take this world. Calls that do give PLIANT_WORLD_LOCKED (lists and events: 0).
 *             Exceptions: pliant_body_surface gives the last complete frame (not in worlds with bodies that may tear),
 *             pliant_world_destroy lets the world go when the step has ended, and pliant_collider_set_host_body and
 *             pliant_collider_host_impulse are there for the callback of a substep.
 *   the host  goes on: no call ends the program, or prints, unless memory runs out inside a step, or a contract of the
 *             library's own is broken in a build with asserts and nobody listens (pliant_set_assert).
 */
#ifndef PLIANT_H
#define PLIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(PLIANT_STATIC)
#define PLIANT_API
#elif defined(_WIN32)
#define PLIANT_API __declspec(dllimport)
#else
#define PLIANT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PLIANT_VERSION_MAJOR 0
#define PLIANT_VERSION_MINOR 1
#define PLIANT_VERSION_PATCH 0
#define PLIANT_VERSION (PLIANT_VERSION_MAJOR * 10000 + PLIANT_VERSION_MINOR * 100 + PLIANT_VERSION_PATCH)

typedef enum pliant_result {
    PLIANT_OK = 0,
    PLIANT_BAD_ARGUMENT = 1, /* null, not finite, out of range, a def without its default function */
    PLIANT_NO_SUCH_ID = 2,   /* null, destroyed, or of something else */
    PLIANT_BAD_INPUT = 3,    /* a file, scene, mesh, parameter or snapshot that makes no sense */
    PLIANT_BUFFER_TOO_SMALL = 4,
    PLIANT_WORLD_LOCKED = 5, /* by a step; of the allocator: memory is in use */
    PLIANT_FAILED = 6,       /* anything else */
    PLIANT_OUT_OF_MEMORY = 7 /* or a world is full: max_particles */
} pliant_result;

typedef struct pliant_vec3 {
    float x, y, z;
} pliant_vec3;
typedef struct pliant_quat {
    float x, y, z, w;
} pliant_quat;
typedef struct pliant_transform {
    pliant_vec3 position;
    pliant_quat rotation;
} pliant_transform;
typedef struct pliant_box {
    pliant_vec3 low, high;
} pliant_box;

typedef struct pliant_settings {
    uint32_t slot, generation;
} pliant_settings;
typedef struct pliant_asset {
    uint32_t slot, generation;
} pliant_asset;
typedef struct pliant_model {
    uint32_t slot, generation;
} pliant_model;
typedef struct pliant_scene {
    uint32_t slot, generation;
} pliant_scene;
typedef struct pliant_world {
    uint32_t slot, generation;
} pliant_world;
/* Anything that is simulated: a body, which is soft, or a collider, which is rigid or fixed. Both have the same type of
 * id, and calls named pliant_object_* take either. */
typedef enum pliant_object_type {
    PLIANT_OBJECT_NONE = 0,
    PLIANT_OBJECT_COLLIDER = 1,
    PLIANT_OBJECT_BODY = 2
} pliant_object_type;
typedef struct pliant_object {
    uint32_t slot, generation;
    uint32_t type; /* a pliant_object_type; 0 in a null id */
} pliant_object;
typedef pliant_object pliant_body;     /* calls that take one refuse colliders: PLIANT_NO_SUCH_ID */
typedef pliant_object pliant_collider; /* likewise bodies */
typedef struct pliant_attachment {
    uint32_t slot, generation;
} pliant_attachment;
typedef struct pliant_field {
    uint32_t slot, generation;
} pliant_field;
typedef struct pliant_joint {
    uint32_t slot, generation;
} pliant_joint;

/* ---- the library -------------------------------------------------------------------------------- */

PLIANT_API uint32_t pliant_version(void);
PLIANT_API const char* pliant_last_error(void);
/* Whether the library was built for the header this program was compiled with. */
PLIANT_API pliant_result pliant_check_version(uint32_t version, size_t def_sizes);
#define PLIANT_DEF_SIZES                                                                                 \
    (sizeof(pliant_asset_def) + 3 * sizeof(pliant_mesh_def) + 5 * sizeof(pliant_world_def) +             \
     7 * sizeof(pliant_body_def) + 11 * sizeof(pliant_collider_def) + 13 * sizeof(pliant_surface) +      \
     17 * sizeof(pliant_attachment_def) + 19 * sizeof(pliant_line_def) + 23 * sizeof(pliant_body_info) + \
     29 * sizeof(pliant_host_body))
#define pliant_check() pliant_check_version(PLIANT_VERSION, PLIANT_DEF_SIZES)

/* ---- hooks: what a host gives, for all worlds and threads ---------------------------------------- */

/* Hooks are set before anything is made, by one thread; NULL takes one back. They are called on the threads that work,
 * several at once, and may not throw or jump out of the call. Those that are not set cost nothing. */

typedef enum pliant_log_level { PLIANT_LOG_ERROR = 0, PLIANT_LOG_WARNING = 1, PLIANT_LOG_NOTE = 2 } pliant_log_level;
/* Errors: every sentence of pliant_last_error(). Warnings and notes: lines of the reports of assets, models and scenes
 * as they are made; a body or collider that was quarantined is a warning. */
PLIANT_API void pliant_set_log(void (*log)(void* context, pliant_log_level level, const char* sentence), void* context);
/* Contracts of the library's own, in builds with asserts. When the hook returns, all goes on as without asserts. */
PLIANT_API void pliant_set_assert(void (*failed)(void* context, const char* condition, const char* file, int line),
                                  void* context);
/* Memory for the arrays that kernels work on: particles, surfaces, and what matter of each kind is made of. What stands
 * in lists (contacts, meshes, names, snapshots, whatever is made while files are read and bodies cooked) comes from
 * operator new as ever, and stacks of threads from the system. Particles, which else take memory from the system as
 * there are more of them, are taken at once: 48 bytes times max_particles of the world.
 * `allocate` returns NULL when there is no more, and the call that needed it gives PLIANT_OUT_OF_MEMORY; inside a step
 * that may end the program, so a host that sets a limit keeps a reserve. PLIANT_WORLD_LOCKED: memory is in use, of
 * worlds or models. */
typedef struct pliant_allocator {
    void* context;
    void* (*allocate)(void* context, size_t bytes, size_t alignment);
    void (*free)(void* context, void* block, size_t bytes, size_t alignment);
} pliant_allocator;
PLIANT_API pliant_result pliant_set_allocator(const pliant_allocator* allocator);
/* Files of a host's own, an archive for example: asked for every scene, asset, texture, image and snapshot that is
 * read, before the disk is. It calls take(sink, bytes, size) once, or returns false: the disk may have it. Paths are as
 * they were given, those inside scenes and assets with the folder in front. Point caches (.pc2, .mdd) and
 * numbered sequences of files are looked for on the disk alone. */
typedef struct pliant_files {
    void* context;
    bool (*read)(void* context, const char* path, void (*take)(void* sink, const void* bytes, size_t size), void* sink);
} pliant_files;
PLIANT_API pliant_result pliant_set_files(const pliant_files* files);
/* Where time goes: "step" and within it the names of pliant_stage_name(), on the thread that steps; on other threads a
 * stage's name for as long as they have work of it. Every begin has its end, on the same thread. */
typedef struct pliant_profiler {
    void* context;
    void (*begin)(void* context, const char* name); /* the name lives for ever */
    void (*end)(void* context, const char* name);
} pliant_profiler;
PLIANT_API pliant_result pliant_set_profiler(const pliant_profiler* profiler);

/* ---- parameters: reflection and settings -------------------------------------------------------- */

typedef struct pliant_parameter {
    const char* name;     /* "youngs_modulus"; "wind.velocity" stands in an object "wind" in scenes */
    const char* unit;     /* "Pa" */
    const char* help;     /* one sentence */
    const char* takes;    /* "a number of at least 0 [Pa]" */
    const char* choices;  /* "auto|surface|solid", or "" */
    const char* left_out; /* what happens without it, where there is no default */
    double low, high;
    double initial[3];
    bool keyed, painted, live; /* live: can be changed while running */
} pliant_parameter;

/* Tables: "world", "body", the name of each kind ("lattice"), "collider", "pair", "attachment", "field",
 * "joint". */
PLIANT_API size_t pliant_parameter_count(const char* table);
PLIANT_API pliant_result pliant_parameter_at(const char* table, size_t index, pliant_parameter* out);

/* Values for something that is about to be made: "world", "collider", "attachment", "field", "joint", or a kind, which
 * includes what all bodies have. */
PLIANT_API pliant_result pliant_settings_create(const char* table, pliant_settings* out);
PLIANT_API void pliant_settings_destroy(pliant_settings settings);
PLIANT_API pliant_result pliant_settings_set_number(pliant_settings settings, const char* name, double value);
PLIANT_API pliant_result pliant_settings_set_flag(pliant_settings settings, const char* name, bool value);
PLIANT_API pliant_result pliant_settings_set_vector(pliant_settings settings, const char* name, double x, double y,
                                                    double z);
PLIANT_API pliant_result pliant_settings_set_text(pliant_settings settings, const char* name, const char* value);
PLIANT_API pliant_result pliant_settings_set_names(pliant_settings settings, const char* name, const char* const* names,
                                                   size_t count);
PLIANT_API pliant_result pliant_settings_set_preset(pliant_settings settings, const char* preset);

typedef enum pliant_ease { PLIANT_LINEAR = 0, PLIANT_SMOOTH = 1, PLIANT_STEP = 2 } pliant_ease;
/* Keys over time: `values` has three numbers a key; parameters that are numbers use the first. */
PLIANT_API pliant_result pliant_settings_set_keys(pliant_settings settings, const char* name, const double* times,
                                                  const double* values, size_t count, pliant_ease ease, bool loop);
/* A vertex attribute of the mesh, 0 … 1, taken to low … high. */
PLIANT_API pliant_result pliant_settings_set_map(pliant_settings settings, const char* name, const char* attribute,
                                                 double low, double high, bool logarithmic);

/* A line drawn on a body at rest, which weakens what it crosses: "tear.lines". One whose last point is its first is
 * closed. */
typedef struct pliant_line_def {
    uint32_t cookie;
    const pliant_vec3* points; /* [m] in the mesh's space */
    size_t point_count;
    pliant_vec3 direction; /* the way it goes through the body; zero: straight in, or what a closed line spans */
    double width;          /* [m] of the band that is weak; 0: only what it crosses */
    double strength;       /* 0 … 1, times what it takes to tear */
} pliant_line_def;
PLIANT_API pliant_line_def pliant_default_line_def(void);
PLIANT_API pliant_result pliant_settings_set_lines(pliant_settings settings, const char* name,
                                                   const pliant_line_def* lines, size_t count);

/* ---- assets: meshes ----------------------------------------------------------------------------- */

typedef struct pliant_asset_def {
    uint32_t cookie;
    const char* unit; /* NULL: as the file says, or metres */
    const char* up;   /* NULL: as the file says, or "y" */
    const char* mesh; /* one part of the file; NULL: all, as one mesh */
    double scale;
} pliant_asset_def;
PLIANT_API pliant_asset_def pliant_default_asset_def(void);

/* A mesh of one's own. Strides are in bytes. */
typedef struct pliant_mesh_def {
    uint32_t cookie;
    const char* name;
    const float* positions; /* x y z */
    size_t position_stride; /* 0: 12 */
    size_t point_count;
    const float* normals; /* or NULL */
    size_t normal_stride;
    const float* uvs; /* u v, or NULL */
    size_t uv_stride;
    const uint32_t* indices; /* three a triangle */
    size_t index_count;
    const char* const* attribute_names; /* painted numbers per point */
    const float* const* attributes;
    size_t attribute_count;
} pliant_mesh_def;
PLIANT_API pliant_mesh_def pliant_default_mesh_def(void);

PLIANT_API pliant_result pliant_asset_load(const char* path, const pliant_asset_def* def, pliant_asset* out);
PLIANT_API pliant_result pliant_asset_from_memory(const void* bytes, size_t size, const char* name,
                                                  const pliant_asset_def* def, pliant_asset* out);
PLIANT_API pliant_result pliant_asset_from_mesh(const pliant_mesh_def* mesh, pliant_asset* out);
/* "box", "sphere", "octopus", …; a size of 0 is the shape's usual one. */
PLIANT_API pliant_result pliant_asset_from_shape(const char* shape, pliant_vec3 size, uint32_t detail,
                                                 pliant_asset* out);
PLIANT_API void pliant_asset_destroy(pliant_asset asset);
/* One line: "octopus.obj: 1.83 × 0.90 × 0.41 m, 12,410 triangles", then notes, one a line. */
PLIANT_API const char* pliant_asset_report(pliant_asset asset);
PLIANT_API pliant_result pliant_asset_bounds(pliant_asset asset, pliant_box* out, uint32_t* points, uint32_t* triangles,
                                             bool* closed);
/* Whether the mesh encloses volume, closed or but for some holes; sheets do not. The command makes a lattice of what is
 * solid, and cloth of what is not. */
PLIANT_API pliant_result pliant_asset_is_solid(pliant_asset asset, bool* out);

/* ---- models: cooked once, shared by bodies ------------------------------------------------------ */

/* `settings` of a kind, or null for a lattice with defaults. */
PLIANT_API pliant_result pliant_model_cook(pliant_asset asset, pliant_settings settings, pliant_model* out);
PLIANT_API pliant_result pliant_model_load(const void* bytes, size_t size, pliant_model* out);
PLIANT_API pliant_result pliant_model_save(pliant_model model, void* buffer, size_t capacity,
                                           size_t* size);       /* buffer NULL: only the size */
PLIANT_API void pliant_model_destroy(pliant_model model);       /* bodies made of it live on */
PLIANT_API const char* pliant_model_report(pliant_model model); /* facts, then lines that begin with "warning: " */
typedef struct pliant_model_info {
    const char* kind;
    uint32_t particles, vertices, triangles, contact_points;
    double volume;
    uint64_t hash;
} pliant_model_info;
PLIANT_API pliant_result pliant_model_get_info(pliant_model model, pliant_model_info* out);

/* ---- worlds ------------------------------------------------------------------------------------- */

/* An engine's own jobs instead of threads. `start` is to run help(team, worker) once for each worker 1 … workers-1, on
 * any threads, whenever it likes; `finish` must return when all that were started have returned. */
typedef struct pliant_jobs {
    void* context;
    uint32_t workers; /* including the caller */
    void (*start)(void* context, void (*help)(void* team, uint32_t worker), void* team);
    void (*finish)(void* context);
} pliant_jobs;

typedef struct pliant_world_def {
    uint32_t cookie;
    uint32_t threads;         /* 0: as many as the machine has */
    const pliant_jobs* jobs;  /* or NULL */
    pliant_settings settings; /* of "world", or null */
} pliant_world_def;
PLIANT_API pliant_world_def pliant_default_world_def(void);

PLIANT_API pliant_result pliant_world_create(const pliant_world_def* def, pliant_world* out);
PLIANT_API void pliant_world_destroy(pliant_world world);
PLIANT_API pliant_result pliant_world_step(pliant_world world);
/* Bodies settle for the world's `preroll` while clips and keys stand still: once, when everything is there. */
PLIANT_API pliant_result pliant_world_preroll(pliant_world world);
/* As many steps of fixed length as fit into what has gathered, a million at most; what is left is kept. */
PLIANT_API pliant_result pliant_world_advance(pliant_world world, double seconds, uint32_t most_steps, uint32_t* steps);
PLIANT_API pliant_result pliant_world_set_number(pliant_world world, const char* parameter, double value);
PLIANT_API pliant_result pliant_world_set_vector(pliant_world world, const char* parameter, double x, double y,
                                                 double z);
PLIANT_API pliant_result pliant_world_get(pliant_world world, const char* parameter, double value[3]);
PLIANT_API pliant_result pliant_world_shift_origin(pliant_world world, pliant_vec3 by);
/* Where the player or the camera is: bodies that are further from it than their sleep.beyond sleep, than their
 * lower_rate.beyond take fewer substeps. It can be set before every step and wakes nobody. NULL: nobody looks, and
 * nothing is far. */
PLIANT_API pliant_result pliant_world_set_viewpoint(pliant_world world, const pliant_vec3* at);

typedef struct pliant_world_info {
    double time;        /* [s] */
    double step_length; /* [s] */
    uint64_t steps;
    float interpolation; /* 0 … 1 of a step that has gathered in advance() */
    uint32_t bodies, colliders, bodies_awake, contacts, islands, substeps;
    double kinetic_energy, potential_energy; /* [J] */
} pliant_world_info;
PLIANT_API pliant_result pliant_world_get_info(pliant_world world, pliant_world_info* out);
PLIANT_API pliant_result pliant_world_hash(pliant_world world, uint64_t* out);

/* Seconds that each stage of the last step took. */
PLIANT_API size_t pliant_stage_count(void);
PLIANT_API const char* pliant_stage_name(size_t stage);
PLIANT_API pliant_result pliant_world_stage_seconds(pliant_world world, double* seconds, size_t count);

/* ---- bodies ------------------------------------------------------------------------------------- */

typedef struct pliant_body_def {
    uint32_t cookie;
    const char* name;
    pliant_model model;
    pliant_settings settings; /* of the model's kind, or null */
    pliant_transform placement;
    bool use_placement; /* otherwise position and rotation of the settings count */
} pliant_body_def;
PLIANT_API pliant_body_def pliant_default_body_def(void);

PLIANT_API pliant_result pliant_body_create(pliant_world world, const pliant_body_def* def, pliant_body* out);
PLIANT_API pliant_result pliant_body_destroy(pliant_world world, pliant_body body);
PLIANT_API size_t pliant_world_bodies(pliant_world world, pliant_body* out, size_t capacity); /* how many there are */
PLIANT_API pliant_result pliant_world_find_body(pliant_world world, const char* name, pliant_body* out);

PLIANT_API pliant_result pliant_body_set_number(pliant_world world, pliant_body body, const char* parameter,
                                                double value);
PLIANT_API pliant_result pliant_body_set_flag(pliant_world world, pliant_body body, const char* parameter, bool value);
PLIANT_API pliant_result pliant_body_set_map(pliant_world world, pliant_body body, const char* parameter,
                                             const char* attribute, double low, double high, bool logarithmic);
/* A map that is painted while the world runs: one value, 0 … 1, for each point of the mesh that the body was cooked
 * from, in its order. It is copied, felt at the next step, and part of snapshots. */
PLIANT_API pliant_result pliant_body_set_map_values(pliant_world world, pliant_body body, const char* parameter,
                                                    const float* values, size_t count, double low, double high,
                                                    bool logarithmic);
/* Maps as an image: what each channel paints, 0 … 255 taken to low … high. One without a parameter is not used. */
typedef struct pliant_channel {
    const char* parameter; /* "stiffness", or NULL */
    double low, high;
    bool logarithmic;
} pliant_channel;
typedef struct pliant_pixels_def {
    uint32_t cookie;
    const uint8_t* pixels; /* red, green, blue, alpha, 8 bits each; rows from the top */
    uint32_t width, height;
    size_t stride;    /* bytes from row to row; 0: 4 times the width */
    const float* uvs; /* u v of each vertex of the mesh, v runs down; NULL: the mesh's own */
    size_t uv_count;  /* as many as the mesh has vertices */
    pliant_channel red, green, blue, alpha;
} pliant_pixels_def;
PLIANT_API pliant_pixels_def pliant_default_pixels_def(void);
/* Paints parameters of a body with an image while the world runs, all of them or, when one is refused, none. Each point
 * takes the mean of its corners, read between four pixels, as from an image file of a scene. The vertices are those of
 * the mesh that the body was cooked from; of pliant_asset_from_mesh they are its points. All is copied. */
PLIANT_API pliant_result pliant_body_set_map_pixels(pliant_world world, pliant_body body,
                                                    const pliant_pixels_def* pixels);
PLIANT_API pliant_result pliant_body_set_vector(pliant_world world, pliant_body body, const char* parameter, double x,
                                                double y, double z);
/* A word or a name: pliant_body_set_text(world, body, "detail.level", "frozen"). */
PLIANT_API pliant_result pliant_body_set_text(pliant_world world, pliant_body body, const char* parameter,
                                              const char* text);
PLIANT_API pliant_result pliant_body_set_names(pliant_world world, pliant_body body, const char* parameter,
                                               const char* const* names, size_t count);
PLIANT_API pliant_result pliant_body_set_lines(pliant_world world, pliant_body body, const char* parameter,
                                               const pliant_line_def* lines, size_t count);
PLIANT_API pliant_result pliant_body_get_number(pliant_world world, pliant_body body, const char* parameter,
                                                double* out);

PLIANT_API pliant_result pliant_body_reset(pliant_world world, pliant_body body,
                                           pliant_transform at); /* in its rest shape, free of quarantine */
/* Fixes particles in space, or lets them go again; what the body's parameters hold ("hold.where" and so on) stays. */
PLIANT_API pliant_result pliant_body_hold(pliant_world world, pliant_body body, const uint32_t* particles, size_t count,
                                          bool held);
/* Whether particles take part in contact. The skin between particles that do not lets everything through. */
PLIANT_API pliant_result pliant_body_set_contact_enabled(pliant_world world, pliant_body body,
                                                         const uint32_t* particles, size_t count, bool enabled);
/* Numbers of the particles that are in a box or a ball now, ascending, for calls like these. `count`: how many there
 * are; more than `capacity` gives PLIANT_BUFFER_TOO_SMALL. With `particles` NULL only they are counted. */
PLIANT_API pliant_result pliant_body_particles_in_box(pliant_world world, pliant_body body, pliant_box box,
                                                      uint32_t* particles, size_t capacity, size_t* count);
PLIANT_API pliant_result pliant_body_particles_in_ball(pliant_world world, pliant_body body, pliant_vec3 center,
                                                       float radius, uint32_t* particles, size_t capacity,
                                                       size_t* count);

typedef struct pliant_body_info {
    const char* name;
    const char* kind;
    uint32_t particles;
    double mass;          /* [kg] */
    pliant_vec3 center;   /* of mass */
    pliant_vec3 velocity; /* mean */
    pliant_box bounds;    /* of its surface */
    bool asleep, quarantined;
    double modulus_wanted, modulus_attainable; /* [Pa]; 0 for kinds without a modulus */
    uint32_t substeps;                         /* of the last step: fewer than the world's at a lower rate */
} pliant_body_info;
PLIANT_API pliant_result pliant_body_get_info(pliant_world world, pliant_body body, pliant_body_info* out);
PLIANT_API pliant_result pliant_body_hash(pliant_world world, pliant_body body, uint64_t* out);
/* Four floats a particle: position and inverse mass, velocity and nothing. */
PLIANT_API pliant_result pliant_body_particles(pliant_world world, pliant_body body, const float** positions,
                                               const float** velocities, uint32_t* count);

typedef struct pliant_material_range {
    uint32_t material, first_index, index_count;
} pliant_material_range;
typedef struct pliant_material {
    const char* name;
    pliant_vec3 color;
    float opacity, roughness, metallic;
    bool two_sided;
    const char* texture;
    const void* texture_bytes;
    size_t texture_size;
} pliant_material;

/* What to draw. Positions of the last complete frame stay valid, and unchanged, while the next step runs; but not those
 * of bodies that may tear. */
typedef struct pliant_surface {
    uint32_t vertex_count, index_count, range_count, material_count, point_count, face_count;
    const float* positions;          /* x y z */
    const float* previous_positions; /* of the step before */
    const float* normals;            /* x y z */
    const float* tangents;           /* x y z handedness, or NULL */
    const float* uvs;                /* or NULL */
    const uint32_t* indices;         /* triangles, grouped by material */
    const pliant_material_range* ranges;
    const uint32_t* vertex_points;  /* the file's point of each vertex */
    const uint32_t* point_vertices; /* a vertex of each of the file's points, in its order */
    const uint32_t* face_starts;    /* face_count + 1; polygons as the file had them */
    const uint32_t* face_vertices;
    const uint32_t* face_materials;
    pliant_box bounds;
    uint32_t topology_version; /* grows when anything but positions, normals and tangents changes */
} pliant_surface;
PLIANT_API pliant_result pliant_body_surface(pliant_world world, pliant_body body, pliant_surface* out);
PLIANT_API pliant_result pliant_body_material(pliant_world world, pliant_body body, uint32_t material,
                                              pliant_material* out);
/* Positions blended between the last two steps, for displays that do not run at the world's rate. t: 0 … 1. */
PLIANT_API pliant_result pliant_body_interpolated(pliant_world world, pliant_body body, float t, float* positions,
                                                  size_t stride, size_t vertex_capacity);

/* ---- colliders ---------------------------------------------------------------------------------- */

typedef struct pliant_collider_def {
    uint32_t cookie;
    const char* name;
    pliant_settings settings; /* of "collider", or null: a floor */
    pliant_asset mesh;        /* for shape "mesh" or "hull" */
    const float* heights;     /* for shape "height_field": rows of columns */
    uint32_t columns, rows;
    pliant_transform pose;
    bool use_pose;                /* otherwise position and rotation of the settings count */
    const pliant_settings* parts; /* for shape "compound": of "collider", with shape, sizes, position and rotation */
    size_t part_count;
} pliant_collider_def;
PLIANT_API pliant_collider_def pliant_default_collider_def(void);
PLIANT_API pliant_result pliant_collider_create(pliant_world world, const pliant_collider_def* def,
                                                pliant_collider* out);
PLIANT_API pliant_result pliant_collider_destroy(pliant_world world, pliant_collider collider);
PLIANT_API pliant_result pliant_world_find_collider(pliant_world world, const char* name, pliant_collider* out);
PLIANT_API size_t pliant_world_colliders(pliant_world world, pliant_collider* out, size_t capacity);
PLIANT_API pliant_result pliant_collider_move(pliant_world world, pliant_collider collider,
                                              pliant_transform to); /* over the next step, pushing */

/* Colliders with "motion": "host" are rigid bodies of the host's own: contacts, joints and attachments see them as they
 * see any other, and the host moves them. After a step, or after each substep in a callback, it reads what they were
 * given since it last said how they move, gives that to its own bodies, moves these, and says how they move from now
 * on. The impulse is to be given at once, before they move: momentum and angular momentum are kept then. The world's
 * gravity moves them within a step, times their gravity_scale, and is not part of the impulse. */
typedef struct pliant_host_body {
    pliant_transform pose;        /* of the collider */
    pliant_vec3 velocity;         /* [m/s] of the centre of mass */
    pliant_vec3 angular_velocity; /* [rad/s] */
    float mass;                   /* [kg] */
    pliant_vec3 inertia;          /* [kg m2] about the principal axes */
    pliant_transform mass_frame;  /* centre of mass and principal axes, in the frame of the collider */
} pliant_host_body;
PLIANT_API pliant_result pliant_collider_set_host_body(pliant_world world, pliant_collider collider,
                                                       const pliant_host_body* state);
PLIANT_API pliant_result
pliant_collider_host_impulse(pliant_world world, pliant_collider collider, pliant_vec3* impulse, /* [N s] */
                             pliant_vec3* angular_impulse); /* [N m s] about the centre of mass */
/* Called after every substep that rigid bodies take, on the thread that steps, with the length of the substep [s]. In
 * it the two calls above are allowed, and no others on this world; it may not throw. NULL: no more. */
PLIANT_API pliant_result pliant_world_on_substep(pliant_world world, void (*after)(void* context, double seconds),
                                                 void* context);

/* ---- objects: bodies and colliders alike --------------------------------------------------------------------- */

PLIANT_API const char* pliant_object_name(pliant_world world, pliant_object object); /* "": there is none */
/* Of a body: the rigid motion of its mesh that fits its particles best. */
PLIANT_API pliant_result pliant_object_get_pose(pliant_world world, pliant_object object, pliant_transform* out);
/* At once, from where it is: deformed as it is, and with its velocity. */
PLIANT_API pliant_result pliant_object_set_pose(pliant_world world, pliant_object object, pliant_transform at);
/* By a rigid motion, at once: deformed as it is, and with its velocity, which turns with it. */
PLIANT_API pliant_result pliant_object_teleport(pliant_world world, pliant_object object, pliant_transform by);

/* The rest is for bodies and rigid bodies, which are colliders with "motion": "dynamic" or "host". Others have no
 * velocity and no mass: PLIANT_BAD_ARGUMENT. Velocities are those of the centre of mass [m/s] and about it [rad/s];
 * where they are returned, either may be NULL. */
PLIANT_API pliant_result pliant_object_get_velocity(pliant_world world, pliant_object object, pliant_vec3* linear,
                                                    pliant_vec3* angular);
PLIANT_API pliant_result pliant_object_set_velocity(pliant_world world, pliant_object object, pliant_vec3 linear,
                                                    pliant_vec3 angular);
PLIANT_API pliant_result pliant_object_apply_impulse(pliant_world world, pliant_object object,
                                                     pliant_vec3 impulse); /* [N s] on all of it */
/* At a point in the world; on a body, where its skin is nearest to the point. */
PLIANT_API pliant_result pliant_object_apply_impulse_at(pliant_world world, pliant_object object, pliant_vec3 impulse,
                                                        pliant_vec3 point);
PLIANT_API pliant_result pliant_object_apply_force_at(pliant_world world, pliant_object object, pliant_vec3 force,
                                                      pliant_vec3 point); /* [N] during the next step */
PLIANT_API pliant_result pliant_object_get_mass(pliant_world world, pliant_object object, double* out); /* [kg] */
PLIANT_API pliant_result pliant_object_is_asleep(pliant_world world, pliant_object object, bool* out);
PLIANT_API pliant_result pliant_object_wake(pliant_world world, pliant_object object);
/* The impulses of an object's contacts in the last step, one for each contact in each substep, in a fixed order: those
 * with other objects, of a body also those with itself. They are collected, from the next step on, only for objects for
 * which that is enabled. Impulses between two colliders are those along the normal, the others contain friction. With
 * `impulses` NULL only their number is told; more than `capacity` give PLIANT_BUFFER_TOO_SMALL. */
typedef struct pliant_contact_impulse {
    pliant_object other;
    pliant_vec3 point;
    pliant_vec3 impulse; /* [N s] on the object */
    uint32_t substep;    /* 0 to substeps - 1 */
} pliant_contact_impulse;
PLIANT_API pliant_result pliant_object_enable_contact_impulses(pliant_world world, pliant_object object, bool enabled);
PLIANT_API pliant_result pliant_object_contact_impulses(pliant_world world, pliant_object object,
                                                        pliant_contact_impulse* impulses, size_t capacity,
                                                        size_t* count);
PLIANT_API pliant_result pliant_world_explode(pliant_world world, pliant_vec3 center, float radius,
                                              float speed); /* by `speed` at the centre, nothing at the radius */

/* ---- joints between colliders, of which one at least is dynamic -------------------------------------------- */

PLIANT_API pliant_result pliant_joint_create(pliant_world world, const char* name,
                                             pliant_settings settings, /* of "joint" */
                                             pliant_joint* out);
PLIANT_API pliant_result pliant_joint_destroy(pliant_world world, pliant_joint joint);
PLIANT_API pliant_result pliant_joint_set_number(pliant_world world, pliant_joint joint, const char* parameter,
                                                 double value);
PLIANT_API pliant_result pliant_joint_set_vector(pliant_world world, pliant_joint joint, const char* parameter,
                                                 double x, double y, double z);
typedef struct pliant_joint_info {
    const char* name;
    pliant_collider a, b; /* a null: the world */
    pliant_vec3 position; /* [m] of b's frame of the joint in a's */
    float twist;          /* [rad] about x */
    pliant_vec3 swing;    /* [rad] about y and z of a's frame */
    float force, torque;  /* [N], [N m] that it bore in the last substep; drives do not count */
    bool broken;
} pliant_joint_info;
PLIANT_API pliant_result pliant_joint_get_info(pliant_world world, pliant_joint joint, pliant_joint_info* out);
PLIANT_API pliant_result pliant_world_find_joint(pliant_world world, const char* name, pliant_joint* out);
PLIANT_API size_t pliant_world_joints(pliant_world world, pliant_joint* out, size_t capacity);

/* ---- attachments: places of a body that are pulled to the world, colliders, characters or other bodies ------ */

typedef struct pliant_attachment_def {
    uint32_t cookie;
    const char* name;
    pliant_body body;
    pliant_settings settings; /* of "attachment", or null: rigid, and held where it is */
    pliant_vec3 point;        /* in the world: the skin is held where it is nearest to this now, as under a mouse */
    bool use_point;           /* otherwise where.point of the settings counts, a place on the body at rest */
} pliant_attachment_def;
PLIANT_API pliant_attachment_def pliant_default_attachment_def(void);
PLIANT_API pliant_result pliant_attachment_create(pliant_world world, const pliant_attachment_def* def,
                                                  pliant_attachment* out);
PLIANT_API pliant_result pliant_attachment_destroy(pliant_world world, pliant_attachment attachment);
/* Its target goes there in a straight line over the next step, and stays. Keys of its position end. */
PLIANT_API pliant_result pliant_attachment_move(pliant_world world, pliant_attachment attachment, pliant_vec3 to);
PLIANT_API pliant_result pliant_attachment_set_number(pliant_world world, pliant_attachment attachment,
                                                      const char* parameter, double value);
PLIANT_API pliant_result pliant_attachment_set_flag(pliant_world world, pliant_attachment attachment,
                                                    const char* parameter, bool value);
/* The mean force [N] on the body in the last step, and whether it is broken. Either may be NULL. */
PLIANT_API pliant_result pliant_attachment_force(pliant_world world, pliant_attachment attachment, pliant_vec3* force,
                                                 bool* broken);
typedef struct pliant_attachment_info {
    const char* name;
    pliant_body body;
    uint32_t points;     /* of the skin that are held */
    pliant_vec3 place;   /* on the body at rest: where.point */
    pliant_vec3 target;  /* at the end of the last step */
    pliant_vec3 held_at; /* where the held place is now */
    pliant_vec3 force;   /* [N] on the body, mean over the last step */
    bool holding, broken;
} pliant_attachment_info;
PLIANT_API pliant_result pliant_attachment_get_info(pliant_world world, pliant_attachment attachment,
                                                    pliant_attachment_info* out);
/* One of the held points, 0 ... points - 1: where it is, and what it hangs on since the attachment took hold. All that
 * is said of the latter is null for a place in the world, and for a point that has let go. */
typedef struct pliant_grip_info {
    pliant_vec3 place;        /* on the body at rest, in the space of its mesh */
    pliant_vec3 held_at;      /* now */
    pliant_vec3 target;       /* where it is pulled to, at the end of the last step */
    pliant_object to;         /* a body that it is tied to, or a collider that it moves with */
    const char* to_character; /* that it moves with */
    const char* to_bone;      /* of the character; NULL: its surface */
    pliant_vec3 to_place;     /* on the body or surface at rest, in the space of its mesh: a to_point */
    bool holding;
} pliant_grip_info;
PLIANT_API pliant_result pliant_attachment_get_grip(pliant_world world, pliant_attachment attachment, uint32_t point,
                                                    pliant_grip_info* out);
PLIANT_API pliant_result pliant_world_find_attachment(pliant_world world, const char* name, pliant_attachment* out);
PLIANT_API size_t pliant_world_attachments(pliant_world world, pliant_attachment* out, size_t capacity);

/* ---- fields: where particles are pushed, drawn, whirled or slowed down ------------------------------------- */

PLIANT_API pliant_result pliant_field_create(pliant_world world, const char* name,
                                             pliant_settings settings, /* of "field" */
                                             pliant_field* out);
PLIANT_API pliant_result pliant_field_destroy(pliant_world world, pliant_field field);
PLIANT_API pliant_result pliant_field_set_number(pliant_world world, pliant_field field, const char* parameter,
                                                 double value);
PLIANT_API pliant_result pliant_field_set_vector(pliant_world world, pliant_field field, const char* parameter,
                                                 double x, double y, double z);
PLIANT_API pliant_result pliant_world_find_field(pliant_world world, const char* name, pliant_field* out);

/* ---- what happened in the last step ------------------------------------------------------------- */

typedef enum pliant_phase { PLIANT_BEGIN = 0, PLIANT_STAY = 1, PLIANT_END = 2 } pliant_phase;
/* Two objects touch: one event for a pair, with its contacts summed over the step. Every PLIANT_BEGIN is followed by a
 * PLIANT_END, so that a host can count. An object that is destroyed while it touches ends its contacts in the next
 * step: its id is in the event although it names nothing any more (calls with it give PLIANT_NO_SUCH_ID), and it is
 * never given to anything else. Events are sorted by a and b: colliders before bodies, then by slot. */
typedef struct pliant_contact_event {
    pliant_object a, b; /* a body stands before a collider, and otherwise the lower slot first */
    pliant_phase phase;
    bool hit;           /* began faster than hit_speed */
    bool sensor;        /* one of them is a sensor: nothing was pushed */
    pliant_vec3 point;  /* mean place, weighted by impulse */
    pliant_vec3 normal; /* from a to b; zero, as the point is, where nothing was pushed */
    float impulse;      /* [N s] */
    float speed;        /* [m/s] of approach, the greatest */
} pliant_contact_event;
PLIANT_API size_t pliant_world_contact_events(pliant_world world, const pliant_contact_event** out);

/* Bodies and rigid bodies fell asleep or woke, or were not finite and stand still since then. */
typedef enum pliant_change { PLIANT_SLEPT = 0, PLIANT_WOKE = 1, PLIANT_QUARANTINED = 2 } pliant_change;
typedef struct pliant_object_event {
    pliant_object object;
    pliant_change change;
} pliant_object_event;
PLIANT_API size_t pliant_world_object_events(pliant_world world, const pliant_object_event** out);

typedef struct pliant_attachment_event { /* it broke */
    pliant_attachment attachment;
    pliant_body body;
    pliant_vec3 force; /* [N] that was too much */
} pliant_attachment_event;
PLIANT_API size_t pliant_world_attachment_events(pliant_world world, const pliant_attachment_event** out);

typedef struct pliant_joint_event { /* it broke */
    pliant_joint joint;
    float force, torque; /* [N], [N m] that it bore */
} pliant_joint_event;
PLIANT_API size_t pliant_world_joint_events(pliant_world world, const pliant_joint_event** out);

typedef struct pliant_tear_event {
    pliant_body body;  /* that tore */
    pliant_body piece; /* that came off it; null: this one sums up what parted in the body in the step */
    pliant_vec3 point; /* mean place of what parted; middle of the piece */
    float load;        /* the greatest, against what could be borne */
    uint32_t links;    /* how many parted */
} pliant_tear_event;
PLIANT_API size_t pliant_world_tear_events(pliant_world world, const pliant_tear_event** out);

/* ---- guides: bodies that follow clips ------------------------------------------------------------ */

typedef enum pliant_guide_motion {
    PLIANT_GUIDE_STOPPED,
    PLIANT_GUIDE_PLAYING,
    PLIANT_GUIDE_PAUSED
} pliant_guide_motion;
typedef struct pliant_guide_info {
    const char* clip; /* or null: it wants its rest shape; valid until clips change */
    double time;      /* [s] of the clip */
    pliant_guide_motion motion;
    size_t clips;
} pliant_guide_info;
PLIANT_API pliant_result pliant_guide_get_info(pliant_world world, pliant_body body, pliant_guide_info* out);
PLIANT_API pliant_result pliant_guide_play(pliant_world world, pliant_body body, const char* clip,
                                           double fade); /* from its beginning; fade [s], below 0: the body's own */
PLIANT_API pliant_result pliant_guide_pause(pliant_world world, pliant_body body); /* resume goes on from there */
PLIANT_API pliant_result pliant_guide_stop(pliant_world world,
                                           pliant_body body); /* holds the pose; resume starts from the beginning */
PLIANT_API pliant_result pliant_guide_resume(pliant_world world, pliant_body body);
PLIANT_API pliant_result pliant_guide_seek(pliant_world world, pliant_body body, double seconds); /* of the clip */

/* ---- questions, many at once -------------------------------------------------------------------- */

typedef struct pliant_ray {
    pliant_vec3 origin, direction;
    float length; /* 0: unbounded */
} pliant_ray;
typedef struct pliant_hit {
    pliant_object object; /* null: nothing was hit */
    float distance;
    pliant_vec3 point, normal;
} pliant_hit;
PLIANT_API pliant_result pliant_world_cast_rays(pliant_world world, const pliant_ray* rays, size_t count,
                                                pliant_hit* hits);
/* radius 0: unbounded */
PLIANT_API pliant_result pliant_world_closest_points(pliant_world world, const pliant_vec3* points, size_t count,
                                                     float radius, pliant_hit* hits);
PLIANT_API pliant_result pliant_world_overlap_ball(pliant_world world, pliant_vec3 center, float radius,
                                                   pliant_hit* hits, size_t capacity, size_t* count);

/* ---- looking inside ------------------------------------------------------------------------------ */

/* Lines to draw over a picture. Skins are green, grey when they sleep; contacts yellow, along their push; attachments
 * vermilion, from the held place to its target; joints orange, from one rigid body to the other; colliders blue. What
 * is quarantined is vermilion. With lines NULL only their number is told; PLIANT_BUFFER_TOO_SMALL tells it too. */
typedef enum pliant_debug {
    PLIANT_DEBUG_SKINS = 1,
    PLIANT_DEBUG_CONTACTS = 2,
    PLIANT_DEBUG_ATTACHMENTS = 4,
    PLIANT_DEBUG_JOINTS = 8,
    PLIANT_DEBUG_COLLIDERS = 16,
    PLIANT_DEBUG_ALL = 31
} pliant_debug;
typedef struct pliant_debug_line {
    pliant_vec3 from, to;
    uint32_t color; /* 0xrrggbb, sRGB */
} pliant_debug_line;
PLIANT_API pliant_result pliant_world_debug_lines(pliant_world world, uint32_t what, pliant_debug_line* lines,
                                                  size_t capacity, size_t* count);

/* ---- snapshots ---------------------------------------------------------------------------------- */

/* All state of the world, or of some bodies. With buffer NULL only the size is told. */
PLIANT_API pliant_result pliant_world_save(pliant_world world, void* buffer, size_t capacity, size_t* size);
PLIANT_API pliant_result pliant_world_save_bodies(pliant_world world, const pliant_body* bodies, size_t count,
                                                  void* buffer, size_t capacity, size_t* size);
PLIANT_API pliant_result pliant_world_restore(pliant_world world, const void* bytes,
                                              size_t size); /* changes nothing when it fails */
PLIANT_API pliant_result pliant_world_save_file(pliant_world world, const char* path);
PLIANT_API pliant_result pliant_world_restore_file(pliant_world world, const char* path);

/* ---- captures: what went in, to play it again ---------------------------------------------------- */

/* From now on every call that changes the world is written to a file, with its inputs, the models and meshes they name
 * once, and hashes after every step. It can begin while nothing has been added to the world, or removed, since it was
 * made: empty, or of a scene, whose files are written too, as they are by then (but for those that pliant_set_files
 * would not be asked for).
 * Each step is in the file before it is taken, so that a capture shows what a program came to grief by. */
PLIANT_API pliant_result pliant_world_capture_begin(pliant_world world, const char* path);
PLIANT_API pliant_result pliant_world_capture_end(pliant_world world); /* so does destroying the world */

typedef struct pliant_replay_info {
    uint64_t steps;       /* that the world has taken */
    uint64_t calls;       /* that were played */
    uint64_t step;        /* the first that differs */
    pliant_object object; /* the first that differs in it; null: something else does */
    bool differs;
    bool whole; /* the file was not cut off before this */
} pliant_replay_info;
/* Plays a capture up to a number of steps, to its end, or to the first step that differs, and gives the world as it is
 * then. Threads and jobs are those of the def, which may be NULL. Either of info and out may be NULL. */
PLIANT_API pliant_result pliant_replay(const char* path, const pliant_world_def* def, uint64_t until,
                                       pliant_replay_info* info, pliant_world* out);

/* ---- records: what came out, into files ---------------------------------------------------------- */

/* In the formats of `pliant run --record`, by their names: "glb, pc2". The folder is made where there is none. Of what
 * is there when it begins: when bodies come or go later, a frame is refused. Frames are written by another thread; they
 * follow each other at the world's rate. Where a body may tear (it has "tear.stretch", "tear.squash" or "tear.bend"
 * when the record begins), frames wait in the file tearing.part, and the formats are written by
 * pliant_world_record_end. */
PLIANT_API pliant_result pliant_world_record_begin(pliant_world world, const char* folder, const char* formats);
PLIANT_API pliant_result pliant_world_record_frame(pliant_world world); /* as the world is now */
/* Files are whole and have their names only after this. Destroying the world leaves them unfinished. */
PLIANT_API pliant_result pliant_world_record_end(pliant_world world);

/* ---- scenes ------------------------------------------------------------------------------------- */

/* Reads and checks a scene file; `settings` are "path=value", laid over it. */
PLIANT_API pliant_result pliant_scene_load(const char* path, const char* const* settings, size_t setting_count,
                                           pliant_scene* out);
PLIANT_API pliant_result pliant_scene_from_memory(const char* json, const char* name, const char* folder,
                                                  const char* const* settings, size_t setting_count, pliant_scene* out);
PLIANT_API void pliant_scene_destroy(pliant_scene scene);
/* Loads its assets and cooks its bodies. `progress` may be NULL. */
PLIANT_API pliant_result pliant_scene_prepare(pliant_scene scene, void (*progress)(void* context, const char* what),
                                              void* context);
/* A world with all that is in the scene; its settings take the place of those in the def. Nothing is simulated: a scene
 * with a `preroll` settles in pliant_world_preroll. */
PLIANT_API pliant_result pliant_scene_create_world(pliant_scene scene, const pliant_world_def* def, pliant_world* out);
PLIANT_API const char* pliant_scene_report(pliant_scene scene); /* facts, then lines that begin with "warning: " */
PLIANT_API const char* pliant_scene_advice(
    pliant_scene scene); /* sag, stiffness, parameters without effect; after prepare */
PLIANT_API double pliant_scene_duration(pliant_scene scene); /* [s] */
PLIANT_API double pliant_scene_rate(pliant_scene scene);     /* [1/s] */

/* Texts made from the parameter tables. style: "text", "markdown" or "json" for people, or "tables": a JSON object by
 * table with types, ranges, choices and presets, to make panels of. table "" for all. NULL when there is none. */
PLIANT_API const char* pliant_schema(void);
PLIANT_API const char* pliant_parameter_reference(const char* table, const char* style);

#ifdef __cplusplus
}
#endif
#endif
