#include "body/lattice/sum_program.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/assert.h"
#include "core/hash.h"
#include "core/order.h"

namespace pliant::lattice {

std::vector<u32> planar_order(const LatticeMesh& lattice) {
    std::vector<u32> row;  // within a row the order is already by x
    row.reserve(lattice.particle_count());
    for (const Vec3i& s : lattice.particle_site) row.push_back(static_cast<u32>(s.y * lattice.sites.z + s.z));
    return order_by(row);
}

namespace {

// Writes nodes one by one and joins neighbours that differ only by one step in every operand.
class RunWriter {
  public:
    RunWriter(std::vector<SumRun>& runs, std::vector<u32>& terms) : runs_(runs), terms_(terms), first_(runs.size()) {}

    void add(u32 destination, u32 base, std::span<const u32> adds, std::span<const u32> subtracts) {
        if (continues(destination, base, adds, subtracts)) {
            ++runs_.back().count;
            return;
        }
        runs_.push_back({destination, 1, base, static_cast<u32>(terms_.size()), static_cast<u16>(adds.size()),
                         static_cast<u16>(subtracts.size())});
        terms_.insert(terms_.end(), adds.begin(), adds.end());
        terms_.insert(terms_.end(), subtracts.begin(), subtracts.end());
    }

  private:
    bool continues(u32 destination, u32 base, std::span<const u32> adds, std::span<const u32> subtracts) const {
        if (runs_.size() == first_) return false;
        const SumRun& run = runs_.back();
        if (run.destination + run.count != destination || run.adds != adds.size() || run.subtracts != subtracts.size())
            return false;
        if (base == no_base ? run.base != no_base : run.base == no_base || run.base + run.count != base) return false;
        const u32* terms = terms_.data() + run.first_term;
        for (size_t t = 0; t < adds.size(); ++t)
            if (terms[t] + run.count != adds[t]) return false;
        for (size_t t = 0; t < subtracts.size(); ++t)
            if (terms[adds.size() + t] + run.count != subtracts[t]) return false;
        return true;
    }
    std::vector<SumRun>& runs_;
    std::vector<u32>& terms_;
    size_t first_;
};

// Decides for each node whether it is cheaper to sum its children or to change a node that is already there.
class NodeWriter {
  public:
    NodeWriter(std::vector<SumRun>& runs, std::vector<u32>& terms) : writer_(runs, terms) {}

    // Nodes are numbered 0, 1, 2 … in the order of these calls, counted from `offset` in the destination array.
    // `before` is an earlier node, or no_base; children ascend.
    void add(u32 offset, std::span<const u32> children, u32 before, std::span<const u32> before_children) {
        const u32 node = static_cast<u32>(chain_.size());
        adds_.clear(), subtracts_.clear();
        if (before != no_base && chain_[before] + 1 < longest_chain) {
            std::set_difference(children.begin(), children.end(), before_children.begin(), before_children.end(),
                                std::back_inserter(adds_));
            std::set_difference(before_children.begin(), before_children.end(), children.begin(), children.end(),
                                std::back_inserter(subtracts_));
            if (1 + adds_.size() + subtracts_.size() < children.size()) {
                chain_.push_back(chain_[before] + 1);
                writer_.add(offset + node, offset + before, adds_, subtracts_);
                return;
            }
        }
        chain_.push_back(0);
        writer_.add(offset + node, no_base, children, {});
    }

  private:
    RunWriter writer_;
    std::vector<u32> chain_;  // how many differences lie behind each node
    std::vector<u32> adds_, subtracts_;
};

// Lists of children, one after another.
struct Lists {
    std::vector<u32> start{0}, items;
    size_t size() const { return start.size() - 1; }
    std::span<const u32> operator[](size_t i) const { return {items.data() + start[i], items.data() + start[i + 1]}; }
    void close() { start.push_back(static_cast<u32>(items.size())); }
    std::span<const u32> open() const { return {items.data() + start.back(), items.data() + items.size()}; }
    void drop_open() { items.resize(start.back()); }
};

bool same(std::span<const u32> a, std::span<const u32> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

constexpr u32 nothing = 0xffffffffu;

class Builder {
  public:
    Builder(const LatticeMesh& lattice, const LatticeRegions& regions, SliceAxis axis)
        : lattice_(lattice),
          regions_(regions),
          w_(regions.half_width),
          s_axis_(axis == SliceAxis::z ? 2 : 1),
          m_axis_(3 - s_axis_),
          nx_(lattice.sites.x),
          nm_(lattice.sites[m_axis_]),
          ns_(lattice.sites[s_axis_]) {
        sort_sources(axis);
        plate_at_.assign(static_cast<size_t>(ns_) * nm_ * nx_, nothing);
        odd_plates_.resize(lattice.particle_count());
    }

    SumProgram build() {
        std::vector<i32> wanted(static_cast<size_t>(nm_) * nx_, 0);  // how many boxes near this slice stand over (m, x)
        for (i32 s = 0; s < w_ && s < ns_; ++s) count_boxes(s, wanted, +1);
        for (i32 s = 0; s < ns_; ++s) {
            if (s + w_ < ns_) count_boxes(s + w_, wanted, +1);
            if (s - w_ - 1 >= 0) count_boxes(s - w_ - 1, wanted, -1);
            slice(s, wanted);
        }
        for (i32 m = 0; m < nm_; ++m) plane(m);
        return std::move(program_);
    }

  private:
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
        for (const auto& [p, range] : odd) keys.push_back(key_of(range));
        std::sort(keys.begin(), keys.end());
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
        for (size_t i = 0; i < bar_key.size(); ++i)
            if (bar_key[i] != no_bar) bar_at[i] = i && bar_key[i] == bar_key[i - 1] ? bar_at[i - 1] : bar(bar_key[i]);

        NodeWriter writer(program_.plate_runs, program_.terms);
        Lists plates;
        std::unordered_map<u64, u32> known;  // by content; only looked up, never walked
        const u32 base = program_.plate_count;
        const auto finish = [&](u32 before) -> u32 {  // the open list becomes a plate, or is found to be one already
            if (plates.open().empty()) return nothing;
            const u64 content = hash_bytes(plates.open().data(), plates.open().size_bytes());
            const auto found = known.find(content);
            if (found != known.end() && same(plates[found->second], plates.open())) {
                plates.drop_open();
                return found->second;
            }
            known.emplace(content, static_cast<u32>(plates.size()));
            plates.close();
            const u32 node = static_cast<u32>(plates.size()) - 1;
            writer.add(base, plates[node], before, before == no_base ? std::span<const u32>{} : plates[before]);
            return node;
        };

        u32* const at = plate_at_.data() + static_cast<size_t>(s) * nm_ * nx_;
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
            odd_plates_[p].push_back(base + finish(no_base));
        }
        program_.plate_count += static_cast<u32>(plates.size());
    }

