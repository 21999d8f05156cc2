#include "world/bodies/measure.h"

#include <algorithm>

namespace pliant {

void hash_body(Hasher& hasher, const Body& body, u32 substeps) {
    hasher.array(std::span<const Float4>(body.view.position, body.view.count));
    hasher.array(std::span<const Float4>(body.view.velocity, body.view.count));
    std::vector<std::byte> state;
    Writer writer(state);
    body.matter->save(writer);
    hasher.bytes(state.data(), state.size());
    hasher.value(static_cast<u8>(body.asleep));
    hasher.value(static_cast<u8>(body.quarantined));
    hasher.value(body.quiet_time);
    hasher.value(static_cast<u8>(body.limp));
    // Of what few bodies have, nothing is said where there is nothing; particles that the host holds show it above.
    const auto any = [](const std::vector<u8>& marks, u8 bit) {
        return std::any_of(marks.begin(), marks.end(), [&](u8 m) { return (m & bit) != 0; });
    };
    if (any(body.held, Holder::parameters)) hasher.array(std::span<const u8>(body.held));
    if (any(body.untouching, 1)) hasher.array(std::span<const u8>(body.untouching));
    if (body.paused) hasher.array(std::span<const Vec3>(body.kept_velocity));
    if (body.model->whole) hasher.value(body.model->content_hash), hasher.value(body.came_off_at);
    if (body.guide) body.guide->hash(hasher);
    if (body.character_guide) {
        hasher.array(std::span<const Vec3>(body.character_guide->places));
        hasher.array(std::span<const Vec3>(body.character_guide->normals));
    }
    if (const DetailState& d = body.detail; d.level != Detail::full || d.since < d.blend) {
        hasher.value(d.level), hasher.value(d.before), hasher.value(d.since), hasher.value(d.blend);
        if (d.level == Detail::guide || d.leaves_guide()) hasher.value(d.place);
        hasher.array(std::span<const Vec3>(d.offset)), hasher.array(std::span<const Vec3>(d.drift));
    }
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
