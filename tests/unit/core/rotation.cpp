#include "core/rotation.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "core/random.h"
#include "core/svd3.h"

namespace pliant {
namespace rotation_tests {
namespace {

using Matrix = Eigen::Matrix3d;

Mat3x8 lanes_of(const Matrix* m) {
    float data[9][8];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            for (int l = 0; l < 8; ++l) data[3 * c + r][l] = static_cast<float>(m[l](r, c));
    Mat3x8 out;
    for (int c = 0; c < 3; ++c) out.column[c] = {load8(data[3 * c]), load8(data[3 * c + 1]), load8(data[3 * c + 2])};
    return out;
}

Matrix lane_of(const Mat3x8& m, u32 l) {
    Matrix out;
    for (int c = 0; c < 3; ++c)
        out.col(c) = Eigen::Vector3d(lane(m.column[c].x, l), lane(m.column[c].y, l), lane(m.column[c].z, l));
    return out;
}

Matrix random_matrix(Random& random, double low = -1, double high = 1) {
    Matrix m;
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = random.between(low, high);
    return m;
}

// The rotation that maximises tr(R^T A): U diag(1, 1, det) V^T.
Matrix best_rotation(const Matrix& a) {
    const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Matrix d = Matrix::Identity();
    d(2, 2) = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    return svd.matrixU() * d * svd.matrixV().transpose();
}

Quatx8 identity() { return {splat(0), splat(0), splat(0), splat(1)}; }

TEST(Rotation, NearMatricesInTwoRounds) {
    // A region turns by less than 0.2 rad and stretches by less than 30 % in a substep: two rounds reach float
    // rounding.
    Random random(2);
    for (int trial = 0; trial < 500; ++trial) {
        Matrix m[8];
        for (Matrix& a : m) {
            const Eigen::Vector3d axis =
                Eigen::Vector3d(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)).normalized();
            const Matrix stretch =
                Matrix::Identity() + 0.15 * (random_matrix(random) + random_matrix(random).transpose());
            a = Eigen::AngleAxisd(random.between(0, 0.2), axis).toRotationMatrix() * (stretch * stretch.transpose()) *
                random.between(1e-6, 1e6);
        }
        const Mat3x8 r = matrix(nearest_rotation(lanes_of(m), identity(), 3));
        for (u32 l = 0; l < 8; ++l) EXPECT_LT((lane_of(r, l) - best_rotation(m[l])).norm(), 2e-6);
    }
}

TEST(Rotation, AnyMatrixGivesARotation) {
    Random random(3);
    int maximal = 0, all = 0;
    for (int trial = 0; trial < 500; ++trial) {
        Matrix m[8];
        for (Matrix& a : m) a = random_matrix(random) * std::pow(10.0, random.between(-12, 12));
        const Mat3x8 r = matrix(nearest_rotation(lanes_of(m), identity(), 60));
        for (u32 l = 0; l < 8; ++l) {
            const Matrix got = lane_of(r, l);
            EXPECT_LT((got.transpose() * got - Matrix::Identity()).norm(), 1e-5);
            EXPECT_NEAR(got.determinant(), 1, 1e-5);
            maximal += (got.transpose() * m[l]).trace() >
                       (best_rotation(m[l]).transpose() * m[l]).trace() - 1e-4 * m[l].norm();
            ++all;
        }
    }
    EXPECT_GT(maximal, all * 99 / 100);  // the rest started next to a saddle point and is on its way
}

TEST(Rotation, KeepsWhatItHasWithoutMatter) {
    Matrix m[8];
    for (Matrix& a : m) a.setZero();
    m[1].setConstant(std::nan(""));
    m[2].setConstant(INFINITY);
    const Quatx8 q = nearest_rotation(lanes_of(m), identity());
    for (u32 l = 0; l < 8; ++l) EXPECT_EQ(lane(q.w, l), 1);
}

TEST(Rotation, LanesAreIndependent) {
    Random random(4);
    Matrix m[8], first[8];
    for (Matrix& a : m) a = random_matrix(random);
    for (Matrix& a : first) a = m[0];
    EXPECT_EQ(lane(nearest_rotation(lanes_of(m), identity()).x, 0),
              lane(nearest_rotation(lanes_of(first), identity()).x, 0));
}

TEST(Svd, ReconstructsAndOrders) {
    Random random(5);
    for (int trial = 0; trial < 1000; ++trial) {
        Matrix m[8];
        for (Matrix& a : m) {
            a = random_matrix(random) * std::pow(10.0, random.between(-6, 6));
            if (random.chance(0.2)) a.col(0) = a.col(1) * random.between(-2, 2);
            if (random.chance(0.1)) a.row(2).setZero();
            if (random.chance(0.05)) a = a.col(0) * a.row(1);
            if (random.chance(0.05)) a.setZero();
        }
        const Svd3x8 svd3 = svd(lanes_of(m));
        for (u32 l = 0; l < 8; ++l) {
            const Matrix u = lane_of(svd3.u, l), v = lane_of(svd3.v, l);
            const Eigen::Vector3d s(lane(svd3.s.x, l), lane(svd3.s.y, l), lane(svd3.s.z, l));
            const double size = m[l].norm();
            EXPECT_LE((u * s.asDiagonal() * v.transpose() - m[l]).norm(), 3e-6 * size);
            EXPECT_LT((u.transpose() * u - Matrix::Identity()).norm(), 2e-6);
            EXPECT_LT((v.transpose() * v - Matrix::Identity()).norm(), 2e-6);
            EXPECT_NEAR(u.determinant(), 1, 1e-5);
            EXPECT_NEAR(v.determinant(), 1, 1e-5);
            EXPECT_GE(s[0] * (1 + 1e-6), s[1]);
            EXPECT_GE(s[1] + 1e-6 * size, std::abs(s[2]));
            const Eigen::Vector3d expected = Eigen::JacobiSVD<Matrix>(m[l]).singularValues();
            EXPECT_NEAR(s[0], expected[0], 2e-6 * size);
            EXPECT_NEAR(std::abs(s[2]), expected[2], 2e-6 * size);
        }
    }
}

}  // namespace
}  // namespace rotation_tests
}  // namespace pliant
