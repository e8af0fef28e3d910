import {
  type Box3,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { backdrop, backdrops, rim, sky, sun } from '../../record/stage-look.js';
import { element } from '../ui/element.js';
import { theme } from '../ui/theme.js';
import { type Insets, clampInsets, fillOf, noInsets, overreach } from './framing.js';
import { type ViewArea, aim, placeFor } from './frame-camera.js';
import { type Quality, fullQuality, qualityControl, softwareQuality } from './quality.js';
import { isSoftware, returnRenderer, takeRenderer } from './renderer-pool.js';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** Where the camera stands and what it looks at, as kept in links: six numbers (m). */
export type CameraPlace = readonly [number, number, number, number, number, number];

/** A box that fills the view, the direction to the camera, and how much closer than fits. */
interface Framing {
  readonly box: Box3;
  readonly direction: readonly number[];
  readonly zoom: number;
}

/** What has not changed for as long stands still (ms). */
const stillAfter = 350;

/** Canvas, camera and lights. Draws when something has changed, at most once a frame of the screen. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 100);
  /** undefined where WebGL cannot be had: then nothing is drawn, and the view says so */
  readonly renderer: WebGLRenderer | undefined;
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  /** frames drawn so far, and frames a second of late */
  frames = 0;
  framesPerSecond = 0;
  /** time that the last frames took to draw, smoothed (ms) */
  drawTime = 0;
  /** called before each frame with how finely it is drawn, and the width of a pixel at a distance of 1 */
  onDraw: ((quality: Quality, pixel: number) => void) | undefined;
  readonly #sun = new DirectionalLight(sun.colour, sun.strength);
  readonly #rim = new DirectionalLight(rim.colour, rim.strength);
  readonly #sky = new HemisphereLight(sky.above, sky.below, sky.strength);
  readonly #observer: ResizeObserver;
  /** for what stands still */
  readonly #stillQuality: Quality;
  #asked = 0;
  #size = 1;
  #insets = noInsets;
  #applied: Quality | undefined;
  #stillTimer = 0;
  /** what the camera was last put to see, and from where; missing once somebody has moved it */
  #framing: Framing | undefined;
  #counted = { at: performance.now(), frames: 0 };

  constructor(holder: HTMLElement) {
    this.renderer = takeRenderer();
    this.#stillQuality = this.renderer && isSoftware(this.renderer) ? softwareQuality : fullQuality;
    this.canvas = this.renderer?.domElement ?? element('canvas', { class: 'stage' });
    holder.append(this.canvas, ...(this.renderer ? [] : [noDrawing()]));
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => (this.#framing = undefined));
    // texels that a shadow's edge is spread over: three takes five samples there, and wider edges show them as noise
    this.#sun.shadow.radius = 2;
    // three's sky is above y, ours above z
    this.#sky.position.set(0, 0, 1);
    this.scene.add(this.#sun, this.#sun.target, this.#rim, this.#rim.target, this.#sky);
    window.addEventListener('themechange', this.#repaint);
    this.#observer = new ResizeObserver(() => this.#resize(holder));
    this.#observer.observe(holder);
    this.#resize(holder);
  }

  /** Asks for a frame. */
  invalidate(): void {
    if (this.#asked !== 0) return;
    const begun = performance.now();
    this.#asked = requestAnimationFrame(() => {
      qualityControl.noteDelay(performance.now() - begun);
      const { quality } = qualityControl;
      this.draw(quality === fullQuality ? this.#stillQuality : atMost(quality, this.#stillQuality.strands));
      // what stands still is drawn once more with nothing left out
      clearTimeout(this.#stillTimer);
      if (this.#applied !== this.#stillQuality) this.#stillTimer = window.setTimeout(() => this.draw(), stillAfter);
    });
  }

  #setQuality(quality: Quality): void {
    const { pixelRatio, shadows } = quality;
    const same = this.#applied?.pixelRatio === pixelRatio && this.#applied.shadows === shadows;
    this.#applied = quality;
    if (same) return;
    this.renderer?.setPixelRatio(Math.min(window.devicePixelRatio, pixelRatio));
    this.#sun.castShadow = shadows > 0;
    this.#sun.shadow.mapSize.set(shadows || 64, shadows || 64);
    // made anew in the new size
    this.#sun.shadow.map?.dispose();
    this.#sun.shadow.map = null;
  }

  /** Draws now, with nothing left out unless told so. */
  draw(quality: Quality = this.#stillQuality): void {
    this.#setQuality(quality);
    cancelAnimationFrame(this.#asked);
    this.#asked = 0;
    const begun = performance.now();
    // damping keeps the camera moving after the hand has let go: `change` asks for the next frame
    this.controls.update();
    const half = Math.tan((0.5 * this.camera.fov * Math.PI) / 180) / this.camera.zoom;
    this.onDraw?.(quality, (2 * half) / Math.max(1, this.canvas.height));
    this.renderer?.render(this.scene, this.camera);
    this.frames++;
    const end = performance.now();
    this.drawTime += 0.1 * (end - begun - this.drawTime);
    if (end - this.#counted.at < 1000) return;
    this.framesPerSecond = (1000 * (this.frames - this.#counted.frames)) / (end - this.#counted.at);
    this.#counted = { at: end, frames: this.frames };
  }

  /** Lights and shadows for things within a box. */
  light(box: Box3): void {
    qualityControl.noteOpened();
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.#size = Math.max(radius, 1e-6);
    const r = this.#size;
    this.lightAt(center);
    const shadow = this.#sun.shadow;
    Object.assign(shadow.camera, { left: -1.6 * r, right: 1.6 * r, top: 1.6 * r, bottom: -1.6 * r });
    Object.assign(shadow.camera, { near: 0.1 * r, far: 10 * r });
    shadow.bias = -2e-4;
    shadow.normalBias = 4e-3 * r;
    shadow.camera.updateProjectionMatrix();
    this.camera.near = 0.01 * r;
    this.camera.far = 60 * r;
    this.controls.minDistance = 0.05 * r;
    this.controls.maxDistance = 20 * r;
    this.camera.updateProjectionMatrix();
  }

  /** Moves lights and shadows to another place. */
  lightAt(centre: Vector3): void {
    for (const [light, { from }] of [
      [this.#sun, sun],
      [this.#rim, rim],
    ] as const) {
      light.position.copy(centre).add(new Vector3(...from).multiplyScalar(2.2 * this.#size));
      light.target.position.copy(centre);
    }
  }

  /** Keeps what is looked at clear of what lies over the edges of the view. */
  set insets(insets: Insets) {
    this.#insets = insets;
    this.#aim();
    this.#refit();
  }

  get #area(): ViewArea {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { width, height, insets: clampInsets(this.#insets, width, height) };
  }

  #aim(): void {
    if (this.canvas.clientHeight > 0) aim(this.camera, this.#area);
    this.invalidate();
  }

  /** Stands the camera so that a box fills the free part of the view, looking along a direction; also after a resize. */
  fit(box: Box3, direction: readonly number[], zoom = 1): void {
    this.#framing = { box: box.clone(), direction, zoom };
    this.#refit();
  }

  /** Puts the camera where it was last put, in the present size. */
  #refit(): void {
    // not on the page yet: as soon as it is
    if (!this.#framing || this.canvas.clientHeight === 0) return;
    const { box, direction, zoom } = this.#framing;
    const { position, target } = placeFor(this.camera, box, direction, this.#area, zoom);
    this.controls.target.copy(target);
    this.camera.position.copy(position);
    this.controls.update();
    this.invalidate();
  }

  /** Whether the camera is where it was put, rather than where somebody has moved it. */
  get framed(): boolean {
    return this.#framing !== undefined;
  }

  /** How far a box reaches beyond the free part of the view, over half of it; up to 0 where it is all in view. */
  overreach(box: Box3): number {
    const { width, height, insets } = this.#area;
    return height === 0 ? 0 : overreach(box, this.camera, width, height, insets);
  }

  /** How much of the free part of the view a box takes; 1 where it fills it. */
  fill(box: Box3): number {
    const { width, height, insets } = this.#area;
    return height === 0 ? 1 : fillOf(box, this.camera, width, height, insets);
  }

  /** Moves the camera a share of the way to where it sees a box, from the side that it looks from now. */
  follow(box: Box3, share: number): void {
    const direction = this.camera.position.clone().sub(this.controls.target).toArray();
    // what is followed stays in view when bars and panels come and go, or the window changes
    if (this.#framing) this.#framing = { box: box.clone(), direction, zoom: 1 };
    const { position, target } = placeFor(this.camera, box, direction, this.#area);
    this.camera.position.lerp(position, share);
    this.controls.target.lerp(target, share);
    this.controls.update();
    this.invalidate();
  }

  get place(): CameraPlace {
    const { position: p } = this.camera;
    const { target: t } = this.controls;
    return [p.x, p.y, p.z, t.x, t.y, t.z];
  }

  set place(place: CameraPlace) {
    this.#framing = undefined;
    this.#stand(place);
  }

  /** Stands where another camera stands; put anew after a resize as long as that one is. */
  goAlong(other: Stage): void {
    if (!other.framed) this.#framing = undefined;
    this.#stand(other.place);
  }

  #stand(place: CameraPlace): void {
    this.camera.position.set(place[0], place[1], place[2]);
    this.controls.target.set(place[3], place[4], place[5]);
    this.controls.update();
    this.invalidate();
  }

  /** A picture of the present view over the page's background, or over nothing. */
  async picture(type = 'image/png', width?: number, fineness?: number, clear = false): Promise<Blob> {
    // the canvas may have been coarser while things moved
    this.draw(fullQuality);
    const wide = width ?? this.canvas.width;
    const flat = this.flat(wide, Math.round((wide * this.canvas.height) / this.canvas.width), clear);
    return new Promise((resolve) => flat.toBlob((blob) => resolve(blob!), type, fineness));
  }

  /** The present view over the page's background, or over nothing, in full quality. */
  flat(width: number, height: number, clear = false): HTMLCanvasElement {
    if (!this.renderer) throw new Error('there is no picture to save: this browser gives no WebGL');
    this.draw(fullQuality);
    const flat = document.createElement('canvas');
    flat.width = width;
    flat.height = height;
    const context = flat.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    if (!clear) paintBackground(context, flat.width, flat.height);
    context.drawImage(this.canvas, 0, 0, flat.width, flat.height);
    return flat;
  }

  readonly #repaint = (): void => this.invalidate();

  dispose(): void {
    window.removeEventListener('themechange', this.#repaint);
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#stillTimer);
    this.#asked = -1;
    this.#sun.shadow.map?.dispose();
    this.#observer.disconnect();
    this.controls.dispose();
    if (this.renderer) returnRenderer(this.renderer);
  }

  #resize(holder: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = holder;
    if (width === 0 || height === 0) return;
    this.renderer?.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.#aim();
    this.#refit();
  }
}

/** A quality with no more strands than are drawn of what stands still. */
function atMost(quality: Quality, strands: number): Quality {
  return quality.strands <= strands ? quality : { ...quality, strands };
}

/** Said in place of the picture. */
function noDrawing(): HTMLElement {
  return element(
    'div',
    { class: 'no-drawing', role: 'status' },
    element('strong', {}, 'This browser cannot draw the scene'),
    element(
      'p',
      {},
      'It gives no WebGL: it may be switched off, forbidden, or without a driver for the graphics card. ' +
        'The scene is simulated all the same: numbers, plots, sliders and exports are in the panel, ' +
        'and the solver lab works as ever.',
    ),
  );
}

/** The gradient behind the canvas, as in the style sheet. */
function paintBackground(context: CanvasRenderingContext2D, width: number, height: number): void {
  const stops = backdrops[theme() === 'light' ? 'light' : 'dark'];
  const [x, y] = [backdrop.x * width, backdrop.y * height];
  const gradient = context.createRadialGradient(x, y, 0, x, y, 0.75 * width);
  gradient.addColorStop(0, stops[0]);
  gradient.addColorStop(backdrop.middle, stops[1]);
  gradient.addColorStop(1, stops[2]);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}
