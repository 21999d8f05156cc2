// Ctrl-C and SIGTERM end long commands between two frames, so that all files written so far are complete.
#pragma once

namespace pliant::app {

void catch_stop_signals();
bool stop_requested();

}  // namespace pliant::app
