// Bodies: their state as arrays, their parameters, and what can be done to them.
#include <algorithm>
#include <optional>

#include "things.h"

namespace {

// What is drawn is somewhere else after every step, and may go with its body: copied.
template <class T>
py::array_t<T> copy(const T* data, std::vector<py::ssize_t> shape) {
    return data ? py::array_t<T>(std::move(shape), data) : py::array_t<T>(std::vector<py::ssize_t>(shape.size(), 0));
}

// A view of the engine's memory that keeps the world alive.
template <class T>
py::array_t<T> view(const WorldPointer& world, const T* data, std::vector<py::ssize_t> shape,
                    std::vector<py::ssize_t> strides = {}) {
    if (!data) return py::array_t<T>(std::vector<py::ssize_t>(shape.size(), 0));
    py::array_t<T> array(std::move(shape), std::move(strides), data, py::cast(world));
    array.attr("setflags")("write"_a = false);
    return array;
}

py::array_t<float> particles(const Body& body, bool velocity) {
    const float *positions = nullptr, *velocities = nullptr;
    uint32_t count = 0;
    check(pliant_body_particles(body.world->id, body.id, &positions, &velocities, &count));
    return view(body.world, velocity ? velocities : positions, {count, 3}, {4 * sizeof(float), sizeof(float)});
}

pliant_surface surface(const Body& body) {
    pliant_surface s;
    check(pliant_body_surface(body.world->id, body.id, &s));
    return s;
}

// Points in the order of the file, which are fewer than vertices where seams double them.
py::array_t<float> points(const Body& body) {
    const pliant_surface s = surface(body);
    py::array_t<float> array(std::vector<py::ssize_t>{s.point_count, 3});
    float* to = array.mutable_data();
    for (uint32_t p = 0; p < s.point_count; ++p, to += 3) std::copy_n(s.positions + 3 * s.point_vertices[p], 3, to);
    return array;
}

py::dict faces(const Body& body) {
    const pliant_surface s = surface(body);
    const py::ssize_t corners = s.face_count ? s.face_starts[s.face_count] : 0;
    return py::dict("version"_a = s.topology_version, "starts"_a = copy(s.face_starts, {s.face_count + 1}),
                    "vertices"_a = copy(s.face_vertices, {corners}),
                    "materials"_a = copy(s.face_materials, {s.face_count}),
                    "points"_a = copy(s.vertex_points, {s.vertex_count}));
}

py::list materials(const Body& body) {
    py::list all;
    for (uint32_t i = 0; i < surface(body).material_count; ++i) {
        pliant_material m;
        check(pliant_body_material(body.world->id, body.id, i, &m));
        all.append(py::dict("name"_a = m.name, "color"_a = triple(m.color), "opacity"_a = m.opacity,
                            "roughness"_a = m.roughness, "metallic"_a = m.metallic, "two_sided"_a = m.two_sided,
                            "texture"_a = m.texture,
                            "image"_a = py::bytes(static_cast<const char*>(m.texture_bytes), m.texture_size)));
    }
    return all;
}

py::dict info_of(const Body& body) {
    pliant_body_info i;
    check(pliant_body_get_info(body.world->id, body.id, &i));
    return py::dict("name"_a = i.name, "kind"_a = i.kind, "particles"_a = i.particles, "mass"_a = i.mass,
                    "center"_a = triple(i.center), "velocity"_a = triple(i.velocity),
                    "bounds"_a = py::make_tuple(triple(i.bounds.low), triple(i.bounds.high)), "asleep"_a = i.asleep,
                    "quarantined"_a = i.quarantined, "substeps"_a = i.substeps);
}

void set_parameter(const Body& body, const std::string& name, const py::object& value) {
    const pliant_world world = body.world->id;
    if (py::isinstance<py::bool_>(value))
        return check(pliant_body_set_flag(world, body.id, name.c_str(), value.cast<bool>()));
    if (py::isinstance<py::dict>(value)) {
        const py::dict d = value.cast<py::dict>();
        if (d.contains("values")) {
            const Floats values = d["values"].cast<Floats>();
            const Range r = range_of(d);
            return check(pliant_body_set_map_values(world, body.id, name.c_str(), values.data(),
                                                    static_cast<size_t>(values.size()), r.low, r.high, r.logarithmic));
        }
        if (!d.contains("attribute"))
            throw py::value_error(name + ": expected a number, a vector, names, or a map of an attribute or of values");
        const Range r = range_of(d);
        return check(pliant_body_set_map(world, body.id, name.c_str(), d["attribute"].cast<std::string>().c_str(),
                                         r.low, r.high, r.logarithmic));
    }
    if (py::isinstance<py::str>(value))
        return check(pliant_body_set_text(world, body.id, name.c_str(), value.cast<std::string>().c_str()));
    if (are_names(value)) {
        const Texts texts(value.cast<std::vector<std::string>>());
        return check(pliant_body_set_names(world, body.id, name.c_str(), texts.data(), texts.size()));
    }
    if (is_vector(value)) {
        const Triple v = value.cast<Triple>();
        return check(pliant_body_set_vector(world, body.id, name.c_str(), v[0], v[1], v[2]));
    }
    check(pliant_body_set_number(world, body.id, name.c_str(), value.cast<double>()));
}

// What a channel of an image paints: ("stiffness", 1, 20), or with "log" at the end.
pliant_channel channel_of(const py::object& given, std::string& name) {
    if (given.is_none()) return {};
    const py::tuple parts = given.cast<py::tuple>();
    if (parts.size() < 3 || parts.size() > 4 || (parts.size() == 4 && parts[3].cast<std::string>() != "log"))
        throw py::value_error("a channel: expected (parameter, low, high) or (parameter, low, high, \"log\")");
    name = parts[0].cast<std::string>();
    return {name.c_str(), parts[1].cast<double>(), parts[2].cast<double>(), parts.size() == 4};
}

using Bytes = py::array_t<uint8_t, py::array::c_style>;
void set_pixels(const Body& body, const Bytes& pixels, const py::object& red, const py::object& green,
                const py::object& blue, const py::object& alpha, const std::optional<Floats>& uvs) {
    if (pixels.ndim() != 3 || pixels.shape(2) != 4) throw py::value_error("pixels: expected (height, width, 4) bytes");
    if (uvs && (uvs->ndim() != 2 || uvs->shape(1) != 2)) throw py::value_error("uvs: expected (vertices, 2)");
    pliant_pixels_def def = pliant_default_pixels_def();
    def.pixels = pixels.data();
    def.width = static_cast<uint32_t>(pixels.shape(1)), def.height = static_cast<uint32_t>(pixels.shape(0));
    if (uvs) def.uvs = uvs->data(), def.uv_count = static_cast<size_t>(uvs->shape(0));
    std::string names[4];
    def.red = channel_of(red, names[0]), def.green = channel_of(green, names[1]);
    def.blue = channel_of(blue, names[2]), def.alpha = channel_of(alpha, names[3]);
    check(pliant_body_set_map_pixels(body.world->id, body.id, &def));
}

Indices particles_in_ball(const Body& body, const Triple& center, float radius) {
    size_t count = 0;
    check(pliant_body_particles_in_ball(body.world->id, body.id, vec3(center), radius, nullptr, 0, &count));
    Indices found(static_cast<py::ssize_t>(count));
    check(pliant_body_particles_in_ball(body.world->id, body.id, vec3(center), radius, found.mutable_data(), count,
                                        &count));
    return found;
}

py::dict guide_of(const Body& body) {
    pliant_guide_info i;
    check(pliant_guide_get_info(body.world->id, body.id, &i));
    static constexpr const char* motions[] = {"stopped", "playing", "paused"};
    return py::dict("clip"_a = i.clip, "time"_a = i.time, "motion"_a = motions[i.motion], "clips"_a = i.clips);
}

}  // namespace

