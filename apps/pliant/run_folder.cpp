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

// An earlier run is replaced as a whole. run.json stays, because it says whose the folder is if we are stopped here.
static void remove_results(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename() != "run.json") fs::remove_all(entry.path());
}

void RunFolder::claim(const std::string& source, const std::string& formats, bool resume) const {
    const std::string manifest = file("run.json");
    const bool ours = made_by_a_run(manifest);
    const std::string name = path.substr(0, path.size() - 1);
    if (fs::exists(name) && !fs::is_directory(name))
        throw OutputError({name, "this is a file", "a folder for the run", "choose another name with -o"});
    if (!ours && fs::exists(path) && !fs::is_empty(path))
        throw OutputError({path, "the folder is not empty and was not made by a run", "a new or empty folder",
                           "choose another one with -o"});
    if (resume) {
        if (!ours || !fs::exists(snapshot()))
            throw Error({path, "there is no run to take up again", "a folder with run.json and snapshot.plsnap",
                         "leave out --resume"});
        const Json json = parse_json(read_file(manifest), manifest);
        const Json* before = json.find("source");
        const Json* records = json.find("records");
        if (!before || before->text != source)
            throw Error({path, "the run there is of " + in_quotes(before ? before->text : "?"), in_quotes(source), ""});
        if (!records || records->text != formats)
            throw Error({path, "the run there records " + in_quotes(records ? records->text : ""), in_quotes(formats),
                         "use the same --record"});
        return;
    }
    if (ours) remove_results(path);
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputError({path, "the folder cannot be made: " + error.message(), "", ""});
    write_file(manifest, "{ \"pliant\": \"run\", \"source\": " + quoted_json(source) +
                             ", \"records\": " + quoted_json(formats) + " }\n");
}

}  // namespace pliant::app
