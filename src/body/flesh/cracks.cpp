#include "body/flesh/cracks.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant::flesh {

void Cracks::list(const FleshModel& m, std::span<const FleshModel::Link> links) {
    PL_ASSERT(std::all_of(links.begin(), links.end(),
                          [&](const FleshModel::Link& l) { return all_below(l.face, m.particle_count); }));
    link_start_.assign(m.particle_count + 1, 0);
    for (const FleshModel::Link& l : links)
        for (const u32 p : l.face) ++link_start_[p + 1];
    for (u32 p = 0; p < m.particle_count; ++p) link_start_[p + 1] += link_start_[p];
    link_.resize(3 * links.size());
    std::vector<u32> next(link_start_.begin(), link_start_.end() - 1);
    for (u32 l = 0; l < links.size(); ++l)
        for (const u32 p : links[l].face) link_[next[p]++] = l;
    middle_.clear();
    for (const TetPoints& t : m.tets)
        middle_.push_back((m.rest[t[0]] + m.rest[t[1]] + m.rest[t[2]] + m.rest[t[3]]) * 0.25f);
    sides_.reset(m.tets.size());
}

const std::vector<u32>& Cracks::choose(const FleshModel& m, const Loads& loads, std::vector<CrackTip>& tips,
                                       bool& begin) {
    PL_ASSERT(loads.load.size() == loads.links.size() && link_start_.size() == m.particle_count + size_t{1});
    rank(loads);
    near_.assign(m.particle_count, 0), passed_.assign(m.particle_count, 0), tip_.assign(m.particle_count, no_index);
    parts_.assign(loads.links.size(), 0);
    for (u32 i = 0; i < tips.size(); ++i) tip_[tips[i].particle] = i, mark_near(tips[i].particle, loads);
    constexpr int most_rounds = 8;
    constexpr float nearly = 0.9f;  // what bears nearly the most may part too
    const float begins = order_.empty() ? 1 : std::max(1.0f, nearly * bears_[order_[0]]);
    bool grown = true, begun = false;
    for (int round = 0; round < most_rounds && grown; ++round) {
        grown = false;
        for (const u32 p : order_) {
            if (passed_[p]) continue;
            const bool at_tip = tip_[p] != no_index;
            if (follow_seam(p, loads)) {
                passed_[p] = 1;
            } else if (at_tip) {
                grown = pass(p, loads, CrackTip(tips[tip_[p]]), runs_on, tips) || grown;
            } else if (begin && bears_[p] > begins && !near_[p]) {
                const Vec3 across = loads.drawn[p];
                const bool here = pass(p, loads, {p, across, dot(across, m.rest[p])}, 1, tips);
                grown = grown || here, begun = begun || here;
            }
        }
    }
    begin = begun;
    std::erase_if(tips, [&](const CrackTip& t) { return passed_[t.particle] != 0; });
    chosen_.clear();
    for (u32 l = 0; l < parts_.size(); ++l)
        if (parts_[l]) chosen_.push_back(l);
    return chosen_;
}

void Cracks::rank(const Loads& loads) {
    bears_.assign(link_start_.size() - 1, 0);
    for (u32 l = 0; l < loads.links.size(); ++l)
        for (const u32 p : loads.links[l].face) bears_[p] = std::max(bears_[p], loads.load[l]);
    order_.clear();
    for (u32 p = 0; p < bears_.size(); ++p)
        if (bears_[p] > runs_on) order_.push_back(p);
    std::stable_sort(order_.begin(), order_.end(), [&](u32 a, u32 b) { return bears_[a] > bears_[b]; });
}

// Weak links that are overloaded part where they leave the tets around the particle in a few groups. Where they leave
// all of them single, they are no seam but a weak region.
bool Cracks::follow_seam(u32 p, const Loads& loads) {
    if (loads.weak.empty()) return false;
    const std::span<const u32> around = links_at(p);
    const auto parts = [&](u32 l) { return parts_[l] || (loads.weak[l] && loads.load[l] > 1); };
    bool any = false;
    for (const u32 l : around) any = any || (!parts_[l] && parts(l));
    if (!any) return false;
    u32 tets = 0, joined = 0;
    constexpr u32 a_few = 4;
    for (const u32 l : around)
        for (const u32 t : {loads.links[l].low, loads.links[l].high}) sides_.part(t);
    next_.clear();
    for (const u32 l : around)
        for (const u32 t : {loads.links[l].low, loads.links[l].high}) next_.push_back(t);
    std::sort(next_.begin(), next_.end());
    tets = static_cast<u32>(std::unique(next_.begin(), next_.end()) - next_.begin());
    for (const u32 l : around) {
        const u32 a = sides_.find(loads.links[l].low), b = sides_.find(loads.links[l].high);
        if (parts(l) || a == b) continue;
        sides_.join(a, b), ++joined;
    }
    const u32 groups = tets - joined;
    if (groups < 2 || groups > a_few) return false;
    for (const u32 l : around)
        if (parts(l)) parts_[l] = 1;
    return true;
}

// Links around the particle from one side of the plane to the other.
void Cracks::cut(u32 p, const Loads& loads, const CrackTip& plane) {
    PL_ASSERT(p + size_t{1} < link_start_.size());
    cut_.clear();
    for (const u32 l : links_at(p)) {
        const auto above = [&](u32 tet) { return dot(plane.normal, middle_[tet]) > plane.offset; };
        if (above(loads.links[l].low) != above(loads.links[l].high)) cut_.push_back(l);
    }
}

bool Cracks::pass(u32 p, const Loads& loads, const CrackTip& plane, float least_load, std::vector<CrackTip>& tips) {
    cut(p, loads, plane);
    if (cut_.empty()) {  // the plane goes by
        passed_[p] = 1;
        return false;
    }
    float mean = 0;
    for (const u32 l : cut_) mean += loads.load[l] / static_cast<float>(cut_.size());
    if (!(mean > least_load)) return false;
    passed_[p] = 1;
    mark_near(p, loads);
    for (const u32 l : cut_) {
        parts_[l] = 1;
        for (const u32 q : loads.links[l].face) {
            if (passed_[q] || tip_[q] != no_index) continue;
            tip_[q] = static_cast<u32>(tips.size());
            tips.push_back({q, plane.normal, plane.offset});
        }
    }
    return true;
}

void Cracks::mark_near(u32 p, const Loads& loads) {
    PL_ASSERT(p < near_.size());
    constexpr int rings = 3;
    ring_.assign(1, p);
    for (int r = 0; r <= rings; ++r) {
        next_.clear();
        for (const u32 q : ring_) {
            near_[q] = 1;
            for (const u32 l : links_at(q))
                if (r < rings) next_.insert(next_.end(), loads.links[l].face.begin(), loads.links[l].face.end());
        }
        std::sort(next_.begin(), next_.end());
        next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
        ring_.swap(next_);
    }
}

}  // namespace pliant::flesh
