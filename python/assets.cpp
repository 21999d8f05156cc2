// Meshes, and matter cooked of them.
#include <map>
#include <optional>

#include "things.h"

namespace {

Asset load_asset(const std::string& path, const std::optional<std::string>& unit, const std::optional<std::string>& up,
                 const std::optional<std::string>& mesh, double scale) {
    pliant_asset_def def = pliant_default_asset_def();
    def.unit = unit ? unit->c_str() : nullptr, def.up = up ? up->c_str() : nullptr;
    def.mesh = mesh ? mesh->c_str() : nullptr, def.scale = scale;
    return {pliant::load_asset(path, def)};
}

Asset make_shape(const std::string& shape, const Triple& size, uint32_t detail) {
    Asset asset;
    check(pliant_asset_from_shape(shape.c_str(), vec3(size), detail, asset.id.out()));
    return asset;
}

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
    const pliant::Settings settings = settings_of(kind.c_str(), parameters);
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

}  // namespace

void add_assets(py::module_& m) {
    py::class_<Asset>(m, "Asset", "A mesh: from a file, a shape, or arrays.")
        .def_property_readonly("report", [](const Asset& a) { return pliant_asset_report(a.id); })
        .def_property_readonly(
            "is_solid",
            [](const Asset& a) {
                bool solid = false;
                check(pliant_asset_is_solid(a.id, &solid));
                return solid;
            },
            "Whether the mesh encloses volume, closed or but for some holes; sheets do not.")
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
    m.def("cook", cook, "Makes matter of a mesh: of a kind such as \"lattice\" or \"cloth\".", "asset"_a,
          "kind"_a = "lattice");
}
