// Ctrl-C and SIGTERM end long commands between two frames, so that what they have written is complete.
#pragma once

namespace pliant::app {

void catch_stop_signals();
bool stop_requested();

}  // namespace pliant::app
