#include <algorithm>
#include <thread>

#include "capi/calls.h"
#include "core/text.h"
#include "world/tear/tear_settings.h"

using namespace pliant;
using namespace pliant::capi;

pliant_world_def pliant_default_world_def(void) {
    pliant_world_def def{};
    def.cookie = world_cookie;
    def.threads = 1;
    return def;
}

namespace pliant::capi {

WorldSettings world_settings(const pliant_world_def* def) {
    WorldSettings s;
    if (!def) return s;
    need_cookie(def->cookie, world_cookie, "pliant_default_world_def");
    s.threads = def->threads ? def->threads : std::max(1u, std::thread::hardware_concurrency());
    if (s.threads > 256) fail(PLIANT_BAD_ARGUMENT, std::to_string(s.threads) + " threads; expected at most 256");
    if (def->jobs) {
        if (!def->jobs->start || !def->jobs->finish || def->jobs->workers == 0 || def->jobs->workers > 256)
            fail(PLIANT_BAD_ARGUMENT, "jobs need start, finish and 1 to 256 workers");
        s.jobs = HostJobs{def->jobs->context, def->jobs->workers, def->jobs->start, def->jobs->finish};
    }
    if (const auto given = settings_of(def->settings)) {
        if (&given->own.table() != &world_table) fail(PLIANT_BAD_ARGUMENT, "the settings are not of \"world\"");
        s.parameters = given->own;
    }
    return s;
}

}  // namespace pliant::capi

pliant_result pliant_world_create(const pliant_world_def* def, pliant_world* out) {
    return guarded("pliant_world_create", [&] {
        need(out, "out");
        *out = world_table_of_ids().add(std::make_shared<WorldObject>(world_settings(def)));
    });
}

void pliant_world_destroy(pliant_world world) { world_table_of_ids().remove(world); }

namespace {

// Marks a world as stepping for the length of a scope.
class Stepping {
  public:
    explicit Stepping(WorldObject& world) : world_(world) {
        if (world_.stepping.exchange(true, std::memory_order_acq_rel))
            fail(PLIANT_WORLD_LOCKED, "the world is in a step");
        bool may_tear = false;
        world.world.contents().bodies.each([&](BodyId, const Body& b) { may_tear = may_tear || can_tear(b.common); });
        world_.may_tear.store(may_tear, std::memory_order_release);
    }
    ~Stepping() { world_.stepping.store(false, std::memory_order_release); }

  private:
    WorldObject& world_;
};

void log_quarantine(const ObjectSystem& objects, ObjectId id) {
    if (objects.exists(id))
        log(PLIANT_LOG_WARNING, "'" + objects.name(id) + "' was not finite, and stands still from now on");
}

void take_events(WorldObject& w) {
    w.forget_events();
    for (const ContactEvent& e : w.world.events().contacts)
        w.contact_events.push_back({to_c(e.a), to_c(e.b), static_cast<pliant_phase>(e.phase), e.hit, e.sensor,
                                    to_c(e.point), to_c(e.normal), e.impulse, e.speed});
    for (const ObjectEvent& e : w.world.events().objects) {
        w.object_events.push_back({to_c(e.object), static_cast<pliant_change>(e.change)});
        if (e.change == ObjectChange::quarantined) log_quarantine(w.world.objects(), e.object);
    }
    for (const AttachmentEvent& e : w.world.events().attachments)
        w.attachment_events.push_back({to_c(e.attachment), to_c(e.body), to_c(e.force)});
    for (const TearEvent& e : w.world.events().tears)
        w.tear_events.push_back({to_c(e.body), to_c(e.piece), to_c(e.point), e.load, e.links});
    for (const JointEvent& e : w.world.events().joints) w.joint_events.push_back({to_c(e.joint), e.force, e.torque});
}

void stepped(WorldObject& w) {
    take_events(w);
    if (w.capture) w.capture->hashes(w);
}

}  // namespace

pliant_result pliant_world_step(pliant_world world) {
    return guarded("pliant_world_step", [&] {
        const auto w = any_world(world);
        const Stepping stepping(*w);
        note<pliant_world_step>(*w);
        w->world.step();
        stepped(*w);
    });
}

pliant_result pliant_world_preroll(pliant_world world) {
    return guarded("pliant_world_preroll", [&] {
        const auto w = any_world(world);
        const Stepping stepping(*w);
        note<pliant_world_preroll>(*w);
        w->world.preroll();
        stepped(*w);
    });
}

pliant_result pliant_world_advance(pliant_world world, double seconds, uint32_t most_steps, uint32_t* steps) {
    return guarded("pliant_world_advance", [&] {
        if (!(seconds >= 0) || !std::isfinite(seconds))
            fail(PLIANT_BAD_ARGUMENT, "seconds must be finite and not negative");
        const auto w = any_world(world);
        constexpr double most = 1e6;  // hours at 60 steps a second: more is a slip, or a capture that somebody crafted
        const double wanted = std::min(seconds / w->world.step_length(), static_cast<double>(most_steps));
        if (wanted > most)
            fail(PLIANT_BAD_ARGUMENT, "asked for " + short_number(wanted) + " steps; at most 1,000,000 in one call");
        const Stepping stepping(*w);
        note<pliant_world_advance>(*w, seconds, most_steps, steps);
        const u32 done = w->world.advance(seconds, most_steps);
        if (done) stepped(*w);
        if (steps) *steps = done;
    });
}

