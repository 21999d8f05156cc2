// pliant lattice and pliant solve: from a mesh to a lattice, to poses, to clips, and back.
#include "assets/clip_file.h"
#include "assets/json.h"
#include "assets/lattice_file.h"
#include "assets/mesh_file.h"
#include "assets/point_cache.h"
#include "command/command.h"
#include "core/random.h"
#include "geometry/shapes.h"

namespace pliant {
namespace authoring_tests {
namespace {

namespace fs = std::filesystem;

class Authoring : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        ShapeSettings shape;
        shape.name = "capsule";
        shape.size = {0.4f, 1, 0.4f};
        shape.detail = 16;
        mesh = make_shape(shape);
        for (Vec3& p : mesh.points) p += Vec3{0.1f, 0.7f, 0};  // its origin is not its middle
        write_obj("ball.obj", mesh.points);
    }

    static Vec3 moved(const Vec3& p, float t) {  // affine
        return Mat3{{{1, 0.4f * t, 0}, {-0.3f * t, 1 + t, 0}, {0, 0, 1 - 0.5f * t}}} * p + Vec3{t, 0, -t};
    }
    static Vec3 bent(const Vec3& p, float t) {
        return {p.x + 0.3f * t * p.y * p.y, p.y, p.z + 0.2f * t * static_cast<float>(std::sin(6 * p.y))};
    }
    template <class Map>
    void write_frames(int frames, Map&& map) {
        for (int f = 0; f < frames; ++f) {
            std::vector<Vec3> points;
            for (const Vec3& p : mesh.points) points.push_back(map(p, 0.1f * static_cast<float>(f)));
            write_obj("walk_0" + std::to_string(f) + ".obj", points);
        }
    }
    void write_obj(const std::string& name, const std::vector<Vec3>& points) const {
        std::ofstream out(folder / name);
        out.precision(9);
        for (const Vec3& p : points) out << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        for (size_t f = 0; f < mesh.face_count(); ++f) {
            out << 'f';
            for (u32 c = mesh.face_start[f]; c < mesh.face_start[f + 1]; ++c)
                out << ' ' << mesh.vertex_point[mesh.face_vertex[c]] + 1;
            out << '\n';
        }
    }
    void run(const std::vector<std::string>& arguments) {
        const Outcome o = pliant(arguments);
        ASSERT_EQ(o.code, done) << o.err;
    }
    LatticeFile lattice(const std::string& name) const { return read_lattice_file(text_of(folder / name), name); }
    ClipFile clip(const std::string& name) const { return read_clip_file(text_of(folder / name), name); }
    Json json_of(const std::vector<std::string>& arguments) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, done) << o.err;
        return parse_json(o.out, "what was printed");
    }
    static double worst(const Json& solved) {
        double most = 0;
        for (const Json& f : solved.find("frames")->items) most = std::max(most, f.find("max_share")->number);
        return most;
    }
    Mesh mesh;
};

TEST_F(Authoring, ALatticeStandsAroundItsMesh) {
    run({"lattice", "ball.obj", "-o", "body.rmb", "--spacing", "0.1"});
    const LatticeFile file = lattice("body.rmb");
    EXPECT_EQ(file.spacing, (Vec3{0.1f, 0.1f, 0.1f}));
    EXPECT_EQ(lattice_file_text(file), text_of(folder / "body.rmb"));
    Box box;
    for (const Vec3i& s : file.sites) box.add(scaled(file.spacing, s.to<float>()) - file.center);
    for (const Vec3& p : mesh.points) EXPECT_TRUE(box.grown(1e-5f).contains(p));

    run({"lattice", "body.rmb", "-o", "again.rmb"});
    EXPECT_EQ(text_of(folder / "again.rmb"), text_of(folder / "body.rmb"));
    run({"lattice", "ball.obj", "-o", "uneven.rmb", "--spacing", "0.1,0.2,0.1", "--scale", "2"});
    EXPECT_EQ(lattice("uneven.rmb").spacing, (Vec3{0.1f, 0.2f, 0.1f}));
    EXPECT_EQ(lattice("uneven.rmb").scale, (Vec3{2, 2, 2}));
}

