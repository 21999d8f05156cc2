#include "assets/schema.h"

#include <map>
#include <set>

#include "assets/json.h"
#include "assets/other_kinds.h"
#include "assets/scene.h"
#include "body/registry.h"
#include "core/text.h"
#include "world/characters/character_parameters.h"
#include "world/fields/field.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

namespace {

std::string number_schema(const Parameter& p) {
    std::string s = p.type == ParameterType::integer ? "\"type\": \"integer\"" : "\"type\": \"number\"";
    if (p.low > -1e30)
        s += std::string(", \"") + (p.above_low ? "exclusiveMinimum" : "minimum") + "\": " + number_json(p.low);
    if (p.high < 1e30) s += ", \"maximum\": " + number_json(p.high);
    return "{ " + s + " }";
}

const char* const vector_schema =
    "{ \"type\": \"array\", \"items\": { \"type\": \"number\" }, \"minItems\": 3, \"maxItems\": 3 }";

const char* const names_schema = "{ \"type\": \"array\", \"items\": { \"type\": \"string\" } }";

std::vector<std::string> plain_forms(const Parameter& p) {
    switch (p.type) {
        case ParameterType::number:
        case ParameterType::integer: return {number_schema(p)};
        case ParameterType::boolean: return {"{ \"type\": \"boolean\" }"};
        case ParameterType::vector: return {vector_schema};
        case ParameterType::number_or_vector: return {number_schema(p), vector_schema};
        case ParameterType::text: return {"{ \"type\": \"string\" }"};
        case ParameterType::text_or_vector: return {"{ \"type\": \"string\" }", vector_schema};
        case ParameterType::names: return {names_schema};
        case ParameterType::name_or_names: return {"{ \"type\": \"string\" }", names_schema};
        case ParameterType::lines: return {"{ \"type\": \"array\", \"items\": { \"$ref\": \"#/$defs/line\" } }"};
        case ParameterType::choice: {
            std::string words;
            for (const std::string& c : choices(p)) words += (words.empty() ? "" : ", ") + quoted_json(c);
            return {"{ \"enum\": [" + words + "] }"};
        }
    }
    return {};
}

std::string default_json(const Parameter& p) {
    if (p.if_unset[0]) return "";
    switch (p.type) {
        case ParameterType::number:
        case ParameterType::integer: return number_json(p.initial.x);
        case ParameterType::boolean: return p.initial.x != 0 ? "true" : "false";
        case ParameterType::choice:
        case ParameterType::text: return quoted_json(p.initial_text);
        case ParameterType::vector:
        case ParameterType::number_or_vector:
            return "[" + number_json(p.initial.x) + ", " + number_json(p.initial.y) + ", " + number_json(p.initial.z) +
                   "]";
        default: return "";
    }
}

std::string parameter_schema(const Parameter& p, const std::string& of_kind = "") {
    std::vector<std::string> forms = plain_forms(p);
    if (p.keyed) forms.emplace_back("{ \"$ref\": \"#/$defs/keys\" }");
    if (p.painted) forms.emplace_back("{ \"$ref\": \"#/$defs/map\" }");
    std::string s;
    if (forms.size() == 1) {
        s = forms[0].substr(2, forms[0].size() - 4);
    } else {
        for (const std::string& f : forms) s += (s.empty() ? "" : ", ") + f;
        s = "\"anyOf\": [" + s + "]";
    }
    std::string help = (of_kind.empty() ? "" : "Of " + of_kind + ": ") + p.help;
    if (p.unit[0]) help += std::string(" [") + p.unit + "]";
    if (p.if_unset[0]) help += std::string(" Left out: ") + p.if_unset + ".";
    s += ", \"description\": " + quoted_json(help);
    const std::string initial = default_json(p);
    if (!initial.empty()) s += ", \"default\": " + initial;
    return "{ " + s + " }";
}

// Properties of an object; names with dots become objects in it.
std::string properties(const ParameterTable& table, const std::string& indent) {
    std::string s;
    std::map<std::string, std::string> groups;
    for (const Parameter& p : table.rows) {
        const std::string name = p.name;
        const size_t dot = name.find('.');
        if (dot == std::string::npos) {
            s += indent + quoted_json(name) + ": " + parameter_schema(p) + ",\n";
        } else {
            groups[name.substr(0, dot)] += (groups[name.substr(0, dot)].empty() ? "" : ", ") +
                                           quoted_json(name.substr(dot + 1)) + ": " + parameter_schema(p);
        }
    }
    for (const auto& [group, members] : groups) {
        std::string object =
            "{ \"type\": \"object\", \"additionalProperties\": false, \"properties\": { \"note\": {}, " + members +
            " } }";
        if (const Parameter* its_switch = table.find(group))
            object = "{ \"anyOf\": [" + parameter_schema(*its_switch) + ", " + object + "] }";
        s += indent + quoted_json(group) + ": " + object + ",\n";
    }
    return s;
}

std::string object_schema(const std::string& members) {
    return "{ \"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n" + members +
           "        \"note\": {} } }";
}
std::string named(const std::string& schema) {
    return "{ \"type\": \"object\", \"additionalProperties\": " + schema + " }";
}

// Parameters of all kinds; a name that several kinds know may be what any of them says.
std::string kind_properties(const std::string& indent) {
    std::string s;
    std::set<std::string> done;
    for (const Kind* first : kinds())
        for (const Parameter& p : first->parameters.rows) {
            if (!done.insert(p.name).second) continue;
            std::vector<std::string> forms;
            for (const Kind* k : kinds())
                if (const Parameter* same = k->parameters.find(p.name))
                    forms.push_back(parameter_schema(*same, k->name));
            std::string all;
            for (const std::string& f : forms) all += (all.empty() ? "" : ", ") + f;
            s += indent + quoted_json(p.name) + ": " +
                 (forms.size() == 1 ? parameter_schema(p) : "{ \"anyOf\": [" + all + "] }") + ",\n";
        }
    return s;
}

std::string body_members() {
    const std::string indent = "        ";
    std::string kinds_list, presets, s;
    for (const Kind* k : kinds()) {
        kinds_list += (kinds_list.empty() ? "" : ", ") + quoted_json(k->name);
        for (const Preset& p : k->parameters.presets) presets += (presets.empty() ? "" : ", ") + quoted_json(p.name);
    }
    s += indent + "\"asset\": { \"type\": \"string\", \"description\": \"The asset whose mesh the body has.\" },\n";
    s += indent +
         "\"mesh\": { \"type\": \"string\", \"description\": \"One mesh or node of the file; left out: all of them, as "
         "one body.\" },\n";
    s += indent +
         "\"bones\": { \"type\": [\"boolean\", \"object\"], \"default\": true, \"description\": \"Whether a creature "
         "has the bones of "
         "its file; an object: what all its joints that turn are given, follow (a character of the same bones), "
         "stiffness, damping, max_force, strength.\" },\n" +
         indent +
         "\"faces\": { \"type\": \"object\", \"additionalProperties\": false, \"properties\": { \"note\": {}, "
         "\"material\": { \"type\": \"string\" }, \"attribute\": { \"type\": \"string\" } }, \"description\": "
         "\"Only the faces of a material, or those painted with an attribute above a half; of a character that the "
         "body follows they are drawn no more.\" },\n";
    s += indent +
         "\"surface\": { \"type\": \"object\", \"additionalProperties\": false, \"properties\": { \"note\": {}, "
         "\"asset\": { \"type\": \"string\" }, \"mesh\": { \"type\": \"string\" }, \"subdivide\": { \"type\": "
         "\"integer\", \"minimum\": 0, \"maximum\": 4 }, \"thickness\": { \"type\": \"number\", \"minimum\": 0 } }, "
         "\"description\": \"What is drawn and recorded instead of the mesh that is simulated: another asset, or that "
         "mesh itself, each triangle in four as often as `subdivide` says, and as thick as `thickness` [m].\" },\n";
    s += indent + "\"kind\": { \"enum\": [" + kinds_list + "], \"default\": \"lattice\" },\n";
    s += indent + "\"preset\": { \"enum\": [" + presets +
         "], \"description\": \"Named values, under what is given here.\" },\n";
    s += indent +
         "\"like\": { \"type\": \"string\", \"description\": \"Another body, from which everything is taken that is "
         "not given here.\" },\n";
    s += indent +
         "\"instances\": { \"type\": \"array\", \"items\": { \"type\": \"object\" }, \"description\": \"Several bodies "
         "of one model; each object says what is different.\" },\n";
    s += properties(body_table, indent);
    s += kind_properties(indent);
    return s;
}

}  // namespace

