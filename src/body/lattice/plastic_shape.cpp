#include "body/lattice/plastic_shape.h"

#include <algorithm>
#include <cmath>

#include "core/contract.h"
#include "core/rotation.h"
#include "core/soundness.h"

namespace pliant::lattice {

namespace {

Vec3 mean(const std::array<Vec3, 8>& corners) {
    Vec3 sum;
    for (const Vec3& c : corners) sum += c;
    return sum / 8;
}

// Along each axis the mean of the four edges, against the length they have at rest.
Mat3 gradient(const std::array<Vec3, 8>& corners, const Vec3& spacing) {
    Mat3 m;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 sum;
        for (int k = 0; k < 8; ++k) sum = k >> axis & 1 ? sum + corners[k] : sum - corners[k];
        m.column[axis] = sum / (4 * spacing[axis]);
    }
    return m;
}

void add_outer(Mat3& m, const Vec3& a, const Vec3& b) {
    for (int j = 0; j < 3; ++j) m.column[j] += a * b[j];
}

double sum_of_squares(std::span<const Vec3> v) {
    double sum = 0;
    for (const Vec3& x : v) sum += static_cast<double>(dot(x, x));
    return sum;
}

// s for which s³ volume = 1, by Newton: the library's cube root differs from machine to machine.
float to_unit_volume(float volume) {
    float s = 1;
    for (int round = 0; round < 6; ++round) s -= (s * s * s * volume - 1) / (3 * s * s * volume);
    return s;
}

}  // namespace

PlasticShape::PlasticShape(const LatticeMesh& mesh) : mesh_(mesh) {
    PL_VALIDATE(mesh);
    for (int k = 0; k < 8; ++k)
        box_[k] = scaled(mesh.spacing, Vec3{k & 1 ? 0.5f : -0.5f, k & 2 ? 0.5f : -0.5f, k & 4 ? 0.5f : -0.5f});
    offset_.resize(mesh.cell_count()), turned_.resize(mesh.cell_count()), matrix_.resize(mesh.cell_count());
    for (auto* v : {&displacement_, &residual_, &search_, &image_}) v->resize(mesh.particle_count());
    arm_.resize(mesh.cell_count());
    inverse_diagonal_.assign(mesh.particle_count(), 0);
    for (const auto& corners : mesh.cell_corner)
        for (u32 p : corners) inverse_diagonal_[p] += 7.0f / 8;
    for (float& d : inverse_diagonal_) d = 1 / d;
}

PlasticShape::Corners PlasticShape::become(u32 cell, std::span<const Vec3> wanted) const {
    PL_ASSERT(cell < mesh_.cell_count() && wanted.size() == mesh_.particle_count());
    Corners w;
    for (int k = 0; k < 8; ++k) w[k] = wanted[mesh_.cell_corner[cell][k]];
    const Vec3 middle = mean(w);
    const Mat3 deformation = gradient(w, mesh_.spacing);
    for (int k = 0; k < 8; ++k) w[k] = w[k] - middle + deformation * offset_[cell][k];
    const Vec3 shift = mean(w);
    for (Vec3& corner : w) corner = corner - shift;
    return w;
}

void PlasticShape::turn(std::span<Quat> rotations) {
    const u32 count = static_cast<u32>(rotations.size());
    for (u32 first = 0; first < count; first += lane_count) {
        float m[9][lane_count], q[4][lane_count];
        for (u32 l = 0; l < lane_count; ++l) {
            const u32 c = std::min(first + l, count - 1);
            for (int j = 0; j < 9; ++j) m[j][l] = matrix_[c].column[j / 3][j % 3];
            q[0][l] = rotations[c].x, q[1][l] = rotations[c].y, q[2][l] = rotations[c].z, q[3][l] = rotations[c].w;
        }
        const Mat3x8 a{{{load8(m[0]), load8(m[1]), load8(m[2])},
                        {load8(m[3]), load8(m[4]), load8(m[5])},
                        {load8(m[6]), load8(m[7]), load8(m[8])}}};
        const Quatx8 r = nearest_rotation(a, {load8(q[0]), load8(q[1]), load8(q[2]), load8(q[3])});
        for (u32 l = 0; l < lane_count && first + l < count; ++l)
            rotations[first + l] = {lane(r.x, l), lane(r.y, l), lane(r.z, l), lane(r.w, l)};
    }
}

// In the measure of a stretch along one axis. Bending counts as the stretch at the cell's faces.
float PlasticShape::strain_of(const Corners& offset) const {
    return static_cast<float>(std::sqrt(3 * sum_of_squares(offset) / sum_of_squares(box_)));
}

void PlasticShape::keep_volume(Corners& offset) const {
    Corners cell;
    for (int k = 0; k < 8; ++k) cell[k] = box_[k] + offset[k];
    const float volume = determinant(gradient(cell, mesh_.spacing));
    if (!(volume > 0.1f && volume < 10)) return;  // crushed beyond what a flow means
    const float s = to_unit_volume(volume);
    for (int k = 0; k < 8; ++k) offset[k] = cell[k] * s - box_[k];
}

