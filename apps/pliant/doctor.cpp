// pliant doctor: what this machine has and lacks.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "assets/json.h"
#include "capi/cpp_layer.h"
#include "core/cpu.h"
#include "pliant/film.h"
#include "pliant/verbs.h"
#include "render/context.h"
#include "render/renderer.h"

namespace pliant::app {

namespace {

struct Finding {
    std::string what, found;
    bool good;
    std::string advice;
};

Finding program(const char* name, const char* what_for, const char* package) {
    const bool there = on_path(name);
    return {name, there ? "there" : "missing", there,
            there ? "" : std::string(what_for) + " needs it; Debian's package is " + package};
}

// A body that falls must fall: the whole of the library in a few lines.
Finding falling_body() {
    try {
        cpp::Asset asset;
        cpp::check(pliant_asset_from_shape("sphere", {0.5f, 0.5f, 0.5f}, 0, asset.out()));
        const cpp::Model model = cpp::cook(asset);
        const cpp::World world = cpp::make_world();
        pliant_body_def def = pliant_default_body_def();
        def.model = model;
        pliant_body body{};
        cpp::check(pliant_body_create(world, &def, &body));
        for (int i = 0; i < 60; ++i) cpp::check(pliant_world_step(world));
        pliant_body_info info{};
        cpp::check(pliant_body_get_info(world, body, &info));
        const bool fell = info.center.y < -4.5f && info.center.y > -5.2f;  // g t² / 2 = 4.9 m, less a little drag
        return {"simulation", fell ? "a body falls as it should" : "a body does not fall as it should", fell,
                fell ? "" : "please report this with the output of this command"};
    } catch (const std::exception& e) {
        return {"simulation", e.what(), false, "please report this with the output of this command"};
    }
}

// A picture with a body in it must not be empty.
Finding graphics() {
    try {
        const render::OffscreenContext context;
        render::Renderer renderer;
        render::Moment moment;
        renderer.draw(moment, {}, {}, 64, 64);
        const bool drawn = renderer.read().at(32, 32)[3] == 255;
        return {"pictures", drawn ? render::driver_name() : "the driver draws nothing", drawn, ""};
    } catch (const Error& e) {
        return {"pictures", e.what(), false,
                "pictures and films need it; Debian's packages are libegl1 libgl1-mesa-dri"};
    }
}

}  // namespace

Verb doctor_verb() {
    const auto json = std::make_shared<bool>(false);
    return {"doctor", "Say what this machine has and lacks",
            [json](Options& options) { options.flag("--json", *json, "One JSON object a line"); },
            [json] {
                std::vector<Finding> findings;
                findings.push_back({"version", PLIANT_VERSION_TEXT, true, ""});
                findings.push_back({"processor", std::string(name(active_isa())), true,
                                    best_isa() == Isa::v2 ? "AVX2 would make it about half as fast again" : ""});
                findings.push_back({"threads", std::to_string(std::thread::hardware_concurrency()), true, ""});
                findings.push_back(falling_body());
                findings.push_back(graphics());
                findings.push_back(program("ffmpeg", "packing films", "ffmpeg"));
                findings.push_back(program("blender", "opening records in Blender", "blender"));
                bool broken = false;
                for (const Finding& f : findings) {
                    if (*json)
                        std::printf("{ \"what\": %s, \"found\": %s, \"good\": %s, \"advice\": %s }\n",
                                    quoted_json(f.what).c_str(), quoted_json(f.found).c_str(),
                                    f.good ? "true" : "false", quoted_json(f.advice).c_str());
                    else
                        std::printf("%-12s %s%s%s%s\n", f.what.c_str(), f.found.c_str(), f.advice.empty() ? "" : " (",
                                    f.advice.c_str(), f.advice.empty() ? "" : ")");
                    broken = broken || (f.what == "simulation" && !f.good);
                }
                return broken ? Exit::failed : Exit::done;
            }};
}

}  // namespace pliant::app