void add_bodies(py::module_& m) {
    py::class_<Body, Object>(m, "Body", "One body in a world.")
        .def_property_readonly("info", [](const Body& b) { return info_of(b); })
        .def_property_readonly(
            "positions", [](const Body& b) { return particles(b, false); }, "(n, 3) of particles [m]; a view")
        .def_property_readonly(
            "velocities", [](const Body& b) { return particles(b, true); }, "(n, 3) of particles [m/s]; a view")
        .def_property_readonly(
            "vertices",
            [](const Body& b) {
                return copy(surface(b).positions, {surface(b).vertex_count, 3});
            },
            "(v, 3) of what is drawn [m]; a copy")
        .def_property_readonly(
            "normals",
            [](const Body& b) {
                return copy(surface(b).normals, {surface(b).vertex_count, 3});
            },
            "(v, 3); a copy")
        .def_property_readonly(
            "triangles",
            [](const Body& b) {
                return copy(surface(b).indices, {surface(b).index_count / 3, 3});
            },
            "(t, 3) of vertices; a copy")
        .def_property_readonly(
            "uvs",
            [](const Body& b) {
                return copy(surface(b).uvs, {surface(b).vertex_count, 2});
            },
            "(v, 2), or empty; a copy")
        .def_property_readonly("points", points, "(p, 3) of the points of its file, in their order [m]; a copy")
        .def_property_readonly(
            "topology", [](const Body& b) { return surface(b).topology_version; },
            "A number that grows when anything of the render surface but its positions and normals changes.")
        .def_property_readonly("faces", faces,
                               "Polygons of the render surface: vertices of face f are vertices[starts[f]:starts[f + "
                               "1]], materials has the "
                               "number of its material, and points the point of each vertex; version is topology.")
        .def_property_readonly("materials", materials, "What its faces are made of, by number.")
        .def("set", set_parameter, "Changes a parameter while it runs.", "name"_a, "value"_a)
        .def("set_pixels", set_pixels,
             "Paints parameters with the channels of an image, (height, width, 4) bytes, while it runs: "
             "red=(\"mass\", 0.002, 0.05). uvs: (vertices, 2), or the mesh's own.",
             "pixels"_a, "red"_a = py::none(), "green"_a = py::none(), "blue"_a = py::none(), "alpha"_a = py::none(),
             "uvs"_a = py::none())
        .def(
            "get",
            [](const Body& b, const std::string& name) {
                double value = 0;
                check(pliant_body_get_number(b.world->id, b.id, name.c_str(), &value));
                return value;
            },
            "name"_a)
        .def(
            "reset",
            [](const Body& b, const Triple& at, const Quadruple& rotation) {
                check(pliant_body_reset(b.world->id, b.id, placement(at, rotation)));
            },
            "In its rest shape, free of quarantine.", "at"_a, "rotation"_a = upright)
        .def(
            "hold",
            [](const Body& b, const Indices& which, bool held) {
                check(pliant_body_hold(b.world->id, b.id, which.data(), static_cast<size_t>(which.size()), held));
            },
            "Fixes particles in space, or lets them go.", "particles"_a, "held"_a = true)
        .def("particles_in_ball", particles_in_ball, "Numbers of the particles that are in it now.", "center"_a,
             "radius"_a)
        .def(
            "play",
            [](const Body& b, const std::string& clip, double fade) {
                check(pliant_guide_play(b.world->id, b.id, clip.c_str(), fade));
            },
            "Plays a clip of its guide; fade below 0: the body's own.", "clip"_a, "fade"_a = -1.0)
        .def(
            "pause", [](const Body& b) { check(pliant_guide_pause(b.world->id, b.id)); }, "Its guide; resume goes on.")
        .def(
            "stop", [](const Body& b) { check(pliant_guide_stop(b.world->id, b.id)); },
            "Its guide holds its pose; resume starts from the beginning.")
        .def("resume", [](const Body& b) { check(pliant_guide_resume(b.world->id, b.id)); })
        .def(
            "seek", [](const Body& b, double seconds) { check(pliant_guide_seek(b.world->id, b.id, seconds)); },
            "In the clip of its guide.", "seconds"_a)
        .def_property_readonly("guide", guide_of, "What its guide does.")
        .def("remove", [](const Body& b) { check(pliant_body_destroy(b.world->id, b.id)); });
}
