#include "pliant/view/kind_change.h"

#include <algorithm>

#include "assets/scene.h"
#include "assets/value_reader.h"
#include "body/kind.h"
#include "core/error.h"
#include "world/parameters.h"

namespace pliant::view {

namespace {

bool is_structure(const std::string& key) {
    const std::vector<std::string> keys = body_structure_keys();
    return key == "note" || std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool takes(const Parameter& row, const Json& value) {
    try {
        read_value(row, value, {"", ""});
        return true;
    } catch (const Error&) {
        return false;
    }
}

class Change {
  public:
    Change(Editor& editor, const Json& bodies, const std::string& first, const Kind& kind)
        : editor_(editor), bodies_(bodies), first_(first), kind_(kind) {}

    KindChange result;

    void body(const std::string& name, const Json& json) {
        const std::string path = "bodies." + name;
        members(json, path, "");
        if (const Json* preset = json.find("preset"); preset && !kind_.parameters.find_preset(preset->text))
            drop(path, "preset");
        if (const Json* instances = json.find("instances"))
            for (size_t i = 0; i < instances->items.size(); ++i)
                members(instances->items[i], path + ".instances." + std::to_string(i), "");
        for (const auto& [other, its] : bodies_.members) {
            const Json* const like = its.find("like");
            if (!like || like->text != name) continue;
            if (!its.find("kind")) {
                body(other, its);
            } else {
                keep(other, its, json);
            }
        }
    }

  private:
    // "tear.stretch" stands in an object "tear".
    void members(const Json& json, const std::string& path, const std::string& group) {
        for (const auto& [key, value] : json.members) {
            const std::string name = group + key;
            if (group.empty() && is_structure(key)) continue;
            if (body_table.find(name) || key == "note") continue;
            const Parameter* const row = kind_.parameters.find(name);
            if (row && takes(*row, value)) continue;
            if (!row && value.is(Json::Type::object) && is_group(name)) {
                members(value, path, name + ".");
                continue;
            }
            drop(path, name);
        }
    }
    // A body of a kind of its own goes on as it did.
    void keep(const std::string& name, const Json& its, const Json& from) {
        for (const auto& [key, value] : from.members) {
            const std::string path = "bodies." + name + "." + key;
            const bool gone = !find_value(editor_.text(), "bodies." + first_ + "." + key);
            if (gone && !its.find(key)) editor_.set(path, json_text(value));
        }
    }
    bool is_group(const std::string& name) const {
        for (const ParameterTable* table : {&body_table, &kind_.parameters})
            for (const Parameter& row : table->rows)
                if (std::string_view(row.name).substr(0, name.size() + 1) == name + ".") return true;
        return false;
    }
    void drop(const std::string& path, const std::string& name) {
        editor_.remove_with_group(path + "." + name, 2);
        const std::string of = path.substr(std::string("bodies.").size());
        result.dropped.push_back(of == first_ ? name : of + "." + name);
    }

    Editor& editor_;
    const Json& bodies_;
    std::string first_;
    const Kind& kind_;
};

}  // namespace

KindChange change_kind(Editor& editor, const Json& scene, const std::string& body, const Kind& kind) {
    const Json* const bodies = scene.find("bodies");
    const Json* const json = bodies ? bodies->find(body) : nullptr;
    if (!json) throw Error({"bodies", "there is no " + body, "", ""});
    Change change(editor, *bodies, body, kind);
    change.body(body, *json);
    editor.set("bodies." + body + ".kind", quoted_json(kind.name));
    return change.result;
}

}  // namespace pliant::view
