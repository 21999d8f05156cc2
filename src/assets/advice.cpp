#include "assets/advice.h"

#include <algorithm>

#include "assets/proportion_advice.h"
#include "body/forecast.h"
#include "core/assert.h"
#include "core/text.h"

namespace pliant {

namespace {

std::vector<std::string> matter_advice(const SceneBuilder::PreparedBody& prepared, const Scene& scene, u32 substeps) {
    const double gravity =
        length(scene.world.vector(WorldP::gravity)) * std::fabs(prepared.body->common.number(BodyP::gravity_scale));
    const ForecastInput in{prepared.model, prepared.body->own, gravity, substeps,
                           1.0 / scene.world.number(WorldP::rate) / substeps};
    std::vector<std::string> lines = prepared.body->kind->forecast(in);
    for (std::string& line : proportion_advice(*prepared.body, *prepared.model)) lines.push_back(std::move(line));
    return lines;
}

// "a", "a and b", "a, b and c", "a, b and 98 more".
std::string joined_names(const std::vector<std::string>& names) {
    PL_ASSERT(!names.empty());
    constexpr size_t most = 3;
    std::string text = names[0];
    const size_t shown = names.size() > most ? most - 1 : names.size();
    for (size_t i = 1; i < shown; ++i)
        text += (i + 1 == names.size() ? " and " : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

// Bodies of which the same is to be said share their sentences.
void advise_matter(const Scene& scene, const SceneBuilder& prepared, u32 substeps, std::vector<std::string>& out) {
    struct Group {
        const Model* model;
        std::vector<std::string> lines, names;
    };
    std::vector<Group> groups;
    for (const SceneBuilder::PreparedBody& body : prepared.bodies()) {
        std::vector<std::string> lines = matter_advice(body, scene, substeps);
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
            return g.model == body.model.get() && g.lines == lines;
        });
        if (same == groups.end())
            groups.push_back({body.model.get(), std::move(lines), {body.body->name}});
        else
            same->names.push_back(body.body->name);
    }
    for (const Group& group : groups)
        for (const std::string& line : group.lines) out.push_back(joined_names(group.names) + ": " + line);
}

// Parameters that were given but change nothing, with the reason.
void advise_without_effect(const SceneBody& body, const Model& model, const Scene& scene,
                           std::vector<std::string>& out) {
    const auto say = [&](const char* parameter, const std::string& why) {
        out.push_back(body.name + "." + parameter + " has no effect: " + why);
    };
    for (const auto& [parameter, why] : body.kind->without_effect(body.own)) say(parameter.c_str(), why);
    const bool still_air =
        scene.world.vector(WorldP::wind_velocity) == Vec3d{} && !scene.world.keyed(WorldP::wind_velocity);
    if (body.common.is_explicit(BodyP::drag) && body.common.number(BodyP::drag) == 0 && !still_air)
        out.push_back(body.name + ": the wind does not move it, because its drag is 0");
    if (body.common.is_explicit(BodyP::gravity_scale) && length(scene.world.vector(WorldP::gravity)) == 0 &&
        !scene.world.keyed(WorldP::gravity))
        say("gravity_scale", "there is no gravity");
    if (scene.colliders.empty() && scene.bodies.size() == 1)
        for (u16 id : {BodyP::friction, BodyP::restitution, BodyP::thickness})
            if (body.common.is_explicit(id)) say(body_table.rows[id].name, "there is nothing to touch");
    for (u16 id : {BodyP::sleep_enabled, BodyP::sleep_beyond})
        if (body.common.is_explicit(id) && !scene.world.flag(WorldP::sleep_enabled))
            say(body_table.rows[id].name, "world.sleep.enabled is false");
    if (body.common.is_explicit(BodyP::particle_scale) && model.contact.radius == 0)
        say("particle_scale", "its skin touches, not spheres around its particles");
    if (body.common.is_explicit(BodyP::sleep_wake_within) && !body.common.is_explicit(BodyP::sleep_beyond))
        say("sleep.wake_within", "without sleep.beyond no distance puts it to sleep");
    if (body.common.is_explicit(BodyP::lower_rate_every) && !body.common.is_explicit(BodyP::lower_rate_beyond) &&
        !body.common.is_explicit(BodyP::detail_level))
        say("lower_rate.every", "without lower_rate.beyond no distance lowers its rate");
    if (body.common.is_explicit(BodyP::tessellation_levels) && !body.common.is_explicit(BodyP::tessellation_stretch))
        say("tessellation.levels", "without tessellation.stretch no face is split");
}

void advise_collider(const SceneCollider& c, std::vector<std::string>& out) {
    const std::string shape = c.parameters.text(ColliderP::shape);
    const auto say = [&](u16 id, const std::string& why) {
        if (c.parameters.is_explicit(id))
            out.push_back(c.name + "." + collider_table.rows[id].name + " has no effect: " + why);
    };
    if (shape != "sphere" && shape != "capsule") say(ColliderP::radius, "only spheres and capsules have a radius");
    if (shape != "capsule") say(ColliderP::height, "only capsules have a height");
    if (shape == "plane" || shape == "sphere" || shape == "capsule")
        say(ColliderP::size, "a " + shape + " has no size");
    const std::string& motion = c.parameters.text(ColliderP::motion);
    if (c.parameters.any_keys() && motion != "kinematic")
        out.push_back(c.name + ": its keys have no effect: it is " + motion +
                      (motion == "dynamic" ? ", and moves as forces and contacts move it" : "") +
                      " (\"motion\": \"kinematic\" moves it by them)");
}

void advise_attachment(const SceneAttachment& a, std::vector<std::string>& out) {
    if (a.parameters.is_explicit(AttachmentP::damping) && !a.parameters.is_explicit(AttachmentP::stiffness))
        out.push_back(a.name + ".damping has no effect: without a stiffness the attachment is rigid");
    if (a.parameters.is_explicit(AttachmentP::break_force) && a.parameters.is_explicit(AttachmentP::max_force) &&
        !a.parameters.keyed(AttachmentP::break_force) && !a.parameters.keyed(AttachmentP::max_force) &&
        a.parameters.number(AttachmentP::break_force) >= a.parameters.number(AttachmentP::max_force))
        out.push_back(a.name + ".break_force has no effect: the attachment never pulls harder than its max_force");
}

}  // namespace

std::vector<std::string> scene_advice(const Scene& scene, const SceneBuilder& prepared) {
    std::vector<std::string> out;
    const u32 least = static_cast<u32>(std::ceil(60.0 / scene.world.number(WorldP::rate) - 1e-9));
    const u32 substeps = std::max(static_cast<u32>(scene.world.number(WorldP::substeps)), least);
    for (const SceneBuilder::PreparedBody& body : prepared.bodies())
        advise_without_effect(*body.body, *body.model, scene, out);
    advise_matter(scene, prepared, substeps, out);
    for (const SceneCollider& c : scene.colliders) advise_collider(c, out);
    for (const SceneAttachment& a : scene.attachments) advise_attachment(a, out);
    if (scene.colliders.empty() && scene.attachments.empty())
        out.push_back("there is no collider: everything falls without end");
    return out;
}

}  // namespace pliant
