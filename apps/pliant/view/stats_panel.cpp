// The cost of a step, stage by stage; the size of the world; and plots of a picked place.
#include <algorithm>

#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

void plot(const char* label, const std::vector<float>& values, const char* unit, float height = 44) {
    const float high = values.empty() ? 1 : std::max(*std::max_element(values.begin(), values.end()) * 1.15f, 1e-3f);
    const float low = values.empty() ? 0 : std::min(0.0f, *std::min_element(values.begin(), values.end()));
    char over[64] = "";
    if (!values.empty())
        std::snprintf(over, sizeof over, "%s %.3g %s", label, static_cast<double>(values.back()), unit);
    ImGui::PlotLines((std::string("##") + label).c_str(), values.data(), static_cast<int>(values.size()), 0, over, low,
                     high, {ImGui::GetContentRegionAvail().x, height * ui::scale()});
    ui::items().add_text(over);
}

// ms of each stage as a bar: the longest fills the width.
void stages(const App& app) {
    double total = 0, longest = 1e-9;
    for (const double s : app.state.statistics.seconds) {
        total += s;
        longest = std::max(longest, s);
    }
    for (size_t i = 0; i < static_cast<size_t>(Stage::count); ++i) {
        const double ms = app.state.statistics.seconds[i] * 1e3;
        char words[32];
        std::snprintf(words, sizeof words, "%.2f ms", ms);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
        const float share = static_cast<float>(app.state.statistics.seconds[i] / longest);
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width * share, at.y + height}, ui::palette().simulated,
                                                  2);
        ui::text(name(static_cast<Stage>(i)));
        ImGui::SameLine(90 * ui::scale());
        ui::text(words);
    }
    char words[64];
    std::snprintf(words, sizeof words, "step %.2f ms", total * 1e3);
    ui::dim_text(words);
}

void line(const char* what, const std::string& value) {
    ui::dim_text(what);
    ImGui::SameLine(130 * ui::scale());
    ui::text(value);
}

void followed_place(App& app) {
    ui::heading("A place over time");
    if (app.is_playback()) return;
    if (ui::button(app.picking_place ? "Click a body…" : "Pick a place",
                   "Then click on a body: its height and speed are plotted."))
        app.picking_place = !app.picking_place;
    if (app.followed.empty()) return;
    ImGui::SameLine();
    ui::text("on " + app.followed);
    ImGui::SameLine();
    if (ui::button("Forget")) {
        app.followed.clear();
        app.player->simulation()->stop_following();
    }
    std::vector<float> height, speed;
    for (const ProbeSample& sample : app.player->followed(300)) {
        height.push_back(sample.position.y);
        speed.push_back(sample.speed);
    }
    plot("height", height, "m", 60);
    plot("speed", speed, "m/s", 60);
}

}  // namespace

void stats_tab(App& app) {
    ImGui::BeginChild("stats");
    const PlayerState& s = app.state;
    if (!app.is_playback()) {
        ui::heading("Step");
        stages(app);
        plot("step", app.step_history.values, "ms");
    }
    plot("picture", app.frame_history.values, "ms");
    followed_place(app);
    ui::heading("World");
    line("bodies", with_commas(s.bodies));
    if (!app.is_playback()) {
        line("awake", with_commas(s.statistics.bodies_awake));
        line("particles", with_commas(s.particles));
        line("contacts", with_commas(s.statistics.contacts));
        if (s.statistics.crossings > 0) line("cloth crosses cloth", with_commas(s.statistics.crossings));
        line("islands", with_commas(s.statistics.islands));
        line("substeps", std::to_string(s.statistics.substeps));
        line("kinetic energy", short_number(s.kinetic_energy, 4) + " J");
        line("potential energy", short_number(s.potential_energy, 4) + " J");
        char hash[32];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(s.hash));
        line("hash", hash);
        line("snapshots",
             std::to_string(s.snapshots) + ", " + short_number(static_cast<double>(s.snapshot_bytes) / 1e6) + " MB");
        if (s.mismatches) line("came out different", std::to_string(s.mismatches) + " frames");
    }
    ImGui::EndChild();
}

}  // namespace pliant::view
