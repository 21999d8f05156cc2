// One .usda for the whole scene: bodies and characters as meshes with time samples of points, normals and velocities;
// colliders and cameras, still or moved; the sun and the sky of the film; materials as UsdPreviewSurface, with their
// images beside. What tears is one mesh too, with all its pieces, whose faces have time samples.
//
// All samples of one attribute stand together, so the text is made when the run is over. Numbers are the shortest text
// that reads back as the same float.

#include <fmt/format.h>

#include "core/files.h"
#include "core/text.h"
#include "record/assembled.h"
#include "record/camera_view.h"
#include "record/materials.h"
#include "record/picture_look.h"
#include "record/usda_text.h"
#include "record/usda_torn.h"

namespace pliant {

namespace {

class UsdaAssembler {
  public:
    UsdaAssembler(FrameReader& frames, const RecordProgress& progress)
        : frames_(frames), scene_(frames.scene()), textures_(scene_), progress_(progress) {}

    void write(const std::string& path) {
        textures_.write(folder_of(path));
        bounds_ = frames_.bounds();
        UsdaFile out(path, scene_.rate, frames_.frame_count());
        UsdNames names;
        write_materials(out, names);
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            write_body(out, b, names.fresh(scene_.bodies[b].name));
            if (progress_) progress_("writing the .usda", b + 1, scene_.bodies.size());
        }
        for (size_t c = 0; c < scene_.colliders.size(); ++c)
            write_collider(out, c, names.fresh(scene_.colliders[c].name));
        for (size_t c = 0; c < scene_.cameras.size(); ++c) write_camera(out, c, names.fresh(scene_.cameras[c]));
        write_lights(out, names);
        out.finish();
    }

  private:
    void write_materials(UsdaFile& out, UsdNames& names) {
        out.text("def Scope \"" + names.fresh("Materials") + "\"\n{\n");
        UsdNames own;
        for (size_t b = 0; b < scene_.bodies.size(); ++b) {
            const SurfaceModel& s = *scene_.bodies[b].surface;
            std::vector<std::string>& of_body = material_paths_.emplace_back();
            const std::vector<std::string> given = material_names(s);
            for (size_t m = 0; m < s.materials.size(); ++m) {
                const std::string name = own.fresh(given[m]);
                of_body.push_back("/Scene/Materials/" + name);
                write_material(out, scene_.bodies[b].materials[m], name, of_body.back(), textures_.file(b, m));
            }
        }
        for (const RecordedCollider& c : scene_.colliders) {
            const std::string name = own.fresh(c.material.name);
            collider_materials_.push_back("/Scene/Materials/" + name);
            write_material(out, c.material, name, collider_materials_.back(), "");
        }
        out.text("}\n");
    }

    static void write_material(UsdaFile& out, const Material& m, const std::string& name, const std::string& path,
                               const std::string& image) {
        const std::string color =
            image.empty() ? fmt::format("color3f inputs:diffuseColor = ({}, {}, {})", m.color.x, m.color.y, m.color.z)
                          : "color3f inputs:diffuseColor.connect = <" + path + "/Image.outputs:rgb>";
        out.text(
            fmt::format("def Material \"{0}\"\n{{\ntoken outputs:surface.connect = <{1}/Surface.outputs:surface>\n"
                        "def Shader \"Surface\"\n{{\nuniform token info:id = \"UsdPreviewSurface\"\n{2}\n"
                        "float inputs:roughness = {3}\nfloat inputs:metallic = {4}\nfloat inputs:opacity = {5}\n"
                        "token outputs:surface\n}}\n",
                        name, path, color, m.roughness, m.metallic, m.opacity));
        if (!image.empty())
            out.text(fmt::format(
                "def Shader \"Image\"\n{{\nuniform token info:id = \"UsdUVTexture\"\nasset inputs:file = @{0}@\n"
                "float4 inputs:scale = ({2}, {3}, {4}, 1)\n"
                "token inputs:wrapS = \"repeat\"\ntoken inputs:wrapT = \"repeat\"\n"
                "float2 inputs:st.connect = <{1}/Coordinates.outputs:result>\nfloat3 outputs:rgb\n}}\n"
                "def Shader \"Coordinates\"\n{{\nuniform token info:id = \"UsdPrimvarReader_float2\"\n"
                "string inputs:varname = \"st\"\nfloat2 outputs:result\n}}\n",
                image, path, m.color.x, m.color.y, m.color.z));
        out.text("}\n");
    }

    // Points in the file's order; normals and texture coordinates at the corners of faces, where seams need no second
    // point.
    void write_body(UsdaFile& out, size_t b, const std::string& name) {
        const SurfaceModel& s = *scene_.bodies[b].surface;
        out.text("def Mesh \"" + name + "\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\n)\n{\n");
        out.text("custom string pliant:name = " + quoted_json(scene_.bodies[b].name) + "\n");
        out.text("uniform token subdivisionScheme = \"none\"\n");
        if (frames_.tears(b)) {
            write_torn_samples(out, frames_, b);
        } else {
            write_faces(out, s);
            write_samples(out, b, s);
        }
        write_binding(out, b, s);
        out.text("}\n");
    }

