// pliant replay: repeats a captured session of a program, and reports the first step whose results differ.

#include <chrono>
#include <cstdio>

#include "capi/cpp_layer.h"
#include "core/text.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

struct ReplayOptions {
    std::string in, snapshot;
    long until = -1, threads = 0;
    bool json = false, view = false;
};

// What differs first, as a scene would call it.
std::string culprit(pliant_world world, const pliant_replay_info& info) {
    if (!info.object.slot) return "something that is no body";
    const std::string noun = info.object.type == PLIANT_OBJECT_BODY ? "body " : "rigid body ";
    const std::string name = pliant_object_name(world, info.object);
    return noun + (name.empty() ? std::to_string(info.object.slot) + ", which is not there" : in_quotes(name));
}

int replay(const ReplayOptions& o) {
    if (o.until < -1) throw Usage("--until: expected a number of steps");
    if (o.threads < 0 || o.threads > 256) throw Usage("--threads: expected 0 to 256");
    if (o.view && (o.json || o.until >= 0 || !o.snapshot.empty()))
        throw Usage("--view: expected without --until, --snapshot and --json");
    if (o.view) return view_capture(o.in, o.threads);
    pliant_world_def def = pliant_default_world_def();
    def.threads = static_cast<uint32_t>(o.threads);
    pliant_replay_info info;
    cpp::World world;
    const auto start = std::chrono::steady_clock::now();
    cpp::check(pliant_replay(o.in.c_str(), &def, o.until < 0 ? UINT64_MAX : static_cast<uint64_t>(o.until), &info,
                             world.out()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!o.snapshot.empty()) cpp::check(pliant_world_save_file(world, o.snapshot.c_str()));
    const auto number = [](uint64_t n) { return std::to_string(n); };
    if (o.json) {
        const std::string first = !info.differs ? "null"
                                                : "{ \"step\": " + number(info.step) +
                                                      ", \"what\": " + quoted_json(culprit(world, info)) + " }";
        std::printf("{ \"steps\": %s, \"calls\": %s, \"whole\": %s, \"differs\": %s }\n", number(info.steps).c_str(),
                    number(info.calls).c_str(), info.whole ? "true" : "false", first.c_str());
    } else {
        std::printf("%s: %s calls to step %s in %.2f s%s\n", o.in.c_str(), with_commas(info.calls).c_str(),
                    with_commas(info.steps).c_str(), seconds, info.whole ? "" : "; the file is cut off after that");
        if (info.differs)
            std::printf("step %s differs: %s first\n", with_commas(info.step).c_str(),
                        printable(culprit(world, info)).c_str());
        else
            std::printf("the same bits as when it was captured\n");
    }
    return info.differs ? Exit::failed : Exit::done;
}

}  // namespace

Verb replay_verb() {
    const auto o = std::make_shared<ReplayOptions>();
    return {"replay", "Play what a program captured, and compare",
            [o](Options& options) {
                options.positional("capture", o->in, "A capture, .plcap", true);
                options.integer("--until", o->until, "Stop when so many steps are done (the end)");
                options.text("--snapshot", o->snapshot, "Save the world as it is then");
                options.integer("--threads", o->threads, "0: as many as the machine has (0)");
                options.flag("--json", o->json, "As one JSON object");
                options.flag("--view", o->view, "Show it in a window, step by step");
            },
            [o] { return replay(*o); }};
}

}  // namespace pliant::app
