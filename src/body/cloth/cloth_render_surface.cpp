// What is seen of cloth: its surface, its links, and how far it is stretched.

#include <algorithm>

#include "body/cloth/cloth_matter.h"
#include "core/assert.h"

namespace pliant::cloth {

void ClothMatter::present(const ParticleView& view, SurfaceFrame& frame, Team& team) const {
    PL_ASSERT(view.count == model_->particle_count);
    model_->present(view, normals_, frame, team);
}

void ClothMatter::links(std::vector<std::array<u32, 2>>& out) const {
    const Links& edges = fabric().edges;
    for (u32 i = 0; i < edges.count(); ++i) out.push_back({edges.a[i], edges.b[i]});
}

void ClothMatter::strain(const ParticleView& view, std::span<float> particles) const {
    PL_ASSERT(view.count == model_->particle_count && particles.size() == view.count);
    std::fill(particles.begin(), particles.end(), 0.0f);
    const Fabric& f = fabric();
    for (const Links* links : {&f.edges, &f.diagonals})
        for (u32 i = 0; i < links->count(); ++i) {
            const u32 a = links->a[i], b = links->b[i];
            const float now = length(view.position[b].xyz() - view.position[a].xyz());
            const float s = std::fabs(now / std::max(links->rest[i], 1e-12f) - 1);
            particles[a] = std::max(particles[a], s), particles[b] = std::max(particles[b], s);
        }
}

// ---- state

void ClothMatter::save(Writer& w) const {
    w.array(steps_.velocity_excess), w.array(rest_shape_), w.array(broken_links_), w.array(strained_),
        w.array(creased_);
}

void ClothMatter::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<Float4> velocity_excess;
    std::vector<Vec3> wanted;
    std::vector<u32> broken_links, strained;
    std::vector<float> creased;
    r.array(velocity_excess), r.array(wanted), r.array(broken_links), r.array(strained), r.array(creased);
    sound.require(velocity_excess.size() == model_->particle_count && r.at_end(), "speeds of cloth");
    sound.numbers(velocity_excess, "speeds of cloth");
    sound.require(wanted.empty() || wanted.size() == model_->particle_count, "wanted shapes");
    sound.numbers(wanted, "wanted shapes");
    sound.below(broken_links, model_->whole_links().size(), "edges that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()), "edges that have parted");
    sound.below(strained, model_->whole_links().size(), "edges that are strained");
    sound.require(std::is_sorted(strained.begin(), strained.end()), "edges that are strained");
    sound.require(creased.empty() || creased.size() == model_->fabric.dihedral.count(), "creases");
    sound.numbers(creased, "creases");
}

void ClothMatter::load(Reader& r) {
    r.fill(std::span<Float4>(steps_.velocity_excess));
    r.array(rest_shape_), r.array(broken_links_), r.array(strained_), r.array(creased_);
    links_.clear(), curvature_.clear();
    own_fabric_.reset();
    if (!rest_shape_.empty()) {
        own_fabric_ = std::make_unique<Fabric>(model_->fabric);
        reshape(*own_fabric_, rest_shape_);
    }
    choose_bends();
    substep_length_ = 0;
}

}  // namespace pliant::cloth
