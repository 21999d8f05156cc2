// Arguments for any function of pliant.h, right and wrong: ids of things that are, were and never were, null, not a
// number, names of everything and of nothing. Memory that they point to lives until the next call.
#pragma once

#include <cstring>
#include <limits>
#include <list>
#include <string>
#include <type_traits>
#include <vector>

#include "core/random.h"
#include "pliant/pliant.h"

namespace pliant::testing {

template <class T>
constexpr bool is_id = std::is_class_v<T>&& requires(T t) {
    t.slot, t.generation;
};

class RandomArguments {
  public:
    static constexpr size_t most = 64;  // elements behind every pointer; counts stay below

    explicit RandomArguments(u64 seed) : random(seed) {}

    // Ids that calls have given, also of what is no more.
    template <class Id>
    static std::vector<Id>& seen() {
        static std::vector<Id> all;
        return all;
    }
    template <class Id>
    static void saw(Id id) {
        if (!id.slot) return;
        if (seen<Id>().size() >= 12) seen<Id>().erase(seen<Id>().begin());
        seen<Id>().push_back(id);
    }

    template <class T>
    T make() {
        if constexpr (std::is_same_v<T, bool>)
            return random.chance(0.5);
        else if constexpr (std::is_same_v<T, size_t>)
            return pick<size_t>({0, 1, 1, 2, 3, 6, 9, 16});
        else if constexpr (std::is_integral_v<T>)
            return pick<T>({0, 0, 1, 2, 3, 4, 9, 16, static_cast<T>(-1)});
        else if constexpr (std::is_enum_v<T>)
            return static_cast<T>(random.below(3));
        else if constexpr (std::is_floating_point_v<T>)
            return number<T>();
        else if constexpr (std::is_same_v<T, const char*>)
            return text();
        else if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
            return nullptr;
        else if constexpr (std::is_pointer_v<T>)
            return memory<std::remove_pointer_t<T>>();
        else if constexpr (is_id<T>)
            return id<T>();
        else
            return structure(T{});
    }
    void forget_memory() { blocks_.clear(); }

    template <class T>
    T pick(std::initializer_list<T> from) {
        return from.begin()[random.below(static_cast<u32>(from.size()))];
    }
    const char* text() {
        static const char* const names[] = {
            "friction",
            "youngs_modulus",
            "damping",
            "position",
            "rotation",
            "shape",
            "box",
            "sphere",
            "capsule",
            "plane",
            "mesh",
            "hull",
            "height_field",
            "motion",
            "dynamic",
            "host",
            "compound",
            "kinematic",
            "gravity",
            "substeps",
            "rate",
            "max_particles",
            "layer",
            "lattice",
            "cloth",
            "flesh",
            "jiggle",
            "world",
            "collider",
            "attachment",
            "field",
            "joint",
            "pair",
            "body",
            "jelly",
            "denim",
            "where.point",
            "to",
            "a",
            "b",
            "kind",
            "ball",
            "hinge",
            "tear.enabled",
            "tear.strength",
            "tear.lines",
            "plasticity.enabled",
            "hold.where",
            "self_contact",
            "ignores",
            "sleep.beyond",
            "lower_rate.beyond",
            "detail.level",
            "detail.blend",
            "reduced",
            "guide",
            "frozen",
            "force",
            "radius",
            "size",
            "mass",
            "paint",
            "height",
            "thing",
            "floor",
            "guide.clip",
            "",
            "   ",
            "frictoin",
            "\xff\xfe",
            "a/b/c",
            "nowhere.obj",
            "thing.snapshot",
            "%s%n",
            "sphere=1",
            "world.substeps=2",
            "bodies.thing.position=[0,1,0]",
            "text",
            "markdown",
            "json",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
            "{}",
            "[1",
            R"({"format":1,"assets":{"s":{"shape":"sphere","detail":4,"size":[0.4,0.4,0.4]}},"bodies":{"thing":{"asset":"s","kind":"lattice","spacing":0.2}},"colliders":{"floor":{}}})",
            R"({"format":1,"assets":{"s":{"shape":"sheet","detail":3}},"bodies":{"thing":{"asset":"s","kind":"cloth"}}})"};
        if (random.chance(0.04)) return nullptr;
        if (random.chance(0.3)) return pick<const char*>({"thing", "friction", "damping", "radius", "lattice", "box"});
        return names[random.below(std::size(names))];
    }

    Random random;

