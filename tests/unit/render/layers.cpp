// Every registered layer changes the picture, and only where it should.
#include "render/layers.h"

#include "core/trig.h"
#include "pictures.h"
#include "render/joint_marks.h"
#include "world/skin_places.h"

namespace pliant::render {
namespace layers_tests {
namespace {

using testing::Change;
using testing::change;
using testing::picture_of;

// Where a box is in the picture, in pixels.
struct Rectangle {
    float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
};
Rectangle rectangle_of(const Box& box) {
    const Camera camera = testing::small_camera();
    const float w = testing::width, h = testing::height;
    const Mat4 to_picture = camera.projection(w / h, 0.1f, 100) * camera.view();
    Rectangle r;
    for (int c = 0; c < 8; ++c) {
        const Mat4::Projected p = to_picture * Vec3{c & 1 ? box.high.x : box.low.x, c & 2 ? box.high.y : box.low.y,
                                                    c & 4 ? box.high.z : box.low.z};
        const float x = (p.xyz.x / p.w * 0.5f + 0.5f) * w, y = (0.5f - p.xyz.y / p.w * 0.5f) * h;
        r = {std::min(r.left, x), std::max(r.right, x), std::min(r.top, y), std::max(r.bottom, y)};
    }
    return r;
}

void expect_within(const Change& c, const Rectangle& r, float margin, const char* what) {
    EXPECT_GE(static_cast<float>(c.left), r.left - margin) << what;
    EXPECT_LE(static_cast<float>(c.right), r.right + margin) << what;
    EXPECT_GE(static_cast<float>(c.top), r.top - margin) << what;
    EXPECT_LE(static_cast<float>(c.bottom), r.bottom + margin) << what;
}

struct Layers : ::testing::Test {
    std::unique_ptr<World> world = testing::small_world();
    Box bodies;
    Layers() {
        world->contents().bodies.each([&](BodyId, const Body& b) {
            bodies.add(b.frame().bounds.low);
            bodies.add(b.frame().bounds.high);
        });
    }
    // Over the upper side of the block, from rim to rim.
    void draw_line() {
        Line line;
        line.points = {{0.05, 0.2, -0.3}, {0.05, 0.2, 0.3}};
        line.strength = 0;
        world->bodies().set_parameter(world->find_body("block"), "tear.lines", Value{std::vector<Line>{line}});
    }
    void hang_a_bob() {
        ParameterSet bob(collider_table), pin(joint_table);
        bob.set("shape", "sphere");
        bob.set("motion", "dynamic");
        bob.set("radius", 0.05);
        bob.set("position", Vec3d{0.5, 0.8, 0});
        Shape ball;
        ball.kind = ShapeKind::sphere;
        ball.radius = 0.05f;
        world->colliders().add("bob", ball, std::move(bob));
        pin.set("kind", "spherical");
        pin.set("b", "bob");
        pin.set("position", Vec3d{0.5, 0.9, 0});
        pin.set("swing_y", 40.0);
        world->joints().add("pin", std::move(pin));
    }
    Image with(const char* text) {
        Look look;
        look.layers = LayerSet::from_text(text);
        look.legend = false;
        return picture_of(*world, look);
    }
};

TEST_F(Layers, EachOneChangesThePicture) {
    ParameterSet hook(attachment_table);
    hook.set("position", Vec3d{0.5, 1.0, 0});
    hook.set("stiffness", 1.0);
    world->attachments().add("hook", world->find_body("ball"), {{0, 0.2f, 0}, 0}, std::move(hook));
    draw_line();
    hang_a_bob();
    world->step();
    world->contents().bodies.each([&](BodyId id, const Body&) { const_cast<Body*>(world->body(id))->asleep = true; });
    for (size_t l = 0; l < layers().size(); ++l) {
        Look on, off;
        on.legend = off.legend = false;
        on.layers.set(l, true);
        off.layers.set(l, false);
        EXPECT_GT(change(picture_of(*world, on), picture_of(*world, off)).pixels, 40u) << layers()[l].name;
    }
}

TEST_F(Layers, MarksAreOnBodies) {
    const Rectangle where = rectangle_of(bodies);
    const Image usual = with("");
    for (const char* name : {"particles", "cells", "strain"})
        expect_within(change(usual, with(name)), where, 12, name);  // cells stand out of the surface by their width
    // Normals begin on the skin and are up to an eighth of the scene long.
    expect_within(change(usual, with("contacts")), where, 30, "contacts");
}

TEST_F(Layers, MarksAreHiddenWithTheirBody) {
    ParameterSet hook(attachment_table);
    hook.set("position", Vec3d{0.5, 1.0, 0});
    hook.set("stiffness", 1.0);
    world->attachments().add("hook", world->find_body("ball"), {{0, 0.2f, 0}, 0}, std::move(hook));
    world->step();
    Look all_hidden;
    all_hidden.layers = LayerSet::from_text("none");
    const Image nothing = picture_of(*world, all_hidden);
    const BodyId ball = world->find_body("ball");
    for (const char* name : {"particles", "cells", "contacts", "attachments"}) {
        Look look;
        look.layers = LayerSet::from_text(std::string("none,") + name);
        look.legend = false;
        const size_t both = change(nothing, picture_of(*world, look)).pixels;
        look.hidden = [&](BodyId id) { return id == ball; };
        const size_t one = change(nothing, picture_of(*world, look)).pixels;
        look.hidden = [](BodyId) { return true; };
        EXPECT_EQ(change(nothing, picture_of(*world, look)).pixels, 0u) << name;
        EXPECT_LT(one, both) << name;
        EXPECT_EQ(one > 0, std::string_view(name) != "attachments") << name << ": those of the other body stay";
    }
}

// Half-angles of a cone are those of the joint, about y and about z; a hinge has a sector.
TEST_F(Layers, JointsAreDrawnWithTheirLimits) {
    const auto joined = pliant::testing::world_of(R"({ "colliders": {
        "post": { "shape": "box", "size": [0.1, 0.1, 0.1], "position": [0, 2, 0] },
        "arm": { "shape": "capsule", "radius": 0.05, "height": 0.6, "motion": "dynamic", "position": [0.3, 2, 0], "rotation": [0, 0, 90] },
        "hand": { "shape": "sphere", "radius": 0.05, "motion": "dynamic", "position": [0.7, 2, 0] } },
        "joints": { "shoulder": { "kind": "spherical", "a": "post", "b": "arm", "position": [0, 2, 0], "swing_y": 40, "swing_z": 20 },
                    "wrist": { "kind": "revolute", "a": "arm", "b": "hand", "position": [0.6, 2, 0], "low": -30, "high": 60 } } })");
    Moment moment;
    take_moment(*joined, LayerSet::from_text("joints"), moment);
    EXPECT_EQ(moment.marks.dots.size(), 2u);
    double least = 90, most = 0;
    size_t spokes = 0;
    for (const Marks::Line& line : moment.marks.lines) {
        if (!(line.color == joint_limit_color) || line.from != Vec3{0, 2, 0}) continue;
        const Vec3 way = line.to - line.from;
        const double angle = arc_tangent(double(std::hypot(way.y, way.z)), double(way.x)) * 180 / pi;
        least = std::min(least, angle);
        most = std::max(most, angle);
        ++spokes;
    }
    EXPECT_EQ(spokes, 9u);
    EXPECT_NEAR(least, 20, 0.01);
    EXPECT_NEAR(most, 40, 0.01);
    const size_t stands =
        static_cast<size_t>(std::count_if(moment.marks.lines.begin(), moment.marks.lines.end(),
                                          [](const Marks::Line& l) { return l.color == joint_stand_color; }));
    EXPECT_EQ(stands, 2u);
}

// Lines lie on the render surface, which may have fewer vertices than the simulated one.
TEST_F(Layers, TearLinesLieOnWhatIsDrawn) {
    const auto drawn =
        pliant::testing::world_of(R"({ "assets": { "fine": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 12 },
            "coarse": { "shape": "box", "size": [0.42, 0.42, 0.42], "detail": 1 } },
        "bodies": { "block": { "asset": "fine", "spacing": 0.1, "surface": { "asset": "coarse" },
            "tear": { "stretch": 5, "lines": [{ "points": [[0.05, 0.2, -0.2], [0.05, 0.2, 0.2]], "strength": 0.5 }] } } } })");
    drawn->step();
    Moment moment;
    take_moment(*drawn, LayerSet::from_text("tear_lines"), moment);
    ASSERT_GT(moment.marks.lines.size(), 4u);
    for (const Marks::Line& line : moment.marks.lines)
        for (const Vec3& end : {line.from, line.to})
            EXPECT_LT(
                nearest_on_triangles(moment.bodies[line.body].surface->indices, moment.bodies[line.body].positions, end)
                    .distance_squared,
                0.0021f * 0.0021f);
}

