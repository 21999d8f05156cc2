#include "render/shaders.h"

namespace pliant::render {

// One sun with a soft shadow, and the light of a sky and of the ground it shines on. Colours are linear until `shown`.
const char* const lighting = R"(
uniform vec3 eye;
uniform vec3 to_sun;
uniform mat4 to_shadow;
uniform sampler2DShadow shadow_map;
uniform float shadow_radius;   // of the soft edge, as a share of the map
uniform float shadow_texel;    // [m]
uniform float shadow_soft;     // half of the soft edge [m]
uniform float shadow_strength; // 0: none
uniform float gloss;

uniform vec3 sun, sky, ground; // of PictureLight

float lit(vec3 at, vec3 normal) {
    if (shadow_strength <= 0.0) return 1.0;
    vec3 p = (to_shadow * vec4(at, 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
    p.z -= 0.0008;
    // Eight taps about the middle tell whether there is an edge at all; only there is it worth looking closer.
    float d = shadow_radius * 0.7071, e = shadow_radius * 0.5;
    float sum = texture(shadow_map, p);
    sum += texture(shadow_map, vec3(p.x - d, p.y - d, p.z)) + texture(shadow_map, vec3(p.x + d, p.y - d, p.z));
    sum += texture(shadow_map, vec3(p.x - d, p.y + d, p.z)) + texture(shadow_map, vec3(p.x + d, p.y + d, p.z));
    sum += texture(shadow_map, vec3(p.x - e, p.y, p.z)) + texture(shadow_map, vec3(p.x + e, p.y, p.z));
    sum += texture(shadow_map, vec3(p.x, p.y - e, p.z)) + texture(shadow_map, vec3(p.x, p.y + e, p.z));
    // A loop that does not begin costs nothing even where branches are taken by all pixels at once.
    int taps = sum > 0.001 && sum < 8.999 ? 24 : 0;
    float light = sum / 9.0;
    // A sunflower's spiral covers the disc evenly; turned from pixel to pixel, so that no rings are seen.
    float turn = 6.283185 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    for (int i = 0; i < taps; ++i) {
        float r = sqrt((float(i) + 0.5) / 24.0), a = 2.399963 * float(i) + turn;
        light = (i == 0 ? 0.0 : light) +
                texture(shadow_map, vec3(p.xy + shadow_radius * r * vec2(cos(a), sin(a)), p.z)) / 24.0;
    }
    return mix(1.0 - shadow_strength, 1.0, light);
}

vec3 shaded(vec3 albedo, vec3 at, vec3 n, float roughness, float metallic) {
    vec3 v = normalize(eye - at), h = normalize(v + to_sun);
    float nl = dot(n, to_sun), nv = max(dot(n, v), 0.001);
    // A soft edge looks at a disc of the map; a surface at a slant would find itself in it.
    float slant = sqrt(max(1.0 - nl * nl, 0.0));
    float light = lit(at + n * (1.5 * shadow_texel + slant * shadow_soft), n);
    // Light that goes a little round the edge: soft things are never as hard as a billiard ball.
    float wrapped = max((nl + 0.18) / 1.18, 0.0) * mix(smoothstep(-0.18, 0.1, nl), 1.0, 0.5);
    float up = n.y * 0.5 + 0.5;
    vec3 ambient = mix(ground, sky, up) * 0.42;
    vec3 diffuse = albedo * (1.0 - metallic);
    vec3 c = diffuse * (sun * 0.318 * wrapped * light * 1.6 + ambient);
    if (gloss > 0.0) {
        float a = max(roughness * roughness, 0.02), a2 = a * a;
        float nh = max(dot(n, h), 0.0), d = nh * nh * (a2 - 1.0) + 1.0;
        float k = (roughness + 1.0) * (roughness + 1.0) / 8.0, l = max(nl, 0.0);
        float visible = 1.0 / ((l * (1.0 - k) + k) * (nv * (1.0 - k) + k) * 4.0);
        vec3 f0 = mix(vec3(0.04), albedo, metallic);
        vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(h, v), 0.0), 5.0);
        c += gloss * fresnel * (a2 / (3.14159 * d * d)) * visible * l * light * sun;
        vec3 rim = f0 + (max(vec3(1.0 - roughness), f0) - f0) * pow(1.0 - nv, 5.0);
        c += gloss * rim * mix(ground, sky, reflect(-v, n).y * 0.5 + 0.5) * 0.7;
    }
    return c;
}

vec3 shown(vec3 c) {  // a film's curve, then sRGB
    c *= 0.66;
    c = clamp(c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14), 0.0, 1.0);
    return pow(c, vec3(1.0 / 2.2));
}
)";

