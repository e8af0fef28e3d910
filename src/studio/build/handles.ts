import { Box3, Box3Helper, type Camera, Color, Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Stage } from '../view/stage.js';
import type { Change } from './rigid-change.js';
import type { Handle } from './transform.js';

/** What snapping rounds to: 5 cm, 15 degrees, a tenth. */
const snaps = { move: 0.05, turn: Math.PI / 12, scale: 0.1 } as const;

const modes = { move: 'translate', turn: 'rotate', scale: 'scale' } as const;

/** Length of the arrows (pixels): a finger tells them apart, in low windows too. */
const armLength = 92;
/** Length of the arrows over the height of the view, where three's controls have size 1. */
const armShare = 0.143;

const outline = new Color(0xffd166);

/** Arrows, rings and knobs on what is selected, and a box around it. */
export class Handles {
  readonly #stage: Stage;
  readonly #controls: TransformControls;
  readonly #proxy = new Object3D();
  readonly #box = new Box3Helper(new Box3(), outline);
  readonly #start = { place: new Vector3(), turn: new Quaternion() };

  /** @param act told while something is dragged, and when it is let go */
  constructor(stage: Stage, act: { moved(change: Change): void; done(): void }) {
    this.#stage = stage;
    this.#controls = new TransformControls(stage.camera as Camera, stage.canvas);
    this.#controls.addEventListener('dragging-changed', ({ value }) => {
      stage.controls.enabled = !value;
      if (!value) act.done();
    });
    this.#controls.addEventListener('change', () => stage.invalidate());
    this.#controls.addEventListener('objectChange', () => act.moved(this.#change()));
    this.#box.renderOrder = 4;
    stage.scene.add(this.#proxy, this.#controls.getHelper(), this.#box);
    this.hide();
  }

  /** Whether the pointer is on a handle, or drags it. */
  get held(): boolean {
    return this.#controls.dragging || (this.#controls.object !== undefined && this.#controls.axis !== null);
  }

  get dragging(): boolean {
    return this.#controls.dragging;
  }

  /** Puts the handles on something; what is being dragged keeps them. */
  show(place: Vector3, turn: Quaternion, box: Box3, handle: Handle | undefined, snap: boolean): void {
    this.#controls.size = armLength / (armShare * Math.max(1, this.#stage.canvas.clientHeight));
    this.#box.visible = !box.isEmpty();
    if (this.#box.visible) this.#box.box.copy(box);
    if (this.#controls.dragging) return;
    this.#start.place.copy(place);
    this.#start.turn.copy(turn);
    this.#proxy.position.copy(place);
    this.#proxy.quaternion.copy(turn);
    this.#proxy.scale.set(1, 1, 1);
    this.#proxy.updateMatrixWorld();
    if (handle === undefined) this.#controls.detach();
    else {
      this.#controls.attach(this.#proxy);
      this.#controls.setMode(modes[handle]);
    }
    // sizes are along the axes of the thing, ways along those of the world
    this.#controls.setSpace(handle === 'scale' ? 'local' : 'world');
    this.#controls.setTranslationSnap(snap ? snaps.move : null);
    this.#controls.setRotationSnap(snap ? snaps.turn : null);
    this.#controls.setScaleSnap(snap ? snaps.scale : null);
    this.#stage.invalidate();
  }

  hide(): void {
    this.#controls.detach();
    this.#box.visible = false;
    this.#stage.invalidate();
  }

  dispose(): void {
    this.hide();
    this.#stage.scene.remove(this.#proxy, this.#controls.getHelper(), this.#box);
    this.#controls.dispose();
    this.#box.dispose();
  }

  #change(): Change {
    const { position, quaternion, scale } = this.#proxy;
    // handles may be drawn through zero: sizes stay positive
    const factor = (x: number): number => Math.max(0.01, Math.abs(x));
    return {
      about: this.#start.place.clone(),
      shift: position.clone().sub(this.#start.place),
      turn: quaternion.clone().multiply(this.#start.turn.clone().invert()),
      scale: new Vector3(factor(scale.x), factor(scale.y), factor(scale.z)),
    };
  }
}
