#include "assets/mistakes.h"

#include <algorithm>

#include "core/text.h"

namespace pliant {

void Mistakes::add(const Trouble& trouble) {
    const auto is_named = [&](const std::string& name) {
        return trouble.wrong.rfind("there is no ", 0) == 0 && trouble.wrong.find(in_quotes(name)) != std::string::npos;
    };
    if (std::any_of(failed_.begin(), failed_.end(), is_named)) return;
    // Instances and bodies that are alike repeat a mistake of the same line, and a thing that is missing is missed once.
    const auto line_of = [](const Trouble& t) { return t.where.substr(0, t.where.find(": ")); };
    const bool is_missing = trouble.wrong.rfind("there is no ", 0) == 0;
    const auto is_same = [&](const Trouble& t) {
        return t.wrong == trouble.wrong && (is_missing || line_of(t) == line_of(trouble));
    };
    if (std::none_of(all_.begin(), all_.end(), is_same)) all_.push_back(trouble);
}

void Mistakes::throw_all() const {
    if (all_.empty()) return;
    constexpr size_t most = 20;
    std::string before;
    const size_t told = std::min(all_.size(), most);
    for (size_t i = 0; i + 1 < told; ++i) before += std::string(Error(all_[i]).what()) + "\n";
    Trouble last = all_[told - 1];
    last.where = before + last.where;
    if (all_.size() > most) last.advice += (last.advice.empty() ? "" : "; ") +
                                           std::to_string(all_.size() - most) + " more mistakes follow";
    throw Error(std::move(last));
}

}  // namespace pliant
