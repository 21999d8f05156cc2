// pliant bench: shows how fast things are on this machine.

#include "bench/bench.h"

#include "core/error.h"
#include "core/text.h"
#include "pliant/verbs.h"

namespace pliant::app {

Verb bench_verb() {
    struct BenchOptions {
        std::string name;
        bench::Options options;
    };
    const auto o = std::make_shared<BenchOptions>();
    return {"bench", "Measure speed on this machine",
            [o](Options& options) {
                static const std::string which = [] {
                    std::string names;
                    for (const bench::Bench& b : bench::all())
                        names += (names.empty() ? "Which: " : ", ") + std::string(b.name);
                    return names + "; left out: a list";
                }();
                options.positional("name", o->name, which.c_str(), false);
                options.flag("--json", o->options.json, "One flat JSON object a row");
                options.flag("--quick", o->options.quick, "Small sizes only");
                options.text("--only", o->options.only,
                             "Of contact: only the frames of scenes whose names contain this");
            },
            [o] {
                if (o->name.empty()) {
                    for (const bench::Bench& b : bench::all()) std::printf("%-14s %s\n", b.name, b.help);
                    return Exit::done;
                }
                std::vector<std::string> names;
                for (const bench::Bench& b : bench::all()) {
                    names.emplace_back(b.name);
                    if (o->name != b.name) continue;
                    b.run(o->options);
                    return Exit::done;
                }
                const std::string meant = nearest_name(o->name, names);
                throw Error({"bench", "there is no benchmark " + in_quotes(o->name), "",
                             meant.empty() ? "`pliant bench` lists them" : "did you mean " + in_quotes(meant) + "?"});
            }};
}

}  // namespace pliant::app
