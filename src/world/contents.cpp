#include "world/contents.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace pliant {

Contents::Contents(ParameterSet world_parameters)
    : parameters(std::move(world_parameters)), particles(static_cast<u32>(parameters.number(WorldP::max_particles))) {}

Contents::~Contents() = default;

u32 Contents::substep_count() const {
    const u32 wanted = static_cast<u32>(parameters.number(WorldP::substeps));
    const u32 least = static_cast<u32>(std::ceil(step_length() / longest_substep - 1e-9));
    return std::max(wanted, least);
}

u32 Contents::layer_bit(std::string_view name) {
    for (size_t i = 0; i < layers.size(); ++i)
        if (layers[i] == name) return 1u << i;
    if (layers.size() == 32) throw Error({"layer " + in_quotes(name), "there are 32 layers already", "at most 32", ""});
    layers.emplace_back(name);
    return 1u << (layers.size() - 1);
}

void Contents::add_pair_rule(PairRule rule) {
    rule.first_id = names.id(rule.first);
    rule.second_id = names.id(rule.second);
    rule.collide = rule.parameters.flag(PairP::collide);
    if (rule.parameters.is_explicit(PairP::friction))
        rule.friction = static_cast<float>(rule.parameters.number(PairP::friction));
    if (rule.parameters.is_explicit(PairP::restitution))
        rule.restitution = static_cast<float>(rule.parameters.number(PairP::restitution));
    pair_rules.push_back(std::move(rule));
    ++collider_pairs_revision;
}

template <class T, class Tag>
static Id<Tag> find_by_name(const Pool<T, Tag>& pool, std::string_view name) {
    Id<Tag> found;
    pool.each([&](Id<Tag> id, const T& item) {
        if (!found && item.name == name) found = id;
    });
    return found;
}

BodyId Contents::find_body(std::string_view name) const { return find_by_name(bodies, name); }
ColliderId Contents::find_collider(std::string_view name) const { return find_by_name(colliders, name); }
AttachmentId Contents::find_attachment(std::string_view name) const { return find_by_name(attachments, name); }
CharacterId Contents::find_character(std::string_view name) const { return find_by_name(characters, name); }
FieldId Contents::find_field(std::string_view name) const { return find_by_name(fields, name); }
JointId Contents::find_joint(std::string_view name) const { return find_by_name(joints, name); }

}  // namespace pliant
