// From a mesh to a volume of tets.

#include <algorithm>

#include "body/flesh/flesh.h"
#include "body/flesh/flesh_model.h"
#include "core/text.h"
#include "geometry/tear_map.h"
#include "geometry/tetrahedralize.h"

namespace pliant::flesh {

namespace {

// Two tets in one place would be twice as heavy and as stiff, and no face of theirs would be the skin's.
TetMesh without_doubles(TetMesh volume, Report& report) {
    std::vector<std::pair<TetPoints, u32>> named;
    for (u32 t = 0; t < volume.tets.size(); ++t) {
        TetPoints sorted = volume.tets[t];
        std::sort(sorted.begin(), sorted.end());
        named.push_back({sorted, t});
    }
    std::sort(named.begin(), named.end());
    std::vector<u8> again(volume.tets.size(), 0);
    for (size_t i = 1; i < named.size(); ++i) again[named[i].second] = named[i].first == named[i - 1].first;
    size_t kept = 0;
    for (size_t t = 0; t < volume.tets.size(); ++t)
        if (!again[t]) volume.tets[kept++] = volume.tets[t];
    if (kept < volume.tets.size())
        report.warnings.push_back(with_commas(volume.tets.size() - kept) +
                                  " tets of the file have the corners of another one; they were left out");
    volume.tets.resize(kept);
    return volume;
}

// Tets that came with the file count before those that are made.
TetMesh volume_of(const CookInput& in) {
    if (in.mesh.volume && !in.mesh.volume->tets.empty()) return without_doubles(*in.mesh.volume, in.report);
    TetrahedralizeOptions options;
    if (in.parameters.has_value(P::cell)) options.cell = static_cast<float>(in.parameters.number(P::cell));
    options.grading = static_cast<int>(in.parameters.number(P::grading));
    Tetrahedralized made = tetrahedralize(in.simulation.points, in.simulation.triangles, options);
    in.report.facts.insert(in.report.facts.end(), made.facts.begin(), made.facts.end());
    in.report.warnings.insert(in.report.warnings.end(), made.warnings.begin(), made.warnings.end());
    return std::move(made.mesh);
}

// Faces of the mesh go with the tet that their middle is in.
TearableSurface hung_in(const TetMesh& volume, const CookInput& in) {
    TearableSurface t = make_tearable(in);
    const TetEmbedding embedding(volume);
    for (size_t first = 0, last; first < t.triangles.size(); first = last) {
        for (last = first + 1; last < t.triangles.size() && t.face[last] == t.face[first];) ++last;
        t.cell.resize(last, embedding.find(middle_of_face(t.points, t.triangles, first, last)).tet);
    }
    return t;
}

}  // namespace

std::shared_ptr<Model> cook(const CookInput& in) {
    TetMesh volume = volume_of(in);
    const u64 most = static_cast<u64>(in.parameters.number(P::max_particles));
    if (volume.points.size() > most)
        throw Error({in.mesh.name, with_commas(volume.points.size()) + " corners of tets",
                     "at most " + with_commas(most) + " (max_particles)", "a larger cell, or a larger max_particles"});
    sort_by_place(volume, tets_per_cluster);
    const Mesh& seen = in.mesh;
    auto model = std::make_shared<FleshModel>();
    model->places = embed(volume, seen.points), model->tearable_surface = hung_in(volume, in);
    model->rest = std::move(volume.points), model->tets = std::move(volume.tets);
    model->surface = make_surface_model(seen, in.triangulation);
    model->build();
    in.report.facts.push_back(with_commas(model->particle_count) + " particles, " + with_commas(model->tets.size()) +
                              " tets");
    return model;
}

}  // namespace pliant::flesh
