// Which unit and up axis a file that Assimp read has.
#pragma once

#include <string>
#include <string_view>

struct aiScene;

namespace pliant {

struct FileUnits {
    double unit = 1;     // [m] per unit of the file
    char up = 'y';       // the axis of the file that points up
    double applied = 1;  // what Assimp has multiplied the points with already
};

FileUnits units_of(const aiScene& scene, const std::string& format, std::string_view bytes);

}  // namespace pliant
