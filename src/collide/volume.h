// The inside of a body for contact. When skins have passed through each other, only the matter tells the sides: a point
// that lies in a cell has a place in the body at rest, and for that place the nearest exit is known.
#pragma once

#include <array>
#include <span>

#include "collide/box_list.h"
#include "core/archive.h"
#include "core/particle_view.h"
#include "core/soundness.h"
#include "geometry/tet_mesh.h"

namespace pliant {

struct ContactVolume {
    // Where a particle's way out leads: a place on the skin.
    struct Exit {
        u32 triangle;
        Vec3 weights;
    };
    // Either boxes, corners as in LatticeMesh, or tets.
    std::vector<std::array<u32, 8>> boxes;
    std::vector<TetPoints> tets;
    std::vector<float> depth;  // [m] of each particle at rest, negative outside the mesh
    std::vector<Exit> exits;   // of each particle: the nearest place on the skin at rest

    bool empty() const { return boxes.empty() && tets.empty(); }
    u32 cell_count() const { return static_cast<u32>(boxes.size() + tets.size()); }
    std::span<const u32> corners(u32 cell) const {
        return tets.empty() ? std::span<const u32>(boxes[cell]) : std::span<const u32>(tets[cell]);
    }
    // How much corner c counts at a place in a cell: places in boxes go from 0 to 1 along each axis, in tets they are
    // the weights of the last three corners.
    float weight(const Vec3& at, int c) const;
    void save(Writer&) const;
    void load(Reader&);
    void check(const Soundness&, u32 particles, u32 triangles) const;
};

// A cell as it is bent, ready to say where points stand in it. In a box
//   x = middle + k0 + k1 u + k2 v + k3 w + k4 uv + k5 uw + k6 vw + k7 uvw
class DeformedCell {
  public:
    explicit DeformedCell(const Vec3 (&corner)[8]);
    explicit DeformedCell(const Vec3 (&corner)[4]);    // a tet, which is straight
    bool crushed() const { return crushed_; }          // or inside out: it contains nothing
    bool place_of(const Vec3& point, Vec3& at) const;  // false outside

  private:
    Vec3 middle_, k_[8];  // of a tet: its first corner, and nothing
    Mat3 inverse_;        // of the derivative in the middle
    Vec3 slack_;          // how far a place can be from what the inverse says
    bool crushed_, tet_;
};

// Finds the cells of a deformed body that contain points, where they were when the substep began.
class VolumeFinder {
  public:
    // All cells. How they are bent is worked out when they are asked for, which is worth it where few will be; of cells
    // that touch any of the boxes, now.
    void build(const ContactVolume& volume, const ParticleView& particles);
    void deform_near(const BoxList& boxes);
    bool is_near(const Box& box) const;  // a group of cells
    static constexpr u32 nowhere = 0xffffffffu;
    struct Found {
        u32 cell = nowhere;
        Vec3 at;               // in the cell
        u32 particle = 0;      // the corner whose way out to take
        float depth = -3e38f;  // [m] at rest
        bool thin = false;     // no corner of the cell is inside the mesh: the depth says little
    };
    // Groups of cells that are near a box: for finding many points in it.
    void groups_near(const Box& box, std::vector<u32>& groups) const { boxes_.groups_near(box, groups); }
    Found find(const Vec3& point, std::span<const u32> groups) const {
        return find(point, groups, [](u32) { return false; });
    }
    template <class Skip>  // skip(cell)
    Found find(const Vec3& point, std::span<const u32> groups, Skip&& skip) const {
        Found found;
        boxes_.overlap({point, point}, groups, [&](u32 slot) {
            if (!skip(entries_[slot].cell)) test_cell(entries_[slot], point, found);
        });
        return found;
    }

  private:
    struct Entry {
        u32 cell, bent;  // bent: in deformed_, or nowhere
    };
    void test_cell(const Entry& entry, const Vec3& point, Found& found) const;
    const ContactVolume* volume_ = nullptr;
    const Float4* before_ = nullptr;  // where particles were
    BoxList boxes_;                   // of cells
    std::vector<Entry> entries_;      // which, by slot
    std::vector<DeformedCell> deformed_;
};

}  // namespace pliant
