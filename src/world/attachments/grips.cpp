// Which places of a body an attachment grips.

#include <algorithm>

#include "body/painted.h"
#include "core/text.h"
#include "world/attachments/attachment.h"
#include "world/skin_places.h"

namespace pliant {

AttachmentWhere where_of(const ParameterSet& p) {
    AttachmentWhere where{p.vector(AttachmentP::where_point).to<float>(),
                          static_cast<float>(p.number(AttachmentP::where_radius))};
    if (p.is_explicit(AttachmentP::where_low))
        where.box = {p.vector(AttachmentP::where_low).to<float>(), p.vector(AttachmentP::where_high).to<float>()};
    where.attribute = p.text(AttachmentP::where_attribute);
    where.by_point = p.is_explicit(AttachmentP::where_point);
    where.overlap = p.flag(AttachmentP::where_overlap);
    return where;
}

static void check_box(const ParameterSet& p, u16 low_row, u16 high_row) {
    const std::string low = attachment_table.rows[low_row].name, high = attachment_table.rows[high_row].name;
    if (p.is_explicit(low_row) != p.is_explicit(high_row))
        throw Error({low, "only one corner of a box", "both " + low + " and " + high, ""});
    const Vec3d from = p.vector(low_row), to = p.vector(high_row);
    for (int k = 0; k < 3; ++k)
        if (from[k] > to[k])
            throw Error({low, short_number(from[k]) + " is above " + short_number(to[k]) + " of " + high,
                         "the lower corner of the box", ""});
}

void check_where(const ParameterSet& p) {
    const bool point = p.is_explicit(AttachmentP::where_point), low = p.is_explicit(AttachmentP::where_low),
               high = p.is_explicit(AttachmentP::where_high);
    const bool overlap = p.flag(AttachmentP::where_overlap);
    if (!point && !low && !high && !overlap && !p.is_explicit(AttachmentP::where_attribute))
        throw Error({"", "an attachment without \"where\"",
                     "\"where\": { \"point\": [x, y, z] }, a place on the body at rest; or a box, \"low\" and "
                     "\"high\"; or an \"attribute\"; or \"overlap\": true",
                     ""});
    if (!point && p.is_explicit(AttachmentP::where_radius))
        throw Error({"where.radius", "a radius without where.point", "the middle of the ball", ""});
    if (overlap && !p.is_explicit(AttachmentP::to))
        throw Error({"where.overlap", "an overlap without \"to\"", "the colliders in which particles are held", ""});
    check_box(p, AttachmentP::where_low, AttachmentP::where_high);
    check_box(p, AttachmentP::to_low, AttachmentP::to_high);
    for (const u16 row : {AttachmentP::to_low, AttachmentP::to_attribute, AttachmentP::gap, AttachmentP::break_each})
        if (p.is_explicit(row) && !p.is_explicit(AttachmentP::to))
            throw Error({attachment_table.rows[row].name, "given without \"to\"", "what it is attached to", ""});
}

namespace {

// The place of the skin that is nearest to a point.
SkinPlace nearest_grip(const Model& model, std::span<const Vec3> rest, const Vec3& point) {
    const SkinPlace on = nearest_on_skin(model.contact, rest, point).place;
    // Where points are particles, a corner is held: it can have a target, and three corners of a triangle
    // cannot have the same one.
    if (model.contact.supports != 1 || on.count != 3) return on;
    u32 most = 0;
    for (u32 k = 1; k < 3; ++k)
        if (on.weight[k] > on.weight[most]) most = k;
    return {{on.point[most], 0, 0}, {1, 0, 0}, 1};
}

// An attribute of the mesh at the points of the skin.
std::vector<float> attribute_of_skin(const Model& model, const std::string& attribute) {
    const std::vector<float> of_particle = carried_attribute(model, attribute);
    const ContactSurface& skin = model.contact;
    std::vector<float> values(skin.point_count());
    for (u32 s = 0; s < values.size() * skin.supports; ++s)
        values[s / skin.supports] += skin.weight[s] * of_particle[skin.particle[s]];
    return values;
}

}  // namespace

static std::vector<SkinPlace> grips_at(const Model& model, const AttachmentWhere& where) {
    if (model.contact.point_count() == 0)
        throw Error({"where", "the body has no skin", "a body that can be touched", ""});
    const std::vector<Vec3> rest = skin_at_rest(model);
    std::vector<SkinPlace> grips;
    if (where.by_point) grips.push_back(nearest_grip(model, rest, where.point));
    std::vector<float> painted(rest.size());
    if (!where.attribute.empty()) painted = attribute_of_skin(model, where.attribute);
    const auto is_held = [&](u32 p) {
        return (where.radius > 0 && length_squared(rest[p] - where.point) <= where.radius * where.radius) ||
               where.box.contains(rest[p]) || painted[p] > 0.5f;
    };
    for (u32 p = 0; p < rest.size(); ++p)
        if (model.contact.role[p] != PointRole::guard &&
            !(where.by_point && grips[0].count == 1 && grips[0].point[0] == p) && is_held(p))
            grips.push_back({{p, 0, 0}, {1, 0, 0}, 1});
    if (grips.empty() && !model.whole)  // a piece may have nothing of what was held
        throw Error({"where", "no point of the body's skin is there", "a place on the body at rest",
                     "where.low and where.high are in the space of its mesh as scaled"});
    return grips;
}

std::vector<SkinPlace> find_grips(const Model& model, const AttachmentWhere& where) {
    std::vector<SkinPlace> grips;
    if (where.on_skin()) grips = grips_at(model, where);
    for (u32 p = 0; p < model.particle_count && !where.particles.empty(); ++p) {
        const u32 whole = model.whole ? model.particle_from[p] : p;
        if (std::binary_search(where.particles.begin(), where.particles.end(), whole))
            grips.push_back({{p, 0, 0}, {1, 0, 0}, SkinPlace::at_particle});
    }
    if (grips.empty()) grips.push_back(nearest_grip(model, skin_at_rest(model), where.point));
    return grips;
}

std::vector<u8> stitchable(const Model& model, const ParameterSet& p) {
    AttachmentWhere where;
    where.by_point = false;
    if (p.is_explicit(AttachmentP::to_low))
        where.box = {p.vector(AttachmentP::to_low).to<float>(), p.vector(AttachmentP::to_high).to<float>()};
    where.attribute = p.text(AttachmentP::to_attribute);
    if (!p.is_explicit(AttachmentP::to_low) && where.attribute.empty()) return {};
    std::vector<u8> may(model.contact.point_count());
    for (const SkinPlace& place : grips_at(model, where)) may[place.point[0]] = 1;
    return may;
}

void find_places(Attachment& a, const Model& model) {
    a.grips = find_grips(model, a.where);
    const std::vector<Vec3> rest = skin_at_rest(model);
    a.rest.resize(a.grips.size());
    for (size_t g = 0; g < a.grips.size(); ++g)
        a.rest[g] = a.grips[g].count == SkinPlace::at_particle ? model.rest_position(a.grips[g].point[0])
                                                               : place_of(a.grips[g], rest);
}

}  // namespace pliant
