// As much of JSON Schema as our schemas use.
#pragma once

#include <cmath>

#include "assets/json.h"

namespace pliant {

// What in `json` does not fit; empty: it fits. `root` is where "$ref" looks.
inline std::string schema_complaint(const Json& root, const Json& schema, const Json& json, const std::string& where) {
    const auto complain = [&](const std::string& what) { return where + ": " + what; };
    if (const Json* ref = schema.find("$ref")) {
        const Json* target = &root;
        for (const std::string_view part : split(std::string_view(ref->text).substr(2), '/'))
            if (!(target = target->find(part))) return complain("no " + ref->text);
        return schema_complaint(root, *target, json, where);
    }
    if (const Json* any = schema.find("anyOf")) {
        std::string all;
        for (const Json& one : any->items) {
            const std::string wrong = schema_complaint(root, one, json, where);
            if (wrong.empty()) return "";
            all += wrong + "; ";
        }
        return all;
    }
    if (const Json* type = schema.find("type")) {
        const std::string& t = type->text;
        const bool whole = json.is(Json::Type::number) && json.number == std::floor(json.number);
        const bool fits = t == "object"    ? json.is(Json::Type::object)
                          : t == "array"   ? json.is(Json::Type::array)
                          : t == "string"  ? json.is(Json::Type::text)
                          : t == "number"  ? json.is(Json::Type::number)
                          : t == "integer" ? whole
                                           : json.is(Json::Type::boolean);
        if (!fits) return complain(std::string("it is ") + json.type_name() + " and not " + t);
    }
    if (const Json* words = schema.find("enum")) {
        bool found = false;
        for (const Json& w : words->items) found |= w.text == json.text;
        if (!found) return complain("the word " + json.text);
    }
    if (const Json* least = schema.find("minimum"); least && json.number < least->number) return complain("too small");
    if (const Json* above = schema.find("exclusiveMinimum"); above && json.number <= above->number)
        return complain("too small");
    if (const Json* most = schema.find("maximum"); most && json.number > most->number) return complain("too large");
    if (const Json* least = schema.find("minItems"); least && static_cast<double>(json.items.size()) < least->number)
        return complain("too few");
    if (const Json* most = schema.find("maxItems"); most && static_cast<double>(json.items.size()) > most->number)
        return complain("too many");
    if (const Json* required = schema.find("required"))
        for (const Json& key : required->items)
            if (!json.find(key.text)) return complain("no " + key.text);
    const Json *properties = schema.find("properties"), *others = schema.find("additionalProperties");
    for (const auto& [key, value] : json.members) {
        const Json* own = properties ? properties->find(key) : nullptr;
        if (!own && others && others->is(Json::Type::boolean) && others->number == 0) return complain("unknown " + key);
        const Json* inside = own ? own : others && others->is(Json::Type::object) ? others : nullptr;
        const std::string wrong = inside ? schema_complaint(root, *inside, value, where + "." + key) : "";
        if (!wrong.empty()) return wrong;
    }
    if (const Json* items = schema.find("items"))
        for (const Json& item : json.items)
            if (const std::string wrong = schema_complaint(root, *items, item, where + "[]"); !wrong.empty())
                return wrong;
    return "";
}
inline std::string schema_complaint(const Json& schema, const Json& json) {
    return schema_complaint(schema, schema, json, "it");
}

}  // namespace pliant
