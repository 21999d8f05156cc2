// pliant run --record and pliant convert: every format, whole, in the order of the input, and the same whenever the run
// was killed.
#include <cstring>
#include <map>
#include <random>

#include "assets/mesh_file.h"
#include "assets/recording.h"
#include "command/command.h"
#include "core/text.h"
#include "record/recorder.h"

namespace pliant {
namespace record_tests {
namespace {

namespace fs = std::filesystem;

// The columns that tell how long things took differ from run to run.
std::string without_times(const std::string& statistics) {
    std::string kept;
    for (const std::string& line : lines_of(statistics)) {
        const std::vector<std::string_view> cells = split(line, ',');
        for (size_t i = 0; i < cells.size(); ++i)
            if (i < 2 || i + 6 >= cells.size()) kept.append(cells[i]) += ',';
        kept += "\n";
    }
    return kept;
}

// All files below a folder, by name.
std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string name = fs::relative(entry.path(), folder).string();
        const std::string text = text_of(entry.path());
        files[name] = name == "statistics.csv" ? without_times(text) : text;
    }
    return files;
}

std::string all_formats() {
    std::string list;
    for (const RecordFormat& f : record_formats()) list += (list.empty() ? "" : ",") + std::string(f.name);
    return list;
}

class Record : public CommandTest {
  protected:
    // Two bodies, one of them with seams, several materials and a name that is none for a file; a moving collider.
    std::string write_rich_scene() {
        write_text(folder / "rich.json", R"({ "format": 1, "behaviour": 1,
  "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 },
              "box": { "shape": "box", "size": [0.3, 0.3, 0.3], "detail": 2 } },
  "bodies": {
    "a ball": { "asset": "ball", "spacing": 0.12, "position": [0, 0.5, 0], "spin": [40, 100, 0] },
    "box": { "asset": "box", "spacing": 0.15, "position": [0.1, 1.1, 0] } },
  "colliders": { "floor": { "shape": "plane" },
    "press": { "shape": "box", "size": [1, 0.1, 1], "motion": "kinematic",
               "position": { "keys": [[0, [0, 2.5, 0]], [3, [0, 1.2, 0]]] }, "rotation": [0, 20, 0] },
    "ghost": { "shape": "sphere", "radius": 0.2, "sensor": true } } }
)");
        return "rich.json";
    }
    Outcome record(const std::string& out, const std::string& formats, int frames, std::vector<std::string> more = {}) {
        std::vector<std::string> line = {
            "run", "rich.json", "--record", formats,     "--frames", std::to_string(frames),
            "-o",  out,         "--quiet",  "--threads", "1",        "--snapshot-every",
            "40"};
        line.insert(line.end(), more.begin(), more.end());
        return pliant(line);
    }
};

// Unfinished files do not have their final names.
void expect_finished(const fs::path& run) {
    for (const auto& [name, text] : files_in(run)) {
        EXPECT_FALSE(ends_with(name, ".part") || name.find(".new") != std::string::npos) << name;
        EXPECT_FALSE(text.empty()) << name;
    }
}

TEST_F(Record, EveryFormatLeavesItsFiles) {
    write_rich_scene();
    const Outcome o = record("out", all_formats(), 4);
    ASSERT_EQ(o.code, done) << o.err;
    expect_finished(folder / "out");
    for (const char* file :
         {"scene.glb", "scene.usda", "a_ball.pc2", "a_ball.mdd", "a_ball.obj", "a_ball.mtl", "open_in_blender.py",
          "a_ball/0004.obj", "a_ball/0004.ply", "box.particles/0000.ply", "particles.usda", "scene.vat.json",
          "box.vat/vat.json", "box.vat/positions.png", "box.vat/mesh.glb", "box.vat/vat_three.js", "bodies.csv"})
        EXPECT_TRUE(fs::exists(folder / "out" / file)) << file;
    EXPECT_FALSE(fs::exists(folder / "out/a_ball/0005.obj"));
}

