// Opens and closes scenes, meshes and records; the user is asked before anything is lost.
#include <algorithm>
#include <filesystem>

#include "assets/recording.h"
#include "assets/scene_build.h"
#include "assets/scene_name.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "pliant/view/app.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace fs = std::filesystem;

namespace {

const char* const empty_scene = R"({ "format": 1, "behaviour": 1,
  "world": { "duration": 5 },
  "assets": {},
  "bodies": {},
  "colliders": { "floor": { "shape": "plane", "friction": 0.8 } } }
)";

}  // namespace

void App::open(const std::string& path) {
    if (document.saved()) return open_now(path);
    asking = "unsaved";
    when_saved = [this, path] { open_now(path); };
}

void App::open_now(const std::string& path) {
    try {
        const bool played = options.open_path && path == options.path;
        if (played || fs::is_directory(path)) {
            if (fs::exists(fs::path(path) / "scene.json")) return open_now((fs::path(path) / "scene.json").string());
            auto record = played ? options.open_path() : options.open_record(path);
            reset_shown();
            document =
                Document::untitled("{}", "",
                                   played ? fs::path(path).filename().string()
                                          : fs::absolute(fs::path(path) / ".").parent_path().filename().string());
            taken_revision_ = document.revision();
            player = std::move(record);
            player->set_loop(loop);
            if (!played) record_folder = path;
            if (!options.paused) player->play();
            return;
        }
        if (ends_with(path, ".json")) return show_document(Document::open(path), !options.paused);
        show_document(Document::untitled(options.scene_around(path), "", fs::path(path).stem().string() + ".json"),
                      !options.paused);
    } catch (const Error& e) {
        show_error(e.what());
    } catch (const std::exception& e) {
        show_error(e.what());
    }
}

void App::show_document(Document opened, bool playing) {
    Scene read_now;
    std::string trouble;
    try {
        read_now = read({opened.text(), opened.name_for_errors(), opened.folder(), {}});
    } catch (const Error& e) {
        trouble = e.what();
    }
    reset_shown();
    document = std::move(opened);
    scene = trouble.empty() ? std::make_shared<const Scene>(std::move(read_now)) : nullptr;
    scene_trouble = trouble;
    if (!trouble.empty()) show_error(trouble);
    taken_revision_ = document.revision();
    asset_watch.watch(scene ? files_of(*scene) : std::vector<std::string>{});
    if (!player || !player->simulation()) player = std::make_unique<Simulation>(options.threads);
    player->set_layers(look.layers);
    player->set_loop(loop);
    player->simulation()->pause_on(pause_on);
    if (scene) player->simulation()->load({document.text(), document.name_for_errors(), document.folder(), {}}, true);
    if (playing) {
        player->play();
    } else {
        player->pause();
    }
    left_behind = document.left_behind();
    if (!left_behind.empty()) asking = "recover";
}

// Resets all state that refers to the previous document, such as a question or a drag.
void App::reset_shown() {
    scene = nullptr;
    scene_trouble.clear();
    record_folder.clear();
    selection = {};
    hiding = {};
    compared_text.clear();
    moment = compared = nullptr;
    camera_set = false;
    filtered_ = second_filtered_ = {};
    notices.clear();
    drag = {};
    gizmo = {};
    paint.forget();
    particles.forget();
    keys.forget();
    followed.clear();
    picking_place = picking_hold = picking_attachment = false;
    compare_a = false;
    left_behind.clear();
    asset_watch.watch({});
}

void App::new_scene() {
    const auto make = [this] { show_document(Document::untitled(empty_scene, "", "untitled.json"), false); };
    if (document.saved()) return make();
    asking = "unsaved";
    when_saved = make;
}

