#include "pliant/view/kind_change.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "assets/scene.h"
#include "body/registry.h"
#include "pliant/view/background_job.h"

namespace pliant::view {
namespace kind_change_tests {
namespace {

const char* const scene_text = R"({
  "assets": { "ball": { "shape": "sphere", "detail": 6 } },
  "bodies": {
    "bob": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 5e4, "damping": 0.1, "preset": "jelly", "note": "mine",
      "position": [0, 1, 0], "plasticity": { "yield_strain": 0.1 }, "sleep": { "beyond": 9 } },
    "twin": { "like": "bob", "spacing": 0.3, "position": [1, 1, 0] },
    "other": { "like": "bob", "kind": "lattice", "spacing": 0.4, "position": [3, 1, 0] } } }
)";

bool has(const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

TEST(KindChange, DropsWhatTheNewKindDoesNotKnow) {
    std::string text = scene_text;
    Editor editor(text);
    const KindChange change = change_kind(editor, parse_json(text, "s.json"), "bob", *find_kind("jiggle"));
    const Scene scene = read_scene(text, "s.json", {});
    EXPECT_STREQ(scene.bodies[0].kind->name, "jiggle");
    EXPECT_STREQ(scene.bodies[1].kind->name, "jiggle");  // it is like bob
    for (const char* name : {"spacing", "youngs_modulus", "preset", "twin.spacing"})
        EXPECT_TRUE(has(change.dropped, name)) << name;
    EXPECT_FALSE(has(change.dropped, "damping"));  // both kinds have one
    for (const char* name : {"position", "sleep.beyond"}) EXPECT_FALSE(has(change.dropped, name)) << name;
    EXPECT_NE(text.find("\"note\": \"mine\""), std::string::npos);
}

TEST(KindChange, ABodyOfAKindOfItsOwnGoesOnAsItDid) {
    std::string text = scene_text;
    const Scene before = read_scene(text, "s.json", {});
    Editor editor(text);
    change_kind(editor, parse_json(text, "s.json"), "bob", *find_kind("jiggle"));
    const Scene after = read_scene(text, "s.json", {});
    EXPECT_STREQ(after.bodies[2].kind->name, "lattice");
    EXPECT_EQ(after.bodies[2].own.preset(), "jelly");
    for (const Parameter& row : find_kind("lattice")->parameters.rows)
        EXPECT_TRUE(before.bodies[2].own.value(row.id) == after.bodies[2].own.value(row.id)) << row.name;
}

TEST(KindChange, BackAndForthKeepsWhatBothKnow) {
    std::string text = R"({ "assets": { "s": { "shape": "plane", "detail": 4 } },
  "bodies": { "s": { "asset": "s", "kind": "cloth", "density": 0.3, "air_drag": 1.5 } } })";
    Editor editor(text);
    const KindChange change = change_kind(editor, parse_json(text, "s.json"), "s", *find_kind("jiggle"));
    EXPECT_TRUE(has(change.dropped, "air_drag"));
    read_scene(text, "s.json", {});
    for (size_t i = editor.edits().size(); i-- > 0;) apply_edit(text, editor.edits()[i].inverse());
    EXPECT_NE(text.find("\"air_drag\": 1.5"), std::string::npos);
}

TEST(BackgroundJob, KnowsHowMuchIsDone) {
    EXPECT_FLOAT_EQ(share_done("simulating: 30/120 frames, 41/s, 0:02 left").value(), 0.25f);
    EXPECT_FLOAT_EQ(share_done("simulating: 1,500/6,000 frames").value(), 0.25f);
    EXPECT_FLOAT_EQ(share_done("copying: 3/3 files").value(), 1.0f);
    EXPECT_FALSE(share_done("cooking bob"));
    EXPECT_FALSE(share_done("cooking a/b"));
    EXPECT_FALSE(share_done("0/0"));
    EXPECT_FALSE(share_done(""));
}

}  // namespace
}  // namespace kind_change_tests
}  // namespace pliant::view