const char* const surface_vertex_shader = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float field;
uniform mat4 to_picture;
uniform mat4 to_world;
uniform float grow;  // along normals, of outlines
out vec3 at;
out vec3 n;
out vec2 place;
out float number;
void main() {
    n = mat3(to_world) * normal;
    at = (to_world * vec4(position, 1.0)).xyz + n * grow;
    place = uv;
    number = field;
    gl_Position = to_picture * vec4(at, 1.0);
}
)";

const char* const surface_fragment_shader = R"(
in vec3 at;
in vec3 n;
in vec2 place;
in float number;
uniform vec4 color;      // linear, and opacity
uniform vec4 tint;       // laid over it by its last number
uniform float roughness;
uniform float metallic;
uniform bool both_sides;
uniform bool textured;
uniform bool by_field;
uniform bool by_map;     // a number for each texel, instead of one a vertex
uniform bool plain;      // the colour alone, without light
uniform sampler2D image;
uniform sampler2D scale; // colours of numbers
uniform sampler2D map;
out vec4 result;
void main() {
    if (plain) { result = vec4(color.rgb * color.a, color.a); return; }
    vec4 c = color;
    if (textured) {
        vec4 t = texture(image, place);
        c *= vec4(pow(t.rgb, vec3(2.2)), t.a);
    }
    if (c.a < 0.02) discard;
    vec3 normal = normalize(n);
    if (both_sides && dot(normal, eye - at) < 0.0 && !gl_FrontFacing) normal = -normal;
    if (by_field) {
        // False colours must be told apart: little light, no gloss.
        float t = by_map ? texture(map, place).r : number;
        vec3 s = texture(scale, vec2(t * (255.0 / 256.0) + 0.5 / 256.0, 0.5)).rgb;
        float light = 0.72 + 0.28 * max(dot(normal, normalize(to_sun + normalize(eye - at))), 0.0);
        result = vec4(s * light, 1.0);
        return;
    }
    vec3 albedo = mix(c.rgb, tint.rgb, tint.a);
    result = vec4(shown(shaded(albedo, at, normal, roughness, metallic)) * c.a, c.a);
}
)";

const char* const floor_vertex_shader = R"(
layout(location = 0) in vec3 position;
uniform mat4 to_picture;
uniform mat4 to_world;
uniform float extent;
out vec3 at;
out vec2 on;
void main() {
    vec4 w = to_world * vec4(position * extent, 1.0);
    at = w.xyz;
    on = position.xz * extent;
    gl_Position = to_picture * w;
}
)";

const char* const floor_fragment_shader = R"(
in vec3 at;
in vec2 on;
uniform vec3 normal;
uniform vec3 color;
uniform vec3 middle;     // of the shown bodies
uniform float reach;     // where the floor begins to fade
uniform float unit;      // between strong lines [m]
uniform float grid;      // 0: none
uniform vec3 horizon;    // as shown
uniform bool background; // false: only the shadow
out vec4 result;
float line(vec2 p, float spacing, float width) {
    vec2 q = p / spacing, d = fwidth(q);
    vec2 far = abs(fract(q - 0.5) - 0.5);
    vec2 a = 1.0 - smoothstep(d * width * 0.5, d * (width * 0.5 + 1.0), far);
    return max(a.x, a.y) * (1.0 - smoothstep(0.2, 0.5, max(d.x, d.y)));
}
void main() {
    float light = lit(at, normal);
    if (!background) {
        float a = (1.0 - light) * 0.55 * (1.0 - smoothstep(reach, 3.0 * reach, distance(at, middle)));
        if (dot(normal, eye - at) < 0.0) a = 0.0;
        result = vec4(0.0, 0.0, 0.0, a);
        return;
    }
    vec3 albedo = color;
    float lines = max(line(on, unit, 1.2) * 0.34, line(on, unit * 0.1, 0.8) * 0.12);
    albedo *= 1.0 - grid * lines;
    vec3 c = albedo * (sun * 0.318 * max(dot(normal, to_sun), 0.0) * 1.6 * light + mix(ground, sky, normal.y * 0.5 + 0.5) * 0.42);
    float fade = smoothstep(reach, 4.0 * reach, distance(at, middle));
    bool below = dot(normal, eye - at) < 0.0;
    vec3 s = mix(shown(c), horizon, fade);
    float a = below ? 0.18 * (1.0 - fade) : 1.0;  // seen from below it would hide everything
    result = vec4(s * a, a);
}
)";

