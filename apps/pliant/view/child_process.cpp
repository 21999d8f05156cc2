#include "pliant/view/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/error.h"

extern char** environ;

namespace pliant::view {

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error({command[0], std::strerror(errno), "", ""});
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    std::vector<std::string> words = command;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<char*> environment;
    for (char** variable = environ; *variable; ++variable) environment.push_back(*variable);
    std::string often = "PLIANT_PROGRESS_SECONDS=0.2";  // it is shown as a bar
    environment.push_back(often.data());
    environment.push_back(nullptr);
    const int trouble = posix_spawnp(&child_, argv[0], &actions, nullptr, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    pipe_ = ends[0];
    fcntl(pipe_, F_SETFL, O_NONBLOCK);
    if (trouble != 0) {
        child_ = -1;
        close(pipe_);
        throw Error({command[0], std::string("cannot be started: ") + std::strerror(trouble), "", ""});
    }
}

ChildProcess::~ChildProcess() {
    stop();
    if (pipe_ >= 0) close(pipe_);
}

void ChildProcess::ask_to_stop() {
    if (child_ > 0) kill(child_, SIGTERM);
}

void ChildProcess::stop() {
    if (child_ <= 0) return;
    kill(child_, SIGTERM);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
}

void ChildProcess::read() {
    char buffer[4096];
    for (ssize_t n; (n = ::read(pipe_, buffer, sizeof buffer)) > 0;)
        for (ssize_t i = 0; i < n; ++i) {
            if (buffer[i] != '\n' && buffer[i] != '\r') {
                line_ += buffer[i];
                continue;
            }
            if (!line_.empty()) last_line_ = std::exchange(line_, {});
        }
}

bool ChildProcess::running() {
    read();
    if (child_ <= 0) return false;
    int status = 0;
    if (waitpid(child_, &status, WNOHANG) == 0) return true;
    read();
    if (!line_.empty()) last_line_ = std::exchange(line_, {});
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    child_ = -1;
    return false;
}

std::string own_program() {
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? "pliant" : path.string();
}

}  // namespace pliant::view
