// pliant run: its files, and that a run which stops at any moment can be resumed or started over.
#include <cstring>

#include "assets/json.h"
#include "command/command.h"

namespace pliant {
namespace run_tests {
namespace {

namespace fs = std::filesystem;

struct Statistics {
    std::vector<long> frames;
    std::vector<std::string> hashes;  // the last column
};

Statistics statistics_of(const fs::path& run) {
    Statistics s;
    const std::vector<std::string> lines = lines_of(text_of(run / "statistics.csv"));
    EXPECT_FALSE(lines.empty()) << run;
    EXPECT_TRUE(lines.empty() || lines[0].substr(0, 10) == "frame,time");
    for (size_t i = 1; i < lines.size(); ++i) {
        s.frames.push_back(std::stol(lines[i]));
        s.hashes.push_back(lines[i].substr(lines[i].rfind(',') + 1));
        EXPECT_EQ(s.hashes.back().size(), 16u) << lines[i];
    }
    return s;
}

struct PointCache {
    int points = 0, samples = 0;
    size_t bytes = 0;
};

PointCache point_cache(const fs::path& path) {
    const std::string bytes = text_of(path);
    PointCache cache;
    cache.bytes = bytes.size();
    if (bytes.size() < 32 || std::memcmp(bytes.data(), "POINTCACHE2", 12) != 0) return cache;
    std::memcpy(&cache.points, bytes.data() + 16, 4);
    std::memcpy(&cache.samples, bytes.data() + 28, 4);
    return cache;
}

class Run : public CommandTest {
  protected:
    // Starts a run without end and waits until it has made some frames.
    pid_t start_long_run(const std::string& scene, size_t frames) {
        const pid_t child =
            start({"run", scene, "--frames", "1000000", "--snapshot-every", "7", "--threads", "1", "-o", "long"});
        for (int i = 0; i < 5000; ++i) {
            if (lines_of(text_of(folder / "long" / "statistics.csv")).size() > frames) return child;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        ADD_FAILURE() << "the run makes no frames";
        return child;
    }

    // Takes the long run up again until `frame` and compares it with one that was never stopped.
    void expect_resumed_alike(const std::string& scene, long frame) {
        const std::string last = std::to_string(frame);
        const Outcome resumed = pliant({"run", scene, "--frames", last, "-o", "long", "--resume"});
        ASSERT_EQ(resumed.code, done) << resumed.err;
        ASSERT_EQ(pliant({"run", scene, "--frames", last, "-o", "whole"}).code, done);
        const Statistics a = statistics_of(folder / "long"), b = statistics_of(folder / "whole");
        EXPECT_EQ(a.frames, b.frames);
        EXPECT_EQ(a.hashes, b.hashes);
        EXPECT_TRUE(text_of(folder / "long/ball.pc2") == text_of(folder / "whole/ball.pc2"));
    }
};

TEST_F(Run, WritesStatisticsAndSurfaces) {
    const Outcome o = pliant({"run", write_scene(), "--record", "obj,pc2", "--frames", "5", "-o", "results"});
    ASSERT_EQ(o.code, done) << o.err;
    const Statistics s = statistics_of(folder / "results");
    EXPECT_EQ(s.frames, (std::vector<long>{0, 1, 2, 3, 4, 5}));
    EXPECT_NE(s.hashes[0], s.hashes[5]);
    const PointCache cache = point_cache(folder / "results/ball.pc2");
    EXPECT_EQ(cache.samples, 6);
    EXPECT_GT(cache.points, 20);
    EXPECT_EQ(cache.bytes, 32u + 6u * 12u * static_cast<size_t>(cache.points));
    for (int frame = 0; frame <= 5; ++frame) {
        const std::string obj = text_of(folder / "results/ball" / ("000" + std::to_string(frame) + ".obj"));
        long points = 0, faces = 0;
        for (const std::string& line : lines_of(obj)) {
            points += line.substr(0, 2) == "v ";
            faces += line.substr(0, 2) == "f ";
        }
        EXPECT_EQ(points, cache.points) << frame;
        EXPECT_GT(faces, 20) << frame;
    }
    EXPECT_TRUE(fs::exists(folder / "results/snapshot.plsnap"));
    for (const auto& entry : fs::recursive_directory_iterator(folder / "results"))
        EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(Run, DurationOfTheSceneCounts) {
    ASSERT_EQ(pliant({"run", write_scene(), "--record", ""}).code, done);
    EXPECT_EQ(statistics_of(folder / "out").frames.back(), 30);  // 0.5 s at 60 a second
    ASSERT_EQ(pliant({"run", write_scene(), "--record", "", "--seconds", "0.1"}).code, done);
    EXPECT_EQ(statistics_of(folder / "out").frames.back(), 6);
}

TEST_F(Run, ThreadsDoNotChangeTheResult) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--threads", "1", "-o", "one"}).code, done);
    ASSERT_EQ(pliant({"run", scene, "--threads", "3", "-o", "three"}).code, done);
    EXPECT_EQ(statistics_of(folder / "one").hashes, statistics_of(folder / "three").hashes);
}

TEST_F(Run, MeshFallsOnAFloor) {
    write_text(folder / "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    const Outcome o = pliant({"run", "tetra.obj", "--frames", "3"});
    EXPECT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.err.find("a closed mesh, simulated as kind lattice above a floor"), std::string::npos) << o.err;
    EXPECT_TRUE(fs::exists(folder / "out/tetra.pc2"));
}

TEST_F(Run, BodiesWithNamesThatLookAlikeGetFilesOfTheirOwn) {
    write_text(folder / "two.json", R"({ "assets": { "s": { "shape": "sphere", "detail": 6 } }, "bodies": {
        "a b": { "asset": "s", "spacing": 0.3 }, "a_b": { "asset": "s", "spacing": 0.3, "position": [3, 0, 0] } } })");
    ASSERT_EQ(pliant({"run", "two.json", "--frames", "2", "--record", "pc2,obj"}).code, done);
    EXPECT_EQ(point_cache(folder / "out/a_b.pc2").samples, 3);
    EXPECT_EQ(point_cache(folder / "out/a_b_2.pc2").samples, 3);
    EXPECT_NE(text_of(folder / "out/a_b/0002.obj"), text_of(folder / "out/a_b_2/0002.obj"));
}

TEST_F(Run, ResumeGivesTheBitsOfAnUninterruptedRun) {
    const std::string scene = write_scene();
    const std::vector<std::string> both = {"run", scene, "--record", "pc2,obj"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), both.begin(), both.end());
        return pliant(more);
    };
    ASSERT_EQ(with({"-o", "whole", "--frames", "30"}).code, done);
    ASSERT_EQ(with({"-o", "half", "--frames", "15"}).code, done);
    const Outcome o = with({"-o", "half", "--frames", "30", "--resume"});
    ASSERT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.err.find("going on after frame 15"), std::string::npos) << o.err;
    const Statistics a = statistics_of(folder / "whole"), b = statistics_of(folder / "half");
    EXPECT_EQ(a.frames, b.frames);
    EXPECT_EQ(a.hashes, b.hashes);
    for (const char* file : {"ball.pc2", "ball/0014.obj", "ball/0016.obj", "ball/0030.obj"})
        EXPECT_TRUE(text_of(folder / "whole" / file) == text_of(folder / "half" / file)) << file;
}

