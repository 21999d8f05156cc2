// The texels of an image whose middles lie in a triangle of texture coordinates.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/mesh.h"

namespace pliant {

using UvTriangle = std::array<Vec2, 3>;

// Texture coordinates of a place of the triangle, by the weights of its corners.
inline Vec2 uv_at(const UvTriangle& uv, const Vec3d& w) {
    const auto mixed = [&](float a, float b, float c) {
        return static_cast<float>(w.x * static_cast<double>(a) + w.y * static_cast<double>(b) +
                                  w.z * static_cast<double>(c));
    };
    return {mixed(uv[0].x, uv[1].x, uv[2].x), mixed(uv[0].y, uv[1].y, uv[2].y)};
}

// A part of the plane of texture coordinates.
struct UvWindow {
    double left = -1e9, top = -1e9, right = 1e9, bottom = 1e9;
};

// Coordinates that are further out than this, and triangles that repeat the image more often, are skipped: they are
// not painted, and the time for a triangle must be bounded.
constexpr float furthest_uv = 64, max_images = 16;

// Calls f(x, y, weights of the corners) for each. Outside 0 … 1 the image is repeated. Triangles that share an edge
// share no texel and leave none out: an edge is judged by the same product from both sides, and a middle that lies on
// it belongs to the triangle that has it on its right. Those whose middle is outside the window are left out.
template <class F>
void for_each_texel(const UvTriangle& uv, u32 width, u32 height, F&& f, const UvWindow& window = {}) {
    double x[3], y[3];
    for (int k = 0; k < 3; ++k) {
        if (!(std::fabs(uv[k].x) <= furthest_uv && std::fabs(uv[k].y) <= furthest_uv)) return;
        x[k] = static_cast<double>(uv[k].x) * width - 0.5;
        y[k] = static_cast<double>(uv[k].y) * height - 0.5;
    }
    const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (!(area != 0)) return;
    const int order[3] = {0, area > 0 ? 1 : 2, area > 0 ? 2 : 1};
    // Which side of the edge opposite to a corner a place is on, with opposite sign from the other triangle at it.
    struct Edge {
        double from_x, from_y, along_x, along_y, sign;
        bool owns;  // the middles that lie on it
    } edge[3];
    for (int k = 0; k < 3; ++k) {
        int a = order[(k + 1) % 3], b = order[(k + 2) % 3];
        const bool owns = y[b] > y[a] || (y[b] == y[a] && x[b] < x[a]);
        const bool turned = x[b] < x[a] || (x[b] == x[a] && y[b] < y[a]);
        if (turned) std::swap(a, b);
        edge[order[k]] = {x[a], y[a], x[b] - x[a], y[b] - y[a], turned ? -1.0 : 1.0, owns};
    }
    const auto range = [](const double(&v)[3]) {
        return std::pair(static_cast<i64>(std::ceil(std::min({v[0], v[1], v[2]}))),
                         static_cast<i64>(std::floor(std::max({v[0], v[1], v[2]}))));
    };
    auto [left, right] = range(x);
    auto [top, bottom] = range(y);
    if (static_cast<double>(right - left) * static_cast<double>(bottom - top) > double{max_images} * width * height)
        return;
    left = std::max(left, static_cast<i64>(std::ceil(window.left * width - 0.5)));
    right = std::min(right, static_cast<i64>(std::floor(window.right * width - 0.5)));
    top = std::max(top, static_cast<i64>(std::ceil(window.top * height - 0.5)));
    bottom = std::min(bottom, static_cast<i64>(std::floor(window.bottom * height - 0.5)));
    const auto wrapped = [](i64 at, u32 n) { return static_cast<u32>(((at % n) + n) % n); };
    for (i64 py = top; py <= bottom; ++py) {
        const u32 row = wrapped(py, height);
        double of_row[3];
        for (int k = 0; k < 3; ++k) of_row[k] = edge[k].along_x * (static_cast<double>(py) - edge[k].from_y);
        u32 column = wrapped(left, width);
        for (i64 px = left; px <= right; ++px, column = column + 1 == width ? 0 : column + 1) {
            double s[3];
            bool inside = true;
            for (int k = 0; k < 3 && inside; ++k) {
                const Edge& e = edge[k];
                s[k] = e.sign * (of_row[k] - e.along_y * (static_cast<double>(px) - e.from_x));
                inside = s[k] > 0 || (s[k] == 0 && e.owns);
            }
            if (!inside) continue;
            const double whole = s[0] + s[1] + s[2];
            f(column, row, Vec3d{s[0], s[1], s[2]} / whole);
        }
    }
}

}  // namespace pliant
