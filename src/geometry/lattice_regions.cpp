#include "geometry/lattice_regions.h"

#include <algorithm>
#include <optional>

#include "core/assert.h"
#include "core/contract.h"

namespace pliant {

namespace {

// One bit per grid point, rows along x, read in windows of up to 64 bits that may hang over the edge.
class BitRows {
  public:
    explicit BitRows(const Vec3i& size)
        : size_(size), words_(static_cast<size_t>(size.x) / 64 + 1), bits_(words_ * size.y * size.z, 0) {}
    void set(const Vec3i& p) { bits_[row(p.y, p.z) + static_cast<size_t>(p.x) / 64] |= 1ull << (p.x & 63); }
    u64 window(i32 x, i32 y, i32 z, i32 length) const {
        if (y < 0 || z < 0 || y >= size_.y || z >= size_.z) return 0;
        const i32 skip = x < 0 ? -x : 0;
        if (skip >= 64 || x >= size_.x) return 0;
        const size_t at = static_cast<size_t>(x + skip), word = row(y, z) + at / 64, shift = at % 64;
        u64 v = bits_[word] >> shift;
        if (shift && at / 64 + 1 < words_) v |= bits_[word + 1] << (64 - shift);
        return v << skip & (length < 64 ? (1ull << length) - 1 : ~0ull);
    }

  private:
    size_t row(i32 y, i32 z) const { return (static_cast<size_t>(z) * size_.y + y) * words_; }
    Vec3i size_;
    size_t words_;
    std::vector<u64> bits_;
};

// How many of a set of grid points lie in a box, by eight look-ups.
class CountTable {
  public:
    CountTable(const Vec3i& size, const std::vector<Vec3i>& points)
        : size_(size + Vec3i{1, 1, 1}), sums_(static_cast<size_t>(size_.x) * size_.y * size_.z, 0) {
        for (const Vec3i& p : points) ++sums_[at(p.x + 1, p.y + 1, p.z + 1)];
        for (i32 z = 1; z < size_.z; ++z)
            for (i32 y = 1; y < size_.y; ++y) {
                u32 row = 0;
                for (i32 x = 1; x < size_.x; ++x) {
                    row += sums_[at(x, y, z)];
                    sums_[at(x, y, z)] =
                        row + sums_[at(x, y - 1, z)] + sums_[at(x, y, z - 1)] - sums_[at(x, y - 1, z - 1)];
                }
            }
    }
    u32 inside(Vec3i low, Vec3i high) const {  // both ends included
        low = greatest(low, Vec3i{0, 0, 0});
        high = least(high, size_ - Vec3i{2, 2, 2}) + Vec3i{1, 1, 1};
        if (low.x >= high.x || low.y >= high.y || low.z >= high.z) return 0;
        const auto upto = [&](i32 z) {
            return sums_[at(high.x, high.y, z)] - sums_[at(low.x, high.y, z)] - sums_[at(high.x, low.y, z)] +
                   sums_[at(low.x, low.y, z)];
        };
        return upto(high.z) - upto(low.z);
    }

  private:
    size_t at(i32 x, i32 y, i32 z) const { return (static_cast<size_t>(z) * size_.y + y) * size_.x + x; }
    Vec3i size_;
    std::vector<u32> sums_;
};

// Spreads from one particle through cells, a row of bits at a time, inside the cube of half_width around it.
class Spreading {
  public:
    explicit Spreading(i32 half_width)
        : w_(half_width),
          n_(2 * half_width + 1),
          reached_(n_ * n_),
          cells_((n_ - 1) * (n_ - 1)),
          touched_(cells_.size()) {}

