// From a mesh to a volume of tets.

#include "body/flesh/flesh.h"
#include "body/flesh/flesh_model.h"
#include "core/text.h"

namespace pliant::flesh {

std::shared_ptr<const Model> cook(const CookInput& in) {
    if (!in.mesh.volume || in.mesh.volume->tets.empty())
        throw Error({in.mesh.name, "no tetrahedra", "a file with a volume", ""});
    TetMesh volume = *in.mesh.volume;
    const u64 most = static_cast<u64>(in.parameters.number(P::max_particles));
    if (volume.points.size() > most)
        throw Error({in.mesh.name, with_commas(volume.points.size()) + " corners of tets",
                     "at most " + with_commas(most) + " (max_particles)", "coarser tets, or a larger max_particles"});
    sort_by_place(volume, tets_per_cluster);
    auto model = std::make_shared<FleshModel>();
    model->places = embed(volume, in.mesh.points);
    model->rest = std::move(volume.points), model->tets = std::move(volume.tets);
    model->surface = make_surface_model(in.mesh, in.triangulation);
    model->build();
    in.report.facts.push_back(with_commas(model->particle_count) + " particles, " + with_commas(model->tets.size()) +
                              " tets");
    return model;
}

}  // namespace pliant::flesh
