// pliant completions: words for the shell's Tab key.

#include <cstdio>

#include "core/error.h"
#include "core/text.h"
#include "pliant/verbs.h"

namespace pliant::app {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string s;
    for (const std::string& w : words) s += (s.empty() ? "" : " ") + w;
    return s;
}

std::string bash() {
    std::vector<std::string> verbs;
    std::string cases;
    for (const Verb& v : all_verbs()) {
        verbs.emplace_back(v.name);
        cases += "        " + std::string(v.name) + ") words=\"" + joined(option_words(v)) + "\" ;;\n";
    }
    return "_pliant() {\n    local words=\"\" current=\"${COMP_WORDS[COMP_CWORD]}\"\n    case \"${COMP_WORDS[1]}\" "
           "in\n" +
           cases + "    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then words=\"" + joined(verbs) +
           "\"; fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n    case \"$current\" in -*) ;; *) [ "
           "\"$COMP_CWORD\" -gt 1 ] && COMPREPLY+=($(compgen -f -- \"$current\")) ;; esac\n}\ncomplete -o filenames -F "
           "_pliant pliant\n";
}

std::string zsh() { return "autoload -U +X bashcompinit && bashcompinit\n" + bash(); }

std::string fish() {
    std::string s = "complete -c pliant -n __fish_use_subcommand -f\n";
    for (const Verb& v : all_verbs()) {
        s += "complete -c pliant -n __fish_use_subcommand -a " + std::string(v.name) + " -d '" + v.help + "'\n";
        for (const std::string& word : option_words(v))
            if (word.size() > 2 && word.substr(0, 2) == "--")
                s += "complete -c pliant -n '__fish_seen_subcommand_from " + std::string(v.name) + "' -l " +
                     word.substr(2) + "\n";
    }
    return s;
}

}  // namespace

Verb completions_verb() {
    const auto shell = std::make_shared<std::string>();
    return {"completions", "Print completions for a shell: pliant completions bash >> ~/.bashrc",
            [shell](Options& options) { options.positional("shell", *shell, "bash, zsh or fish", true); },
            [shell] {
                if (*shell != "bash" && *shell != "zsh" && *shell != "fish")
                    throw Error({"completions", "found " + in_quotes(*shell), "bash, zsh or fish", ""});
                std::printf("%s", (*shell == "bash" ? bash() : *shell == "zsh" ? zsh() : fish()).c_str());
                return Exit::done;
            }};
}

}  // namespace pliant::app
