// The edited scene: undo, saving, and changes of its file by other programs.
#include "pliant/view/document.h"

#include "core/error.h"
#include "view/support.h"

namespace pliant::view {
namespace document_tests {
namespace {

class Documents : public FolderTest {};

TEST_F(Documents, UndoAndRedoGoThroughEveryText) {
    Document d = Document::untitled(small_scene, "", "untitled");
    std::vector<std::string> texts = {d.text()};
    const auto next = [&] { texts.push_back(d.text()); };
    d.set("bodies.bob.youngs_modulus", "7e4");
    next();
    d.change("add", [](Editor& e) {
        e.set("assets.cube", R"({ "shape": "box" })");
        e.set("bodies.cube", R"({ "asset": "cube" })");
    });
    next();
    d.change("remove", [](Editor& e) { e.remove("bodies.twin"); });
    next();
    d.change("rename", [](Editor& e) { e.rename("bodies.bob", "bobby"); });
    next();
    EXPECT_FALSE(d.saved());
    EXPECT_EQ(d.undo_label(), "rename");
    for (size_t i = texts.size() - 1; i-- > 0;) {
        d.undo();
        EXPECT_EQ(d.text(), texts[i]);
    }
    EXPECT_TRUE(d.saved()) << "all is undone";
    EXPECT_FALSE(d.can_undo());
    for (size_t i = 1; i < texts.size(); ++i) {
        d.redo();
        EXPECT_EQ(d.text(), texts[i]);
    }
    EXPECT_FALSE(d.can_redo());
}

TEST_F(Documents, ADragIsOneStep) {
    Document d = Document::untitled(small_scene, "", "untitled");
    for (int i = 0; i < 50; ++i) d.set("world.substeps", std::to_string(i + 1), "drag 1");
    for (int i = 0; i < 50; ++i) d.set("world.hit_speed", std::to_string(i + 1), "drag 2");
    d.seal();
    d.set("world.hit_speed", "7", "drag 2");
    EXPECT_EQ(d.json().find("world")->find("hit_speed")->number, 7);
    d.undo();
    EXPECT_EQ(d.json().find("world")->find("hit_speed")->number, 50);
    d.undo();
    EXPECT_EQ(d.json().find("world")->find("hit_speed"), nullptr);
    EXPECT_EQ(d.json().find("world")->find("substeps")->number, 50);
    d.undo();
    EXPECT_EQ(d.text(), small_scene);
}

TEST_F(Documents, AnEditAfterUndoForgetsWhatWasUndone) {
    Document d = Document::untitled(small_scene, "", "untitled");
    d.set("world.substeps", "5");
    d.undo();
    d.set("world.substeps", "6");
    EXPECT_FALSE(d.can_redo());
    d.undo();
    EXPECT_EQ(d.text(), small_scene);
}

TEST_F(Documents, AnEditThatCannotBeDoneChangesNothing) {
    Document d = Document::untitled(small_scene, "", "untitled");
    EXPECT_THROW(d.change("two",
                          [](Editor& e) {
                              e.set("world.substeps", "5");
                              e.set("world.duration.x", "5");
                          }),
                 Error);
    EXPECT_EQ(d.text(), small_scene);
    EXPECT_FALSE(d.can_undo());
}

TEST_F(Documents, AGroupThatIsLeftEmptyGoesToo) {
    Document d = Document::untitled(small_scene, "", "untitled");
    d.set("world.wind.velocity", "[1, 0, 0]");
    d.change("reset", [](Editor& e) { e.remove_with_group("world.wind.velocity", 1); });
    EXPECT_EQ(d.text(), small_scene);
    d.change("reset", [](Editor& e) { e.remove_with_group("world.duration", 1); });
    EXPECT_NE(d.json().find("world"), nullptr) << "sections stay";
}

TEST_F(Documents, SavingTouchesOnlyTheChangedKey) {
    const std::string path = write("a.json", small_scene);
    Document d = Document::open(path);
    d.set("bodies.bob.youngs_modulus", "7e4");
    d.save();
    std::string expected = small_scene;
    expected.replace(expected.find("5e4"), 3, "7e4");
    EXPECT_EQ(read_file(path), expected);
    EXPECT_TRUE(d.saved());
    EXPECT_EQ(d.check_disk(), DiskChange::none) << "it was us";
    d.undo();
    EXPECT_FALSE(d.saved());
}

TEST_F(Documents, AChangeOnDiskIsTakenOverAndCanBeUndone) {
    const std::string path = write("a.json", small_scene);
    Document d = Document::open(path);
    EXPECT_EQ(d.check_disk(), DiskChange::none);
    std::string theirs = small_scene;
    theirs.replace(theirs.find("5e4"), 3, "9e4");
    write_later(path, theirs);
    EXPECT_EQ(d.check_disk(), DiskChange::taken);
    EXPECT_EQ(d.text(), theirs);
    EXPECT_TRUE(d.saved());
    EXPECT_EQ(d.check_disk(), DiskChange::none);
    d.undo();
    EXPECT_EQ(d.text(), small_scene);
    EXPECT_FALSE(d.saved());
}

TEST_F(Documents, WhenBothChangedSomebodyMustChoose) {
    const std::string path = write("a.json", small_scene);
    Document d = Document::open(path);
    d.set("world.substeps", "9");
    const std::string ours = d.text();
    write_later(path, "{}");
    EXPECT_EQ(d.check_disk(), DiskChange::conflict);
    EXPECT_EQ(d.text(), ours);
    EXPECT_FALSE(d.saved());
    EXPECT_EQ(d.check_disk(), DiskChange::none) << "asked once";
    d.take_from_disk();
    EXPECT_EQ(d.text(), "{}");
    EXPECT_TRUE(d.saved());
    d.undo();
    EXPECT_EQ(d.text(), ours);
}

TEST_F(Documents, SavingNeverWritesOverWhatSomebodyElseWrote) {
    const std::string path = write("a.json", small_scene);
    Document d = Document::open(path);
    d.set("world.substeps", "9");
    const std::string ours = d.text();
    write_later(path, "{}");
    EXPECT_EQ(d.save(), DiskChange::conflict) << "though nobody has looked at the file since";
    EXPECT_EQ(read_file(path), "{}");
    EXPECT_EQ(d.text(), ours);
    EXPECT_FALSE(d.saved());
    EXPECT_EQ(d.save(), DiskChange::none) << "it is known now";
    EXPECT_EQ(read_file(path), ours);
    write_later(path, "{}");
    EXPECT_EQ(d.save(), DiskChange::taken) << "there was nothing to save";
    EXPECT_EQ(d.text(), "{}");
}

TEST_F(Documents, SavedInAnotherFolderItFindsItsFiles) {
    std::filesystem::create_directories(folder + "meshes");
    std::filesystem::create_directories(folder + "other/deep");
    const std::string path = write("a.json", R"({ "assets": {
  "near": { "file": "meshes/a.obj" }, "far": { "file": "/there/b.obj" }, "made": { "shape": "sphere" } },
  "bodies": { "bob": { "asset": "near", "damping": { "min": [{ "map": "maps/a.png" }, { "noise": 1 }] } } },
  "colliders": { "hill": { "file": "hill.obj" } } }
)");
    Document d = Document::open(path);
    const std::string before = d.text();
    d.save_as(folder + "b.json");
    EXPECT_EQ(d.text(), before) << "the same folder";
    d.save_as(folder + "other/deep/c.json");
    EXPECT_EQ(read_file(folder + "other/deep/c.json"), R"({ "assets": {
  "near": { "file": "../../meshes/a.obj" }, "far": { "file": "/there/b.obj" }, "made": { "shape": "sphere" } },
  "bodies": { "bob": { "asset": "near", "damping": { "min": [{ "map": "../../maps/a.png" }, { "noise": 1 }] } } },
  "colliders": { "hill": { "file": "../../hill.obj" } } }
)");
    EXPECT_TRUE(d.saved());
    EXPECT_EQ(d.path(), folder + "other/deep/c.json");
    d.save_as(folder + "d.json");
    EXPECT_EQ(d.text(), before) << "and back";
    d.undo();
    d.undo();
    EXPECT_EQ(d.text(), before);
}

