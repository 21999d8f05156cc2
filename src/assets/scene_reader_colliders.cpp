#include "assets/scene_reader.h"

#include "core/text.h"
#include "world/characters/character_parameters.h"
#include "world/parameters.h"

namespace pliant {

void SceneReader::read_collider(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneCollider collider{name, place.at(json), ParameterSet(collider_table)};
    read_collider(collider, json, place);
    scene_.colliders.push_back(std::move(collider));
}

// Over what the collider is already.
void SceneReader::read_collider(SceneCollider& collider, const Json& json, const JsonPlace& place) {
    static const std::vector<std::string> mesh_keys = {"file", "unit",    "up",     "scale",
                                                       "mesh", "heights", "points", "parts"};
    ParameterSet* const sets[] = {&collider.parameters};
    read_members(json, place, sets, mesh_keys, &mistakes_);
    const std::string shape = collider.parameters.text(ColliderP::shape);
    Json asset;
    asset.type = Json::Type::object;
    for (const char* key : {"file", "unit", "up", "scale"})
        if (const Json* value = json.find(key)) asset.members.emplace_back(key, *value);
    ParameterSet* const asset_sets[] = {&collider.asset};
    read_members(asset, place, asset_sets, {}, &mistakes_);
    const bool of_mesh = shape == "mesh" || shape == "hull";
    if (const Json* points = json.find("points")) read_points(collider, *points, place.inside("points"));
    if (of_mesh && collider.points.empty() && !collider.asset.is_explicit(AssetP::file))
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
        throw Error({place.inside("points").at(json), "\"points\" of a " + shape, "only for \"shape\": \"hull\"", ""});
}

void SceneReader::read_points(SceneCollider& collider, const Json& json, const JsonPlace& place) {
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

void SceneReader::read_parts(SceneCollider& collider, const Json& json, const JsonPlace& place) {
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

void SceneReader::read_heights(SceneCollider& collider, const Json& json, const JsonPlace& place) {
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
                     std::to_string(collider.rows) + " rows of " + std::to_string(collider.columns), "at least 2 of 2",
                     ""});
}

void SceneReader::read_character(const std::string& name, const Json& json, const JsonPlace& place) {
    SceneCharacter character{name, place.at(json), text_of(json, "asset", place), ParameterSet(character_table), {}};
    static const std::vector<std::string> structure = {"asset", "capsules"};
    ParameterSet* const sets[] = {&character.parameters};
    read_members(json, place, sets, structure, &mistakes_);
    if (const Json* capsules = json.find("capsules")) read_capsules(character, *capsules, place.inside("capsules"));
    check_asset(character.asset, "character", "skinned mesh", json, place);
    scene_.characters.push_back(std::move(character));
}

// "Hips": { "radius": 0.2 } changes a fitted capsule, "Finger": false removes it.
void SceneReader::read_capsules(SceneCharacter& character, const Json& json, const JsonPlace& place) {
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
            if (given.is_explicit(CapsuleP::radius)) edit.radius = given.number(CapsuleP::radius);
            if (given.is_explicit(CapsuleP::height)) edit.height = given.number(CapsuleP::height);
            if (given.is_explicit(CapsuleP::position)) edit.position = given.vector(CapsuleP::position);
        }
        character.capsules.push_back(std::move(edit));
    }
}

}  // namespace pliant
