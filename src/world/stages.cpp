#include "world/stages.h"

#include "rigid/system.h"
#include "world/matter/plasticity.h"
#include "world/systems.h"

namespace pliant {

namespace {

void drive_characters(Systems& s) {
    s.characters.drive();
    s.character_following.drive();
}

void drive_colliders(Systems& s) {
    s.contents.colliders.each([&](ColliderId, Collider& collider) { s.colliders.update_parameters(collider); });
    s.step.events.joints.clear();
    if (!s.contents.rigid) return;
    s.rigid_coupling.drive();
    s.joints.drive();
}

void choose_detail(Systems& s) {
    s.detail.choose_levels();
    s.distance_pause.run();
}

void begin_bodies(Systems& s) {
    s.step.list_bodies();
    for (Body* body : s.step.all_bodies) {
        body->contacts = 0;
        s.bodies.update_common_parameters(*body);
    }
    s.rates.choose();
    s.pulls.list();
    for (Body* body : s.step.all_bodies) s.bodies.begin_matter(*body);
    s.step.events.contacts.clear();
    s.contact_impulses.begin_step();
    s.pairs.clear();
}

void apply_forces(Systems& s) {
    s.detail.begin_blend();
    s.matter.apply_forces();
    s.fields.push();
    s.guides.apply_springs();
}

void predict_rigid(Systems& s, const Substep& common) {
    if (!s.step.rigid_moves) return;
    s.rigid_coupling.apply_forces();
    s.rigid_coupling.apply_drag(common);
    s.contents.rigid->predict(s.step.h, common.gravity);
}

void find_contacts(Systems& s) {
    s.contact_detection.find();
    s.contact_assembly.run();
    if (!s.step.solves_together) s.contact_update.run();  // hard hits want the speeds
}

// Where everything will come until contacts are looked for again.
void predict_paths(Systems& s) {
    s.colliders.move_to(static_cast<double>(s.step.substep) / s.step.substeps);
    s.detail.move_guided_bodies();
    s.path_prediction.move_to_ends();
    s.rigid_coupling.begin_search();
}

void find_pairs_and_contacts(Systems& s) {
    if (s.step.substep == 0 || s.pairs.left_swept_bounds()) s.pairs.find();
    find_contacts(s);
    if (s.hard_hits.slow_down()) {
        s.rigid_coupling.predict_poses();
        if (s.pairs.left_swept_bounds()) s.pairs.find();  // something was launched
        find_contacts(s);                                 // again, for the rest of the displacement
    }
    if (s.step.rigid_moves) s.contents.rigid->collide(s.step.h, s.step.team);
}

// Along the whole way of the small steps that follow.
void search(Systems& s) {
    const SearchStretch stretch(s.step);
    predict_paths(s);
    find_pairs_and_contacts(s);
    s.path_prediction.move_back();
}

void correct_islands(Systems& s) {
    s.step.team.run(static_cast<u32>(s.contact_set.islands.size()), [&](u32 i, u32) {
        const Island& island = s.contact_set.islands[i];
        if (!island.rigid) s.contact_solver.resolve_overlaps(island);  // of others, project has done it
        s.contact_solver.apply_restitution(island);
    });
}

// Looks once more at the whole way since contacts were looked for: what would still pass through something moves with
// it.
void guard(Systems& s) {
    const SearchStretch stretch(s.step);
    s.colliders.move_to(static_cast<double>(s.step.substep) / s.step.substeps);
    s.rigid_coupling.take_whole_ways();
    s.path_prediction.take_whole_ways();
    s.separation.push_out_points();
    s.separation.sweep_edges();
    if (s.step.solves_together) s.separation.push_out_of_colliders();
    s.cloth_separation.run();
}

void sum_impulses(Systems& s) {
    s.contact_report.sum_impulses();
    if (s.step.rigid_moves) s.contact_report.sum_collider_impulses();
    if (!s.step.solves_together) s.resting_contacts.sum_impulses();
    s.contact_impulses.collect();
    s.pulls.sum_impulses();
}

void end_substep(Systems& s) {
    const std::vector<Body*>& moving = s.step.moving_bodies;
    s.step.team.run(static_cast<u32>(moving.size()),
                    [&](u32 i, u32) { moving[i]->matter->end_substep(moving[i]->view); });
}

void settle_rigid(Systems& s) {
    if (!s.contents.rigid) return;
    s.sleep.report_woken();
    s.rigid_coupling.settle();
    s.joints.break_overloaded();
}

void settle_colliders_and_forces(Systems& s) {
    for (Collider* collider : s.step.all_colliders) {
        collider->pose = collider->target;
        collider->forces.clear();
    }
    for (Body* body : s.step.all_bodies) body->forces.clear();
}

void settle_targets(Systems& s) {
    s.detail.settle();
    s.pulls.settle();
    s.characters.settle();
}

void advance_clock(Contents& contents) {
    if (!contents.prerolling) ++contents.step_count;
    contents.time = static_cast<double>(contents.step_count) * contents.step_length();
}

}  // namespace

void drive(Systems& s) {
    s.waking.wake_animated();
    s.fields.wake();
    s.contents.bodies.each([&](BodyId, Body& body) { s.bodies.update_maps(body); });
    s.guides.drive();
    s.attachment_holds.update();  // where everything is as the last step left it
    drive_characters(s);
    drive_colliders(s);
    s.bodies.update_held();
    s.pulls.drive();
    choose_detail(s);
    begin_bodies(s);
}

void predict(Systems& s) {
    s.colliders.move_to(static_cast<double>(s.step.substep) / s.step.substeps);
    s.detail.move_guided_bodies();
    apply_forces(s);
    s.motion_limits.set();
    s.pulls.set_kinematic_targets();
    if (!s.step.solves_together) s.resting_contacts.find();
    const Substep common = s.matter.common_substep();
    predict_rigid(s, common);
    s.matter.solve(common);
    s.quarantine.check_motion();
    s.detail.blend();
    s.pulls.read_target_impulses();
    s.pulls.pull_ahead();
    s.rigid_coupling.predict_poses();
}

void collide(Systems& s) {
    if (s.step.solves_together) return search(s);
    find_pairs_and_contacts(s);
}

void project(Systems& s) {
    if (s.step.solves_together) s.contact_update.run();
    s.contact_solver.solve_islands();
}

void commit(Systems& s) {
    if (!s.step.solves_together) s.warm_impulses.keep(s.resting_contacts);  // before hits add to them
    if (s.step.rigid_moves) s.contents.rigid->commit(s.step.h, s.step.team);
    correct_islands(s);
    if (s.step.ends_search()) guard(s);
    s.motion_limits.enforce();
    s.cloth_separation.list_crossings();
    sum_impulses(s);
    s.quarantine.check_contacts();
    end_substep(s);
    if (s.step.solves_together && s.step.ends_search()) s.warm_impulses.keep(s.resting_contacts);
}

void settle(Systems& s) {
    s.contact_report.report();
    settle_rigid(s);
    settle_colliders_and_forces(s);
    apply_plasticity(s.step);
    s.pulls.break_overloaded();
    s.sleep.fall_asleep();
    settle_targets(s);
    advance_clock(s.contents);
    s.tear.run();
}

void present(Systems& s) { s.presentation.run(); }

}  // namespace pliant
