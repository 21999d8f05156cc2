// State as bytes: what snapshots and cooked models are made of. Little-endian, no pointers, every array with its
// length.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/assert.h"
#include "core/error.h"
#include "core/types.h"

namespace pliant {

class Writer {
  public:
    explicit Writer(std::vector<std::byte>& out) : out_(out) {}
    void bytes(const void* data, size_t size) {
        PL_ASSERT(data || size == 0);
        const size_t at = out_.size();
        out_.resize(at + size);
        if (size) std::memcpy(out_.data() + at, data, size);
    }
    template <class T>
    void value(const T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&v, sizeof v);
    }
    template <class Range>
    void array(const Range& values) {
        const std::span<const typename Range::value_type> s(values);
        static_assert(std::is_trivially_copyable_v<typename Range::value_type>);
        value(static_cast<u64>(s.size()));
        bytes(s.data(), s.size_bytes());
    }
    void text(const std::string& s) { array(s); }

  private:
    std::vector<std::byte>& out_;
};

// Reads the bytes of a Writer. Anything that does not fit is an Error, never a read past the end or a huge allocation.
class Reader {
  public:
    Reader(std::span<const std::byte> in, std::string name) : in_(in), name_(std::move(name)) {}
    void bytes(void* data, size_t size) {
        PL_ASSERT(data || size == 0);
        if (in_.size() < size)
            throw Error({name_, "the data ends too early", "", "the file is cut off or not of this version"});
        if (size) std::memcpy(data, in_.data(), size);
        in_ = in_.subspan(size);
    }
    template <class T>
    T value() {
        static_assert(std::is_trivially_copyable_v<T>);
        T v;
        bytes(&v, sizeof v);
        return v;
    }
    template <class Container>
    void array(Container& values) {
        using T = typename Container::value_type;
        static_assert(std::is_trivially_copyable_v<T>);
        const u64 n = value<u64>();
        if (n > in_.size() / sizeof(T))
            throw Error({name_,
                         "an array of " + std::to_string(n) + " elements in " + std::to_string(in_.size()) + " bytes",
                         "", "the file is damaged"});
        values.resize(n);
        bytes(values.data(), n * sizeof(T));
    }
    // Into an array whose length is already known.
    template <class T>
    void fill(std::span<T> values) {
        const u64 n = value<u64>();
        if (n != values.size())
            throw Error({name_, "an array of " + std::to_string(n) + " elements", std::to_string(values.size()),
                         "the snapshot is of another body"});
        bytes(values.data(), values.size_bytes());
    }
    std::string text() {
        std::string s;
        array(s);
        return s;
    }
    bool at_end() const { return in_.empty(); }
    size_t left() const { return in_.size(); }  // [bytes]
    const std::string& name() const { return name_; }

  private:
    std::span<const std::byte> in_;
    std::string name_;
};

}  // namespace pliant
