#include "pliant/run_folder.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <optional>
#include <set>

#include "assets/json.h"
#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"

namespace pliant::app {

namespace fs = std::filesystem;

// What an earlier run left in run.json, or nothing: other programs may call a file run.json too.
static std::optional<Json> manifest_in(const std::string& folder) {
    const std::string manifest = folder + "run.json";
    if (!fs::exists(manifest)) return std::nullopt;
    try {
        Json json = parse_json(read_file(manifest), manifest);
        const Json* mark = json.find("pliant");
        if (mark && mark->text == "run") return json;
    } catch (const Error&) {
    }
    return std::nullopt;
}

// Names of files that a run makes. All other files in its folder belong to the user and are kept.
class ResultNames {
  public:
    explicit ResultNames(const Json& manifest) {
        for (const char* list : {"bodies", "others"}) {
            const Json* bodies = manifest.find(list);
            for (const Json& body : bodies ? bodies->items : std::vector<Json>())
                if (const Json* file = body.find("file")) bodies_.insert(file->text);
        }
    }
    bool has_file(std::string name) const {
        static const std::set<std::string> fixed = {
            "snapshot.plsnap", "statistics.csv",    "bodies.csv", "scene.glb",          "scene.usda",
            "particles.usda",  "scene.vat.json",    "scene.vat",  "open_in_blender.py", "scene.pc2.poses",
            "scene.mdd.poses", "scene.glb.targets", "tearing"};
        if (ends_with(name, ".part")) name.resize(name.size() - 5);
        if (fixed.count(name)) return true;
        const size_t dot = name.rfind('.');
        if (dot == std::string::npos || !bodies_.count(name.substr(0, dot))) return false;
        static const std::set<std::string> endings = {".pc2", ".mdd", ".obj", ".mtl"};
        return endings.count(name.substr(dot)) > 0;
    }
    // A folder of numbered files, or of vertex-animation textures.
    bool has_folder(std::string name) const {
        if (ends_with(name, ".part")) name.resize(name.size() - 5);
        for (const char* ending : {"", ".particles", ".vat"})
            if (ends_with(name, ending) && bodies_.count(name.substr(0, name.size() - std::strlen(ending))))
                return true;
        return false;
    }

  private:
    std::set<std::string> bodies_;
};

static bool is_frame(const fs::path& file) {
    const std::string stem = file.stem().string(), ending = file.extension().string();
    return (ending == ".obj" || ending == ".ply") && !stem.empty() &&
           stem.find_first_not_of("0123456789") == std::string::npos;
}

// A folder with the name of a body may contain files of the user: only files that a run makes are removed.
static void remove_folder(const fs::path& folder) {
    const bool textures = folder.filename().string().find(".vat") != std::string::npos;
    std::vector<fs::path> ours;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && (textures || is_frame(entry.path()) || entry.path().extension() == ".mtl"))
            ours.push_back(entry.path());
    for (const fs::path& path : ours) fs::remove(path);
    std::error_code not_empty;
    fs::remove(folder, not_empty);
}

// An earlier run is replaced as a whole. run.json stays: it says whose the folder is, should we be stopped here.
static void remove_results(const std::string& folder, const Json& manifest) {
    const ResultNames names(manifest);
    std::vector<fs::path> files, folders;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.is_directory() && names.has_folder(name)) folders.push_back(entry.path());
        if (entry.is_regular_file() && names.has_file(name)) files.push_back(entry.path());
    }
    for (const fs::path& path : files) fs::remove(path);
    for (const fs::path& path : folders) remove_folder(path);
}

// The source of a run must not be one of the files that it replaces.
static void keep_source(const std::string& folder, const std::string& source, const Json& manifest) {
    std::error_code error;
    const fs::path path = fs::weakly_canonical(source, error), here = fs::weakly_canonical(folder, error);
    if (!error && path.parent_path() == here.parent_path() / here.filename() &&
        ResultNames(manifest).has_file(path.filename().string()))
        throw OutputError({folder, "the run would replace " + in_quotes(source) + ", which it is made of",
                           "a folder for the results alone", "choose another one with -o"});
}

// A run that was killed while it wrote run.json leaves only a part of that.
static bool is_empty(const std::string& folder) {
    if (!fs::exists(folder)) return true;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename() != "run.json.part") return false;
    return true;
}

// Where the source is, as seen from the folder: it is found again when both are moved together.
static std::string source_from(const std::string& folder, const std::string& source) {
    std::error_code error;
    const fs::path path = fs::proximate(fs::absolute(source), fs::absolute(folder), error);
    return error ? "" : path.string();
}

