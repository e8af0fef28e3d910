/**
 * A sheet hung at its corners, boxes that fall into it, all computed in a worker. Any bundler that knows `new URL(..., import.meta.url)` serves
 * it: npx vite examples/worker-page (with three and stickslip installed).
 */
import * as THREE from 'three';
import { dragControls, worldView } from 'stickslip/three';
import { workerWorld } from 'stickslip/web-worker';

const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
camera.up.set(0, 0, 1);
camera.position.set(1.6, -2.6, 1.9);
camera.lookAt(0, 0, 0.5);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xe8edf2);
const sun = new THREE.DirectionalLight(0xffffff, 2.5);
sun.position.set(2, -2, 4);
scene.add(sun, new THREE.AmbientLight(0xffffff, 1.2));
const resize = () => {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
};
addEventListener('resize', resize);
resize();

const worker = new Worker(new URL('./world-worker.js', import.meta.url), { type: 'module' });
const world = await workerWorld({ worker, h: 1 / 100, solver: { tolerance: 1e-3 } });
await world.addPlane();
const n = 12;
await world.addCloth({
  sheet: { corner: [-0.6, -0.6, 0.7], u: [1.2, 0, 0], v: [0, 1.2, 0], vertices: [n, n] },
  pins: [0, n - 1, n * n - n, n * n - 1],
});
let dropped = 0;
const drop = () => {
  const turn = { axis: [1, dropped, 0], degrees: 30 };
  const at = [0.2 * Math.sin(2 * dropped), 0.2 * Math.cos(2 * dropped), 1.1];
  dropped++;
  return world.addBox([0.16, 0.16, 0.16], { position: at, orientation: turn, mass: 0.2 });
};
await drop();
document.querySelector('#drop').onclick = drop;

const view = worldView(world);
scene.add(view.object);
dragControls(world, camera, renderer.domElement);
await world.play();
renderer.setAnimationLoop(() => {
  world.update();
  view.update();
  renderer.render(scene, camera);
  document.querySelector('#pace').textContent = `${world.t.toFixed(1)} s, ${world.rate.toFixed(2)} times real time`;
});
globalThis.world = world;
