#include "pliant/frame_source.h"

#include <cstdio>
#include <filesystem>
#include <thread>

#include "assets/recording.h"
#include "assets/scene_build.h"
#include "record/recorded_scene.h"

namespace pliant::app {

namespace {

class SimulatedFrames final : public FrameSource {
  public:
    explicit SimulatedFrames(const FrameSourceOptions& o)
        : layers_(o.layers), scene_(read_source(o.source)), builder_(scene_) {
        builder_.prepare([&](const std::string& what) {
            if (!o.source.quiet) std::fprintf(stderr, "%s\n", what.c_str());
        });
        WorldSettings settings;
        settings.parameters = scene_.world;
        settings.threads = o.threads ? o.threads : std::max(1u, std::thread::hardware_concurrency());
        world_ = std::make_unique<World>(std::move(settings));
        builder_.fill(*world_);
        world_->preroll();
        for (const std::string& warning : builder_.report().warnings)
            std::fprintf(stderr, "warning: %s\n", warning.c_str());
    }
    u64 last_frame() const override { return static_cast<u64>(scene_.world.number(WorldP::duration) * rate() + 0.5); }
    double rate() const override { return scene_.world.number(WorldP::rate); }
    void show(u64 frame, render::Moment& moment) override {
        while (world_->step_count() < frame) world_->step();
        take_moment(*world_, layers_, moment);
    }
    bool advance_towards(u64 frame) override {
        if (world_->step_count() < frame) world_->step();
        return world_->step_count() < frame;
    }
    const std::vector<SceneCamera>& cameras() const override { return scene_.cameras; }

  private:
    render::LayerSet layers_;
    Scene scene_;
    SceneBuilder builder_;
    std::unique_ptr<World> world_;
};

// Bodies come from the record; what stands around them from the scene it was made of, where that is still there.
class RecordedFrames final : public FrameSource {
  public:
    explicit RecordedFrames(const FrameSourceOptions& o) : recording_(o.source.path) {
        for (size_t l = 0; l < render::layers().size(); ++l)
            if (o.layers.has(l) && render::layers()[l].collect)
                throw Usage("--layers: " + std::string(render::layers()[l].name) +
                            " looks into a simulation; a record has surfaces only");
        for (size_t b = 0; b < recording_.body_count(); ++b) {
            render::ShownBody body;
            body.name = recording_.name(b);
            body.surface = recording_.surface(b);
            body.color = recording_.color(b);
            bodies_.push_back(std::move(body));
        }
        try {
            if (recording_.source().empty())
                throw Error({o.source.path, "it does not say what it was made of", "", ""});
            SourceOptions source = o.source;
            source.path = recording_.source();
            source.settings = recording_.settings();
            source.quiet = true;
            set_mesh_options(recording_.mesh_options(), source);
            scene_ = read_source(source);
            SceneBuilder builder(scene_, ScenePart::surroundings);
            builder.prepare();
            WorldSettings settings;
            settings.parameters = scene_.world;
            world_ = std::make_unique<World>(std::move(settings));
            builder.fill(*world_);
            world_->preroll();
        } catch (const Error& e) {
            std::fprintf(stderr, "warning: shown without what stands around: %s\n", e.what());
            world_ = std::make_unique<World>(WorldSettings{});
        }
        first_ = world_->save();
    }
    u64 last_frame() const override { return recording_.frame_count() - 1; }
    double rate() const override { return recording_.rate(); }
    void show(u64 frame, render::Moment& moment) override {
        if (world_->step_count() > frame) world_->restore(first_);
        while (world_->step_count() < frame) world_->step();  // only colliders, which move along their keys
        place_rigid_bodies(frame);
        take_moment(*world_, {}, moment);
        moment.time = static_cast<double>(frame) / rate();
        moment.step = frame;
        moment.bodies = bodies_;
        for (size_t b = 0; b < bodies_.size(); ++b) {
            recording_.read(frame, b, frame_);
            render::ShownBody& body = moment.bodies[b];
            body.positions.assign(frame_.positions.data(), frame_.positions.data() + frame_.positions.size());
            body.normals.assign(frame_.normals.data(), frame_.normals.data() + frame_.normals.size());
            body.bounds = frame_.bounds;
        }
    }
    bool advance_towards(u64) override { return false; }
    const std::vector<SceneCamera>& cameras() const override { return scene_.cameras; }

  private:
    // Where they came in the run, in which bodies were in their way.
    void place_rigid_bodies(u64 frame) {
        std::vector<ColliderId> recorded;
        world_->contents().colliders.each([&](ColliderId id, const Collider& c) {
            if (is_recorded(c)) recorded.push_back(id);
        });
        const std::vector<Transform> poses =
            recording_.collider_poses(frame, recorded.size(), scene_.cameras.size());
        for (size_t c = 0; c < poses.size(); ++c)
            if (world_->collider(recorded[c])->dynamic) world_->colliders().place(recorded[c], poses[c]);
    }

    Recording recording_;
    Scene scene_;
    std::unique_ptr<World> world_;
    std::vector<std::byte> first_;  // where the colliders begin
    std::vector<render::ShownBody> bodies_;
    SurfaceFrame frame_;
};

}  // namespace

std::unique_ptr<FrameSource> open_frame_source(const FrameSourceOptions& options) {
    if (std::filesystem::is_directory(options.source.path)) {
        refuse_mesh_options(options.source);
        return std::make_unique<RecordedFrames>(options);
    }
    return std::make_unique<SimulatedFrames>(options);
}

}  // namespace pliant::app