pliant_result pliant_world_on_substep(pliant_world world, void (*after)(void* context, double seconds), void* context) {
    return guarded("pliant_world_on_substep", [&] {
        const auto w = resting_world(world);
        if (after && w->capture)
            fail(PLIANT_BAD_ARGUMENT, "the world is captured, and what is done in substeps is not");
        w->calls_back = after != nullptr;
        if (!after) return w->world.on_substep({});
        w->world.on_substep([object = w.get(), after, context](double seconds) {
            object->telling_host.store(true, std::memory_order_release);
            try {
                after(context, seconds);
            } catch (...) {  // it may not, but the step goes on to its end
            }
            object->telling_host.store(false, std::memory_order_release);
        });
    });
}

static void set_world_parameter(pliant_world world, const char* parameter, const Value& value) {
    need(parameter, "parameter");
    const auto w = resting_world(world);
    const Parameter* row = world_table.find(parameter);
    if (row && row->effect != Effect::next_step)
        fail(PLIANT_BAD_INPUT, std::string("\"") + parameter + "\" can only be given when the world is made");
    w->world.parameters().set(parameter, value);
    if (row && row->id != WorldP::viewpoint) w->world.wake_all();
}

pliant_result pliant_world_set_number(pliant_world world, const char* parameter, double value) {
    return changing<pliant_world_set_number>(world, parameter,
                                             value)([&] { set_world_parameter(world, parameter, Value(value)); });
}
pliant_result pliant_world_set_vector(pliant_world world, const char* parameter, double x, double y, double z) {
    return changing<pliant_world_set_vector>(world, parameter, x, y, z)([&] {
        set_world_parameter(world, parameter, Value(Vec3d{x, y, z}));
    });
}
pliant_result pliant_world_get(pliant_world world, const char* parameter, double value[3]) {
    return guarded("pliant_world_get", [&] {
        need(parameter, "parameter"), need(value, "value");
        const auto w = resting_world(world);
        const Parameter* row = world_table.find(parameter);
        const ParameterTable* const tables[] = {&world_table};
        if (!row) no_such_parameter(parameter, tables);
        const Vec3d v = w->world.parameters().vector(row->id, w->world.time());
        value[0] = v.x, value[1] = v.y, value[2] = v.z;
    });
}

pliant_result pliant_world_shift_origin(pliant_world world, pliant_vec3 by) {
    return changing<pliant_world_shift_origin>(
        world, by)([&] { resting_world(world)->world.shift_origin(vector_of(by, "by")); });
}

pliant_result pliant_world_set_viewpoint(pliant_world world, const pliant_vec3* at) {
    return changing<pliant_world_set_viewpoint>(world, at)([&] {
        const auto w = resting_world(world);
        w->world.set_viewpoint(at ? std::optional(vector_of(*at, "at")) : std::nullopt);
    });
}

pliant_result pliant_world_get_info(pliant_world world, pliant_world_info* out) {
    return guarded("pliant_world_get_info", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const StepStatistics& s = w->world.statistics();
        const World::Energy e = w->world.energy();
        *out = {w->world.time(),
                w->world.step_length(),
                w->world.step_count(),
                w->world.interpolation(),
                static_cast<u32>(w->world.contents().bodies.size()),
                static_cast<u32>(w->world.contents().colliders.size()),
                s.bodies_awake,
                s.contacts,
                s.islands,
                w->world.contents().substep_count(),
                e.kinetic,
                e.potential};
    });
}

pliant_result pliant_world_hash(pliant_world world, uint64_t* out) {
    return guarded("pliant_world_hash", [&] {
        need(out, "out");
        *out = resting_world(world)->world.hash();
    });
}

size_t pliant_stage_count(void) { return static_cast<size_t>(Stage::count); }
const char* pliant_stage_name(size_t stage) {
    return stage < pliant_stage_count() ? name(static_cast<Stage>(stage)) : "";
}
pliant_result pliant_world_stage_seconds(pliant_world world, double* seconds, size_t count) {
    return guarded("pliant_world_stage_seconds", [&] {
        need(seconds, "seconds");
        const auto w = resting_world(world);
        for (size_t i = 0; i < count && i < pliant_stage_count(); ++i) seconds[i] = w->world.statistics().seconds[i];
    });
}

// Events of the last step; none while the world is in the next.
template <class Event>
static size_t list_events(pliant_world world, const Event** out, std::vector<Event> WorldObject::*events) {
    const auto w = world_table_of_ids().find(world);
    if (!w || !out || w->stepping) return 0;
    *out = ((*w).*events).data();
    return ((*w).*events).size();
}

size_t pliant_world_contact_events(pliant_world world, const pliant_contact_event** out) {
    return list_events(world, out, &WorldObject::contact_events);
}
size_t pliant_world_object_events(pliant_world world, const pliant_object_event** out) {
    return list_events(world, out, &WorldObject::object_events);
}
size_t pliant_world_attachment_events(pliant_world world, const pliant_attachment_event** out) {
    return list_events(world, out, &WorldObject::attachment_events);
}
size_t pliant_world_joint_events(pliant_world world, const pliant_joint_event** out) {
    return list_events(world, out, &WorldObject::joint_events);
}
size_t pliant_world_tear_events(pliant_world world, const pliant_tear_event** out) {
    return list_events(world, out, &WorldObject::tear_events);
}

pliant_result pliant_world_explode(pliant_world world, pliant_vec3 center, float radius, float speed) {
    return changing<pliant_world_explode>(world, center, radius, speed)([&] {
        need_finite(radius, "radius"), need_finite(speed, "speed");
        if (radius < 0) fail(PLIANT_BAD_ARGUMENT, "the radius is negative");
        resting_world(world)->world.explode(vector_of(center, "center"), radius, speed);
    });
}