TEST_F(Documents, WhatCannotBeSavedElsewhereStaysWhatItWas) {
    const std::string path = write("a.json", small_scene);
    Document d = Document::open(path);
    d.set("world.substeps", "9");
    d.autosave();
    EXPECT_THROW(d.save_as(folder + "nowhere/b.json"), Error);
    EXPECT_EQ(d.path(), path);
    EXPECT_FALSE(d.saved());
    EXPECT_TRUE(std::filesystem::exists(d.autosave_path())) << "it is all there is of the change";
    const std::string autosaved = d.autosave_path();
    d.save_as(folder + "b.json");
    EXPECT_FALSE(std::filesystem::exists(autosaved));
}

TEST_F(Documents, WhatWasNotSavedIsFoundAgain) {
    const std::string path = write("a.json", small_scene);
    std::string ours;
    {
        Document d = Document::open(path);
        d.autosave();
        EXPECT_FALSE(std::filesystem::exists(d.autosave_path())) << "nothing to lose yet";
        d.set("world.substeps", "9");
        d.autosave();
        EXPECT_EQ(d.autosave_path(), folder + ".a.json.autosave");
        ours = d.text();
    }
    Document d = Document::open(path);
    EXPECT_EQ(d.left_behind(), ours);
    d.recover(d.left_behind());
    EXPECT_EQ(d.text(), ours);
    EXPECT_FALSE(d.saved());
    d.save();
    EXPECT_FALSE(std::filesystem::exists(d.autosave_path()));
    EXPECT_EQ(d.left_behind(), "");
}

TEST_F(Documents, WatchedFilesAreReportedOnce) {
    FileWatch watch;
    const std::string a = write("a.obj", "v"), b = write("b.obj", "v");
    watch.watch({a, b});
    EXPECT_TRUE(watch.changed().empty());
    write_later(a, "vv");
    EXPECT_EQ(watch.changed(), std::vector<std::string>{a});
    EXPECT_TRUE(watch.changed().empty());
    write_later(b, "vv");
    watch.seen(b);
    EXPECT_TRUE(watch.changed().empty());
    std::filesystem::remove(a);
    EXPECT_TRUE(watch.changed().empty()) << "gone, perhaps for a moment";
}

}  // namespace
}  // namespace document_tests
}  // namespace pliant::view
