#include "pliant/packing.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "assets/scene_build.h"
#include "assets/scene_text.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant::app {

namespace fs = std::filesystem;

namespace {

fs::path whole(const std::string& path) { return fs::absolute(path).lexically_normal(); }

bool is_below(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

// Every text of a scene, with its path.
void collect_texts(const Json& json, const std::string& path, std::vector<std::pair<std::string, std::string>>& texts) {
    if (json.is(Json::Type::text)) texts.emplace_back(path, json.text);
    for (const auto& [key, value] : json.members) collect_texts(value, path.empty() ? key : path + "." + key, texts);
    for (size_t i = 0; i < json.items.size(); ++i) collect_texts(json.items[i], path + "." + std::to_string(i), texts);
}

// Numbered files are named by one pattern, "crack_%04d.png".
bool names(const fs::path& named, const fs::path& file) {
    if (named == file) return true;
    const std::string pattern = named.filename().string();
    const size_t percent = pattern.find('%');
    if (percent == std::string::npos || named.parent_path() != file.parent_path()) return false;
    return file.filename().string().starts_with(pattern.substr(0, percent)) && named.extension() == file.extension();
}

// Where files go that are not below the scene's folder: those of one folder stay together, since they may name each
// other.
class Places {
  public:
    Places(fs::path home, const std::set<fs::path>& files) : home_(std::move(home)) {
        std::set<std::string> taken;
        for (const fs::path& file : files)
            if (is_below(file, home_)) taken.insert(file.lexically_relative(home_).begin()->string());
        for (int n = 2; taken.count(top_); ++n) top_ = "files-" + std::to_string(n);
    }
    void add_root(const fs::path& folder) {
        if (roots_.count(folder)) return;
        const std::string base = folder.filename().empty() ? "root" : folder.filename().string();
        std::string name = base;
        const auto is_taken = [&] {
            return std::any_of(roots_.begin(), roots_.end(), [&](const auto& r) { return r.second == name; });
        };
        for (int n = 2; is_taken(); ++n) name = base + "-" + std::to_string(n);
        roots_[folder] = name;
    }
    std::string of(const fs::path& file) const {
        if (is_below(file, home_)) return file.lexically_relative(home_).generic_string();
        const fs::path* best = nullptr;
        for (const auto& [root, name] : roots_)
            if (is_below(file, root) && (!best || is_below(root, *best))) best = &root;
        if (!best)
            throw Error({file.string(), "this file is read by another one from a folder that the scene does not name",
                         "files beside or below the one that names them", "move it there, and name it so"});
        return top_ + "/" + roots_.at(*best) + "/" + file.lexically_relative(*best).generic_string();
    }

  private:
    fs::path home_;
    std::string top_ = "files";
    std::map<fs::path, std::string> roots_;
};

std::set<fs::path> files_read(const std::string& path, const std::string& text,
                              const std::function<void(const std::string&)>& progress) {
    const FileScope scope;
    const Scene scene = open_scene(text, path, {}, folder_of(path));
    SceneBuilder builder(scene);
    builder.prepare(progress);
    std::set<fs::path> files;
    const std::vector<std::string> asked_for = scope.read();  // a copy: asking whether one exists is listed too
    for (const std::string& file : asked_for)
        if (file_exists(file)) files.insert(whole(file));
    return files;
}

// Removes the folder it made unless keep() was called.
class Folder {
  public:
    explicit Folder(const std::string& beside) : path_(beside + ".part-XXXXXX") {
        if (!mkdtemp(path_.data()))
            throw OutputError({beside, "the folder cannot be made", "a place that can be written to", ""});
    }
    ~Folder() {
        std::error_code error;
        if (!path_.empty()) fs::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }
    void keep_as(const std::string& path) {
        std::error_code error;
        fs::permissions(path_, fs::perms(0755), error);
        fs::rename(path_, path, error);
        if (error) throw OutputError({path, "the folder cannot be made: " + error.message(), "", ""});
        path_.clear();
    }

  private:
    std::string path_;
};

}  // namespace

Packing plan_packing(const std::string& scene_path, const std::function<void(const std::string&)>& progress) {
    Packing packing;
    packing.scene = read_file(scene_path);
    const std::string folder = folder_of(scene_path);
    const fs::path home = whole(scene_path).parent_path();
    std::set<fs::path> files = files_read(scene_path, packing.scene, progress);
    std::vector<std::pair<std::string, std::string>> texts;
    collect_texts(parse_json(packing.scene, scene_path), "", texts);

    Places places(home, files);
    std::vector<std::pair<std::string, fs::path>> outside;  // path in the scene, file or pattern
    for (const auto& [path, text] : texts) {
        const fs::path named = whole(resolved_path(folder, text));
        if (path == "$schema" && is_below(named, home) && file_exists(named.string())) files.insert(named);
        const bool is_read =
            std::any_of(files.begin(), files.end(), [&](const fs::path& f) { return names(named, f); });
        if (!is_read || (is_below(named, home) && !fs::path(text).is_absolute())) continue;
        if (!is_below(named, home)) places.add_root(named.parent_path());
        outside.emplace_back(path, named);
    }
    for (const auto& [path, named] : outside)
        apply_edit(packing.scene, setting_value(packing.scene, path, quoted_json(places.of(named))));
    for (const fs::path& file : files) packing.files.push_back({file.string(), places.of(file)});
    return packing;
}

void write_packing(const Packing& packing, const std::string& folder, const std::string& scene_name,
                   const std::function<void(size_t)>& between) {
    const std::string path = whole(folder + "/.").parent_path().string();
    if (fs::exists(path) && (!fs::is_directory(path) || !fs::is_empty(path)))
        throw OutputError(
            {folder, "there is something already", "a new or empty folder", "choose another one with -o"});
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    Folder part(path);
    size_t done = 0;
    for (const PackedFile& file : packing.files) {
        between(done++);
        const fs::path to = fs::path(part.path()) / file.to;
        PL_ASSERT(is_below(to.lexically_normal(), part.path()));
        fs::create_directories(to.parent_path(), error);
        write_file(to.string(), read_file(file.from));
    }
    between(done);
    write_file(part.path() + "/" + scene_name, packing.scene);
    load_scene(part.path() + "/" + scene_name, {});  // it must open from there
    if (fs::exists(path)) fs::remove(path, error);
    part.keep_as(path);
}

}  // namespace pliant::app