bool App::save() {
    if (is_playback()) return true;
    if (document.path().empty()) {
        ask_where_to_save();
        return false;
    }
    try {
        if (handle_disk_change(document.save())) return document.saved();
        show_notice("Saved " + document.title());
    } catch (const Error& e) {
        when_saved = {};  // it is not; and the next time it is meant by itself
        show_error(e.what());
        return false;
    }
    return true;
}

void App::ask_where_to_save() {
    if (is_playback()) return;
    ask_for_file({"Save the scene",
                  document.folder(),
                  document.title(),
                  {".json"},
                  true,
                  [this](const std::string& path) { save_as(path); },
                  [this] { when_saved = {}; }});
}

void App::save_as(const std::string& path) {
    try {
        const std::string folder = document.folder();
        document.save_as(ends_with(path, ".json") ? path : path + ".json");
        if (document.folder() != folder) paint.forget();  // its maps have other names now
        show_notice("Saved " + document.title());
    } catch (const Error& e) {
        when_saved = {};
        show_error(e.what());
        return;
    }
    if (when_saved) std::exchange(when_saved, {})();
}

void App::quit() {
    if (document.saved()) {
        done = true;
        return;
    }
    asking = "unsaved";
    when_saved = [this] { done = true; };
}

void App::drop(const std::string& path) {
    const bool mesh = !fs::is_directory(path) && !ends_with(path, ".json");
    if (mesh && player && player->simulation() && scene) return add_mesh(path);
    open(path);
}

std::string App::path_in_scene(const std::string& path) const {
    const fs::path whole = fs::absolute(path);
    if (document.path().empty()) return whole.generic_string();
    std::error_code error;
    const fs::path relative = fs::relative(whole, fs::absolute(document.path()).parent_path(), error);
    const bool beside = !error && !relative.empty() && relative.begin()->string() != "..";
    return (beside ? relative : whole).generic_string();
}

void App::add_mesh(const std::string& path) {
    try {
        const LoadedMesh loaded = load_mesh(path, {});
        const Box box = loaded.mesh.bounds();
        const std::string name = free_name("bodies", scene_name_of_file(path)), asset = free_name("assets", name);
        const Vec3 at = camera.target;
        const float above = box.size().y * 0.5f - box.low.y;
        change("add " + name, [&](Editor& e) {
            e.set("assets." + asset, "{ \"file\": " + quoted_json(path_in_scene(path)) + " }");
            e.set("bodies." + name, "{ \"asset\": " + quoted_json(asset) + ", \"kind\": \"lattice\", \"position\": [" +
                                        short_number(at.x, 4) + ", " + short_number(above, 4) + ", " +
                                        short_number(at.z, 4) + "] }");
        });
        selection = {Selection::What::body, name};
        show_notice(loaded.summary);
    } catch (const Error& e) {
        show_error(e.what());
    }
}

bool App::handle_disk_change(DiskChange news) {
    switch (news) {
        case DiskChange::taken: show_notice(document.title() + " has changed on disk, and is taken over"); break;
        case DiskChange::conflict:
            asking = "conflict";
            when_saved = {};  // of a question that this one replaces
            break;
        case DiskChange::none: break;
    }
    return news != DiskChange::none;
}

void App::check_disk() {
    try {
        handle_disk_change(document.check_disk());
        const std::vector<std::string> changed = asset_watch.changed();
        if (changed.empty() || !player || !player->simulation()) return;
        show_notice(fs::path(changed[0]).filename().string() + " has changed on disk, and is taken over");
        size_t painted = 0;
        for (const std::string& path : changed) painted += paint.take_from_disk(*this, path);
        if (painted == changed.size()) return;
        player->simulation()->load({document.text(), document.name_for_errors(), document.folder(), {}}, false);
    } catch (const Error& e) {
        show_error(e.what());
    }
}

// ---- changes of the scene

void App::change(const std::string& label, const std::function<void(Editor&)>& how, const std::string& merge_key) {
    if (is_playback()) return show_error("a record is only shown: open its scene to change something");
    try {
        document.change(label, how, merge_key);
    } catch (const Error& e) {
        show_error(e.what());
    }
}

