#include "assets/scene.h"

#include <algorithm>
#include <set>
#include <utility>

#include "assets/creature_scene.h"
#include "assets/mistakes.h"
#include "assets/other_kinds.h"
#include "assets/scene_creatures.h"
#include "assets/value_reader.h"
#include "body/registry.h"
#include "core/files.h"
#include "core/text.h"
#include "core/trig.h"
#include "world/attachments/attachment.h"
#include "world/characters/character_parameters.h"
#include "world/fields/field.h"
#include "world/rigid_coupling/joint.h"
#include "world/parameters.h"

namespace pliant {

Scene::Scene() : world(world_table) {}

std::vector<std::string> body_structure_keys() {
    return {"asset", "mesh", "faces", "surface", "bones", "kind", "preset", "like", "instances"};
}

namespace {

const Json empty_object = [] {
    Json json;
    json.type = Json::Type::object;
    return json;
}();

// Opens no file: `find` does that for assets that may be creatures. Without it, what those bring is left out, and so
// are the checks that need it.
class SceneReader {
  public:
    SceneReader(const Json& root, std::string file, const std::string& folder, CreatureFinder find)
        : root_(expect(root, Json::Type::object, {file, ""})), file_(std::move(file)), find_(std::move(find)) {
        scene_.file = file_;
        scene_.folder = folder;
    }

    Scene read() {
        static const std::vector<std::string> sections = {"$schema",     "format", "behaviour", "note",       "world",
                                                          "assets",      "bodies", "colliders", "characters", "pairs",
                                                          "attachments", "fields", "joints",    "cameras"};
        for (const auto& [key, value] : root_.members)
            if (std::find(sections.begin(), sections.end(), key) == sections.end())
                mistakes_.collect([&] { unknown_key(key, JsonPlace{file_, ""}.at(value), sections); });
        check_version("format", scene_format);
        check_version("behaviour", scene_behaviour);
        if (const Json* world = root_.find("world")) {
            ParameterSet* const sets[] = {&scene_.world};
            mistakes_.collect([&] { read_members(*world, {file_, "world"}, sets, {}, &mistakes_); });
        }
        each("assets",
             [&](const std::string& name, const Json& json, const JsonPlace& place) { read_asset(name, json, place); });
        each("bodies",
             [&](const std::string& name, const Json& json, const JsonPlace& place) { read_body(name, json, place); });
        each("colliders", [&](const std::string& name, const Json& json, const JsonPlace& place) {
            read_collider(name, json, place);
        });
        each("characters", [&](const std::string& name, const Json& json, const JsonPlace& place) {
            read_character(name, json, place);
        });
        each("pairs",
             [&](const std::string& name, const Json& json, const JsonPlace& place) { read_pair(name, json, place); });
        each("attachments", [&](const std::string& name, const Json& json, const JsonPlace& place) {
            read_attachment(name, json, place);
        });
        each("fields",
             [&](const std::string& name, const Json& json, const JsonPlace& place) { read_field(name, json, place); });
        each("joints",
             [&](const std::string& name, const Json& json, const JsonPlace& place) { read_joint(name, json, place); });
        for (size_t b = 0; b < scene_.bodies.size(); ++b) mistakes_.collect([&] { add_bones(scene_.bodies[b]); });
        if (mistakes_.empty() && !leaves_unopened()) check_changes();
        each("cameras", [&](const std::string& name, const Json& json, const JsonPlace& place) {
            SceneCamera camera{name, place.at(json)};
            ParameterSet* const sets[] = {&camera.parameters};
            read_members(json, place, sets, {}, &mistakes_);
            check_target(camera, json, place);
            scene_.cameras.push_back(std::move(camera));
        });
        for (const SceneBody& body : scene_.bodies)
            for (const std::string& other : body.common.names(BodyP::ignores))
                if (!leaves_unopened()) mistakes_.collect([&] { things_called(other, body.where + ".ignores"); });
        mistakes_.throw_all();
        if (leaves_unopened()) scene_.unopened = std::make_shared<const Json>(root_);
        return std::move(scene_);
    }

  private:
    void check_version(const char* key, int ours) const {
        const Json* json = root_.find(key);
        if (!json) return;
        const double v = expect(*json, Json::Type::number, {file_, key}).number;
        if (v >= 1 && v <= ours && v == static_cast<int>(v)) return;
        throw Error({JsonPlace{file_, key}.at(*json), "found " + short_number(v, 9),
                     ours == 1 ? "1" : "a whole number from 1 to " + std::to_string(ours),
                     v > ours ? "the scene was made for a newer version" : ""});
    }

