// Stage present: surfaces follow the matter. They are written into the one of three frames that no reader holds.

#include "world/present/presentation.h"

namespace pliant {

void Presentation::show_at_once(Body& body) {
    ++contents_.revision;
    present_body(body, body.frames[body.shown]);
    body.frames[(body.shown + 2) % 3] = body.frames[body.shown];
}

void Presentation::show_seam(const Body& body, SurfaceFrame& frame) const {
    const CharacterGuide* guide = body.character_guide.get();
    const CharacterInstance* c = guide ? contents_.characters.find(guide->character) : nullptr;
    if (!c || body.guide_released || body.model->whole || c->surface.empty()) return;
    for (const CharacterGuide::SeamVertex& s : guide->seam) {
        frame.positions[s.vertex] = c->surface[s.of_character];
        frame.normals[s.vertex] = c->surface_normal[s.of_character];
    }
}

// Where that takes long, all workers look after one surface; of others each takes one.
void Presentation::run() {
    const auto is_large = [](const Body& body) { return body.model->surface.vertex_count() >= 16384; };
    for (Body* body : step_.all_bodies)
        if (is_large(*body)) present_next(*body, step_.team);
    Team alone;
    step_.team.run(static_cast<u32>(step_.all_bodies.size()), [&](u32 i, u32) {
        if (!is_large(*step_.all_bodies[i])) present_next(*step_.all_bodies[i], alone);
    });
}

void Presentation::present_next(Body& body, Team& team) {
    // What lies still looks like the step before, and the one before that.
    body.still_frames = body.still() ? body.still_frames + 1 : 0;
    if (body.still_frames > 2) return;
    if (body.new_topology) {
        body.new_topology = false;
        present_in_all_frames(body, team);
    } else {
        present_body(body, body.frames[(body.shown + 1) % 3], true, team);
    }
    body.alone = body.jumped, body.jumped = false;
    body.shown = (body.shown + 1) % 3;
}

void Presentation::present_body(Body& body, SurfaceFrame& frame, bool seams) const {
    Team alone;
    present_body(body, frame, seams, alone);
}

// `seams`: characters are where they are to be seen.
void Presentation::present_body(Body& body, SurfaceFrame& frame, bool seams, Team& team) const {
    SurfaceFrame& own = body.model->embedded ? body.simulation_surface : frame;
    body.matter->present(body.view, own, team);
    if (seams) show_seam(body, own);
    if (body.model->embedded) body.model->embedded->present(own, frame);
}

void Presentation::present_in_all_frames(Body& body, Team& team) const {
    present_body(body, body.frames[body.shown], false, team);
    for (u32 k = 1; k < 3; ++k) body.frames[(body.shown + k) % 3] = body.frames[body.shown];
}

// All frames of a surface with another topology: as it is now.
void Presentation::show_new_topology(Body& body) {
    show_new_topology_next(body);
    body.new_topology = false;
    Team alone;
    present_in_all_frames(body, alone);
}

void Presentation::show_new_topology_next(Body& body) {
    body.motion = {};
    for (u32 p = 0; p < body.view.count; ++p) body.motion.bounds.add(body.view.position[p].xyz());
    body.topology_version = ++contents_.topologies;
    body.still_frames = 0;
    body.new_topology = true;
}

}  // namespace pliant
