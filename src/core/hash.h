// 64-bit hashing of bytes, the same on every machine (little-endian). Four independent multiply-xor lanes keep it at
// memory speed for the state hashes; it is for comparing states and naming contents, not against an adversary.
#pragma once

#include <cstring>
#include <span>
#include <string_view>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

inline u64 mix(u64 x) {  // a bijection that spreads every input bit over all output bits
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ (x >> 32);
}

inline u64 hash_bytes(const void* data, size_t size, u64 seed = 0) {
    PL_ASSERT(data || size == 0);
    constexpr u64 k = 0x9e3779b97f4a7c15ull;
    u64 lane[4] = {seed + k, seed ^ (k << 1), seed - k, ~seed};
    const char* p = static_cast<const char*>(data);
    const u64 length = size;
    for (; size >= 32; size -= 32, p += 32) {
        for (int l = 0; l < 4; ++l) {
            u64 v;
            std::memcpy(&v, p + 8 * l, 8);
            lane[l] = (lane[l] ^ v) * k;
            lane[l] ^= lane[l] >> 29;
        }
    }
    for (int l = 0; size > 0; ++l) {
        u64 v = 0;
        const size_t n = size < 8 ? size : 8;
        std::memcpy(&v, p, n);
        lane[l & 3] = (lane[l & 3] ^ v) * k;
        lane[l & 3] ^= lane[l & 3] >> 29;
        p += n;
        size -= n;
    }
    u64 h = mix(length ^ seed);
    for (u64 l : lane) h = mix(h ^ l) * k;
    return mix(h);
}

// Feeds several pieces, in order, into one hash.
class Hasher {
  public:
    explicit Hasher(u64 seed = 0) : state_(seed) {}
    void bytes(const void* data, size_t size) { state_ = hash_bytes(data, size, state_); }
    template <class T>
    void value(const T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&v, sizeof v);
    }
    template <class T>
    void array(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(values.data(), values.size_bytes());
    }
    void text(std::string_view s) { bytes(s.data(), s.size()); }
    u64 result() const { return state_; }

  private:
    u64 state_;
};

}  // namespace pliant
