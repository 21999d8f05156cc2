// A skirt and a cape on a character that walks, at its own speed and at twice that: no free particle gets into a limb.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/trig.h"
#include "worlds.h"

namespace pliant::testing {
namespace {

namespace fs = std::filesystem;

struct Dancer {
    fs::path file;
    const char *unit, *clip;
    double scale;
};

fs::path folder() { return fs::temp_directory_path() / ("pliant-clothed-" + std::to_string(getpid())); }

std::string character_json(const Dancer& d, double speed) {
    const auto file = [](const fs::path& path) { return R"({ "file": ")" + path.string() + "\""; };
    return R"("assets": { "a": )" + file(d.file) + R"(, "unit": ")" + d.unit + R"(" }, "skirt": )" +
           file(folder() / "skirt.obj") + R"( }, "cape": )" + file(folder() / "cape.obj") + R"( } },
        "characters": { "ada": { "asset": "a", "clip": ")" +
           d.clip + R"(", "collider": "capsules", "friction": 0.3, "scale": )" + std::to_string(d.scale) +
           R"(, "speed": )" + std::to_string(speed) + " } }";
}

std::unique_ptr<World> world_with(const std::string& members) {
    return world_of(R"({ "format": 1, )" + members + " }");
}

// What the trunk takes up between two heights: how far it reaches sideways from its middle, arms left out.
struct Trunk {
    Vec3 low, high;  // of all capsules
    Vec3 middle;
    float tall() const { return high.y - low.y; }
    float at(float share) const { return low.y + share * tall(); }
};

struct CapsulePlace {
    Vec3 a, b;
    float radius;
};

std::vector<CapsulePlace> capsules_of(const World& world) {
    std::vector<CapsulePlace> found;
    world.each_collider([&](ColliderId, const Collider& c) {
        if (c.shape.kind != ShapeKind::capsule) return;
        const Vec3 half{0, c.shape.half_height, 0};
        found.push_back({c.pose * half, c.pose * -half, c.shape.radius});
    });
    return found;
}

Trunk trunk_of(const std::vector<CapsulePlace>& capsules) {
    Box box;
    for (const CapsulePlace& c : capsules)
        for (const Vec3& end : {c.a, c.b})
            box.add(end - Vec3{c.radius, c.radius, c.radius}), box.add(end + Vec3{c.radius, c.radius, c.radius});
    Trunk trunk{box.low, box.high, box.center()};
    // The thickest capsule is the trunk's.
    float thickest = 0;
    for (const CapsulePlace& c : capsules)
        if (c.radius > thickest && std::min(c.a.y, c.b.y) < trunk.at(0.8f))
            thickest = c.radius, trunk.middle = (c.a + c.b) * 0.5f;
    return trunk;
}

float reach(const std::vector<CapsulePlace>& capsules, const Trunk& trunk, float from, float to) {
    float most = 0;
    for (const CapsulePlace& c : capsules)
        for (int i = 0; i <= 20; ++i) {
            const Vec3 at = c.a + (c.b - c.a) * (static_cast<float>(i) / 20);
            if (at.y < from || at.y > to) continue;
            const float aside = std::hypot(at.x - trunk.middle.x, at.z - trunk.middle.z);
            if (aside < 0.14f * trunk.tall()) most = std::max(most, aside + c.radius);
        }
    return most;
}

void write_skirt(const fs::path& to, const Trunk& t, float waist, float radius, float hem, float wide) {
    std::ofstream out(to);
    constexpr int rings = 24, around = 72;
    for (int r = 0; r <= rings; ++r)
        for (int i = 0; i < around; ++i) {
            const float share = static_cast<float>(r) / rings, size = radius + (wide - radius) * share;
            const double angle = 2 * pi * i / around;
            out << "v " << t.middle.x + size * static_cast<float>(cosine(angle)) << ' ' << waist + (hem - waist) * share
                << ' ' << t.middle.z + size * static_cast<float>(sine(angle)) << '\n';
        }
    for (int r = 0; r < rings; ++r)
        for (int i = 0; i < around; ++i) {
            const int a = r * around + i + 1, b = r * around + (i + 1) % around + 1;
            out << "f " << a << ' ' << b << ' ' << b + around << ' ' << a + around << '\n';
        }
}

void write_cape(const fs::path& to, const Trunk& t, float top, float bottom, float wide, float z) {
    std::ofstream out(to);
    constexpr int rows = 30, columns = 20;
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c)
            out << "v " << t.middle.x + wide * (static_cast<float>(c) / columns - 0.5f) << ' '
                << top + (bottom - top) * static_cast<float>(r) / rows << ' ' << z << '\n';
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const int a = r * (columns + 1) + c + 1;
            out << "f " << a << ' ' << a + 1 << ' ' << a + columns + 2 << ' ' << a + columns + 1 << '\n';
        }
}

