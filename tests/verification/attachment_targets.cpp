// Attachments to bodies, to surfaces of characters and to the nearest of several things.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "characters.h"
#include "core/error.h"
#include "geometry/triangle_queries.h"
#include "worlds.h"

namespace pliant::testing {
namespace attachment_targets_tests {
namespace {

// Boxes of 0.3 m, 0.1 m apart, one above the other.
std::string two_boxes(const std::string& world, const std::string& tie, const std::string& more = "",
                      const std::string& low = R"("position": [0, -0.4, 0])", const std::string& drag = "0") {
    return R"({ "format": 1, "world": { "sleep": { "enabled": false } )" + world + R"( },
        "assets": { "b": { "shape": "box", "size": [0.3, 0.3, 0.3], "detail": 4 } },
        "bodies": { "high": { "asset": "b", "spacing": 0.1, "youngs_modulus": 2e5, "damping": 0.05, "drag": )" +
           drag + R"( },
                    "low": { "like": "high", )" +
           low + R"( } },
        "attachments": { "tie": { "body": "low", "where": { "point": [0, 0.15, 0], "radius": 0.1 }, "to": "high" )" +
           tie + " }" + more + " } }";
}
const std::string hook = R"(, "hook": { "body": "high", "where": { "point": [0, 0.15, 0], "radius": 0.1 } })";

const Attachment& named(const World& world, const char* name) { return *world.attachment(world.find_attachment(name)); }

Vec3d total_momentum(const World& world, Vec3d* angular) {
    Vec3d sum;
    *angular = {};
    world.contents().bodies.each([&](BodyId id, const Body&) {
        sum += world.bodies().momentum(id), *angular += world.bodies().angular_momentum(id);
    });
    return sum;
}

struct Drift {
    double momentum, spin, shared;  // the greatest change, as a share; how much of the momentum the other body has
};
Drift drift_of(std::string scene, bool both = false) {
    // Stiff matter rounds more; what is looked at here is the tie.
    scene.replace(scene.find(R"("youngs_modulus": 2e5)"), 21, R"("youngs_modulus": 1e4)");
    const std::unique_ptr<World> world = world_of(scene);
    const BodyId high = world->find_body("high"), low = world->find_body("low");
    world->bodies().set_velocity(low, {1, -0.5f, 0.3f}, {0, 2, 1});
    const double given = length(world->bodies().momentum(low));
    if (both) world->bodies().set_velocity(high, {1, -0.5f, 0.3f}, {0, 2, 1});
    Vec3d spin;
    const Vec3d momentum = total_momentum(*world, &spin);
    Drift drift{};
    for (int i = 0; i < 60; ++i) {
        world->step();
        Vec3d now;
        drift.momentum = std::max(drift.momentum, length(total_momentum(*world, &now) - momentum) / given);
        drift.spin = std::max(drift.spin, length(now - spin) / length(spin));
    }
    drift.shared = length(world->bodies().momentum(high)) / given;
    return drift;
}

// Nothing acts from outside, so the momentum of both together stays, but for what matter that moves loses to rounding,
// tied or not: a tie adds less than 1e-6 of the momentum in a second. Spin stays too where forces act in one place, in
// a rigid tie, or along a line, in a spring without damping. Damping is against all relative motion, not only along the
// spring, and so turns the two: stated as measured.
TEST(AttachmentTargets, TwoFreeBodiesKeepTheirMomentum) {
    const Drift untied = drift_of(two_boxes(R"(, "gravity": [0, 0, 0])", R"(, "enabled": false)"), true);
    std::printf("untied: drift %.2e of the momentum, %.1e of the spin\n", untied.momentum, untied.spin);
    EXPECT_LT(untied.momentum, 2e-6);
    for (const auto& [how, most_spin] : {std::pair{"", 1e-4}, std::pair{R"(, "stiffness": 500, "damping": 0)", 2e-3},
                                         std::pair{R"(, "stiffness": 500)", 0.02},
                                         std::pair{R"(, "stiffness": 500, "to_point": [0, -0.15, 0])", 0.1}}) {
        const Drift drift = drift_of(two_boxes(R"(, "gravity": [0, 0, 0])", how));
        std::printf("%-52s drift %.2e of the momentum, %.1e of the spin; the other got %.2f of it\n", how,
                    drift.momentum, drift.spin, drift.shared);
        EXPECT_LT(drift.momentum, untied.momentum + 1e-6);
        EXPECT_LT(drift.spin, most_spin);
        EXPECT_GT(drift.shared, 0.1) << "it is drawn along";
    }
}

// At rest a tie bears the weight of what hangs on it, and a hook above that of both, whatever they are made of.
TEST(AttachmentTargets, TiesBearTheWeight) {
    for (const char* how : {"", R"(, "stiffness": 3000)"})
        for (const int substeps : {1, 4, 16}) {
            auto world = world_of(two_boxes(R"(, "substeps": )" + std::to_string(substeps), how, hook,
                                            R"("position": [0, -0.4, 0])", "0.5"));
            for (int i = 0; i < 900; ++i) world->step();
            const double weight = 9.81 * world->bodies().mass(world->find_body("low"));
            const Vec3 tie = named(*world, "tie").force, above = named(*world, "hook").force;
            std::printf("%-22s %2d substeps: %.4f and %.4f of %.4f N\n", how, substeps, tie.y, above.y, weight);
            EXPECT_NEAR(tie.y / weight, 1, 1e-3);
            EXPECT_NEAR(above.y / weight, 2, 2e-3);
            EXPECT_LT(std::hypot(tie.x, tie.z), 1e-3 * weight);
        }
}

// max_force and break_force mean what they mean for other targets.
TEST(AttachmentTargets, TiesGiveWayAndBreak) {
    auto probe = world_of(two_boxes("", "", hook));
    const double weight = 9.81 * probe->bodies().mass(probe->find_body("low"));
    auto weak = world_of(two_boxes("", R"(, "max_force": )" + std::to_string(0.5 * weight), hook));
    // Once it gives way it falls with g - F / m.
    double half = 0;
    for (int i = 0; i < 60; ++i) {
        weak->step();
        EXPECT_LE(length(named(*weak, "tie").force), 0.5 * weight * 1.0001);
        if (i == 29) half = weak->bodies().momentum(weak->find_body("low")).y;
    }
    const double lost = (half - weak->bodies().momentum(weak->find_body("low")).y) / (0.5 * weight);
    std::printf("max_force 0.5 m g: falls with %.4f g\n", lost);
    EXPECT_NEAR(lost, 0.5, 5e-3);
    for (const double share : {0.9, 1.1}) {
        auto world = world_of(two_boxes(R"(, "gravity": { "keys": [[0, [0, 0, 0]], [4, [0, -9.81, 0]]] })",
                                        R"(, "break_force": )" + std::to_string(share * weight), hook));
        int events = 0;
        for (int i = 0; i < 360; ++i) world->step(), events += static_cast<int>(world->events().attachments.size());
        EXPECT_EQ(events, share < 1 ? 1 : 0);
        EXPECT_EQ(named(*world, "tie").broken, share < 1);
        EXPECT_EQ(world->bodies().center_of_mass(world->find_body("low")).y < -3, share < 1);
    }
}

// A rigid tie keeps every grip where it was against the other body, also while both turn. Turned by w, matter strains
// by rho w² r² / E, 0.5 % here, and the gap is that of the skin: so the grip may be off by that, and no more.
TEST(AttachmentTargets, ARigidTieTurnsWithTheOtherBody) {
    auto world = world_of(two_boxes(R"(, "gravity": [0, 0, 0])", "", hook));
    const BodyId high = world->find_body("high"), low = world->find_body("low");
    for (int i = 0; i < 10; ++i) world->step();
    world->attachments().remove(world->find_attachment("hook"));
    const Vec3d apart = world->bodies().center_of_mass(low) - world->bodies().center_of_mass(high);
    const Vec3 spin{0, 0, 3};
    world->bodies().set_velocity(high, {}, spin);
    world->bodies().set_velocity(low, {1.2f, 0, 0}, spin);  // w x r about the middle of the one above
    double least = 1e9, most = 0, furthest = 0;
    for (int i = 0; i < 126; ++i) {
        world->step();
        const Vec3d now = world->bodies().center_of_mass(low) - world->bodies().center_of_mass(high);
        least = std::min(least, length(now)), most = std::max(most, length(now));
        furthest = std::max(furthest, length(now - apart));
    }
    std::printf("%.4f m apart, while turning %.4f … %.4f m\n", length(apart), least, most);
    EXPECT_GT(furthest, 1.9 * length(apart)) << "it has gone round";
    EXPECT_NEAR(least / length(apart), 1, 0.03);
    EXPECT_NEAR(most / length(apart), 1, 0.03);
}

// The first held place comes to the point, as soft as the spring is.
TEST(AttachmentTargets, DrawnToAPoint) {
    for (const char* how : {"", R"(, "stiffness": 4000)"}) {
        std::string scene = two_boxes(R"(, "gravity": [0, 0, 0])", R"(, "to_point": [0, -0.15, 0])" + std::string(how),
                                      hook, R"("position": [0.1, -0.6, 0])", "2");
        // Skins keep a distance; here it is the tie that is looked at.
        scene.insert(scene.rfind('}'), R"(, "pairs": { "p": { "between": ["low", "high"], "collide": false } })");
        auto world = world_of(scene);
        for (int i = 0; i < 300; ++i) world->step();
        const Attachment& tie = named(*world, "tie");
        const Vec3 at = world->attachments().held_at(tie.id), wanted = tie.place;
        std::printf("%.5f m off, at %.4f %.4f %.4f m\n", static_cast<double>(length(at - wanted)), at.x, at.y, at.z);
        EXPECT_LT(length(at - wanted), 2e-3f);
        EXPECT_LT(length(at - Vec3{0, -0.15f, 0}), 0.02f);
        EXPECT_LT(length(tie.holds[0].rest - Vec3{0, -0.15f, 0}), 1e-3f);
    }
}

// What is tied together sleeps together, and wakes together.
TEST(AttachmentTargets, SleepAndWakeTogether) {
    std::string scene = two_boxes("", "", hook);
    scene.replace(scene.find(R"("sleep": { "enabled": false })"), 29, R"("hit_speed": 1)");
    auto world = world_of(scene);
    const Body &high = *world->body(world->find_body("high")), &low = *world->body(world->find_body("low"));
    for (int i = 0; i < 900 && !low.asleep; ++i) {
        world->step();
        ASSERT_EQ(high.asleep, low.asleep) << i;
    }
    ASSERT_TRUE(low.asleep);
    world->wake(low.id);
    world->step();
    EXPECT_FALSE(high.asleep);
    for (int i = 0; i < 300 && !low.asleep; ++i) world->step();
    ASSERT_TRUE(low.asleep && high.asleep);
    world->attachments().remove(world->find_attachment("hook"));
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->bodies().center_of_mass(low.id).y, -3) << "both fall";
}

// The one above is far from the viewpoint and goes on, because the one below is near; both stop when both are far.
TEST(AttachmentTargets, PauseTogetherWhereTheyAreFar) {
    std::string scene = two_boxes("", "", hook);
    scene.replace(scene.find(R"("sleep": { "enabled": false })"), 29, R"("hit_speed": 1)");
    auto world = world_of(scene);
    const Body &high = *world->body(world->find_body("high")), &low = *world->body(world->find_body("low"));
    for (const BodyId id : {high.id, low.id}) world->bodies().set_parameter(id, "sleep.beyond", 1.0);
    for (const auto& [y, paused] : {std::pair{-1.5f, false}, std::pair{-5.0f, true}, std::pair{-1.2f, false}}) {
        world->set_viewpoint(Vec3{0, y, 0});
        for (int i = 0; i < 5; ++i) world->step();
        EXPECT_EQ(high.paused, paused) << y;
        EXPECT_EQ(low.paused, paused) << y;
    }
    world->attachments().remove(world->find_attachment("tie"));
    world->step();
    EXPECT_TRUE(high.paused && !low.paused) << "each for itself";
}

// Every instance is tied to the nearest of the others; names of single ones work too.
TEST(AttachmentTargets, InstancesAreNamedByTheirFamily) {
    const auto world = world_of(R"({ "world": { "gravity": [0, 0, 0] },
        "assets": { "b": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "bead": { "asset": "b", "spacing": 0.1, "instances": [ { "position": [0, 0, 0] },
            { "position": [0.3, 0, 0] }, { "position": [1, 0, 0] } ] } },
        "attachments": { "any": { "body": "bead", "where": { "point": [0, 0.1, 0] }, "to": "bead" },
                         "last": { "body": "bead/0", "where": { "point": [0, 0, 0.1] }, "to": "bead/2" } } })");
    world->step();
    const auto held_by = [&](const char* name) {
        return world->attachments().name_of(named(*world, name).holds[0].target);
    };
    EXPECT_EQ(held_by("any/0"), "bead/1");
    EXPECT_EQ(held_by("any/1"), "bead/0");
    EXPECT_EQ(held_by("any/2"), "bead/1");
    EXPECT_EQ(held_by("last"), "bead/2");
}

// ---- surfaces

const std::string held_by_ada =
    R"(, "attachments": { "pack": { "body": "jelly", "where": { "point": [-0.15, 0, 0], "radius": 0.2 }, "to": "ada" } })";

// Where a place on the surface is, from all of the skinned vertices.
Vec3 on_surface(const World& world, const GripHold& hold, const Vec3& offset) {
    SurfaceFrame frame;
    world.characters().surface_of(hold.target.character, frame);
    const Vec3* at = frame.positions.data();
    const Vec3 a = at[hold.on.point[0]], b = at[hold.on.point[1]], c = at[hold.on.point[2]];
    const Vec3 side = (b - a) / length(b - a), n = cross(side, c - a), normal = n / length(n);
    return a * hold.on.weight[0] + b * hold.on.weight[1] + c * hold.on.weight[2] + side * offset.x + normal * offset.y +
           cross(side, normal) * offset.z;
}

// Every grip keeps its place against the nearest triangle, through bends and morphs: its target is where the whole
// surface, skinned at once, has that triangle. Rounding of some metres in float, and the grip itself to what a rigid
// hold leaves: 1 mm.
TEST(AttachmentTargets, GripsFollowTheSurface) {
    for (const char* clip : {"Bend", "Wave"}) {
        const auto world = world_of(scene_with_ada(R"("clip": ")" + std::string(clip) + "\"", hat_place, held_by_ada));
        const AttachmentId pack = world->find_attachment("pack");
        world->step();
        const Attachment& a = *world->attachment(pack);
        ASSERT_GT(a.grips.size(), 3u);
        double off = 0, held = 0, way = 0;
        const Vec3 first = a.from[0];
        std::set<u32> corners;
        for (int step = 0; step < 120; ++step) {
            world->step();
            for (size_t g = 0; g < a.grips.size(); ++g) {
                ASSERT_TRUE(a.holds[g].target.on_surface());
                corners.insert(a.holds[g].on.point[0]);
                off =
                    std::max(off, static_cast<double>(length(on_surface(*world, a.holds[g], a.offset[g]) - a.from[g])));
            }
            held = std::max(held, static_cast<double>(length(world->attachments().held_at(pack) - a.from[0])));
            way = std::max(way, static_cast<double>(length(a.from[0] - first)));
        }
        std::printf("%s: targets off by %.1e m, the first grip by %.1e m, on a way of %.2f m, %zu triangles\n", clip,
                    off, held, way, corners.size());
        EXPECT_LT(off, 1e-5);
        EXPECT_LT(held, 2e-3);
        EXPECT_GT(way, 0.2);
        EXPECT_GT(corners.size(), 1u);
    }
}

// ---- several targets

// Each grip takes the nearest, and they are the ones that a plain search finds.
TEST(AttachmentTargets, EveryGripTakesTheNearest) {
    const auto world = world_of(
        scene_with_ada(R"("clip": "Bend")", R"("position": [0.45, 1.2, 0])",
                       R"(, "attachments": { "all": { "body": "jelly", "where": { "point": [0, 0, 0], "radius": 1 },
             "to": ["ada", "crate", "pole", "ada/Head"] } })",
                       R"(, "crate": { "like": "jelly", "position": [0.45, 0.8, 0] })",
                       R"(, "pole": { "shape": "sphere", "radius": 0.1, "position": [0.8, 1.2, 0] })"));
    const AttachmentId id = world->find_attachment("all");
    const Attachment& all = *world->attachment(id);
    SurfaceFrame ada;
    world->characters().surface_of(world->find_character("ada"), ada);
    const std::vector<u32>& corners = world->character(world->find_character("ada"))->model->surface.indices;
    const Body& crate = *world->body(world->find_body("crate"));
    std::vector<std::string> nearest;
    for (size_t g = 0; g < all.grips.size(); ++g) {
        const Vec3d at = world->attachments().held_at(id, g).to<double>();
        std::map<std::string, double> distance{{"ada", 1e9}, {"crate", 1e9}};
        const auto look = [&](const char* name, const Vec3& a, const Vec3& b, const Vec3& c) {
            const auto on = closest_on_triangle(at, a.to<double>(), b.to<double>(), c.to<double>());
            distance[name] = std::min(distance[name], std::sqrt(on.distance_squared));
        };
        for (size_t t = 0; t < corners.size(); t += 3)
            look("ada", ada.positions[corners[t]], ada.positions[corners[t + 1]], ada.positions[corners[t + 2]]);
        const ContactSurface& skin = crate.model->contact;
        for (const auto& t : skin.triangles)
            look("crate", skin_point(skin, t[0], crate.view.position), skin_point(skin, t[1], crate.view.position),
                 skin_point(skin, t[2], crate.view.position));
        distance["pole"] = std::max(0.0, length(at - Vec3d{0.8, 1.2, 0}) - 0.1);
        distance["ada/Head"] =
            length(at - world->character(world->find_character("ada"))->frames[head].position.to<double>());
        nearest.push_back(std::min_element(distance.begin(), distance.end(), [](const auto& a, const auto& b) {
                              return a.second < b.second;
                          })->first);
    }
    world->step();
    std::map<std::string, int> count;
    for (size_t g = 0; g < all.grips.size(); ++g) {
        ++count[world->attachments().name_of(all.holds[g].target)];
        EXPECT_EQ(world->attachments().name_of(all.holds[g].target), nearest[g]);
    }
    for (const auto& [name, n] : count) std::printf("%s: %d grips\n", name.c_str(), n);
    EXPECT_GT(count["ada"], 0);
    EXPECT_GT(count["crate"], 0);
    EXPECT_GT(count["pole"], 0);
    // One of them goes: its grips let go, the others hold.
    world->bodies().remove(world->find_body("crate"));
    for (int i = 0; i < 30; ++i) world->step();
    EXPECT_TRUE(all.holding);
    std::map<std::string, int> left;
    for (const GripHold& hold : all.holds) ++left[world->attachments().name_of(hold.target)];
    EXPECT_EQ(left[""], count["crate"]);
    EXPECT_EQ(left["ada"], count["ada"]);
    EXPECT_EQ(left["pole"], count["pole"]);
}

