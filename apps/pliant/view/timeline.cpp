// The timeline: play, step, go back, and see which frames are simulated and which a change made stale.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

void set_loop(App& app, bool loop) {
    app.loop = loop;
    if (app.player) app.player->set_loop(loop);
}

namespace {

const double speeds[] = {0.25, 0.5, 1, 2, 4};
const std::vector<std::string> speed_names = {"× ¼", "× ½", "× 1", "× 2", "× 4"};

// Two settings from one moment.
void comparison(App& app) {
    Simulation& simulation = *app.player->simulation();
    if (!app.state.comparing) {
        if (ui::button("A / B",
                       "Compare two settings: A keeps those of now, what you change from now on is B. Both go "
                       "on from this frame.")) {
            app.compared_text = app.document.text();
            simulation.compare(true);
        }
        return;
    }
    ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().accent);
    ui::text("A / B from frame " + std::to_string(app.state.compared_from));
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ui::checkbox("side by side", app.split);
    ImGui::SameLine();
    if (!app.split) {
        if (ui::button(app.compare_a ? "Show B" : "Show A")) app.compare_a = !app.compare_a;
        ImGui::SameLine();
    }
    if (ui::button("Keep A", "The scene goes back to the settings of A.")) {
        const std::string text = app.compared_text;
        simulation.compare(false);
        app.change("back to A", [&](Editor& e) { e.replace_all(text); });
    }
    ImGui::SameLine();
    if (ui::button("Keep B", "The scene stays as it is.")) simulation.compare(false);
}

void keys_button(App& app) {
    const size_t count = app.keys.tracks().size();
    const std::string title = (count ? "Keys (" + std::to_string(count) + ")" : std::string("Keys")) + "##keys";
    if (app.keys.open) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    const bool pressed = ui::button(title.c_str(), "Curves of what is selected: add, drag and delete keys (K)");
    if (app.keys.open) ImGui::PopStyleColor();
    ui::note("Keys");
    if (pressed) app.keys.open = !app.keys.open;
}

void controls(App& app) {
    Player& player = *app.player;
    using ui::Icon;
    if (ui::icon_button(Icon::to_start, "Reset",
                        "Home of time: back to the first frame, with the settings of now (Backspace)"))
        player.reset();
    ImGui::SameLine();
    if (ui::icon_button(Icon::step_back, "Back", "One frame back (,)")) player.step(-1);
    ImGui::SameLine();
    if (ui::icon_button(app.state.playing ? Icon::pause : Icon::play, app.state.playing ? "Pause" : "Play", "Space",
                        !app.state.playing)) {
        app.hint = false;
        if (app.state.playing) {
            player.pause();
        } else {
            player.play();
        }
    }
    ImGui::SameLine();
    if (ui::icon_button(Icon::step, "Step", "One frame on (.)")) player.step(1);
    ImGui::SameLine();
    if (ui::icon_button(Icon::loop, "Loop", "At the scene's duration it starts over from the beginning (L)", app.loop))
        set_loop(app, !app.loop);
    ImGui::SameLine();
    int chosen = 2;
    for (int i = 0; i < 5; ++i)
        if (std::fabs(speeds[i] - app.state.speed) < 1e-6) chosen = i;
    if (ui::choice("##Speed", chosen, speed_names, 64 * ui::scale())) player.set_speed(speeds[chosen]);
    ui::tooltip("Speed, of real time");
    ImGui::SameLine(0, 18 * ui::scale());
    i64 frame = static_cast<i64>(app.state.frame);
    ImGui::SetNextItemWidth(80 * ui::scale());
    ImGui::InputScalar("##Frame", ImGuiDataType_S64, &frame, nullptr, nullptr, "%lld",
                       ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemDeactivatedAfterEdit() && frame >= 0) {
        player.pause();
        player.seek(static_cast<u64>(frame));
    }
    ui::note("Frame");
    ui::tooltip("The frame; type another one to go there.");
    ImGui::SameLine();
    char words[96];
    std::snprintf(words, sizeof words, "%.2f s", app.state.time);
    ui::text(words);
    ImGui::SameLine(0, 18 * ui::scale());
    if (!app.is_playback()) {
        keys_button(app);
        ImGui::SameLine();
        comparison(app);
    }
    const float right = 76 * ui::scale();
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - right);
    if (ui::icon_button(Icon::picture, "Picture", "A picture of this view (F12)"))
        ask_for_file(
            {"Save a picture", app.document.folder(), "picture.png", {".png"}, true, [&app](const std::string& path) {
                 app.take_picture(path);
             }});
    ImGui::SameLine();
    ImGui::BeginDisabled(app.film.busy() || app.is_playback());
    if (ui::icon_button(Icon::film, "Film", "A film of the scene, made beside this window (Ctrl+F12)"))
        ask_for_file({"Make a film",
                      app.document.folder(),
                      "film.mp4",
                      {".mp4", ".webm", ".gif"},
                      true,
                      [&app](const std::string& path) { app.start_film(path); }});
    ImGui::EndDisabled();
}

