// One step of the world: this file is its table of contents.

#include <chrono>

#include "core/cpu.h"
#include "core/profile.h"
#include "world/world.h"

namespace pliant {

void World::step() {
    const FloatingPointMode mode;
    const Profiled profiled("step");
    statistics_ = {};
    body_events_.swap(coming_body_events_);
    coming_body_events_.clear();
    team_.begin_step();

    time_stage(Stage::drive, &World::drive);
    for (const u32 substeps : turns_) {  // one turn, unless far bodies take fewer substeps (rates.cpp)
        begin_turn(substeps);
        for (substep_ = 0; substep_ < substeps_; ++substep_) {
            time_stage(Stage::predict, &World::predict);
            time_stage(Stage::collide, &World::collide);
            time_stage(Stage::project, &World::project);
            time_stage(Stage::commit, &World::commit);
            tell_host();
        }
        end_turn();
    }
    time_stage(Stage::settle, &World::settle);
    time_stage(Stage::present, &World::present);

    team_.end_step();
    ++revision_;
}

void World::preroll() {
    const double steps = std::ceil(parameters_.number(WorldP::preroll) / step_length() - 1e-9);
    prerolling_ = true;
    for (double done = 0; done < steps; ++done) step();
    prerolling_ = false;
}

u32 World::advance(double seconds, u32 most_steps) {
    if (seconds > 0) unspent_ += seconds;
    u32 steps = 0;
    for (; unspent_ >= step_length() && steps < most_steps; ++steps) {
        unspent_ -= step_length();
        step();
    }
    // A host that cannot keep up loses time rather than ever more of it.
    if (unspent_ >= step_length()) unspent_ = 0;
    return steps;
}

u32 World::substep_count() const {
    const u32 wanted = static_cast<u32>(parameters_.number(WorldP::substeps));
    const u32 least = static_cast<u32>(std::ceil(step_length() / longest_substep - 1e-9));
    return wanted > least ? wanted : least;
}

const char* name(Stage stage) {
    static constexpr const char* names[] = {"drive", "predict", "collide", "project", "commit", "settle", "present"};
    return stage < Stage::count ? names[static_cast<size_t>(stage)] : "";
}

void World::time_stage(Stage stage, void (World::*run)()) {
    const Profiled profiled(name(stage));
    team_.name_work(name(stage));
    const auto start = std::chrono::steady_clock::now();
    (this->*run)();
    statistics_.seconds[static_cast<size_t>(stage)] +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void World::record_body_event(const Body& body, BodyChange change) { body_events_.push_back({body.id, change}); }

}  // namespace pliant
