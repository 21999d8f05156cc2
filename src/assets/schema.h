// The JSON Schema of scenes and the list of parameters, both made from the parameter tables.
#pragma once

#include <string>

#include "core/parameter.h"

namespace pliant {

std::string scene_schema();  // JSON Schema, draft 2020-12
// Reference of parameters: all tables, or one. For people as text, Markdown or JSON; `tables`, a JSON object of tables
// with types, ranges, choices and presets, is what a program needs to make an interface of its own.
enum class ReferenceStyle { text, markdown, json, tables };
std::string parameter_reference(const std::string& table, ReferenceStyle style);  // throws Error for an unknown table
std::vector<const ParameterTable*> all_tables();

}  // namespace pliant
