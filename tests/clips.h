// Clips for tests: a body's particles, moved by any function of their rest positions. With our own sine, so that they
// are the same everywhere.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/trig.h"
#include "guide/clip.h"
#include "world/world.h"

namespace pliant::testing {

using Deformation = std::function<Vec3(const Vec3&)>;

// Poses `seconds` apart, one frame each.
inline std::shared_ptr<const Clip> clip_of(const Model& model, std::string name, double seconds,
                                           const std::vector<Deformation>& poses) {
    auto clip = std::make_shared<Clip>();
    clip->name = std::move(name);
    clip->fps = 1 / seconds;
    clip->point_count = model.particle_count;
    for (size_t i = 0; i < poses.size(); ++i) {
        clip->frames.push_back(static_cast<double>(i));
        for (u32 p = 0; p < model.particle_count; ++p) clip->points.push_back(poses[i](model.rest_position(p)));
    }
    return clip;
}

// Bends a bar along x about z: to the arc of a circle, `turn` radians from end to end.
inline Deformation bend(float length, float turn) {
    return [=](const Vec3& p) {
        const float radius = length / turn;
        const double angle = static_cast<double>(p.x / radius);
        const float s = static_cast<float>(sine(angle)), c = static_cast<float>(cosine(angle));
        return Vec3{(radius - p.y) * s, radius - (radius - p.y) * c, p.z};
    };
}

inline Deformation twist(float per_metre) {
    return [=](const Vec3& p) {
        const double angle = static_cast<double>(per_metre * p.x);
        const float s = static_cast<float>(sine(angle)), c = static_cast<float>(cosine(angle));
        return Vec3{p.x, c * p.y - s * p.z, s * p.y + c * p.z};
    };
}

inline Deformation stretch(float by) {
    return [=](const Vec3& p) { return Vec3{p.x * by, p.y / std::sqrt(by), p.z / std::sqrt(by)}; };
}

}  // namespace pliant::testing
