#include "geometry/winding.h"

#include <algorithm>

#include "core/contract.h"
#include "core/trig.h"
#include "geometry/bvh.h"
#include "geometry/winding_kernels.h"

namespace pliant {

double solid_angle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const Vec3d ra = a - p, rb = b - p, rc = c - p;
    const double la = length(ra), lb = length(rb), lc = length(rc);
    const double volume = dot(ra, cross(rb, rc));
    return 2 * arc_tangent(volume, la * lb * lc + dot(ra, rb) * lc + dot(rb, rc) * la + dot(rc, ra) * lb);
}

double winding_number_exact(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles,
                            const Vec3d& p) {
    PL_ASSERT(is_finite(p) && all_below(triangles, points.size()));
    double sum = 0;
    for (const auto& t : triangles)
        sum += solid_angle(p, points[t[0]].to<double>(), points[t[1]].to<double>(), points[t[2]].to<double>());
    return sum / (4 * pi);
}

namespace {

using Triangle3 = std::array<Vec3d, 3>;

Vec3d area_normal(const Triangle3& t) { return cross(t[1] - t[0], t[2] - t[0]) * 0.5; }
Vec3d centroid(const Triangle3& t) { return (t[0] + t[1] + t[2]) / 3.0; }

// What stands for a run of triangles from afar: moments of the normal about a center.
struct Expansion {
    Vec3d center, dipole;
    Mat3d gradient{};    // (i, j): n_i d_j
    Mat3d hessian[3]{};  // [i](j, k): n_i d_j d_k
    double radius = 0;
};

void add_moments(Expansion& e, const Triangle3& t) {
    const Vec3d n = area_normal(t), middle = centroid(t) - e.center;
    // The mean of d d^T over a triangle is (the sum over its corners + 9 times that of its centroid) / 12.
    Mat3d square = outer(middle, middle) * 9.0;
    for (const Vec3d& p : t) square = square + outer(p - e.center, p - e.center);
    e.gradient = e.gradient + outer(n, middle);
    for (int i = 0; i < 3; ++i) e.hessian[i] = e.hessian[i] + square * (n[i] / 12);
}

Expansion expand(std::span<const Triangle3> triangles) {
    Expansion e;
    Box box;
    double area = 0;
    for (const Triangle3& t : triangles) {
        const Vec3d n = area_normal(t);
        area += length(n);
        e.center += centroid(t) * length(n);
        e.dipole += n;
        for (const Vec3d& p : t) box.add(p.to<float>());
    }
    e.center = area > 0 ? e.center / area : box.center().to<double>();
    for (const Triangle3& t : triangles) {
        add_moments(e, t);
        for (const Vec3d& p : t) e.radius = std::max(e.radius, length(p - e.center));
    }
    return e;
}

// Turns a tree of two branches a node into one of eight.
class Widening {
  public:
    Widening(const Bvh& tree, std::vector<Triangle3> triangles, double beta, Array<WindingNode>& nodes,
             Array<WindingPacket>& packets)
        : tree_(tree), triangles_(std::move(triangles)), beta_(beta), nodes_(nodes), packets_(packets) {
        count_items();
    }

    u32 widen(const std::vector<u32>& branches) {
        PL_ASSERT(branches.size() <= 8);
        const u32 at = static_cast<u32>(nodes_.size());
        WindingNode empty{};
        std::fill(std::begin(empty.reach2), std::end(empty.reach2), -1.0f);
        nodes_.push_back(empty);
        for (u32 b = 0; b < branches.size(); ++b) {
            const u32 n = branches[b];
            summarize(nodes_[at], b, expand(std::span(triangles_).subspan(first_[n], count_[n])));
            const u32 child = count_[n] <= 8 ? WindingNode::leaf_bit | pack(n) : widen(open(n));
            nodes_[at].child[b] = child;
        }
        return at;
    }

    // Branches below a node: the one with the most triangles is opened until there are eight.
    std::vector<u32> open(u32 node) const {
        std::vector<u32> branches{node};
        while (branches.size() < 8) {
            const auto largest =
                std::max_element(branches.begin(), branches.end(), [&](u32 a, u32 b) { return count_[a] < count_[b]; });
            if (count_[*largest] <= 8) break;
            const u32 child = tree_.nodes()[*largest].first;
            *largest = child;
            branches.push_back(child + 1);
        }
        return branches;
    }

