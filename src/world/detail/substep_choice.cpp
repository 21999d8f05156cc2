#include "world/detail/substep_choice.h"

#include <algorithm>
#include <cmath>

#include "rigid/system.h"

namespace pliant {

namespace {

constexpr double shortest_substep = 1.0 / 3840;  // [s] at which precision of positions and time both run out

// How far particles may give way, as a share of their distance: measured with balls of 0.1 to 2 kg on held cloth, none
// of which falls through, and with a weight on a hem, which hangs on more rows than one.
constexpr double lying = 1.0 / 4, hanging = 1.0 / 16;

// Multiples of the number of searches for contacts.
constexpr u32 ladder[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192, 256};

// [m] The second largest extent: how wide something is that lies flat, and how thick something that is long.
float middle_extent(const Vec3& e) { return std::max(std::min(e.x, e.y), std::min(std::max(e.x, e.y), e.z)); }

}  // namespace

u32 SubstepChoice::count(double longest) const {
    const double substeps = contents_.step_length() / std::max(longest, shortest_substep);
    return static_cast<u32>(std::ceil(substeps - 1e-6));
}

u32 SubstepChoice::of_matter(const Body& body) const {
    constexpr double longest = 1.0 / 240;  // [s] enough for pendulums and for what spins
    const std::optional<float> own = body.matter->longest_substep();
    return count(own ? std::min(longest, double{*own}) : longest);
}

u32 SubstepChoice::of_touch(const Body& body) const {
    const std::optional<float> own = body.matter->small_step();
    return own ? count(*own) : 1;
}

// The longest substep in which some particles of a light body can bear a mass, when they give way by a share of what
// lies between two of them.
double SubstepChoice::of_load(const Body& light, double mass, double particles, double gravity_scale,
                              double share) const {
    const double gravity = length(contents_.parameters.vector(WorldP::gravity, contents_.time)) * gravity_scale;
    const double bearing = light.total_mass / light.view.count * particles, load = mass * gravity;
    return load > 0 ? std::sqrt(share * bearing * light.model->contact.spacing / load) : 1;
}

// How many particles of a body bear what lies on it over a width.
static double particles_under(const Body& body, float width) {
    const double across = std::max(1.0, double{width} / body.model->contact.spacing);
    return across * across;
}

u32 SubstepChoice::of_contact(const Body& body, const Body& other) const {
    const float width = 0.5f * std::min(middle_extent(body.model->size), middle_extent(other.model->size));
    const double scale = std::max(std::fabs(body.gravity_scale), std::fabs(other.gravity_scale));
    return std::max(count(of_load(body, other.total_mass, particles_under(body, width), scale, lying)),
                    count(of_load(other, body.total_mass, particles_under(other, width), scale, lying)));
}

u32 SubstepChoice::of_contact(const Body& body, const Collider& collider) const {
    const u32 number = rigid::System::number(collider.rigid);
    const rigid::Bodies& bodies = contents_.rigid->bodies();
    if (!(bodies.inverse_mass[number] > 0)) return 1;
    const Box box = collider.shape.bounds({});
    const float width = 0.5f * std::min(middle_extent(body.model->size), middle_extent(box.high - box.low));
    const double mass = 1 / double{bodies.inverse_mass[number]}, scale = std::fabs(bodies.gravity_scale[number]);
    const double of_body = of_load(body, mass, particles_under(body, width), scale, lying);
    // The same of the collider, which is like one particle of its size.
    const double load = body.total_mass * std::fabs(body.gravity_scale) *
                        length(contents_.parameters.vector(WorldP::gravity, contents_.time));
    const double of_collider = load > 0 ? std::sqrt(lying * mass * middle_extent(box.high - box.low) / load) : 1;
    return count(std::min(of_body, of_collider));
}

u32 SubstepChoice::of_hanging(const Body& body, const Collider& collider, u32 grips) const {
    const u32 number = rigid::System::number(collider.rigid);
    const rigid::Bodies& bodies = contents_.rigid->bodies();
    if (!(bodies.inverse_mass[number] > 0)) return 1;
    const u32 of_grips = count(of_load(body, 1 / double{bodies.inverse_mass[number]}, grips,
                                       std::fabs(bodies.gravity_scale[number]), hanging));
    return std::max(of_grips, of_contact(body, collider));  // they may touch at any time, and the number should stay
}

// Of those that touch each other or hang on joints.
u32 SubstepChoice::of_rigid_bodies() const {
    const rigid::Bodies& b = contents_.rigid->bodies();
    const double gravity = length(contents_.parameters.vector(WorldP::gravity, contents_.time));
    constexpr double share = 1.0 / 70;  // measured: ten boxes on each other stand
    float least = 3e38f;
    contents_.rigid->each_connection([&](u32 one, u32 other) {
        for (const u32 i : {one, other})
            if (b.moves(i) && b.shape[i]) least = std::min(least, 2 * b.shape[i]->min_half_extent);
    });
    return least < 3e38f && gravity > 0 ? count(share * std::sqrt(least / gravity)) : 1;
}

u32 SubstepChoice::rounded(u32 wanted) const {
    const u32 searches = contents_.substep_count();
    if (wanted < searches) {  // a lower rate
        while (searches % wanted != 0) ++wanted;
        return wanted;
    }
    for (const u32 times : ladder)
        if (searches * times >= wanted) return searches * times;
    return searches * ladder[std::size(ladder) - 1];
}

}  // namespace pliant
