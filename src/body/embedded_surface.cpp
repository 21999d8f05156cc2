#include "body/embedded_surface.h"

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"
#include "geometry/bvh.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

constexpr float roundness = 0.5f;  // of Phong tessellation: so that a sphere is met to second order

// What a point hangs on, at some moment.
struct Corners {
    Vec3 at[3], normal[3];
};

template <class Positions, class Normals>
Corners corners(const EmbeddedPoint& p, const Positions& positions, const Normals& normals) {
    Corners c;
    for (int k = 0; k < 3; ++k) c.at[k] = positions[p.vertex[k]], c.normal[k] = normals[p.vertex[k]];
    return c;
}

// Where the place itself is: the plane of each corner draws it to itself.
Vec3 rounded(const EmbeddedPoint& p, const Corners& c) {
    Vec3 flat, bulge;
    for (int k = 0; k < 3; ++k) flat += c.at[k] * p.weight[k];
    for (int k = 0; k < 3; ++k) bulge += c.normal[k] * (p.weight[k] * dot(flat - c.at[k], c.normal[k]));
    return flat - bulge * roundness;
}

// The frame of a corner: its normal, and how an edge of the triangle runs across it.
struct Frame {
    Vec3 along, across, normal;
    Frame(const Corners& c, int k) : normal(c.normal[k]) {
        const Vec3 edge = c.at[1] - c.at[0];
        along = direction(edge - normal * dot(edge, normal), perpendicular(normal));
        across = cross(normal, along);
    }
    Vec3 to_world(const Vec3& v) const { return along * v.x + across * v.y + normal * v.z; }
    Vec3 to_local(const Vec3& v) const { return {dot(along, v), dot(across, v), dot(normal, v)}; }
};

Vec3 place_of(const EmbeddedPoint& p, const Corners& c) {
    Vec3 at = rounded(p, c);
    for (int k = 0; k < 3; ++k)
        if (p.weight[k] > 0) at += Frame(c, k).to_world(p.offset[k]);
    return at;
}

}  // namespace

EmbeddedPoint make_embedded_point(const SurfaceModel& of_body, const std::array<u32, 3>& corner, const Vec3& at) {
    PL_ASSERT(all_below(corner, of_body.positions.size()) && is_finite(at));
    const TrianglePoint<float> near = closest_on_triangle(at, of_body.positions[corner[0]],
                                                          of_body.positions[corner[1]], of_body.positions[corner[2]]);
    EmbeddedPoint p{};
    for (int k = 0; k < 3; ++k) p.vertex[k] = corner[static_cast<size_t>(k)], p.weight[k] = near.weights[k];
    const Corners c = corners(p, of_body.positions, of_body.normals);
    const Vec3 rest = at - rounded(p, c);
    for (int k = 0; k < 3; ++k) p.offset[k] = Frame(c, k).to_local(rest) * p.weight[k];
    return p;
}

NearestTriangle::NearestTriangle(const SurfaceModel& surface) : surface_(surface) {
    PL_ASSERT(surface.indices.size() % 3 == 0 && all_below(surface.indices, surface.positions.size()));
    std::vector<Box> boxes(surface.indices.size() / 3);
    for (u32 t = 0; t < boxes.size(); ++t)
        for (const u32 v : corner(t)) boxes[t].add(surface.positions[v]);
    tree_ = Bvh(boxes);
}

std::array<u32, 3> NearestTriangle::corner(u32 t) const {
    PL_ASSERT(3 * static_cast<size_t>(t) + 2 < surface_.indices.size());
    return {surface_.indices[3 * t], surface_.indices[3 * t + 1], surface_.indices[3 * t + 2]};
}

float NearestTriangle::distance_squared_to(u32 t, const Vec3& at) const {
    const std::array<u32, 3> c = corner(t);
    return closest_on_triangle(at, surface_.positions[c[0]], surface_.positions[c[1]], surface_.positions[c[2]])
        .distance_squared;
}

