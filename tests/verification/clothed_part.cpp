// A part of a character's own mesh as cloth: the rest stays the character, and no seam shows between the two.

#include <gtest/gtest.h>

#include <cstdio>

#include "assets/character_file.h"
#include "characters.h"
#include "worlds.h"

namespace pliant::testing {
namespace clothed_part_tests {
namespace {

// The lower part of the tube is a skirt that swings the more, the nearer it is to its hem.
std::string skirted(const std::string& faces = R"("faces": { "attribute": "skirt" })") {
    return R"({ "format": 1, "world": { "rate": 60, "substeps": 4 }, "assets": { "tube": { "file": ")" +
           painted_tube_file() + R"(" } }, "characters": { "ada": { "asset": "tube", "scale": 0.5, "clip": "Wave",
           "position": { "keys": [[0, [0, 0, 0]], [1, [1, 0, 0]], [2, [0, 0, 0]]] },
           "rotation": { "keys": [[0, [0, 0, 0]], [2, [0, 360, 0]]] } } },
        "bodies": { "skirt": { "asset": "tube", "kind": "cloth", "mesh": "Tube", )" +
           faces +
           R"(, "guide": { "character": "ada", "max_distance": { "attribute": "loose", "low": 0, "high": 0.3 } } } } })";
}

TEST(ClothedPart, TheCharacterDrawsTheRest) {
    const auto world = world_of(skirted());
    const SurfaceModel &rest = world->character(world->find_character("ada"))->model->surface,
                       &skirt = world->body(world->find_body("skirt"))->model->surface;
    const Tube tube = make_tube();
    const size_t all = tube.triangles.size() + tube.hat_triangles.size(), rings = 5;
    std::printf("%zu triangles of the character, %zu of the skirt, %zu of both\n", rest.indices.size() / 3,
                skirt.indices.size() / 3, all);
    EXPECT_EQ(skirt.indices.size() / 3, rings * tube_around * 2);
    EXPECT_EQ(skirt.indices.size() / 3 + rest.indices.size() / 3, all);
}

TEST(ClothedPart, NoSeamShows) {
    const auto world = world_of(skirted());
    const Body& body = *world->body(world->find_body("skirt"));
    ASSERT_EQ(body.character_guide->seam.size(), tube_around);
    double off = 0, turned = 0, swings = 0;
    SurfaceFrame frame;
    for (int i = 0; i < 120; ++i) {
        world->step();
        world->characters().surface_of(world->find_character("ada"), frame);
        for (const CharacterGuide::SeamVertex& s : body.character_guide->seam) {
            // The ring at 0.714 m, which both have; the hat comes first in the file.
            EXPECT_EQ((s.of_character - hat_vertices) / tube_around, 5u);
            off = std::max<double>(off, length(body.frame().positions[s.vertex] - frame.positions[s.of_character]));
            turned = std::max<double>(turned, length(body.frame().normals[s.vertex] - frame.normals[s.of_character]));
        }
        for (u32 p = 0; p < body.view.count; ++p)
            swings = std::max<double>(swings, length(body.view.position[p].xyz() - body.character_guide->places[p]));
    }
    std::printf("at the border %.2g m off, normals %.2g; the hem swings by %.3f m\n", off, turned, swings);
    EXPECT_LT(off, 1e-6);
    EXPECT_LT(turned, 2e-6);
    EXPECT_GT(swings, 0.1);
    EXPECT_LT(swings, 0.3 + 1e-6);
}

// Six rings are painted: those that attachments hold too.
TEST(ClothedPart, AttachmentsHoldWhatIsPainted) {
    const auto world = world_of(R"({ "format": 1, "assets": { "tube": { "file": ")" + painted_tube_file() + R"(" } },
        "bodies": { "b": { "asset": "tube", "mesh": "Tube", "kind": "cloth" } },
        "attachments": { "hook": { "body": "b", "where": { "attribute": "skirt" } } } })");
    const Attachment& hook = *world->attachment(world->find_attachment("hook"));
    EXPECT_EQ(hook.grips.size(), 6 * tube_around);
    for (int i = 0; i < 60; ++i) world->step();
    double off = 0;
    // Below 0.75 m as it was bound, and where its nodes have that at rest.
    const Character tube = load_character(painted_tube_file(), {}).character;
    ASSERT_FALSE(tube.rest_positions.empty());
    for (size_t g = 0; g < hook.grips.size(); ++g) {
        bool is_skirt = false;
        for (u32 v = 0; v < tube.vertex_count(); ++v)
            is_skirt = is_skirt || (tube.mesh.points[tube.mesh.vertex_point[v]].y < 0.75f &&
                                    length(tube.rest_positions[v] - hook.rest[g]) < 1e-5f);
        EXPECT_TRUE(is_skirt) << g;
        off = std::max<double>(off, length(world->attachments().held_at(hook.id, g) - hook.rest[g]));
    }
    std::printf("held to %.2g m\n", off);
    EXPECT_LT(off, 1e-6);
}

TEST(ClothedPart, WrongFacesAreNamed) {
    const auto says = [](const std::string& faces, const std::string& what) {
        try {
            world_of(skirted(faces));
            ADD_FAILURE() << faces << " was taken";
        } catch (const Error& e) {
            EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
        }
    };
    says(R"("faces": { "attribute": "skrit" })", "skirt");
    says(R"("faces": { "material": "Silk" })", "Silk");
    says(R"("faces": { })", "material");
    says(R"("faces": { "colour": "red" })", "colour");
}

}  // namespace
}  // namespace clothed_part_tests
}  // namespace pliant::testing
