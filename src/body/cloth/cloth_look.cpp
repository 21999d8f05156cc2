// What is seen of cloth: its surface, its links, and how far it is stretched.

#include <algorithm>

#include "body/cloth/cloth_matter.h"

namespace pliant::cloth {

void ClothMatter::present(const ParticleView& view, SurfaceFrame& frame) const {
    const ClothModel& m = *model_;
    normals_.assign(m.particle_count, Vec3{});
    for (const TrianglePoints& t : m.triangles) {
        const Vec3 a = view.position[t[0]].xyz();
        const Vec3 n = cross(view.position[t[1]].xyz() - a, view.position[t[2]].xyz() - a);  // twice the area
        for (const u32 p : t) normals_[p] += n;
    }
    for (Vec3& n : normals_) n = direction(n, Vec3{0, 1, 0});
    const u32 vertices = m.surface.vertex_count();
    frame.positions.resize(vertices), frame.normals.resize(vertices), frame.tangents.resize(m.tangents.size());
    frame.bounds = {};
    for (u32 v = 0; v < vertices; ++v) {
        const u32 p = m.vertex_particle[v];
        frame.positions[v] = view.position[p].xyz(), frame.normals[v] = normals_[p];
        frame.bounds.add(frame.positions[v]);
    }
    for (u32 v = 0; v < m.tangents.size(); ++v) {
        const Vec3 n = frame.normals[v], way = view.position[m.tangents[v].neighbor].xyz() - frame.positions[v];
        const Vec3 along = direction(way - n * dot(way, n), perpendicular(n));
        frame.tangents[v].set_xyz(along * m.tangents[v].along.x + cross(n, along) * m.tangents[v].along.y);
        frame.tangents[v].w = m.surface.tangents[v].w;
    }
}

void ClothMatter::links(std::vector<std::array<u32, 2>>& out) const {
    const Links& edges = fabric().edges;
    for (u32 i = 0; i < edges.count(); ++i) out.push_back({edges.a[i], edges.b[i]});
}

void ClothMatter::strain(const ParticleView& view, std::span<float> particles) const {
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

void ClothMatter::carry_to_surface(std::span<const float> particles, std::span<float> vertices) const {
    for (size_t v = 0; v < vertices.size(); ++v) vertices[v] = particles[model_->vertex_particle[v]];
}

// ---- state

void ClothMatter::save(Writer& w) const {
    w.array(steps_.haste), w.array(wanted_), w.array(parted_), w.array(strained_), w.array(creased_);
}

void ClothMatter::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<Float4> haste;
    std::vector<Vec3> wanted;
    std::vector<u32> parted, strained;
    std::vector<float> creased;
    r.array(haste), r.array(wanted), r.array(parted), r.array(strained), r.array(creased);
    sound.require(haste.size() == model_->particle_count && r.at_end(), "speeds of cloth");
    sound.numbers(haste, "speeds of cloth");
    sound.require(wanted.empty() || wanted.size() == model_->particle_count, "wanted shapes");
    sound.numbers(wanted, "wanted shapes");
    sound.below(parted, model_->whole_links().size(), "edges that have parted");
    sound.require(std::is_sorted(parted.begin(), parted.end()), "edges that have parted");
    sound.below(strained, model_->whole_links().size(), "edges that are strained");
    sound.require(std::is_sorted(strained.begin(), strained.end()), "edges that are strained");
    sound.require(creased.empty() || creased.size() == model_->fabric.dihedral.count(), "creases");
    sound.numbers(creased, "creases");
}

void ClothMatter::load(Reader& r) {
    r.fill(std::span<Float4>(steps_.haste));
    r.array(wanted_), r.array(parted_), r.array(strained_), r.array(creased_);
    links_.clear(), curvature_.clear();
    own_fabric_.reset();
    if (!wanted_.empty()) {
        own_fabric_ = std::make_unique<Fabric>(model_->fabric);
        reshape(*own_fabric_, wanted_);
    }
    substep_length_ = 0;
}

}  // namespace pliant::cloth
