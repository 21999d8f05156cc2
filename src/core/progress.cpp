#include "core/progress.h"

#include <cstdio>
#include <cstdlib>

#include "core/assert.h"
#include "core/text.h"

#if defined(__unix__)
#include <unistd.h>
#endif

namespace pliant {

static bool is_terminal() {
#if defined(__unix__)
    return isatty(2) != 0;
#else
    return false;
#endif
}

Progress::Progress(std::string what, u64 total, std::string unit, bool quiet)
    : what_(std::move(what)), unit_(std::move(unit)), total_(total), quiet_(quiet), terminal_(is_terminal()) {}

Progress::~Progress() { finish(); }

static std::string clock_time(double seconds) {
    char buffer[32];
    const int s = static_cast<int>(seconds + 0.5);
    if (s >= 3600) {
        std::snprintf(buffer, sizeof buffer, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    } else {
        std::snprintf(buffer, sizeof buffer, "%d:%02d", s / 60, s % 60);
    }
    return buffer;
}

// [s] between lines, where there is no terminal; a program that shows them as a bar wants them more often.
static double line_interval() {
    const char* given = std::getenv("PLIANT_PROGRESS_SECONDS");
    const auto seconds = given ? parse_number(given) : std::nullopt;
    return seconds && *seconds >= 0.05 && *seconds <= 3600 ? *seconds : 5;
}

void Progress::at(u64 done) {
    PL_ASSERT(!finished_);
    if (quiet_) return;
    const auto now = Clock::now();
    if (!started_) {
        started_ = true;
        first_ = done;
        start_ = printed_ = now;
        return;
    }
    static const double interval = line_interval();
    if (std::chrono::duration<double>(now - printed_).count() < (terminal_ ? 0.1 : interval)) return;
    printed_ = now;
    print(done, false);
}

void Progress::print(u64 done, bool last) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    const double rate = elapsed > 0 ? static_cast<double>(done - first_) / elapsed : 0;
    const std::string left =
        rate > 0 && total_ > done ? clock_time(static_cast<double>(total_ - done) / rate) + " left" : "";
    const std::string counts = with_commas(done) + "/" + with_commas(total_) + " " + unit_ + ", " +
                               (rate < 1000 ? short_number(rate) : with_commas(static_cast<u64>(rate))) + "/s";
    if (terminal_) {
        const int width = 24, full = total_ ? static_cast<int>(width * done / total_) : width;
        std::string bar;
        for (int i = 0; i < width; ++i) bar += i < full ? "█" : "·";
        std::fprintf(stderr, "\r%s %s %s %s\033[K%s", what_.c_str(), bar.c_str(), counts.c_str(), left.c_str(),
                     last ? "\n" : "");
    } else {
        std::fprintf(stderr, "%s: %s%s%s\n", what_.c_str(), counts.c_str(), left.empty() ? "" : ", ", left.c_str());
    }
    std::fflush(stderr);
}

void Progress::finish(const std::string& last_words) {
    if (quiet_ || finished_) return;
    finished_ = true;
    if (terminal_ && started_) std::fprintf(stderr, "\r\033[K");
    if (!last_words.empty()) std::fprintf(stderr, "%s\n", last_words.c_str());
}

}  // namespace pliant
