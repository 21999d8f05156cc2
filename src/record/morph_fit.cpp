#include "record/morph_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/assert.h"

namespace pliant {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXf;

constexpr u64 max_frames = 512;                 // that are fitted together: the work grows with their square
constexpr Index modes_at_once = 4;              // between looks at the error
constexpr double before_rounding = 0.88;        // share of the error that the choice of targets may use
constexpr double allowed_normal_error = 0.035;  // [rad] root of the mean square, two degrees
constexpr int max_rounds = 6;
constexpr Index worth_reweighting = 16;  // modes; below that, fewer save little
constexpr size_t max_block_bytes = 16u << 20;

// What arrays cost in a file, in bytes, so that the fit with the smallest one is taken.
constexpr double byte_target = 3, wide_target = 6, corrected_point = 5;  // a vertex
constexpr double target_overhead = 250;  // its texts; and two bytes a frame for its weights

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
        const Index count = choose_modes();
        // Of a position of 8 bits, as a share of the error; 0: all have 16. The coarsest is rarely the smallest: what
        // it rounds off comes back as corrections.
        constexpr double steps[] = {1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16, 0};
        double best_step = -1, fewest_bytes = 0;
        for (const double step : steps) {
            if (!quantise(count, step * allowed_, fit.unit)) continue;
            const double bytes = bytes_of_targets();
            if (best_step >= 0 && bytes >= fewest_bytes) break;
            best_step = step;
            fewest_bytes = bytes;
        }
        if (best_step < 0 || !quantise(count, best_step * allowed_, fit.unit)) return false;
        append(fit);
        return true;
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

    // How many targets, and what they cost together with the corrections that they need.
    struct Choice {
        Index count = 0;
        double bytes = 0;
    };

    // Modes are the best for the mean square of the error, but what counts is the largest. So vertices that come out
    // worst count more, and modes are found again, as long as the file becomes smaller by it.
    Index choose_modes() {
        weight_.assign(order_.new_of.size(), 1.0f);
        find_modes();
        Choice best = cheapest();
        for (int round = 0; round < max_rounds && best.count >= worth_reweighting; ++round) {
            reweight(best.count);
            Matrix before = modes_;
            find_modes();
            const Choice now = cheapest();
            if (now.bytes >= best.bytes) {
                modes_ = std::move(before);
                break;
            }
            best = now;
        }
        return best.count;
    }

    // By the error of each vertex with `count` modes.
    void reweight(Index count) {
        const Matrix modes = modes_.leftCols(count);
        const float allowed = static_cast<float>(allowed_);
        each_block([&] {
            const Index rows = 3 * block_.count();
            Matrix left = block_.values.topRows(rows);
            left.noalias() -= (left * modes).eval() * modes.transpose();
            for (Index v = 0; v < block_.count(); ++v) {
                const float error = std::sqrt(left.middleRows(3 * v, 3).colwise().squaredNorm().maxCoeff());
                float& weight = weight_[block_.vertices[static_cast<size_t>(v)]];
                weight = std::clamp(weight * std::max(error / allowed, 0.2f), 1e-6f, 1e6f);
            }
        });
    }

