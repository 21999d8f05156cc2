// import pliant: the C interface as Python has it. Arrays are views of the engine's memory; what fails raises
// pliant.Error with the library's sentence.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <map>
#include <memory>
#include <optional>

#include "pliant/pliant.hpp"

namespace py = pybind11;
using pliant_cpp::check;
using namespace py::literals;

namespace {

using Triple = std::array<double, 3>;

pliant_vec3 vec3(const Triple& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
Triple triple(const pliant_vec3& v) { return {v.x, v.y, v.z}; }

// ---- values of parameters

void set_keys(pliant_settings settings, const std::string& name, const py::dict& keys) {
    std::vector<double> times, values;
    for (const py::handle item : keys["keys"]) {
        const auto pair = item.cast<std::pair<double, py::object>>();
        times.push_back(pair.first);
        const Triple v = py::isinstance<py::sequence>(pair.second) ? pair.second.cast<Triple>()
                                                                   : Triple{pair.second.cast<double>(), 0, 0};
        values.insert(values.end(), v.begin(), v.end());
    }
    const std::string word = keys.contains("ease") ? keys["ease"].cast<std::string>() : "linear";
    if (word != "linear" && word != "smooth" && word != "step")
        throw py::value_error(name + ": ease is '" + word + "'; expected 'linear', 'smooth' or 'step'");
    const pliant_ease ease = word == "smooth" ? PLIANT_SMOOTH : word == "step" ? PLIANT_STEP : PLIANT_LINEAR;
    check(pliant_settings_set_keys(settings, name.c_str(), times.data(), values.data(), times.size(), ease,
                                   keys.contains("loop") && keys["loop"].cast<bool>()));
}

void set_value(pliant_settings settings, const std::string& name, const py::handle& value);

void set_members(pliant_settings settings, const std::string& prefix, const py::dict& members) {
    for (const auto& [key, value] : members) set_value(settings, prefix + key.cast<std::string>(), value);
}

bool are_names(const py::handle& value) {
    if (!py::isinstance<py::sequence>(value) || py::isinstance<py::str>(value)) return false;
    for (const py::handle item : value)
        if (!py::isinstance<py::str>(item)) return false;
    return true;
}

// As scenes have them: numbers, vectors, words, lists of names, keys, maps, and groups.
void set_value(pliant_settings settings, const std::string& name, const py::handle& value) {
    if (py::isinstance<py::bool_>(value))
        return check(pliant_settings_set_flag(settings, name.c_str(), value.cast<bool>()));
    if (py::isinstance<py::str>(value)) {
        const std::string text = value.cast<std::string>();
        return check(name == "preset" ? pliant_settings_set_preset(settings, text.c_str())
                                      : pliant_settings_set_text(settings, name.c_str(), text.c_str()));
    }
    if (py::isinstance<py::dict>(value)) {
        const py::dict d = value.cast<py::dict>();
        if (d.contains("keys")) return set_keys(settings, name, d);
        if (d.contains("attribute"))
            return check(pliant_settings_set_map(settings, name.c_str(), d["attribute"].cast<std::string>().c_str(),
                                                 d["low"].cast<double>(), d["high"].cast<double>(),
                                                 d.contains("scale") && d["scale"].cast<std::string>() == "log"));
        return set_members(settings, name + ".", d);
    }
    if (are_names(value)) {
        const auto names = value.cast<std::vector<std::string>>();
        std::vector<const char*> texts;
        for (const std::string& n : names) texts.push_back(n.c_str());
        return check(pliant_settings_set_names(settings, name.c_str(), texts.data(), texts.size()));
    }
    if (py::isinstance<py::sequence>(value) || py::isinstance<py::array>(value)) {
        const Triple v = value.cast<Triple>();
        return check(pliant_settings_set_vector(settings, name.c_str(), v[0], v[1], v[2]));
    }
    check(pliant_settings_set_number(settings, name.c_str(), value.cast<double>()));
}

pliant_cpp::Settings settings_of(const char* table, const py::kwargs& parameters) {
    pliant_cpp::Settings settings = pliant_cpp::make_settings(table);
    set_members(settings, "", parameters);
    return settings;
}

// ---- assets and models

struct Asset {
    pliant_cpp::Asset id;
};
struct Model {
    pliant_cpp::Model id;
    std::string kind;
};

Asset load_asset(const std::string& path, const std::optional<std::string>& unit, const std::optional<std::string>& up,
                 const std::optional<std::string>& mesh, double scale) {
    pliant_asset_def def = pliant_default_asset_def();
    def.unit = unit ? unit->c_str() : nullptr, def.up = up ? up->c_str() : nullptr;
    def.mesh = mesh ? mesh->c_str() : nullptr, def.scale = scale;
    return {pliant_cpp::load_asset(path, def)};
}

Asset make_shape(const std::string& shape, const Triple& size, uint32_t detail) {
    Asset asset;
    check(pliant_asset_from_shape(shape.c_str(), vec3(size), detail, asset.id.out()));
    return asset;
}

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<uint32_t, py::array::c_style | py::array::forcecast>;

Asset make_mesh(const Floats& points, const Indices& triangles, const std::string& name,
                const std::optional<Floats>& uvs, const std::map<std::string, Floats>& attributes) {
    const auto expect_rows = [](const py::array& a, py::ssize_t columns, const char* what) {
        if (a.ndim() != 2 || a.shape(1) != columns)
            throw py::value_error(std::string(what) + ": expected rows of " + std::to_string(columns));
    };
    expect_rows(points, 3, "points"), expect_rows(triangles, 3, "triangles");
    pliant_mesh_def def = pliant_default_mesh_def();
    def.name = name.c_str(), def.positions = points.data(), def.point_count = static_cast<size_t>(points.shape(0));
    def.indices = triangles.data(), def.index_count = static_cast<size_t>(triangles.size());
    if (uvs) {
        expect_rows(*uvs, 2, "uvs");
        if (uvs->shape(0) != points.shape(0)) throw py::value_error("uvs: expected one for every point");
        def.uvs = uvs->data();
    }
    std::vector<const char*> names;
    std::vector<const float*> values;
    for (const auto& [attribute, numbers] : attributes) {
        if (numbers.size() != points.shape(0))
            throw py::value_error(attribute + ": expected one number for every point");
        names.push_back(attribute.c_str()), values.push_back(numbers.data());
    }
    def.attribute_names = names.data(), def.attributes = values.data(), def.attribute_count = names.size();
    Asset asset;
    check(pliant_asset_from_mesh(&def, asset.id.out()));
    return asset;
}

Model cook(const Asset& asset, const std::string& kind, const py::kwargs& parameters) {
    const pliant_cpp::Settings settings = settings_of(kind.c_str(), parameters);
    Model model{{}, kind};
    const py::gil_scoped_release other_threads;
    check(pliant_model_cook(asset.id, settings, model.id.out()));
    return model;
}

py::dict info_of(const Model& model) {
    pliant_model_info i;
    check(pliant_model_get_info(model.id, &i));
    return py::dict("kind"_a = i.kind, "particles"_a = i.particles, "vertices"_a = i.vertices,
                    "triangles"_a = i.triangles, "volume"_a = i.volume, "hash"_a = i.hash,
                    "report"_a = pliant_model_report(model.id));
}

// ---- worlds, and what is in them

struct World {
    pliant_cpp::World id;
};
using WorldPointer = std::shared_ptr<World>;

struct Body {
    WorldPointer world;
    pliant_body id;
};
struct Collider {
    WorldPointer world;
    pliant_collider id;
};
struct Attachment {
    WorldPointer world;
    pliant_attachment id;
};

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

pliant_transform placement(const Triple& position, const std::array<double, 4>& rotation) {
    return {vec3(position),
            {static_cast<float>(rotation[0]), static_cast<float>(rotation[1]), static_cast<float>(rotation[2]),
             static_cast<float>(rotation[3])}};
}

WorldPointer make_world(uint32_t threads, const py::kwargs& parameters) {
    const pliant_cpp::Settings settings = settings_of("world", parameters);
    pliant_world_def def = pliant_default_world_def();
    def.threads = threads, def.settings = settings;
    auto world = std::make_shared<World>();
    check(pliant_world_create(&def, world->id.out()));
    return world;
}

WorldPointer world_of_scene(const std::string& scene, const std::vector<std::string>& settings, uint32_t threads) {
    pliant_cpp::Scene loaded;
    if (scene.find('{') != std::string::npos) {
        std::vector<const char*> texts;
        for (const std::string& s : settings) texts.push_back(s.c_str());
        check(pliant_scene_from_memory(scene.c_str(), "scene", ".", texts.data(), texts.size(), loaded.out()));
    } else {
        loaded = pliant_cpp::load_scene(scene, settings);
    }
    auto world = std::make_shared<World>();
    pliant_world_def def = pliant_default_world_def();
    def.threads = threads;
    const py::gil_scoped_release other_threads;
    check(pliant_scene_prepare(loaded, nullptr, nullptr));
    check(pliant_scene_create_world(loaded, &def, world->id.out()));
    return world;
}

Body add_body(const WorldPointer& world, const std::string& name, const Model& model, const py::kwargs& parameters) {
    const pliant_cpp::Settings settings = settings_of(model.kind.c_str(), parameters);
    pliant_body_def def = pliant_default_body_def();
    def.name = name.c_str(), def.model = model.id, def.settings = settings;
    Body body{world, {}};
    check(pliant_body_create(world->id, &def, &body.id));
    return body;
}

Collider add_collider(const WorldPointer& world, const std::string& name, const std::optional<Asset*>& mesh,
                      const py::kwargs& parameters) {
    const pliant_cpp::Settings settings = settings_of("collider", parameters);
    pliant_collider_def def = pliant_default_collider_def();
    def.name = name.c_str(), def.settings = settings;
    if (mesh && *mesh) def.mesh = (*mesh)->id;
    Collider collider{world, {}};
    check(pliant_collider_create(world->id, &def, &collider.id));
    return collider;
}

Attachment attach(const WorldPointer& world, const Body& body, const std::string& name,
                  const std::optional<Triple>& point, const py::kwargs& parameters) {
    const pliant_cpp::Settings settings = settings_of("attachment", parameters);
    pliant_attachment_def def = pliant_default_attachment_def();
    def.name = name.c_str(), def.body = body.id, def.settings = settings;
    if (point) def.point = vec3(*point), def.use_point = true;
    Attachment attachment{world, {}};
    check(pliant_attachment_create(world->id, &def, &attachment.id));
    return attachment;
}

std::map<std::string, Body> bodies(const WorldPointer& world) {
    std::map<std::string, Body> all;
    for (const pliant_body id : pliant_cpp::bodies(world->id)) {
        pliant_body_info info;
        check(pliant_body_get_info(world->id, id, &info));
        all.emplace(info.name, Body{world, id});
    }
    return all;
}

void step(const WorldPointer& world, uint32_t steps) {
    const py::gil_scoped_release other_threads;
    for (uint32_t i = 0; i < steps; ++i) check(pliant_world_step(world->id));
}

py::dict info_of(const WorldPointer& world) {
    pliant_world_info i;
    check(pliant_world_get_info(world->id, &i));
    py::dict stages;
    std::vector<double> seconds(pliant_stage_count());
    check(pliant_world_stage_seconds(world->id, seconds.data(), seconds.size()));
    for (size_t s = 0; s < seconds.size(); ++s) stages[pliant_stage_name(s)] = seconds[s];
    return py::dict("time"_a = i.time, "step_length"_a = i.step_length, "steps"_a = i.steps, "bodies"_a = i.bodies,
                    "colliders"_a = i.colliders, "bodies_awake"_a = i.bodies_awake, "contacts"_a = i.contacts,
                    "islands"_a = i.islands, "substeps"_a = i.substeps, "kinetic_energy"_a = i.kinetic_energy,
                    "potential_energy"_a = i.potential_energy, "seconds"_a = stages);
}

py::bytes save(const WorldPointer& world) {
    size_t size = 0;
    check(pliant_world_save(world->id, nullptr, 0, &size));
    std::string bytes(size, '\0');
    check(pliant_world_save(world->id, bytes.data(), bytes.size(), &size));
    return bytes;
}

py::list contact_events(const WorldPointer& world) {
    const pliant_contact_event* events = nullptr;
    const size_t count = pliant_world_contact_events(world->id, &events);
    static constexpr const char* phases[] = {"begin", "stay", "end"};
    py::list list;
    for (size_t i = 0; i < count; ++i) {
        const pliant_contact_event& e = events[i];
        const auto name = [&](pliant_body id) -> py::object {
            pliant_body_info info;
            if (!id.slot || pliant_body_get_info(world->id, id, &info) != PLIANT_OK) return py::none();
            return py::str(info.name);
        };
        py::object collider = py::none();
        if (const char* known = e.other_collider.slot ? pliant_collider_name(world->id, e.other_collider) : nullptr)
            collider = py::str(known);
        list.append(py::dict("body"_a = name(e.body), "other_body"_a = name(e.other_body), "collider"_a = collider,
                             "phase"_a = phases[e.phase], "hit"_a = e.hit, "sensor"_a = e.sensor,
                             "point"_a = triple(e.point), "normal"_a = triple(e.normal), "impulse"_a = e.impulse,
                             "speed"_a = e.speed));
    }
    return list;
}

// ---- bodies

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
        if (!d.contains("attribute"))
            throw py::value_error(name + ": expected a number, a vector, names or a map of an attribute");
        return check(pliant_body_set_map(world, body.id, name.c_str(), d["attribute"].cast<std::string>().c_str(),
                                         d["low"].cast<double>(), d["high"].cast<double>(),
                                         d.contains("scale") && d["scale"].cast<std::string>() == "log"));
    }
    if (are_names(value)) {
        const auto names = value.cast<std::vector<std::string>>();
        std::vector<const char*> texts;
        for (const std::string& n : names) texts.push_back(n.c_str());
        return check(pliant_body_set_names(world, body.id, name.c_str(), texts.data(), texts.size()));
    }
    if (py::isinstance<py::sequence>(value) || py::isinstance<py::array>(value)) {
        const Triple v = value.cast<Triple>();
        return check(pliant_body_set_vector(world, body.id, name.c_str(), v[0], v[1], v[2]));
    }
    check(pliant_body_set_number(world, body.id, name.c_str(), value.cast<double>()));
}

