// Work that another `pliant` does beside the window: a film, records, a scene that is taken along. The window shows how
// far it is, and can stop it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pliant/view/child_process.h"

namespace pliant::view {

class App;

// How much is done, 0 … 1, by a line of progress: "simulating: 30/1,200 frames, 41/s, 0:28 left".
std::optional<float> share_done(std::string_view line);

class BackgroundJob {
  public:
    struct Words {
        std::string doing;    // "Making film.mp4"
        std::string done;     // "Saved film.mp4"
        std::string failed;   // "the film was not made"; the reason follows
        std::string stopped;  // what the job leaves when it is stopped
    };
    // `passing` is a file that was written for it, and is removed in the end. Throws Error.
    void start(const std::vector<std::string>& arguments, Words words, std::string passing = {});
    bool busy() const { return child_ != nullptr; }
    // Shows it while it lasts, and says how it ended. Returns the height that it takes.
    float panel(App& app, const char* title, float top);

  private:
    void end(App& app);
    std::unique_ptr<ChildProcess> child_;
    Words words_;
    std::string passing_;
    bool stopping_ = false;
};

}  // namespace pliant::view