    template <class F>
    void each(const char* section, F&& f) {
        const Json* json = root_.find(section);
        if (json) mistakes_.collect([&] { each_of(expect(*json, Json::Type::object, {file_, section}), section, f); });
    }
    template <class F>
    void each_of(const Json& things, const char* section, F&& f) {
        for (const auto& [name, value] : things.members) {
            const JsonPlace place{file_, std::string(section) + "." + name};
            if (name == "note" && value.is(Json::Type::text)) continue;
            if (changes_a_creature(section, name)) continue;  // add_bones
            mistakes_.collect_thing(name, [&, &thing = name, &json = value] {
                // Dots are for paths of --set, slashes for instances: "babies/0".
                if (thing.empty() || thing.find_first_of("./") != std::string::npos)
                    throw Error(
                        {place.at(json), "the name " + in_quotes(thing), "a name without dots and slashes", ""});
                f(thing, expect(json, Json::Type::object, place), place);
            });
        }
    }

    // "kobold/elbow" says what is to be otherwise than in the file of the body kobold.
    static bool changes_a_creature(std::string_view section, const std::string& name) {
        return (section == "colliders" || section == "joints" || section == "attachments") &&
               name.find('/') != std::string::npos && name.find('.') == std::string::npos;
    }

    // What the scene changes in an entry that a creature brought, key by key.
    const Json* changes_of(const char* section, const std::string& name) const {
        const Json* json = root_.find(section);
        return json ? json->find(name) : nullptr;
    }
    // What is changed takes the place of what the creature says, as a whole where it is a group: "where": { … }.
    static void forget_changed(const Json& changes, const JsonPlace& place, ParameterSet& set) {
        for (const auto& [key, value] : expect(changes, Json::Type::object, place).members)
            for (const Parameter& row : set.table().rows)
                if (row.name == key || std::string_view(row.name).starts_with(key + ".")) set.reset(row.id);
    }

    void check_changes() const {
        for (const char* section : {"colliders", "joints", "attachments"}) {
            const Json* json = root_.find(section);
            if (!json) continue;
            for (const auto& [name, value] : json->members) {
                const std::string path = std::string(section) + "." + name;
                if (!changes_a_creature(section, name) ||
                    std::find(brought_.begin(), brought_.end(), path) != brought_.end())
                    continue;
                const std::string meant = nearest_name(path, brought_);
                throw Error({JsonPlace{file_, path}.at(value), "no body brings " + in_quotes(name) + " with it",
                             "a name without slashes, or that of a bone or joint of a creature",
                             meant.empty() ? "" : "did you mean " + in_quotes(meant.substr(path.find('.') + 1)) + "?"});
            }
        }
    }

    void read_asset(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneAsset asset{name, place.at(json)};
        ParameterSet* const sets[] = {&asset.parameters};
        read_members(json, place, sets, {}, &mistakes_);
        const bool file = asset.parameters.given(AssetP::file), shape = asset.parameters.given(AssetP::shape);
        if (file == shape)
            throw Error({asset.where,
                         file ? "both \"file\" and \"shape\" are given" : "neither \"file\" nor \"shape\" is given",
                         "one of them", ""});
        const auto only_for = [&](std::initializer_list<u16> rows, const char* other) {
            for (const u16 row : rows)
                if (asset.parameters.given(row))
                    throw Error({asset.where, in_quotes(asset_table.rows[row].name) + " beside \"" + other + "\"",
                                 std::string("it only with \"") + (file ? "shape" : "file") + "\"", "leave it out"});
        };
        if (file) only_for({AssetP::size, AssetP::detail}, "file");
        if (shape) only_for({AssetP::unit, AssetP::up}, "shape");
        scene_.assets.push_back(std::move(asset));
    }

    // What a body says, over what the body that it is like says, and so on.
    Json resolved(const std::string& name, const Json& json, const JsonPlace& place) const {
        std::vector<std::pair<std::string, const Json*>> chain{{name, &json}};
        while (const Json* like = chain.back().second->find("like")) {
            const auto& [child, body] = chain.back();
            const JsonPlace here = chain.size() == 1 ? place : JsonPlace{file_, "bodies." + child};
            const std::string& other = expect(*like, Json::Type::text, here.inside("like")).text;
            const Json* original = original_of(other, child, *like, here);
            constexpr size_t longest = 1000;
            if (std::any_of(chain.begin(), chain.end(), [&](const auto& link) { return link.first == other; }))
                throw Error({here.inside("like").at(*like), "bodies are like each other in a circle", "", ""});
            if (chain.size() == longest)
                throw Error({place.at(json), "a chain of more than 1,000 bodies that are like each other", "", ""});
            chain.emplace_back(other, original);
        }
        Json result = *chain.back().second;
        for (size_t i = chain.size() - 1; i-- > 0;) {
            std::erase_if(result.members, [](const auto& m) { return m.first == "instances" || m.first == "note"; });
            lay_over(result, *chain[i].second);
            result.line = chain[i].second->line;
        }
        return result;
    }

