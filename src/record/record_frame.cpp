#include "record/record_frame.h"

#include <algorithm>

#include "body/inspection.h"
#include "body/tearable.h"
#include "record/camera_view.h"
#include "record/torn_bodies.h"
#include "world/world.h"

namespace pliant {

size_t RecordFrame::bytes() const {
    size_t sum = colliders.size() * sizeof(Transform) + cameras.size() * sizeof(CameraFrame);
    for (const BodyFrame& b : bodies) {
        sum += sizeof b + sizeof(float) * (b.particle_strain.size() + b.pose.size()) +
               sizeof(Vec3) *
                   (b.positions.size() + b.normals.size() + b.particle_positions.size() + b.particle_velocities.size());
        for (const PieceFrame& p : b.pieces)
            sum += sizeof p + sizeof(Vec3) * (p.positions.size() + p.normals.size() + p.velocities.size());
        for (const PieceParticles& p : b.piece_particles) sum += sizeof p + 2 * sizeof(Float4) * p.position.size();
        sum += sizeof(u32) * b.torn_links.size();
    }
    return sum;
}

namespace {

void take_particles(const SeenBody& seen, BodyFrame& out) {
    const u32 n = seen.view.count;
    out.particle_positions.resize(n);
    out.particle_velocities.resize(n);
    out.particle_strain.assign(n, 0);
    for (u32 p = 0; p < n; ++p) {
        out.particle_positions[p] = seen.view.position[p].xyz();
        out.particle_velocities[p] = seen.view.velocity[p].xyz();
    }
    if (const Inspection* inspection = seen.matter.inspection()) inspection->strain(seen.view, out.particle_strain);
}

// Sums over particles.
void take_numbers(const SeenBody& seen, BodyNumbers& numbers) {
    Vec3d center, velocity;
    double mass = 0, energy = 0;
    for (u32 p = 0; p < seen.view.count; ++p) {
        const double m = seen.matter.mass(p);
        const Vec3d v = seen.view.velocity[p].xyz().to<double>();
        center += seen.view.position[p].xyz().to<double>() * m;
        velocity += v * m;
        energy += 0.5 * m * length_squared(v);
        mass += m;
    }
    if (mass > 0) {
        center = center / mass;
        velocity = velocity / mass;
    }
    numbers.center = center;
    numbers.velocity = velocity;
    numbers.kinetic_energy = energy;
    numbers.bounds = seen.surface.bounds;
}

// What the world knows of the body.
void take_state(const Body& body, BodyNumbers& numbers) {
    numbers.contacts = body.contacts;
    numbers.asleep = body.sleeps();
    numbers.quarantined = body.quarantined;
}

// Of vertices, as the particles around them move.
std::vector<Vec3> velocities_of(const Body& body) {
    std::vector<Vec3> velocities(body.model->render_surface().vertex_count());
    std::vector<float> of_particles(body.view.count), of_vertices(velocities.size());
    for (int k = 0; k < 3; ++k) {
        for (u32 p = 0; p < body.view.count; ++p) of_particles[p] = body.view.velocity[p].xyz()[k];
        carry_to_render_surface(*body.model, of_particles, of_vertices);
        for (size_t v = 0; v < velocities.size(); ++v) velocities[v][k] = of_vertices[v];
    }
    return velocities;
}

void take_pieces(const World& world, BodyId whole, const Needs& needs, BodyFrame& out) {
    world.contents().bodies.each([&](BodyId id, const Body& body) {
        if (id != whole && body.torn_from != whole) return;
        const ParticleView& view = body.view;
        out.piece_particles.push_back(
            {body.model, {view.position, view.position + view.count}, {view.velocity, view.velocity + view.count}});
        if (!needs.pieces) return;
        const SurfaceFrame& now = body.frame();
        out.pieces.push_back({{body.model, &body.model->render_surface()},
                              {now.positions.begin(), now.positions.end()},
                              {now.normals.begin(), now.normals.end()},
                              needs.velocities ? velocities_of(body) : std::vector<Vec3>{}});
    });
}

// Everything of a body that may tear: it as a whole, while it is one, and what there is of it.
void take_tearable(const World& world, BodyId id, const Body& body, const Needs& needs, BodyFrame& out) {
    out = {};
    if (!body.model->whole) take_body({*body.matter, body.view, body.frame()}, needs, out);
    take_state(body, out.numbers);
    take_pieces(world, id, needs, out);
    // Of pieces that have vanished the body alone knows; of those that came from a snapshot, they themselves.
    out.torn_links = body.torn_links;
    world.contents().bodies.each([&](BodyId other, const Body& piece) {
        if (other != id && piece.torn_from != id) return;
        const Tearable* tearable = piece.matter->tearable();
        if (!tearable) return;
        const std::span<const u32> broken = tearable->broken_links();
        out.torn_links.insert(out.torn_links.end(), broken.begin(), broken.end());
    });
    std::sort(out.torn_links.begin(), out.torn_links.end());
    out.torn_links.erase(std::unique(out.torn_links.begin(), out.torn_links.end()), out.torn_links.end());
}

// Gives the box around it, which cameras look at.
Box take_character(const World& world, CharacterId id, const Needs& needs, BodyFrame& f) {
    if (needs.skeletons) {
        CharacterPose pose;
        f.pose.clear();
        const NodePose placement = world.characters().pose(id, pose);
        add_pose(placement, pose, f.pose);
    }
    SurfaceFrame surface;
    world.characters().surface_of(id, surface);
    if (needs.surface) f.positions.assign(surface.positions.begin(), surface.positions.end());
    if (needs.normals) f.normals.assign(surface.normals.begin(), surface.normals.end());
    return surface.bounds;
}

// The box around everything, as render::Moment has it.
Box box_of_all(const World& world, const std::vector<std::pair<std::string, Box>>& boxes) {
    Box all;
    for (const auto& [name, box] : boxes)
        if (!box.empty()) all.add(box);
    if (all.empty())
        world.contents().colliders.each([&](ColliderId, const Collider& c) {
            if (c.shape.kind != ShapeKind::plane) all.add(c.shape.bounds(c.pose));
        });
    if (all.empty()) all = {{-1, 0, -1}, {1, 1, 1}};
    return all;
}

void take_cameras(const World& world, const std::vector<std::pair<std::string, Box>>& boxes,
                  std::span<const SceneCamera> cameras, std::vector<CameraFrame>& out) {
    const CameraTargets targets{box_of_all(world, boxes), [&](const std::string& wanted) {
                                    Box found;
                                    for (const auto& [name, box] : boxes)
                                        if (is_instance_of(name, wanted)) found.add(box);
                                    world.contents().colliders.each([&](ColliderId, const Collider& c) {
                                        if (c.name == wanted) found.add(c.pose.position);
                                    });
                                    return found;
                                }};
    out.clear();
    for (const SceneCamera& camera : cameras) {
        const CameraView view = camera_view(camera, world.time(), targets);
        out.push_back({view.frame(), view.fov});
    }
}

}  // namespace

void take_body(const SeenBody& seen, const Needs& needs, BodyFrame& f) {
    if (needs.surface) f.positions.assign(seen.surface.positions.begin(), seen.surface.positions.end());
    if (needs.normals) f.normals.assign(seen.surface.normals.begin(), seen.surface.normals.end());
    if (needs.particles) take_particles(seen, f);
    if (needs.numbers) take_numbers(seen, f.numbers);
}

void take_frame(const World& world, u64 number, const Needs& needs, RecordFrame& out,
                std::span<const TearableBody> tearable, std::span<const SceneCamera> cameras) {
    out.number = number;
    if (needs == Needs{}) return;  // nothing is recorded
    size_t count = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) { count += !body.torn_from; });
    world.contents().characters.each([&](CharacterId, const CharacterInstance&) { ++count; });
    out.bodies.resize(count);
    std::vector<std::pair<std::string, Box>> boxes;
    size_t b = 0;
    world.contents().bodies.each([&](BodyId id, const Body& body) {
        boxes.emplace_back(body.name, body.frame().bounds);
        if (body.torn_from) return;
        const bool may_tear =
            std::any_of(tearable.begin(), tearable.end(), [&](const TearableBody& t) { return t.number == b; });
        BodyFrame& f = out.bodies[b++];
        if (may_tear) return take_tearable(world, id, body, needs, f);
        take_body({*body.matter, body.view, body.frame()}, needs, f);
        take_state(body, f.numbers);
    });
    world.contents().characters.each([&](CharacterId id, const CharacterInstance& c) {
        if (needs.surface || needs.skeletons || !cameras.empty())
            boxes.emplace_back(c.name, take_character(world, id, needs, out.bodies[b]));
        ++b;
    });
    out.colliders.clear();
    world.contents().colliders.each([&](ColliderId, const Collider& c) {
        if (is_recorded(c)) out.colliders.push_back(c.pose);
    });
    take_cameras(world, boxes, cameras, out.cameras);
}

}  // namespace pliant
