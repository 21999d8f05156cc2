// The command: parses the line, runs a verb, and turns whatever goes wrong into one sentence and an exit code.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "capi/cpp_layer.h"
#include "core/error.h"
#include "core/text.h"
#include "import/assimp_import.h"
#include "import/creature_xml.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

class CliOptions final : public Options {
  public:
    explicit CliOptions(CLI::App& app) : app_(app) {}
    void positional(const char* name, std::string& value, const char* help, bool required) override {
        auto* option = app_.add_option(name, value, help);
        if (required) option->required();
    }
    void text(const char* name, std::string& value, const char* help) override { app_.add_option(name, value, help); }
    void list(const char* name, std::vector<std::string>& values, const char* help) override {
        app_.add_option(name, values, help)->take_all()->allow_extra_args(false);
    }
    void number(const char* name, double& value, const char* help) override { app_.add_option(name, value, help); }
    void integer(const char* name, long& value, const char* help) override { app_.add_option(name, value, help); }
    void flag(const char* name, bool& value, const char* help) override { app_.add_flag(name, value, help); }

  private:
    CLI::App& app_;
};

class WordOptions final : public Options {
  public:
    std::vector<std::string> words;
    void positional(const char*, std::string&, const char*, bool) override {}
    void text(const char* name, std::string&, const char*) override { add(name); }
    void list(const char* name, std::vector<std::string>&, const char*) override { add(name); }
    void number(const char* name, double&, const char*) override { add(name); }
    void integer(const char* name, long&, const char*) override { add(name); }
    void flag(const char* name, bool&, const char*) override { add(name); }

  private:
    void add(std::string_view names) {
        for (size_t at = 0; at <= names.size();) {
            const size_t comma = std::min(names.find(',', at), names.size());
            words.emplace_back(names.substr(at, comma - at));
            at = comma + 1;
        }
    }
};

int exit_code(pliant_result result) {
    switch (result) {
        case PLIANT_BAD_INPUT: return Exit::bad_input;
        case PLIANT_BAD_ARGUMENT: return Exit::usage;
        default: return Exit::failed;
    }
}

int guarded_run(const Verb& verb) {
    try {
        return verb.run();
    } catch (const cpp::Failure& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return exit_code(e.result());
    } catch (const Usage& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return Exit::usage;
    } catch (const OutputError& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return Exit::no_output;
    } catch (const MissingError& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return Exit::missing;
    } catch (const Error& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return Exit::bad_input;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "pliant %s: %s\n", verb.name, printable(e.what(), "\n\t").c_str());
        return Exit::failed;
    }
}

// CLI11 calls an unknown verb an unexpected argument; suggesting the likeliest verb is more useful.
bool is_unknown_verb(const std::vector<Verb>& verbs, const char* word) {
    std::vector<std::string> names;
    std::string list;
    for (const Verb& verb : verbs) {
        if (std::string_view(verb.name) == word) return false;
        names.emplace_back(verb.name);
        list += (list.empty() ? "" : ", ") + names.back();
    }
    const std::string meant = nearest_name(word, names);
    std::fprintf(stderr, "pliant: there is no verb %s; expected one of %s%s\n", in_quotes(word).c_str(), list.c_str(),
                 meant.empty() ? "" : (" (did you mean " + in_quotes(meant) + "?)").c_str());
    return true;
}

// Likewise of an unknown option, whose value would be the first of the words that were not expected.
bool is_unknown_option(const std::vector<Verb>& verbs, int argc, char** argv) {
    for (const Verb& verb : verbs) {
        if (argc < 2 || std::string_view(verb.name) != argv[1]) continue;
        const std::vector<std::string> known = option_words(verb);
        for (int i = 2; i < argc; ++i) {
            const std::string_view word = argv[i];
            const std::string option(word.substr(0, word.find('=')));
            if (option.size() < 3 || option.substr(0, 2) != "--" || option == "--help" ||
                std::find(known.begin(), known.end(), option) != known.end())
                continue;
            const std::string meant = nearest_name(option, known);
            std::fprintf(stderr, "pliant %s: there is no option %s%s; --help lists all\n", verb.name,
                         printable(option).c_str(), meant.empty() ? "" : (" (did you mean " + meant + "?)").c_str());
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<Verb> all_verbs() {
    return {run_verb(),      view_verb(),    render_verb(), convert_verb(),  new_verb(),
            validate_verb(), params_verb(),  schema_verb(), info_verb(),     cook_verb(),
            pack_verb(),     lattice_verb(), solve_verb(),  capsules_verb(), tetrahedralize_verb(),
            paint_verb(),    replay_verb(),  bench_verb(),  doctor_verb(),   completions_verb()};
}

std::vector<std::string> option_words(const Verb& verb) {
    WordOptions words;
    verb.declare(words);
    return words.words;
}

}  // namespace pliant::app

int main(int argc, char** argv) {
    using namespace pliant::app;
    if (pliant_check() != PLIANT_OK) {
        std::fprintf(stderr, "pliant: %s\n", pliant_last_error());
        return Exit::failed;
    }
    pliant::register_assimp();
    pliant::register_creature_xml();
    CLI::App app{"Pliant: artist-directed deformable bodies", "pliant"};
    app.set_version_flag("--version", PLIANT_VERSION_TEXT);
    app.footer(
        "Exit codes: 0 done, 1 failed, 2 wrong command line, 3 bad input, 4 output cannot be written,\n"
        "            5 a program is missing, 6 done but a body had to be frozen, 130 stopped by Ctrl-C");
    app.require_subcommand(1);
    const std::vector<Verb> verbs = all_verbs();
    for (const Verb& verb : verbs) {
        CLI::App* command = app.add_subcommand(verb.name, verb.help);
        CliOptions options(*command);
        verb.declare(options);
    }
    if (argc > 1 && argv[1][0] != '-' && is_unknown_verb(verbs, argv[1])) return Exit::usage;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        const bool asked_for_help = e.get_exit_code() == 0;
        if (asked_for_help || !is_unknown_option(verbs, argc, argv)) app.exit(e);
        return asked_for_help ? Exit::done : Exit::usage;
    }
    for (const Verb& verb : verbs)
        if (app.got_subcommand(verb.name)) return guarded_run(verb);
    return Exit::usage;
}
