#include "render/renderer.h"

#include <algorithm>

#include "collide/shape_mesh.h"
#include "core/assert.h"
#include "core/error.h"
#include "record/picture_look.h"
#include "render/canvas.h"
#include "render/gpu_mesh.h"
#include "render/legend.h"
#include "render/mark_painter.h"
#include "render/shaders.h"
#include "render/shadow_map.h"
#include "render/text_painter.h"
#include "render/textures.h"

namespace pliant::render {

namespace {

const Vec3 to_sun = PictureLight::to_sun;
constexpr Vec3 horizon = PictureLight::horizon, zenith{0.30f, 0.47f, 0.68f};         // as shown
constexpr Vec3 asleep_color{0.16f, 0.22f, 0.40f}, frozen_color{0.66f, 0.11f, 0.0f};  // linear
constexpr Vec3 outline_color{1.0f, 0.55f, 0.08f};                                    // as shown

struct SurfaceProgram {
    Program program = make_program("surface", surface_vertex_shader, std::string(lighting) + surface_fragment_shader);
    GLint at(const char* name) const { return glGetUniformLocation(program, name); }
    GLint to_world = at("to_world"), color = at("color"), tint = at("tint"), roughness = at("roughness"),
          metallic = at("metallic"), textured = at("textured"), by_field = at("by_field"), by_map = at("by_map"),
          plain = at("plain"), grow = at("grow");
};

void set(const Program& program, const char* name, const Vec3& v) {
    glUniform3f(glGetUniformLocation(program, name), v.x, v.y, v.z);
}
void set(const Program& program, const char* name, float v) { glUniform1f(glGetUniformLocation(program, name), v); }
void set(const Program& program, const char* name, int v) { glUniform1i(glGetUniformLocation(program, name), v); }
void set(const Program& program, const char* name, const Mat4& m) {
    glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, m.m);
}

bool same_shape(const Shape& a, const Shape& b) {
    return a.kind == b.kind && a.radius == b.radius && a.half_height == b.half_height && a.half_size == b.half_size &&
           a.mesh == b.mesh && a.height_field == b.height_field && a.parts == b.parts;
}

}  // namespace

struct Renderer::Parts {
    Canvas canvas;
    ShadowMap shadow_map;
    SurfaceProgram surface;
    Program floor = make_program("floor", floor_vertex_shader, std::string(lighting) + floor_fragment_shader);
    Program shadow = make_program("shadow", shadow_vertex_shader, shadow_fragment_shader);
    Program background = make_program("background", background_vertex_shader, background_fragment_shader);
    MarkPainter marks;
    TextPainter text;
    Textures textures;
    GpuMesh square;  // of floors
    VertexArray nothing = make_vertex_array();
    Texture scale;  // of false colours
    PaintedMap painted;

    struct BodyMesh {
        GpuMesh mesh;
        std::shared_ptr<const SurfaceModel> surface;
        u32 topology_version = 0;
        bool split = false;
    };
    struct ColliderMesh {
        GpuMesh mesh;
        Shape shape;
    };
    std::vector<BodyMesh> bodies;
    std::vector<ColliderMesh> colliders;
    u64 sent = 0;  // the moment that is on the graphics card

    // Of the picture at hand.
    const Moment* moment = nullptr;
    std::vector<const ShownBody*> surfaces;  // its bodies, then its characters
    const Look* look = nullptr;
    Camera camera;
    Mat4 to_picture;
    Box casters;           // what throws shadows
    float scene_size = 1;  // [m]

    Parts();
    void send();
    void measure(float aspect);
    void draw_shadows();
    void draw_background();
    void light(const Program& program);
    void draw_bodies(bool transparent);
    void draw_painted(const PaintLook::Part& part);
    void draw_range(const ShownBody& body, size_t number, const BodyMesh& on_card, const MaterialRange& range);
    void draw_wires();
    void draw_outlines();
    void draw_colliders(bool see_through);
    void draw_floors();
    void draw_marks(u32 width, u32 height);
    bool hidden(const ShownBody& body) const { return look->hidden && look->hidden(body.id); }
};

