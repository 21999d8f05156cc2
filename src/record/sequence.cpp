#include "record/sequence.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/assert.h"
#include "core/error.h"
#include "core/text.h"
#include "record/growing_file.h"

namespace pliant {

namespace fs = std::filesystem;

std::string sequence_file(const std::string& folder, u64 frame, const std::string& ending) {
    return fmt::format("{}{:04}{}", folder, frame, ending);
}

std::string begin_sequence(const std::string& name, const std::string& ending, u64 frame) {
    PL_ASSERT(!name.empty() && !ending.empty());
    const std::string folder = name + "/";
    make_folder(name);
    if (frame > 0 && !fs::exists(sequence_file(folder, frame - 1, ending)))
        throw Error({sequence_file(folder, frame - 1, ending), "this frame of the run is missing", "",
                     "start the run again without --resume"});
    std::vector<fs::path> late;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        const size_t digits = file.find_first_not_of("0123456789");
        if (digits == std::string::npos || digits == 0) continue;
        const std::string rest = file.substr(digits);
        const auto number = parse_integer(file.substr(0, digits));
        const bool after = number && static_cast<u64>(*number) >= frame;
        if (rest == ending + ".part" || (rest == ending && after)) late.push_back(entry.path());
    }
    std::error_code error;
    for (const fs::path& path : late) fs::remove(path, error);
    return folder;
}

}  // namespace pliant
