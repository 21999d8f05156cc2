// What links between cells bear, and how the matter of a piece goes on as what it was part of.

#include <algorithm>
#include <atomic>

#include "body/lattice/crack_growth.h"
#include "body/lattice/lattice_matter.h"
#include "core/contract.h"
#include "core/trig.h"

namespace pliant::lattice {

namespace {

Vec3 middle_of(const std::array<u32, 8>& corners, const Float4* at) {
    Vec3 sum;
    for (const u32 p : corners) sum += at[p].xyz();
    return sum / 8;
}

float square(float x) { return x * x; }

constexpr float share_that_parts = 0.7f;  // of what its neighbours in the row bear

float dot(const Quat& a, const Quat& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

}  // namespace

void LatticeMatter::break_links(std::span<const u32> links) {
    PL_ASSERT(all_below(links, model_->tear_map().links.size()));
    broken_links_.insert(broken_links_.end(), links.begin(), links.end());
    std::sort(broken_links_.begin(), broken_links_.end());
    if (!links_.empty()) drop_links(links);
}

void LatticeMatter::list_links() {
    model_->prepare_to_tear();
    own_model();
    links_ = model_->links();
    link_rest2_.clear();
    link_at_.assign(3 * model_->lattice.cell_count(), TearMap::none);
    for (u32 l = 0; l < links_.size(); ++l) link_at_[3 * static_cast<size_t>(links_[l].low) + links_[l].axis] = l;
    drop_links(broken_links_);
}

// They keep their place in the list, under no number.
void LatticeMatter::drop_links(std::span<const u32> broken_links) {
    for (const u32 number : broken_links) {
        const LatticeLink& link = model_->tear_map().links[number];
        const u32 low = model_->torn ? model_->torn->cell_now[link.low] : link.low;
        if (low == TearMap::none) continue;
        u32& at = link_at_[3 * static_cast<size_t>(low) + link.axis];
        if (at != TearMap::none) links_[at].number = TearMap::none;
        at = TearMap::none;
    }
}

// Distances are between the middles of cells, rotations those of the regions at their corners; both against the shape
// that is wanted, so that what a guide or a lasting bend does counts for nothing.
//
// Of links in a row only those that bear nearly most part in a step: they take the load off the others. Without that,
// what is hit hard would fall to dust.
void LatticeMatter::overloads(const ParticleView& view, const TearLimits& limits, std::vector<Overload>& out) {
    PL_ASSERT(view.count == model_->particle_count &&
              (limits.strength.empty() || limits.strength.size() == view.count));
    PL_ASSERT(limits.stretch >= 0 && limits.squash >= 0 && limits.bend >= 0);
    if (links_.empty()) list_links();
    measure_cells(view, limits.bend > 0);
    // Most links bear little, and that is seen without roots and angles.
    float weakest = limits.strength.empty() ? 1 : 3e38f;
    for (const float strength : limits.strength) weakest = std::min(weakest, strength);
    const float longest = limits.stretch > 0 ? square(1 + weakest * limits.stretch) : 3e38f,
                shortest = limits.squash > 0 ? square(std::max(0.0f, 1 - weakest * limits.squash)) : 0,
                least_cosine = limits.bend > 0 ? static_cast<float>(cosine(std::min(
                                                     0.5 * pi, 0.5 * static_cast<double>(weakest * limits.bend))))
                                               : -1;
    load_.assign(links_.size(), 0);
    bool any = false;
    for (u32 l = 0; l < links_.size(); ++l) {
        const LatticeModel::Link& link = links_[l];
        if (link.number == TearMap::none) continue;
        const float ratio = length_squared(cell_middle_[link.high] - cell_middle_[link.low]) / link_rest2_[l];
        const bool weak = !limits.of_link.empty() && limits.of_link[link.number] < 1;
        const bool calm =
            !weak && ratio <= longest && ratio >= shortest &&
            (!(limits.bend > 0) || std::fabs(dot(cell_rotation_[link.low], cell_rotation_[link.high])) >= least_cosine);
        if (calm) continue;
        load_[l] = load_of(l, limits);
        any = any || load_[l] > 1;
    }
    if (!any) return;
    before_.assign(links_.size(), TearMap::none);
    for (u32 l = 0; l < links_.size(); ++l) {
        if (links_[l].number == TearMap::none) continue;
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

void LatticeMatter::measure_cells(const ParticleView& view, bool turned) {
    const LatticeModel& m = *model_;
    const size_t cells = m.lattice.cell_count();
    cell_middle_.resize(cells), cell_rotation_.resize(turned ? cells : 0);
    for (size_t c = 0; c < cells; ++c) cell_middle_[c] = middle_of(m.lattice.cell_corner[c], view.position);
    if (link_rest2_.size() != links_.size()) {
        link_rest2_.clear();
        for (const LatticeModel::Link& link : links_)
            link_rest2_.push_back(length_squared(middle_of(m.lattice.cell_corner[link.high], rest_) -
                                                 middle_of(m.lattice.cell_corner[link.low], rest_)));
    }
    for (size_t c = 0; c < cell_rotation_.size(); ++c) {
        Quat sum{0, 0, 0, 0}, first;
        for (size_t k = 0; k < 8; ++k) {
            const u32 r = m.region_of[m.lattice.cell_corner[c][k]];
            const Quat q{rotation_[0][r], rotation_[1][r], rotation_[2][r], rotation_[3][r]};
            if (k == 0) first = q;
            const float sign = dot(first, q) < 0 ? -1.0f : 1.0f;
            sum = {sum.x + sign * q.x, sum.y + sign * q.y, sum.z + sign * q.z, sum.w + sign * q.w};
        }
        cell_rotation_[c] = normalized(sum);
    }
}

float LatticeMatter::load_of(u32 l, const TearLimits& limits) const {
    PL_ASSERT(l < links_.size());
    const LatticeModel::Link& link = links_[l];
    float load = 0;
    const float now = length(cell_middle_[link.high] - cell_middle_[link.low]), rest = std::sqrt(link_rest2_[l]);
    const float limit = now > rest ? limits.stretch : limits.squash;
    if (limit > 0) load = std::fabs(now - rest) / (rest * limit);
    if (limits.bend > 0) {
        const float cosine = std::min(1.0f, std::fabs(dot(cell_rotation_[link.low], cell_rotation_[link.high])));
        load = std::max(load, static_cast<float>(2 * arc_cosine(static_cast<double>(cosine))) / limits.bend);
    }
    // What has no strength parts at the first strain there is; a load stays a number.
    if (!limits.of_link.empty()) load /= std::max(limits.of_link[link.number], 1e-6f);
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
        std::vector<Vec3> gathered;
        for (u32 p = 0; p < m.particle_count && !places.empty(); ++p) gathered.push_back(places[from[p]]);
        return gathered;
    };
    rest_shape_ = carry(before.rest_shape_), bent_ = carry(before.bent_);
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

// Before the first tear, while nothing is in a hurry.
void LatticeMatter::own_model() {
    if (own_) return;
    if (model_->torn) {
        constexpr long ours = 2;  // the body has it too
        if (!CrackGrowth::is_possible(*model_) || model_.use_count() > ours) return;
        own_ = std::const_pointer_cast<LatticeModel>(model_);
    } else {
        own_ = model_->own_copy();
        if (!own_) return;
    }
    const bool as_cooked = cooked_rest_ == model_->rest.data(), unshaped = rest_ == cooked_rest_;
    CrackGrowth::prepare(*own_);  // arrays get room, and may move
    if (as_cooked) cooked_rest_ = model_->rest.data();
    if (unshaped) rest_ = cooked_rest_;
}

std::optional<Tearable::Crack> LatticeMatter::crack_preview(std::span<const u32> broken_links) {
    if (!own_) return std::nullopt;
    CrackGrowth growth(*own_, broken_links);
    if (!growth.stays_together()) return std::nullopt;
    return Crack{growth.numbers().count_now(), !growth.numbers().empty()};
}

std::optional<Tearable::Opened> LatticeMatter::open_cracks(std::span<const u32> broken_links, const Material& inside,
                                                           const ParameterSet& parameters) {
    PL_ASSERT(own_);
    const bool in_use = own_ == model_;
    if (own_.use_count() > (in_use ? 3 : 1)) return std::nullopt;  // a record, say, has it; the other one is the body's
    std::atomic_thread_fence(std::memory_order_acquire);           // whoever had it has done with it
    CrackGrowth growth(*own_, broken_links);
    const bool stays = growth.stays_together();
    PL_ASSERT(stays);
    if (!stays) return std::nullopt;
    growth.apply(inside);
    model_ = own_;
    const LatticeModel& m = *model_;
    const Renumbering& numbers = growth.numbers();
    for (size_t k = 0; k < 4; ++k) growth.regions().carry(rotation_[k], k == 3 ? 1.0f : 0.0f);
    if (!rest_shape_.empty()) numbers.carry(rest_shape_);
    if (!bent_.empty()) {
        numbers.carry(bent_);
        const std::unique_ptr<PlasticShape> before = std::move(plastic_);
        plastic_ = std::make_unique<PlasticShape>(m.lattice);
        plastic_->take_over(*before, m.torn->cell_from);
    }
    cooked_places_.clear();
    broken_links_ = m.torn->broken_links;
    if (!links_.empty()) drop_links(broken_links_);
    set_masses(parameters);
    resize_scratch();
    substep_stride_ = 1;
    return Opened{model_, numbers};
}

void LatticeMatter::finish_cracks(const ParticleView& view) {
    const std::vector<float> rest2 = std::move(link_rest2_);  // the shape is what it was
    take_shape();
    link_rest2_ = rest2;
    end_substep(view);
}

}  // namespace pliant::lattice
