#include "capi/calls.h"

#include "core/assert.h"

namespace pliant::capi {

void CallWriter::put_value(pliant_settings settings) {
    const auto given = settings_of(settings);
    out_.text(given ? given->own.table().name : "");
    if (!given) return;
    save_parameters(out_, given->own);
    if (given->common) save_parameters(out_, *given->common);
}

void CallWriter::put_value(const pliant_body_def& def) {
    PL_ASSERT(model_table().find(def.model));
    put(def.name, 1);
    out_.value(capture_.model(*model_table().find(def.model)->model));
    put_value(def.settings);
    out_.value(def.placement), out_.value<u8>(def.use_placement);
}

void CallWriter::put_value(const pliant_collider_def& def) {
    put(def.name, 1);
    put_value(def.settings);
    const auto mesh = asset_table_of_ids().find(def.mesh);
    out_.value<u64>(mesh ? capture_.mesh(mesh->mesh) : 0);
    const auto given = settings_of(def.settings);
    const std::string shape = given ? given->own.text(ColliderP::shape) : "";
    // Of other shapes nobody reads them.
    put(shape == "height_field" ? def.heights : nullptr, size_t(def.columns) * def.rows);
    put(shape == "compound" ? def.parts : nullptr, def.part_count);
    out_.value<u64>(def.part_count);
    out_.value(def.columns), out_.value(def.rows), out_.value(def.pose), out_.value<u8>(def.use_pose);
}

void CallWriter::put_value(const pliant_attachment_def& def) {
    put(def.name, 1);
    out_.value(def.body);
    put_value(def.settings);
    out_.value(def.point), out_.value<u8>(def.use_point);
}

void CallWriter::put_value(const pliant_line_def& def) {
    PL_ASSERT(def.points || def.point_count == 0);
    put(def.points, def.point_count);
    out_.value<u64>(def.point_count);
    out_.value(def.direction), out_.value(def.width), out_.value(def.strength);
}

}  // namespace pliant::capi
