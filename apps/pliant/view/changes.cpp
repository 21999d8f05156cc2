#include "pliant/view/changes.h"

#include <cstring>

#include "cook/body_maps.h"
#include "core/files.h"
#include "core/trig.h"

namespace pliant::view {

namespace {

class Comparison {
  public:
    SceneChanges result;

    void sets(const ParameterSet& before, const ParameterSet& after, Target target, const std::string& thing,
              const std::string& path) {
        // A preset is no part of a snapshot, so it cannot change in the middle of a run.
        if (&before.table() != &after.table() || before.preset() != after.preset()) return rebuild(path + ".preset");
        for (const Parameter& row : before.table().rows) {
            const Value &old = before.value(row.id), &now = after.value(row.id);
            if (old == now) continue;
            if (is_to_be_made(old, now)) {
                rebuild(path + "." + row.name);
                continue;
            }
            if (row.effect != Effect::next_step) {
                if (target == Target::world && row.id == WorldP::duration) {
                    result.duration = true;
                } else {
                    rebuild(path + "." + row.name);
                }
                continue;
            }
            const Value given = after.is_explicit(row.id) ? after.value(row.id) : Value();
            // A world gives parameters of attachments, joints and characters other values, but does not take them away.
            const bool stays = target == Target::attachment || target == Target::joint || target == Target::character;
            if (stays && !given.has_value()) rebuild(path + "." + row.name);
            result.live.push_back({target, thing, row.name, given});
        }
        // One by one they might not go together on the way.
        const auto same = [&](u16 id) { return before.value(id) == after.value(id); };
        if (&before.table() == &body_table && !same(BodyP::sleep_beyond) && !same(BodyP::sleep_wake_within))
            rebuild(path + ".sleep");
    }

    // Of objects without live parameters.
    void fixed(const ParameterSet& before, const ParameterSet& after, const std::string& path) {
        for (const Parameter& row : before.table().rows)
            if (!(before.value(row.id) == after.value(row.id))) rebuild(path + "." + row.name);
    }

    // Maps of images, places and bones are made when a body is, unless they have their values with them.
    static bool is_to_be_made(const Value& old, const Value& now) {
        const Map *before = old.map(), *after = now.map();
        if (!after || !after->source || after->values) return false;
        return !before || before->attribute != after->attribute || before->values || after->fps > 0;
    }

