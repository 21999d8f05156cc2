// What the thread of a simulation does.

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "pliant/view/simulation.h"

namespace pliant::view {

namespace {

struct Superseded {};  // thrown out of cooking when another scene has come

// The window must be able to draw while all cores simulate. Threads that the solver starts are born as nice as this.
void be_nice() {
#ifdef __linux__
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
#endif
}

}  // namespace

void Simulation::main() {
    be_nice();
    std::unique_lock lock(mutex_);
    while (!quit_) {
        std::deque<Command> commands = std::exchange(commands_, {});
        working_ = true;
        lock.unlock();
        for (const Command& command : commands) {
            try {
                if (to_build_ && coming_scenes_ == 0) build();  // what comes now is meant for the new world
                command();
            } catch (const std::exception& e) {
                show_error(e.what());
            }
            unpublished_ = true;
        }
        bool did = true;
        try {
            did = work();
            if (unpublished_ && !target_) publish();
        } catch (const std::exception& e) {
            fail_build(e.what());
        }
        lock.lock();
        if (did || !commands_.empty() || quit_) continue;
        working_ = playing_ && simulator_.ready();
        if (!working_) idle_.notify_all();
        if (working_) {
            wake_.wait_until(lock, next_step_, [&] { return quit_ || !commands_.empty(); });
        } else {
            wake_.wait(lock, [&] { return quit_ || !commands_.empty(); });
        }
    }
}

bool Simulation::work() {
    if (to_build_) {
        build();
        return true;
    }
    if (!simulator_.ready()) return false;
    if (target_) {
        advance();
        if (simulator_.frame() >= *target_) target_.reset();
        if (target_ && simulator_.frame() % 8 == 0)
            publish_progress("simulating again: " + std::to_string(simulator_.frame()) + " of " +
                             std::to_string(*target_));
        unpublished_ = true;
        return true;
    }
    if (!playing_ || Clock::now() < next_step_) return false;
    if (loop_ && at_end()) {
        start_over();
    } else {
        advance();
        note_events();
    }
    // Late steps are not made up for: time goes slower instead.
    const auto length = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / (simulator_.scene().world.number(WorldP::rate) * speed_)));
    next_step_ = std::max(next_step_ + length, Clock::now() - length);
    unpublished_ = true;
    return true;
}

void Simulation::build() {
    const SceneText source = *std::exchange(to_build_, {});
    const bool from_the_start = std::exchange(build_from_start_, false);
    const u64 frame = simulator_.ready() && !from_the_start ? target_.value_or(simulator_.frame()) : 0;
    try {
        const auto history = from_the_start ? Simulator::History::forget : Simulator::History::keep;
        simulator_.build(source, history, [this](const std::string& what) {
            if (coming_scenes_ > 0) throw Superseded();
            publish_progress(what);
        });
        other_.reset();
        target_.reset();
        duration_ = simulator_.scene().world.number(WorldP::duration);
        if (frame) target_ = frame;
        const std::lock_guard lock(mutex_);
        report_ = simulator_.report().warnings;
    } catch (const Superseded&) {
        build_from_start_ = build_from_start_ || from_the_start;
    } catch (const std::exception& e) {
        show_error(e.what());
    }
    next_step_ = Clock::now();
    unpublished_ = true;
}

bool Simulation::at_end() const {
    const double frames = duration_ * simulator_.scene().world.number(WorldP::rate);
    return frames >= 1 && simulator_.frame() >= static_cast<u64>(frames + 0.5);
}

// Two settings that are compared go on from the moment they have in common.
void Simulation::start_over() {
    if (other_) return go_to(compared_from_);
    simulator_.start_over();
}

void Simulation::go_to(u64 frame) {
    target_.reset();
    simulator_.approach(frame);
    if (other_ && frame >= compared_from_) other_->approach(frame);
    if (frame > simulator_.frame()) target_ = frame;
}

void Simulation::advance() {
    const auto begin = Clock::now();
    simulator_.step();
    measure(std::chrono::duration<double>(Clock::now() - begin).count());
    if (other_ && simulator_.frame() >= compared_from_) {
        other_->approach(simulator_.frame());
        while (other_->frame() < simulator_.frame()) other_->step();
    }
}

void Simulation::act_now(const Action& action) {
    if (target_) {  // actions are performed at frames that are shown
        simulator_.seek(*target_);
        target_.reset();
    }
    simulator_.act(action);
}

// The present task has failed; the world stays at its frame and is shown.
void Simulation::fail_build(const std::string& why) {
    show_error(why);
    playing_ = false;
    target_.reset();
    unpublished_ = true;
    const std::lock_guard lock(mutex_);
    state_.busy = state_.playing = false;
}

