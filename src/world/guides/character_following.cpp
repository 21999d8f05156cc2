// Bodies that follow a character: which place of its surface each particle belongs to, and where that is.

#include "world/guides/character_following.h"

#include "core/text.h"
#include "geometry/bvh.h"
#include "world/skin_places.h"

namespace pliant {

namespace {

// Triangles that a bone moves more than all others together; of an empty name, all of them.
std::vector<u32> triangles_of(const CharacterInstance& c, const std::string& bone) {
    if (bone.empty()) return c.model->triangles;
    const u32 node = c.character().find_node(bone);
    if (node == Node::none) {
        std::vector<std::string> names;
        for (const Node& n : c.character().nodes) names.push_back(n.name);
        throw_unknown_name("guide.character", "bone of " + in_quotes(c.name), bone, names, "a character with bones");
    }
    std::vector<u32> triangles;
    for (size_t i = 0; i + 2 < c.model->triangles.size(); i += 3) {
        const std::span<const u32> corners(c.model->triangles.data() + i, 3);
        float weight = 0;
        for (const u32 v : corners)
            c.character().influences.each(v, [&](u32 joint, float w) {
                if (c.character().joints[joint].node == node) weight += w;
            });
        if (weight > 1.5f) triangles.insert(triangles.end(), corners.begin(), corners.end());
    }
    return triangles;
}

// Nearest places of many points on the same triangles.
class SurfaceTree {
  public:
    SurfaceTree(std::span<const u32> corners, std::span<const Vec3> at) : at_(at) {
        std::vector<Box> boxes;
        for (size_t i = 0; i + 2 < corners.size(); i += 3) {
            const Vec3 &a = at[corners[i]], &b = at[corners[i + 1]], &c = at[corners[i + 2]];
            if (!(length_squared(cross(b - a, c - a)) > 0)) continue;  // a line or a point has no frame
            corners_.insert(corners_.end(), {corners[i], corners[i + 1], corners[i + 2]});
            Box box;
            box.add(a), box.add(b), box.add(c);
            boxes.push_back(box);
        }
        tree_ = Bvh(boxes);
    }
    bool empty() const { return tree_.empty(); }

    SkinPlace nearest(const Vec3& point) const {
        NearestPlace best;
        tree_.closest(point, best.distance_squared, [&](u32 item, float bound) {
            const NearestPlace found = nearest_on_triangles({corners_.data() + 3 * item, 3}, at_, point);
            if (found.distance_squared < bound) best = found;
            return best.distance_squared;
        });
        return best.place;
    }