// As many as fit, at round numbers.
double tick_distance(double frames, float width) {
    const double wanted = frames / std::max(width / (70 * ui::scale()), 1.0f);
    for (const double d : {1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3000, 6000})
        if (d >= wanted) return d;
    return 12000;
}

TimeScale time_scale(const App& app, float left, float width) {
    const PlayerState& s = app.state;
    u64 last = std::max<u64>({s.duration, s.frame_count > 0 ? s.frame_count - 1 : 0, s.frame, 1});
    if (app.keys.open) last = std::max(last, static_cast<u64>(std::ceil(app.keys.last_time() * s.rate)));
    return {left, width, static_cast<double>(last), s.rate};
}

void bar(App& app, const TimeScale& scale, float height) {
    const PlayerState& s = app.state;
    const float width = scale.width;
    const ImVec2 at{scale.left, ImGui::GetCursorScreenPos().y};
    if (width < 20 || height < 8) return;
    const u64 last = static_cast<u64>(scale.last);
    const auto x_of = [&](double frame) { return scale.x(frame); };
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("Timeline", {width, height});
    ui::note("Timeline");
    if (ImGui::IsItemActive() && app.player) {
        const float share = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
        // Forward there is nothing to scrub through yet: the simulation itself leads there.
        const u64 wanted = std::min<u64>(static_cast<u64>(std::lround(share * static_cast<double>(last))),
                                         std::max<u64>(s.frame_count, 1) - 1);
        if (ImGui::IsItemActivated()) app.player->pause();
        static u64 asked = 0;
        if (ImGui::IsItemActivated() || wanted != asked) app.player->seek(wanted);
        asked = wanted;
    }
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float strip = height * 0.45f;
    draw.AddRectFilled(at, {at.x + width, at.y + strip}, IM_COL32(0, 0, 0, 90), 3);
    for (const Stretch& stretch : app.player->stretches())
        draw.AddRectFilled(
            {x_of(static_cast<double>(stretch.begin)), at.y},
            {std::max(x_of(static_cast<double>(stretch.end - 1)), x_of(static_cast<double>(stretch.begin)) + 2),
             at.y + strip},
            stretch.stale ? ui::palette().stale : ui::palette().simulated, 3);
    const double step = tick_distance(static_cast<double>(last), width);
    for (double f = 0; f <= static_cast<double>(last); f += step) {
        const float x = x_of(f);
        draw.AddLine({x, at.y + strip}, {x, at.y + strip + 5}, ui::palette().faint);
        if (x + 30 * ui::scale() < at.x + width)
            draw.AddText({x + 2, at.y + strip + 3}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                         short_number(f, 7).c_str());
    }
    if (s.duration > 0 && s.duration < last) {
        const float x = x_of(static_cast<double>(s.duration));
        draw.AddLine({x, at.y}, {x, at.y + strip}, ui::palette().warning, 1.5f);
    }
    app.keys.draw_marks(scale, at.y + strip);
    const float x = x_of(static_cast<double>(s.frame));
    draw.AddLine({x, at.y - 3}, {x, at.y + strip + 4}, ui::palette().playhead, 2 * ui::scale());
    draw.AddTriangleFilled({x - 5, at.y - 4}, {x + 5, at.y - 4}, {x, at.y + 3}, ui::palette().playhead);
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        ui::tooltip("Drag to go back in time. Bright: simulated; brown: made with settings that have changed since.");
}

}  // namespace

void timeline(App& app) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, size.y - app.time_height()});
    ImGui::SetNextWindowSize({size.x, app.time_height()});
    ImGui::Begin("Time", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollWithMouse);
    if (app.player) {
        controls(app);
        ImGui::Dummy({0, 2});
        const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const float list = app.keys.open ? app.left_width : 0,
                    bar_height = room.y - (app.keys.open ? app.keys.height : 0);
        // Half a key has to have room before the first frame.
        const float edge = app.keys.open ? 7 * ui::scale() : 0;
        const TimeScale scale = time_scale(app, at.x + list + edge, room.x - list - 2 * edge);
        bar(app, scale, bar_height);
        if (app.keys.open) {
            ImGui::SetCursorScreenPos({at.x, at.y + bar_height + 4 * ui::scale()});
            app.keys.draw(app, scale, list - 12 * ui::scale());
        }
    }
    ImGui::End();
}

}  // namespace pliant::view