TEST_F(Authoring, TheLatticeAsAMeshHasAPointForEveryParticle) {
    run({"lattice", "ball.obj", "-o", "body.rmb", "--spacing", "0.1"});
    const LatticeFile file = lattice("body.rmb");
    for (const char* name : {"lattice.obj", "lattice.glb"}) {
        run({"lattice", "body.rmb", "-o", name});
        const Mesh posable = load_mesh((folder / name).string(), {}).mesh;
        ASSERT_EQ(posable.points.size(), file.sites.size()) << name;
        for (size_t i = 0; i < file.sites.size(); ++i)
            EXPECT_LT(length(posable.points[i] - (scaled(file.spacing, file.sites[i].to<float>()) - file.center)),
                      1e-6f);
    }
}

TEST_F(Authoring, PosesGoOutAndComeBackAsTheSameClip) {
    run({"lattice", "ball.obj", "-o", "body.rmb", "--spacing", "0.15"});
    run({"lattice", "body.rmb", "-o", "lattice.obj"});
    Mesh posed = load_mesh((folder / "lattice.obj").string(), {}).mesh;
    std::string text;
    for (const std::string& line : lines_of(text_of(folder / "lattice.obj")))
        if (line[0] != 'v') text += line + "\n";
    std::ostringstream points;
    points.precision(9);
    for (const Vec3& p : posed.points) {
        const Vec3 q = bent(p, 1);
        points << "v " << q.x << ' ' << q.y << ' ' << q.z << '\n';
    }
    write_text(folder / "squash.obj", points.str() + text);

    run({"lattice", "body.rmb", "--pose", "lattice.obj", "--pose", "12=squash.obj", "--fps", "25", "-o", "clip.txt"});
    const ClipFile file = clip("clip.txt");
    EXPECT_EQ(file.fps, 25);
    EXPECT_EQ(file.frames, (std::vector<i32>{0, 12}));
    EXPECT_EQ(file.sites, lattice("body.rmb").sites);
    const Vec3 center = lattice("body.rmb").center;
    for (size_t i = 0; i < posed.points.size(); ++i) {
        EXPECT_LT(length(file.positions[i] - center - posed.points[i]), 1e-6f);
        EXPECT_LT(length(file.positions[posed.points.size() + i] - center - bent(posed.points[i], 1)), 1e-6f);
    }
    const Json of_clip = json_of({"info", "clip.txt", "--json"}), of_body = json_of({"info", "body.rmb", "--json"});
    EXPECT_EQ(of_clip.find("poses")->number, 2);
    EXPECT_EQ(of_clip.find("length_s")->number, 0.48);
    EXPECT_EQ(of_body.find("particles")->number, of_clip.find("particles")->number);
    run({"lattice", "body.rmb", "--pose", "clip.txt", "-o", "out_%02d.obj"});
    EXPECT_TRUE(fs::exists(folder / "out_12.obj"));
    run({"lattice", "body.rmb", "--pose", "out_%02d.obj", "--fps", "25", "-o", "back.txt"});
    const ClipFile back = clip("back.txt");
    EXPECT_EQ(back.frames, file.frames);
    for (size_t i = 0; i < file.positions.size(); ++i)
        EXPECT_LT(length(back.positions[i] - file.positions[i]), 1e-6f) << "through the mesh's space and back";

    run({"lattice", "body.rmb", "--pose", "clip.txt", "-o", "all.pc2"});
    EXPECT_EQ(PointCache((folder / "all.pc2").string()).frame_count(), 13u) << "every frame, in between too";
    run({"lattice", "body.rmb", "--pose", "clip.txt", "--preview", "ball.obj", "-o", "all.mdd"});
    EXPECT_EQ(PointCache((folder / "all.mdd").string()).point_count(), mesh.points.size());
}