// Also on the bent body, and of a torn one on each of the pieces.
TEST_F(Layers, TearLinesLieOnTheirSurfaces) {
    draw_line();
    const auto strokes_of = [&](const char* name) {
        Moment moment;
        take_moment(*world, LayerSet::from_text("tear_lines"), moment);
        size_t count = 0;
        float off = 0;
        for (const Marks::Line& line : moment.marks.lines) {
            const ShownBody& body = moment.bodies[line.body];
            if (body.name != name) continue;
            ++count;
            for (const Vec3& end : {line.from, line.to})
                off = std::max(
                    off, std::sqrt(nearest_on_triangles(body.surface->indices, body.positions, end).distance_squared));
        }
        std::printf("%s: %zu strokes, at most %.4f m off its surface\n", name, count, static_cast<double>(off));
        EXPECT_LT(off, 0.0021f);  // they are lifted by a fiftieth of a cell
        return count;
    };
    EXPECT_EQ(strokes_of("block"), 12u);  // of half a cell
    EXPECT_EQ(strokes_of("ball"), 0u);
    const BodyId block = world->find_body("block");
    world->bodies().set_parameter(block, "tear.stretch", 0.5);
    world->bodies().set_velocity(block, {}, {0, 5, 0});
    for (int i = 0; i < 60 && world->contents().bodies.size() < 3; ++i) world->step();
    ASSERT_GE(world->contents().bodies.size(), 3u);
    size_t on_pieces = 0;
    world->contents().bodies.each([&](BodyId, const Body& body) {
        if (body.torn_from == block || body.id == block) on_pieces += strokes_of(body.name.c_str());
    });
    EXPECT_GT(on_pieces, 12u);
}

