// Characters from glTF: a generated file gives the character that it was generated from, and broken ones a sentence.

#include "assets/character_file.h"

#include <filesystem>

#include "core/random.h"
#include "soldier.h"
#include "support.h"
#include "tube.h"

namespace pliant::testing {
namespace character_tests {
namespace {

LoadedCharacter load(const TubeFlaws& flaws = {}, const AssetSettings& settings = {}) {
    return load_character(tube_glb(flaws), "tube.glb", settings, {});
}
std::string error(const TubeFlaws& flaws) {
    return error_of([&] { load(flaws); });
}

// Files hold floats: keys and places are rounded once, to 2^-24 of about 5 m.
TEST(CharacterFiles, GlbIsTheCharacterItWasMadeFrom) {
    const Character made = tube_character();
    const LoadedCharacter loaded = load();
    const Character& c = loaded.character;
    EXPECT_TRUE(loaded.notes.empty()) << loaded.notes[0];
    ASSERT_EQ(c.nodes.size(), made.nodes.size());
    for (size_t n = 0; n < c.nodes.size(); ++n) {
        EXPECT_EQ(c.nodes[n].name, made.nodes[n].name);
        EXPECT_EQ(c.nodes[n].parent, made.nodes[n].parent);
    }
    ASSERT_EQ(c.skins.size(), 1u);
    EXPECT_EQ(c.skins[0].name, "Skin");
    EXPECT_EQ(c.skins[0].joint_count, 3u);
    ASSERT_EQ(c.morphs.size(), 1u);
    EXPECT_EQ(c.morphs[0].name, "Bulge");
    ASSERT_EQ(c.clips.size(), 2u);
    EXPECT_EQ(c.clips[0].name, "Bend");
    EXPECT_EQ(c.clips[0].length(), 1);
    for (const char* clip : {"Bend", "Wave", ""})
        for (double t = 0; t < 2; t += 0.1) {
            const Posed a = posed(c, clip, t), b = posed(made, clip, t);
            for (size_t v = 0; v < a.positions.size(); ++v) {  // in the file the hat comes first
                const size_t other = (v + a.positions.size() - hat_vertices) % a.positions.size();
                ASSERT_LT(length(a.positions[v] - b.positions[other]), 5e-6f) << clip << " " << t << " " << v;
            }
        }
    EXPECT_MENTIONS(loaded.summary, "3 bones, 2 clips");
}

// Units and axes: as the mesh loaders do, also while a clip plays.
TEST(CharacterFiles, UnitsAndAxesAreConverted) {
    AssetSettings settings;
    settings.unit = "cm";
    settings.up = "z";
    settings.scale = 10;
    const Character plain = load().character, converted = load({}, settings).character;
    for (double t = 0; t < 2; t += 0.3) {
        const Posed a = posed(plain, "Wave", t), b = posed(converted, "Wave", t);
        for (size_t v = 0; v < a.positions.size(); ++v) {
            const Vec3 p = a.positions[v] * 0.1f;
            ASSERT_LT(length(Vec3{p.x, p.z, -p.y} - b.positions[v]), 1e-6f);
            const Vec3 n = a.normals[v];
            ASSERT_LT(length(Vec3{n.x, n.z, -n.y} - b.normals[v]), 1e-4f);
        }
    }
}

TEST(CharacterFiles, BrokenOnesGetASentence) {
    EXPECT_MENTIONS(error({.few_binds = true}), "2 inverse bind matrices");
    EXPECT_MENTIONS(error({.joint_out_of_range = true}), "vertex 10 follows joint 3");
    EXPECT_MENTIONS(error({.nan_key = true}), "not a finite number");
    EXPECT_MENTIONS(error({.times_go_back = true}), "key 2");
    EXPECT_MENTIONS(error({.zero_turn = true}), "0 0 0 0");
    EXPECT_MENTIONS(error({.nan_key = true}), "tube.glb: animation 'Bend', channel 0, key 1");
    EXPECT_TRUE(mentions(load({.without_binds = true}).notes, "no inverse bind matrices"));
    EXPECT_TRUE(mentions(load({.zero_weights = true}).notes, "2 vertices have no weight at all"));
    EXPECT_MENTIONS(error_of([] { load_character("v 0 0 0\n", "points.obj", {}, {}); }), "a .obj file");
    EXPECT_MENTIONS(error_of([] { load_character("/nowhere/dancer.glb", {}); }), "there is no such file");
    EXPECT_MENTIONS(error_of([] { load_character("", "dancer.glb", {}, {}); }), "the file is empty");
}

// No cut of a good file does harm.
TEST(CharacterFiles, CutFilesAreRefused) {
    const std::string whole = tube_glb();
    for (size_t size = 0; size < whole.size(); size += 97)
        EXPECT_NE(error_of([&] { load_character(whole.substr(0, size), "cut.glb", {}, {}); }), "") << size;
}

// Nor does any damage: a file that is accepted can be played.
TEST(CharacterFiles, DamagedFilesDoNoHarm) {
    const std::string whole = tube_glb();
    Random random(7);
    size_t accepted = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string damaged = whole;
        for (u32 n = 1 + random.below(6); n > 0; --n) {
            const size_t json = 3500;  // the text comes first, and is where damage tells
            damaged[20 + random.below(static_cast<u32>(round % 2 ? json : whole.size() - 20))] =
                static_cast<char>(random.below(256));
        }
        error_of([&] {
            const Character c = load_character(damaged, "damaged.glb", {}, {}).character;
            for (const RigClip& clip : c.clips) posed(c, clip.name, 0.7);
            posed(c, "", 0);
            ++accepted;
        });
    }
    EXPECT_GT(accepted, 100u);  // and not because all were refused
}

// The pose of the nodes, for the mesh of a body as for the character: one was 1.85 m and upright, the other 185 m and
// on its back.
TEST(CharacterFiles, AMeshStandsAsItsNodesHaveIt) {
    const LoadedMesh mesh = load_mesh(soldier(), "soldier.gltf", {}, {});
    const LoadedCharacter character = load_character(soldier(), "soldier.gltf", {}, {});
    EXPECT_EQ(mesh.summary, "soldier.gltf: 0.60 × 1.85 × 0.30 m, 20 triangles");
    EXPECT_MENTIONS(character.summary, "0.60 × 1.85 × 0.30 m");
    EXPECT_TRUE(mesh.notes.empty()) << mesh.notes[0];
    EXPECT_NEAR(mesh.mesh.bounds().low.y, 0, 1e-5);
    EXPECT_NEAR(mesh.mesh.bounds().high.y, 1.85, 1e-5);
    const Posed rest = posed(character.character, "", 0);
    for (size_t v = 0; v < rest.positions.size(); ++v)
        EXPECT_LT(length(mesh.mesh.points[mesh.mesh.vertex_point[v]] - rest.positions[v]), 1e-6f) << v;
    AssetSettings settings;
    settings.unit = "cm";
    settings.scale = 2;
    settings.mesh = "Soldier";
    EXPECT_NEAR(load_mesh(soldier(), "soldier.gltf", settings, {}).mesh.bounds().high.y, 0.037, 1e-6);
}

// Also where it was bound in another pose: (0, -15, 185) turns about (0, 0, 120) to (0, -65, 105) on its back.
TEST(CharacterFiles, AMeshStandsInThePoseOfItsNodes) {
    const LoadedMesh mesh = load_mesh(soldier(true), "soldier.gltf", {}, {});
    EXPECT_NEAR(mesh.mesh.bounds().low.y, 0, 1e-5);
    EXPECT_NEAR(mesh.mesh.bounds().high.y, 1.35, 1e-5);
    EXPECT_NEAR(mesh.mesh.bounds().high.z, 0.65, 1e-5);
    EXPECT_EQ(load_character(soldier(true), "soldier.gltf", {}, {}).summary.substr(0, 44), mesh.summary.substr(0, 44));
}

// A mesh is not refused for its animation.
TEST(CharacterFiles, MeshesOfBrokenCharactersCanBeHad) {
    EXPECT_EQ(load_mesh(tube_glb({.nan_key = true}), "tube.glb", {}, {}).mesh.points.size(),
              tube_rings * tube_around + hat_vertices);
}

}  // namespace
}  // namespace character_tests
}  // namespace pliant::testing