TEST_F(Authoring, AffineAnimationsAreFoundByBothMethods) {
    write_frames(4, moved);
    for (const char* method : {"smooth", "cells"}) {
        const Json solved =
            json_of({"solve", "walk_%02d.obj", "-o", "clip.txt", "--spacing", "0.15", "--method", method, "--json"});
        EXPECT_EQ(solved.find("frames")->items.size(), 4u);
        EXPECT_LT(worst(solved), 1e-5) << method;
    }
    const ClipFile file = clip("clip.txt");
    EXPECT_EQ(file.frames, (std::vector<i32>{0, 1, 2, 3}));
    EXPECT_EQ(file.fps, 24);
    EXPECT_TRUE(file.interpolate);
    run({"lattice", "ball.obj", "-o", "body.rmb", "--spacing", "0.15"});
    const LatticeFile body = lattice("body.rmb");
    ASSERT_EQ(file.sites, body.sites);
    for (size_t i = 0; i < body.sites.size(); ++i) {
        const Vec3 rest = scaled(body.spacing, body.sites[i].to<float>()) - body.center;
        EXPECT_LT(length(file.positions[3 * body.sites.size() + i] - body.center - moved(rest, 0.3f)), 1e-5f);
    }
}

TEST_F(Authoring, SmoothComesNearerThanCells) {
    write_frames(3, bent);
    const double smooth = worst(json_of({"solve", "walk_00.obj", "--spacing", "0.1", "--json"})),
                 cells = worst(json_of({"solve", "walk_00.obj", "--spacing", "0.1", "--method", "cells", "--json"}));
    EXPECT_LT(smooth, 0.01);
    EXPECT_LT(smooth, 0.5 * cells);
}

TEST_F(Authoring, ALatticeFileAndItsScaleHoldForTheMesh) {
    write_frames(2, moved);
    run({"lattice", "ball.obj", "-o", "large.rmb", "--spacing", "0.3", "--scale", "2"});
    EXPECT_LT(worst(json_of({"solve", "walk_%02d.obj", "--mesh", "ball.obj", "--lattice", "large.rmb", "--json"})),
              1e-5);
    EXPECT_EQ(pliant({"solve", "walk_%02d.obj", "--lattice", "large.rmb", "--scale", "2"}).code, usage);
}

TEST_F(Authoring, KeyframesErrorColoursAndTable) {
    write_frames(6, bent);
    const Outcome o = pliant({"solve", "walk_%02d.obj", "-o", "clip.txt", "--spacing", "0.15", "--every", "3", "--fps",
                              "30", "--hold", "--error-colors", "error.ply"});
    ASSERT_EQ(o.code, done) << o.err;
    EXPECT_EQ(lines_of(o.out).size(), 4u) << "a heading and frames 0, 3 and 5:\n" << o.out;
    EXPECT_EQ(clip("clip.txt").frames, (std::vector<i32>{0, 3, 5}));
    EXPECT_EQ(clip("clip.txt").fps, 30);
    EXPECT_FALSE(clip("clip.txt").interpolate);
    const Mesh colours = load_mesh((folder / "error.ply").string(), {}).mesh;
    EXPECT_EQ(colours.points.size(), mesh.points.size());
    ASSERT_NE(colours.attribute("error"), nullptr);
    ASSERT_NE(colours.attribute("color.r"), nullptr);
    const std::vector<float>& error = colours.attribute("error")->values;
    EXPECT_GT(*std::max_element(error.begin(), error.end()), 0);
    run({"solve", "walk_%02d.obj", "--spacing", "0.15", "--error-colors", "error_%d.ply", "--quiet"});
    EXPECT_TRUE(fs::exists(folder / "error_5.ply"));
}

