// A contact surface in motion: the positions of its points at the beginning and at the end of the substep.
#pragma once

#include "collide/box_list.h"
#include "collide/pair_kernels.h"
#include "collide/self_culling.h"
#include "collide/slabs.h"
#include "collide/surface.h"
#include "collide/volume.h"

namespace pliant {

class MovingSurface {
  public:
    MovingSurface() = default;
    MovingSurface(const ContactSurface& topology, const ParticleView& particles);

    void begin_substep();           // bounds of patches, from particles; points are evaluated on demand
    void prepare_patch(u32 patch);  // points of the patch and of the corners of its triangles
    // For contact with other bodies: bounds along diagonals, boxes of patches and of cells.
    void update_bounds();
    // Prepares the patches that come within `margin` of the other's skin, or were inside its matter, and the cells
    // of its own matter that contained the other's skin.
    void prepare_near(const MovingSurface& other, float margin);
    // Lists the features that others may touch: triangles of prepared patches (points, where there are no triangles).
    // The list is made once a substep and used by all pairs of the body.
    void list_targets();
    // For self-contact within `max_distance`: prepares the patches that may touch. Rest positions are set once.
    bool has_rest_positions() const { return !self_culling_.empty(); }
    void set_rest_positions(std::span<const Vec3> particles) {
        self_culling_ = SelfCulling(*topology_, particles);
    }  // [m]
    // The longest edge of a patch at rest, squared [m²]; 3e38 if some of its corners get no contacts of their own, or
    // if rest edges were not set.
    bool has_rest_edges() const { return patch_edge2_.size() == topology_->patches.size(); }
    void set_rest_edges(std::span<const Vec3> particles);  // [m] at rest
    float rest_edge_squared(u32 patch) const {
        return disabled_.empty() && has_rest_edges() ? patch_edge2_[patch] : 3e38f;
    }
    bool prepare_self_contact(float max_distance);  // false: nothing can touch
    SelfCulling& self_culling() { return self_culling_; }
    bool inverted(u32 triangle) const;  // its matter is inside out: its normal is meaningless
    bool ready(u32 patch) const { return ready_[patch] == 2; }
    // Bounds for the whole substep, seen from a frame that moves by `frame`. Two bodies that fly side by side are not
    // near each other, however fast they are.
    Box bounds(const Vec3& frame = {}) const { return swept(bounds_before_, bounds_now_, frame); }
    Box patch_bounds(u32 patch, const Vec3& frame = {}) const {
        return swept(patch_before_[patch], patch_now_[patch], frame);
    }
    // The same along diagonals, seen from `frame`.
    Slabs slabs(const Vec3& frame) const {
        Slabs all = slabs_before_;
        all.add(slabs_now_, -frame);
        return all;
    }
    const Box& patch_bounds_before(u32 patch) const { return patch_before_[patch]; }
    const Box& patch_bounds_now(u32 patch) const { return patch_now_[patch]; }
    const Vec3& mean_displacement() const { return mean_displacement_; }  // of its particles in the substep [m]

    // How much each particle takes part in contact, 0 … 1; parts at 0 pass through everything. Empty: all of them do.
    void set_contact_weights(std::span<const float> particles);
    // The role of a point. One whose contact is disabled is only a corner of triangles that are disabled too.
    PointRole role(u32 point) const { return is_contact_disabled(point) ? PointRole::corner : topology_->role[point]; }
    bool is_contact_disabled(u32 point) const { return !disabled_.empty() && disabled_[point]; }
    bool is_solid(u32 triangle) const {
        if (disabled_.empty()) return true;
        const auto& [a, b, c] = topology_->triangles[triangle];
        return !disabled_[a] && !disabled_[b] && !disabled_[c];
    }
    void scale_spheres(float scale) { sphere_scale_ = scale; }
    float radius() const { return topology_->radius * sphere_scale_; }  // [m] around every point

    const ContactSurface& topology() const { return *topology_; }
    const ParticleView& particles() const { return particles_; }
    Vec3 before(u32 point) const { return before_[point].xyz(); }
    Vec3 before_exactly(u32 point) const;  // the same, of any patch
    Vec3 now(u32 point) const { return now_[point].xyz(); }

    // A box contains its target for the whole substep, as seen from the frame that moves with the surface by
    // mean_displacement().
    const BoxList& targets() const { return target_boxes_; }
    u32 group_of(u32 patch) const { return group_of_patch_[patch]; }  // of targets; of a patch that is ready
    u32 target(u32 slot) const { return targets_[slot]; }             // triangle, or point
    float target_displacement(u32 slot) const {
        return target_displacements_[slot];
    }  // [m] relative to that frame, at most
    const VolumeFinder& volume() const { return volume_; }
    const VolumeFinder& self_volume() const { return self_volume_; }  // all of it, for its own points
    const TargetRows* target_rows() const { return target_rows_.data(); }  // by slot; of triangles
    // The active points of prepared patches whose paths in the substep may touch a box and, seen from a frame, also
    // `where` and `slabs`; in ascending order.
    struct Region {
        Box seen, where;
        Slabs slabs;
        Vec3 frame;
    };
    void points_near(const Region& region, std::vector<u32>& points) const;

  private:
    void list_points();
    template <class F>
    static void list_patches(size_t count, BoxList& boxes, F&& box_of_patch);
    void add_triangles(const ContactSurface::Patch& patch);
    void add_point_target(u32 point);
    u32 add_target(u32 target, const Box& box, float displacement);
    void evaluate(u32 patch);
    static Box swept(Box before, const Box& now, const Vec3& frame) {
        before.add(now.low - frame);
        before.add(now.high - frame);
        return before;
    }
    const ContactSurface* topology_ = nullptr;
    ParticleView particles_{};
    Array<Float4> before_, now_;
    std::vector<Box> patch_before_, patch_now_;
    std::vector<float> patch_edge2_;
    std::vector<u8> ready_;  // 0: nothing, 1: its points, 2: and its triangles' corners
    Box bounds_before_, bounds_now_;
    Slabs slabs_before_, slabs_now_;
    Vec3 mean_displacement_;
    BoxList target_boxes_;
    std::vector<u32> targets_;  // by slot
    std::vector<u32> group_of_patch_;
    std::vector<float> target_displacements_;  // by slot
    Array<TargetRows> target_rows_;            // by slot
    struct PointGroup {                        // of a patch
        Box path;
        u32 begin, end;  // slots; those that are left over of eight are nowhere
    };
    std::vector<PointGroup> point_groups_;
    Array<float> point_before_[3], point_now_[3];  // by slot
    std::vector<u32> point_of_slot_;
    BoxList patches_before_, others_;  // others_: patches that own ones are compared with
    VolumeFinder volume_, self_volume_;
    SelfCulling self_culling_;  // or empty
    std::vector<u8> disabled_;  // per point, or empty
    float sphere_scale_ = 1;
};

}  // namespace pliant
