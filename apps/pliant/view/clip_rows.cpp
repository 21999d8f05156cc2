// Clips of a character, or of the guide of a body, as they play now: choices made here act on the world and are
// not part of the scene.
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"
#include "world/parameters.h"

namespace pliant::view {

namespace {

using Verb = ControlClip::Verb;

void play_clip(App& app, const ClipState& now, const std::string& clip) {
    app.player->simulation()->act(ControlClip{Verb::play, now.character, now.name, clip, app.clip_fade});
}

void buttons(App& app, const ClipState& now) {
    Simulation& simulation = *app.player->simulation();
    const bool playing = now.motion == ClipState::Motion::playing && !now.clip.empty();
    using ui::Icon;
    if (ui::icon_button(
            playing ? Icon::pause : Icon::play, playing ? "Pause clip" : "Play clip",
            playing ? "Holds the pose" : "Goes on; a clip that was stopped starts again from its beginning")) {
        if (now.clip.empty()) {
            play_clip(app, now, now.clips[0]);
        } else {
            simulation.act(ControlClip{playing ? Verb::pause : Verb::resume, now.character, now.name});
        }
    }
    ImGui::SameLine();
    if (ui::icon_button(Icon::stop, "Stop clip", "Holds the pose; playing starts the clip from its beginning",
                        now.motion == ClipState::Motion::stopped))
        simulation.act(ControlClip{Verb::stop, now.character, now.name});
}

void clip_choice(App& app, const ClipState& now) {
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##clip", now.clip.empty() ? "rest pose" : now.clip.c_str());
    ui::note("clip");
    if (!open) return ui::tooltip("Another clip starts at once and fades in. The scene keeps its own (clip).");
    for (const std::string& clip : now.clips) {
        if (ImGui::Selectable(clip.c_str(), clip == now.clip)) play_clip(app, now, clip);
        ui::note("clip " + clip);
    }
    ImGui::EndCombo();
}

// Where it is in the clip; dragging goes elsewhere.
void place_in_clip(App& app, const ClipState& now, const std::string& motion) {
    ui::items().add_text("clip " + motion);
    if (!(now.length > 0)) return ui::dim_text(motion);
    char format[64];
    std::snprintf(format, sizeof format, "%s, %%.2f of %.2f s", motion.c_str(), now.length);
    double at = now.time;
    const double first = 0;
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderScalar("##place in clip", ImGuiDataType_Double, &at, &first, &now.length, format))
        app.player->simulation()->act(
            ControlClip{Verb::seek, now.character, now.name, "", std::clamp(at, 0.0, now.length)});
    ui::note("place in clip");
    ui::tooltip("Drag to go to another place of the clip.");
}

}  // namespace

void clip_rows(App& app, bool character, const std::string& name) {
    const ClipState* const now = app.state.clip_state_of(character, name);
    if (!now || now->clips.empty() || !app.search.empty() || app.is_playback()) return;
    if (!fold_heading(app, "clip", character ? "Clip" : "Guide's clip")) return;
    ImGui::PushID("clip");
    buttons(app, *now);
    ImGui::SameLine();
    clip_choice(app, *now);
    const char* const motion = now->clip.empty()                           ? "in its rest pose"
                               : now->motion == ClipState::Motion::playing ? "playing"
                               : now->motion == ClipState::Motion::paused  ? "paused"
                                                                           : "stopped";
    place_in_clip(app, *now, motion);
    double fade = app.clip_fade;
    ImGui::SetNextItemWidth(-150 * ui::scale());
    const double least = 0, most = 2;
    if (ImGui::SliderScalar("fade to the next", ImGuiDataType_Double, &fade, &least, &most, "%.2f s"))
        app.clip_fade = std::clamp(fade, 0.0, 60.0);
    ui::note("fade to the next");
    ImGui::PopID();
    if (character) return;  // its speed stands among its parameters, right below
    const Selection thing{Selection::What::body, name};
    for (const SceneBody& body : app.scene->bodies)
        if (body.name == name)
            parameter_rows(app, {"", &body.common, [&app, thing](std::string_view p) { return app.path_of(thing, p); }},
                           [](const Parameter& p) { return p.id == BodyP::guide_speed; });
}

}  // namespace pliant::view
