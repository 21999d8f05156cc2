// Lines and words of text files (OBJ, MTL), without copying.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

// Lines end with "\n", "\r\n" or "\r". A backslash at the very end of a line joins the next one to it.
class TextLines {
  public:
    explicit TextLines(std::string_view text);
    bool next();                                     // moves on; false at the end
    std::string_view line() const { return line_; }  // valid until the next call of next()
    u32 number() const { return first_line_; }       // of the line, or of the first of those joined; from 1

  private:
    std::string_view take_line();

    std::string_view left_, line_;
    std::string joined_;
    u32 lines_taken_ = 0, first_line_ = 0;
};

// Words of one line, separated by spaces and tabs. A word that starts with # begins a comment and ends the line.
class LineWords {
  public:
    explicit LineWords(std::string_view line) : left_(line) {}
    std::string_view next();  // empty at the end
    // All that is left, without spaces around: names may hold spaces, and # too.
    std::string_view rest() const;

  private:
    std::string_view left_;
};

// A number as files of this field have them: "1.#IND" and "-1.#INF", which old C libraries wrote, are not finite.
std::optional<double> parse_coordinate(std::string_view word);

}  // namespace pliant