    // How frames go together: eigenvectors of the products of all frames with all. In double: products square what
    // differs, and floats would lose every mode that is less than a thousandth of the strongest.
    void find_modes() {
        Eigen::MatrixXd products = Eigen::MatrixXd::Zero(count_, count_), values;
        each_block([&] {
            values = block_.values.cast<double>();
            for (Index row = 0; row < values.rows(); ++row) {
                const size_t v = static_cast<size_t>(row / 3 % block_.count());
                values.row(row) *= std::sqrt(static_cast<double>(weight_[block_.vertices[v]]));
            }
            products.selfadjointView<Eigen::Lower>().rankUpdate(values.transpose());
        });
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);  // reads the lower half
        modes_ = solver.eigenvectors().rowwise().reverse().cast<float>();       // the strongest first
    }

    // Counts what each number of targets would leave to corrections, before numbers are rounded.
    Choice cheapest() {
        const Index looks = (count_ + modes_at_once - 1) / modes_at_once + 1;
        std::vector<u64> points(static_cast<size_t>(looks));
        std::vector<std::vector<u8>> corrected(points.size(), std::vector<u8>(static_cast<size_t>(count_)));
        const float enough = static_cast<float>(before_rounding * allowed_);
        each_block([&] {
            Matrix& left = block_.values;
            const Index rows = 3 * block_.count();
            Matrix share;
            for (Index look = 0; look < looks; ++look) {
                const u64 found = count_beyond(left, rows, enough, corrected[static_cast<size_t>(look)]);
                points[static_cast<size_t>(look)] += found;
                const Index at = look * modes_at_once;
                if (found == 0 || at >= count_) return;
                const auto some = modes_.middleCols(at, std::min(modes_at_once, count_ - at));
                share.noalias() = left * some;
                left.noalias() -= share * some.transpose();
            }
        });
        const double overhead = target_overhead + 2 * static_cast<double>(count_);
        Choice best;
        for (size_t look = 0; look < points.size(); ++look) {
            const Index count = std::min(static_cast<Index>(look) * modes_at_once, count_);
            const double frames = static_cast<double>(std::count(corrected[look].begin(), corrected[look].end(), 1));
            const double bytes =
                static_cast<double>(count) * (byte_target * static_cast<double>(order_.old_of.size()) + overhead) +
                static_cast<double>(points[look]) * corrected_point + frames * overhead;
            if (look == 0 || bytes < best.bytes) best = {count, bytes};
        }
        return best;
    }
    // Also marks the frames in which there are any.
    static u64 count_beyond(const Matrix& values, Index rows, float distance, std::vector<u8>& frames) {
        u64 found = 0;
        for (Index f = 0; f < values.cols(); ++f) {
            const float* p = values.col(f).data();
            u64 here = 0;
            for (Index i = 0; i < rows; i += 3)
                here += p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2] > distance * distance;
            if (here > 0) frames[static_cast<size_t>(f)] = 1;
            found += here;
        }
        return found;
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

    // Which modes have normals: those that change them least have none, as many as the error allows. The modes are
    // orthogonal in time, so the squares that they leave out add up.
    std::vector<u8> modes_with_normals(const Eigen::RowVectorXd& squares, double all_squares) const {
        std::vector<u8> chosen(static_cast<size_t>(squares.size()), 1);
        std::vector<size_t> weakest_first(chosen.size());
        for (size_t k = 0; k < chosen.size(); ++k) weakest_first[k] = k;
        std::sort(weakest_first.begin(), weakest_first.end(), [&](size_t a, size_t b) {
            const double of_a = squares[static_cast<Index>(a)], of_b = squares[static_cast<Index>(b)];
            return of_a < of_b || (of_a == of_b && a > b);
        });
        const double allowed = allowed_normal_error * static_cast<double>(normal_scale_);
        const double normals = static_cast<double>(count_) * static_cast<double>(order_.old_of.size());
        const double budget = allowed * allowed * normals;
        double left_out = all_squares - squares.sum();
        for (const size_t k : weakest_first) {
            left_out += squares[static_cast<Index>(k)];
            if (left_out > budget) break;
            chosen[k] = 0;
        }
        return chosen;
    }

    // Rounds the first `count` modes and their weights, corrects what is too far off then, and measures the error.
    // Positions have 8 bits where these have steps of at most `step`.
    bool quantise(Index count, double step, float unit) {
        const Matrix modes = modes_.leftCols(count);
        const Eigen::RowVectorXf reach =
            count ? Eigen::RowVectorXf(modes.cwiseAbs().colwise().maxCoeff()) : Eigen::RowVectorXf();
        Eigen::RowVectorXf position_reach = Eigen::RowVectorXf::Zero(count), normal_reach = position_reach;
        Eigen::RowVectorXd normal_squares = Eigen::RowVectorXd::Zero(count);
        double all_normal_squares = 0;
        Matrix shapes;
        each_block([&] {
            if (!count) return;
            shapes.noalias() = block_.values * modes;
            const Index rows = 3 * block_.count();
            position_reach = position_reach.cwiseMax(shapes.topRows(rows).cwiseAbs().colwise().maxCoeff());
            normal_reach = normal_reach.cwiseMax(shapes.bottomRows(rows).cwiseAbs().colwise().maxCoeff());
            normal_squares += shapes.bottomRows(rows).cast<double>().colwise().squaredNorm();
            all_normal_squares += block_.values.bottomRows(rows).cast<double>().squaredNorm();
        });
        const std::vector<u8> has_normals = modes_with_normals(normal_squares, all_normal_squares);
        const u32 kept = static_cast<u32>(order_.old_of.size());
        targets_.assign(static_cast<size_t>(count), {});
        Eigen::RowVectorXf scale(count);  // the weight of a target at its largest
        for (Index k = 0; k < count; ++k) {
            MorphTarget& t = targets_[static_cast<size_t>(k)];
            const bool normals = has_normals[static_cast<size_t>(k)];
            const float p = position_reach[k] * reach[k], n = normals ? normal_reach[k] * reach[k] / normal_scale_ : 0;
            t.wide = static_cast<double>(std::max(unit * n, p / 127)) > step;
            scale[k] = std::max({n, p / ((t.wide ? 32767.0f : 127.0f) * unit), 1e-20f});
            t.positions.resize(3 * size_t{kept});
            if (normals) t.normals.resize(3 * size_t{kept});
        }
        weights_ = Matrix(count_, count);
        for (Index k = 0; k < count; ++k) {
            weights_.col(k) = modes.col(k) * (scale[k] / std::max(reach[k], 1e-20f));
            round_weights(k);
        }
        corrections_.assign(static_cast<size_t>(count_), {});
        position_error_ = normal_square_sum_ = 0;
        each_block([&] { round_block(modes, reach, scale, unit, shapes); });
        return position_error_ <= allowed_;
    }

    // To steps counted from the lowest; 0, which they are in frames of other pieces, is one of them.
    void round_weights(Index k) {
        MorphTarget& t = targets_[static_cast<size_t>(k)];
        const float low = std::min(weights_.col(k).minCoeff(), 0.0f), high = std::max(weights_.col(k).maxCoeff(), 0.0f);
        t.copies = std::max(1u, static_cast<u32>(std::ceil((high - low) * 1.0001f)));
        const float step = weight_step(t.copies);
        t.lowest = -std::ceil(-low / step) * step;
        for (Index f = 0; f < count_; ++f) weights_(f, k) = std::round(weights_(f, k) / step) * step;
    }

    void round_block(const Matrix& modes, const Eigen::RowVectorXf& reach, const Eigen::RowVectorXf& scale, float unit,
                     Matrix& shapes) {
        const Index n = block_.count();
        if (modes.cols() > 0) {
            shapes.noalias() = block_.values * modes;
            for (Index k = 0; k < modes.cols(); ++k) {
                MorphTarget& t = targets_[static_cast<size_t>(k)];
                const float position_step = unit * scale[k] / reach[k];
                const float normal_step = scale[k] / 127 * normal_scale_ / reach[k];
                for (Index v = 0; v < n; ++v) {
                    const size_t to = 3 * size_t{order_.new_of[block_.vertices[static_cast<size_t>(v)]]};
                    for (Index i = 0; i < 3; ++i) {
                        float& p = shapes(3 * v + i, k);
                        float& q = shapes(3 * (n + v) + i, k);
                        const size_t at = to + static_cast<size_t>(i);
                        t.positions[at] = static_cast<i16>(rounded(p / position_step, 32767));
                        p = static_cast<float>(t.positions[at]) * unit;
                        if (!t.normals.empty()) t.normals[at] = static_cast<i8>(rounded(q / normal_step, 127));
                        q = t.normals.empty() ? 0 : static_cast<float>(t.normals[at]) / 127 * normal_scale_;
                    }
                }
            }
            block_.values.noalias() -= shapes * weights_.transpose();
        }
        correct_block(unit);
        position_error_ = std::max(position_error_, static_cast<double>(largest_distance(block_.values, 3 * n)));
        normal_square_sum_ += static_cast<double>(block_.values.bottomRows(3 * n).squaredNorm()) /
                              (static_cast<double>(normal_scale_) * static_cast<double>(normal_scale_));
    }

    // What is still too far off goes to its place, as near as steps of `unit` allow.
    void correct_block(float unit) {
        const float allowed = static_cast<float>(0.999 * allowed_);  // as stated with four digits it is kept too
        for (Index f = 0; f < count_; ++f) {
            MorphTarget& t = corrections_[static_cast<size_t>(f)];
            for (Index v = 0; v < block_.count(); ++v) {
                auto left = block_.values.col(f).segment<3>(3 * v);
                if (left.squaredNorm() <= allowed * allowed) continue;
                t.vertices.push_back(order_.new_of[block_.vertices[static_cast<size_t>(v)]]);
                for (Index i = 0; i < 3; ++i) {
                    const float steps = rounded(left[i] / unit, 32767);
                    t.wide |= std::abs(steps) > 127;
                    t.positions.push_back(static_cast<i16>(steps));
                    left[i] -= steps * unit;
                }
            }
        }
    }

    double bytes_of_targets() const {
        const double overhead = target_overhead + 2 * static_cast<double>(count_);
        double bytes = 0;
        for (const MorphTarget& t : targets_)
            bytes += static_cast<double>(t.positions.size() / 3) * (t.wide ? wide_target : byte_target) +
                     static_cast<double>(t.normals.size()) + t.copies * overhead;
        for (const MorphTarget& t : corrections_)
            if (!t.vertices.empty())
                bytes += static_cast<double>(t.vertices.size()) * (t.wide ? corrected_point + 3 : corrected_point) +
                         overhead;
        return bytes;
    }

    static float rounded(float v, float most) { return std::clamp(std::round(v), -most, most); }

    // Frames of other pieces have no share in these targets, nor these frames in those of others.
    void append(MorphFit& fit) {
        const size_t before = fit.targets.size(), frames = frames_.frame_count();
        std::vector<size_t> corrected;  // frames of this piece
        for (size_t f = 0; f < corrections_.size(); ++f)
            if (!corrections_[f].vertices.empty()) corrected.push_back(f);
        const size_t modes = before + targets_.size(), count = modes + corrected.size();
        std::vector<float> weights(frames * count, 0.0f);
        for (size_t f = 0; f < frames; ++f)
            std::copy_n(fit.weights.data() + f * before, before, weights.data() + f * count);
        for (Index f = 0; f < count_; ++f)
            for (Index k = 0; k < weights_.cols(); ++k)
                weights[(begin_ + static_cast<u64>(f)) * count + before + static_cast<size_t>(k)] = weights_(f, k);
        for (size_t i = 0; i < corrected.size(); ++i) weights[(begin_ + corrected[i]) * count + modes + i] = 1;
        fit.weights = std::move(weights);
        for (MorphTarget& t : targets_) fit.targets.push_back(std::move(t));
        for (const size_t f : corrected) fit.targets.push_back(sorted(corrections_[f]));
    }

    static MorphTarget sorted(const MorphTarget& given) {
        std::vector<size_t> by_vertex(given.vertices.size());
        std::iota(by_vertex.begin(), by_vertex.end(), size_t{0});
        std::sort(by_vertex.begin(), by_vertex.end(),
                  [&](size_t a, size_t b) { return given.vertices[a] < given.vertices[b]; });
        MorphTarget out;
        out.wide = given.wide;
        for (const size_t i : by_vertex) {
            out.vertices.push_back(given.vertices[i]);
            const auto from = given.positions.begin() + static_cast<std::ptrdiff_t>(3 * i);
            out.positions.insert(out.positions.end(), from, from + 3);
        }
        return out;
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
    std::vector<float> weight_;  // of each vertex when modes are found
    std::vector<MorphTarget> targets_;
    std::vector<MorphTarget> corrections_;  // of each frame
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
    fit.unit = static_cast<float>(std::exp2(std::floor(std::log2(allowed / 4))));
    fit.vertices = order.old_of.size();
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
