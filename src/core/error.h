// The only exception type. It has the place of the error, its cause, the expected value and advice, and makes
// one sentence of them. Thrown by cooking, files and bindings; never inside World::step.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

struct Trouble {
    std::string where;     // "scene.json:12: bodies.ollie.spacing", "octopus.obj:7", "pliant_body_create"
    std::string wrong;     // the cause
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

// A result cannot be written to its destination; the input is not the cause.
class OutputError final : public Error {
  public:
    using Error::Error;
};

// A program or a driver that is needed is not installed.
class MissingError final : public Error {
  public:
    using Error::Error;
};

// Something is full: the world has no space for input that is otherwise right.
class CapacityError final : public Error {
  public:
    using Error::Error;
};

// The name among `known` that a user most likely meant, or an empty string: "frictoin" gives "friction".
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);
// Throws Error: there is no `what` of that name; one of those known was expected, or `if_none` where none are.
[[noreturn]] void throw_unknown_name(const std::string& where, const std::string& what, std::string_view name,
                                     const std::vector<std::string>& known, const std::string& if_none);

}  // namespace pliant
