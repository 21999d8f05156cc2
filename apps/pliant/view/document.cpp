#include "pliant/view/document.h"

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "core/files.h"

namespace pliant::view {

namespace fs = std::filesystem;

// ---- Editor

void Editor::take(TextEdit edit) {
    if (edit.empty()) return;
    apply_edit(text_, edit);
    edits_.push_back(std::move(edit));
}

void Editor::remove_with_group(std::string_view path, size_t depth) {
    remove(path);
    for (size_t dot = path.rfind('.'); dot != std::string_view::npos; dot = path.rfind('.')) {
        path = path.substr(0, dot);
        if (static_cast<size_t>(std::count(path.begin(), path.end(), '.')) + 1 <= depth) return;
        const auto group = find_value(text_, path);
        if (!group) continue;
        const Json json = parse_json(std::string_view(text_).substr(group->begin, group->size()), "");
        if (!json.is(Json::Type::object) || !json.members.empty()) return;
        remove(path);
    }
}

// Only what differs, so that undo costs what the change costs.
void Editor::replace_all(std::string_view text) {
    size_t begin = 0, end = 0;
    const size_t most = std::min(text.size(), text_.size());
    while (begin < most && text[begin] == text_[begin]) ++begin;
    while (end < most - begin && text[text.size() - 1 - end] == text_[text_.size() - 1 - end]) ++end;
    take({begin, text_.substr(begin, text_.size() - begin - end),
          std::string(text.substr(begin, text.size() - begin - end))});
}

// ---- Document

namespace {

fs::path whole_path(const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path.empty() ? "." : path), error);
    return error ? fs::absolute(path).lexically_normal() : whole;
}

// Calls f(path, file) for the images of maps below a path.
void for_each_map(const Json& json, const std::string& path,
                  const std::function<void(const std::string&, const std::string&)>& f) {
    for (const auto& [key, value] : json.members) {
        if (key == "map" && value.is(Json::Type::text)) f(path + ".map", value.text);
        for_each_map(value, path + "." + key, f);
    }
    for (size_t i = 0; i < json.items.size(); ++i) for_each_map(json.items[i], path + "." + std::to_string(i), f);
}

// Files that are named relative to one folder are named relative to another.
void move_files(Editor& editor, const std::string& from, const std::string& to) {
    const fs::path there = whole_path(to);
    if (whole_path(from) == there) return;
    Json json;
    try {
        json = parse_json(editor.text(), "");
    } catch (const Error&) {  // the user is in the middle of typing: it is written as it is
        return;
    }
    const auto move = [&](const std::string& path, const std::string& file) {
        if (fs::path(file).is_absolute()) return;
        const std::string moved = whole_path(resolved_path(from, file)).lexically_relative(there).generic_string();
        if (!moved.empty()) editor.set(path, quoted_json(moved));
    };
    if (const Json* bodies = json.find("bodies")) for_each_map(*bodies, "bodies", move);
    for (const char* section : {"assets", "colliders"}) {
        const Json* const things = json.find(section);
        if (!things || !things->is(Json::Type::object)) continue;
        for (const auto& [name, thing] : things->members) {
            const Json* const file = thing.find("file");
            if (file && file->is(Json::Type::text)) move(std::string(section) + "." + name + ".file", file->text);
        }
    }
}

}  // namespace

Document Document::open(const std::string& path) {
    Document d;
    d.text_ = d.saved_text_ = read_file(path);
    d.path_ = path;
    d.stamp_ = stamp_of(path);
    return d;
}

Document Document::untitled(std::string text, std::string folder, std::string title) {
    Document d;
    d.text_ = d.saved_text_ = std::move(text);
    d.folder_ = std::move(folder);
    d.title_ = std::move(title);
    return d;
}

std::string Document::folder() const { return path_.empty() ? folder_ : folder_of(path_); }

std::string Document::title() const { return path_.empty() ? title_ : fs::path(path_).filename().string(); }

const Json& Document::json() const {
    if (parsed_revision_ == revision_) return json_;
    parsed_revision_ = revision_;
    try {
        json_ = parse_json(text_, name_for_errors());
    } catch (const Error&) {  // the scene reader reports the error
    }
    return json_;
}

