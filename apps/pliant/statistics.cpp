#include "pliant/statistics.h"

#include <cinttypes>
#include <vector>

#include "capi/cpp_layer.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant::app {

static std::string heading() {
    std::string s = "frame,time_s,ms";
    for (size_t i = 0; i < pliant_stage_count(); ++i) s += std::string(",ms_") + pliant_stage_name(i);
    return s + ",contacts,islands,awake,kinetic_j,potential_j,hash\n";
}

// The lines of frames before the one that comes next. A line that was cut off when the run was killed is not kept.
static std::string kept_lines(const std::string& path, unsigned long frame) {
    std::string kept = heading();
    const size_t columns = split(kept, ',').size();
    const std::string before = read_file(path);
    for (std::string_view line : split(before, '\n')) {
        const std::vector<std::string_view> cells = split(line, ',');
        const auto number = parse_integer(cells[0]);
        if (!number || cells.size() != columns || static_cast<unsigned long>(*number) >= frame) continue;
        kept.append(line).push_back('\n');
    }
    return kept;
}

StatisticsFile::StatisticsFile(std::string path, unsigned long frame) : path_(std::move(path)) {
    write_file(path_, frame == 0 ? heading() : kept_lines(path_, frame));
    file_ = std::fopen(path_.c_str(), "ab");
    if (!file_) throw OutputError({path_, "cannot be written", "", ""});
}

StatisticsFile::~StatisticsFile() { std::fclose(file_); }

void StatisticsFile::line(pliant_world world, unsigned long frame) {
    pliant_world_info info{};
    uint64_t hash = 0;
    std::vector<double> seconds(pliant_stage_count());
    cpp::check(pliant_world_get_info(world, &info));
    cpp::check(pliant_world_hash(world, &hash));
    cpp::check(pliant_world_stage_seconds(world, seconds.data(), seconds.size()));
    double total = 0;
    for (double s : seconds) total += s;
    std::fprintf(file_, "%lu,%.9g,%.4f", frame, info.time, total * 1e3);
    for (double s : seconds) std::fprintf(file_, ",%.4f", s * 1e3);
    std::fprintf(file_, ",%u,%u,%u,%.9g,%.9g,%016" PRIx64 "\n", info.contacts, info.islands, info.bodies_awake,
                 info.kinetic_energy, info.potential_energy, hash);
    if (std::fflush(file_) != 0) throw OutputError({path_, "cannot be written completely", "", "is the disk full?"});
}

}  // namespace pliant::app
