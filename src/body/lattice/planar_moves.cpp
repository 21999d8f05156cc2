#include "body/lattice/planar_moves.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant::lattice {

PlanarMoves::PlanarMoves(LatticeModel& m, const Renumbering& numbers) : count_before_(m.region_count) {
    PL_ASSERT(m.region_of.size() == numbers.count_before() && m.plane_start.size() == m.gather.planes.size());
    // New particles come right after the last of their site, in planar order as in every other.
    std::vector<u32> inserted;  // before which region
    for (const u32 at : numbers.inserted()) inserted.push_back(m.region_of[at - 1] + 1);
    std::sort(inserted.begin(), inserted.end());
    for (const Renumbering::Copy& c : numbers.copies()) copies_.push_back({0, m.region_of[c.before]});
    const std::vector<u32> start_before = m.plane_start;
    std::vector<u8> changed(m.plane_start.size(), 0);
    auto next = inserted.begin();
    u32 start = 0;
    for (size_t plane = 0; plane < m.plane_start.size(); ++plane) {
        const u32 size = m.gather.planes[plane].output_end - m.gather.planes[plane].output_begin;
        m.plane_start[plane] = start;
        u32 from = start_before[plane], to = start;
        changed[plane] = from != to;
        const u32 end_before = plane + 1 < start_before.size() ? start_before[plane + 1] : count_before_;
        for (; next != inserted.end() && *next <= end_before; ++next) {
            moves_.push_back({from, to, *next - from});
            to += *next - from + 1;
            from = *next;
            changed[plane] = 1;
        }
        moves_.push_back({from, to, start + size - to});
        start += (size + 7) / 8 * 8;
        padding_.push_back({moves_.back().to + moves_.back().count, start});
    }
    PL_ASSERT(next == inserted.end());
    m.region_count = count_now_ = start;
    // Particles of one row have neighbouring regions, so they are looked up plane by plane.
    std::vector<size_t> first_move(m.plane_start.size());
    for (size_t plane = 0, move = 0; plane < first_move.size(); ++plane) {
        while (moves_[move].to < m.plane_start[plane]) ++move;
        first_move[plane] = move;
    }
    numbers.carry(m.region_of);
    for (u32 p = 0; p < m.particle_count; ++p) {
        const size_t plane = static_cast<size_t>(m.lattice.particle_site[p].y);
        if (!changed[plane]) continue;
        size_t move = first_move[plane];
        u32& region = m.region_of[p];
        while (region >= moves_[move].from + moves_[move].count) ++move;
        region += moves_[move].to - moves_[move].from;
    }
    // Copies of a site follow each other.
    for (size_t i = 0; i < copies_.size(); ++i) {
        const u32 p = numbers.copies()[i].now;
        const bool follows = i > 0 && numbers.copies()[i - 1].now + 1 == p &&
                             m.lattice.particle_site[p] == m.lattice.particle_site[p - 1];
        if (follows) m.region_of[p] = m.region_of[p - 1] + 1;
        copies_[i].now = m.region_of[p];
    }
}

void PlanarMoves::carry(Array<float>& values, float padding) const {
    PL_ASSERT(values.size() == count_before_);
    std::vector<float> kept;
    kept.reserve(copies_.size());
    for (const Copy& c : copies_) kept.push_back(values[c.before]);
    values.resize(count_now_);
    for (size_t i = moves_.size(); i-- > 0;) {
        const Move& m = moves_[i];
        if (m.from != m.to) std::copy_backward(&values[m.from], &values[m.from] + m.count, &values[m.to] + m.count);
    }
    for (size_t i = 0; i < copies_.size(); ++i) values[copies_[i].now] = kept[i];
    for (const BlockRange& range : padding_)
        for (u32 i = range.begin; i < range.end; ++i) values[i] = padding;
}

}  // namespace pliant::lattice