void App::undo() {
    if (paint.undo(*this)) return;
    if (!document.can_undo()) return;
    show_notice("Undone: " + document.undo_label());
    document.undo();
}

void App::redo() {
    if (paint.redo(*this)) return;
    if (!document.can_redo()) return;
    show_notice("Done again: " + document.redo_label());
    document.redo();
}

void App::apply_document() {
    taken_revision_ = document.revision();
    if (!player || !player->simulation()) return;
    const SceneText text{document.text(), document.name_for_errors(), document.folder(), {}};
    std::shared_ptr<const Scene> next;
    try {
        Scene now = read(text);
        paint.insert_values(now);
        next = std::make_shared<const Scene>(std::move(now));
        scene_trouble.clear();
    } catch (const Error& e) {
        scene_trouble = e.what();
        return;
    }
    const SceneChanges changes = scene ? changes_between(*scene, *next) : SceneChanges{.rebuild = true};
    scene = next;
    asset_watch.watch(files_of(*scene));
    if (changes.rebuild) {
        player->simulation()->load(text, false);
    } else if (!changes.live.empty()) {
        player->simulation()->change(changes.live);
    }
    if (changes.duration) player->simulation()->set_duration(scene->world.number(WorldP::duration));
}

// "penguin/3" is the fourth of the instances of "penguin".
static std::pair<std::string, std::string> instance_of(const std::string& name) {
    const size_t slash = name.find('/');
    return slash == std::string::npos ? std::pair{name, std::string()}
                                      : std::pair{name.substr(0, slash), name.substr(slash + 1)};
}

std::string App::path_of(const Selection& thing, std::string_view parameter) const {
    const std::string last = parameter.empty() ? "" : "." + std::string(parameter);
    if (thing.what == Selection::What::world) return "world" + last;
    if (thing.what == Selection::What::collider) return "colliders." + thing.name + last;
    if (thing.what == Selection::What::attachment)
        return "attachments." + thing.name.substr(0, thing.name.find('/')) + last;
    if (thing.what == Selection::What::camera) return "cameras." + thing.name + last;
    if (thing.what == Selection::What::character) return "characters." + thing.name + last;
    const auto [family, number] = instance_of(thing.name);
    if (number.empty()) return "bodies." + family + last;
    const std::string own = "bodies." + family + ".instances." + number + last;
    for (const char* placed : {"position", "rotation", "scale", "velocity", "spin"})
        if (parameter == placed) return own;
    try {
        if (find_value(document.text(), own)) return own;
    } catch (const Error&) {  // not JSON at the moment
    }
    return "bodies." + family + last;
}

std::string App::free_name(const char* section, const std::string& wanted) const {
    const std::string base = scene_name(wanted);
    const Json* there = document.json().find(section);
    std::string name = base;
    for (int n = 2; there && there->find(name); ++n) name = base + " " + std::to_string(n);
    return name;
}

void App::offer_keys(const Selection& thing, const std::string& path) {
    show_notice("The way of " + thing.name + " can be kept", Notice::Kind::info, "Keep as keys", [this, thing, path] {
        if (is_playback()) return;
        const InputLog::Path way = player->simulation()->last_path();
        if (way.collider != thing.name || way.samples.size() < 2) return show_notice("It is not known any more");
        const Box box = bounds_of(thing);
        const float tolerance = box.empty() ? 0.005f : std::max(0.01f * length(box.size()), 1e-4f);
        player->simulation()->clear_pushes(thing.name);
        change("keep the way of " + thing.name, [&](Editor& e) {
            e.set(path, keys_json(simplified(way.samples, tolerance)));
            e.set(path_of(thing, "motion"), "kinematic");
        });
    });
}

