// pliant render: pictures and films, and the errors when they cannot be made.
#include <cstdlib>

#include "command.h"
#include "render/image.h"

namespace pliant {
namespace render_tests {
namespace {

namespace fs = std::filesystem;

struct Render : CommandTest {
    void SetUp() override {
        CommandTest::SetUp();
        write_text(folder / "scene.json", R"({ "format": 1, "behaviour": 1, "world": { "duration": 0.25 },
          "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4] } },
          "bodies": { "ball": { "asset": "ball", "kind": "lattice", "spacing": 0.1, "position": [0, 0.3, 0] } },
          "colliders": { "floor": { "shape": "plane" }, "post": { "shape": "box", "size": [0.1, 0.6, 0.1], "position": [0.5, 0.3, 0] } },
          "cameras": { "side": { "position": [1, 0.7, 2], "target": "ball", "fov": 35 } } })");
    }
    // Width and height as a PNG's header has them.
    static std::pair<int, int> size_of_png(const fs::path& path) {
        const std::string bytes = text_of(path);
        if (bytes.size() < 24 || bytes.compare(1, 3, "PNG") != 0) return {0, 0};
        const auto number = [&](size_t at) {
            int n = 0;
            for (size_t i = at; i < at + 4; ++i) n = n * 256 + static_cast<unsigned char>(bytes[i]);
            return n;
        };
        return {number(16), number(20)};
    }
};

TEST_F(Render, OnePictureOfTheSizeThatWasAskedFor) {
    const Outcome o = pliant({"render", "scene.json", "-o", "picture.png", "--size", "200x120"});
    EXPECT_EQ(o.code, done) << o.err;
    EXPECT_EQ(size_of_png(folder / "picture.png"), (std::pair{200, 120}));
}

TEST_F(Render, PicturesByNumber) {
    const Outcome o = pliant(
        {"render", "scene.json", "-o", "frames/%03d.png", "--size", "64x48", "--from", "3", "--to", "6", "--quiet"});
    EXPECT_EQ(o.code, done) << o.err;
    for (const char* name : {"000.png", "001.png", "002.png", "003.png"})
        EXPECT_EQ(size_of_png(folder / "frames" / name), (std::pair{64, 48})) << name;
    EXPECT_FALSE(fs::exists(folder / "frames/004.png"));
}

TEST_F(Render, FilmsOfEveryFormat) {
    const std::pair<const char*, const char*> starts[] = {
        {"film.mp4", "ftyp"}, {"film.gif", "GIF89a"}, {"film.webp", "WEBP"}, {"film.webm", "webm"}};
    for (const auto& [name, mark] : starts) {
        const Outcome o = pliant({"render", "scene.json", "-o", name, "--size", "63x49", "--quiet"});  // odd sizes too
        EXPECT_EQ(o.code, done) << o.err;
        EXPECT_NE(text_of(folder / name).substr(0, 64).find(mark), std::string::npos) << name;
    }
    for (const auto& entry : fs::directory_iterator(folder))
        EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
}

// Records look like the simulation: the same frame from both, by the same camera.
TEST_F(Render, ARecordIsShownWithoutSimulating) {
    ASSERT_EQ(pliant({"run", "scene.json", "-o", "out", "--record", "pc2", "--quiet"}).code, done);
    ASSERT_EQ(pliant({"render", "scene.json", "-o", "a.png", "--size", "64x48", "--frame", "9", "--quiet"}).code, done);
    const Outcome o = pliant({"render", "out", "-o", "b.png", "--size", "64x48", "--frame", "9", "--quiet"});
    ASSERT_EQ(o.code, done) << o.err;
    // Normals of records are found from triangles, so bits differ; the sizes of the files tell that much is the same.
    const double a = static_cast<double>(fs::file_size(folder / "a.png")),
                 b = static_cast<double>(fs::file_size(folder / "b.png"));
    EXPECT_NEAR(a / b, 1, 0.1);
    fs::remove(folder / "scene.json");
    const Outcome alone = pliant({"render", "out", "-o", "c.png", "--size", "64x48", "--quiet"});
    EXPECT_EQ(alone.code, done) << alone.err;
    EXPECT_NE(alone.err.find("without what stands around"), std::string::npos) << alone.err;
}

// In its own colour, also when the scene is gone.
TEST_F(Render, ARecordKeepsColors) {
    const std::vector<std::string> red{"--set", "bodies.ball.color=[1, 0, 0]"};
    const auto picture = [&](std::vector<std::string> words, const char* name) {
        words.insert(words.end(), {"-o", name, "--size", "160x120", "--frame", "9", "--quiet"});
        const Outcome o = pliant(words);
        EXPECT_EQ(o.code, done) << o.err;
        return render::load_image((folder / name).string());
    };
    ASSERT_EQ(pliant({"run", "scene.json", "-o", "out", "--record", "pc2", "--quiet", red[0], red[1]}).code, done);
    const render::Image simulated = picture({"render", "scene.json", red[0], red[1]}, "a.png"),
                        recorded = picture({"render", "out"}, "b.png"),
                        grey = picture({"render", "scene.json"}, "c.png");
    const double same = difference(simulated, recorded), other = difference(simulated, grey);
    std::printf("recorded: %.5f from what was simulated; without its colour: %.5f\n", same, other);
    EXPECT_LT(same, 0.02 * other);
    fs::remove(folder / "scene.json");
    const render::Image alone = picture({"render", "out"}, "d.png");
    u32 reds = 0;
    for (size_t i = 0; i < alone.rgba.size(); i += 4)
        reds +=
            alone.rgba[i] > 120 && alone.rgba[i + 1] < 0.6 * alone.rgba[i] && alone.rgba[i + 2] < 0.6 * alone.rgba[i];
    EXPECT_GT(reds, 200u);
}

TEST_F(Render, NonsenseIsSaid) {
    const auto said = [&](std::vector<std::string> more, int code, const char* words) {
        std::vector<std::string> all{"render", "scene.json"};
        all.insert(all.end(), more.begin(), more.end());
        const Outcome o = pliant(all);
        EXPECT_EQ(o.code, code) << o.err;
        EXPECT_NE(o.err.find(words), std::string::npos) << o.err;
    };
    said({}, usage, "-o");
    said({"-o", "film.avi"}, usage, "does not say what to make");
    said({"-o", "a.png", "--size", "100"}, usage, "expected width and height");
    said({"-o", "a.png", "--size", "0x5"}, usage, "expected width and height");
    said({"-o", "a.png", "--camera", "nobody"}, usage, "expected one of auto, turntable, side");
    said({"-o", "a.png", "--layers", "strian"}, bad_input, "did you mean 'strain'");
    said({"-o", "a.mp4", "--transparent"}, usage, "has no transparency");
    said({"-o", "a.mp4", "--frame", "3"}, usage, "--frame is for one picture");
    said({"-o", "a.mp4", "--from", "99"}, usage, "comes after the last");
    said({"-o", "x%d%d.png"}, usage, "expected a number as %04d");
    said({"-o", "scene.json/a.png"}, no_output, "cannot be made");
    EXPECT_FALSE(fs::exists(folder / "a.png"));
    EXPECT_FALSE(fs::exists(folder / "a.mp4"));
    const Outcome nothing = pliant({"render", "nothing.json", "-o", "a.png"});
    EXPECT_EQ(nothing.code, bad_input);
    const Outcome empty = (fs::create_directory(folder / "empty"), pliant({"render", "empty", "-o", "a.png"}));
    EXPECT_EQ(empty.code, bad_input) << empty.err;
}

TEST_F(Render, WithoutFfmpegItSaysWhichPackage) {
    const std::string path = std::getenv("PATH");
    setenv("PATH", folder.c_str(), 1);
    const Outcome o = pliant({"render", "scene.json", "-o", "film.mp4", "--size", "64x48", "--quiet"});
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(o.code, 5);
    EXPECT_NE(o.err.find("the package ffmpeg"), std::string::npos) << o.err;
    EXPECT_FALSE(fs::exists(folder / "film.mp4"));
}

TEST_F(Render, NamesThatMeanSomethingToFfmpegAreOnlyNames) {
    for (const char* name : {"a:b.mp4", "-x.gif"}) {
        const Outcome o =
            pliant({"render", "scene.json", std::string("--output=") + name, "--size", "64x48", "--quiet"});
        EXPECT_EQ(o.code, done) << o.err;
        EXPECT_TRUE(fs::exists(folder / name)) << name;
    }
}

TEST_F(Render, LayersThatLookIntoASimulationAreNotPromisedOfARecord) {
    ASSERT_EQ(pliant({"run", "scene.json", "-o", "out", "--record", "pc2", "--quiet"}).code, done);
    const Outcome o = pliant({"render", "out", "-o", "a.png", "--layers", "strain"});
    EXPECT_EQ(o.code, usage);
    EXPECT_NE(o.err.find("a record has surfaces only"), std::string::npos) << o.err;
    EXPECT_EQ(pliant({"render", "out", "-o", "a.png", "--size", "64x48", "--layers=-grid", "--quiet"}).code, done);
}

// A picture far in the future is a long simulation: it can be stopped, and leaves nothing.
TEST_F(Render, APictureOnItsWayStops) {
    const pid_t child = start({"render", "scene.json", "-o", "late.png", "--frame", "10000000", "--quiet"});
    std::this_thread::sleep_for(std::chrono::milliseconds(1000));
    kill(child, SIGINT);
    const Outcome o = finish(child, 10);
    EXPECT_FALSE(o.hung);
    EXPECT_EQ(o.code, interrupted) << o.err;
    EXPECT_FALSE(fs::exists(folder / "late.png"));
}

// Stopped by Ctrl-C, a film has what there was until then; killed, there is nothing under its name.
TEST_F(Render, StoppedAndKilled) {
    const std::vector<std::string> film{"render", "scene.json",        "-o",     "film.mp4", "--size", "320x240",
                                        "--set",  "world.duration=60", "--quiet"};
    pid_t child = start(film);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    kill(child, SIGINT);
    Outcome o = finish(child);
    EXPECT_EQ(o.code, interrupted) << o.err;
    EXPECT_TRUE(fs::exists(folder / "film.mp4"));
    fs::remove(folder / "film.mp4");
    child = start(film);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    kill(child, SIGKILL);
    o = finish(child);
    EXPECT_EQ(o.code, 128 + SIGKILL);
    EXPECT_FALSE(fs::exists(folder / "film.mp4"));
}

}  // namespace
}  // namespace render_tests
}  // namespace pliant
