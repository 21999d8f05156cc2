// A small world, and a folder for its records.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.h"
#include "record/record_writer.h"
#include "worlds.h"

namespace pliant {

// A ball and a box, whose sides have normals of their own, over a floor, beside a box that moves.
inline std::unique_ptr<World> small_world() {
    return testing::world_of(R"({ "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 },
              "box": { "shape": "box", "size": [0.3, 0.3, 0.3], "detail": 2 } },
  "bodies": { "ball": { "asset": "ball", "spacing": 0.12, "position": [0, 0.4, 0], "velocity": [1, 0, 0] },
              "1 box": { "asset": "box", "spacing": 0.15, "position": [0.1, 1, 0], "rotation": [0, 30, 0] } },
  "colliders": { "floor": { "shape": "plane" },
    "press": { "shape": "box", "size": [1, 0.1, 1], "motion": "kinematic",
               "position": { "keys": [[0, [0, 2.5, 0]], [1, [0, 1.5, 0]]] } },
    "ghost": { "shape": "sphere", "radius": 0.2, "sensor": true } } })");
}

class RecordTest : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "pliant-record-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name + "/";
    }
    void TearDown() override {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }
    std::string text(const std::string& name) const {
        std::ifstream file(folder + name, std::ios::binary);
        std::stringstream all;
        all << file.rdbuf();
        return all.str();
    }
    // Simulates and records; gives every frame as it was handed over.
    std::vector<RecordFrame> record(World& world, const std::string& list, u64 frames, double loop_seconds = 0) {
        const std::vector<const RecordFormat*> formats = record_formats_of(list);
        RecordSettings settings;
        settings.folder = folder;
        settings.frames = frames;
        settings.loop_seconds = loop_seconds;
        settings.glb = glb;
        RecordWriter writer(formats, settings, recorded_scene(world, cameras), 0);
        std::vector<RecordFrame> all;
        for (u64 f = 0; f < frames; ++f) {
            if (f > 0) world.step();
            RecordFrame& frame = writer.next();
            take_frame(world, f, writer.needs(), frame, {}, cameras);
            all.push_back(frame);
            writer.push();
        }
        writer.finish();
        return all;
    }
    std::string folder;
    GlbSettings glb;
    std::vector<SceneCamera> cameras;
};

}  // namespace pliant
