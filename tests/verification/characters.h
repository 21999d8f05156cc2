// The tube of tube.h as a character in a scene.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tube.h"

namespace pliant::testing {

// The tube as a file, for as long as the program runs.
struct TubeFile {
    std::string path;
    explicit TubeFile(const char* name, const TubeFlaws& flaws = {})
        : path((std::filesystem::temp_directory_path() / (name + std::to_string(getpid()) + ".glb")).string()) {
        std::ofstream(path, std::ios::binary) << tube_glb(flaws);
    }
    ~TubeFile() { std::filesystem::remove(path); }
};
inline const std::string& tube_file() {
    static const TubeFile file("tube_");
    return file.path;
}
inline const std::string& painted_tube_file() {
    static const TubeFile file("painted_tube_", {.painted = true});
    return file.path;
}

// At half its size the tube has a radius of 0.2 m and is 2 m high.
inline std::string scene_with_ada(const std::string& character, const std::string& jelly, const std::string& more = "",
                                  const std::string& bodies = "", const std::string& colliders = "") {
    return R"({ "world": { "rate": 60, "substeps": 4 }, "assets": { "tube": { "file": ")" + tube_file() +
           R"(" }, "box": { "shape": "box", "size": [0.3, 0.3, 0.3] } },
        "characters": { "ada": { "asset": "tube", "scale": 0.5, )" +
           character + R"( } }, "bodies": { "jelly": { "asset": "box", "spacing": 0.06, "youngs_modulus": 2e4, )" +
           jelly + " }" + bodies + R"( }, "colliders": { "floor": { "shape": "plane", "friction": 0.2 })" + colliders +
           " } " + more + " }";
}
const std::string hat_place = R"("position": [0.5, 1.6, 0])";

}  // namespace pliant::testing