  private:
    template <class T>
    T number() {
        constexpr T limit = std::numeric_limits<T>::infinity();
        if (random.chance(0.5)) return static_cast<T>(random.between(0.2, 2));
        return pick<T>(
            {0, 1, -1, T(0.5), 100, T(1e30), T(-1e30), T(1e-30), limit, -limit, std::numeric_limits<T>::quiet_NaN()});
    }
    template <class Id>
    Id id() {
        if (!seen<Id>().empty() && random.chance(0.9))
            return seen<Id>()[random.below(static_cast<u32>(seen<Id>().size()))];
        return {random.below(4), random.below(4)};  // null, or whatever that names
    }
    template <class T>
    T* memory() {
        if (random.chance(0.04)) return nullptr;
        using Plain = std::remove_const_t<T>;
        using Element = std::conditional_t<std::is_void_v<T>, u64, Plain>;
        std::vector<std::byte>& block = blocks_.emplace_back(most * sizeof(Element));
        auto* elements = reinterpret_cast<Element*>(block.data());
        if constexpr (std::is_const_v<T> && !std::is_void_v<T>)
            for (size_t i = 0; i < most; ++i) elements[i] = make<Plain>();
        return elements;
    }
    // Structs of numbers, and defs; the cookie is right most of the time.
    pliant_vec3 structure(pliant_vec3) { return {number<float>(), number<float>(), number<float>()}; }
    pliant_transform structure(pliant_transform) {
        pliant_transform t{structure(pliant_vec3{}), {0, 0, 0, 1}};
        if (random.chance(0.2)) t.rotation = {number<float>(), 0, number<float>(), 1};
        return t;
    }
    pliant_box structure(pliant_box) { return {structure(pliant_vec3{}), structure(pliant_vec3{})}; }
    pliant_ray structure(pliant_ray) { return {structure(pliant_vec3{}), structure(pliant_vec3{}), number<float>()}; }
    template <class Def>
    Def spoil(Def def) {
        if (random.chance(0.03)) def.cookie = static_cast<u32>(random.bits());
        return def;
    }
    pliant_line_def structure(pliant_line_def) {
        pliant_line_def d = spoil(pliant_default_line_def());
        d.points = make<const pliant_vec3*>(), d.point_count = make<size_t>();
        d.direction = structure(pliant_vec3{}), d.width = number<double>(), d.strength = number<double>();
        return d;
    }
    pliant_pixels_def structure(pliant_pixels_def) {
        pliant_pixels_def d = spoil(pliant_default_pixels_def());
        d.pixels = make<const uint8_t*>(), d.width = make<u32>() % 3, d.height = make<u32>() % 3;  // 16 bytes at most
        d.stride = pick<size_t>({0, 0, 8, 1});
        if (random.chance(0.3)) d.uvs = make<const float*>(), d.uv_count = make<size_t>();
        for (pliant_channel* c : {&d.red, &d.green, &d.blue, &d.alpha})
            if (random.chance(0.5)) *c = {text(), number<double>(), number<double>(), make<bool>()};
        return d;
    }
    pliant_asset_def structure(pliant_asset_def) {
        pliant_asset_def d = spoil(pliant_default_asset_def());
        if (random.chance(0.3)) d.unit = text(), d.up = text(), d.mesh = text(), d.scale = number<double>();
        return d;
    }
    pliant_mesh_def structure(pliant_mesh_def) {
        pliant_mesh_def d = spoil(pliant_default_mesh_def());
        d.name = text(), d.positions = make<const float*>(), d.point_count = make<size_t>() % 17;
        d.normals = make<const float*>(), d.uvs = make<const float*>();
        d.indices = make<const uint32_t*>(), d.index_count = 3 * (make<size_t>() % 9);
        d.attribute_names = make<const char* const*>(), d.attributes = make<const float* const*>();
        d.attribute_count = make<size_t>() % 3;
        return d;
    }
    pliant_world_def structure(pliant_world_def) {
        pliant_world_def d = spoil(pliant_default_world_def());
        d.threads = pick<u32>({1, 1, 1, 2, 100000}), d.settings = id<pliant_settings>();
        if (random.chance(0.7)) d.settings = {};
        return d;
    }
    pliant_body_def structure(pliant_body_def) {
        pliant_body_def d = spoil(pliant_default_body_def());
        d.name = text(), d.model = id<pliant_model>(), d.use_placement = make<bool>();
        d.placement = structure(pliant_transform{});
        if (random.chance(0.5)) d.settings = id<pliant_settings>();
        return d;
    }
    pliant_collider_def structure(pliant_collider_def) {
        pliant_collider_def d = spoil(pliant_default_collider_def());
        d.name = text(), d.mesh = id<pliant_asset>(), d.heights = make<const float*>();
        d.columns = make<u32>() % 9, d.rows = make<u32>() % 8;
        d.pose = structure(pliant_transform{}), d.use_pose = make<bool>();
        if (random.chance(0.7)) d.settings = id<pliant_settings>();
        d.parts = make<const pliant_settings*>(), d.part_count = make<size_t>();
        return d;
    }
    pliant_host_body structure(pliant_host_body) {
        return {structure(pliant_transform{}), structure(pliant_vec3{}),     structure(pliant_vec3{}), number<float>(),
                structure(pliant_vec3{}),      structure(pliant_transform{})};
    }
    pliant_attachment_def structure(pliant_attachment_def) {
        pliant_attachment_def d = spoil(pliant_default_attachment_def());
        d.name = text(), d.body = id<pliant_body>(), d.point = structure(pliant_vec3{}), d.use_point = make<bool>();
        if (random.chance(0.5)) d.settings = id<pliant_settings>();
        return d;
    }

    std::list<std::vector<std::byte>> blocks_;
};

}  // namespace pliant::testing
