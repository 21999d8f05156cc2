// A small engine's own renderer: triangles into letters, lit from above, seen from the front.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "pliant/pliant.h"

class Terminal {
  public:
    static constexpr int columns = 64, rows = 22;

    void clear() {
        letters_.assign(columns * rows, ' ');
        depth_.assign(columns * rows, -1e30f);
        std::fill(letters_.end() - columns, letters_.end(), '=');  // the floor
    }
    // Positions are three floats a vertex.
    void draw(const std::vector<float>& positions, const uint32_t* indices, size_t index_count) {
        for (size_t i = 0; i + 2 < index_count; i += 3)
            draw(&positions[3 * indices[i]], &positions[3 * indices[i + 1]], &positions[3 * indices[i + 2]]);
    }
    void show() const {
        std::string text;
        for (int r = 0; r < rows; ++r) text.append(letters_, static_cast<size_t>(r) * columns, columns) += '\n';
        std::fputs(text.c_str(), stdout);
    }
    int inked() const {
        return static_cast<int>(
            std::count_if(letters_.begin(), letters_.end() - columns, [](char c) { return c != ' '; }));
    }

  private:
    static constexpr float width = 2.4f, height = 1.6f;  // [m] that can be seen

    void draw(const float* a, const float* b, const float* c) {
        const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        const float nx = u[1] * v[2] - u[2] * v[1], ny = u[2] * v[0] - u[0] * v[2], nz = u[0] * v[1] - u[1] * v[0];
        if (nz <= 0) return;  // it shows its back
        const float light = 0.5f + 0.5f * (0.8f * ny + 0.6f * nz) / std::sqrt(nx * nx + ny * ny + nz * nz);
        const char letter = " .:-+*#%@"[1 + static_cast<int>(7.99f * std::clamp(light, 0.0f, 1.0f))];
        const auto column = [](float x) { return (x / width + 0.5f) * columns; };
        const auto row = [](float y) { return (1 - y / height) * (rows - 1); };
        const float x[3] = {column(a[0]), column(b[0]), column(c[0])}, y[3] = {row(a[1]), row(b[1]), row(c[1])};
        const float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
        if (area == 0) return;
        const int top = std::max(0, static_cast<int>(std::floor(std::min({y[0], y[1], y[2]})))),
                  bottom = std::min(rows - 2, static_cast<int>(std::ceil(std::max({y[0], y[1], y[2]})))),
                  left = std::max(0, static_cast<int>(std::floor(std::min({x[0], x[1], x[2]})))),
                  right = std::min(columns - 1, static_cast<int>(std::ceil(std::max({x[0], x[1], x[2]}))));
        for (int r = top; r <= bottom; ++r)
            for (int k = left; k <= right; ++k) {
                const float px = static_cast<float>(k) + 0.5f, py = static_cast<float>(r) + 0.5f;
                const float s = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area,
                            t = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area;
                if (s < 0 || t < 0 || s + t > 1) continue;
                const float z = a[2] + s * (b[2] - a[2]) + t * (c[2] - a[2]);
                const size_t at = static_cast<size_t>(r) * columns + static_cast<size_t>(k);
                if (z > depth_[at]) {
                    depth_[at] = z;
                    letters_[at] = letter;
                }
            }
    }

    std::string letters_;
    std::vector<float> depth_;
};
