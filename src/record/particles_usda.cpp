// Particles as one .usda: a Points prim a body, with time samples of places, velocities and strain; ids and masses
// stay.

#include "core/text.h"
#include "record/assembled.h"
#include "record/usda_text.h"

namespace pliant {

namespace {

// One attribute of one body, all frames.
template <class T>
void write_samples(UsdaFile& out, FrameReader& frames, size_t body, const char* attribute, const char* metadata,
                   std::vector<T> BodyFrame::*values) {
    out.begin_samples(attribute, metadata);
    for (u64 f = 0; f < frames.frame_count(); ++f) out.sample(f, frames.read_body(f, body).*values);
    out.end_samples();
}

void assemble(FrameReader& frames, const std::string& path, const RecordProgress& progress) {
    UsdaFile out(path, frames.scene().rate, frames.frame_count());
    UsdNames names;
    for (size_t b = 0; b < frames.scene().body_count(); ++b) {
        const RecordedBody& body = frames.scene().bodies[b];
        out.text("def Points \"" + names.fresh(body.name) + "\"\n{\n");
        out.text("custom string pliant:name = " + quoted_json(body.name) + "\n");
        std::vector<u32> ids(body.particle_mass.size());
        for (u32 p = 0; p < ids.size(); ++p) ids[p] = p;
        out.integers("int64[] ids", ids);
        out.floats("float[] widths", std::vector<float>{body.particle_width}, "interpolation = \"constant\"");
        out.floats("float[] primvars:mass", body.particle_mass, "interpolation = \"vertex\"");
        write_samples(out, frames, b, "point3f[] points", nullptr, &BodyFrame::particle_positions);
        write_samples(out, frames, b, "vector3f[] velocities", nullptr, &BodyFrame::particle_velocities);
        write_samples(out, frames, b, "float[] primvars:strain", "interpolation = \"vertex\"",
                      &BodyFrame::particle_strain);
        out.text("}\n");
        if (progress) progress("writing particles.usda", b + 1, frames.scene().body_count());
    }
    out.finish();
}

}  // namespace

const AssembledFormat particles_usda_format{"particles.usda", "particles.usda", {.particles = true}, assemble};

std::unique_ptr<Recorder> make_particles_usda_recorder(const RecordSettings& settings) {
    return make_assembled_recorder(particles_usda_format, settings);
}

}  // namespace pliant
