#include "pliant/run_folder.h"

#include <filesystem>

#include "assets/json.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant::app {

namespace fs = std::filesystem;

// Other programs may call a file run.json too, and theirs must not be wiped away.
static bool made_by_a_run(const std::string& manifest) {
    if (!fs::exists(manifest)) return false;
    try {
        const Json json = parse_json(read_file(manifest), manifest);
        const Json* mark = json.find("pliant");
        return mark && mark->text == "run";
    } catch (const Error&) {
        return false;
    }
}

// An earlier run is replaced as a whole. run.json stays: it says whose the folder is, should we be stopped here.
static void remove_results(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename() != "run.json") fs::remove_all(entry.path());
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

static std::string manifest_text(const RunDescription& run, const std::string& folder) {
    std::string settings, bodies;
    for (const std::string& s : run.settings) settings += (settings.empty() ? "" : ", ") + quoted_json(s);
    for (const auto& [name, file] : run.bodies)
        bodies += std::string(bodies.empty() ? "" : ",") + "\n    { \"name\": " + quoted_json(name) +
                  ", \"file\": " + quoted_json(file) + " }";
    return "{ \"pliant\": \"run\", \"source\": " + quoted_json(run.source) +
           ", \"records\": " + quoted_json(run.formats) +
           ",\n  \"source_from_here\": " + quoted_json(source_from(folder, run.source)) + ",\n  \"settings\": [" +
           settings + "], \"rate\": " + number_json(run.rate) + ",\n  \"bodies\": [" + bodies + " ] }\n";
}

void RunFolder::check_same(const RunDescription& run) const {
    const std::string manifest = file("run.json");
    const Json json = parse_json(read_file(manifest), manifest);
    const Json* before = json.find("source");
    const Json* records = json.find("records");
    if (!before || before->text != run.source)
        throw Error({path, "the run there is of " + in_quotes(before ? before->text : "?"), in_quotes(run.source), ""});
    if (!records || records->text != run.formats)
        throw Error({path, "the run there records " + in_quotes(records ? records->text : ""), in_quotes(run.formats),
                     "use the same --record"});
}

bool RunFolder::claim(const RunDescription& run, bool resume) const {
    const bool ours = made_by_a_run(file("run.json"));
    const std::string name = path.substr(0, path.size() - 1);
    if (fs::exists(name) && !fs::is_directory(name))
        throw OutputError({name, "this is a file", "a folder for the run", "choose another name with -o"});
    if (!ours && !is_empty(path))
        throw OutputError({path, "the folder is not empty and was not made by a run", "a new or empty folder",
                           "choose another one with -o"});
    if (resume && ours) {
        check_same(run);
        if (fs::exists(snapshot())) return true;
    }
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputError({path, "the folder cannot be made: " + error.message(), "", ""});
    // In this order, a run that is stopped between begins anew with --resume, and never goes on from what was before
    // it.
    fs::remove(snapshot(), error);
    write_file(file("run.json"), manifest_text(run, path));
    remove_results(path);
    return false;
}

}  // namespace pliant::app