TEST_F(Record, ObjAndPlyComeBackWithTheSamePointsAndFaces) {
    write_rich_scene();
    ASSERT_EQ(record("out", "obj,ply,pc2", 6).code, done);
    for (const std::string body : {"a_ball", "box"}) {
        const Mesh rest = load_mesh((folder / "out" / (body + ".obj")).string(), {}).mesh;
        const PointCache cache((folder / "out" / (body + ".pc2")).string());
        std::vector<Vec3> places(cache.point_count());
        for (const u64 frame : {0u, 3u, 6u}) {
            cache.read(frame, places);
            for (const std::string ending : {".obj", ".ply"}) {
                const std::string path = (folder / "out" / body / ("000" + std::to_string(frame) + ending)).string();
                const Mesh mesh = load_mesh(path, {}).mesh;
                EXPECT_EQ(mesh.points, places) << path;
                EXPECT_EQ(mesh.face_start, rest.face_start) << path;
                ASSERT_EQ(mesh.face_vertex.size(), rest.face_vertex.size()) << path;
                for (size_t c = 0; c < mesh.face_vertex.size(); ++c)
                    ASSERT_EQ(mesh.vertex_point[mesh.face_vertex[c]], rest.vertex_point[rest.face_vertex[c]]) << path;
            }
        }
    }
}

TEST_F(Record, RunFolderIsPlayedWithoutTheScene) {
    write_rich_scene();
    ASSERT_EQ(record("out", "pc2", 6, {"--set", "world.rate=120"}).code, done);
    ASSERT_EQ(record("out_mdd", "mdd", 6, {"--set", "world.rate=120"}).code, done);
    EXPECT_TRUE(is_recording((folder / "out").string()));
    EXPECT_FALSE(is_recording(folder.string()));
    const Recording pc2((folder / "out").string()), mdd((folder / "out_mdd/").string());
    ASSERT_EQ(pc2.body_count(), 2u);
    EXPECT_EQ(pc2.name(0), "a ball");
    EXPECT_EQ(pc2.rate(), 120);
    EXPECT_EQ(pc2.frame_count(), 7u);
    EXPECT_EQ(fs::canonical(pc2.source()), fs::canonical(folder / "rich.json"));
    EXPECT_EQ(pc2.settings(), (std::vector<std::string>{"world.rate=120"}));
    for (size_t b = 0; b < 2; ++b)
        for (const u64 frame : {6u, 0u}) {
            SurfaceFrame one, other;
            pc2.read(frame, b, one);
            mdd.read(frame, b, other);
            ASSERT_EQ(one.positions.size(), pc2.surface(b)->vertex_count());
            EXPECT_TRUE(one.positions == other.positions) << b << " " << frame;
            EXPECT_EQ(one.tangents.size(), pc2.surface(b)->uv.empty() ? 0 : one.positions.size());
            for (size_t v = 0; v < one.positions.size(); ++v) {
                EXPECT_TRUE(one.bounds.contains(one.positions[v]));
                EXPECT_NEAR(length(one.normals[v]), 1, 1e-5);
            }
        }
    // At rest a box has its six normals, as its file had.
    SurfaceFrame start;
    pc2.read(0, 1, start);
    for (const Vec3& n : start.normals)
        EXPECT_NEAR(std::max({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)}), 1, 1e-3);
    fs::rename(folder / "out", folder / "moved");
    fs::remove(folder / "rich.json");
    EXPECT_EQ(Recording((folder / "moved").string()).source(), "");
}

