#include "pliant/posed_frames.h"

#include <algorithm>

#include "assets/mesh_animation.h"
#include "body/lattice/lattice_fit.h"
#include "body/surface_shading.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/lattice_outline.h"
#include "pliant/view/file_watch.h"

namespace pliant::app {

namespace {

// Poses by number, wherever they come from.
class Poses {
  public:
    virtual ~Poses() = default;
    virtual u64 last_frame() const = 0;
    virtual double fps() const = 0;
    virtual void read(u64 frame, std::span<Vec3> particles) const = 0;
};

class ClipPoses final : public Poses {
  public:
    explicit ClipPoses(Clip clip) : clip_(std::move(clip)) {}
    u64 last_frame() const override { return static_cast<u64>(clip_.frames.back() - clip_.frames.front()); }
    double fps() const override { return clip_.fps; }
    void read(u64 frame, std::span<Vec3> particles) const override {
        clip_.sample(static_cast<double>(frame) / clip_.fps, particles);
    }

  private:
    Clip clip_;
};

class MeshPoses final : public Poses {
  public:
    MeshPoses(const PosedOptions& o, const LatticeInput& lattice)
        : animation_(open_mesh_animation(o.pose, o.mesh.settings())), particle_(lattice.particle) {
        if (animation_->point_count() != lattice.particle_count())
            throw Error({o.pose, "it has " + counted(animation_->point_count(), "points"),
                         with_commas(lattice.particle_count()) + ", one for each particle of the lattice",
                         "pliant lattice " + o.lattice + " -o lattice.obj writes the mesh to pose"});
        listed_.resize(particle_.size());
    }
    u64 last_frame() const override { return animation_->frame_count() - 1; }
    double fps() const override { return animation_->fps() > 0 ? animation_->fps() : 24; }
    void read(u64 frame, std::span<Vec3> particles) const override {
        animation_->read(frame, listed_);
        for (size_t i = 0; i < listed_.size(); ++i) particles[particle_[i]] = listed_[i];
    }

  private:
    std::unique_ptr<MeshAnimation> animation_;
    const std::vector<u32>& particle_;
    mutable std::vector<Vec3> listed_;
};

// Something that is drawn, point by point.
struct Shown {
    render::ShownBody body;
    SurfaceShading shading;
    SurfaceFrame frame;

    Shown(std::string name, std::shared_ptr<const SurfaceModel> surface) : shading(*surface) {
        body.name = std::move(name);
        body.surface = std::move(surface);
    }
    void show(std::span<const Vec3> points, const Vec3& aside) {
        const SurfaceModel& s = *body.surface;
        frame.positions.resize(s.vertex_count());
        for (size_t v = 0; v < s.vertex_count(); ++v) frame.positions[v] = points[s.vertex_point[v]] + aside;
        shading.find(s, frame);
        body.positions.assign(frame.positions.data(), frame.positions.data() + frame.positions.size());
        body.normals.assign(frame.normals.data(), frame.normals.data() + frame.normals.size());
        body.bounds = frame.bounds;
    }
};

std::shared_ptr<const SurfaceModel> surface_of(Mesh mesh) {
    const Triangulation triangles = triangulate(mesh);
    return std::make_shared<SurfaceModel>(make_surface_model(std::move(mesh), triangles));
}

Mesh mesh_of(const LatticeMesh& lattice, const LatticeOutline& outline) {
    Mesh mesh;
    Material glass;
    glass.name = "lattice";
    glass.color = {0.45f, 0.6f, 0.75f};
    glass.two_sided = true;
    mesh.materials.push_back(glass);
    for (u32 p = 0; p < lattice.particle_count(); ++p) {
        mesh.points.push_back(lattice.rest_position(p));
        mesh.vertex_point.push_back(p);
    }
    for (const auto& face : outline.faces) {
        mesh.face_vertex.insert(mesh.face_vertex.end(), face.begin(), face.end());
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(0);
    }
    return mesh;
}

class PosedFrames final : public FrameSource {
  public:
    explicit PosedFrames(const PosedOptions& o) : options_(o) {
        std::string follows = o.preview;
        if (ends_with(o.lattice, ".rmb")) {
            lattice_ = open_lattice_file(o.lattice);
        } else {
            const float s = static_cast<float>(o.mesh.scale);
            lattice_ = cook_lattice(open_scaled_mesh(o.lattice, o.mesh.settings(), {s, s, s}, true), o.cooking,
                                    o.mesh.scale, true);
            if (follows.empty()) follows = o.lattice;
        }
        outline_ = lattice_outline(lattice_.lattice);
        shown_.emplace_back("lattice", surface_of(mesh_of(lattice_.lattice, outline_)));
        for (const auto& f : outline_.faces)
            for (size_t k = 0; k < 4; ++k)
                edges_.push_back({std::min(f[k], f[(k + 1) % 4]), std::max(f[k], f[(k + 1) % 4])});
        edges_.insert(edges_.end(), outline_.edges.begin(), outline_.edges.end());
        std::sort(edges_.begin(), edges_.end());
        edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
        if (!follows.empty()) {
            Mesh mesh = open_scaled_mesh(follows, o.mesh.settings(), lattice_.file.scale, true);
            places_ = places_in(lattice_, mesh);
            points_.resize(mesh.points.size());
            shown_.emplace_back("surface", surface_of(std::move(mesh)));
        }
        const Vec3 size = scaled(lattice_.lattice.spacing, lattice_.lattice.sites.to<float>());
        beside_ = {1.25f * size.x, 0, 0};
        particles_.resize(lattice_.particle_count());
        load();
        watch_.watch({o.pose});
    }
    u64 last_frame() const override { return poses_->last_frame(); }
    double rate() const override { return poses_->fps(); }
    void show(u64 frame, render::Moment& moment) override {
        poses_->read(std::min(frame, last_frame()), particles_);
        shown_[0].show(particles_, {});
        if (shown_.size() > 1) {
            lattice::follow_cells(lattice_.lattice, places_, particles_, points_);
            shown_[1].show(points_, beside_);
        }
        moment.number = render::next_moment_number();
        moment.time = static_cast<double>(frame) / rate();
        moment.step = frame;
        for (const Shown& s : shown_) moment.bodies.push_back(s.body);
        constexpr render::Color blue{0, 114, 178};
        for (const auto& [a, b] : edges_) moment.marks.lines.push_back({particles_[a], particles_[b], blue, 0});
    }
    bool advance_towards(u64) override { return false; }
    bool refresh() override {
        if (watch_.changed().empty()) return false;
        load();
        return true;
    }
    const std::vector<SceneCamera>& cameras() const override { return cameras_; }

  private:
    // The last pose that could be read is kept until another one can be read.
    void load() {
        if (ends_with(options_.pose, ".txt")) {
            poses_ = std::make_unique<ClipPoses>(open_clip(options_.pose, lattice_));
        } else {
            poses_ = std::make_unique<MeshPoses>(options_, lattice_);
        }
    }

    PosedOptions options_;
    LatticeInput lattice_;
    LatticeOutline outline_;
    std::vector<std::array<u32, 2>> edges_;
    std::vector<LatticePlace> places_;
    std::unique_ptr<Poses> poses_;
    std::vector<Vec3> particles_, points_;
    Vec3 beside_;  // [m] where the mesh stands, from the lattice
    std::vector<Shown> shown_;
    view::FileWatch watch_;
    std::vector<SceneCamera> cameras_;
};

}  // namespace

std::unique_ptr<FrameSource> open_posed_frames(const PosedOptions& options) {
    return std::make_unique<PosedFrames>(options);
}

}  // namespace pliant::app
