#include "rigid/shape.h"

#include <algorithm>

#include "core/contract.h"
#include "core/error.h"
#include "core/soundness.h"
#include "rigid/principal.h"

namespace pliant::rigid {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Piece primitive(ShapeKind kind, const Transform& frame) {
    Piece piece;
    piece.shape.kind = kind;
    piece.frame = frame;
    return piece;
}

void require_size(float size, const char* what, const std::string& where) {
    if (!(is_sound(size) && size > 0))
        throw Error({where, std::string(what) + " is " + std::to_string(size), "a positive number of metres", ""});
}

void check(const Piece& piece, const std::string& where) {
    if (!is_sound(piece.frame)) throw Error({where, "the place of a piece is not finite", "", ""});
    if (piece.hull) return;
    const Shape& s = piece.shape;
    switch (s.kind) {
        case ShapeKind::plane: break;
        case ShapeKind::sphere: require_size(s.radius, "a radius", where); break;
        case ShapeKind::capsule:
            require_size(s.radius, "a radius", where);
            if (!(is_sound(s.half_height) && s.half_height >= 0))
                throw Error(
                    {where, "the half height of a capsule is " + std::to_string(s.half_height), "0 or more", ""});
            break;
        case ShapeKind::box:
            for (int i = 0; i < 3; ++i) require_size(s.half_size[i], "half the size of a box", where);
            break;
        case ShapeKind::mesh:
            if (!s.mesh) throw Error({where, "a mesh without triangles", "", ""});
            break;
        case ShapeKind::height_field:
            if (!s.height_field) throw Error({where, "a height field without heights", "", ""});
            break;
        case ShapeKind::compound: throw Error({where, "a piece that has parts itself", "each of them as a piece", ""});
    }
}

float min_half_extent(const Piece& piece) {
    if (piece.is_infinite()) return infinity;
    const Vec3 size = piece.bounds({}).size() * 0.5f;
    return std::min({size.x, size.y, size.z});
}

// Of the farthest corner of the piece from the origin of the mass frame.
float radius_of(const Piece& piece) {
    if (piece.is_infinite()) return infinity;
    float farthest = 0;
    const auto reach = [&](const Vec3& p, float r) { farthest = std::max(farthest, length(piece.frame * p) + r); };
    if (piece.hull) {
        for (const Point4& p : piece.hull->points) reach(p.xyz(), 0);
    } else if (piece.shape.kind == ShapeKind::sphere || piece.shape.kind == ShapeKind::capsule) {
        for (const float y : {-piece.shape.half_height, piece.shape.half_height}) reach({0, y, 0}, piece.shape.radius);
    } else {
        const Box box = piece.bounds({});
        for (int k = 0; k < 8; ++k)
            reach({k & 1 ? box.high.x : box.low.x, k & 2 ? box.high.y : box.low.y, k & 4 ? box.high.z : box.low.z}, 0);
    }
    return farthest;
}

Mat3d moved(const Mat3d& inertia, double mass, const Vec3d& by) {  // Steiner
    return inertia + (Mat3d::identity() * dot(by, by) - outer(by, by)) * mass;
}

}  // namespace

Box Piece::bounds(const Transform& pose) const {
    if (!hull) return shape.bounds(pose);
    Box box;
    const Mat3 turned = matrix(pose.rotation);
    for (const Point4& p : hull->points) box.add(turned * p.xyz() + pose.position);
    return box;
}

Piece sphere(float radius, const Transform& frame) {
    Piece piece = primitive(ShapeKind::sphere, frame);
    piece.shape.radius = radius;
    return piece;
}
Piece capsule(float radius, float half_height, const Transform& frame) {
    Piece piece = primitive(ShapeKind::capsule, frame);
    piece.shape.radius = radius;
    piece.shape.half_height = half_height;
    return piece;
}
Piece box(const Vec3& half_size, const Transform& frame) {
    Piece piece = primitive(ShapeKind::box, frame);
    piece.shape.half_size = half_size;
    return piece;
}
Piece hull(std::span<const Vec3> points, const Transform& frame) {
    Piece piece;
    piece.hull = make_hull(points, "hull");
    piece.frame = frame;
    return piece;
}
Piece plane(const Transform& frame) { return primitive(ShapeKind::plane, frame); }
Piece mesh(std::shared_ptr<const MeshShape> triangles, const Transform& frame) {
    PL_ASSERT(triangles);
    Piece piece = primitive(ShapeKind::mesh, frame);
    piece.shape.mesh = std::move(triangles);
    return piece;
}

// From the own frame to that of the mass, with what follows from where they are.
static void put_pieces(RigidShape& shape, std::vector<Piece> pieces) {
    const Quat back = conjugate(shape.mass_frame.rotation);
    const Transform to_mass{-(back * shape.mass_frame.position), back};
    shape.radius = 0;
    shape.min_half_extent = infinity;
    for (Piece& piece : pieces) {
        piece.frame = to_mass * piece.frame;
        shape.radius = std::max(shape.radius, radius_of(piece));
        shape.min_half_extent = std::min(shape.min_half_extent, min_half_extent(piece));
    }
    shape.pieces = std::move(pieces);
}

// Always from the original shape: rounding does not add up, and the history of frames leaves no trace.
std::shared_ptr<const RigidShape> with_mass_frame(std::shared_ptr<const RigidShape> shape,
                                                  const Transform& mass_frame) {
    PL_ASSERT(shape && is_unit(mass_frame.rotation));
    if (shape->mass_frame == mass_frame) return shape;
    const std::shared_ptr<const RigidShape> made = shape->made ? shape->made : shape;
    if (made->mass_frame == mass_frame) return made;
    auto other = std::make_shared<RigidShape>(*made);
    std::vector<Piece> pieces = std::move(other->pieces);
    for (Piece& piece : pieces) piece.frame = made->mass_frame * piece.frame;
    other->mass_frame = mass_frame;
    other->made = made;
    put_pieces(*other, std::move(pieces));
    return other;
}

Box RigidShape::bounds(const Transform& pose) const {
    Box box;
    for (const Piece& piece : pieces) box.add(piece.bounds(pose * piece.frame));
    return box;
}

std::shared_ptr<const RigidShape> make_shape(std::vector<Piece> pieces, const std::string& where) {
    if (pieces.empty()) throw Error({where, "the body has no pieces", "at least one", ""});
    for (const Piece& piece : pieces) check(piece, where);

    auto shape = std::make_shared<RigidShape>();
    const bool solid = std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_convex(); });
    if (solid) {
        std::vector<MassProperties> parts;
        MassProperties whole;
        for (const Piece& piece : pieces) {
            parts.push_back(mass_properties(piece));
            whole.volume += parts.back().volume;
            whole.center += parts.back().center * parts.back().volume;
        }
        whole.center = whole.center / whole.volume;
        for (const MassProperties& part : parts)
            whole.inertia = whole.inertia + moved(part.inertia, part.volume, part.center - whole.center);
        const PrincipalAxes axes = principal_axes(whole.inertia);
        shape->volume = static_cast<float>(whole.volume);
        shape->inertia = axes.moments.to<float>();
        shape->mass_frame = {whole.center.to<float>(), axes.rotation.to<float>()};
        if (!(shape->volume > 0 && shape->volume < 1e30f) || !is_finite(shape->inertia))
            throw Error(
                {where, "the volume of the body is too small or too large to be counted", "", "check its unit"});
    }
    put_pieces(*shape, std::move(pieces));
    return shape;
}

}  // namespace pliant::rigid