// Corners of a cell as they are now, about its middle.
PlasticShape::Corners PlasticShape::corners(u32 cell, const Float4* particles) const {
    PL_ASSERT(cell < mesh_.cell_count() && particles);
    Corners x;
    for (int k = 0; k < 8; ++k) x[k] = particles[mesh_.cell_corner[cell][k]].xyz();
    const Vec3 middle = mean(x);
    for (Vec3& corner : x) corner = corner - middle;
    return x;
}

// Corners in the wanted shape undone: from there to the box that was cooked.
Mat3 PlasticShape::undone(u32 cell, std::span<const Vec3> wanted) const {
    PL_ASSERT(cell < mesh_.cell_count() && wanted.size() == mesh_.particle_count());
    Corners g;
    for (int k = 0; k < 8; ++k) g[k] = wanted[mesh_.cell_corner[cell][k]];
    const Mat3 deformation = gradient(g, mesh_.spacing);
    const float volume = determinant(deformation);
    return std::fabs(volume) > 1e-6f ? transposed(cofactor(deformation)) * (1 / volume) : Mat3{};
}

static float yield_of(const std::array<u32, 8>& corners, const PlasticFlow& flow) {
    if (flow.yield_map.empty()) return flow.rule.yield_strain;
    float sum = 0;
    for (u32 p : corners) sum += flow.yield_map[p];
    return sum / 8;
}

bool PlasticShape::flow(const Float4* particles, std::span<const Vec3> wanted, std::span<const Quat> turned,
                        const PlasticFlow& flow) {
    PL_ASSERT(particles && wanted.size() == mesh_.particle_count() && turned.size() == mesh_.cell_count());
    const u32 cells = static_cast<u32>(mesh_.cell_count());
    for (u32 c = 0; c < cells; ++c) {
        const Corners x = corners(c, particles), w = become(c, wanted);
        matrix_[c] = Mat3{{{}, {}, {}}};
        for (int k = 0; k < 8; ++k) add_outer(matrix_[c], x[k], w[k]);
    }
    rotations_.assign(turned.begin(), turned.end());
    turn(rotations_);
    const float share = flow_fraction(flow.rule, flow.seconds);
    bool flowed = false;
    for (u32 c = 0; c < cells; ++c) {
        const Corners x = corners(c, particles), w = become(c, wanted);
        const Mat3 back = transposed(matrix(rotations_[c]));
        Corners elastic;
        for (int k = 0; k < 8; ++k) elastic[k] = back * x[k] - w[k];
        const float strain = static_cast<float>(std::sqrt(3 * sum_of_squares(elastic) / sum_of_squares(w)));
        const float stays =
            plastic_fraction(flow.rule, yield_of(mesh_.cell_corner[c], flow), strain, strain_of(offset_[c]), share);
        if (stays > 0 && strain < 1e6f) flowed = take_over(c, elastic, undone(c, wanted) * stays, flow.rule) || flowed;
    }
    return flowed;
}

bool PlasticShape::take_over(u32 cell, const Corners& elastic, const Mat3& share, const PlasticRule& rule) {
    PL_ASSERT(cell < offset_.size());
    Corners next = offset_[cell];
    for (int k = 0; k < 8; ++k) next[k] += share * elastic[k];
    const float strain = strain_of(next);
    if (strain > rule.max_strain)
        for (Vec3& o : next) o = o * (rule.max_strain / strain);
    keep_volume(next);
    if (!std::all_of(next.begin(), next.end(), [](const Vec3& o) { return is_sound(o); })) return false;
    offset_[cell] = next;
    return true;
}

// How forces between corners and what their cells want change with their places: a cell feels everything but its rigid
// motions. (Were its rotation taken as given, as is often done, the round would be simpler, and a bar that is bent at
// one end would need hundreds of them until the other end has heard of it.)
void PlasticShape::apply(std::span<const Vec3> x, std::span<Vec3> out) const {
    PL_ASSERT(x.size() == mesh_.particle_count() && out.size() == x.size());
    std::fill(out.begin(), out.end(), Vec3{});
    for (u32 c = 0; c < mesh_.cell_count(); ++c) {
        const auto& corners = mesh_.cell_corner[c];
        const Corners& arm = arm_[c];
        Vec3 sum, spin;
        for (int k = 0; k < 8; ++k) sum += x[corners[k]], spin += cross(arm[k], x[corners[k]]);
        const Vec3 middle = sum / 8, turn = matrix_[c] * spin;
        for (int k = 0; k < 8; ++k) out[corners[k]] += x[corners[k]] - middle - cross(turn, arm[k]);
    }
}

