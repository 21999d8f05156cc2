// The table of layers, and what each collects from a world.

#include "render/layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "body/inspection.h"
#include "core/assert.h"
#include "core/text.h"
#include "render/joint_marks.h"
#include "render/moment.h"
#include "render/tear_line_marks.h"

namespace pliant::render {

namespace {

// Okabe and Ito's colours, which the colour-blind tell apart.
constexpr Color grey{170, 170, 170}, sky{86, 180, 233}, orange{230, 159, 0}, green{0, 158, 115}, vermilion{213, 94, 0},
    blue{0, 114, 178}, yellow{240, 228, 66}, dark{90, 90, 90};

constexpr LegendEntry touched[] = {{"touches nothing", grey},        {"a floor", sky},      {"a collider", orange},
                                   {"another body", green},          {"itself", vermilion}, {"held in space", blue},
                                   {"lets everything through", dark}};
constexpr LegendEntry normals[] = {{"the push of a contact, longer where it is stronger", yellow}};
constexpr LegendEntry held[] = {{"held places and where they are pulled to", vermilion},
                                {"let go: the pull was too strong", grey}};
constexpr LegendEntry torn[] = {{"lines along which it tears", tear_line_color}};
constexpr LegendEntry joined[] = {{"a joint, and what it draws to", joint_color},
                                  {"what its limits leave free", joint_limit_color},
                                  {"where it stands in that", joint_stand_color}};
constexpr LegendEntry cells[] = {{"edges of cells", blue}};
constexpr LegendEntry sleeping[] = {{"asleep", Color{110, 130, 170}}, {"frozen: it was not finite", vermilion}};

Color color_of(const ContactReport::ContactSides& sides) {
    if (sides.collider) return sides.collider->shape.kind == ShapeKind::plane ? sky : orange;
    return sides.other_body == sides.body ? vermilion : green;
}

// Large bodies have many particles: dots that nearly touch would hide everything.
float dot_radius(size_t count) { return count > 20000 ? 1.5f : count > 4000 ? 2.2f : 3.2f; }

// Those that are held, and those at which the skin is open.
void mark_particles(const Body& body, std::vector<Color>& color) {
    const ContactSurface& skin = body.model->contact;
    for (u32 point = 0; point < skin.point_count(); ++point)
        for (u32 k = point * skin.supports; body.surface.is_contact_disabled(point) && k < (point + 1) * skin.supports;
             ++k)
            if (skin.weight[k] > 0.25f) color[body.first_particle + skin.particle[k]] = dark;
    for (u32 p = 0; p < body.view.count; ++p)
        if (body.view.position[p].w == 0) color[body.first_particle + p] = blue;
}

void collect_particles(const World& world, Moment& moment) {
    const Particles& particles = world.contents().particles;
    std::vector<Color> color(particles.used(), grey);
    const ContactSet& set = world.contacts();
    world.contents().bodies.each([&](BodyId, const Body& body) { mark_particles(body, color); });
    for (const Contact& c : set.contacts) {
        if (c.impulse.normal <= 0) continue;
        const ContactReport::ContactSides sides = world.sides(c);
        for (u32 s = 0; s < c.support_count; ++s) color[set.supports[c.first_support + s].particle] = color_of(sides);
    }
    for (const RestingImpulse& f : set.resting_impulses) color[f.particle] = color_of({f.body, nullptr, nullptr});
    size_t count = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) { count += body.view.count; });
    const float radius = dot_radius(count);
    u32 number = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        for (u32 p = 0; p < body.view.count; ++p)
            moment.marks.dots.push_back({body.view.position[p].xyz(), radius, color[body.first_particle + p], number});
        ++number;
    });
}

void collect_cells(const World& world, Moment& moment) {
    std::vector<std::array<u32, 2>> links;
    u32 number = 0;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        links.clear();
        if (const Inspection* inspection = body.matter->inspection()) inspection->links(links);
        for (const auto& [a, b] : links)
            moment.marks.lines.push_back({body.view.position[a].xyz(), body.view.position[b].xyz(), blue, number});
        ++number;
    });
}

void collect_contacts(const World& world, Moment& moment) {
    const ContactSet& set = world.contacts();
    const Particles& particles = world.contents().particles;
    for (const Vec3& at : set.crossings) moment.marks.dots.push_back({at, 4.0f, vermilion, 0});
    float strongest = 0;
    for (const Contact& c : set.contacts) strongest = std::max(strongest, c.impulse.normal);
    for (const RestingImpulse& f : set.resting_impulses) strongest = std::max(strongest, f.impulse);
    if (strongest <= 0) return;
    const Box all = moment.bounds();
    const float longest = 0.12f * length(all.high - all.low);
    std::map<const Body*, u32> numbers;
    world.contents().bodies.each(
        [&](BodyId, const Body& body) { numbers.emplace(&body, static_cast<u32>(numbers.size())); });
    const auto mark = [&](const Vec3& at, const Vec3& normal, float impulse, u32 body) {
        const float size = longest * std::sqrt(impulse / strongest);
        moment.marks.lines.push_back({at, at + normal * size, yellow, body});
        moment.marks.dots.push_back({at, 2.5f, yellow, body});
    };
    for (const Contact& c : set.contacts) {
        if (c.impulse.normal <= 0) continue;
        Vec3 at;
        for (u32 s = 0; s < c.own_supports; ++s) {
            const Support& support = set.supports[c.first_support + s];
            at += particles.position[support.particle].xyz() * support.weight;
        }
        mark(at, c.normal, c.impulse.normal, numbers.at(world.sides(c).body));
    }
    for (const RestingImpulse& f : set.resting_impulses)
        mark(particles.position[f.particle].xyz(), f.normal, f.impulse, numbers.at(f.body));
}

