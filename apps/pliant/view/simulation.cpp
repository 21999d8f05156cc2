#include "pliant/view/simulation.h"

#include <algorithm>

namespace pliant::view {

namespace {

u32 solver_threads(u32 wanted) {
    if (wanted) return wanted;
    const u32 all = std::thread::hardware_concurrency();
    return all > 2 ? all - 1 : 1;
}

}  // namespace

Simulation::Simulation(u32 threads) : simulator_(solver_threads(threads)), layers_(render::LayerSet::usual()) {
    thread_ = std::thread([this] { main(); });
}

Simulation::~Simulation() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        ++coming_scenes_;
    }
    wake_.notify_all();
    thread_.join();
}

// ---- from the window

void Simulation::post(Command command) {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(std::move(command));
    }
    wake_.notify_all();
}

void Simulation::play() {
    post([this] {
        if (!playing_) next_step_ = Clock::now();
        playing_ = true;
        paused_by_.clear();
    });
}
void Simulation::pause() {
    post([this] { playing_ = false; });
}
void Simulation::step(int frames) {
    post([this, frames] {
        playing_ = false;
        if (!simulator_.ready()) return;
        const i64 from = static_cast<i64>(target_.value_or(simulator_.frame()));
        go_to(static_cast<u64>(std::max<i64>(0, from + frames)));
    });
}
void Simulation::seek(u64 frame) {
    post([this, frame] {
        if (simulator_.ready()) go_to(frame);
    });
}
void Simulation::reset() {
    post([this] {
        if (!simulator_.ready()) return;
        target_.reset();
        playing_ = false;
        paused_by_.clear();
        other_.reset();
        simulator_.restart();
    });
}
void Simulation::set_speed(double speed) {
    post([this, speed] { speed_ = speed; });
}
void Simulation::set_loop(bool loop) {
    post([this, loop] { loop_ = loop; });
}
void Simulation::set_layers(render::LayerSet layers) {
    post([this, layers] { layers_ = layers; });
}
void Simulation::load(SceneText source, bool from_the_start) {
    ++coming_scenes_;
    post([this, source = std::move(source), from_the_start]() mutable {
        --coming_scenes_;
        to_build_ = std::move(source);
        build_from_start_ = build_from_start_ || from_the_start;
    });
}
void Simulation::change(std::vector<LiveChange> changes) {
    post([this, changes = std::move(changes)] {
        if (!simulator_.ready()) return;
        // Two settings are compared from the same moment on.
        const u64 back = target_.value_or(simulator_.frame());
        if (other_) {
            target_.reset();
            simulator_.seek(compared_from_);
        }
        for (const LiveChange& change : changes) act_now(change);
        if (other_) go_to(back);
    });
}
bool Simulation::waits() const {
    const std::lock_guard lock(mutex_);
    return !commands_.empty();
}
void Simulation::set_duration(double seconds) {
    post([this, seconds] { duration_ = seconds; });
}
void Simulation::act(Action action) {
    post([this, action = std::move(action)] {
        if (simulator_.ready()) act_now(action);
    });
}
void Simulation::throw_ball(const Vec3& from, const Vec3& velocity, float radius, bool rigid) {
    post([this, from, velocity, radius, rigid] {
        if (simulator_.ready()) act_now(ThrowBall{"ball " + std::to_string(++balls_), from, velocity, radius, rigid});
    });
}
void Simulation::clear_grabs() {
    post([this] { simulator_.clear_grabs(); });
}
void Simulation::clear_pushes(const std::string& collider) {
    post([this, collider] { simulator_.clear_pushes(collider); });
}
void Simulation::pause_on(PauseOn what) {
    post([this, what] { pause_on_ = what; });
}
void Simulation::follow(const Grip& place) {
    post([this, place] {
        if (simulator_.ready()) simulator_.follow(place);
    });
}
void Simulation::stop_following() {
    post([this] { simulator_.stop_following(); });
}
void Simulation::show_particles(std::string body) {
    post([this, body = std::move(body)] { particles_of_ = body; });
}
void Simulation::compare(bool on) {
    post([this, on] {
        other_.reset();
        if (!on || !simulator_.ready()) return;
        other_ = simulator_.copy();
        compared_from_ = simulator_.frame();
    });
}

PlayerState Simulation::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}
std::shared_ptr<const render::Moment> Simulation::moment() {
    const std::lock_guard lock(mutex_);
    if (!taken_) wake_.notify_all();
    taken_ = true;
    return moment_;
}
std::shared_ptr<const render::Moment> Simulation::compared_moment() {
    const std::lock_guard lock(mutex_);
    return compared_;
}
std::vector<Stretch> Simulation::stretches() const {
    const std::lock_guard lock(mutex_);
    return stretches_;
}
std::vector<ProbeSample> Simulation::followed(size_t most) const {
    const std::lock_guard lock(mutex_);
    return {followed_.end() - static_cast<std::ptrdiff_t>(std::min(most, followed_.size())), followed_.end()};
}
std::vector<std::string> Simulation::take_errors() {
    const std::lock_guard lock(mutex_);
    return std::exchange(errors_, {});
}
std::vector<std::string> Simulation::take_report() {
    const std::lock_guard lock(mutex_);
    return std::exchange(report_, {});
}
InputLog::Path Simulation::last_path() const {
    const std::lock_guard lock(mutex_);
    return last_path_;
}
u64 Simulation::hash_of(u64 frame) const {
    const std::lock_guard lock(mutex_);
    return frame < frames_.size() ? frames_[frame].hash : 0;
}

void Simulation::finish() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return commands_.empty() && !working_; });
}

}  // namespace pliant::view
