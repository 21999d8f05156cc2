#include "record/morph_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace pliant {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXf;

constexpr u64 max_frames = 512;           // that are fitted together: the work grows with their square
constexpr Index modes_at_once = 4;        // between looks at the error
constexpr double before_rounding = 0.88;  // share of the error that the choice of targets may use
constexpr size_t max_block_bytes = 16u << 20;

// Some vertices in all frames of a piece, as differences from frame 0: a column a frame, positions [m] above normals
// times `normal_scale`.
struct Block {
    std::vector<u32> vertices;  // of the surface; those that others stand for are left out
    Matrix values;              // six rows a vertex
    Index count() const { return static_cast<Index>(vertices.size()); }
};

class PieceFit {
  public:
    // Of frames from `begin` to before `end`, into `fit`, whose unit and translations are there already.
    PieceFit(FrameReader& frames, size_t body, const VertexOrder& order, const BodyFrame& start, u64 begin, u64 end,
             double allowed, float normal_scale, const MorphFit& fit)
        : frames_(frames),
          body_(body),
          order_(order),
          start_(start),
          begin_(begin),
          count_(static_cast<Index>(end - begin)),
          allowed_(allowed),
          normal_scale_(normal_scale),
          translations_(fit.translations) {}

    // Adds targets and weights to a fit of all frames; false where the error cannot be kept.
    bool add_to(MorphFit& fit) {
        find_modes();
        Index count = needed_modes();
        for (int attempt = 0; attempt < 6; ++attempt) {
            const bool all_wide = attempt % 2 == 1;
            if (quantise(count, all_wide, fit.unit)) {
                append(fit);
                return true;
            }
            if (all_wide) count = std::min(count_, count + std::max<Index>(4, count / 4));
        }
        return false;
    }
    double position_error() const { return position_error_; }
    double normal_square_sum() const { return normal_square_sum_; }

  private:
    template <class F>
    void each_block(F&& f) {
        const u32 all = static_cast<u32>(order_.new_of.size());
        const size_t bytes = static_cast<size_t>(count_) * 6 * sizeof(float);
        const u32 step = static_cast<u32>(std::clamp<size_t>(max_block_bytes / bytes, 16, 1u << 16));
        for (u32 first = 0; first < all; first += step) {
            block_.vertices.clear();
            const u32 end = std::min(first + step, all);
            for (u32 v = first; v < end; ++v)
                if (order_.old_of[order_.new_of[v]] == v) block_.vertices.push_back(v);
            if (block_.vertices.empty()) continue;
            load(first, end - first);
            f();
        }
    }

    void load(u32 first, u32 count) {
        std::vector<Vec3> positions(count), normals(count);
        const size_t n = block_.vertices.size();
        block_.values.resize(6 * block_.count(), count_);
        for (Index f = 0; f < count_; ++f) {
            frames_.read_vertices(begin_ + static_cast<u64>(f), body_, first, count, positions.data(), normals.data());
            float* to = block_.values.col(f).data();
            for (size_t i = 0; i < n; ++i) {
                const u32 v = block_.vertices[i];
                const Vec3 p = positions[v - first] - start_.positions[v] - translations_[begin_ + static_cast<u64>(f)],
                           q = (normals[v - first] - start_.normals[v]) * normal_scale_;
                for (int k = 0; k < 3; ++k) to[3 * i + static_cast<size_t>(k)] = p[k];
                for (int k = 0; k < 3; ++k) to[3 * (n + i) + static_cast<size_t>(k)] = q[k];
            }
        }
    }

