// Checks of data that was read from bytes, before it is used: a right checksum only says that nothing was changed on
// the way, not that it was ever right.
#pragma once

#include <cmath>
#include <cstring>
#include <span>
#include <string>

#include "core/error.h"
#include "core/particle_view.h"
#include "core/types.h"
#include "core/vec.h"

namespace pliant {

inline bool is_sound(float v) { return std::isfinite(v) && std::fabs(v) < 1e15f; }
inline bool is_sound(const Vec3& v) { return is_sound(v.x) && is_sound(v.y) && is_sound(v.z); }
inline bool is_sound(const Float4& v) { return is_sound(v.xyz()) && is_sound(v.w); }
inline bool is_sound(const Quat& q) {
    const float length2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return length2 > 0.5f && length2 < 2;
}
inline bool is_sound(const Transform& t) { return is_sound(t.position) && is_sound(t.rotation); }

class Soundness {
  public:
    explicit Soundness(std::string name) : name_(std::move(name)) {}

    void require(bool condition, const char* what) const {
        if (!condition) fail(what);
    }
    template <class Range>
    void numbers(const Range& values, const char* what) const {
        for (const auto& v : values) require(is_sound(v), what);
    }
    // Every entry, or element of an entry, is a number below `count`.
    template <class Range>
    void below(const Range& values, u64 count, const char* what) const {
        for (const auto& v : values) {
            if constexpr (requires { v.begin(); }) {
                below(v, count, what);
            } else {
                require(v < count, what);
            }
        }
    }
    // Ascending starts of parts of something that has `count` elements.
    template <class Range>
    void starts(const Range& values, u64 parts, u64 count, const char* what) const {
        require(values.size() == parts + 1 && values[0] == 0 && values[parts] == count, what);
        for (u64 i = 0; i < parts; ++i) require(values[i] <= values[i + 1], what);
    }
    void range(u64 begin, u64 end, u64 count, const char* what) const { require(begin <= end && end <= count, what); }
    const std::string& name() const { return name_; }

  private:
    [[noreturn]] void fail(const char* what) const {
        throw Error({name_, std::string(what) + " make no sense", "", "the data is damaged, or not of this version"});
    }
    const std::string name_;
};

// Checks of loaded data hold for data that was made here too: as `validate` functions report it, the first fault that
// `check(Soundness)` finds, or null. The text stays until the thread asks again.
template <class Check>
const char* first_fault(Check&& check) {
    static thread_local std::string sentence;
    try {
        check(Soundness("validate"));
        return nullptr;
    } catch (const Error& e) {
        sentence = e.trouble().wrong;
        return sentence.c_str();
    }
}

}  // namespace pliant
