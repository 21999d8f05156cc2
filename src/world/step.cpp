// One step of the world: this file is its table of contents, and stages.h says what each stage reads and writes.

#include <chrono>
#include <cmath>

#include "core/cpu.h"
#include "core/profile.h"
#include "world/stages.h"
#include "world/systems.h"
#include "world/validate.h"
#include "world/world.h"

namespace pliant {

static void begin_step(StepContext& step) {
    step.statistics = {};
    step.events.objects.swap(step.events.coming_objects);
    step.events.coming_objects.clear();
    step.team.begin_step();
}

static void begin_rate_group(Systems& s, u32 substeps) {
    s.rates.begin_group(substeps);
    s.rigid_coupling.begin();
}

static void end_rate_group(Systems& s) {
    StepStatistics& statistics = s.step.statistics;
    statistics.contacts += static_cast<u32>(s.contact_set.contacts.size());
    statistics.crossings += static_cast<u32>(s.contact_set.crossings.size());
    statistics.islands += static_cast<u32>(s.contact_set.islands.size());
    statistics.bodies_awake += static_cast<u32>(s.step.moving_bodies.size());
    statistics.substeps = s.step.substeps;
    s.contact_report.count();
    s.rigid_coupling.end();
    s.rates.end_group();
}

void World::step() {
    const FloatingPointMode mode;
    const Profiled profiled("step");
    begin_step(step_);

    time_stage(Stage::drive, drive);
    for (const u32 substeps : step_.rate_groups) {  // one, unless far bodies take fewer substeps (detail/rates.cpp)
        begin_rate_group(*systems_, substeps);
        for (step_.substep = 0; step_.substep < step_.substeps; ++step_.substep) {
            if (step_.solves_together && step_.begins_search()) time_stage(Stage::collide, collide);
            time_stage(Stage::predict, predict);
            if (!step_.solves_together) time_stage(Stage::collide, collide);
            time_stage(Stage::project, project);
            time_stage(Stage::commit, commit);
            systems_->rigid_coupling.notify_host();
        }
        end_rate_group(*systems_);
    }
    time_stage(Stage::settle, settle);
    time_stage(Stage::present, present);

    step_.team.end_step();
    ++contents_.revision;
}

void World::preroll() {
    const double steps = std::ceil(parameters().number(WorldP::preroll) / step_length() - 1e-9);
    contents_.prerolling = true;
    for (double done = 0; done < steps; ++done) step();
    contents_.prerolling = false;
}

u32 World::advance(double seconds, u32 most_steps) {
    double& unspent = contents_.unspent;
    if (seconds > 0) unspent += seconds;
    u32 steps = 0;
    for (; unspent >= step_length() && steps < most_steps; ++steps) {
        unspent -= step_length();
        step();
    }
    // A host that cannot keep up loses time rather than ever more of it.
    if (unspent >= step_length()) unspent = 0;
    return steps;
}

void World::time_stage(Stage stage, void (*run)(Systems&)) {
    const Profiled profiled(name(stage));
    step_.team.set_profile_name(name(stage));
    const auto start = std::chrono::steady_clock::now();
    run(*systems_);
    PL_ASSERT(validate(contents_).empty());
    PL_ASSERT(stage != Stage::collide || validate(systems_->contact_set, contents_.particles).empty());
    step_.statistics.seconds[static_cast<size_t>(stage)] +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace pliant
