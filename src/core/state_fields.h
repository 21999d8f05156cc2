// State, declared once. A struct of state lists its members in a function `fields`:
//
//   struct SleepState {
//       bool asleep = false;
//       float quiet_time = 0;  // [s]
//       static constexpr auto fields() {
//           return std::tuple{field("asleep", &SleepState::asleep), field("quiet_time", &SleepState::quiet_time)};
//       }
//   };
//
// From that list follow save_fields, read_fields (which checks each value by itself), hash_fields and
// first_difference. A member that is missing in the list does not compile. Relations between members are checked by
// the code that reads the struct.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/archive.h"
#include "core/hash.h"
#include "core/id.h"
#include "core/soundness.h"
#include "core/vec.h"

namespace pliant {

// One member. All members are saved, checked and compared. A member is hashed always, never, or where a predicate of
// the struct says so: members that have no effect at the moment leave no trace in the hash.
template <class Owner, class Member>
struct StateField {
    const char* name;
    Member Owner::*member;
    bool (*hash_if)(const Owner&) = nullptr;
    bool hashed = true;

    constexpr StateField unhashed() const { return {name, member, nullptr, false}; }
    constexpr StateField hashed_if(bool (*predicate)(const Owner&)) const { return {name, member, predicate, true}; }
    bool is_hashed(const Owner& owner) const { return hashed && (!hash_if || hash_if(owner)); }
};

template <class Owner, class Member>
constexpr StateField<Owner, Member> field(const char* name, Member Owner::*member) {
    return {name, member};
}

template <class T>
concept HasFields = requires {
    T::fields();
};

namespace fields_detail {

struct AnyValue {
    template <class T>
    operator T() const;  // never defined: only asked whether it could be
};

// How many members an aggregate has: as many as it can be initialised with.
template <class T, class... Values>
constexpr size_t member_count() {
    if constexpr (requires { T{Values{}..., AnyValue{}}; }) {
        return member_count<T, Values..., AnyValue>();
    } else {
        return sizeof...(Values);
    }
}

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
struct IsId : std::false_type {};
template <class Tag>
struct IsId<Id<Tag>> : std::true_type {};

}  // namespace fields_detail

// Calls visit(field) for each member of T.
template <HasFields T, class Visit>
constexpr void each_field(Visit&& visit) {
    static_assert(std::is_aggregate_v<T>);
    static_assert(std::tuple_size_v<decltype(T::fields())> == fields_detail::member_count<T>(),
                  "fields() does not list all members");
    std::apply([&](const auto&... fields) { (visit(fields), ...); }, T::fields());
}

// ---- save

template <HasFields T>
void save_fields(Writer& w, const T& state);

template <class T>
void save_field(Writer& w, const T& value) {
    if constexpr (HasFields<T>) {
        save_fields(w, value);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        w.value(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        w.text(value);
    } else if constexpr (std::is_trivially_copyable_v<typename T::value_type>) {
        w.array(value);
    } else {
        w.value(static_cast<u64>(value.size()));
        for (const auto& element : value) save_field(w, element);
    }
}

template <HasFields T>
void save_fields(Writer& w, const T& state) {
    each_field<T>([&](const auto& f) { save_field(w, state.*f.member); });
}

// ---- read and check

// Whether a value by itself can be true. Enumerations have a function last_value(E), found by their namespace.
template <class T>
bool is_sound_field(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        return value <= last_value(value);
    } else if constexpr (std::is_same_v<T, double>) {
        return std::isfinite(value);
    } else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, float>) {
        return true;
    } else if constexpr (requires { is_sound(value); }) {
        return is_sound(value);
    } else if constexpr (HasFields<T>) {
        bool sound = true;
        each_field<T>([&](const auto& f) { sound = sound && is_sound_field(value.*f.member); });
        return sound;
    } else {
        return true;
    }
}

template <HasFields T>
void read_fields(Reader& r, T& state);

// Throws Error.
template <class T>
void read_field(Reader& r, T& value, const char* name) {
    const auto require = [&](bool sound) { Soundness(r.name()).require(sound, name); };
    if constexpr (std::is_same_v<T, bool>) {
        const u8 byte = r.value<u8>();
        require(byte <= 1);
        value = byte != 0;
    } else if constexpr (HasFields<T>) {
        read_fields(r, value);
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        value = r.value<T>();
        require(is_sound_field(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        value = r.text();
    } else if constexpr (std::is_trivially_copyable_v<typename T::value_type>) {
        r.array(value);
        for (const auto& element : value) require(is_sound_field(element));
    } else {
        const u64 count = r.value<u64>();
        require(count <= r.left());
        value.resize(count);
        for (auto& element : value) read_field(r, element, name);
    }
}

template <HasFields T>
void read_fields(Reader& r, T& state) {
    each_field<T>([&](const auto& f) { read_field(r, state.*f.member, f.name); });
}

// ---- hash

template <HasFields T>
void hash_fields(Hasher& hasher, const T& state);

template <class T>
void hash_field(Hasher& hasher, const T& value) {
    if constexpr (HasFields<T>) {
        hash_fields(hasher, value);
    } else if constexpr (fields_detail::IsId<T>::value) {
        hasher.value(value.slot);  // generations count earlier contents, which do not affect results
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        hasher.value(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        hasher.text(value);
    } else if constexpr (std::is_trivially_copyable_v<typename T::value_type> && !HasFields<typename T::value_type>) {
        hasher.array(std::span<const typename T::value_type>(value));
    } else {
        for (const auto& element : value) hash_field(hasher, element);
    }
}

template <HasFields T>
void hash_fields(Hasher& hasher, const T& state) {
    each_field<T>([&](const auto& f) {
        if (f.is_hashed(state)) hash_field(hasher, state.*f.member);
    });
}

// ---- compare

template <HasFields T>
const char* first_difference(const T& a, const T& b);

template <class T>
bool same_bits(const T& a, const T& b) {
    if constexpr (HasFields<T>) {
        return first_difference(a, b) == nullptr;
    } else if constexpr (fields_detail::IsVector<T>::value) {
        if (a.size() != b.size()) return false;
        for (size_t i = 0; i < a.size(); ++i)
            if (!same_bits(a[i], b[i])) return false;
        return true;
    } else if constexpr (std::is_trivially_copyable_v<T>) {
        return std::memcmp(&a, &b, sizeof a) == 0;
    } else {
        return a == b;
    }
}

// The name of the first member whose bits differ, or null.
template <HasFields T>
const char* first_difference(const T& a, const T& b) {
    const char* name = nullptr;
    each_field<T>([&](const auto& f) {
        if (!name && !same_bits(a.*f.member, b.*f.member)) name = f.name;
    });
    return name;
}

}  // namespace pliant
