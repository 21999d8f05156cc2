#include "assets/kobold_rig.h"

#include <algorithm>
#include <cmath>

#include "core/trig.h"

namespace pliant {
namespace {

// [m] How far a place is outside of a bone. A hull counts as the box around it.
double distance_to(const Bone& bone, const Vec3d& place) {
    double least = unlimited;
    for (const BonePiece& piece : bone.pieces) {
        const Vec3d p = in_frame(from_frame(bone.pose, piece.pose), {place, {}}).position;
        Vec3d half = piece.size * 0.5;
        for (const Vec3& q : piece.points)
            for (int k = 0; k < 3; ++k) half[k] = std::max(half[k], std::fabs(static_cast<double>(q[k])));
        half.y += 0.5 * piece.length;
        Vec3d outside;
        for (int k = 0; k < 3; ++k) outside[k] = std::max(std::fabs(p[k]) - half[k], 0.0);
        least = std::min(least, std::max(length(outside) - piece.radius, 0.0));
    }
    return least;
}

// Degrees that joints turn by at a time of the walk, in [0, 1); `side` is 1 on the left and -1 on the right.
struct Stride {
    double time;
    double wave(double shift) const { return sine(2 * pi * (time - shift)); }
    Vec3d of(const std::string& joint) const {
        const bool is_right = joint.ends_with(" right");
        const double side = is_right ? -1 : 1, late = is_right ? 0.5 : 0;
        const std::string part = joint.substr(0, joint.rfind(' '));
        if (part == "hip") return {0, 0, 25 * wave(late - 0.25)};
        if (part == "knee") return {2 + 56 * std::max(0.0, wave(late + 0.5)), 0, 0};
        if (part == "ankle") return {-8 + 24 * std::max(0.0, wave(late + 0.2)), 0, 0};
        if (part == "shoulder") return {0, -35 * side, -25 * side * wave(late - 0.25)};
        if (part == "elbow") return {40, 0, 0};
        if (joint == "waist") return {8 * wave(-0.25), 0, 4};
        if (joint == "neck") return {-8 * wave(-0.25), 0, -4};
        if (joint == "tail root") return {0, 12 * wave(0), 0};
        if (joint == "tail middle") return {0, 18 * wave(0.15), 0};
        return {};
    }
};

// How the joint's second bone stands in the first while the joint is turned by some degrees.
Transformd turned(const BoneJoint& joint, const Transformd& a, const Transformd& b, const Vec3d& by) {
    const Transformd frame_in_b = in_frame(b, joint.pose);
    const Transformd back = in_frame(frame_in_b, {});
    return from_frame(from_frame(in_frame(a, joint.pose), {{}, rotation_from_degrees(by)}), back);
}

}  // namespace

// A point follows the bone that is nearest to it and those joined to that one: not the other leg.
void add_kobold_skin(Creature& c) {
    constexpr double softness = 0.025;  // [m] about joints
    for (const Vec3& point : c.mesh.points) {
        std::vector<double> distance;
        for (const Bone& bone : c.bones) distance.push_back(distance_to(bone, point.to<double>()));
        const size_t nearest =
            static_cast<size_t>(std::min_element(distance.begin(), distance.end()) - distance.begin());
        const Bone& own = c.bones[nearest];
        std::vector<std::pair<double, u32>> candidates;
        for (u32 b = 0; b < c.bones.size(); ++b)
            if (b == nearest || c.bones[b].parent == own.name || own.parent == c.bones[b].name)
                candidates.push_back({distance[b], b});
        std::sort(candidates.begin(), candidates.end());
        candidates.resize(std::min<size_t>(candidates.size(), 4));
        std::vector<Influence> weights;
        double sum = 0;
        for (const auto& [d, b] : candidates) {
            const double near = softness / (softness + d - candidates[0].first), weight = near * near * near;
            weights.push_back({b, static_cast<float>(weight)});
            sum += weight;
        }
        for (Influence& i : weights) i.weight = static_cast<float>(i.weight / sum);
        std::erase_if(weights, [](const Influence& i) { return i.weight < 0.004f; });
        float rest = 1;
        for (size_t i = 1; i < weights.size(); ++i) rest -= weights[i].weight;
        weights[0].weight = rest;
        c.skin.push_back(std::move(weights));
    }
}

void add_kobold_walk(Creature& c) {
    constexpr int keys = 24;
    RigClip clip;
    clip.name = "walk";
    const auto add = [&](size_t bone, const auto& pose_at) {
        RigChannel way, spin;
        way.node = spin.node = static_cast<u32>(bone);
        spin.path = ChannelPath::rotation;
        spin.width = 4;
        for (int k = 0; k <= keys; ++k) {
            const Transformd pose = pose_at(Stride{static_cast<double>(k % keys) / keys});
            way.times.push_back(static_cast<double>(k) / keys);
            spin.times = way.times;
            way.values.insert(way.values.end(), {pose.position.x, pose.position.y, pose.position.z});
            const Quatd q = normalized(pose.rotation);
            spin.values.insert(spin.values.end(), {q.x, q.y, q.z, q.w});
        }
        clip.channels.push_back(std::move(way));
        clip.channels.push_back(std::move(spin));
    };
    for (size_t b = 0; b < c.bones.size(); ++b) {
        const Bone& bone = c.bones[b];
        if (bone.parent.empty())  // the hips go up and down, twice a second
            add(b, [&](const Stride& s) {
                return Transformd{bone.pose.position + Vec3d{0, 0.008 * sine(4 * pi * s.time) - 0.012, 0},
                                  bone.pose.rotation};
            });
        for (const BoneJoint& joint : c.joints)
            if (joint.b == bone.name && joint.a == bone.parent)
                add(b, [&](const Stride& s) {
                    return turned(joint, c.bone(bone.parent)->pose, bone.pose, s.of(joint.name));
                });
    }
    find_length(clip);
    c.clips.push_back(std::move(clip));
}

}  // namespace pliant