Renderer::Parts::Parts() {
    const Vec3 corners[] = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}};
    const Vec3 up[] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    const u32 indices[] = {0, 1, 2, 0, 2, 3};
    square.set_topology(indices, {}, 4);
    square.set_positions(corners, up);

    u8 colors[256 * 3];
    for (int i = 0; i < 256; ++i) {
        const Color c = false_color(static_cast<float>(i) / 255);
        const u8 rgb[] = {c.r, c.g, c.b};
        std::copy_n(rgb, 3, &colors[3 * i]);
    }
    scale = make_texture();
    glBindTexture(GL_TEXTURE_2D, scale);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 256, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, colors);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
}

// Uploads changes to the graphics card.
void Renderer::Parts::send() {
    if (moment->number != 0 && moment->number == sent) return;
    sent = moment->number;
    bodies.resize(surfaces.size());
    for (size_t i = 0; i < bodies.size(); ++i) {
        const ShownBody& from = *surfaces[i];
        BodyMesh& to = bodies[i];
        if (from.split) {  // into other faces every time
            to.mesh.set_topology(from.split->indices, from.split->uv, static_cast<u32>(from.split->positions.size()));
        } else if (to.split || to.surface != from.surface || to.topology_version != from.topology_version) {
            to.mesh.set_topology(from.surface->indices, from.surface->uv, static_cast<u32>(from.positions.size()));
        }
        to.surface = from.surface;
        to.topology_version = from.topology_version;
        to.split = from.split.has_value();
        to.mesh.set_positions(from.shown_positions(), from.shown_normals());
        to.mesh.set_field(from.field);
    }
    colliders.resize(moment->colliders.size());
    for (size_t i = 0; i < colliders.size(); ++i) {
        const Shape& shape = moment->colliders[i].shape;
        if (shape.kind == ShapeKind::plane || same_shape(shape, colliders[i].shape)) continue;
        const TriangleList list = shape_mesh(shape, 1);
        colliders[i].mesh.set_topology(list.indices, {}, static_cast<u32>(list.positions.size()));
        colliders[i].mesh.set_positions(list.positions, list.normals);
        colliders[i].shape = shape;
    }
    textures.forget_unused();
}

// How large all is, and what the camera must see.
void Renderer::Parts::measure(float aspect) {
    PL_ASSERT(aspect >= 0);
    const Box box = moment->bounds();
    scene_size = std::max(length(box.high - box.low), 1e-3f);
    casters = box;
    // Solid objects nearby cast shadows too, unless they are much larger than the shown bodies.
    const Vec3 more = Vec3{1, 1, 1} * (1.0f * scene_size);
    const Box near{box.low - more, box.high + more};
    for (const ShownCollider& c : moment->colliders) {
        if (c.shape.kind == ShapeKind::plane || c.see_through() || c.hidden()) continue;
        const Box b = c.shape.bounds(c.pose);
        if (b.empty()) continue;
        casters.add(Box{least(greatest(b.low, near.low), near.high), least(greatest(b.high, near.low), near.high)});
    }
    const float to_scene = length(camera.eye - (box.low + box.high) * 0.5f);
    const float far = to_scene + std::max(60 * scene_size, 2 * length(casters.high - casters.low));
    const float near_plane = std::max(std::min(camera.distance(), scene_size) * 0.01f, far * 1e-5f);
    to_picture = camera.projection(aspect, near_plane, far) * camera.view();
}

