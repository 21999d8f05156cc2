// What links between cells bear, and how the matter of a piece goes on as what it was part of.

#include <algorithm>

#include "body/lattice/lattice_matter.h"
#include "core/trig.h"

namespace pliant::lattice {

namespace {

Vec3 middle_of(const std::array<u32, 8>& corners, const Float4* at) {
    Vec3 sum;
    for (const u32 p : corners) sum += at[p].xyz();
    return sum / 8;
}

constexpr float share_that_parts = 0.7f;  // of what its neighbours in the row bear

float dot(const Quat& a, const Quat& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

}  // namespace

void LatticeMatter::part(std::span<const u32> links) {
    parted_.insert(parted_.end(), links.begin(), links.end());
    std::sort(parted_.begin(), parted_.end());
    links_.clear();
}

void LatticeMatter::list_links() const {
    links_ = model_->links();
    std::erase_if(links_, [&](const LatticeModel::Link& l) {
        return std::binary_search(parted_.begin(), parted_.end(), l.number);
    });
    link_at_.assign(3 * model_->lattice.cell_count(), TearMap::none);
    for (u32 l = 0; l < links_.size(); ++l) link_at_[3 * static_cast<size_t>(links_[l].low) + links_[l].axis] = l;
}

// Distances are between the middles of cells, rotations those of the regions at their corners; both against the shape
// that is wanted, so that what a guide or a lasting bend does counts for nothing.
//
// Of links in a row only those that bear nearly most part in a step: they take the load off the others. Without that,
// what is hit hard would fall to dust.
void LatticeMatter::overloads(const ParticleView& view, const TearLimits& limits, std::vector<Overload>& out) const {
    const LatticeModel& m = *model_;
    if (links_.empty()) list_links();
    const size_t cells = m.lattice.cell_count();
    cell_middle_.resize(cells), cell_rest_.resize(cells), cell_rotation_.resize(cells);
    for (size_t c = 0; c < cells; ++c) {
        const std::array<u32, 8>& corners = m.lattice.cell_corner[c];
        cell_middle_[c] = middle_of(corners, view.position);
        cell_rest_[c] = middle_of(corners, rest_);
        if (!(limits.bend > 0)) continue;
        Quat sum{0, 0, 0, 0}, first;
        for (size_t k = 0; k < 8; ++k) {
            const u32 r = m.region_of[corners[k]];
            const Quat q{rotation_[0][r], rotation_[1][r], rotation_[2][r], rotation_[3][r]};
            if (k == 0) first = q;
            const float way = dot(first, q) < 0 ? -1.0f : 1.0f;
            sum = {sum.x + way * q.x, sum.y + way * q.y, sum.z + way * q.z, sum.w + way * q.w};
        }
        cell_rotation_[c] = normalized(sum);
    }
    load_.resize(links_.size());
    bool any = false;
    for (u32 l = 0; l < links_.size(); ++l) load_[l] = load_of(links_[l], limits), any = any || load_[l] > 1;
    if (!any) return;
    before_.assign(links_.size(), TearMap::none);
    for (u32 l = 0; l < links_.size(); ++l) {
        const u32 next = link_at_[3 * static_cast<size_t>(links_[l].high) + links_[l].axis];
        if (next != TearMap::none) before_[next] = l;
    }
    for (u32 l = 0; l < links_.size(); ++l) {
        if (!(load_[l] > 1)) continue;
        const u32 next = link_at_[3 * static_cast<size_t>(links_[l].high) + links_[l].axis];
        if (next != TearMap::none && load_[next] * share_that_parts > load_[l]) continue;
        if (before_[l] != TearMap::none && load_[before_[l]] * share_that_parts > load_[l]) continue;
        const Vec3 place = (cell_middle_[links_[l].low] + cell_middle_[links_[l].high]) * 0.5f;
        out.push_back({links_[l].number, load_[l], place});
    }
}

float LatticeMatter::load_of(const LatticeModel::Link& link, const TearLimits& limits) const {
    float load = 0;
    if (limits.stretch > 0) {
        const float now = length(cell_middle_[link.high] - cell_middle_[link.low]),
                    rest = length(cell_rest_[link.high] - cell_rest_[link.low]);
        load = (now - rest) / (rest * (now > rest ? limits.stretch : -limits.squash));
    }
    if (limits.bend > 0) {
        const float cosine = std::min(1.0f, std::fabs(dot(cell_rotation_[link.low], cell_rotation_[link.high])));
        load = std::max(load, static_cast<float>(2 * arc_cosine(static_cast<double>(cosine))) / limits.bend);
    }
    if (limits.strength.empty()) return load;
    float strength = 0;  // of the four particles between them
    for (u32 k = 0; k < 8; ++k)
        if (k >> link.axis & 1) strength += 0.25f * limits.strength[model_->lattice.cell_corner[link.low][k]];
    return load / strength;
}

void LatticeMatter::take_over(const Matter& matter, const ParticleView& view) {
    const LatticeMatter& before = static_cast<const LatticeMatter&>(matter);
    const LatticeModel &m = *model_, &old = *before.model_;
    const std::vector<u32> from = m.particles_before(old);
    for (u32 p = 0; p < m.particle_count; ++p)
        for (int k = 0; k < 4; ++k) rotation_[k][m.region_of[p]] = before.rotation_[k][old.region_of[from[p]]];
    const auto carry = [&](const std::vector<Vec3>& places) {
        std::vector<Vec3> carried;
        for (u32 p = 0; p < m.particle_count && !places.empty(); ++p) carried.push_back(places[from[p]]);
        return carried;
    };
    wanted_ = carry(before.wanted_), bent_ = carry(before.bent_);
    if (!bent_.empty()) {
        std::vector<u32> cell_before;
        for (const u32 c : m.torn->cell_from) cell_before.push_back(old.torn ? old.torn->cell_now[c] : c);
        plastic_ = std::make_unique<PlasticShape>(m.lattice);
        plastic_->take_over(*before.plastic_, cell_before);
        unsettled_ = before.unsettled_;
    }
    take_shape();
    end_substep(view);
}

}  // namespace pliant::lattice
