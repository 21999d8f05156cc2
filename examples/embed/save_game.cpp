// A save game: the game's own state, and a snapshot of the world, in one file. The level is made as usual, and then
// the snapshot restores everything: dents, velocities, contacts, tears.
//
//   save_game FILE    plays for two seconds, saves, plays on; then loads, plays on, and compares
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <vector>

#include "pliant/pliant.hpp"

namespace {

using namespace pliant;

class Level {
  public:
    Level() : world_(World::make()) {
        world_.add(pliant_default_collider_def());
        Settings clay("lattice");
        clay.set("spacing", 0.1)
            .set("youngs_modulus", 2e4)
            .set("plasticity.yield_strain", 0.02)
            .set("plasticity.creep", 20);
        const Model model = Model::cook(Asset::from_shape("sphere", {0.5f, 0.5f, 0.5f}), clay);
        pliant_body_def def = pliant_default_body_def();
        def.name = "ball";
        def.model = model;
        def.settings = clay;
        def.use_placement = true;
        def.placement.position.y = 1;
        ball_ = world_.add(def);
    }
    void play(int frames) {
        for (int f = 0; f < frames; ++f) {
            world_.step();
            for (const pliant_contact_event& e : world_.contact_events()) score_ += e.hit;
        }
    }
    uint64_t hash() const { return world_.hash(); }
    uint32_t score() const { return score_; }
    float height() const { return ball_.info().center.y; }

    // Everything the game knows beside the world comes first.
    void save(const char* path) const {
        const std::vector<std::byte> bytes = world_.save();
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char*>(&score_), sizeof score_);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) throw std::runtime_error("the game could not be saved");
    }
    void load(const char* path) {
        std::ifstream file(path, std::ios::binary | std::ios::ate);
        std::vector<char> all(file ? static_cast<size_t>(file.tellg()) : 0);
        if (!file.seekg(0).read(all.data(), static_cast<std::streamsize>(all.size())) || all.size() < sizeof score_)
            throw std::runtime_error("there is no saved game");
        const auto bytes = std::as_bytes(std::span(all));
        world_.restore(bytes.subspan(sizeof score_));  // all or nothing: a file of another level changes nothing
        std::copy_n(all.data(), sizeof score_, reinterpret_cast<char*>(&score_));
    }

  private:
    World world_;
    Body ball_;
    uint32_t score_ = 0;
};

void play(const char* path) {
    check(pliant_check());
    Level first;
    first.play(60);
    first.save(path);
    std::printf("saved with the ball at %.3f m and a score of %u\n", static_cast<double>(first.height()),
                first.score());
    first.play(60);

    Level second;  // another day
    second.load(path);
    second.play(60);
    std::printf("a second later it is at %.3f m, after loading at %.3f m: %s\n", static_cast<double>(first.height()),
                static_cast<double>(second.height()),
                first.hash() == second.hash() && first.score() == second.score() ? "the same" : "not the same");
}

}  // namespace

int main(int count, char** words) {
    try {
        play(count > 1 ? words[1] : "game.save");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
