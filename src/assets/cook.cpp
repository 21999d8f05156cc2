#include "assets/cook.h"

#include <algorithm>

#include "body/registry.h"
#include "core/hash.h"
#include "core/text.h"
#include "geometry/subdivide.h"

namespace pliant {

static void hash_value(Hasher& hasher, const Value& value) {
    hasher.value(static_cast<u32>(value.data.index()));
    if (const double* n = value.number()) hasher.value(*n);
    if (const Vec3d* v = value.vector()) hasher.value(*v);
    if (const std::string* t = value.text()) hasher.text(*t);
}

static void hash_mesh(Hasher& hasher, const Mesh& mesh) {
    hasher.array(std::span<const Vec3>(mesh.points));
    hasher.array(std::span<const u32>(mesh.vertex_point));
    hasher.array(std::span<const Vec2>(mesh.uv));
    hasher.array(std::span<const Vec3>(mesh.normals));
    hasher.array(std::span<const u32>(mesh.face_start));
    hasher.array(std::span<const u32>(mesh.face_vertex));
    hasher.array(std::span<const u32>(mesh.face_material));
    for (const Attribute& a : mesh.attributes) hasher.text(a.name), hasher.array(std::span<const float>(a.values));
    for (const Material& m : mesh.materials)
        hasher.text(m.name), hasher.value(m.color), hasher.text(m.texture),
            hasher.array(std::span<const u8>(m.texture_bytes));
    if (mesh.volume) {
        hasher.array(std::span<const Vec3>(mesh.volume->points));
        hasher.array(std::span<const TetPoints>(mesh.volume->tets));
    }
}

u64 cook_hash(const Mesh& mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
              const DrawnSettings& drawn) {
    Hasher hasher(2);  // grows when cooking changes
    hasher.text(kind.name);
    hasher.value(scale);
    for (const Parameter& row : own.table().rows)
        if (row.effect == Effect::recook) hash_value(hasher, own.value(row.id));
    hash_mesh(hasher, mesh);
    if (drawn.any()) {
        hasher.value(drawn.subdivide), hasher.value(drawn.thickness);
        if (drawn.mesh) hash_mesh(hasher, *drawn.mesh);
    }
    return hasher.result();
}

static void scale_mesh(Mesh& mesh, const Vec3d& scale) {
    if (!(scale == Vec3d{1, 1, 1})) transform(mesh, {{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}}, {});
}

static Mesh drawn_mesh(const Mesh& own, const DrawnSettings& drawn, const Vec3d& scale) {
    Mesh mesh = own;
    if (drawn.mesh) mesh = *drawn.mesh, scale_mesh(mesh, scale);
    mesh.volume = nullptr;
    const u64 triangles = static_cast<u64>(triangulate(mesh).triangles.size()) << (2 * drawn.subdivide);
    constexpr u64 most = 8'000'000;
    if (triangles > most)
        throw Error({mesh.name, with_commas(triangles) + " triangles to be drawn", "at most " + with_commas(most),
                     "a smaller subdivide"});
    mesh = subdivided(std::move(mesh), drawn.subdivide);
    return drawn.thickness > 0 ? thickened(std::move(mesh), drawn.thickness) : mesh;
}

// A sheet is seen from both sides, also where another mesh is drawn for it.
static void keep_two_sided(Mesh& mesh, const SurfaceModel& of_body) {
    const bool both =
        std::all_of(of_body.materials.begin(), of_body.materials.end(), [](const Material& m) { return m.two_sided; });
    for (Material& m : mesh.materials) m.two_sided = m.two_sided || both;
}

CookedModel cook_model(Mesh mesh, const Kind& kind, const ParameterSet& own, const Vec3d& scale,
                       const DrawnSettings& drawn) {
    CookedModel cooked;
    const u64 hash = cook_hash(mesh, kind, own, scale, drawn);
    scale_mesh(mesh, scale);
    const Triangulation triangulation = triangulate(mesh);
    const SimulationMesh simulation = repair(mesh, triangulation, cooked.repair);
    for (const std::string& sentence : cooked.repair.sentences()) cooked.report.facts.push_back(sentence);
    if (simulation.triangles.empty())
        throw Error({mesh.name, "no triangle is left after repair", "a mesh with faces that have an area", ""});
    cooked.model = kind.cook({mesh, triangulation, simulation, cooked.repair, own, cooked.report});
    Model& model = const_cast<Model&>(*cooked.model);
    model.content_hash = hash;
    if (drawn.any()) {
        Mesh seen = drawn_mesh(mesh, drawn, scale);
        if (drawn.thickness == 0) keep_two_sided(seen, model.surface);
        model.drawn = std::make_shared<const DrawnSurface>(model.surface, std::move(seen));
        cooked.report.facts.push_back(with_commas(model.look().indices.size() / 3) + " triangles are drawn");
    }
    return cooked;
}

namespace {

constexpr char magic[8] = {'P', 'L', 'M', 'O', 'D', 'E', 'L', '6'};

}  // namespace

std::string model_bytes(const Model& model) {
    std::vector<std::byte> content;
    Writer writer(content);
    writer.text(model.kind().name);
    writer.value(static_cast<u8>(model.drawn != nullptr));
    if (model.drawn) model.drawn->save(writer);
    model.save(writer);
    const u64 size = content.size(), hash = hash_bytes(content.data(), content.size());
    std::string bytes(magic, sizeof magic);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
    return bytes;
}

std::shared_ptr<const Model> model_from_bytes(std::string_view bytes, const std::string& name) {
    u64 size = 0, hash = 0;
    if (bytes.size() < sizeof magic + 16 || bytes.substr(0, sizeof magic) != std::string_view(magic, sizeof magic))
        throw Error({name, "this is not a cooked model of this version", "", "cook the mesh anew"});
    std::memcpy(&size, bytes.data() + 8, 8);
    std::memcpy(&hash, bytes.data() + 16, 8);
    bytes.remove_prefix(24);
    if (size != bytes.size())
        throw Error({name, std::to_string(bytes.size()) + " bytes", std::to_string(size), "the file is cut off"});
    if (hash != hash_bytes(bytes.data(), bytes.size()))
        throw Error({name, "the content does not match its hash", "", "the file is damaged"});
    Reader reader({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, name);
    const std::string kind_name = reader.text();
    const Kind* kind = find_kind(kind_name);
    if (!kind)
        throw Error({name, "a model of the unknown kind " + in_quotes(kind_name), "one of: " + kind_names(), ""});
    std::shared_ptr<const DrawnSurface> drawn;
    if (reader.value<u8>() != 0) drawn = std::make_shared<const DrawnSurface>(reader);
    std::shared_ptr<const Model> model = kind->load(reader);
    if (drawn) drawn->check(model->surface, Soundness(name));
    const_cast<Model&>(*model).drawn = std::move(drawn);
    return model;
}

}  // namespace pliant
