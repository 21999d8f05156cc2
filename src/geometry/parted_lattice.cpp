#include "geometry/parted_lattice.h"

#include <algorithm>

#include "core/disjoint_sets.h"
#include "geometry/cell_joints.h"
#include "geometry/triangle_edges.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {}  // namespace

// The parts of the cells around one grid point, in groups that hang together there.
class PartedLattice::Groups {
  public:
    struct Member {
        u32 cell, corner, part;
    };
    Groups(const CellParts& parts, CellJoints& joints) : parts_(parts), joints_(joints) {}

    // The number of groups; `of` is that of each member, in the order of their first members.
    u32 find(std::span<const Corner> around) {
        members.clear();
        for (const Corner& c : around)
            for (u32 part = 0; part < parts_.part_count(c.cell); ++part) members.push_back({c.cell, c.corner, part});
        of.resize(members.size());
        for (u32 i = 0; i < of.size(); ++i) of[i] = i;
        join_across(around);
        if (number() > 1) {
            for_faces(around, [&](u32 low, u32 high, u32 axis) { joints_.look(low, high, axis); });
            join_across(around);
        }
        if (number() > 1) join_meeting();
        return number();
    }

    std::vector<Member> members;
    std::vector<u32> of;

  private:
    template <class F>
    static void for_faces(std::span<const Corner> around, F&& f) {
        for (const Corner& low : around)
            for (const Corner& high : around) {
                const u32 bit = low.corner ^ high.corner;
                if ((bit == 1 || bit == 2 || bit == 4) && low.corner & bit) f(low.cell, high.cell, bit >> 1);
            }
    }
    void unite(u32 a, u32 b) {
        const u32 low = std::min(of[a], of[b]), high = std::max(of[a], of[b]);
        for (u32& g : of)
            if (g == high) g = low;
    }
    u32 member(u32 cell, u32 part) const {
        u32 i = 0;
        while (members[i].cell != cell || members[i].part != part) ++i;
        return i;
    }
    void join_across(std::span<const Corner> around) {
        for_faces(around, [&](u32 low, u32 high, u32 axis) {
            for (const CellJoints::Pair& pair : joints_.across(low, axis))
                unite(member(low, pair.low), member(high, pair.high));
        });
    }
    void join_meeting() {
        for (u32 i = 0; i < members.size(); ++i)
            for (u32 j = i + 1; j < members.size(); ++j)
                if (of[i] != of[j] && members[i].cell != members[j].cell &&
                    joints_.meet(members[i].cell, members[i].part, members[j].cell, members[j].part))
                    unite(i, j);
    }
    u32 number() const {
        u32 count = 0;
        for (u32 i = 0; i < of.size(); ++i) count += of[i] == i;
        return count;
    }

    const CellParts& parts_;
    CellJoints& joints_;
};

PartedLattice::PartedLattice(const Voxels& voxels, std::span<const Vec3> points,
                             std::span<const std::array<u32, 3>> triangles)
    : fraction(voxels.fraction),
      parts_(voxels, points, triangles),
      whole_(make_lattice(voxels.cells, voxels.spacing, voxels.origin)),
      embedding_(whole_),
      solid_(voxels.solid) {
    lattice.spacing = whole_.spacing;
    lattice.origin = whole_.origin;
    lattice.sites = whole_.sites;
    std::vector<std::vector<Corner>> around(whole_.particle_count());
    for (u32 c = 0; c < whole_.cell_count(); ++c)
        for (u32 k = 0; k < 8; ++k) around[whole_.cell_corner[c][k]].push_back({c, k});
    group_cells(around);
    if (merge_slivers()) group_cells(around);
    hold_fringes(around);
    if (lattice.particle_count() == whole_.particle_count() && lattice.cell_corner.size() == whole_.cell_count()) {
        lattice = whole_;
        return;
    }
    parted = true;
    fraction.clear();
    for (u32 c = 0; c < whole_.cell_count(); ++c) {
        shared_cells += parts_.part_count(c) > 1;
        for (u32 part = 0; part < parts_.part_count(c); ++part) {
            lattice.cell_site.push_back(whole_.cell_site[c]);
            const float share = voxels.solid ? parts_.share(c, part) : 1;
            fraction.push_back(std::max(voxels.fraction[c] * share, min_fraction));
        }
    }
    beyond.assign(lattice.particle_count(), 0);
    for (u32 site = 0; site < whole_.particle_count(); ++site) find_owner(site, around[site]);
}

