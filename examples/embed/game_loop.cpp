// A game loop: an engine with jobs and a renderer of its own, whose display does not run at the rate of the physics.
//
//   game_loop [SECONDS]      shows it as it happens
//   game_loop SECONDS last   as fast as it can, and only the last picture
#include <chrono>
#include <cstdlib>
#include <exception>

#include "job_system.h"
#include "pliant/pliant.hpp"
#include "terminal.h"

namespace {

using namespace pliant;

class Game {
  public:
    Game() : jobs_(1) {
        check(pliant_check());
        const pliant_jobs lent = jobs_.lent();
        pliant_world_def def = pliant_default_world_def();
        def.jobs = &lent;
        world_ = World::make(def);
        world_.add(pliant_default_collider_def());  // a floor

        Settings crate("collider");  // a rigid body among soft ones
        crate.set("shape", "box").set("size", 0.35, 0.35, 0.35).set("motion", "dynamic").set("density", 200);
        pliant_collider_def crate_def = pliant_default_collider_def();
        crate_def.name = "crate";
        crate_def.settings = crate;
        crate_def.use_pose = true;
        crate_def.pose = {{0.1f, 1.9f, 0}, {0, 0, 0.3f, 0.954f}};
        crate_ = world_.add(crate_def);

        Settings jelly("lattice");
        jelly.set_preset("jelly").set("spacing", 0.12);
        const Model model = Model::cook(Asset::from_shape("octopus"), jelly);
        pliant_body_def ollie = pliant_default_body_def();
        ollie.name = "ollie";
        ollie.model = model;
        ollie.use_placement = true;
        ollie.placement.position.y = 0.9f;
        bodies_.push_back(world_.add(ollie));
    }

    // One picture: as many steps of physics as time has passed for, and a surface between the last two.
    void frame(double seconds) {
        steps_ += world_.advance(seconds);
        for (const pliant_contact_event& e : world_.contact_events())
            if (e.hit) hits_ += 1;
        if (!jumped_ && world_.info().time > 1.5) {  // as on a press of a player's button
            bodies_[0].apply_impulse({0, static_cast<float>(2 * bodies_[0].info().mass), 0});
            jumped_ = true;
        }
        const float t = world_.info().interpolation;
        screen_.clear();
        for (const Body& body : bodies_) {
            const pliant_surface surface = body.surface();
            vertices_.resize(3 * surface.vertex_count);
            body.interpolated(t, vertices_);
            screen_.draw(vertices_, surface.indices, surface.index_count);
        }
        draw_crate();
    }
    void show() const { screen_.show(); }
    void report() const {
        const double ms = 1e3 * world_.info().step_length;
        std::printf("%u steps of %.1f ms, %d hits, %d letters, the crate at %.2f m\n", steps_, ms, hits_,
                    screen_.inked(), static_cast<double>(crate_.pose().position.y));
    }

  private:
    void draw_crate() {
        static const uint32_t corners[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
        const pliant_transform at = crate_.pose();
        const pliant_quat q = at.rotation;
        vertices_.clear();
        for (int corner = 0; corner < 8; ++corner) {
            const float x = corner & 1 ? 0.175f : -0.175f, y = corner & 2 ? 0.175f : -0.175f,
                        z = corner & 4 ? 0.175f : -0.175f;
            const float tx = 2 * (q.y * z - q.z * y), ty = 2 * (q.z * x - q.x * z), tz = 2 * (q.x * y - q.y * x);
            vertices_.push_back(at.position.x + x + q.w * tx + q.y * tz - q.z * ty);
            vertices_.push_back(at.position.y + y + q.w * ty + q.z * tx - q.x * tz);
            vertices_.push_back(at.position.z + z + q.w * tz + q.x * ty - q.y * tx);
        }
        screen_.draw(vertices_, corners, std::size(corners));
    }

    JobSystem jobs_;  // outlives the world
    World world_;
    std::vector<Body> bodies_;
    Collider crate_;
    Terminal screen_;
    std::vector<float> vertices_;
    unsigned steps_ = 0;
    int hits_ = 0;
    bool jumped_ = false;
};

void play(double seconds, bool only_last) {
    Game game;
    constexpr double display = 1.0 / 25;  // [s] a picture, which is no multiple of a step
    for (double time = 0; time < seconds; time += display) {
        game.frame(display);
        if (only_last) continue;
        std::fputs("\033[H\033[2J", stdout);
        game.show();
        std::fflush(stdout);
        std::this_thread::sleep_for(std::chrono::duration<double>(display));
    }
    if (only_last) game.show();
    game.report();
}

}  // namespace

int main(int count, char** words) {
    try {
        play(count > 1 ? std::atof(words[1]) : 5, count > 2);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