struct Depth {
    float deepest = 0;  // [m] of free particles in one capsule
    u32 deep = 0;       // of them, in all frames, deeper than 2 mm
    u32 pinched = 0;    // in two capsules or more: they cannot be out of both
    float pinched_depth = 0;
};

// Particles that are attached are where the character is, and do not count.
void measure(const World& world, const char* name, std::span<const AttachmentWhere> attached, Depth& depth) {
    const Body& body = *world.body(world.find_body(name));
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 rest = body.model->rest_position(p);
        if (std::any_of(attached.begin(), attached.end(),
                        [&](const AttachmentWhere& a) { return length(rest - a.point) < 1.01f * a.radius; }))
            continue;
        float most = 0;
        u32 inside = 0;
        world.each_collider([&](ColliderId, const Collider& c) {
            if (c.shape.kind != ShapeKind::capsule) return;
            const float d = -signed_distance(c.shape, c.pose.inverse(body.view.position[p].xyz())).distance;
            if (d > 0) ++inside, most = std::max(most, d);
        });
        if (inside > 1) {
            depth.pinched_depth = std::max(depth.pinched_depth, most), depth.pinched += most > 0.002f;
        } else {
            depth.deepest = std::max(depth.deepest, most), depth.deep += most > 0.002f;
        }
    }
}

void dress(const Dancer& d, double speed) {
    fs::create_directories(folder());
    write_cape(folder() / "cape.obj", {}, 1, 0, 1, 0), write_skirt(folder() / "skirt.obj", {}, 1, 1, 0, 2);
    const std::vector<CapsulePlace> capsules = capsules_of(*world_with(character_json(d, speed)));
    ASSERT_GT(capsules.size(), 5u);
    const Trunk t = trunk_of(capsules);
    const float tall = t.tall(), waist = t.at(0.55f), hem = t.at(0.3f);
    const float radius = reach(capsules, t, waist - 0.03f * tall, waist + 0.03f * tall) + 0.01f * tall;
    const float wide = std::max(radius, reach(capsules, t, hem, waist)) + 0.12f * tall;
    float behind = 0;
    for (const CapsulePlace& c : capsules)
        for (const Vec3& end : {c.a, c.b})
            if (end.y > t.at(0.3f) && std::hypot(end.x - t.middle.x, end.z - t.middle.z) < 0.14f * tall)
                behind = std::min(behind, end.z - t.middle.z - c.radius);
    const float back = t.middle.z + behind - 0.02f * tall, top = t.at(0.75f);
    write_skirt(folder() / "skirt.obj", t, waist, radius, hem, wide);
    write_cape(folder() / "cape.obj", t, top, t.at(0.3f), 0.25f * tall, back);
    const AttachmentWhere belt{{t.middle.x, waist, t.middle.z}, 1.005f * radius},
        shoulders[] = {{{t.middle.x - 0.1f * tall, top, back}, 0.03f * tall},
                       {{t.middle.x + 0.1f * tall, top, back}, 0.03f * tall}};
    const auto number = [](float x) { return std::to_string(x); };
    const auto where = [&](const AttachmentWhere& p) {
        return R"("where": { "point": [)" + number(p.point.x) + ", " + number(p.point.y) + ", " + number(p.point.z) +
               R"(], "radius": )" + number(p.radius) + R"( }, "to": "ada" })";
    };
    auto world = world_with(character_json(d, speed) + R"(,
        "bodies": { "skirt": { "asset": "skirt", "kind": "cloth", "preset": "cotton", "thickness": 0.004, "friction": 0.3 },
                    "cape": { "asset": "cape", "kind": "cloth", "preset": "cotton", "thickness": 0.004, "friction": 0.3 } },
        "attachments": {
          "belt": { "body": "skirt", )" +
                            where(belt) + R"(, "left": { "body": "cape", )" + where(shoulders[0]) +
                            R"(, "right": { "body": "cape", )" + where(shoulders[1]) + " }");
    Depth skirt, cape;
    for (int i = 0; i < 180; ++i) {
        world->step();
        measure(*world, "skirt", std::span(&belt, 1), skirt), measure(*world, "cape", shoulders, cape);
    }
    std::printf(
        "%-22s %-10s x %.0f: skirt %.4f m deep (%u deeper than 2 mm; pinched %u, %.4f m), cape %.4f m (%u; %u, %.4f "
        "m)\n",
        d.file.filename().c_str(), d.clip, speed, skirt.deepest, skirt.deep, skirt.pinched, skirt.pinched_depth,
        cape.deepest, cape.deep, cape.pinched, cape.pinched_depth);
    EXPECT_EQ(skirt.deep, 0u);
    EXPECT_EQ(cape.deep, 0u);
}

TEST(ClothedCharacters, AWalker) {
    const Dancer ada{fs::path(PLIANT_SOURCE_DIR) / "examples/backpack/walker.glb", "m", "Walk", 1};
    for (const double speed : {1.0, 2.0}) dress(ada, speed);
    fs::remove_all(folder());
}

}  // namespace
}  // namespace pliant::testing
