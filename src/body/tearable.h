// Capability: matter that can tear. It has links, numbered from 0 over the whole model, and it comes apart along them.
//
// The matter says which links bear more than they can; the world decides which of them break (world/tear/), asks the
// model for a preview, and takes the pieces that the model makes.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/archive.h"
#include "core/particle_view.h"
#include "core/renumbering.h"
#include "geometry/mesh.h"

namespace pliant {

class Matter;
class Model;
class ParameterSet;

// What a body would become.
struct TearPreview {
    u32 pieces;
    bool opens;  // some particle has to be doubled; otherwise everything stays as it was
};

// Of a model. Lists of broken links are ascending, and contain all that are broken, not just the last ones.
class TearableModel {
  public:
    virtual TearPreview tear_preview(std::span<const u32> broken_links) const = 0;
    // Of a whole model: the two points at rest that each link joins [m], in the mesh's space.
    virtual std::vector<std::array<Vec3, 2>> link_segments() const = 0;
    // A model for every piece, in the order of their lowest places.
    virtual std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> broken_links,
                                                           const Material& inside) const = 0;
    // Of a model that tear() made of `before`: which of its particles each of ours was.
    virtual std::vector<u32> particles_before(const Model& before) const = 0;
    // All pieces in one model, for records: a body with all the cracks that it will ever have.
    virtual std::shared_ptr<const Model> merged_model(std::span<const u32> broken_links,
                                                      const Material& inside) const = 0;
    // Of a merged model: the number that each particle has in a piece, or 0xffffffff.
    virtual std::vector<u32> particle_map(const Model& piece) const = 0;
    // How a piece was made, to make it again from the whole.
    virtual void save_tear(Writer&) const = 0;
    virtual std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const = 0;  // throws Error

  protected:
    ~TearableModel() = default;
};

// A link that bears more than it can.
struct Overload {
    u32 link;
    float load;  // relative to what it can bear: above 1
    Vec3 place;  // [m] in the world
};

struct TearLimits {
    float stretch = 0, squash = 0;    // of the distance between neighbours, relative to that at rest; 0: no limit
    float bend = 0;                   // [rad] between neighbours; 0: no limit
    std::span<const float> strength;  // of each particle: a factor on all limits; or empty
    std::span<const float> of_link;   // of each link of the whole, by its number: likewise; or empty
};

class Tearable {
  public:
    // Links that bear more than the limits, in ascending order.
    virtual void overloads(const ParticleView&, const TearLimits&, std::vector<Overload>& out) = 0;
    // Broken links, ascending, whether or not anything has opened yet. They bear nothing any more.
    virtual std::span<const u32> broken_links() const = 0;
    virtual void break_links(std::span<const u32> links) = 0;  // in any order
    // Takes over the state of `before`, of which this is a piece, once the particles are in place.
    virtual void take_over(const Matter& before, const ParticleView&) = 0;

    // ---- Cracks that leave the body in one piece, in a body that changes where it is. The default is that it does
    // not: then the model makes pieces, also where there is just one.
    struct Crack {
        u32 particles;  // that the body would have
        bool opens;     // some particle has to be doubled; otherwise everything stays as it was
    };
    // No value where something may come off, or the body does not change where it is. Looks near the cracks only.
    virtual std::optional<Crack> crack_preview(std::span<const u32> broken_links) {
        (void)broken_links;
        return std::nullopt;
    }
    // After a preview that opens: the body's model, which nobody else has any more, and how particles are numbered now.
    struct Opened {
        std::shared_ptr<const Model> model;
        Renumbering numbers;
    };
    // No value, and nothing happens, where others share the model. `model`: the body's, given up.
    virtual std::optional<Opened> open_cracks(std::span<const u32> broken_links, const Material& inside,
                                              const ParameterSet&) {
        (void)broken_links, (void)inside;
        return std::nullopt;
    }
    // Once the particles are in place.
    virtual void finish_cracks(const ParticleView&) {}

  protected:
    ~Tearable() = default;
};

// As the functions of TearableModel, but pieces also get their part of an embedded render surface. The models must be
// tearable, except in load_torn, which throws an Error if they are not.
std::vector<std::shared_ptr<const Model>> torn_models(const Model&, std::span<const u32> broken_links,
                                                      const Material& inside);
std::optional<Tearable::Opened> open_own_cracks(Tearable&, std::span<const u32> broken_links, const Material& inside,
                                                const ParameterSet& own);
std::shared_ptr<const Model> make_merged_model(const Model& whole, std::span<const u32> broken_links,
                                               const Material& inside);
std::shared_ptr<const Model> load_torn(const Model& whole, Reader&, const Material& inside);  // throws Error

}  // namespace pliant
