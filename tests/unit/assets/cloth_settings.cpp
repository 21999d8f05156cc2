// Settings files of cloth tools: the paper's own listing is read, written files are read back to the bit, and every
// error has a file, a line and the expected text.
#include "assets/cloth_settings.h"

#include "assets/cloth_settings_scene.h"
#include "core/random.h"
#include "core/trig.h"
#include "fuzz/edits.h"
#include "unit/assets/support.h"

namespace pliant {
namespace cloth_settings_tests {
namespace {

// Rajagopalan 2013, section 4.2.4, as it stands there.
const char* const listing = R"(CAPS_DATA
COUNT 0
CAPSULE 0
    NAME joint1_CIColliCyl
    RADIUS 1.0
    TOTAL_FRAMES 1
    FRAME 0
        POS_A 1.0 1.0 1.0
        POS_B 1.0 1.0 1.0
    FRAME 1
        POS_A 1.0 1.0 1.0
        POS_B 1.0 1.0 1.0 . . .

CLOTH_MESH
COUNT 0
MESH 0
    NAME solid1_MyPBDCloth
    IS_ATTACHED 1
    POS 0 1.0 1.0 1.0
    POS 1 1.0 1.0 1.0
    CAPSULE 7
    POS 2 1.0 1.0 1.0
    POS 3 1.0 1.0 1.0
    CAPSULE 0 .....
)";

ClothSettings read(const std::string& text) {
    std::vector<std::string> warnings;
    return read_cloth_settings(text, "settings.txt", warnings);
}
std::vector<std::string> warnings_of(const std::string& text) {
    std::vector<std::string> warnings;
    read_cloth_settings(text, "settings.txt", warnings);
    return warnings;
}
std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

TEST(ClothSettingsFiles, TheListingOfThePaperIsRead) {
    std::vector<std::string> warnings;
    const ClothSettings s = read_cloth_settings(listing, "settings.txt", warnings);
    EXPECT_TRUE(is_cloth_settings(listing));
    EXPECT_FALSE(is_cloth_settings("particle\nfps 24\n"));
    ASSERT_EQ(s.capsules.size(), 1u);
    EXPECT_EQ(s.capsules[0].name, "joint1");
    EXPECT_EQ(s.capsules[0].radius, 1.0f);
    ASSERT_EQ(s.capsules[0].frames.size(), 2u);
    EXPECT_EQ(s.capsules[0].frames[1].number, 1);
    EXPECT_EQ(s.capsules[0].frames[1].b, (Vec3{1, 1, 1}));
    ASSERT_EQ(s.meshes.size(), 1u);
    EXPECT_EQ(s.meshes[0].name, "solid1");
    EXPECT_TRUE(s.meshes[0].attached);
    ASSERT_EQ(s.meshes[0].points.size(), 4u);
    EXPECT_EQ(s.meshes[0].points[1].capsule, ClothSettings::none) << "there is no capsule 7";
    EXPECT_EQ(s.meshes[0].points[2].capsule, 0u);
    EXPECT_EQ(s.meshes[0].points[3].line, 23u);
    const std::vector<std::string> expected = {
        "settings.txt:6: TOTAL_FRAMES 1, but there are 2 frames; these count",
        "settings.txt:2: COUNT 0, but there are 1 capsules; these count",
        "settings.txt:15: COUNT 0, but there are 1 meshes; these count",
        "settings.txt:21: there is no capsule 7; the points before this line stay where they are"};
    EXPECT_EQ(warnings, expected);
}

TEST(ClothSettingsFiles, TagsAreKnownInAllTheirSpellings) {
    EXPECT_EQ(plain_name("joint1_CIColliCyl"), "joint1");
    EXPECT_EQ(plain_name("joint1_ClColliCyl"), "joint1");
    EXPECT_EQ(plain_name("cape_MyPBSCloth"), "cape");
    EXPECT_EQ(plain_name("cape_MyPBDCloth"), "cape");
    EXPECT_EQ(plain_name("cape_MyPBDClothShape"), "cape");
    EXPECT_EQ(plain_name("cape_MyPBDCloth2"), "cape2") << "a copy, as Maya calls it";
    EXPECT_EQ(plain_name("_MyPBDCloth"), "_MyPBDCloth") << "nothing would be left";
    EXPECT_EQ(plain_name("cape_MyPBDClothes"), "cape_MyPBDClothes");
    EXPECT_EQ(plain_name("a name with blanks_CIColliCyl"), "a name with blanks");
    EXPECT_EQ(plain_name("cape"), "cape");
}

// A valid file except for one line.
const char* const good = R"(CAPS_DATA
COUNT 2
CAPSULE 0
    NAME thigh_CIColliCyl
    RADIUS 0.25
    TOTAL_FRAMES 2
    FRAME 10
        POS_A 0 1 0
        POS_B 0.5 1 0
    FRAME 12
        POS_A 0 1.25 0
        POS_B 0.5 1.25 0
CAPSULE 1
    NAME shin_CIColliCyl
    RADIUS 0.125
    TOTAL_FRAMES 1
    FRAME 10
        POS_A 0 0 0
        POS_B 0 0.5 0

CLOTH_MESH
COUNT 1
MESH 0
    NAME skirt_MyPBDCloth
    IS_ATTACHED 1
    POS 0 0 1 0
    POS 1 1 1 0
    CAPSULE 0
    POS 2 0 0 1
    CAPSULE 1
    POS 3 1 0 1
)";

TEST(ClothSettingsFiles, WhatIsGoodIsWrittenAsItWas) {
    EXPECT_EQ(cloth_settings_text(read(good)), good);
    EXPECT_EQ(warnings_of(good),
              std::vector<std::string>{"settings.txt:31: 1 POS stand behind the last CAPSULE of 'skirt'; these points "
                                       "stay where they are"});
}

TEST(ClothSettingsFiles, BlanksCommentsAndLineEndsDoNotMatter) {
    std::string windows;
    for (const char* c = good; *c; ++c) windows += *c == '\n' ? " \t\r\n" : std::string(1, *c);
    EXPECT_EQ(read(windows), read(good));
    EXPECT_EQ(read("\xef\xbb\xbf# exported\n\n" + std::string(good)), read(good));
}

TEST(ClothSettingsFiles, CountsThatDisagreeAreWarnings) {
    EXPECT_EQ(warnings_of(replaced(good, "COUNT 2", "COUNT 3"))[0],
              "settings.txt:2: COUNT 3, but there are 2 capsules; these count");
    EXPECT_EQ(warnings_of(replaced(good, "TOTAL_FRAMES 2", "TOTAL_FRAMES 9"))[0],
              "settings.txt:6: TOTAL_FRAMES 9, but there are 2 frames; these count");
    EXPECT_EQ(warnings_of(replaced(good, "IS_ATTACHED 1", "IS_ATTACHED 0")).size(), 2u);
    EXPECT_EQ(warnings_of(replaced(good, "CAPSULE 1\n    NAME", "CAPSULE 0\n    NAME"))[0],
              "settings.txt:13: CAPSULE 0 is there already; points hang on the first");
}

TEST(ClothSettingsFiles, EachBadLineGetsASentence) {
    const auto wrong = [](const char* what, const char* by, const std::string& line, const char* mentions) {
        try {
            read(replaced(good, what, by));
            ADD_FAILURE() << by << " was taken";
        } catch (const Error& e) {
            const std::string sentence = e.what();
            EXPECT_EQ(sentence.find("settings.txt:" + line + ": "), 0u) << sentence;
            EXPECT_NE(sentence.find(mentions), std::string::npos) << sentence;
            EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        }
    };
    wrong("RADIUS 0.25", "RADIUS", "5", "RADIUS and a number above 0");
    wrong("RADIUS 0.25", "RADIUS 0", "5", "not above 0");
    wrong("RADIUS 0.25", "RADIUS 1e300", "5", "too large");
    wrong("RADIUS 0.25", "RADIUS wide", "5", "'wide' is not a number");
    wrong("RADIUS 0.25", "RADIUS 1 2", "5", "'2' is too much");
    wrong("RADIUS 0.25", "RADIOS 0.25", "5", "did you mean 'RADIUS'?");
    wrong("    RADIUS 0.25\n", "", "3", "'thigh' has no RADIUS");
    wrong("NAME thigh_CIColliCyl", "NAME", "4", "NAME with nothing behind it");
    wrong("    NAME shin_CIColliCyl\n", "", "13", "no NAME");
    wrong("    NAME skirt_MyPBDCloth\n", "", "23", "no NAME");
    wrong("COUNT 2", "COUNT two", "2", "'two' is not a whole number");
    wrong("CAPS_DATA\n", "", "1", "COUNT stands before CAPS_DATA");
    wrong("CAPS_DATA\nCOUNT 2\n", "", "1", "CAPSULE stands before CAPS_DATA");
    wrong("CAPSULE 0\n", "CAPSULE\n", "3", "CAPSULE and its number");
    wrong("CAPSULE 0\n    NAME", "    NAME", "3", "NAME stands outside of a capsule");
    wrong("FRAME 12", "FRAME 10", "10", "ascending");
    wrong("FRAME 12", "FRAME 5000000000", "10", "too large");
    wrong("    FRAME 10\n", "", "7", "POS_A stands outside of a frame");
    wrong("POS_A 0 1 0", "POS_A 0 1", "8", "x y z");
    wrong("POS_A 0 1 0", "POS_A 0 1 nan", "8", "not finite");
    wrong("POS_A 0 1 0", "POS_A 0 1 1e39", "8", "too large");
    wrong("        POS_B 0.5 1 0\n", "", "7", "frame 10 has no POS_B");
    wrong("        POS_A 0 0 0\n", "", "17", "frame 10 has no POS_A");
    wrong("    FRAME 10\n        POS_A 0 0 0\n        POS_B 0 0.5 0\n", "", "13", "'shin' has no FRAME");
    wrong("MESH 0", "MESH", "23", "MESH and its number");
    wrong("CLOTH_MESH\n", "", "22", "MESH stands before CLOTH_MESH");
    wrong("MESH 0\n", "", "23", "NAME stands outside of a mesh");
    wrong("IS_ATTACHED 1", "IS_ATTACHED 2", "25", "IS_ATTACHED 0 or IS_ATTACHED 1");
    wrong("POS 1 1 1 0", "POS 1 1 1", "27", "POS, a number and a place");
    wrong("POS 1 1 1 0", "POS 1.5 1 1 0", "27", "not a whole number");
    EXPECT_THROW(read(""), Error);
    EXPECT_THROW(read(". . .\n"), Error);
}

TEST(ClothSettingsFiles, AnyBitsComeBack) {
    Random random(3);
    const auto number = [&] {
        float value = 0;
        do {
            const u32 bits = static_cast<u32>(random.bits());
            std::memcpy(&value, &bits, 4);
        } while (!std::isfinite(value));
        return value;
    };
    for (int round = 0; round < 500; ++round) {
        ClothSettings s;
        for (u32 i = 0; i < random.below(4); ++i) {
            s.capsules.push_back({"bone " + std::to_string(i), std::max(std::fabs(number()), 1e-30f), {}});
            for (i32 f = -3; f < static_cast<i32>(random.below(3)); ++f)
                s.capsules.back().frames.push_back({2 * f, {number(), number(), number()}, {number(), 0, -0.0f}});
        }
        for (u32 i = 0; i < random.below(3); ++i) {
            s.meshes.push_back({"cloth" + std::to_string(i), false, {}});
            for (u32 c = 0; c < s.capsules.size(); ++c)
                for (u32 p = 0; p < random.below(3); ++p)
                    s.meshes.back().points.push_back({static_cast<i32>(p), {number(), number(), number()}, c, 0});
            s.meshes.back().attached = !s.meshes.back().points.empty();
        }
        const std::string text = cloth_settings_text(s);
        std::vector<std::string> warnings;
        const ClothSettings back = read_cloth_settings(text, "settings.txt", warnings);
        ASSERT_EQ(back, s) << text;
        ASSERT_TRUE(warnings.empty()) << warnings[0];
        ASSERT_EQ(cloth_settings_text(back), text);
    }
}

// Files that are almost right: they are read, or refused with a line, and never more.
TEST(ClothSettingsFiles, DamagedFilesAreReadOrRefused) {
    Random random(11);
    u32 taken = 0, refused = 0;
    for (int round = 0; round < 6000; ++round) {
        const std::string_view whole = round % 2 ? listing : good;
        std::vector<std::byte> bytes(whole.size());
        std::memcpy(bytes.data(), whole.data(), whole.size());
        std::vector<u8> edits(6 * (1 + random.below(4)));
        for (u8& e : edits) e = static_cast<u8>(random.bits());
        if (round % 3) fuzz::edit(bytes, edits);
        if (round % 3 != 1) bytes.resize(random.below(static_cast<u32>(bytes.size()) + 1));
        std::vector<std::string> warnings;
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        try {
            const ClothSettings s = read_cloth_settings(text, "settings.txt", warnings);
            ++taken;
            std::vector<std::string> again;
            const std::string written = cloth_settings_text(s);
            ASSERT_EQ(cloth_settings_text(read_cloth_settings(written, "again.txt", again)), written);
            scene_of_settings(s, nullptr, {}, again);
        } catch (const Error& e) {
            ++refused;
            ASSERT_EQ(std::string(e.what()).find("settings.txt:"), 0u) << e.what();
        }
    }
    EXPECT_GT(taken, 500u);
    EXPECT_GT(refused, 500u);
}

TEST(ClothSettingsFiles, PointsAreFoundByTheirPlace) {
    // The diagonal is 10 m: points within a millimetre are meant.
    const std::vector<Vec3> mesh = {{0, 0, 0}, {6, 0, 0}, {6, 8, 0}, {0, 8, 0}, {6, 8, 0}, {3, 3, 0}, {3.0005f, 3, 0}};
    ClothSettings::Mesh wanted;
    for (const Vec3& p : {Vec3{6, 0.0009f, 0}, Vec3{6, 8, 0}, Vec3{0, 8.0011f, 0}, Vec3{3, 3, 0}})
        wanted.points.push_back({0, p, ClothSettings::none, 0});
    const std::vector<FoundPoint> found = find_points(mesh, wanted);
    EXPECT_EQ(found[0].point, 1u);
    EXPECT_NEAR(found[0].distance, 0.0009f, 1e-6);
    EXPECT_EQ(found[1].point, 2u) << "of two in one place the first";
    EXPECT_FALSE(found[1].ambiguous);
    EXPECT_EQ(found[2].point, ClothSettings::none);
    EXPECT_NEAR(found[2].distance, 0.0011f, 1e-6);
    EXPECT_EQ(found[3].point, 5u);
    EXPECT_TRUE(found[3].ambiguous);
    EXPECT_EQ(find_points(mesh, wanted, 0.01f)[2].point, 3u);
    EXPECT_EQ(find_points({}, wanted)[0].point, ClothSettings::none);
}

// Whatever way a limb takes, blending between two angles stays near the blend of the two directions. A step of 0.1 at a
// distance of 0.32 from the pole (1 - cos 0.32 = 0.05) goes round it by 0.31; half way the arc is off its chord by
// 0.32 (1 - cos 0.16) = 0.004.
// The second of two became "arm.2", and scenes have no names with dots.
TEST(ClothSettingsScenes, NamesThatAreAlikeStayValid) {
    const std::string capsule = "    NAME arm.l\n    RADIUS 0.1\n    TOTAL_FRAMES 1\n    FRAME 0\n        POS_A 0 0 0\n"
                                "        POS_B 0 1 0\n";
    const ClothSettings settings = read("CAPS_DATA\nCOUNT 2\nCAPSULE 0\n" + capsule + "CAPSULE 1\n" + capsule);
    ASSERT_EQ(settings.capsules.size(), 2u);
    std::vector<std::string> warnings;
    const Scene scene = read_scene(scene_of_settings(settings, nullptr, {}, warnings), "settings", {}, "");
    ASSERT_EQ(scene.colliders.size(), 2u);
    EXPECT_EQ(scene.colliders[0].name, "arm_l");
    EXPECT_EQ(scene.colliders[1].name, "arm_l_2");
}

TEST(ClothSettingsScenes, AnglesFollowDirectionsWithoutSpinning) {
    Random random(5);
    const auto to = [](const Vec3d& angles) { return rotation_from_degrees(angles) * Vec3d{0, 1, 0}; };
    for (int round = 0; round < 200; ++round) {
        const Vec3d about = direction(Vec3d{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5}, {1, 0, 0});
        const Vec3d start = direction(Vec3d{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5}, {0, 1, 0});
        std::vector<Vec3d> way;
        for (int f = 0; f <= 40; ++f) way.push_back(turn(about, 0.1 * f) * start);
        const std::vector<Vec3d> angles = angles_along(way);
        double nearest_to_pole_z = 1, nearest_to_pole_y = 1;
        for (const Vec3d& d : way) {
            nearest_to_pole_z = std::min(nearest_to_pole_z, 1 - std::fabs(d.z));
            nearest_to_pole_y = std::min(nearest_to_pole_y, 1 - std::fabs(d.y));
        }
        for (size_t f = 0; f < way.size(); ++f) {
            ASSERT_LT(length(to(angles[f]) - way[f]), 1e-9);
            if (f == 0 || std::max(nearest_to_pole_z, nearest_to_pole_y) < 0.05) continue;
            const Vec3d between = to((angles[f - 1] + angles[f]) * 0.5);
            ASSERT_LT(length(between - direction(way[f - 1] + way[f], way[f])), 0.01) << round << " " << f;
        }
    }
}

}  // namespace
}  // namespace cloth_settings_tests
}  // namespace pliant
