// The edited scene: its text, its file, the saved text, and the steps that can be undone.
//
// The text is authoritative. Panels and gizmos change single keys of it by path (assets/scene_text.h); the world is
// updated by comparing the scenes before and after (changes.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assets/json.h"
#include "assets/scene_text.h"
#include "pliant/view/file_watch.h"

namespace pliant::view {

// Changes a document's text, one edit after another.
class Editor {
  public:
    explicit Editor(std::string& text) : text_(text) {}
    const std::string& text() const { return text_; }
    void set(std::string_view path, std::string_view json) { take(setting_value(text_, path, json)); }
    void add_item(std::string_view path, std::string_view json) { take(adding_item(text_, path, json)); }
    void remove(std::string_view path) { take(removing_value(text_, path)); }
    // Also the objects around it that are left empty, down to a depth: "wind" of "world.wind.velocity", but not
    // "world".
    void remove_with_group(std::string_view path, size_t depth);
    void rename(std::string_view path, std::string_view name) { take(renaming_key(text_, path, name)); }
    void replace_all(std::string_view text);
    const std::vector<TextEdit>& edits() const { return edits_; }

  private:
    void take(TextEdit edit);
    std::string& text_;
    std::vector<TextEdit> edits_;
};

enum class DiskChange : u8 {
    none,
    taken,    // the file changed, and nothing here had: its text is ours now
    conflict  // both changed: the user must choose
};

class Document {
  public:
    Document() = default;
    static Document open(const std::string& path);  // throws Error
    // A scene that has no file yet; its assets are looked for in the folder ("" or "a/b/").
    static Document untitled(std::string text, std::string folder, std::string title);

    const std::string& text() const { return text_; }
    const std::string& path() const { return path_; }  // empty: it has no file yet
    std::string folder() const;
    std::string title() const;  // for the window: the file's name
    std::string name_for_errors() const { return path_.empty() ? title_ : path_; }
    bool saved() const { return text_ == saved_text_; }
    u64 revision() const { return revision_; }  // grows with every change of the text

    // The parsed text, for panels. While a user types, the text may be invalid: then the last valid version.
    const Json& json() const;

    // ---- changes. Throws Error and changes nothing when an edit cannot be done.
    // Changes in a row with the same key that is not empty are one step for undo, until seal().
    void change(const std::string& label, const std::function<void(Editor&)>& how, const std::string& merge_key = {});
    void set(const std::string& path, std::string_view json, const std::string& merge_key = {});
    void seal() { sealed_ = true; }

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < steps_.size(); }
    std::string undo_label() const { return can_undo() ? steps_[done_ - 1].label : ""; }
    std::string redo_label() const { return can_redo() ? steps_[done_].label : ""; }
    void undo();
    void redo();

    // ---- files. Throw OutputError.
    // Needs a path. Checks the file first: if another program has changed it, nothing is written, and the result is
    // that of check_disk().
    DiskChange save();
    // The scene's assets are found from the new folder too: relative paths of files are rewritten.
    void save_as(const std::string& path);
    std::string autosave_path() const;  // ".scene.json.autosave" beside the file, or empty
    void autosave();                    // if there is something new that is not saved
    void remove_autosave();
    // What an earlier session left behind and never saved; empty when there is none.
    std::string left_behind() const;
    void recover(const std::string& text);

    DiskChange check_disk();  // looks at the file
    void take_from_disk();    // theirs; can be undone. Not called, ours stays, and counts as not saved

  private:
    struct Step {
        std::string label, merge_key;
        std::vector<TextEdit> edits;
    };
    void write(const std::string& path, const std::string& text);
    void record(const std::string& label, const std::string& merge_key, const std::vector<TextEdit>& edits);

    std::string text_, saved_text_, path_, folder_, title_;
    std::string disk_text_;  // of a conflict
    std::string autosaved_;
    FileStamp stamp_;
    std::vector<Step> steps_;
    size_t done_ = 0;
    bool sealed_ = true;
    u64 revision_ = 1;
    mutable u64 parsed_revision_ = 0;
    mutable Json json_;
};

}  // namespace pliant::view
