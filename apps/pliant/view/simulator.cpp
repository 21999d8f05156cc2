#include "pliant/view/simulator.h"

#include <algorithm>

#include "assets/scene_build.h"
#include "body/registry.h"
#include "geometry/shapes.h"
#include "pliant/view/perform.h"

namespace pliant::view {

Scene read(const SceneText& source) { return open_scene(source.text, source.file, source.settings, source.folder); }

Simulator::Simulator(u32 threads, size_t snapshot_budget, u64 snapshot_every)
    : threads_(threads), snapshots_(snapshot_budget, snapshot_every) {}

Simulator::~Simulator() = default;

void Simulator::build(const SceneText& source, History history, const BuildProgress& progress) {
    const auto scene = std::make_shared<const Scene>(read(source));
    const auto builder = std::make_shared<SceneBuilder>(*scene);
    builder->reuse(models_);
    builder->prepare(progress);
    WorldSettings settings;
    settings.parameters = scene->world;
    settings.threads = threads_;
    auto world = std::make_unique<World>(std::move(settings));
    builder->fill(*world);
    world->preroll();

    world_ = std::move(world);
    scene_ = scene;
    builder_ = builder;
    models_ = builder->models();
    if (history == History::forget) log_.clear();
    log_.clear_changes();
    log_.rewind(0);
    begin_timeline();
}

void Simulator::begin_timeline() {
    frames_.clear();
    runs_.clear();
    snapshots_.clear();
    samples_.clear();
    add_frame({world_->hash(), log_.changes_seen()});
    take_snapshot();
}

void Simulator::add_frame(const FrameInfo& info) {
    frames_.push_back(info);
    if (runs_.empty() || runs_.back().changes != info.changes) runs_.push_back({0, info.changes});
    runs_.back().end = frames_.size();
}

// From here on things go another way.
void Simulator::forget_future() {
    const u64 count = frame() + 1;
    frames_.cut(count);
    while (runs_.size() > 1 && runs_[runs_.size() - 2].end >= count) runs_.pop_back();
    runs_.back().end = count;
    snapshots_.drop_after(frame());
}

void Simulator::take_snapshot() {
    if (snapshots_.wanted(frame())) snapshots_.keep(frame(), world_->save());
}

void Simulator::step() {
    while (const Input* input = log_.next(frame())) {
        try {
            perform(input->action);
        } catch (const std::exception&) {
            log_.forget_last_seen();
            forget_future();
            throw;
        }
    }
    world_->step();
    arrive();
}

void Simulator::arrive() {
    FrameInfo now{world_->hash(), log_.changes_seen()};
    for (const ContactEvent& e : world_->events().contacts) now.hit = now.hit || e.hit;
    for (const ObjectEvent& e : world_->events().objects)
        now.quarantine = now.quarantine || e.change == ObjectChange::quarantined;
    if (frame() < frames_.size()) {
        ++simulated_again_;
        if (frames_[frame()].hash != now.hash) {
            ++mismatches_;
            frames_.set(frame(), now);
        }
    } else {
        add_frame(now);
    }
    take_snapshot();
    follow_on();
}

void Simulator::follow_on() {
    if (const Body* body = followed_body_.empty() ? nullptr : world_->body(world_->find_body(followed_body_))) {
        if (followed_point_ >= body->model->contact.point_count()) return;  // it has torn: another skin
        const Vec3 at = skin_point(body->model->contact, followed_point_, body->view.position);
        const float speed = samples_.empty() || samples_.back().frame + 1 != frame()
                                ? 0
                                : length(at - samples_.back().position) / static_cast<float>(world_->step_length());
        samples_.push_back({frame(), at, speed});
    }
}

void Simulator::restore(const Snapshots::Kept& kept) {
    // Bodies that are thrown in again are new bodies, and the saved state of the old ones does not fit them.
    const u64 thrown = log_.first_throw(kept.frame);
    if (thrown != InputLog::never && thrown < frame()) snapshots_.drop_after(std::max(thrown, kept.frame));
    world_->restore(*kept.state);
    log_.rewind(kept.frame);
    const auto later = std::partition_point(samples_.all().begin(), samples_.all().end(),
                                            [&](const ProbeSample& s) { return s.frame <= kept.frame; });
    samples_.cut(static_cast<size_t>(later - samples_.all().begin()));
}

void Simulator::approach(u64 wanted) {
    const Snapshots::Kept kept = snapshots_.at_or_before(wanted);
    const bool on_the_way = frame() <= wanted && frame() >= kept.frame;
    if (!on_the_way && kept.state) restore(kept);
}

void Simulator::seek(u64 wanted) {
    approach(wanted);
    while (frame() < wanted) step();
}

void Simulator::restart() {
    const std::vector<LiveChange> changes = log_.all_changes();
    restore(snapshots_.at_or_before(0));
    for (const LiveChange& change : changes) apply_change(*world_, change);
    log_.clear();
    begin_timeline();
}

void Simulator::start_over() {
    const std::vector<LiveChange> changes = log_.all_changes();
    approach(0);
    if (changes.empty()) return;
    for (const LiveChange& change : changes) apply_change(*world_, change);
    log_.clear_changes();
    log_.rewind(0);
    begin_timeline();
}

std::vector<Stretch> Simulator::stretches() const {
    std::vector<Stretch> all;
    for (const Run& run : runs_) {
        const bool stale = run.changes != log_.changes();
        if (all.empty() || all.back().stale != stale) all.push_back({all.empty() ? 0 : all.back().end, 0, stale});
        all.back().end = run.end;
    }
    return all;
}

void Simulator::act(Action action) {
    perform(action);  // first: an action that fails is not logged
    forget_future();
    std::vector<LiveChange> later = log_.cut();
    if (const auto* change = std::get_if<LiveChange>(&action))
        std::erase_if(later, [&](const LiveChange& other) { return same_parameter(other, *change); });
    log_.add(frame(), std::move(action));
    for (LiveChange& change : later) {
        perform(change);
        log_.add(frame(), std::move(change));
    }
}

void Simulator::perform(const Action& action) {
    if (const auto* hold = std::get_if<BeginGrab>(&action)) begin_grab(*world_, hold->grab, hold->grip);
    if (const auto* move = std::get_if<MoveGrab>(&action)) move_grab(*world_, move->grab, move->target);
    if (const auto* let = std::get_if<EndGrab>(&action)) end_grab(*world_, let->grab);
    if (const auto* ball = std::get_if<ThrowBall>(&action)) throw_ball(*ball);
    if (const auto* push = std::get_if<PushCollider>(&action))
        if (const ColliderId id = world_->find_collider(push->collider)) world_->colliders().move(id, push->to);
    if (const auto* change = std::get_if<LiveChange>(&action)) apply_change(*world_, *change);
    if (const auto* hold = std::get_if<HoldParticles>(&action)) hold_particles(*world_, *hold);
    if (const auto* touch = std::get_if<TouchParticles>(&action)) touch_particles(*world_, *touch);
    if (const auto* direct = std::get_if<ControlClip>(&action)) pliant::view::control_clip(*world_, *direct);
}

void Simulator::throw_ball(const ThrowBall& ball) {
    if (ball.rigid) {
        ParameterSet parameters(collider_table);
        parameters.set(ColliderP::shape, "sphere");
        parameters.set(ColliderP::motion, "dynamic");
        parameters.set(ColliderP::radius, static_cast<double>(ball.radius));
        parameters.set(ColliderP::position, ball.from.to<double>());
        parameters.set(ColliderP::velocity, ball.velocity.to<double>());
        world_->colliders().add(ball.name, make_collider_shape(parameters), std::move(parameters));
        return;
    }
    const Kind& kind = *find_kind("lattice");
    ParameterSet own(kind.parameters), common(body_table);
    own.set("spacing", Value(ball.radius * 0.5));
    own.set_preset("gummy");
    auto& model = balls_[ball.radius];
    if (!model) {
        const float size = 2 * ball.radius;
        model = cook_model(make_shape({"sphere", {size, size, size}, 16}), kind, own, {1, 1, 1}).model;
    }
    common.set(BodyP::position, ball.from.to<double>());
    common.set(BodyP::velocity, ball.velocity.to<double>());
    world_->bodies().add(ball.name, model, common, own);
}

void Simulator::clear_grabs() { log_.clear_grabs(); }
void Simulator::clear_pushes(const std::string& collider) { log_.clear_pushes(collider); }

void Simulator::follow(const Grip& place) {
    samples_.clear();
    followed_body_.clear();
    const Body* body = world_->body(world_->find_body(place.body));
    if (!body) return;
    const ContactSurface& skin = body->model->contact;
    float least = 3e38f;
    for (u32 p = 0; p < skin.point_count(); ++p) {
        const float distance = length(skin_point(skin, p, body->view.position) - place.at);
        if (skin.role[p] != PointRole::guard && distance < least) {
            least = distance;
            followed_point_ = p;
        }
    }
    followed_body_ = place.body;
}

void Simulator::stop_following() {
    followed_body_.clear();
    samples_.clear();
}

std::unique_ptr<Simulator> Simulator::copy() const {
    auto other = std::make_unique<Simulator>(threads_, snapshots_.budget() / 2, snapshots_.every());
    WorldSettings settings;
    settings.parameters = scene_->world;
    settings.threads = threads_;
    other->world_ = std::make_unique<World>(std::move(settings));
    SceneBuilder builder(*scene_);
    builder.reuse(models_);
    builder.prepare();
    builder.fill(*other->world_);
    other->world_->restore(world_->save());
    other->scene_ = scene_;
    other->builder_ = builder_;
    other->models_ = models_;
    other->balls_ = balls_;
    other->frames_ = frames_;
    other->runs_ = runs_;
    other->forget_future();
    other->take_snapshot();
    return other;
}

}  // namespace pliant::view
