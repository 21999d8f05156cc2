// A predict stage of unknown length: a kind that solves its equations by conjugate gradients and stops at a residual.
// It implements the core of a kind and no capability.

#include <gtest/gtest.h>

#include <cmath>

#include "body/kind.h"
#include "body/place.h"
#include "world/world.h"

namespace pliant::testing {
namespace unknown_phases_tests {
namespace {

extern const Kind rope_kind;

// Particles in a row.
class Rope final : public Model {
  public:
    explicit Rope(u32 particles) {
        particle_count = particles;
        for (u32 p = 0; p < particles; ++p) rest.push_back({0.1f * static_cast<float>(p), p % 7 == 0 ? 1.0f : 0.0f, 0});
    }
    const Kind& kind() const override { return rope_kind; }
    void save(Writer&) const override {}
    Vec3 rest_position(u32 particle) const override { return rest[particle]; }
    std::vector<float> carry_to_particles(std::span<const float>) const override {
        return std::vector<float>(particle_count);
    }
    void carry_to_surface(std::span<const float>, std::span<float>) const override {}

    std::vector<Vec3> rest;
};

// Heights diffuse: (1 + k L) y = y before, where L is the Laplacian of the row.
class RopeMatter final : public Matter {
  public:
    explicit RopeMatter(std::shared_ptr<const Rope> model)
        : model_(std::move(model)),
          mass_(model_->particle_count, 1),
          y_(model_->particle_count),
          residual_(y_.size()),
          direction_(y_.size()),
          product_(y_.size()),
          sums_(predict_blocks(0)) {}

    double mass(u32 particle) const override { return mass_[particle]; }
    void place(const ParticleView& view, const Placement& placement) override {
        place_particles(view, placement, model_->rest, mass_, model_->center);
    }
    void transform_state(const Transform&) override {}
    void begin_step(const ParameterSet&, double, float, bool) override {}

    u32 predict_phases() const override { return 30; }  // about
    bool next_phase(u32 phase) override {
        task_ = phase == 0 ? Task::begin : task_after(task_);
        phases += task_ != Task::none;
        return task_ != Task::none;
    }
    u32 predict_blocks(u32) const override { return (model_->particle_count + per_block - 1) / per_block; }
    void predict(u32, u32 block, const ParticleView& view, const Substep&, std::byte*) override {
        sums_[block] = 0;
        for (u32 p = block * per_block; p < std::min(view.count, (block + 1) * per_block); ++p)
            sums_[block] += work_on(p, view);
    }
    size_t scratch_bytes() const override { return 64; }
    Motion motion() const override { return motion_; }

    void present(const ParticleView&, SurfaceFrame&, Team&) const override {}
    void save(Writer&) const override {}
    void check(Reader&) const override {}
    void load(Reader&) override {}

    double remaining(const ParticleView& view) const {  // of the residual, from the positions
        double sum = 0;
        for (u32 p = 0; p < view.count; ++p) {
            const double r = begin_height(view, p) - times_matrix(p, [&](u32 q) { return double{view.position[q].y}; });
            sum += r * r;
        }
        return std::sqrt(sum);
    }
    u32 phases = 0;

  private:
    static constexpr u32 per_block = 64;
    static constexpr double diffusion = 20, tolerance2 = 1e-20;
    enum class Task { begin, multiply, advance, turn, finish, none };

