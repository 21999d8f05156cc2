// What is seen of flesh: its surface, its edges, and how far it is strained; and its state.

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh_matter.h"
#include "body/parts.h"
#include "core/assert.h"
#include "core/svd3.h"

namespace pliant::flesh {

void FleshMatter::present(const ParticleView& view, SurfaceFrame& frame, Team& team) const {
    PL_ASSERT(view.count == model_->particle_count);
    const FleshModel& m = *model_;
    const u32 n = m.surface.vertex_count();
    frame.positions.resize(n), frame.normals.resize(n), frame.tangents.resize(m.surface.tangents.size());
    // How normals and tangents turn, from the shape that was cooked.
    gradients_.resize(m.surface.tangents.empty() ? 0 : m.shown_tet.size()), cofactors_.resize(m.shown_tet.size());
    in_parts(team, static_cast<u32>(m.shown_tet.size()), 4096, [&](u32 begin, u32 end) {
        for (u32 i = begin; i < end; ++i) {
            const TetPoints& t = m.tets[m.shown_tet[i]];
            const Vec3 a = view.position[t[0]].xyz();
            const Mat3 edges{
                {view.position[t[1]].xyz() - a, view.position[t[2]].xyz() - a, view.position[t[3]].xyz() - a}};
            const Mat3 f = edges * m.shown_inverse[i];
            cofactors_[i] = cofactor(f);
            if (!gradients_.empty()) gradients_[i] = f;
        }
    });
    frame.bounds = boxed_in_parts(team, n, [&](u32 begin, u32 end) {
        Box bounds;
        for (u32 v = begin; v < end; ++v) {
            const TetPlace& place = m.places[m.surface.vertex_point[v]];
            Vec3 at;
            for (size_t k = 0; k < 4; ++k) at += view.position[m.tets[place.tet][k]].xyz() * place.weight[k];
            frame.positions[v] = at;
            frame.normals[v] = direction(cofactors_[m.vertex_shown[v]] * m.surface.normals[v], Vec3{0, 1, 0});
            if (!m.surface.tangents.empty()) {
                frame.tangents[v].set_xyz(
                    direction(gradients_[m.vertex_shown[v]] * m.surface.tangents[v].xyz(), Vec3{1, 0, 0}));
                frame.tangents[v].w = m.surface.tangents[v].w;
            }
            bounds.add(at);
        }
        return bounds;
    });
}

void FleshMatter::links(std::vector<std::array<u32, 2>>& out) const {
    out.insert(out.end(), model_->edges.begin(), model_->edges.end());
}

// Of each particle, the most that any tet around it is strained.
void FleshMatter::strain(const ParticleView& view, std::span<float> particles) const {
    PL_ASSERT(view.count == model_->particle_count && particles.size() == view.count);
    std::fill(particles.begin(), particles.end(), 0.0f);
    const Array<TetGroup>& all = groups();
    for (size_t g = 0; g < all.size(); ++g) {
        Four8 x[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(floats(view.position), all[g].corner[k]);
        const Vec3x8 s = svd(deformation_gradient(x, rest_of(rests()[g]))).s;
        for (u32 lane_number = 0; lane_number < lane_count; ++lane_number) {
            const float most = std::max({std::fabs(lane(s.x, lane_number) - 1), std::fabs(lane(s.y, lane_number) - 1),
                                         std::fabs(lane(s.z, lane_number) - 1)});
            for (int k = 0; k < 4; ++k) {
                float& at = particles[all[g].corner[k][lane_number]];
                at = std::max(at, most);
            }
        }
    }
}

void FleshModel::carry_to_surface(std::span<const float> particles, std::span<float> vertices) const {
    PL_ASSERT(particles.size() == particle_count && vertices.size() == surface.vertex_count());
    for (u32 v = 0; v < vertices.size(); ++v) {
        const TetPlace& place = places[surface.vertex_point[v]];
        float sum = 0, weights = 0;
        for (size_t k = 0; k < 4; ++k) {
            const float w = std::max(place.weight[k], 0.0f);
            sum += w * particles[tets[place.tet][k]], weights += w;
        }
        vertices[v] = sum / weights;
    }
}

// ---- state

void FleshMatter::save(Writer& w) const {
    w.array(steps_.velocity_excess), w.array(rest_shape_), w.array(plastic_), w.array(broken_links_), w.array(tips_);
    w.value(quiet_);
}

void FleshMatter::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<Float4> velocity_excess;
    std::vector<Vec3> wanted;
    std::vector<Mat3> plastic;
    std::vector<u32> broken_links;
    std::vector<CrackTip> tips;
    r.array(velocity_excess), r.array(wanted), r.array(plastic), r.array(broken_links), r.array(tips);
    sound.require(is_sound(r.value<float>()), "cracks");
    sound.require(velocity_excess.size() == model_->particle_count && r.at_end(), "speeds of flesh");
    sound.numbers(velocity_excess, "speeds of flesh");
    sound.require(wanted.empty() || wanted.size() == model_->particle_count, "wanted shapes");
    sound.numbers(wanted, "wanted shapes");
    sound.require(plastic.empty() || plastic.size() == model_->tets.size(), "shapes of tets");
    for (const Mat3& p : plastic) sound.require(std::fabs(determinant(p) - 1) < 0.1f, "shapes of tets");
    sound.below(broken_links, broken_links.empty() ? 0 : model_->partings().links.size(), "faces that have parted");
    sound.require(std::is_sorted(broken_links.begin(), broken_links.end()), "faces that have parted");
    for (const CrackTip& t : tips)
        sound.require(t.particle < model_->particle_count && is_sound(t.normal) && is_sound(t.offset), "cracks");
}

void FleshMatter::load(Reader& r) {
    r.fill(std::span<Float4>(steps_.velocity_excess));
    r.array(rest_shape_), r.array(plastic_), r.array(broken_links_), r.array(tips_);
    quiet_ = r.value<float>();
    links_.clear();
    reshape();
}

}  // namespace pliant::flesh