// A PNG of one red pixel.
const unsigned char red_png[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
                                 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
                                 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92,
                                 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST_F(Record, MaterialsAndTexturesComeAlong) {
    const std::string png(reinterpret_cast<const char*>(red_png), sizeof red_png);
    fs::create_directory(folder / "art");
    write_text(folder / "art/skin of tetra.png", png);
    write_text(
        folder / "art/tetra.mtl",
        "newmtl wet skin\nKd 0.5 0.25 1\nd 0.5\nPr 0.125\nPm 0.75\npliant_two_sided 1\nmap_Kd skin of tetra.png\n"
        "newmtl plain\nKd 0 1 0\n");
    write_text(folder / "art/tetra.obj",
               "mtllib tetra.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0.25 0.75\nvt 0.5 0.5\n"
               "usemtl wet skin\nf 1/1 3/3 2/2\nf 1/1 2/2 4/4\nusemtl plain\nf 2/1 3/3 4/4\nf 1/2 4/4 3/3\n");
    ASSERT_EQ(pliant({"run", "art/tetra.obj", "--frames", "3", "--record", "glb,usda,pc2,obj"}).code, done);
    EXPECT_TRUE(text_of(folder / "out/skin_of_tetra.png") == png);
    EXPECT_NE(text_of(folder / "out/scene.glb").find(png), std::string::npos) << "the image is in the .glb";
    EXPECT_NE(text_of(folder / "out/scene.usda").find("asset inputs:file = @skin_of_tetra.png@"), std::string::npos);
    const Mesh original = load_mesh((folder / "art/tetra.obj").string(), {}).mesh;
    for (const char* file : {"out/tetra.obj", "out/tetra/0003.obj", "out/scene.glb"}) {
        const Mesh mesh = load_mesh((folder / file).string(), {}).mesh;
        const auto skin = std::find_if(mesh.materials.begin(), mesh.materials.end(),
                                       [](const Material& m) { return m.name == "wet skin"; });
        ASSERT_NE(skin, mesh.materials.end()) << file;
        EXPECT_EQ(skin->color, (Vec3{0.5f, 0.25f, 1})) << file;
        EXPECT_EQ(skin->opacity, 0.5f) << file;
        EXPECT_EQ(skin->roughness, 0.125f) << file;
        EXPECT_EQ(skin->metallic, 0.75f) << file;
        EXPECT_TRUE(skin->two_sided) << file;
        EXPECT_EQ(std::string(skin->texture_bytes.begin(), skin->texture_bytes.end()), png) << file;
        if (std::string(file) == "out/scene.glb") continue;  // it has a floor, too
        ASSERT_EQ(mesh.face_vertex.size(), original.face_vertex.size()) << file;
        for (size_t c = 0; c < mesh.face_vertex.size(); ++c) {
            const Vec2 uv = mesh.uv[mesh.face_vertex[c]], wanted = original.uv[original.face_vertex[c]];
            EXPECT_EQ(uv, wanted) << file << ": texture coordinates are not turned upside down";
        }
    }
}

TEST_F(Record, FoldersThatCannotBePlayedSayWhatIsMissing) {
    write_rich_scene();
    ASSERT_EQ(record("out", "csv", 2).code, done);
    const auto trouble = [&](const char* name) -> std::string {
        try {
            Recording recording((folder / name).string());
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_NE(trouble("out").find("expected a_ball.pc2 or a_ball.mdd (run the scene with --record pc2)"),
              std::string::npos)
        << trouble("out");
    EXPECT_NE(trouble(".").find("there is no run.json in it"), std::string::npos) << trouble(".");
    ASSERT_EQ(record("out", "pc2", 2).code, done);
    fs::remove(folder / "out/box.obj");
    EXPECT_NE(trouble("out").find("the mesh of 'box' is missing; expected box.obj"), std::string::npos)
        << trouble("out");
}

// Four kills here; `./test --long` asks for more.
int kill_count() {
    const char* wanted = std::getenv("PLIANT_TEST_KILLS");
    return wanted ? std::atoi(wanted) : 4;
}

TEST_F(Record, RunsKilledAtAnyMomentEndAlike) {
    write_rich_scene();
    const std::string formats = all_formats();
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(record("whole", formats, 300).code, done);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto whole = files_in(folder / "whole");
    expect_finished(folder / "whole");
    std::mt19937 random(20);
    for (int kill_number = 0; kill_number < kill_count(); ++kill_number) {
        fs::remove_all(folder / "killed");
        const int times = kill_number % 4 == 3 ? 2 : 1;  // some are killed again while they go on
        std::string moments;
        for (int k = 0; k < times; ++k) {
            std::vector<std::string> line = {
                "run",    "rich.json", "--record",  formats, "--frames",         "300", "-o",
                "killed", "--quiet",   "--threads", "1",     "--snapshot-every", "40"};
            if (k > 0) line.push_back("--resume");
            const pid_t child = start(line);
            const double moment = seconds * static_cast<double>(random() % 1000) / 1000;
            std::this_thread::sleep_for(std::chrono::duration<double>(moment));
            kill(child, SIGKILL);
            finish(child);
            moments += std::to_string(moment) + " s ";
        }
        const Outcome o = record("killed", formats, 300, {"--resume"});
        ASSERT_EQ(o.code, done) << o.err << "\nkilled after " << moments << "of " << seconds;
        const auto killed = files_in(folder / "killed");
        for (const auto& [name, text] : whole) {
            ASSERT_TRUE(killed.count(name)) << name << " is missing; killed after " << moments;
            ASSERT_TRUE(killed.at(name) == text) << name << " differs; killed after " << moments;
        }
        for (const auto& [name, text] : killed)
            EXPECT_TRUE(whole.count(name)) << name << " is left; killed after " << moments;
        ASSERT_FALSE(HasFailure());
    }
}

// A body that tears in later frames has another mesh: finished records without these frames are made again, with the
// same result. A run that was stopped is continued.
TEST_F(Record, ARunMadeLongerTearsInMorePlaces) {
    write_text(folder / "melon.json", R"({ "format": 1, "behaviour": 1,
  "assets": { "ball": { "shape": "sphere", "size": [0.5, 0.5, 0.5], "detail": 12 } },
  "bodies": { "melon": { "asset": "ball", "spacing": 0.12, "position": [0, 1, 0], "velocity": [0, -6, 0],
                         "youngs_modulus": 1e5, "tear": { "stretch": 0.08, "squash": 1 } } },
  "colliders": { "edge": { "shape": "box", "size": [0.05, 0.8, 1], "position": [0, 0.4, 0] } } })");
    const auto run_to = [&](const char* out, const char* frames, std::vector<std::string> more) {
        std::vector<std::string> line = {
            "run", (folder / "melon.json").string(), "--record", "pc2,obj,glb", "--frames", frames,
            "-o",  (folder / out).string()};
        line.insert(line.end(), more.begin(), more.end());
        return pliant(line, 120);
    };
    ASSERT_EQ(run_to("at-once", "40", {}).code, done);
    ASSERT_EQ(run_to("longer", "2", {}).code, done);  // it has not arrived yet
    const Outcome longer = run_to("longer", "40", {"--resume"});
    ASSERT_EQ(longer.code, done) << longer.err;
    EXPECT_NE(longer.err.find("may tear in more places"), std::string::npos) << longer.err;
    const auto expected = files_in(folder / "at-once"), found = files_in(folder / "longer");
    ASSERT_EQ(expected.size(), found.size());
    for (const auto& [name, bytes] : expected) EXPECT_TRUE(found.count(name) && found.at(name) == bytes) << name;
}

// What tears waits in one file until the run is over: killed at any moment, also after something has torn, the run goes
// on with it. It was simulated twice before.
TEST_F(Record, ARunThatTearsGoesOnWhereItWasKilled) {
    write_text(folder / "melon.json", R"({ "format": 1, "behaviour": 1,
  "assets": { "ball": { "shape": "sphere", "size": [0.5, 0.5, 0.5], "detail": 12 } },
  "bodies": { "melon": { "asset": "ball", "spacing": 0.06, "position": [0, 1, 0], "velocity": [0, -6, 0],
                         "youngs_modulus": 1e5, "tear": { "stretch": 0.08, "squash": 1 } },
              "ball": { "asset": "ball", "spacing": 0.12, "position": [1, 1, 0] } },
  "colliders": { "floor": {}, "edge": { "shape": "box", "size": [0.05, 0.8, 1], "position": [0, 0.4, 0] } } })");
    const auto line = [&](const char* out, const char* resume) {
        std::vector<std::string> words = {"run",
                                          "melon.json",
                                          "--record",
                                          all_formats(),
                                          "--frames",
                                          "60",
                                          "-o",
                                          (folder / out).string(),
                                          "--snapshot-every",
                                          "7"};
        if (*resume) words.emplace_back(resume);
        return words;
    };
    const Outcome whole = pliant(line("whole", ""), 120);
    ASSERT_EQ(whole.code, done) << whole.err;
    EXPECT_FALSE(fs::exists(folder / "whole/tearing.part"));
    const auto expected = files_in(folder / "whole");
    for (const size_t frames : {10, 40, 58}) {  // before it arrives, among pieces, near the end
        fs::remove_all(folder / "killed");
        const pid_t child = start(line("killed", ""));
        for (int i = 0; i < 10000 && lines_of(text_of(folder / "killed/statistics.csv")).size() < frames; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        kill(child, SIGKILL);
        finish(child);
        if (!fs::exists(folder / "killed/scene.glb")) {
            EXPECT_TRUE(fs::exists(folder / "killed/tearing.part"));
            const Outcome convert = pliant({"convert", (folder / "killed").string()});
            EXPECT_EQ(convert.code, bad_input);
            EXPECT_NE(convert.err.find("--resume"), std::string::npos) << convert.err;
        }
        const Outcome o = pliant(line("killed", "--resume"), 120);
        ASSERT_EQ(o.code, done) << o.err;
        const auto found = files_in(folder / "killed");
        EXPECT_EQ(expected.size(), found.size());
        for (const auto& [name, bytes] : expected)
            EXPECT_TRUE(found.count(name) && found.at(name) == bytes) << name << ", killed after " << frames;
    }
    // Complete already: nothing is left to do, and nothing is lost.
    ASSERT_EQ(pliant(line("whole", "--resume"), 120).code, done);
    EXPECT_TRUE(files_in(folder / "whole") == expected);
}

// Killed before its first snapshot, before its folder was made, or while run.json was written.
TEST_F(Record, ResumeBeginsWhereThereIsNothingYet) {
    write_rich_scene();
    ASSERT_EQ(record("whole", "pc2,csv,obj", 20).code, done);
    const auto whole = files_in(folder / "whole");
    const auto check = [&](const char* what) {
        const Outcome o = record("out", "pc2,csv,obj", 20, {"--resume"});
        EXPECT_EQ(o.code, done) << what << ": " << o.err;
        auto files = files_in(folder / "out");
        EXPECT_TRUE(files == whole) << what;
        fs::remove_all(folder / "out");
    };
    check("no folder");
    fs::create_directory(folder / "out");
    check("an empty folder");
    fs::create_directory(folder / "out");
    write_text(folder / "out/run.json.part", "{ \"pli");
    check("half of run.json");
    ASSERT_EQ(record("out", "pc2,csv,obj", 30).code, done);  // longer: the frames beyond must be removed
    fs::remove(folder / "out/snapshot.plsnap");
    check("no snapshot");
}

TEST_F(Record, CompleteRunsBecomeLonger) {
    write_rich_scene();
    const std::string growing = "pc2,mdd,obj,ply,particles.ply,csv";
    ASSERT_EQ(record("whole", growing, 50).code, done);
    ASSERT_EQ(record("out", growing, 20).code, done);
    ASSERT_EQ(record("out", growing, 50, {"--resume"}).code, done);
    const auto whole = files_in(folder / "whole"), out = files_in(folder / "out");
    for (const auto& [name, text] : whole) EXPECT_TRUE(out.count(name) && out.at(name) == text) << name;
    // Formats that were put together at the end: all frames are simulated again.
    ASSERT_EQ(record("whole", all_formats(), 50).code, done);
    ASSERT_EQ(record("out", all_formats(), 45).code, done);
    const auto before = files_in(folder / "out");
    EXPECT_EQ(record("out", all_formats(), 45, {"--resume"}).code, done) << "nothing to add is no trouble";
    EXPECT_TRUE(files_in(folder / "out") == before);
    const Outcome more = record("out", all_formats(), 50, {"--resume"});
    EXPECT_EQ(more.code, done) << more.err;
    EXPECT_NE(more.err.find("scene.glb is finished and takes no more frames; all are simulated again"),
              std::string::npos);
    EXPECT_TRUE(files_in(folder / "out") == files_in(folder / "whole"));
}

TEST_F(Record, ConvertFinishesWhatAKilledRunLeft) {
    write_rich_scene();
    const std::string formats = "glb,usda,pc2,mdd,vat";
    const pid_t child = start({"run", "rich.json", "--record", formats, "--frames", "2000", "-o", "killed", "--quiet",
                               "--threads", "1", "--snapshot-every", "10"});
    for (int i = 0; i < 5000 && lines_of(text_of(folder / "killed/statistics.csv")).size() < 40; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(child, SIGKILL);
    finish(child);
    ASSERT_FALSE(fs::exists(folder / "killed/scene.glb"));
    const Outcome o = pliant({"convert", "killed", "-o", "finished"});
    ASSERT_EQ(o.code, done) << o.err;
    const u64 frames = PointCache((folder / "finished/box.pc2").string()).frame_count();
    EXPECT_GE(frames, 30u);
    ASSERT_EQ(record("whole", formats, static_cast<int>(frames) - 1).code, done);
    const auto whole = files_in(folder / "whole"), finished = files_in(folder / "finished");
    for (const char* name : {"box.pc2", "a_ball.pc2", "a_ball.mdd"})
        EXPECT_TRUE(finished.at(name) == whole.at(name)) << name;
    // The kill may have come between two formats of one frame.
    for (const char* name : {"scene.glb", "scene.usda", "box.vat/vat.json"}) EXPECT_TRUE(finished.count(name)) << name;
    EXPECT_TRUE(fs::exists(folder / "killed/scene.glb.part")) << "the run can still go on";
    ASSERT_EQ(pliant({"convert", "killed/scene.glb.part", "-o", "alone.glb", "--quiet"}).code, done);
    EXPECT_TRUE(text_of(folder / "alone.glb") == finished.at("scene.glb"));
}

TEST_F(Record, ConvertMakesOtherFormatsOfACache) {
    write_rich_scene();
    ASSERT_EQ(record("out", "pc2,mdd,obj", 20).code, done);
    ASSERT_EQ(pliant({"convert", "out", "--to", "glb,usda,ply,vat", "--quiet"}).code, done);
    for (const char* file : {"scene.glb", "scene.usda", "box/0020.ply", "a_ball.vat/vat.json"})
        EXPECT_TRUE(fs::exists(folder / "out" / file)) << file;
    expect_finished(folder / "out");
    ASSERT_EQ(pliant({"convert", "out/box.pc2", "-o", "box.mdd", "--quiet"}).code, done);
    EXPECT_TRUE(text_of(folder / "box.mdd") == text_of(folder / "out/box.mdd"));
    ASSERT_EQ(pliant({"convert", "box.mdd", "-o", "box.pc2", "--quiet"}).code, done);
    EXPECT_TRUE(text_of(folder / "box.pc2") == text_of(folder / "out/box.pc2"));
    ASSERT_EQ(pliant({"convert", "out", "--to", "mdd,obj", "-o", "other", "--quiet"}).code, done);
    EXPECT_TRUE(text_of(folder / "other/box.mdd") == text_of(folder / "out/box.mdd"));
    const std::string before = text_of(folder / "out/box/0020.obj"), after = text_of(folder / "other/box/0020.obj");
    EXPECT_TRUE(after.substr(0, after.find("vt ")) == before.substr(0, before.find("vt "))) << "the same points";
    EXPECT_TRUE(is_recording((folder / "other").string()));
}

TEST_F(Record, WrongWishesGetASentence) {
    write_rich_scene();
    const auto wish = [&](const std::string& formats, std::vector<std::string> more = {}) {
        return record("out", formats, 5, std::move(more));
    };
    expect_sentence(wish("gltf"), "there is no format 'gltf'; expected some of: glb, usda, pc2, mdd");
    expect_sentence(wish("gltf"), "(did you mean 'glb'?)");
    expect_sentence(wish("pc2,.pc2"), "'pc2' is there twice");
    EXPECT_EQ(wish("pc2", {"--loop", "1"}).code, usage);
    expect_sentence(wish("vat", {"--loop", "1"}),
                    "1 s are more than half of what is recorded; expected at most 0.05 s");
    ASSERT_EQ(wish("pc2").code, done);
    const auto convert = [&](std::vector<std::string> line) {
        line.insert(line.begin(), "convert");
        line.push_back("--quiet");
        return pliant(line);
    };
    expect_sentence(convert({"out"}), "there is nothing to finish");
    expect_sentence(convert({"nowhere"}), "there is no such file or folder");
    expect_sentence(convert({"out", "--to", "csv"}), "a point cache has nothing that 'csv' could be made of");
    expect_sentence(convert({"out", "--to", "pc2"}), "this is there already");
    expect_sentence(convert({"out/box.pc2", "-o", "x.glb"}), "has another ending than .pc2 and .mdd");
    expect_sentence(convert({"rich.json", "-o", "x.mdd"}), "there is no conversion from it to 'x.mdd'");
    EXPECT_EQ(convert({"out/box.pc2"}).code, usage);
    EXPECT_EQ(convert({"out/box.pc2", "-o", "out/box.pc2"}).code, usage);
}

}  // namespace
}  // namespace record_tests
}  // namespace pliant
