#include "capi/tables.h"
#include "geometry/shapes.h"
#include "geometry/solidity.h"

using namespace pliant;
using namespace pliant::capi;

pliant_asset_def pliant_default_asset_def(void) {
    pliant_asset_def def{};
    def.cookie = asset_cookie;
    def.scale = 1;
    return def;
}

pliant_mesh_def pliant_default_mesh_def(void) {
    pliant_mesh_def def{};
    def.cookie = mesh_cookie;
    return def;
}

static AssetSettings settings_of_def(const pliant_asset_def* def) {
    AssetSettings s;
    if (!def) return s;
    need_cookie(def->cookie, asset_cookie, "pliant_default_asset_def");
    if (def->unit) s.unit = def->unit;
    if (def->up) s.up = def->up;
    if (def->mesh) s.mesh = def->mesh;
    s.scale = def->scale;
    return s;
}

static pliant_asset keep(LoadedMesh loaded) {
    auto object = std::make_shared<AssetObject>();
    RepairReport repaired;
    const Triangulation triangles = triangulate(loaded.mesh);
    repair(loaded.mesh, triangles, repaired);
    object->closed = repaired.closed;
    object->triangles = static_cast<u32>(triangles.triangles.size());
    object->report = loaded.summary + "\n";
    for (const std::string& note : loaded.notes) object->report += "warning: " + note + "\n";
    for (const std::string& sentence : repaired.sentences()) object->report += sentence + "\n";
    object->mesh = std::move(loaded.mesh);
    log_report(object->report);
    return asset_table_of_ids().add(std::move(object));
}

pliant_result pliant_asset_load(const char* path, const pliant_asset_def* def, pliant_asset* out) {
    return guarded("pliant_asset_load", [&] {
        need(path, "path"), need(out, "out");
        *out = keep(load_mesh(path, settings_of_def(def)));
    });
}

pliant_result pliant_asset_from_memory(const void* bytes, size_t size, const char* name, const pliant_asset_def* def,
                                       pliant_asset* out) {
    return guarded("pliant_asset_from_memory", [&] {
        need(bytes, "bytes"), need(name, "name"), need(out, "out");
        *out = keep(load_mesh(std::string_view(static_cast<const char*>(bytes), size), name, settings_of_def(def), {}));
    });
}

// The n-th of strided groups of floats.
static const float* strided(const float* base, size_t stride, size_t usual, size_t n) {
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(base) + (stride ? stride : usual) * n);
}

static Vec3 finite(const Vec3& v, const char* what, size_t number) {
    if (!is_finite(v)) fail(PLIANT_BAD_ARGUMENT, std::string(what) + " " + std::to_string(number) + " is not finite");
    return v;
}

pliant_result pliant_asset_from_mesh(const pliant_mesh_def* def, pliant_asset* out) {
    return guarded("pliant_asset_from_mesh", [&] {
        need(def, "mesh"), need(out, "out");
        need_cookie(def->cookie, mesh_cookie, "pliant_default_mesh_def");
        need(def->positions, "positions"), need(def->indices, "indices");
        if (def->index_count == 0 || def->index_count % 3)
            fail(PLIANT_BAD_ARGUMENT, std::to_string(def->index_count) + " indices; expected three for each triangle");
        if (def->point_count > 0xffffffffu || def->index_count > 0xffffffffu)
            fail(PLIANT_BAD_ARGUMENT, "more points or indices than 32 bits can count");
        LoadedMesh loaded;
        Mesh& mesh = loaded.mesh;
        mesh.name = def->name ? def->name : "mesh";
        mesh.materials.emplace_back();
        for (size_t i = 0; i < def->point_count; ++i) {
            const float* p = strided(def->positions, def->position_stride, 12, i);
            mesh.points.push_back(finite({p[0], p[1], p[2]}, "point", i));
            mesh.vertex_point.push_back(static_cast<u32>(i));
            if (const float* n = def->normals ? strided(def->normals, def->normal_stride, 12, i) : nullptr)
                mesh.normals.push_back(finite({n[0], n[1], n[2]}, "normal", i));
            if (const float* t = def->uvs ? strided(def->uvs, def->uv_stride, 8, i) : nullptr)
                finite({t[0], t[1], 0}, "uv", i), mesh.uv.push_back({t[0], t[1]});
        }
        for (size_t i = 0; i < def->index_count; ++i) {
            if (def->indices[i] >= def->point_count)
                fail(PLIANT_BAD_ARGUMENT, "index " + std::to_string(i) + " is " + std::to_string(def->indices[i]) +
                                              "; there are " + std::to_string(def->point_count) + " points");
            mesh.face_vertex.push_back(def->indices[i]);
            if (i % 3 == 2) mesh.face_start.push_back(static_cast<u32>(i + 1)), mesh.face_material.push_back(0);
        }
        for (size_t a = 0; a < def->attribute_count; ++a) {
            need(def->attribute_names, "attribute_names"), need(def->attributes, "attributes"),
                need(def->attribute_names[a], "an attribute's name"), need(def->attributes[a], "an attribute");
            for (size_t i = 0; i < def->point_count; ++i)
                finite({def->attributes[a][i], 0, 0}, def->attribute_names[a], i);
            mesh.attributes.push_back(
                {def->attribute_names[a], {def->attributes[a], def->attributes[a] + def->point_count}});
        }
        loaded.summary = mesh.name + ": " + std::to_string(def->index_count / 3) + " triangles";
        *out = keep(std::move(loaded));
    });
}

pliant_result pliant_asset_from_shape(const char* shape, pliant_vec3 size, uint32_t detail, pliant_asset* out) {
    return guarded("pliant_asset_from_shape", [&] {
        need(shape, "shape"), need(out, "out");
        ParameterSet asset(asset_table);
        asset.set(AssetP::shape, shape);
        asset.set(AssetP::size, vector_of(size, "size").to<double>());
        asset.set(AssetP::detail, static_cast<double>(detail));
        *out = keep(load_asset(asset, "", ""));
    });
}

void pliant_asset_destroy(pliant_asset asset) { asset_table_of_ids().remove(asset); }

const char* pliant_asset_report(pliant_asset asset) {
    const auto object = asset_table_of_ids().find(asset);
    return object ? object->report.c_str() : "";
}

pliant_result pliant_asset_bounds(pliant_asset asset, pliant_box* out, uint32_t* points, uint32_t* triangles,
                                  bool* closed) {
    return guarded("pliant_asset_bounds", [&] {
        const auto object = asset_table_of_ids().find(asset);
        if (!object) fail(PLIANT_NO_SUCH_ID, "there is no such asset");
        if (out) *out = to_c(object->mesh.bounds());
        if (points) *points = static_cast<u32>(object->mesh.points.size());
        if (triangles) *triangles = object->triangles;
        if (closed) *closed = object->closed;
    });
}

pliant_result pliant_asset_is_solid(pliant_asset asset, bool* out) {
    return guarded("pliant_asset_is_solid", [&] {
        const auto object = asset_table_of_ids().find(asset);
        if (!object) fail(PLIANT_NO_SUCH_ID, "there is no such asset");
        need(out, "out");
        *out = measure_solidity(object->mesh).is_solid();
    });
}