// ---- tearing

// A bar is held at one end and torn in the middle; what hung on its other end goes with that piece.
TEST(AttachmentTargets, TiesGoWithThePieceTheirPlaceIsOn) {
    const auto world = world_of(R"({ "world": { "gravity": [0, -2, 0] },
        "assets": { "bar": { "shape": "box", "size": [1.2, 0.2, 0.2], "detail": 6 },
                    "b": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "bar": { "asset": "bar", "spacing": 0.1, "youngs_modulus": 1e5, "damping": 0.05,
                             "tear": { "stretch": 0.2, "enabled": { "keys": [[0, false], [0.3, true]] } } },
                    "right": { "asset": "b", "spacing": 0.1, "position": [0.5, -0.25, 0] },
                    "left": { "asset": "b", "spacing": 0.1, "position": [-0.5, -0.25, 0] } },
        "attachments": { "wall": { "body": "bar", "where": { "point": [-0.6, 0, 0], "radius": 0.15 } },
            "hand": { "body": "bar", "where": { "point": [0.6, 0, 0], "radius": 0.15 },
                      "position": { "keys": [[0, [0.6, 0, 0]], [0.3, [0.6, 0, 0]], [1, [2, 0, 0]]] } },
            "r": { "body": "right", "where": { "point": [0, 0.1, 0], "radius": 0.09 }, "to": "bar" },
            "l": { "body": "left", "where": { "point": [0, 0.1, 0], "radius": 0.09 }, "to": "bar" } } })");
    const auto carrier = [&](const char* name) { return named(*world, name).holds[0].target.body; };
    world->step();
    ASSERT_EQ(carrier("r"), carrier("l"));
    int pieces = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        for (const TearEvent& e : world->events().tears) pieces += e.piece ? 1 : 0;
    }
    ASSERT_GT(pieces, 0);
    EXPECT_NE(carrier("r"), carrier("l"));
    EXPECT_EQ(carrier("r"), named(*world, "hand").body);
    EXPECT_EQ(carrier("l"), named(*world, "wall").body);
    EXPECT_TRUE(named(*world, "r").holding && named(*world, "l").holding);
    const Vec3d right = world->bodies().center_of_mass(world->find_body("right")),
                left = world->bodies().center_of_mass(world->find_body("left"));
    std::printf("%d pieces; right at %.2f %.2f, left at %.2f %.2f\n", pieces, right.x, right.y, left.x, left.y);
    EXPECT_GT(right.x, 1.2) << "it went with the hand";
    EXPECT_NEAR(left.x, -0.5, 0.35) << "it swings where it was";
    EXPECT_GT(right.y, -0.6);
    EXPECT_GT(left.y, -0.6);
}

