#include "capi/tables.h"

using namespace pliant;
using namespace pliant::capi;

static pliant_hit to_c(const QueryHit& h) {
    return {h.body ? capi::to_c(h.body) : capi::to_c(h.collider), h.distance, capi::to_c(h.point),
            capi::to_c(h.normal)};
}

pliant_result pliant_world_cast_rays(pliant_world world, const pliant_ray* rays, size_t count, pliant_hit* hits) {
    return guarded("pliant_world_cast_rays", [&] {
        if (count) need(rays, "rays"), need(hits, "hits");
        const auto w = resting_world(world);
        std::vector<Ray> asked(count);
        std::vector<QueryHit> found(count);
        for (size_t i = 0; i < count; ++i) {
            need_finite(rays[i].length, "a length");
            asked[i] = {vector_of(rays[i].origin, "an origin"), vector_of(rays[i].direction, "a direction"),
                        rays[i].length > 0 ? rays[i].length : 1e30f};
            if (length_squared(asked[i].direction) == 0)
                fail(PLIANT_BAD_ARGUMENT, "ray " + std::to_string(i) + " has no direction");
        }
        w->queries.cast(asked, found);
        for (size_t i = 0; i < count; ++i) hits[i] = ::to_c(found[i]);
    });
}

pliant_result pliant_world_closest_points(pliant_world world, const pliant_vec3* points, size_t count, float radius,
                                          pliant_hit* hits) {
    return guarded("pliant_world_closest_points", [&] {
        if (count) need(points, "points"), need(hits, "hits");
        need_finite(radius, "radius");
        const auto w = resting_world(world);
        std::vector<PointQuery> asked(count);
        std::vector<QueryHit> found(count);
        for (size_t i = 0; i < count; ++i) asked[i] = {vector_of(points[i], "a point"), radius > 0 ? radius : 1e30f};
        w->queries.closest(asked, found);
        for (size_t i = 0; i < count; ++i) hits[i] = ::to_c(found[i]);
    });
}

pliant_result pliant_world_overlap_ball(pliant_world world, pliant_vec3 center, float radius, pliant_hit* hits,
                                        size_t capacity, size_t* count) {
    return guarded("pliant_world_overlap_ball", [&] {
        need(count, "count"), need_finite(radius, "radius");
        if (radius < 0) fail(PLIANT_BAD_ARGUMENT, "the radius is negative");
        const auto w = resting_world(world);
        std::vector<QueryHit> found;
        w->queries.overlap({vector_of(center, "center"), radius}, found);
        *count = found.size();
        for (size_t i = 0; hits && i < found.size() && i < capacity; ++i) hits[i] = ::to_c(found[i]);
    });
}
