// What can be made out of nothing: a table. A later kind of thing adds a line.
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

// Where the camera looks, on the ground.
Vec3 place_for_new(const App& app) { return {app.camera.target.x, 0, app.camera.target.z}; }

std::string at(const Vec3& p) { return json_of(p.to<double>(), false); }

void make_body(App& app, const char* shape, const char* size, float height) {
    const std::string name = app.free_name("bodies", shape), asset = app.free_name("assets", shape);
    const Vec3 place = place_for_new(app) + Vec3{0, height, 0};
    app.change(std::string("create ") + name, [&](Editor& e) {
        e.set("assets." + asset, std::string("{ \"shape\": \"") + shape + "\"" +
                                     (size[0] ? std::string(", \"size\": ") + size : "") + " }");
        e.set("bodies." + name, "{ \"asset\": " + quoted_json(asset) +
                                    ", \"kind\": \"lattice\", \"preset\": \"jelly\", \"position\": " + at(place) +
                                    " }");
    });
    app.selection = {Selection::What::body, name};
}

void make_collider(App& app, const char* shape, const std::string& keys, float height, bool on_a_path) {
    const std::string name = app.free_name("colliders", shape);
    const Vec3 place = place_for_new(app) + Vec3{0, height, 0};
    std::string json = std::string("{ \"shape\": \"") + shape + "\"" + (keys.empty() ? "" : ", " + keys);
    if (on_a_path) {
        const double now = app.state.time;
        const auto key = [&](double t, float x) {
            return "[" + short_number(t, 5) + ", " + at(place + Vec3{x, 0, 0}) + "]";
        };
        json += ", \"motion\": \"kinematic\", \"position\": { \"keys\": [" + key(now, -0.8f) + ", " +
                key(now + 1, 0.8f) + ", " + key(now + 2, -0.8f) + "], \"ease\": \"smooth\", \"loop\": true }";
    } else {
        json += ", \"position\": " + at(place);
    }
    app.change("create " + name, [&](Editor& e) { e.set("colliders." + name, json + " }"); });
    app.selection = {Selection::What::collider, name};
}

template <const char* Shape>
void body(App& app) {
    make_body(app, Shape, "[0.5, 0.5, 0.5]", 1);
}

constexpr char box[] = "box", sphere[] = "sphere", capsule[] = "capsule", cylinder[] = "cylinder", cone[] = "cone";

const Creation all_creations[] = {
    {"Body", "Box", "A cube of jelly, half a metre wide.", body<box>},
    {"Body", "Sphere", "A ball of jelly.", body<sphere>},
    {"Body", "Capsule", "A round bar of jelly.", body<capsule>},
    {"Body", "Cylinder", "A drum of jelly.", body<cylinder>},
    {"Body", "Cone", "A cone of jelly.", body<cone>},
    {"Body", "Torus", "A ring of jelly.", [](App& app) { make_body(app, "torus", "[0.8, 0.25, 0.8]", 1); }},
    {"Body", "Octopus", "An octopus.", [](App& app) { make_body(app, "octopus", "", 0.8f); }},
    {"Body", "Penguin", "A penguin.", [](App& app) { make_body(app, "penguin", "", 0.8f); }},
    {"Cloth", "Sheet of cloth…", "A flag, a curtain, a table cloth: size, fineness and material are asked for.",
     [](App& app) { ask_for_cloth(app); }},
    {"Collider", "Floor", "A plane without end.", [](App& app) { make_collider(app, "plane", "", 0, false); }},
    {"Collider", "Still box", "A box that stays.",
     [](App& app) { make_collider(app, "box", "\"size\": [1, 0.3, 1]", 0.15f, false); }},
    {"Collider", "Still sphere", "A ball that stays.",
     [](App& app) { make_collider(app, "sphere", "\"radius\": 0.3", 0.3f, false); }},
    {"Collider", "Still capsule", "A post that stays.",
     [](App& app) { make_collider(app, "capsule", "\"radius\": 0.1, \"height\": 1", 0.5f, false); }},
    {"Collider", "Box on a path", "A box that moves back and forth by keys.",
     [](App& app) { make_collider(app, "box", "\"size\": [0.4, 0.4, 0.4]", 0.2f, true); }},
    {"Collider", "Sphere on a path", "A ball that moves back and forth by keys.",
     [](App& app) { make_collider(app, "sphere", "\"radius\": 0.2", 0.2f, true); }},
    {"Collider", "Mesh…", "Stairs, a bowl, a hand: any mesh, and solid.",
     [](App& app) {
         ask_for_file({"A mesh that is solid",
                       app.document.folder(),
                       "",
                       {".obj", ".ply", ".glb", ".gltf", ".stl", ".msh", ".vtk", ".tet", ".node", ".ele", ".mesh"},
                       false,
                       [&app](const std::string& path) {
                           make_collider(app, "mesh", "\"file\": " + quoted_json(app.path_in_scene(path)), 0, false);
                       }});
     }},
};

}  // namespace

std::span<const Creation> creations() { return all_creations; }

void create_menu(App& app) {
    const bool can = app.scene != nullptr && !app.is_playback();
    for (const char* menu : {"Body", "Cloth", "Collider"}) {
        if (!ui::begin_menu(menu)) continue;
        for (const Creation& c : all_creations)
            if (std::string_view(c.menu) == menu) {
                if (ui::menu_item(c.name, "", false, can)) c.make(app);
                ui::tooltip(c.help);
            }
        ImGui::EndMenu();
    }
}

}  // namespace pliant::view