// ---- wrong scenes

TEST(AttachmentTargets, WrongTargetsGetASentence) {
    const auto message = [](const std::string& to) -> std::string {
        try {
            world_of(two_boxes("", to));
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    const auto mentions = [&](const std::string& more, const std::string& part) {
        std::string scene = two_boxes("", "");
        scene.replace(scene.find(R"("to": "high")"), 12, more);
        std::string said;
        try {
            world_of(scene);
        } catch (const Error& e) {
            said = e.what();
        }
        EXPECT_NE(said.find(part), std::string::npos) << said;
    };
    mentions(R"("to": "low")", "'low' is attached to itself");
    mentions(R"("to": [])", "nothing in \"to\"");
    mentions(R"("to": "hihg")", "did you mean \"high\"?");
    mentions(R"("to": 3)", "a name or a list of names");
    mentions(R"("to": ["high", 3])", "text");
    mentions(R"("to_point": [0, 0, 0])", "\"to_point\" without \"to\"");
    mentions(R"("to": "high", "position": [0, 0, 0])", "both \"to\" and \"position\"");
    EXPECT_NE(message(R"(, "stiffness": 0)").find("1e-06"), std::string::npos) << message(R"(, "stiffness": 0)");
}

}  // namespace
}  // namespace attachment_targets_tests
}  // namespace pliant::testing
