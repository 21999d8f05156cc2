#include "record/usda_torn.h"

namespace pliant {

namespace {

// Frames whose faces are others than those of the frame before; the first is one.
std::vector<u64> changes(FrameReader& frames, size_t body) {
    std::vector<u64> found;
    TornMesh::Faces before;
    for (u64 f = 0; f < frames.frame_count(); ++f) {
        const TornMesh& mesh = frames.read_torn(f, body);
        if (f > 0 && mesh.faces == before) continue;
        before = mesh.faces;
        found.push_back(f);
    }
    return found;
}

template <class F>
void write_each(UsdaFile& out, const char* attribute, const char* metadata, u64 count, F&& values) {
    out.begin_samples(attribute, metadata);
    for (u64 f = 0; f < count; ++f) out.sample(f, values(f));
    out.end_samples();
}

// Readers blend texture coordinates between samples where these are equally many: so what counts until a change stands
// in the frame before it once more.
void write_uv(UsdaFile& out, FrameReader& frames, size_t body, const std::vector<u64>& at) {
    const auto sample = [&](u64 frame) {
        std::vector<Vec2> uv = frames.read_torn(frame, body).faces.uv;
        for (Vec2& v : uv) v.y = 1 - v.y;  // in USD, v runs up
        out.sample(frame, uv);
    };
    out.begin_samples("texCoord2f[] primvars:st", "interpolation = \"faceVarying\"");
    for (size_t i = 0; i < at.size(); ++i) {
        if (i > 0 && at[i] > at[i - 1] + 1) sample(at[i] - 1);
        sample(at[i]);
    }
    out.end_samples();
}

}  // namespace

void write_torn_samples(UsdaFile& out, FrameReader& frames, size_t body) {
    const std::vector<u64> at = changes(frames, body);
    out.begin_samples("int[] faceVertexCounts");
    for (const u64 f : at) out.sample(f, frames.read_torn(f, body).faces.size);
    out.end_samples();
    out.begin_samples("int[] faceVertexIndices");
    for (const u64 f : at) out.sample(f, frames.read_torn(f, body).faces.point);
    out.end_samples();
    if (!frames.read_torn(0, body).faces.uv.empty()) write_uv(out, frames, body, at);
    const u64 count = frames.frame_count();
    write_each(out, "point3f[] points", nullptr, count, [&](u64 f) { return frames.read_torn(f, body).points; });
    write_each(out, "float3[] extent", nullptr, count, [&](u64 f) {
        Box box;
        for (const Vec3& p : frames.read_torn(f, body).points) box.add(p);
        return std::vector<Vec3>{box.low, box.high};
    });
    write_each(out, "vector3f[] velocities", nullptr, count,
               [&](u64 f) { return frames.read_torn(f, body).velocities; });
    write_each(out, "normal3f[] normals", "interpolation = \"faceVarying\"", count,
               [&](u64 f) { return frames.read_torn(f, body).normals; });
}

void begin_material_subset(UsdaFile& out, size_t material) {
    out.text(
        fmt::format("def GeomSubset \"material_{}\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\n)\n{{\n"
                    "uniform token elementType = \"face\"\nuniform token familyName = \"materialBind\"\n",
                    material));
}

void write_torn_subsets(UsdaFile& out, FrameReader& frames, size_t body, const std::vector<std::string>& materials) {
    const std::vector<u64> at = changes(frames, body);
    for (u32 m = 0; m < materials.size(); ++m) {
        begin_material_subset(out, m);
        out.begin_samples("int[] indices");
        for (const u64 f : at) {
            const std::vector<u32>& of_faces = frames.read_torn(f, body).faces.material;
            std::vector<u32> faces;
            for (u32 i = 0; i < of_faces.size(); ++i)
                if (of_faces[i] == m) faces.push_back(i);
            out.sample(f, faces);
        }
        out.end_samples();
        out.text("rel material:binding = <" + materials[m] + ">\n}\n");
    }
}

}  // namespace pliant
