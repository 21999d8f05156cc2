// Whether a surface that was read can be drawn and recorded.

#include "body/surface.h"

namespace pliant {

static void check_faces(const SurfaceModel& s, const Soundness& sound) {
    const u64 vertices = s.vertex_count(), points = s.point_count(), faces = s.face_material.size();
    sound.require(s.indices.size() % 3 == 0, "triangles of the surface");
    sound.below(s.indices, vertices, "triangles of the surface");
    for (const MaterialRange& r : s.ranges) {
        sound.require(r.material < s.materials.size() && r.index_count % 3 == 0, "ranges of materials");
        sound.range(r.first_index, static_cast<u64>(r.first_index) + r.index_count, s.indices.size(),
                    "ranges of materials");
    }
    sound.require(s.vertex_point.size() == vertices, "points of the surface");
    sound.below(s.vertex_point, points, "points of the surface");
    sound.below(s.point_vertex, vertices, "points of the surface");
    sound.starts(s.face_start, faces, s.face_vertex.size(), "faces of the surface");
    sound.below(s.face_vertex, vertices, "faces of the surface");
    sound.below(s.face_material, s.materials.size(), "materials of faces");
}

void SurfaceModel::check(const Soundness& sound) const {
    const size_t vertices = positions.size();
    sound.require(vertices < 0xffffffffu && normals.size() == vertices &&
                      (tangents.empty() || tangents.size() == vertices) && (uv.empty() || uv.size() == vertices),
                  "vertices of the surface");
    sound.numbers(positions, "vertices of the surface"), sound.numbers(normals, "normals of the surface");
    sound.numbers(tangents, "tangents of the surface");
    for (const Vec2& t : uv) sound.require(is_sound(t.x) && is_sound(t.y), "texture coordinates");
    check_faces(*this, sound);
    for (const Material& m : materials)
        sound.require(is_sound(m.color) && is_sound(m.opacity) && is_sound(m.roughness) && is_sound(m.metallic),
                      "materials");
    for (const Attribute& a : attributes) {
        sound.require(a.values.size() == point_count(), "attributes of the mesh");
        sound.numbers(a.values, "attributes of the mesh");
    }
}

const char* validate(const SurfaceModel& s) {
    return first_fault([&](const Soundness& sound) { s.check(sound); });
}

}  // namespace pliant
