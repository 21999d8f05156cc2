#include "geometry/bvh.h"

#include <algorithm>
#include <array>

#include "core/assert.h"

namespace pliant {

namespace {

constexpr u32 bin_count = 16;
// Below this depth nodes are halved, which takes no more than log2(2^32 / leaf_size) = 30 further levels.
constexpr u32 heuristic_depth = 32;

struct Bin {
    Box box;
    u32 count = 0;
};

struct Split {
    int axis = -1;
    u32 bin = 0;  // bins up to this one go left
    float cost = std::numeric_limits<float>::infinity();
};

float half_area(const Box& b) {
    const Vec3 s = b.size();
    return s.x * s.y + s.y * s.z + s.z * s.x;
}

class BvhBuilder {
  public:
    BvhBuilder(std::span<const Box> boxes, std::vector<BvhNode>& nodes, std::vector<u32>& items)
        : boxes_(boxes), nodes_(nodes), items_(items), center_(boxes.size()), moved_(boxes.size()) {
        for (size_t i = 0; i < boxes.size(); ++i) {
            PL_ASSERT(boxes[i].low.x <= boxes[i].high.x && boxes[i].low.y <= boxes[i].high.y &&
                      boxes[i].low.z <= boxes[i].high.z);
            center_[i] = boxes[i].center();
            items_.push_back(static_cast<u32>(i));
        }
    }

    void build() {
        struct Task {
            u32 node, begin, end, depth;
        };
        std::vector<Task> tasks{{0, 0, static_cast<u32>(items_.size()), 0}};
        nodes_.reserve(items_.size());
        nodes_.resize(1);
        while (!tasks.empty()) {
            const Task t = tasks.back();
            tasks.pop_back();
            const Box box = box_of(t.begin, t.end);
            nodes_[t.node] = {box.low, t.begin, box.high, t.end - t.begin};
            if (t.end - t.begin <= Bvh::leaf_size) continue;
            const u32 middle = split(t.begin, t.end, t.depth), child = static_cast<u32>(nodes_.size());
            nodes_[t.node].first = child;
            nodes_[t.node].count = 0;
            nodes_.resize(nodes_.size() + 2);
            tasks.push_back({child + 1, middle, t.end, t.depth + 1});
            tasks.push_back({child, t.begin, middle, t.depth + 1});
        }
    }

  private:
    Box box_of(u32 begin, u32 end) const {
        Box box;
        for (u32 i = begin; i < end; ++i) box.add(boxes_[items_[i]]);
        return box;
    }

    u32 split(u32 begin, u32 end, u32 depth) {
        Box centers;
        for (u32 i = begin; i < end; ++i) centers.add(center_[items_[i]]);
        if (depth < heuristic_depth) {
            Split best;
            for (int axis = 0; axis < 3; ++axis) improve(begin, end, axis, centers, best);
            if (best.axis >= 0) return partition(begin, end, best, centers);
        }
        return halve(begin, end, centers);
    }

    // Which bin a centre falls in. The scale is kept finite for extents that are tiny or huge.
    static u32 bin_of(float center, float low, float extent) {
        const float place = (center - low) / extent * static_cast<float>(bin_count);
        return std::min(static_cast<u32>(place), bin_count - 1);
    }

    void improve(u32 begin, u32 end, int axis, const Box& centers, Split& best) const {
        const float low = centers.low[axis], extent = centers.size()[axis];
        if (!(extent > 0) || !std::isfinite(extent)) return;
        std::array<Bin, bin_count> bins;
        for (u32 i = begin; i < end; ++i) {
            Bin& bin = bins[bin_of(center_[items_[i]][axis], low, extent)];
            bin.box.add(boxes_[items_[i]]);
            ++bin.count;
        }
        std::array<float, bin_count> right_cost;
        Bin side;
        for (u32 b = bin_count - 1; b > 0; --b) {
            side.box.add(bins[b].box);
            side.count += bins[b].count;
            right_cost[b - 1] = side.count ? half_area(side.box) * static_cast<float>(side.count) : -1;
        }
        side = {};
        for (u32 b = 0; b + 1 < bin_count; ++b) {
            side.box.add(bins[b].box);
            side.count += bins[b].count;
            if (side.count == 0 || right_cost[b] < 0) continue;
            const float cost = half_area(side.box) * static_cast<float>(side.count) + right_cost[b];
            if (cost < best.cost) best = {axis, b, cost};
        }
    }

