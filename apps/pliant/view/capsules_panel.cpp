// Capsules of characters: which bones have one, how thick and long it is, and none where none is wanted.
#include <cmath>

#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

std::string path_of(const SceneCharacter& character, const std::string& bone) {
    return "characters." + character.name + ".capsules." + bone;
}

// As it is now, whether it was fitted or given.
ParameterSet values_of(const render::ShownCollider& capsule) {
    ParameterSet set(capsule_table);
    set.set(CapsuleP::radius, static_cast<double>(capsule.shape.radius));
    set.set(CapsuleP::height, 2 * static_cast<double>(capsule.shape.half_height + capsule.shape.radius));
    return set;
}

const CapsuleEdit* edit_of(const SceneCharacter& character, const std::string& bone) {
    for (const CapsuleEdit& e : character.capsules)
        if (e.bone == bone) return &e;
    return nullptr;
}

}  // namespace

std::optional<CapsuleOf> capsule_of(const App& app, const Selection& thing) {
    if (!app.scene || thing.what != Selection::What::collider) return {};
    for (const SceneCharacter& c : app.scene->characters)
        if (thing.name.compare(0, c.name.size() + 1, c.name + "/") == 0)
            return CapsuleOf{&c, thing.name.substr(c.name.size() + 1)};
    return {};
}

void remove_capsule(App& app, const CapsuleOf& capsule) {
    app.change("no capsule at " + capsule.bone,
               [&](Editor& e) { e.set(path_of(*capsule.character, capsule.bone), "false"); });
}

void capsule_rows(App& app, const SceneCharacter& character,
                  const std::function<void(const Selection&, const std::string&)>& row) {
    const std::string prefix = character.name + "/";
    for (const render::ShownCollider& c : app.moment ? app.moment->colliders : std::vector<render::ShownCollider>())
        if (c.name.compare(0, prefix.size(), prefix) == 0)
            row({Selection::What::collider, c.name}, c.name.substr(prefix.size()));
    for (const CapsuleEdit& e : character.capsules)
        if (e.removed) {
            ui::dim_text(e.bone + ": none");
            ImGui::SameLine();
            if (ui::button(("Give " + e.bone + " one").c_str(), "A capsule as it is fitted to the mesh."))
                return app.change("a capsule at " + e.bone, [&](Editor& t) { t.remove(path_of(character, e.bone)); });
        }
}

void capsule_panel(App& app, const CapsuleOf& capsule) {
    if (!app.moment) return;
    for (const render::ShownCollider& c : app.moment->colliders) {
        if (!app.selection.is(Selection::What::collider, c.name)) continue;
        const std::string path = path_of(*capsule.character, capsule.bone);
        ui::heading((capsule.bone + " · capsule of " + capsule.character->name).c_str());
        const ParameterSet values = values_of(c);
        parameter_rows(app, {path, &values, {}}, [](const Parameter& p) { return p.id != CapsuleP::position; });
        if (ui::button("No capsule here")) return remove_capsule(app, capsule);
        if (edit_of(*capsule.character, capsule.bone)) {
            ImGui::SameLine();
            if (ui::button("As fitted"))
                app.change("capsule of " + capsule.bone + " as fitted", [&](Editor& e) { e.remove(path); });
        }
    }
}

// Characters often hide theirs.
void outline_capsule(const App& app) {
    if (!app.moment || !capsule_of(app, app.selection) || (app.compared && app.split)) return;
    for (const render::ShownCollider& c : app.moment->colliders) {
        if (!app.selection.is(Selection::What::collider, c.name)) continue;
        const float r = c.shape.radius, h = c.shape.half_height;
        const auto line = [&](const Vec3& from, const Vec3& to) {
            const auto a = on_screen(app.camera, c.pose * from, app.view()),
                       b = on_screen(app.camera, c.pose * to, app.view());
            const ImVec2 low = app.viewport.low;
            if (a && b)
                ImGui::GetWindowDrawList()->AddLine({low.x + a->x, low.y + a->y}, {low.x + b->x, low.y + b->y},
                                                    ui::palette().accent, 1.5f * ui::scale());
        };
        constexpr int parts = 32;
        for (int i = 0; i < parts; ++i) {
            const auto on_circle = [&](int k) {
                const float angle = 6.2831853f * static_cast<float>(k) / parts;
                return std::pair{r * std::cos(angle), r * std::sin(angle)};
            };
            const auto [x, y] = on_circle(i);
            const auto [u, v] = on_circle(i + 1);
            for (const float end : {-h, h}) line({x, end, y}, {u, end, v});
            // Along the axis: the round ends in two planes, with the sides between them.
            const float lift = y + v >= 0 ? h : -h;
            line({x, y + lift, 0}, {u, v + lift, 0});
            line({0, y + lift, x}, {0, v + lift, u});
        }
        for (const float side : {-r, r}) {
            line({side, -h, 0}, {side, h, 0});
            line({0, -h, side}, {0, h, side});
        }
    }
}

}  // namespace pliant::view
