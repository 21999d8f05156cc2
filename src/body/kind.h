// What a kind must do. A kind is a folder beside this file; the registry lists them; nothing else in the engine knows
// which kinds there are.
//
//   Model   a body cooked once from a mesh: immutable, shared by any number of instances
//   Matter  one instance: its state (what a snapshot holds) and its scratch (what it does not)
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "body/contact_listener.h"
#include "body/drawn_surface.h"
#include "body/followed_places.h"
#include "body/surface.h"
#include "collide/surface.h"
#include "constraint/plastic.h"
#include "core/archive.h"
#include "core/assert.h"
#include "core/parallel.h"
#include "core/parameter.h"
#include "core/particle_view.h"
#include "geometry/mesh.h"
#include "geometry/repair.h"

namespace pliant {

struct Kind;
struct LatticeMesh;
struct Leash;

// What cooking and starting have to say: facts for the curious, warnings for everybody.
struct Report {
    std::vector<std::string> facts, warnings;
};

// From where an animator put the points of the mesh to where the particles then are [m]. What does not depend on the
// pose is done once; by one thread at a time.
class PoseFit {
  public:
    virtual ~PoseFit() = default;
    virtual void solve(std::span<const Vec3> points, std::span<Vec3> particles) = 0;
};

// What would become of a body.
struct TearOutcome {
    u32 pieces;
    bool opens;  // some particle has to be doubled; else all is as it was
};

class Model {
  public:
    virtual ~Model() = default;
    virtual const Kind& kind() const = 0;
    virtual void save(Writer&) const = 0;
    virtual Vec3 rest_position(u32 particle) const = 0;  // [m] in the mesh's space
    // Values painted on the mesh's points, carried to the particles.
    virtual std::vector<float> carry_to_particles(std::span<const float> point_values) const = 0;
    virtual std::unique_ptr<PoseFit> make_pose_fit() const = 0;          // throws Error
    virtual const LatticeMesh* lattice_mesh() const { return nullptr; }  // of kinds that are made of cells

    // Matter that can tear has links, numbered from 0; it parts along them. `parted`: all that have, ascending.
    virtual TearOutcome outcome(std::span<const u32> parted) const = 0;
    // Of a whole model: what each link spans at rest [m], in the mesh's space.
    virtual std::vector<std::array<Vec3, 2>> link_segments() const { return {}; }
    // What is left then: a model for every piece, in the order of their lowest places.
    virtual std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> parted,
                                                           const Material& inside) const = 0;
    // Of a model that tear() made of `before`: which of its particles each of ours was.
    virtual std::vector<u32> particles_before(const Model& before) const = 0;
    // All pieces in one model, to be looked at: a body with all the cracks that it will ever have.
    virtual std::shared_ptr<const Model> together(std::span<const u32> parted, const Material& inside) const = 0;
    // Of such a model: the number that each particle has in a piece, or 0xffffffff.
    virtual std::vector<u32> particles_in(const Model& piece) const = 0;
    // How a piece came about, to make it again from the whole.
    virtual void save_tear(Writer&) const = 0;
    virtual std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const = 0;  // throws Error
    // Of a piece: the model it was torn from, and which of its particles each is a copy of.
    std::shared_ptr<const Model> whole;
    std::vector<u32> particle_from;

    u64 content_hash = 0;  // of everything that cooking depended on
    u32 particle_count = 0;
    SurfaceModel surface;
    std::shared_ptr<const DrawnSurface> drawn;  // instead of it, or null
    const SurfaceModel& look() const { return drawn ? drawn->surface() : surface; }
    ContactSurface contact;
    Vec3 center;        // [m] centre of volume, in the mesh's space
    double volume = 0;  // [m³]
    Vec3 size;          // [m] of the mesh
};

const char* validate(const Model&);  // of PL_VALIDATE: the first invariant that does not hold, or null

// Pieces and all of them together, dressed as the whole is.
std::vector<std::shared_ptr<const Model>> torn_models(const Model&, std::span<const u32> parted,
                                                      const Material& inside);
std::shared_ptr<const Model> torn_together(const Model& whole, std::span<const u32> parted, const Material& inside);
std::shared_ptr<const Model> load_torn(const Model& whole, Reader&, const Material& inside);  // throws Error