py::list parameters_of(const std::string& table) {
    py::list rows;
    const size_t count = pliant_parameter_count(table.c_str());
    if (count == 0) throw py::value_error("there is no table '" + table + "'");
    for (size_t i = 0; i < count; ++i) {
        pliant_parameter p;
        check(pliant_parameter_at(table.c_str(), i, &p));
        rows.append(py::dict("name"_a = p.name, "unit"_a = p.unit, "help"_a = p.help, "takes"_a = p.takes,
                             "choices"_a = p.choices, "low"_a = p.low, "high"_a = p.high, "keyed"_a = p.keyed,
                             "painted"_a = p.painted, "live"_a = p.live));
    }
    return rows;
}

// What a function takes by name, from the tables.
std::string with_parameters(std::string text, std::initializer_list<const char*> tables) {
    for (const char* table : tables) {
        text += std::string("\n\nParameters (") + table + "):\n";
        for (size_t i = 0; i < pliant_parameter_count(table); ++i) {
            pliant_parameter p;
            if (pliant_parameter_at(table, i, &p) != PLIANT_OK) continue;
            text += std::string("  ") + p.name + ": " + p.takes + ". " + p.help + "\n";
        }
    }
    return text;
}

}  // namespace

PYBIND11_MODULE(pliant, m) {
    check(pliant_check());
    m.doc() =
        "Artist-directed deformable bodies. Units are metres, kilograms and seconds; +y is up.\n\n"
        "`positions` and `velocities` of bodies are views of the engine's memory, read-only: they show the new state "
        "after a "
        "step, and are to be asked for again when bodies were added, removed or have torn.";
    m.attr("__version__") = std::to_string(PLIANT_VERSION_MAJOR) + "." + std::to_string(PLIANT_VERSION_MINOR) + "." +
                            std::to_string(PLIANT_VERSION_PATCH);
    py::register_exception<pliant_cpp::Failure>(m, "Error", PyExc_RuntimeError);

    py::class_<Asset>(m, "Asset", "A mesh: from a file, a shape, or arrays.")
        .def_property_readonly("report", [](const Asset& a) { return pliant_asset_report(a.id); })
        .def("__repr__",
             [](const Asset& a) { return std::string("<pliant.Asset ") + pliant_asset_report(a.id) + ">"; });
    m.def("load", load_asset, "A mesh from a file.", "path"_a, py::kw_only(), "unit"_a = py::none(),
          "up"_a = py::none(), "mesh"_a = py::none(), "scale"_a = 1.0);
    m.def("shape", make_shape, "A ready-made mesh: \"box\", \"sphere\", \"octopus\" …; a size of 0 is the usual one.",
          "shape"_a, "size"_a = Triple{0, 0, 0}, "detail"_a = 8);
    m.def("mesh", make_mesh,
          "A mesh from arrays: points (n, 3), triangles (t, 3), uvs (n, 2), and painted attributes of n numbers each.",
          "points"_a, "triangles"_a, "name"_a = "mesh", py::kw_only(), "uvs"_a = py::none(),
          "attributes"_a = std::map<std::string, Floats>());

    py::class_<Model>(m, "Model", "A mesh cooked to matter, shared by any number of bodies.")
        .def_readonly("kind", &Model::kind)
        .def_property_readonly("info", [](const Model& model) { return info_of(model); });
    m.def("cook", cook, "Makes matter of a mesh: of kind \"lattice\", \"cloth\", \"flesh\", \"jiggle\".", "asset"_a,
          "kind"_a = "lattice");
    m.def("parameters", parameters_of,
          "The rows of a table: \"world\", \"body\", \"collider\", \"attachment\", a kind.", "table"_a);
    m.def("world", world_of_scene, "A world with all that is in a scene: the path of a file, or JSON.", "scene"_a,
          "settings"_a = std::vector<std::string>(), "threads"_a = 1);

    py::class_<World, WorldPointer>(m, "World", "Everything that is simulated together.")
        .def(py::init(&make_world), with_parameters("A world of its own.", {"world"}).c_str(), "threads"_a = 1)
        .def("add_body", add_body, with_parameters("A body of a cooked model.", {"body"}).c_str(), "name"_a, "model"_a)
        .def("add_collider", add_collider, with_parameters("Something solid.", {"collider"}).c_str(), "name"_a,
             "mesh"_a = py::none())
        .def("attach", attach,
             with_parameters("Holds places of a body; `point` is in the world.", {"attachment"}).c_str(), "body"_a,
             "name"_a = "attachment", "point"_a = py::none())
        .def("step", step, "Goes on by so many steps of fixed length.", "steps"_a = 1)
        .def(
            "advance",
            [](const WorldPointer& w, double seconds, uint32_t most) {
                uint32_t steps = 0;
                const py::gil_scoped_release other_threads;
                check(pliant_world_advance(w->id, seconds, most, &steps));
                return steps;
            },
            "As many steps as fit; what is left is kept. Returns how many.", "seconds"_a, "most_steps"_a = 8)
        .def_property_readonly("bodies", bodies, "All bodies, by name.")
        .def_property_readonly("info", [](const WorldPointer& w) { return info_of(w); })
        .def_property_readonly("time", [](const WorldPointer& w) { return info_of(w)["time"].cast<double>(); })
        .def_property_readonly("hash",
                               [](const WorldPointer& w) {
                                   uint64_t hash = 0;
                                   check(pliant_world_hash(w->id, &hash));
                                   return hash;
                               })
        .def_property_readonly("contacts", contact_events, "What touched in the last step.")
        .def("save", save, "All state, as bytes.")
        .def(
            "restore",
            [](const WorldPointer& w, const std::string& bytes) {
                check(pliant_world_restore(w->id, bytes.data(), bytes.size()));
            },
            "Back to what was saved; changes nothing when that does not fit.", "state"_a)
        .def(
            "blast",
            [](const WorldPointer& w, const Triple& center, float radius, float speed) {
                check(pliant_world_blast(w->id, vec3(center), radius, speed));
            },
            "center"_a, "radius"_a, "speed"_a)
        .def(
            "set",
            [](const WorldPointer& w, const std::string& name, const py::object& value) {
                if (py::isinstance<py::sequence>(value)) {
                    const Triple v = value.cast<Triple>();
                    return check(pliant_world_set_vector(w->id, name.c_str(), v[0], v[1], v[2]));
                }
                check(pliant_world_set_number(w->id, name.c_str(), value.cast<double>()));
            },
            "Changes a parameter while it runs.", "name"_a, "value"_a);

    py::class_<Body>(m, "Body", "One body in a world.")
        .def_property_readonly("name", [](const Body& b) { return info_of(b)["name"]; })
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
        .def("set", set_parameter, "Changes a parameter while it runs.", "name"_a, "value"_a)
        .def(
            "get",
            [](const Body& b, const std::string& name) {
                double value = 0;
                check(pliant_body_get_number(b.world->id, b.id, name.c_str(), &value));
                return value;
            },
            "name"_a)
        .def(
            "teleport",
            [](const Body& b, const Triple& by, const std::array<double, 4>& rotation) {
                check(pliant_body_teleport(b.world->id, b.id, placement(by, rotation)));
            },
            "Moves it as it is; rotation x y z w.", "by"_a, "rotation"_a = std::array<double, 4>{0, 0, 0, 1})
        .def(
            "put_at_rest",
            [](const Body& b, const Triple& at, const std::array<double, 4>& rotation) {
                check(pliant_body_put_at_rest(b.world->id, b.id, placement(at, rotation)));
            },
            "In its rest shape.", "at"_a, "rotation"_a = std::array<double, 4>{0, 0, 0, 1})
        .def(
            "set_velocity",
            [](const Body& b, const Triple& velocity, const Triple& spin) {
                check(pliant_body_set_velocity(b.world->id, b.id, vec3(velocity), vec3(spin)));
            },
            "velocity"_a, "spin"_a = Triple{0, 0, 0})
        .def(
            "apply_impulse",
            [](const Body& b, const Triple& impulse, const std::optional<Triple>& at) {
                check(at ? pliant_body_apply_impulse_at(b.world->id, b.id, vec3(impulse), vec3(*at))
                         : pliant_body_apply_impulse(b.world->id, b.id, vec3(impulse)));
            },
            "[N s] on all of it, or where its skin is nearest to a point.", "impulse"_a, "at"_a = py::none())
        .def(
            "hold",
            [](const Body& b, const Indices& which, bool held) {
                check(pliant_body_hold(b.world->id, b.id, which.data(), static_cast<size_t>(which.size()), held));
            },
            "Fixes particles in space, or lets them go.", "particles"_a, "held"_a = true)
        .def("wake", [](const Body& b) { check(pliant_body_wake(b.world->id, b.id)); })
        .def(
            "play",
            [](const Body& b, const std::string& clip, double fade) {
                check(pliant_guide_play(b.world->id, b.id, clip.c_str(), fade));
            },
            "Plays a clip of its guide; fade below 0: the body's own.", "clip"_a, "fade"_a = -1.0)
        .def("remove", [](const Body& b) { check(pliant_body_destroy(b.world->id, b.id)); });

    py::class_<Collider>(m, "Collider", "Something solid.")
        .def_property_readonly("name", [](const Collider& c) { return pliant_collider_name(c.world->id, c.id); })
        .def(
            "move",
            [](const Collider& c, const Triple& to, const std::array<double, 4>& rotation) {
                check(pliant_collider_move(c.world->id, c.id, placement(to, rotation)));
            },
            "Over the next step, pushing what is in the way.", "to"_a, "rotation"_a = std::array<double, 4>{0, 0, 0, 1})
        .def("remove", [](const Collider& c) { check(pliant_collider_destroy(c.world->id, c.id)); });

    py::class_<Attachment>(m, "Attachment", "Places of a body that are held.")
        .def(
            "move",
            [](const Attachment& a, const Triple& to) { check(pliant_attachment_move(a.world->id, a.id, vec3(to))); },
            "to"_a)
        .def_property_readonly("force",
                               [](const Attachment& a) {
                                   pliant_vec3 force;
                                   bool broken = false;
                                   check(pliant_attachment_force(a.world->id, a.id, &force, &broken));
                                   return triple(force);
                               })
        .def_property_readonly("broken",
                               [](const Attachment& a) {
                                   pliant_vec3 force;
                                   bool broken = false;
                                   check(pliant_attachment_force(a.world->id, a.id, &force, &broken));
                                   return broken;
                               })
        .def("remove", [](const Attachment& a) { check(pliant_attachment_destroy(a.world->id, a.id)); });
}
