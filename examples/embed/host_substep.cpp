// Rigid bodies of the host's own, in every substep: a chain of beads that this program solves by itself, with a jelly
// of the engine's hung on its end. The engine calls back after each substep, and the host moves its beads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "pliant/pliant.hpp"

namespace {

using namespace pliant;

constexpr float radius = 0.06f, link = 0.2f, mass = 1;
constexpr size_t bead_count = 5;

// What stands for the host's physics: points on rods, the first tied to a nail at (0, 2, 0).
struct Chain {
    std::array<pliant_vec3, bead_count> at{}, velocity{};

    Chain() {
        for (size_t i = 0; i < bead_count; ++i) at[i] = {link * static_cast<float>(i + 1), 2, 0};
    }
    void push(size_t i, pliant_vec3 impulse) {
        velocity[i].x += impulse.x / mass;
        velocity[i].y += impulse.y / mass;
        velocity[i].z += impulse.z / mass;
    }
    // Position based: beads go where they want, rods draw them back, and the speed is what came of it.
    void move(float h) {
        const auto before = at;
        for (size_t i = 0; i < bead_count; ++i) {
            velocity[i].y -= 9.81f * h;
            at[i].x += velocity[i].x * h;
            at[i].y += velocity[i].y * h;
            at[i].z += velocity[i].z * h;
        }
        for (int round = 0; round < 50; ++round)
            for (size_t i = 0; i < bead_count; ++i) shorten(i);
        for (size_t i = 0; i < bead_count; ++i)
            velocity[i] = {(at[i].x - before[i].x) / h, (at[i].y - before[i].y) / h, (at[i].z - before[i].z) / h};
    }
    float length_of_rod(size_t i) const {
        const pliant_vec3 a = i ? at[i - 1] : pliant_vec3{0, 2, 0}, b = at[i];
        return std::hypot(b.x - a.x, b.y - a.y, b.z - a.z);
    }

  private:
    void shorten(size_t i) {
        const pliant_vec3 a = i ? at[i - 1] : pliant_vec3{0, 2, 0}, b = at[i];
        const float share = (1 - link / length_of_rod(i)) * (i ? 0.5f : 1);
        const pliant_vec3 d{(b.x - a.x) * share, (b.y - a.y) * share, (b.z - a.z) * share};
        at[i] = {b.x - d.x, b.y - d.y, b.z - d.z};
        if (i) at[i - 1] = {a.x + d.x, a.y + d.y, a.z + d.z};
    }
};

struct Host {
    pliant_world world{};
    std::array<pliant_collider, bead_count> colliders{};
    Chain chain;
    int substeps = 0;
    bool went_well = true;

    void tell() {
        const float moment = 0.4f * mass * radius * radius;
        for (size_t i = 0; i < bead_count; ++i) {
            pliant_host_body body{};
            body.pose.position = chain.at[i];
            body.velocity = chain.velocity[i];
            body.pose.rotation.w = body.mass_frame.rotation.w = 1;
            body.mass = mass;
            body.inertia = {moment, moment, moment};
            went_well = pliant_collider_set_host_body(world, colliders[i], &body) == PLIANT_OK && went_well;
        }
    }
    // Called by C, which knows no exceptions.
    static void after_substep(void* context, double seconds) {
        Host& host = *static_cast<Host*>(context);
        for (size_t i = 0; i < bead_count; ++i) {
            pliant_vec3 impulse{};
            host.went_well =
                pliant_collider_host_impulse(host.world, host.colliders[i], &impulse, nullptr) == PLIANT_OK &&
                host.went_well;
            host.chain.push(i, impulse);
        }
        host.chain.move(static_cast<float>(seconds));
        host.tell();
        ++host.substeps;
    }
};

void swing() {
    check(pliant_check());
    Scene scene;
    World world;
    check(pliant_scene_from_memory(R"({ "world": { "substeps": 8 },
        "assets": { "drop": { "shape": "sphere", "size": [0.3, 0.3, 0.3] } },
        "bodies": { "jelly": { "asset": "drop", "spacing": 0.06, "density": 200, "position": [1.2, 2, 0] } } })",
                                   "chain", ".", nullptr, 0, scene.out()));
    check(pliant_scene_create_world(scene, nullptr, world.out()));

    Host host;
    host.world = world;
    const Settings settings = make_settings("collider");
    check(pliant_settings_set_text(settings, "shape", "sphere"));
    check(pliant_settings_set_text(settings, "motion", "host"));
    check(pliant_settings_set_number(settings, "radius", static_cast<double>(radius)));
    // The chain's own laws have gravity in them already.
    check(pliant_settings_set_number(settings, "gravity_scale", 0));
    const std::array<std::string, bead_count> names{"bead 0", "bead 1", "bead 2", "bead 3", "bead 4"};
    for (size_t i = 0; i < bead_count; ++i) {
        pliant_collider_def def = pliant_default_collider_def();
        def.name = names[i].c_str();
        def.settings = settings;
        check(pliant_collider_create(world, &def, &host.colliders[i]));
    }
    host.tell();
    check(pliant_world_on_substep(world, Host::after_substep, &host));

    pliant_body jelly{};
    check(pliant_world_find_body(world, "jelly", &jelly));
    pliant_attachment_def hold = pliant_default_attachment_def();
    const Settings to = make_settings("attachment");
    const char* const last = "bead 4";
    check(pliant_settings_set_names(to, "to", &last, 1));
    hold.body = jelly;
    hold.settings = to;
    hold.use_point = true;
    hold.point = {1.06f, 2, 0};
    pliant_attachment attachment{};
    check(pliant_attachment_create(world, &hold, &attachment));

    float longest = 0;
    for (int step = 0; step < 300; ++step) {
        check(pliant_world_step(world));
        if (!host.went_well) throw std::runtime_error(pliant_last_error());
        for (size_t i = 0; i < bead_count; ++i) longest = std::max(longest, host.chain.length_of_rod(i));
    }
    pliant_body_info info{};
    check(pliant_body_get_info(world, jelly, &info));
    std::printf("%d substeps; rods of %.3f m were at most %.4f m long\n", host.substeps, static_cast<double>(link),
                static_cast<double>(longest));
    std::printf("the last bead is %.3f m below the nail, the jelly of %.1f kg %.3f m\n",
                2 - static_cast<double>(host.chain.at.back().y), info.mass, 2 - static_cast<double>(info.center.y));
}

}  // namespace

int main() {
    try {
        swing();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