// It said that the folder had the 6 frames that were asked for, where 16 were.
TEST_F(Run, ResumeWithFewerFramesCountsThoseThatAreThere) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--frames", "15"}).code, done);
    const std::string before = text_of(folder / "out/ball.pc2");
    const Outcome o = pliant({"run", scene, "--frames", "5", "--resume"});
    ASSERT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.err.find("16 frames are there already"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("16 frames in out/"), std::string::npos) << o.err;
    EXPECT_EQ(o.err.find("6 frames in out/"), o.err.find("16 frames in out/") + 1) << o.err;
    EXPECT_TRUE(text_of(folder / "out/ball.pc2") == before);
    ASSERT_EQ(pliant({"run", scene, "--frames", "20", "--resume"}).code, done);
    EXPECT_EQ(statistics_of(folder / "out").frames.size(), 21u);
}

TEST_F(Run, ResumeRefusesAnotherRun) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--frames", "2"}).code, done);
    const Outcome other = pliant({"run", write_scene("other.json"), "--frames", "4", "--resume"});
    EXPECT_EQ(other.code, bad_input);
    EXPECT_NE(other.err.find("the run there is of 'ball.json'"), std::string::npos) << other.err;
    const Outcome format = pliant({"run", scene, "--frames", "4", "--resume", "--record", "obj"});
    EXPECT_EQ(format.code, bad_input);
    const Outcome changed =
        pliant({"run", scene, "--frames", "4", "--resume", "--set", "bodies.ball.spacing=0.05", "--quiet"});
    EXPECT_EQ(changed.code, bad_input);
    expect_sentence(changed, "begun with other --set");
}

