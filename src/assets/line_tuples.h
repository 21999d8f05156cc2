// Tuples of a line as the formats of the soft-body tools have them: numbers joined by commas, tuples parted by blanks.
//
//   0,0,0 1,0,0      and as well      0, 0, 0   1 , 0 , 0
//
// since a comma always joins, blanks around it leave no doubt.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "core/vec.h"

namespace pliant {

// Throws an Error for a line, with the found and the expected text.
using LineTrouble = std::function<void(const std::string& wrong, const std::string& expected)>;

class LineTuples {
  public:
    LineTuples(std::string_view line, const LineTrouble& trouble) : left_(line), trouble_(trouble) {}
    bool at_end();
    // The next tuple. `what` it should be stands in errors: "the centre of the mesh as x,y,z".
    i64 integer(const std::string& what);
    double number(const std::string& what);  // finite
    Vec3 vector(const std::string& what);    // three finite numbers
    Vec3 factors(const std::string& what);   // the same, or one number that stands for all three
    Vec3i site(const std::string& what);     // three whole numbers, none beyond a million
    void end(const std::string& what);       // nothing may follow

  private:
    struct Tuple {
        std::string_view whole;
        std::array<std::string_view, 3> word;
        size_t count = 0;  // may be more than three
    };
    Tuple next(const std::string& what);
    Tuple next_of(size_t count, const std::string& what);
    double number_in(std::string_view word, const std::string& what) const;
    float float_in(std::string_view word, const std::string& what) const;
    [[noreturn]] void fail(const std::string& wrong, const std::string& expected) const;

    std::string_view left_;
    const LineTrouble& trouble_;
};

}  // namespace pliant
