// Finds the program: slice by slice the bars and plates that are wanted, then plane by plane the regions.
//
// Where only some particles were doubled since a program was made, slices and planes that are further from them than
// regions and their bars reach are taken from it: their plates have other numbers, and nothing else has changed.

#include <algorithm>
#include <numeric>

#include "body/lattice/sum_nodes.h"
#include "core/assert.h"
#include "core/hash.h"

namespace pliant::lattice {

namespace {

constexpr u32 nothing = 0xffffffffu;

// Lists by their content, in a table that is cleared and used again.
class KnownLists {
  public:
    void clear() {
        std::fill(slots_.begin(), slots_.end(), nothing);
        used_ = 0;
    }
    // The open list of `lists` is closed, and its number returned; or dropped, if one before it is the same.
    u32 find_or_add(Lists& lists) {
        if (2 * used_ >= slots_.size()) grow(lists);
        const size_t at = slot_of(lists, lists.open());
        if (slots_[at] != nothing) {
            lists.drop_open();
            return slots_[at];
        }
        lists.close();
        ++used_;
        return slots_[at] = static_cast<u32>(lists.size()) - 1;
    }

  private:
    // Where the list is, or is to be.
    size_t slot_of(const Lists& lists, std::span<const u32> list) const {
        u64 content = list.size();
        for (const u32 item : list) content = mix(content ^ item);
        size_t at = content & (slots_.size() - 1);
        while (slots_[at] != nothing && !same(lists[slots_[at]], list)) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow(const Lists& lists) {
        slots_.assign(std::max<size_t>(1024, 2 * slots_.size()), nothing);
        for (u32 i = 0; i < lists.size(); ++i) slots_[slot_of(lists, lists[i])] = i;
    }
    std::vector<u32> slots_;
    size_t used_ = 0;
};

class Builder {
  public:
    Builder(const LatticeMesh& lattice, const LatticeRegions& regions, SliceAxis axis, const SumsBefore* before)
        : lattice_(lattice),
          regions_(regions),
          before_(before),
          w_(regions.half_width),
          s_axis_(axis == SliceAxis::z ? 2 : 1),
          m_axis_(3 - s_axis_),
          nx_(lattice.sites.x),
          nm_(lattice.sites[m_axis_]),
          ns_(lattice.sites[s_axis_]) {
        sort_sources(axis);
        tables_.plate_at.assign(static_cast<size_t>(ns_) * nm_ * nx_, nothing);
        odd_plates_of_.resize(lattice.particle_count());
        slice_changed_.assign(ns_, !before), plane_changed_.assign(nm_, !before);
        if (before)
            for (const Vec3i& site : before->doubling.sites) {
                // Regions within w of it have changed, and so have their plates, which are within w of them.
                mark(slice_changed_, site[s_axis_], 2 * w_);
                mark(plane_changed_, site[m_axis_], w_);
            }
    }

    Sums build() {
        std::vector<i32> wanted(static_cast<size_t>(nm_) * nx_, 0);  // how many boxes near this slice stand over (m, x)
        i32 counted_from = 0, counted_to = 0;                        // slices whose boxes are in it
        for (i32 s = 0; s < ns_; ++s) {
            if (slice_changed_[s]) {
                const i32 from = std::max(s - w_, 0), to = std::min(s + w_ + 1, ns_);
                if (from >= counted_to) {  // those between were not looked at
                    std::fill(wanted.begin(), wanted.end(), 0);
                    counted_from = counted_to = from;
                }
                while (counted_to < to) count_boxes(counted_to++, wanted, +1);
                while (counted_from < from) count_boxes(counted_from++, wanted, -1);
            }
            tables_.plate_start.push_back(program_.plate_count);
            tables_.odd_start.push_back(static_cast<u32>(tables_.odd.size()));
            if (slice_changed_[s]) {
                slice(s, wanted);
            } else {
                take_slice(s);
            }
        }
        tables_.plate_start.push_back(program_.plate_count);
        tables_.odd_start.push_back(static_cast<u32>(tables_.odd.size()));
        if (before_) find_plates_now();
        for (i32 m = 0; m < nm_; ++m)
            if (plane_changed_[m] || !take_plane(m)) plane(m);
        return {std::move(program_), std::move(tables_)};
    }

