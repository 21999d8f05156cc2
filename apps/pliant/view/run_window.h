// The window, from opening to closing.
#pragma once

#include "pliant/view/app.h"

namespace pliant::view {

struct WindowOptions {
    int width = 1440, height = 900;
    std::string script;  // a file, or empty
    double scale = 0;    // of panels and letters; 0: as the display says
};

// Returns what went wrong with the script, or nothing. Throws Error when there can be no window.
std::string run_window(const ViewOptions& options, const WindowOptions& window);

}  // namespace pliant::view
