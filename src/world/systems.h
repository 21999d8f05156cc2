// The systems that make a step, in the order in which they need each other.
#pragma once

#include "world/attachments/attachments.h"
#include "world/attachments/pulls.h"
#include "world/bodies/bodies.h"
#include "world/characters/characters.h"
#include "world/colliders/colliders.h"
#include "world/contact/assembly.h"
#include "world/contact/cloth_separation.h"
#include "world/contact/contact_update.h"
#include "world/contact/detection.h"
#include "world/contact/hard_hits.h"
#include "world/contact/impulses.h"
#include "world/contact/path_prediction.h"
#include "world/contact/report.h"
#include "world/contact/resting_contacts.h"
#include "world/contact/separation.h"
#include "world/contact/solver.h"
#include "world/contact/warm_impulses.h"
#include "world/detail/detail.h"
#include "world/detail/distance.h"
#include "world/detail/rates.h"
#include "world/fields/fields.h"
#include "world/guides/character_following.h"
#include "world/guides/guides.h"
#include "world/guides/motion_limits.h"
#include "world/matter/matter_solver.h"
#include "world/objects/objects.h"
#include "world/present/presentation.h"
#include "world/rigid_coupling/joints.h"
#include "world/rigid_coupling/rigid_coupling.h"
#include "world/rigid_coupling/skeletons.h"
#include "world/sleep/quarantine.h"
#include "world/sleep/sleep.h"
#include "world/sleep/waking.h"
#include "world/snapshot/snapshot.h"
#include "world/tear/tear.h"

namespace pliant {

struct Systems {
    Systems(Contents& world_contents, StepContext& world_step) : contents(world_contents), step(world_step) {}

    Contents& contents;
    StepContext& step;
    ContactSet contact_set;
    PullSet pull_set;

    Waking waking{contents, step};
    PairList pairs{contents, step, waking};
    HardHits hard_hits{contents, step, pairs, contact_set};
    WarmImpulses warm_impulses{contents, step, pairs, contact_set};
    ContactDetection contact_detection{step, pairs, warm_impulses};
    PathPrediction path_prediction{contents, step};
    ContactUpdate contact_update{contents, step, pairs, contact_set};
    Separation separation{contents, step, pairs, contact_set};
    ClothSeparation cloth_separation{contents, step, pairs, separation, contact_set, pull_set};
    RestingContacts resting_contacts{contents, step, pairs, warm_impulses, contact_set};
    ContactReport contact_report{contents, step, pairs, contact_set};
    ContactImpulses contact_impulses{contents, step, pairs, contact_set};
    AttachmentTargets attachment_targets{contents};
    AttachmentHolds attachment_holds{contents, step, waking, attachment_targets};
    AttachmentSystem attachments{contents, waking, attachment_targets, attachment_holds};
    GuideSystem guides{contents, step, waking};
    MotionLimits motion_limits{contents, step, guides};
    PullSolver pulls{contents, step, waking, attachment_targets, attachment_holds, motion_limits, pull_set};
    Sleep sleep{contents, step, waking, pairs, pulls, pull_set};
    ContactAssembly contact_assembly{contents, step, pairs, warm_impulses, contact_set, pulls, pull_set};
    Quarantine quarantine{contents, step, pairs, contact_set, pulls, pull_set};
    CharacterFollowing character_following{contents, step, waking, guides};
    FieldSystem fields{contents, step, waking};
    DetailSystem detail{contents, step, waking, guides};
    DistancePause distance_pause{contents, step, character_following};
    Rates rates{contents, step, pairs, warm_impulses, distance_pause};
    Skeletons skeletons{contents};
    JointSystem joints{contents, step};
    RigidCoupling rigid_coupling{contents, step, joints};
    ContactSolver contact_solver{contents, step, pairs, contact_set, pulls, rigid_coupling, pull_set};
    ColliderSystem colliders{contents, step, waking, contact_set, rigid_coupling};
    MatterSolver matter{contents, step};
    Presentation presentation{contents, step};
    CharacterSystem characters{contents, waking, skeletons, colliders, presentation};
    BodySystem bodies{contents,         step,        waking,      contact_set,
                      attachment_holds, attachments, guides,      character_following,
                      detail,           skeletons,   presentation};
    ObjectSystem objects{contents, waking, bodies, colliders};
    TearSystem tear{contents, step, warm_impulses, contact_set, attachment_holds, bodies, presentation};
    BodySnapshot body_snapshot{contents, warm_impulses, detail, bodies, presentation};
    RigidSnapshot rigid_snapshot{contents, colliders, joints};
    Snapshot snapshot{contents,      step,        bodies,           body_snapshot, rigid_snapshot, pairs,
                      warm_impulses, contact_set, attachment_holds, attachments,   characters,     fields};
};

}  // namespace pliant