    Task task_after(Task done) {
        const double sum = total();
        switch (done) {
            case Task::begin: residual2_ = sum; break;
            case Task::multiply: step_ = residual2_ / sum; return Task::advance;
            case Task::advance: turn_ = sum / residual2_, residual2_ = sum; break;
            case Task::turn: return Task::multiply;
            default: return Task::none;
        }
        if (!(residual2_ > tolerance2)) return Task::finish;
        return done == Task::begin ? Task::multiply : Task::turn;
    }
    double total() const {
        double sum = 0;
        for (const double s : sums_) sum += s;
        return sum;
    }
    static double begin_height(const ParticleView& view, u32 p) { return double{view.previous[p].y}; }
    template <class F>
    double times_matrix(u32 p, F&& value) const {
        double sum = value(p);
        if (p > 0) sum += diffusion * (value(p) - value(p - 1));
        if (p + 1 < model_->particle_count) sum += diffusion * (value(p) - value(p + 1));
        return sum;
    }
    double work_on(u32 p, const ParticleView& view) {
        switch (task_) {
            case Task::begin:
                view.previous[p] = view.position[p];
                y_[p] = 0;
                direction_[p] = residual_[p] = double{view.position[p].y};
                return residual_[p] * residual_[p];
            case Task::multiply:
                product_[p] = times_matrix(p, [&](u32 q) { return direction_[q]; });
                return direction_[p] * product_[p];
            case Task::advance:
                y_[p] += step_ * direction_[p], residual_[p] -= step_ * product_[p];
                return residual_[p] * residual_[p];
            case Task::turn: direction_[p] = residual_[p] + turn_ * direction_[p]; return 0;
            default: view.position[p].y = static_cast<float>(y_[p]); return 0;
        }
    }

    const std::shared_ptr<const Rope> model_;
    std::vector<float> mass_;
    Motion motion_;
    Task task_ = Task::none;
    std::vector<double> y_, residual_, direction_, product_, sums_;
    double residual2_ = 0, step_ = 0, turn_ = 0;
};

const ParameterTable rope_table{"rope", {}};

const Kind rope_kind{
    .name = "rope",
    .help = "For this test.",
    .parameters = rope_table,
    .cook = nullptr,
    .load = nullptr,
    .make_matter = [](std::shared_ptr<const Model> model, const ParameterSet&) -> std::unique_ptr<Matter> {
        return std::make_unique<RopeMatter>(std::static_pointer_cast<const Rope>(std::move(model)));
    },
    .without_effect = nullptr,
    .forecast = nullptr};

struct Ropes {
    explicit Ropes(u32 threads) : world({.parameters = still_air(), .threads = threads}) {
        for (const u32 particles : {700u, 40u, 3u})
            ids.push_back(world.bodies().add("rope" + std::to_string(particles), std::make_shared<Rope>(particles),
                                             ParameterSet(body_table), ParameterSet(rope_table)));
        world.step();
    }
    static ParameterSet still_air() {
        ParameterSet parameters(world_table);
        parameters.set("gravity", Vec3d{});
        return parameters;
    }
    const RopeMatter& matter(size_t rope) { return static_cast<const RopeMatter&>(*world.body(ids[rope])->matter); }

    World world;
    std::vector<BodyId> ids;
};

TEST(UnknownPhases, EverySolverStopsAtItsOwnResidual) {
    Ropes ropes(1);
    const u32 substeps = ropes.world.contents().substep_count();
    for (size_t i = 0; i < ropes.ids.size(); ++i) {
        // Heights of up to 1 are rounded to float, and the matrix has rows with sums of 1 + 4 · 20 at most.
        const Body& body = *ropes.world.body(ropes.ids[i]);
        EXPECT_LT(ropes.matter(i).remaining(body.view), 81 * 6e-8 * std::sqrt(double(body.view.count)));
        EXPECT_EQ(ropes.matter(i).phases % 3, substeps % 3);  // begin, (multiply, advance, turn) …, finish for turn
    }
    // In exact arithmetic there is one iteration for each eigenvalue at most: of three phases, the last without a turn.
    EXPECT_LE(ropes.matter(2).phases, substeps * (3 * 3 + 1));
    EXPECT_GT(ropes.matter(1).phases, ropes.matter(2).phases);
    EXPECT_GT(ropes.matter(0).phases, ropes.matter(1).phases);
}

TEST(UnknownPhases, AreTheSameForAnyNumberOfThreads) {
    Ropes alone(1), shared(3);  // by whole bodies, and by phases: the longest has most of the work
    for (size_t i = 0; i < alone.ids.size(); ++i) {
        EXPECT_EQ(alone.matter(i).phases, shared.matter(i).phases);
        EXPECT_EQ(alone.world.bodies().hash(alone.ids[i]), shared.world.bodies().hash(shared.ids[i]));
    }
}

}  // namespace
}  // namespace unknown_phases_tests
}  // namespace pliant::testing
