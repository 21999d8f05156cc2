// What the tests of the viewer share: a small scene, and a folder of their own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/files.h"
#include "pliant/view/simulator.h"

namespace pliant::view {

inline const char* const small_scene = R"({ "format": 1, "behaviour": 1,
  "world": { "duration": 1 },
  "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": {
    "bob": { "asset": "ball", "spacing": 0.1, "position": [0, 0.5, 0], "youngs_modulus": 5e4 },
    "twin": { "like": "bob", "position": [0.05, 1, 0] } },
  "colliders": { "floor": { "shape": "plane" }, "post": { "shape": "sphere", "radius": 0.1, "position": [1, 0, 0] } } }
)";

// The same, with room for its own particles and no more.
inline std::string crowded_scene() {
    std::string text = small_scene;
    return text.replace(text.find("\"duration\": 1"), 13, "\"duration\": 1, \"max_particles\": 300");
}

inline SceneText source_of(std::string text) { return {std::move(text), "small.json", "", {}}; }

class FolderTest : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "pliant-view-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name + "/";
    }
    void TearDown() override {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }
    std::string write(const std::string& name, const std::string& text) {
        write_file(folder + name, text);
        return folder + name;
    }
    // Another time stamp, whatever the resolution of the file system's clock.
    void write_later(const std::string& path, const std::string& text) {
        write_file(path, text);
        std::filesystem::last_write_time(path,
                                         std::filesystem::last_write_time(path) + std::chrono::seconds(2 + later_++));
    }
    std::string folder;
    int later_ = 0;
};

}  // namespace pliant::view