struct CookInput {
    const Mesh& mesh;
    const Triangulation& triangulation;
    const SimulationMesh& simulation;
    const RepairReport& repair;
    const ParameterSet& parameters;  // of the kind
    Report& report;
};

// Where and how a body begins.
struct Placement {
    Transform transform;  // from the mesh's space to the world
    Vec3 velocity;        // [m/s]
    Vec3 spin;            // [rad/s] about the body's centre
};

struct Substep {
    float length = 0;      // [s]
    Vec3 gravity;          // [m/s²], the body's own share
    Vec3 air;              // [m/s] mean velocity of the air
    float drag = 0;        // [1/s] how fast the body takes on the velocity of the air
    float turbulence = 0;  // [m/s] speed of eddies
    float eddy = 1;        // [m] size of the largest
    double time = 0;       // [s]
};

// A particle that something outside moves, whatever the matter wants.
struct Lead {
    u32 particle;
    Vec3 target;  // [m] where it is at the end of the substep
};

// A particle that stood on something solid when the last substep ended, and may do so in this one.
struct Footing {
    u32 particle;
    Vec3 normal;
    float begin, end;  // [m] along the normal: where it stays beyond, when the substep begins and when it ends
    float friction;
    Vec3 way;  // [m] of what it stands on, in the substep
};

// What a body found out about itself while it moved.
struct Motion {
    Box bounds;  // of its particles
    float greatest_speed = 0;
    bool wild = false;  // something is not finite, or beyond all bounds
};

// What a body can attain at a given substep, for advice.
struct Stiffness {
    double wanted = 0, attainable = 0;  // [Pa]
    double density = 0;                 // [kg/m³]
};

// How matter bends for good in a step.
struct PlasticFlow {
    PlasticRule rule;
    std::span<const float> yield_map;  // yield strain of each particle, or empty
    double seconds = 0;
};

// A link that bears more than it can.
struct Overload {
    u32 link;
    float load;  // against what it can bear: above 1
    Vec3 place;  // [m] in the world
};
struct TearLimits {
    float stretch = 0, squash = 0;    // of the distance between neighbours, against that at rest; 0: no bound
    float bend = 0;                   // [rad] between neighbours; 0: no bound
    std::span<const float> strength;  // of each particle: times all of them; or empty
    std::span<const float> of_link;   // of each link of the whole, by its number: likewise; or empty
};

class Matter {
  public:
    virtual ~Matter() = default;

    virtual double mass(u32 particle) const = 0;  // [kg]
    // The shape it wants instead of the one it was cooked in, one place for every particle, in the mesh's space [m].
    // Between steps; where it stands in that space does not matter, only its shape does.
    virtual void want_shape(std::span<const Vec3> places) = 0;
    // Puts the particles at rest into their place, with masses.
    virtual void place(const ParticleView&, const Placement&) = 0;
    // Everything was moved by a rigid transform from outside: teleported, or the origin was shifted.
    virtual void follow(const Transform& moved) = 0;
    // Parameters have changed, or time has: takes over what is needed for substeps of the given length.
    virtual void begin_step(const ParameterSet&, double time, float substep_length, bool parameters_changed) = 0;
    // Before that: it may tear once it is stretched so far (0: it does not tear that way), and what keeps it from
    // stretching must leave room for that; and it may bend for good.
    virtual void expect(float /* tear_stretch */, bool /* flow */) {}
    virtual Stiffness stiffness() const = 0;
    // [s] in longer substeps it would not be what its parameters say.
    virtual float longest_substep() const { return 1e18f; }
    // Before begin_step: so many substeps of the world are one of this body. What fades, fades as much in it as in all
    // of those.
    virtual void take_at_once(u32 /* substeps */) {}

    // Matter that keeps particles where they are led while it moves, and says what that took, takes leads; of other
    // matter they are drawn there afterwards. Before every predict stage, also with no leads at all.
    virtual bool takes_leads() const { return false; }
    virtual void lead(const ParticleView&, std::span<const Lead>) {}
    virtual std::span<const Vec3> led_impulses() const { return {}; }  // [N s] of each, after that stage