    // How frames go together: eigenvectors of the products of all frames with all. In double: products square what
    // differs, and floats would lose every mode that is less than a thousandth of the strongest.
    void find_modes() {
        Eigen::MatrixXd products = Eigen::MatrixXd::Zero(count_, count_), values;
        each_block([&] {
            values = block_.values.cast<double>();
            products.selfadjointView<Eigen::Lower>().rankUpdate(values.transpose());
        });
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);  // reads the lower half
        modes_ = solver.eigenvectors().rowwise().reverse().cast<float>();       // the strongest first
    }

    // As many as bring every vertex near enough before numbers are rounded.
    Index needed_modes() {
        Index needed = 0;
        const float enough = static_cast<float>(before_rounding * allowed_);
        each_block([&] {
            Matrix& left = block_.values;
            const Index rows = 3 * block_.count();
            Matrix share;
            for (Index at = 0; at < count_; at += modes_at_once) {
                if (largest_distance(left, rows) <= enough) return;
                const auto some = modes_.middleCols(at, std::min(modes_at_once, count_ - at));
                share.noalias() = left * some;
                left.noalias() -= share * some.transpose();
                needed = std::max(needed, at + some.cols());
            }
        });
        return needed;
    }
    static float largest_distance(const Matrix& values, Index rows) {
        float largest = 0;
        for (Index f = 0; f < values.cols(); ++f) {
            const float* p = values.col(f).data();
            for (Index i = 0; i < rows; i += 3)
                largest = std::max(largest, p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2]);
        }
        return std::sqrt(largest);
    }

    // Rounds the first `count` modes, and measures the error.
    bool quantise(Index count, bool all_wide, float unit) {
        const Matrix modes = modes_.leftCols(count);
        const Eigen::RowVectorXf reach =
            count ? Eigen::RowVectorXf(modes.cwiseAbs().colwise().maxCoeff()) : Eigen::RowVectorXf();
        Eigen::RowVectorXf position_reach = Eigen::RowVectorXf::Zero(count), normal_reach = position_reach;
        Matrix shapes;
        each_block([&] {
            if (!count) return;
            shapes.noalias() = block_.values * modes;
            const Index rows = 3 * block_.count();
            position_reach = position_reach.cwiseMax(shapes.topRows(rows).cwiseAbs().colwise().maxCoeff());
            normal_reach = normal_reach.cwiseMax(shapes.bottomRows(rows).cwiseAbs().colwise().maxCoeff());
        });
        const double step = allowed_ / 16;  // of a position of 8 bits; a hundred of them add up to less than the rest
        const u32 kept = static_cast<u32>(order_.old_of.size());
        targets_.assign(static_cast<size_t>(count), {});
        Eigen::RowVectorXf scale(count);  // the weight of a target at its largest
        for (Index k = 0; k < count; ++k) {
            MorphTarget& t = targets_[static_cast<size_t>(k)];
            const float p = position_reach[k] * reach[k], n = normal_reach[k] * reach[k] / normal_scale_;
            t.wide = all_wide || std::max(unit * n, p / 127) > step;
            scale[k] = std::max({n, p / ((t.wide ? 32767.0f : 127.0f) * unit), 1e-20f});
            t.positions.resize(3 * size_t{kept});
            t.normals.resize(3 * size_t{kept});
        }
        weights_ = Matrix(count_, count);
        for (Index k = 0; k < count; ++k) weights_.col(k) = modes.col(k) * (scale[k] / std::max(reach[k], 1e-20f));
        position_error_ = normal_square_sum_ = 0;
        each_block([&] { round_block(modes, reach, scale, unit, shapes); });
        return position_error_ <= allowed_;
    }

    void round_block(const Matrix& modes, const Eigen::RowVectorXf& reach, const Eigen::RowVectorXf& scale, float unit,
                     Matrix& shapes) {
        const Index n = block_.count();
        if (modes.cols() > 0) {
            shapes.noalias() = block_.values * modes;
            for (Index k = 0; k < modes.cols(); ++k) {
                MorphTarget& t = targets_[static_cast<size_t>(k)];
                const float position_step = unit * scale[k], normal_step = scale[k] / 127;
                for (Index v = 0; v < n; ++v) {
                    const size_t to = 3 * size_t{order_.new_of[block_.vertices[static_cast<size_t>(v)]]};
                    for (Index i = 0; i < 3; ++i) {
                        float& p = shapes(3 * v + i, k);
                        float& q = shapes(3 * (n + v) + i, k);
                        const float whole_p = std::round(p * reach[k] / position_step),
                                    whole_q = std::round(q * reach[k] / normal_scale_ / normal_step);
                        const size_t at = to + static_cast<size_t>(i);
                        t.positions[at] = static_cast<i16>(std::clamp(whole_p, -32767.0f, 32767.0f));
                        t.normals[at] = static_cast<i8>(std::clamp(whole_q, -127.0f, 127.0f));
                        p = static_cast<float>(t.positions[at]) * unit;
                        q = static_cast<float>(t.normals[at]) / 127 * normal_scale_;
                    }
                }
            }
            block_.values.noalias() -= shapes * weights_.transpose();
        }
        position_error_ = std::max(position_error_, static_cast<double>(largest_distance(block_.values, 3 * n)));
        normal_square_sum_ += static_cast<double>(block_.values.bottomRows(3 * n).squaredNorm()) /
                              (static_cast<double>(normal_scale_) * static_cast<double>(normal_scale_));
    }

    // Frames of other pieces have no share in these targets, nor these frames in those of others.
    void append(MorphFit& fit) {
        const size_t before = fit.targets.size(), frames = frames_.frame_count();
        const size_t count = before + targets_.size();
        std::vector<float> weights(frames * count, 0.0f);
        for (size_t f = 0; f < frames; ++f)
            std::copy_n(fit.weights.data() + f * before, before, weights.data() + f * count);
        for (Index f = 0; f < count_; ++f)
            for (Index k = 0; k < weights_.cols(); ++k)
                weights[(begin_ + static_cast<u64>(f)) * count + before + static_cast<size_t>(k)] = weights_(f, k);
        fit.weights = std::move(weights);
        for (MorphTarget& t : targets_) fit.targets.push_back(std::move(t));
    }

    FrameReader& frames_;
    size_t body_;
    const VertexOrder& order_;
    const BodyFrame& start_;
    u64 begin_;
    Index count_;
    double allowed_;
    float normal_scale_;
    const std::vector<Vec3>& translations_;
    Block block_;
    Matrix modes_, weights_;
    std::vector<MorphTarget> targets_;
    double position_error_ = 0, normal_square_sum_ = 0;
};