    void rebuild(const std::string& why) {
        if (!result.rebuild) result.why = why;
        result.rebuild = true;
    }
};

// Keys of a collider's position or rotation always need a rebuild, whatever moved it before.
bool moves_by_keys(const ParameterSet& p) { return p.keyed(ColliderP::position) || p.keyed(ColliderP::rotation); }

template <class Things>
bool same_names(const Things& a, const Things& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
        if (a[i].name != b[i].name) return false;
    return true;
}

bool same_colliders(const SceneCollider& a, const SceneCollider& b) {
    return a.mesh == b.mesh && a.points == b.points && a.parts.size() == b.parts.size() && a.columns == b.columns &&
           a.rows == b.rows && a.heights == b.heights && moves_by_keys(a.parameters) == moves_by_keys(b.parameters);
}

void compare_cameras(const Scene& before, const Scene& after, SceneChanges& result) {
    result.cameras = !same_names(before.cameras, after.cameras);
    for (size_t i = 0; !result.cameras && i < before.cameras.size(); ++i)
        for (const Parameter& row : camera_table.rows)
            if (!(before.cameras[i].parameters.value(row.id) == after.cameras[i].parameters.value(row.id)))
                result.cameras = true;
}

}  // namespace

SceneChanges changes_between(const Scene& before, const Scene& after) {
    Comparison c;
    compare_cameras(before, after, c.result);
    if (!same_names(before.assets, after.assets)) c.rebuild("assets");
    if (!same_names(before.bodies, after.bodies)) c.rebuild("bodies");
    if (!same_names(before.colliders, after.colliders)) c.rebuild("colliders");
    if (!same_names(before.characters, after.characters)) c.rebuild("characters");
    if (!same_names(before.pairs, after.pairs)) c.rebuild("pairs");
    if (!same_names(before.attachments, after.attachments)) c.rebuild("attachments");
    if (!same_names(before.fields, after.fields)) c.rebuild("fields");
    if (!same_names(before.joints, after.joints)) c.rebuild("joints");
    if (c.result.rebuild) return c.result;
    c.sets(before.world, after.world, Target::world, "", "world");
    for (size_t i = 0; i < before.assets.size(); ++i)
        c.fixed(before.assets[i].parameters, after.assets[i].parameters, "assets." + before.assets[i].name);
    for (size_t i = 0; i < before.bodies.size(); ++i) {
        const SceneBody &a = before.bodies[i], &b = after.bodies[i];
        const std::string path = "bodies." + a.name;
        if (a.kind != b.kind || a.asset != b.asset || a.mesh != b.mesh || !(a.faces == b.faces) ||
            !(a.surface == b.surface)) {
            c.rebuild(path);
            continue;
        }
        c.sets(a.common, b.common, Target::body, a.name, path);
        c.sets(a.own, b.own, Target::body, a.name, path);
    }
    for (size_t i = 0; i < before.colliders.size(); ++i) {
        const SceneCollider &a = before.colliders[i], &b = after.colliders[i];
        const std::string path = "colliders." + a.name;
        if (!same_colliders(a, b)) c.rebuild(path);
        for (size_t p = 0; p < std::min(a.parts.size(), b.parts.size()); ++p) c.fixed(a.parts[p], b.parts[p], path);
        c.fixed(a.asset, b.asset, path);
        c.sets(a.parameters, b.parameters, Target::collider, a.name, path);
    }
    for (size_t i = 0; i < before.characters.size(); ++i) {
        const SceneCharacter &a = before.characters[i], &b = after.characters[i];
        if (a.asset != b.asset || a.capsules != b.capsules) c.rebuild("characters." + a.name);
        c.sets(a.parameters, b.parameters, Target::character, a.name, "characters." + a.name);
    }
    for (size_t i = 0; i < before.joints.size(); ++i) {
        const std::string path = "joints." + before.joints[i].name;
        const size_t known = c.result.live.size();
        c.sets(before.joints[i].parameters, after.joints[i].parameters, Target::joint, before.joints[i].name, path);
        if (c.result.live.size() > known + 1) c.rebuild(path);  // one by one they might not go together on the way
    }
    for (size_t i = 0; i < before.attachments.size(); ++i) {
        const SceneAttachment &a = before.attachments[i], &b = after.attachments[i];
        if (a.body != b.body) c.rebuild("attachments." + a.name);
        c.sets(a.parameters, b.parameters, Target::attachment, a.name, "attachments." + a.name);
    }
    for (size_t i = 0; i < before.pairs.size(); ++i) {
        const ScenePair &a = before.pairs[i], &b = after.pairs[i];
        if (a.first != b.first || a.second != b.second) c.rebuild("pairs." + a.name);
        c.fixed(a.parameters, b.parameters, "pairs." + a.name);
    }
    for (size_t i = 0; i < before.fields.size(); ++i)
        c.fixed(before.fields[i].parameters, after.fields[i].parameters, "fields." + before.fields[i].name);
    return c.result;
}

namespace {

void set_or_reset(ParameterSet& set, const LiveChange& change) {
    if (change.value.has_value()) return set.set(change.parameter, change.value);
    if (const Parameter* row = set.table().find(change.parameter)) set.reset(row->id);
}

void apply_to_body(World& world, BodyId id, const LiveChange& change) {
    if (change.value.has_value()) return world.bodies().set_parameter(id, change.parameter, change.value);
    // As World::set_parameter does, for a value that is left out.
    Body& body = *world.body(id);
    if (body_table.find(change.parameter)) {
        set_or_reset(body.common, change);
        body.parameters_changed = true;
        BodySystem::paint(body, body.common);
    } else {
        set_or_reset(body.own, change);
        body.matter->begin_step(body.own, world.time(),
                                static_cast<float>(world.step_length() / world.contents().substep_count()), true);
    }
    world.wake(id);
}

// A change of a body of the scene also applies to the pieces torn from it.
void apply_to_body(World& world, const LiveChange& change) {
    std::vector<BodyId> meant;
    world.contents().bodies.each([&](BodyId id, const Body& body) {
        if (body.scene_name() == change.thing) meant.push_back(id);
    });
    for (BodyId id : meant) apply_to_body(world, id, change);
}

void apply_to_collider(World& world, const LiveChange& change) {
    const ColliderId id = world.find_collider(change.thing);
    if (!id) return;
    Collider& collider = *world.collider(id);
    set_or_reset(collider.parameters, change);
    const ParameterSet& p = collider.parameters;
    if ((change.parameter == "position" || change.parameter == "rotation") && !moves_by_keys(p))
        world.colliders().place(id, {p.vector(ColliderP::position).to<float>(),
                                     rotation_from_degrees(p.vector(ColliderP::rotation)).to<float>()});
    if (change.parameter == "layer" || change.parameter == "collides_with") {
        collider.layers.layer = world.contents().layer_bit(p.text(ColliderP::layer));
        collider.layers.touches = p.is_explicit(ColliderP::collides_with) ? 0 : ~0u;
        for (const std::string& other : p.names(ColliderP::collides_with))
            collider.layers.touches |= world.contents().layer_bit(other);
    }
    if (collider.shape.kind == ShapeKind::plane) {
        world.wake_all();
    } else {
        world.wake_near(collider.shape.bounds(collider.pose));
    }
}

}  // namespace

void apply_change(World& world, const LiveChange& change) {
    switch (change.target) {
        case Target::world:
            set_or_reset(world.parameters(), change);
            if (change.parameter != world_table.rows[WorldP::viewpoint].name) world.wake_all();
            break;
        case Target::body: apply_to_body(world, change); break;
        case Target::collider: apply_to_collider(world, change); break;
        case Target::attachment:
            if (const AttachmentId id = world.find_attachment(change.thing); id && change.value.has_value())
                world.attachments().set_parameter(id, change.parameter, change.value);
            break;
        case Target::joint:
            if (const JointId id = world.find_joint(change.thing); id && change.value.has_value())
                world.joints().set_parameter(id, change.parameter, change.value);
            break;
        case Target::character:
            if (const CharacterId id = world.find_character(change.thing); id && change.value.has_value())
                world.characters().set_parameter(id, change.parameter, change.value);
            break;
    }
}

std::vector<std::string> files_of(const Scene& scene) {
    std::vector<std::string> files;
    const auto add = [&](const ParameterSet& asset) {
        if (asset.is_explicit(AssetP::file)) files.push_back(resolved_path(scene.folder, asset.text(AssetP::file)));
    };
    for (const SceneAsset& a : scene.assets) add(a.parameters);
    for (const SceneCollider& c : scene.colliders) add(c.asset);
    for (const SceneBody& body : scene.bodies)
        for (const ParameterSet* set : {&body.common, &body.own})
            for (const std::string& image : images_of_maps(*set)) files.push_back(resolved_path(scene.folder, image));
    return files;
}

}  // namespace pliant::view