  private:
    static void mark(std::vector<u8>& flags, i32 at, i32 reach) {
        const i32 last = std::min(at + reach, static_cast<i32>(flags.size()) - 1);
        for (i32 i = std::max(at - reach, 0); i <= last; ++i) flags[i] = 1;
    }
    size_t row(i32 s, i32 m) const { return static_cast<size_t>(s) * nm_ + m; }
    i32 source_x(u32 source) const { return lattice_.particle_site[particle_[source]].x; }

    void sort_sources(SliceAxis axis) {
        if (axis == SliceAxis::y) {
            particle_ = planar_order(lattice_);
        } else {
            particle_.resize(lattice_.particle_count());
            std::iota(particle_.begin(), particle_.end(), 0u);
        }
        source_.resize(particle_.size());
        for (u32 i = 0; i < particle_.size(); ++i) source_[particle_[i]] = i;
        row_start_.assign(static_cast<size_t>(ns_) * nm_ + 1, 0);
        for (const Vec3i& site : lattice_.particle_site) ++row_start_[row(site[s_axis_], site[m_axis_]) + 1];
        for (size_t r = 1; r < row_start_.size(); ++r) row_start_[r] += row_start_[r - 1];
    }

    void count_boxes(i32 s, std::vector<i32>& wanted, i32 by) const {
        for (u32 i = row_start_[row(s, 0)]; i < row_start_[row(s, nm_ - 1) + 1]; ++i) {
            const u32 p = particle_[i];
            if (regions_.is_box[p])
                wanted[static_cast<size_t>(lattice_.particle_site[p][m_axis_]) * nx_ + lattice_.particle_site[p].x] +=
                    by;
        }
    }

    // The bar of the window around x in a row, as a key that sorts by row and place; `none` where the window is empty.
    static constexpr u64 no_bar = ~0ull;
    u64 window_bar(size_t r, const u32* count_before, i32 x) const {
        const u32 first = row_start_[r] + count_before[std::max(x - w_, 0)];
        const u32 end = row_start_[r] + count_before[std::min(x + w_ + 1, nx_)];
        return first < end ? static_cast<u64>(first) << 32 | (end - 1) : no_bar;
    }

    void slice(i32 s, const std::vector<i32>& wanted) {
        const u32 begin = row_start_[row(s, 0)], end = row_start_[row(s, nm_ - 1) + 1];
        // Bars under every wanted window: over (m, x) when a wanted plate stands within w rows.
        std::vector<u64> bar_key(static_cast<size_t>(nm_) * nx_, no_bar), keys;
        std::vector<u32> count_before(nx_ + 1);
        for (i32 m = 0; m < nm_; ++m) {
            const size_t r = row(s, m);
            if (row_start_[r] == row_start_[r + 1]) continue;
            std::fill(count_before.begin(), count_before.end(), 0u);
            for (u32 i = row_start_[r]; i < row_start_[r + 1]; ++i) ++count_before[source_x(i) + 1];
            for (i32 x = 0; x < nx_; ++x) count_before[x + 1] += count_before[x];
            for (i32 x = 0; x < nx_; ++x) {
                bool needed = false;
                for (i32 n = std::max(m - w_, 0); n <= std::min(m + w_, nm_ - 1) && !needed; ++n)
                    needed = wanted[static_cast<size_t>(n) * nx_ + x] > 0;
                if (!needed) continue;
                const u64 key = window_bar(r, count_before.data(), x);
                bar_key[static_cast<size_t>(m) * nx_ + x] = key;
                if (key != no_bar && (keys.empty() || keys.back() != key)) keys.push_back(key);
            }
        }
        const auto odd = odd_ranges(s);
        const auto windows = static_cast<std::ptrdiff_t>(keys.size());  // which are in order already
        for (const auto& [p, range] : odd) keys.push_back(key_of(range));
        std::sort(keys.begin() + windows, keys.end());
        std::inplace_merge(keys.begin(), keys.begin() + windows, keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());

        SumProgram::Slice out{};
        out.source_begin = begin, out.source_end = end;
        out.bar_runs_begin = static_cast<u32>(program_.bar_runs.size());
        write_bars(keys, begin);
        out.bar_runs_end = static_cast<u32>(program_.bar_runs.size());
        out.plate_runs_begin = static_cast<u32>(program_.plate_runs.size());
        write_plates(s, wanted, bar_key, keys, odd);
        out.plate_runs_end = static_cast<u32>(program_.plate_runs.size());
        program_.slices.push_back(out);
        program_.max_slice_sources = std::max(program_.max_slice_sources, end - begin);
        program_.max_slice_bars = std::max(program_.max_slice_bars, static_cast<u32>(keys.size()));
    }