// Conjugate gradients for the way of every particle. Rigid motions of a piece are neither asked for nor answered.
void PlasticShape::solve() {
    constexpr int most_rounds = 60;
    std::fill(displacement_.begin(), displacement_.end(), Vec3{});
    double rz = 0;
    for (size_t i = 0; i < displacement_.size(); ++i) {
        search_[i] = residual_[i] * inverse_diagonal_[i];
        rz += static_cast<double>(dot(residual_[i], search_[i]));
    }
    const double least = 1e-12 * static_cast<double>(displacement_.size()) * dot(mesh_.spacing, mesh_.spacing);
    const double enough = std::max(least, 1e-6 * rz);
    for (int round = 0; round < most_rounds && rz > enough; ++round) {
        apply(search_, image_);
        double pap = 0;
        for (size_t i = 0; i < displacement_.size(); ++i) pap += static_cast<double>(dot(search_[i], image_[i]));
        if (!(pap > 0)) return;
        const float step = static_cast<float>(rz / pap);
        double next = 0;
        for (size_t i = 0; i < displacement_.size(); ++i) {
            displacement_[i] += search_[i] * step, residual_[i] = residual_[i] - image_[i] * step;
            next += static_cast<double>(dot(residual_[i], residual_[i]) * inverse_diagonal_[i]);
        }
        const float keep = static_cast<float>(next / rz);
        for (size_t i = 0; i < displacement_.size(); ++i)
            search_[i] = residual_[i] * inverse_diagonal_[i] + search_[i] * keep;
        rz = next;
    }
}

// What every cell wants of its corners, turned as suits it, and how hard it is to turn.
void PlasticShape::gather(std::span<const Vec3> wanted, std::span<const Vec3> shape) {
    PL_ASSERT(wanted.size() == mesh_.particle_count() && shape.size() == wanted.size());
    const u32 cells = static_cast<u32>(mesh_.cell_count());
    for (u32 c = 0; c < cells; ++c) {
        arm_[c] = become(c, wanted);
        matrix_[c] = Mat3{{{}, {}, {}}};
        for (int k = 0; k < 8; ++k) add_outer(matrix_[c], shape[mesh_.cell_corner[c][k]], arm_[c][k]);
    }
    turn(turned_);
    std::fill(residual_.begin(), residual_.end(), Vec3{});
    for (u32 c = 0; c < cells; ++c) {
        const auto& corners = mesh_.cell_corner[c];
        const Mat3 q = matrix(turned_[c]);
        Vec3 middle;
        for (u32 p : corners) middle += shape[p] / 8;
        Mat3 inertia{{{}, {}, {}}};
        for (int k = 0; k < 8; ++k) {
            Vec3& arm = arm_[c][k];
            arm = q * arm;
            residual_[corners[k]] += arm - (shape[corners[k]] - middle);
            const float square = dot(arm, arm);
            for (int j = 0; j < 3; ++j) inertia.column[j][j] += square;
            add_outer(inertia, arm, -arm);
        }
        matrix_[c] = cofactor(inertia) * (1 / std::max(determinant(inertia), 1e-30f));  // symmetric
    }
}

bool PlasticShape::settle(std::span<const Vec3> wanted, std::span<Vec3> shape) {
    PL_ASSERT(all_finite(wanted) && shape.size() == wanted.size());
    gather(wanted, shape);
    solve();
    float most = 0;
    for (const Vec3& displacement : displacement_) most = std::max(most, length_squared(displacement));
    if (!(most < 1e20f)) return false;  // cells that cannot be brought together; the shape stays what it is
    // A round takes small turns for straight ways; large ones are done in several.
    const float spacing = length(mesh_.spacing), far = std::sqrt(most), allowed = 2 * spacing;
    const float share = far > allowed ? allowed / far : 1;
    for (size_t p = 0; p < shape.size(); ++p) shape[p] += displacement_[p] * share;
    return far > 1e-4f * spacing;
}

double PlasticShape::volume(std::span<const Vec3> shape) const {
    PL_ASSERT(shape.size() == mesh_.particle_count());
    double sum = 0;
    const double of_cell = static_cast<double>(mesh_.spacing.x) * mesh_.spacing.y * mesh_.spacing.z;
    for (const auto& corners : mesh_.cell_corner) {
        Corners x;
        for (int k = 0; k < 8; ++k) x[k] = shape[corners[k]];
        sum += of_cell * static_cast<double>(determinant(gradient(x, mesh_.spacing)));
    }
    return sum;
}

void PlasticShape::save(Writer& w) const { w.array(offset_), w.array(turned_); }

void PlasticShape::check(Reader& r) const {
    const Soundness sound(r.name());
    std::vector<Corners> offset;
    std::vector<Quat> turned;
    r.array(offset), r.array(turned);
    sound.require(offset.size() == offset_.size() && turned.size() == turned_.size(), "plastic cells");
    for (const Corners& c : offset) sound.numbers(c, "plastic cells");
    sound.numbers(turned, "plastic cells");
}

void PlasticShape::load(Reader& r) { r.array(offset_), r.array(turned_); }

void PlasticShape::take_over(const PlasticShape& before, std::span<const u32> cell_before) {
    PL_ASSERT(cell_before.size() == offset_.size() && all_below(cell_before, before.offset_.size()));
    for (size_t c = 0; c < cell_before.size(); ++c)
        offset_[c] = before.offset_[cell_before[c]], turned_[c] = before.turned_[cell_before[c]];
}

void PlasticShape::forget() {
    std::fill(offset_.begin(), offset_.end(), Corners{});
    std::fill(turned_.begin(), turned_.end(), Quat{});
}

}  // namespace pliant::lattice
