// The JSON Schema of scenes and the list of parameters, both made from the parameter tables.
#pragma once

#include <string>

#include "core/parameter.h"

namespace pliant {

std::string scene_schema();  // JSON Schema, draft 2020-12
// Reference of parameters for people: all tables, or one; as text, Markdown or JSON.
enum class ReferenceStyle { text, markdown, json };
std::string parameter_reference(const std::string& table, ReferenceStyle style);  // throws Error for an unknown table
std::vector<const ParameterTable*> all_tables();

}  // namespace pliant
