// Performs the steps of a script, frame by frame, by the same input functions as the mouse and the keys.
#pragma once

#include <deque>
#include <functional>

#include "pliant/view/app.h"
#include "pliant/view/script.h"

namespace pliant::view {

class ScriptDriver {
  public:
    ScriptDriver(App& app, std::string file);  // throws Error

    void before_frame();  // performs the next step
    void after_draw();    // the picture is complete: it can be kept
    bool done() const { return done_; }
    void closed();                                           // the window was: the script must have waited for that
    const std::string& trouble() const { return trouble_; }  // empty: all went well

  private:
    using Words = std::vector<ScriptWord>;
    using Task = std::function<bool()>;  // once a frame, until it returns true
    void begin(const ScriptLine& line);
    void fail(const std::string& why);
    void add(Task task) { tasks_.push_back(std::move(task)); }
    void add_once(std::function<void()> task);
    void add_wait(int frames);

    void wait(const Words& words);
    void mouse(const Words& words);
    void key(const Words& words);
    void files(const Words& words);

    // A place that a script names, and how many words that took. Nothing: it is not there (yet).
    struct Place {
        float x, y;
    };
    struct Where {
        std::function<std::optional<Place>()> find;
        size_t words;
        std::string name;
    };
    Where where(const Words& words, size_t at);
    void go_to(const Where& where, Place by = {0, 0});
    void button(int button, bool down);

    bool holds(const Words& condition);  // keeps the found value in last_found_
    ScriptValue value(const Words& words, size_t begin, size_t end);
    ScriptValue operand(const Words& words, size_t begin);

    App& app_;
    std::string file_;
    std::vector<ScriptLine> lines_;
    size_t next_ = 0;
    const ScriptLine* at_ = nullptr;
    std::deque<Task> tasks_;
    bool done_ = false;
    std::string trouble_, last_found_, screenshot_;
    std::map<std::string, ScriptValue> remembered_;
};

}  // namespace pliant::view