std::string source_hash(const std::string& path) {
    try {
        const std::string bytes = read_file(path);
        return fmt::format("{:016x}", hash_bytes(bytes.data(), bytes.size()));
    } catch (const Error&) {
        return "";
    }
}

static std::string body_text(const RunBody& body) {
    std::string color;
    if (body.color)
        for (int k = 0; k < 3; ++k)
            color += (color.empty() ? ", \"color\": [" : ", ") + number_json(static_cast<double>((*body.color)[k]));
    return "{ \"name\": " + quoted_json(body.name) + ", \"file\": " + quoted_json(body.file) + color +
           (color.empty() ? " }" : "] }");
}

static std::string manifest_text(const RunDescription& run, const std::string& folder) {
    std::string settings, bodies, others;
    for (const std::string& s : run.settings) settings += (settings.empty() ? "" : ", ") + quoted_json(s);
    for (const RunBody& body : run.bodies)
        bodies += std::string(bodies.empty() ? "" : ",") + "\n    " + body_text(body);
    for (const RunBody& body : run.others)
        others += std::string(others.empty() ? "" : ",") + "\n    " + body_text(body);
    std::string options;
    for (const auto& [name, value] : run.mesh_options)
        options +=
            (options.empty() ? ",\n  \"mesh_options\": { " : ", ") + quoted_json(name) + ": " + quoted_json(value);
    if (!options.empty()) options += " }";
    return "{ \"pliant\": \"run\", \"source\": " + quoted_json(run.source) +
           ", \"records\": " + quoted_json(run.formats) +
           ",\n  \"source_from_here\": " + quoted_json(source_from(folder, run.source)) + ",\n  \"settings\": [" +
           settings + "]" + options + ", \"scene\": " + quoted_json(run.scene) +
           ", \"rate\": " + number_json(run.rate) + ",\n  \"bodies\": [" + bodies + " ]" +
           (others.empty() ? "" : ",\n  \"others\": [" + others + " ]") + " }\n";
}

void RunFolder::check_same(const RunDescription& run, const Json& json) const {
    const Json* before = json.find("source");
    const Json* records = json.find("records");
    const Json* settings = json.find("settings");
    const Json* scene = json.find("scene");
    if (!before || before->text != run.source)
        throw Error({path, "the run there is of " + in_quotes(before ? before->text : "?"), in_quotes(run.source), ""});
    if (!records || records->text != run.formats)
        throw Error({path, "the run there records " + in_quotes(records ? records->text : ""), in_quotes(run.formats),
                     "use the same --record"});
    std::vector<std::string> given;
    for (const Json& s : settings ? settings->items : std::vector<Json>()) given.push_back(s.text);
    if (given != run.settings)
        throw Error({path, "the run there was begun with other --set", "the same ones, in the same order",
                     "leave --resume out to start over"});
    std::map<std::string, std::string> options;
    if (const Json* mesh_options = json.find("mesh_options"))
        for (const auto& [name, value] : mesh_options->members) options[name] = value.text;
    if (options != run.mesh_options)
        throw Error({path, "the mesh was read otherwise when the run began", "the same --unit, --up, --as, …",
                     "leave --resume out to start over"});
    if (scene && scene->text != run.scene)
        throw Error({path, in_quotes(run.source) + " has changed since the run began", "the scene it was begun with",
                     "leave --resume out to start over"});
}

bool RunFolder::claim(const RunDescription& run, bool resume) const {
    const std::optional<Json> earlier = manifest_in(path);
    const std::string name = path.substr(0, path.size() - 1);
    if (fs::exists(name) && !fs::is_directory(name))
        throw OutputError({name, "this is a file", "a folder for the run", "choose another name with -o"});
    if (!earlier && !is_empty(path))
        throw OutputError({path, "the folder is not empty and was not made by a run", "a new or empty folder",
                           "choose another one with -o"});
    if (resume && earlier) {
        check_same(run, *earlier);
        if (fs::exists(snapshot())) return true;
    }
    if (earlier) keep_source(path, run.source, *earlier);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputError({path, "the folder cannot be made: " + error.message(), "", ""});
    // In this order, --resume starts over if a run is killed in between, and never continues results of the run
    // before it. Results are removed before run.json is replaced, because run.json marks them as ours.
    fs::remove(snapshot(), error);
    if (earlier) remove_results(path, *earlier);
    write_file(file("run.json"), manifest_text(run, path));
    return false;
}

}  // namespace pliant::app