void Renderer::Parts::draw_shadows() {
    shadow_map.begin(casters, to_sun);
    glUseProgram(shadow);
    set(shadow, "to_picture", shadow_map.to_picture());
    set(shadow, "to_world", Mat4{});
    if (look->layers.has("surfaces"))
        for (size_t i = 0; i < bodies.size(); ++i)
            if (!hidden(*surfaces[i])) bodies[i].mesh.draw();
    if (look->layers.has("colliders"))
        for (size_t i = 0; i < colliders.size(); ++i) {
            const ShownCollider& c = moment->colliders[i];
            if (c.shape.kind == ShapeKind::plane || c.see_through() || c.hidden()) continue;
            set(shadow, "to_world", matrix_of(c.pose));
            colliders[i].mesh.draw();
        }
    shadow_map.finish(0.007f * length(casters.high - casters.low));
}

void Renderer::Parts::draw_background() {
    glUseProgram(background);
    set(background, "horizon", horizon);
    set(background, "zenith", zenith);
    // Where level lines of sight meet the picture.
    const Vec3 f = camera.forward();
    const float half = std::tan(camera.fov / 2), level = std::sqrt(f.x * f.x + f.z * f.z);
    set(background, "horizon_height", std::clamp(-f.y / std::max(level, 1e-3f) / half, -4.0f, 4.0f));
    set(background, "slope", half * 2.2f);
    glDepthMask(GL_FALSE);
    glBindVertexArray(nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDepthMask(GL_TRUE);
}

void Renderer::Parts::light(const Program& program) {
    glUseProgram(program);
    set(program, "to_picture", to_picture);
    set(program, "to_shadow", shadow_map.to_picture());
    set(program, "shadow_radius", shadow_map.radius());
    set(program, "shadow_texel", shadow_map.texel());
    set(program, "shadow_soft", shadow_map.soft());
    set(program, "shadow_strength", look->shadows ? 1.0f : 0.0f);
    set(program, "gloss", look->gloss ? 1.0f : 0.0f);
    using Light = PictureLight;
    const std::pair<const char*, Vec3> vectors[] = {
        {"eye", camera.eye}, {"to_sun", to_sun}, {"sun", Light::sun}, {"sky", Light::sky}, {"ground", Light::ground}};
    for (const auto& [name, v] : vectors) set(program, name, v);
    constexpr std::pair<const char*, int> units[] = {{"image", 0}, {"shadow_map", 1}, {"scale", 2}, {"map", 3}};
    for (const auto& [name, unit] : units) set(program, name, unit);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, shadow_map.texture());
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, scale);
    glActiveTexture(GL_TEXTURE0);
}

void Renderer::Parts::draw_range(const ShownBody& body, size_t number, const BodyMesh& on_card,
                                 const MaterialRange& range) {
    PL_ASSERT(range.index_count % 3 == 0);
    static const Material none;
    const Material& m =
        range.material < body.surface->materials.size() ? body.surface->materials[range.material] : none;
    const Vec3 c = picture_color(m, body.color, number);
    const GLuint image = look->textures ? textures.of(body.surface, range.material) : 0;
    glBindTexture(GL_TEXTURE_2D, image);
    glUniform4f(surface.color, c.x, c.y, c.z, m.opacity);
    glUniform1f(surface.roughness, m.roughness);
    glUniform1f(surface.metallic, m.metallic);
    glUniform1i(surface.textured, image != 0);
    // Walls of a crack that is still closed lie in the surface here and there, and must not show.
    if (m.keeps_color) {
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1, 4);
    }
    on_card.mesh.draw(range.first_index, range.index_count);
    if (m.keeps_color) glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::Parts::draw_painted(const PaintLook::Part& part) {
    glUniform4f(surface.color, 1, 1, 1, 1);
    glUniform1i(surface.textured, 0);
    glUniform1i(surface.by_map, 1);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, painted.texture());
    glActiveTexture(GL_TEXTURE0);
    painted.draw(part);
    glUniform1i(surface.by_map, 0);
}