// A pull becomes an attachment with keys, which holds as long as the hand did and is as strong.
void App::offer_attachment(GrabId grab, const Grip& grip) {
    const bool in_scene = scene && std::any_of(scene->bodies.begin(), scene->bodies.end(),
                                               [&](const SceneBody& b) { return b.name == grip.body; });
    if (!in_scene) return;
    show_notice("The pull can be kept", Notice::Kind::info, "Keep as keys", [this, grab, grip] {
        if (is_playback()) return;
        const InputLog::Path way = player->simulation()->last_path();
        if (way.grab != grab || way.samples.size() < 2) return show_notice("It is not known any more");
        const std::vector<TimedPlace> places = simplified(way.samples, std::max(0.02f * grip.radius, 1e-4f));
        const std::string name = free_name("attachments", "hand");
        const auto n = [](double v) { return short_number(v, 6); };
        // A little before the recorded frames: after rounding a key must not come one step late.
        const double early = 0.25 / state.rate, begin = way.begin - early, end = way.end - early;
        const double mass = state.mass_of(grip.body);
        const std::string force = mass > 0 ? ", \"max_force\": " + n(max_grab_force(mass)) : "";
        const std::string json = "{ \"body\": " + quoted_json(grip.body) +
                                 ", \"where\": { \"point\": " + json_of(grip.rest.to<double>(), false) +
                                 ", \"radius\": " + n(grip.radius) + " }" + force +
                                 ", \"position\": " + keys_json(places) + ", \"enabled\": { \"keys\": [" +
                                 (begin > 0 ? "[0, false], [" + n(begin) + ", true]" : "[0, true]") + ", [" + n(end) +
                                 ", false]], \"ease\": \"step\" } }";
        player->simulation()->clear_grabs();
        change("keep a pull", [&](Editor& e) { e.set("attachments." + name, json); });
        selection = {Selection::What::attachment, name};
    });
}

void App::remove_selected() {
    if (keys.delete_key(*this)) return;
    if (selection.name.empty() || !scene) return;
    if (const auto capsule = capsule_of(*this, selection)) {
        remove_capsule(*this, *capsule);
        selection = {};
        return;
    }
    const Selection what = selection;
    const bool one_of_many = what.name.find('/') != std::string::npos;
    const std::string path =
        one_of_many ? "bodies." + instance_of(what.name).first + ".instances." + instance_of(what.name).second
                    : path_of(what, "");
    // What others are made from must stay.
    for (const auto& [name, body] :
         document.json().find("bodies") ? document.json().find("bodies")->members : Json().members)
        if (const Json* like = body.find("like"); like && like->text == what.name && what.what == Selection::What::body)
            return show_error(what.name + " cannot be removed: " + name + " is like it");
    change("remove " + what.name, [&](Editor& e) { e.remove(path); });
    selection = {};
}

void App::duplicate_selected() {
    if (is_playback() || selection.name.empty() ||
        (selection.what != Selection::What::body && selection.what != Selection::What::collider))
        return;
    const bool body = selection.what == Selection::What::body;
    const std::string original = instance_of(selection.name).first;
    const char* section = body ? "bodies" : "colliders";
    const std::string name = free_name(section, original);
    const Box box = bounds_of(selection);
    const Vec3 aside = box.empty() ? Vec3{0.5f, 0, 0} : Vec3{box.size().x * 1.2f, 0, 0};
    const auto place = handled(*this, selection, GizmoMode::move);
    const Vec3d at = (place ? place->value : Vec3d{}) + aside.to<double>();
    change("duplicate " + original, [&](Editor& e) {
        if (body) {
            e.set("bodies." + name, "{ \"like\": " + quoted_json(original) + " }");
        } else {
            const auto there = find_value(e.text(), "colliders." + original);
            if (there) e.set("colliders." + name, e.text().substr(there->begin, there->size()));
        }
        e.set(std::string(section) + "." + name + ".position", json_of(at, false));
    });
    selection = {selection.what, name};
}

}  // namespace pliant::view
