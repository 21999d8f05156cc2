// Another program that works beside the window, such as `pliant render`: its last words, and how it ended.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace pliant::view {

class ChildProcess {
  public:
    // Throws Error when it cannot be started.
    explicit ChildProcess(const std::vector<std::string>& command);
    ~ChildProcess();  // ends it, if it still works
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool running();  // reads its output
    int code() const { return code_; }
    const std::string& last_line() const { return last_line_; }
    void ask_to_stop();  // and go on until it has
    void stop();         // and wait for it

  private:
    void read();
    pid_t child_ = -1;
    int pipe_ = -1;
    int code_ = -1;
    std::string line_, last_line_;
};

// The program that this is.
std::string own_program();

}  // namespace pliant::view