TEST_F(Run, DamagedSnapshotIsRefused) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--frames", "2"}).code, done);
    const std::string whole = text_of(folder / "out/snapshot.plsnap");
    write_text(folder / "out/snapshot.plsnap", whole.substr(0, whole.size() / 2));
    const Outcome cut = pliant({"run", scene, "--frames", "4", "--resume", "--quiet"});
    EXPECT_EQ(cut.code, bad_input);
    expect_sentence(cut, "the file is cut off");
    std::string flipped = whole;
    flipped[whole.size() / 2] ^= 1;
    write_text(folder / "out/snapshot.plsnap", flipped);
    const Outcome damaged = pliant({"run", scene, "--frames", "4", "--resume", "--quiet"});
    EXPECT_EQ(damaged.code, bad_input);
    expect_sentence(damaged, "the file is damaged");
}

TEST_F(Run, ControlCLeavesWholeFilesAndSaysHowToGoOn) {
    const std::string scene = write_scene();
    const pid_t child = start_long_run(scene, 20);
    kill(child, SIGINT);
    const Outcome o = finish(child);
    EXPECT_EQ(o.code, interrupted);
    EXPECT_NE(o.err.find("--resume goes on from there"), std::string::npos) << o.err;
    const Statistics s = statistics_of(folder / "long");
    expect_resumed_alike(scene, s.frames.back() + 10);
}

TEST_F(Run, KilledRunsCanGoOn) {
    const std::string scene = write_scene();
    for (const size_t frames : {9u, 23u, 60u, 200u}) {
        const pid_t child = start_long_run(scene, frames);
        kill(child, SIGKILL);
        finish(child);
        EXPECT_NO_THROW(parse_json(text_of(folder / "long/run.json"), "run.json"));
        const long reached = static_cast<long>(lines_of(text_of(folder / "long/statistics.csv")).size());
        expect_resumed_alike(scene, reached + 5);
        ASSERT_FALSE(HasFailure()) << "killed after " << frames << " frames";
        fs::remove_all(folder / "long");
        fs::remove_all(folder / "whole");
    }
}

TEST_F(Run, KilledRunsCanBeginAnew) {
    const std::string scene = write_scene();
    const pid_t child = start_long_run(scene, 30);
    kill(child, SIGKILL);
    finish(child);
    ASSERT_EQ(pliant({"run", scene, "--frames", "3", "-o", "long"}).code, done);
    EXPECT_EQ(statistics_of(folder / "long").frames, (std::vector<long>{0, 1, 2, 3}));
    EXPECT_FALSE(fs::exists(folder / "long/ball.pc2.part")) << "nothing of the old run is left";
}

// A line of statistics that the kill has cut in two must not be taken for a frame.
TEST_F(Run, HalfALineOfStatisticsIsDropped) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--frames", "12"}).code, done);
    const std::string statistics = text_of(folder / "out/statistics.csv");
    write_text(folder / "out/statistics.csv", statistics + "1");  // of frame 13
    ASSERT_EQ(pliant({"run", scene, "--frames", "15", "--resume"}).code, done);
    const Statistics s = statistics_of(folder / "out");
    ASSERT_EQ(s.frames.size(), 16u);
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(s.frames[i], static_cast<long>(i));
}

