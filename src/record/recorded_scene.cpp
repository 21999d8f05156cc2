#include "record/recorded_scene.h"

#include <algorithm>
#include <set>

#include "core/soundness.h"
#include "core/text.h"
#include "core/trig.h"
#include "record/camera_view.h"
#include "record/picture_look.h"
#include "world/world.h"

namespace pliant {

std::string file_name_of(const std::string& body) {
    std::string name;
    for (char c : body)
        name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                        static_cast<unsigned char>(c) >= 128
                    ? c
                    : '_';
    return name.empty() ? "body" : name;
}

std::vector<std::string> file_names_of(std::span<const std::string> bodies) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const std::string& body : bodies) {
        const std::string plain = file_name_of(body);
        std::string name = plain;
        for (int n = 2; !taken.insert(name).second; ++n) name = plain + "_" + std::to_string(n);
        names.push_back(std::move(name));
    }
    return names;
}

static std::optional<Vec3> given_color(const ParameterSet& p, u16 id) {
    return p.is_explicit(id) ? std::optional(p.vector(id).to<float>()) : std::nullopt;
}

RecordedBody recorded_body(const std::string& name, const std::shared_ptr<const Model>& model, const Matter& matter,
                           const std::optional<Vec3>& color, size_t number) {
    RecordedBody r;
    r.name = name;
    r.surface = std::shared_ptr<const SurfaceModel>(model, &model->render_surface());
    for (u32 p = 0; p < model->particle_count; ++p) r.particle_mass.push_back(static_cast<float>(matter.mass(p)));
    const double share = model->volume / std::max(model->particle_count, 1u);
    r.particle_width = share > 0 ? static_cast<float>(cube_root(share)) : 0.01f;
    r.materials = picture_materials(*r.surface, color, number);
    return r;
}

static RecordedBody recorded_character(const CharacterInstance& c, size_t number) {
    RecordedBody r;
    r.name = c.name;
    r.surface = std::shared_ptr<const SurfaceModel>(c.model, &c.model->surface);
    r.materials = picture_materials(*r.surface, std::nullopt, number);
    r.skeleton = std::make_shared<const RecordedSkeleton>(recorded_skeleton(c.character()));
    return r;
}

bool is_recorded(const Collider& c) {
    return !c.parameters.flag(ColliderP::sensor) && c.parameters.text(ColliderP::look) != "hidden";
}

static RecordedCollider recorded_collider(const Collider& c) {
    const bool plane = c.shape.kind == ShapeKind::plane;
    RecordedCollider r;
    r.name = c.name;
    r.plane = plane;
    if (!plane) r.triangles = shape_mesh(c.shape, 0);
    r.material = collider_material(given_color(c.parameters, ColliderP::color), plane,
                                   c.parameters.text(ColliderP::look) == "glass");
    return r;
}

RecordedScene recorded_scene(const World& world, std::span<const SceneCamera> cameras) {
    RecordedScene scene;
    scene.rate = 1 / world.step_length();
    std::vector<std::string> names;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        if (body.torn_from) return;  // part of the body that it was torn from
        names.push_back(body.name);
        scene.bodies.push_back(recorded_body(body.name, body.model, *body.matter,
                                             given_color(body.common, BodyP::color), scene.bodies.size()));
    });
    world.contents().characters.each([&](CharacterId, const CharacterInstance& c) {
        names.push_back(c.name);
        scene.bodies.push_back(recorded_character(c, scene.bodies.size()));
    });
    world.contents().colliders.each([&](ColliderId, const Collider& c) {
        if (!is_recorded(c)) return;
        names.push_back(c.name);
        scene.colliders.push_back(recorded_collider(c));
    });
    const std::vector<std::string> files = file_names_of(names);
    for (size_t b = 0; b < scene.bodies.size(); ++b) scene.bodies[b].file_name = files[b];
    for (size_t c = 0; c < scene.colliders.size(); ++c) scene.colliders[c].file_name = files[scene.bodies.size() + c];
    for (const SceneCamera& camera : cameras) scene.cameras.push_back(camera.name);
    return scene;
}

