// A place in a file that is read from beginning to end, words and bytes in turn: formats of tetrahedra have both.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

class FileCursor {
  public:
    // A word that begins with `comment` ends its line; 0 where the format has no comments.
    FileCursor(std::string_view bytes, const std::string& name, char comment = '#')
        : bytes_(bytes), name_(name), comment_(comment) {}

    u64 left() const { return bytes_.size() - at_; }
    // Bytes have no lines, so that from here on messages name the byte.
    void be_binary(bool other_byte_order) {
        binary_ = true;
        swap_ = other_byte_order;
    }

    std::string_view word();              // the next one, on whichever line; empty at the end of the file
    std::string_view peek();              // the same without moving on
    bool at_line_end();                   // no more words on this line
    std::string_view rest();              // of the line, without blanks around; moves to the next line
    bool skip_to(std::string_view text);  // to where it stands next; false where it does not

    // `what` it should be stands in errors: "the number of nodes".
    double number(const char* what);  // finite
    i64 integer(const char* what);
    // How many things follow that take `least` bytes each: never more than the file has room for.
    u64 count(const char* what, u64 least);

    template <class T>
    T binary(const char* what) {
        char raw[sizeof(T)];
        take_bytes(raw, sizeof(T), what);
        if (swap_) std::reverse(raw, raw + sizeof(T));
        T value;
        std::memcpy(&value, raw, sizeof(T));
        return value;
    }
    template <class T>
    u64 binary_count(const char* what, u64 least) {
        return checked_count(static_cast<i64>(binary<T>(what)), what, least);
    }
    double binary_number(const char* what) { return finite(binary<double>(what), what); }

    [[noreturn]] void fail(const std::string& wrong, const std::string& expected, const std::string& advice = "") const;

  private:
    void skip_blanks();
    void take_bytes(char* to, size_t count, const char* what);
    u64 checked_count(i64 value, const char* what, u64 least) const;
    double finite(double value, const char* what) const;

    std::string_view bytes_;
    const std::string& name_;
    char comment_;
    size_t at_ = 0, token_ = 0;  // token_: where the last token begins
    bool binary_ = false, swap_ = false;
};

}  // namespace pliant
