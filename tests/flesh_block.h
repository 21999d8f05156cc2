// A block of flesh on its own, without a world: forces and places of its particles are in the hands of the test.
#pragma once

#include <functional>
#include <memory>

#include "body/flesh/flesh.h"
#include "body/flesh/flesh_matter.h"
#include "geometry/tet_box.h"

namespace pliant::testing {

struct FleshBlock {
    struct Settings {
        Vec3 size{1, 1, 1};
        Vec3i cells{4, 4, 4};
        double youngs_modulus = 2e4, poisson_ratio = 0.45, density = 1000, damping = 0;
        u32 small_steps = 5;
        float substep = 1.0f / 120;  // [s]
    };
    explicit FleshBlock(const Settings& s) : settings(s), model(std::make_shared<flesh::FleshModel>()) {
        TetMesh volume = tet_box(s.size, s.cells);
        sort_by_place(volume, flesh::tets_per_cluster);
        model->rest = std::move(volume.points), model->tets = std::move(volume.tets);
        model->build();
        parameters.set(flesh::P::youngs_modulus, s.youngs_modulus);
        parameters.set(flesh::P::poisson_ratio, s.poisson_ratio);
        parameters.set(flesh::P::density, s.density);
        parameters.set(flesh::P::damping, s.damping);
        parameters.set(flesh::P::small_steps, static_cast<double>(s.small_steps));
        matter = std::make_unique<flesh::FleshMatter>(model, parameters);
        const size_t room = model->rest.size() + 16;
        position.resize(room), previous.resize(room), velocity.resize(room);
        view = {position.data(), previous.data(), velocity.data(), model->particle_count};
        matter->place(view, {});
        matter->begin_step(parameters, 0, s.substep, true);
    }
    void step(const Vec3& gravity = {}, float drag = 0) {
        Substep substep;
        substep.length = settings.substep, substep.gravity = gravity, substep.drag = drag;
        matter->set_kinematic_targets(view, {});
        for (u32 phase = 0; phase < matter->predict_phases(); ++phase)
            for (u32 block = 0; block < matter->predict_blocks(phase); ++block)
                matter->predict(phase, block, view, substep, nullptr);
        matter->end_substep(view);
    }
    void each(const std::function<bool(const Vec3&)>& at_rest, const std::function<void(u32)>& f) const {
        for (u32 p = 0; p < view.count; ++p)
            if (at_rest(model->rest[p])) f(p);
    }
    Vec3d mean(const std::function<bool(const Vec3&)>& at_rest) const {
        Vec3d sum;
        double count = 0;
        each(at_rest, [&](u32 p) { sum += position[p].xyz().to<double>(), ++count; });
        return sum / count;
    }
    double volume() const {
        double sum = 0;
        for (const TetPoints& t : model->tets) sum += tet_volume(t);
        return sum;
    }
    int inverted() const {
        int count = 0;
        for (const TetPoints& t : model->tets) count += tet_volume(t) <= 0;
        return count;
    }
    double tet_volume(const TetPoints& t) const {
        const auto at = [&](size_t k) { return position[t[k]].xyz().to<double>(); };
        return dot(cross(at(1) - at(0), at(2) - at(0)), at(3) - at(0)) / 6;
    }
    double most_edge_strain() const {
        double most = 0;
        for (const auto& [a, b] : model->edges)
            most = std::max(most, std::fabs(static_cast<double>(length(position[b].xyz() - position[a].xyz())) /
                                                length(model->rest[b] - model->rest[a]) -
                                            1));
        return most;
    }
    Vec3d momentum() const {
        Vec3d sum;
        for (u32 p = 0; p < view.count; ++p) sum += true_velocity(p) * matter->mass(p);
        return sum;
    }
    Vec3d angular_momentum() const {
        Vec3d sum;
        for (u32 p = 0; p < view.count; ++p)
            sum += cross(position[p].xyz().to<double>(), true_velocity(p) * matter->mass(p));
        return sum;
    }
    // Velocities of particles are means of a substep: what they have in the end is `haste` more.
    Vec3d true_velocity(u32 p) const { return (velocity[p].xyz() + matter->velocity_excess(p)).to<double>(); }

    Settings settings;
    std::shared_ptr<flesh::FleshModel> model;
    ParameterSet parameters{flesh::table};
    std::unique_ptr<flesh::FleshMatter> matter;
    Array<Float4> position, previous, velocity;
    ParticleView view{};
};

}  // namespace pliant::testing
