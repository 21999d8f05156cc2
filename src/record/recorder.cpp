#include "record/recorder.h"

#include <set>

#include "core/error.h"
#include "core/text.h"

namespace pliant {

std::string file_name_of(const std::string& body) {
    std::string name;
    for (char c : body)
        name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                        static_cast<unsigned char>(c) >= 128
                    ? c
                    : '_';
    return name.empty() ? "body" : name;
}

std::vector<std::string> file_names_of(std::span<const std::string> bodies) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const std::string& body : bodies) {
        const std::string plain = file_name_of(body);
        std::string name = plain;
        for (int n = 2; !taken.insert(name).second; ++n) name = plain + "_" + std::to_string(n);
        names.push_back(std::move(name));
    }
    return names;
}

std::vector<std::string> record_formats() { return {"obj", "pc2"}; }

std::unique_ptr<Recorder> make_recorder(const std::string& format, const RecordSettings& settings) {
    if (format == "obj") return make_obj_recorder(settings);
    if (format == "pc2") return make_pc2_recorder(settings);
    std::string list;
    for (const std::string& f : record_formats()) list += (list.empty() ? "" : ", ") + f;
    throw Error({"--record", "there is no format " + in_quotes(format), "some of: " + list, ""});
}

}  // namespace pliant
