// Reads the JSON of a scene. Opens no file: `find` does that for assets that may be creatures. Without it, what those
// bring is left out, and so are the checks that need it.
#pragma once

#include <set>

#include "assets/creature_scene.h"
#include "assets/mistakes.h"
#include "assets/scene.h"
#include "assets/scene_creatures.h"
#include "assets/value_reader.h"

namespace pliant {

class SceneReader {
  public:
    SceneReader(const Json& root, std::string file, const std::string& folder, CreatureFinder find)
        : root_(expect(root, Json::Type::object, {file, ""})), file_(std::move(file)), find_(std::move(find)) {
        scene_.file = file_;
        scene_.folder = folder;
    }
    Scene read();

  private:
    void check_version(const char* key, int ours) const;

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

    // What the scene changes in the parts that a creature brings: "kobold/elbow" of a section.
    static bool changes_a_creature(std::string_view section, const std::string& name);
    const Json* changes_of(const char* section, const std::string& name) const;
    static void forget_changed(const Json& changes, const JsonPlace& place, ParameterSet& set);
    void check_changes() const;

    void read_asset(const std::string& name, const Json& json, const JsonPlace& place);

    // scene_reader_bodies.cpp
    Json resolved(const std::string& name, const Json& json, const JsonPlace& place) const;
    const Json* original_of(const std::string& wanted, const std::string& child, const Json& like,
                            const JsonPlace& place) const;
    static void lay_over(Json& base, const Json& over);
    void read_body(const std::string& name, const Json& json, const JsonPlace& place);
    std::string text_of(const Json& object, const char* key, const JsonPlace& place) const;
    SceneAsset* asset_called(const std::string& name);
    const Creature* creature_of(const std::string& name);
    bool is_unopened(const std::string& name);
    bool leaves_unopened() const { return !find_ && !asked_.empty(); }
    const Creature* worn_by(const SceneBody& body);
    Json over_creature(const Json& json, const JsonPlace& place);
    void add_body(const std::string& name, const Json& given, const JsonPlace& place);
    void add_unopened(const std::string& name, const Json& json, const JsonPlace& place);
    void read_bones(SceneBody& body, const Json& json, const JsonPlace& place);
    void read_faces(SceneBody& body, const Json& json, const JsonPlace& place) const;
    void read_surface(SceneBody& body, const Json& json, const JsonPlace& place) const;
    void add_bones(const SceneBody& body);
    void check_asset(const std::string& asset, const char* what, const char* its, const Json& json,
                     const JsonPlace& place) const;

    // scene_reader_colliders.cpp
    void read_collider(const std::string& name, const Json& json, const JsonPlace& place);
    void read_collider(SceneCollider& collider, const Json& json, const JsonPlace& place);
    static void read_points(SceneCollider& collider, const Json& json, const JsonPlace& place);
    void read_parts(SceneCollider& collider, const Json& json, const JsonPlace& place);
    static void read_heights(SceneCollider& collider, const Json& json, const JsonPlace& place);
    void read_character(const std::string& name, const Json& json, const JsonPlace& place);
    static void read_capsules(SceneCharacter& character, const Json& json, const JsonPlace& place);

    void read_pair(const std::string& name, const Json& json, const JsonPlace& place);
    void read_attachment(const std::string& name, const Json& json, const JsonPlace& place);
    void read_attachment(SceneAttachment& attachment, const Json& json, const JsonPlace& place);
    void read_joint(const std::string& name, const Json& json, const JsonPlace& place);
    void read_joint(SceneJoint& joint, const Json& json, const JsonPlace& place);

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

    void read_field(const std::string& name, const Json& json, const JsonPlace& place);
    std::vector<std::string> things_called(const std::string& name, const std::string& where) const;
    std::vector<std::string> bodies_called(const std::string& name, const std::string& where) const;

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

    void check_target(const SceneCamera& camera, const Json& json, const JsonPlace& place) const;

    const Json& root_;
    const std::string file_;
    const CreatureFinder find_;
    Mistakes mistakes_;
    std::set<std::string> asked_;       // assets that bodies have asked for creatures
    std::vector<std::string> brought_;  // by creatures: "joints.kobold/elbow"
    Scene scene_;
};

}  // namespace pliant