size_t RecordedScene::body_count() const {
    return static_cast<size_t>(
        std::count_if(bodies.begin(), bodies.end(), [](const RecordedBody& b) { return !b.is_character(); }));
}

static void save_materials(Writer& w, const std::vector<Material>& materials) {
    for (const Material& m : materials) {
        w.value(m.color);
        w.value(m.opacity);
        w.value(m.roughness);
        w.value(m.metallic);
    }
}

void RecordedScene::save(Writer& w) const {
    w.value(rate);
    w.value(static_cast<u64>(bodies.size()));
    for (const RecordedBody& b : bodies) {
        w.text(b.name);
        w.text(b.file_name);
        b.surface->save(w);
        w.array(b.particle_mass);
        w.value(b.particle_width);
        save_materials(w, b.materials);
        w.value(static_cast<u8>(b.is_character()));
        if (b.skeleton) b.skeleton->save(w);
    }
    w.value(static_cast<u64>(colliders.size()));
    for (const RecordedCollider& c : colliders) {
        w.text(c.name);
        w.text(c.file_name);
        w.value(static_cast<u8>(c.plane));
        w.array(c.triangles.positions);
        w.array(c.triangles.normals);
        w.array(c.triangles.indices);
        save_materials(w, {c.material});
    }
    w.value(static_cast<u64>(cameras.size()));
    for (const std::string& camera : cameras) w.text(camera);
}

// Only what pictures change; the rest is that of the surface.
static void load_material(Reader& r, const Soundness& sound, Material& m) {
    m.color = r.value<Vec3>();
    m.opacity = r.value<float>();
    m.roughness = r.value<float>();
    m.metallic = r.value<float>();
    sound.require(is_finite(m.color) && is_sound(m.opacity) && is_sound(m.roughness) && is_sound(m.metallic),
                  "materials");
}

void RecordedScene::load(Reader& r) {
    const Soundness sound(r.name());
    rate = r.value<double>();
    sound.require(rate > 0 && rate < 1e6, "frames a second");
    bodies.clear();
    colliders.clear();
    cameras.clear();
    for (u64 n = r.value<u64>(); n > 0; --n) {
        RecordedBody& b = bodies.emplace_back();
        b.name = r.text();
        b.file_name = r.text();
        sound.require(b.file_name == file_name_of(b.file_name), "names of files");  // a crafted one leaves the folder
        const auto surface = std::make_shared<SurfaceModel>();
        surface->load(r);
        b.surface = surface;
        r.array(b.particle_mass);
        b.particle_width = r.value<float>();
        sound.numbers(b.particle_mass, "masses of particles");
        sound.require(is_sound(b.particle_width), "widths of particles");
        b.materials = surface->materials;
        for (Material& m : b.materials) load_material(r, sound, m);
        if (r.value<u8>() == 0) continue;
        const auto skeleton = std::make_shared<RecordedSkeleton>();
        skeleton->load(r, surface->vertex_count());
        b.skeleton = skeleton;
    }
    for (u64 n = r.value<u64>(); n > 0; --n) {
        RecordedCollider& c = colliders.emplace_back();
        c.name = r.text();
        c.file_name = r.text();
        c.plane = r.value<u8>() != 0;
        TriangleList& t = c.triangles;
        r.array(t.positions);
        r.array(t.normals);
        r.array(t.indices);
        sound.require(t.normals.size() == t.positions.size(), "triangles of colliders");
        sound.numbers(t.positions, "triangles of colliders");
        sound.numbers(t.normals, "triangles of colliders");
        sound.below(t.indices, t.positions.size(), "triangles of colliders");
        c.material = collider_material(std::nullopt, c.plane, false);
        load_material(r, sound, c.material);
    }
    for (u64 n = r.value<u64>(); n > 0; --n) cameras.push_back(r.text());
}

}  // namespace pliant
