#include "pliant/stop_signals.h"

#include <csignal>

namespace pliant::app {

static volatile std::sig_atomic_t stop_signal = 0;

void catch_stop_signals() {
    std::signal(SIGINT, [](int) { stop_signal = 1; });
    std::signal(SIGTERM, [](int) { stop_signal = 1; });
}

bool stop_requested() { return stop_signal != 0; }

}  // namespace pliant::app