  private:
    void count_items() {
        const auto nodes = tree_.nodes();
        first_.resize(nodes.size());
        count_.resize(nodes.size());
        for (size_t n = nodes.size(); n-- > 0;) {
            const u32 child = nodes[n].first;
            first_[n] = nodes[n].is_leaf() ? child : first_[child];
            count_[n] = nodes[n].is_leaf() ? nodes[n].count : count_[child] + count_[child + 1];
        }
    }

    void summarize(WindingNode& node, u32 branch, const Expansion& e) const {
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3;
            node.center[axis][branch] = static_cast<float>(e.center[axis]);
            node.dipole[axis][branch] = static_cast<float>(e.dipole[axis]);
            node.gradient[axis][branch] = static_cast<float>(e.gradient(axis, axis));
            node.gradient[3 + axis][branch] = static_cast<float>((e.gradient(axis, next) + e.gradient(next, axis)) / 2);
        }
        constexpr int order[10][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 1}, {0, 0, 2},
                                      {1, 1, 0}, {1, 1, 2}, {2, 2, 0}, {2, 2, 1}, {0, 1, 2}};
        for (int h = 0; h < 10; ++h) {
            const auto [i, j, k] = order[h];
            node.hessian[h][branch] =
                static_cast<float>((e.hessian[i](j, k) + e.hessian[j](k, i) + e.hessian[k](i, j)) / 3);
        }
        node.reach2[branch] = static_cast<float>(beta_ * beta_ * e.radius * e.radius);
    }

    u32 pack(u32 n) {
        WindingPacket packet{};
        for (u32 i = 0; i < count_[n]; ++i)
            for (int corner = 0; corner < 3; ++corner)
                for (int axis = 0; axis < 3; ++axis)
                    packet.corner[corner][axis][i] = static_cast<float>(triangles_[first_[n] + i][corner][axis]);
        packets_.push_back(packet);
        return static_cast<u32>(packets_.size() - 1);
    }

    const Bvh& tree_;
    std::vector<Triangle3> triangles_;  // in the order of the tree
    std::vector<u32> first_, count_;    // of each node of the tree: its run of triangles
    double beta_;
    Array<WindingNode>& nodes_;
    Array<WindingPacket>& packets_;
};

}  // namespace

WindingNumber::WindingNumber(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, double beta) {
    PL_ASSERT(beta > 0 && all_finite(points) && all_below(triangles, points.size()));
    if (triangles.empty()) return;
    std::vector<Box> boxes(triangles.size());
    for (size_t t = 0; t < triangles.size(); ++t)
        for (const u32 p : triangles[t]) boxes[t].add(points[p]);
    const Bvh tree(boxes);
    const Vec3d low = tree.bounds().low.to<double>(), size = tree.bounds().high.to<double>() - low;
    const double largest = std::max({size.x, size.y, size.z});
    middle_ = low + size * 0.5;
    scale_ = largest > 0 ? 1 / largest : 1;
    std::vector<Triangle3> ordered(triangles.size());
    for (size_t i = 0; i < triangles.size(); ++i)
        for (int corner = 0; corner < 3; ++corner)
            ordered[i][corner] = (points[triangles[tree.items()[i]][corner]].to<double>() - middle_) * scale_;
    Widening widening(tree, std::move(ordered), beta, nodes_, packets_);
    widening.widen(widening.open(0));
}

double WindingNumber::at(const Vec3& p) const {
    PL_ASSERT(is_finite(p));
    if (nodes_.empty()) return 0;
    constexpr double far = 1e4;  // from here on the answer is below 1e-8, and powers of distances would leave the range
    Vec3d r = (p.to<double>() - middle_) * scale_;
    r = greatest(least(r, Vec3d{far, far, far}), Vec3d{-far, -far, -far});
    return winding_kernels().winding(nodes_.data(), packets_.data(), r.to<float>());
}

}  // namespace pliant
