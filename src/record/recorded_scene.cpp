#include "record/recorded_scene.h"

#include <algorithm>
#include <set>

#include "core/soundness.h"
#include "core/text.h"
#include "core/trig.h"
#include "record/torn_bodies.h"
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

static RecordedBody recorded_body(const Body& body, const TornBody* torn) {
    RecordedBody r;
    r.name = body.name;
    const std::shared_ptr<const Model>& model = torn ? torn->shared_model() : body.model;
    const Matter& matter = torn ? torn->matter() : *body.matter;
    r.surface = std::shared_ptr<const SurfaceModel>(model, &model->look());
    for (u32 p = 0; p < model->particle_count; ++p) r.particle_mass.push_back(static_cast<float>(matter.mass(p)));
    const double share = model->volume / std::max(model->particle_count, 1u);
    r.particle_width = share > 0 ? static_cast<float>(cube_root(share)) : 0.01f;
    return r;
}

RecordedScene recorded_scene(const World& world, TornBodies* torn) {
    RecordedScene scene;
    scene.rate = 1 / world.step_length();
    std::vector<std::string> names;
    world.each_body([&](BodyId, const Body& body) {
        if (body.came_off) return;  // part of what it came off
        names.push_back(body.name);
        scene.bodies.push_back(recorded_body(body, torn ? torn->find(body.name) : nullptr));
    });
    const std::vector<std::string> files = file_names_of(names);
    for (size_t b = 0; b < files.size(); ++b) scene.bodies[b].file_name = files[b];
    world.each_collider([&](ColliderId, const Collider& c) {
        if (c.parameters.flag(ColliderP::sensor)) return;
        const bool plane = c.shape.kind == ShapeKind::plane;
        scene.colliders.push_back({c.name, plane, plane ? TriangleList{} : shape_mesh(c.shape, 0)});
    });
    return scene;
}

void RecordedScene::save(Writer& w) const {
    w.value(rate);
    w.value(static_cast<u64>(bodies.size()));
    for (const RecordedBody& b : bodies)
        w.text(b.name), w.text(b.file_name), b.surface->save(w), w.array(b.particle_mass), w.value(b.particle_width);
    w.value(static_cast<u64>(colliders.size()));
    for (const RecordedCollider& c : colliders)
        w.text(c.name), w.value(static_cast<u8>(c.plane)), w.array(c.triangles.positions), w.array(c.triangles.normals),
            w.array(c.triangles.indices);
}

void RecordedScene::load(Reader& r) {
    const Soundness sound(r.name());
    rate = r.value<double>();
    sound.require(rate > 0 && rate < 1e6, "frames a second");
    bodies.clear(), colliders.clear();
    for (u64 n = r.value<u64>(); n > 0; --n) {
        RecordedBody& b = bodies.emplace_back();
        b.name = r.text(), b.file_name = r.text();
        sound.require(b.file_name == file_name_of(b.file_name), "names of files");  // a crafted one leaves the folder
        const auto surface = std::make_shared<SurfaceModel>();
        surface->load(r);
        b.surface = surface;
        r.array(b.particle_mass), b.particle_width = r.value<float>();
        sound.numbers(b.particle_mass, "masses of particles");
        sound.require(is_sound(b.particle_width), "widths of particles");
    }
    for (u64 n = r.value<u64>(); n > 0; --n) {
        RecordedCollider& c = colliders.emplace_back();
        c.name = r.text(), c.plane = r.value<u8>() != 0;
        TriangleList& t = c.triangles;
        r.array(t.positions), r.array(t.normals), r.array(t.indices);
        sound.require(t.normals.size() == t.positions.size(), "triangles of colliders");
        sound.numbers(t.positions, "triangles of colliders"), sound.numbers(t.normals, "triangles of colliders");
        sound.below(t.indices, t.positions.size(), "triangles of colliders");
    }
}

}  // namespace pliant
