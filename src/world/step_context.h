// One step, as the systems see it: its length, its substep, the bodies that take part, the threads, the results.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/disjoint_sets.h"
#include "core/parallel.h"
#include "world/contents.h"
#include "world/events.h"

namespace pliant {

enum class Stage : u8 { drive, predict, collide, project, commit, settle, present, count };
const char* name(Stage);

struct StepStatistics {
    std::array<double, static_cast<size_t>(Stage::count)> seconds{};
    u32 substeps = 0, contacts = 0, islands = 0, bodies_awake = 0;  // contacts: of the last substep
    u32 painted = 0;                                                // bodies whose maps moved
    u32 crossings = 0;  // places at which sheets pass through each other, likewise
};

struct StepContext {
    StepContext(Contents& world_contents, const std::optional<HostJobs>& jobs, u32 threads)
        : contents(world_contents), team(jobs ? Team(*jobs) : Team(threads)), worker_scratch(team.workers()) {}

    Contents& contents;
    Team team;

    std::vector<u32> rate_groups;   // numbers of substeps that bodies take in this step, ascending (rates.cpp)
    u32 substep = 0, substeps = 1;  // of the rate group that is stepped
    u32 rigid_substeps = 1;         // that rigid bodies take in this step
    float h = 0;                    // [s] the length of a substep
    bool solves_together = false;   // matter, contacts and attachments in small steps (substep_choice.h)
    u32 search_stride = 1;          // contacts are looked for once in so many substeps, along the whole way
    bool rigid_moves = false;       // rigid bodies take part in this rate group

    std::vector<Body*> all_bodies, moving_bodies;
    std::vector<Body*> guided_bodies;  // that their guide moves, and nothing else
    std::vector<Collider*> all_colliders;
    DisjointSets islands;  // of bodies by number, then of rigid bodies; every system that needs islands builds its own
    std::vector<Array<std::byte>> worker_scratch;

    StepEvents events;
    StepStatistics statistics;

    void list_bodies();
    void list_moving();
    void record(ObjectId object, ObjectChange change) { events.objects.push_back({object, change}); }
    void record(const Body& body, ObjectChange change) { record(object_id(body.id), change); }
    void record(const Collider& collider, ObjectChange change) { record(object_id(collider.id), change); }
    u32 movable(const Collider& collider) const;  // its number, if it is a rigid body that can move in this group; or 0
    static constexpr u32 not_a_member = 0xffffffffu;
    bool begins_search() const { return substep % search_stride == 0; }
    bool ends_search() const { return (substep + 1) % search_stride == 0; }
    u32 since_search() const { return substep % search_stride; }  // substeps
    u32 contact_rounds() const;  // in a small step: those of a substep are shared out among its small steps
    u32 island_members() const;
    u32 island_member(u32 rigid_body) const;

  private:
    void measure_speeds();
};

// While contacts are looked for, `substep`, `substeps` and `h` are those of the whole stretch of time until they are
// looked for again.
class SearchStretch {
  public:
    explicit SearchStretch(StepContext& step)
        : step_(step), substep_(step.substep), substeps_(step.substeps), h_(step.h) {
        PL_ASSERT(step.substeps % step.search_stride == 0);
        step_.substep /= step.search_stride;
        step_.substeps /= step.search_stride;
        step_.h = h_ * static_cast<float>(step.search_stride);
    }
    ~SearchStretch() { step_.substep = substep_, step_.substeps = substeps_, step_.h = h_; }
    SearchStretch(const SearchStretch&) = delete;
    SearchStretch& operator=(const SearchStretch&) = delete;

  private:
    StepContext& step_;
    const u32 substep_, substeps_;
    const float h_;
};

}  // namespace pliant
