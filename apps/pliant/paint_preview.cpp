#include "pliant/paint_preview.h"

#include "body/surface_shading.h"
#include "render/context.h"
#include "render/renderer.h"

namespace pliant::app {

void write_preview(const Mesh& mesh, std::span<const float> points, const std::string& path) {
    const render::OffscreenContext context;
    render::Renderer renderer;
    Mesh shaded = mesh;
    const Triangulation triangulation = triangulate(shaded);
    add_missing_normals(shaded, triangulation);
    render::ShownBody body;
    body.name = mesh.name;
    body.surface = std::make_shared<const SurfaceModel>(make_surface_model(std::move(shaded), triangulation));
    body.positions = body.surface->positions;
    body.normals = body.surface->normals;
    for (const u32 p : body.surface->vertex_point) body.field.push_back(points[p]);
    for (const Vec3& p : body.positions) body.bounds.add(p);
    render::Moment moment;
    moment.number = render::next_moment_number();
    moment.bodies.push_back(std::move(body));
    constexpr u32 width = 960, height = 720;
    render::Look look;
    look.gloss = false;
    look.layers = render::LayerSet::from_text("none,surfaces");
    renderer.draw(moment, render::usual_camera(moment, float{width} / height), look, width, height);
    save_png(renderer.read(), path);
}

}  // namespace pliant::app
