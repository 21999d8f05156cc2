#include "pliant/run_folder.h"

#include <filesystem>

#include "assets/json.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant::app {

namespace fs = std::filesystem;

void RunFolder::claim(const std::string& source, const std::string& formats, bool resume) const {
    const std::string manifest = file("run.json");
    const bool ours = fs::exists(manifest);
    if (fs::exists(path) && !fs::is_directory(path)) throw Error({path, "this is a file", "a folder for the run", ""});
    if (!ours && fs::exists(path) && !fs::is_empty(path))
        throw Error({path, "the folder is not empty and was not made by a run", "a new or empty folder",
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
    if (ours) {  // an earlier run is replaced as a whole
        for (const auto& entry : fs::directory_iterator(path)) fs::remove_all(entry.path());
    }
    fs::create_directories(path);
    write_file(manifest, "{ \"pliant\": \"run\", \"source\": " + quoted_json(source) +
                             ", \"records\": " + quoted_json(formats) + " }\n");
}

}  // namespace pliant::app
