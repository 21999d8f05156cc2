#include "assets/scene_reader.h"

#include <algorithm>

#include "core/text.h"
#include "world/attachments/attachment.h"
#include "world/fields/field.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

Scene SceneReader::read() {
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
    each("colliders",
         [&](const std::string& name, const Json& json, const JsonPlace& place) { read_collider(name, json, place); });
    each("characters",
         [&](const std::string& name, const Json& json, const JsonPlace& place) { read_character(name, json, place); });
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

void SceneReader::check_version(const char* key, int ours) const {
    const Json* json = root_.find(key);
    if (!json) return;
    const double v = expect(*json, Json::Type::number, {file_, key}).number;
    if (v >= 1 && v <= ours && v == static_cast<int>(v)) return;
    throw Error({JsonPlace{file_, key}.at(*json), "found " + short_number(v, 9),
                 ours == 1 ? "1" : "a whole number from 1 to " + std::to_string(ours),
                 v > ours ? "the scene was made for a newer version" : ""});
}

// "kobold/elbow" changes an entry of the file of the body kobold.
bool SceneReader::changes_a_creature(std::string_view section, const std::string& name) {
    return (section == "colliders" || section == "joints" || section == "attachments") &&
           name.find('/') != std::string::npos && name.find('.') == std::string::npos;
}

// What the scene changes in an entry that a creature brought, key by key.
const Json* SceneReader::changes_of(const char* section, const std::string& name) const {
    const Json* json = root_.find(section);
    return json ? json->find(name) : nullptr;
}

// A changed value replaces that of the creature, as a whole where it is a group: "where": { … }.
void SceneReader::forget_changed(const Json& changes, const JsonPlace& place, ParameterSet& set) {
    for (const auto& [key, value] : expect(changes, Json::Type::object, place).members)
        for (const Parameter& row : set.table().rows)
            if (row.name == key || std::string_view(row.name).starts_with(key + ".")) set.reset(row.id);
}

void SceneReader::check_changes() const {
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

void SceneReader::read_asset(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneAsset asset{name, place.at(json)};
    ParameterSet* const sets[] = {&asset.parameters};
    read_members(json, place, sets, {}, &mistakes_);
    const bool file = asset.parameters.is_explicit(AssetP::file), shape = asset.parameters.is_explicit(AssetP::shape);
    if (file == shape)
        throw Error({asset.where,
                     file ? "both \"file\" and \"shape\" are given" : "neither \"file\" nor \"shape\" is given",
                     "one of them", ""});
    const auto only_for = [&](std::initializer_list<u16> rows, const char* other) {
        for (const u16 row : rows)
            if (asset.parameters.is_explicit(row))
                throw Error({asset.where, in_quotes(asset_table.rows[row].name) + " beside \"" + other + "\"",
                             std::string("it only with \"") + (file ? "shape" : "file") + "\"", "leave it out"});
    };
    if (file) only_for({AssetP::size, AssetP::detail}, "file");
    if (shape) only_for({AssetP::unit, AssetP::up}, "shape");
    scene_.assets.push_back(std::move(asset));
}

std::string SceneReader::text_of(const Json& object, const char* key, const JsonPlace& place) const {
    const Json* json = object.find(key);
    return json ? expect(*json, Json::Type::text, place.inside(key)).text : std::string();
}

SceneAsset* SceneReader::asset_called(const std::string& name) {
    const auto found =
        std::find_if(scene_.assets.begin(), scene_.assets.end(), [&](const SceneAsset& a) { return a.name == name; });
    return found == scene_.assets.end() ? nullptr : &*found;
}

void SceneReader::check_asset(const std::string& asset, const char* what, const char* its, const Json& json,
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
    const std::string stem = asset.substr(0, asset.rfind('.'));
    std::string advice = meant.empty() ? "" : "did you mean \"" + meant + "\"?";
    if (stem.size() < asset.size())  // the name of a file
        advice = "files have names in \"assets\": { " + quoted_json(stem.substr(stem.find_last_of('/') + 1)) +
                 ": { \"file\": " + quoted_json(asset) + " } }";
    throw Error({place.inside("asset").at(*json.find("asset")), "there is no asset " + in_quotes(asset), "", advice});
}

void SceneReader::read_pair(const std::string& name, const Json& json, const JsonPlace& place) {
    ScenePair pair{name, place.at(json), "", "", ParameterSet(pair_table)};
    static const std::vector<std::string> structure = {"between"};
    ParameterSet* const sets[] = {&pair.parameters};
    read_members(json, place, sets, structure, &mistakes_);
    const Json* between = json.find("between");
    if (!between || !between->is(Json::Type::array) || between->items.size() != 2)
        throw Error(
            {pair.where, "no two names in \"between\"", "\"between\": [\"one\", \"other\"], bodies or colliders", ""});
    pair.first = expect(between->items[0], Json::Type::text, place.inside("between")).text;
    pair.second = expect(between->items[1], Json::Type::text, place.inside("between")).text;
    // A body with instances stands for all of them.
    for (const std::string& one : things_called(pair.first, place.inside("between").at(*between)))
        for (const std::string& other : things_called(pair.second, place.inside("between").at(*between)))
            scene_.pairs.push_back({pair.name, pair.where, one, other, pair.parameters});
}

void SceneReader::read_attachment(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneAttachment attachment{name, place.at(json), "", ParameterSet(attachment_table)};
    read_attachment(attachment, json, place);
    const std::string& body = attachment.body;
    // A body with instances stands for all of them: each gets an attachment of its own.
    const std::vector<std::string> bodies = bodies_called(body, place.inside("body").at(*json.find("body")));
    for (size_t i = 0; i < bodies.size(); ++i)
        scene_.attachments.push_back({bodies.size() == 1 ? name : name + "/" + std::to_string(i), attachment.where,
                                      bodies[i], attachment.parameters});
}

void SceneReader::read_attachment(SceneAttachment& attachment, const Json& json, const JsonPlace& place) {
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

void SceneReader::read_joint(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneJoint joint{name, place.at(json), ParameterSet(joint_table)};
    read_joint(joint, json, place);
    scene_.joints.push_back(std::move(joint));
}

void SceneReader::read_joint(SceneJoint& joint, const Json& json, const JsonPlace& place) {
    ParameterSet* const sets[] = {&joint.parameters};
    read_members(json, place, sets, {}, &mistakes_);
    try {
        check_joint(joint.parameters);
    } catch (const Error& e) {
        throw e.inside(joint.where);
    }
}

void SceneReader::read_field(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneField field{name, place.at(json), ParameterSet(field_table)};
    ParameterSet* const sets[] = {&field.parameters};
    read_members(json, place, sets, {}, &mistakes_);
    try {
        check_field(field.parameters);
    } catch (const Error& e) {
        throw e.inside(field.where);
    }
    for (const std::string& body : field.parameters.names(FieldP::bodies)) bodies_called(body, field.where + ".bodies");
    scene_.fields.push_back(std::move(field));
}

// The body, the collider or all instances of that name.
std::vector<std::string> SceneReader::things_called(const std::string& name, const std::string& where) const {
    return called(name, where, "body, collider or character", [&](const auto& look_at) {
        std::for_each(scene_.bodies.begin(), scene_.bodies.end(), look_at);
        std::for_each(scene_.colliders.begin(), scene_.colliders.end(), look_at);
        std::for_each(scene_.characters.begin(), scene_.characters.end(), look_at);
    });
}

std::vector<std::string> SceneReader::bodies_called(const std::string& name, const std::string& where) const {
    return called(name, where, "body",
                  [&](const auto& look_at) { std::for_each(scene_.bodies.begin(), scene_.bodies.end(), look_at); });
}

void SceneReader::check_target(const SceneCamera& camera, const Json& json, const JsonPlace& place) const {
    const std::string* target = camera.parameters.value(CameraP::target).text();
    if (target && !leaves_unopened()) things_called(*target, place.inside("target").at(*json.find("target")));
}

}  // namespace pliant