std::vector<const ParameterTable*> all_tables() {
    std::vector<const ParameterTable*> all = {&world_table, &asset_table, &body_table};
    for (const Kind* k : kinds()) all.push_back(&k->parameters);
    all.insert(all.end(), {&collider_table, &character_table, &capsule_table, &pair_table, &attachment_table,
                           &field_table, &joint_table, &camera_table});
    return all;
}

std::string scene_schema() {
    const std::string indent = "        ";
    std::string collider = properties(collider_table, indent);
    for (u16 id : {AssetP::file, AssetP::unit, AssetP::up, AssetP::scale})
        collider +=
            indent + quoted_json(asset_table.rows[id].name) + ": " + parameter_schema(asset_table.rows[id]) + ",\n";
    collider += indent + "\"mesh\": { \"type\": \"string\" },\n";
    collider += indent +
                "\"heights\": { \"type\": \"array\", \"items\": { \"type\": \"array\", \"items\": { \"type\": "
                "\"number\" } }, \"description\": \"Rows of a height field, the first at the least z.\" },\n";
    collider += indent +
                "\"parts\": { \"type\": \"array\", \"minItems\": 1, \"items\": { \"type\": \"object\" }, "
                "\"description\": \"Of a compound: shape, sizes, position and rotation of each.\" },\n";
    const std::string character =
        indent + "\"asset\": { \"type\": \"string\", \"description\": \"The asset whose character it is.\" },\n" +
        indent +
        "\"capsules\": { \"type\": \"object\", \"properties\": { \"note\": {} }, \"additionalProperties\": { "
        "\"anyOf\": [{ \"const\": false }, " +
        object_schema(properties(capsule_table, indent)) +
        "] }, \"description\": \"Capsules by the names of their bones, where they differ from the fitted ones; "
        "false: none.\" },\n" +
        properties(character_table, indent);
    const std::string pair = indent +
                             "\"between\": { \"type\": \"array\", \"items\": { \"type\": \"string\" }, \"minItems\": "
                             "2, \"maxItems\": 2, \"description\": \"Names of bodies, colliders or characters.\" },\n" +
                             properties(pair_table, indent);
    const std::string attachment =
        indent +
        "\"body\": { \"type\": \"string\", \"description\": \"The body that is held; one with instances stands for "
        "all of them.\" },\n" +
        properties(attachment_table, indent);
    const std::string vector = vector_schema, list =
                                                  "{ \"type\": \"array\", \"minItems\": 1, \"items\": { \"$ref\": "
                                                  "\"#/$defs/map_source\" } }";
    const std::string number_or_keys = "{ \"anyOf\": [{ \"type\": \"number\" }, { \"$ref\": \"#/$defs/keys\" }] }";
    const std::string map_sources =
        "\"attribute\": { \"type\": \"string\", \"description\": \"A vertex attribute of the mesh.\" }, \"map\": { "
        "\"type\": \"string\", \"description\": \"An image, by the mesh's texture coordinates; with %04d in its name, "
        "numbered ones.\" }, \"channel\": { "
        "\"enum\": [\"r\", \"g\", \"b\", \"a\"], \"default\": \"r\" }, \"uv\": { \"enum\": [0, 1, \"generated\"], "
        "\"description\": \"Which texture coordinates; generated: an atlas that is made of the mesh.\" }, \"bone\": { "
        "\"anyOf\": [ { \"type\": \"string\" }, { \"type\": \"array\", \"minItems\": 1, \"items\": { \"type\": "
        "\"string\" } } ], \"description\": \"What bones of the character in the body's file move.\" }, \"height\": { "
        "\"anyOf\": [ { \"enum\": [\"x\", "
        "\"y\", \"z\"] }, " +
        vector + " ], \"description\": \"Where a point is along an axis.\" }, \"distance\": { \"anyOf\": [ " + vector +
        " ], \"description\": \"How far a point is from a place. [m]\" }, \"from\": { \"type\": \"number\", "
        "\"description\": \"Height or distance that is 0. [m]\" }, \"to\": { \"type\": \"number\", \"description\": "
        "\"Height or distance that is 1. [m]\" }, \"noise\": { \"type\": \"number\", \"exclusiveMinimum\": 0, "
        "\"description\": \"Clouds of that size. [m]\" }, \"seed\": { \"type\": \"integer\" }, \"multiply\": " +
        list + ", \"min\": " + list + ", \"max\": " + list;
    return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Pliant scene\",\n  "
           "\"type\": \"object\",\n  \"additionalProperties\": false,\n"
           "  \"$defs\": {\n"
           "    \"keys\": { \"type\": \"object\", \"additionalProperties\": false, \"required\": [\"keys\"], "
           "\"properties\": { \"note\": {}, \"keys\": { \"type\": \"array\", \"minItems\": 1, \"items\": { \"type\": "
           "\"array\", \"minItems\": 2, \"maxItems\": 2 } }, \"ease\": { \"enum\": [\"linear\", \"smooth\", \"step\"] "
           "}, \"loop\": { \"type\": \"boolean\" } }, \"description\": \"Values over time: [[seconds, value], …].\" "
           "},\n"
           "    \"map\": { \"type\": \"object\", \"additionalProperties\": false, \"required\": [\"low\", "
           "\"high\"], \"properties\": { \"note\": {}, \"low\": " +
           number_or_keys + ", \"high\": " + number_or_keys +
           ", \"fps\": { \"type\": \"number\", \"exclusiveMinimum\": 0, \"default\": 24, \"description\": \"Of "
           "numbered images: how many of them in a second.\" }, \"loop\": { \"type\": \"boolean\", \"default\": "
           "false, \"description\": \"Whether numbered images repeat after the last.\" }, \"scale\": { \"enum\": "
           "[\"linear\", \"log\"] }, " +
           map_sources +
           " }, \"description\": \"What is painted on the mesh, 0 … 1, taken to low … high.\" },\n"
           "    \"map_source\": { \"type\": \"object\", \"additionalProperties\": false, \"properties\": { \"note\": "
           "{}, " +
           map_sources +
           " } },\n"
           "    \"line\": { \"type\": \"object\", \"additionalProperties\": false, \"required\": [\"points\"], "
           "\"properties\": { \"note\": {}, \"points\": { \"type\": \"array\", \"minItems\": 2, \"items\": " +
           std::string(vector_schema) +
           ", \"description\": \"In the mesh's space; a line whose last point is its first is closed. [m]\" }, "
           "\"strength\": { \"type\": \"number\", \"minimum\": 0, \"maximum\": 1, \"default\": 0.2, "
           "\"description\": \"Times what it takes to tear there; 0 parts at the first strain.\" }, \"direction\": { " +
           std::string(vector_schema).substr(2, std::string(vector_schema).size() - 4) +
           ", \"description\": \"The way it goes through the body, all of it. Left out: straight in from the surface; "
           "closed, what it spans.\" }, \"width\": { \"type\": \"number\", \"minimum\": 0, \"default\": 0, "
           "\"description\": \"Of the band that is weak; 0: only what it crosses. [m]\" } }, \"description\": \"A line "
           "to tear along.\" }\n  },\n"
           "  \"properties\": {\n    \"$schema\": { \"type\": \"string\" },\n    \"note\": {},\n    \"format\": { "
           "\"const\": " +
           std::to_string(scene_format) +
           " },\n    \"behaviour\": { \"type\": \"integer\", \"minimum\": 1, \"maximum\": " +
           std::to_string(scene_behaviour) +
           " },\n"
           "    \"world\": " +
           object_schema(properties(world_table, indent)) +
           ",\n    \"assets\": " + named(object_schema(properties(asset_table, indent))) +
           ",\n    \"bodies\": " + named(object_schema(body_members())) +
           ",\n    \"colliders\": " + named(object_schema(collider)) +
           ",\n    \"characters\": " + named(object_schema(character)) +
           ",\n    \"pairs\": " + named(object_schema(pair)) +
           ",\n    \"attachments\": " + named(object_schema(attachment)) +
           ",\n    \"fields\": " + named(object_schema(properties(field_table, indent))) +
           ",\n    \"joints\": " + named(object_schema(properties(joint_table, indent))) +
           ",\n    \"cameras\": " + named(object_schema(properties(camera_table, indent))) + "\n  }\n}\n";
}

