// Characters come, change, move and go.

#include "world/characters/characters.h"

#include <algorithm>

#include "core/soundness.h"
#include "core/text.h"
#include "world/characters/character_instance.h"
#include "world/paths.h"

namespace pliant {

namespace {

u32 clip_number(const CharacterInstance& c, const std::string& clip) {
    if (clip.empty()) return PlayedClip::none;
    std::vector<std::string> names;
    for (u32 i = 0; i < c.character().clips.size(); ++i) {
        if (c.character().clips[i].name == clip) return i;
        names.push_back(c.character().clips[i].name);
    }
    throw_unknown_name(c.name, "clip", clip, names, "no clip, for its file has none");
}

ParameterSet capsule_parameters(const BoneCapsule& capsule, const ParameterSet& of) {
    ParameterSet p(collider_table);
    p.set(ColliderP::shape, "capsule"), p.set(ColliderP::motion, "kinematic");
    p.set(ColliderP::look, of.text(CharacterP::look));
    p.set(ColliderP::radius, static_cast<double>(capsule.radius));
    p.set(ColliderP::height, 2.0 * (static_cast<double>(capsule.radius) + static_cast<double>(capsule.half_height)));
    for (const auto& [from, to] : {std::pair<u16, u16>{CharacterP::friction, ColliderP::friction},
                                   std::pair<u16, u16>{CharacterP::restitution, ColliderP::restitution},
                                   std::pair<u16, u16>{CharacterP::layer, ColliderP::layer},
                                   std::pair<u16, u16>{CharacterP::collides_with, ColliderP::collides_with}})
        if (of.is_explicit(from)) p.set(to, of.value(from));
    return p;
}

}  // namespace

CharacterId CharacterSystem::add(std::string name, std::shared_ptr<const CharacterModel> model, ParameterSet parameters,
                                 std::span<const CapsuleEdit> capsules) {
    PL_ASSERT(model && &parameters.table() == &character_table);
    // Looked up first: where it throws, nothing may have been added.
    CharacterInstance made(std::move(name), std::move(model), std::move(parameters));
    made.now.clip = clip_number(made, made.parameters.text(CharacterP::clip));
    contents_.layer_bit(made.parameters.text(CharacterP::layer));
    for (const std::string& other : made.parameters.names(CharacterP::collides_with)) contents_.layer_bit(other);
    if (made.parameters.choice(CharacterP::collider) == 1) {
        const double scale = made.parameters.number(CharacterP::scale);
        made.capsules = fit_capsules(made.character(), scale);
        edit_capsules(made.character(), scale, capsules, made.capsules);
    }
    auto [id, c] = contents_.characters.add(std::move(made));
    c.id = id;
    c.now.time = c.parameters.number(CharacterP::start);
    c.advance(0, contents_.time);
    c.find_nodes(contents_.time);
    c.take_frames(c.frames), c.take_frames(c.goal_frames);
    for (const BoneCapsule& capsule : c.capsules) add_capsule(c, capsule);
    ++contents_.revision;
    return id;
}

void CharacterSystem::add_capsule(CharacterInstance& c, const BoneCapsule& capsule) {
    Shape shape;
    shape.kind = ShapeKind::capsule;
    shape.radius = capsule.radius, shape.half_height = capsule.half_height;
    const ColliderId id = collider_system_.add(c.name + "/" + c.character().nodes[capsule.node].name, std::move(shape),
                                               capsule_parameters(capsule, c.parameters));
    c.colliders.push_back(id);
    put_capsule(id, c.frames[capsule.node] * capsule.local);
}

// It is there now, and will move from there in the next step.
void CharacterSystem::put_capsule(ColliderId id, const Transform& at) {
    collider_system_.place(id, at);
    contents_.colliders.find(id)->jumped = false;
}

bool CharacterSystem::remove(CharacterId id) {
    CharacterInstance* c = contents_.characters.find(id);
    if (!c) return false;
    for (const ColliderId collider : c->colliders) collider_system_.remove(collider);
    ++contents_.revision;
    return contents_.characters.remove(id);
}

// ---- playing

static CharacterInstance& existing(CharacterInstance* c) {
    PL_ASSERT(c);
    return *c;
}

void CharacterSystem::play(CharacterId id, const std::string& clip, double fade) {
    CharacterInstance& c = existing(contents_.characters.find(id));
    const u32 number = clip_number(c, clip);
    c.before = c.now;
    c.fade_length = c.fade_left = std::max(0.0, fade);
    c.now.clip = number, c.now.time = 0;
    c.state = PlayState::playing;
}

void CharacterSystem::pause(CharacterId id) {
    CharacterInstance& c = existing(contents_.characters.find(id));
    if (c.state == PlayState::playing) c.state = PlayState::paused;
}

void CharacterSystem::stop(CharacterId id) { existing(contents_.characters.find(id)).state = PlayState::stopped; }

void CharacterSystem::resume(CharacterId id) {
    CharacterInstance& c = existing(contents_.characters.find(id));
    if (c.state == PlayState::stopped) c.now.time = 0, c.fade_left = 0;
    c.state = PlayState::playing;
}

// Bones jump to the pose; they do not push what lies between.
void CharacterSystem::seek(CharacterId id, double seconds) {
    CharacterInstance& c = existing(contents_.characters.find(id));
    const PlayState state = c.state;
    c.now.time = seconds, c.fade_left = 0;
    c.state = PlayState::playing, c.advance(0, contents_.time), c.state = state;
    jump_to_pose(c);
}

void CharacterSystem::jump_to_pose(CharacterInstance& c) {
    c.find_nodes(contents_.time);
    c.take_frames(c.frames), c.goal_frames = c.frames;
    for (size_t i = 0; i < c.colliders.size(); ++i)
        if (contents_.colliders.find(c.colliders[i]))
            put_capsule(c.colliders[i], c.frames[c.capsules[i].node] * c.capsules[i].local);
    ++contents_.revision;
}

void CharacterSystem::set_parameter(CharacterId id, std::string_view name, Value value) {
    CharacterInstance& c = existing(contents_.characters.find(id));
    const Parameter* row = character_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({c.name + "." + std::string(name), "this parameter is only used when the character is made", "",
                     "make the character anew with the other value"});
    c.parameters.set(name, std::move(value));
}

// ---- in a step

void CharacterSystem::drive() {
    contents_.characters.each([&](CharacterId, CharacterInstance& c) {
        jump_if_far(c);
        c.advance(contents_.clock_step(), contents_.time);
        c.find_nodes(contents_.time + contents_.clock_step());
        c.take_frames(c.goal_frames);
        for (size_t i = 0; i < c.colliders.size(); ++i)
            if (Collider* collider = contents_.colliders.find(c.colliders[i]))
                collider->target = c.goal_frames[c.capsules[i].node] * c.capsules[i].local;
    });
}

void CharacterSystem::settle() {
    contents_.characters.each(
        [&](CharacterId, CharacterInstance& c) { c.frames.assign(c.goal_frames.begin(), c.goal_frames.end()); });
}

void CharacterSystem::shift(const Vec3& by) {
    contents_.characters.each([&](CharacterId, CharacterInstance& c) {
        c.root.position -= by - c.root.rotation * by;  // the placement moves too, within it
        for (Transform& t : c.frames) t.position -= by;
        for (Transform& t : c.goal_frames) t.position -= by;
        shift_path(c.parameters, CharacterP::position, by);
    });
}

// ---- results

// The character's own pose and nodes are scratch of the step: they may be ahead of it.
static CharacterInstance posed(const CharacterInstance& of, double time) {
    CharacterInstance c(of.name, of.model, of.parameters);
    c.now = of.now, c.before = of.before, c.root = of.root;
    c.fade_left = of.fade_left, c.fade_length = of.fade_length;
    c.find_nodes(time);
    return c;
}

NodePose CharacterSystem::pose(CharacterId id, CharacterPose& pose) const {
    const CharacterInstance* found = contents_.characters.find(id);
    PL_ASSERT(found);
    const CharacterInstance c = posed(*found, contents_.time);
    pose = c.pose;
    return c.scaled_placement(contents_.time);
}

void CharacterSystem::surface_of(CharacterId id, SurfaceFrame& frame) const {
    const CharacterInstance* found = contents_.characters.find(id);
    PL_ASSERT(found);
    const CharacterInstance c = posed(*found, contents_.time);
    const u32 count = c.character().vertex_count();
    frame.positions.resize(count), frame.normals.resize(count);
    SkinningScratch scratch;
    skin(c.character(), c.nodes, c.pose, scratch, {frame.positions.data(), count}, {frame.normals.data(), count});
    frame.bounds = {};
    for (u32 v = 0; v < count; ++v) frame.bounds.add(frame.positions.data()[v]);
}

void CharacterSystem::hash(Hasher& hasher) const {
    contents_.characters.each(
        [&](CharacterId, const CharacterInstance& c) { hash_fields(hasher, static_cast<const CharacterState&>(c)); });
}

// ---- snapshots

void CharacterSystem::save(Writer& w) const {
    w.value(static_cast<u64>(contents_.characters.size()));
    contents_.characters.each([&](CharacterId id, const CharacterInstance& c) {
        w.value(id);
        w.value(c.model->hash);
        save_fields(w, static_cast<const CharacterState&>(c));
        c.parameters.save_live(w);
    });
}

std::vector<CharacterInstance> CharacterSystem::read(Reader& r) const {
    std::vector<CharacterInstance> all;
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const CharacterId id = r.value<CharacterId>();
        const CharacterInstance* there = contents_.characters.find(id);
        if (!there || r.value<u64>() != there->model->hash)
            throw Error({"snapshot", "a character is not in this world, or another one",
                         "the world the snapshot was taken of", ""});
        CharacterInstance c(there->name, there->model, there->parameters);
        c.id = id;
        read_fields(r, static_cast<CharacterState&>(c));
        c.parameters.load_live(r);
        const auto has_clip = [&](const PlayedClip& p) {
            return p.clip == PlayedClip::none || p.clip < c.character().clips.size();
        };
        const bool good = has_clip(c.now) && has_clip(c.before) && c.fade_left >= 0 && c.fade_left <= c.fade_length &&
                          c.frames.size() == c.character().nodes.size();
        if (!good)
            throw Error(
                {"snapshot", "the character " + in_quotes(c.name) + " makes no sense", "", "the data is damaged"});
        all.push_back(std::move(c));
    }
    return all;
}

void CharacterSystem::remove_late(const std::vector<CharacterInstance>& saved) {
    std::vector<CharacterId> late;
    contents_.characters.each([&](CharacterId id, const CharacterInstance&) {
        if (std::none_of(saved.begin(), saved.end(), [&](const CharacterInstance& c) { return c.id == id; }))
            late.push_back(id);
    });
    for (const CharacterId id : late) remove(id);
}

void CharacterSystem::put_back(const std::vector<CharacterInstance>& saved) {
    for (const CharacterInstance& from : saved) {
        CharacterInstance& c = *contents_.characters.find(from.id);
        static_cast<CharacterState&>(c) = from;
        c.goal_frames = from.frames;
        c.parameters = from.parameters;
    }
}

}  // namespace pliant
