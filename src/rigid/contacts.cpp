#include "rigid/contacts.h"

#include "core/contract.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

Float4 row(const Vec3& v, float w) { return {v.x, v.y, v.z, w}; }

}  // namespace

PatchState make_patch_state(const PatchKey& key, const Manifold& manifold, const Transform& pose_a,
                            const Transform& pose_b, float speculative_distance) {
    PL_ASSERT(key.a < key.b && manifold.count <= max_points && (manifold.count == 0 || is_unit(manifold.normal)));
    PatchState s;
    s.key = key;
    const Quat back = conjugate(pose_a.rotation), found = back * pose_b.rotation;
    s.found_position = row(pose_a.inverse(pose_b.position), speculative_distance);
    s.found_rotation = {found.x, found.y, found.z, found.w};
    s.normal = row(back * manifold.normal, static_cast<float>(manifold.count));
    for (u32 i = 0; i < manifold.count; ++i) {
        s.on_a[i] = row(pose_a.inverse(manifold.point[i].on_a), 0);
        s.on_b[i] = row(pose_b.inverse(manifold.point[i].on_b), 0);
        s.feature[i] = manifold.point[i].feature;
    }
    return s;
}

void inherit_impulses(PatchState& patch, const PatchState& before) {
    PL_ASSERT(patch.key == before.key && patch.count() <= max_points && before.count() <= max_points);
    for (u32 i = 0; i < patch.count(); ++i)
        for (u32 j = 0; j < before.count(); ++j)
            if (patch.feature[i] == before.feature[j]) patch.on_a[i].w = before.on_a[j].w;
    patch.friction = before.friction;
}

void store_impulses(const ContactBatch& p, PatchState* states) {
    PL_ASSERT(p.patches <= lane_count && states);
    for (u32 k = 0; k < p.patches; ++k) {
        PatchState& s = states[p.patch[k]];
        const bool hit = p.hit[k] > 0;
        for (u32 i = 0; i < max_points; ++i) s.on_a[i].w = hit ? 0 : p.point[i].impulse[k];
        const auto tangent = [&](int t) { return Vec3{p.tangent[t].x[k], p.tangent[t].y[k], p.tangent[t].z[k]}; };
        const Vec3 friction = tangent(0) * p.friction[0][k] + tangent(1) * p.friction[1][k];
        s.friction = hit ? Float4{} : row(friction, p.twist[k]);
    }
}

System::Touch System::touch_in(const ContactBatch& batch, u32 lane) const {
    PL_ASSERT(lane < batch.patches && batch.patch[lane] < contacts_.size());
    const PatchState& patch = contacts_[batch.patch[lane]];
    Touch t{patch.key.a, patch.key.b, {}, bodies_.pose[patch.key.a].rotation * patch.normal.xyz(), 0, 0};
    for (u32 i = 0; i < patch.count(); ++i) {
        const float impulse = batch.point[i].impulse[lane];
        if (!(impulse > 0)) continue;
        t.impulse += impulse;
        t.speed = std::max(t.speed, -batch.point[i].closing[lane]);
        t.point += bodies_.pose[t.a] * patch.on_a[i].xyz() * impulse;
    }
    if (t.impulse > 0) t.point = t.point / t.impulse;
    return t;
}

}  // namespace pliant::rigid