// A particle for every group.
void PartedLattice::group_cells(std::span<const std::vector<Corner>> around) {
    first_copy_.assign(1, 0);
    for (u32 c = 0; c < whole_.cell_count(); ++c) first_copy_.push_back(first_copy_.back() + parts_.part_count(c));
    lattice.cell_corner.assign(first_copy_.back(), {});
    lattice.particle_site.clear();
    CellJoints joints(parts_, whole_);
    Groups groups(parts_, joints);
    for (u32 site = 0; site < whole_.particle_count(); ++site) {
        groups.find(around[site]);
        std::vector<u32> particle(groups.of.size(), no_index);
        for (u32 i = 0; i < groups.of.size(); ++i) {
            u32& p = particle[groups.of[i]];
            if (p == no_index) {
                p = static_cast<u32>(lattice.particle_count());
                lattice.particle_site.push_back(whole_.particle_site[site]);
            }
            const Groups::Member& m = groups.members[i];
            lattice.cell_corner[first_copy_[m.cell] + m.part][m.corner] = p;
        }
    }
}

static bool have_common(const std::array<u32, 8>& a, const std::array<u32, 8>& b) {
    return std::any_of(a.begin(), a.end(), [&](u32 p) { return std::find(b.begin(), b.end(), p) != b.end(); });
}

// So little matter that it would dangle.
bool PartedLattice::is_sliver(u32 cell, u32 part) const {
    constexpr float little = 1.0f / 16;
    return solid_ && fraction[cell] * parts_.share(cell, part) < little;
}

// Where a surface bends it may graze a cell in two places. That is no gap: a sliver goes with the part that it hangs
// together with around a corner of the cell.
bool PartedLattice::merge_slivers() {
    bool any = false;
    for (u32 c = 0; c < whole_.cell_count(); ++c) {
        if (parts_.part_count(c) == 1) continue;
        std::vector<std::array<u32, 8>> corners(lattice.cell_corner.begin() + first_copy_[c],
                                                lattice.cell_corner.begin() + first_copy_[c + 1]);
        for (u32 part = 0; part < corners.size() && corners.size() > 1;) {
            u32 other = 0;
            while (other < corners.size() && (other == part || !have_common(corners[other], corners[part]))) ++other;
            if (other == corners.size() || !is_sliver(c, part)) {
                ++part;
                continue;
            }
            parts_.merge(c, part, other);
            corners.erase(corners.begin() + part);
            any = true;
        }
    }
    return any;
}

// In the same way two cells side by side may both have a little of it and hang together around one end of their common
// face or edge, but not around the other: they are one all along it.
void PartedLattice::hold_fringes(std::span<const std::vector<Corner>> around) {
    DisjointSets same(lattice.particle_count());
    for (const std::vector<Corner>& cells : around) {
        const bool shared =
            std::any_of(cells.begin(), cells.end(), [&](const Corner& c) { return parts_.part_count(c.cell) > 1; });
        for (const Corner& a : cells)
            for (const Corner& b : cells)
                for (u32 i = first_copy_[a.cell]; a.cell < b.cell && i < first_copy_[a.cell + 1]; ++i)
                    for (u32 j = first_copy_[b.cell]; j < first_copy_[b.cell + 1]; ++j) {
                        const auto &p = lattice.cell_corner[i], &q = lattice.cell_corner[j];
                        if (p[a.corner] == q[b.corner] || !have_common(p, q)) continue;
                        if (!shared || is_sliver(a.cell, i - first_copy_[a.cell]) ||
                            is_sliver(b.cell, j - first_copy_[b.cell]))
                            same.join(p[a.corner], q[b.corner]);
                    }
    }
    std::vector<u32> number(lattice.particle_count());
    u32 count = 0;
    for (u32 p = 0; p < number.size(); ++p) {
        number[p] = same.find(p) == p ? count++ : number[same.find(p)];
        lattice.particle_site[number[p]] = lattice.particle_site[p];
    }
    lattice.particle_site.resize(count);
    for (auto& corners : lattice.cell_corner)
        for (u32& p : corners) p = number[p];
}

