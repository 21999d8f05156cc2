// What readers of files give back, as bytes: on its way from the process that read them.
#pragma once

#include "assets/character_file.h"
#include "core/archive.h"

namespace pliant {

void save(Writer& w, const FileMesh& file);
void save(Writer& w, const FileCharacter& character);
// Both throw Error where the bytes make no sense, down to every number that others use as an index.
FileMesh load_file_mesh(Reader& r);
FileCharacter load_file_character(Reader& r);

}  // namespace pliant
