// PLIANT_body, our extension of glTF: what makes a node's mesh a body, and what the drafts of KHR_physics_rigid_bodies
// cannot say of bones and joints. docs/formats/one-file.md has the page, schema/PLIANT_body.schema.json the schema.
//
//   on the node of the mesh   kind, parameters, points, volume, attachments, model
//   on the node of a bone     density, motion
//   on the node of a joint    strength, break_force, break_torque, pulley
#pragma once

#include "assets/creature.h"
#include "assets/gltf_model.h"
#include "assets/gltf_writer.h"
#include "assets/value_reader.h"

namespace pliant {

constexpr const char* pliant_body = "PLIANT_body";

// The extension of that name on an object of a glTF document, or null; `place` becomes its place.
const Json* extension_of(const Json& object, const char* name, JsonPlace& place);
// Members of objects; missing ones are `fallback`. Throw Error.
double number_in(const Json& object, const char* key, double fallback, const JsonPlace& place);
int index_in(const Json& object, const char* key, const JsonPlace& place);  // -1: missing
std::string text_in(const Json& object, const char* key, const JsonPlace& place);

// What one glTF file says of the mesh that is the body. Points that seams doubled become one again, and the mesh gets
// its volume. Throws Error.
void read_pliant_body(const GltfModel& model, const Json& document, const std::string& name, u64 limit,
                      Creature& creature);
// The same for readers of meshes alone; whether there is a body.
bool read_body_mesh(const GltfModel& model, const std::string& name, u64 limit, FileMesh& file);
void read_bone_extras(const Json& extension, const JsonPlace& place, Bone& bone);
void read_joint_extras(const Json& extension, const JsonPlace& place, BoneJoint& joint);

// JSON of the extension; empty where there is nothing to say. The body's accessors are added to the document; vertices
// of the mesh are written in the order `vertices`.
std::string body_extension(const Creature& creature, const std::vector<u32>& vertices, GltfWriter& document);
std::string bone_extension(const Bone& bone);
std::string joint_extension(const BoneJoint& joint);

}  // namespace pliant