TEST_F(Run, RefusesAFolderThatIsNotItsOwn) {
    const std::string scene = write_scene();
    fs::create_directory(folder / "work");
    write_text(folder / "work/thesis.txt", "years");
    const Outcome o = pliant({"run", scene, "--frames", "1", "-o", "work"});
    EXPECT_EQ(o.code, no_output);
    EXPECT_NE(o.err.find("was not made by a run"), std::string::npos) << o.err;
    // A file called run.json does not make it ours.
    write_text(folder / "work/run.json", "{ \"command\": \"npm start\" }");
    EXPECT_EQ(pliant({"run", scene, "--frames", "1", "-o", "work"}).code, no_output);
    write_text(folder / "work/run.json", "not even JSON");
    EXPECT_EQ(pliant({"run", scene, "--frames", "1", "-o", "work"}).code, no_output);
    EXPECT_EQ(text_of(folder / "work/thesis.txt"), "years");
}

TEST_F(Run, RefusesAFileAsFolder) {
    write_text(folder / "file", "mine");
    const Outcome o = pliant({"run", write_scene(), "--frames", "1", "-o", "file"});
    EXPECT_EQ(o.code, no_output);
    EXPECT_NE(o.err.find("this is a file"), std::string::npos) << o.err;
    EXPECT_EQ(text_of(folder / "file"), "mine");
}

TEST_F(Run, ReplacesItsOwnFolderAndOnlyWhenItWillRun) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--frames", "5"}).code, done);
    const std::string before = text_of(folder / "out/statistics.csv");
    const Outcome format = pliant({"run", scene, "--record", "gif"});
    EXPECT_EQ(format.code, bad_input);
    expect_sentence(format, "there is no format 'gif'; expected some of: glb, usda, pc2, mdd, obj, ply");
    EXPECT_EQ(pliant({"run", scene, "--set", "world.rate=-1"}).code, bad_input);
    EXPECT_EQ(text_of(folder / "out/statistics.csv"), before) << "a wrong command line costs no results";
    ASSERT_EQ(pliant({"run", scene, "--frames", "1"}).code, done);
    EXPECT_EQ(statistics_of(folder / "out").frames.back(), 1);
}

TEST_F(Run, SetLaysAValueOverTheScene) {
    const std::string scene = write_scene();
    ASSERT_EQ(pliant({"run", scene, "--record", "", "--set", "world.duration=0.05"}).code, done);
    EXPECT_EQ(statistics_of(folder / "out").frames.back(), 3);
    ASSERT_EQ(pliant({"run", scene, "--record", "", "--set", "world.duration=0.05", "--set", "world.rate=120"}).code,
              done);
    EXPECT_EQ(statistics_of(folder / "out").frames.back(), 6);
    EXPECT_EQ(pliant({"run", scene, "--frames", "1", "--set", "world.gravity=[0, 1, 0]"}).code, done);
    EXPECT_EQ(pliant({"run", scene, "--frames", "1", "--set", "world.wind.velocity=[1, 0, 0]"}).code, done);
}

TEST_F(Run, WrongPathsOfSetGetASuggestion) {
    const std::string scene = write_scene();
    const auto set = [&](const std::string& setting) { return pliant({"run", scene, "--set", setting}); };
    expect_sentence(set("bodies.bal.spacing=0.2"), "did you mean \"ball\"?");
    expect_sentence(set("bodies.ball.spacin=0.2"), "did you mean \"spacing\"?");
    expect_sentence(set("bodys.ball.spacing=0.2"), "did you mean \"bodies\"?");
    expect_sentence(set("world.substep=2"), "did you mean \"substeps\"?");
    expect_sentence(set("world.wind.velocty=[1,0,0]"), "did you mean \"velocity\"?");
    expect_sentence(set("bodies.ball.spacing=wide"), "expected a number");
    expect_sentence(set("bodies.ball.spacing.x=1"), "bodies.ball.spacing");
    expect_sentence(set("bodies..spacing=1"), "an empty name in the path");
    expect_sentence(set("spacing"), "expected path=value");
    EXPECT_EQ(set("spacing").code, bad_input);
}

}  // namespace
}  // namespace run_tests
}  // namespace pliant
