// The calls that change a world: each is written to captures, and played from them, by what is here.
//
// A row has the function's number in files, which never changes, and what the function does. The
// types of its arguments say how they are written: an array is followed by its count; an id that comes out is compared
// when it is played.
#pragma once

#include "capi/capture.h"
#include "capi/tables.h"

#define PLIANT_CALLS(CALL)                              \
    CALL(1, pliant_world_step, step)                    \
    CALL(2, pliant_world_preroll, step)                 \
    CALL(3, pliant_world_advance, step)                 \
    CALL(4, pliant_world_set_number, change)            \
    CALL(5, pliant_world_set_vector, change)            \
    CALL(6, pliant_world_shift_origin, change)          \
    CALL(7, pliant_world_set_viewpoint, change)         \
    CALL(8, pliant_world_explode, change)               \
    CALL(9, pliant_world_restore, change)               \
    CALL(10, pliant_body_create, make_or_remove)        \
    CALL(11, pliant_body_destroy, make_or_remove)       \
    CALL(12, pliant_body_set_number, change)            \
    CALL(13, pliant_body_set_flag, change)              \
    CALL(14, pliant_body_set_map, change)               \
    CALL(15, pliant_body_set_vector, change)            \
    CALL(16, pliant_body_set_names, change)             \
    CALL(17, pliant_body_set_lines, change)             \
    CALL(18, pliant_object_teleport, change)            \
    CALL(19, pliant_body_reset, change)                 \
    CALL(20, pliant_object_set_velocity, change)        \
    CALL(21, pliant_body_hold, change)                  \
    CALL(22, pliant_body_set_contact_enabled, change)   \
    CALL(23, pliant_object_wake, change)                \
    CALL(24, pliant_object_apply_impulse, change)       \
    CALL(25, pliant_object_apply_impulse_at, change)    \
    CALL(26, pliant_object_apply_force_at, change)      \
    CALL(27, pliant_collider_create, make_or_remove)    \
    CALL(28, pliant_collider_destroy, make_or_remove)   \
    CALL(29, pliant_collider_move, change)              \
    CALL(30, pliant_object_set_pose, change)            \
    CALL(31, pliant_joint_create, make_or_remove)       \
    CALL(32, pliant_joint_destroy, make_or_remove)      \
    CALL(33, pliant_joint_set_number, change)           \
    CALL(34, pliant_joint_set_vector, change)           \
    CALL(35, pliant_attachment_create, make_or_remove)  \
    CALL(36, pliant_attachment_destroy, make_or_remove) \
    CALL(37, pliant_attachment_move, change)            \
    CALL(38, pliant_attachment_set_number, change)      \
    CALL(39, pliant_attachment_set_flag, change)        \
    CALL(40, pliant_field_create, make_or_remove)       \
    CALL(41, pliant_field_destroy, make_or_remove)      \
    CALL(42, pliant_field_set_number, change)           \
    CALL(43, pliant_field_set_vector, change)           \
    CALL(44, pliant_guide_play, change)                 \
    CALL(45, pliant_guide_pause, change)                \
    CALL(46, pliant_guide_stop, change)                 \
    CALL(47, pliant_guide_resume, change)               \
    CALL(48, pliant_guide_seek, change)                 \
    CALL(49, pliant_collider_set_host_body, change)     \
    CALL(50, pliant_body_set_map_values, change)        \
    CALL(51, pliant_body_set_text, change)              \
    CALL(52, pliant_object_enable_contact_impulses, change)

namespace pliant::capi {

enum class CallDoes : u8 { change, make_or_remove, step };
struct CallRow {
    u16 number;
    const char* name;
    CallDoes does;
};
template <auto function>
constexpr CallRow call_row{};  // only for those above
#define PLIANT_CALL_ROW(number, function, does) \
    template <>                                 \
    inline constexpr CallRow call_row<function> = {number, #function, CallDoes::does};
PLIANT_CALLS(PLIANT_CALL_ROW)
#undef PLIANT_CALL_ROW

template <class T>
constexpr bool is_id = std::is_class_v<T>&& requires(T t) {
    t.slot, t.generation;
};
template <class T>
constexpr bool is_array = std::is_pointer_v<T>&& std::is_const_v<std::remove_pointer_t<T>>;

// Writes arguments of a call. Models and meshes that they name go into the capture first.
class CallWriter {
  public:
    CallWriter(Capture& capture, Writer out) : capture_(capture), out_(out) {}

    template <class... Args>
    void arguments(Args... args) {
        [[maybe_unused]] const size_t counts[] = {count_in(args)..., 1};
        [[maybe_unused]] size_t i = 0;
        (put(args, counts[++i]), ...);
    }

  private:
    template <class T>
    static size_t count_in(T argument) {
        if constexpr (std::is_same_v<T, size_t>)
            return argument;
        else
            return 1;
    }
    template <class T>
    void put(T argument, size_t following) {
        if constexpr (is_array<T>) {
            out_.value<u8>(argument != nullptr);
            if (argument) put_elements(argument, following);
        } else if constexpr (std::is_pointer_v<T>) {
            if constexpr (is_id<std::remove_pointer_t<T>>) out_.value(*argument);
        } else {
            put_value(argument);
        }
    }
    template <class T>
    void put_elements(const T* elements, size_t count) {
        if constexpr (std::is_same_v<T, char>) {
            out_.text(elements);
        } else if constexpr (std::is_void_v<T>) {
            out_.array(std::span(static_cast<const std::byte*>(elements), count));
        } else {
            out_.value<u64>(count);
            for (size_t i = 0; i < count; ++i) put_value(elements[i]);
        }
    }
    template <class T>
    void put_value(const T& v) {
        if constexpr (is_array<T>)
            put(v, 1);
        else if constexpr (std::is_same_v<T, size_t>)
            out_.value<u64>(v);
        else
            out_.value(v);
    }
    void put_value(pliant_settings);
    void put_value(const pliant_body_def&);
    void put_value(const pliant_collider_def&);
    void put_value(const pliant_attachment_def&);
    void put_value(const pliant_line_def&);

    Capture& capture_;
    Writer out_;
};

// Writes a call to the world's capture, if there is one: with all its arguments but the world.
template <auto function, class... Args>
void note(WorldObject& world, Args... args) {
    constexpr CallRow row = call_row<function>;
    static_assert(row.number, "the function is not in the list");
    static_assert(std::is_invocable_v<decltype(function), pliant_world, Args...>);
    if constexpr (row.does == CallDoes::make_or_remove) world.made_by_calls = true;
    if (!world.capture) return;
    std::vector<std::byte>& bytes = world.capture->call;
    bytes.clear();
    Writer out(bytes);
    out.value(row.number);
    CallWriter(*world.capture, out).arguments(args...);
    world.capture->part(Part::call, bytes);
    if constexpr (row.does == CallDoes::step) world.capture->flush();
}

// Guards a function of the list that takes no step: changing<pliant_object_wake>(world, object)([&] { … }) does what is
// in braces, and notes the call when that has gone well.
template <auto function, class... Args>
auto changing(pliant_world world, Args... args) {
    return [=](auto&& change) noexcept {
        return guarded(call_row<function>.name, [&] {
            change();
            note<function>(*any_world(world), args...);
        });
    };
}

}  // namespace pliant::capi
