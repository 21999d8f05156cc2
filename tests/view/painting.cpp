// A painted parameter between scene, file and world: what the world is told is what the file says.
#include "pliant/view/painting.h"

#include <gtest/gtest.h>

#include "record/png.h"
#include "view/support.h"

namespace pliant::view {
namespace painting_tests {
namespace {

class PaintingTest : public FolderTest {
  protected:
    Scene scene(const std::string& text) { return read_scene(text, "small.json", {}, folder); }
    SceneText source(const std::string& text) { return {text, "small.json", folder, {}}; }
    static const SceneBody& body(const Scene& scene, const std::string& name) {
        for (const SceneBody& b : scene.bodies)
            if (b.name == name) return b;
        throw std::runtime_error(name);
    }
    static const Parameter& row(const SceneBody& body, const std::string& name) {
        for (const Parameter* r : painted_rows(body))
            if (r->name == name) return *r;
        throw std::runtime_error(name);
    }
    static void stroke(Painting& painting, const Vec3d& at) {
        Brush brush;
        brush.radius = 0.25f;
        brush.strength = 0.5f;
        painting.painter().begin(brush);
        painting.painter().dab(at);
        painting.painter().end();
    }
};

std::string with(std::string text, const std::string& old, const std::string& now) {
    return text.replace(text.find(old), old.size(), now);
}

}  // namespace

TEST_F(PaintingTest, RowsAreThoseOfTheTables) {
    const Scene s = scene(small_scene);
    size_t painted = 0;
    for (const ParameterTable* table : {&body(s, "bob").own.table(), &body_table})
        for (const Parameter& r : table->rows) painted += r.painted;
    EXPECT_EQ(painted_rows(body(s, "bob")).size(), painted);
    EXPECT_GT(painted, 10u);
    for (const Parameter* r : painted_rows(body(s, "bob"))) {
        Painting p(s, body(s, "bob"), *r, 64);  // every one of them can be begun
        EXPECT_LT(p.low, p.high) << r->name;
        EXPECT_NO_THROW(check(*r, Value(Map{"", p.low, p.high, false}))) << r->name;
    }
}

TEST_F(PaintingTest, NothingChangesBeforeTheFirstStroke) {
    const Scene s = scene(small_scene);
    Painting p(s, body(s, "bob"), row(body(s, "bob"), "youngs_modulus"), 128);
    EXPECT_EQ(p.file(), "maps/bob-youngs_modulus.png");
    const std::vector<LiveChange> changes = p.changes(s);
    ASSERT_EQ(changes.size(), 1u);
    const Map& map = *changes[0].value.map();
    double worst = 0;
    for (const float v : *map.values) worst = std::max(worst, std::fabs(map.apply(static_cast<double>(v)) - 5e4));
    std::printf("from %g to %g; 5e4 becomes another by %g\n", p.low, p.high, worst);
    EXPECT_LT(worst, 1.0);  // of 16 bits
}

TEST_F(PaintingTest, WorldAndFileAgreeToTheBit) {
    const Scene before = scene(small_scene);
    Painting p(before, body(before, "bob"), row(body(before, "bob"), "youngs_modulus"), 256);
    stroke(p, {0, 0.2, 0});
    p.write();
    const std::string text = with(small_scene, "\"youngs_modulus\": 5e4", "\"youngs_modulus\": " + p.json());

    Simulator live(1), from_file(1), untouched(1);
    live.build(source(small_scene));
    from_file.build(source(text));
    untouched.build(source(small_scene));
    for (const LiveChange& change : p.changes(before)) live.act(change);
    // The scene has it for `twin` too, which is like bob; with values it is nothing that has to be made.
    Scene after = scene(text);
    EXPECT_TRUE(changes_between(before, after).rebuild);
    EXPECT_EQ(p.bodies(after), (std::vector<std::string>{"bob", "twin"}));
    p.insert_values(after);
    const SceneChanges changes = changes_between(before, after);
    EXPECT_FALSE(changes.rebuild) << changes.why;
    ASSERT_EQ(changes.live.size(), 2u);
    for (const LiveChange& change : changes.live) live.act(change);
    EXPECT_EQ(p.changes(after), changes.live);

    const auto place = [](const Simulator& s, const char* name) {
        const Body& b = *s.world().body(s.world().find_body(name));
        std::vector<Vec3> all;
        for (u32 i = 0; i < b.view.count; ++i) all.push_back(b.view.position[i].xyz());
        return all;
    };
    for (int i = 0; i < 40; ++i) {
        live.step();
        from_file.step();
        untouched.step();
    }
    for (const char* name : {"bob", "twin"}) {
        EXPECT_EQ(place(live, name), place(from_file, name)) << name;
        EXPECT_NE(place(live, name), place(untouched, name)) << name;
    }
    live.seek(3);
    live.seek(40);
    EXPECT_EQ(live.mismatches(), 0u);
}

TEST_F(PaintingTest, WhatIsThereIsGoneOnWith) {
    const Scene before = scene(small_scene);
    Painting first(before, body(before, "bob"), row(body(before, "bob"), "damping"), 128);
    stroke(first, {0, 0.2, 0});
    first.write();
    const std::string text = with(small_scene, "\"youngs_modulus\": 5e4", "\"damping\": " + first.json());
    const Scene after = scene(text);
    Painting second(after, body(after, "bob"), row(body(after, "bob"), "damping"), 64);
    EXPECT_EQ(second.file(), first.file());
    EXPECT_EQ(second.painter().map().values, first.painter().map().values);
    EXPECT_EQ(second.low, first.low);
    // Another parameter has a file of its own, and one that is there is not written over.
    write_file(folder + "maps/bob-youngs_modulus.png", "somebody else's");
    Painting third(after, body(after, "bob"), row(body(after, "bob"), "youngs_modulus"), 64);
    EXPECT_EQ(third.file(), "maps/bob-youngs_modulus-2.png");
    // Another program writes the file.
    write_png(second.path(), 2, 2, 1, std::vector<u16>{65535, 65535, 65535, 65535});
    second.reload();
    for (const float v : second.painter().points()) EXPECT_EQ(v, 1);
    write_file(second.path(), "no image");
    EXPECT_THROW(second.reload(), Error);
    for (const float v : second.painter().points()) EXPECT_EQ(v, 1);
}

TEST_F(PaintingTest, AMapByHeightBecomesAnImage) {
    const std::string text = with(small_scene, "5e4", R"({ "height": "y", "low": 1e4, "high": 9e4, "scale": "log" })");
    const Scene s = scene(text);
    Painting p(s, body(s, "bob"), row(body(s, "bob"), "youngs_modulus"), 512);
    EXPECT_EQ(p.low, 1e4);
    EXPECT_EQ(p.high, 9e4);
    EXPECT_TRUE(p.logarithmic);
    EXPECT_NE(p.json().find("\"scale\": \"log\""), std::string::npos);
    const Mesh& mesh = p.painter().surface().unwrapped().mesh;
    double worst = 0;
    for (size_t i = 0; i < mesh.points.size(); ++i) {
        const bool pole = std::fabs(mesh.points[i].y) > 0.199f;  // images are repeated: see MapPainter.SeamsDoNotShow
        if (!pole)
            worst = std::max(worst, std::fabs(static_cast<double>(p.painter().points()[i]) -
                                              (static_cast<double>(mesh.points[i].y) / 0.4 + 0.5)));
    }
    std::printf("worst point %.4f\n", worst);
    EXPECT_LT(worst, 0.01);
}

}  // namespace painting_tests
}  // namespace pliant::view
