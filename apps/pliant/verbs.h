// The verbs of the command, one file each. A verb declares its options and runs; CLI11 is seen by main.cpp
// alone, because it is slow to compile.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace pliant::app {

// What the shell is told.
enum Exit : int {
    done = 0,
    failed = 1,       // anything that has no number of its own
    usage = 2,        // the command line makes no sense
    bad_input = 3,    // a scene, a mesh or a value is wrong, or a file is not there
    no_output = 4,    // results cannot be written, or would replace something that is not ours
    missing = 5,      // a program that is needed is not installed
    quarantined = 6,  // done, but a body had to be frozen
    interrupted = 130
};

// A command line that parses and yet makes no sense.
struct Usage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Options that a verb declares, bound to variables.
class Options {
  public:
    virtual ~Options() = default;
    virtual void positional(const char* name, std::string& value, const char* help, bool required) = 0;
    virtual void text(const char* name, std::string& value, const char* help) = 0;  // "-o,--output"
    virtual void list(const char* name, std::vector<std::string>& values, const char* help) = 0;
    virtual void number(const char* name, double& value, const char* help) = 0;
    virtual void integer(const char* name, long& value, const char* help) = 0;
    virtual void flag(const char* name, bool& value, const char* help) = 0;
};

struct Verb {
    const char* name;
    const char* help;
    std::function<void(Options&)> declare;
    std::function<int()> run;
};

Verb run_verb();
Verb render_verb();
Verb view_verb();
int view_capture(const std::string& path, long threads);  // of `replay --view`
Verb convert_verb();
Verb new_verb();
Verb validate_verb();
Verb params_verb();
Verb schema_verb();
Verb info_verb();
Verb cook_verb();
Verb pack_verb();
Verb lattice_verb();
Verb solve_verb();
Verb capsules_verb();
Verb tetrahedralize_verb();
Verb paint_verb();
Verb replay_verb();
Verb bench_verb();
Verb doctor_verb();
Verb completions_verb();

std::vector<Verb> all_verbs();

// For completions: the options of a verb as words, "--output".
std::vector<std::string> option_words(const Verb& verb);

}  // namespace pliant::app
