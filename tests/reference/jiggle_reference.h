// Jiggle the plain way: each vertex is a mass on a spring and a damper about a place that moves (Roque 2017). The
// equation of motion is integrated by thousands of small Runge-Kutta steps where the fast version has a closed form,
// and the volume is kept by one projection (Müller et al. 2007). Double precision.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <vector>

namespace pliant::reference {

struct Jiggle {
    using Vector = Eigen::Vector3d;

    struct Vertex {
        double mass = 0;       // [kg]
        double stiffness = 0;  // [N/m]
        double damping = 0;    // [N s/m]
        double weight = 1;     // share of the place's motion that it has to catch up with
        Vector position = Vector::Zero(), velocity = Vector::Zero();
        bool held = false;
    };
    std::vector<Vertex> vertices;
    std::vector<std::array<int, 3>> triangles;  // closed, or empty
    double volume = 0;                          // 0 … 1: how much of it is kept

    // Places move evenly from `from` to `to` in a time h.
    void substep(const std::vector<Vector>& from, const std::vector<Vector>& to, double h, const Vector& gravity,
                 int parts = 4000) {
        for (size_t p = 0; p < vertices.size(); ++p) swing(vertices[p], from[p], to[p], h, gravity, parts);
        if (volume > 0) keep_volume(to, h);
    }

  private:
    // Seen from the place, of whose speed u the vertex has to catch up with w u and is carried along with the rest:
    //   y = x - place,   y'' = -k/m y - c/m y' + g,   y'(0) = v - w u
    static void swing(Vertex& v, const Vector& from, const Vector& to, double h, const Vector& gravity, int parts) {
        const bool simulated = v.mass > 0 && v.weight > 0;
        if (v.held && simulated) {
            v.velocity.setZero();
            return;
        }
        if (!simulated) {
            v.velocity = (to - v.position) / h;
            v.position = to;
            return;
        }
        const Vector carried = v.weight * (to - from) / h;
        Vector y = v.position - from, speed = v.velocity - carried;
        const auto acceleration = [&](const Vector& at, const Vector& moving) -> Vector {
            return -v.stiffness / v.mass * at - v.damping / v.mass * moving + gravity;
        };
        const double dt = h / parts;
        for (int i = 0; i < parts; ++i) {
            const Vector a1 = acceleration(y, speed), v1 = speed;
            const Vector v2 = speed + 0.5 * dt * a1, a2 = acceleration(y + 0.5 * dt * v1, v2);
            const Vector v3 = speed + 0.5 * dt * a2, a3 = acceleration(y + 0.5 * dt * v2, v3);
            const Vector v4 = speed + dt * a3, a4 = acceleration(y + dt * v3, v4);
            y += dt / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
            speed += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        v.position = to + y;
        v.velocity = carried + speed;
    }

    static double enclosed(const std::vector<std::array<int, 3>>& triangles, const std::vector<Vector>& x) {
        double six = 0;
        for (const auto& [a, b, c] : triangles) six += x[a].dot(x[b].cross(x[c]));
        return six / 6;
    }

    // constraint V - V of the places; gradient of V; multiplier; correction. What moves gets the speed of its move.
    void keep_volume(const std::vector<Vector>& places, double h) {
        std::vector<Vector> x, gradient(vertices.size(), Vector::Zero());
        for (const Vertex& v : vertices) x.push_back(v.position);
        for (const auto& [a, b, c] : triangles) {
            const Vector around = (x[b] - x[a]).cross(x[c] - x[a]) / 6;
            for (const int p : {a, b, c}) gradient[p] += around;
        }
        double steepness = 0;
        const auto mobility = [](const Vertex& v) {
            return v.held || !(v.mass > 0) || !(v.weight > 0) ? 0 : 1 / v.mass;
        };
        for (size_t p = 0; p < x.size(); ++p) steepness += mobility(vertices[p]) * gradient[p].squaredNorm();
        const double multiplier = volume * (enclosed(triangles, places) - enclosed(triangles, x)) / steepness;
        for (size_t p = 0; p < x.size(); ++p) {
            const Vector by = multiplier * mobility(vertices[p]) * gradient[p];
            vertices[p].position += by;
            vertices[p].velocity += by / h;
        }
    }
};

}  // namespace pliant::reference