u32 NearestTriangle::find(const Vec3& at) const {
    PL_ASSERT(is_finite(at) && !tree_.empty());
    u32 best = 0;
    tree_.closest(at, 3e38f, [&](u32 t, float bound) {
        const float d = distance_squared_to(t, at);
        if (d < bound || (d == bound && t < best)) best = t;
        return std::min(d, bound);
    });
    return best;
}

EmbeddedSurface::EmbeddedSurface(const SurfaceModel& of_body, Mesh mesh) {
    if (of_body.indices.empty())
        throw Error({mesh.name, "there is nothing for it to hang on", "a body with faces", ""});
    const NearestTriangle nearest(of_body);
    for (const Vec3& at : mesh.points) {
        triangle_of_.push_back(nearest.find(at));
        places_.push_back(make_embedded_point(of_body, nearest.corner(triangle_of_.back()), at));
    }
    for (size_t f = 0; f < mesh.face_count(); ++f) {
        Vec3 middle;
        for (u32 c = mesh.face_start[f]; c < mesh.face_start[f + 1]; ++c)
            middle += mesh.points[mesh.vertex_point[mesh.face_vertex[c]]];
        home_.push_back(
            nearest.find(middle / static_cast<float>(std::max(mesh.face_start[f + 1] - mesh.face_start[f], 1u))));
    }
    const Triangulation triangulation = triangulate(mesh);
    surface_ = make_surface_model(std::move(mesh), triangulation);
    shading_ = std::make_unique<SurfaceShading>(surface_);
}

EmbeddedSurface::EmbeddedSurface(SurfaceModel surface, std::vector<EmbeddedPoint> places)
    : surface_(std::move(surface)), places_(std::move(places)), shading_(std::make_unique<SurfaceShading>(surface_)) {
    PL_ASSERT(places_.size() == surface_.point_count());
}

EmbeddedSurface::EmbeddedSurface(Reader& r) {
    surface_.load(r);
    r.array(places_), r.array(triangle_of_), r.array(home_);
    shading_ = std::make_unique<SurfaceShading>(surface_);
}

void EmbeddedSurface::save(Writer& w) const {
    surface_.save(w);
    w.array(places_), w.array(triangle_of_), w.array(home_);
}

void EmbeddedSurface::check(const SurfaceModel& of_body, const Soundness& sound) const {
    sound.require(places_.size() == surface_.point_count() && triangle_of_.size() == places_.size() &&
                      home_.size() + 1 == surface_.face_start.size(),
                  "places of what is drawn");
    for (const EmbeddedPoint& p : places_)
        for (int k = 0; k < 3; ++k)
            sound.require(p.vertex[k] < of_body.vertex_count() && is_sound(p.weight[k]) && is_finite(p.offset[k]),
                          "places of what is drawn");
    sound.below(triangle_of_, of_body.indices.size() / 3, "places of what is drawn");
    sound.below(home_, of_body.indices.size() / 3, "places of what is drawn");
}

void EmbeddedSurface::present(const SurfaceFrame& of_body, SurfaceFrame& out) const {
    PL_ASSERT(of_body.positions.size() == of_body.normals.size());
    const u32 vertices = surface_.vertex_count();
    out.positions.resize(vertices), out.normals.resize(vertices), out.tangents.resize(surface_.tangents.size());
    for (u32 v = 0; v < vertices; ++v) {
        const u32 point = surface_.vertex_point[v], first = surface_.point_vertex[point];
        const EmbeddedPoint& p = places_[point];
        out.positions[v] =
            first < v ? out.positions[first] : place_of(p, corners(p, of_body.positions, of_body.normals));
    }
    shading_->find(surface_, out);
}

void EmbeddedSurface::carry(std::span<const float> of_body, std::span<float> out) const {
    PL_ASSERT(out.size() == surface_.vertex_count());
    for (u32 v = 0; v < surface_.vertex_count(); ++v) {
        const EmbeddedPoint& p = places_[surface_.vertex_point[v]];
        out[v] = of_body[p.vertex[0]] * p.weight[0] + of_body[p.vertex[1]] * p.weight[1] +
                 of_body[p.vertex[2]] * p.weight[2];
    }
}

}  // namespace pliant
