// Fitting a lattice to points: what a lattice can do is found again, what it cannot is told as an error.
#include "body/lattice/lattice_fit.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "lattices.h"

namespace pliant::lattice {
namespace lattice_fit_tests {
namespace {

std::vector<Vec3> rest_of(const LatticeMesh& lattice) {
    std::vector<Vec3> rest;
    for (u32 p = 0; p < lattice.particle_count(); ++p) rest.push_back(lattice.rest_position(p));
    return rest;
}

// Some random points in every cell.
std::vector<LatticePlace> points_in(const LatticeMesh& lattice, u32 a_cell, Random& random) {
    std::vector<LatticePlace> places;
    for (u32 c = 0; c < lattice.cell_count(); ++c)
        for (u32 i = 0; i < a_cell; ++i)
            places.push_back({c, {random.real(0, 1), random.real(0, 1), random.real(0, 1)}});
    return places;
}

double size_of(const LatticeMesh& lattice) {
    return std::max({lattice.sites.x * lattice.spacing.x, lattice.sites.y * lattice.spacing.y,
                     lattice.sites.z * lattice.spacing.z});
}

// The greatest distance of particles, relative to the size of the lattice.
double difference(const LatticeMesh& lattice, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, length(a[i] - b[i]));
    return most / size_of(lattice);
}

std::vector<Vec3> fitted(FitMethod method, const LatticeMesh& lattice, const std::vector<LatticePlace>& places,
                         const std::vector<Vec3>& particles) {
    std::vector<Vec3> points(places.size()), found(particles.size());
    follow_cells(lattice, places, particles, points);
    make_fit({method}, lattice, places)->solve(points, found);
    return found;
}

std::vector<Vec3> affine(const LatticeMesh& lattice) {
    const Mat3 m{{{0.3f, 1.2f, 0.1f}, {-0.9f, 0.4f, 0.3f}, {0.2f, -0.1f, 1.5f}}};  // turned, stretched, sheared
    std::vector<Vec3> to = rest_of(lattice);
    for (Vec3& p : to) p = m * p + Vec3{0.5f, -2, 1};
    return to;
}

class Fits : public ::testing::TestWithParam<FitMethod> {};

// 1e-5: floats hold about 1e-7 of the places, which the fit may magnify where few points tell of a particle.
TEST_P(Fits, AffineDeformationsOfSolidBodies) {
    Random random(3);
    const LatticeMesh lattice = testing::box_lattice(5, 3, 4, {0.1f, 0.2f, 0.15f});
    const std::vector<Vec3> wanted = affine(lattice);
    EXPECT_LT(difference(lattice, fitted(GetParam(), lattice, points_in(lattice, 4, random), wanted), wanted), 1e-5);
}

TEST_P(Fits, AffineDeformationsOfBodiesWithHolesAndFewPoints) {
    for (u64 seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const LatticeMesh lattice = testing::random_lattice(random, 6, 0.3);
        std::vector<LatticePlace> places = points_in(lattice, 1, random);
        for (size_t i = places.size(); i-- > 0;)  // most cells have no point at all
            if (places.size() > 12 && random.chance(0.6)) places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
        const std::vector<Vec3> wanted = affine(lattice);
        EXPECT_LT(difference(lattice, fitted(GetParam(), lattice, places, wanted), wanted), 1e-5) << seed;
    }
}

TEST_P(Fits, RestStaysAtRest) {
    Random random(5);
    const LatticeMesh lattice = testing::box_lattice(4, 4, 4);
    const std::vector<Vec3> rest = rest_of(lattice);
    EXPECT_LT(difference(lattice, fitted(GetParam(), lattice, points_in(lattice, 3, random), rest), rest), 1e-6);
}

TEST_P(Fits, TheSameBitsEveryTime) {
    Random random(8);
    const LatticeMesh lattice = testing::random_lattice(random, 6, 0.2);
    const std::vector<LatticePlace> places = points_in(lattice, 3, random);
    std::vector<Vec3> points(places.size()), once(lattice.particle_count()), again(lattice.particle_count());
    for (Vec3& p : points) p = {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
    const auto fit = make_fit({GetParam()}, lattice, places);
    fit->solve(points, once);
    for (const Vec3& p : once) ASSERT_TRUE(is_finite(p));
    std::vector<Vec3> others(points.size());
    fit->solve(others, again);
    fit->solve(points, again);
    EXPECT_EQ(once, again) << "what was solved in between must not be seen";
    make_fit({GetParam()}, lattice, places)->solve(points, again);
    EXPECT_EQ(once, again);
}

TEST_P(Fits, NoPointInTheLatticeIsASentence) {
    const LatticeMesh lattice = testing::box_lattice(2, 2, 2);
    const std::vector<LatticePlace> far = {{0, {5, 0, 0}}};
    EXPECT_THROW(make_fit({GetParam()}, lattice, far), Error);
    EXPECT_THROW(make_fit({GetParam()}, lattice, {}), Error);
}

INSTANTIATE_TEST_SUITE_P(BothMethods, Fits, ::testing::Values(FitMethod::smooth, FitMethod::cells));

// Every particle on its own: 27 points in a cell tell of all eight corners.
TEST(SmoothFit, WhateverTheLatticeCanDoIsFoundAgain) {
    for (u64 seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        const LatticeMesh lattice = seed % 2 ? testing::box_lattice(4, 3, 3) : testing::random_lattice(random, 5, 0.3);
        std::vector<LatticePlace> places;
        for (u32 c = 0; c < lattice.cell_count(); ++c)
            for (int k = 0; k < 27; ++k)
                places.push_back({c, Vec3{0.1f, 0.1f, 0.1f} + Vec3i{k % 3, k / 3 % 3, k / 9}.to<float>() * 0.4f});
        std::vector<Vec3> wanted = affine(lattice);
        for (Vec3& p : wanted) p += Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)} * 0.05f;
        EXPECT_LT(difference(lattice, fitted(FitMethod::smooth, lattice, places, wanted), wanted), 1e-5) << seed;
    }
}

// One trilinear map for the whole body, seen through a few points of its cells.
TEST(SmoothFit, TrilinearDeformationIsFoundAgain) {
    Random random(11);
    const LatticeMesh lattice = testing::box_lattice(4, 3, 5);
    std::vector<Vec3> wanted = rest_of(lattice);
    for (Vec3& p : wanted)
        p = {p.x + 0.8f * p.y * p.z, p.y - 1.5f * p.x * p.z + 4 * p.x * p.y * p.z, p.z + 0.3f * p.x * p.y};
    EXPECT_LT(difference(lattice, fitted(FitMethod::smooth, lattice, points_in(lattice, 8, random), wanted), wanted),
              1e-5);
}

TEST(SmoothFit, PointsComeNearerThanByTheCells) {
    Random random(4);
    const LatticeMesh lattice = testing::box_lattice(6, 4, 4);
    const std::vector<LatticePlace> places = points_in(lattice, 6, random);
    std::vector<Vec3> bent = rest_of(lattice), points(places.size()), seen(places.size()), found(bent.size());
    for (Vec3& p : bent) p.y += 0.02f * static_cast<float>(std::sin(40 * p.x + 30 * p.z));
    follow_cells(lattice, places, bent, points);
    double rms[2];
    for (FitMethod method : {FitMethod::smooth, FitMethod::cells}) {
        make_fit({method}, lattice, places)->solve(points, found);
        follow_cells(lattice, places, found, seen);
        rms[method == FitMethod::cells] = fit_error(places, points, seen).rms;
    }
    EXPECT_LT(rms[0], 0.01 * rms[1]);
    EXPECT_GT(rms[1], 1e-4) << "cells smooth over what is smaller than them";
}

TEST(SmoothFit, PointsInOnePlaneAreEnough) {
    Random random(6);
    const LatticeMesh lattice = testing::box_lattice(4, 4, 1);
    std::vector<LatticePlace> places = points_in(lattice, 5, random);
    for (LatticePlace& p : places) p.at.z = 0.5f;
    std::vector<Vec3> moved = rest_of(lattice);
    const Mat3 upright = matrix(normalized(Quat{1, 0.2f, 0, 1}));  // about a right angle
    for (Vec3& p : moved) p = upright * p + Vec3{1, 2, 3};
    EXPECT_LT(difference(lattice, fitted(FitMethod::smooth, lattice, places, moved), moved), 1e-5);
    EXPECT_THROW(make_fit({FitMethod::cells}, lattice, places), Error) << "the paper's way needs thickness";
}

TEST(FitErrors, AreThoseOfThePoints) {
    const std::vector<LatticePlace> places = {{0, {0, 0, 0}}, {0, {1, 1, 1}}, {0, {9, 9, 9}}};
    const std::vector<Vec3> wanted = {{0, 0, 0}, {1, 1, 1}, {0, 0, 0}}, found = {{0, 0, 3}, {1, 5, 1}, {70, 0, 0}};
    std::vector<float> distance(3);
    const FitError error = fit_error(places, wanted, found, distance);
    EXPECT_DOUBLE_EQ(error.rms, std::sqrt((9 + 16) / 2.0));
    EXPECT_DOUBLE_EQ(error.greatest, 4);
    EXPECT_EQ(error.worst, 1u);
    EXPECT_EQ(distance, (std::vector<float>{3, 4, 0})) << "points outside of all cells are not fitted";
}

}  // namespace
}  // namespace lattice_fit_tests
}  // namespace pliant::lattice