namespace {

std::string traits(const Parameter& p) {
    std::string s = expectation(p);
    if (p.keyed) s += ", or keys";
    if (p.painted) s += ", or a map";
    return s;
}

std::string felt(const Parameter& p) {
    return p.effect == Effect::next_step ? "at the next step"
           : p.effect == Effect::recook  ? "when cooked again"
                                         : "when it starts";
}
std::string standard(const Parameter& p) {
    return p.if_unset[0] ? std::string("left out: ") + p.if_unset : "default " + default_json(p);
}

std::string as_text(const ParameterTable& t) {
    std::string s = std::string(t.name) + "\n";
    for (const Parameter& p : t.rows)
        s += "  " + std::string(p.name) + "\n      " + p.help + "\n      " + traits(p) + "; " + standard(p) +
             "; felt " + felt(p) + "\n";
    for (const Preset& preset : t.presets) {
        s += "  preset " + std::string(preset.name) + ": " + preset.help;
        for (const PresetValue& v : preset.values)
            s += std::string(" ") + t.rows[v.id].name + " " + short_number(v.value, 6);
        s += "\n";
    }
    return s;
}

std::string as_markdown(const ParameterTable& t) {
    std::string s = "## " + std::string(t.name) +
                    "\n\n| parameter | what it is | takes | default | felt |\n|---|---|---|---|---|\n";
    for (const Parameter& p : t.rows)
        s += "| `" + std::string(p.name) + "` | " + p.help + " | " + traits(p) + " | " +
             (p.if_unset[0] ? std::string(p.if_unset) : "`" + default_json(p) + "`") + " | " + felt(p) + " |\n";
    if (!t.presets.empty()) {
        s += "\n| preset | what it is | values |\n|---|---|---|\n";
        for (const Preset& preset : t.presets) {
            s += "| `" + std::string(preset.name) + "` | " + preset.help + " |";
            for (const PresetValue& v : preset.values)
                s += std::string(" `") + t.rows[v.id].name + "` " + short_number(v.value, 6);
            s += " |\n";
        }
    }
    return s + "\n";
}

std::string as_json(const ParameterTable& t) {
    static constexpr const char* scopes[] = {"world", "body",       "particle",  "collider", "camera", "asset",
                                             "pair",  "attachment", "character", "field",    "joint"};
    std::string s;
    for (const Parameter& p : t.rows) {
        const std::string initial = default_json(p);
        s += std::string(s.empty() ? "" : ",\n") + "  { \"table\": " + quoted_json(t.name) +
             ", \"name\": " + quoted_json(p.name) + ", \"unit\": " + quoted_json(p.unit) +
             ", \"takes\": " + quoted_json(expectation(p)) + ", \"default\": " + (initial.empty() ? "null" : initial) +
             ", \"left_out\": " + quoted_json(p.if_unset) + ", \"keyed\": " + (p.keyed ? "true" : "false") +
             ", \"painted\": " + (p.painted ? "true" : "false") +
             ", \"scope\": " + quoted_json(scopes[static_cast<size_t>(p.scope)]) +
             ", \"felt\": " + quoted_json(felt(p)) + ", \"help\": " + quoted_json(p.help) + " }";
    }
    return s;
}

const char* type_name(ParameterType type) {
    switch (type) {
        case ParameterType::number: return "number";
        case ParameterType::integer: return "integer";
        case ParameterType::boolean: return "boolean";
        case ParameterType::choice: return "choice";
        case ParameterType::vector: return "vector";
        case ParameterType::number_or_vector: return "number_or_vector";
        case ParameterType::text: return "text";
        case ParameterType::text_or_vector: return "text_or_vector";
        case ParameterType::names: return "names";
        case ParameterType::name_or_names: return "name_or_names";
        case ParameterType::lines: return "lines";
    }
    return "";
}

std::string row_as_table(const Parameter& p) {
    const auto word = [](bool is) { return is ? "true" : "false"; };
    const std::string initial = default_json(p);
    std::string words;
    if (p.type == ParameterType::choice)
        for (const std::string& c : choices(p)) words += (words.empty() ? "" : ", ") + quoted_json(c);
    return "{ \"name\": " + quoted_json(p.name) + ", \"type\": " + quoted_json(type_name(p.type)) +
           ", \"unit\": " + quoted_json(p.unit) + ", \"low\": " + (p.low > -1e30 ? number_json(p.low) : "null") +
           ", \"above_low\": " + word(p.above_low) + ", \"high\": " + (p.high < 1e30 ? number_json(p.high) : "null") +
           ", \"default\": " + (initial.empty() ? "null" : initial) + ", \"left_out\": " + quoted_json(p.if_unset) +
           ", \"choices\": [" + words + "], \"keyed\": " + word(p.keyed) + ", \"painted\": " + word(p.painted) +
           ", \"live\": " + word(p.effect == Effect::next_step) + ", \"help\": " + quoted_json(p.help) + " }";
}

std::string as_table(const ParameterTable& t) {
    std::string rows, presets;
    for (const Parameter& p : t.rows) rows += (rows.empty() ? "" : ",\n      ") + row_as_table(p);
    for (const Preset& preset : t.presets) {
        std::string values;
        for (const PresetValue& v : preset.values)
            values += (values.empty() ? "" : ", ") + quoted_json(t.rows[v.id].name) + ": " + number_json(v.value);
        presets += (presets.empty() ? "" : ",\n      ") + ("{ \"name\": " + quoted_json(preset.name)) +
                   ", \"help\": " + quoted_json(preset.help) + ", \"values\": { " + values + " } }";
    }
    return "  " + quoted_json(t.name) + ": { \"kind\": " + (is_table_of_a_kind(t) ? "true" : "false") +
           ",\n    \"parameters\": [\n      " + rows + "],\n    \"presets\": [" + presets + "] }";
}

}  // namespace

std::string parameter_reference(const std::string& table, ReferenceStyle style) {
    std::string s;
    std::vector<std::string> names;
    bool found = false;
    for (const ParameterTable* t : all_tables()) {
        names.emplace_back(t->name);
        if (!table.empty() && table != t->name) continue;
        found = true;
        const bool is_list = style == ReferenceStyle::json || style == ReferenceStyle::tables;
        if (is_list && !s.empty()) s += ",\n";
        s += style == ReferenceStyle::text       ? as_text(*t)
             : style == ReferenceStyle::markdown ? as_markdown(*t)
             : style == ReferenceStyle::json     ? as_json(*t)
                                                 : as_table(*t);
    }
    if (!found) {
        std::string list;
        for (const std::string& n : names) list += (list.empty() ? "" : ", ") + n;
        const std::string meant = nearest_name(table, names);
        throw Error({"params", "there is no table " + in_quotes(table), "one of: " + list,
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }
    if (style == ReferenceStyle::tables) return "{\n" + s + "\n}\n";
    return style == ReferenceStyle::json ? "[\n" + s + "\n]\n" : s;
}

}  // namespace pliant
