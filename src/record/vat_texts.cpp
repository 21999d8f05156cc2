#include "record/vat.h"

namespace pliant {

static const char* const three_js = R"JS(// Plays a vertex-animation texture in three.js (WebGL 2).
//
//   import * as THREE from 'three';
//   import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
//   import { loadVat, applyVat, setVatTime } from './vat_three.js';
//
//   const vat = await loadVat('ollie.vat/vat.json', THREE);
//   const { scene } = await new GLTFLoader().loadAsync('ollie.vat/mesh.glb');
//   scene.traverse((o) => o.isMesh && applyVat(o, vat, THREE));
//   // every frame:
//   setVatTime(vat, seconds);

// Browsers make 8 bits of a PNG's 16, so it is read here. Filters are those that Pliant writes: none and up.
async function readPng(url) {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const width = view.getUint32(16), height = view.getUint32(20), depth = bytes[24] / 8;
  const packed = [];
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at), type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const stream = new Blob(packed).stream().pipeThrough(new DecompressionStream('deflate'));
  const rows = new Uint8Array(await new Response(stream).arrayBuffer());
  const stride = 3 * depth * width, data = new Uint16Array(4 * width * height);
  for (let y = 0; y < height; ++y) {
    const at = y * (stride + 1) + 1, filter = rows[at - 1];
    if (filter !== 0 && filter !== 2) throw new Error(`${url}: the image was saved again by another program`);
    if (filter === 2 && y > 0) for (let i = 0; i < stride; ++i) rows[at + i] += rows[at - stride - 1 + i];
    for (let x = 0; x < width; ++x)
      for (let c = 0; c < 3; ++c) {
        const i = at + depth * (3 * x + c);
        data[4 * (y * width + x) + c] = depth === 2 ? 256 * rows[i] + rows[i + 1] : rows[i];
      }
  }
  return { width, height, data };
}

function textureOf(image, THREE) {
  const texture = new THREE.DataTexture(image.data, image.width, image.height, THREE.RGBAIntegerFormat, THREE.UnsignedShortType);
  texture.internalFormat = 'RGBA16UI';
  texture.minFilter = texture.magFilter = THREE.NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

// vatPosition(vertex) and vatNormal(vertex): where a vertex is at vatFrame, blended between frames.
export const vatChunk = `
uniform highp usampler2D vatPositions, vatNormals;
uniform vec3 vatLow, vatHigh;
uniform int vatWidth, vatFrames;
uniform bool vatLoop;
uniform float vatFrame;
vec3 vatTexel(highp usampler2D image, int vertex, int frame) {
  ivec2 at = ivec2(vertex % vatWidth, (vertex / vatWidth) * vatFrames + frame);
  return vec3(texelFetch(image, at, 0).rgb) / 65535.0;
}
vec3 vatValue(highp usampler2D image, int vertex) {
  int a = int(floor(vatFrame)), b = a + 1;
  a = vatLoop ? a % vatFrames : clamp(a, 0, vatFrames - 1);
  b = vatLoop ? b % vatFrames : clamp(b, 0, vatFrames - 1);
  return mix(vatTexel(image, vertex, a), vatTexel(image, vertex, b), fract(vatFrame));
}
vec3 vatPosition(int vertex) { return vatLow + vatValue(vatPositions, vertex) * (vatHigh - vatLow); }
vec3 vatNormal(int vertex) { return normalize(vatValue(vatNormals, vertex) * 2.0 - 1.0); }
`;

export async function loadVat(url, THREE) {
  const base = new URL(url, location.href), info = await (await fetch(base)).json();
  const [positions, normals] = await Promise.all([info.positions, info.normals].map((f) => readPng(new URL(f, base))));
  const uniforms = {
    vatPositions: { value: textureOf(positions, THREE) }, vatNormals: { value: textureOf(normals, THREE) },
    vatLow: { value: new THREE.Vector3(...info.bounds.low) }, vatHigh: { value: new THREE.Vector3(...info.bounds.high) },
    vatWidth: { value: info.width }, vatFrames: { value: info.frames },
    vatLoop: { value: info.loop }, vatFrame: { value: 0 },
  };
  return { info, uniforms };
}

// Makes the material of a mesh from mesh.glb follow the texture.
export function applyVat(mesh, vat, THREE) {
  mesh.material = mesh.material.clone();
  mesh.material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, vat.uniforms);
    shader.vertexShader = vatChunk + shader.vertexShader
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = vatNormal(gl_VertexID);')
      .replace('#include <begin_vertex>', 'vec3 transformed = vatPosition(gl_VertexID);');
  };
  mesh.material.customProgramCacheKey = () => 'pliant vat';
  const { low, high } = vat.info.bounds;  // of all frames, so that it is not left out of the picture
  mesh.geometry.boundingBox = new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
  mesh.geometry.boundingSphere = mesh.geometry.boundingBox.getBoundingSphere(new THREE.Sphere());
}

