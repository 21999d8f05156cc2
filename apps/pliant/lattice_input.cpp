#include "pliant/lattice_input.h"

#include <cstdio>
#include <numeric>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_fit.h"
#include "body/lattice/lattice_model.h"
#include "cook/cook.h"
#include "core/error.h"
#include "core/files.h"
#include "core/text.h"
#include "record/mdd_file.h"
#include "record/pc2_file.h"

namespace pliant::app {

namespace {

Value spacing_value(const std::string& text) {
    const std::vector<std::string_view> words = split(text, ',');
    Vec3d s;
    for (int axis = 0; axis < 3; ++axis) {
        const std::optional<double> number = parse_number(trimmed(words[words.size() == 3 ? axis : 0]));
        if ((words.size() != 1 && words.size() != 3) || !number)
            throw Usage("--spacing: expected metres as 0.05 or 0.05,0.05,0.1, found " + in_quotes(text));
        s[axis] = *number;
    }
    Value value;
    value.data = s;
    return value;
}

void say(const std::vector<std::string>& sentences, bool quiet) {
    if (quiet) return;
    for (const std::string& sentence : sentences) std::fprintf(stderr, "%s\n", sentence.c_str());
}

}  // namespace

LatticeInput open_lattice_file(const std::string& path) {
    LatticeInput input;
    input.file = read_lattice_file(read_file(path), path);
    ListedLattice listed = listed_lattice(input.file, path);
    input.lattice = std::move(listed.lattice);
    input.particle = std::move(listed.particle);
    return input;
}

LatticeInput cook_lattice(const Mesh& mesh, const LatticeCooking& cooking, double scale, bool quiet) {
    ParameterSet own(lattice::kind.parameters);
    if (!cooking.spacing.empty()) own.set(lattice::P::spacing, spacing_value(cooking.spacing));
    if (cooking.fuse) own.set(lattice::P::fuse, Value{1.0});
    const CookedModel cooked = cook_model(mesh, lattice::kind, own, {1, 1, 1});
    say(cooked.report.facts, quiet);
    say(cooked.report.warnings, false);
    LatticeInput input;
    const auto& model = static_cast<const lattice::LatticeModel&>(*cooked.model);
    input.lattice = model.lattice;
    if (!model.tearable_surface.beyond.empty()) input.places = lattice::point_places(model);
    const float s = static_cast<float>(scale);
    input.file = lattice_file_of(input.lattice, {s, s, s});
    input.particle.resize(input.lattice.particle_count());
    std::iota(input.particle.begin(), input.particle.end(), 0u);
    return input;
}

std::vector<LatticePlace> places_in(const LatticeInput& lattice, const Mesh& mesh) {
    return lattice.places.size() == mesh.points.size() ? lattice.places
                                                       : lattice::point_places(lattice.lattice, mesh.points);
}

void scale_points(std::span<Vec3> points, const Vec3& scale) {
    if (scale == Vec3{1, 1, 1}) return;
    for (Vec3& p : points) p = scaled(p, scale);
}

Mesh open_scaled_mesh(const std::string& path, const AssetSettings& settings, const Vec3& scale, bool quiet) {
    LoadedMesh loaded = load_mesh(path, settings);
    say({loaded.summary}, quiet);
    say(loaded.notes, quiet);
    scale_points(loaded.mesh.points, scale);
    return std::move(loaded.mesh);
}

Clip open_clip(const std::string& path, const LatticeInput& lattice) {
    return bind_clip(read_clip_file(read_file(path), path), lattice.lattice, path);
}

void write_clip(const std::string& path, const Clip& clip, const LatticeInput& lattice, bool quiet) {
    write_file(path, clip_file_text(clip_file_of(clip, lattice.file, lattice.particle)));
    say({path + ": " + with_commas(clip.pose_count()) + (clip.pose_count() == 1 ? " pose of " : " poses of ") +
         with_commas(lattice.particle_count()) + " particles, " + short_number(clip.length(), 4) + " s"},
        quiet);
}

struct CacheOutput::Files {
    std::string path;
    std::optional<Pc2File> pc2;
    std::optional<MddFile> mdd;
};

CacheOutput::CacheOutput(std::string path, u32 points, u64 frames, double fps) : files_(std::make_unique<Files>()) {
    if (ends_with(path, ".pc2"))
        files_->pc2.emplace(path + ".new", points);
    else if (ends_with(path, ".mdd"))
        files_->mdd.emplace(path, points, frames, fps);
    else
        throw Usage("-o: " + in_quotes(path) + " has another ending than .pc2 and .mdd");
    files_->path = std::move(path);
}

CacheOutput::~CacheOutput() = default;

void CacheOutput::add(std::span<const Vec3> points) {
    if (files_->pc2) files_->pc2->add(points);
    if (files_->mdd) files_->mdd->add(points);
}

void CacheOutput::finish() {
    if (files_->pc2) files_->pc2->finish(files_->path);
    if (files_->mdd) files_->mdd->finish();
}

}  // namespace pliant::app