    // Stable, so that the order of items is the same with every standard library.
    u32 partition(u32 begin, u32 end, const Split& s, const Box& centers) {
        u32 left = begin, right = 0;
        for (u32 i = begin; i < end; ++i) {
            const u32 item = items_[i];
            if (bin_of(center_[item][s.axis], centers.low[s.axis], centers.size()[s.axis]) <= s.bin)
                items_[left++] = item;
            else
                moved_[right++] = item;
        }
        std::copy_n(moved_.begin(), right, items_.begin() + left);
        return left;
    }

    u32 halve(u32 begin, u32 end, const Box& centers) {
        const Vec3 size = centers.size();
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        std::sort(items_.begin() + begin, items_.begin() + end, [&](u32 a, u32 b) {
            return center_[a][axis] != center_[b][axis] ? center_[a][axis] < center_[b][axis] : a < b;
        });
        return begin + (end - begin) / 2;
    }

    std::span<const Box> boxes_;
    std::vector<BvhNode>& nodes_;
    std::vector<u32>& items_;
    std::vector<Vec3> center_;
    std::vector<u32> moved_;
};

}  // namespace

Bvh::Bvh(std::span<const Box> boxes) {
    PL_ASSERT(boxes.size() < 0x80000000u);  // so that twice as many nodes can be numbered
    if (boxes.empty()) return;
    items_.reserve(boxes.size());
    BvhBuilder(boxes, nodes_, items_).build();
    item_box_.reserve(boxes.size());
    for (const u32 item : items_) item_box_.push_back(boxes[item]);
    PL_VALIDATE(*this);
}

void Bvh::refit(std::span<const Box> boxes) {
    PL_ASSERT(boxes.size() == items_.size());
    for (size_t i = 0; i < items_.size(); ++i) item_box_[i] = boxes[items_[i]];
    for (size_t n = nodes_.size(); n-- > 0;) {  // children stand after their parents
        BvhNode& node = nodes_[n];
        Box box;
        if (node.is_leaf()) {
            for (u32 i = node.first; i < node.first + node.count; ++i) box.add(item_box_[i]);
        } else {
            box = nodes_[node.first].box();
            box.add(nodes_[node.first + 1].box());
        }
        node.low = box.low;
        node.high = box.high;
    }
    PL_VALIDATE(*this);
}

static bool contains(const BvhNode& node, const Box& box) {
    return node.low == least(node.low, box.low) && node.high == greatest(node.high, box.high);
}

bool Bvh::holds_its_items(const BvhNode& node) const {
    for (u32 i = node.first; i < node.first + node.count; ++i)
        if (!contains(node, item_box_[i])) return false;
    return true;
}

const char* validate(const Bvh& tree) {
    const auto& nodes = tree.nodes_;
    if (tree.item_box_.size() != tree.items_.size()) return "bvh: an item has no box";
    if (nodes.empty() != tree.items_.empty()) return "bvh: there are items without nodes, or nodes without items";
    std::vector<u8> parents(nodes.size(), 0), seen(tree.items_.size(), 0);
    u32 next_item = 0;  // leaves lie in the order of their items, but nodes do not: items are counted
    for (u32 n = 0; n < nodes.size(); ++n) {
        const BvhNode& node = nodes[n];
        if (node.is_leaf()) {
            if (node.count > Bvh::leaf_size || node.first + node.count > tree.items_.size())
                return "bvh: a leaf has too many items";
            if (!tree.holds_its_items(node)) return "bvh: a leaf does not contain its items";
            next_item += node.count;
            continue;
        }
        if (node.first <= n || node.first + 1 >= nodes.size()) return "bvh: a child does not stand after its parent";
        for (const u32 child : {node.first, node.first + 1}) {
            if (parents[child]++) return "bvh: a node has two parents";
            if (!contains(node, nodes[child].box())) return "bvh: a node does not contain its children";
        }
    }
    if (next_item != tree.items_.size()) return "bvh: an item is in no leaf, or in two";
    for (const u32 item : tree.items_)
        if (item >= seen.size() || seen[item]++) return "bvh: an item is listed twice";
    return nullptr;
}

}  // namespace pliant