TEST_F(Layers, ParticlesHaveTheColourOfWhatTheyTouch) {
    Moment moment;
    take_moment(*world, LayerSet::from_text("particles"), moment);
    const std::span<const LegendEntry> legend = layers()[3].legend;
    ASSERT_STREQ(layers()[3].name, "particles");
    size_t floor = 0, body = 0, nothing = 0;
    for (const Marks::Dot& dot : moment.marks.dots) {
        nothing += dot.color == legend[0].color;
        floor += dot.color == legend[1].color;
        body += dot.color == legend[3].color;
        if (dot.color == legend[1].color) {
            EXPECT_LT(dot.at.y, 0.12f) << "the lowest cells hold the skin that touches the floor";
        }
    }
    EXPECT_GT(floor, 20u);
    EXPECT_GT(body, 8u);
    EXPECT_GT(nothing, floor);
}

TEST_F(Layers, StrainIsLargestUnderTheBallAndHasItsRange) {
    Moment moment;
    take_moment(*world, LayerSet::from_text("strain"), moment);
    const ShownBody& block = moment.bodies[0];
    ASSERT_EQ(block.field.size(), block.positions.size());
    const float most = *std::max_element(block.field.begin(), block.field.end());
    EXPECT_GT(most, 0.1f);
    EXPECT_LE(most, 1.0f);
    EXPECT_EQ(layers()[6].high, 50);
    EXPECT_STREQ(layers()[6].unit, "%");
}

TEST_F(Layers, LegendsStandInTheCorner) {
    Look with_legend, without;
    with_legend.layers = without.layers = LayerSet::from_text("strain,particles");
    without.legend = false;
    const Change c = change(picture_of(*world, with_legend), picture_of(*world, without));
    EXPECT_GT(c.pixels, 3000u);
    EXPECT_LT(c.right, testing::width * 2 / 3);
    EXPECT_GT(c.bottom, testing::height * 9 / 10);
}

TEST(LayerNames, AreReadAndWrongOnesSaidWithTheRightOne) {
    EXPECT_TRUE(LayerSet::from_text("strain").has("surfaces"));
    EXPECT_TRUE(LayerSet::from_text("strain, cells").has("cells"));
    EXPECT_FALSE(LayerSet::from_text("-grid").has("grid"));
    EXPECT_FALSE(LayerSet::from_text("none,cells").has("surfaces"));
    EXPECT_TRUE(LayerSet::from_text("none,cells").has("cells"));
    try {
        LayerSet::from_text("strian");
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("did you mean 'strain'"), std::string::npos) << e.what();
    }
}

TEST(FalseColors, GrowInLightness) {
    double last = -1;
    for (int i = 0; i <= 64; ++i) {
        const Color c = false_color(static_cast<float>(i) / 64);
        const double light = 0.2126 * std::pow(c.r / 255.0, 2.2) + 0.7152 * std::pow(c.g / 255.0, 2.2) +
                             0.0722 * std::pow(c.b / 255.0, 2.2);
        EXPECT_GT(light, last - 0.004) << i;
        last = light;
    }
}

}  // namespace
}  // namespace layers_tests
}  // namespace pliant::render
