// The one exception type. It carries where the trouble is, what is wrong, what was expected and what to do, and makes
// one sentence of them. Thrown by cooking, files and bindings; never inside World::step.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

struct Trouble {
    std::string where;     // "scene.json:12: bodies.ollie.spacing", "octopus.obj:7", "pliant_body_create"
    std::string wrong;     // what was found
    std::string expected;  // what would have been right; may be empty
    std::string advice;    // what to do about it; may be empty
};

class Error : public std::exception {
  public:
    explicit Error(Trouble trouble);
    const char* what() const noexcept override { return sentence_.c_str(); }
    const Trouble& trouble() const { return trouble_; }
    // The same trouble seen from further out: "octopus.obj:7" becomes "scene.json: assets.octo: octopus.obj:7".
    Error inside(std::string_view outer) const;

  private:
    Trouble trouble_;
    std::string sentence_;
};

// What was made cannot be put where it should go: the input is not to blame.
class OutputError final : public Error {
  public:
    using Error::Error;
};

// A program or a driver that is needed is not installed.
class MissingError final : public Error {
  public:
    using Error::Error;
};

// Something is full: a world has no place for what is otherwise right.
class RoomError final : public Error {
  public:
    using Error::Error;
};

// The name among `known` that a user most likely meant, or an empty string: "frictoin" gives "friction".
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);
// Throws Error: there is no `what` of that name; one of those known was expected, or `if_none` where none are.
[[noreturn]] void no_such_name(const std::string& where, const std::string& what, std::string_view name,
                               const std::vector<std::string>& known, const std::string& if_none);

}  // namespace pliant
