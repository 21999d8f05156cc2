#include "core/error.h"

#include <algorithm>

#include "core/assert.h"
#include "core/text.h"

namespace pliant {

static std::string shortened(const std::string& text, size_t longest, size_t end) {
    return text.size() <= longest ? text : text.substr(0, end) + " … " + text.substr(text.size() - end);
}

// A place is a path, a line and a name or two, after other sentences, one a line. A damaged file may give a place
// of many pages.
static std::string shortened_place(const std::string& where) {
    const size_t line = where.rfind('\n') + 1;  // 0 where there is but one
    return shortened(where.substr(0, line), 16384, 8000) + shortened(where.substr(line), 600, 200);
}

Error::Error(Trouble trouble) : trouble_(std::move(trouble)) {
    PL_ASSERT(!trouble_.wrong.empty());
    if (!trouble_.where.empty()) sentence_ = shortened_place(trouble_.where) + ": ";
    sentence_ += trouble_.wrong;
    if (!trouble_.expected.empty()) sentence_ += "; expected " + trouble_.expected;
    if (!trouble_.advice.empty()) sentence_ += " (" + trouble_.advice + ")";
    sentence_ =
        printable(sentence_, "\n\t");  // names of files and things stand in it, and go to terminals and C strings
}

Error Error::inside(std::string_view outer) const {
    Trouble t = trouble_;
    t.where = t.where.empty() ? std::string(outer) : std::string(outer) + ": " + t.where;
    return Error(std::move(t));
}

// Edit distance with transposed neighbours counted once, the usual slip of fingers.
static size_t slips(std::string_view a, std::string_view b) {
    std::vector<size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t swap = a[i - 1] != b[j - 1];
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + swap});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before.swap(row);
        row.swap(next);
    }
    return row[b.size()];
}

// Letters and digits of what stands behind the last slash, in lower case: "ada/mixamorig:Hips" becomes "mixamorighips".
static std::string core_of(std::string_view name) {
    std::string core;
    for (const char c : name.substr(name.rfind('/') + 1))
        if (c >= '0' && c <= '9')
            core += c;
        else if ((c | 32) >= 'a' && (c | 32) <= 'z')
            core += static_cast<char>(c | 32);
    return core;
}

// The shortest name that has the other one in it: "Hips" of "mixamorig:Hips", "left_arm" of "LeftArm".
static std::string containing_name(std::string_view name, const std::vector<std::string>& known) {
    const std::string wanted = core_of(name);
    std::string best;
    if (wanted.size() < 3) return best;
    for (const std::string& candidate : known) {
        const std::string core = core_of(candidate);
        const bool fits =
            core.find(wanted) != std::string::npos || (core.size() >= 3 && wanted.find(core) != std::string::npos);
        if (fits && (best.empty() || candidate.size() < best.size())) best = candidate;
    }
    return best;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
    std::string best;
    size_t fewest = 1 + name.size() / 3;  // further away it would be a guess, not a slip
    for (const std::string& candidate : known) {
        const size_t n = slips(name, candidate);
        if (n < fewest || (n == fewest && best.empty())) {
            fewest = n;
            best = candidate;
        }
    }
    return best.empty() ? containing_name(name, known) : best;
}

void throw_unknown_name(const std::string& where, const std::string& what, std::string_view name,
                        const std::vector<std::string>& known, const std::string& if_none) {
    PL_ASSERT(!what.empty());
    constexpr size_t shown = 12;
    std::string list;
    for (size_t i = 0; i < known.size() && i < shown; ++i) list += (i ? ", " : "") + known[i];
    if (known.size() > shown) list += ", …";
    const std::string meant = nearest_name(name, known);
    throw Error({where, "there is no " + what + " " + in_quotes(name), list.empty() ? if_none : "one of: " + list,
                 meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
}

}  // namespace pliant