    // Matter that keeps particles off what they stand on while it moves, and says what that took, takes footings: it is
    // stretched less by what it lies on than if it were pushed out of that afterwards. Before every predict stage, by
    // ascending particles, also with none at all.
    virtual bool takes_footings() const { return false; }
    virtual void stand_on(std::span<const Footing>) {}
    virtual std::span<const Vec3> footing_impulses() const { return {}; }  // [N s] of each, after that stage

    // How far each particle may stray from where a guide has it (leash_kernels.h), or empty; before every predict
    // stage, and there until it is over. Matter that can keeps to it while it moves; in the end the world sees to it.
    virtual void keep_near(std::span<const Leash>) {}

    // Matter that is nothing but drawn to its places by springs of its own has a guide from the beginning, and is told
    // before every predict stage where that has it; empty: nobody knows.
    virtual bool follows_places() const { return false; }
    virtual void follow_places(const FollowedPlaces&) {}

    // The predict stage: phases one after another, blocks of a phase in any order and at once.
    virtual u32 predict_phases() const = 0;
    virtual u32 predict_blocks(u32 phase) const = 0;
    virtual void predict(u32 phase, u32 block, const ParticleView&, const Substep&, std::byte* scratch) = 0;
    virtual size_t scratch_bytes() const = 0;  // what one worker needs, aligned to a cache line
    virtual Motion motion() const = 0;         // of the predict stage just done

    // The capability to read what contacts did to it, or null.
    virtual ContactListener* contact_listener() { return nullptr; }

    virtual void end_substep(const ParticleView&) = 0;
    // Once a step: what is strained beyond yield stays so.
    virtual void flow(const ParticleView&, const PlasticFlow&) = 0;
    // Links that bear more than the limits, in ascending order.
    virtual void overloads(const ParticleView&, const TearLimits&, std::vector<Overload>& out) = 0;
    // Links that have parted, whether or not anything has opened yet; ascending. They bear nothing more.
    virtual std::span<const u32> parted() const = 0;
    virtual void part(std::span<const u32> links) = 0;  // in any order
    // Goes on as what `before` was, of which this is a piece; once particles are in place.
    virtual void take_over(const Matter& before, const ParticleView&) = 0;
    virtual void present(const ParticleView&, SurfaceFrame&, Team&) const = 0;  // large surfaces in parts

    // For whoever looks into it: pictures, records, painting.
    // Pairs of particles that hang together: the edges of cells, tets or cloth.
    virtual void links(std::vector<std::array<u32, 2>>& out) const = 0;
    // How far the matter around each particle is from its rest shape: the largest |principal stretch - 1|.
    virtual void strain(const ParticleView&, std::span<float> particles) const = 0;
    // Numbers of particles, carried to the vertices of the surface.
    virtual void carry_to_surface(std::span<const float> particles, std::span<float> vertices) const = 0;

    virtual void save(Writer&) const = 0;
    virtual void check(Reader&) const = 0;  // throws Error when load would read nonsense, and changes nothing
    virtual void load(Reader&) = 0;
};

// Numbers of particles, carried to the vertices of what is seen.
void carry_to_look(const Model&, const Matter&, std::span<const float> particles, std::span<float> vertices);

struct ForecastInput;  // forecast.h

struct Kind {
    const char* name;
    const char* help;  // one sentence: what it is for
    const ParameterTable& parameters;
    // Both give a model that nothing shares yet, so that cooking can finish it.
    std::shared_ptr<Model> (*cook)(const CookInput&);
    std::shared_ptr<Model> (*load)(Reader&);
    std::unique_ptr<Matter> (*make_matter)(std::shared_ptr<const Model>, const ParameterSet&);
    // Parameters that were given and change nothing: "half_width", "reach is given and takes its place".
    std::vector<std::pair<std::string, std::string>> (*without_effect)(const ParameterSet&);
    // Sentences about what a body will do, for advice.
    std::vector<std::string> (*forecast)(const ForecastInput&);
    bool tears = true, yields = true;  // whether tear and plasticity mean anything to it
};

}  // namespace pliant
