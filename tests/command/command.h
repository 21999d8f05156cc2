// Runs the command as a user would, in a folder of its own, and checks its output and its files.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pliant {

// What apps/pliant/verbs.h promises to the shell. Written out again, because scripts rely on the numbers.
enum ExitCode { done = 0, failed = 1, usage = 2, bad_input = 3, no_output = 4, quarantined = 6, interrupted = 130 };

struct Outcome {
    int code = -1;  // of the shell: 128 + signal when it was killed
    bool hung = false;
    std::string out, err;
};

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::stringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class CommandTest : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "pliant-test-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }

    // Starts the command in the folder; its output goes to files there, so that no pipe can fill up.
    pid_t start(const std::vector<std::string>& arguments) {
        std::vector<std::string> words = {PLIANT_COMMAND};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return start_program(std::move(words));
    }
    pid_t start_program(std::vector<std::string> words) {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        const pid_t child = fork();
        if (child != 0) return child;
        const int out = open((folder / "printed.out").c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
        const int err = open((folder / "printed.err").c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
        dup2(out, 1);
        dup2(err, 2);
        if (chdir(folder.c_str()) == 0) execv(argv[0], argv.data());
        _exit(127);
    }

    Outcome finish(pid_t child, double seconds = 30) {
        Outcome outcome;
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
        int status = 0;
        while (waitpid(child, &status, WNOHANG) == 0) {
            if (std::chrono::steady_clock::now() > end) {
                outcome.hung = true;
                kill(child, SIGKILL);
                waitpid(child, &status, 0);
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        outcome.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        outcome.out = text_of(folder / "printed.out");
        outcome.err = text_of(folder / "printed.err");
        std::filesystem::remove(folder / "printed.out");
        std::filesystem::remove(folder / "printed.err");
        return outcome;
    }

    Outcome pliant(const std::vector<std::string>& arguments, double seconds = 30) {
        return judged(finish(start(arguments), seconds), seconds);
    }
    // A line as a reader types it, with the command on the path.
    Outcome shell(const std::string& line, double seconds = 30) {
        const std::string path = std::filesystem::path(PLIANT_COMMAND).parent_path().string();
        return judged(finish(start_program({"/bin/sh", "-c", "PATH='" + path + "':$PATH; " + line}), seconds), seconds);
    }
    static Outcome judged(Outcome outcome, double seconds) {
        EXPECT_FALSE(outcome.hung) << "it took more than " << seconds << " s";
        EXPECT_TRUE(outcome.code < 128 || outcome.code == interrupted) << "it crashed: " << outcome.code;
        return outcome;
    }

    // A ball that falls on a floor: small enough for hundreds of frames in a blink.
    std::string write_scene(const std::string& name = "ball.json") {
        write_text(folder / name, R"({ "format": 1, "behaviour": 1,
  "world": { "duration": 0.5 },
  "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 6 } },
  "bodies": {
    "ball": { "asset": "ball", "spacing": 0.1, "position": [0, 0.5, 0], "spin": [40, 100, 0] } },
  "colliders": { "floor": { "shape": "plane" } } }
)");
        return name;
    }

    std::filesystem::path folder;
};

// The sentence is one line, and contains the given words.
inline void expect_sentence(const Outcome& outcome, const std::string& mentions) {
    EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
    EXPECT_NE(outcome.err.find(mentions), std::string::npos)
        << "no mention of: " << mentions << "\nin: " << outcome.err;
}

}  // namespace pliant
