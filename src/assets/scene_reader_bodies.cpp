#include "assets/scene_reader.h"

#include <algorithm>

#include "assets/other_kinds.h"
#include "body/registry.h"
#include "core/text.h"
#include "core/trig.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

// The JSON of a body, laid over that of the body that it is like, and so on.
Json SceneReader::resolved(const std::string& name, const Json& json, const JsonPlace& place) const {
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

const Json* SceneReader::original_of(const std::string& wanted, const std::string& child, const Json& like,
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

void SceneReader::lay_over(Json& base, const Json& over) {
    for (const auto& [key, value] : over.members) {
        if (key == "like") continue;
        if (Json* old = base.find(key)) {
            *old = value;
        } else {
            base.members.emplace_back(key, value);
        }
    }
}

void SceneReader::read_body(const std::string& name, const Json& json, const JsonPlace& place) {
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

// What the asset of a body says of it, if that is more than a mesh, and is known. Asked for once.
const Creature* SceneReader::creature_of(const std::string& name) {
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
bool SceneReader::is_unopened(const std::string& name) {
    const SceneAsset* asset = find_ ? nullptr : asset_called(name);
    const bool unopened = asset && may_be_creature(asset->parameters);
    if (unopened) asked_.insert(name);
    return unopened;
}

// The creature that a body is all of, and that says its kind.
const Creature* SceneReader::worn_by(const SceneBody& body) {
    const Creature* creature = body.mesh.empty() && body.faces.all() ? creature_of(body.asset) : nullptr;
    const Json* kind = creature ? creature->body.find("kind") : nullptr;
    return kind && kind->text == body.kind->name ? creature : nullptr;
}

// The body as the file of its creature has it, under what the scene says. A body of another kind, or one that takes
// a part of the file, has nothing of it but the mesh.
Json SceneReader::over_creature(const Json& json, const JsonPlace& place) {
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

void SceneReader::add_body(const std::string& name, const Json& given, const JsonPlace& place) {
    const bool unopened = !given.find("mesh") && is_unopened(text_of(given, "asset", place));
    const Json json = over_creature(given, place);
    if (unopened && !json.find("kind")) return add_unopened(name, json, place);
    const std::string kind_name = text_of(json, "kind", place);
    const Kind* kind = kind_name.empty() ? &default_kind() : find_kind(kind_name);
    if (!kind)
        throw Error({place.inside("kind").at(*json.find("kind")), "there is no kind " + in_quotes(kind_name),
                     "one of: " + kind_names(), owner_of_preset(kind_name, body_table)});
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
void SceneReader::add_unopened(const std::string& name, const Json& json, const JsonPlace& place) {
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

// "bones": false, or values for all joints: { "follow": "dancer", "stiffness": 300, "damping": 10 }
void SceneReader::read_bones(SceneBody& body, const Json& json, const JsonPlace& place) {
    if (!json.is(Json::Type::object)) {
        body.bones = expect(json, Json::Type::boolean, place).number != 0;
        return;
    }
    static const std::vector<std::string> keys = {"follow", "stiffness", "damping", "max_force", "strength"};
    for (const auto& [key, value] : json.members)
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) unknown_key(key, place.inside(key).at(value), keys);
    ParameterSet checked(joint_table);
    ParameterSet* const sets[] = {&checked};
    read_members(json, place, sets, {}, &mistakes_);
    body.drives = std::make_shared<const ParameterSet>(std::move(checked));
}

// "faces": { "material": "Skirt" } or { "attribute": "cloth" }
void SceneReader::read_faces(SceneBody& body, const Json& json, const JsonPlace& place) const {
    for (const auto& [key, value] : expect(json, Json::Type::object, place).members)
        if (key != "material" && key != "attribute" && key != "note")
            unknown_key(key, place.at(value), {"material", "attribute"});
    body.faces = {text_of(json, "material", place), text_of(json, "attribute", place)};
    if (body.faces.material.empty() == body.faces.attribute.empty())
        throw Error({place.at(json), "not one of \"material\" and \"attribute\"",
                     "which faces of the mesh the body has, as in { \"material\": \"Skirt\" }", ""});
}

// "surface": { "asset": "fine shirt", "mesh": "Shirt", "subdivide": 1, "thickness": 0.002 }
void SceneReader::read_surface(SceneBody& body, const Json& json, const JsonPlace& place) const {
    static const std::vector<std::string> keys = {"asset", "mesh", "subdivide", "thickness"};
    for (const auto& [key, value] : expect(json, Json::Type::object, place).members)
        if (key != "note" && std::find(keys.begin(), keys.end(), key) == keys.end())
            unknown_key(key, place.at(value), keys);
    SceneSurface& s = body.surface;
    s.asset = text_of(json, "asset", place);
    s.mesh = text_of(json, "mesh", place);
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
        throw Error({place.inside("subdivide").at(*json.find("subdivide")), short_number(times), "a whole number", ""});
    s.subdivide = static_cast<u32>(times);
    s.thickness = number("thickness", 1e3, "a thickness [m], 0 or more");
}

// A body whose asset is a creature brings its bones, its joints, and what holds the body to them.
void SceneReader::add_bones(const SceneBody& body) {
    const Creature* creature = body.bones ? worn_by(body) : nullptr;
    if (!creature || creature->bones.empty()) return;
    const Vec3d scale = body.common.vector(BodyP::scale);
    if (scale.x != scale.y || scale.y != scale.z)
        throw Error({body.where, "a creature with bones that is stretched", "the same scale along all axes",
                     "or \"bones\": false"});
    const SceneAsset& asset = *asset_called(body.asset);
    if (asset.parameters.is_explicit(AssetP::unit) || asset.parameters.is_explicit(AssetP::up))
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

}  // namespace pliant