    static u64 key_of(const ParticleRange& r) { return static_cast<u64>(r.first) << 32 | r.last; }

    // Pieces, in this slice, of regions that are no boxes: (particle, range of sources), particles ascending.
    std::vector<std::pair<u32, ParticleRange>> odd_ranges(i32 s) const {
        std::vector<std::pair<u32, ParticleRange>> found;
        const i32 low = std::max(s - w_, 0), high = std::min(s + w_, ns_ - 1);
        for (u32 i = row_start_[row(low, 0)]; i < row_start_[row(high, nm_ - 1) + 1]; ++i) {
            const u32 p = particle_[i];
            if (regions_.is_box[p]) continue;
            const size_t first = found.size();
            for (u32 k = regions_.range_start[p]; k < regions_.range_start[p + 1]; ++k) {
                const ParticleRange& range = regions_.ranges[k];
                if (lattice_.particle_site[range.first][s_axis_] == s)
                    found.push_back({p, {source_[range.first], source_[range.last]}});
            }
            std::sort(found.begin() + first, found.end(),
                      [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
        }
        return found;
    }

    void write_bars(const std::vector<u64>& keys, u32 begin) {
        NodeWriter writer(program_.bar_runs, program_.terms);
        std::vector<u32> children, before;
        for (size_t k = 0; k < keys.size(); ++k) {
            children.clear();
            const u32 first = static_cast<u32>(keys[k] >> 32), last = static_cast<u32>(keys[k]);
            for (u32 i = first; i <= last; ++i) children.push_back(i - begin);
            writer.add(0, children, k ? static_cast<u32>(k - 1) : no_base, before);
            before.swap(children);
        }
    }

    void write_plates(i32 s, const std::vector<i32>& wanted, const std::vector<u64>& bar_key,
                      const std::vector<u64>& keys, const std::vector<std::pair<u32, ParticleRange>>& odd) {
        const auto bar = [&](u64 key) {
            return static_cast<u32>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
        };
        std::vector<u32> bar_at(bar_key.size(), nothing);
        u32 at_key = 0;  // windows are in the order of their keys
        for (size_t i = 0; i < bar_key.size(); ++i) {
            if (bar_key[i] == no_bar) continue;
            while (keys[at_key] < bar_key[i]) ++at_key;
            bar_at[i] = at_key;
        }

        NodeWriter writer(program_.plate_runs, program_.terms);
        Lists plates;
        known_.clear();
        const u32 base = program_.plate_count;
        const auto finish = [&](u32 before) -> u32 {  // the open list becomes a plate, or is found to be one already
            if (plates.open().empty()) return nothing;
            const size_t count = plates.size();
            const u32 node = known_.find_or_add(plates);
            if (plates.size() == count) return node;
            writer.add(base, plates[node], before, before == no_base ? std::span<const u32>{} : plates[before]);
            return node;
        };

        u32* const at = tables_.plate_at.data() + static_cast<size_t>(s) * nm_ * nx_;
        for (i32 m = 0; m < nm_; ++m)
            for (i32 x = 0; x < nx_; ++x) {
                const size_t here = static_cast<size_t>(m) * nx_ + x;
                if (wanted[here] <= 0) continue;
                for (i32 n = std::max(m - w_, 0); n <= std::min(m + w_, nm_ - 1); ++n) {
                    const u32 b = bar_at[static_cast<size_t>(n) * nx_ + x];
                    if (b != nothing) plates.items.push_back(b);
                }
                const u32 above = m > 0 && at[here - nx_] != nothing ? at[here - nx_] - base : no_base;
                const u32 node = finish(above);
                at[here] = node == nothing ? nothing : base + node;
            }
        for (size_t k = 0; k < odd.size();) {
            const u32 p = odd[k].first;
            for (; k < odd.size() && odd[k].first == p; ++k) plates.items.push_back(bar(key_of(odd[k].second)));
            add_odd_plate(p, base + finish(no_base));
        }
        program_.plate_count += static_cast<u32>(plates.size());
    }

    void add_odd_plate(u32 particle, u32 plate) {
        tables_.odd.push_back({particle, plate});
        u32& list = odd_plates_of_[particle];
        if (list == 0) {
            list = static_cast<u32>(odd_plates_.size()) + 1;
            odd_plates_.emplace_back();
        }
        odd_plates_[list - 1].push_back(plate);
    }

    // A slice as it was: sources and bars are counted within it, only its plates have moved on.
    void take_slice(i32 s) {
        const SumProgram& old = before_->program;
        const SumProgram::Slice& from = old.slices[s];
        const u32 old_first = before_->tables.plate_start[s], old_end = before_->tables.plate_start[s + 1],
                  first = program_.plate_count;
        SumProgram::Slice out{};
        out.source_begin = row_start_[row(s, 0)], out.source_end = row_start_[row(s, nm_ - 1) + 1];
        out.bar_runs_begin = static_cast<u32>(program_.bar_runs.size());
        for (u32 r = from.bar_runs_begin; r < from.bar_runs_end; ++r) {
            program_.bar_runs.push_back(with_terms(old.bar_runs[r]));
            program_.max_slice_bars =
                std::max(program_.max_slice_bars, old.bar_runs[r].destination + old.bar_runs[r].count);
        }
        out.bar_runs_end = static_cast<u32>(program_.bar_runs.size());
        out.plate_runs_begin = static_cast<u32>(program_.plate_runs.size());
        for (u32 r = from.plate_runs_begin; r < from.plate_runs_end; ++r) {
            SumRun run = with_terms(old.plate_runs[r]);
            run.destination += first - old_first;
            if (run.base != no_base) run.base += first - old_first;
            program_.plate_runs.push_back(run);
        }
        out.plate_runs_end = static_cast<u32>(program_.plate_runs.size());
        program_.slices.push_back(out);
        program_.max_slice_sources = std::max(program_.max_slice_sources, out.source_end - out.source_begin);
        program_.plate_count += old_end - old_first;
        const size_t sites = static_cast<size_t>(nm_) * nx_;
        for (size_t i = s * sites; i < (s + 1) * sites; ++i) {
            const u32 plate = before_->tables.plate_at[i];
            if (plate != nothing) tables_.plate_at[i] = plate - old_first + first;
        }
        for (u32 k = before_->tables.odd_start[s]; k < before_->tables.odd_start[s + 1]; ++k) {
            const SumTables::OddPlate& odd = before_->tables.odd[k];
            add_odd_plate(before_->doubling.particle_now[odd.particle], odd.plate - old_first + first);
        }
    }

    SumRun with_terms(SumRun run) {
        const u32* terms = before_->program.terms.data() + run.first_term;
        run.first_term = static_cast<u32>(program_.terms.size());
        program_.terms.insert(program_.terms.end(), terms, terms + run.adds + run.subtracts);
        return run;
    }

    // What plates of before are called now, as far as planes that have not changed speak of them.
    void find_plates_now() {
        const SumTables& old = before_->tables;
        plate_now_.assign(old.plate_start.back(), nothing);
        std::vector<u32> of_particle(lattice_.particle_count(), nothing);
        for (i32 s = 0; s < ns_; ++s) {
            if (!slice_changed_[s]) {
                const u32 by = tables_.plate_start[s] - old.plate_start[s];
                for (u32 p = old.plate_start[s]; p < old.plate_start[s + 1]; ++p) plate_now_[p] = p + by;
                continue;
            }
            for (i32 m = 0; m < nm_; ++m)
                for (size_t i = row(s, m) * nx_; i < (row(s, m) + 1) * nx_ && !plane_changed_[m]; ++i)
                    if (old.plate_at[i] != nothing) plate_now_[old.plate_at[i]] = tables_.plate_at[i];
            for (u32 k = tables_.odd_start[s]; k < tables_.odd_start[s + 1]; ++k)
                of_particle[tables_.odd[k].particle] = tables_.odd[k].plate;
            for (u32 k = old.odd_start[s]; k < old.odd_start[s + 1]; ++k) {
                const u32 p = before_->doubling.particle_now[old.odd[k].particle];
                if (!plane_changed_[lattice_.particle_site[p][m_axis_]]) plate_now_[old.odd[k].plate] = of_particle[p];
            }
            for (u32 k = tables_.odd_start[s]; k < tables_.odd_start[s + 1]; ++k)
                of_particle[tables_.odd[k].particle] = nothing;
        }
    }

    // A plane as it was, its plates by their numbers now. False where they do not follow each other as they did.
    bool take_plane(i32 m) {
        const SumProgram& old = before_->program;
        const SumProgram::Plane& from = old.planes[m];
        const size_t runs = program_.region_runs.size(), terms = program_.terms.size();
        RunWriter writer(program_.region_runs, program_.terms);
        std::vector<u32> plates;
        for (u32 r = from.region_runs_begin; r < from.region_runs_end; ++r) {
            const SumRun& run = old.region_runs[r];
            plates.clear();
            for (u32 t = 0; t < static_cast<u32>(run.adds) + run.subtracts; ++t) {
                const u32* now = plate_now_.data() + old.terms[run.first_term + t];
                bool follow = now[0] != nothing;
                for (u32 i = 1; i < run.count && follow; ++i) follow = now[i] == now[0] + i;
                if (follow) {
                    plates.push_back(now[0]);
                    continue;
                }
                program_.region_runs.resize(runs), program_.terms.resize(terms);
                return false;
            }
            const std::span<const u32> all(plates);
            writer.add(run.destination, run.base, all.first(run.adds), all.subspan(run.adds), run.count);
        }
        finish_plane(static_cast<u32>(runs), from.output_end - from.output_begin);
        return true;
    }

    void plane(i32 m) {
        const u32 first_run = static_cast<u32>(program_.region_runs.size());
        NodeWriter writer(program_.region_runs, program_.terms);
        Lists regions;
        std::vector<u32> at_x(nx_, no_base);  // the output at (x, this slice), then of the slice before
        std::vector<u32> before(nx_, no_base);
        for (i32 s = 0; s < ns_; ++s) {
            std::fill(at_x.begin(), at_x.end(), no_base);
            for (u32 i = row_start_[row(s, m)]; i < row_start_[row(s, m) + 1]; ++i) {
                const u32 p = particle_[i];
                const i32 x = lattice_.particle_site[p].x;
                if (regions_.is_box[p]) {
                    for (i32 t = std::max(s - w_, 0); t <= std::min(s + w_, ns_ - 1); ++t) {
                        const u32 plate = tables_.plate_at[(static_cast<size_t>(t) * nm_ + m) * nx_ + x];
                        if (plate != nothing) regions.items.push_back(plate);
                    }
                } else {
                    const std::vector<u32>& plates = odd_plates_[odd_plates_of_[p] - 1];
                    regions.items.insert(regions.items.end(), plates.begin(), plates.end());
                }
                regions.close();
                const u32 node = static_cast<u32>(regions.size()) - 1;
                writer.add(0, regions[node], before[x],
                           before[x] == no_base ? std::span<const u32>{} : regions[before[x]]);
                at_x[x] = node;
            }
            before.swap(at_x);
        }
        finish_plane(first_run, static_cast<u32>(regions.size()));
    }

    void finish_plane(u32 first_run, u32 outputs) {
        SumProgram::Plane out{};
        out.output_begin = output_count_, out.output_end = output_count_ += outputs;
        out.region_runs_begin = first_run, out.region_runs_end = static_cast<u32>(program_.region_runs.size());
        for (u32 r = out.region_runs_begin; r < out.region_runs_end; ++r)
            if (program_.region_runs[r].base != no_base)
                program_.region_lag =
                    std::max(program_.region_lag, program_.region_runs[r].destination - program_.region_runs[r].base);
        program_.planes.push_back(out);
        program_.max_plane_outputs = std::max(program_.max_plane_outputs, outputs);
    }

    const LatticeMesh& lattice_;
    const LatticeRegions& regions_;
    const SumsBefore* const before_;
    const i32 w_;
    const int s_axis_, m_axis_;
    const i32 nx_, nm_, ns_;
    std::vector<u32> particle_, source_;  // which particle is the n-th source, and back
    std::vector<u32> row_start_;          // first source of each row (s, m)
    std::vector<u8> slice_changed_, plane_changed_;
    std::vector<u32> plate_now_;                // of each plate of before, or nothing
    std::vector<u32> odd_plates_of_;            // of each particle: the number of its list, from 1 on, or 0
    std::vector<std::vector<u32>> odd_plates_;  // lists
    KnownLists known_;
    u32 output_count_ = 0;
    SumProgram program_;
    SumTables tables_;
};

}  // namespace

Sums make_sums(const LatticeMesh& lattice, const LatticeRegions& regions, SliceAxis axis, const SumsBefore* before) {
    PL_ASSERT(regions.size.size() == lattice.particle_count() && regions.half_width >= 1);
    return Builder(lattice, regions, axis, before).build();
}

}  // namespace pliant::lattice
