#include "collide/sheet_tree.h"

#include <algorithm>
#include <numeric>

#include "collide/sheet_kernels.h"
#include "core/contract.h"
#include "core/disjoint_sets.h"

namespace pliant {

static constexpr u32 triangles_per_leaf = 8;  // one for each lane

SheetTree::SheetTree(const ContactSurface& skin, std::span<const Vec3> particle_rest) : skin_(&skin) {
    PL_ASSERT(!skin.triangles.empty() && all_below(skin.particle, particle_rest.size()) && all_finite(particle_rest));
    rest_.resize(skin.point_count());
    for (u32 p = 0; p < skin.point_count(); ++p)
        for (u32 k = p * skin.supports; k < (p + 1) * skin.supports; ++k)
            rest_[p] += particle_rest[skin.particle[k]] * skin.weight[k];

    const std::vector<std::vector<u32>> groups = group_triangles();
    std::vector<Vec3> centers;
    for (const std::vector<u32>& group : groups) {
        Vec3 sum;
        for (const u32 t : group) sum += center(t);
        centers.push_back(sum / static_cast<float>(group.size()));
    }
    u32 leaves = 1;
    while (leaves < groups.size()) leaves *= 2;
    std::vector<u32> order(groups.size());
    std::iota(order.begin(), order.end(), 0u);
    split(order, centers, leaves, groups);
    fill_leaves();
    find_adjoining();
    find_connected_nodes();
    find_pieces();
    nodes_.resize(2 * leaves);
    leaf_fronts_.resize(leaves);
    before_.resize(skin.point_count());
    now_.resize(skin.point_count());
}

Vec3 SheetTree::center(u32 triangle) const {
    PL_ASSERT(triangle < skin_->triangles.size());
    const auto& [a, b, c] = skin_->triangles[triangle];
    return (rest_[a] + rest_[b] + rest_[c]) / 3.0f;
}

// Triangles that hang together by edges, up to as many as there are lanes, in pieces as round as may be.
std::vector<std::vector<u32>> SheetTree::group_triangles() const {
    const u32 count = static_cast<u32>(skin_->triangles.size());
    std::vector<u32> group_of(count, ContactSurface::none);
    std::vector<std::vector<u32>> groups;
    for (u32 seed = 0; seed < count; ++seed) {
        if (group_of[seed] != ContactSurface::none) continue;
        const u32 number = static_cast<u32>(groups.size());
        std::vector<u32>& group = groups.emplace_back();
        Vec3 sum;
        for (u32 next = seed; next != ContactSurface::none && group.size() < triangles_per_leaf;) {
            group_of[next] = number;
            group.push_back(next);
            sum += center(next);
            const Vec3 middle = sum / static_cast<float>(group.size());
            float nearest = 0;
            next = ContactSurface::none;
            for (const u32 t : group)
                for (const u32 other : skin_->neighbor[t]) {
                    if (other == ContactSurface::none || group_of[other] != ContactSurface::none) continue;
                    const float distance = length_squared(center(other) - middle);
                    if (next == ContactSurface::none || distance < nearest) {
                        nearest = distance;
                        next = other;
                    }
                }
        }
    }
    return groups;
}

// Halves of as many groups each, across the longest side.
void SheetTree::split(std::span<u32> order, std::span<const Vec3> centers, u32 leaves,
                      const std::vector<std::vector<u32>>& groups) {
    PL_ASSERT(leaves > 0 && (leaves & (leaves - 1)) == 0 && all_below(order, groups.size()));
    if (leaves == 1) {
        const u32 begin = static_cast<u32>(triangles_.size());
        for (const u32 group : order) triangles_.insert(triangles_.end(), groups[group].begin(), groups[group].end());
        leaves_.push_back({{begin, static_cast<u32>(triangles_.size())}, {}, {}, {}});
        return;
    }
    Box box;
    for (const u32 group : order) box.add(centers[group]);
    const Vec3 size = box.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const size_t middle = (order.size() + 1) / 2;
    if (middle < order.size())
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(middle), order.end(),
                         [&](u32 a, u32 b) {
                             return centers[a][axis] != centers[b][axis] ? centers[a][axis] < centers[b][axis] : a < b;
                         });
    split(order.first(middle), centers, leaves / 2, groups);
    split(order.subspan(middle), centers, leaves / 2, groups);
}

void SheetTree::fill_leaves() {
    const ContactSurface& s = *skin_;
    std::vector<u8> taken(s.point_count(), 0);
    lanes_.resize(24 * leaves_.size());
    for (u32 n = 0; n < leaves_.size(); ++n) {
        Leaf& leaf = leaves_[n];
        leaf.points.begin = static_cast<u32>(points_.size());
        leaf.edges.begin = static_cast<u32>(edges_.size());
        leaf.corners.begin = static_cast<u32>(corners_.size());
        for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) {
            const u32 t = triangles_[i];
            for (u32 k = 0; k < 3; ++k) {
                const u32 p = s.triangles[t][k], neighbor = s.neighbor[t][k];
                corners_.push_back(p);
                if (!taken[p]) {
                    taken[p] = 1;
                    points_.push_back(p);
                }
                if (neighbor == ContactSurface::none || t < neighbor)
                    edges_.push_back({p, s.triangles[t][(k + 1) % 3], t, neighbor});
            }
        }
        const auto first = corners_.begin() + leaf.corners.begin;
        std::sort(first, corners_.end());
        corners_.erase(std::unique(first, corners_.end()), corners_.end());
        leaf.points.end = static_cast<u32>(points_.size());
        leaf.edges.end = static_cast<u32>(edges_.size());
        leaf.corners.end = static_cast<u32>(corners_.size());
        // Lanes that are left over look at a triangle again.
        const u32 size = leaf.triangles.end - leaf.triangles.begin;
        for (u32 lane = 0; lane < triangles_per_leaf; ++lane)
            for (u32 k = 0; k < 3; ++k)
                lanes_[24 * n + 8 * k + lane] =
                    size == 0 ? 0 : s.triangles[triangles_[leaf.triangles.begin + lane % size]][k];
    }
}