    const std::vector<u64>& from(const Vec3i& site, const BitRows& cells) {
        for (i32 z = 0; z < n_ - 1; ++z)
            for (i32 y = 0; y < n_ - 1; ++y)
                cells_[z * (n_ - 1) + y] = cells.window(site.x - w_, site.y - w_ + y, site.z - w_ + z, n_ - 1);
        std::fill(reached_.begin(), reached_.end(), 0);
        reached_[w_ * n_ + w_] = 1ull << w_;
        for (i32 step = 0; step < w_; ++step) spread(w_ - step - 1, w_ + step);
        return reached_;
    }

  private:
    void spread(i32 low, i32 high) {  // cells low … high can be touched in this step
        for (i32 z = low; z <= high; ++z)
            for (i32 y = low; y <= high; ++y) {
                const u64 corners = reached_[z * n_ + y] | reached_[z * n_ + y + 1] | reached_[(z + 1) * n_ + y] |
                                    reached_[(z + 1) * n_ + y + 1];
                touched_[z * (n_ - 1) + y] = cells_[z * (n_ - 1) + y] & (corners | corners >> 1);
            }
        for (i32 z = low; z <= high; ++z)
            for (i32 y = low; y <= high; ++y) {
                const u64 both = touched_[z * (n_ - 1) + y] | touched_[z * (n_ - 1) + y] << 1;
                reached_[z * n_ + y] |= both;
                reached_[z * n_ + y + 1] |= both;
                reached_[(z + 1) * n_ + y] |= both;
                reached_[(z + 1) * n_ + y + 1] |= both;
            }
    }
    i32 w_, n_;
    std::vector<u64> reached_, cells_, touched_;
};

// Where each row (y, z) of particles starts.
std::vector<u32> row_starts(const LatticeMesh& lattice) {
    std::vector<u32> start(static_cast<size_t>(lattice.sites.y) * lattice.sites.z + 1, 0);
    for (const Vec3i& s : lattice.particle_site) ++start[static_cast<size_t>(s.z) * lattice.sites.y + s.y + 1];
    for (size_t r = 1; r < start.size(); ++r) start[r] += start[r - 1];
    return start;
}

// Bits of one row become runs of particle numbers.
void append_row(const LatticeMesh& lattice, const std::vector<u32>& row_start, i32 x0, i32 y, i32 z, u64 bits,
                std::vector<ParticleRange>& out) {
    if (!bits) return;
    const size_t row = static_cast<size_t>(z) * lattice.sites.y + y;
    const auto begin = lattice.particle_site.begin() + row_start[row],
               end = lattice.particle_site.begin() + row_start[row + 1];
    u32 p = static_cast<u32>(std::lower_bound(begin, end, x0, [](const Vec3i& s, i32 x) { return s.x < x; }) -
                             lattice.particle_site.begin());
    bool open = false;
    for (; p < row_start[row + 1]; ++p) {
        const i32 x = lattice.particle_site[p].x - x0;
        if (x >= 64) break;
        const bool in = bits >> x & 1;
        if (in && open) out.back().last = p;
        if (in && !open) out.push_back({p, p});
        open = in;
    }
}

// Sites at which more than one particle stands.
std::vector<Vec3i> shared_sites(const LatticeMesh& lattice) {
    std::vector<Vec3i> sites;
    for (size_t p = 1; p < lattice.particle_count(); ++p)
        if (lattice.particle_site[p] == lattice.particle_site[p - 1] &&
            (sites.empty() || !(sites.back() == lattice.particle_site[p])))
            sites.push_back(lattice.particle_site[p]);
    return sites;
}

// Where several particles stand at one site: a plain search through cells, from one particle at a time.
class Search {
  public:
    // wanted(cell): whether it can be come to.
    template <class F>
    Search(const LatticeMesh& lattice, F&& wanted)
        : lattice_(lattice), cell_start_(lattice.particle_count() + 1, 0), seen_(lattice.particle_count(), 0) {
        std::vector<u32> cells;
        for (u32 c = 0; c < lattice.cell_count(); ++c)
            if (wanted(c)) cells.push_back(c);
        for (const u32 c : cells)
            for (u32 p : lattice.cell_corner[c]) ++cell_start_[p + 1];
        for (size_t p = 1; p < cell_start_.size(); ++p) cell_start_[p] += cell_start_[p - 1];
        cell_of_.resize(cell_start_.back());
        std::vector<u32> fill(cell_start_.begin(), cell_start_.end() - 1);
        for (const u32 c : cells)
            for (u32 p : lattice.cell_corner[c]) cell_of_[fill[p]++] = c;
    }