constexpr float strain_high = 0.5f;

void collect_strain(const World& world, Moment& moment) {
    size_t i = 0;
    std::vector<float> strain;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        ShownBody& shown = moment.bodies[i++];
        strain.assign(body.view.count, 0);
        if (const Inspection* inspection = body.matter->inspection()) inspection->strain(body.view, strain);
        shown.field.resize(shown.positions.size());
        carry_to_render_surface(*body.model, strain, shown.field);
        for (float& f : shown.field) f = std::clamp(f / strain_high, 0.0f, 1.0f);
    });
}

void collect_attachments(const World& world, Moment& moment) {
    world.contents().attachments.each([&](AttachmentId id, const Attachment& a) {
        if (!a.holding && !a.broken) return;
        const Color color = a.broken ? grey : vermilion;
        const auto held_body = std::find_if(moment.bodies.begin(), moment.bodies.end(),
                                            [&](const ShownBody& body) { return body.id == a.body; });
        const u32 body = static_cast<u32>(held_body - moment.bodies.begin());
        // Those at a place in the world all go the same way: one stands for them.
        for (size_t g = 0; g < (a.targets.empty() ? 1 : a.grips.size()); ++g) {
            const Vec3 at = world.attachments().held_at(id, g), to = world.attachments().pulled_to(id, g);
            if (!a.broken && !a.holds_grip(g)) continue;
            moment.marks.dots.push_back({at, 4, color, body});
            if (a.broken) return;
            moment.marks.dots.push_back({to, 5, color, body});
            moment.marks.lines.push_back({at, to, color, body});
        }
    });
}

constexpr Layer table[] = {
    {.name = "surfaces", .title = "Surfaces", .help = "Bodies as they look.", .at_first = true},
    {.name = "colliders", .title = "Colliders", .help = "Solid things, floors among them.", .at_first = true},
    {.name = "grid",
     .title = "Grid",
     .help = "Lines on floors, one metre and ten centimetres apart.",
     .at_first = true},
    {.name = "particles",
     .title = "Particles by contact",
     .help = "Every particle, in the colour of what it touches, and whether it is held.",
     .collect = collect_particles,
     .legend = touched},
    {.name = "cells",
     .title = "Cells",
     .help = "What matter is made of: the edges of lattice cells.",
     .collect = collect_cells,
     .legend = cells},
    {.name = "contacts",
     .title = "Contact normals",
     .help = "Where and in which direction contacts push.",
     .collect = collect_contacts,
     .legend = normals},
    {.name = "strain",
     .title = "Strain",
     .help = "How far matter is from its rest shape: the largest stretch or compression, as a share of the length.",
     .collect = collect_strain,
     .unit = "%",
     .low = 0,
     .high = 100 * strain_high},
    {.name = "attachments",
     .title = "Attachments",
     .help = "Places that are held, and what pulls at them.",
     .collect = collect_attachments,
     .legend = held},
    {.name = "joints",
     .title = "Joints and their limits",
     .help = "Where joints are; cones and sectors for how far they turn.",
     .collect = collect_joints,
     .legend = joined},
    {.name = "tear_lines",
     .title = "Tear lines",
     .help = "Lines along which bodies tear, as they lie on them.",
     .collect = collect_tear_lines,
     .legend = torn},
    {.name = "sleep",
     .title = "Sleeping bodies",
     .help = "Bodies that are at rest and cost nothing.",
     .legend = sleeping},
};

size_t number_of(std::string_view name) {
    for (size_t i = 0; i < std::size(table); ++i)
        if (name == table[i].name) return i;
    return std::size(table);
}

}  // namespace

std::span<const Layer> layers() { return table; }

LayerSet LayerSet::usual() {
    LayerSet set;
    for (size_t i = 0; i < std::size(table); ++i) set.set(i, table[i].at_first);
    return set;
}

bool LayerSet::has(std::string_view name) const {
    PL_ASSERT(!name.empty());
    return has(number_of(name));
}

LayerSet LayerSet::from_text(std::string_view text) {
    LayerSet set = usual();
    for (std::string_view word : split(text, ',')) {
        word = trimmed(word);
        if (word.empty()) continue;
        if (word == "none") {
            set = {};
            continue;
        }
        const bool away = word.front() == '-';
        if (away) word.remove_prefix(1);
        const size_t number = number_of(word);
        if (number == std::size(table)) {
            std::string names = "none";
            std::vector<std::string> known;
            for (const Layer& layer : table) {
                names += ", " + std::string(layer.name);
                known.push_back(layer.name);
            }
            const std::string meant = nearest_name(word, known);
            throw Error({"--layers", "there is no layer " + in_quotes(word), "some of: " + names,
                         meant.empty() ? "" : "did you mean " + in_quotes(meant) + "?"});
        }
        set.set(number, !away);
    }
    return set;
}

// Dark blue over violet and orange to pale yellow; its lightness grows evenly, as in the maps that plotting tools use.
Color false_color(float t) {
    static constexpr float stops[][3] = {{13, 8, 135},   {84, 2, 163},   {139, 10, 165}, {185, 50, 137},
                                         {219, 92, 104}, {244, 136, 73}, {254, 188, 43}, {240, 249, 33}};
    constexpr size_t last = std::size(stops) - 1;
    const float x = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(last);
    const size_t i = std::min(static_cast<size_t>(x), last - 1);
    const float f = x - static_cast<float>(i);
    const auto channel = [&](size_t c) { return static_cast<u8>(stops[i][c] * (1 - f) + stops[i + 1][c] * f + 0.5f); };
    return {channel(0), channel(1), channel(2)};
}

}  // namespace pliant::render