void Renderer::Parts::draw_bodies(bool transparent) {
    if (!look->layers.has("surfaces")) return;
    light(surface.program);
    glUniformMatrix4fv(surface.to_world, 1, GL_FALSE, Mat4{}.m);
    set(surface.program, "both_sides", look->both_sides);
    glUniform1i(surface.plain, 0);
    const bool sleep = look->layers.has("sleep");
    for (size_t i = 0; i < bodies.size(); ++i) {
        const ShownBody& body = *surfaces[i];
        if (hidden(body)) continue;
        const Vec3 over = body.quarantined ? frozen_color : asleep_color;
        const float share = body.quarantined ? 0.75f : sleep && body.asleep ? 0.8f : 0;
        glUniform4f(surface.tint, over.x, over.y, over.z, share);
        const PaintLook::Part* paint = look->paint ? look->paint->of(body.id) : nullptr;
        glUniform1i(surface.by_field, paint || !body.field.empty());
        if (paint) {
            if (!transparent) draw_painted(*paint);
            continue;
        }
        for (const MaterialRange& range : body.shown_ranges()) {
            const bool see_through = range.material < body.surface->materials.size() &&
                                     body.surface->materials[range.material].opacity < 1 && body.field.empty();
            if (see_through == transparent) draw_range(body, i, bodies[i], range);
        }
    }
}