const char* const shadow_vertex_shader = R"(
layout(location = 0) in vec3 position;
uniform mat4 to_picture;
uniform mat4 to_world;
void main() { gl_Position = to_picture * to_world * vec4(position, 1.0); }
)";

const char* const shadow_fragment_shader = R"(
void main() {}
)";

const char* const background_vertex_shader = R"(
out float height;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    height = p.y;
    gl_Position = vec4(p, 0.999999, 1.0);
}
)";

const char* const background_fragment_shader = R"(
in float height;
uniform vec3 horizon, zenith;
uniform float horizon_height;  // in the picture, -1 … 1
uniform float slope;
out vec4 result;
void main() {
    float t = clamp((height - horizon_height) * slope, 0.0, 1.0);
    result = vec4(mix(horizon, zenith, t * (2.0 - t)), 1.0);
}
)";

const char* const dot_vertex_shader = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in float radius;
layout(location = 2) in vec3 color;
uniform mat4 to_picture;
uniform float pixel;
out vec3 c;
void main() {
    c = color;
    gl_Position = to_picture * vec4(position, 1.0);
    gl_Position.z -= 0.0002 * gl_Position.w;
    gl_PointSize = max(2.0 * radius * pixel, 1.5);
}
)";

const char* const dot_fragment_shader = R"(
in vec3 c;
uniform float alpha;
out vec4 result;
void main() {
    vec2 p = gl_PointCoord * 2.0 - 1.0;
    float r = dot(p, p);
    if (r > 1.0) discard;
    vec3 n = vec3(p.x, -p.y, sqrt(1.0 - r));
    float light = 0.55 + 0.5 * max(dot(n, normalize(vec3(-0.4, 0.7, 0.6))), 0.0);
    result = vec4(c * light * alpha, alpha);
}
)";

// A line is a strip of two triangles that faces the camera; each end knows the other, to know across.
const char* const line_vertex_shader = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec3 color;
uniform mat4 to_picture;
uniform vec2 size;   // of the picture [pixels]
uniform float width; // [pixels]
out vec3 c;
void main() {
    c = color;
    vec4 a = to_picture * vec4(from, 1.0), b = to_picture * vec4(to, 1.0);
    float near = 0.0001;  // an end behind the eye is brought before it
    if (a.w < near && b.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (a.w < near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 along = (b.xy / b.w - a.xy / a.w) * size;
    along = dot(along, along) > 1e-12 ? normalize(along) : vec2(1.0, 0.0);
    vec4 p = gl_VertexID < 2 ? a : b;
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    p.xy += vec2(-along.y, along.x) * side * width / size * p.w;
    p.z -= 0.0002 * p.w;
    gl_Position = p;
}
)";

const char* const line_fragment_shader = R"(
in vec3 c;
uniform float alpha;
out vec4 result;
void main() { result = vec4(c * alpha, alpha); }
)";

const char* const text_vertex_shader = R"(
layout(location = 0) in vec2 position;  // [pixels] from the upper left
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
uniform vec2 size;
out vec2 place;
out vec4 c;
void main() {
    place = uv;
    c = color;
    gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0.0, 1.0);
}
)";

const char* const text_fragment_shader = R"(
in vec2 place;
in vec4 c;
uniform sampler2D font;
out vec4 result;
void main() {
    float a = c.a * texture(font, place).r;
    result = vec4(c.rgb * a, a);
}
)";

}  // namespace pliant::render
