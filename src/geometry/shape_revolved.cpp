// Shapes of revolution about y. A profile runs along the outside from the lower end of the axis to the upper one (or
// back to where it began, for a torus); where it has a crease a new piece starts, with normals of its own.
//
//        ____                      .  a cylinder is three pieces: the lower cap, the wall, the upper cap
//       |                          r = 0 at both ends
//       |____                      .
#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/trig.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

struct ProfilePoint {
    double r, y;          // place
    double out_r, out_y;  // normal
};
using Piece = std::vector<ProfilePoint>;

Piece line(double r0, double y0, double r1, double y1, u32 steps) {
    const double length = std::sqrt((r1 - r0) * (r1 - r0) + (y1 - y0) * (y1 - y0));
    Piece piece;
    for (u32 i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        piece.push_back({r0 + (r1 - r0) * t, y0 + (y1 - y0) * t, (y1 - y0) / length, (r0 - r1) / length});
    }
    return piece;
}

// Round (r, y) from one angle to another, 0 pointing outward and pi/2 up.
Piece arc(double r, double y, double radius, double from, double to, u32 steps) {
    Piece piece;
    for (u32 i = 0; i <= steps; ++i) {
        const double angle = from + (to - from) * i / steps, c = cosine(angle), s = sine(angle);
        piece.push_back({r + radius * c, y + radius * s, c, s});
    }
    return piece;
}

u32 steps_along(double length, double edge) { return static_cast<u32>(std::max(1.0, std::floor(length / edge + 0.5))); }

class Revolution {
  public:
    Revolution(std::vector<Piece> pieces, u32 sides) : pieces_(std::move(pieces)), sides_(sides) {}

    Mesh build(const Material& material) {
        mesh_.materials = {material};
        measure();
        const ProfilePoint &first = pieces_.front().front(), &last = pieces_.back().back();
        const bool ring = first.r > 0 && std::fabs(first.r - last.r) + std::fabs(first.y - last.y) < 1e-9;
        u32 points = add_points(first);
        const u32 start = points;
        for (size_t p = 0; p < pieces_.size(); ++p)
            for (size_t i = 0; i + 1 < pieces_[p].size(); ++i) {
                const ProfilePoint &a = pieces_[p][i], &b = pieces_[p][i + 1];
                const bool end = p + 1 == pieces_.size() && i + 2 == pieces_[p].size();
                const u32 upper = end && ring ? start : add_points(b);
                if (i == 0) lower_vertices_ = add_vertices(a, points);
                const u32 upper_vertices = add_vertices(b, upper);
                add_faces(a, b, lower_vertices_, upper_vertices);
                points = upper;
                lower_vertices_ = upper_vertices;
            }
        return std::move(mesh_);
    }

  private:
    static bool pole(const ProfilePoint& p) { return p.r < 1e-12; }

    void measure() {
        for (const Piece& piece : pieces_)
            for (size_t i = 1; i < piece.size(); ++i) length_ += distance(piece[i - 1], piece[i]);
    }
    static double distance(const ProfilePoint& a, const ProfilePoint& b) {
        return std::sqrt((a.r - b.r) * (a.r - b.r) + (a.y - b.y) * (a.y - b.y));
    }

    // One point on the axis, or a ring of them. Side j stands at angle 2 pi j / sides from +z towards +x.
    u32 add_points(const ProfilePoint& p) {
        const u32 first = static_cast<u32>(mesh_.points.size());
        for (u32 j = 0; j < (pole(p) ? 1 : sides_); ++j) {
            const double angle = 2 * pi * j / sides_;
            mesh_.points.push_back(pole(p) ? Vec3d{0, p.y, 0}.to<float>()
                                           : Vec3d{p.r * sine(angle), p.y, p.r * cosine(angle)}.to<float>());
        }
        return first;
    }

    // One vertex more than sides, for the seam of the texture; on the axis one for each side, in its middle.
    u32 add_vertices(const ProfilePoint& p, u32 points) {
        if (previous_) along_ += distance(*previous_, p);
        previous_ = &p;
        const u32 first = static_cast<u32>(mesh_.vertex_point.size());
        for (u32 j = 0; j < (pole(p) ? sides_ : sides_ + 1); ++j) {
            const double turn = (j + (pole(p) ? 0.5 : 0.0)) / sides_;
            mesh_.vertex_point.push_back(pole(p) ? points : points + j % sides_);
            const double s = sine(2 * pi * turn), c = cosine(2 * pi * turn);
            mesh_.normals.push_back(Vec3d{p.out_r * s, p.out_y, p.out_r * c}.to<float>());
            mesh_.uv.push_back({static_cast<float>(turn), static_cast<float>(along_ / length_)});
        }
        return first;
    }