export function setVatTime(vat, seconds) {
  const { frames, rate, loop } = vat.info, frame = seconds * rate;
  vat.uniforms.vatFrame.value = loop ? ((frame % frames) + frames) % frames : Math.min(Math.max(frame, 0), frames - 1);
}
)JS";

static const char* const godot =
    R"GD(// Plays a vertex-animation texture in Godot 4. Put it on the material of mesh.glb.
//
// Import positions_bytes.png and normals.png with Compress: Lossless, Mipmaps off. Godot reads 8 bits of an image, so
// positions come as high and low bytes. Set the numbers from vat.json, and `frame` from a script: time * rate.
// Enlarge the mesh's Custom AABB to `low` … `high`.
shader_type spatial;

uniform sampler2D positions : filter_nearest, repeat_disable; // positions_bytes.png
uniform sampler2D normals : filter_nearest, repeat_disable;   // normals.png
uniform sampler2D albedo_texture : source_color, hint_default_white;
uniform vec4 albedo : source_color = vec4(0.8, 0.8, 0.8, 1.0);
uniform float roughness = 0.6;
uniform vec3 low;
uniform vec3 high;
uniform int frames = 1;
uniform bool loop = false;
uniform float frame = 0.0;

vec3 place(ivec2 texel) {
	vec3 upper = round(texelFetch(positions, texel, 0).rgb * 255.0);
	vec3 lower = round(texelFetch(positions, texel + ivec2(0, textureSize(normals, 0).y), 0).rgb * 255.0);
	return low + (upper * 256.0 + lower) / 65535.0 * (high - low);
}

void vertex() {
	ivec2 first = ivec2(UV2 * vec2(textureSize(normals, 0)));
	int a = int(floor(frame));
	int b = loop ? (a + 1) % frames : min(a + 1, frames - 1);
	a = loop ? a % frames : min(a, frames - 1);
	ivec2 at_a = first + ivec2(0, a);
	ivec2 at_b = first + ivec2(0, b);
	VERTEX = mix(place(at_a), place(at_b), fract(frame));
	NORMAL = normalize(mix(texelFetch(normals, at_a, 0).rgb, texelFetch(normals, at_b, 0).rgb, fract(frame)) * 2.0 - 1.0);
}

void fragment() {
	vec4 color = albedo * texture(albedo_texture, UV);
	ALBEDO = color.rgb;
	ROUGHNESS = roughness;
}
)GD";

static const char* const unity =
    R"HLSL(// Plays a vertex-animation texture in Unity (URP or HDRP): a Custom Function node of Shader Graph, file mode, name Vat.
