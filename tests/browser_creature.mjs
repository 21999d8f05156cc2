// The Khronos validator has nothing to say against a creature's .glb, and three.js opens it as a plain model.
//
//   node tests/browser_creature.mjs FILE INFO NODE_MODULES
//
// INFO is what `pliant info FILE --json` says; NODE_MODULES has three and gltf-validator.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [file, told, modules] = process.argv.slice(2).map((p) => resolve(p));
const info = JSON.parse(readFileSync(told, 'utf8'));
const bytes = readFileSync(file);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const validator = createRequire(join(modules, 'x.js'))('gltf-validator');
const report = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0 });
const wrong = report.issues.messages.filter((m) => m.severity < 2);
if (wrong.length) fail('the glTF validator complains:\n' + JSON.stringify(wrong.slice(0, 10), null, 1));
console.log(`${file}: valid, ${report.issues.numInfos} remarks, none of them a warning`);

globalThis.self = globalThis; // the loader was made for browsers
const THREE = await import(pathToFileURL(join(modules, 'three/build/three.module.js')));
const { GLTFLoader } = await import(pathToFileURL(join(modules, 'three/examples/jsm/loaders/GLTFLoader.js')));
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const gltf = await new Promise((done, failed) => new GLTFLoader().parse(buffer, '', done, failed));
let drawn = 0;
gltf.scene.traverse((o) => { if (o.isMesh) drawn += o.geometry.index.count / 3; });
const size = new THREE.Box3().setFromObject(gltf.scene).getSize(new THREE.Vector3());
console.log(`three.js: ${drawn} triangles, ${size.y.toFixed(3)} m high`);
let skinned = null;
gltf.scene.traverse((o) => { if (o.isSkinnedMesh) skinned = o; });
if (!skinned || skinned.skeleton.bones.length !== info.bones.length) fail('three.js shows no skin of all bones');
if (gltf.animations.length !== info.clips.length) fail(`three.js finds ${gltf.animations.length} clips`);
const mixer = new THREE.AnimationMixer(gltf.scene);
mixer.clipAction(gltf.animations[0]).play();
const places = (time) => {
  mixer.setTime(time);
  gltf.scene.updateMatrixWorld(true);
  skinned.skeleton.update();
  const list = [];
  for (let v = 0; v < skinned.geometry.attributes.position.count; ++v)
    list.push(skinned.getVertexPosition(v, new THREE.Vector3()));
  return list;
};
const early = places(0.25), late = places(0.75);
const apart = Math.max(...early.map((p, v) => p.distanceTo(late[v])));
console.log(`three.js: ${skinned.skeleton.bones.length} bones, ${info.clips[0].name}: vertices move by up to ${apart.toFixed(3)} m`);
if (!(apart > 0.05 && apart < 0.5)) fail('the clip does not move the mesh');
if (drawn !== info.polygons) fail(`three.js shows ${drawn} triangles of ${info.polygons}`);
if (Math.abs(size.y - info.size_m[1]) > 1e-5) fail(`three.js shows it ${size.y} m high`);