TEST_F(Authoring, ClipsAreCarriedToAnotherSpacing) {
    write_frames(3, moved);
    run({"lattice", "ball.obj", "-o", "coarse.rmb", "--spacing", "0.2"});
    run({"lattice", "ball.obj", "-o", "fine.rmb", "--spacing", "0.1"});
    run({"solve", "walk_%02d.obj", "--lattice", "coarse.rmb", "-o", "coarse.txt"});
    run({"solve", "coarse.txt", "--lattice", "coarse.rmb", "--carry", "fine.rmb", "-o", "fine.txt"});
    const LatticeFile fine = lattice("fine.rmb");
    const ClipFile carried = clip("fine.txt");
    ASSERT_EQ(carried.sites, fine.sites);
    for (size_t i = 0; i < fine.sites.size(); ++i) {
        const Vec3 rest = scaled(fine.spacing, fine.sites[i].to<float>()) - fine.center;
        EXPECT_LT(length(carried.positions[2 * fine.sites.size() + i] - fine.center - moved(rest, 0.2f)), 2e-5f);
    }
    run({"solve", "walk_%02d.obj", "--lattice", "coarse.rmb", "--carry", "fine.rmb", "-o", "at_once.txt"});
    EXPECT_EQ(clip("at_once.txt").sites, fine.sites);
    const Outcome wrong = pliant({"lattice", "fine.rmb", "--pose", "coarse.txt", "-o", "a.pc2"});
    EXPECT_EQ(wrong.code, bad_input);
    expect_sentence(wrong, "coarse.txt");
}

TEST_F(Authoring, WhatMakesNoSenseGetsASentence) {
    run({"lattice", "ball.obj", "-o", "body.rmb", "--spacing", "0.2"});
    write_text(folder / "broken.rmb", "0,0,0\n0.1,0.1,0.1\n1,1,1\n0,0,0\n0,0,x\n");
    write_text(folder / "broken.txt", "particle\nfps fast\n");
    const struct {
        std::vector<std::string> arguments;
        int code;
        std::string mentions;
    } wrong[] = {
        {{"lattice", "ball.obj"}, usage, "-o"},
        {{"lattice", "ball.obj", "-o", "a.xyz"}, usage, "a.xyz"},
        {{"lattice", "ball.obj", "-o", "a.rmb", "--spacing", "fine"}, usage, "--spacing"},
        {{"lattice", "ball.obj", "-o", "a.rmb", "--spacing", "1,2"}, usage, "--spacing"},
        {{"lattice", "body.rmb", "-o", "a.obj", "--spacing", "1"}, usage, "--spacing"},
        {{"lattice", "nowhere.rmb", "-o", "a.obj"}, bad_input, "nowhere.rmb"},
        {{"lattice", "broken.rmb", "-o", "a.obj"}, bad_input, "broken.rmb:5"},
        {{"lattice", "body.rmb", "--pose", "ball.obj", "-o", "a.txt"}, bad_input, "one for each particle"},
        {{"lattice", "body.rmb", "--pose", "broken.txt", "-o", "a.pc2"}, bad_input, "broken.txt:2"},
        {{"lattice", "body.rmb", "--pose", "ball.obj", "-o", "a.obj"}, usage, ".txt"},
        {{"solve", "ball.obj", "-o", "clip.pc2"}, usage, "clip.pc2"},
        {{"solve", "ball.obj", "--method", "rough"}, usage, "smooth or cells"},
        {{"solve", "ball.obj", "--every", "0"}, usage, "--every"},
        {{"solve", "none_%d.obj"}, bad_input, "none_%d.obj"},
        {{"solve", "broken.txt", "--lattice", "body.rmb", "--carry", "body.rmb", "-o", "a.txt"},
         bad_input,
         "broken.txt:2"},
        {{"solve", "broken.txt", "-o", "a.txt"}, usage, "--carry"},
    };
    for (const auto& w : wrong) {
        const Outcome o = pliant(w.arguments);
        EXPECT_EQ(o.code, w.code) << w.arguments.back() << ": " << o.err;
        EXPECT_NE(o.err.find(w.mentions), std::string::npos) << o.err;
        EXPECT_FALSE(fs::exists(folder / "a.txt"));
    }
}

}  // namespace
}  // namespace authoring_tests
}  // namespace pliant