    const Json* original_of(const std::string& wanted, const std::string& child, const Json& like,
                            const JsonPlace& place) const {
        const Json* bodies = root_.find("bodies");
        const Json* original = bodies->find(wanted);
        if (original && wanted != child) return &expect(*original, Json::Type::object, {file_, "bodies." + wanted});
        std::vector<std::string> names;
        for (const auto& [n, v] : bodies->members)
            if (n != child) names.push_back(n);
        const std::string meant = nearest_name(wanted, names);
        throw Error({place.inside("like").at(like), "there is no other body " + in_quotes(wanted), "",
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }

    static void lay_over(Json& base, const Json& over) {
        for (const auto& [key, value] : over.members) {
            if (key == "like") continue;
            if (Json* old = base.find(key)) {
                *old = value;
            } else {
                base.members.emplace_back(key, value);
            }
        }
    }

    void read_body(const std::string& name, const Json& json, const JsonPlace& place) {
        Json body = resolved(name, json, place);
        const Json* instances = body.find("instances");
        if (!instances) return add_body(name, body, place);
        const std::vector<Json> list = expect(*instances, Json::Type::array, place.inside("instances")).items;
        std::erase_if(body.members, [](const auto& m) { return m.first == "instances"; });
        for (size_t i = 0; i < list.size(); ++i) {
            const JsonPlace here = place.inside("instances").inside(std::to_string(i));
            Json instance = body;
            for (const char* key : {"like", "instances"})
                if (const Json* nested = expect(list[i], Json::Type::object, here).find(key))
                    throw Error({here.inside(key).at(*nested), std::string("an instance with \"") + key + "\"",
                                 "values of its own, as \"position\"", ""});
            lay_over(instance, list[i]);
            instance.line = list[i].line;
            add_body(name + "/" + std::to_string(i), instance, place);
        }
    }

    std::string text_of(const Json& object, const char* key, const JsonPlace& place) const {
        const Json* json = object.find(key);
        return json ? expect(*json, Json::Type::text, place.inside(key)).text : std::string();
    }

    SceneAsset* asset_called(const std::string& name) {
        const auto found = std::find_if(scene_.assets.begin(), scene_.assets.end(),
                                        [&](const SceneAsset& a) { return a.name == name; });
        return found == scene_.assets.end() ? nullptr : &*found;
    }

    // What the asset of a body says of it, if that is more than a mesh, and is known. Asked for once.
    const Creature* creature_of(const std::string& name) {
        SceneAsset* asset = asset_called(name);
        if (!asset) return nullptr;
        if (find_ && asked_.insert(name).second) {
            try {
                asset->creature = find_(*asset);
            } catch (const Error& e) {
                throw e.inside(asset->where);
            }
        }
        return asset->creature.get();
    }
    // Whether the asset of a body may say more of it, which is not known here.
    bool is_unopened(const std::string& name) {
        const SceneAsset* asset = find_ ? nullptr : asset_called(name);
        const bool unopened = asset && may_be_creature(asset->parameters);
        if (unopened) asked_.insert(name);
        return unopened;
    }
    bool leaves_unopened() const { return !find_ && !asked_.empty(); }

    // The creature that a body is all of, and that says its kind.
    const Creature* worn_by(const SceneBody& body) {
        const Creature* creature = body.mesh.empty() && body.faces.all() ? creature_of(body.asset) : nullptr;
        const Json* kind = creature ? creature->body.find("kind") : nullptr;
        return kind && kind->text == body.kind->name ? creature : nullptr;
    }

    // The body as the file of its creature has it, under what the scene says. A body of another kind, or one that takes
    // a part of the file, has nothing of it but the mesh.
    Json over_creature(const Json& json, const JsonPlace& place) {
        const Creature* creature = json.find("mesh") ? nullptr : creature_of(text_of(json, "asset", place));
        if (!creature) return json;
        Json result = creature->body;
        const Json *ours = result.find("kind"), *theirs = json.find("kind");
        if (ours && theirs && theirs->is(Json::Type::text) && theirs->text != ours->text) return json;
        if (ours && json.find("preset")) {  // a preset of the scene counts before numbers of the file
            const ParameterTable& table = find_kind(ours->text)->parameters;
            std::erase_if(result.members, [&](const auto& m) { return m.first != "kind" && table.find(m.first); });
        }
        lay_over(result, json);
        result.line = json.line;
        return result;
    }

    void add_body(const std::string& name, const Json& given, const JsonPlace& place) {
        const bool unopened = !given.find("mesh") && is_unopened(text_of(given, "asset", place));
        const Json json = over_creature(given, place);
        if (unopened && !json.find("kind")) return add_unopened(name, json, place);
        const std::string kind_name = text_of(json, "kind", place);
        const Kind* kind = find_kind(kind_name.empty() ? "lattice" : kind_name);
        if (!kind)
            throw Error({place.inside("kind").at(*json.find("kind")), "there is no kind " + in_quotes(kind_name),
                         "one of: " + kind_names(), ""});
        SceneBody body{name, place.at(json),           text_of(json, "asset", place),  text_of(json, "mesh", place),
                       kind, ParameterSet(body_table), ParameterSet(kind->parameters), {},
                       {}};
        if (const Json* preset = json.find("preset")) {
            try {
                body.own.set_preset(expect(*preset, Json::Type::text, place.inside("preset")).text);
            } catch (const Error& e) {
                Trouble trouble = e.inside(place.inside("preset").at(*preset)).trouble();
                const std::string owner =
                    preset->is(Json::Type::text) ? owner_of_preset(preset->text, kind->parameters) : "";
                if (!owner.empty()) trouble.advice = owner;
                mistakes_.collect([&] { throw Error(trouble); });
            }
        }
        ParameterSet* const sets[] = {&body.own, &body.common};
        read_members(json, place, sets, body_structure_keys(), &mistakes_);
        if (const Json* bones = json.find("bones")) read_bones(body, *bones, place.inside("bones"));
        if (const Json* faces = json.find("faces")) read_faces(body, *faces, place.inside("faces"));
        if (const Json* surface = json.find("surface")) read_surface(body, *surface, place.inside("surface"));
        try {
            if (!unopened) check_together(body.common);
        } catch (const Error& e) {
            throw e.inside(body.where);
        }
        check_asset(body.asset, "body", "mesh", json, place);
        scene_.bodies.push_back(std::move(body));
    }

    // A body that may be a creature, whose file says its kind: what the scene says of it can be read only with that.
    void add_unopened(const std::string& name, const Json& json, const JsonPlace& place) {
        scene_.bodies.push_back({name,
                                 place.at(json),
                                 text_of(json, "asset", place),
                                 "",
                                 nullptr,
                                 ParameterSet(body_table),
                                 ParameterSet(body_table),
                                 {},
                                 {}});
    }

    // "bones": false, or what is said for all joints: { "follow": "dancer", "stiffness": 300, "damping": 10 }
    void read_bones(SceneBody& body, const Json& json, const JsonPlace& place) {
        if (!json.is(Json::Type::object)) {
            body.bones = expect(json, Json::Type::boolean, place).number != 0;
            return;
        }
        static const std::vector<std::string> keys = {"follow", "stiffness", "damping", "max_force", "strength"};
        for (const auto& [key, value] : json.members)
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                unknown_key(key, place.inside(key).at(value), keys);
        ParameterSet checked(joint_table);
        ParameterSet* const sets[] = {&checked};
        read_members(json, place, sets, {}, &mistakes_);
        body.drives = std::make_shared<const ParameterSet>(std::move(checked));
    }

    // "faces": { "material": "Skirt" } or { "attribute": "cloth" }
    void read_faces(SceneBody& body, const Json& json, const JsonPlace& place) const {
        for (const auto& [key, value] : expect(json, Json::Type::object, place).members)
            if (key != "material" && key != "attribute" && key != "note")
                unknown_key(key, place.at(value), {"material", "attribute"});
        body.faces = {text_of(json, "material", place), text_of(json, "attribute", place)};
        if (body.faces.material.empty() == body.faces.attribute.empty())
            throw Error({place.at(json), "not one of \"material\" and \"attribute\"",
                         "which faces of the mesh the body has, as in { \"material\": \"Skirt\" }", ""});
    }

    // "surface": { "asset": "fine shirt", "mesh": "Shirt", "subdivide": 1, "thickness": 0.002 }
    void read_surface(SceneBody& body, const Json& json, const JsonPlace& place) const {
        static const std::vector<std::string> keys = {"asset", "mesh", "subdivide", "thickness"};
        for (const auto& [key, value] : expect(json, Json::Type::object, place).members)
            if (key != "note" && std::find(keys.begin(), keys.end(), key) == keys.end())
                unknown_key(key, place.at(value), keys);
        SceneSurface& s = body.surface;
        s.asset = text_of(json, "asset", place), s.mesh = text_of(json, "mesh", place);
        if (!s.asset.empty()) check_asset(s.asset, "surface", "mesh", json, place);
        if (s.asset.empty() && !s.mesh.empty())
            throw Error({place.inside("mesh").at(*json.find("mesh")), "\"mesh\" without \"asset\"",
                         "the asset that it is a part of", ""});
        const auto number = [&](const char* key, double most, const char* expected) {
            const Json* value = json.find(key);
            if (!value) return 0.0;
            const double n = expect(*value, Json::Type::number, place.inside(key)).number;
            if (!(n >= 0 && n <= most)) throw Error({place.inside(key).at(*value), short_number(n), expected, ""});
            return n;
        };
        const double times = number("subdivide", 4, "how often each triangle becomes four: 0 … 4");
        if (times != std::floor(times))
            throw Error(
                {place.inside("subdivide").at(*json.find("subdivide")), short_number(times), "a whole number", ""});
        s.subdivide = static_cast<u32>(times);
        s.thickness = number("thickness", 1e3, "a thickness [m], 0 or more");
    }

    void check_asset(const std::string& asset, const char* what, const char* its, const Json& json,
                     const JsonPlace& place) const {
        std::vector<std::string> names;
        for (const SceneAsset& a : scene_.assets) {
            if (a.name == asset) return;
            names.push_back(a.name);
        }
        if (asset.empty())
            throw Error({place.at(json), std::string("the ") + what + " has no \"asset\"",
                         std::string("the name of an asset: its ") + its, ""});
        const std::string meant = nearest_name(asset, names);
        throw Error({place.inside("asset").at(*json.find("asset")), "there is no asset " + in_quotes(asset), "",
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }

    void read_collider(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneCollider collider{name, place.at(json), ParameterSet(collider_table)};
        read_collider(collider, json, place);
        scene_.colliders.push_back(std::move(collider));
    }

    // Over what the collider is already.
    void read_collider(SceneCollider& collider, const Json& json, const JsonPlace& place) {
        static const std::vector<std::string> mesh_keys = {"file", "unit",    "up",     "scale",
                                                           "mesh", "heights", "points", "parts"};
        ParameterSet* const sets[] = {&collider.parameters};
        read_members(json, place, sets, mesh_keys, &mistakes_);
        const std::string shape = collider.parameters.text(ColliderP::shape);
        Json asset = empty_object;
        for (const char* key : {"file", "unit", "up", "scale"})
            if (const Json* value = json.find(key)) asset.members.emplace_back(key, *value);
        ParameterSet* const asset_sets[] = {&collider.asset};
        read_members(asset, place, asset_sets, {}, &mistakes_);
        const bool of_mesh = shape == "mesh" || shape == "hull";
        if (const Json* points = json.find("points")) read_points(collider, *points, place.inside("points"));
        if (of_mesh && collider.points.empty() && !collider.asset.given(AssetP::file))
            throw Error({collider.where, "a " + shape + " collider without \"file\"", "the name of a mesh file", ""});
        if (!of_mesh && !asset.members.empty())
            throw Error({place.inside(asset.members[0].first).at(asset.members[0].second),
                         "\"" + asset.members[0].first + "\" of a " + shape, "only for \"shape\": \"mesh\" or \"hull\"",
                         ""});
        for (const auto& [key, needed] : {std::pair{"heights", "height_field"}, std::pair{"mesh", "mesh"}})
            if (const Json* value = json.find(key); value && shape != needed && !(of_mesh && *key == 'm'))
                throw Error({place.inside(key).at(*value), "\"" + std::string(key) + "\" of a " + shape,
                             std::string("only for \"shape\": \"") + needed + "\"", ""});
        if (json.find("mesh")) collider.mesh = text_of(json, "mesh", place);
        if (shape == "height_field") read_heights(collider, json, place);
        if (const Json* parts = json.find("parts")) read_parts(collider, *parts, place.inside("parts"));
        if (shape == "compound" && collider.parts.empty())
            throw Error({collider.where, "a compound without \"parts\"", "a list of shapes [{…}, {…}, …]", ""});
        if (shape != "compound" && !collider.parts.empty())
            throw Error(
                {place.inside("parts").at(json), "\"parts\" of a " + shape, "only for \"shape\": \"compound\"", ""});
        if (shape != "hull" && !collider.points.empty())
            throw Error(
                {place.inside("points").at(json), "\"points\" of a " + shape, "only for \"shape\": \"hull\"", ""});
    }

    static void read_points(SceneCollider& collider, const Json& json, const JsonPlace& place) {
        if (collider.parameters.text(ColliderP::shape) != "hull")
            throw Error({place.at(json), "\"points\" of a " + collider.parameters.text(ColliderP::shape),
                         "only for \"shape\": \"hull\"", ""});
        collider.points.clear();
        for (const Json& point : expect(json, Json::Type::array, place).items) {
            if (expect(point, Json::Type::array, place).items.size() != 3)
                throw Error({place.at(point), "not three numbers", "places [x, y, z]", ""});
            float v[3];
            for (size_t k = 0; k < 3; ++k)
                v[k] = static_cast<float>(expect(point.items[k], Json::Type::number, place).number);
            collider.points.push_back({v[0], v[1], v[2]});
        }
        if (collider.points.size() < 4)
            throw Error({place.at(json), std::to_string(collider.points.size()) + " points", "4 or more", ""});
    }

    void read_parts(SceneCollider& collider, const Json& json, const JsonPlace& place) {
        if (collider.parameters.text(ColliderP::shape) != "compound")
            throw Error({place.at(json), "\"parts\" of a " + collider.parameters.text(ColliderP::shape),
                         "only for \"shape\": \"compound\"", ""});
        collider.parts.clear();
        for (const Json& part : expect(json, Json::Type::array, place).items) {
            ParameterSet& values = collider.parts.emplace_back(collider_table);
            ParameterSet* const sets[] = {&values};
            read_members(expect(part, Json::Type::object, place), place, sets, {});
        }
    }

    static void read_heights(SceneCollider& collider, const Json& json, const JsonPlace& place) {
        const Json* heights = json.find("heights");
        if (!heights)
            throw Error({collider.where, "a height field without \"heights\"", "rows of numbers [[…], […], …]", ""});
        for (const Json& row : expect(*heights, Json::Type::array, place.inside("heights")).items) {
            const auto& numbers = expect(row, Json::Type::array, place.inside("heights")).items;
            if (collider.rows == 0) collider.columns = static_cast<u32>(numbers.size());
            if (numbers.size() != collider.columns)
                throw Error({place.inside("heights").at(row), "a row of " + std::to_string(numbers.size()),
                             std::to_string(collider.columns) + " numbers as in the first row", ""});
            for (const Json& n : numbers)
                collider.heights.push_back(
                    static_cast<float>(expect(n, Json::Type::number, place.inside("heights")).number));
            ++collider.rows;
        }
        if (collider.columns < 2 || collider.rows < 2)
            throw Error({place.inside("heights").at(*heights),
                         std::to_string(collider.rows) + " rows of " + std::to_string(collider.columns),
                         "at least 2 of 2", ""});
    }

    void read_character(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneCharacter character{
            name, place.at(json), text_of(json, "asset", place), ParameterSet(character_table), {}};
        static const std::vector<std::string> structure = {"asset", "capsules"};
        ParameterSet* const sets[] = {&character.parameters};
        read_members(json, place, sets, structure, &mistakes_);
        if (const Json* capsules = json.find("capsules")) read_capsules(character, *capsules, place.inside("capsules"));
        check_asset(character.asset, "character", "skinned mesh", json, place);
        scene_.characters.push_back(std::move(character));
    }

    // "Hips": { "radius": 0.2 } changes what was fitted, "Finger": false takes it away.
    static void read_capsules(SceneCharacter& character, const Json& json, const JsonPlace& place) {
        expect(json, Json::Type::object, place);
        if (character.parameters.choice(CharacterP::collider) == 0)
            throw Error({place.at(json), "\"capsules\" of a character that nothing can touch",
                         "\"collider\": \"capsules\" beside it", ""});
        for (const auto& [bone, value] : json.members) {
            const JsonPlace here = place.inside(bone);
            if (bone == "note" && value.is(Json::Type::text)) continue;
            CapsuleEdit edit;
            edit.bone = bone;
            if (value.is(Json::Type::boolean)) {
                if (value.number != 0)
                    throw Error({here.at(value), "found true", "false, or an object with its \"radius\"", ""});
                edit.removed = true;
            } else {
                ParameterSet given(capsule_table);
                ParameterSet* const sets[] = {&given};
                read_members(value, here, sets, {});
                if (given.given(CapsuleP::radius)) edit.radius = given.number(CapsuleP::radius);
                if (given.given(CapsuleP::height)) edit.height = given.number(CapsuleP::height);
                if (given.given(CapsuleP::position)) edit.position = given.vector(CapsuleP::position);
            }
            character.capsules.push_back(std::move(edit));
        }
    }

    void read_pair(const std::string& name, const Json& json, const JsonPlace& place) {
        ScenePair pair{name, place.at(json), "", "", ParameterSet(pair_table)};
        static const std::vector<std::string> structure = {"between"};
        ParameterSet* const sets[] = {&pair.parameters};
        read_members(json, place, sets, structure, &mistakes_);
        const Json* between = json.find("between");
        if (!between || !between->is(Json::Type::array) || between->items.size() != 2)
            throw Error({pair.where, "no two names in \"between\"",
                         "\"between\": [\"one\", \"other\"], bodies or colliders", ""});
        pair.first = expect(between->items[0], Json::Type::text, place.inside("between")).text;
        pair.second = expect(between->items[1], Json::Type::text, place.inside("between")).text;
        // A body with instances stands for all of them.
        for (const std::string& one : things_called(pair.first, place.inside("between").at(*between)))
            for (const std::string& other : things_called(pair.second, place.inside("between").at(*between)))
                scene_.pairs.push_back({pair.name, pair.where, one, other, pair.parameters});
    }

    void read_attachment(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneAttachment attachment{name, place.at(json), "", ParameterSet(attachment_table)};
        read_attachment(attachment, json, place);
        const std::string& body = attachment.body;
        // A body with instances stands for all of them: each gets an attachment of its own.
        const std::vector<std::string> bodies = bodies_called(body, place.inside("body").at(*json.find("body")));
        for (size_t i = 0; i < bodies.size(); ++i)
            scene_.attachments.push_back({bodies.size() == 1 ? name : name + "/" + std::to_string(i), attachment.where,
                                          bodies[i], attachment.parameters});
    }

    void read_attachment(SceneAttachment& attachment, const Json& json, const JsonPlace& place) {
        static const std::vector<std::string> structure = {"body"};
        ParameterSet* const sets[] = {&attachment.parameters};
        read_members(json, place, sets, structure, &mistakes_);
        if (json.find("body")) attachment.body = text_of(json, "body", place);
        if (attachment.body.empty())
            throw Error({attachment.where, "an attachment without \"body\"", "the name of a body", ""});
        try {
            check_where(attachment.parameters);
        } catch (const Error& e) {
            throw e.inside(attachment.where);
        }
    }

    void read_joint(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneJoint joint{name, place.at(json), ParameterSet(joint_table)};
        read_joint(joint, json, place);
        scene_.joints.push_back(std::move(joint));
    }

    void read_joint(SceneJoint& joint, const Json& json, const JsonPlace& place) {
        ParameterSet* const sets[] = {&joint.parameters};
        read_members(json, place, sets, {}, &mistakes_);
        try {
            check_joint(joint.parameters);
        } catch (const Error& e) {
            throw e.inside(joint.where);
        }
    }

    // A body whose asset is a creature brings its bones, its joints, and what holds the body to them.
    void add_bones(const SceneBody& body) {
        const Creature* creature = body.bones ? worn_by(body) : nullptr;
        if (!creature || creature->bones.empty()) return;
        const Vec3d scale = body.common.vector(BodyP::scale);
        if (scale.x != scale.y || scale.y != scale.z)
            throw Error({body.where, "a creature with bones that is stretched", "the same scale along all axes",
                         "or \"bones\": false"});
        const SceneAsset& asset = *asset_called(body.asset);
        if (asset.parameters.given(AssetP::unit) || asset.parameters.given(AssetP::up))
            throw Error({asset.where, "\"unit\" or \"up\" of a creature with bones", "the file as it is",
                         "or \"bones\": false for the body"});
        const CreaturePlace place{
            {body.common.vector(BodyP::position), rotation_from_degrees(body.common.vector(BodyP::rotation))},
            scale.x * asset.parameters.number(AssetP::scale)};
        CreatureParts parts = creature_parts(*creature, body.name, place, body.drives.get());
        for (SceneCollider& collider : parts.colliders)
            bring("colliders", std::move(collider), scene_.colliders,
                  [&](const Json& json, const JsonPlace& at, SceneCollider& c) { read_collider(c, json, at); });
        for (SceneJoint& joint : parts.joints)
            bring("joints", std::move(joint), scene_.joints,
                  [&](const Json& json, const JsonPlace& at, SceneJoint& j) { read_joint(j, json, at); });
        for (SceneAttachment& attachment : parts.attachments)
            bring("attachments", std::move(attachment), scene_.attachments,
                  [&](const Json& json, const JsonPlace& at, SceneAttachment& a) { read_attachment(a, json, at); });
    }

    // One part of a creature, with what the scene changes in it.
    template <class Part, class Read>
    void bring(const char* section, Part part, std::vector<Part>& to, Read&& read) {
        brought_.push_back(std::string(section) + "." + part.name);
        if (const Json* changes = changes_of(section, part.name)) {
            const JsonPlace place{file_, brought_.back()};
            forget_changed(*changes, place, part.parameters);
            part.where = place.at(*changes);
            read(*changes, place, part);
        }
        to.push_back(std::move(part));
    }

    void read_field(const std::string& name, const Json& json, const JsonPlace& place) {
        SceneField field{name, place.at(json), ParameterSet(field_table)};
        ParameterSet* const sets[] = {&field.parameters};
        read_members(json, place, sets, {}, &mistakes_);
        try {
            check_field(field.parameters);
        } catch (const Error& e) {
            throw e.inside(field.where);
        }
        for (const std::string& body : field.parameters.names(FieldP::bodies))
            bodies_called(body, field.where + ".bodies");
        scene_.fields.push_back(std::move(field));
    }

    // The body, the collider or all instances of that name.
    std::vector<std::string> things_called(const std::string& name, const std::string& where) const {
        return called(name, where, "body, collider or character", [&](const auto& look_at) {
            std::for_each(scene_.bodies.begin(), scene_.bodies.end(), look_at);
            std::for_each(scene_.colliders.begin(), scene_.colliders.end(), look_at);
            std::for_each(scene_.characters.begin(), scene_.characters.end(), look_at);
        });
    }

    std::vector<std::string> bodies_called(const std::string& name, const std::string& where) const {
        return called(name, where, "body",
                      [&](const auto& look_at) { std::for_each(scene_.bodies.begin(), scene_.bodies.end(), look_at); });
    }

    template <class EachThing>
    static std::vector<std::string> called(const std::string& name, const std::string& where, const char* what,
                                           EachThing&& each_thing) {
        std::vector<std::string> found, known;
        each_thing([&](const auto& thing) {
            const std::string family = thing.name.substr(0, thing.name.find('/'));
            if (thing.name == name || family == name) found.push_back(thing.name);
            known.push_back(family);
        });
        if (!found.empty()) return found;
        const std::string meant = nearest_name(name, known);
        throw Error({where, std::string("there is no ") + what + " " + in_quotes(name), "",
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }

    void check_target(const SceneCamera& camera, const Json& json, const JsonPlace& place) const {
        const std::string* target = camera.parameters.value(CameraP::target).text();
        if (target && !leaves_unopened()) things_called(*target, place.inside("target").at(*json.find("target")));
    }

    const Json& root_;
    const std::string file_;
    const CreatureFinder find_;
    Mistakes mistakes_;
    std::set<std::string> asked_;       // assets that bodies have asked for creatures
    std::vector<std::string> brought_;  // by creatures: "joints.kobold/elbow"
    Scene scene_;
};

// "bodies.olie.spacing" must not make a new body called olie.
void check_named_thing(const Json& root, const std::string& path) {
    static const std::vector<std::string_view> sections = {"assets",      "bodies", "colliders", "characters", "pairs",
                                                           "attachments", "fields", "joints",    "cameras"};
    const std::vector<std::string_view> names = split(path, '.');
    const Json* section = root.find(names[0]);
    const bool named = std::find(sections.begin(), sections.end(), names[0]) != sections.end() && names.size() > 2;
    if (!named || names[1].empty() || (section && section->find(names[1]))) return;
    std::vector<std::string> known;
    if (section)
        for (const auto& [name, value] : section->members) known.push_back(name);
    const std::string meant = nearest_name(names[1], known);
    throw Error({"--set " + path, "there is no " + in_quotes(names[1]) + " in the scene's " + std::string(names[0]), "",
                 meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
}

}  // namespace

static Json parse_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings) {
    Json root = parse_json(text, file);
    for (const std::string& setting : settings) {
        const size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error({"--set " + setting, "no value", "path=value, as in bodies.ollie.spacing=0.03", ""});
        const std::string path = setting.substr(0, equals);
        check_named_thing(root, path);
        set_by_path(root, path, setting.substr(equals + 1));
    }
    return root;
}

static CreatureFinder files_in(const std::string& folder) {
    return [folder](const SceneAsset& asset) { return creature_of_asset(asset.parameters, folder); };
}

Scene read_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder) {
    return SceneReader(parse_scene(text, file, settings), file, folder, nullptr).read();
}

Scene open_creatures(const Scene& scene) {
    if (!scene.unopened) return scene;
    return SceneReader(*scene.unopened, scene.file, scene.folder, files_in(scene.folder)).read();
}

Scene open_scene(std::string_view text, const std::string& file, const std::vector<std::string>& settings,
                 const std::string& folder) {
    return SceneReader(parse_scene(text, file, settings), file, folder, files_in(folder)).read();
}

Scene load_scene(const std::string& file, const std::vector<std::string>& settings) {
    return open_scene(read_file(file), file, settings, folder_of(file));
}

}  // namespace pliant
