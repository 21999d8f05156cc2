#include "record/record_frame.h"

#include "world/world.h"

namespace pliant {

size_t RecordFrame::bytes() const {
    size_t sum = colliders.size() * sizeof(Transform);
    for (const BodyFrame& b : bodies)
        sum += sizeof b + sizeof(float) * b.particle_strain.size() +
               sizeof(Vec3) *
                   (b.positions.size() + b.normals.size() + b.particle_positions.size() + b.particle_velocities.size());
    return sum;
}

static void take_particles(const Body& body, BodyFrame& out) {
    const u32 n = body.view.count;
    out.particle_positions.resize(n), out.particle_velocities.resize(n), out.particle_strain.resize(n);
    for (u32 p = 0; p < n; ++p) {
        out.particle_positions[p] = body.view.position[p].xyz();
        out.particle_velocities[p] = body.view.velocity[p].xyz();
    }
    body.matter->strain(body.view, out.particle_strain);
}

static BodyNumbers numbers_of(const Body& body) {
    BodyNumbers numbers;
    double mass = 0;
    for (u32 p = 0; p < body.view.count; ++p) {
        const double m = body.matter->mass(p);
        const Vec3d v = body.view.velocity[p].xyz().to<double>();
        numbers.center += body.view.position[p].xyz().to<double>() * m, numbers.velocity += v * m;
        numbers.kinetic_energy += 0.5 * m * length_squared(v);
        mass += m;
    }
    if (mass > 0) numbers.center = numbers.center / mass, numbers.velocity = numbers.velocity / mass;
    numbers.bounds = body.frame().bounds;
    numbers.asleep = body.asleep, numbers.quarantined = body.quarantined;
    return numbers;
}

// By the order of bodies in the frame: contacts name bodies, not their places in it.
static void count_contacts(const World& world, RecordFrame& out) {
    std::vector<const Body*> bodies;
    world.each_body([&](BodyId, const Body& body) { bodies.push_back(&body); });
    for (const Contact& contact : world.contacts().contacts) {
        if (!(contact.impulse.normal > 0)) continue;
        const World::ContactSides sides = world.sides(contact);
        for (size_t b = 0; b < bodies.size(); ++b)
            out.bodies[b].numbers.contacts += bodies[b] == sides.body || bodies[b] == sides.other_body;
    }
}

void take_frame(const World& world, u64 number, const Needs& needs, RecordFrame& out) {
    out.number = number;
    out.bodies.resize(world.body_count());
    size_t b = 0;
    world.each_body([&](BodyId, const Body& body) {
        BodyFrame& f = out.bodies[b++];
        const SurfaceFrame& shown = body.frame();
        if (needs.surface) f.positions.assign(shown.positions.begin(), shown.positions.end());
        if (needs.normals) f.normals.assign(shown.normals.begin(), shown.normals.end());
        if (needs.particles) take_particles(body, f);
        if (needs.numbers) f.numbers = numbers_of(body);
    });
    if (needs.numbers) count_contacts(world, out);
    out.colliders.clear();
    world.each_collider([&](ColliderId, const Collider& c) {
        if (!c.parameters.flag(ColliderP::sensor)) out.colliders.push_back(c.pose);
    });
}

}  // namespace pliant