    static void write_faces(UsdaFile& out, const SurfaceModel& s) {
        std::vector<u32> counts, points;
        for (size_t f = 0; f + 1 < s.face_start.size(); ++f) counts.push_back(s.face_start[f + 1] - s.face_start[f]);
        for (u32 v : s.face_vertex) points.push_back(s.vertex_point[v]);
        out.integers("int[] faceVertexCounts", counts);
        out.integers("int[] faceVertexIndices", points);
        if (!s.uv.empty()) {
            std::vector<Vec2> uv;
            for (u32 v : s.face_vertex) uv.push_back({s.uv[v].x, 1 - s.uv[v].y});  // in USD, v runs up
            out.pairs("texCoord2f[] primvars:st", uv, "interpolation = \"faceVarying\"");
        }
    }

    void write_samples(UsdaFile& out, size_t b, const SurfaceModel& s) {
        const auto points_at = [&](u64 f) {
            const BodyFrame& frame = frames_.read_body(f, b);
            std::vector<Vec3> points;
            for (u32 v : s.point_vertex) points.push_back(frame.positions[v]);
            return points;
        };
        out.begin_samples("point3f[] points");
        std::vector<Vec3> extents;
        for (u64 f = 0; f < frames_.frame_count(); ++f) {
            const std::vector<Vec3> points = points_at(f);
            Box box;
            for (const Vec3& p : points) box.add(p);
            extents.push_back(box.low);
            extents.push_back(box.high);
            out.sample(f, points);
        }
        out.end_samples();
        out.begin_samples("float3[] extent");
        for (u64 f = 0; f < frames_.frame_count(); ++f) out.sample(f, std::span(extents).subspan(2 * f, 2));
        out.end_samples();
        // From the frame before; the first has none before it and is given what the next one has.
        out.begin_samples("vector3f[] velocities");
        std::vector<Vec3> before = points_at(0);
        for (u64 f = 0; f < frames_.frame_count(); ++f) {
            const std::vector<Vec3> now = points_at(f),
                                    other = f == 0 && frames_.frame_count() > 1 ? points_at(1) : now;
            std::vector<Vec3> velocities;
            for (size_t p = 0; p < now.size(); ++p)
                velocities.push_back((other[p] - before[p]) * static_cast<float>(scene_.rate));
            out.sample(f, velocities);
            before = now;
        }
        out.end_samples();
        write_normals(out, b, s);
    }

    // One a point where that is enough; else at the corners of faces.
    void write_normals(UsdaFile& out, size_t b, const SurfaceModel& s) {
        bool smooth = true;
        for (u32 v = 0; v < s.vertex_count(); ++v) {
            const Vec3& of_point = s.normals[s.point_vertex[s.vertex_point[v]]];
            smooth &= length_squared(s.normals[v] - of_point) < 1e-8f;  // but for rounding, at the poles of a ball
        }
        const std::vector<u32>& vertices = smooth ? s.point_vertex : s.face_vertex;
        out.begin_samples("normal3f[] normals",
                          smooth ? "interpolation = \"vertex\"" : "interpolation = \"faceVarying\"");
        for (u64 f = 0; f < frames_.frame_count(); ++f) {
            const BodyFrame& frame = frames_.read_body(f, b);
            std::vector<Vec3> normals;
            for (u32 v : vertices) normals.push_back(frame.normals[v]);
            out.sample(f, normals);
        }
        out.end_samples();
    }

    void write_binding(UsdaFile& out, size_t b, const SurfaceModel& s) {
        const std::vector<std::string>& paths = material_paths_[b];
        std::vector<std::vector<u32>> faces(paths.size());
        for (u32 f = 0; f < s.face_material.size(); ++f) faces[s.face_material[f]].push_back(f);
        bool two_sided = false;
        for (const Material& m : s.materials) two_sided |= m.two_sided;
        if (two_sided) out.text("uniform bool doubleSided = 1\n");
        if (paths.size() == 1) return out.text("rel material:binding = <" + paths[0] + ">\n");
        out.text("uniform token subsetFamily:materialBind:familyType = \"partition\"\n");
        if (frames_.tears(b)) return write_torn_subsets(out, frames_, b, paths);
        for (size_t m = 0; m < paths.size(); ++m) {
            if (faces[m].empty()) continue;
            begin_material_subset(out, m);
            out.integers("int[] indices", faces[m]);
            out.text("rel material:binding = <" + paths[m] + ">\n}\n");
        }
    }