    void from(u32 p, i32 half_width, LatticeRegions& regions) {
        found_.assign(1, p);
        seen_[p] = p + 1;
        for (size_t begin = 0, step = 0; step < static_cast<size_t>(half_width); ++step) {
            const size_t end = found_.size();
            for (; begin < end; ++begin)
                for (u32 k = cell_start_[found_[begin]]; k < cell_start_[found_[begin] + 1]; ++k)
                    for (u32 q : lattice_.cell_corner[cell_of_[k]])
                        if (seen_[q] != p + 1) {
                            seen_[q] = p + 1;
                            found_.push_back(q);
                        }
        }
        std::sort(found_.begin(), found_.end());
        regions.size[p] = static_cast<u32>(found_.size());
        bool open = false;
        for (u32 q : found_) {
            const bool same_row = open && q == regions.ranges.back().last + 1 &&
                                  lattice_.particle_site[q].y == lattice_.particle_site[q - 1].y &&
                                  lattice_.particle_site[q].z == lattice_.particle_site[q - 1].z;
            if (same_row) {
                regions.ranges.back().last = q;
            } else {
                regions.ranges.push_back({q, q});
            }
            open = true;
        }
    }

  private:
    const LatticeMesh& lattice_;
    std::vector<u32> cell_start_, cell_of_;
    std::vector<u32> seen_, found_;
};

}  // namespace

LatticeRegions find_regions(const LatticeMesh& lattice, i32 w) {
    PL_VALIDATE(lattice);
    PL_ASSERT(w >= 1 && w <= max_half_width);
    const size_t n = lattice.particle_count();
    BitRows cells(lattice.sites);
    for (const Vec3i& c : lattice.cell_site) cells.set(c);
    const CountTable cell_count(lattice.sites, lattice.cell_site), particle_count(lattice.sites, lattice.particle_site);
    const std::vector<u32> row_start = row_starts(lattice);

    LatticeRegions regions{w, std::vector<u32>(n), std::vector<u8>(n, 0), std::vector<u32>(n + 1, 0), {}};
    Spreading spreading(w);
    const std::vector<Vec3i> shared = shared_sites(lattice);
    const CountTable shared_count(lattice.sites, shared);
    std::optional<Search> search;
    if (!shared.empty()) search.emplace(lattice, [](u32) { return true; });
    const Vec3i reach{w, w, w}, one{1, 1, 1};
    for (size_t p = 0; p < n; ++p) {
        const Vec3i site = lattice.particle_site[p], low = site - reach, high = site + reach;
        if (search && shared_count.inside(low, high) > 0) {
            search->from(static_cast<u32>(p), w, regions);
            regions.range_start[p + 1] = static_cast<u32>(regions.ranges.size());
            continue;
        }
        regions.size[p] = particle_count.inside(low, high);
        // Where every cell of the clipped box is there, nothing hinders the spreading.
        const Vec3i clipped = least(high, lattice.sites - one) - greatest(low, Vec3i{0, 0, 0});
        bool box = cell_count.inside(low, high - one) == static_cast<u32>(clipped.x) * clipped.y * clipped.z;
        if (!box) {
            const std::vector<u64>& reached = spreading.from(site, cells);
            u32 count = 0;
            for (u64 row : reached) count += static_cast<u32>(__builtin_popcountll(row));
            box = count == regions.size[p];
            if (!box) {
                regions.size[p] = count;
                for (i32 z = 0; z <= 2 * w; ++z)
                    for (i32 y = 0; y <= 2 * w; ++y)
                        append_row(lattice, row_start, low.x, low.y + y, low.z + z, reached[z * (2 * w + 1) + y],
                                   regions.ranges);
            }
        }
        regions.is_box[p] = box;
        regions.range_start[p + 1] = static_cast<u32>(regions.ranges.size());
    }
    return regions;
}

RegionRanges::RegionRanges(const LatticeMesh& lattice, const LatticeRegions& regions)
    : lattice_(lattice), regions_(regions), row_start_(row_starts(lattice)) {
    PL_ASSERT(regions.size.size() == lattice.particle_count() && regions.is_box.size() == lattice.particle_count());
}

std::span<const ParticleRange> RegionRanges::of(u32 particle) {
    PL_ASSERT(particle < lattice_.particle_count());
    const u32 begin = regions_.range_start[particle], end = regions_.range_start[particle + 1];
    if (!regions_.is_box[particle]) return {regions_.ranges.data() + begin, regions_.ranges.data() + end};
    const i32 w = regions_.half_width;
    const Vec3i at = lattice_.particle_site[particle];
    box_.clear();
    for (i32 z = std::max(at.z - w, 0); z <= std::min(at.z + w, lattice_.sites.z - 1); ++z)
        for (i32 y = std::max(at.y - w, 0); y <= std::min(at.y + w, lattice_.sites.y - 1); ++y)
            append_row(lattice_, row_start_, at.x - w, y, z, (2ull << 2 * w) - 1, box_);
    return box_;
}

std::vector<u8> sites_near(const LatticeMesh& lattice, std::span<const Vec3i> sites, i32 reach) {
    PL_ASSERT(reach >= 0);
    std::vector<u8> near(static_cast<size_t>(lattice.sites.x) * lattice.sites.y * lattice.sites.z, 0);
    const Vec3i all{reach, reach, reach};
    for (const Vec3i& site : sites) {
        const Vec3i low = greatest(site - all, Vec3i{0, 0, 0}),
                    high = least(site + all, lattice.sites - Vec3i{1, 1, 1});
        for (i32 z = low.z; z <= high.z; ++z)
            for (i32 y = low.y; y <= high.y; ++y) {
                u8* const row = near.data() + site_number(lattice, {0, y, z});
                std::fill(row + low.x, row + high.x + 1, u8{1});
            }
    }
    return near;
}

LatticeRegions find_regions(const LatticeMesh& lattice, const LatticeRegions& before, const LatticeDoubling& doubling) {
    PL_VALIDATE(lattice);
    PL_ASSERT(doubling.particle_before.size() == lattice.particle_count());
    PL_ASSERT(doubling.particle_now.size() == before.size.size());
    const i32 w = before.half_width;
    const u32 n = static_cast<u32>(lattice.particle_count());
    const std::vector<u8> changed = sites_near(lattice, doubling.sites, w),
                          reached = sites_near(lattice, doubling.sites, 2 * w);
    Search search(lattice, [&](u32 c) { return reached[site_number(lattice, lattice.cell_site[c])]; });
    LatticeRegions regions{w, std::vector<u32>(n), std::vector<u8>(n, 0), std::vector<u32>(n + 1, 0), {}};
    regions.ranges.reserve(before.ranges.size());
    for (u32 p = 0; p < n; ++p) {
        if (changed[site_number(lattice, lattice.particle_site[p])]) {
            search.from(p, w, regions);
        } else {
            const u32 was = doubling.particle_before[p];
            regions.size[p] = before.size[was];
            regions.is_box[p] = before.is_box[was];
            for (u32 k = before.range_start[was]; k < before.range_start[was + 1]; ++k)
                regions.ranges.push_back(
                    {doubling.particle_now[before.ranges[k].first], doubling.particle_now[before.ranges[k].last]});
        }
        regions.range_start[p + 1] = static_cast<u32>(regions.ranges.size());
    }
    return regions;
}

}  // namespace pliant
