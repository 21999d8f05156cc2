#include "body/cloth/cloth_model.h"

#include "body/cloth/cloth.h"

namespace pliant::cloth {

const Kind& ClothModel::kind() const { return cloth::kind; }

void ClothModel::build() {
    build_welded();
    fabric = make_fabric(rest, triangles, warp);
    geodesics = Geodesics(rest, triangles);
    Vec3d sum;
    double area = 0;
    for (u32 p = 0; p < particle_count; ++p) {
        sum += rest[p].to<double>() * static_cast<double>(fabric.area[p]);
        area += fabric.area[p];
    }
    center = (area > 0 ? sum / area : rest[0].to<double>()).to<float>();
    for (size_t k = 0; k < 3; ++k) {
        corner[k].clear();
        for (const TrianglePoints& t : triangles) corner[k].push_back(t[k]);
    }
    make_skin(fabric.mean_edge);
}

void ClothModel::save(Writer& w) const {
    w.value(content_hash), w.value(static_cast<u8>(closed)), w.value(volume);
    w.array(rest), w.array(triangles), w.array(warp), w.array(point_particle);
    surface.save(w);
}

void ClothModel::load(Reader& r) {
    content_hash = r.value<u64>(), closed = r.value<u8>() != 0, volume = r.value<double>();
    r.array(rest), r.array(triangles), r.array(warp), r.array(point_particle);
    surface.load(r);
    check(Soundness(r.name()));
    build();
}

void ClothModel::check(const Soundness& sound) const {
    check_welded(sound);
    sound.require(warp.size() == triangles.size(), "directions of threads");
    for (const Vec3& v : warp) sound.require(is_sound(v) && std::fabs(length(v) - 1) < 0.01f, "directions of threads");
}

}  // namespace pliant::cloth