// Of the particles at one grid point, one is of the part whose matter is there, if any is: that of a cell which is all
// inside, or of the nearest piece of surface, which nothing can be in front of. Whether there is any is not asked: on
// the surface that depends on rounding, and a second query may give another answer.
void PartedLattice::find_owner(u32 site, std::span<const Corner> around) {
    const u32 first = lattice.cell_corner[first_copy_[around[0].cell]][around[0].corner];
    std::vector<u32> here;
    for (const Corner& c : around)
        for (u32 copy = first_copy_[c.cell]; copy < first_copy_[c.cell + 1]; ++copy)
            here.push_back(lattice.cell_corner[copy][c.corner]);
    if (std::count(here.begin(), here.end(), first) == static_cast<std::ptrdiff_t>(here.size())) return;
    const Vec3d at = whole_.rest_position(site).to<double>();
    u32 owner = no_index;
    double nearest = 3e38;
    for (const Corner& c : around) {
        if (parts_.touching(c.cell).empty()) {
            owner = lattice.cell_corner[first_copy_[c.cell]][c.corner];
            nearest = 0;
        }
        for (const CellParts::Touching& t : parts_.touching(c.cell)) {
            const auto& corner = parts_.corners(t.triangle);
            const double d = closest_on_triangle(at, corner[0], corner[1], corner[2]).distance_squared;
            if (d < nearest) {
                nearest = d;
                owner = lattice.cell_corner[first_copy_[c.cell] + t.part][c.corner];
            }
        }
    }
    for (const u32 p : here) beyond[p] = p != owner;
}

u32 PartedLattice::part_with(u32 cell, std::span<const u32> triangles) const {
    for (const u32 t : triangles) {
        const u32 part = parts_.part_of(cell, t);
        if (part != no_index) return part;
    }
    return no_index;
}

LatticePlace PartedLattice::find(const Vec3& point, std::span<const u32> triangles) const {
    const LatticePlace place = embedding_.find(point);
    if (!parted || triangles.empty()) return in_copy(place, 0);
    const u32 here = part_with(place.cell, triangles);
    if (here != no_index) return in_copy(place, here);
    // Rounding, or a face whose middle is not on it: the nearest cell around that has some of it.
    LatticePlace best = in_copy(place, 0);
    float nearest = 3e38f;
    for (i32 k = 0; k < 27; ++k) {
        const Vec3i step{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        const u32 cell = embedding_.cell_at(whole_.cell_site[place.cell] + step);
        const u32 part = cell == LatticeEmbedding::no_cell ? no_index : part_with(cell, triangles);
        if (part == no_index) continue;
        const Vec3 in_cell = place.at - step.to<float>();
        const float d = length_squared(in_cell - least(greatest(in_cell, Vec3{0, 0, 0}), Vec3{1, 1, 1}));
        if (d < nearest) {
            nearest = d;
            best = in_copy({cell, in_cell}, part);
        }
    }
    return best;
}

LatticePlace PartedLattice::find(const Vec3& point, const Vec3& normal) const {
    const LatticePlace place = embedding_.find(point);
    if (parts_.part_count(place.cell) == 1) return in_copy(place, 0);
    u32 part = 0;
    bool agrees = false;
    double nearest = 3e38;
    for (const CellParts::Touching& t : parts_.touching(place.cell)) {
        const auto& [a, b, c] = parts_.corners(t.triangle);
        const bool same_way = dot(cross(b - a, c - a), normal.to<double>()) > 0;
        const double d = closest_on_triangle(point.to<double>(), a, b, c).distance_squared;
        if (same_way < agrees || (same_way == agrees && d >= nearest)) continue;
        nearest = d;
        part = t.part;
        agrees = same_way;
    }
    return in_copy(place, part);
}

}  // namespace pliant
