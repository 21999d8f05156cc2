#include "record/record_frame.h"

#include "record/torn_bodies.h"
#include "world/world.h"

namespace pliant {

size_t RecordFrame::bytes() const {
    size_t sum = colliders.size() * sizeof(Transform);
    for (const BodyFrame& b : bodies) {
        sum += sizeof b + sizeof(float) * b.particle_strain.size() +
               sizeof(Vec3) *
                   (b.positions.size() + b.normals.size() + b.particle_positions.size() + b.particle_velocities.size());
        for (const PieceFrame& p : b.pieces)
            sum += sizeof p + sizeof(Vec3) * (p.positions.size() + p.normals.size() + p.velocities.size());
    }
    return sum;
}

namespace {

// A body as it is recorded: itself, or with all the cracks it will have.
struct Seen {
    const Body& body;
    const Matter& matter;
    const ParticleView& view;
    const SurfaceFrame& surface;
};

void take_particles(const Seen& seen, BodyFrame& out) {
    const u32 n = seen.view.count;
    out.particle_positions.resize(n), out.particle_velocities.resize(n), out.particle_strain.resize(n);
    for (u32 p = 0; p < n; ++p) {
        out.particle_positions[p] = seen.view.position[p].xyz();
        out.particle_velocities[p] = seen.view.velocity[p].xyz();
    }
    seen.matter.strain(seen.view, out.particle_strain);
}

BodyNumbers numbers_of(const Seen& seen) {
    BodyNumbers numbers;
    double mass = 0;
    for (u32 p = 0; p < seen.view.count; ++p) {
        const double m = seen.matter.mass(p);
        const Vec3d v = seen.view.velocity[p].xyz().to<double>();
        numbers.center += seen.view.position[p].xyz().to<double>() * m, numbers.velocity += v * m;
        numbers.kinetic_energy += 0.5 * m * length_squared(v);
        mass += m;
    }
    if (mass > 0) numbers.center = numbers.center / mass, numbers.velocity = numbers.velocity / mass;
    numbers.bounds = seen.surface.bounds;
    numbers.contacts = seen.body.contacts;
    numbers.asleep = seen.body.sleeps(), numbers.quarantined = seen.body.quarantined;
    return numbers;
}

void take(const Seen& seen, const Needs& needs, BodyFrame& f) {
    if (needs.surface) f.positions.assign(seen.surface.positions.begin(), seen.surface.positions.end());
    if (needs.normals) f.normals.assign(seen.surface.normals.begin(), seen.surface.normals.end());
    if (needs.particles) take_particles(seen, f);
    if (needs.numbers) f.numbers = numbers_of(seen);
}

// Of vertices, as the particles around them move.
std::vector<Vec3> velocities_of(const Body& body) {
    std::vector<Vec3> velocities(body.model->look().vertex_count());
    std::vector<float> of_particles(body.view.count), of_vertices(velocities.size());
    for (int k = 0; k < 3; ++k) {
        for (u32 p = 0; p < body.view.count; ++p) of_particles[p] = body.view.velocity[p].xyz()[k];
        carry_to_look(*body.model, *body.matter, of_particles, of_vertices);
        for (size_t v = 0; v < velocities.size(); ++v) velocities[v][k] = of_vertices[v];
    }
    return velocities;
}

void take_pieces(const World& world, BodyId whole, const Needs& needs, std::vector<PieceFrame>& out) {
    out.clear();
    world.each_body([&](BodyId id, const Body& body) {
        if (id != whole && body.came_off != whole) return;
        const SurfaceFrame& now = body.frame();
        out.push_back({{body.model, &body.model->look()},
                       {now.positions.begin(), now.positions.end()},
                       {now.normals.begin(), now.normals.end()},
                       needs.velocities ? velocities_of(body) : std::vector<Vec3>{}});
    });
}

}  // namespace

void take_frame(const World& world, u64 number, const Needs& needs, RecordFrame& out, TornBodies* torn) {
    out.number = number;
    size_t count = 0;
    world.each_body([&](BodyId, const Body& body) { count += !body.came_off; });
    out.bodies.resize(count);
    size_t b = 0;
    world.each_body([&](BodyId id, const Body& body) {
        if (body.came_off) return;
        BodyFrame& f = out.bodies[b++];
        TornBody* t = torn ? torn->find(body.name) : nullptr;
        if (!t) return take({body, *body.matter, body.view, body.frame()}, needs, f);
        const ParticleView& view = t->follow(world, id);
        take({body, t->matter(), view, t->surface()}, needs, f);
        if (needs.pieces) take_pieces(world, id, needs, f.pieces);
    });
    out.colliders.clear();
    world.each_collider([&](ColliderId, const Collider& c) {
        if (!c.parameters.flag(ColliderP::sensor)) out.colliders.push_back(c.pose);
    });
}

}  // namespace pliant