Vec3d mean(const std::vector<Vec3>& points) {
    Vec3d sum;
    for (const Vec3& p : points) sum += p.to<double>();
    return points.empty() ? sum : sum / static_cast<double>(points.size());
}

}  // namespace

MorphFit fit_morphs(FrameReader& frames, size_t body, const VertexOrder& order, double allowed) {
    PL_ASSERT(body < frames.scene().bodies.size() && allowed > 0);
    MorphFit fit;
    // So that normals of 8 bits and positions of 8 bits both have steps that are fine enough for one weight.
    fit.unit = static_cast<float>(std::exp2(std::floor(std::log2(allowed / 8))));
    const BodyFrame start = frames.read_body(0, body);
    const Vec3d middle = mean(start.positions);
    for (u64 f = 0; f < frames.frame_count(); ++f)
        fit.translations.push_back((mean(frames.read_body(f, body).positions) - middle).to<float>());
    Box box;
    for (const Vec3& p : start.positions) box.add(p);
    // A normal that is off by a radian counts as much as a position that is off by a fiftieth of the body.
    const float normal_scale = std::max(0.02f * length(box.high - box.low), 1e-6f);
    double squares = 0;
    for (u64 begin = 1; begin < frames.frame_count(); begin += max_frames) {
        PieceFit piece(frames, body, order, start, begin, std::min(begin + max_frames, frames.frame_count()), allowed,
                       normal_scale, fit);
        if (!piece.add_to(fit)) {
            fit.found = false;
            return fit;
        }
        fit.position_error = std::max(fit.position_error, piece.position_error());
        squares += piece.normal_square_sum();
    }
    fit.normal_error =
        std::sqrt(squares / static_cast<double>(frames.frame_count() * std::max<size_t>(order.old_of.size(), 1)));
    return fit;
}

}  // namespace pliant