void Renderer::Parts::draw_wires() {
    if (!look->wireframe || !look->layers.has("surfaces")) return;
    light(surface.program);
    glUniformMatrix4fv(surface.to_world, 1, GL_FALSE, Mat4{}.m);
    glUniform1i(surface.plain, 1);
    glUniform4f(surface.color, 0.08f, 0.09f, 0.11f, 0.55f);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(-1, -1);
    for (size_t i = 0; i < bodies.size(); ++i)
        if (!hidden(*surfaces[i])) bodies[i].mesh.draw();
    glDisable(GL_POLYGON_OFFSET_LINE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

// The back faces of the selected body, a little larger: the part that protrudes is the outline.
void Renderer::Parts::draw_outlines() {
    if (look->selected.empty() && look->selected_character.empty()) return;
    light(surface.program);
    glUniformMatrix4fv(surface.to_world, 1, GL_FALSE, Mat4{}.m);
    glUniform1i(surface.plain, 1);
    glUniform4f(surface.color, outline_color.x, outline_color.y, outline_color.z, 1);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    for (size_t i = 0; i < bodies.size(); ++i) {
        const ShownBody& body = *surfaces[i];
        const bool selected =
            body.id ? std::find(look->selected.begin(), look->selected.end(), body.id) != look->selected.end()
                    : !look->selected_character.empty() && body.name == look->selected_character;
        if (hidden(body) || !selected) continue;
        const float away = length(camera.eye - (body.bounds.low + body.bounds.high) * 0.5f);
        glUniform1f(surface.grow, 0.0035f * away * camera.fov);
        bodies[i].mesh.draw();
    }
    glUniform1f(surface.grow, 0);
    glDisable(GL_CULL_FACE);
}

void Renderer::Parts::draw_colliders(bool see_through) {
    if (!look->layers.has("colliders")) return;
    light(surface.program);
    set(surface.program, "both_sides", 1);
    for (const GLint flag : {surface.plain, surface.by_field, surface.textured}) glUniform1i(flag, 0);
    glUniform4f(surface.tint, 0, 0, 0, 0);
    glUniform1f(surface.roughness, 0.75f);
    glUniform1f(surface.metallic, 0);
    for (size_t i = 0; i < colliders.size(); ++i) {
        const ShownCollider& c = moment->colliders[i];
        if (c.shape.kind == ShapeKind::plane || c.hidden() || c.see_through() != see_through) continue;
        const Material m = collider_material(c.color, false, c.see_through());
        glUniform4f(surface.color, m.color.x, m.color.y, m.color.z, m.opacity);
        glUniformMatrix4fv(surface.to_world, 1, GL_FALSE, matrix_of(c.pose).m);
        colliders[i].mesh.draw();
    }
}

void Renderer::Parts::draw_floors() {
    if (!look->layers.has("colliders")) return;
    light(floor);
    const Box box = moment->bounds();
    const Vec3 middle = (box.low + box.high) * 0.5f;
    // Strong lines are a metre apart, or ten, or a tenth: as suits the size of what stands there.
    const float unit = std::pow(10.0f, std::round(std::log10(std::max(scene_size, 1e-3f)) - 0.35f));
    const float away = length(camera.eye - middle);
    set(floor, "reach", std::max(2.2f * scene_size, 1.4f * away));
    set(floor, "unit", unit);
    set(floor, "grid", look->layers.has("grid") ? 1.0f : 0.0f);
    set(floor, "horizon", horizon);
    set(floor, "background", look->background ? 1 : 0);
    set(floor, "middle", middle);
    for (const ShownCollider& c : moment->colliders) {
        if (c.shape.kind != ShapeKind::plane || c.hidden()) continue;
        set(floor, "color", collider_material(c.color, true, false).color);
        set(floor, "normal", c.pose.rotation * Vec3{0, 1, 0});
        set(floor, "to_world", matrix_of(c.pose));
        set(floor, "extent", length(middle - c.pose.position) + std::max(40 * scene_size, 6 * away));
        square.draw();
    }
}

// Those of hidden bodies are hidden too.
void Renderer::Parts::draw_marks(u32 width, u32 height) {
    std::vector<bool> out;
    for (const ShownBody& body : moment->bodies) out.push_back(hidden(body));
    if (std::find(out.begin(), out.end(), true) == out.end())
        return marks.draw(moment->marks, to_picture, width, height);
    const auto left_out = [&](const auto& mark) { return mark.body < out.size() && out[mark.body]; };
    Marks shown = moment->marks;
    std::erase_if(shown.dots, left_out);
    std::erase_if(shown.lines, left_out);
    marks.draw(shown, to_picture, width, height);
}

Renderer::Renderer() {
    if (epoxy_gl_version() < 33)
        throw Error({"OpenGL",
                     "the driver has version " + std::to_string(epoxy_gl_version() / 10) + "." +
                         std::to_string(epoxy_gl_version() % 10),
                     "3.3 or newer", "install a newer driver; Mesa's software renderer will do"});
    parts_ = std::make_unique<Parts>();
}

Renderer::~Renderer() = default;

void Renderer::draw(const Moment& moment, const Camera& camera, const Look& look, u32 width, u32 height) {
    PL_ASSERT(parts_);
    Parts& p = *parts_;
    p.moment = &moment;
    p.look = &look;
    p.camera = camera;
    p.surfaces.clear();
    for (const ShownBody& body : moment.bodies) p.surfaces.push_back(&body);
    for (const ShownBody& character : moment.characters) p.surfaces.push_back(&character);
    const float aspect = static_cast<float>(width) / static_cast<float>(std::max(height, 1u));
    p.send();
    if (look.paint) p.painted.send(*look.paint, moment);
    p.measure(aspect);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_MULTISAMPLE);
    if (look.shadows) p.draw_shadows();

    p.canvas.begin(width, height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (look.background) p.draw_background();
    glEnable(GL_BLEND);  // colours come with their alpha multiplied in
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    p.draw_bodies(false);
    p.draw_colliders(false);
    p.draw_outlines();
    p.draw_floors();
    p.draw_wires();
    glDepthMask(GL_FALSE);
    p.draw_bodies(true);
    p.draw_colliders(true);
    glDepthMask(GL_TRUE);
    p.draw_marks(width, height);
    p.marks.draw(look.extra, p.to_picture, width, height);
    if (look.legend) {
        write_legend(p.text, look.layers, height, look.text_scale);
        p.text.draw(width, height);
    }
    glDisable(GL_BLEND);
    glBindVertexArray(0);
    p.canvas.finish();
}

Image Renderer::read() const { return parts_->canvas.read(); }
void Renderer::show_in_window(const WindowPart& p) const { parts_->canvas.show_in_window(p.x, p.y, p.width, p.height); }
Vec3 Renderer::background_color() const { return horizon; }

}  // namespace pliant::render
