#include "world/bodies/measure.h"

namespace pliant {

void hash_body(Hasher& hasher, const Body& body, u32 substeps) {
    hasher.array(std::span<const Float4>(body.view.position, body.view.count));
    hasher.array(std::span<const Float4>(body.view.velocity, body.view.count));
    std::vector<std::byte> state;
    Writer writer(state);
    body.matter->save(writer);
    hasher.bytes(state.data(), state.size());
    hash_fields(hasher, static_cast<const BodyState&>(body));
    if (body.model->whole) {
        hasher.value(body.model->content_hash);
        hash_fields(hasher, static_cast<const PieceOrigin&>(body));
    }
    if (body.guide) body.guide->hash(hasher);
    if (body.character_guide) {
        hasher.array(std::span<const Vec3>(body.character_guide->places));
        hasher.array(std::span<const Vec3>(body.character_guide->normals));
    }
    hash_fields(hasher, body.detail);
    if (body.substeps && body.substeps != substeps) hasher.value(body.substeps);  // at a lower rate
}

double mass(const Body& body) {
    double sum = 0;
    for (u32 p = 0; p < body.view.count; ++p) sum += body.matter->mass(p);
    return sum;
}

Vec3d center_of_mass(const Body& body) {
    Vec3d sum;
    double total = 0;
    for (u32 p = 0; p < body.view.count; ++p) {
        const double m = body.matter->mass(p);
        sum += body.view.position[p].xyz().to<double>() * m;
        total += m;
    }
    return sum / total;
}

Vec3d momentum(const Body& body) {
    Vec3d sum;
    for (u32 p = 0; p < body.view.count; ++p) sum += body.view.velocity[p].xyz().to<double>() * body.matter->mass(p);
    return sum;
}

Vec3d angular_momentum(const Body& body) {
    Vec3d sum;
    for (u32 p = 0; p < body.view.count; ++p)
        sum += cross(body.view.position[p].xyz().to<double>(),
                     body.view.velocity[p].xyz().to<double>() * body.matter->mass(p));
    return sum;
}

}  // namespace pliant
