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
if (drawn !== info.polygons) fail(`three.js shows ${drawn} triangles of ${info.polygons}`);
if (Math.abs(size.y - info.size_m[1]) > 1e-5) fail(`three.js shows it ${size.y} m high`);