  private:
    std::span<const Vec3> at_;
    std::vector<u32> corners_;
    Bvh tree_;
};

void corners_at(const SkinPlace& on, std::span<const Vec3> at, Vec3 (&corner)[3]) {
    for (u32 k = 0; k < 3; ++k) corner[k] = at[on.point[k]];
}

// Vertices where a body that is made of the same file has them at rest, as large as the body.
std::vector<Vec3> file_places(const Character& c, const Vec3& scale) {
    std::vector<Vec3> at = c.rest_positions;
    for (u32 v = 0; at.size() < c.vertex_count(); ++v) at.push_back(c.mesh.points[c.mesh.vertex_point[v]]);
    for (Vec3& p : at) p = scaled(p, scale);
    return at;
}

float twice_area(const Vec3 (&corner)[3]) { return length(cross(corner[1] - corner[0], corner[2] - corner[0])); }

// Cloth on a character keeps the lengths that it was cut to, and so does everything that is not told otherwise.
bool follows_shape(const Body& body) {
    enum { shape, place };
    return !body.guide_released && body.common.is_explicit(BodyP::guide_follow) &&
           body.common.choice(BodyP::guide_follow) == shape;
}

// Places and normals on the current surface; those that are not finite keep their last value.
void follow_surface(CharacterGuide& guide, std::span<const Vec3> at, std::span<const Vec3> normals) {
    for (size_t p = 0; p < guide.bindings.size(); ++p) {
        const CharacterGuide::Binding& b = guide.bindings[p];
        Vec3 corner[3];
        corners_at(b.on, at, corner);
        const Vec3 place = place_of(b.on, at) + (b.offset == Vec3{} ? Vec3{} : triangle_axes(corner) * b.offset),
                   normal = direction(place_of(b.on, normals), Vec3{0, 1, 0});
        if (is_finite(place)) guide.places[p] = place;
        if (is_finite(normal)) guide.normals[p] = normal;
    }
}

}  // namespace

// Throws Error.
void CharacterFollowing::follow(Body& body) {
    const std::string& to = body.common.text(BodyP::guide_character);
    if (to.empty()) return;
    const std::string name = to.substr(0, to.find('/'));
    const CharacterId id = contents_.find_character(name);
    CharacterInstance* character = contents_.characters.find(id);
    if (!character) {
        std::vector<std::string> names;
        contents_.characters.each([&](CharacterId, const CharacterInstance& c) { names.push_back(c.name); });
        throw_unknown_name("guide.character", "character", name, names, "a scene with characters; it has none");
    }
    auto guide = std::make_unique<CharacterGuide>();
    guide->character = id;
    character->find_nodes(contents_.time);
    skin(*character);
    bind(*guide, body, *character);
    find_seam(*guide, body, *character);
    guide->places.resize(guide->bindings.size()), guide->normals.resize(guide->bindings.size());
    follow_surface(*guide, character->surface, character->surface_normal);
    guide->places_before = guide->places, guide->normals_before = guide->normals;
    body.character_guide = std::move(guide);
    if (follows_shape(body)) guides_.set_rest_shape(body, body.character_guide->places);
}

void CharacterFollowing::bind(CharacterGuide& guide, const Body& body, const CharacterInstance& c) const {
    enum { rest, start };
    const bool at_rest = body.common.choice(BodyP::guide_bind) == rest;
    const Transform to_world = placement_of(body.common).transform;
    const Vec3 scale = body.common.vector(BodyP::scale).to<float>();
    const std::vector<Vec3> file = at_rest ? file_places(c.character(), scale) : std::vector<Vec3>();
    const std::span<const Vec3> at = at_rest ? file : c.surface;
    const std::string& to = body.common.text(BodyP::guide_character);
    const SurfaceTree tree(triangles_of(c, to.size() > c.name.size() ? to.substr(c.name.size() + 1) : ""), at);
    if (tree.empty()) throw Error({"guide.character", in_quotes(to) + " has no surface", "a skinned mesh", ""});
    const Model& whole = body.whole_model();
    guide.bindings.resize(whole.particle_count);
    for (u32 p = 0; p < whole.particle_count; ++p) {
        const Vec3 particle = at_rest ? whole.rest_position(p) : to_world * whole.rest_position(p);
        CharacterGuide::Binding& b = guide.bindings[p];
        b.on = tree.nearest(particle);
        Vec3 corner[3], now[3];
        corners_at(b.on, at, corner), corners_at(b.on, c.surface, now);
        // A node may make the character larger than its file.
        const float larger = std::sqrt(twice_area(now) / twice_area(corner));
        b.offset = transposed(triangle_axes(corner)) * (particle - place_of(b.on, at)) * larger;
    }
}

// Where a border lies on a vertex of the character, the one is drawn as the other is: of several in one place, that
// which looks most the same way.
void CharacterFollowing::find_seam(CharacterGuide& guide, const Body& body, const CharacterInstance& c) {
    if (!body.common.has_value(BodyP::guide_border)) return;
    const Character& character = c.character();
    const std::vector<Vec3>& normals = character.rest_normals.empty() ? character.mesh.normals : character.rest_normals;
    const SurfaceModel& own = body.model->surface;
    const std::vector<Vec3> at = file_places(character, body.common.vector(BodyP::scale).to<float>());
    const float same = 1e-5f * length(body.model->size);
    std::vector<Box> boxes(at.size());
    for (size_t v = 0; v < boxes.size(); ++v) boxes[v].add(at[v]);
    const Bvh tree(boxes);
    std::vector<float> border(own.vertex_count()), of_particle = body.guide_maps.border;
    of_particle.resize(body.model->particle_count, static_cast<float>(body.common.number(BodyP::guide_border)));
    body.model->carry_to_surface(of_particle, border);
    for (u32 v = 0; v < own.vertex_count(); ++v) {
        if (!(border[v] > 0.5f)) continue;
        const Box around = Box{own.positions[v], own.positions[v]}.grown(same);
        float best = -2;
        u32 found = 0;
        tree.overlap(around, [&](u32 other) {
            const float alike = dot(own.normals[v], normals[other]);
            if (alike > best || (alike == best && other < found)) best = alike, found = other;
        });
        if (best > -2) guide.seam.push_back({v, found});
    }
}

void CharacterFollowing::skin(CharacterInstance& c) const {
    const u32 count = c.character().vertex_count();
    c.surface.resize(count), c.surface_normal.resize(count);
    pliant::skin(c.character(), c.nodes, c.pose, c.skinning, c.surface, c.surface_normal);
}

// It begins where the character has it.
void CharacterFollowing::put_on_character(Body& body) {
    for (u32 p = 0; p < body.view.count; ++p) {
        body.view.position[p].set_xyz(body.character_guide->places[body.whole_particle(p)]);
        body.view.previous[p] = body.view.position[p];
    }
}

void CharacterFollowing::drive() {
    contents_.characters.each([](CharacterId, CharacterInstance& c) { c.followed = false; });
    guided_bodies_.clear();
    contents_.bodies.each([&](BodyId, Body& body) {
        CharacterInstance* c =
            body.character_guide ? contents_.characters.find(body.character_guide->character) : nullptr;
        if (!c) return;
        if (!c->followed) skin(*c);
        c->followed = true;
        guided_bodies_.push_back(&body);
    });
    step_.team.run(static_cast<u32>(guided_bodies_.size()), [&](u32 i, u32) {
        Body& body = *guided_bodies_[i];
        CharacterGuide& guide = *body.character_guide;
        const CharacterInstance& c = *contents_.characters.find(guide.character);
        guide.places_before = guide.places, guide.normals_before = guide.normals;
        follow_surface(guide, c.surface, c.surface_normal);
        if (follows_shape(body)) guides_.set_rest_shape(body, guide.places);
    });
    followers_ = guided_bodies_;
    for (Body* body : followers_)
        if (!body->guide_released && body->character_guide->places != body->character_guide->places_before)
            waking_.wake_in_step(*body);
}

}  // namespace pliant
