// Worlds, and what is put into them.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "things.h"

namespace {

WorldPointer make_world(uint32_t threads, const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of("world", parameters);
    pliant_world_def def = pliant_default_world_def();
    def.threads = threads, def.settings = settings;
    auto world = std::make_shared<World>();
    check(pliant_world_create(&def, world->id.out()));
    return world;
}

pliant::Scene load_scene(const std::string& scene, const std::vector<std::string>& settings) {
    if (scene.find('{') == std::string::npos) return pliant::load_scene(scene, settings);
    pliant::Scene loaded;
    const Texts texts(settings);
    check(pliant_scene_from_memory(scene.c_str(), "scene", ".", texts.data(), texts.size(), loaded.out()));
    return loaded;
}

WorldPointer world_of_scene(const std::string& scene, const std::vector<std::string>& settings, uint32_t threads) {
    const pliant::Scene loaded = load_scene(scene, settings);
    auto world = std::make_shared<World>();
    pliant_world_def def = pliant_default_world_def();
    def.threads = threads;
    const py::gil_scoped_release other_threads;
    check(pliant_scene_prepare(loaded, nullptr, nullptr));
    check(pliant_scene_create_world(loaded, &def, world->id.out()));
    check(pliant_world_preroll(world->id));
    return world;
}

py::dict inspect(const std::string& scene, const std::vector<std::string>& settings) {
    const pliant::Scene loaded = load_scene(scene, settings);
    {
        const py::gil_scoped_release other_threads;
        check(pliant_scene_prepare(loaded, nullptr, nullptr));
    }
    return py::dict("report"_a = pliant_scene_report(loaded), "advice"_a = pliant_scene_advice(loaded),
                    "duration"_a = pliant_scene_duration(loaded), "rate"_a = pliant_scene_rate(loaded));
}

std::map<std::string, Attachment> attachments(const WorldPointer& world) {
    std::map<std::string, Attachment> all;
    for (const pliant_attachment id : pliant::listed(pliant_world_attachments, pliant_world(world->id))) {
        pliant_attachment_info info;
        check(pliant_attachment_get_info(world->id, id, &info));
        all.emplace(info.name, Attachment{world, id});
    }
    return all;
}

Body add_body(const WorldPointer& world, const std::string& name, const Model& model, const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of(model.kind.c_str(), parameters);
    pliant_body_def def = pliant_default_body_def();
    def.name = name.c_str(), def.model = model.id, def.settings = settings;
    Body body{{{world, {}}}};
    check(pliant_body_create(world->id, &def, &body.id));
    return body;
}

Collider add_collider(const WorldPointer& world, const std::string& name, const std::optional<Asset*>& mesh,
                      const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of("collider", parameters);
    pliant_collider_def def = pliant_default_collider_def();
    def.name = name.c_str(), def.settings = settings;
    if (mesh && *mesh) def.mesh = (*mesh)->id;
    Collider collider{{{world, {}}}};
    check(pliant_collider_create(world->id, &def, &collider.id));
    return collider;
}

Attachment attach(const WorldPointer& world, const Body& body, const std::string& name,
                  const std::optional<Triple>& point, const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of("attachment", parameters);
    pliant_attachment_def def = pliant_default_attachment_def();
    def.name = name.c_str(), def.body = body.id, def.settings = settings;
    if (point) def.point = vec3(*point), def.use_point = true;
    Attachment attachment{world, {}};
    check(pliant_attachment_create(world->id, &def, &attachment.id));
    return attachment;
}

Joint add_joint(const WorldPointer& world, const std::string& name, const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of("joint", parameters);
    Joint joint{world, {}};
    check(pliant_joint_create(world->id, name.c_str(), settings, &joint.id));
    return joint;
}

Field add_field(const WorldPointer& world, const std::string& name, const py::kwargs& parameters) {
    const pliant::Settings settings = settings_of("field", parameters);
    Field field{world, {}};
    check(pliant_field_create(world->id, name.c_str(), settings, &field.id));
    return field;
}

std::map<std::string, Collider> colliders(const WorldPointer& world) {
    std::vector<pliant_collider> ids(pliant_world_colliders(world->id, nullptr, 0));
    pliant_world_colliders(world->id, ids.data(), ids.size());
    std::map<std::string, Collider> all;
    for (const pliant_collider id : ids) all.emplace(pliant_object_name(world->id, id), Collider{{{world, id}}});
    return all;
}

std::map<std::string, Body> bodies(const WorldPointer& world) {
    std::map<std::string, Body> all;
    for (const pliant_body id : pliant::bodies(world->id)) {
        pliant_body_info info;
        check(pliant_body_get_info(world->id, id, &info));
        all.emplace(info.name, Body{{{world, id}}});
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

// Arrays of what each ray hit first: how far away (infinite: nothing), where, and the normal there; and names.
py::dict cast_rays(const WorldPointer& world, const Floats& origins, const Floats& directions, float length) {
    if (origins.ndim() != 2 || origins.shape(1) != 3 || directions.ndim() != 2 || directions.shape(1) != 3 ||
        origins.shape(0) != directions.shape(0))
        throw py::value_error("origins, directions: expected as many rows of 3 of both");
    const size_t count = static_cast<size_t>(origins.shape(0));
    std::vector<pliant_ray> rays(count);
    const auto row = [](const Floats& a, size_t i) {
        const float* v = a.data() + 3 * i;
        return pliant_vec3{v[0], v[1], v[2]};
    };
    for (size_t i = 0; i < count; ++i) rays[i] = {row(origins, i), row(directions, i), length};
    std::vector<pliant_hit> hits(count);
    check(pliant_world_cast_rays(world->id, rays.data(), count, hits.data()));
    py::array_t<float> distances(origins.shape(0)), points({origins.shape(0), py::ssize_t(3)}),
        normals({origins.shape(0), py::ssize_t(3)});
    py::list names;
    for (size_t i = 0; i < count; ++i) {
        const pliant_hit& h = hits[i];
        const bool none = !h.object.slot;
        distances.mutable_data()[i] = none ? std::numeric_limits<float>::infinity() : h.distance;
        const float at[6] = {h.point.x, h.point.y, h.point.z, h.normal.x, h.normal.y, h.normal.z};
        std::copy_n(at, 3, points.mutable_data() + 3 * i), std::copy_n(at + 3, 3, normals.mutable_data() + 3 * i);
        names.append(object_name(world, h.object));
    }
    return py::dict("distances"_a = distances, "points"_a = points, "normals"_a = normals, "names"_a = names);
}

}  // namespace

void add_world(py::module_& m) {
    m.def("world", world_of_scene, "A world with all that is in a scene: the path of a file, or JSON.", "scene"_a,
          "settings"_a = std::vector<std::string>(), "threads"_a = 1);
    m.def("inspect", inspect,
          "Reads a scene and cooks its bodies: what there is to report and to advise, lines of text, with its duration "
          "and rate. Raises an error that lists its mistakes.",
          "scene"_a, "settings"_a = std::vector<std::string>());

    py::class_<World, WorldPointer> world(m, "World", "Everything that is simulated together.");
    world.def(py::init(&make_world), with_parameters("A world of its own.", {"world"}).c_str(), "threads"_a = 1)
        .def("add_body", add_body, with_parameters("A body of a cooked model.", {"body"}).c_str(), "name"_a, "model"_a)
        .def("add_collider", add_collider, with_parameters("Something solid.", {"collider"}).c_str(), "name"_a,
             "mesh"_a = py::none())
        .def("attach", attach,
             with_parameters("Holds places of a body; `point` is in the world.", {"attachment"}).c_str(), "body"_a,
             "name"_a = "attachment", "point"_a = py::none())
        .def("add_joint", add_joint,
             with_parameters("Holds two colliders together, of which one is dynamic.", {"joint"}).c_str(), "name"_a)
        .def("add_field", add_field,
             with_parameters("Where everything is pushed, drawn, whirled or slowed down.", {"field"}).c_str(), "name"_a)
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
        .def_property_readonly("colliders", colliders, "All colliders, by name.")
        .def_property_readonly("attachments", attachments,
                               "All attachments, by name; of a name that pieces share, one.")
        .def_property_readonly("info", [](const WorldPointer& w) { return info_of(w); })
        .def_property_readonly("time", [](const WorldPointer& w) { return info_of(w)["time"].cast<double>(); })
        .def_property_readonly("hash",
                               [](const WorldPointer& w) {
                                   uint64_t hash = 0;
                                   check(pliant_world_hash(w->id, &hash));
                                   return hash;
                               })
        .def("cast_rays", cast_rays,
             "What each ray hits first: distances (infinite: nothing), points, normals and names; length 0: unbounded.",
             "origins"_a, "directions"_a, "length"_a = 0.0f)
        .def("save", save, "All state, as bytes.")
        .def(
            "restore",
            [](const WorldPointer& w, const std::string& bytes) {
                check(pliant_world_restore(w->id, bytes.data(), bytes.size()));
            },
            "Back to what was saved; changes nothing when that does not fit.", "state"_a)
        .def(
            "explode",
            [](const WorldPointer& w, const Triple& center, float radius, float speed) {
                check(pliant_world_explode(w->id, vec3(center), radius, speed));
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
    add_events(world);
}