    void plane(i32 m) {
        SumProgram::Plane out{};
        out.output_begin = output_count_;
        out.region_runs_begin = static_cast<u32>(program_.region_runs.size());
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
                        const u32 plate = plate_at_[(static_cast<size_t>(t) * nm_ + m) * nx_ + x];
                        if (plate != nothing) regions.items.push_back(plate);
                    }
                } else {
                    regions.items.insert(regions.items.end(), odd_plates_[p].begin(), odd_plates_[p].end());
                }
                regions.close();
                const u32 node = static_cast<u32>(regions.size()) - 1;
                writer.add(0, regions[node], before[x],
                           before[x] == no_base ? std::span<const u32>{} : regions[before[x]]);
                at_x[x] = node;
            }
            before.swap(at_x);
        }
        output_count_ += static_cast<u32>(regions.size());
        out.output_end = output_count_;
        out.region_runs_end = static_cast<u32>(program_.region_runs.size());
        for (u32 r = out.region_runs_begin; r < out.region_runs_end; ++r)
            if (program_.region_runs[r].base != no_base)
                program_.region_lag =
                    std::max(program_.region_lag, program_.region_runs[r].destination - program_.region_runs[r].base);
        program_.planes.push_back(out);
        program_.max_plane_outputs = std::max(program_.max_plane_outputs, static_cast<u32>(regions.size()));
    }

    const LatticeMesh& lattice_;
    const LatticeRegions& regions_;
    const i32 w_;
    const int s_axis_, m_axis_;
    const i32 nx_, nm_, ns_;
    std::vector<u32> particle_, source_;  // which particle is the n-th source, and back
    std::vector<u32> row_start_;          // first source of each row (s, m)
    std::vector<u32> plate_at_;           // plate of the window around each grid point, for boxes
    std::vector<std::vector<u32>> odd_plates_;
    u32 output_count_ = 0;
    SumProgram program_;
};

}  // namespace

static void execute_runs(const std::vector<SumRun>& runs, u32 begin, u32 end, const std::vector<u32>& terms, u32 width,
                         const double* sources, double* destinations) {
    for (u32 r = begin; r < end; ++r) {
        const SumRun& run = runs[r];
        for (u32 i = 0; i < run.count; ++i)
            for (u32 k = 0; k < width; ++k) {
                double sum = run.base == no_base ? 0 : destinations[static_cast<size_t>(run.base + i) * width + k];
                for (u32 t = 0; t < run.adds; ++t)
                    sum += sources[static_cast<size_t>(terms[run.first_term + t] + i) * width + k];
                for (u32 t = run.adds; t < run.adds + run.subtracts; ++t)
                    sum -= sources[static_cast<size_t>(terms[run.first_term + t] + i) * width + k];
                destinations[static_cast<size_t>(run.destination + i) * width + k] = sum;
            }
    }
}

void execute(const SumProgram& program, u32 width, std::span<const double> sources, std::span<double> outputs) {
    std::vector<double> bars(static_cast<size_t>(program.max_slice_bars) * width),
        plates(static_cast<size_t>(program.plate_count) * width);
    for (const SumProgram::Slice& s : program.slices) {
        execute_runs(program.bar_runs, s.bar_runs_begin, s.bar_runs_end, program.terms, width,
                     sources.data() + static_cast<size_t>(s.source_begin) * width, bars.data());
        execute_runs(program.plate_runs, s.plate_runs_begin, s.plate_runs_end, program.terms, width, bars.data(),
                     plates.data());
    }
    for (const SumProgram::Plane& p : program.planes)
        execute_runs(program.region_runs, p.region_runs_begin, p.region_runs_end, program.terms, width, plates.data(),
                     outputs.data() + static_cast<size_t>(p.output_begin) * width);
}

SumProgram make_sum_program(const LatticeMesh& lattice, const LatticeRegions& regions, SliceAxis axis) {
    return Builder(lattice, regions, axis).build();
}

}  // namespace pliant::lattice
