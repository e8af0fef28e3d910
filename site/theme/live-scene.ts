/** A scene that runs in the page: the library simulates, the studio's drawing shows it. */
import {
  HemisphereLight,
  DirectionalLight,
  PerspectiveCamera,
  Scene as Stage,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { World } from '../../src/dynamics/world.js';
import { type FrameLayout, decodeFrame, encodeFrame, frameLayout } from '../../src/record/frame.js';
import { bodyGeometry, obstacleGeometry } from '../../src/record/geometry.js';
import { looksOf } from '../../src/record/looks.js';
import { buildWorld } from '../../src/scene/build/world.js';
import '../../src/scene/models/provided.js';
import { readScene } from '../../src/scene/read-scene.js';
import { overrideScene } from '../../src/scene/set.js';
import { Drawing } from '../../src/studio/view/drawing.js';

/** Time that a frame of the screen may spend on simulating, so that the page stays quick (ms). */
const budget = 12;

export class LiveScene {
  readonly #renderer: WebGLRenderer;
  readonly #stage = new Stage();
  readonly #camera = new PerspectiveCamera(35, 1, 0.001, 100);
  #controls: OrbitControls | undefined;
  #drawing: Drawing | undefined;
  #world: World | undefined;
  #layout: FrameLayout | undefined;
  #duration = 0;
  #steps = 0;
  #asked = 0;
  playing = false;
  /** told the simulated time, and that of the whole scene, after each frame (s) */
  onTime: ((t: number, duration: number) => void) | undefined;

  /** Throws where the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    const options = { antialias: true, alpha: true };
    // asked for here: three.js writes errors to the console where there is none
    const context = canvas.getContext('webgl2', options) as WebGL2RenderingContext | null;
    if (!context) throw new Error('this browser gives no WebGL');
    this.#renderer = new WebGLRenderer({ canvas, context, ...options });
    const sun = new DirectionalLight(0xfff4e0, 2.9);
    sun.position.set(1, -2, 3);
    this.#stage.add(new HemisphereLight(0xe3ebff, 0x6b6259, 1.7), sun);
  }

  /** Opens a scene with values replaced (`path=value`); the camera stays unless it is the first. */
  open(scene: unknown, settings: readonly string[]): void {
    const read = readScene(overrideScene(scene, settings));
    this.#world = buildWorld(read);
    this.#duration = read.duration;
    this.#steps = 0;
    const [bodies, obstacles] = [bodyGeometry(this.#world), obstacleGeometry(this.#world)];
    this.#layout = frameLayout(bodies, obstacles);
    const opened = { type: 'opened', name: '', description: '', duration: 0, step: 0, dofs: 0, seconds: 0 } as const;
    const looks = looksOf({ scene: read, bodies, obstacles });
    const first = this.#drawing === undefined;
    this.#drawing?.dispose();
    this.#drawing = new Drawing({ ...opened, gravity: read.gravity, bodies, obstacles, looks }, this.#frame());
    this.#stage.add(this.#drawing.group);
    if (first) this.#frameAll(read.gravity);
    this.#show();
  }

  play(): void {
    if (this.playing) return;
    this.playing = true;
    let before = performance.now();
    let lag = 0;
    const tick = (now: number): void => {
      if (!this.playing || !this.#world) return;
      lag = Math.min(lag + (now - before) / 1000, 0.1);
      before = now;
      const until = performance.now() + budget;
      while (lag > 0 && this.#world.t < this.#duration && performance.now() < until) {
        const t = this.#world.t;
        this.#world.step();
        this.#steps++;
        lag -= this.#world.t - t;
      }
      this.#show();
      if (this.#world.t >= this.#duration) this.playing = false;
      else this.#asked = requestAnimationFrame(tick);
    };
    this.#asked = requestAnimationFrame(tick);
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.#asked);
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  dispose(): void {
    this.pause();
    this.#drawing?.dispose();
    this.#controls?.dispose();
    this.#renderer.dispose();
  }

  #frame(): ReturnType<typeof decodeFrame> & object {
    return decodeFrame(encodeFrame(this.#world!, this.#layout!, this.#steps), this.#layout!)!;
  }

  #show(): void {
    this.#drawing!.show(this.#frame());
    this.onTime?.(this.#world!.t, this.#duration);
    this.#draw();
  }

  /** The whole scene from the front, a little from the right and above; up is against gravity, so that slopes slope. */
  #frameAll(gravity: readonly number[]): void {
    const { center, radius } = this.#drawing!.box.getBoundingSphere(new Sphere());
    const distance = 3.4 * Math.max(radius, 1e-3);
    const up = new Vector3().fromArray(gravity).negate();
    if (up.lengthSq() > 0) up.normalize();
    else up.set(0, 0, 1);
    const front = new Vector3(0, -1, 0).projectOnPlane(up);
    if (front.lengthSq() < 0.01) front.set(-1, 0, 0).projectOnPlane(up);
    front.normalize();
    const right = new Vector3().crossVectors(up, front);
    const from = new Vector3().addScaledVector(right, 0.45).addScaledVector(front, 0.8).addScaledVector(up, 0.35);
    this.#camera.up.copy(up);
    this.#camera.position.copy(center).addScaledVector(from, distance);
    this.#camera.near = 0.01 * distance;
    this.#camera.far = 20 * distance;
    this.#camera.updateProjectionMatrix();
    // made here: it takes the direction that is up once and for all
    this.#controls = new OrbitControls(this.#camera, this.#renderer.domElement);
    this.#controls.enableZoom = false;
    this.#controls.addEventListener('change', () => this.#draw());
    this.#controls.target.copy(center);
    this.#controls.update();
  }

  #draw(): void {
    this.#renderer.render(this.#stage, this.#camera);
  }
}
