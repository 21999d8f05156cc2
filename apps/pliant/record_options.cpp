#include "pliant/record_options.h"

#include <algorithm>
#include <string_view>

#include "core/progress.h"
#include "pliant/verbs.h"

namespace pliant::app {

void check_loop(double seconds, std::span<const RecordFormat* const> formats) {
    if (!(seconds >= 0 && seconds < 1e9)) throw Usage("--loop: expected seconds, 0 or more");
    const bool has_vat = std::any_of(formats.begin(), formats.end(),
                                     [](const RecordFormat* f) { return f->name == std::string_view("vat"); });
    if (seconds > 0 && !has_vat) throw Usage("--loop: only the format vat can repeat; add it to the formats");
}

void declare_glb_options(Options& options, GlbOptions& glb) {
    options.number(
        "--glb-error", glb.error,
        "Of glb: by how many metres a point may be off (a thousandth of the body's size); 0: every frame exact");
    options.flag("--meshopt", glb.meshopt, "Of glb: compressed; viewers need EXT_meshopt_compression");
}

void check_glb_options(const GlbOptions& glb, std::span<const RecordFormat* const> formats) {
    const bool has_glb = std::any_of(formats.begin(), formats.end(),
                                     [](const RecordFormat* f) { return f->name == std::string_view("glb"); });
    if (glb.error != GlbOptions::unset && !(glb.error >= 0 && glb.error < 1e6))
        throw Usage("--glb-error: expected metres, 0 or more");
    if ((glb.error != GlbOptions::unset || glb.meshopt) && !has_glb)
        throw Usage(std::string(glb.meshopt ? "--meshopt" : "--glb-error") +
                    ": only the format glb knows it; add it to the formats");
}

RecordProgress finishing_progress(bool quiet) {
    const auto shown = std::make_shared<std::pair<std::string, std::unique_ptr<Progress>>>();
    return [shown, quiet](const std::string& what, u64 done, u64 total) {
        if (shown->first != what) *shown = {what, std::make_unique<Progress>(what, total, "parts", quiet)};
        shown->second->at(done);
        if (done == total) shown->second->finish();
    };
}

}  // namespace pliant::app