    void add_faces(const ProfilePoint& a, const ProfilePoint& b, u32 lower, u32 upper) {
        for (u32 j = 0; j < sides_; ++j) {
            if (pole(a))
                add_face({lower + j, upper + j + 1, upper + j});
            else if (pole(b))
                add_face({lower + j, lower + j + 1, upper + j});
            else
                add_face({lower + j, lower + j + 1, upper + j + 1, upper + j});
        }
    }
    void add_face(std::initializer_list<u32> corners) {
        mesh_.face_vertex.insert(mesh_.face_vertex.end(), corners);
        mesh_.face_start.push_back(static_cast<u32>(mesh_.face_vertex.size()));
        mesh_.face_material.push_back(0);
    }

    std::vector<Piece> pieces_;
    u32 sides_;
    Mesh mesh_;
    u32 lower_vertices_ = 0;
    double length_ = 0, along_ = 0;  // of the profile; for the second texture coordinate
    const ProfilePoint* previous_ = nullptr;
};

// The edge length that gives `detail` cells across, and as many sides round, a multiple of four.
double edge_of(const Vec3& size, u32 detail) {
    return std::max({size.x, size.y, size.z}) / static_cast<double>(detail);
}
u32 sides_of(const Vec3& size, double edge) {
    return std::max(8u, 4 * static_cast<u32>(std::floor(pi * std::max(size.x, size.z) / edge / 4 + 0.5)));
}

// Round things of another size become oval.
Mesh fitted(Mesh mesh, const Vec3& size) {
    const Vec3d own = mesh.bounds().size().to<double>();
    transform(mesh, {{{size.x / own.x, 0, 0}, {0, size.y / own.y, 0}, {0, 0, size.z / own.z}}}, {});
    return mesh;
}

Material painted(const char* name, const Vec3& color) {
    Material m;
    m.name = name;
    m.color = color;
    return m;
}

}  // namespace

Mesh build_sphere(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const u32 sides = sides_of(size, edge_of(size, detail));
    return fitted(
        Revolution({arc(0, 0, 0.5, -pi / 2, pi / 2, sides / 2)}, sides).build(painted("sphere", {0.72f, 0.16f, 0.12f})),
        size);
}

Mesh build_capsule(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const double edge = edge_of(size, detail), radius = std::min(size.x, size.y) / 2.0, half = size.y / 2.0 - radius;
    const u32 sides = sides_of(size, edge);
    std::vector<Piece> pieces{arc(0, -half, radius, -pi / 2, 0, sides / 4)};
    if (half > 0) pieces.push_back(line(radius, -half, radius, half, steps_along(2 * half, edge)));
    pieces.push_back(arc(0, half, radius, 0, pi / 2, sides / 4));
    for (size_t p = 1; p < pieces.size(); ++p)  // smooth all along: one piece
        pieces[0].insert(pieces[0].end(), pieces[p].begin() + 1, pieces[p].end());
    pieces.resize(1);
    return fitted(Revolution(pieces, sides).build(painted("capsule", {0.10f, 0.45f, 0.42f})), size);
}

Mesh build_cylinder(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const double edge = edge_of(size, detail), radius = size.x / 2.0, half = size.y / 2.0;
    const u32 rings = steps_along(radius, edge);
    return fitted(
        Revolution({line(0, -half, radius, -half, rings), line(radius, -half, radius, half, steps_along(size.y, edge)),
                    line(radius, half, 0, half, rings)},
                   sides_of(size, edge))
            .build(painted("cylinder", {0.55f, 0.42f, 0.10f})),
        size);
}

Mesh build_cone(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const double edge = edge_of(size, detail), radius = size.x / 2.0, half = size.y / 2.0;
    const double slope = std::sqrt(radius * radius + 4 * half * half);
    return fitted(Revolution({line(0, -half, radius, -half, steps_along(radius, edge)),
                              line(radius, -half, 0, half, steps_along(slope, edge))},
                             sides_of(size, edge))
                      .build(painted("cone", {0.80f, 0.32f, 0.05f})),
                  size);
}

Mesh build_torus(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const double edge = edge_of(size, detail), tube = std::min(size.y, size.x / 2) / 2.0, radius = size.x / 2.0 - tube;
    const u32 around = std::max(8u, steps_along(2 * pi * tube, edge));
    // Inside of the ring first: from there the profile runs below, outside and above.
    return fitted(Revolution({arc(radius, 0, tube, -pi, pi, around)}, sides_of(size, edge))
                      .build(painted("torus", {0.85f, 0.28f, 0.40f})),
                  size);
}

}  // namespace pliant