void SheetTree::find_adjoining() {
    const u32 leaves = static_cast<u32>(leaves_.size());
    std::vector<std::vector<u32>> adjoining(2 * leaves);
    std::vector<u32> home(triangles_.size());
    for (u32 n = 0; n < leaves; ++n)
        for (u32 i = leaves_[n].triangles.begin; i < leaves_[n].triangles.end; ++i) home[triangles_[i]] = n;
    for (u32 t = 0; t < home.size(); ++t)
        for (const u32 other : skin_->neighbor[t])
            if (other != ContactSurface::none && home[other] != home[t])
                adjoining[leaves + home[t]].push_back(leaves + home[other]);
    for (u32 node = 2 * leaves - 1; node >= 1; --node) {
        std::vector<u32>& list = adjoining[node];
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        for (const u32 other : list)
            if (other / 2 != node / 2) adjoining[node / 2].push_back(other / 2);
    }
    adjoining_start_.assign(1, 0);
    for (const std::vector<u32>& list : adjoining) {
        adjoining_.insert(adjoining_.end(), list.begin(), list.end());
        adjoining_start_.push_back(static_cast<u32>(adjoining_.size()));
    }
}

// Leaves do by the way they are made; of a node, those must that are in it.
void SheetTree::find_connected_nodes() {
    const u32 leaves = static_cast<u32>(leaves_.size());
    connected_.assign(2 * leaves, 1);
    std::vector<u32> reached;
    std::vector<u8> known(2 * leaves, 0);
    const auto filled = [&](u32 leaf) {
        return leaves_[leaf - leaves].triangles.begin < leaves_[leaf - leaves].triangles.end;
    };
    for (u32 node = leaves - 1; node >= 1; --node) {
        u32 first = node, last = node;  // leaf
        while (first < leaves) {
            first = 2 * first;
            last = 2 * last + 1;
        }
        size_t count = 0;
        reached.clear();
        for (u32 leaf = first; leaf <= last; ++leaf) {
            if (!filled(leaf)) continue;
            ++count;
            if (reached.empty()) {
                known[leaf] = 1;
                reached.push_back(leaf);
            }
        }
        for (size_t i = 0; i < reached.size(); ++i)
            for (u32 k = adjoining_start_[reached[i]]; k < adjoining_start_[reached[i] + 1]; ++k) {
                const u32 leaf = adjoining_[k];
                if (leaf >= first && leaf <= last && !known[leaf]) {
                    known[leaf] = 1;
                    reached.push_back(leaf);
                }
            }
        connected_[node] = reached.size() == count;
        for (const u32 leaf : reached) known[leaf] = 0;
    }
}

void SheetTree::find_pieces() {
    DisjointSets sets(skin_->point_count());
    for (const Edge& e : edges_) sets.join(e.a, e.b);
    for (u32 p = 0; p < skin_->point_count(); ++p) piece_.push_back(sets.find(p));
}

void SheetTree::refit(const MovingSurface& surface) {
    PL_ASSERT(&surface.topology() == skin_);
    surface_ = &surface;
    const ParticleView& particles = surface.particles();
    Vec3d sum;
    for (u32 p = 0; p < before_.size(); ++p) {
        before_[p].set_xyz(skin_point(*skin_, p, particles.previous));
        now_[p].set_xyz(skin_point(*skin_, p, particles.position));
        sum += (now_[p].xyz() - before_[p].xyz()).to<double>();
    }
    mean_displacement_ = (sum / static_cast<double>(before_.size())).to<float>();
    const u32 leaves = static_cast<u32>(leaves_.size());
    sheet_kernels().fronts({floats(before_.data()), floats(now_.data()), lanes_.data(), leaf_fronts_.data(), leaves});
    for (u32 n = 0; n < leaves; ++n) {
        Node& node = nodes_[leaves + n];
        node.before = {};
        node.now = {};
        for (u32 i = leaves_[n].corners.begin; i < leaves_[n].corners.end; ++i) {
            node.before.add(before_[corners_[i]].xyz());
            node.now.add(now_[corners_[i]].xyz());
        }
        const bool filled = leaves_[n].triangles.begin < leaves_[n].triangles.end;
        node.fronts = filled ? leaf_fronts_[n] : 0xffffffffu;
    }
    for (u32 n = leaves - 1; n >= 1; --n) {
        const Node &a = nodes_[2 * n], &b = nodes_[2 * n + 1];
        nodes_[n].before = a.before;
        nodes_[n].before.add(b.before);
        nodes_[n].now = a.now;
        nodes_[n].now.add(b.now);
        nodes_[n].fronts = a.fronts & b.fronts;
    }
}

}  // namespace pliant
