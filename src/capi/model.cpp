#include "body/registry.h"
#include "capi/tables.h"
#include "cook/model_bytes.h"

using namespace pliant;
using namespace pliant::capi;

pliant_result pliant_model_cook(pliant_asset asset, pliant_settings settings, pliant_model* out) {
    return guarded("pliant_model_cook", [&] {
        need(out, "out");
        const auto mesh = asset_table_of_ids().find(asset);
        if (!mesh) fail(PLIANT_NO_SUCH_ID, "there is no such asset");
        const auto given = settings_of(settings);
        if (given && !given->kind) fail(PLIANT_BAD_ARGUMENT, "the settings are not of a kind");
        const Kind& kind = given ? *given->kind : default_kind();
        const ParameterSet own = given ? given->own : ParameterSet(kind.parameters);
        CookedModel cooked =
            cook_model(mesh->mesh, kind, own, given ? given->common->vector(BodyP::scale) : Vec3d{1, 1, 1});
        const std::string report = lines_of(cooked.report);
        *out = model_table().add(std::make_shared<ModelObject>(ModelObject{cooked.model, report}));
        log_report(report);
    });
}

pliant_result pliant_model_load(const void* bytes, size_t size, pliant_model* out) {
    return guarded("pliant_model_load", [&] {
        need(bytes, "bytes"), need(out, "out");
        *out = model_table().add(std::make_shared<ModelObject>(
            ModelObject{model_from_bytes({static_cast<const char*>(bytes), size}, "cooked model"), ""}));
    });
}

static std::shared_ptr<ModelObject> model_of(pliant_model model) {
    auto object = model_table().find(model);
    if (!object) fail(PLIANT_NO_SUCH_ID, model.slot ? "there is no such model any more" : "the model is null");
    return object;
}

pliant_result pliant_model_save(pliant_model model, void* buffer, size_t capacity, size_t* size) {
    return guarded("pliant_model_save", [&] {
        const std::string bytes = model_bytes(*model_of(model)->model);
        copy_out(bytes.data(), bytes.size(), buffer, capacity, size);
    });
}

void pliant_model_destroy(pliant_model model) { model_table().remove(model); }

const char* pliant_model_report(pliant_model model) {
    const auto object = model_table().find(model);
    return object ? object->report.c_str() : "";
}

pliant_result pliant_model_get_info(pliant_model model, pliant_model_info* out) {
    return guarded("pliant_model_get_info", [&] {
        need(out, "out");
        const Model& m = *model_of(model)->model;
        *out = {m.kind().name,
                m.particle_count,
                m.render_surface().vertex_count(),
                static_cast<u32>(m.render_surface().indices.size() / 3),
                m.contact.point_count(),
                m.volume,
                m.content_hash};
    });
}
