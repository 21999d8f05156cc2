// What a kind must do. A kind is a folder beside this file; the registry lists them; nothing else in the engine knows
// which kinds there are.
//
//   Model   a body cooked once from a mesh: immutable, shared by any number of instances
//   Matter  one instance: its state (what a snapshot contains) and its scratch (what it does not)
//
// Every kind implements the pure functions below. Everything else is a capability: a small interface in a header of its
// own, or a value, that a kind returns. Null (or no value) means that the kind does not do this. Who needs a capability
// asks for it, and never for the kind.
//
//   Model   tearable (tearable.h), make_pose_fit (pose_fit.h), particle_grid (particle_grid.h)
//   Matter  tearable, plastic (plastic.h), strain_limiting (strain_limiting.h), rest_shape (rest_shape.h),
//           kinematic_targets (kinematic_targets.h), resting_contacts (resting_contacts.h),
//           motion_limits (motion_limits.h), guide_springs (guide_springs.h), inspection (inspection.h),
//           stiffness and substep_stride (stiffness.h), contact_listener (contact_listener.h)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "body/embedded_surface.h"
#include "body/particle_grid.h"
#include "body/pose_fit.h"
#include "body/stiffness.h"
#include "body/surface.h"
#include "collide/surface.h"
#include "core/archive.h"
#include "core/assert.h"
#include "core/parallel.h"
#include "core/parameter.h"
#include "core/particle_view.h"
#include "geometry/mesh.h"
#include "geometry/repair.h"

namespace pliant {

class ContactListener;
class GuideSprings;
class Inspection;
class KinematicTargetConstraints;
class MotionLimitConstraints;
class Plastic;
class RestingContactConstraints;
class RestShape;
class StrainLimiting;
class Tearable;
class TearableModel;
struct Kind;

// The messages of cooking and starting: facts, and warnings.
struct Report {
    std::vector<std::string> facts, warnings;
};

class Model {
  public:
    virtual ~Model() = default;
    virtual const Kind& kind() const = 0;
    virtual void save(Writer&) const = 0;
    virtual Vec3 rest_position(u32 particle) const = 0;  // [m] in the mesh's space
    // Converts values painted on the mesh's points to values of particles.
    virtual std::vector<float> carry_to_particles(std::span<const float> point_values) const = 0;
    // Converts values of particles to values of the vertices of `surface`.
    virtual void carry_to_surface(std::span<const float> particles, std::span<float> vertices) const = 0;

    // ---- capabilities
    virtual const TearableModel* tearable() const { return nullptr; }
    virtual std::unique_ptr<PoseFit> make_pose_fit() const { return nullptr; }  // throws Error
    virtual std::optional<ParticleGrid> particle_grid() const { return std::nullopt; }

    // Of a piece: the model it was torn from, and which of its particles each is a copy of.
    std::shared_ptr<const Model> whole;
    std::vector<u32> particle_from;

    u64 content_hash = 0;  // of everything that cooking depended on
    u32 particle_count = 0;
    SurfaceModel surface;                             // the simulation surface: it follows the particles
    std::shared_ptr<const EmbeddedSurface> embedded;  // a render surface that follows `surface`, or null
    const SurfaceModel& render_surface() const { return embedded ? embedded->surface() : surface; }
    ContactSurface contact;
    Vec3 center;        // [m] centre of volume, in the mesh's space
    double volume = 0;  // [m³]
    Vec3 size;          // [m] of the mesh
};

const char* validate(const Model&);  // of PL_VALIDATE: the first invariant that does not hold, or null

// Converts values of particles to values of the vertices of the render surface.
void carry_to_render_surface(const Model&, std::span<const float> particles, std::span<float> vertices);

struct CookInput {
    const Mesh& mesh;
    const Triangulation& triangulation;
    const SimulationMesh& simulation;
    const RepairReport& repair;
    const ParameterSet& parameters;  // of the kind
    Report& report;
};

// The position and velocity with which a body begins.
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

// The motion of a body in a predict stage.
struct Motion {
    Box bounds;  // of its particles
    float greatest_speed = 0;
    bool non_finite = false;  // something is not finite, or beyond all bounds
};

class Matter {
  public:
    virtual ~Matter() = default;

    virtual double mass(u32 particle) const = 0;  // [kg]
    // Puts the particles at rest to their places, with masses.
    virtual void place(const ParticleView&, const Placement&) = 0;
    // Transforms the state after everything was moved rigidly: by a teleport, or a shift of the origin.
    virtual void transform_state(const Transform& moved) = 0;
    // Takes over the values of parameters at a time, for substeps of the given length.
    virtual void begin_step(const ParameterSet&, double time, float substep_length, bool parameters_changed) = 0;

    // ---- The predict stage: phases one after another, blocks of a phase in any order and at once.
    // How many phases there are; an estimate for sharing out the work if next_phase is overridden.
    virtual u32 predict_phases() const = 0;
    // Whether there is a phase of this number. One thread asks this once for every phase, in order, when all blocks of
    // the phase before are done. A kind whose number of phases depends on what it computes, such as a solver that stops
    // at a residual, overrides it.
    virtual bool next_phase(u32 phase) { return phase < predict_phases(); }
    virtual u32 predict_blocks(u32 phase) const = 0;
    virtual void predict(u32 phase, u32 block, const ParticleView&, const Substep&, std::byte* scratch) = 0;
    virtual size_t scratch_bytes() const = 0;  // that one worker needs, aligned to a cache line
    virtual Motion motion() const = 0;         // in the last predict stage
    virtual void end_substep(const ParticleView&) {}
    // [s] Longer substeps of the world would change its stiffness; no value: it takes small steps of its own.
    virtual std::optional<float> longest_substep() const { return std::nullopt; }
    // [s] The length of those, if it takes any.
    virtual std::optional<float> small_step() const { return std::nullopt; }

    virtual void present(const ParticleView&, SurfaceFrame&, Team&) const = 0;  // large surfaces in parts

    virtual void save(Writer&) const = 0;
    virtual void check(Reader&) const = 0;  // throws Error if load would read nonsense, and changes nothing
    virtual void load(Reader&) = 0;

    // ---- capabilities
    virtual Tearable* tearable() { return nullptr; }
    virtual Plastic* plastic() { return nullptr; }
    virtual StrainLimiting* strain_limiting() { return nullptr; }
    virtual RestShape* rest_shape() { return nullptr; }
    virtual KinematicTargetConstraints* kinematic_targets() { return nullptr; }
    virtual RestingContactConstraints* resting_contacts() { return nullptr; }
    virtual MotionLimitConstraints* motion_limits() { return nullptr; }
    virtual GuideSprings* guide_springs() { return nullptr; }
    virtual const Inspection* inspection() const { return nullptr; }
    virtual std::optional<Stiffness> stiffness() const { return std::nullopt; }
    virtual SubstepStride* substep_stride() { return nullptr; }
    virtual ContactListener* contact_listener() { return nullptr; }
};

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
    // Of a kind with a stiffness, for warnings: what else than substeps raises the modulus that it attains, and what
    // helps a body that cannot carry its own weight.
    const char* stiffer_with = nullptr;
    const char* carried_with = nullptr;
    bool needs_guide = false;  // a mesh that nothing animates does nothing
};

}  // namespace pliant