//
// Inputs: Positions and Normals (Texture2D), UV1 (Vector2, the UV node on channel UV1), Frame (Float: time * rate), and
// from vat.json Low, High (Vector3), Frames, Loop (Float). Outputs: Position, Normal (Vector3), for the
// vertex stage, in object space.
//
// Import positions.png and normals.png with sRGB off, no mipmaps, filter Point, wrap Clamp, format RGBA64 (16 bits),
// compression None, Non-Power of Two None. Enlarge the bounds of the renderer to Low … High.
// Importers of glTF turn x around, because Unity is left-handed; so does this.

void Vat_float(UnityTexture2D Positions, UnityTexture2D Normals, float2 UV1, float Frame, float3 Low, float3 High,
               float Frames, float Loop, out float3 Position, out float3 Normal)
{
    // Rows run down from the top in the image; texture coordinates were turned to run up when the mesh was imported.
    float size = Positions.texelSize.w;
    float a = floor(Frame), b = a + 1;
    a = Loop > 0.5 ? fmod(a, Frames) : min(a, Frames - 1);
    b = Loop > 0.5 ? fmod(b, Frames) : min(b, Frames - 1);
    float2 at_a = UV1 - float2(0, a / size), at_b = UV1 - float2(0, b / size);
    float3 pa = SAMPLE_TEXTURE2D_LOD(Positions.tex, Positions.samplerstate, at_a, 0).rgb;
    float3 pb = SAMPLE_TEXTURE2D_LOD(Positions.tex, Positions.samplerstate, at_b, 0).rgb;
    float3 na = SAMPLE_TEXTURE2D_LOD(Normals.tex, Normals.samplerstate, at_a, 0).rgb;
    float3 nb = SAMPLE_TEXTURE2D_LOD(Normals.tex, Normals.samplerstate, at_b, 0).rgb;
    float share = frac(Frame);
    Position = (Low + lerp(pa, pb, share) * (High - Low)) * float3(-1, 1, 1);
    Normal = normalize(lerp(na, nb, share) * 2 - 1) * float3(-1, 1, 1);
}
)HLSL";

static const char* const unreal =
    R"HLSL(// Plays a vertex-animation texture in Unreal Engine 5: the code of a Custom node (output Float3) that drives World
// Position Offset. The mesh must not be Nanite, and its Bounds Scale must cover bounds.low … bounds.high.
//
// Inputs: Positions (Texture Object, positions_bytes.png), UV1 (Texture Coordinate, index 1), Frame (time * rate), Here
// (Local Position, excluding offsets), and from vat.json Low, High, Frames, Loop (0 or 1).
// Import positions_bytes.png with sRGB off, compression VectorDisplacementmap (RGBA8), no mipmaps, filter Nearest: 8 bits,
// high bytes above low bytes, because 16 would be rounded to half floats. The result is in local space: put it through
// Transform Vector (Local Space to World Space).

uint width, height;
Positions.GetDimensions(width, height);
float rows = height / 2; // of the high bytes
float2 first = floor(UV1 * float2(width, rows));
float a = floor(Frame), b = a + 1;
a = Loop > 0.5 ? fmod(a, Frames) : min(a, Frames - 1);
b = Loop > 0.5 ? fmod(b, Frames) : min(b, Frames - 1);
int3 at_a = int3(first + float2(0, a), 0), at_b = int3(first + float2(0, b), 0);
int3 below = int3(0, rows, 0);
float3 pa = round(Positions.Load(at_a).rgb * 255) * 256 + round(Positions.Load(at_a + below).rgb * 255);
float3 pb = round(Positions.Load(at_b).rgb * 255) * 256 + round(Positions.Load(at_b + below).rgb * 255);
float3 place = Low + lerp(pa, pb, frac(Frame)) / 65535 * (High - Low);
return place.xzy * 100 - Here; // +Y up in metres becomes +Z up in centimetres
)HLSL";

const VatText vat_texts[4] = {
    {"vat_three.js", three_js}, {"vat_godot.gdshader", godot}, {"vat_unity.hlsl", unity}, {"vat_unreal.hlsl", unreal}};

}  // namespace pliant