    void write_collider(UsdaFile& out, size_t c, const std::string& name) {
        const RecordedCollider& collider = scene_.colliders[c];
        std::vector<Transform> way;
        bool moves = false;
        for (u64 f = 0; f < frames_.frame_count(); ++f) {
            way.push_back(frames_.read_colliders(f)[c]);
            moves |= !(way.back() == way[0]);
        }
        const TriangleList t = collider.plane
                                   ? shape_mesh({.kind = ShapeKind::plane}, plane_extent(bounds_, way[0].position))
                                   : collider.triangles;
        out.text("def Mesh \"" + name + "\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\n)\n{\n");
        out.text("custom string pliant:name = " + quoted_json(collider.name) + "\n");
        out.text("uniform token subdivisionScheme = \"none\"\nuniform bool doubleSided = 1\n");
        const Vec3& color = collider.material.color;
        out.text(fmt::format("color3f[] primvars:displayColor = [({}, {}, {})]\n", color.x, color.y, color.z));
        out.text("rel material:binding = <" + collider_materials_[c] + ">\n");
        out.integers("int[] faceVertexCounts", std::vector<u32>(t.indices.size() / 3, 3));
        out.integers("int[] faceVertexIndices", t.indices);
        out.vectors("point3f[] points", t.positions);
        out.vectors("normal3f[] normals", t.normals, "interpolation = \"vertex\"");
        write_way(out, way, moves);
        out.text("}\n");
    }

    // Apertures are those of a film of 16:9; only their shares of the focal length count.
    void write_camera(UsdaFile& out, size_t c, const std::string& name) {
        constexpr float aperture = 20.25f;
        std::vector<Transform> way;
        std::vector<float> focal;
        bool moves = false, zooms = false;
        for (u64 f = 0; f < frames_.frame_count(); ++f) {
            const CameraFrame frame = frames_.read_moving(f).cameras[c];
            way.push_back(frame.frame);
            focal.push_back(aperture / 2 / std::tan(frame.fov / 2));
            moves |= !(way.back() == way[0]);
            zooms |= focal.back() != focal[0];
        }
        out.text("def Camera \"" + name + "\"\n{\ncustom string pliant:name = " + quoted_json(scene_.cameras[c]) +
                 "\n");
        out.text(
            fmt::format("float verticalAperture = {}\nfloat horizontalAperture = 36\n"
                        "float2 clippingRange = (0.01, 10000)\n",
                        aperture));
        if (zooms) {
            out.text("float focalLength.timeSamples = {\n");
            for (size_t f = 0; f < focal.size(); ++f) out.text(fmt::format("{}: {},\n", f, focal[f]));
            out.text("}\n");
        } else {
            out.text(fmt::format("float focalLength = {}\n", focal[0]));
        }
        write_way(out, way, moves);
        out.text("}\n");
    }

    // The film's: a sun, and a sky that lights evenly from everywhere.
    static void write_lights(UsdaFile& out, UsdNames& names) {
        const Vec3 light = PictureLight::illuminance(), sun = light * (1 / light.x),
                   sky = (PictureLight::sky + PictureLight::ground) * (PictureLight::ambient / 2);
        out.text(
            fmt::format("def DistantLight \"{}\"\n{{\ncolor3f inputs:color = ({}, {}, {})\n"
                        "float inputs:intensity = {}\nfloat inputs:angle = 1\nbool inputs:normalize = 1\n",
                        names.fresh("sun"), sun.x, sun.y, sun.z, light.x));
        write_way(out, {CameraView{PictureLight::to_sun * 10, {}, 0}.frame()}, false);
        out.text(
            fmt::format("}}\ndef DomeLight \"{}\"\n{{\ncolor3f inputs:color = ({}, {}, {})\n"
                        "float inputs:intensity = 1\n}}\n",
                        names.fresh("sky"), sky.x, sky.y, sky.z));
    }

    static void write_way(UsdaFile& out, const std::vector<Transform>& way, bool moves) {
        const auto place = [&](size_t f) {
            return fmt::format("({}, {}, {})", way[f].position.x, way[f].position.y, way[f].position.z);
        };
        const auto turn = [&](size_t f) {  // the real part first
            return fmt::format("({}, {}, {}, {})", way[f].rotation.w, way[f].rotation.x, way[f].rotation.y,
                               way[f].rotation.z);
        };
        if (!moves) {
            out.text("double3 xformOp:translate = " + place(0) + "\nquatf xformOp:orient = " + turn(0) + "\n");
        } else {
            std::string places = "double3 xformOp:translate.timeSamples = {\n",
                        turns = "quatf xformOp:orient.timeSamples = {\n";
            for (size_t f = 0; f < way.size(); ++f) {
                places += fmt::format("{}: {},\n", f, place(f));
                turns += fmt::format("{}: {},\n", f, turn(f));
            }
            out.text(places + "}\n" + turns + "}\n");
        }
        out.text("uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n");
    }

    FrameReader& frames_;
    const RecordedScene& scene_;
    SceneTextures textures_;
    const RecordProgress& progress_;
    Box bounds_;
    std::vector<std::vector<std::string>> material_paths_;  // of bodies
    std::vector<std::string> collider_materials_;
};

void assemble_usda(FrameReader& frames, const std::string& path, const RecordProgress& progress) {
    UsdaAssembler(frames, progress).write(path);
}

}  // namespace

const AssembledFormat usda_format{
    "usda", "scene.usda", {.surface = true, .normals = true, .pieces = true, .velocities = true}, assemble_usda};

std::unique_ptr<Recorder> make_usda_recorder(const RecordSettings& settings) {
    return make_assembled_recorder(usda_format, settings);
}

}  // namespace pliant