void Document::change(const std::string& label, const std::function<void(Editor&)>& how, const std::string& merge_key) {
    std::string text = text_;
    Editor editor(text);
    how(editor);
    if (editor.edits().empty()) return;
    text_ = std::move(text);
    ++revision_;
    record(label, merge_key, editor.edits());
}

void Document::set(const std::string& path, std::string_view json, const std::string& merge_key) {
    change(
        "change " + path, [&](Editor& e) { e.set(path, json); }, merge_key);
}

void Document::record(const std::string& label, const std::string& merge_key, const std::vector<TextEdit>& edits) {
    const bool merges =
        !sealed_ && !merge_key.empty() && done_ == steps_.size() && done_ > 0 && steps_.back().merge_key == merge_key;
    if (!merges) {
        steps_.resize(done_);
        steps_.push_back({label, merge_key, {}});
        done_ = steps_.size();
    }
    std::vector<TextEdit>& all = steps_.back().edits;
    for (const TextEdit& edit : edits) {
        // Of a drag, only where it began and where it ended counts.
        if (!all.empty() && all.back().at == edit.at && all.back().inserted == edit.removed) {
            all.back().inserted = edit.inserted;
        } else {
            all.push_back(edit);
        }
    }
    sealed_ = false;
}

void Document::undo() {
    if (!can_undo()) return;
    const Step& step = steps_[--done_];
    for (size_t i = step.edits.size(); i-- > 0;) apply_edit(text_, step.edits[i].inverse());
    sealed_ = true;
    ++revision_;
}

void Document::redo() {
    if (!can_redo()) return;
    for (const TextEdit& edit : steps_[done_].edits) apply_edit(text_, edit);
    ++done_;
    sealed_ = true;
    ++revision_;
}

// The file first: when that fails, nothing has become another here.
void Document::write(const std::string& path, const std::string& text) {
    write_file(path, text);
    remove_autosave();
    path_ = path;
    remove_autosave();
    saved_text_ = text;
    stamp_ = stamp_of(path);
    sealed_ = true;
}

DiskChange Document::save() {
    const DiskChange news = check_disk();
    if (news == DiskChange::none) write(path_, text_);
    return news;
}

void Document::save_as(const std::string& path) {
    std::string text = text_;
    Editor editor(text);
    move_files(editor, folder(), folder_of(path));
    write(path, text);
    if (editor.edits().empty()) return;
    text_ = std::move(text);
    ++revision_;
    record("paths for another folder", {}, editor.edits());
    sealed_ = true;
}

std::string Document::autosave_path() const {
    return path_.empty() ? "" : folder_of(path_) + "." + fs::path(path_).filename().string() + ".autosave";
}

void Document::autosave() {
    if (path_.empty() || saved() || text_ == autosaved_) return;
    write_file(autosave_path(), text_);
    autosaved_ = text_;
}

void Document::remove_autosave() {
    autosaved_.clear();
    std::error_code error;
    if (!path_.empty()) fs::remove(autosave_path(), error);
}

std::string Document::left_behind() const {
    const std::string path = autosave_path();
    std::error_code error;
    if (path.empty() || !fs::exists(path, error)) return "";
    try {
        std::string text = read_file(path);
        return text == text_ ? "" : text;
    } catch (const Error&) {
        return "";
    }
}

void Document::recover(const std::string& text) {
    change("recover what was not saved", [&](Editor& e) { e.replace_all(text); });
    sealed_ = true;
}

DiskChange Document::check_disk() {
    if (path_.empty()) return DiskChange::none;
    const FileStamp now = stamp_of(path_);
    if (now == stamp_ || !now.there) return DiskChange::none;
    stamp_ = now;
    disk_text_ = read_file(path_);
    const bool ours = saved();
    saved_text_ = disk_text_;
    if (disk_text_ == text_) return DiskChange::none;
    if (!ours) return DiskChange::conflict;
    take_from_disk();
    return DiskChange::taken;
}

void Document::take_from_disk() {
    change("change of the file on disk", [&](Editor& e) { e.replace_all(disk_text_); });
    sealed_ = true;
}

}  // namespace pliant::view
