#include "collide/volume.h"

#include "geometry/embed.h"

namespace pliant {

void ContactVolume::save(Writer& w) const { w.array(cells), w.array(depth), w.array(exits); }
void ContactVolume::load(Reader& r) { r.array(cells), r.array(depth), r.array(exits); }

void VolumeFinder::build(const ContactVolume& volume, const ParticleView& particles, const Box& where) {
    constexpr u32 group = 32;  // cells that follow each other are near each other
    volume_ = &volume, particles_ = particles;
    boxes_.clear(), cells_.clear();
    for (u32 c = 0; c < volume.cells.size(); ++c) {
        if (c % group == 0) boxes_.begin_group();
        Box box;
        for (u32 p : volume.cells[c]) box.add(particles.previous[p].xyz());
        if (!box.overlaps(where)) continue;
        const u32 slot = boxes_.add(box);
        cells_.resize(slot + 1);
        cells_[slot] = c;
    }
}

// Where a point stands in a trilinear cell, by Newton's method from its middle; false when that leads outside.
bool VolumeFinder::place_in(u32 cell, const Vec3& point, Vec3& at) const {
    Vec3 corner[8];
    for (int c = 0; c < 8; ++c) corner[c] = particles_.previous[volume_->cells[cell][c]].xyz();
    at = {0.5f, 0.5f, 0.5f};
    for (int round = 0; round < 4; ++round) {
        Vec3 off = -point, dx, dy, dz;
        for (int c = 0; c < 8; ++c) {
            const float x = c & 1 ? at.x : 1 - at.x, y = c & 2 ? at.y : 1 - at.y, z = c & 4 ? at.z : 1 - at.z;
            off += corner[c] * (x * y * z);
            dx += corner[c] * ((c & 1 ? 1.0f : -1.0f) * y * z);
            dy += corner[c] * ((c & 2 ? 1.0f : -1.0f) * x * z);
            dz += corner[c] * ((c & 4 ? 1.0f : -1.0f) * x * y);
        }
        const Mat3 jacobian{{dx, dy, dz}};
        const float det = determinant(jacobian);
        if (!(det > 0)) return false;  // crushed or inside out: it contains nothing
        at = at - transposed(cofactor(jacobian)) * off / det;
        // Cells are bent, but not that much.
        if (!(at.x > -1 && at.y > -1 && at.z > -1 && at.x < 2 && at.y < 2 && at.z < 2)) return false;
    }
    constexpr float edge = 1e-3f;
    return at.x >= -edge && at.y >= -edge && at.z >= -edge && at.x <= 1 + edge && at.y <= 1 + edge && at.z <= 1 + edge;
}

VolumeFinder::Found VolumeFinder::find(const Vec3& point) const {
    Found found;
    boxes_.overlap({point, point}, [&](u32 i) {
        Vec3 at;
        if (!place_in(cells_[i], point, at)) return;
        float depth = 0, heaviest = -3e38f;
        u32 nearest = 0;
        for (int c = 0; c < 8; ++c) {
            const u32 p = volume_->cells[cells_[i]][c];
            const float w = trilinear_weight(at, c);
            depth += w * volume_->depth[p];
            if (w > heaviest) heaviest = w, nearest = p;
        }
        if (depth > found.depth) found = {cells_[i], at, nearest, depth};
    });
    return found;
}

}  // namespace pliant
