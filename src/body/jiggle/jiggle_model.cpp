#include "body/jiggle/jiggle_model.h"

#include <algorithm>

#include "body/jiggle/jiggle.h"
#include "core/soundness.h"
#include "core/text.h"

namespace pliant::jiggle {

const Kind& JiggleModel::kind() const { return jiggle::kind; }

std::shared_ptr<Model> cook(const CookInput& in) {
    const u64 most = static_cast<u64>(in.parameters.number(P::max_particles));
    if (in.simulation.points.size() > most)
        throw Error({in.mesh.name, with_commas(in.simulation.points.size()) + " points",
                     "at most " + with_commas(most) + " (max_particles)", "a coarser mesh, or a larger max_particles"});
    auto model = std::make_shared<JiggleModel>();
    model->take_points(in);
    model->closed = in.repair.closed, model->volume = in.repair.closed ? in.repair.volume : 0;
    model->surface = make_surface_model(in.mesh, in.triangulation);
    model->build();
    in.report.facts.push_back(with_commas(model->particle_count) + " particles");
    return model;
}

void JiggleModel::build() {
    build_welded();
    edges.clear();
    for (const TrianglePoints& t : triangles)
        for (u32 k = 0; k < 3; ++k) edges.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    double length_sum = 0;
    for (const auto& [a, b] : edges) length_sum += length(rest[b] - rest[a]);
    Vec3d sum;
    for (const Vec3& p : rest) sum += p.to<double>();
    center = (sum / static_cast<double>(rest.size())).to<float>();
    make_skin(static_cast<float>(length_sum / static_cast<double>(edges.size())));
}

void JiggleModel::save(Writer& w) const {
    w.value(content_hash), w.value(static_cast<u8>(closed)), w.value(volume);
    w.array(rest), w.array(triangles), w.array(point_particle);
    surface.save(w);
}

void JiggleModel::load(Reader& r) {
    content_hash = r.value<u64>(), closed = r.value<u8>() != 0, volume = r.value<double>();
    r.array(rest), r.array(triangles), r.array(point_particle);
    surface.load(r);
    check_welded(Soundness(r.name()));
    build();
}

}  // namespace pliant::jiggle