void Simulation::note_events() {
    const FrameInfo& now = simulator_.frames()[simulator_.frame()];
    const World& world = simulator_.world();
    const auto name_of = [&](ObjectId id) {
        return world.objects().exists(id) ? world.objects().name(id) : std::string("something");
    };
    std::string why;
    if (now.hit && pause_on_.hit)
        for (const ContactEvent& e : world.events().contacts)
            if (e.hit && why.empty()) why = name_of(e.a) + " hit " + name_of(e.b);
    if (now.quarantine && pause_on_.quarantine)
        for (const ObjectEvent& e : world.events().objects)
            if (e.change == ObjectChange::quarantined) why = name_of(e.object) + " had to be frozen";
    if (why.empty()) return;
    playing_ = false;
    paused_by_ = "frame " + std::to_string(simulator_.frame()) + ": " + why;
}

void Simulation::measure(double seconds) {
    const auto now = Clock::now();
    steps_.emplace_back(now, seconds);
    while (now - steps_.front().first > std::chrono::seconds(1)) steps_.pop_front();
}

void Simulation::publish_progress(const std::string& notice) {
    const std::lock_guard lock(mutex_);
    state_.busy = true;
    state_.notice = notice;
    state_.playing = playing_;
}

void Simulation::show_error(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    errors_.push_back(sentence);
}

std::shared_ptr<render::Moment> Simulation::free_moment() {
    std::unique_ptr<render::Moment> moment;
    {
        const std::lock_guard lock(spare_->mutex);
        if (!spare_->all.empty()) {
            moment = std::move(spare_->all.back());
            spare_->all.pop_back();
        }
    }
    if (!moment) moment = std::make_unique<render::Moment>();
    return {moment.release(), [spare = spare_](render::Moment* done) {
                const std::lock_guard lock(spare->mutex);
                spare->all.emplace_back(done);
            }};
}

void Simulation::publish() {
    if (!simulator_.ready()) {
        const std::lock_guard lock(mutex_);
        state_.busy = false;
        unpublished_ = false;
        return;
    }
    {
        // A window that has not looked at the last moment yet does not need another one, as long as more will come.
        const std::lock_guard lock(mutex_);
        if (playing_ && !taken_ && state_.ready) return;
    }
    auto moment = free_moment();
    render::take_moment(simulator_.world(), layers_, *moment, particles_of_);
    std::shared_ptr<render::Moment> other;
    if (other_ && other_->frame() == simulator_.frame()) {
        other = free_moment();
        render::take_moment(other_->world(), layers_, *other);
    }
    const World& world = simulator_.world();
    const World::Energy energy = world.energy();
    u64 particles = 0;
    world.contents().bodies.each([&](BodyId, const Body& b) { particles += b.view.count; });
    // They change only where something tears.
    if (masses_of_ != &world || masses_.size() != world.contents().bodies.size() || !world.events().tears.empty()) {
        masses_of_ = &world;
        masses_.clear();
        world.contents().bodies.each(
            [&](BodyId id, const Body& b) { masses_.emplace_back(b.name, world.bodies().mass(id)); });
    }

    InputLog::Path path = simulator_.last_path();
    std::vector<Stretch> stretches = simulator_.stretches();
    std::vector<ClipState> clips = clips_of(world);

    const std::lock_guard lock(mutex_);
    last_path_ = std::move(path);
    moment_ = std::move(moment);
    compared_ = std::move(other);
    taken_ = false;
    unpublished_ = false;
    stretches_ = std::move(stretches);
    simulator_.sync_to(frames_);
    simulator_.sync_to(followed_);
    PlayerState& s = state_;
    s.ready = true;
    s.playing = playing_;
    s.busy = false;
    s.notice.clear();
    s.frame = simulator_.frame();
    s.frame_count = simulator_.frame_count();
    s.rate = simulator_.scene().world.number(WorldP::rate);
    s.time = world.time();
    s.speed = speed_;
    s.duration = static_cast<u64>(duration_ * s.rate + 0.5);
    s.hash = simulator_.hash();
    s.simulated_again = simulator_.simulated_again();
    s.mismatches = simulator_.mismatches();
    s.snapshot_bytes = simulator_.snapshots().bytes();
    s.snapshots = simulator_.snapshots().count();
    s.statistics = world.statistics();
    s.step_milliseconds = steps_.empty() ? 0 : steps_.back().second * 1e3;
    const double span =
        steps_.size() < 2 ? 0 : std::chrono::duration<double>(steps_.back().first - steps_.front().first).count();
    s.steps_per_second = playing_ && span > 0 ? static_cast<double>(steps_.size() - 1) / span : 0;
    s.particles = particles;
    s.bodies = world.contents().bodies.size();
    s.kinetic_energy = energy.kinetic;
    s.potential_energy = energy.potential;
    s.masses = masses_;
    s.clips = std::move(clips);
    s.loop = loop_;
    s.paused_by = paused_by_;
    s.comparing = other_ != nullptr;
    s.compared_from = compared_from_;
}

}  // namespace pliant::view
