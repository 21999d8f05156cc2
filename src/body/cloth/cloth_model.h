// A sheet cooked from a mesh: its particles are the welded points of the mesh.
#pragma once

#include <mutex>

#include "body/cloth/fabric.h"
#include "body/tearable.h"
#include "body/welded_model.h"
#include "geometry/geodesics.h"
#include "geometry/torn_sheet.h"

namespace pliant::cloth {

class ClothModel;

// How a torn model came about.
struct Torn {
    std::shared_ptr<const ClothModel> whole;
    std::vector<u32> broken_links;   // links of the whole, ascending
    std::vector<u32> triangle_from;  // of each triangle: the one it was; ascending
    std::vector<u32> triangle_now;   // of each triangle of the whole: the one it is, or none
};

class ClothModel final : public WeldedModel, public TearableModel, public std::enable_shared_from_this<ClothModel> {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense

    // cloth_tear.cpp
    const TearableModel* tearable() const override { return this; }
    TearPreview tear_preview(std::span<const u32> broken_links) const override;
    std::vector<std::array<Vec3, 2>> link_segments() const override;
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> broken_links,
                                                   const Material& inside) const override;
    std::vector<u32> particles_before(const Model& before) const override;
    std::shared_ptr<const Model> merged_model(std::span<const u32> broken_links, const Material& inside) const override;
    std::vector<u32> particle_map(const Model& piece) const override;
    void save_tear(Writer&) const override;
    std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const override;
    const std::vector<SheetLink>& whole_links() const;  // along which the whole can part
    struct Link {
        u32 number;             // of the whole
        u32 a, b, left, right;  // particles: of the edge, and across it
        u32 triangle[2];        // that it joins
    };
    std::vector<Link> links() const;  // that have not parted
    // Which particle a triangle of the whole has now where it had a point; or none.
    u32 particle_at(u32 triangle_of_whole, u32 point) const;

    // Everything that follows from these.
    void build();
    std::vector<Vec3> warp;  // of each triangle: where its threads run
    bool closed = false;

    Fabric fabric;
    Geodesics geodesics;
    Array<u32> corner[3];  // of each triangle, for kernels

    std::unique_ptr<const Torn> torn;  // or null: it is whole

  private:
    void check(const Soundness&) const;
    mutable std::once_flag links_once_;
    mutable std::vector<SheetLink> links_;
};

std::shared_ptr<Model> cook(const CookInput&);

}  // namespace pliant::cloth
