#include "bench/bench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "assets/json.h"
#include "core/text.h"

namespace pliant::bench {

const std::vector<Bench>& all() {
    static const std::vector<Bench> benches = {
        {"lattice", "The lattice solver: ns per particle and step by size, region width, threads and instruction set",
         lattice},
        {"contact", "Bodies that touch: an octopus on stairs, a stack", contact},
        {"rigid", "Rigid boxes in a pyramid, beside Bullet's own world", rigid_bodies},
        {"snapshot", "Saving and restoring a world", snapshot},
        {"cloth", "Sheets of cloth that hang, drape and fold, with the error beside the time", cloth},
        {"flesh", "A cube of tets that falls on a plane, with the error of its volume beside the time", flesh},
        {"detail", "Levels of detail: what a step costs at each", detail},
        {"jiggle", "Vertices that jiggle, against what the memory can do", jiggle},
        {"tear", "A body that may tear: watching its links, making its pieces", tear},
        {"animation", "A body that follows a clip, beside the paper's times; and one that deforms plastically",
         animation},
        {"authoring", "Fitting a lattice to an animated mesh, and the preview of a posed one, beside the paper's times",
         authoring},
        {"tetrahedralize", "Filling meshes with tetrahedra: million tets a minute on one core, by cells and grading",
         tetrahedralize},
        {"skinning", "Vertices of a character: place 40 bones, four of them a vertex", skinning},
        {"record", "Writing records: time on the step's thread, megabytes a second, time to finish, by format", record},
        {"render", "A picture: taking the moment, drawing it, reading it back", render},
        {"paint", "A brush on a map: the stroke alone, and with what of it goes to the picture", paint},
        {"limits", "What one core and two cores of this machine can do at most", limits},
    };
    return benches;
}

std::string number(double v, int digits) { return short_number(v, digits); }
std::string text(const std::string& s) { return quoted_json(s); }

void Report::row(const Row& row) {
    if (json_) {
        std::string line = "{ \"bench\": " + text(name_);
        for (const auto& [key, value] : row) line += ", " + text(key) + ": " + value;
        std::printf("%s }\n", line.c_str());
    } else {
        std::string heading, line;
        for (const auto& [key, value] : row) {
            const std::string shown =
                value.size() > 1 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
            const size_t width = std::max<size_t>(key.size(), 9) + 2;
            heading += std::string(width - std::min(width, key.size()), ' ') + key;
            line += std::string(width - std::min(width - 1, shown.size()), ' ') + shown;
        }
        if (heading != heading_) std::printf("%s\n", heading.c_str());
        heading_ = heading;
        std::printf("%s\n", line.c_str());
    }
    std::fflush(stdout);
}

void Report::note(const std::string& sentence) {
    if (!json_) std::printf("%s\n", sentence.c_str());
    heading_.clear();
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<double> median_seconds(const std::vector<std::function<void()>>& functions, int rounds,
                                   double min_seconds) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    std::vector<std::vector<double>> times(functions.size());
    std::vector<int> calls(functions.size(), 1);
    for (size_t i = 0; i < functions.size(); ++i) {
        functions[i]();  // first touches
        const auto start = Clock::now();
        functions[i]();
        calls[i] = std::clamp(static_cast<int>(min_seconds / std::max(since(start), 1e-9)), 1, 100000);
    }
    for (int round = 0; round < rounds; ++round)
        for (size_t i = 0; i < functions.size(); ++i) {
            const auto start = Clock::now();
            for (int c = 0; c < calls[i]; ++c) functions[i]();
            times[i].push_back(since(start) / calls[i]);
        }
    std::vector<double> medians;
    for (std::vector<double>& of_one : times) medians.push_back(median(std::move(of_one)));
    return medians;
}

}  // namespace pliant::bench
